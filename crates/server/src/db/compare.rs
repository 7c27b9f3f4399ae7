//! Two campaigns side by side: functions by file and name, alarms by fingerprint.

use super::alarms::{self, alarm};
use super::functions::{self, function};
use super::{Db, Result};
use crate::message::{AlarmRow, FunctionRow};

/// Rows of each part of a comparison, at most; the counts are of all.
pub const MOST: i64 = 1000;

#[derive(Clone, Debug)]
pub struct Part<T> {
    pub items: Vec<T>,
    pub total: i64,
}

/// Of the first campaign only, and of the second only.
pub struct Sides<T> {
    pub gone: Part<T>,
    pub new: Part<T>,
}

impl Db {
    /// Functions of both whose figures differ: before and after.
    pub async fn changed_functions(&self, from: i64, to: i64) -> Result<Part<(FunctionRow, FunctionRow)>> {
        let differ = "FROM functions a JOIN functions b ON b.campaign_id = $2 AND b.name = a.name AND b.file = a.file \
                      WHERE a.campaign_id = $1 AND (a.statement <> b.statement OR a.branch <> b.branch OR a.mcdc <> b.mcdc \
                      OR a.boundary <> b.boundary OR a.faults <> b.faults)";
        let count = format!("SELECT COUNT(*) {differ}");
        let (total,): (i64,) = sqlx::query_as(&count).bind(from).bind(to).fetch_one(self.pool()).await?;
        let mut sides = Vec::new();
        for side in ["a", "b"] {
            // The plus keeps SQLite from looking for the order instead of the name: it would go through all pairs.
            let sql = format!(
                "SELECT {} {differ} ORDER BY a.number, +b.number LIMIT {MOST}",
                columns(side, functions::COLUMNS)
            );
            let rows: Vec<functions::Row> = sqlx::query_as(&sql).bind(from).bind(to).fetch_all(self.pool()).await?;
            sides.push(rows.into_iter().map(function).collect::<Vec<_>>());
        }
        let (after, before) = (sides.pop().unwrap_or_default(), sides.pop().unwrap_or_default());
        Ok(Part { items: before.into_iter().zip(after).collect(), total })
    }

    pub async fn function_sides(&self, from: i64, to: i64) -> Result<Sides<FunctionRow>> {
        let same = "b.name = a.name AND b.file = a.file";
        Ok(Sides {
            gone: self.only("functions", functions::COLUMNS, same, from, to, function).await?,
            new: self.only("functions", functions::COLUMNS, same, to, from, function).await?,
        })
    }

    pub async fn alarm_sides(&self, from: i64, to: i64) -> Result<Sides<AlarmRow>> {
        let same = "b.fingerprint = a.fingerprint";
        Ok(Sides {
            gone: self.only("alarms", alarms::COLUMNS, same, from, to, alarm).await?,
            new: self.only("alarms", alarms::COLUMNS, same, to, from, alarm).await?,
        })
    }

    /// How many alarms both have.
    pub async fn alarms_in_both(&self, from: i64, to: i64) -> Result<i64> {
        let sql = "SELECT COUNT(*) FROM alarms a WHERE a.campaign_id = $1 AND EXISTS \
                   (SELECT 1 FROM alarms b WHERE b.campaign_id = $2 AND b.fingerprint = a.fingerprint)";
        let (count,): (i64,) = sqlx::query_as(sql).bind(from).bind(to).fetch_one(self.pool()).await?;
        Ok(count)
    }

    /// Rows of one campaign that another does not have.
    async fn only<R, T>(
        &self,
        table: &str,
        wanted: &str,
        same: &str,
        of: i64,
        not_of: i64,
        made: impl Fn(R) -> T,
    ) -> Result<Part<T>>
    where
        R: for<'r> sqlx::FromRow<'r, sqlx::any::AnyRow> + Send + Unpin,
    {
        let alone = format!(
            "FROM {table} a WHERE a.campaign_id = $1 AND NOT EXISTS (SELECT 1 FROM {table} b WHERE b.campaign_id = $2 AND {same})"
        );
        let count = format!("SELECT COUNT(*) {alone}");
        let (total,): (i64,) = sqlx::query_as(&count).bind(of).bind(not_of).fetch_one(self.pool()).await?;
        let sql = format!("SELECT {} {alone} ORDER BY a.number LIMIT {MOST}", columns("a", wanted));
        let rows: Vec<R> = sqlx::query_as(&sql).bind(of).bind(not_of).fetch_all(self.pool()).await?;
        Ok(Part { items: rows.into_iter().map(made).collect(), total })
    }
}

/// The same columns of a table that has another name in the statement.
fn columns(table: &str, names: &str) -> String {
    names.split(", ").map(|name| format!("{table}.{name}")).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::db::uploads::NewUpload;
    use crate::message::Tally;
    use std::time::{Duration, Instant};

    #[tokio::test]
    async fn large_campaigns_are_compared_in_no_time() {
        let folder = tempfile::tempdir().unwrap();
        let db = Db::open_file(&folder.path().join("x.db")).await.unwrap();
        let user = db.add_user("ann", true).await.unwrap();
        let project = db.add_project("p", "", user).await.unwrap();
        let new =
            NewUpload { project, name: "a", hash: "h", files: 1, bytes: 1, has_database: false, notes: &[], user };
        let (upload, _) = db.add_upload(&new).await.unwrap();
        let mut campaigns = Vec::new();
        for tests in 0..2 {
            let (campaign, _) = db.add_campaign(project, upload, &Default::default(), 0, user).await.unwrap();
            let row = |i: i64| FunctionRow {
                name: format!("f{i}"),
                file: format!("{}.c", i / 100),
                line: i,
                tallies: [Tally { covered: if i == 7 { tests } else { 1 }, infeasible: 0, total: 2 }; 4],
                open: 1,
                tests: 1,
                faults: 0,
                seconds: 0.1,
                stop: "complete".into(),
            };
            db.add_functions(campaign, 0, &(0..20_000).map(row).collect::<Vec<_>>()).await.unwrap();
            campaigns.push(campaign);
        }
        let begun = Instant::now();
        let changed = db.changed_functions(campaigns[0], campaigns[1]).await.unwrap();
        assert_eq!((changed.total, changed.items[0].0.name.as_str()), (1, "f7"));
        let sides = db.function_sides(campaigns[0], campaigns[1]).await.unwrap();
        assert_eq!((sides.new.total, sides.gone.total), (0, 0));
        assert!(begun.elapsed() < Duration::from_secs(20), "{:?}", begun.elapsed());
    }
}
