//! The evidence report of a campaign: what reviewers of a safety case ask for, on pages that print well.
//!
//! It is told part by part while it is read from the database, whatever its size. The same document is shown as a page and
//! handed out as a file; only the latter carries its style inside.

use super::gap::NAMES;
use super::layout::icon;
use super::parts;
use crate::actions::campaigns::find;
use crate::app::Shared;
use crate::auth::{Actor, Role};
use crate::clock;
use crate::db::Slice;
use crate::db::campaigns::Campaign;
use crate::db::functions::{Filter, Order};
use crate::db::gaps::{Counts, Gap, Standing};
use crate::db::projects::Project;
use crate::db::uploads::Upload;
use crate::fault::{Fault, Result};
use crate::message::{CRITERIA, Figures, FunctionRow};
use crate::web::SignedIn;
use crate::web::assets::{EVIDENCE_STYLE, address};
use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::{Path, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use futures_util::stream;
use maud::{DOCTYPE, Markup, PreEscaped, html};
use std::io;
use tokio::sync::mpsc;

/// Rows that are read at a time.
const PART: i64 = Slice::MOST;

pub fn routes() -> Router<Shared> {
    Router::new().route("/projects/{project}/campaigns/{number}/evidence", get(show))
}

async fn show(
    State(app): State<Shared>,
    SignedIn(actor): SignedIn,
    Path((id, number)): Path<(i64, i64)>,
) -> Result<Response> {
    report(&app, &actor, id, number, Style::Linked).await
}

/// Where the document's style is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// With the service, as our pages must have it.
    Linked,
    /// In the document, which is taken away.
    Inside,
}

struct Evidence {
    app: Shared,
    project: Project,
    campaign: Campaign,
    upload: Upload,
    figures: Figures,
    style: Style,
    /// Who asked for it.
    by: String,
    parts: mpsc::Sender<io::Result<Bytes>>,
}

pub async fn report(app: &Shared, actor: &Actor, id: i64, number: i64, style: Style) -> Result<Response> {
    let project = app.in_project(actor, id, Role::Viewer).await?;
    let campaign = find(app, actor, id, number).await?;
    let figures = match (&campaign.figures, campaign.state.is_over()) {
        (Some(figures), true) => figures.clone(),
        _ => return Err(Fault::Conflict("the campaign has no results yet".into())),
    };
    let upload = app.db.upload(campaign.upload).await?.ok_or(Fault::NotFound("upload"))?;
    let (send, receive) = mpsc::channel(4);
    let by = actor.name.clone();
    let evidence = Evidence { app: app.clone(), project, campaign, upload, figures, style, by, parts: send.clone() };
    tokio::spawn(async move {
        if let Err(fault) = evidence.tell().await {
            fault.note();
            // The document breaks off, which the reader's program sees.
            let _ = send.send(Err(io::Error::other("the report could not be made"))).await;
        }
    });
    let body = stream::unfold(receive, |mut receive| async move { Some((receive.recv().await?, receive)) });
    let kind = [(header::CONTENT_TYPE, "text/html; charset=utf-8")];
    Ok((kind, Body::from_stream(body)).into_response())
}

impl Evidence {
    async fn send(&self, part: Markup) -> Result<()> {
        let part = Ok(Bytes::from(part.into_string()));
        self.parts.send(part).await.map_err(|_| Fault::Conflict("nobody reads the report any more".into()))
    }

    async fn tell(&self) -> Result<()> {
        let counts = self.app.db.gap_counts(self.project.id, self.campaign.id).await?;
        self.send(html! { (DOCTYPE) (PreEscaped("<html lang=\"en\">")) (self.head()) (PreEscaped("<body>")) }).await?;
        self.send(self.front()).await?;
        self.send(self.result(&counts)).await?;
        self.functions().await?;
        self.gaps().await?;
        self.alarms().await?;
        self.send(PreEscaped("</body></html>\n".into())).await
    }

    fn head(&self) -> Markup {
        html! { head {
            meta charset="utf-8";
            title { "Evidence: " (self.project.name) ", campaign #" (self.campaign.number) }
            (icon())
            @match self.style {
                Style::Linked => link rel="stylesheet" href=(address("evidence.css"));,
                // It is ours, and holds nothing that could end the element.
                Style::Inside => style { (PreEscaped(EVIDENCE_STYLE)) },
            }
        } }
    }

