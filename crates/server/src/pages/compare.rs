//! Two campaigns of a project side by side.

use super::layout::{Layout, Page};
use super::parts;
use crate::actions::campaigns::find;
use crate::app::Shared;
use crate::auth::Role;
use crate::db::campaigns::Campaign;
use crate::db::compare::Part;
use crate::fault::Result;
use crate::message::{AlarmRow, CRITERIA, FunctionRow};
use crate::web::SignedIn;
use axum::Router;
use axum::extract::{Path, Query, State};
use axum::routing::get;
use maud::{Markup, html};
use serde::Deserialize;

pub fn routes() -> Router<Shared> {
    Router::new().route("/projects/{project}/compare", get(show))
}

#[derive(Deserialize)]
struct Which {
    from: i64,
    to: i64,
}

async fn show(
    State(app): State<Shared>,
    SignedIn(actor): SignedIn,
    Path(id): Path<i64>,
    Query(Which { from, to }): Query<Which>,
) -> Result<Page> {
    let project = app.in_project(&actor, id, Role::Viewer).await?;
    let (before, after) = (find(&app, &actor, id, from).await?, find(&app, &actor, id, to).await?);
    let both_over = before.state.is_over() && after.state.is_over();
    let made = found(&app, id, &before, &after);
    let content = match both_over {
        true => parts::kept(&app, format!("compare {} {}", before.id, after.id), made).await?,
        false => made.await?,
    };
    let here = format!("/projects/{id}/compare?from={from}&to={to}");
    let crumbs = [(project.name.as_str(), format!("/projects/{id}")), ("Compare", here)];
    Ok(Layout { app: &app, actor: &actor, title: "Compare", crumbs: &crumbs, scripts: &[] }.page(content))
}

async fn found(app: &Shared, id: i64, before: &Campaign, after: &Campaign) -> Result<Markup> {
    let changed = app.db.changed_functions(before.id, after.id).await?;
    let functions = app.db.function_sides(before.id, after.id).await?;
    let alarms = app.db.alarm_sides(before.id, after.id).await?;
    let both = app.db.alarms_in_both(before.id, after.id).await?;
    let (from, to) = (before.number, after.number);
    let link = |n: i64| format!("/projects/{id}/campaigns/{n}");
    Ok(html! {
        h1 { "From " a href=(link(from)) { "#" (from) } " to " a href=(link(to)) { "#" (to) } }
        @if let (Some(a), Some(b)) = (&before.figures, &after.figures) {
            div.cards { @for (i, name) in CRITERIA.iter().enumerate() {
                div.card {
                    div.name { (name) }
                    b { (parts::percent(&a.tallies[i])) " → " (parts::percent(&b.tallies[i])) }
                    div.quiet { (parts::figures(&a.tallies[i])) " → " (parts::figures(&b.tallies[i])) }
                    (parts::bar(&b.tallies[i]))
                }
            } }
        }
        p { span.chip.fault { (alarms.new.total) " new" } " " span.chip.covered { (alarms.gone.total) " gone" } " " span.chip { (both) " unchanged" } " alarms" }
        (alarm_table("New alarms", id, &alarms.new))
        (alarm_table("Alarms that are gone", id, &alarms.gone))
        h2 { "Functions whose figures differ" }
        @if changed.items.is_empty() { p.quiet { "None." } } @else {
            table.list {
                thead { tr { th { "Function" } @for name in CRITERIA { th.wide[name != "Branch"] { (name) } } th { "Faults" } } }
                tbody { @for (a, b) in &changed.items { tr {
                    td { code { (b.name) } div.quiet { small { (b.file) } } }
                    @for i in 0..4 { td.wide[i != 1] { (difference(&parts::figures(&a.tallies[i]), &parts::figures(&b.tallies[i]))) } }
                    td { (difference(&a.faults.to_string(), &b.faults.to_string())) }
                } } }
            }
            (rest(&changed))
        }
        (function_list("New functions", &functions.new))
        (function_list("Functions that are gone", &functions.gone))
    })
}

fn difference(a: &str, b: &str) -> Markup {
    html! { @if a == b { span.quiet { (b) } } @else { (a) " → " strong { (b) } } }
}

fn rest<T>(part: &Part<T>) -> Markup {
    let left = part.total - part.items.len() as i64;
    html! { @if left > 0 { p.quiet { "and " (left) " more" } } }
}

fn alarm_table(title: &str, project: i64, part: &Part<AlarmRow>) -> Markup {
    html! {
        @if !part.items.is_empty() {
            h2 { (title) }
            table.list.stack {
                thead { tr { th { "Verdict" } th { "Fault" } th { "Where" } } }
                tbody { @for a in &part.items { tr {
                    td { (parts::verdict(&a.verdict)) }
                    td { a href=(format!("/projects/{project}/alarms/{}", a.fingerprint)) { (a.kind) } div.quiet { small { (a.message) } } }
                    td { code { (a.function) } div.quiet { small { (a.file) ":" (a.line) } } }
                } } }
            }
            (rest(part))
        }
    }
}

fn function_list(title: &str, part: &Part<FunctionRow>) -> Markup {
    html! {
        @if !part.items.is_empty() {
            h2 { (title) }
            p { @for (i, f) in part.items.iter().enumerate() { @if i > 0 { ", " } code { (f.name) } " " small.quiet { (f.file) } } }
            (rest(part))
        }
    }
}
