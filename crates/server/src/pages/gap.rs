//! Goals that no test covers: the list of a campaign, and one of them with the form to justify it.

use super::layout::{Layout, Page, csrf};
use super::parts;
use crate::actions::campaigns::find;
use crate::app::Shared;
use crate::auth::{Actor, Role};
use crate::db::Slice;
use crate::db::gaps::{Filter, Gap, Justification, Standing, Wanted};
use crate::fault::Result;
use crate::message::CRITERIA;
use crate::web::{SignedIn, check_csrf};
use axum::Router;
use axum::extract::{Form, Path, Query, State};
use axum::response::Redirect;
use axum::routing::get;
use maud::{Markup, html};
use serde::Deserialize;

/// Goals on one page.
const SIZE: i64 = 100;

pub fn routes() -> Router<Shared> {
    Router::new()
        .route("/projects/{project}/campaigns/{number}/gaps", get(list))
        .route("/projects/{project}/gaps/{mark}", get(show).post(justify))
}

#[derive(Deserialize)]
struct Which {
    #[serde(default)]
    q: String,
    #[serde(default)]
    criterion: String,
    #[serde(default)]
    show: Wanted,
    #[serde(default)]
    page: i64,
}

async fn list(
    State(app): State<Shared>,
    SignedIn(actor): SignedIn,
    Path((id, number)): Path<(i64, i64)>,
    Query(which): Query<Which>,
) -> Result<Page> {
    let project = app.in_project(&actor, id, Role::Viewer).await?;
    let campaign = find(&app, &actor, id, number).await?;
    let filter = Filter { text: which.q.clone(), criterion: which.criterion.clone(), wanted: which.show };
    let page = which.page.clamp(0, parts::LAST_PAGE);
    let above = format!("/projects/{id}/campaigns/{number}");
    let here = format!("{above}/gaps");
    let address = |p: i64| {
        let (q, criterion) = (parts::encoded(&which.q), parts::encoded(&which.criterion));
        format!("{here}?q={q}&criterion={criterion}&show={}&page={p}", which.show.name())
    };
    let found = async {
        let found = app.db.gaps(id, campaign.id, &filter, Slice::new(page * SIZE, SIZE)).await?;
        Ok(html! {
            table.list.stack {
                thead { tr { th { "Goal" } th { "Where" } th { "Verdict" } th.wide { "Why" } th { "Justification" } } }
                tbody { @for g in &found.items { (row(id, g)) } }
            }
            @if found.items.is_empty() { p.quiet { "None." } }
            (parts::pager(&address, page, SIZE, found.total))
        })
    };
    let found = match campaign.state.is_over() {
        true => {
            // Nothing that was signed is ever changed: the last one tells all of them.
            let last = app.db.last_justification(id).await?;
            let (show, criterion, q) = (which.show.name(), &which.criterion, &which.q);
            let key = format!("gaps {} {last} {page} {show} {criterion:?} {q:?}", campaign.id);
            parts::kept(&app, key, found).await?
        }
        false => found.await?,
    };
    let content = html! {
        h1 { "Gaps of campaign " a href=(above) { "#" (number) } }
        p.quiet { "Goals that no test covers. A justification says why that is acceptable; it is signed with your name, counts for as long as the \
                   function says the same, and is printed in the " a href=(format!("{above}/evidence")) { "evidence report" } "." }
        form.filters method="get" action=(here) role="search" {
            input type="search" name="q" value=(which.q) placeholder="Function or file" aria-label="Function or file";
            select name="criterion" aria-label="Criterion" {
                option value="" { "All criteria" }
                @for name in NAMES.iter().zip(CRITERIA) { option value=(name.0) selected[which.criterion == *name.0] { (name.1) } }
            }
            select name="show" aria-label="Which gaps" {
                @for (wanted, value, name) in Wanted::ALL { option value=(value) selected[which.show == wanted] { (name) } }
            }
            button type="submit" { "Show" }
        }
        (found)
    };
    let crumbs =
        [(project.name.as_str(), format!("/projects/{id}")), ("Campaign", above.clone()), ("Gaps", here.clone())];
    Ok(Layout { app: &app, actor: &actor, title: "Gaps", crumbs: &crumbs, scripts: &[] }.page(content))
}

/// As gaps name the criteria, in the order of `CRITERIA`.
pub const NAMES: [&str; 4] = ["statement", "branch", "mcdc", "boundary"];

