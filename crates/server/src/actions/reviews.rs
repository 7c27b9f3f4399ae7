//! What people say about alarms.

use crate::app::App;
use crate::auth::{Actor, Role};
use crate::db::reviews::Review;
use crate::fault::{Fault, Result};

/// Bytes of a comment.
const LONGEST: usize = 10_000;

/// As alarms have them.
pub fn is_fingerprint(text: &str) -> bool {
    !text.is_empty() && text.len() <= 64 && text.bytes().all(|b| b.is_ascii_alphanumeric())
}

impl App {
    pub async fn set_review(
        &self,
        actor: &Actor,
        project: i64,
        fingerprint: &str,
        new: &Review,
        comment: &str,
    ) -> Result<()> {
        self.in_project(actor, project, Role::Member).await?;
        if !is_fingerprint(fingerprint) || self.db.newest_alarm(project, fingerprint).await?.is_none() {
            return Err(Fault::NotFound("alarm"));
        }
        if comment.len() > LONGEST {
            return Err(Fault::Invalid(format!("a comment has at most {LONGEST} bytes")));
        }
        if !new.assignee.is_empty() {
            let members = self.db.members(project).await?;
            if !members.iter().any(|m| m.name == new.assignee) {
                return Err(Fault::Invalid(format!("{} is not a member of the project", new.assignee)));
            }
        }
        self.db.set_review(project, fingerprint, new, &actor.name, comment.trim()).await?;
        let about = format!("{fingerprint}: {}", new.status.name());
        Ok(self.db.audit(&actor.name, "review alarm", Some(project), &about).await?)
    }
}
