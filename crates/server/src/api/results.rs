//! What campaigns found: functions, alarms, files.

use super::schema::*;
use super::{Result, kept};
use crate::actions::campaigns::find;
use crate::actions::downloads;
use crate::app::Shared;
use crate::db::functions::{Filter, Order};
use crate::message::{AlarmRow, FunctionRow};
use crate::web::ApiActor;
use axum::extract::{Path, Query, State};
use axum::response::Response;
use axum::routing::get;
use axum::{Json, Router};
use serde::Deserialize;

pub fn routes() -> Router<Shared> {
    Router::new()
        .route("/projects/{project}/campaigns/{number}/functions", get(functions))
        .route("/projects/{project}/campaigns/{number}/alarms", get(alarms))
        .route("/projects/{project}/campaigns/{number}/files", get(files))
        .route("/projects/{project}/campaigns/{number}/files/{name}", get(file))
}

#[derive(Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Wanted {
    /// A part of the name or the file.
    #[serde(default)]
    text: String,
    /// Only those with goals that are open, most first.
    #[serde(default)]
    gaps: bool,
    /// Only those with faults, most first.
    #[serde(default)]
    faults: bool,
}

/// Functions with their figures.
#[utoipa::path(get, path = "/projects/{project}/campaigns/{number}/functions", params(("project" = i64, Path), ("number" = i64, Path), Wanted, Part),
    responses((status = 200, body = Listed<FunctionRow>), (status = 401, body = Wrong), (status = 404, body = Wrong)))]
pub async fn functions(
    State(app): State<Shared>,
    ApiActor(actor): ApiActor,
    Path((project, number)): Path<(i64, i64)>,
    Query(wanted): Query<Wanted>,
    Query(part): Query<Part>,
) -> Result<Response> {
    let campaign = find(&app, &actor, project, number).await?;
    let order = match (wanted.gaps, wanted.faults) {
        (true, _) => Order::Gaps,
        (_, true) => Order::Faults,
        _ => Order::Name,
    };
    let slice = part.slice();
    let (id, Wanted { text, gaps, faults }) = (campaign.id, wanted);
    let key = format!("api functions {id} {gaps} {faults} {} {} {text:?}", slice.offset, slice.limit);
    let filter = Filter { text, with_gaps: gaps, with_faults: faults };
    let list = async { Ok(Listed::<FunctionRow>::from(app.db.functions(id, &filter, order, slice).await?)) };
    kept(&app, campaign.state.is_over().then_some(key), list).await
}

/// Alarms, as they should be read.
#[utoipa::path(get, path = "/projects/{project}/campaigns/{number}/alarms", params(("project" = i64, Path), ("number" = i64, Path), Part),
    responses((status = 200, body = Listed<AlarmRow>), (status = 401, body = Wrong), (status = 404, body = Wrong)))]
pub async fn alarms(
    State(app): State<Shared>,
    ApiActor(actor): ApiActor,
    Path((project, number)): Path<(i64, i64)>,
    Query(part): Query<Part>,
) -> Result<Json<Listed<AlarmRow>>> {
    let campaign = find(&app, &actor, project, number).await?;
    Ok(Json(app.db.alarms(campaign.id, part.slice()).await?.into()))
}

/// What can be downloaded of a campaign that is over.
#[utoipa::path(get, path = "/projects/{project}/campaigns/{number}/files", params(("project" = i64, Path), ("number" = i64, Path)),
    responses((status = 200, body = Vec<FileInfo>), (status = 401, body = Wrong), (status = 404, body = Wrong)))]
pub async fn files(
    State(app): State<Shared>,
    ApiActor(actor): ApiActor,
    Path((project, number)): Path<(i64, i64)>,
) -> Result<Json<Vec<FileInfo>>> {
    let all = downloads::list(&app, &actor, project, number).await?;
    Ok(Json(all.into_iter().map(|d| FileInfo { name: d.name, about: d.about }).collect()))
}

/// A file of a campaign that is over: data, the report, or the suite in a format.
#[utoipa::path(get, path = "/projects/{project}/campaigns/{number}/files/{name}", params(("project" = i64, Path), ("number" = i64, Path), ("name" = String, Path)),
    responses((status = 200, content_type = "application/octet-stream", body = Vec<u8>), (status = 401, body = Wrong), (status = 404, body = Wrong), (status = 409, body = Wrong)))]
pub async fn file(
    State(app): State<Shared>,
    ApiActor(actor): ApiActor,
    Path((project, number, name)): Path<(i64, i64, String)>,
) -> Result<Response> {
    Ok(downloads::give(&app, &actor, project, number, &name).await?)
}
