//! One function: explored, its tests run again, its figures put together.

use super::again;
use super::alone;
use super::config::{self, Own, Settings};
use super::count;
use super::failing;
use super::needs;
use super::progress::Board;
use super::record::{FaultRecord, Numbering, Places, Record};
use super::summary::{FunctionSummary, Growth, Tally};
use super::watch::Watch;
use crescendo_explore::criteria::{self, Criterion};
use crescendo_explore::explore::Progress;
use crescendo_explore::flow::Calls;
use crescendo_explore::result::Test as Found;
use crescendo_explore::strategy::STRATEGIES;
use crescendo_explore::unit::UnitSubject;
use crescendo_explore::{Budget, Exploration, Options, StopReason, explore};
use crescendo_program::body::Callee;
use crescendo_program::source::PosId;
use crescendo_program::{FunctionId, Program};
use crescendo_solver::solve::{Layers, Stack};
use crescendo_suite::record::{Collected, collect};
use crescendo_unit::{Facts, NotDriven, Plan, Rule, Unit, Workbench};
use crescendo_vm::cover::Coverage;
use crescendo_vm::memory::MemoryLimits;
use crescendo_vm::{FaultKind, Limits, symbolic};
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::panic::AssertUnwindSafe;
use std::rc::Rc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// What is the same for every function.
pub struct Job<'a> {
    pub program: &'a Program,
    pub facts: &'a Facts,
    pub calls: &'a Calls<'a>,
    pub places: &'a Places<'a>,
    /// All functions that are explored.
    pub chosen: &'a HashSet<FunctionId>,
    pub strategy: &'a str,
    pub criterion: &'a str,
    pub settings: &'a Settings<'a>,
    pub seed: u64,
    pub exhaust: bool,
    /// `main` is explored for as long as there is time: nobody else can show what takes a sequence of inputs.
    pub main_to_the_end: bool,
    pub keep_all: bool,
    /// Bytes of the stack, if not the usual ones.
    pub stack: Option<u64>,
    pub symbolic: symbolic::Options,
    pub without: &'a [String],
    pub interrupt: &'a AtomicBool,
    pub board: &'a Board,
    pub watch: &'a Watch,
}

/// Bytes of one run, beside what the program's own globals take.
const MEMORY: u64 = 64 << 20;

/// Time to write a function's tests, besides its budget.
const WRITING: Duration = Duration::from_secs(10);

/// What was found shall not be lost: time to run it again, some times for each test.
pub(super) fn patience(own: &Own) -> Duration {
    own.budget * 4 + WRITING
}

/// Machines that a thread has made and does not use at the moment.
pub type Machines<'p> = Vec<Workbench<'p>>;

pub fn explore_function<'p>(
    job: &Job<'p>,
    own: Own,
    others: Vec<FunctionId>,
    machines: &mut Machines<'p>,
    id: FunctionId,
) -> Record {
    let start = Instant::now();
    // A bug in one function's exploration must not take the others' results along.
    let result = std::panic::catch_unwind(AssertUnwindSafe(|| attempt(job, own, others, machines, id)));
    let nothing = |summary| Record {
        summary,
        functions: vec![job.places.name(id)],
        covered: Vec::new(),
        open: Vec::new(),
        faults: Vec::new(),
        others: Vec::new(),
        suite: Collected::default(),
        reached: Vec::new(),
        needs: Default::default(),
        longest: 0,
    };
    let mut record = match result {
        Ok(Ok(record)) => record,
        Ok(Err(why)) => nothing(FunctionSummary {
            stop: "not driven".into(),
            notes: vec![why.to_string()],
            ..blank(job.program, id)
        }),
        Err(panic) => {
            let what = panic.downcast_ref::<String>().cloned();
            let what = what.or_else(|| panic.downcast_ref::<&str>().map(|s| s.to_string())).unwrap_or_default();
            let tool_bugs = vec![format!("panic: {what}")];
            nothing(FunctionSummary { stop: "tool bug".into(), tool_bugs, ..blank(job.program, id) })
        }
    };
    record.summary.seconds = start.elapsed().as_secs_f64();
    record
}

