//! Versions of a project's sources.

use super::{Db, Result, next_number, was_slower};
use crate::clock;
use std::collections::BTreeSet;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Upload {
    pub id: i64,
    pub project: i64,
    /// Counted from 1 within the project.
    pub number: i64,
    /// As the sender calls it.
    pub name: String,
    pub hash: String,
    pub files: i64,
    pub bytes: i64,
    /// It came with a compile database.
    pub has_database: bool,
    /// What was left out, for the sender.
    pub notes: Vec<String>,
    pub user: String,
    pub created: i64,
}

/// What is known of one before it is kept.
pub struct NewUpload<'a> {
    pub project: i64,
    pub name: &'a str,
    pub hash: &'a str,
    pub files: i64,
    pub bytes: i64,
    pub has_database: bool,
    pub notes: &'a [String],
    pub user: i64,
}

const COLUMNS: &str = "p.id, p.project_id, p.number, p.name, p.hash, p.files, p.bytes, p.has_database, p.notes, u.name, p.created \
     FROM uploads p JOIN users u ON u.id = p.user_id";
type Row = (i64, i64, i64, String, String, i64, i64, i64, String, String, i64);

fn upload((id, project, number, name, hash, files, bytes, has_database, notes, user, created): Row) -> Upload {
    let notes = serde_json::from_str(&notes).unwrap_or_default();
    Upload { id, project, number, name, hash, files, bytes, has_database: has_database != 0, notes, user, created }
}

impl Db {
    /// Gives its id and number.
    pub async fn add_upload(&self, new: &NewUpload<'_>) -> Result<(i64, i64)> {
        let sql = format!(
            "INSERT INTO uploads (project_id, number, name, hash, files, bytes, has_database, notes, user_id, created) \
             VALUES ($1, {}, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING id, number",
            next_number("uploads", "last_upload")
        );
        let notes = serde_json::to_string(new.notes)?;
        let mut tries = 0;
        loop {
            let query = sqlx::query_as(&sql).bind(new.project).bind(new.name).bind(new.hash).bind(new.files);
            let query = query.bind(new.bytes).bind(new.has_database as i64).bind(&notes).bind(new.user);
            match query.bind(clock::now()).fetch_one(self.pool()).await {
                Err(e) if was_slower(&e, tries) => tries += 1,
                done => return Ok(done?),
            }
        }
    }

    pub async fn upload(&self, id: i64) -> Result<Option<Upload>> {
        let sql = format!("SELECT {COLUMNS} WHERE p.id = $1");
        Ok(sqlx::query_as(&sql).bind(id).fetch_optional(self.pool()).await?.map(upload))
    }

    pub async fn upload_by_number(&self, project: i64, number: i64) -> Result<Option<Upload>> {
        let sql = format!("SELECT {COLUMNS} WHERE p.project_id = $1 AND p.number = $2");
        Ok(sqlx::query_as(&sql).bind(project).bind(number).fetch_optional(self.pool()).await?.map(upload))
    }

    /// Bytes of all that a user has uploaded and that is still there.
    pub async fn uploaded_by(&self, user: i64) -> Result<i64> {
        let sql = "SELECT CAST(COALESCE(SUM(bytes), 0) AS BIGINT) FROM uploads WHERE user_id = $1";
        let (bytes,): (i64,) = sqlx::query_as(sql).bind(user).fetch_one(self.pool()).await?;
        Ok(bytes)
    }

    /// Those of a project that campaigns were run on, by id.
    pub async fn uploads_in_use(&self, project: i64) -> Result<BTreeSet<i64>> {
        let sql = "SELECT DISTINCT upload_id FROM campaigns WHERE project_id = $1";
        let rows: Vec<(i64,)> = sqlx::query_as(sql).bind(project).fetch_all(self.pool()).await?;
        Ok(rows.into_iter().map(|(id,)| id).collect())
    }

    /// `false`: campaigns were run on it.
    pub async fn remove_upload(&self, upload: &Upload) -> Result<bool> {
        let mut tx = self.begin().await?;
        let sql = "UPDATE projects SET last_upload = $1 WHERE id = $2 AND last_upload < $1";
        sqlx::query(sql).bind(upload.number).bind(upload.project).execute(&mut *tx).await?;
        let sql = "DELETE FROM uploads WHERE id = $1 AND NOT EXISTS (SELECT 1 FROM campaigns WHERE upload_id = $1)";
        let removed = sqlx::query(sql).bind(upload.id).execute(&mut *tx).await?.rows_affected() == 1;
        tx.commit().await?;
        Ok(removed)
    }

    /// The newest first.
    pub async fn uploads(&self, project: i64, limit: i64) -> Result<Vec<Upload>> {
        let sql = format!("SELECT {COLUMNS} WHERE p.project_id = $1 ORDER BY p.number DESC LIMIT $2");
        Ok(sqlx::query_as(&sql)
            .bind(project)
            .bind(limit)
            .fetch_all(self.pool())
            .await?
            .into_iter()
            .map(upload)
            .collect())
    }
}
