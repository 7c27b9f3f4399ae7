//! A project: its sources, its campaigns, its members.

use super::campaign_form::{self, CampaignForm};
use super::layout::{Layout, Page, csrf};
use super::parts;
use super::trend;
use crate::actions::campaigns;
use crate::app::Shared;
use crate::auth::{Actor, Role};
use crate::db::Slice;
use crate::db::campaigns::Campaign;
use crate::db::uploads::Upload;
use crate::fault::{Fault, Result};
use crate::offered::{Offered, OfferedKind};
use crate::web::{SignedIn, check_csrf};
use axum::Router;
use axum::extract::{DefaultBodyLimit, Form, Multipart, Path, Query, State};
use axum::response::Redirect;
use axum::routing::{get, post};
use maud::{Markup, html};
use serde::Deserialize;
use std::collections::BTreeSet;

/// Bytes that are looked at of what shows that a form is ours.
const LONGEST_SECRET: usize = 1000;

/// Campaigns on one page.
const SIZE: i64 = 20;

pub fn routes() -> Router<Shared> {
    Router::new()
        .route("/projects/{project}", get(show))
        .route("/projects/{project}/upload", post(upload).layer(DefaultBodyLimit::disable()))
        .route("/projects/{project}/from-server", post(from_server))
        .route("/projects/{project}/uploads/{number}/remove", post(remove_upload))
        .route("/projects/{project}/campaigns", post(start))
        .route("/projects/{project}/members", get(members).post(set_member))
        .route("/projects/{project}/remove", post(remove))
}

#[derive(Deserialize)]
struct Which {
    #[serde(default)]
    page: i64,
}

async fn show(
    State(app): State<Shared>,
    SignedIn(actor): SignedIn,
    Path(id): Path<i64>,
    Query(which): Query<Which>,
) -> Result<Page> {
    let project = app.in_project(&actor, id, Role::Viewer).await?;
    let role = app.role(&actor, id).await?.unwrap_or(Role::Viewer);
    let uploads = app.db.uploads(id, 20).await?;
    let in_use = app.db.uploads_in_use(id).await?;
    let page = which.page.clamp(0, parts::LAST_PAGE);
    let all = app.db.campaigns(id, Slice::new(page * SIZE, SIZE)).await?;
    let (points, _) = app.db.trend(id, SIZE).await?;
    let best = all.items.iter().find_map(|c| c.figures.as_ref());
    let content = html! {
        h1 { (project.name) }
        @if !project.about.is_empty() { p.quiet { (project.about) } }
        @if let Some(figures) = best { (parts::cards(figures)) }
        (trend::short(id, &points))
        @if !all.items.is_empty() {
            h2 { "Campaigns" }
            (parts::campaigns(id, &all.items))
            (parts::pager(&|p| format!("/projects/{id}?page={p}"), page, SIZE, all.total))
            (compare_form(id, &all.items))
        }
        @if role >= Role::Member {
            @if !uploads.is_empty() {
                h2 #start { "Start a campaign" }
                (campaign_form::form(&actor, id, &uploads))
            }
            h2 #upload { "Upload sources" }
            (upload_form(&actor, id, app.settings.largest_upload))
            @if !app.settings.offered.is_empty() { (offered_form(&actor, id, &app.settings.offered)) }
        }
        (sources(&actor, id, &uploads, &in_use, role))
        p { a href=(format!("/projects/{id}/suppressions")) { "Suppressions" } }
        p { a href=(format!("/projects/{id}/members")) { "Members" } @if role == Role::Admin { " and settings" } }
    };
    let crumbs = [(project.name.as_str(), format!("/projects/{id}"))];
    Ok(Layout { app: &app, actor: &actor, title: &project.name, crumbs: &crumbs, scripts: &[] }.page(content))
}

/// Any two that have come to an end; the newest two are offered.
fn compare_form(project: i64, newest_first: &[Campaign]) -> Markup {
    let over: Vec<&Campaign> = newest_first.iter().filter(|c| c.figures.is_some()).collect();
    let choice = |name: &str, label: &str, chosen: usize| {
        html! { select name=(name) aria-label=(label) {
            @for (i, c) in over.iter().enumerate() { option value=(c.number) selected[i == chosen] { "#" (c.number) } }
        } }
    };
    html! {
        @if over.len() > 1 {
            form.filters method="get" action=(format!("/projects/{project}/compare")) {
                span.quiet { "Compare" } (choice("from", "From", 1)) span.quiet { "with" } (choice("to", "To", 0))
                button type="submit" { "Compare" }
            }
        }
    }
}

