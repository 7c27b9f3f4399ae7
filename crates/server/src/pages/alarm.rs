//! An alarm of a project, through all its campaigns: what people say about it, and the form to say more.

use super::layout::{Layout, Page, csrf};
use super::parts;
use crate::actions::reviews::is_fingerprint;
use crate::app::Shared;
use crate::auth::{Actor, Role};
use crate::db::reviews::{Remark, Review, Status};
use crate::fault::{Fault, Result};
use crate::web::{SignedIn, check_csrf};
use axum::Router;
use axum::extract::{Form, Path, State};
use axum::response::Redirect;
use axum::routing::get;
use maud::{Markup, html};
use serde::Deserialize;

pub fn routes() -> Router<Shared> {
    Router::new().route("/projects/{project}/alarms/{fingerprint}", get(show).post(say))
}

async fn show(
    State(app): State<Shared>,
    SignedIn(actor): SignedIn,
    Path((id, fingerprint)): Path<(i64, String)>,
) -> Result<Page> {
    let project = app.in_project(&actor, id, Role::Viewer).await?;
    let role = app.role(&actor, id).await?.unwrap_or(Role::Viewer);
    if !is_fingerprint(&fingerprint) {
        return Err(Fault::NotFound("alarm"));
    }
    let (campaign, alarm) = app.db.newest_alarm(id, &fingerprint).await?.ok_or(Fault::NotFound("alarm"))?;
    let review = app.db.review(id, &fingerprint).await?;
    let history = app.db.review_history(id, &fingerprint).await?;
    let members = app.db.members(id).await?;
    let names: Vec<&str> = members.iter().map(|m| m.name.as_str()).collect();
    let here = format!("/projects/{id}/alarms/{fingerprint}");
    let content = html! {
        h1 { (alarm.kind) " " (parts::review(&review)) }
        p { (alarm.message) }
        p.quiet { code { (alarm.function) } " · " (alarm.file) ":" (alarm.line) " · in campaign "
            a href=(format!("/projects/{id}/campaigns/{campaign}")) { "#" (campaign) } " " (parts::verdict(&alarm.verdict)) }
        @if !alarm.why.is_empty() { p.reason { (alarm.why) } }
        p { a href=(format!("/projects/{id}/campaigns/{campaign}/report/#/alarms/{fingerprint}")) { "The way there, in the report ›" } }
        @if role >= Role::Member { (form(&actor, &here, &review, &names)) }
        (log(&history))
    };
    let crumbs = [(project.name.as_str(), format!("/projects/{id}")), ("Alarm", here.clone())];
    Ok(Layout { app: &app, actor: &actor, title: &alarm.kind, crumbs: &crumbs, scripts: &[] }.page(content))
}

fn form(actor: &Actor, here: &str, review: &Review, members: &[&str]) -> Markup {
    html! {
        h2 { "Review" }
        form.stack.card method="post" action=(here) {
            (csrf(actor))
            div.fields {
                label { "It is" select name="status" {
                    @for s in Status::ALL { option value=(s.name()) selected[s == review.status] { (s.name()) } }
                } }
                label { "Who looks after it" select name="assignee" {
                    option value="" { "nobody" }
                    @for m in members { option value=(m) selected[*m == review.assignee] { (m) } }
                } }
            }
            label { "Comment" textarea name="comment" rows="4" {} }
            button.primary type="submit" { "Save" }
        }
    }
}

fn log(history: &[Remark]) -> Markup {
    html! {
        @if !history.is_empty() {
            h2 { "History" }
            @for r in history {
                div.card.remark {
                    div.quiet { (r.user) " · " (parts::time(r.at)) " · " (parts::review(&Review { status: r.status, assignee: r.assignee.clone() })) }
                    @if !r.comment.is_empty() { p.said { (r.comment) } }
                }
            }
        }
    }
}

#[derive(Deserialize)]
struct Said {
    csrf: String,
    status: String,
    #[serde(default)]
    assignee: String,
    #[serde(default)]
    comment: String,
}

async fn say(
    State(app): State<Shared>,
    SignedIn(actor): SignedIn,
    Path((id, fingerprint)): Path<(i64, String)>,
    Form(form): Form<Said>,
) -> Result<Redirect> {
    check_csrf(&actor, &form.csrf)?;
    let status =
        Status::find(&form.status).ok_or_else(|| Fault::Invalid("there is no such state of a review".into()))?;
    let review = Review { status, assignee: form.assignee };
    app.set_review(&actor, id, &fingerprint, &review, &form.comment).await?;
    Ok(Redirect::to(&format!("/projects/{id}/alarms/{fingerprint}")))
}