/// A function about which nothing is known yet.
pub fn blank(program: &Program, id: FunctionId) -> FunctionSummary {
    let f = program.function(id);
    let at = program.sources.get(f.position);
    FunctionSummary {
        name: f.name.clone(),
        file: program.sources.path(at.file).to_string(),
        line: at.line,
        seconds: 0.0,
        tests: 0,
        runs: 0,
        paths: 0,
        solver_calls: 0,
        stop: String::new(),
        statement: Tally::default(),
        branch: Tally::default(),
        mcdc: Tally::default(),
        boundary: Tally::default(),
        inputs: Vec::new(),
        checks: Default::default(),
        open_checks: Vec::new(),
        faults: Vec::new(),
        open: Vec::new(),
        calls: calls(program, id),
        progress: Vec::new(),
        notes: Vec::new(),
        assumptions: Vec::new(),
        tool_bugs: Vec::new(),
        solver: Map::new(),
        flips: Map::new(),
    }
}

/// Whom a function calls directly, by name.
fn calls(program: &Program, id: FunctionId) -> Vec<String> {
    let sites = program.function(id).body.iter().flat_map(|b| &b.calls);
    let names: BTreeSet<&str> = sites
        .filter_map(|c| match c.callee {
            Callee::Direct(g) => Some(program.function(g).name.as_str()),
            _ => None,
        })
        .collect();
    names.into_iter().map(String::from).collect()
}

/// The functions of the program that a function calls, directly or not, and that nobody explores.
pub fn callees(job: &Job, plan: &Plan, id: FunctionId) -> Vec<FunctionId> {
    let mut seen = BTreeSet::from([id]);
    let mut queue = vec![id];
    while let Some(f) = queue.pop() {
        let Some(body) = &job.program.function(f).body else { continue };
        for call in &body.calls {
            if let Callee::Direct(g) = call.callee
                && job.program.function(g).body.is_some()
                && !plan.stubbed.contains(&g)
                && seen.insert(g)
            {
                queue.push(g);
            }
        }
    }
    let users = |f: &FunctionId| config::is_users(&job.program.function(*f).name);
    seen.into_iter().filter(|f| !job.chosen.contains(f) && !users(f)).collect()
}

pub(super) fn new_unit<'p>(
    job: &Job<'p>,
    own: &Own,
    plan: &Rc<Plan>,
    machines: &mut Machines<'p>,
) -> Result<Unit<'p>, NotDriven> {
    // A unit that fills more than this does so without end.
    let globals: u64 = job.program.globals.iter().map(|g| g.size).sum();
    let usual = MemoryLimits::default();
    let memory = MemoryLimits { bytes: MEMORY + globals, stack: job.stack.unwrap_or(usual.stack) };
    let limits = Limits { steps: own.steps, memory, ..Limits::default() };
    let mut machine = machines.pop().map_or_else(|| Workbench::new(job.program, limits.clone()), Ok)?;
    machine.set_limits(limits);
    let mut unit = Unit::on(machine, job.facts, own.entry, &own.setup, job.symbolic.clone())?;
    unit.set_plan(plan.clone());
    Ok(unit)
}

pub(super) fn layers(without: &[String]) -> Layers {
    let has = |name: &str| !without.iter().any(|w| w == name);
    Layers {
        slice: has("slice"),
        cores: has("cores"),
        cheap: has("cheap"),
        models: has("models"),
        tidy: has("tidy"),
        smt: has("smt"),
    }
}

