//! `crescendo check`: explores functions as `gen` does, asks their callers about every fault, and lists the alarms.

mod judge;
mod known;
mod marks;
mod show;

use crate::r#gen::{Alarmed, ExploreArgs, Switch};
use crate::load::Loaded;
use crate::{exit, style};
use anyhow::{Context, Result};
use clap::{Args, ValueEnum};
use crescendo_alarms::baseline;
use crescendo_alarms::listed::{Alarms, Totals, list};
use crescendo_alarms::model::Verdict;
use crescendo_alarms::sarif;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

/// Look for faults: every alarm with its verdict, the way there and how to see it again
///
/// Example: crescendo check -p build/ --budget 5s --sarif alarms.sarif
#[derive(Args)]
pub struct CheckArgs {
    #[command(flatten)]
    explore: ExploreArgs,
    /// Print the alarms as JSON
    #[arg(long)]
    json: bool,
    /// Print only the closing table
    #[arg(long, short, conflicts_with = "json")]
    quiet: bool,
    /// Show also what is false, suppressed or in the baseline
    #[arg(long)]
    all: bool,
    /// Write the alarms as SARIF 2.1.0
    #[arg(long, value_name = "FILE")]
    sarif: Option<PathBuf>,
    /// Alarms of an earlier version, as alarms.json or SARIF: only new ones are shown and count
    #[arg(long, value_name = "FILE")]
    baseline: Option<PathBuf>,
    /// Alarms to ignore, a line each: kind, place, reason
    #[arg(long, value_name = "FILE")]
    suppressions: Option<PathBuf>,
    /// End with status 117 if there is such an alarm (open: or a confirmed one)
    #[arg(long, value_name = "VERDICT", default_value = "confirmed")]
    fail_on: FailOn,
    /// Do not ask callers: every fault of a unit stays open
    #[arg(long)]
    no_filter: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum FailOn {
    Confirmed,
    Open,
    None,
}

/// What `check` looks for beside what always counts.
const CHECKS: [&str; 3] = ["function-type-mismatch", "invalid-shift", "uninitialised-use"];

/// Of the layout of `alarms.json`.
const VERSION: u32 = 1;

pub fn check(mut args: CheckArgs) -> Result<ExitCode> {
    let start = Instant::now();
    args.explore.checks.extend(CHECKS.map(String::from));
    args.explore.checks.sort();
    args.explore.checks.dedup();
    if args.explore.ranges.is_none() {
        (args.explore.ranges, args.explore.ranges_by_default) = (Some(Switch::On), true);
    }
    args.explore.main_to_the_end = true;
    let explore = &args.explore;
    let known = args.baseline.as_deref().map(read_baseline).transpose()?;
    let prepared = crate::r#gen::prepare(explore)?;
    let ground = prepared.ground()?;
    let functions = prepared.functions(explore)?;
    if functions.is_empty() {
        return Ok(ExitCode::SUCCESS);
    }
    let mut complaints = Vec::new();
    let rules = marks::rules(&ground.loaded.program, args.suppressions.as_deref(), &mut complaints)?;
    let mut report = crate::r#gen::explore_and_write(explore, &ground, &functions, Alarmed::Yes)?;
    let judged = match args.no_filter {
        true => None,
        false => Some(known::judge(explore, &ground, &mut report)?),
    };

    let sources = marks::Sources::default();
    let mut alarms = Alarms {
        version: VERSION,
        tool: format!("crescendo {}", env!("CARGO_PKG_VERSION")),
        alarms: list(std::mem::take(&mut report.alarms), &|file, line| sources.line(file, line)),
        ..Alarms::default()
    };
    // A run on some functions says nothing about suppressions of others.
    let whole = explore.functions.is_empty() && explore.changed_since.is_none();
    marks::apply(&mut alarms, rules, whole, &mut complaints);
    alarms.complaints = complaints;
    if let Some(known) = &known {
        baseline::compare(&mut alarms, known);
    }
    alarms.totals = Totals::of(alarms.alarms.iter());
    alarms.seconds = start.elapsed().as_secs_f64();
    alarms.exploring_seconds = report.seconds / explore.workers() as f64;
    alarms.filter_seconds = judged.as_ref().map_or(0.0, |j| j.seconds);
    alarms.filter_explorations = judged.as_ref().map_or(0, |j| j.explorations);
    let path = explore.output.join("alarms.json");
    write(&path, &serde_json::to_string_pretty(&alarms)?)?;
    if let Some(file) = &args.sarif {
        let here = std::env::current_dir().context("the current folder is gone")?;
        write(file, &serde_json::to_string_pretty(&sarif::write(&alarms, env!("CARGO_PKG_VERSION"), &here))?)?;
    }
    let page = crate::report_files::write(&explore.output, &report.suite)?;
    if args.json {
        print!("{}", std::fs::read_to_string(&path)?);
    } else {
        if !args.quiet {
            print!("{}", show::alarms(&alarms, args.all));
        }
        print!("{}", show::table(&alarms, &report.totals.checks));
        if let Some(judged) = judged {
            println!("{}", judged.line);
        }
        println!("{}", path.display());
        println!("{}", page.display());
    }
    Ok(ExitCode::from(status(&args, &alarms, report.tool_bugs, ground.loaded)))
}

fn status(args: &CheckArgs, alarms: &Alarms, tool_bugs: usize, loaded: &Loaded) -> u8 {
    for c in &alarms.complaints {
        eprintln!("{} {c}", style::warning("warning:"));
    }
    if tool_bugs > 0 {
        eprintln!("{} {tool_bugs} tool bugs are listed in summary.json", style::error("error:"));
        return exit::TOOL_BUG;
    }
    let worst = match args.fail_on {
        FailOn::None => None,
        FailOn::Confirmed => Some(Verdict::Confirmed),
        FailOn::Open => Some(Verdict::Open),
    };
    let counts =
        |a: &&crescendo_alarms::listed::Listed| a.is_shown() && worst.is_some_and(|w| a.alarm.judgement.verdict <= w);
    match (alarms.alarms.iter().find(counts), loaded.failures) {
        (Some(_), _) => exit::ALARMS,
        (None, 0) => 0,
        (None, _) => exit::PARTIAL,
    }
}

fn read_baseline(path: &Path) -> Result<std::collections::BTreeSet<String>> {
    let text = std::fs::read_to_string(path).with_context(|| format!("cannot read the baseline {}", path.display()))?;
    baseline::read(&text).with_context(|| format!("{} is no baseline", path.display()))
}

/// Written aside and moved into place: a reader never sees half of it.
fn write(path: &Path, text: &str) -> Result<()> {
    let mut aside = path.as_os_str().to_owned();
    aside.push(".new");
    std::fs::write(&aside, format!("{text}\n")).with_context(|| format!("cannot write {}", path.display()))?;
    std::fs::rename(&aside, path).with_context(|| format!("cannot write {}", path.display()))
}
