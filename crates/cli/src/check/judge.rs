//! Asks the callers: the filter, with what `gen` knows of the program.

use crate::r#gen::{ExploreArgs, Ground, catch_interrupt, explore_command};
use crate::load::count;
use crate::style;
use anyhow::{Context as _, Result};
use crescendo_alarms::filter::{self, Context, Driving, Native, Options};
use crescendo_alarms::model::{Alarm, Verdict};
use std::time::Duration;

/// Time for callers, also where all else is known from an earlier run.
const LEAST: Duration = Duration::from_secs(30);

/// Gives every alarm its verdict; says in a line what that took.
///
/// `spent`: on finding the alarms; judging them takes no longer, unless that was next to nothing.
pub fn judge(args: &ExploreArgs, ground: &Ground, alarms: &mut [Alarm], spent: Duration) -> Result<String> {
    let Ground { loaded, settings, facts, calls, profile } = ground;
    let driving = |f| {
        // Callers execute what they call: what is made up can be neither proved nor confirmed.
        let own = settings.whole(f, facts, calls);
        Driving { setup: own.setup, plan: own.plan, steps: own.steps }
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
    options.total = Some(spent.max(LEAST));
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
    Ok(format!("callers: {explored} in {:.1} s; {before} open faults of units before, {after} after", report.seconds))
}
