//! Goals that no test covers, and why they may stay so.

use super::schema::*;
use super::{Body, Result, kept};
use crate::actions::campaigns::find;
use crate::app::Shared;
use crate::clock;
use crate::db::gaps::{Filter, Gap, Justification, Standing, Wanted};
use crate::message::GapRow;
use crate::web::ApiActor;
use axum::extract::{Path, Query, State};
use axum::response::Response;
use axum::routing::get;
use axum::{Json, Router};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

pub fn routes() -> Router<Shared> {
    Router::new()
        .route("/projects/{project}/campaigns/{number}/gaps", get(list))
        .route("/projects/{project}/gaps/{mark}", get(one).put(justify))
}

#[derive(Serialize, ToSchema)]
pub struct GapInfo {
    pub goal: GapRow,
    pub standing: Standing,
    /// The last word about it.
    pub justification: Option<JustificationInfo>,
}

#[derive(Serialize, ToSchema)]
pub struct JustificationInfo {
    /// Nothing: what was said before is taken back.
    pub text: String,
    pub by: String,
    pub at: String,
    /// Of the function when it was signed.
    pub content: String,
}

impl From<Justification> for JustificationInfo {
    fn from(j: Justification) -> JustificationInfo {
        JustificationInfo { text: j.said, by: j.user, at: clock::iso(j.at), content: j.content }
    }
}

impl From<Gap> for GapInfo {
    fn from(gap: Gap) -> GapInfo {
        let standing = gap.standing();
        GapInfo { goal: gap.row, standing, justification: gap.justification.map(JustificationInfo::from) }
    }
}

/// A goal with all that was ever said about it.
#[derive(Serialize, ToSchema)]
pub struct JustifiedGap {
    /// The newest campaign that has it.
    pub campaign: i64,
    pub gap: GapInfo,
    pub history: Vec<JustificationInfo>,
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewJustification {
    /// Why the goal may stay uncovered; nothing takes back what was said.
    pub text: String,
}

#[derive(Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Which {
    /// A part of the function's name or of the file.
    #[serde(default)]
    text: String,
    /// statement, branch, mcdc or boundary; absent: all.
    #[serde(default)]
    criterion: String,
    #[serde(default)]
    #[param(inline)]
    show: Wanted,
}

/// Goals that no test of the campaign covers.
#[utoipa::path(get, path = "/projects/{project}/campaigns/{number}/gaps", params(("project" = i64, Path), ("number" = i64, Path), Which, Part),
    responses((status = 200, body = Listed<GapInfo>), (status = 401, body = Wrong), (status = 404, body = Wrong)))]
pub async fn list(
    State(app): State<Shared>,
    ApiActor(actor): ApiActor,
    Path((project, number)): Path<(i64, i64)>,
    Query(which): Query<Which>,
    Query(part): Query<Part>,
) -> Result<Response> {
    let campaign = find(&app, &actor, project, number).await?;
    let (id, slice) = (campaign.id, part.slice());
    let Which { text, criterion, show } = which;
    // Nothing that was signed is ever changed: the last one tells all of them.
    let last = app.db.last_justification(project).await?;
    let (offset, limit) = (slice.offset, slice.limit);
    let key = format!("api gaps {id} {last} {offset} {limit} {} {criterion:?} {text:?}", show.name());
    let filter = Filter { text, criterion, wanted: show };
    let list = async { Ok(Listed::<GapInfo>::from(app.db.gaps(project, id, &filter, slice).await?)) };
    kept(&app, campaign.state.is_over().then_some(key), list).await
}

/// A goal of the project, by its mark.
#[utoipa::path(get, path = "/projects/{project}/gaps/{mark}", params(("project" = i64, Path), ("mark" = String, Path)),
    responses((status = 200, body = JustifiedGap), (status = 401, body = Wrong), (status = 404, body = Wrong)))]
pub async fn one(
    State(app): State<Shared>,
    ApiActor(actor): ApiActor,
    Path((project, mark)): Path<(i64, String)>,
) -> Result<Json<JustifiedGap>> {
    let (campaign, gap) = app.gap(&actor, project, &mark).await?;
    let history = app.db.justification_history(project, &mark).await?;
    let history = history.into_iter().map(JustificationInfo::from).collect();
    Ok(Json(JustifiedGap { campaign, gap: gap.into(), history }))
}

/// Signs why a goal may stay uncovered; it counts for as long as the function says the same.
#[utoipa::path(put, path = "/projects/{project}/gaps/{mark}", params(("project" = i64, Path), ("mark" = String, Path)), request_body = NewJustification,
    responses((status = 200, body = JustifiedGap), (status = 401, body = Wrong), (status = 403, body = Wrong), (status = 404, body = Wrong), (status = 422, body = Wrong)))]
pub async fn justify(
    State(app): State<Shared>,
    ApiActor(actor): ApiActor,
    Path((project, mark)): Path<(i64, String)>,
    Body(new): Body<NewJustification>,
) -> Result<Json<JustifiedGap>> {
    app.justify(&actor, project, &mark, &new.text).await?;
    one(State(app), ApiActor(actor), Path((project, mark))).await
}
