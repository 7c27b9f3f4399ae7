//! One function: explored, its tests run again, its figures put together.

use super::progress::Board;
use super::summary::{FaultSummary, FunctionSummary, Tally};
use super::values;
use crescendo_explore::criteria::{self, Criterion};
use crescendo_explore::explore::Progress;
use crescendo_explore::strategy::STRATEGIES;
use crescendo_explore::unit::UnitSubject;
use crescendo_explore::{Budget, Exploration, Options, explore};
use crescendo_program::body::Callee;
use crescendo_program::source::PosId;
use crescendo_program::{FunctionId, Program};
use crescendo_solver::expr::Assignment;
use crescendo_solver::solve::{Layers, Stack};
use crescendo_suite::record::{Collected, collect};
use crescendo_unit::{Bounds, Facts, Run, Unit};
use crescendo_vm::cover::Coverage;
use crescendo_vm::{Limits, Outcome, symbolic};
use serde_json::{Map, Value, json};
use std::collections::{BTreeSet, HashMap};
use std::panic::AssertUnwindSafe;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// What is the same for every function.
pub struct Job<'a> {
    pub program: &'a Program,
    pub facts: &'a Facts,
    /// All functions that are explored.
    pub chosen: &'a [FunctionId],
    pub strategy: &'a str,
    pub criterion: &'a str,
    pub budget: Duration,
    pub runs: Option<u64>,
    pub steps: u64,
    pub seed: u64,
    pub exhaust: bool,
    pub keep_all: bool,
    pub allocation_fails: bool,
    pub paranoid: bool,
    pub without: &'a [String],
    pub interrupt: &'a AtomicBool,
    pub board: &'a Board,
}

/// What came of exploring a function.
pub struct Explored {
    pub id: FunctionId,
    /// Without the counts, which need the others' coverage.
    pub summary: FunctionSummary,
    pub found: Option<Exploration>,
    /// By its tests, anywhere in the program.
    pub covered: Coverage,
    /// Functions it calls that are not explored by themselves: their goals were aimed at too.
    pub others: Vec<FunctionId>,
    /// Its tests.
    pub suite: Collected,
}

impl Explored {
    /// The functions whose goals count as its own, itself first.
    pub fn own(&self) -> Vec<FunctionId> {
        std::iter::once(self.id).chain(self.others.iter().copied()).collect()
    }
}

pub fn explore_function(job: &Job, id: FunctionId) -> Explored {
    let start = Instant::now();
    // A bug in one function's exploration must not take the others' results along.
    let result = std::panic::catch_unwind(AssertUnwindSafe(|| attempt(job, id)));
    let nothing = |summary| {
        let covered = Coverage::new(job.program.cover.goals);
        Explored { id, summary, found: None, covered, others: Vec::new(), suite: Collected::default() }
    };
    let mut explored = match result {
        Ok(Ok(explored)) => explored,
        Ok(Err(why)) => {
            nothing(FunctionSummary { stop: "not driven".into(), notes: vec![why], ..blank(job.program, id) })
        }
        Err(panic) => {
            let what = panic.downcast_ref::<String>().cloned();
            let what = what.or_else(|| panic.downcast_ref::<&str>().map(|s| s.to_string())).unwrap_or_default();
            let tool_bugs = vec![format!("panic: {what}")];
            nothing(FunctionSummary { stop: "tool bug".into(), tool_bugs, ..blank(job.program, id) })
        }
    };
    explored.summary.seconds = start.elapsed().as_secs_f64();
    job.board.finished();
    explored
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
        solver_calls: 0,
        stop: String::new(),
        statement: Tally::default(),
        branch: Tally::default(),
        mcdc: Tally::default(),
        boundary: Tally::default(),
        inputs: Vec::new(),
        faults: Vec::new(),
        open: Vec::new(),
        calls: calls(program, id),
        progress: Vec::new(),
        notes: Vec::new(),
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
fn callees(job: &Job, id: FunctionId) -> Vec<FunctionId> {
    let mut seen = BTreeSet::from([id]);
    let mut queue = vec![id];
    while let Some(f) = queue.pop() {
        let Some(body) = &job.program.function(f).body else { continue };
        for call in &body.calls {
            if let Callee::Direct(g) = call.callee
                && job.program.function(g).body.is_some()
                && seen.insert(g)
            {
                queue.push(g);
            }
        }
    }
    seen.into_iter().filter(|f| !job.chosen.contains(f)).collect()
}

fn new_unit<'p>(job: &Job<'p>, id: FunctionId) -> Result<Unit<'p>, String> {
    let limits = Limits { steps: job.steps, depth: 10_000, ..Limits::default() };
    let options = symbolic::Options {
        allocation_fails: job.allocation_fails,
        paranoid: job.paranoid,
        ..symbolic::Options::default()
    };
    Unit::new(job.program, job.facts, id, Bounds::default(), limits, options).map_err(|e| e.to_string())
}

