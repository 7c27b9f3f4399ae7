//! Why goals may stay uncovered: said and signed by a member of the project, for the safety case.

use crate::actions::reviews::is_fingerprint;
use crate::app::App;
use crate::auth::{Actor, Role};
use crate::db::gaps::Gap;
use crate::fault::{Fault, Result};

/// Bytes of a justification.
const LONGEST: usize = 10_000;

impl App {
    /// The goal as the newest campaign has it, with the number of that campaign.
    pub async fn gap(&self, actor: &Actor, project: i64, mark: &str) -> Result<(i64, Gap)> {
        self.in_project(actor, project, Role::Viewer).await?;
        let newest = match is_fingerprint(mark) {
            true => self.db.newest_gap(project, mark).await?,
            false => None,
        };
        newest.ok_or(Fault::NotFound("goal"))
    }

    /// Signs why the goal may stay uncovered. Nothing: takes back what was said.
    pub async fn justify(&self, actor: &Actor, project: i64, mark: &str, said: &str) -> Result<()> {
        self.in_project(actor, project, Role::Member).await?;
        let (_, gap) = self.gap(actor, project, mark).await?;
        let said = said.trim();
        if said.len() > LONGEST {
            return Err(Fault::Invalid(format!("a justification has at most {LONGEST} bytes")));
        }
        if said.is_empty() && gap.justification.is_none() {
            return Err(Fault::Invalid("a justification says why the goal may stay uncovered".into()));
        }
        self.db.add_justification(project, mark, &gap.row.content, said, &actor.name).await?;
        let action = if said.is_empty() { "withdraw justification" } else { "justify gap" };
        let about = format!("{mark}: {}, {}", gap.row.function, gap.row.goal);
        Ok(self.db.audit(&actor.name, action, Some(project), &about).await?)
    }
}
