//! One function explored for the sake of alarms below it: with all it calls executed for real, and aimed at their places.

use super::recheck::Rechecked;
use super::target::Target;
use super::{Context, Driving, Options};
use crate::summary::{Recorder, Summary};
use crescendo_explore::flow::Calls;
use crescendo_explore::result::{Safety, Test};
use crescendo_explore::strategy::STRATEGIES;
use crescendo_explore::unit::UnitSubject;
use crescendo_explore::{Budget, Exploration, Subject, explore};
use crescendo_program::{FunctionId, Program};
use crescendo_solver::expr::Assignment;
use crescendo_unit::{InputKind, Target as Points, Unit, Wanted, Workbench};
use crescendo_vm::memory::MemoryLimits;
use crescendo_vm::{Limits, Outcome};
use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Bytes of one run, beside what the program's own globals take.
const MEMORY: u64 = 64 << 20;

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

/// A unit for a function, with everything in `executed` executed for real.
pub fn new_unit<'p>(
    context: &Context<'p>,
    machine: Option<Workbench<'p>>,
    function: FunctionId,
    initial_globals: bool,
    executed: &[FunctionId],
) -> Result<Unit<'p>, String> {
    let program = context.program;
    let Driving { mut setup, mut plan, steps, stack } = (context.driving)(function);
    setup.initial_globals |= initial_globals;
    if initial_globals {
        // A program is started once.
        setup.calls = 1;
    }
    for f in executed {
        plan.stubbed.remove(f);
        plan.havoc.remove(f);
    }
    let globals: u64 = program.globals.iter().map(|g| g.size).sum();
    let usual = MemoryLimits::default();
    let memory = MemoryLimits { bytes: MEMORY + globals, stack: stack.unwrap_or(usual.stack) };
    let limits = Limits { steps, depth: 10_000, memory, ..Limits::default() };
    let machine = machine.map_or_else(|| Workbench::new(program, limits.clone()), Ok);
    let mut machine = machine.map_err(|e| e.to_string())?;
    machine.set_limits(limits);
    let unit = Unit::on(machine, context.facts, function, &setup, context.symbolic.clone());
    let mut unit = unit.map_err(|e| e.to_string())?;
    unit.set_plan(Rc::new(plan));
    Ok(unit)
}

/// Explores a function. `Err`: it cannot be driven.
pub fn explored<'p>(
    context: &Context<'p>,
    options: &Options,
    machine: Option<Workbench<'p>>,
    how: How,
) -> Result<Explored<'p>, String> {
    let mut unit = new_unit(context, machine, how.function, how.initial_globals, how.below)?;
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
        let all = found_tests.iter().all(|t| t.is_some());
        if all || context.interrupt.load(Ordering::Relaxed) {
            enough.store(true, Ordering::Relaxed);
        }
    };
    let below: Vec<FunctionId> = how.below.iter().copied().filter(|f| *f != how.function).collect();
    let aimed = how.targets.iter().flat_map(|t| t.goals(context.program));
    let goals = if how.widely { None } else { Some(aimed.collect()) };
    let here = |f, position| how.targets.iter().any(|t| t.is_near(context.program, f, position));
    let strategy = (STRATEGIES[0].make)();
    let search = crescendo_explore::Options {
        strategy,
        seed: options.seed,
        budget: Budget { runs: options.runs, steps: None, time: Some(how.time) },
        goals,
        checks: Some(&here),
        interrupt: Some(&enough),
        ..crescendo_explore::Options::default()
    };
    let flag = unit.vm.interrupt_flag();
    flag.store(false, Ordering::Relaxed);
    let deadline = Instant::now() + how.time;
    let over = AtomicBool::new(false);
    let (found, summary) = std::thread::scope(|scope| {
        // Ends a run that goes on past the time.
        scope.spawn(|| {
            while !over.load(Ordering::Relaxed)
                && Instant::now() < deadline
                && !context.interrupt.load(Ordering::Relaxed)
            {
                std::thread::sleep(Duration::from_millis(5));
            }
            flag.store(!over.load(Ordering::Relaxed), Ordering::Relaxed);
        });
        let calls: &Calls = context.calls;
        let mut recorder = Recorder::new(UnitSubject::new(&mut unit, &below, calls), watched, &mut watcher);
        seeds.iter().for_each(|input| drop(recorder.run(input)));
        let mut solver = Rechecked::default();
        let found = explore(&mut recorder, &mut solver, &mut [], search);
        over.store(true, Ordering::Relaxed);
        let summary = recorder.finish(&found);
        (found, summary)
    });
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