fn attempt<'p>(
    job: &Job<'p>,
    mut own: Own,
    others: Vec<FunctionId>,
    machines: &mut Machines<'p>,
    id: FunctionId,
) -> Result<Record, NotDriven> {
    let mut summary = blank(job.program, id);
    let map = &job.program.cover;
    let plan = Rc::new(own.plan.clone());
    let wanted: Vec<&'static dyn Criterion> = match criteria::find(job.criterion) {
        Some(c) => vec![c],
        None => criteria::ALL.to_vec(),
    };
    needs::grow_objects(job, &mut own, id, &wanted, &plan, machines)?;
    let all: Vec<FunctionId> = std::iter::once(id).chain(others.iter().copied()).collect();
    // The rest of the time is for the function without its callees.
    let budget = if own.alone.is_some() { own.budget * 3 / 5 } else { own.budget };
    let mut searched = search(job, &own, &plan, &all, &wanted, budget, machines)?;
    if let Some(longer) = searched.longer_strings(&own) {
        let before = own.setup.needs.clone();
        own.setup.needs.extend(longer);
        let second = search(job, &own, &plan, &all, &wanted, budget, machines)?;
        let left = if second.worth() > searched.worth() {
            std::mem::replace(&mut searched, second)
        } else {
            own.setup.needs = before;
            second
        };
        machines.push(left.unit.into_bench());
    }
    let Searched { mut unit, solver, found, mut grown } = searched;
    let longest = unit.copied_strings().values().copied().max().unwrap_or(0);
    let mut covered = Coverage::new(map.goals);
    for b in &found.bugs {
        let at =
            if b.position == PosId::NONE { String::new() } else { job.program.sources.show(b.position).to_string() };
        summary.tool_bugs.push(format!("run {}: {} {at}", b.run, b.message).trim_end().to_string());
    }
    let mut second = new_unit(job, &own, &plan, machines)?;
    let deadline = Instant::now() + own.budget * again::TIMES;
    let guard = job.watch.until(deadline, vec![unit.vm.interrupt_flag(), second.vm.interrupt_flag()]);
    let mut rerun = again::run_all(&mut unit, &mut second, &found.tests, deadline);
    drop(guard);
    covered.merge(&rerun.covered);
    summary.inputs = std::mem::take(&mut rerun.inputs);
    summary.tool_bugs.append(&mut rerun.bugs);
    summary.notes.append(&mut rerun.notes);
    let guard = job.watch.until(Instant::now() + patience(&own), vec![unit.vm.interrupt_flag()]);
    let kept: Vec<Found> = rerun.kept.iter().map(|&i| found.tests[i].clone()).collect();
    let mut suite = collect(&mut unit, &kept, &all, job.keep_all);
    drop(guard);
    // That share stays, also where the last run or question took longer than it should have.
    let left = own.budget.saturating_sub(Duration::from_secs_f64(found.seconds)).max(own.budget * 2 / 5);
    for fills_locals in [false, true] {
        let manner = alone::Manner { fills_locals, covered: &covered, time: left / 2 };
        let Some(more) = alone::explore_alone(job, &own, &all, &wanted, &found, manner, machines)? else { break };
        covered.merge(&more.covered);
        summary.tool_bugs.extend(more.bugs);
        summary.notes.extend(more.notes);
        suite.append(more.suite, summary.inputs.len());
        summary.inputs.extend(more.inputs);
        summary.runs += more.runs;
        summary.solver_calls += more.solver_calls;
    }
    let with_failures = failing::reached(job, &own, &plan, &all, &wanted, (&found, &covered), machines)?;
    let last = grown.last().map_or(0, |g| g.covered);
    grown.push(Growth { seconds: found.seconds, runs: found.runs, covered: last });
    summary.progress = grown;
    summary.assumptions = assumptions(job.program, &own, &unit);
    let apart = unit.driver().keeps_apart();
    // Tests that were not run again do not count.
    summary.tests = summary.inputs.len();
    summary.runs += found.runs;
    summary.paths += found.paths;
    summary.solver_calls += found.solver_calls;
    (summary.checks, summary.open_checks) = count::checks(&found);
    summary.stop = found.stop.name().to_string();
    summary.notes.extend(found.gaps.iter().cloned());
    for l in solver.figures().layers {
        let figures = json!({"asked": l.asked, "answered": l.answered(), "micros": l.time.as_micros() as u64});
        summary.solver.insert(l.name.to_string(), figures);
    }
    summary.flips = flips(&found.flip_micros);
    machines.extend([unit.into_bench(), second.into_bench()]);
    let mut numbering = Numbering::new(job.places, id);
    let covered_goals = numbering.covered(&covered);
    let tests = count::Tests { covered: &covered, with_failures: with_failures.as_ref() };
    let taken = (&ranges(&own.plan)[..], apart);
    let open = count::open(job.program, &all, tests, &found, taken, &mut numbering);
    let faults = found.faults.iter().filter_map(|f| {
        let test = rerun.kept.binary_search(&f.test).ok()?;
        let story = rerun.faults.remove(&f.test).unwrap_or_default();
        Some(FaultRecord {
            kind: f.kind.name().to_string(),
            function: numbering.number(f.function),
            at: numbering.line(f.position),
            column: job.program.sources.get(f.position).column,
            message: f.message.clone(),
            test,
            verdict: if f.kind == FaultKind::EndlessLoop { "suspected" } else { "found" }.to_string(),
            seen: f.seen,
            frames: f.frames.iter().map(|&(f, at)| (numbering.number(f), numbering.line(at))).collect(),
            assumes: story.assumes,
            steps: story.steps.into_iter().map(|(at, text)| (numbering.line(at), text)).collect(),
            witness: story.inputs,
        })
    });
    let faults = faults.collect();
    let others = others.iter().map(|f| numbering.number(*f)).collect();
    let reached = suite.accessors.iter().map(|(source, _)| job.program.units[*source].name.clone()).collect();
    let functions = numbering.functions;
    Ok(Record {
        summary,
        functions,
        covered: covered_goals,
        open,
        faults,
        others,
        suite,
        reached,
        needs: own.setup.needs,
        longest,
    })
}

