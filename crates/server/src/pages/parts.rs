//! Pieces that several pages have: bars, states, times, numbers.

use crate::app::Shared;
use crate::clock;
use crate::db::campaigns::{Campaign, State};
use crate::db::reviews::{Review, Status};
use crate::fault::Result;
use crate::message::{CRITERIA, Figures, Tally};
use maud::{Markup, PreEscaped, html};
use std::future::Future;

/// A part of a page that stays as it is for as long as its key says the same; made only if it is not kept.
pub async fn kept(app: &Shared, key: String, make: impl Future<Output = Result<Markup>>) -> Result<Markup> {
    let part = app.kept.part(key, async { make.await.map(|part| part.into_string().into()) }).await?;
    Ok(PreEscaped(String::from_utf8_lossy(&part).into_owned()))
}

/// Covered, proved impossible and open, as a bar.
pub fn bar(t: &Tally) -> Markup {
    let share = |n: i64| if t.total > 0 { format!("{:.2}", 100.0 * n as f64 / t.total as f64) } else { "0".into() };
    let said = match t.total {
        0 => "nothing to cover".to_string(),
        _ => format!("{} of {} covered, {} proved impossible, {} open", t.covered, t.total, t.infeasible, t.open()),
    };
    html! {
        svg.meter viewBox="0 0 100 8" preserveAspectRatio="none" role="img" aria-label=(said) {
            title { (said) }
            rect.open width=(if t.total > 0 { "100" } else { "0" }) height="8" {}
            rect.dead width=(share(t.covered + t.infeasible)) height="8" {}
            rect.covered width=(share(t.covered)) height="8" {}
        }
    }
}

/// `12+2/14`
pub fn figures(t: &Tally) -> String {
    match (t.total, t.infeasible) {
        (0, _) => "–".into(),
        (total, 0) => format!("{}/{total}", t.covered),
        (total, dead) => format!("{}+{dead}/{total}", t.covered),
    }
}

pub fn percent(t: &Tally) -> String {
    match t.total {
        0 => "–".into(),
        total => format!("{}%", 100 * (t.covered + t.infeasible) / total),
    }
}

/// A card for each criterion.
pub fn cards(f: &Figures) -> Markup {
    html! {
        div.cards {
            @for (name, t) in CRITERIA.iter().zip(&f.tallies) {
                div.card {
                    div.name { (name) }
                    b { (percent(t)) }
                    div.quiet { (figures(t)) " covered" @if t.infeasible > 0 { " + impossible" } }
                    (bar(t))
                }
            }
        }
    }
}

pub fn state(s: State) -> Markup {
    let class = match s {
        State::Done => "chip covered",
        State::Failed => "chip fault",
        State::Running => "chip open",
        State::Queued | State::Cancelled => "chip dead",
    };
    html! { span class=(class) { (s.name()) } }
}

/// What callers say of an alarm.
pub fn verdict(name: &str) -> Markup {
    let class = match name {
        "confirmed" => "chip fault",
        "open" => "chip open",
        _ => "chip dead",
    };
    html! { span class=(class) { (name) } }
}

/// What people say of one.
pub fn review(r: &Review) -> Markup {
    let class = match r.status {
        Status::Unreviewed => "chip dead",
        Status::Confirmed => "chip fault",
        Status::False | Status::Fixed => "chip covered",
        Status::Intentional => "chip open",
    };
    html! { span class=(class) { (r.status.name()) } @if !r.assignee.is_empty() { " " small.quiet { (r.assignee) } } }
}

/// A moment, for people and for machines.
pub fn time(at: i64) -> Markup {
    html! { time datetime=(clock::iso(at)) { (clock::shown(at)) } }
}

/// How long a campaign took.
pub fn took(c: &Campaign) -> Option<String> {
    Some(clock::took(c.ended? - c.started?))
}

pub fn count(n: i64, one: &str) -> String {
    match n {
        1 => format!("1 {one}"),
        n => format!("{n} {one}s"),
    }
}

/// `3.2 MB`
pub fn bytes(n: i64) -> String {
    match n {
        n if n < 1 << 10 => format!("{n} bytes"),
        n if n < 1 << 20 => format!("{:.1} KB", n as f64 / 1024.0),
        n => format!("{:.1} MB", n as f64 / 1_048_576.0),
    }
}

/// The table of a project's campaigns.
pub fn campaigns(project: i64, all: &[Campaign]) -> Markup {
    html! {
        table.list {
            thead { tr { th { "Campaign" } th { "State" } th.wide { "Sources" } th { "Branches" } th { "Tests" } th { "Faults" } th.wide { "By" } th.wide { "Begun" } } }
            tbody {
                @for c in all {
                    tr {
                        td { a href=(format!("/projects/{project}/campaigns/{}", c.number)) { "#" (c.number) " " (c.options.kind.name()) } }
                        td { (state(c.state)) @if let Some(took) = took(c) { " " small.quiet { (took) } } }
                        td.wide { small.quiet { "#" (c.upload_number) } }
                        @match &c.figures {
                            Some(f) => {
                                td.bars { (bar(&f.tallies[1])) small.quiet { (figures(&f.tallies[1])) } }
                                td { (f.tests) }
                                td { (f.faults) }
                            }
                            None => { td { "–" } td { "–" } td { "–" } }
                        }
                        td.wide { (c.user) }
                        td.wide { (time(c.created)) }
                    }
                }
            }
        }
    }
}

/// Nobody has more; what somebody types may be anything.
pub const LAST_PAGE: i64 = 1_000_000;

/// Links to the parts of a long list.
pub fn pager(address: &dyn Fn(i64) -> String, page: i64, size: i64, total: i64) -> Markup {
    let last = (total - 1).max(0) / size;
    html! {
        @if last > 0 {
            nav.pager aria-label="Pages" {
                @if page > 0 { a href=(address(page - 1)) rel="prev" { "‹ Previous" } }
                span.quiet { (page * size + 1) "–" (((page + 1) * size).min(total)) " of " (total) }
                @if page < last { a href=(address(page + 1)) rel="next" { "Next ›" } }
            }
        }
    }
}

/// For an address.
pub fn encoded(text: &str) -> String {
    text.bytes()
        .map(|b| if b.is_ascii_alphanumeric() { (b as char).to_string() } else { format!("%{b:02X}") })
        .collect()
}
