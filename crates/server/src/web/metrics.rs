//! For those who look after the service: whether it works, and figures in the form of Prometheus.

use crate::app::Shared;
use crate::db::campaigns::State as Standing;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use std::fmt::Write;

pub async fn health(State(app): State<Shared>) -> Response {
    match app.db.ping().await {
        Ok(()) => "ok\n".into_response(),
        Err(e) => {
            tracing::error!(why = %e, "the database does not answer");
            (StatusCode::SERVICE_UNAVAILABLE, "the database does not answer\n").into_response()
        }
    }
}

/// Nothing here tells about projects or people: it needs no password.
pub async fn metrics(State(app): State<Shared>) -> Response {
    let all = app.db.unfinished().await.unwrap_or_default();
    let count = |state: Standing| all.iter().filter(|c| c.state == state).count();
    let mut text = String::new();
    let mut gauge = |name: &str, help: &str, value: u64| {
        let _ =
            write!(text, "# HELP crescendo_{name} {help}\n# TYPE crescendo_{name} gauge\ncrescendo_{name} {value}\n");
    };
    gauge("campaigns_queued", "Campaigns that wait.", count(Standing::Queued) as u64);
    gauge("campaigns_running", "Campaigns that run.", count(Standing::Running) as u64);
    gauge("campaign_slots", "Campaigns that can run at the same time.", app.settings.slots as u64);
    let memory = crate::queue::memory_of(std::process::id());
    gauge("memory_bytes", "Memory of the service with its campaigns.", memory);
    if let Some(cluster) = &app.cluster {
        let workers = cluster.presence.all();
        let (ours, others): (Vec<_>, Vec<_>) = workers.iter().partition(|w| w.is_ours());
        gauge("workers", "Workers that take jobs.", ours.len() as u64);
        gauge("worker_slots", "Jobs that they can be at together.", ours.iter().map(|w| w.slots as u64).sum());
        gauge("worker_jobs", "Jobs that they are at.", ours.iter().map(|w| w.busy as u64).sum());
        gauge("workers_of_other_builds", "Workers that take no jobs of this service.", others.len() as u64);
    }
    gauge("sandboxed", "Whether uploaded code runs in a sandbox.", app.sandbox.is_some() as u64);
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], text).into_response()
}
