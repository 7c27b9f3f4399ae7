//! One service for one database: a second one would take the first one's campaigns for interrupted ones.
//!
//! PostgreSQL keeps a lock for as long as a connection lives, so whoever is killed leaves nothing behind. SQLite's file lies in the
//! data folder, which has a lock of its own.

use super::{Db, DbError, Dialect, Result};
use sqlx::{AnyConnection, Connection};
use std::time::{Duration, Instant};

/// A number of ours among the locks of a database.
const KEY: i64 = 0x63_7265_7363_656e;

/// How long the connection of one that was killed may still be there.
const PATIENCE: Duration = Duration::from_secs(5);

/// How often it is looked whether the connection still is.
const LOOK: Duration = Duration::from_secs(5);

pub struct Lock {
    url: String,
    /// `None`: there is nothing to lock.
    held: Option<AnyConnection>,
}

impl Lock {
    pub async fn take(db: &Db, url: &str) -> Result<Lock> {
        let url = url.to_string();
        if db.dialect == Dialect::Sqlite {
            return Ok(Lock { url, held: None });
        }
        let begun = Instant::now();
        loop {
            match lock(&url).await? {
                Some(held) => return Ok(Lock { url, held: Some(held) }),
                None if begun.elapsed() > PATIENCE => return Err(DbError::Taken),
                None => tokio::time::sleep(Duration::from_millis(200)).await,
            }
        }
    }

    /// Takes it again when the database was restarted; ends when somebody else was quicker.
    pub async fn keep(mut self) {
        loop {
            tokio::time::sleep(LOOK).await;
            let Some(held) = &mut self.held else { return std::future::pending().await };
            if held.ping().await.is_ok() {
                continue;
            }
            match lock(&self.url).await {
                Ok(Some(again)) => self.held = Some(again),
                Ok(None) => return,
                // It is not there: later.
                Err(e) => tracing::warn!(why = %e, "the database is asked for its lock again"),
            }
        }
    }
}

/// `None`: somebody else has it.
async fn lock(url: &str) -> Result<Option<AnyConnection>> {
    let mut connection = AnyConnection::connect(url).await?;
    let sql = "SELECT CASE WHEN pg_try_advisory_lock($1) THEN CAST(1 AS BIGINT) ELSE CAST(0 AS BIGINT) END";
    let (got,): (i64,) = sqlx::query_as(sql).bind(KEY).fetch_one(&mut connection).await?;
    Ok((got == 1).then_some(connection))
}
