//! Who is logged in, by the hash of a secret that only the browser has.

use super::users::User;
use super::{Db, Result};
use crate::clock;

pub struct Session {
    pub user: User,
    /// Forms carry it.
    pub csrf: String,
}

impl Db {
    pub async fn add_session(&self, hash: &str, user: i64, csrf: &str, expires: i64) -> Result<()> {
        let now = clock::now();
        sqlx::query("DELETE FROM sessions WHERE expires < $1").bind(now).execute(self.pool()).await?;
        let sql = "INSERT INTO sessions (hash, user_id, csrf, created, expires) VALUES ($1, $2, $3, $4, $5)";
        sqlx::query(sql).bind(hash).bind(user).bind(csrf).bind(now).bind(expires).execute(self.pool()).await?;
        Ok(())
    }

    /// A session that still holds, of a user who may come in.
    pub async fn session(&self, hash: &str) -> Result<Option<Session>> {
        let sql = "SELECT u.id, u.name, u.admin, u.created, s.csrf FROM sessions s JOIN users u ON u.id = s.user_id \
                   WHERE s.hash = $1 AND s.expires > $2 AND u.active = 1";
        let row: Option<(i64, String, i64, i64, String)> =
            sqlx::query_as(sql).bind(hash).bind(clock::now()).fetch_optional(self.pool()).await?;
        Ok(row.map(|(id, name, admin, created, csrf)| {
            let user = User { id, name, password: None, admin: admin != 0, active: true, created };
            Session { user, csrf }
        }))
    }

    pub async fn end_session(&self, hash: &str) -> Result<()> {
        sqlx::query("DELETE FROM sessions WHERE hash = $1").bind(hash).execute(self.pool()).await?;
        Ok(())
    }
}
