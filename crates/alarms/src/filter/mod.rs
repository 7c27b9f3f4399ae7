//! The filter: what the callers of a unit say about its alarms.

mod chain;
mod climb;
mod confirm;
mod explored;
mod formula;
mod native;
mod recheck;
mod target;
mod verdict;

use crate::contexts::Contexts;
use crate::model::{Alarm, Judgement, Strength, Verdict};
use climb::Climber;
use crescendo_explore::flow::Calls;
use crescendo_explore::{CancelToken, Watchdog};
use crescendo_profile::Profile;
use crescendo_program::{FunctionId, Program};
use crescendo_project::Clang;
use crescendo_suite::Suite;
use crescendo_suite::record::Compiled;
use crescendo_unit::{Driving, Facts};
use native::Replayed;
use std::path::Path;
use std::time::{Duration, Instant};

/// What the filter works on.
pub struct Context<'a> {
    pub program: &'a Program,
    pub facts: &'a Facts,
    pub calls: &'a Calls<'a>,
    /// How each function is driven; the same as when the alarms were found.
    pub driving: &'a (dyn Fn(FunctionId) -> Driving + Sync),
    /// Calls of real runs, if there are any: callers that matter most come first.
    pub profile: Option<&'a Profile>,
    /// For running natively what the outermost caller shows; `None`: nothing is run natively, and nothing is confirmed.
    pub native: Option<Native<'a>>,
    /// Ends runs whose time is over.
    pub watchdog: &'a Watchdog,
    /// What was not judged when it was cancelled stays as it is.
    pub cancel: &'a CancelToken,
}

#[derive(Clone, Copy)]
pub struct Native<'a> {
    /// How each source of the program is compiled.
    pub compiled: &'a [Compiled],
    pub clang: &'a Clang,
    /// Where the tests of confirmed alarms are kept: `suite.json` and C files, for `crescendo replay`. It is made if need be.
    pub folder: &'a Path,
}

#[derive(Clone, Debug)]
pub struct Options {
    /// Time for exploring one caller.
    pub caller: Duration,
    /// Time for all of them; `None`: no bound.
    pub total: Option<Duration>,
    /// Runs of one caller, at most: the same on every machine, unlike time.
    pub runs: Option<u64>,
    /// Callers explored for one unit, at most.
    pub contexts: usize,
    /// Functions of one calling context, at most, the unit among them.
    pub length: usize,
    pub seed: u64,
}

impl Default for Options {
    fn default() -> Self {
        let caller = Duration::from_secs(2);
        Options { caller, total: None, runs: None, contexts: 16, length: 8, seed: 1 }
    }
}

/// Told before every exploration.
#[derive(Clone, Copy, Debug)]
pub struct Progress<'a> {
    /// The caller that is asked now.
    pub unit: &'a str,
    /// Faults that are settled, and all of them.
    pub judged: usize,
    pub alarms: usize,
}

/// What the filter did.
#[derive(Debug, Default)]
pub struct Report {
    /// Explorations of callers, and how long all of it took.
    pub explored: usize,
    pub seconds: f64,
    /// Of the native runs that followed.
    pub native_seconds: f64,
    /// The tests of confirmed alarms that agree natively.
    pub suite: Option<Suite>,
    /// What went wrong, for the person at the keyboard.
    pub notes: Vec<String>,
}

#[derive(Debug, thiserror::Error)]
pub enum FilterError {
    #[error(transparent)]
    Files(#[from] crescendo_suite::files::SuiteFileError),
    #[error(transparent)]
    Replay(#[from] crescendo_replay::ReplayError),
    #[error("a thread of this tool has failed")]
    Thread,
}

/// Gives each alarm the verdict of its callers. Alarms come as units showed them.
pub fn judge(
    context: &Context,
    alarms: &mut [Alarm],
    options: &Options,
    progress: &mut (dyn FnMut(&Progress) + Send),
) -> Result<Report, FilterError> {
    std::thread::scope(|scope| {
        // Explorations need a deep stack.
        let thread = std::thread::Builder::new().stack_size(crescendo_vm::HOST_STACK);
        let work = thread.spawn_scoped(scope, || judge_here(context, alarms, options, progress));
        work.ok().and_then(|w| w.join().ok()).ok_or(FilterError::Thread)?
    })
}

fn judge_here(
    context: &Context,
    alarms: &mut [Alarm],
    options: &Options,
    progress: &mut dyn FnMut(&Progress),
) -> Result<Report, FilterError> {
    let start = Instant::now();
    let program = context.program;
    let contexts = Contexts::new(program, context.facts, context.profile);
    let heights = contexts.heights();
    let targets = target::targets(program, &contexts, &heights, alarms);
    let mut climber = Climber::new(context, &contexts, options, &targets, &heights);
    climber.climb(progress);
    for (target, standing) in targets.iter().zip(&climber.all) {
        let judgement = standing.judgement(program, &contexts, &target.starts);
        let shown_again = judgement.strength == Strength::Machine;
        let sure = judgement.strength == Strength::Proved || shown_again;
        for shown in &target.shown {
            let before = &mut alarms[shown.alarm].judgement;
            // `main` that fails without a look at globals fails as the program starts, also if it was not seen again.
            let by_itself = matches!(before.strength, Strength::Native | Strength::Machine);
            let known = by_itself && !explored::uses_globals(context, shown.unit);
            if before.verdict == Verdict::Confirmed || known && !sure {
                continue;
            }
            // A test of the unit alone says nothing about what its callers do.
            let reproduce = before.reproduce.take().filter(|_| !shown_again);
            *before = Judgement { reproduce, ..judgement.clone() };
        }
    }
    let Climber { tests, explored, notes, .. } = climber;
    let mut report = Report { explored, notes, seconds: start.elapsed().as_secs_f64(), ..Report::default() };
    if let Some(native) = context.native.filter(|_| !tests.is_empty()) {
        let (results, suite) = native::replay(program, &native, options.seed, tests)?;
        for (target, result) in results {
            targets[target].shown.iter().for_each(|s| settle(&mut alarms[s.alarm], result.clone()));
        }
        report.suite = Some(suite);
    } else if context.native.is_none() {
        let machine = |a: &&mut Alarm| a.judgement.strength == Strength::Machine;
        alarms.iter_mut().filter(machine).for_each(|a| not_tried(&mut a.judgement));
    }
    report.native_seconds = start.elapsed().as_secs_f64() - report.seconds;
    Ok(report)
}

/// Said of what the machine shows where nothing is run natively.
fn not_tried(j: &mut Judgement) {
    const SAID: &str = "natively not tried (--no-replay)";
    if !j.why.contains(SAID) {
        j.why += &format!("; {SAID}");
    }
}

/// What the native run says about an alarm that the machine shows.
fn settle(alarm: &mut Alarm, result: Replayed) {
    let j = &mut alarm.judgement;
    match result {
        Replayed::Faults(command, started) => {
            j.started = Some(started);
            j.verdict = Verdict::Confirmed;
            j.strength = Strength::Native;
            j.reproduce = Some(command);
        }
        // Another test of it may have failed as it should.
        Replayed::Otherwise(_) if j.verdict == Verdict::Confirmed => {}
        Replayed::Otherwise(why) => j.why += &format!("; natively not seen: {why}"),
    }
}
