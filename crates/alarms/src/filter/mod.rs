//! The filter: what the callers of a unit say about its alarms.

mod chain;
mod climb;
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
use crescendo_profile::Profile;
use crescendo_program::{FunctionId, Program};
use crescendo_project::Clang;
use crescendo_suite::Suite;
use crescendo_suite::record::Compiled;
use crescendo_unit::{Facts, Plan, Setup};
use crescendo_vm::{FaultKind, symbolic};
use native::Replayed;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};
use target::Target;

/// What the filter works on.
pub struct Context<'a> {
    pub program: &'a Program,
    pub facts: &'a Facts,
    pub calls: &'a Calls<'a>,
    /// How each function is driven; the same as when the alarms were found.
    pub driving: &'a (dyn Fn(FunctionId) -> Driving + Sync),
    pub symbolic: symbolic::Options,
    /// Calls of real runs, if there are any: callers that matter most come first.
    pub profile: Option<&'a Profile>,
    /// For running natively what was confirmed; `None`: nothing is run natively.
    pub native: Option<Native<'a>>,
    /// Set by somebody who wants an end; what was not judged by then stays as it is.
    pub interrupt: &'a AtomicBool,
}

/// How a function is driven.
#[derive(Clone, Debug)]
pub struct Driving {
    pub setup: Setup,
    pub plan: Plan,
    /// Of one run.
    pub steps: u64,
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

/// Told after every unit.
#[derive(Clone, Copy, Debug)]
pub struct Progress<'a> {
    /// The unit whose alarms are judged now.
    pub unit: &'a str,
    pub judged: usize,
    pub alarms: usize,
}

/// What the filter did.
#[derive(Debug, Default)]
pub struct Report {
    /// Explorations of callers, and how long all of it took.
    pub explored: usize,
    pub seconds: f64,
    /// The tests of confirmed alarms that agree natively.
    pub suite: Option<Suite>,
    /// What went wrong, for the person at the keyboard.
    pub notes: Vec<String>,
}

#[derive(Debug, thiserror::Error)]
pub enum FilterError {
    #[error("cannot write the tests of alarms to {path}: {why}")]
    Folder { path: String, why: std::io::Error },
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
    let mut by_unit: BTreeMap<FunctionId, Vec<Target>> = BTreeMap::new();
    for (i, alarm) in alarms.iter_mut().enumerate() {
        match Target::new(program, i, alarm) {
            // Suspected only: a run that takes long from the unit may well end.
            _ if alarm.kind == FaultKind::EndlessLoop.name() => {
                alarm.judgement.why = "suspected: callers were not asked".into();
            }
            // It shows at the end of a run, when no stack is left that would say through which unit.
            _ if alarm.kind == FaultKind::Leak.name() => {
                if alarm.judgement.verdict == Verdict::Open {
                    alarm.judgement.why = "the unit alone loses it; callers were not asked".into();
                }
            }
            Some(target) => by_unit.entry(target.unit).or_default().push(target),
            None => alarm.judgement.why = "its functions are not in the program".into(),
        }
    }
    let mut climber = Climber {
        context,
        contexts: &contexts,
        options,
        deadline: options.total.map(|t| start + t),
        machines: Vec::new(),
        tests: BTreeMap::new(),
        explored: 0,
        notes: Vec::new(),
    };
    let mut judged = 0;
    for (unit, targets) in &by_unit {
        progress(&Progress { unit: &program.function(*unit).name, judged, alarms: alarms.len() });
        for (t, standing) in targets.iter().zip(climber.climb(*unit, targets)) {
            let judgement = standing.judgement();
            let before = &mut alarms[t.alarm].judgement;
            // `main` that fails without a look at globals fails as the program starts, also if it was not seen again.
            let sure = judgement.strength == Strength::Proved || judgement.verdict == Verdict::Confirmed;
            if before.verdict == Verdict::Confirmed && !sure && !explored::uses_globals(context, *unit) {
                continue;
            }
            // A test of the unit alone says nothing about a caller that was confirmed.
            let reproduce = before.reproduce.take().filter(|_| judgement.verdict != Verdict::Confirmed);
            *before = Judgement { reproduce, ..judgement };
        }
        judged += targets.len();
    }
    let Climber { tests, explored, notes, .. } = climber;
    let mut report = Report { explored, notes, ..Report::default() };
    if let Some(native) = context.native.filter(|_| !tests.is_empty()) {
        let (results, suite) = native::replay(program, &native, options.seed, tests)?;
        for (alarm, result) in results {
            settle(&mut alarms[alarm], result);
        }
        report.suite = Some(suite);
    }
    report.seconds = start.elapsed().as_secs_f64();
    Ok(report)
}

/// What the native run says about an alarm that the machine confirmed.
fn settle(alarm: &mut Alarm, result: Replayed) {
    let j = &mut alarm.judgement;
    match result {
        Replayed::Faults(command) => {
            j.strength = Strength::Native;
            j.reproduce = Some(command);
        }
        Replayed::Otherwise(why) => j.why += &format!("; natively not confirmed: {why}"),
    }
}
