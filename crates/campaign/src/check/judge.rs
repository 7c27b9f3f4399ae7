//! Asks the callers: the filter, with what `gen` knows of the program.

use crate::campaign::Explored;
use crate::error::Result;
use crate::event::{Level, Teller, What};
use crate::ground::Ground;
use crate::outcome::CheckFigures;
use crate::results::write::Written;
use crescendo_alarms::filter::{self, Context, FilterError, Native, Options, Progress};
use crescendo_alarms::model::{Alarm, Verdict};
use crescendo_program::FunctionId;
use crescendo_unit::Driving;
use crescendo_vm::FaultKind;
use std::collections::BTreeSet;
use std::rc::Rc;
use std::time::Duration;

/// Time for callers, also where exploring took next to nothing: starting the searches alone takes some of it.
const LEAST: Duration = Duration::from_secs(2);

/// Of the time that finding the faults took.
const SHARE: f64 = 0.9;

/// Calls that nest in a caller, at most.
const DEPTH: usize = 10_000;

/// Gives every alarm its verdict. That takes less time than finding the alarms has, unless that was next to nothing; running natively
/// what was shown comes on top.
pub fn judge(
    explored: &Explored,
    found: &mut Written,
    mut figures: CheckFigures,
    teller: &mut Teller,
) -> Result<CheckFigures> {
    let Explored { request, ground, watchdog, cancel, .. } = explored;
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
        Driving {
            entry: f,
            setup: own.setup,
            plan: Rc::new(own.plan),
            steps: own.steps,
            depth: Some(DEPTH),
            stack: request.search.stack_bytes(),
            symbolic: request.search.symbolic(),
        }
    };
    let folder = request.output_folder().join("alarms");
    let native = Native { compiled: &loaded.compiled, clang: &loaded.clang, folder: &folder };
    let context = Context {
        program: &loaded.program,
        facts,
        calls,
        driving: &driving,
        profile: *profile,
        native: request.replay.then_some(native),
        watchdog,
        cancel,
    };
    let mut options = Options { seed: request.search.seed, runs: request.search.max_runs, ..Options::default() };
    options.total = Some(Duration::from_secs_f64(figures.exploring * SHARE).max(LEAST));
    if let Some(budget) = request.budget.function {
        options.caller = options.caller.max(budget / 2);
    }
    let open = |alarms: &[Alarm]| alarms.iter().filter(|a| a.judgement.verdict == Verdict::Open).count();
    figures.open_before = open(alarms);
    let report = ask(&context, alarms, &options, teller)?;
    for a in alarms.iter_mut().filter(|a| a.judgement.reproduce.is_none()) {
        let start = a.judgement.chain.first().map_or(&a.unit, |c| &c.function);
        a.judgement.reproduce = Some(request.explore_command(start));
    }
    report.notes.iter().for_each(|note| teller.note(Level::Warning, note));
    figures.open_after = open(alarms);
    (figures.asking, figures.natively) = (report.seconds, report.native_seconds);
    figures.explorations = report.explored;
    Ok(figures)
}

/// Asks on a thread of its own, and passes on how far it has come.
fn ask(context: &Context, alarms: &mut [Alarm], options: &Options, teller: &mut Teller) -> Result<filter::Report> {
    let (send, told) = std::sync::mpsc::channel();
    let report = std::thread::scope(|scope| {
        let asked = scope.spawn(move || {
            filter::judge(context, alarms, options, &mut |p: &Progress| {
                // Somebody listens until this thread ends.
                let caller = p.unit.to_string();
                let _ = send.send(What::CallersAsked { caller, settled: p.judged, alarms: p.alarms });
            })
        });
        told.iter().for_each(|what| teller.tell(what));
        asked.join().map_err(|_| FilterError::Thread)
    });
    Ok(report??)
}
