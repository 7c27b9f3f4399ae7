//! What allocations that fail would reach. Tests do without such failures unless asked for them (`--allocation-fails`); but a
//! goal that lies behind one must not get another reason. So failures are tried, for the reason alone.

use super::{Pass, Share};
use crate::function::Work;
use crescendo_explore::result::{Bound, Reason};
use crescendo_explore::{Deadline, Search, StopReason, Verdict, criteria};
use crescendo_program::cover::GoalId;
use crescendo_unit::{Driving, NotDriven};
use crescendo_vm::symbolic;

/// Runs of it, at most.
const RUNS: u64 = 100;

pub struct FailingAllocations;

impl Pass for FailingAllocations {
    fn name(&self) -> &'static str {
        "failing-allocations"
    }

    fn help(&self) -> &'static str {
        "a few runs with allocations that fail, for better reasons"
    }

    fn share(&self, _: &Work) -> Share {
        Share { most: 0.1, end: 1.0, least: 0.0 }
    }

    fn run(&self, work: &mut Work, deadline: Deadline) -> Result<(), NotDriven> {
        let Some(missing) = left(work) else { return Ok(()) };
        let explorer = work.explorer;
        let driving = explorer.driving(&work.own, &work.plan);
        let symbolic = symbolic::Options { allocation_fails: true, ..driving.symbolic };
        let mut unit = work.machines.unit(&Driving { symbolic, ..driving })?;
        let search = Search {
            counted: work.counted(),
            goals: Some(missing),
            aims: criteria::aims(&explorer.program.cover, &work.functions, &explorer.search.criteria),
            runs: Some(work.own.runs.unwrap_or(RUNS).min(RUNS)),
            ..Search::until(deadline)
        };
        let (tried, _) = search.run(&explorer.workplace(), &mut unit);
        work.machines.put_back(unit);
        let mut all = work.covered.clone();
        all.merge(&tried.coverage);
        work.with_failures = Some(all);
        Ok(())
    }
}

/// What is uncovered and may lie behind a failing allocation; `None`: nothing does.
fn left(work: &Work) -> Option<Vec<GoalId>> {
    let found = &work.searched.as_ref()?.found;
    let sure = Reason::Bound(Bound::SureMemory).to_string();
    if !found.unexplored.contains(&sure) || found.stop == StopReason::Interrupted {
        return None;
    }
    let is_unknown =
        |g: &GoalId| matches!(found.verdicts.get(g), Some(Verdict::Unknown { .. })) && !work.covered.is_hit(*g);
    let goals = criteria::goals(&work.explorer.program.cover, &work.functions, &work.explorer.search.criteria);
    let missing: Vec<GoalId> = goals.into_iter().filter(is_unknown).collect();
    (!missing.is_empty()).then_some(missing)
}
