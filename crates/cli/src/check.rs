//! `crescendo check`: explores functions as `gen` does, asks their callers about every fault, and lists the alarms.

use crate::options::ExploreArgs;
use crate::{alarm_list, exit, generate, style};
use anyhow::Result;
use clap::{Args, ValueEnum};
use crescendo_alarms::listed::{Alarms, Listed};
use crescendo_alarms::model::Verdict;
use crescendo_campaign::excerpt::count;
use crescendo_campaign::request::CheckOptions;
use crescendo_campaign::{CheckFigures, Closing};
use std::path::PathBuf;
use std::process::ExitCode;

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

pub fn check(args: &CheckArgs) -> Result<ExitCode> {
    let mut request = args.explore.request()?;
    request.check = Some(CheckOptions {
        filter: !args.no_filter,
        baseline: args.baseline.clone(),
        suppressions: args.suppressions.clone(),
        sarif: args.sarif.clone(),
    });
    let Some(outcome) = generate::run(request, args.explore.sources.verbose)? else { return Ok(ExitCode::SUCCESS) };
    let (Some(alarms), Some(path)) = (&outcome.alarms, &outcome.alarms_file) else { return Ok(ExitCode::SUCCESS) };
    if args.json {
        print!("{}", std::fs::read_to_string(path)?);
    } else {
        if !args.quiet {
            print!("{}", alarm_list::alarms(alarms, args.all));
        }
        print!("{}", alarm_list::table(alarms, &outcome.closing.totals.checks));
        if let Some(figures) = &outcome.closing.check {
            println!("{}", callers(figures));
        }
        println!("{}", path.display());
        println!("{}", outcome.report.display());
    }
    Ok(ExitCode::from(status(args, alarms, &outcome.closing)))
}

/// What asking the callers took.
fn callers(f: &CheckFigures) -> String {
    let explored = count(f.explorations, "exploration");
    let known = if f.known { " (known from an earlier run)" } else { "" };
    format!(
        "callers: {explored} in {:.1} s, after {:.1} s of finding faults; {} open faults of units before, {} after; {:.1} s natively{known}",
        f.asking, f.exploring, f.open_before, f.open_after, f.natively
    )
}

fn status(args: &CheckArgs, alarms: &Alarms, closing: &Closing) -> u8 {
    for c in &alarms.complaints {
        eprintln!("{} {c}", style::warning("warning:"));
    }
    if closing.tool_bugs > 0 {
        eprintln!("{} {} tool bugs are listed in summary.json", style::error("error:"), closing.tool_bugs);
        return exit::TOOL_BUG;
    }
    let worst = match args.fail_on {
        FailOn::None => None,
        FailOn::Confirmed => Some(Verdict::Confirmed),
        FailOn::Open => Some(Verdict::Open),
    };
    let counts = |a: &&Listed| a.is_shown() && worst.is_some_and(|w| a.alarm.judgement.verdict <= w);
    match (alarms.alarms.iter().find(counts), closing.files_failed) {
        (Some(_), _) => exit::ALARMS,
        (None, 0) => 0,
        (None, _) => exit::PARTIAL,
    }
}
