//! How a project does over time: coverage, alarms and tests, campaign by campaign, as plots and as a table.

use super::layout::{Layout, Page};
use super::parts;
use crate::app::Shared;
use crate::auth::Role;
use crate::clock;
use crate::db::trend::Point;
use crate::fault::Result;
use crate::message::{CRITERIA, Tally};
use crate::web::SignedIn;
use axum::Router;
use axum::extract::{Path, State};
use axum::routing::get;
use maud::{Markup, html};

/// Campaigns that are plotted; the newest ones.
const MOST: i64 = 200;

pub fn routes() -> Router<Shared> {
    Router::new().route("/projects/{project}/trend", get(show))
}

async fn show(State(app): State<Shared>, SignedIn(actor): SignedIn, Path(id): Path<i64>) -> Result<Page> {
    let project = app.in_project(&actor, id, Role::Viewer).await?;
    let (points, total) = app.db.trend(id, MOST).await?;
    let any_partial = points.iter().any(|p| p.partial().is_some());
    let content = html! {
        h1 { "Over time" }
        @if points.is_empty() {
            p.quiet { "No campaign has come to an end yet." }
        } @else {
            p.quiet {
                (parts::count(points.len() as i64, "campaign"))
                @if total > points.len() as i64 { ", the newest of " (total) }
                @if any_partial { "; a hollow point is a campaign that was cancelled or looked at some functions only" }
            }
            h2 { "Goals covered or proved impossible" }
            (coverage(&points))
            @if points.iter().any(|p| p.figures.alarms.is_some()) {
                h2 { "Alarms" }
                (alarms(&points))
            }
            h2 { "Tests and functions" }
            (sizes(&points))
            h2 { "The same as a table" }
            (table(id, &points))
        }
    };
    let here = format!("/projects/{id}/trend");
    let crumbs = [(project.name.as_str(), format!("/projects/{id}")), ("Over time", here)];
    Ok(Layout { app: &app, actor: &actor, title: "Over time", crumbs: &crumbs, scripts: &[] }.page(content))
}

/// What the project's own page shows of it.
pub fn short(project: i64, points: &[Point]) -> Markup {
    html! {
        @if points.len() > 1 {
            h2 { "Coverage, campaign by campaign" }
            (coverage(points))
            p { a href=(format!("/projects/{project}/trend")) { "Alarms, tests and all figures over time" } }
        }
    }
}

fn coverage(points: &[Point]) -> Markup {
    let share = |t: &Tally| (t.total > 0).then(|| 100.0 * (t.covered + t.infeasible) as f64 / t.total as f64);
    let lines = CRITERIA
        .iter()
        .enumerate()
        .map(|(i, name)| Line { name, values: points.iter().map(|p| share(&p.figures.tallies[i])).collect() });
    Chart {
        label: "Share of goals covered or proved impossible, by campaign",
        points,
        unit: "%",
        class: "chart",
        top: Some(100.0),
    }
    .draw(&lines.collect::<Vec<_>>())
}

fn alarms(points: &[Point]) -> Markup {
    let of = |i: usize| points.iter().map(|p| p.figures.alarms.map(|a| a[i] as f64)).collect();
    let lines = [Line { name: "Confirmed", values: of(0) }, Line { name: "Open", values: of(1) }];
    Chart { label: "Confirmed and open alarms, by campaign", points, unit: "", class: "chart alarms", top: None }
        .draw(&lines)
}

fn sizes(points: &[Point]) -> Markup {
    let of = |what: &dyn Fn(&Point) -> i64| points.iter().map(|p| Some(what(p) as f64)).collect();
    let lines = [
        Line { name: "Tests", values: of(&|p| p.figures.tests) },
        Line { name: "Functions", values: of(&|p| p.figures.functions) },
    ];
    Chart { label: "Tests and functions, by campaign", points, unit: "", class: "chart", top: None }.draw(&lines)
}

struct Line<'a> {
    name: &'a str,
    /// For each campaign; nothing where it has none.
    values: Vec<Option<f64>>,
}

struct Chart<'a> {
    label: &'a str,
    points: &'a [Point],
    unit: &'a str,
    /// Chooses the colours.
    class: &'static str,
    /// Of the scale; otherwise what the lines reach.
    top: Option<f64>,
}

