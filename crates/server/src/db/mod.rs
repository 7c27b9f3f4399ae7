//! The database: SQLite beside the data, or PostgreSQL.
//!
//! One set of statements serves both: they keep to what both understand (`$1`, `RETURNING`, `ON CONFLICT`), numbers are 64
//! bits, times milliseconds, truth values 0 and 1. A file for each thing that is kept; nobody else speaks SQL.

pub mod alarms;
pub mod audit;
pub mod campaigns;
pub mod compare;
pub mod dump;
pub mod events;
pub mod functions;
pub mod gaps;
mod lock;
mod migrate;
pub mod projects;
pub mod reviews;
pub mod sessions;
mod settings;
pub mod tokens;
pub mod trend;
pub mod uploads;
pub mod users;

pub use lock::Lock;
use sqlx::any::AnyPoolOptions;
use sqlx::{Any, AnyPool, Executor, Transaction};
use std::future::Future;
use std::path::Path;
use std::time::{Duration, Instant};

#[derive(Debug, thiserror::Error)]
pub enum DbError {
    #[error("the database: {0}")]
    Sql(#[from] sqlx::Error),
    #[error("the database is of a newer version ({found}) than this program ({known}); upgrade the program")]
    Newer { found: i64, known: i64 },
    #[error("the database is in use; restore into an empty one")]
    InUse,
    #[error("another service is at work with this database; each needs one of its own")]
    Taken,
    #[error("the database holds what this program cannot read: {0}")]
    Format(#[from] serde_json::Error),
    #[error("a database is sqlite:FILE or postgres://…, not {0}")]
    Scheme(String),
}

impl DbError {
    /// Somebody sent what is no text to PostgreSQL: NUL.
    pub fn is_about_text(&self) -> bool {
        matches!(self, DbError::Sql(sqlx::Error::Database(e)) if e.code().is_some_and(|code| code == "22021"))
    }

    /// It may work later: the database is being restarted, has no room just now, or cannot be reached.
    pub fn is_passing(&self) -> bool {
        match self {
            DbError::Sql(sqlx::Error::Io(_) | sqlx::Error::PoolTimedOut | sqlx::Error::Protocol(_)) => true,
            DbError::Sql(sqlx::Error::Database(e)) => e.code().is_some_and(|code| {
                // PostgreSQL: connections, resources, an admin's doing. SQLite: busy, locked, no disk left, disk trouble.
                ["08", "53", "57P"].iter().any(|class| code.starts_with(class) && code.len() == 5)
                    || ["5", "6", "10", "13"].contains(&&*code)
            }),
            _ => false,
        }
    }
}

/// How long somebody waits for a database that is not there.
const PATIENCE: Duration = Duration::from_secs(1800);

/// Does something until the database can; it may be done twice where nobody knows whether it was done.
pub async fn patient<T, F: Future<Output = Result<T>>>(what: &str, mut doing: impl FnMut() -> F) -> Result<T> {
    let begun = Instant::now();
    let mut tries = 0u32;
    loop {
        match doing().await {
            Err(e) if e.is_passing() && begun.elapsed() < PATIENCE => {
                if tries == 0 {
                    tracing::warn!(what, why = %e, "the database is asked again");
                }
                tries += 1;
                tokio::time::sleep(Duration::from_millis(200) * tries.min(25)).await;
            }
            done => return done,
        }
    }
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
        Db::open(&Db::file_url(path)).await
    }

    pub fn file_url(path: &Path) -> String {
        format!("sqlite://{}?mode=rwc", path.display())
    }

    /// By its address; brought to the newest version of the schema.
    pub async fn open(url: &str) -> Result<Db> {
        let db = Db::connect(url).await?;
        migrate::to_newest(&db).await?;
        Ok(db)
    }

    /// The same for who wants to be the only service there; the lock is to be kept for as long as it is one.
    pub async fn open_alone(url: &str) -> Result<(Db, Lock)> {
        let db = Db::connect(url).await?;
        let lock = Lock::take(&db, url).await?;
        migrate::to_newest(&db).await?;
        Ok((db, lock))
    }

    async fn connect(url: &str) -> Result<Db> {
        sqlx::any::install_default_drivers();
        let dialect = match url.split(':').next() {
            Some("sqlite") => Dialect::Sqlite,
            Some("postgres" | "postgresql") => Dialect::Postgres,
            _ => return Err(DbError::Scheme(url.split('@').next_back().unwrap_or_default().to_string())),
        };
        let options = AnyPoolOptions::new().max_connections(CONNECTIONS).acquire_timeout(Duration::from_secs(10));
        let options = options.after_connect(move |connection, _| {
            Box::pin(async move {
                if dialect == Dialect::Sqlite {
                    for pragma in ["busy_timeout=20000", "journal_mode=WAL", "synchronous=NORMAL", "foreign_keys=ON"] {
                        connection.execute(format!("PRAGMA {pragma}").as_str()).await?;
                    }
                }
                Ok(())
            })
        });
        Ok(Db { pool: options.connect(url).await?, dialect })
    }

    pub(crate) fn pool(&self) -> &AnyPool {
        &self.pool
    }

    /// Several statements, all or none. SQLite is told at once that it will write: one that finds out later may have read what
    /// is no longer true, and fails.
    pub(crate) async fn begin(&self) -> Result<Transaction<'static, Any>> {
        Ok(match self.dialect {
            Dialect::Sqlite => self.pool.begin_with("BEGIN IMMEDIATE").await?,
            Dialect::Postgres => self.pool.begin().await?,
        })
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

/// As part of a statement whose $1 is a project: the number behind all that were ever given there.
pub(crate) fn next_number(table: &str, last: &str) -> String {
    format!(
        "(SELECT 1 + CASE WHEN there > given THEN there ELSE given END FROM (SELECT \
         COALESCE((SELECT MAX(number) FROM {table} WHERE project_id = $1), 0) AS there, \
         COALESCE((SELECT {last} FROM projects WHERE id = $1), 0) AS given) AS numbers)"
    )
}

/// Numbers within a project are taken by who is quickest: the other one takes the next.
const TRIES: usize = 20;

/// Whether to try once more: somebody else was quicker, which cannot go on for ever.
pub(crate) fn was_slower(error: &sqlx::Error, tries: usize) -> bool {
    tries < TRIES && matches!(error, sqlx::Error::Database(e) if e.is_unique_violation())
}

/// Whether something could not be added because it is there already.
pub fn is_taken(error: &DbError) -> bool {
    matches!(error, DbError::Sql(sqlx::Error::Database(e)) if e.is_unique_violation())
}

#[cfg(test)]
mod tests {
    use super::uploads::NewUpload;
    use super::*;

    /// Everything at once, as campaigns and people do it: nothing fails, nothing is lost, numbers have no gaps.
    #[tokio::test(flavor = "multi_thread", worker_threads = 4)]
    async fn many_write_at_the_same_time() {
        let folder = tempfile::tempdir().unwrap();
        let db = Db::open_file(&folder.path().join("x.db")).await.unwrap();
        let user = db.add_user("ann", true).await.unwrap();
        let project = db.add_project("p", "", user).await.unwrap();
        let mut tasks = Vec::new();
        for _ in 0..8 {
            let db = db.clone();
            tasks.push(tokio::spawn(async move {
                let (name, hash, notes) = ("a", "h", &[][..]);
                let new = NewUpload { project, name, hash, files: 1, bytes: 1, has_database: false, notes, user };
                let (upload, _) = db.add_upload(&new).await.unwrap();
                let (campaign, number) = db.add_campaign(project, upload, &Default::default(), 0, user).await.unwrap();
                for i in 1..=20 {
                    let last = db.add_events(campaign, &[(0, "{}".into()), (0, "{}".into())]).await.unwrap();
                    assert_eq!(last, 2 * i);
                    db.audit("ann", "x", None, "").await.unwrap();
                }
                number
            }));
        }
        let mut numbers = Vec::new();
        for task in tasks {
            numbers.push(task.await.unwrap());
        }
        numbers.sort();
        assert_eq!(numbers, (1..=8).collect::<Vec<_>>());
        assert_eq!(db.audit_lines(Slice::new(0, 1)).await.unwrap().total, 160);
    }
}