fn layers(without: &[String]) -> Layers {
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

fn attempt(job: &Job, id: FunctionId) -> Result<Explored, String> {
    let mut summary = blank(job.program, id);
    let map = &job.program.cover;
    let mut unit = new_unit(job, id)?;
    let mut solver = Stack::new(layers(job.without));
    let name = summary.name.clone();
    let begun = Instant::now();
    let mut grown: Vec<(f64, u64, u32)> = Vec::new();
    let mut progress = |p: &Progress| {
        if grown.last().is_none_or(|g| g.2 < p.covered) {
            grown.push((begun.elapsed().as_secs_f64(), p.runs, p.covered));
        }
        job.board.tell(&name, p.runs, p.covered, p.goals);
    };
    let make = STRATEGIES.iter().find(|s| s.name == job.strategy).expect("checked before").make;
    let wanted: Vec<&'static dyn Criterion> = match criteria::find(job.criterion) {
        Some(c) => vec![c],
        None => criteria::ALL.to_vec(),
    };
    let others = callees(job, id);
    let all: Vec<FunctionId> = std::iter::once(id).chain(others.iter().copied()).collect();
    let mut aims = criteria::aims(map, &all, &wanted);
    let options = Options {
        strategy: make(),
        seed: job.seed,
        budget: Budget { runs: job.runs, steps: None, time: Some(job.budget) },
        goals: Some(criteria::goals(map, &all, &wanted)),
        exhaust: job.exhaust,
        interrupt: Some(job.interrupt),
        progress: Some(&mut progress),
        ..Options::default()
    };
    let found = explore(&mut UnitSubject::new(&mut unit, &others), &mut solver, &mut aims, options);

    let mut covered = Coverage::new(map.goals);
    summary.tool_bugs.extend(found.bugs.iter().map(|b| format!("run {}: {}", b.run, b.message)));
    let mut again = new_unit(job, id)?;
    for (i, test) in found.tests.iter().enumerate() {
        let run = unit.run(&test.input);
        summary.inputs.push(values::inputs(job.program, &unit.driver(), &run.used, &test.input));
        covered.merge(&run.coverage);
        if !same_end(&run.outcome, &test.outcome) {
            summary.tool_bugs.push(format!("test {i} ends otherwise when it is run again"));
        }
        let repeated = again.run_named(by_path(&unit, &run, &test.input));
        if let Some(difference) = difference(&run, &repeated) {
            summary.tool_bugs.push(format!("test {i}, run from its inputs alone, {difference}"));
        }
    }
    let suite = collect(&mut unit, &found.tests, &all, job.keep_all);
    grown.push((found.seconds, found.runs, grown.last().map_or(0, |g| g.2)));
    summary.progress = grown;
    summary.tests = found.tests.len();
    summary.runs = found.runs;
    summary.solver_calls = found.solver_calls;
    summary.stop = found.stop.name().to_string();
    summary.notes = found.gaps.clone();
    summary.faults = faults(job.program, &found);
    for l in solver.figures().layers {
        let figures = json!({"asked": l.asked, "answered": l.answered(), "micros": l.time.as_micros() as u64});
        summary.solver.insert(l.name.to_string(), figures);
    }
    summary.flips = flips(&found.flip_micros);
    Ok(Explored { id, summary, found: Some(found), covered, others, suite })
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

/// The inputs of a run by path.
fn by_path(unit: &Unit, run: &Run, values: &Assignment) -> HashMap<String, Vec<u64>> {
    unit.driver().inputs.values(&run.used, values).map(|(i, words)| (i.path.clone(), words)).collect()
}

/// How two runs that should be the same differ.
fn difference(a: &Run, b: &Run) -> Option<&'static str> {
    let kinds = |r: &Run| -> Vec<(std::mem::Discriminant<_>, PosId, u32)> {
        r.events.iter().map(|e| (std::mem::discriminant(&e.kind), e.position, e.depth)).collect()
    };
    if a.coverage != b.coverage {
        return Some("covers something else");
    }
    if kinds(a) != kinds(b) {
        return Some("takes another path");
    }
    if a.returned != b.returned {
        return Some("returns something else");
    }
    (!same_end(&a.outcome, &b.outcome)).then_some("ends otherwise")
}

/// Faults carry details on objects, which have other numbers in another run.
fn same_end(a: &Outcome, b: &Outcome) -> bool {
    match (a, b) {
        (Outcome::ProgramFault(x), Outcome::ProgramFault(y)) => x.kind == y.kind && x.message == y.message,
        (x, y) => x == y,
    }
}

/// Faults found, with the tests that show them.
fn faults(program: &Program, found: &Exploration) -> Vec<FaultSummary> {
    let show = |f: &crescendo_explore::result::Fault| {
        let at = program.sources.get(f.position);
        FaultSummary {
            kind: f.kind.name().to_string(),
            file: program.sources.path(at.file).to_string(),
            line: at.line,
            function: program.function(f.function).name.clone(),
            test: f.test,
        }
    };
    found.faults.iter().map(show).collect()
}
