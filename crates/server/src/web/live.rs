//! What happens in a campaign, as server-sent events. They come from the database, in order, from any number on; who was
//! away asks for what came after the last one seen, which browsers do by themselves.

use crate::actions::campaigns::find;
use crate::app::Shared;
use crate::auth::Actor;
use crate::fault::Result;
use crate::web::SignedIn;
use axum::Router;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, header};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use futures_util::stream::{self, Stream, StreamExt};
use serde::Deserialize;
use std::convert::Infallible;
use std::time::Duration;

/// Events that are read at once.
const PART: i64 = 500;

/// Someone else may have written to the database.
const LOOK: Duration = Duration::from_secs(3);

pub fn routes() -> Router<Shared> {
    Router::new()
        .route("/projects/{project}/campaigns/{number}/events", get(events))
        .route("/projects/{project}/campaigns/{number}/live", get(snapshot))
}

#[derive(Deserialize)]
struct From {
    #[serde(default)]
    after: i64,
}

async fn events(
    State(app): State<Shared>,
    SignedIn(actor): SignedIn,
    Path((project, number)): Path<(i64, i64)>,
    Query(from): Query<From>,
    headers: HeaderMap,
) -> Result<Response> {
    let seen = headers.get("last-event-id").and_then(|v| v.to_str().ok()?.parse().ok());
    stream_events(app, &actor, project, number, seen.unwrap_or(from.after)).await
}

/// A stream that ends with the campaign.
pub async fn stream_events(app: Shared, actor: &Actor, project: i64, number: i64, after: i64) -> Result<Response> {
    let campaign = find(&app, actor, project, number).await?.id;
    let stream = follow(app, campaign, after);
    let alive = KeepAlive::new().interval(Duration::from_secs(15));
    Ok(Sse::new(stream).keep_alive(alive).into_response())
}

fn follow(app: Shared, campaign: i64, after: i64) -> impl Stream<Item = Result<Event, Infallible>> {
    let news = app.hub.watch(campaign);
    let parts = stream::unfold((app, after, news, false), move |(app, mut after, mut news, done)| async move {
        if done {
            return None;
        }
        loop {
            // The last event comes with the end: once it is over, the events that are read then are all there are.
            let state = app.db.campaign(campaign).await.ok().flatten()?.state;
            let found = app.db.events_after(campaign, after, PART).await.ok()?;
            let ended = state.is_over() && (found.len() as i64) < PART;
            if let Some(last) = found.last() {
                after = last.number;
                let mut events: Vec<_> = found.iter().map(|e| Ok(as_event(e.number, &e.what))).collect();
                if ended {
                    events.push(Ok(Event::default().event("end").data(state.name())));
                }
                return Some((stream::iter(events), (app, after, news, ended)));
            }
            if state.is_over() {
                let end = vec![Ok(Event::default().event("end").data(state.name()))];
                return Some((stream::iter(end), (app, after, news, true)));
            }
            let _ = tokio::time::timeout(LOOK, news.changed()).await;
        }
    });
    parts.flatten()
}

fn as_event(number: i64, what: &str) -> Event {
    // JSON has no line breaks outside of texts, and none in them.
    Event::default().id(number.to_string()).data(what)
}

/// All that happened so far, in short: a page starts from it and goes on with the events behind it.
async fn snapshot(
    State(app): State<Shared>,
    SignedIn(actor): SignedIn,
    Path((project, number)): Path<(i64, i64)>,
) -> Result<Response> {
    let campaign = find(&app, &actor, project, number).await?;
    let json = app.snapshots.json(&app.db, campaign.id).await?;
    Ok(([(header::CONTENT_TYPE, "application/json")], json).into_response())
}
