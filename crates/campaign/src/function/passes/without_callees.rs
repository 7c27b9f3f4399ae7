//! A function without its callees: what they would have to return is an input. Reaches what lies behind long work of
//! others; but whether the callees ever return that is not known, so it proves nothing and raises no alarm.

use super::revalidate::{Again, run_all};
use super::search::RERUNS;
use super::{Pass, Share};
use crate::function::Work;
use crescendo_explore::result::Test as Found;
use crescendo_explore::{Deadline, Search, StopReason, Verdict, criteria};
use crescendo_program::cover::GoalId;
use crescendo_suite::record::collect;
use crescendo_unit::{NotDriven, Plan, Unit};
use std::collections::BTreeSet;
use std::rc::Rc;

pub struct WithoutCallees;

impl Pass for WithoutCallees {
    fn name(&self) -> &'static str {
        "without-callees"
    }

    fn help(&self) -> &'static str {
        "what is left, with callees as stubs: what they return is an input"
    }

    fn share(&self, _: &Work) -> Share {
        Share { most: 0.2, end: 0.95, least: 0.0 }
    }

    fn run(&self, work: &mut Work, deadline: Deadline) -> Result<(), NotDriven> {
        explore_alone(work, false, deadline)
    }
}

/// The same with callees that also write to the function's variables.
pub struct FillingLocals;

impl Pass for FillingLocals {
    fn name(&self) -> &'static str {
        "filling-locals"
    }

    fn help(&self) -> &'static str {
        "the same, with stubs that write to the variables whose addresses they get"
    }

    fn share(&self, _: &Work) -> Share {
        Share { most: 0.2, end: 1.0, least: 0.0 }
    }

    fn run(&self, work: &mut Work, deadline: Deadline) -> Result<(), NotDriven> {
        explore_alone(work, true, deadline)
    }
}

/// Goals of the function that are not covered: open ones, and those that no input covers.
fn left(work: &Work) -> Option<(BTreeSet<GoalId>, BTreeSet<GoalId>)> {
    let found = work.searched.as_ref().map(|s| &s.found).filter(|f| f.stop != StopReason::Interrupted)?;
    let goals = criteria::goals(&work.explorer.program.cover, &[work.id], &work.explorer.search.criteria);
    let (mut missing, mut impossible): (BTreeSet<GoalId>, BTreeSet<GoalId>) = Default::default();
    for (goal, verdict) in goals.into_iter().filter_map(|g| Some((g, found.verdicts.get(&g)?))) {
        match verdict {
            Verdict::Unknown { .. } => !work.covered.is_hit(goal) && missing.insert(goal),
            Verdict::Infeasible(_) => impossible.insert(goal),
            Verdict::Covered { .. } => false,
        };
    }
    (!missing.is_empty()).then_some((missing, impossible))
}

fn explore_alone(work: &mut Work, fills_locals: bool, deadline: Deadline) -> Result<(), NotDriven> {
    let Some(plan) = work.own.alone.clone() else { return Ok(()) };
    let Some((missing, impossible)) = left(work) else { return Ok(()) };
    let explorer = work.explorer;
    let plan = Rc::new(Plan { fills_locals, ..plan });
    let mut unit = work.unit_by(&plan)?;
    let search = Search {
        goals: Some(missing.iter().copied().collect()),
        aims: criteria::aims(&explorer.program.cover, &[work.id], &explorer.search.criteria),
        runs: work.own.runs,
        reruns: RERUNS,
        ..Search::until(deadline.within(deadline.whole() * 4 / 5))
    };
    let (found, _) = search.run(&explorer.workplace(), &mut unit);
    // Only what brings something new; what fails may do so because of a result that nobody returns.
    let useful = |t: &&Found| t.fault.is_none() && (t.aimed || t.goals.iter().any(|g| missing.contains(g)));
    let tests: Vec<Found> = found.tests.iter().filter(useful).cloned().collect();
    work.bugs.extend(found.bugs.iter().map(|b| format!("alone, run {}: {}", b.run, b.message)));
    work.more_runs += found.runs;
    work.more_solver_calls += found.solver_calls;
    if !tests.is_empty() {
        let mut second = work.unit_by(&plan)?;
        let flags = vec![unit.vm.interrupt_flag(), second.vm.interrupt_flag()];
        let guard = explorer.watchdog.until(deadline, flags);
        let again = run_all(&mut unit, &mut second, &tests, &|_| true, deadline.within(deadline.left() / 2));
        drop(guard);
        work.machines.put_back(second);
        // A test that comes to what is impossible in truth shows what the callees never do.
        match impossible.iter().any(|g| again.covered.is_hit(*g)) {
            true => work
                .notes
                .push("without its callees, something is reached that is impossible with them: not counted".into()),
            false => take_in(work, &mut unit, &tests, again, fills_locals, deadline),
        }
    }
    work.machines.put_back(unit);
    Ok(())
}

/// Makes tests of what counts.
fn take_in(work: &mut Work, unit: &mut Unit, tests: &[Found], again: Again, fills_locals: bool, deadline: Deadline) {
    let explorer = work.explorer;
    let kept: Vec<Found> = again.kept.iter().map(|&i| tests[i].clone()).collect();
    let guard = explorer.watchdog.until(deadline, vec![unit.vm.interrupt_flag()]);
    let suite = collect(unit, &kept, &again.coverage, &work.functions, explorer.search.keep_all, Some(deadline));
    drop(guard);
    work.suite.append(suite, work.inputs.len());
    let write = if fills_locals { " and write to its variables" } else { "" };
    work.notes.push(format!("{} tests run without its callees, which are stubs there{write}", kept.len()));
    work.notes.extend(again.notes);
    work.bugs.extend(again.bugs);
    work.covered.merge(&again.covered);
    work.inputs.extend(again.inputs);
}
