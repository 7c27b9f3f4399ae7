//! What every answer and every change has to satisfy.

use crate::app::Shared;
use crate::fault::Fault;
use axum::extract::{Request, State};
use axum::http::{HeaderValue, Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

/// Nothing but our own files is loaded, run or framed, and nothing that stands in the page itself is run.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
                      font-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'";

pub async fn headers(State(app): State<Shared>, request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    let mut set = |name: header::HeaderName, value: &'static str| {
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    };
    set(header::CONTENT_SECURITY_POLICY, POLICY);
    set(header::X_CONTENT_TYPE_OPTIONS, "nosniff");
    set(header::X_FRAME_OPTIONS, "DENY");
    set(header::REFERRER_POLICY, "same-origin");
    set(header::CACHE_CONTROL, "no-store");
    if app.settings.is_secure() {
        set(header::STRICT_TRANSPORT_SECURITY, "max-age=31536000");
    }
    response
}

/// A browser says where a form comes from. Those of other sites are refused, whatever else they carry.
pub async fn same_site(request: Request, next: Next) -> Response {
    let changes = !matches!(*request.method(), Method::GET | Method::HEAD);
    let from = request.headers().get("sec-fetch-site").and_then(|v| v.to_str().ok());
    if changes && matches!(from, Some("cross-site" | "same-site")) {
        return Fault::Forbidden("this form was sent from another site".into()).into_response();
    }
    next.run(request).await
}
