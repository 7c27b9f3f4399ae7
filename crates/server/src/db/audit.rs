//! Who did what, in order. Lines are only ever added.

use super::{Db, Page, Result, Slice};
use crate::clock;

#[derive(Clone, Debug)]
pub struct Line {
    pub at: i64,
    pub user: String,
    pub action: String,
    pub about: String,
}

impl Db {
    pub async fn audit(&self, user: &str, action: &str, project: Option<i64>, about: &str) -> Result<()> {
        let sql = "INSERT INTO audit (at, user_name, action, project_id, about) VALUES ($1, $2, $3, $4, $5)";
        let query = sqlx::query(sql).bind(clock::now()).bind(user).bind(action).bind(project).bind(about);
        query.execute(self.pool()).await?;
        Ok(())
    }

    /// The newest first.
    pub async fn audit_lines(&self, slice: Slice) -> Result<Page<Line>> {
        let (total,): (i64,) = sqlx::query_as("SELECT COUNT(*) FROM audit").fetch_one(self.pool()).await?;
        let sql = "SELECT at, user_name, action, about FROM audit ORDER BY id DESC LIMIT $1 OFFSET $2";
        let rows: Vec<(i64, String, String, String)> =
            sqlx::query_as(sql).bind(slice.limit).bind(slice.offset).fetch_all(self.pool()).await?;
        let line = |(at, user, action, about)| Line { at, user, action, about };
        Ok(Page { items: rows.into_iter().map(line).collect(), total })
    }
}
