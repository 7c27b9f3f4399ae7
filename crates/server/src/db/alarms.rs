//! Alarms of campaigns.

use super::{Db, Page, Result, Slice};
use crate::message::AlarmRow;

type Row = (String, String, String, String, i64, String, String, String, Option<String>);

fn alarm((fingerprint, kind, verdict, file, line, function, message, why, suppressed): Row) -> AlarmRow {
    AlarmRow { fingerprint, kind, verdict, file, line, function, message, why, suppressed }
}

impl Db {
    pub async fn add_alarms(&self, campaign: i64, first: i64, rows: &[AlarmRow]) -> Result<()> {
        let mut tx = self.pool().begin().await?;
        for (number, a) in (first..).zip(rows) {
            let sql = "INSERT INTO alarms (campaign_id, number, fingerprint, kind, verdict, file, line, function, message, why, suppressed) \
                       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)";
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
        let sql = "SELECT fingerprint, kind, verdict, file, line, function, message, why, suppressed FROM alarms \
                   WHERE campaign_id = $1 ORDER BY number LIMIT $2 OFFSET $3";
        let query = sqlx::query_as(sql).bind(campaign).bind(slice.limit).bind(slice.offset);
        Ok(Page { items: query.fetch_all(self.pool()).await?.into_iter().map(alarm).collect(), total })
    }
}
