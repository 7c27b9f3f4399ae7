//! A campaign: live while it runs, then what it found.

use super::layout::{Layout, Page, csrf};
use super::parts;
use crate::actions::campaigns::{cancel, find, remove, start};
use crate::actions::downloads;
use crate::app::Shared;
use crate::auth::{Actor, Role};
use crate::db::Slice;
use crate::db::campaigns::{Campaign, State as Standing};
use crate::db::functions::{Filter, Order};
use crate::db::reviews::Review;
use crate::fault::{Fault, Result};
use crate::message::{CRITERIA, FunctionRow};
use crate::queue::has_report;
use crate::web::{SignedIn, check_csrf};
use axum::Router;
use axum::extract::{Form, Path, Query, State};
use axum::response::Redirect;
use axum::routing::{get, post};
use maud::{Markup, html};
use serde::Deserialize;

/// Alarms on one page, and functions.
const SIZE: i64 = 100;
const FUNCTIONS: i64 = 50;

pub fn routes() -> Router<Shared> {
    Router::new()
        .route("/projects/{project}/campaigns/{number}", get(show))
        .route("/projects/{project}/campaigns/{number}/cancel", post(cancel_it))
        .route("/projects/{project}/campaigns/{number}/again", post(again))
        .route("/projects/{project}/campaigns/{number}/remove", post(remove_it))
}

#[derive(Deserialize)]
struct Which {
    #[serde(default)]
    q: String,
    #[serde(default)]
    show: String,
    #[serde(default)]
    page: i64,
}

