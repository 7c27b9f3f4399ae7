//! Alarms for people: one after the other, then a table of 80 columns.

use crate::{excerpt, style};
use crescendo_alarms::baseline::State;
use crescendo_alarms::listed::{Alarms, Listed, Totals};
use crescendo_alarms::model::{Strength, Verdict};
use crescendo_campaign::check::Sources;
use crescendo_campaign::results::summary::CheckTally;
use std::collections::BTreeMap;
use std::fmt::Write;

/// Steps, inputs and assumptions shown of one alarm; `alarms.json` has all.
const STEPS: usize = 6;
const INPUTS: usize = 8;
/// Alarms shown; the report and `alarms.json` have all.
const SHOWN: usize = 100;

pub fn alarms(all: &Alarms, everything: bool) -> String {
    let sources = Sources::default();
    let mut out = String::new();
    let shown: Vec<&Listed> = all.alarms.iter().filter(|a| everything || a.is_shown()).collect();
    for a in shown.iter().take(SHOWN) {
        alarm(a, &sources, &mut out);
        out.push('\n');
    }
    if shown.len() > SHOWN {
        let _ = writeln!(out, "... and {} more: the report has them all\n", shown.len() - SHOWN);
    }
    out
}

fn title(a: &Listed) -> String {
    let j = &a.alarm.judgement;
    let verdict = match j.verdict {
        Verdict::Confirmed => style::error("confirmed"),
        Verdict::Open => style::warning("open"),
        Verdict::False => style::bold("false"),
    };
    format!("{verdict}: {}: {}", style::bold(&a.alarm.kind), a.alarm.message)
}

fn alarm(a: &Listed, sources: &Sources, out: &mut String) {
    let (alarm, j) = (&a.alarm, &a.alarm.judgement);
    let _ = writeln!(out, "{}", title(a));
    let column = if alarm.column > 0 { format!(":{}", alarm.column) } else { String::new() };
    let place = format!("{}:{}{column}", excerpt::near(&alarm.file), alarm.line);
    let _ = writeln!(out, "  {} {place} in {}", style::dim("-->"), alarm.function);
    if let Some(text) = sources.line(&alarm.file, alarm.line) {
        out.push_str(&excerpt::line(&text, alarm.line, alarm.column));
    }
    let mut tell = |what: &str, text: &str| {
        let _ = writeln!(out, "  {} {text}", style::bold(&format!("{what}:")));
    };
    if let Some(s) = &a.suppressed {
        tell("suppressed", &format!("{} ({})", s.reason, excerpt::near(&s.by)));
    }
    if a.baseline == Some(State::Unchanged) {
        tell("known", "the baseline has it");
    }
    tell("verdict", &format!("{} ({})", j.why, strength(j.strength)));
    if !j.chain.is_empty() {
        let calls: Vec<String> =
            j.chain.iter().map(|c| format!("{} ({}:{})", c.function, near_file(&c.file), c.line)).collect();
        tell("calls", &calls.join(" -> "));
        for c in j.chain.iter().filter(|c| !c.values.is_empty()) {
            tell("passes", &format!("{}: {}", c.function, pairs(&c.values)));
        }
    } else if alarm.frames.len() > 1 {
        let calls: Vec<String> =
            alarm.frames.iter().rev().map(|f| format!("{} (line {})", f.function, f.line)).collect();
        tell("calls", &calls.join(" -> "));
    }
    match &j.started {
        Some(started) => {
            let with = if started.with.is_empty() { "nothing".into() } else { shortened(&started.with, INPUTS, ", ") };
            tell("starts with", &format!("{}: {with}", started.function));
        }
        None if !alarm.inputs.is_empty() => tell("inputs", &format!("{}: {}", alarm.unit, pairs(&alarm.inputs))),
        None => {}
    }
    // The way of the unit alone is another than that of the program.
    if !alarm.path.is_empty() && j.started.as_ref().is_none_or(|s| s.function == alarm.unit) {
        tell("path", &path(a));
    }
    let assumptions = j.started.as_ref().map_or(&alarm.assumptions, |s| &s.assumes);
    if !assumptions.is_empty() {
        tell("assumes", &shortened(assumptions, INPUTS, "; "));
    }
    if !a.also_from.is_empty() {
        tell("also from", &shortened(&a.also_from, INPUTS, ", "));
    }
    if let Some(command) = &j.reproduce {
        tell("reproduce", command);
    }
}

fn near_file(file: &str) -> String {
    excerpt::near(file)
}

/// The last decisions: they are nearest to the fault.
fn path(a: &Listed) -> String {
    let steps = &a.alarm.path;
    let shown = &steps[steps.len().saturating_sub(STEPS)..];
    let mut texts: Vec<String> = shown.iter().map(|s| format!("{} (line {})", s.text, s.line)).collect();
    if shown.len() < steps.len() {
        texts.insert(0, format!("{} decisions, then", steps.len() - shown.len()));
    }
    texts.join(", ")
}

/// What is not zero comes first: zeros mostly do not matter.
fn pairs(values: &[(String, String)]) -> String {
    let mut values: Vec<&(String, String)> = values.iter().collect();
    values.sort_by_key(|(_, value)| value == "0");
    let all: Vec<String> = values.iter().map(|(path, value)| format!("{path} = {value}")).collect();
    shortened(&all, INPUTS, ", ")
}

fn shortened(all: &[String], most: usize, between: &str) -> String {
    let mut text = all[..all.len().min(most)].join(between);
    if all.len() > most {
        let _ = write!(text, "{between}and {} more", all.len() - most);
    }
    text
}

fn strength(s: Strength) -> &'static str {
    match s {
        Strength::Native => "seen natively",
        Strength::Machine => "the whole program fails in the machine, natively not seen",
        Strength::Context => "a caller lets it through",
        Strength::Unit => "the unit alone",
        Strength::Proved => "proved",
        Strength::Explored => "as far as explored, no proof",
    }
}

/// Alarms by kind and verdict, and what became of all operations that can fail.
pub fn table(all: &Alarms, checks: &CheckTally) -> String {
    let mut out = String::new();
    let mut kinds: BTreeMap<&str, Vec<&Listed>> = BTreeMap::new();
    for a in &all.alarms {
        kinds.entry(&a.alarm.kind).or_default().push(a);
    }
    let mut row = |name: &str, t: &Totals| {
        let Totals { confirmed, open, false_, suppressed, known } = t;
        let _ = writeln!(out, "{name:<24} {confirmed:>10} {open:>8} {false_:>8} {suppressed:>11} {known:>9}");
    };
    if !kinds.is_empty() {
        for (kind, alarms) in &kinds {
            row(kind, &Totals::of(alarms.iter().copied()));
        }
        if kinds.len() > 1 {
            row("all", &all.totals);
        }
        let head = ["alarms", "confirmed", "open", "false", "suppressed", "known"];
        let [name, confirmed, open, wrong, suppressed, known] = head;
        out.insert_str(0, &format!("{name:<24} {confirmed:>10} {open:>8} {wrong:>8} {suppressed:>11} {known:>9}\n"));
    } else {
        out.push_str("no alarms\n");
    }
    if !all.gone.is_empty() {
        let _ = writeln!(out, "{} of the baseline are gone", all.gone.len());
    }
    let _ = writeln!(
        out,
        "checks: {} sites, {} with a fault, {} proved safe, {} open",
        checks.total, checks.alarms, checks.proved, checks.open
    );
    out
}
