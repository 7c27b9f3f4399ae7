//! Reviews as a file for the command line, and such files taken in.

use super::layout::{Layout, Page, csrf};
use crate::actions::suppressions::{LARGEST, Taken};
use crate::app::Shared;
use crate::auth::{Actor, Role};
use crate::db::projects::Project;
use crate::fault::{Fault, Result};
use crate::web::{SignedIn, check_csrf};
use axum::Router;
use axum::extract::{DefaultBodyLimit, Multipart, Path, State};
use axum::routing::get;
use maud::html;

pub fn routes() -> Router<Shared> {
    let route = get(show).post(take).layer(DefaultBodyLimit::max(LARGEST));
    Router::new().route("/projects/{project}/suppressions", route)
}

async fn show(State(app): State<Shared>, SignedIn(actor): SignedIn, Path(id): Path<i64>) -> Result<Page> {
    let project = app.in_project(&actor, id, Role::Viewer).await?;
    page(&app, &actor, &project, None).await
}

async fn page(app: &Shared, actor: &Actor, project: &Project, taken: Option<&Taken>) -> Result<Page> {
    let id = project.id;
    let role = app.role(actor, id).await?.unwrap_or(Role::Viewer);
    let text = app.suppressions(actor, id).await?;
    let content = html! {
        h1 { "Suppressions" }
        p { "Alarms that are reviewed as false or intentional, for " code { "crescendo check --suppressions FILE" } ":" }
        pre.card { (text) }
        p { a href=(format!("/api/v1/projects/{id}/suppressions")) download="suppressions.txt" { "Download" } }
        @if let Some(taken) = taken {
            p role="status" { (taken.reviews) " reviews set, " (taken.left_alone) " left as people had them." }
            @if !taken.complaints.is_empty() { ul { @for line in &taken.complaints { li { (line) } } } }
        }
        @if role >= Role::Member {
            h2 { "Take in a file" }
            form.stack.card method="post" enctype="multipart/form-data" {
                (csrf(actor))
                label { span { "Suppressions, or SARIF with suppressions in it" } input type="file" name="file" accept=".txt,.sarif,.json" required; }
                p.quiet { "Alarms that nobody has reviewed yet are then intentional (or false, if the reason begins so). What people have said stays." }
                button.primary type="submit" { "Take in" }
            }
        }
    };
    let crumbs =
        [(project.name.as_str(), format!("/projects/{id}")), ("Suppressions", format!("/projects/{id}/suppressions"))];
    Ok(Layout { app, actor, title: "Suppressions", crumbs: &crumbs, scripts: &[] }.page(content))
}

async fn take(
    State(app): State<Shared>,
    SignedIn(actor): SignedIn,
    Path(id): Path<i64>,
    mut form: Multipart,
) -> Result<Page> {
    let project = app.in_project(&actor, id, Role::Member).await?;
    let broken = |e: axum::extract::multipart::MultipartError| Fault::Invalid(format!("the file was cut short: {e}"));
    let mut is_ours = false;
    while let Some(field) = form.next_field().await.map_err(broken)? {
        match field.name() {
            Some("csrf") => {
                check_csrf(&actor, &field.text().await.map_err(broken)?)?;
                is_ours = true;
            }
            Some("file") if is_ours => {
                let text = field.text().await.map_err(broken)?;
                let taken = app.take_suppressions(&actor, id, &text).await?;
                return page(&app, &actor, &project, Some(&taken)).await;
            }
            _ => break,
        }
    }
    Err(Fault::Invalid("no file was chosen".into()))
}
