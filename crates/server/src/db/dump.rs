//! The whole database as lines of JSON, and back: the same for SQLite and PostgreSQL, so that one can become the other.

use super::{Db, DbError, Dialect, Result, migrate};
use serde_json::{Map, Value};
use sqlx::{Column, Executor, Row};
use std::io::{BufRead, Write};

/// All that is kept, in an order in which each line finds those it refers to. Sessions are not: who restores logs in again.
pub const TABLES: [&str; 16] = [
    "settings",
    "users",
    "links",
    "projects",
    "members",
    "tokens",
    "uploads",
    "campaigns",
    "events",
    "functions",
    "alarms",
    "audit",
    "reviews",
    "review_log",
    "gaps",
    "justifications",
];

/// Their ids count up by themselves.
const COUNTED: [&str; 8] =
    ["users", "projects", "tokens", "uploads", "campaigns", "audit", "review_log", "justifications"];

/// Rows that are read at once.
const PART: i64 = 2000;

impl Db {
    pub async fn version(&self) -> Result<i64> {
        let sql = "SELECT COALESCE(MAX(version), 0) FROM schema_versions";
        let (version,): (i64,) = sqlx::query_as(sql).fetch_one(self.pool()).await?;
        Ok(version)
    }

    /// All tables as they were at one moment, also while others write. `to` makes a place for each.
    pub async fn dump<W: Write>(&self, mut to: impl FnMut(&str) -> std::io::Result<W>) -> Result<()> {
        let mut tx = self.pool().begin().await?;
        if self.dialect == Dialect::Postgres {
            (&mut *tx).execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY").await?;
        }
        for table in TABLES {
            let mut out = to(table).map_err(sqlx::Error::Io)?;
            let order = order_of(table);
            let mut offset = 0;
            loop {
                let sql = format!("SELECT * FROM {table} ORDER BY {order} LIMIT $1 OFFSET $2");
                let rows = sqlx::query(&sql).bind(PART).bind(offset).fetch_all(&mut *tx).await?;
                for row in &rows {
                    let mut line = serde_json::to_vec(&as_json(row)?)?;
                    line.push(b'\n');
                    out.write_all(&line).map_err(sqlx::Error::Io)?;
                }
                if (rows.len() as i64) < PART {
                    break;
                }
                offset += PART;
            }
            out.flush().map_err(sqlx::Error::Io)?;
        }
        Ok(())
    }

    /// Opens a database that nobody has used yet, with the schema of a dump.
    pub async fn open_for_restore(url: &str, version: i64) -> Result<Db> {
        let db = Db::connect(url).await?;
        let known = migrate::newest();
        if version > known {
            return Err(DbError::Newer { found: version, known });
        }
        migrate::to(&db, version as usize).await?;
        let (users,): (i64,) = sqlx::query_as("SELECT COUNT(*) FROM users").fetch_one(db.pool()).await?;
        match users {
            0 => Ok(db),
            _ => Err(DbError::InUse),
        }
    }

    /// Takes in a dump, all or nothing, and brings the database to the newest version.
    pub async fn restore<R: BufRead>(&self, mut from: impl FnMut(&str) -> std::io::Result<Option<R>>) -> Result<()> {
        let mut tx = self.begin().await?;
        for table in TABLES {
            let Some(lines) = from(table).map_err(sqlx::Error::Io)? else { continue };
            if table == "settings" {
                (&mut *tx).execute("DELETE FROM settings").await?;
            }
            for line in lines.lines() {
                let line = line.map_err(sqlx::Error::Io)?;
                let row: Map<String, Value> = serde_json::from_str(&line)?;
                // Absent is null: a null of its own would have to say of which type.
                let row: Vec<(&String, &Value)> = row.iter().filter(|(_, v)| !v.is_null()).collect();
                let is_name = |name: &str| name.bytes().all(|b| b.is_ascii_lowercase() || b == b'_');
                if let Some((odd, _)) = row.iter().find(|(name, _)| !is_name(name)) {
                    return Err(DbError::Sql(sqlx::Error::ColumnNotFound((*odd).clone())));
                }
                let names: Vec<&str> = row.iter().map(|(name, _)| name.as_str()).collect();
                let places: Vec<String> = (1..=row.len()).map(|n| format!("${n}")).collect();
                let sql = format!("INSERT INTO {table} ({}) VALUES ({})", names.join(", "), places.join(", "));
                let query = row.iter().fold(sqlx::query(&sql), |query, (_, value)| match value {
                    Value::String(text) => query.bind(text.clone()),
                    value => query.bind(value.as_i64().unwrap_or(0)),
                });
                query.execute(&mut *tx).await?;
            }
        }
        if self.dialect == Dialect::Postgres {
            for table in COUNTED {
                let sql = format!(
                    "SELECT setval(pg_get_serial_sequence('{table}', 'id'), (SELECT COALESCE(MAX(id), 0) + 1 FROM {table}), false)"
                );
                (&mut *tx).execute(sql.as_str()).await?;
            }
        }
        tx.commit().await?;
        migrate::to_newest(self).await
    }
}

/// By what tells rows apart.
fn order_of(table: &str) -> &'static str {
    match table {
        "settings" => "name",
        "links" => "hash",
        "members" => "project_id, user_id",
        "events" | "functions" | "alarms" | "gaps" => "campaign_id, number",
        "reviews" => "project_id, fingerprint",
        _ => "id",
    }
}

/// Numbers and texts: there is nothing else.
fn as_json(row: &sqlx::any::AnyRow) -> Result<Map<String, Value>> {
    let mut all = Map::new();
    for column in row.columns() {
        let at = column.ordinal();
        let value = match row.try_get::<Option<i64>, _>(at) {
            Ok(number) => number.map_or(Value::Null, Value::from),
            Err(_) => row.try_get::<Option<String>, _>(at)?.map_or(Value::Null, Value::from),
        };
        all.insert(column.name().to_string(), value);
    }
    Ok(all)
}