/// What one exploration came to, and the machine it leaves.
struct Searched<'p> {
    unit: Unit<'p>,
    solver: Stack,
    found: Exploration,
    /// How coverage grew.
    grown: Vec<Growth>,
}

/// Explores a function, the first of these; goals of the others count as its own.
fn search<'p>(
    job: &Job<'p>,
    own: &Own,
    plan: &Rc<Plan>,
    functions: &[FunctionId],
    wanted: &[&'static dyn Criterion],
    time: Duration,
    machines: &mut Machines<'p>,
) -> Result<Searched<'p>, NotDriven> {
    let (map, id) = (&job.program.cover, functions[0]);
    let mut unit = new_unit(job, own, plan, machines)?;
    let mut solver = Stack::new(layers(job.without));
    let name = &job.program.function(id).name;
    let begun = Instant::now();
    let mut grown: Vec<Growth> = Vec::new();
    let mut progress = |p: &Progress| {
        if grown.last().is_none_or(|g| g.covered < p.covered) {
            grown.push(Growth { seconds: begun.elapsed().as_secs_f64(), runs: p.runs, covered: p.covered });
        }
        job.board.tell(name, p.runs, p.covered, p.goals);
    };
    let make = STRATEGIES.iter().find(|s| s.name == job.strategy).expect("checked before").make;
    let mut aims = criteria::aims(map, functions, wanted);
    let options = Options {
        strategy: make(),
        seed: job.seed,
        budget: Budget { runs: own.runs, steps: None, time: Some(time) },
        goals: Some(criteria::goals(map, functions, wanted)),
        exhaust: job.exhaust,
        go_on: job.main_to_the_end && name == "main",
        interrupt: Some(job.interrupt),
        progress: Some(&mut progress),
        ..Options::default()
    };
    let guard = job.watch.until(Instant::now() + time, vec![unit.vm.interrupt_flag()]);
    // With a driver of the user's, the function itself is one of those it calls.
    let counted = if own.entry == id { &functions[1..] } else { functions };
    let found = explore(&mut UnitSubject::new(&mut unit, counted, job.calls), &mut solver, &mut aims, options);
    drop(guard);
    Ok(Searched { unit, solver, found, grown })
}

impl Searched<'_> {
    /// Strings that were seen to be copied to where longer ones than were tried would not fit.
    fn longer_strings(&self, own: &Own) -> Option<BTreeMap<String, u64>> {
        let is_new = |(path, bytes): &(&String, &u64)| own.setup.needs.get(*path).is_none_or(|known| known < *bytes);
        let longer: BTreeMap<String, u64> =
            self.unit.copied_strings().iter().filter(is_new).map(|(path, bytes)| (path.clone(), *bytes)).collect();
        (!longer.is_empty() && self.found.stop != StopReason::Interrupted).then_some(longer)
    }

    /// How much it found.
    fn worth(&self) -> usize {
        self.found.faults.len() + self.found.coverage.goals().count()
    }
}

/// The ranges of the whole program that its inputs are kept to, in words.
fn ranges(plan: &Plan) -> Vec<String> {
    let rules = plan.rules.iter().flat_map(|(path, rules)| rules.iter().map(move |r| (path, r)));
    rules.filter(|(_, r)| matches!(r, Rule::Known { .. })).map(|(path, r)| r.told(path)).collect()
}

/// What was assumed: by the configuration, and by the program itself.
fn assumptions(program: &Program, own: &Own, unit: &Unit) -> Vec<String> {
    let mut all: Vec<String> = unit.driver().assumptions().cloned().collect();
    for (path, rule) in own.plan.rules.iter().flat_map(|(p, rules)| rules.iter().map(move |r| (p, r))) {
        all.push(rule.told(path));
    }
    for &p in unit.vm.symbolic.iter().flat_map(|s| &s.assumptions) {
        let at = program.sources.get(p);
        all.push(format!("{}:{}: __crescendo_assume", program.sources.path(at.file), at.line));
    }
    all
}

/// How many flips were tried, and how long they took.
fn flips(micros: &[u32]) -> Map<String, Value> {
    let mut sorted = micros.to_vec();
    sorted.sort_unstable();
    let at = |part: usize| sorted.get(sorted.len() * part / 100).copied().unwrap_or(0);
    let mut flips = Map::new();
    flips.insert("tried".into(), json!(sorted.len()));
    flips.insert("median_micros".into(), json!(at(50)));
    flips.insert("p90_micros".into(), json!(at(90)));
    flips
}
