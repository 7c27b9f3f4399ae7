//! For admins of the service: users, and who did what.

use super::layout::{Layout, Page, csrf};
use super::parts;
use crate::app::Shared;
use crate::auth::Actor;
use crate::db::Slice;
use crate::fault::Result;
use crate::web::{SignedIn, check_csrf};
use axum::Router;
use axum::extract::{Form, Path, Query, State};
use axum::response::Redirect;
use axum::routing::{get, post};
use maud::html;
use serde::Deserialize;

/// Lines of the audit log on one page.
const SIZE: i64 = 100;

pub fn routes() -> Router<Shared> {
    Router::new()
        .route("/admin", get(show))
        .route("/admin/users", post(make_user))
        .route("/admin/users/{id}/link", post(new_link))
        .route("/admin/users/{id}/active", post(set_active))
}

#[derive(Deserialize)]
struct Which {
    #[serde(default)]
    page: i64,
}

async fn show(State(app): State<Shared>, SignedIn(actor): SignedIn, Query(which): Query<Which>) -> Result<Page> {
    page(&app, &actor, which.page.clamp(0, parts::LAST_PAGE), None).await
}

/// `link`: one that was made just now; it is shown once.
async fn page(app: &Shared, actor: &Actor, number: i64, link: Option<(&str, &str)>) -> Result<Page> {
    app.must_be_admin(actor)?;
    let users = app.db.users().await?;
    let audit = app.db.audit_lines(Slice::new(number * SIZE, SIZE)).await?;
    let content = html! {
        h1 { "Users" }
        @if let Some((name, link)) = link {
            p.reason { "Give this link to " (name) ": it sets the password, once, within three days. " br; code #link { (link) } }
        }
        table.list {
            thead { tr { th { "Name" } th { "Is" } th.wide { "Since" } th {} } }
            tbody { @for u in &users { tr {
                td { (u.name) }
                td { @if u.admin { "admin" } @else { "user" } @if !u.active { ", locked out" } @if u.password.is_none() { ", no password yet" } }
                td.wide { (parts::time(u.created)) }
                td.right {
                    form.inline method="post" action=(format!("/admin/users/{}/link", u.id)) { (csrf(actor)) button type="submit" { "New link" } }
                    @if u.id != actor.id {
                        " " form.inline method="post" action=(format!("/admin/users/{}/active", u.id)) {
                            (csrf(actor)) input type="hidden" name="active" value=(if u.active { "no" } else { "yes" });
                            button type="submit" { @if u.active { "Lock out" } @else { "Let in" } }
                        }
                    }
                }
            } } }
        }
        h2 { "New user" }
        form.stack.card method="post" action="/admin/users" {
            (csrf(actor))
            label { "Name" input name="name" required maxlength="80"; }
            label.choice { input type="checkbox" name="admin" value="yes"; "Admin of the service: sees every project, makes users" }
            button.primary type="submit" { "Make the user" }
        }
        h2 #audit { "Who did what" }
        table.list {
            thead { tr { th { "When" } th { "Who" } th { "What" } th { "About" } } }
            tbody { @for line in &audit.items { tr { td { (parts::time(line.at)) } td { (line.user) } td { (line.action) } td { (line.about) } } } }
        }
        (parts::pager(&|p| format!("/admin?page={p}#audit"), number, SIZE, audit.total))
    };
    let crumbs = [("Admin", "/admin".to_string())];
    Ok(Layout { app, actor, title: "Admin", crumbs: &crumbs, scripts: &[] }.page(content))
}

#[derive(Deserialize)]
struct NewUser {
    csrf: String,
    name: String,
    admin: Option<String>,
}

async fn make_user(State(app): State<Shared>, SignedIn(actor): SignedIn, Form(form): Form<NewUser>) -> Result<Page> {
    check_csrf(&actor, &form.csrf)?;
    let name = form.name.trim();
    let link = app.make_user(&actor, name, form.admin.is_some()).await?;
    page(&app, &actor, 0, Some((name, &link))).await
}

#[derive(Deserialize)]
struct Plain {
    csrf: String,
}

async fn new_link(
    State(app): State<Shared>,
    SignedIn(actor): SignedIn,
    Path(id): Path<i64>,
    Form(form): Form<Plain>,
) -> Result<Page> {
    check_csrf(&actor, &form.csrf)?;
    let link = app.new_link(&actor, id).await?;
    page(&app, &actor, 0, Some(("the user", &link))).await
}

#[derive(Deserialize)]
struct Active {
    csrf: String,
    active: String,
}

async fn set_active(
    State(app): State<Shared>,
    SignedIn(actor): SignedIn,
    Path(id): Path<i64>,
    Form(form): Form<Active>,
) -> Result<Redirect> {
    check_csrf(&actor, &form.csrf)?;
    app.set_active(&actor, id, form.active == "yes").await?;
    Ok(Redirect::to("/admin"))
}
