//! Alarms of campaigns.

use super::{Db, Page, Result, Slice};
use crate::message::AlarmRow;

pub type Row = (String, String, String, String, i64, String, String, String, Option<String>);

pub const COLUMNS: &str = "fingerprint, kind, verdict, file, line, function, message, why, suppressed";

pub fn alarm((fingerprint, kind, verdict, file, line, function, message, why, suppressed): Row) -> AlarmRow {
    AlarmRow { fingerprint, kind, verdict, file, line, function, message, why, suppressed }
}

impl Db {
    pub async fn add_alarms(&self, campaign: i64, first: i64, rows: &[AlarmRow]) -> Result<()> {
        let mut tx = self.begin().await?;
        for (number, a) in (first..).zip(rows) {
            let sql = "INSERT INTO alarms (campaign_id, number, fingerprint, kind, verdict, file, line, function, message, why, suppressed) \
                       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) \
                       ON CONFLICT (campaign_id, number) DO NOTHING";
            let query =
                sqlx::query(sql).bind(campaign).bind(number).bind(&a.fingerprint).bind(&a.kind).bind(&a.verdict);
            let query = query.bind(&a.file).bind(a.line).bind(&a.function).bind(&a.message).bind(&a.why);
            query.bind(&a.suppressed).execute(&mut *tx).await?;
        }
        tx.commit().await?;
        Ok(())
    }

    /// As they are ranked.
    pub async fn alarms(&self, campaign: i64, slice: Slice) -> Result<Page<AlarmRow>> {
        let count = sqlx::query_as("SELECT COUNT(*) FROM alarms WHERE campaign_id = $1").bind(campaign);
        let (total,): (i64,) = count.fetch_one(self.pool()).await?;
        let sql = format!("SELECT {COLUMNS} FROM alarms WHERE campaign_id = $1 ORDER BY number LIMIT $2 OFFSET $3");
        let query = sqlx::query_as(&sql).bind(campaign).bind(slice.limit).bind(slice.offset);
        Ok(Page { items: query.fetch_all(self.pool()).await?.into_iter().map(alarm).collect(), total })
    }

    /// The newest campaign of a project that has the alarm, by its number, and the alarm as it is there.
    pub async fn newest_alarm(&self, project: i64, fingerprint: &str) -> Result<Option<(i64, AlarmRow)>> {
        let from = "FROM alarms a JOIN campaigns c ON c.id = a.campaign_id WHERE c.project_id = $1 AND a.fingerprint = $2 \
                    ORDER BY c.number DESC LIMIT 1";
        let sql = format!("SELECT c.number {from}");
        let number: Option<(i64,)> =
            sqlx::query_as(&sql).bind(project).bind(fingerprint).fetch_optional(self.pool()).await?;
        let columns: Vec<String> = COLUMNS.split(", ").map(|c| format!("a.{c}")).collect();
        let sql = format!("SELECT {} {from}", columns.join(", "));
        let row: Option<Row> = sqlx::query_as(&sql).bind(project).bind(fingerprint).fetch_optional(self.pool()).await?;
        Ok(number.zip(row).map(|((number,), row)| (number, alarm(row))))
    }
}
