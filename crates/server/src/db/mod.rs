//! The database: SQLite beside the data, or PostgreSQL.
//!
//! One set of statements serves both: they keep to what both understand (`$1`, `RETURNING`, `ON CONFLICT`), numbers are 64
//! bits, times milliseconds, truth values 0 and 1. A file for each thing that is kept; nobody else speaks SQL.

pub mod alarms;
pub mod audit;
pub mod campaigns;
pub mod compare;
pub mod events;
pub mod functions;
mod migrate;
pub mod projects;
pub mod reviews;
pub mod sessions;
pub mod tokens;
pub mod uploads;
pub mod users;

use sqlx::any::AnyPoolOptions;
use sqlx::{AnyPool, Executor};
use std::path::Path;
use std::time::Duration;

#[derive(Debug, thiserror::Error)]
pub enum DbError {
    #[error("the database: {0}")]
    Sql(#[from] sqlx::Error),
    #[error("the database is of a newer version ({found}) than this program ({known}); upgrade the program")]
    Newer { found: i64, known: i64 },
    #[error("the database holds what this program cannot read: {0}")]
    Format(#[from] serde_json::Error),
    #[error("a database is sqlite:FILE or postgres://…, not {0}")]
    Scheme(String),
}

pub type Result<T, E = DbError> = std::result::Result<T, E>;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    Sqlite,
    Postgres,
}

#[derive(Clone)]
pub struct Db {
    pool: AnyPool,
    pub dialect: Dialect,
}

/// Connections at once. SQLite writes one by one anyway, readers do not wait for the writer.
const CONNECTIONS: u32 = 16;

impl Db {
    /// The database in a file, made if need be.
    pub async fn open_file(path: &Path) -> Result<Db> {
        Db::open(&format!("sqlite://{}?mode=rwc", path.display())).await
    }

    /// By its address; brought to the newest version of the schema.
    pub async fn open(url: &str) -> Result<Db> {
        sqlx::any::install_default_drivers();
        let dialect = match url.split(':').next() {
            Some("sqlite") => Dialect::Sqlite,
            Some("postgres" | "postgresql") => Dialect::Postgres,
            _ => return Err(DbError::Scheme(url.split('@').next_back().unwrap_or_default().to_string())),
        };
        let options = AnyPoolOptions::new().max_connections(CONNECTIONS).acquire_timeout(Duration::from_secs(30));
        let options = options.after_connect(move |connection, _| {
            Box::pin(async move {
                if dialect == Dialect::Sqlite {
                    for pragma in ["journal_mode=WAL", "synchronous=NORMAL", "foreign_keys=ON", "busy_timeout=20000"] {
                        connection.execute(format!("PRAGMA {pragma}").as_str()).await?;
                    }
                }
                Ok(())
            })
        });
        let db = Db { pool: options.connect(url).await?, dialect };
        migrate::to_newest(&db).await?;
        Ok(db)
    }

    pub(crate) fn pool(&self) -> &AnyPool {
        &self.pool
    }

    /// It answers.
    pub async fn ping(&self) -> Result<()> {
        sqlx::query("SELECT 1").execute(&self.pool).await?;
        Ok(())
    }

    pub async fn close(&self) {
        self.pool.close().await;
    }
}

/// A part of a long list, and how long it is.
#[derive(Clone, Debug)]
pub struct Page<T> {
    pub items: Vec<T>,
    pub total: i64,
}

/// Which part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slice {
    pub offset: i64,
    pub limit: i64,
}

impl Slice {
    /// Entries of a page, at most.
    pub const MOST: i64 = 500;

    pub fn new(offset: i64, limit: i64) -> Slice {
        Slice { offset: offset.max(0), limit: limit.clamp(1, Slice::MOST) }
    }
}

/// Whether something could not be added because it is there already.
pub fn is_taken(error: &DbError) -> bool {
    matches!(error, DbError::Sql(sqlx::Error::Database(e)) if e.is_unique_violation())
}
