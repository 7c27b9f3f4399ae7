//! A function without its callees: what they would have to return is an input. Reaches what lies behind long work of
//! others; but whether the callees ever return that is not known, so it proves nothing and raises no alarm.

use super::again;
use super::config::Own;
use super::function::{Job, Machines, layers, new_unit, patience};
use crescendo_explore::criteria::{self, Criterion};
use crescendo_explore::result::Test as Found;
use crescendo_explore::strategy::STRATEGIES;
use crescendo_explore::unit::UnitSubject;
use crescendo_explore::{Budget, Exploration, Options, StopReason, Verdict, explore};
use crescendo_program::FunctionId;
use crescendo_program::cover::GoalId;
use crescendo_solver::solve::Stack;
use crescendo_suite::record::{Collected, collect};
use crescendo_unit::{NotDriven, Plan};
use crescendo_vm::cover::Coverage;
use serde_json::{Map, Value};
use std::collections::BTreeSet;
use std::rc::Rc;
use std::time::{Duration, Instant};

/// What came of it.
pub struct Alone {
    pub inputs: Vec<Map<String, Value>>,
    pub covered: Coverage,
    pub suite: Collected,
    pub bugs: Vec<String>,
    pub notes: Vec<String>,
    pub runs: u64,
    pub solver_calls: u64,
}

/// How a function is left alone.
pub struct Manner<'a> {
    /// Its callees write to its variables, too.
    pub fills_locals: bool,
    /// What tests cover already.
    pub covered: &'a Coverage,
    pub time: Duration,
}

/// Explores a function, the first of these, alone for what the exploration with its callees left unknown. The others are those whose
/// goals count as its own.
pub fn explore_alone<'p>(
    job: &Job<'p>,
    own: &Own,
    functions: &[FunctionId],
    wanted: &[&'static dyn Criterion],
    found: &Exploration,
    Manner { fills_locals, covered, time }: Manner,
    machines: &mut Machines<'p>,
) -> Result<Option<Alone>, NotDriven> {
    let (map, id) = (&job.program.cover, functions[0]);
    let verdicts = criteria::goals(map, &[id], wanted).into_iter().filter_map(|g| Some((g, found.verdicts.get(&g)?)));
    let (mut missing, mut impossible): (BTreeSet<GoalId>, BTreeSet<GoalId>) = Default::default();
    for (goal, verdict) in verdicts {
        match verdict {
            Verdict::Unknown { .. } => !covered.is_hit(goal) && missing.insert(goal),
            Verdict::Infeasible(_) => impossible.insert(goal),
            Verdict::Covered { .. } => false,
        };
    }
    let Some(plan) = own.alone.clone().filter(|_| !missing.is_empty() && found.stop != StopReason::Interrupted) else {
        return Ok(None);
    };
    let plan = Rc::new(Plan { fills_locals, ..plan });
    let mut unit = new_unit(job, own, &plan, machines)?;
    let mut solver = Stack::new(layers(job.without));
    let make = STRATEGIES.iter().find(|s| s.name == job.strategy).expect("checked before").make;
    let options = Options {
        strategy: make(),
        seed: job.seed,
        budget: Budget { runs: own.runs, steps: None, time: Some(time) },
        goals: Some(missing.iter().copied().collect()),
        interrupt: Some(job.interrupt),
        ..Options::default()
    };
    let mut aims = criteria::aims(map, &[id], wanted);
    let guard = job.watch.until(Instant::now() + time, vec![unit.vm.interrupt_flag()]);
    let second_look = explore(&mut UnitSubject::new(&mut unit, &[], job.calls), &mut solver, &mut aims, options);
    drop(guard);
    // Only what brings something new; what fails may do so because of a result that nobody returns.
    let useful = |t: &&Found| t.fault.is_none() && (t.aimed || t.goals.iter().any(|g| missing.contains(g)));
    let tests: Vec<Found> = second_look.tests.iter().filter(useful).cloned().collect();
    let bugs = second_look.bugs.iter().map(|b| format!("alone, run {}: {}", b.run, b.message)).collect();
    let mut all = Alone {
        inputs: Vec::new(),
        covered: Coverage::new(map.goals),
        suite: Collected::default(),
        bugs,
        notes: Vec::new(),
        runs: second_look.runs,
        solver_calls: second_look.solver_calls,
    };
    if !tests.is_empty() {
        let mut second = new_unit(job, own, &plan, machines)?;
        let deadline = Instant::now() + own.budget;
        let guard = job.watch.until(deadline, vec![unit.vm.interrupt_flag(), second.vm.interrupt_flag()]);
        let rerun = again::run_all(&mut unit, &mut second, &tests, deadline);
        drop(guard);
        machines.push(second.into_bench());
        // A test that comes to what is impossible in truth shows what the callees never do.
        if impossible.iter().any(|g| rerun.covered.is_hit(*g)) {
            all.notes
                .push("without its callees, something is reached that is impossible with them: not counted".into());
            machines.push(unit.into_bench());
            return Ok(Some(all));
        }
        let kept: Vec<Found> = rerun.kept.iter().map(|&i| tests[i].clone()).collect();
        let guard = job.watch.until(Instant::now() + patience(own), vec![unit.vm.interrupt_flag()]);
        all.suite = collect(&mut unit, &kept, functions, job.keep_all);
        drop(guard);
        let write = if fills_locals { " and write to its variables" } else { "" };
        all.notes.push(format!("{} tests run without its callees, which are stubs there{write}", kept.len()));
        all.notes.extend(rerun.notes);
        all.bugs.extend(rerun.bugs);
        (all.inputs, all.covered) = (rerun.inputs, rerun.covered);
    }
    machines.push(unit.into_bench());
    Ok(Some(all))
}
