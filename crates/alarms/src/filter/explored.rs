//! One function explored for the sake of alarms below it: with all it calls executed for real, and aimed at their places.

use super::recheck::Rechecked;
use super::target::Target;
use super::{Context, Options};
use crate::summary::{Recorder, Summary};
use crescendo_explore::result::{Safety, Test};
use crescendo_explore::strategy::STRATEGIES;
use crescendo_explore::{Deadline, Exploration, Search, Subject, Workplace};
use crescendo_program::{FunctionId, Program};
use crescendo_solver::expr::Assignment;
use crescendo_solver::solve::Layers;
use crescendo_unit::{Driving, InputKind, Machines, NotDriven, Target as Points, Unit, Wanted};
use crescendo_vm::Outcome;
use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// What a caller says about one alarm.
#[derive(Clone, Debug)]
pub enum Seen {
    /// Inputs that make it happen, as a test.
    Fault(Box<Test>),
    /// No inputs do.
    Proved,
    /// None of those that were tried do.
    Unseen(Unseen),
}

/// Why a fault that was not seen may be there all the same.
#[derive(Clone, Debug, Default)]
pub struct Unseen {
    /// What stopped the search: ways that may lead there were not gone to their end.
    pub stopped: BTreeSet<String>,
    /// All ways were gone, but something was taken for granted.
    pub assumed: BTreeSet<String>,
}

pub struct Explored<'p> {
    /// By target.
    pub seen: Vec<Seen>,
    pub summary: Summary,
    /// The unit, as it was explored: for looking at what it found.
    pub unit: Unit<'p>,
}

/// How a function is explored.
pub struct How<'a> {
    pub function: FunctionId,
    /// Functions of the context below it, and those where faults are: their code counts.
    pub below: &'a [FunctionId],
    pub targets: &'a [&'a Target],
    /// Functions whose calls are noted for the summary, with their inputs.
    pub watched: Vec<(FunctionId, Vec<Wanted>)>,
    /// Globals start as the program starts.
    pub initial_globals: bool,
    /// All code of the functions with faults is looked for, not only the places of the faults: what these need may have happened
    /// long before.
    pub widely: bool,
    pub time: Duration,
}

/// How a function is driven for the sake of what it calls: everything in `executed` is executed for real.
fn driving(context: &Context, function: FunctionId, initial_globals: bool, executed: &[FunctionId]) -> Driving {
    let mut driving = (context.driving)(function);
    driving.setup.initial_globals |= initial_globals;
    if initial_globals {
        // A program is started once.
        driving.setup.calls = 1;
    }
    let plan = Rc::make_mut(&mut driving.plan);
    for f in executed {
        plan.stubbed.remove(f);
        plan.havoc.remove(f);
    }
    driving
}

/// Explores a function. `Err`: it cannot be driven.
pub fn explored<'p>(
    context: &Context<'p>,
    options: &Options,
    machines: &mut Machines<'p>,
    how: How,
) -> Result<Explored<'p>, NotDriven> {
    let mut unit = machines.unit(&driving(context, how.function, how.initial_globals, how.below))?;
    let seeds = seeds(context.program, &mut unit, &how);
    let watched = how.watched.iter().map(|(f, w)| (*f, w.iter().map(|w| w.path.clone()).collect())).collect();
    unit.watch_calls(how.watched);
    let mut found_tests: Vec<Option<Test>> = vec![None; how.targets.len()];
    let mut doubts = BTreeSet::new();
    let mut runs = 0;
    let enough = AtomicBool::new(false);
    let mut watcher = |unit: &Unit, input: &Assignment, run: &crescendo_explore::Execution| {
        runs += 1;
        for (t, found) in how.targets.iter().zip(&mut found_tests).filter(|f| f.1.is_none()) {
            if t.is_met(context.program, run) {
                let (input, outcome) = (input.clone(), run.outcome.clone());
                let test = Test { input, run: runs - 1, outcome, goals: Vec::new(), aimed: false, fault: Some(0) };
                *found = Some(test);
            }
        }
        if !unit.vm.uninitialised().is_empty() {
            doubts.insert("memory is read that nobody wrote".to_string());
        }
        if matches!(&run.outcome, Outcome::ProgramFault(f) if f.ends_with_the_stack()) {
            doubts.insert("a run ends where the stack does, which may be larger".to_string());
        }
        if run.sure_memory {
            doubts.insert("allocations succeed".to_string());
        }
        if found_tests.iter().all(|t| t.is_some()) {
            enough.store(true, Ordering::Relaxed);
        }
    };
    let below: Vec<FunctionId> = how.below.iter().copied().filter(|f| *f != how.function).collect();
    let aimed = how.targets.iter().flat_map(|t| t.goals(context.program));
    let here = |f, position| how.targets.iter().any(|t| t.is_near(context.program, f, position));
    let search = Search {
        counted: &below,
        goals: if how.widely { None } else { Some(aimed.collect()) },
        runs: options.runs,
        checks: Some(&here),
        enough: Some(&enough),
        ..Search::until(Deadline::after(how.time))
    };
    let workplace = Workplace {
        calls: context.calls,
        strategy: &STRATEGIES[0],
        seed: options.seed,
        layers: Layers::ALL,
        watchdog: context.watchdog,
        cancel: context.cancel,
    };
    let mut solver = Rechecked::default();
    let (found, recorder) = search.run_watched(&workplace, &mut unit, &mut solver, |subject| {
        let mut recorder = Recorder::new(subject, watched, &mut watcher);
        seeds.iter().for_each(|input| drop(recorder.run(input)));
        recorder
    });
    let summary = recorder.finish(&found);
    unit.vm.interrupt_flag().store(false, Ordering::Relaxed);
    doubts.extend(doubts_of(context, &unit));
    // What a program keeps from call to call is all there where it starts.
    let remembers = !how.initial_globals && context.facts.remembers(how.function);
    let seen = how.targets.iter().zip(found_tests).map(|(t, test)| match test {
        Some(test) => Seen::Fault(Box::new(test)),
        None => safety(context.program, &found, &doubts, remembers, t),
    });
    Ok(Explored { seen: seen.collect(), summary, unit })
}

