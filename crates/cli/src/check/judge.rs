//! Asks the callers: the filter, with what `gen` knows of the program.

use crate::r#gen::{ExploreArgs, Ground, Report, catch_interrupt, explore_command};
use crate::load::count;
use crate::style;
use anyhow::{Context as _, Result};
use crescendo_alarms::filter::{self, Context, Driving, Native, Options};
use crescendo_alarms::model::Verdict;
use crescendo_program::FunctionId;
use crescendo_vm::FaultKind;
use std::collections::BTreeSet;
use std::time::Duration;

/// Time for callers, also where exploring took next to nothing: starting the searches alone takes some of it.
const LEAST: Duration = Duration::from_secs(2);

/// Of the time that finding the faults took.
const SHARE: f64 = 0.9;

/// What asking the callers took, and the line that says it.
pub struct Judged {
    pub seconds: f64,
    pub explorations: usize,
    pub line: String,
}

/// Gives every alarm its verdict. That takes less time than finding the alarms has, unless that was next to nothing; running natively
/// what was shown comes on top.
pub fn judge(args: &ExploreArgs, ground: &Ground, found: &mut Report) -> Result<Judged> {
    let Ground { loaded, settings, facts, calls, profile } = ground;
    let (alarms, needs) = (&mut found.alarms, &found.needs);
    // What a unit copies, its callers hand over: their strings must be able to be as long.
    let units: BTreeSet<&str> =
        alarms.iter().filter(|a| a.kind == FaultKind::OutOfBounds.name()).map(|a| a.unit.as_str()).collect();
    let copies = |f: &FunctionId| units.contains(loaded.program.function(*f).name.as_str());
    let longest = found.longest.iter().filter(|(f, _)| copies(f)).map(|(_, n)| *n).max().unwrap_or(0);
    let driving = |f| {
        // Callers execute what they call: what is made up can be neither proved nor confirmed.
        let mut own = settings.whole(f, facts, calls);
        own.setup.needs = needs.get(&f).cloned().unwrap_or_default();
        own.setup.bounds.bytes = own.setup.bounds.bytes.max(longest.next_power_of_two());
        // Only the program's start finds globals as they are initially: a caller may find them anyhow.
        own.setup.initial_globals = false;
        Driving { setup: own.setup, plan: own.plan, steps: own.steps, stack: args.stack_bytes() }
    };
    let folder = args.output.join("alarms");
    let native = Native { compiled: &loaded.compiled, clang: &loaded.clang, folder: &folder };
    let context = Context {
        program: &loaded.program,
        facts,
        calls,
        driving: &driving,
        symbolic: args.symbolic(),
        profile: *profile,
        native: (!args.no_replay).then_some(native),
        interrupt: catch_interrupt(),
    };
    let mut options = Options { seed: args.seed, runs: args.max_runs, ..Options::default() };
    let spent = found.seconds / args.workers() as f64;
    options.total = Some(Duration::from_secs_f64(spent * SHARE).max(LEAST));
    if let Some(budget) = args.budget {
        options.caller = options.caller.max(budget / 2);
    }
    let before = alarms.iter().filter(|a| a.judgement.verdict == Verdict::Open).count();
    let report = filter::judge(&context, alarms, &options, &mut |_| {}).context("the callers could not be asked")?;
    for a in alarms.iter_mut().filter(|a| a.judgement.reproduce.is_none()) {
        let start = a.judgement.chain.first().map_or(&a.unit, |c| &c.function);
        a.judgement.reproduce = Some(explore_command(args, start));
    }
    for note in &report.notes {
        eprintln!("{} {note}", style::warning("warning:"));
    }
    let after = alarms.iter().filter(|a| a.judgement.verdict == Verdict::Open).count();
    let explored = count(report.explored, "exploration");
    let line = format!(
        "callers: {explored} in {:.1} s, after {spent:.1} s of finding faults; {before} open faults of units before, {after} after; {:.1} s natively",
        report.seconds, report.native_seconds
    );
    Ok(Judged { seconds: report.seconds, explorations: report.explored, line })
}
