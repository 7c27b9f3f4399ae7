//! One function: explored, its tests run again, its figures put together.

use super::progress::Board;
use super::summary::{FaultSummary, FunctionSummary, OpenGoal, Tally};
use super::values;
use crescendo_explore::criteria::{self, Criterion, Obligation};
use crescendo_explore::explore::Progress;
use crescendo_explore::strategy::STRATEGIES;
use crescendo_explore::unit::UnitSubject;
use crescendo_explore::{Budget, Exploration, Options, Verdict, explore};
use crescendo_program::cover::{CoverMap, GoalId};
use crescendo_program::source::PosId;
use crescendo_program::{FunctionId, Program};
use crescendo_solver::expr::Assignment;
use crescendo_solver::solve::{Layers, Stack};
use crescendo_unit::{Bounds, Run, Unit};
use crescendo_vm::cover::Coverage;
use crescendo_vm::{Limits, Outcome, symbolic};
use serde_json::{Map, json};
use std::collections::HashMap;
use std::panic::AssertUnwindSafe;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// What is the same for every function.
pub struct Job<'a> {
    pub program: &'a Program,
    pub strategy: &'a str,
    pub criterion: &'a str,
    pub budget: Duration,
    pub runs: Option<u64>,
    pub steps: u64,
    pub seed: u64,
    pub exhaust: bool,
    pub paranoid: bool,
    pub without: &'a [String],
    pub interrupt: &'a AtomicBool,
    pub board: &'a Board,
}

pub fn explore_function(job: &Job, id: FunctionId) -> FunctionSummary {
    let start = Instant::now();
    // A bug in one function's exploration must not take the others' results along.
    let result = std::panic::catch_unwind(AssertUnwindSafe(|| attempt(job, id)));
    let mut summary = match result {
        Ok(Ok(summary)) => summary,
        Ok(Err(why)) => FunctionSummary { stop: "not driven".into(), notes: vec![why], ..blank(job, id) },
        Err(panic) => {
            let what = panic.downcast_ref::<String>().cloned();
            let what = what.or_else(|| panic.downcast_ref::<&str>().map(|s| s.to_string())).unwrap_or_default();
            FunctionSummary { stop: "tool bug".into(), tool_bugs: vec![format!("panic: {what}")], ..blank(job, id) }
        }
    };
    summary.seconds = start.elapsed().as_secs_f64();
    job.board.finished();
    summary
}

/// A function about which nothing is known yet: every goal is open.
fn blank(job: &Job, id: FunctionId) -> FunctionSummary {
    let f = job.program.function(id);
    let at = job.program.sources.get(f.position);
    let total = |c: &dyn Criterion| {
        let n = c.obligations(&job.program.cover, id).len() as u32;
        Tally { total: n, unknown: n, ..Tally::default() }
    };
    FunctionSummary {
        name: f.name.clone(),
        file: job.program.sources.path(at.file).to_string(),
        line: at.line,
        seconds: 0.0,
        tests: 0,
        runs: 0,
        solver_calls: 0,
        stop: String::new(),
        statement: total(&criteria::Statement),
        branch: total(&criteria::Branch),
        mcdc: total(&criteria::Mcdc),
        boundary: total(&criteria::Boundary),
        inputs: Vec::new(),
        faults: Vec::new(),
        open: Vec::new(),
        notes: Vec::new(),
        tool_bugs: Vec::new(),
        solver: Map::new(),
    }
}

fn new_unit<'p>(job: &Job<'p>, id: FunctionId) -> Result<Unit<'p>, String> {
    let limits = Limits { steps: job.steps, depth: 10_000, ..Limits::default() };
    let options = symbolic::Options { paranoid: job.paranoid, ..symbolic::Options::default() };
    Unit::new(job.program, id, Bounds::default(), limits, options).map_err(|e| e.to_string())
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