fn row(project: i64, g: &Gap) -> Markup {
    html! { tr {
        td { a href=(format!("/projects/{project}/gaps/{}", g.row.mark)) { (g.row.goal) } div.quiet { small { (g.row.criterion) } } }
        td { code { (g.row.function) } div.quiet { small { (g.row.file) ":" (g.row.line) } } }
        td.chips { (verdict(&g.row.verdict)) }
        td.wide { small { (g.row.reason) @for h in &g.row.hypotheses { ", if " (h) } } }
        td.chips { (standing(g.standing())) @if let Some(j) = &g.justification { div.quiet { small { (j.user) } } } }
    } }
}

fn verdict(name: &str) -> Markup {
    let class = match name {
        "unknown" => "chip open",
        _ => "chip dead",
    };
    html! { span class=(class) { (name) } }
}

fn standing(s: Standing) -> Markup {
    match s {
        Standing::None => html! { span.quiet { "–" } },
        Standing::Justified => html! { span.chip.covered { "justified" } },
        Standing::Outdated => html! { span.chip.fault { "outdated" } },
    }
}

async fn show(
    State(app): State<Shared>,
    SignedIn(actor): SignedIn,
    Path((id, mark)): Path<(i64, String)>,
) -> Result<Page> {
    let project = app.in_project(&actor, id, Role::Viewer).await?;
    let role = app.role(&actor, id).await?.unwrap_or(Role::Viewer);
    let (number, gap) = app.gap(&actor, id, &mark).await?;
    let history = app.db.justification_history(id, &mark).await?;
    let here = format!("/projects/{id}/gaps/{mark}");
    let campaign = format!("/projects/{id}/campaigns/{number}");
    let g = &gap.row;
    let content = html! {
        h1 { (g.goal) " " (standing(gap.standing())) }
        p.quiet { (g.criterion) " · " code { (g.function) } " · " (g.file) ":" (g.line) ":" (g.column) " · in campaign "
            a href=(campaign) { "#" (number) } " " (verdict(&g.verdict)) }
        p.reason { (g.reason) }
        @if !g.hypotheses.is_empty() { p { "This holds if:" } ul { @for h in &g.hypotheses { li { (h) } } } }
        @if !g.help.is_empty() { p.quiet { "What would help: " code { (g.help) } } }
        @if let (Standing::Outdated, Some(j)) = (gap.standing(), &gap.justification) {
            p.reason.confirmed { (j.user) " justified it for an earlier version of " code { (g.function) }
                ". The function has changed since: that no longer counts. Read it again, and sign what still holds." }
        }
        p { a href=(format!("{campaign}/gaps?show=unsettled")) { "Gaps that are neither proved nor justified ›" } }
        @if role >= Role::Member { (form(&actor, &here, gap.justification.as_ref())) }
        (log(&history, &g.content))
    };
    let crumbs = [(project.name.as_str(), format!("/projects/{id}")), ("Gap", here.clone())];
    Ok(Layout { app: &app, actor: &actor, title: &g.goal, crumbs: &crumbs, scripts: &[] }.page(content))
}

fn form(actor: &Actor, here: &str, last: Option<&Justification>) -> Markup {
    html! {
        h2 { "Justification" }
        form.stack.card method="post" action=(here) {
            (csrf(actor))
            label { "Why it may stay uncovered" textarea name="said" rows="5" { (last.map_or("", |j| &j.said)) } }
            p.quiet { "Signed as " strong { (actor.name) } @if last.is_some() { "; without text, what was said is taken back" } "." }
            button.primary type="submit" { "Sign" }
        }
    }
}

fn log(history: &[Justification], content: &str) -> Markup {
    html! {
        @if !history.is_empty() {
            h2 { "History" }
            @for j in history {
                div.card.remark {
                    div.quiet { (j.user) " · " (parts::time(j.at)) @if j.content != content { " · for an earlier version of the function" } }
                    @if j.said.is_empty() { p.quiet { "taken back" } } @else { p.said { (j.said) } }
                }
            }
        }
    }
}

#[derive(Deserialize)]
struct Said {
    csrf: String,
    #[serde(default)]
    said: String,
}

async fn justify(
    State(app): State<Shared>,
    SignedIn(actor): SignedIn,
    Path((id, mark)): Path<(i64, String)>,
    Form(form): Form<Said>,
) -> Result<Redirect> {
    check_csrf(&actor, &form.csrf)?;
    app.justify(&actor, id, &mark, &form.said).await?;
    Ok(Redirect::to(&format!("/projects/{id}/gaps/{mark}")))
}
