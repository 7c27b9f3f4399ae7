//! Users, and the one-time links by which they set their passwords.

use super::{Db, Result};
use crate::clock;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct User {
    pub id: i64,
    pub name: String,
    /// As argon2 writes it; `None`: nobody has set one yet.
    pub password: Option<String>,
    pub admin: bool,
    /// Others may not come in.
    pub active: bool,
    pub created: i64,
}

const COLUMNS: &str = "id, name, password, admin, active, created";
type Row = (i64, String, Option<String>, i64, i64, i64);

fn user((id, name, password, admin, active, created): Row) -> User {
    User { id, name, password, admin: admin != 0, active: active != 0, created }
}

impl Db {
    pub async fn add_user(&self, name: &str, admin: bool) -> Result<i64> {
        let sql = "INSERT INTO users (name, admin, active, created) VALUES ($1, $2, 1, $3) RETURNING id";
        let query = sqlx::query_as(sql).bind(name).bind(admin as i64).bind(clock::now());
        let (id,): (i64,) = query.fetch_one(self.pool()).await?;
        Ok(id)
    }

    pub async fn user(&self, id: i64) -> Result<Option<User>> {
        let sql = format!("SELECT {COLUMNS} FROM users WHERE id = $1");
        Ok(sqlx::query_as(&sql).bind(id).fetch_optional(self.pool()).await?.map(user))
    }

    pub async fn user_by_name(&self, name: &str) -> Result<Option<User>> {
        let sql = format!("SELECT {COLUMNS} FROM users WHERE name = $1");
        Ok(sqlx::query_as(&sql).bind(name).fetch_optional(self.pool()).await?.map(user))
    }

    pub async fn users(&self) -> Result<Vec<User>> {
        let sql = format!("SELECT {COLUMNS} FROM users ORDER BY name LIMIT 10000");
        Ok(sqlx::query_as(&sql).fetch_all(self.pool()).await?.into_iter().map(user).collect())
    }

    /// Whether somebody can do everything already.
    pub async fn has_admin(&self) -> Result<bool> {
        let sql = "SELECT COUNT(*) FROM users WHERE admin = 1 AND active = 1 AND password IS NOT NULL";
        let (count,): (i64,) = sqlx::query_as(sql).fetch_one(self.pool()).await?;
        Ok(count > 0)
    }

    /// Sessions of before end.
    pub async fn set_password(&self, user: i64, password: &str) -> Result<()> {
        let mut tx = self.begin().await?;
        sqlx::query("UPDATE users SET password = $1 WHERE id = $2").bind(password).bind(user).execute(&mut *tx).await?;
        sqlx::query("DELETE FROM sessions WHERE user_id = $1").bind(user).execute(&mut *tx).await?;
        sqlx::query("DELETE FROM links WHERE user_id = $1").bind(user).execute(&mut *tx).await?;
        tx.commit().await?;
        Ok(())
    }

    pub async fn set_active(&self, user: i64, active: bool) -> Result<()> {
        let mut tx = self.begin().await?;
        let sql = "UPDATE users SET active = $1 WHERE id = $2";
        sqlx::query(sql).bind(active as i64).bind(user).execute(&mut *tx).await?;
        if !active {
            sqlx::query("DELETE FROM sessions WHERE user_id = $1").bind(user).execute(&mut *tx).await?;
        }
        tx.commit().await?;
        Ok(())
    }

    /// A link replaces the one before it.
    pub async fn add_link(&self, hash: &str, user: i64, expires: i64) -> Result<()> {
        let mut tx = self.begin().await?;
        sqlx::query("DELETE FROM links WHERE user_id = $1 OR expires < $2")
            .bind(user)
            .bind(clock::now())
            .execute(&mut *tx)
            .await?;
        let sql = "INSERT INTO links (hash, user_id, expires) VALUES ($1, $2, $3)";
        sqlx::query(sql).bind(hash).bind(user).bind(expires).execute(&mut *tx).await?;
        tx.commit().await?;
        Ok(())
    }

    /// Whose link it is, if it still holds.
    pub async fn link(&self, hash: &str) -> Result<Option<i64>> {
        let sql = "SELECT user_id FROM links WHERE hash = $1 AND expires > $2";
        let row: Option<(i64,)> = sqlx::query_as(sql).bind(hash).bind(clock::now()).fetch_optional(self.pool()).await?;
        Ok(row.map(|(user,)| user))
    }
}