/// The plot's place in its picture.
const LEFT: f64 = 52.0;
const RIGHT: f64 = 588.0;
const TOP: f64 = 14.0;
const BOTTOM: f64 = 134.0;

impl Chart<'_> {
    fn x(&self, i: usize) -> f64 {
        match self.points.len() {
            1 => (LEFT + RIGHT) / 2.0,
            n => LEFT + (RIGHT - LEFT) * i as f64 / (n - 1) as f64,
        }
    }

    fn draw(&self, lines: &[Line]) -> Markup {
        let reached = lines.iter().flat_map(|l| &l.values).flatten().fold(1.0, |a: f64, b| a.max(*b));
        let top = self.top.unwrap_or(reached);
        let y = |v: f64| BOTTOM - (BOTTOM - TOP) * v / top;
        let number = |v: f64| format!("{v:.0}{}", self.unit);
        let (first, last) = (&self.points[0], &self.points[self.points.len() - 1]);
        html! {
            figure class=(self.class) {
                svg.chart viewBox="0 0 600 156" role="img" aria-label=(self.label) {
                    @for v in [0.0, top / 2.0, top] {
                        line.axis x1=(LEFT) y1=(y(v)) x2=(RIGHT) y2=(y(v)) {}
                        text x=(LEFT - 6.0) y=(y(v) + 4.0) text-anchor="end" { (number(v)) }
                    }
                    text x=(LEFT) y="151" { "#" (first.number) " " (day(first)) }
                    @if self.points.len() > 1 { text x=(RIGHT) y="151" text-anchor="end" { "#" (last.number) " " (day(last)) } }
                    @for (k, line) in lines.iter().enumerate() {
                        @for run in self.runs(line) {
                            polyline class=(format!("line{k}")) points=(run.iter().map(|(i, v)| format!("{:.1},{:.1}", self.x(*i), y(*v))).collect::<Vec<_>>().join(" ")) {}
                        }
                        @for (i, v) in line.values.iter().enumerate().filter_map(|(i, v)| Some((i, (*v)?))) {
                            circle class=(format!("line{k}{}", if self.points[i].partial().is_some() { " partial" } else { "" }))
                                cx=(format!("{:.1}", self.x(i))) cy=(format!("{:.1}", y(v))) r="3" {
                                title { "#" (self.points[i].number) " " (line.name) ": " (number(v)) @if let Some(why) = self.points[i].partial() { " (" (why) ")" } }
                            }
                        }
                    }
                }
                figcaption { @for (k, line) in lines.iter().enumerate() { span class=(format!("key line{k}")) { (line.name) } " " } }
            }
        }
    }

    /// Campaigns in a row that have a value: nothing is drawn across those that have none.
    fn runs(&self, line: &Line) -> Vec<Vec<(usize, f64)>> {
        let mut runs = vec![Vec::new()];
        for (i, value) in line.values.iter().enumerate() {
            match (value, runs.last_mut()) {
                (Some(v), Some(run)) => run.push((i, *v)),
                (None, Some(run)) if !run.is_empty() => runs.push(Vec::new()),
                _ => {}
            }
        }
        runs.retain(|run| run.len() > 1);
        runs
    }
}

fn day(p: &Point) -> String {
    clock::iso(p.created).chars().take(10).collect()
}

fn table(project: i64, points: &[Point]) -> Markup {
    html! {
        table.list {
            thead { tr { th { "Campaign" } th.wide { "Begun" } @for name in CRITERIA { th.wide[name != "Branch"] { (name) } } th { "Tests" } th { "Alarms" } } }
            tbody { @for p in points.iter().rev() { tr {
                td { a href=(format!("/projects/{project}/campaigns/{}", p.number)) { "#" (p.number) }
                    @if let Some(why) = p.partial() { " " small.quiet { (why) } } }
                td.wide { (parts::time(p.created)) }
                @for (i, t) in p.figures.tallies.iter().enumerate() { td.wide[i != 1] { (parts::percent(t)) " " small.quiet { (parts::figures(t)) } } }
                td { (p.figures.tests) }
                td { @match p.figures.alarms { Some([confirmed, open, _]) => { (confirmed) " confirmed, " (open) " open" } None => "–" } }
            } } }
        }
    }
}
