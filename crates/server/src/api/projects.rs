//! Projects, members, sources.

use super::schema::*;
use super::{Body, Result};
use crate::app::Shared;
use crate::auth::Role;
use crate::db::Slice;
use crate::fault::Fault;
use crate::web::ApiActor;
use axum::extract::{DefaultBodyLimit, Path, Query, Request, State};
use axum::http::StatusCode;
use axum::routing::{get, post, put};
use axum::{Json, Router};
use futures_util::StreamExt;
use serde::Deserialize;

pub fn routes() -> Router<Shared> {
    Router::new()
        .route("/me", get(me))
        .route("/projects", get(list).post(make))
        .route("/projects/{project}", get(one).delete(remove))
        .route("/projects/{project}/members", get(members))
        .route("/projects/{project}/members/{name}", put(set_member).delete(remove_member))
        .route("/sources", get(sources))
        .route("/projects/{project}/uploads/from-server", post(from_server))
        .route("/projects/{project}/uploads/{number}", axum::routing::delete(remove_upload))
        .route("/projects/{project}/uploads", get(uploads).post(upload).layer(DefaultBodyLimit::disable()))
}

/// Who the token is.
#[utoipa::path(get, path = "/me", responses((status = 200, body = Me), (status = 401, body = Wrong)))]
pub async fn me(ApiActor(actor): ApiActor) -> Json<Me> {
    Json(Me { name: actor.name, admin: actor.admin, build: crescendo_campaign::BUILD.into() })
}

#[derive(Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ByName {
    /// Only the project of this name.
    name: Option<String>,
}

/// The projects that one can see.
#[utoipa::path(get, path = "/projects", params(ByName, Part),
    responses((status = 200, body = Listed<ProjectInfo>), (status = 401, body = Wrong)))]
pub async fn list(
    State(app): State<Shared>,
    ApiActor(actor): ApiActor,
    Query(by): Query<ByName>,
    Query(part): Query<Part>,
) -> Result<Json<Listed<ProjectInfo>>> {
    let mut all = app.visible_projects(&actor).await?;
    all.retain(|p| by.name.as_ref().is_none_or(|name| *name == p.name));
    let (total, Slice { offset, limit }) = (all.len() as i64, part.slice());
    let items = all.into_iter().skip(offset as usize).take(limit as usize).map(ProjectInfo::from).collect();
    Ok(Json(Listed { items, total }))
}

/// Makes a project.
#[utoipa::path(post, path = "/projects", request_body = NewProject,
    responses((status = 201, body = ProjectInfo), (status = 401, body = Wrong), (status = 403, body = Wrong), (status = 409, body = Wrong), (status = 422, body = Wrong)))]
pub async fn make(
    State(app): State<Shared>,
    ApiActor(actor): ApiActor,
    Body(new): Body<NewProject>,
) -> Result<(StatusCode, Json<ProjectInfo>)> {
    let id = app.make_project(&actor, &new.name, &new.about).await?;
    let project = app.db.project(id).await?.ok_or(Fault::NotFound("project"))?;
    Ok((StatusCode::CREATED, Json(project.into())))
}

/// A project.
#[utoipa::path(get, path = "/projects/{project}", params(("project" = i64, Path)),
    responses((status = 200, body = ProjectInfo), (status = 401, body = Wrong), (status = 404, body = Wrong)))]
pub async fn one(
    State(app): State<Shared>,
    ApiActor(actor): ApiActor,
    Path(project): Path<i64>,
) -> Result<Json<ProjectInfo>> {
    Ok(Json(app.in_project(&actor, project, Role::Viewer).await?.into()))
}

/// Removes a project with all that belongs to it. By session only.
#[utoipa::path(delete, path = "/projects/{project}", params(("project" = i64, Path)),
    responses((status = 204), (status = 401, body = Wrong), (status = 403, body = Wrong), (status = 404, body = Wrong), (status = 409, body = Wrong)))]
pub async fn remove(
    State(app): State<Shared>,
    ApiActor(actor): ApiActor,
    Path(project): Path<i64>,
) -> Result<StatusCode> {
    app.remove_project(&actor, project).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// The members of a project.
#[utoipa::path(get, path = "/projects/{project}/members", params(("project" = i64, Path)),
    responses((status = 200, body = Vec<MemberInfo>), (status = 401, body = Wrong), (status = 404, body = Wrong)))]
pub async fn members(
    State(app): State<Shared>,
    ApiActor(actor): ApiActor,
    Path(project): Path<i64>,
) -> Result<Json<Vec<MemberInfo>>> {
    app.in_project(&actor, project, Role::Viewer).await?;
    let all = app.db.members(project).await?;
    Ok(Json(all.into_iter().map(|m| MemberInfo { name: m.name, role: m.role }).collect()))
}

