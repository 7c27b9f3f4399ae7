//! Who asks: by cookie on pages, by token (or cookie) in the API.

use crate::app::Shared;
use crate::auth::{Actor, Through, secret};
use crate::fault::{Fault, Result};
use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::request::Parts;
use axum::http::{HeaderMap, Method, header};
use axum::response::{IntoResponse, Redirect, Response};
use std::convert::Infallible;
use std::net::SocketAddr;

pub const SESSION_COOKIE: &str = "crescendo_session";

/// With this prefix browsers take a cookie only over an encrypted connection, for this host alone.
const SECURE_PREFIX: &str = "__Host-";

fn cookie_name(app: &Shared) -> String {
    let prefix = if app.settings.is_secure() { SECURE_PREFIX } else { "" };
    format!("{prefix}{SESSION_COOKIE}")
}

/// The header that sets the cookie; without a secret it ends.
pub fn session_cookie(app: &Shared, secret: Option<&str>) -> String {
    let secure = if app.settings.is_secure() { "; Secure" } else { "" };
    let age = if secret.is_some() { crate::actions::users::SESSION / 1000 } else { 0 };
    format!("{}={}; Path=/; HttpOnly; SameSite=Lax; Max-Age={age}{secure}", cookie_name(app), secret.unwrap_or(""))
}

/// The secret of the session.
pub fn session_of(app: &Shared, headers: &HeaderMap) -> Option<String> {
    let name = cookie_name(app);
    let cookies = headers.get_all(header::COOKIE).iter().filter_map(|v| v.to_str().ok()).flat_map(|v| v.split(';'));
    let mut pairs = cookies.filter_map(|c| c.trim().split_once('='));
    pairs.find(|(n, _)| *n == name).map(|(_, value)| value.to_string())
}

/// Who a proxy that is believed says that somebody is.
pub struct Announced(pub Option<String>);

impl FromRequestParts<Shared> for Announced {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &Shared) -> Result<Announced, Infallible> {
        Ok(Announced(announced(parts, app)))
    }
}

fn announced(parts: &Parts, app: &Shared) -> Option<String> {
    let trusted = app.settings.trusted.as_ref()?;
    let from = parts.extensions.get::<ConnectInfo<SocketAddr>>()?.0.ip().to_canonical();
    let mut names = parts.headers.get_all(trusted.header.as_str()).iter();
    let name = names.next()?.to_str().ok()?.trim();
    // Two of them: somebody has sent one along.
    (trusted.proxies.contains(&from) && names.next().is_none() && !name.is_empty()).then(|| name.to_string())
}

/// Somebody with a session; others are led to where they can log in.
pub struct SignedIn(pub Actor);

impl FromRequestParts<Shared> for SignedIn {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, app: &Shared) -> Result<SignedIn, Response> {
        let actor = match session_of(app, &parts.headers) {
            Some(session) => app.actor_by_session(&session).await.map_err(IntoResponse::into_response)?,
            None => None,
        };
        // Who comes by a proxy as somebody else now has nothing of the earlier one's session.
        let announced = announced(parts, app);
        let actor = actor.filter(|a| announced.as_ref().is_none_or(|name| a.name == *name));
        actor.map(SignedIn).ok_or_else(|| match parts.method {
            Method::GET => {
                let here = parts.uri.path_and_query().map_or("/", |p| p.as_str());
                Redirect::to(&format!("/login?next={}", encoded(here))).into_response()
            }
            _ => Fault::NotSignedIn.into_response(),
        })
    }
}

/// For a query.
fn encoded(text: &str) -> String {
    let plain = |b: u8| b.is_ascii_alphanumeric() || b"-._~/".contains(&b);
    text.bytes().map(|b| if plain(b) { (b as char).to_string() } else { format!("%{b:02X}") }).collect()
}

/// Whether a form was made for this session.
pub fn check_csrf(actor: &Actor, given: &str) -> Result<()> {
    match &actor.through {
        Through::Session { csrf } if secret::same(csrf, given) => Ok(()),
        _ => Err(Fault::Forbidden("this form is too old; go back, load the page again and send it once more".into())),
    }
}

/// A program with a token, or a page of ours by its session; changes by session need the form's secret in a header.
pub struct ApiActor(pub Actor);

const CSRF_HEADER: &str = "x-crescendo-csrf";

impl FromRequestParts<Shared> for ApiActor {
    type Rejection = crate::api::ApiFault;

    async fn from_request_parts(parts: &mut Parts, app: &Shared) -> Result<ApiActor, crate::api::ApiFault> {
        let given = |name: &str| parts.headers.get(name).and_then(|v| v.to_str().ok());
        if let Some(authorization) = given("authorization") {
            let token = authorization.strip_prefix("Bearer ").ok_or(Fault::NotSignedIn)?;
            let actor = app.actor_by_token(token.trim()).await?;
            return Ok(ApiActor(actor.ok_or(Fault::NotSignedIn)?));
        }
        let session = session_of(app, &parts.headers).ok_or(Fault::NotSignedIn)?;
        let actor = app.actor_by_session(&session).await?.ok_or(Fault::NotSignedIn)?;
        if parts.method != Method::GET {
            check_csrf(&actor, given(CSRF_HEADER).unwrap_or(""))?;
        }
        Ok(ApiActor(actor))
    }
}
