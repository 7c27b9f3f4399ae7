//! HTTP: routes, who asks, headers that every answer has. `pages` and `api` hold what is answered.

pub mod assets;
mod guard;
mod identity;
pub mod live;
mod metrics;
pub mod report;

pub use identity::{Announced, ApiActor, SignedIn, check_csrf, session_cookie, session_of};

use crate::app::Shared;
use crate::{api, pages};
use axum::extract::DefaultBodyLimit;
use axum::routing::get;
use axum::{Router, middleware};

/// Bytes of a form, at most. Uploads have a limit of their own.
const LARGEST_FORM: usize = 1 << 20;

pub fn router(app: Shared) -> Router {
    let pages = pages::routes().merge(report::routes()).merge(live::routes());
    let pages = pages.layer(middleware::from_fn(guard::same_site));
    Router::new()
        .merge(pages)
        .nest("/api/v1", api::routes())
        .route("/assets/{name}", get(assets::asset))
        .route("/healthz", get(metrics::health))
        .route("/metrics", get(metrics::metrics))
        .fallback(pages::nothing_here)
        .layer(DefaultBodyLimit::max(LARGEST_FORM))
        .layer(middleware::from_fn_with_state(app.clone(), guard::headers))
        .with_state(app)
}