/// Says what a user may do in the project. By session only.
#[utoipa::path(put, path = "/projects/{project}/members/{name}", params(("project" = i64, Path), ("name" = String, Path)), request_body = NewRole,
    responses((status = 204), (status = 401, body = Wrong), (status = 403, body = Wrong), (status = 404, body = Wrong), (status = 409, body = Wrong), (status = 422, body = Wrong)))]
pub async fn set_member(
    State(app): State<Shared>,
    ApiActor(actor): ApiActor,
    Path((project, name)): Path<(i64, String)>,
    Body(new): Body<NewRole>,
) -> Result<StatusCode> {
    app.set_member(&actor, project, &name, Some(new.role)).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Takes a user out of the project. By session only.
#[utoipa::path(delete, path = "/projects/{project}/members/{name}", params(("project" = i64, Path), ("name" = String, Path)),
    responses((status = 204), (status = 401, body = Wrong), (status = 403, body = Wrong), (status = 404, body = Wrong), (status = 409, body = Wrong), (status = 422, body = Wrong)))]
pub async fn remove_member(
    State(app): State<Shared>,
    ApiActor(actor): ApiActor,
    Path((project, name)): Path<(i64, String)>,
) -> Result<StatusCode> {
    app.set_member(&actor, project, &name, None).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// The newest uploads of a project.
#[utoipa::path(get, path = "/projects/{project}/uploads", params(("project" = i64, Path)),
    responses((status = 200, body = Vec<UploadInfo>), (status = 401, body = Wrong), (status = 404, body = Wrong)))]
pub async fn uploads(
    State(app): State<Shared>,
    ApiActor(actor): ApiActor,
    Path(project): Path<i64>,
) -> Result<Json<Vec<UploadInfo>>> {
    app.in_project(&actor, project, Role::Viewer).await?;
    Ok(Json(app.db.uploads(project, Slice::MOST).await?.into_iter().map(UploadInfo::from).collect()))
}

/// Removes a version of the sources that no campaign was run on. By session only.
#[utoipa::path(delete, path = "/projects/{project}/uploads/{number}", params(("project" = i64, Path), ("number" = i64, Path)),
    responses((status = 204), (status = 401, body = Wrong), (status = 403, body = Wrong), (status = 404, body = Wrong), (status = 409, body = Wrong)))]
pub async fn remove_upload(
    State(app): State<Shared>,
    ApiActor(actor): ApiActor,
    Path((project, number)): Path<(i64, i64)>,
) -> Result<StatusCode> {
    app.remove_upload(&actor, project, number).await?;
    Ok(StatusCode::NO_CONTENT)
}

#[derive(Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Called {
    /// What people shall call it.
    #[serde(default)]
    name: String,
}

/// Uploads sources: the body is a .zip or a .tar.gz.
#[utoipa::path(post, path = "/projects/{project}/uploads", params(("project" = i64, Path), Called),
    request_body(content = Vec<u8>, content_type = "application/octet-stream"),
    responses((status = 201, body = UploadInfo), (status = 401, body = Wrong), (status = 403, body = Wrong), (status = 404, body = Wrong), (status = 413, body = Wrong), (status = 422, body = Wrong)))]
pub async fn upload(
    State(app): State<Shared>,
    ApiActor(actor): ApiActor,
    Path(project): Path<i64>,
    Query(called): Query<Called>,
    request: Request,
) -> Result<(StatusCode, Json<UploadInfo>)> {
    let mut incoming = app.incoming(&actor, project).await?;
    let mut body = request.into_body().into_data_stream();
    while let Some(part) = body.next().await {
        let part = part.map_err(|e| Fault::Invalid(format!("the upload was cut short: {e}")))?;
        incoming.add(&part).await?;
    }
    let upload = app.take_in(&actor, project, &called.name, incoming).await?;
    Ok((StatusCode::CREATED, Json(upload.into())))
}

/// Sources on the server that an admin lets projects take.
#[utoipa::path(get, path = "/sources", responses((status = 200, body = Vec<OfferedInfo>), (status = 401, body = Wrong)))]
pub async fn sources(State(app): State<Shared>, ApiActor(actor): ApiActor) -> Json<Vec<OfferedInfo>> {
    let _ = actor;
    Json(app.settings.offered.iter().map(OfferedInfo::from).collect())
}

/// Takes sources that lie on the server into the project, as an upload.
#[utoipa::path(post, path = "/projects/{project}/uploads/from-server", params(("project" = i64, Path)), request_body = FromServer,
    responses((status = 201, body = UploadInfo), (status = 401, body = Wrong), (status = 403, body = Wrong), (status = 404, body = Wrong), (status = 413, body = Wrong), (status = 422, body = Wrong)))]
pub async fn from_server(
    State(app): State<Shared>,
    ApiActor(actor): ApiActor,
    Path(project): Path<i64>,
    Body(asked): Body<FromServer>,
) -> Result<(StatusCode, Json<UploadInfo>)> {
    let upload = app.take_offered(&actor, project, &asked.source, asked.revision.as_deref()).await?;
    Ok((StatusCode::CREATED, Json(upload.into())))
}
