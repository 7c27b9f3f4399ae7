//! The first page: the projects.

use super::layout::{Layout, Page, csrf};
use super::parts;
use crate::app::Shared;
use crate::db::Slice;
use crate::fault::Result;
use crate::web::{SignedIn, check_csrf};
use axum::Router;
use axum::extract::{Form, State};
use axum::response::Redirect;
use axum::routing::{get, post};
use maud::html;
use serde::Deserialize;

pub fn routes() -> Router<Shared> {
    Router::new().route("/", get(home)).route("/projects", post(make))
}

async fn home(State(app): State<Shared>, SignedIn(actor): SignedIn) -> Result<Page> {
    let projects = app.visible_projects(&actor).await?;
    let mut rows = Vec::new();
    for project in projects {
        let newest = app.db.campaigns(project.id, Slice::new(0, 1)).await?.items.into_iter().next();
        rows.push((project, newest));
    }
    let content = html! {
        h1 { "Projects" }
        @if rows.is_empty() {
            p.quiet { "There is none yet. Make one, then upload the sources of a C program." }
        } @else {
            table.list {
                thead { tr { th { "Project" } th { "Newest campaign" } th { "Branches" } th.wide { "Tests" } th.wide { "Faults" } th.wide { "Begun" } } }
                tbody {
                    @for (project, newest) in &rows {
                        tr {
                            td { a href=(format!("/projects/{}", project.id)) { (project.name) }
                                @if !project.about.is_empty() { div.quiet { small { (project.about) } } } }
                            @match newest {
                                Some(c) => {
                                    td { a href=(format!("/projects/{}/campaigns/{}", project.id, c.number)) { "#" (c.number) } " " (parts::state(c.state)) }
                                    @match &c.figures {
                                        Some(f) => {
                                            td.bars { (parts::bar(&f.tallies[1])) small.quiet { (parts::figures(&f.tallies[1])) } }
                                            td.wide { (f.tests) }
                                            td.wide { (f.faults) }
                                        }
                                        None => { td { "–" } td.wide { "–" } td.wide { "–" } }
                                    }
                                    td.wide { (parts::time(c.created)) }
                                }
                                None => { td.quiet { "none" } td {} td.wide {} td.wide {} td.wide {} }
                            }
                        }
                    }
                }
            }
        }
        h2 #new { "New project" }
        form.stack.card method="post" action="/projects" {
            (csrf(&actor))
            label { "Name" input name="name" required maxlength="80"; }
            label { "What it is " small.quiet { "(may be empty)" } input name="about" maxlength="500"; }
            button.primary type="submit" { "Make the project" }
        }
    };
    Ok(Layout { app: &app, actor: &actor, title: "Projects", crumbs: &[], scripts: &[] }.page(content))
}

#[derive(Deserialize)]
struct NewProject {
    csrf: String,
    name: String,
    #[serde(default)]
    about: String,
}

async fn make(State(app): State<Shared>, SignedIn(actor): SignedIn, Form(form): Form<NewProject>) -> Result<Redirect> {
    check_csrf(&actor, &form.csrf)?;
    let id = app.make_project(&actor, &form.name, &form.about).await?;
    Ok(Redirect::to(&format!("/projects/{id}")))
}
