//! Campaigns: what was asked for, where they stand, what came of them in few figures.

use super::{Db, Page, Result, Slice, events, next_number, was_slower};
use crate::campaign_options::CampaignOptions;
use crate::clock;
use crate::message::Figures;
use serde::{Deserialize, Serialize};
use serde_json::json;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum State {
    Queued,
    Running,
    Done,
    Failed,
    Cancelled,
}

impl State {
    pub const ALL: [State; 5] = [State::Queued, State::Running, State::Done, State::Failed, State::Cancelled];

    pub fn name(self) -> &'static str {
        match self {
            State::Queued => "queued",
            State::Running => "running",
            State::Done => "done",
            State::Failed => "failed",
            State::Cancelled => "cancelled",
        }
    }

    pub fn find(name: &str) -> Option<State> {
        State::ALL.into_iter().find(|s| s.name() == name)
    }

    pub fn is_over(self) -> bool {
        !matches!(self, State::Queued | State::Running)
    }
}

#[derive(Clone, Debug)]
pub struct Campaign {
    pub id: i64,
    pub project: i64,
    /// Counted from 1 within the project.
    pub number: i64,
    pub upload: i64,
    /// Of the upload, counted within the project.
    pub upload_number: i64,
    pub options: CampaignOptions,
    pub state: State,
    pub priority: i64,
    pub user: String,
    pub created: i64,
    pub started: Option<i64>,
    pub ended: Option<i64>,
    /// How often it was begun.
    pub attempts: i64,
    /// Somebody wants it to end.
    pub cancelled: bool,
    /// Why it failed.
    pub why: Option<String>,
    pub figures: Option<Figures>,
}

const COLUMNS: &str = "c.id, c.project_id, c.number, c.upload_id, c.options, c.state, c.priority, u.name, c.created, c.started, \
                       c.ended, c.attempts, c.cancelled, c.why, c.figures, s.number FROM campaigns c JOIN users u ON u.id = c.user_id JOIN uploads s ON s.id = c.upload_id";
type Row = (
    i64,
    i64,
    i64,
    i64,
    String,
    String,
    i64,
    String,
    i64,
    Option<i64>,
    Option<i64>,
    i64,
    i64,
    Option<String>,
    Option<String>,
    i64,
);

fn campaign(row: Row) -> Result<Campaign> {
    let (
        id,
        project,
        number,
        upload,
        options,
        state,
        priority,
        user,
        created,
        started,
        ended,
        attempts,
        cancelled,
        why,
        figures,
        upload_number,
    ) = row;
    Ok(Campaign {
        id,
        project,
        number,
        upload,
        upload_number,
        options: serde_json::from_str(&options)?,
        state: State::find(&state).unwrap_or(State::Failed),
        priority,
        user,
        created,
        started,
        ended,
        attempts,
        cancelled: cancelled != 0,
        why,
        figures: figures.map(|f| serde_json::from_str(&f)).transpose()?,
    })
}

impl Db {
    /// Gives its id and number.
    pub async fn add_campaign(
        &self,
        project: i64,
        upload: i64,
        options: &CampaignOptions,
        priority: i64,
        user: i64,
    ) -> Result<(i64, i64)> {
        let sql = format!(
            "INSERT INTO campaigns (project_id, number, upload_id, options, state, priority, user_id, created, attempts, cancelled) \
             VALUES ($1, {}, $2, $3, 'queued', $4, $5, $6, 0, 0) RETURNING id, number",
            next_number("campaigns", "last_campaign")
        );
        let options = serde_json::to_string(options)?;
        let mut tries = 0;
        loop {
            let query = sqlx::query_as(&sql).bind(project).bind(upload).bind(&options).bind(priority).bind(user);
            match query.bind(clock::now()).fetch_one(self.pool()).await {
                Err(e) if was_slower(&e, tries) => tries += 1,
                done => return Ok(done?),
            }
        }
    }

    pub async fn campaign(&self, id: i64) -> Result<Option<Campaign>> {
        let sql = format!("SELECT {COLUMNS} WHERE c.id = $1");
        sqlx::query_as(&sql).bind(id).fetch_optional(self.pool()).await?.map(campaign).transpose()
    }

    pub async fn campaign_by_number(&self, project: i64, number: i64) -> Result<Option<Campaign>> {
        let sql = format!("SELECT {COLUMNS} WHERE c.project_id = $1 AND c.number = $2");
        let query = sqlx::query_as(&sql).bind(project).bind(number);
        query.fetch_optional(self.pool()).await?.map(campaign).transpose()
    }

    /// The newest first.
    pub async fn campaigns(&self, project: i64, slice: Slice) -> Result<Page<Campaign>> {
        let count = sqlx::query_as("SELECT COUNT(*) FROM campaigns WHERE project_id = $1").bind(project);
        let (total,): (i64,) = count.fetch_one(self.pool()).await?;
        let sql = format!("SELECT {COLUMNS} WHERE c.project_id = $1 ORDER BY c.number DESC LIMIT $2 OFFSET $3");
        let query = sqlx::query_as(&sql).bind(project).bind(slice.limit).bind(slice.offset);
        let items = query.fetch_all(self.pool()).await?.into_iter().map(campaign).collect::<Result<_>>()?;
        Ok(Page { items, total })
    }

