//! Reviews of alarms, and two campaigns side by side.

use super::schema::*;
use super::{Body, Result};
use crate::actions::campaigns::find;
use crate::actions::reviews::is_fingerprint;
use crate::actions::suppressions::{LARGEST, Taken};
use crate::app::Shared;
use crate::auth::Role;
use crate::clock;
use crate::db::reviews::{Review, Status};
use crate::fault::Fault;
use crate::message::{AlarmRow, FunctionRow};
use crate::web::ApiActor;
use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, Path, Query, State};
use axum::routing::get;
use axum::{Json, Router};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

pub fn routes() -> Router<Shared> {
    Router::new()
        .route("/projects/{project}/alarms/{fingerprint}", get(one).put(set))
        .route(
            "/projects/{project}/suppressions",
            get(suppressions).post(take_suppressions).layer(DefaultBodyLimit::max(LARGEST)),
        )
        .route("/projects/{project}/compare", get(compare))
}

/// An alarm with what people said.
#[derive(Serialize, ToSchema)]
pub struct ReviewedAlarm {
    /// The newest campaign that has it.
    pub campaign: i64,
    pub alarm: AlarmRow,
    pub review: Review,
    pub history: Vec<RemarkInfo>,
}

#[derive(Serialize, ToSchema)]
pub struct RemarkInfo {
    pub at: String,
    pub by: String,
    pub status: Status,
    pub assignee: String,
    pub comment: String,
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewReview {
    pub status: Status,
    /// A member's name, or nothing.
    #[serde(default)]
    pub assignee: String,
    #[serde(default)]
    pub comment: String,
}

async fn found(app: &Shared, project: i64, fingerprint: &str) -> Result<ReviewedAlarm> {
    let newest = match is_fingerprint(fingerprint) {
        true => app.db.newest_alarm(project, fingerprint).await?,
        false => None,
    };
    let (campaign, alarm) = newest.ok_or(Fault::NotFound("alarm"))?;
    let history = app.db.review_history(project, fingerprint).await?;
    let remark = |r: crate::db::reviews::Remark| RemarkInfo {
        at: clock::iso(r.at),
        by: r.user,
        status: r.status,
        assignee: r.assignee,
        comment: r.comment,
    };
    let review = app.db.review(project, fingerprint).await?;
    Ok(ReviewedAlarm { campaign, alarm, review, history: history.into_iter().map(remark).collect() })
}

/// An alarm of the project, by its fingerprint.
#[utoipa::path(get, path = "/projects/{project}/alarms/{fingerprint}", params(("project" = i64, Path), ("fingerprint" = String, Path)),
    responses((status = 200, body = ReviewedAlarm), (status = 401, body = Wrong), (status = 404, body = Wrong)))]
pub async fn one(
    State(app): State<Shared>,
    ApiActor(actor): ApiActor,
    Path((project, fingerprint)): Path<(i64, String)>,
) -> Result<Json<ReviewedAlarm>> {
    app.in_project(&actor, project, Role::Viewer).await?;
    Ok(Json(found(&app, project, &fingerprint).await?))
}

/// Says what an alarm is; it stays so in later campaigns.
#[utoipa::path(put, path = "/projects/{project}/alarms/{fingerprint}", params(("project" = i64, Path), ("fingerprint" = String, Path)), request_body = NewReview,
    responses((status = 200, body = ReviewedAlarm), (status = 401, body = Wrong), (status = 403, body = Wrong), (status = 404, body = Wrong), (status = 422, body = Wrong)))]
pub async fn set(
    State(app): State<Shared>,
    ApiActor(actor): ApiActor,
    Path((project, fingerprint)): Path<(i64, String)>,
    Body(new): Body<NewReview>,
) -> Result<Json<ReviewedAlarm>> {
    let review = Review { status: new.status, assignee: new.assignee };
    app.set_review(&actor, project, &fingerprint, &review, &new.comment).await?;
    Ok(Json(found(&app, project, &fingerprint).await?))
}

/// Alarms that are reviewed as false or intentional, as a file for `crescendo check --suppressions`.
#[utoipa::path(get, path = "/projects/{project}/suppressions", params(("project" = i64, Path)),
    responses((status = 200, content_type = "text/plain", body = String), (status = 401, body = Wrong), (status = 404, body = Wrong)))]
pub async fn suppressions(
    State(app): State<Shared>,
    ApiActor(actor): ApiActor,
    Path(project): Path<i64>,
) -> Result<String> {
    Ok(app.suppressions(&actor, project).await?)
}

/// Takes such a file, or SARIF with suppressions, for reviews of alarms that nobody has reviewed yet.
#[utoipa::path(post, path = "/projects/{project}/suppressions", params(("project" = i64, Path)), request_body(content = String, content_type = "text/plain"),
    responses((status = 200, body = Taken), (status = 401, body = Wrong), (status = 403, body = Wrong), (status = 404, body = Wrong), (status = 422, body = Wrong)))]
pub async fn take_suppressions(
    State(app): State<Shared>,
    ApiActor(actor): ApiActor,
    Path(project): Path<i64>,
    body: Bytes,
) -> Result<Json<Taken>> {
    let text = std::str::from_utf8(&body).map_err(|_| Fault::Invalid("this is not UTF-8".into()))?;
    Ok(Json(app.take_suppressions(&actor, project, text).await?))
}

#[derive(Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Two {
    /// Numbers of campaigns of the project.
    from: i64,
    to: i64,
}

/// What differs between two campaigns. Lists have at most 1000 entries; the totals are of all.
#[derive(Serialize, ToSchema)]
pub struct Comparison {
    pub new_alarms: Listed<AlarmRow>,
    pub gone_alarms: Listed<AlarmRow>,
    pub unchanged_alarms: i64,
    pub changed_functions: Listed<Change>,
    pub new_functions: Listed<FunctionRow>,
    pub gone_functions: Listed<FunctionRow>,
}

#[derive(Serialize, ToSchema)]
pub struct Change {
    pub before: FunctionRow,
    pub after: FunctionRow,
}

/// Two campaigns of the project side by side.
#[utoipa::path(get, path = "/projects/{project}/compare", params(("project" = i64, Path), Two),
    responses((status = 200, body = Comparison), (status = 401, body = Wrong), (status = 404, body = Wrong)))]
pub async fn compare(
    State(app): State<Shared>,
    ApiActor(actor): ApiActor,
    Path(project): Path<i64>,
    Query(Two { from, to }): Query<Two>,
) -> Result<Json<Comparison>> {
    let (from, to) = (find(&app, &actor, project, from).await?.id, find(&app, &actor, project, to).await?.id);
    let alarms = app.db.alarm_sides(from, to).await?;
    let functions = app.db.function_sides(from, to).await?;
    let changed = app.db.changed_functions(from, to).await?;
    let items = changed.items.into_iter().map(|(before, after)| Change { before, after }).collect();
    Ok(Json(Comparison {
        new_alarms: alarms.new.into(),
        gone_alarms: alarms.gone.into(),
        unchanged_alarms: app.db.alarms_in_both(from, to).await?,
        changed_functions: Listed { items, total: changed.total },
        new_functions: functions.new.into(),
        gone_functions: functions.gone.into(),
    }))
}
