//! Projects and who may do what in them.

use super::{Db, Result};
use crate::auth::Role;
use crate::clock;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Project {
    pub id: i64,
    pub name: String,
    pub about: String,
    pub created: i64,
}

pub struct Member {
    pub user: i64,
    pub name: String,
    pub role: Role,
}

type Row = (i64, String, String, i64);

fn project((id, name, about, created): Row) -> Project {
    Project { id, name, about, created }
}

impl Db {
    /// Whoever makes a project may do everything in it.
    pub async fn add_project(&self, name: &str, about: &str, owner: i64) -> Result<i64> {
        let mut tx = self.begin().await?;
        let sql = "INSERT INTO projects (name, about, created) VALUES ($1, $2, $3) RETURNING id";
        let (id,): (i64,) = sqlx::query_as(sql).bind(name).bind(about).bind(clock::now()).fetch_one(&mut *tx).await?;
        let sql = "INSERT INTO members (project_id, user_id, role) VALUES ($1, $2, $3)";
        sqlx::query(sql).bind(id).bind(owner).bind(Role::Admin.name()).execute(&mut *tx).await?;
        tx.commit().await?;
        Ok(id)
    }

    pub async fn project(&self, id: i64) -> Result<Option<Project>> {
        let sql = "SELECT id, name, about, created FROM projects WHERE id = $1";
        Ok(sqlx::query_as(sql).bind(id).fetch_optional(self.pool()).await?.map(project))
    }

    /// All of them.
    pub async fn all_projects(&self) -> Result<Vec<Project>> {
        let sql = "SELECT id, name, about, created FROM projects ORDER BY name LIMIT 10000";
        Ok(sqlx::query_as(sql).fetch_all(self.pool()).await?.into_iter().map(project).collect())
    }

    /// Those that somebody is a member of.
    pub async fn projects_of(&self, user: i64) -> Result<Vec<Project>> {
        let sql = "SELECT p.id, p.name, p.about, p.created FROM projects p JOIN members m ON m.project_id = p.id \
                   WHERE m.user_id = $1 ORDER BY p.name LIMIT 10000";
        Ok(sqlx::query_as(sql).bind(user).fetch_all(self.pool()).await?.into_iter().map(project).collect())
    }

    /// How many somebody is admin of.
    pub async fn projects_led_by(&self, user: i64) -> Result<i64> {
        let sql = "SELECT COUNT(*) FROM members WHERE user_id = $1 AND role = $2";
        let (count,): (i64,) = sqlx::query_as(sql).bind(user).bind(Role::Admin.name()).fetch_one(self.pool()).await?;
        Ok(count)
    }

    /// With all that belongs to it; the files are the caller's business.
    pub async fn remove_project(&self, id: i64) -> Result<()> {
        let mut tx = self.begin().await?;
        for sql in ["DELETE FROM campaigns WHERE project_id = $1", "DELETE FROM projects WHERE id = $1"] {
            sqlx::query(sql).bind(id).execute(&mut *tx).await?;
        }
        tx.commit().await?;
        Ok(())
    }

    pub async fn role(&self, project: i64, user: i64) -> Result<Option<Role>> {
        let sql = "SELECT role FROM members WHERE project_id = $1 AND user_id = $2";
        let row: Option<(String,)> = sqlx::query_as(sql).bind(project).bind(user).fetch_optional(self.pool()).await?;
        Ok(row.and_then(|(role,)| Role::find(&role)))
    }

    pub async fn members(&self, project: i64) -> Result<Vec<Member>> {
        let sql = "SELECT u.id, u.name, m.role FROM members m JOIN users u ON u.id = m.user_id WHERE m.project_id = $1 ORDER BY u.name";
        let rows: Vec<(i64, String, String)> = sqlx::query_as(sql).bind(project).fetch_all(self.pool()).await?;
        let member = |(user, name, role): (i64, String, String)| Some(Member { user, name, role: Role::find(&role)? });
        Ok(rows.into_iter().filter_map(member).collect())
    }

    /// `None`: no longer a member.
    pub async fn set_role(&self, project: i64, user: i64, role: Option<Role>) -> Result<()> {
        match role {
            Some(role) => {
                let sql = "INSERT INTO members (project_id, user_id, role) VALUES ($1, $2, $3) \
                           ON CONFLICT (project_id, user_id) DO UPDATE SET role = excluded.role";
                sqlx::query(sql).bind(project).bind(user).bind(role.name()).execute(self.pool()).await?;
            }
            None => {
                let sql = "DELETE FROM members WHERE project_id = $1 AND user_id = $2";
                sqlx::query(sql).bind(project).bind(user).execute(self.pool()).await?;
            }
        }
        Ok(())
    }
}