    /// With all that it found; the files are the caller's business. `false`: it waits or runs.
    pub async fn remove_campaign(&self, c: &Campaign) -> Result<bool> {
        let mut tx = self.begin().await?;
        let sql = "UPDATE projects SET last_campaign = $1 WHERE id = $2 AND last_campaign < $1";
        sqlx::query(sql).bind(c.number).bind(c.project).execute(&mut *tx).await?;
        let sql = "DELETE FROM campaigns WHERE id = $1 AND state NOT IN ('queued', 'running')";
        let removed = sqlx::query(sql).bind(c.id).execute(&mut *tx).await?.rows_affected() == 1;
        tx.commit().await?;
        Ok(removed)
    }

    /// Those that wait or run.
    pub async fn unfinished(&self) -> Result<Vec<Campaign>> {
        let sql = format!("SELECT {COLUMNS} WHERE c.state IN ('queued', 'running') ORDER BY c.id LIMIT 10000");
        sqlx::query_as(&sql).fetch_all(self.pool()).await?.into_iter().map(campaign).collect()
    }

    /// How many of a user's campaigns wait or run.
    pub async fn unfinished_of(&self, user: i64) -> Result<i64> {
        let sql = "SELECT COUNT(*) FROM campaigns WHERE user_id = $1 AND state IN ('queued', 'running')";
        let (count,): (i64,) = sqlx::query_as(sql).bind(user).fetch_one(self.pool()).await?;
        Ok(count)
    }

    /// Milliseconds that campaigns of each project have run since then.
    pub async fn used_since(&self, since: i64) -> Result<Vec<(i64, i64)>> {
        let sql = "SELECT project_id, CAST(SUM(COALESCE(ended, $1) - started) AS BIGINT) FROM campaigns \
                   WHERE started IS NOT NULL AND started > $2 GROUP BY project_id";
        Ok(sqlx::query_as(sql).bind(clock::now()).bind(since).fetch_all(self.pool()).await?)
    }

    /// Takes a campaign that waits; `false`: somebody else was quicker, or it was cancelled.
    pub async fn begin_campaign(&self, id: i64) -> Result<bool> {
        let sql = "UPDATE campaigns SET state = 'running', started = COALESCE(started, $1), attempts = attempts + 1 \
                   WHERE id = $2 AND state = 'queued'";
        Ok(sqlx::query(sql).bind(clock::now()).bind(id).execute(self.pool()).await?.rows_affected() == 1)
    }

    /// The service ended in the middle of it: it waits again.
    pub async fn requeue_campaign(&self, id: i64) -> Result<()> {
        let sql = "UPDATE campaigns SET state = 'queued' WHERE id = $1 AND state = 'running'";
        sqlx::query(sql).bind(id).execute(self.pool()).await?;
        Ok(())
    }

    /// With its last event, so that whoever sees that it is over sees all that happened. Gives the number of the event.
    pub async fn end_campaign(
        &self,
        id: i64,
        state: State,
        why: Option<&str>,
        figures: Option<&Figures>,
    ) -> Result<i64> {
        let last = json!({"event": state.name(), "why": why, "figures": figures}).to_string();
        let mut tx = self.begin().await?;
        let sql = "UPDATE campaigns SET state = $1, ended = $2, why = $3, figures = $4 WHERE id = $5";
        let figures = figures.map(serde_json::to_string).transpose()?;
        let query = sqlx::query(sql).bind(state.name()).bind(clock::now()).bind(why).bind(figures).bind(id);
        query.execute(&mut *tx).await?;
        let number = events::append(&mut tx, id, &[(clock::now(), last)]).await?;
        tx.commit().await?;
        Ok(number)
    }

    /// Notes the wish; one that still waits is over at once. Gives the number of its last event then.
    pub async fn cancel_campaign(&self, id: i64) -> Result<Option<i64>> {
        let mut tx = self.begin().await?;
        sqlx::query("UPDATE campaigns SET cancelled = 1 WHERE id = $1 AND state IN ('queued', 'running')")
            .bind(id)
            .execute(&mut *tx)
            .await?;
        let sql = "UPDATE campaigns SET state = 'cancelled', ended = $1 WHERE id = $2 AND state = 'queued'";
        let waited = sqlx::query(sql).bind(clock::now()).bind(id).execute(&mut *tx).await?.rows_affected();
        let last = json!({"event": State::Cancelled.name()}).to_string();
        let number = match waited {
            0 => None,
            _ => Some(events::append(&mut tx, id, &[(clock::now(), last)]).await?),
        };
        tx.commit().await?;
        Ok(number)
    }
}