async fn show(
    State(app): State<Shared>,
    SignedIn(actor): SignedIn,
    Path((id, number)): Path<(i64, i64)>,
    Query(which): Query<Which>,
) -> Result<Page> {
    let project = app.in_project(&actor, id, Role::Viewer).await?;
    let role = app.role(&actor, id).await?.unwrap_or(Role::Viewer);
    let campaign = find(&app, &actor, id, number).await?;
    let upload = app.db.upload(campaign.upload).await?.ok_or(Fault::NotFound("upload"))?;
    let here = format!("/projects/{id}/campaigns/{number}");
    let report = has_report(&app.folders.output(id, campaign.id));
    let content = html! {
        h1 { "Campaign #" (number) " " span #state { (parts::state(campaign.state)) } }
        p.quiet {
            (campaign.options.kind.name()) " of sources #" (upload.number) " " (upload.name) " · by " (campaign.user) " · " (parts::time(campaign.created))
            @if let Some(took) = parts::took(&campaign) { " · took " (took) }
        }
        @if let Some(why) = &campaign.why { p.reason.confirmed role="alert" { (why) } }
        (buttons(&actor, role, &campaign, &here, report))
        @if campaign.state.is_over() {
            @if let Some(f) = &campaign.figures {
                (parts::cards(f))
                p.quiet {
                    (parts::count(f.functions, "function")) " · " (parts::count(f.tests, "test")) " · " (parts::count(f.faults, "fault"))
                    @if f.replayed > 0 { " · natively " (f.agreed) " of " (f.replayed) " tests agree" }
                    @if f.known > 0 { " · " (f.known) " known from before" }
                }
                @if f.files_failed > 0 { p.reason { (parts::count(f.files_failed, "file")) " did not compile; the log says why." } }
            }
            (alarms(&app, &campaign).await?)
            (parts::kept(&app, format!("functions {} {} {:?} {:?}", campaign.id, which.page, which.show, which.q), functions(&app, &campaign, &here, &which)).await?)
            (files(&downloads::list(&app, &actor, id, number).await?, &here))
            details { summary { "Log" } div #live data-live=(here) data-quiet="yes" { (live_parts()) } }
        } @else {
            div #live data-live=(here) { (live_parts()) }
            noscript { p { "Reload the page to see how far it is: without scripts it does not show by itself." } }
        }
        h2 { "Made by" }
        pre { (campaign.options.command(upload.has_database)) }
        @if role == Role::Admin && campaign.state.is_over() {
            details { summary { "Remove this campaign" }
                form.stack method="post" action=(format!("{here}/remove")) {
                    (csrf(&actor))
                    p { "Its figures, alarms, report and tests go with it. Reviews and justifications stay with the project." }
                    button type="submit" { "Remove for good" }
                }
            }
        }
    };
    let title = format!("#{number} of {}", project.name);
    let crumbs = [(project.name.as_str(), format!("/projects/{id}")), ("Campaign", here.clone())];
    Ok(Layout { app: &app, actor: &actor, title: &title, crumbs: &crumbs, scripts: &["live.js"] }.page(content))
}

/// What `live.js` fills.
fn live_parts() -> Markup {
    html! {
        div.progress-only {
            p.quiet #connection role="status" {}
            div.cards aria-live="polite" {
                div.card { div.name { "Functions" } b #finished { "–" } div.quiet #known {} }
                div.card { div.name { "Goals covered" } b #covered { "–" } div.quiet #impossible {} }
                div.card { div.name { "Tests" } b #tests { "–" } }
                div.card { div.name { "Faults" } b #faults { "–" } }
            }
            svg #plot.chart viewBox="0 0 600 130" role="img" aria-label="Goals covered over time" {}
            h2 { "Being explored" }
            p.quiet #workers {}
            table.list #active { tbody {} }
            h2 { "Faults, the newest first" }
            table.list #faultlist { tbody {} }
            h2 { "Log" }
        }
        ol #log {}
    }
}

fn buttons(actor: &Actor, role: Role, c: &Campaign, here: &str, report: bool) -> Markup {
    html! {
        div.actions {
            @if report && c.state.is_over() { a.button.primary href=(format!("{here}/report/")) { "Open the report" } }
            @if c.figures.is_some() {
                a.button href=(format!("{here}/gaps?show=unsettled")) { "Gaps" }
                a.button href=(format!("{here}/evidence")) { "Evidence report" }
            }
            @if role >= Role::Member {
                @if c.state.is_over() {
                    form.inline method="post" action=(format!("{here}/again")) { (csrf(actor)) button type="submit" { "Run again with the newest sources" } }
                } @else if !c.cancelled {
                    form.inline method="post" action=(format!("{here}/cancel")) { (csrf(actor)) button type="submit" { "Cancel" } }
                } @else {
                    span.quiet { "It is being cancelled; what was found is written down." }
                }
            }
        }
    }
}

async fn functions(app: &Shared, c: &Campaign, here: &str, which: &Which) -> Result<Markup> {
    let filter = Filter { text: which.q.clone(), with_gaps: which.show == "gaps", with_faults: which.show == "faults" };
    let order = match which.show.as_str() {
        "gaps" => Order::Gaps,
        "faults" => Order::Faults,
        _ => Order::Name,
    };
    let page = which.page.clamp(0, parts::LAST_PAGE);
    let found = app.db.functions(c.id, &filter, order, Slice::new(page * FUNCTIONS, FUNCTIONS)).await?;
    let filtered = !which.q.is_empty() || !which.show.is_empty();
    if found.total == 0 && !filtered {
        return Ok(html! {});
    }
    let address = |p: i64| {
        format!("{here}?q={}&show={}&page={p}#functions", parts::encoded(&which.q), parts::encoded(&which.show))
    };
    Ok(html! {
        h2 #functions { "Functions" }
        form.filters method="get" action=(format!("{here}#functions")) role="search" {
            input type="search" name="q" value=(which.q) placeholder="Name or file" aria-label="Name or file";
            select name="show" aria-label="Which functions" {
                @for (value, name) in [("", "All"), ("gaps", "With gaps"), ("faults", "With faults")] {
                    option value=(value) selected[which.show == value] { (name) }
                }
            }
            button type="submit" { "Show" }
        }
        table.list {
            thead { tr { th { "Function" } @for name in CRITERIA { th.wide[name != "Branch"] { (name) } } th { "Tests" } th { "Faults" } th.wide { "End" } } }
            tbody { @for f in &found.items { (function(f)) } }
        }
        @if found.items.is_empty() { p.quiet { "None of them." } }
        (parts::pager(&address, page, FUNCTIONS, found.total))
    })
}

fn files(all: &[downloads::Download], here: &str) -> Markup {
    html! {
        @if !all.is_empty() {
            h2 #downloads { "Downloads" }
            table.list { tbody { @for file in all { tr {
                td { a href=(format!("/api/v1{here}/files/{}", file.name)) { (file.name) } }
                td { (file.about) }
            } } } }
        }
    }
}

fn function(f: &FunctionRow) -> Markup {
    html! {
        tr {
            td { code { (f.name) } div.quiet { small { (f.file) ":" (f.line) } } }
            @for (i, t) in f.tallies.iter().enumerate() {
                td.bars.wide[i != 1] { (parts::bar(t)) small.quiet { (parts::figures(t)) } }
            }
            td { (f.tests) }
            td { @if f.faults > 0 { span.chip.fault { (f.faults) } } @else { "0" } }
            td.wide { small.quiet { (f.stop) } }
        }
    }
}

async fn alarms(app: &Shared, c: &Campaign) -> Result<Markup> {
    let found = app.db.alarms(c.id, Slice::new(0, SIZE)).await?;
    if found.total == 0 {
        return Ok(html! {});
    }
    let reviews = app.db.reviews_of(c.project, c.id).await?;
    let unreviewed = Review::default();
    Ok(html! {
        h2 { "Alarms" }
        table.list.stack {
            thead { tr { th { "Verdict" } th { "Review" } th { "Fault" } th { "Where" } th.wide { "Why" } } }
            tbody { @for a in &found.items { tr {
                td.chips { (parts::verdict(&a.verdict)) }
                td.chips { (parts::review(reviews.get(&a.fingerprint).unwrap_or(&unreviewed))) }
                td { a href=(format!("/projects/{}/alarms/{}", c.project, a.fingerprint)) { (a.kind) } div.quiet { small { (a.message) } } }
                td { code { (a.function) } div.quiet { small { (a.file) ":" (a.line) } } }
                td.wide { small { (a.why) @if let Some(reason) = &a.suppressed { " (to be ignored: " (reason) ")" } } }
            } } }
        }
        @if found.total > SIZE { p.quiet { "These are the first " (SIZE) " of " (found.total) "; the report has all." } }
    })
}

#[derive(Deserialize)]
struct Plain {
    csrf: String,
}

async fn cancel_it(
    State(app): State<Shared>,
    SignedIn(actor): SignedIn,
    Path((id, number)): Path<(i64, i64)>,
    Form(form): Form<Plain>,
) -> Result<Redirect> {
    check_csrf(&actor, &form.csrf)?;
    cancel(&app, &actor, id, number).await?;
    Ok(Redirect::to(&format!("/projects/{id}/campaigns/{number}")))
}

async fn remove_it(
    State(app): State<Shared>,
    SignedIn(actor): SignedIn,
    Path((id, number)): Path<(i64, i64)>,
    Form(form): Form<Plain>,
) -> Result<Redirect> {
    check_csrf(&actor, &form.csrf)?;
    remove(&app, &actor, id, number).await?;
    Ok(Redirect::to(&format!("/projects/{id}")))
}

/// The same options on the newest sources: what has not changed is known.
async fn again(
    State(app): State<Shared>,
    SignedIn(actor): SignedIn,
    Path((id, number)): Path<(i64, i64)>,
    Form(form): Form<Plain>,
) -> Result<Redirect> {
    check_csrf(&actor, &form.csrf)?;
    let before = find(&app, &actor, id, number).await?;
    let next = start(&app, &actor, id, None, &before.options, before.priority).await?;
    debug_assert!(next.state != Standing::Failed);
    Ok(Redirect::to(&format!("/projects/{id}/campaigns/{}", next.number)))
}