fn upload_form(actor: &Actor, project: i64, largest: u64) -> Markup {
    html! {
        form.stack.card method="post" enctype="multipart/form-data" action=(format!("/projects/{project}/upload")) {
            (csrf(actor))
            label { span { "A " code { ".zip" } " or " code { ".tar.gz" } " with the sources" } input type="file" name="archive" accept=".zip,.tgz,.gz" required; }
            p.quiet { "With " code { "compile_commands.json" } " the files are compiled as your build does it; without, every C file is. At most " (largest >> 20) " MB." }
            button.primary type="submit" { "Upload" }
        }
    }
}

fn offered_form(actor: &Actor, project: i64, offered: &[Offered]) -> Markup {
    html! {
        form.stack.card method="post" action=(format!("/projects/{project}/from-server")) {
            (csrf(actor))
            label { span { "Or sources that lie on the server" } select name="source" {
                @for o in offered { option value=(o.name) {
                    (o.name) @if o.kind() == OfferedKind::Git { " (git)" }
                } }
            } }
            label { span { "Revision of a git repository: a branch, tag or hash; empty for the current one" } input name="revision" autocomplete="off"; }
            button type="submit" { "Take these sources" }
        }
    }
}

fn sources(actor: &Actor, project: i64, uploads: &[Upload], in_use: &BTreeSet<i64>, role: Role) -> Markup {
    html! {
        @if !uploads.is_empty() {
            h2 { "Sources" }
            table.list {
                thead { tr { th { "Sources" } th { "Files" } th.wide { "Size" } th.wide { "Build" } th.wide { "By" } th.wide { "Uploaded" } } }
                tbody {
                    @for u in uploads {
                        tr {
                            td { "#" (u.number) " " (u.name)
                                @if !u.notes.is_empty() {
                                    details { summary.quiet { (parts::count(u.notes.len() as i64, "note")) }
                                        ul { @for note in &u.notes { li { (note) } } } }
                                }
                            }
                            td { (u.files) }
                            td.wide { (parts::bytes(u.bytes)) }
                            td.wide { @if u.has_database { "compile_commands.json" } @else { "every C file" } }
                            td.wide { (u.user) }
                            td.wide { (parts::time(u.created))
                                @if role == Role::Admin && !in_use.contains(&u.id) {
                                    " " form.inline method="post" action=(format!("/projects/{project}/uploads/{}/remove", u.number)) {
                                        (csrf(actor)) button type="submit" { "Remove" }
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

async fn upload(
    State(app): State<Shared>,
    SignedIn(actor): SignedIn,
    Path(id): Path<i64>,
    mut form: Multipart,
) -> Result<Redirect> {
    let mut incoming = app.incoming(&actor, id).await?;
    let broken = |e: axum::extract::multipart::MultipartError| Fault::Invalid(format!("the upload was cut short: {e}"));
    let mut is_ours = false;
    while let Some(mut field) = form.next_field().await.map_err(broken)? {
        match field.name() {
            // It comes first: nothing is taken before it is known that the form is ours.
            Some("csrf") => {
                let mut given = Vec::new();
                while let Some(part) = field.chunk().await.map_err(broken)? {
                    given.extend_from_slice(&part[..part.len().min(LONGEST_SECRET - given.len())]);
                }
                check_csrf(&actor, &String::from_utf8_lossy(&given))?;
                is_ours = true;
            }
            Some("archive") if is_ours => {
                let name = field.file_name().unwrap_or("sources").to_string();
                while let Some(part) = field.chunk().await.map_err(broken)? {
                    incoming.add(&part).await?;
                }
                app.take_in(&actor, id, &name, incoming).await?;
                return Ok(Redirect::to(&format!("/projects/{id}#start")));
            }
            _ => return Err(Fault::Invalid("this is not the form for uploads".into())),
        }
    }
    Err(Fault::Invalid("no archive was chosen".into()))
}

#[derive(Deserialize)]
struct Taking {
    csrf: String,
    source: String,
    #[serde(default)]
    revision: String,
}

async fn from_server(
    State(app): State<Shared>,
    SignedIn(actor): SignedIn,
    Path(id): Path<i64>,
    Form(form): Form<Taking>,
) -> Result<Redirect> {
    check_csrf(&actor, &form.csrf)?;
    let revision = Some(form.revision.trim()).filter(|r| !r.is_empty());
    app.take_offered(&actor, id, &form.source, revision).await?;
    Ok(Redirect::to(&format!("/projects/{id}#start")))
}

#[derive(Deserialize)]
struct Plain {
    csrf: String,
}

async fn remove_upload(
    State(app): State<Shared>,
    SignedIn(actor): SignedIn,
    Path((id, number)): Path<(i64, i64)>,
    Form(form): Form<Plain>,
) -> Result<Redirect> {
    check_csrf(&actor, &form.csrf)?;
    app.remove_upload(&actor, id, number).await?;
    Ok(Redirect::to(&format!("/projects/{id}")))
}

async fn start(
    State(app): State<Shared>,
    SignedIn(actor): SignedIn,
    Path(id): Path<i64>,
    Form(form): Form<CampaignForm>,
) -> Result<Redirect> {
    check_csrf(&actor, &form.csrf)?;
    let (options, priority) = form.options()?;
    let campaign = campaigns::start(&app, &actor, id, form.upload, &options, priority).await?;
    Ok(Redirect::to(&format!("/projects/{id}/campaigns/{}", campaign.number)))
}

async fn members(State(app): State<Shared>, SignedIn(actor): SignedIn, Path(id): Path<i64>) -> Result<Page> {
    let project = app.in_project(&actor, id, Role::Viewer).await?;
    let role = app.role(&actor, id).await?.unwrap_or(Role::Viewer);
    let all = app.db.members(id).await?;
    let here = format!("/projects/{id}/members");
    let content = html! {
        h1 { "Members of " (project.name) }
        table.list {
            thead { tr { th { "Name" } th { "May" } @if role == Role::Admin { th {} } } }
            tbody { @for m in &all { tr {
                td { (m.name) }
                td { (m.role.name()) }
                @if role == Role::Admin { td.right {
                    form.inline method="post" action=(here) {
                        (csrf(&actor)) input type="hidden" name="name" value=(m.name); input type="hidden" name="role" value="none";
                        button type="submit" { "Remove " (m.name) }
                    }
                } }
            } } }
        }
        @if role == Role::Admin {
            h2 { "Add a member, or change what one may do" }
            form.stack.card method="post" action=(here) {
                (csrf(&actor))
                label { "Name" input name="name" required; }
                label { "May" select name="role" {
                    option value="viewer" { "viewer: look" }
                    option value="member" selected { "member: upload, start and cancel campaigns, review" }
                    option value="admin" { "admin: also choose members, remove the project" }
                } }
                button.primary type="submit" { "Save" }
            }
            h2 { "Remove the project" }
            form.stack.card method="post" action=(format!("/projects/{id}/remove")) {
                (csrf(&actor))
                p { "All its sources, campaigns and results go with it. Type its name to confirm." }
                label { "Name" input name="name" required autocomplete="off"; }
                button type="submit" { "Remove for good" }
            }
        }
    };
    let crumbs = [(project.name.as_str(), format!("/projects/{id}")), ("Members", here.clone())];
    Ok(Layout { app: &app, actor: &actor, title: "Members", crumbs: &crumbs, scripts: &[] }.page(content))
}

#[derive(Deserialize)]
struct Membership {
    csrf: String,
    name: String,
    role: String,
}

async fn set_member(
    State(app): State<Shared>,
    SignedIn(actor): SignedIn,
    Path(id): Path<i64>,
    Form(form): Form<Membership>,
) -> Result<Redirect> {
    check_csrf(&actor, &form.csrf)?;
    let role = match form.role.as_str() {
        "none" => None,
        name => Some(Role::find(name).ok_or_else(|| Fault::Invalid("there is no such role".into()))?),
    };
    app.set_member(&actor, id, &form.name, role).await?;
    Ok(Redirect::to(&format!("/projects/{id}/members")))
}

#[derive(Deserialize)]
struct Removal {
    csrf: String,
    name: String,
}

async fn remove(
    State(app): State<Shared>,
    SignedIn(actor): SignedIn,
    Path(id): Path<i64>,
    Form(form): Form<Removal>,
) -> Result<Redirect> {
    check_csrf(&actor, &form.csrf)?;
    let project = app.in_project(&actor, id, Role::Admin).await?;
    if project.name != form.name.trim() {
        return Err(Fault::Invalid(format!("this is not the name of the project, which is {}", project.name)));
    }
    app.remove_project(&actor, id).await?;
    Ok(Redirect::to("/"))
}
