//! Campaigns and what happens in them.

use super::schema::*;
use super::{Body, Result};
use crate::actions::campaigns;
use crate::app::Shared;
use crate::auth::Role;
use crate::db::Slice;
use crate::web::{ApiActor, live};
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::response::Response;
use axum::routing::{get, post};
use axum::{Json, Router};
use serde::Deserialize;

pub fn routes() -> Router<Shared> {
    Router::new()
        .route("/projects/{project}/campaigns", get(list).post(start))
        .route("/projects/{project}/trend", get(trend))
        .route("/projects/{project}/campaigns/{number}", get(one).delete(remove))
        .route("/projects/{project}/campaigns/{number}/cancel", post(cancel))
        .route("/projects/{project}/campaigns/{number}/events", get(events))
        .route("/projects/{project}/campaigns/{number}/events/stream", get(stream))
}

/// The campaigns of a project, the newest first.
#[utoipa::path(get, path = "/projects/{project}/campaigns", params(("project" = i64, Path), Part),
    responses((status = 200, body = Listed<CampaignInfo>), (status = 401, body = Wrong), (status = 404, body = Wrong)))]
pub async fn list(
    State(app): State<Shared>,
    ApiActor(actor): ApiActor,
    Path(project): Path<i64>,
    Query(part): Query<Part>,
) -> Result<Json<Listed<CampaignInfo>>> {
    app.in_project(&actor, project, Role::Viewer).await?;
    let page = app.db.campaigns(project, part.slice()).await?;
    let items = page.items.into_iter().map(|c| CampaignInfo::new(&app, c)).collect();
    Ok(Json(Listed { items, total: page.total }))
}

/// Starts a campaign: it waits for its turn.
#[utoipa::path(post, path = "/projects/{project}/campaigns", params(("project" = i64, Path)), request_body = NewCampaign,
    responses((status = 201, body = CampaignInfo), (status = 401, body = Wrong), (status = 403, body = Wrong), (status = 404, body = Wrong), (status = 422, body = Wrong), (status = 429, body = Wrong)))]
pub async fn start(
    State(app): State<Shared>,
    ApiActor(actor): ApiActor,
    Path(project): Path<i64>,
    Body(new): Body<NewCampaign>,
) -> Result<(StatusCode, Json<CampaignInfo>)> {
    let campaign = campaigns::start(&app, &actor, project, new.upload, &new.options, new.priority).await?;
    Ok((StatusCode::CREATED, Json(CampaignInfo::new(&app, campaign))))
}

/// A campaign.
#[utoipa::path(get, path = "/projects/{project}/campaigns/{number}", params(("project" = i64, Path), ("number" = i64, Path)),
    responses((status = 200, body = CampaignInfo), (status = 401, body = Wrong), (status = 404, body = Wrong)))]
pub async fn one(
    State(app): State<Shared>,
    ApiActor(actor): ApiActor,
    Path((project, number)): Path<(i64, i64)>,
) -> Result<Json<CampaignInfo>> {
    let campaign = campaigns::find(&app, &actor, project, number).await?;
    Ok(Json(CampaignInfo::new(&app, campaign)))
}

/// Ends a campaign; what it has found is kept.
#[utoipa::path(post, path = "/projects/{project}/campaigns/{number}/cancel", params(("project" = i64, Path), ("number" = i64, Path)),
    responses((status = 200, body = CampaignInfo), (status = 401, body = Wrong), (status = 403, body = Wrong), (status = 404, body = Wrong)))]
pub async fn cancel(
    State(app): State<Shared>,
    ApiActor(actor): ApiActor,
    Path((project, number)): Path<(i64, i64)>,
) -> Result<Json<CampaignInfo>> {
    let campaign = campaigns::cancel(&app, &actor, project, number).await?;
    Ok(Json(CampaignInfo::new(&app, campaign)))
}

/// Removes a campaign that is over, with all that it found. By session only.
#[utoipa::path(delete, path = "/projects/{project}/campaigns/{number}", params(("project" = i64, Path), ("number" = i64, Path)),
    responses((status = 204), (status = 401, body = Wrong), (status = 403, body = Wrong), (status = 404, body = Wrong), (status = 409, body = Wrong)))]
pub async fn remove(
    State(app): State<Shared>,
    ApiActor(actor): ApiActor,
    Path((project, number)): Path<(i64, i64)>,
) -> Result<StatusCode> {
    campaigns::remove(&app, &actor, project, number).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// What came of the newest campaigns that have figures (up to 500), the oldest of them first.
#[utoipa::path(get, path = "/projects/{project}/trend", params(("project" = i64, Path)),
    responses((status = 200, body = Listed<TrendPoint>), (status = 401, body = Wrong), (status = 404, body = Wrong)))]
pub async fn trend(
    State(app): State<Shared>,
    ApiActor(actor): ApiActor,
    Path(project): Path<i64>,
) -> Result<Json<Listed<TrendPoint>>> {
    app.in_project(&actor, project, Role::Viewer).await?;
    let (points, total) = app.db.trend(project, Slice::MOST).await?;
    Ok(Json(Listed { items: points.into_iter().map(TrendPoint::from).collect(), total }))
}

#[derive(Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct After {
    /// The number of the last event that is known.
    #[serde(default)]
    after: i64,
}

/// What happened behind a number, up to 500 events; they are numbered from 1 on, without gaps.
#[utoipa::path(get, path = "/projects/{project}/campaigns/{number}/events", params(("project" = i64, Path), ("number" = i64, Path), After),
    responses((status = 200, body = Vec<EventInfo>), (status = 401, body = Wrong), (status = 404, body = Wrong)))]
pub async fn events(
    State(app): State<Shared>,
    ApiActor(actor): ApiActor,
    Path((project, number)): Path<(i64, i64)>,
    Query(After { after }): Query<After>,
) -> Result<Json<Vec<EventInfo>>> {
    let campaign = campaigns::find(&app, &actor, project, number).await?;
    let found = app.db.events_after(campaign.id, after, Slice::MOST).await?;
    Ok(Json(found.into_iter().map(EventInfo::from).collect()))
}

/// The same as server-sent events, to the end of the campaign.
#[utoipa::path(get, path = "/projects/{project}/campaigns/{number}/events/stream", params(("project" = i64, Path), ("number" = i64, Path), After),
    responses((status = 200, content_type = "text/event-stream", body = String), (status = 401, body = Wrong), (status = 404, body = Wrong)))]
pub async fn stream(
    State(app): State<Shared>,
    ApiActor(actor): ApiActor,
    Path((project, number)): Path<(i64, i64)>,
    Query(After { after }): Query<After>,
) -> Result<Response> {
    Ok(live::stream_events(app.clone(), &actor, project, number, after).await?)
}
