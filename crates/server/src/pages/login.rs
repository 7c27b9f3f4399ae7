//! Coming in and going out.

use super::layout::{Page, bare};
use crate::app::Shared;
use crate::auth::password::SHORTEST;
use crate::fault::{Fault, Result};
use crate::web::{Announced, SignedIn, check_csrf, session_cookie};
use axum::Router;
use axum::extract::{Form, Path, Query, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use maud::{Markup, html};
use serde::Deserialize;

pub fn routes() -> Router<Shared> {
    Router::new()
        .route("/login", get(form).post(log_in))
        .route("/logout", post(log_out))
        .route("/welcome/{link}", get(welcome_form).post(welcome))
}

#[derive(Deserialize)]
struct Next {
    #[serde(default)]
    next: String,
}

fn login_page(next: &str, name: &str, wrong: Option<&str>) -> Page {
    bare(
        "Log in",
        html! {
            h1 { "Log in" }
            (complaint(wrong))
            form.stack method="post" action="/login" {
                input type="hidden" name="next" value=(next);
                label { "Name" input name="name" value=(name) autocomplete="username" autofocus required; }
                label { "Password" input name="password" type="password" autocomplete="current-password" required; }
                button.primary type="submit" { "Log in" }
            }
        },
    )
}

fn complaint(wrong: Option<&str>) -> Markup {
    html! {
        @if let Some(wrong) = wrong { p.reason.confirmed role="alert" { (wrong) } }
    }
}

/// Whom a proxy has let in needs no password of ours.
async fn form(
    State(app): State<Shared>,
    Announced(name): Announced,
    Query(Next { next }): Query<Next>,
) -> Result<Response> {
    let Some(name) = name else { return Ok(login_page(&next, "", None).into_response()) };
    match app.log_in_by_proxy(&name).await? {
        Some(session) => Ok(go_in(&app, &session.secret, &next)),
        None => {
            Err(Fault::Forbidden("you are known where you logged in, but not here; an admin must add you first".into()))
        }
    }
}

#[derive(Deserialize)]
struct LogIn {
    name: String,
    password: String,
    #[serde(default)]
    next: String,
}

async fn log_in(State(app): State<Shared>, Form(form): Form<LogIn>) -> Result<Response> {
    match app.log_in(&form.name, form.password).await {
        Ok(session) => Ok(go_in(&app, &session.secret, &form.next)),
        Err(fault @ (Fault::Invalid(_) | Fault::TooMany(_))) => {
            let page = login_page(&form.next, &form.name, Some(&fault.to_string()));
            Ok((fault.status(), page).into_response())
        }
        Err(fault) => Err(fault),
    }
}

/// To a page of ours, whatever the address says.
fn go_in(app: &Shared, secret: &str, next: &str) -> Response {
    let ours =
        next.starts_with('/') && !next.starts_with("//") && !next.contains('\\') && !next.contains(char::is_control);
    let cookie = session_cookie(app, Some(secret));
    ([(header::SET_COOKIE, cookie)], Redirect::to(if ours { next } else { "/" })).into_response()
}

#[derive(Deserialize)]
struct Plain {
    csrf: String,
}

async fn log_out(
    State(app): State<Shared>,
    SignedIn(actor): SignedIn,
    headers: HeaderMap,
    Form(form): Form<Plain>,
) -> Result<Response> {
    check_csrf(&actor, &form.csrf)?;
    if let Some(session) = crate::web::session_of(&app, &headers) {
        app.log_out(&session).await?;
    }
    Ok(([(header::SET_COOKIE, session_cookie(&app, None))], Redirect::to("/login")).into_response())
}

fn welcome_page(name: &str, wrong: Option<&str>) -> Page {
    bare(
        "Welcome",
        html! {
            h1 { "Welcome, " (name) }
            p { "Choose a password of at least " (SHORTEST) " characters. This link works once." }
            (complaint(wrong))
            form.stack method="post" {
                input type="hidden" name="name" value=(name) autocomplete="username";
                label { "Password" input name="password" type="password" autocomplete="new-password" minlength=(SHORTEST) autofocus required; }
                label { "Once more" input name="again" type="password" autocomplete="new-password" required; }
                button.primary type="submit" { "Set the password" }
            }
        },
    )
}

async fn welcome_form(State(app): State<Shared>, Path(link): Path<String>) -> Result<Page> {
    Ok(welcome_page(&app.link_owner(&link).await?, None))
}

#[derive(Deserialize)]
struct Chosen {
    password: String,
    again: String,
}

async fn welcome(State(app): State<Shared>, Path(link): Path<String>, Form(form): Form<Chosen>) -> Result<Response> {
    let name = app.link_owner(&link).await?;
    let wrong = |text: &str| (StatusCode::UNPROCESSABLE_ENTITY, welcome_page(&name, Some(text))).into_response();
    if form.password != form.again {
        return Ok(wrong("The two passwords differ."));
    }
    match app.welcome(&link, form.password).await {
        Ok(session) => Ok(go_in(&app, &session.secret, "/")),
        Err(Fault::Invalid(why)) => Ok(wrong(&why)),
        Err(fault) => Err(fault),
    }
}
