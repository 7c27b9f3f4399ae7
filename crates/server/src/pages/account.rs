//! One's own password and tokens.

use super::layout::{Layout, Page, csrf};
use super::parts;
use crate::app::Shared;
use crate::auth::password::SHORTEST;
use crate::auth::{Actor, Scope};
use crate::fault::{Fault, Result};
use crate::web::{SignedIn, check_csrf, session_cookie};
use axum::Router;
use axum::extract::{Form, Path, State};
use axum::http::header;
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use maud::html;
use serde::Deserialize;

pub fn routes() -> Router<Shared> {
    Router::new()
        .route("/account", get(show))
        .route("/account/password", post(password))
        .route("/account/tokens", post(make_token))
        .route("/account/tokens/{id}/end", post(end_token))
}

async fn show(State(app): State<Shared>, SignedIn(actor): SignedIn) -> Result<Page> {
    page(&app, &actor, None).await
}

/// `made`: a token that was made just now; it is shown once.
async fn page(app: &Shared, actor: &Actor, made: Option<&str>) -> Result<Page> {
    let tokens = app.db.tokens(actor.id).await?;
    let projects = app.visible_projects(actor).await?;
    let name_of = |id: Option<i64>| match id {
        None => "all".to_string(),
        Some(id) => projects.iter().find(|p| p.id == id).map_or("none".into(), |p| p.name.clone()),
    };
    let content = html! {
        h1 { (actor.name) }
        h2 #tokens { "Tokens" }
        p.quiet { "Programs use them to reach the service, such as " code { "crescendo submit" } ". A token can do no more than you can." }
        @if let Some(made) = made {
            p.reason { "Your new token, which is shown only now: " code #token { (made) } }
        }
        @if !tokens.is_empty() {
            table.list {
                thead { tr { th { "Name" } th { "May" } th { "Project" } th.wide { "Made" } th { "Ends" } th.wide { "Last used" } th {} } }
                tbody { @for t in &tokens { tr {
                    td { (t.name) } td { (t.scope) } td { (name_of(t.project)) }
                    td.wide { (parts::time(t.created)) } td { (parts::time(t.expires)) }
                    td.wide { @match t.used { Some(at) => (parts::time(at)), None => "never" } }
                    td.right { form.inline method="post" action=(format!("/account/tokens/{}/end", t.id)) { (csrf(actor)) button type="submit" { "End " (t.name) } } }
                } } }
            }
        }
        form.stack.card method="post" action="/account/tokens" {
            (csrf(actor))
            div.fields {
                label { "Name" input name="name" required maxlength="80" placeholder="such as CI"; }
                label { "May" select name="scope" { option value="write" { "upload, start and cancel campaigns" } option value="read" { "only read" } } }
                label { "Project" select name="project" { option value="" { "all of mine" } @for p in &projects { option value=(p.id) { (p.name) } } } }
                label { "Days" input name="days" type="number" min="1" max="366" value="90"; }
            }
            button.primary type="submit" { "Make a token" }
        }
        h2 { "Password" }
        form.stack.card method="post" action="/account/password" {
            (csrf(actor))
            input type="text" name="username" value=(actor.name) autocomplete="username" hidden;
            label { "Old password" input name="old" type="password" autocomplete="current-password" required; }
            label { "New password" input name="new" type="password" autocomplete="new-password" minlength=(SHORTEST) required; }
            button type="submit" { "Change the password" }
        }
    };
    let crumbs = [(actor.name.as_str(), "/account".to_string())];
    Ok(Layout { app, actor, title: "Account", crumbs: &crumbs, scripts: &[] }.page(content))
}

#[derive(Deserialize)]
struct Passwords {
    csrf: String,
    old: String,
    new: String,
}

async fn password(
    State(app): State<Shared>,
    SignedIn(actor): SignedIn,
    Form(form): Form<Passwords>,
) -> Result<Response> {
    check_csrf(&actor, &form.csrf)?;
    let session = app.change_password(&actor, form.old, form.new).await?;
    let cookie = session_cookie(&app, Some(&session.secret));
    Ok(([(header::SET_COOKIE, cookie)], Redirect::to("/account")).into_response())
}

#[derive(Deserialize)]
struct NewToken {
    csrf: String,
    name: String,
    scope: String,
    #[serde(default)]
    project: String,
    days: i64,
}

async fn make_token(State(app): State<Shared>, SignedIn(actor): SignedIn, Form(form): Form<NewToken>) -> Result<Page> {
    check_csrf(&actor, &form.csrf)?;
    let scope = Scope::find(&form.scope).ok_or_else(|| Fault::Invalid("there is no such scope".into()))?;
    let project = match form.project.as_str() {
        "" => None,
        id => Some(id.parse().map_err(|_| Fault::NotFound("project"))?),
    };
    let made = app.make_token(&actor, &form.name, scope, project, form.days).await?;
    page(&app, &actor, Some(&made)).await
}

#[derive(Deserialize)]
struct Plain {
    csrf: String,
}

async fn end_token(
    State(app): State<Shared>,
    SignedIn(actor): SignedIn,
    Path(id): Path<i64>,
    Form(form): Form<Plain>,
) -> Result<Redirect> {
    check_csrf(&actor, &form.csrf)?;
    app.end_token(&actor, id).await?;
    Ok(Redirect::to("/account#tokens"))
}
