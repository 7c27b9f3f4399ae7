//! Making and removing projects, and who their members are.

use super::is_name;
use crate::app::App;
use crate::auth::{Actor, Role, Through};
use crate::db::is_taken;
use crate::db::projects::Project;
use crate::fault::{Fault, Result};

impl App {
    /// Those that somebody can see.
    pub async fn visible_projects(&self, actor: &Actor) -> Result<Vec<Project>> {
        let mut all = match actor.admin {
            true => self.db.all_projects().await?,
            false => self.db.projects_of(actor.id).await?,
        };
        all.retain(|p| actor.ceiling(p.id).is_some());
        Ok(all)
    }

    pub async fn make_project(&self, actor: &Actor, name: &str, about: &str) -> Result<i64> {
        if let Through::Token { scope, project } = actor.through {
            if scope < crate::auth::Scope::Write || project.is_some() {
                return Err(Fault::Forbidden("this token cannot make projects".into()));
            }
        }
        let name = name.trim();
        if !is_name(name, " +") {
            return Err(Fault::Invalid("a project's name has up to 80 letters, digits, blanks and . _ - +".into()));
        }
        if about.len() > 2000 {
            return Err(Fault::Invalid("the description is longer than 2000 bytes".into()));
        }
        let most = self.settings.most_projects;
        if self.db.projects_led_by(actor.id).await? >= most {
            return Err(Fault::TooMany(format!(
                "you are admin of {most} projects; that is as many as one user may have"
            )));
        }
        let id = self.db.add_project(name, about.trim(), actor.id).await.map_err(|e| match is_taken(&e) {
            true => Fault::Conflict(format!("there is a project {name} already")),
            false => e.into(),
        })?;
        self.db.audit(&actor.name, "make project", Some(id), name).await?;
        Ok(id)
    }

    /// With all its files.
    pub async fn remove_project(&self, actor: &Actor, project: i64) -> Result<()> {
        let found = self.in_project(actor, project, Role::Admin).await?;
        let unfinished = self.db.unfinished().await?;
        if unfinished.iter().any(|c| c.project == project) {
            return Err(Fault::Conflict("a campaign of the project waits or runs; cancel it first".into()));
        }
        self.db.remove_project(project).await?;
        self.db.audit(&actor.name, "remove project", Some(project), &found.name).await?;
        let folder = self.folders.project(project);
        if folder.exists() {
            tokio::fs::remove_dir_all(folder).await?;
        }
        Ok(())
    }

    /// `None`: no longer a member.
    pub async fn set_member(&self, actor: &Actor, project: i64, name: &str, role: Option<Role>) -> Result<()> {
        self.in_project(actor, project, Role::Admin).await?;
        let user = self.db.user_by_name(name.trim()).await?;
        let user = user.ok_or_else(|| Fault::Invalid(format!("there is no user {}", name.trim())))?;
        let others = self.db.members(project).await?;
        let admins = others.iter().filter(|m| m.role == Role::Admin && m.user != user.id).count();
        let was_admin = others.iter().any(|m| m.user == user.id && m.role == Role::Admin);
        if was_admin && role != Some(Role::Admin) && admins == 0 {
            return Err(Fault::Conflict("a project needs an admin: make somebody else one first".into()));
        }
        self.db.set_role(project, user.id, role).await?;
        let about = format!("{}: {}", user.name, role.map_or("none", Role::name));
        Ok(self.db.audit(&actor.name, "set member", Some(project), &about).await?)
    }
}