/// Inputs that are known to make a unit fail at a target, where they still do.
fn seeds(program: &Program, unit: &mut Unit, how: &How) -> Vec<Assignment> {
    let mut all = Vec::new();
    for t in how.targets {
        let known = t.witness(how.function).map(|w| w.clone().into_iter().collect());
        all.extend(known.and_then(|w| meets(program, unit, w, t)).map(|test| test.input));
    }
    all
}

/// What stands in the way of calling something proved, beyond what the exploration itself knows.
fn doubts_of(context: &Context, unit: &Unit) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    let driver = unit.driver();
    all.extend(driver.assumptions().map(|a| format!("assumed: {a}")));
    // Objects of the caller's inputs are apart from each other and from the program's variables. In truth they need not be.
    let objects = driver.inputs.all().iter().filter(|i| {
        let targets = driver.choices.get(&i.variable);
        matches!(i.kind, InputKind::Pointer(_)) && targets.is_some_and(|t| t.contains(&Points::Object))
    });
    let objects = if is_main(context.program, unit.function) { 0 } else { objects.count() };
    if objects > 1 || objects == 1 && uses_globals(context, unit.function) {
        all.push("pointers that may be the same are kept apart".into());
    }
    all
}

/// Whether a function, or one it calls, may refer to globals that are inputs of units.
pub fn uses_globals(context: &Context, function: FunctionId) -> bool {
    let mut seen = BTreeSet::from([function]);
    let mut queue = vec![function];
    while let Some(f) = queue.pop() {
        let (direct, anybody) = context.calls.of(f);
        if anybody || !context.facts.inputs.of(f).is_empty() {
            return true;
        }
        queue.extend(direct.iter().copied().filter(|g| seen.insert(*g)));
    }
    false
}

pub fn is_main(program: &Program, f: FunctionId) -> bool {
    program.function(f).name == "main"
}

/// What an exploration that did not see a fault says about its place.
fn safety(program: &Program, found: &Exploration, doubts: &BTreeSet<String>, remembers: bool, target: &Target) -> Seen {
    let mut sites = found.checks.iter().filter(|s| target.is_near(program, s.function, s.position)).peekable();
    let mut why = Unseen { assumed: doubts.clone(), ..Unseen::default() };
    why.stopped.extend(found.bugs.first().map(|b| format!("a bug of this tool: {}", b.message)));
    if sites.peek().is_none() {
        why.stopped.insert("the place of the fault is not known to be one where it could fail".into());
    }
    why.stopped.extend(target.beyond_proof().map(String::from));
    if remembers {
        why.stopped.insert("static variables were followed through a few calls only".into());
    }
    for site in sites {
        why.assumed.extend(site.rests_on.iter().map(|g| g.to_string()));
        match &site.verdict {
            Safety::Proved | Safety::Alarm { rest: None } => {}
            Safety::Open { reason, .. } | Safety::Alarm { rest: Some(reason) } => {
                let set = if reason.is_assumption() { &mut why.assumed } else { &mut why.stopped };
                set.insert(reason.to_string());
            }
        }
    }
    if why.stopped.is_empty() && why.assumed.is_empty() { Seen::Proved } else { Seen::Unseen(why) }
}

/// Runs a unit on inputs by path, and tells whether it meets a target.
pub fn meets(program: &Program, unit: &mut Unit, inputs: HashMap<String, Vec<u64>>, target: &Target) -> Option<Test> {
    let run = unit.run_named(inputs);
    if !target.is_met_by(program, &run) {
        return None;
    }
    let input = unit.vm.sym().inputs.clone();
    Some(Test { input, run: 0, outcome: run.outcome, goals: Vec::new(), aimed: false, fault: Some(0) })
}