    /// What was tested, by what and how.
    fn front(&self) -> Markup {
        let (c, u, f) = (&self.campaign, &self.upload, &self.figures);
        let files = format!("/api/v1/projects/{}/campaigns/{}/files/evidence.html", self.project.id, c.number);
        html! {
            @if self.style == Style::Linked {
                nav { a href=(format!("/projects/{}/campaigns/{}", self.project.id, c.number)) { "‹ Campaign #" (c.number) } " · "
                    a href=(files) { "Download" } " · print it with your browser, on paper or as PDF" }
            }
            h1 { "Evidence of unit testing" }
            p { (self.project.name) @if !self.project.about.is_empty() { ": " (self.project.about) } }
            @if f.cancelled { p.warning { "This campaign was cancelled. Functions that it did not come to are missing or incomplete." } }
            @if f.files_failed > 0 {
                p.warning { (parts::count(f.files_failed, "file")) " of the project did not compile and " @if f.files_failed == 1 { "is" } @else { "are" } " not part of this evidence." }
            }
            @if f.tool_bugs > 0 { p.warning { "The tool found " (parts::count(f.tool_bugs, "error")) " of its own in this campaign; the report of the campaign says where." } }
            h2 { "What was tested" }
            table.facts { tbody {
                (fact("Project", html! { (self.project.name) }))
                (fact("Campaign", html! { "#" (c.number) ", started by " (c.user) ", " (clock::shown(c.created)) @if let Some(took) = parts::took(c) { ", took " (took) } }))
                (fact("Sources", html! { "#" (u.number) " " (u.name) ", " (parts::count(u.files, "file")) ", uploaded by " (u.user) ", " (clock::shown(u.created)) }))
                (fact("Hash of the sources", html! { code { (u.hash) } " (BLAKE3 of the archive)" }))
                (fact("Tool", html! { @if f.tool.is_empty() { "not recorded" } @else { (f.tool) } }))
                (fact("Command", html! { code { (c.options.command(u.has_database)) } }))
                (fact("This report", html! { "made for " (self.by) ", " (clock::shown(clock::now())) }))
            } }
            h2 { "Tests" }
            p { (parts::count(f.functions, "function")) ", " (parts::count(f.tests, "test")) ". "
                @if f.replayed > 0 {
                    "Each test was built from the project's own code and run natively: " strong { (f.agreed) " of " (f.replayed) } " did exactly what the tool predicted. "
                } @else { "The tests were not run natively in this campaign. " }
                "A goal counts as covered where a test that passes reaches it natively, as counted by code that is compiled into the project's own for that."
            }
        }
    }

    fn result(&self, counts: &[(String, Counts)]) -> Markup {
        let of = |name: &str| counts.iter().find(|(n, _)| n == name).map_or_else(Counts::default, |(_, c)| *c);
        html! {
            h2 { "Coverage" }
            table {
                thead { tr { th { "Criterion" } @for name in ["Goals", "Covered", "Infeasible", "Justified", "Conditional", "Open", "Settled"] { th.number { (name) } } } }
                tbody { @for (i, name) in CRITERIA.iter().enumerate() {
                    @let (t, gaps) = (self.figures.tallies[i], of(NAMES[i]));
                    @let settled = t.covered + gaps.infeasible + gaps.justified;
                    tr {
                        th { (name) } td.number { (t.total) } td.number { (t.covered) } td.number { (gaps.infeasible) } td.number { (gaps.justified) }
                        td.number { (gaps.conditional) } td.number { (gaps.unknown) } td.number { (share(settled, t.total)) }
                    }
                } }
            }
            dl {
                dt { "Covered" } dd { "a test reaches the goal: a statement; an outcome of a branch; a condition that decides its decision by itself (masking MC/DC); a \
                     value at the boundary of a comparison." }
                dt { "Infeasible" } dd { "proved: no input of the function reaches the goal. The reason is given for each." }
                dt { "Justified" } dd { "somebody has signed why the goal may stay uncovered, for the function as it is here." }
                dt { "Conditional" } dd { "proved to be infeasible if the listed hypotheses hold, and not justified." }
                dt { "Open" } dd { "neither covered nor proved nor justified." }
                dt { "Settled" } dd { "covered, infeasible and justified goals, of all." }
            }
        }
    }

