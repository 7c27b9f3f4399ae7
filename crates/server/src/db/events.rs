//! What happened in campaigns, numbered without gaps from 1 on: whoever reconnects asks for what came after a number.

use super::{Db, Result, patient};
use sqlx::{Any, Transaction};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stored {
    pub number: i64,
    pub at: i64,
    /// JSON.
    pub what: String,
}

/// As part of something else.
pub async fn append(tx: &mut Transaction<'_, Any>, campaign: i64, events: &[(i64, String)]) -> Result<i64> {
    // Whoever else adds to it waits: numbers have no gaps.
    let sql = "UPDATE campaigns SET attempts = attempts WHERE id = $1";
    sqlx::query(sql).bind(campaign).execute(&mut **tx).await?;
    let sql = "SELECT COALESCE(MAX(number), 0) FROM events WHERE campaign_id = $1";
    let (mut last,): (i64,) = sqlx::query_as(sql).bind(campaign).fetch_one(&mut **tx).await?;
    for (at, what) in events {
        last += 1;
        let sql = "INSERT INTO events (campaign_id, number, at, what) VALUES ($1, $2, $3, $4)";
        sqlx::query(sql).bind(campaign).bind(last).bind(at).bind(what).execute(&mut **tx).await?;
    }
    Ok(last)
}

impl Db {
    /// Adds events behind those that are there, all or none; gives the number of the last one.
    pub async fn add_events(&self, campaign: i64, events: &[(i64, String)]) -> Result<i64> {
        let mut tx = self.begin().await?;
        let last = append(&mut tx, campaign, events).await?;
        tx.commit().await?;
        Ok(last)
    }

    /// The same, for as long as it takes, and once: a connection may be lost when all is done and nobody has said so.
    pub async fn add_events_surely(&self, campaign: i64, events: &[(i64, String)]) -> Result<i64> {
        let mut again = false;
        patient("storing events", || {
            let first = !std::mem::replace(&mut again, true);
            async move {
                match (first, events.last()) {
                    (false, Some(last)) => match self.number_of(campaign, last).await? {
                        Some(number) => Ok(number),
                        None => self.add_events(campaign, events).await,
                    },
                    _ => self.add_events(campaign, events).await,
                }
            }
        })
        .await
    }

    pub async fn last_event(&self, campaign: i64) -> Result<i64> {
        let sql = "SELECT COALESCE(MAX(number), 0) FROM events WHERE campaign_id = $1";
        let (last,): (i64,) = sqlx::query_as(sql).bind(campaign).fetch_one(self.pool()).await?;
        Ok(last)
    }

    async fn number_of(&self, campaign: i64, (at, what): &(i64, String)) -> Result<Option<i64>> {
        let sql = "SELECT MAX(number) FROM events WHERE campaign_id = $1 AND at = $2 AND what = $3";
        let query = sqlx::query_as(sql).bind(campaign).bind(at).bind(what);
        let (number,): (Option<i64>,) = query.fetch_one(self.pool()).await?;
        Ok(number)
    }

    /// The next ones behind a number.
    pub async fn events_after(&self, campaign: i64, number: i64, limit: i64) -> Result<Vec<Stored>> {
        let sql = "SELECT number, at, what FROM events WHERE campaign_id = $1 AND number > $2 ORDER BY number LIMIT $3";
        let query = sqlx::query_as(sql).bind(campaign).bind(number).bind(limit);
        let rows: Vec<(i64, i64, String)> = query.fetch_all(self.pool()).await?;
        Ok(rows.into_iter().map(|(number, at, what)| Stored { number, at, what }).collect())
    }
}
