//! Which campaign runs next, and running it.
//!
//! `fair` decides, `run` runs one in a process of its own, `crescendo-confined` sees that it does not take too much.

mod fair;
mod run;

use crate::app::Shared;
use crate::clock;
use crate::db::campaigns::State;
use fair::Waiting;
pub use run::{COMMAND, has_report, seen_at};
use serde_json::json;
use std::sync::Arc;
use std::time::Duration;

/// Campaigns that were begun so often and never came to an end are not begun again.
const MOST_ATTEMPTS: i64 = 3;

/// How far back the share of a project counts.
const SHARE: i64 = clock::DAY;

/// Puts back what ran when the service ended.
pub async fn recover(app: &Shared) -> crate::db::Result<()> {
    let folders = app.folders.clone();
    // Before anything new lies there.
    let _ = tokio::task::spawn_blocking(move || folders.tidy_all()).await;
    for campaign in app.db.unfinished().await?.into_iter().filter(|c| c.state == State::Running) {
        if campaign.attempts >= MOST_ATTEMPTS {
            let why = format!("the service ended {MOST_ATTEMPTS} times while it ran");
            app.db.end_campaign(campaign.id, State::Failed, Some(&why), None).await?;
        } else if campaign.cancelled {
            app.db.end_campaign(campaign.id, State::Cancelled, None, None).await?;
        } else {
            app.db.requeue_campaign(campaign.id).await?;
            tell(app, campaign.id, &[json!({"event": "interrupted"})]).await?;
        }
    }
    Ok(())
}

/// Starts campaigns for as long as the service lives.
pub async fn work(app: Shared) {
    loop {
        while let Some(next) = next(&app).await {
            let ends = Arc::new(tokio::sync::Notify::new());
            app.running.lock().expect("nobody panics with it").insert(next, ends.clone());
            let app = app.clone();
            tokio::spawn(async move {
                run::run(&app, next, &ends).await;
                app.running.lock().expect("nobody panics with it").remove(&next);
                app.wake.notify_one();
            });
        }
        // Somebody tells when there is something; a look now and then costs nothing.
        let _ = tokio::time::timeout(Duration::from_secs(10), app.wake.notified()).await;
    }
}

/// The next campaign, already taken; `None`: nothing waits, or nothing more may run.
async fn next(app: &Shared) -> Option<i64> {
    if app.running.lock().expect("nobody panics with it").len() >= app.settings.slots {
        return None;
    }
    let found = async {
        let all = app.db.unfinished().await?;
        let used = app.db.used_since(clock::now() - SHARE).await?;
        let waiting: Vec<Waiting> = fair::waiting(&all, &used);
        let Some(next) = fair::choose(&waiting) else { return Ok(None) };
        Ok(app.db.begin_campaign(next).await?.then_some(next))
    };
    found.await.unwrap_or_else(|e: crate::db::DbError| {
        tracing::error!(why = %e, "the queue could not be read");
        None
    })
}

/// Bytes that a process and all below it take.
pub fn memory_of(process: u32) -> u64 {
    crescendo_confined::taken(process).memory
}

/// Stores what the service itself has to say of a campaign, and wakes those who watch.
pub async fn tell(app: &Shared, campaign: i64, events: &[serde_json::Value]) -> crate::db::Result<()> {
    let now = clock::now();
    let lines: Vec<(i64, String)> = events.iter().map(|e| (now, e.to_string())).collect();
    let last = app.db.add_events_surely(campaign, &lines).await?;
    app.hub.tell(campaign, last);
    Ok(())
}