    async fn functions(&self) -> Result<()> {
        let head = html! {
            h2 { "Functions" }
            p.quiet { "Covered + infeasible / goals." }
            (PreEscaped("<table><thead>"))
            tr { th { "Function" } @for name in CRITERIA { th.number { (name) } } th.number { "Tests" } th.number { "Faults" } th { "Exploration" } }
            (PreEscaped("</thead><tbody>"))
        };
        self.send(head).await?;
        let mut offset = 0;
        loop {
            let slice = Slice::new(offset, PART);
            let part = self.app.db.functions(self.campaign.id, &Filter::default(), Order::Name, slice).await?;
            if part.items.is_empty() {
                break;
            }
            offset += part.items.len() as i64;
            self.send(html! { @for f in &part.items { (function(f)) } }).await?;
        }
        self.send(PreEscaped("</tbody></table>".into())).await
    }

    async fn gaps(&self) -> Result<()> {
        self.send(html! { h2 { "Gaps" } p.quiet { "Every goal that no test covers." } }).await?;
        let (mut first, mut heading) = (0, (String::new(), String::new()));
        loop {
            let part = self.app.db.gaps_from(self.project.id, self.campaign.id, first, PART).await?;
            if part.is_empty() {
                break;
            }
            first += PART;
            let shown = html! { @for g in &part {
                @let of = (g.row.file.clone(), g.row.function.clone());
                @if std::mem::replace(&mut heading, of.clone()) != of { h3 { code { (g.row.function) } " " span.quiet { (g.row.file) } } }
                (gap(g))
            } };
            self.send(shown).await?;
        }
        if first == 0 {
            self.send(html! { p { "There are none." } }).await?;
        }
        Ok(())
    }

    async fn alarms(&self) -> Result<()> {
        if self.figures.alarms.is_none() {
            return Ok(());
        }
        let reviews = self.app.db.reviews_of(self.project.id, self.campaign.id).await?;
        self.send(html! { h2 { "Alarms" } p.quiet { "What the campaign found, with the verdict of the tool and the review of the team." } }).await?;
        let mut offset = 0;
        loop {
            let part = self.app.db.alarms(self.campaign.id, Slice::new(offset, PART)).await?;
            if part.items.is_empty() {
                break;
            }
            offset += part.items.len() as i64;
            let rows = html! { table {
                thead { tr { th { "Verdict" } th { "Review" } th { "Fault" } th { "Where" } } }
                tbody { @for a in &part.items { tr {
                    td { (a.verdict) }
                    td { (reviews.get(&a.fingerprint).map_or("unreviewed", |r| r.status.name())) }
                    td { (a.kind) ": " (a.message) }
                    td { code { (a.function) } " " (a.file) ":" (a.line) }
                } } }
            } };
            self.send(rows).await?;
        }
        if offset == 0 {
            self.send(html! { p { "There are none." } }).await?;
        }
        Ok(())
    }
}

fn fact(name: &str, value: Markup) -> Markup {
    html! { tr { th { (name) } td { (value) } } }
}

/// Rounded down: 100% are all.
fn share(part: i64, total: i64) -> String {
    match total {
        0 => "–".into(),
        total => format!("{:.1}%", (1000 * part / total) as f64 / 10.0),
    }
}

fn function(f: &FunctionRow) -> Markup {
    html! { tr {
        td { code { (f.name) } br; span.quiet { (f.file) ":" (f.line) } }
        @for t in &f.tallies { td.number { (parts::figures(t)) } }
        td.number { (f.tests) } td.number { (f.faults) } td { (f.stop) }
    } }
}

fn gap(g: &Gap) -> Markup {
    let row = &g.row;
    let standing = g.standing();
    let class = match (standing, row.verdict.as_str()) {
        (Standing::Justified, _) => "gap justified",
        (Standing::Outdated, _) => "gap outdated",
        (Standing::None, "infeasible") => "gap proved",
        (Standing::None, _) => "gap",
    };
    html! {
        div class=(class) {
            p { strong { (row.goal) } " " span.quiet { (row.criterion) ", line " (row.line) ", " (row.verdict) } }
            p { (row.reason) "." }
            @if !row.hypotheses.is_empty() { p { "If: " (row.hypotheses.join("; ")) "." } }
            @if let Some(j) = &g.justification {
                @if standing == Standing::Outdated { p { strong { "No longer counts, because the function has changed since:" } } }
                p.said { (j.said) }
                p.signed { "Signed by " (j.user) ", " (clock::shown(j.at)) ", for content " code { (j.content) } }
            }
        }
    }
}