fn attempt(job: &Job, id: FunctionId) -> Result<FunctionSummary, String> {
    let mut summary = blank(job, id);
    let map = &job.program.cover;
    let mut unit = new_unit(job, id)?;
    let mut solver = Stack::new(layers(job.without));
    let name = summary.name.clone();
    let mut progress = |p: &Progress| job.board.tell(&name, p.runs, p.covered, p.goals);
    let make = STRATEGIES.iter().find(|s| s.name == job.strategy).expect("checked before").make;
    let wanted: Vec<&'static dyn Criterion> = match criteria::find(job.criterion) {
        Some(c) => vec![c],
        None => criteria::ALL.to_vec(),
    };
    let mut aims = criteria::aims(map, id, &wanted);
    let options = Options {
        strategy: make(),
        seed: job.seed,
        budget: Budget { runs: job.runs, steps: None, time: Some(job.budget) },
        goals: Some(criteria::goals(map, id, &wanted)),
        exhaust: job.exhaust,
        interrupt: Some(job.interrupt),
        progress: Some(&mut progress),
        ..Options::default()
    };
    let found = explore(&mut UnitSubject::new(&mut unit), &mut solver, &mut aims, options);

    let mut covered = Coverage::new(map.goals);
    summary.tool_bugs.extend(found.bugs.iter().map(|b| format!("run {}: {}", b.run, b.message)));
    let mut again = new_unit(job, id)?;
    for (i, test) in found.tests.iter().enumerate() {
        let run = unit.run(&test.input);
        summary.inputs.push(values::inputs(job.program, &unit.driver().inputs, &run.used, &test.input));
        covered.merge(&run.coverage);
        if run.outcome != test.outcome {
            summary.tool_bugs.push(format!("test {i} ends otherwise when it is run again"));
        }
        let repeated = again.run_named(by_path(&unit, &run, &test.input));
        if let Some(difference) = difference(&run, &repeated) {
            summary.tool_bugs.push(format!("test {i}, run from its inputs alone, {difference}"));
        }
    }
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
    let mut tally = |c: &'static dyn Criterion| count(job.program, c, id, &covered, &found, &mut summary.open);
    summary.statement = tally(&criteria::Statement);
    summary.branch = tally(&criteria::Branch);
    summary.mcdc = tally(&criteria::Mcdc);
    summary.boundary = tally(&criteria::Boundary);
    Ok(summary)
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
    // Messages name addresses only where objects have none; the kind must agree.
    let same = match (&a.outcome, &b.outcome) {
        (Outcome::ProgramFault(x), Outcome::ProgramFault(y)) => x.kind == y.kind,
        (x, y) => x == y,
    };
    (!same).then_some("ends otherwise")
}

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

/// Counts one criterion, and lists what it misses with the reasons.
fn count(
    program: &Program,
    criterion: &'static dyn Criterion,
    id: FunctionId,
    covered: &Coverage,
    found: &Exploration,
    open: &mut Vec<OpenGoal>,
) -> Tally {
    let map = &program.cover;
    let mut tally = Tally::default();
    for o in criterion.obligations(map, id) {
        tally.total += 1;
        if criterion.met(map, covered, o).is_some() {
            tally.covered += 1;
            continue;
        }
        let (verdict, reason) = why(program, map, found, o);
        match verdict {
            "infeasible" => tally.infeasible += 1,
            _ => tally.unknown += 1,
        }
        let at = program.sources.get(o.position(map));
        let goal = describe(map, o);
        open.push(OpenGoal { criterion: criterion.name(), line: at.line, column: at.column, goal, verdict, reason });
    }
    tally
}

fn describe(map: &CoverMap, o: Obligation) -> String {
    use crescendo_program::cover::SiteKind;
    match o {
        Obligation::Statement(_) => "statement".into(),
        Obligation::Outcome { site, outcome } => match &map.site(site).kind {
            SiteKind::Switch { cases, .. } => match cases.get(outcome as usize) {
                Some(v) => format!("case {}", *v as i64),
                None => "default".into(),
            },
            _ => format!("condition is {}", outcome == 1),
        },
        Obligation::Condition { condition, .. } => format!("condition {} decides by itself", condition + 1),
        Obligation::Boundary { difference, .. } => match difference {
            0 => "both sides are equal".into(),
            1 => "left is one more than right".into(),
            -1 => "left is one less than right".into(),
            n => format!("left differs from right by {n}"),
        },
    }
}

/// The verdict on something uncovered, and why.
fn why(program: &Program, map: &CoverMap, found: &Exploration, o: Obligation) -> (&'static str, String) {
    match o.goal(map) {
        Some(goal) => goal_verdict(program, found, goal),
        None => found.condition_verdict(map, o).map_or_else(
            |v| v,
            |reason| ("unknown", reason.to_string()),
        ),
    }
}

fn goal_verdict(program: &Program, found: &Exploration, goal: GoalId) -> (&'static str, String) {
    let places = |all: &[PosId]| {
        let lines: Vec<String> = all.iter().map(|p| program.sources.get(*p).line.to_string()).collect();
        lines.join(", ")
    };
    match found.verdicts.get(&goal) {
        Some(Verdict::Infeasible(proof)) => {
            let reason = match (&proof.core[..], proof.behind_fault) {
                (_, Some(at)) => format!("every way there fails before, at line {}", program.sources.get(at).line),
                ([], None) => "no way leads there".to_string(),
                (core, None) => format!("excluded by the conditions in lines {}", places(core)),
            };
            ("infeasible", reason)
        }
        Some(Verdict::Unknown { reason, position }) if *position != PosId::NONE => {
            ("unknown", format!("{reason} (line {})", program.sources.get(*position).line))
        }
        Some(Verdict::Unknown { reason, .. }) => ("unknown", reason.to_string()),
        Some(Verdict::Covered { .. }) => ("unknown", "covered by a run that was not kept".into()),
        None => ("unknown", "not aimed at".into()),
    }
}
