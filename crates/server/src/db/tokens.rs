//! Tokens for programs, by hash: what one may do is the least of its scope and of its owner's role.

use super::users::User;
use super::{Db, Result};
use crate::clock;

#[derive(Clone, Debug)]
pub struct Token {
    pub id: i64,
    pub name: String,
    /// `read` or `write`.
    pub scope: String,
    /// Only for this project.
    pub project: Option<i64>,
    pub created: i64,
    pub expires: i64,
    pub used: Option<i64>,
}

type Row = (i64, String, String, Option<i64>, i64, i64, Option<i64>);

fn token((id, name, scope, project, created, expires, used): Row) -> Token {
    Token { id, name, scope, project, created, expires, used }
}

const COLUMNS: &str = "t.id, t.name, t.scope, t.project_id, t.created, t.expires, t.used";

impl Db {
    pub async fn add_token(
        &self,
        hash: &str,
        user: i64,
        name: &str,
        scope: &str,
        project: Option<i64>,
        expires: i64,
    ) -> Result<i64> {
        let sql = "INSERT INTO tokens (hash, user_id, name, scope, project_id, created, expires) \
                   VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING id";
        let query = sqlx::query_as(sql).bind(hash).bind(user).bind(name).bind(scope).bind(project);
        let (id,): (i64,) = query.bind(clock::now()).bind(expires).fetch_one(self.pool()).await?;
        Ok(id)
    }

    pub async fn tokens(&self, user: i64) -> Result<Vec<Token>> {
        let sql = format!("SELECT {COLUMNS} FROM tokens t WHERE t.user_id = $1 ORDER BY t.id DESC LIMIT 200");
        Ok(sqlx::query_as(&sql).bind(user).fetch_all(self.pool()).await?.into_iter().map(token).collect())
    }

    /// A token that still holds, and its owner, who may come in.
    pub async fn token(&self, hash: &str) -> Result<Option<(Token, User)>> {
        let sql = format!(
            "SELECT {COLUMNS}, u.id, u.name, u.admin, u.created FROM tokens t JOIN users u ON u.id = t.user_id \
             WHERE t.hash = $1 AND t.expires > $2 AND u.active = 1"
        );
        type Both = (i64, String, String, Option<i64>, i64, i64, Option<i64>, i64, String, i64, i64);
        let row: Option<Both> = sqlx::query_as(&sql).bind(hash).bind(clock::now()).fetch_optional(self.pool()).await?;
        Ok(row.map(|(id, name, scope, project, created, expires, used, user, user_name, admin, since)| {
            let user =
                User { id: user, name: user_name, password: None, admin: admin != 0, active: true, created: since };
            (token((id, name, scope, project, created, expires, used)), user)
        }))
    }

    /// Noted once a minute, so that reading costs no writing.
    pub async fn token_used(&self, token: &Token) -> Result<()> {
        let now = clock::now();
        if token.used.is_none_or(|used| used + clock::MINUTE < now) {
            let sql = "UPDATE tokens SET used = $1 WHERE id = $2";
            sqlx::query(sql).bind(now).bind(token.id).execute(self.pool()).await?;
        }
        Ok(())
    }

    /// Whether there was one of this user.
    pub async fn end_token(&self, user: i64, id: i64) -> Result<bool> {
        let sql = "DELETE FROM tokens WHERE id = $1 AND user_id = $2";
        Ok(sqlx::query(sql).bind(id).bind(user).execute(self.pool()).await?.rows_affected() > 0)
    }
}
