//! The API: everything that pages can do, for programs. Its description is made from the code (`/api/v1/openapi.json`).
//!
//! Version 1: fields and routes are only ever added.

mod campaigns;
mod gaps;
mod projects;
mod results;
mod reviews;
mod schema;

use crate::app::Shared;
use crate::fault::Fault;
use axum::body::Bytes;
use axum::extract::rejection::JsonRejection;
use axum::extract::{FromRequest, Request};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::json;
use std::future::Future;
use utoipa::openapi::security::{Http, HttpAuthScheme, SecurityScheme};
use utoipa::{Modify, OpenApi};

/// What is wrong, as JSON: `{"error": "…"}`.
pub struct ApiFault(Fault);

pub type Result<T, E = ApiFault> = std::result::Result<T, E>;

impl<E: Into<Fault>> From<E> for ApiFault {
    fn from(e: E) -> ApiFault {
        ApiFault(e.into())
    }
}

impl IntoResponse for ApiFault {
    fn into_response(self) -> Response {
        self.0.note();
        let mut response = (self.0.status(), Json(json!({"error": self.0.to_string()}))).into_response();
        if matches!(self.0, Fault::NotSignedIn) {
            response.headers_mut().insert(header::WWW_AUTHENTICATE, header::HeaderValue::from_static("Bearer"));
        }
        response
    }
}

/// A body of JSON; what is wrong with it is said like everything else.
pub struct Body<T>(pub T);

impl<T: DeserializeOwned> FromRequest<Shared> for Body<T> {
    type Rejection = ApiFault;

    async fn from_request(request: Request, app: &Shared) -> Result<Body<T>> {
        match Json::<T>::from_request(request, app).await {
            Ok(Json(value)) => Ok(Body(value)),
            Err(e @ (JsonRejection::JsonDataError(_) | JsonRejection::JsonSyntaxError(_))) => {
                Err(Fault::Invalid(e.body_text()).into())
            }
            Err(e) => Err(Fault::Invalid(e.body_text()).into()),
        }
    }
}

/// JSON that stays as it is for as long as its key says the same; without a key it is made each time.
async fn kept<T: Serialize>(
    app: &Shared,
    key: Option<String>,
    make: impl Future<Output = Result<T, Fault>>,
) -> Result<Response> {
    let made = async {
        let text = serde_json::to_vec(&make.await?).map_err(|e| Fault::Internal(e.to_string()))?;
        Ok::<Bytes, Fault>(text.into())
    };
    let text = match key {
        Some(key) => app.kept.part(key, made).await?,
        None => made.await?,
    };
    Ok(([(header::CONTENT_TYPE, "application/json")], text).into_response())
}

struct Tokens;

impl Modify for Tokens {
    fn modify(&self, api: &mut utoipa::openapi::OpenApi) {
        let parts = api.components.get_or_insert_with(Default::default);
        parts.add_security_scheme("token", SecurityScheme::Http(Http::new(HttpAuthScheme::Bearer)));
    }
}

#[derive(OpenApi)]
#[openapi(
    info(title = "Crescendo", description = "Projects, campaigns and what they found."),
    servers((url = "/api/v1")),
    modifiers(&Tokens),
    security(("token" = [])),
    paths(
        projects::me,
        projects::list,
        projects::make,
        projects::one,
        projects::remove,
        projects::members,
        projects::set_member,
        projects::remove_member,
        projects::uploads,
        projects::upload,
        projects::remove_upload,
        projects::sources,
        projects::from_server,
        campaigns::list,
        campaigns::start,
        campaigns::one,
        campaigns::cancel,
        campaigns::remove,
        campaigns::trend,
        campaigns::events,
        campaigns::stream,
        results::functions,
        results::alarms,
        results::files,
        results::file,
        gaps::list,
        gaps::one,
        gaps::justify,
        reviews::one,
        reviews::set,
        reviews::suppressions,
        reviews::take_suppressions,
        reviews::compare,
    )
)]
struct Description;

pub fn description() -> String {
    Description::openapi().to_pretty_json().expect("a description is plain data")
}

pub fn routes() -> Router<Shared> {
    Router::new()
        .route("/openapi.json", get(|| async { ([(header::CONTENT_TYPE, "application/json")], description()) }))
        .merge(projects::routes())
        .merge(campaigns::routes())
        .merge(results::routes())
        .merge(gaps::routes())
        .merge(reviews::routes())
        .fallback(|| async { ApiFault(Fault::NotFound("route")) })
}
