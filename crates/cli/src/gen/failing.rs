//! What allocations that fail would reach. Tests do without such failures unless asked for them (`--allocation-fails`); but a
//! goal that lies behind one must not get another reason. So failures are tried, for the reason alone.

use super::config::Own;
use super::function::{Job, Machines, layers, new_unit};
use crescendo_explore::criteria::{self, Criterion};
use crescendo_explore::result::{Bound, Reason};
use crescendo_explore::strategy::STRATEGIES;
use crescendo_explore::unit::UnitSubject;
use crescendo_explore::{Budget, Exploration, Options, StopReason, Verdict, explore};
use crescendo_program::FunctionId;
use crescendo_program::cover::GoalId;
use crescendo_solver::solve::Stack;
use crescendo_unit::{NotDriven, Plan};
use crescendo_vm::cover::Coverage;
use crescendo_vm::symbolic;
use std::rc::Rc;
use std::time::Instant;

/// Runs of it, at most.
const RUNS: u64 = 100;

/// What is covered if allocations may fail, too; `None` if none can, or nothing is left to reach.
pub fn reached<'p>(
    job: &Job<'p>,
    own: &Own,
    plan: &Rc<Plan>,
    functions: &[FunctionId],
    wanted: &[&'static dyn Criterion],
    (found, covered): (&Exploration, &Coverage),
    machines: &mut Machines<'p>,
) -> Result<Option<Coverage>, NotDriven> {
    let map = &job.program.cover;
    let sure = Reason::Bound(Bound::SureMemory).to_string();
    let is_unknown = |g: &GoalId| matches!(found.verdicts.get(g), Some(Verdict::Unknown { .. })) && !covered.is_hit(*g);
    let missing: Vec<GoalId> = criteria::goals(map, functions, wanted).into_iter().filter(is_unknown).collect();
    if missing.is_empty() || !found.unexplored.contains(&sure) || found.stop == StopReason::Interrupted {
        return Ok(None);
    }
    let job = &Job { symbolic: symbolic::Options { allocation_fails: true, ..job.symbolic.clone() }, ..*job };
    let mut unit = new_unit(job, own, plan, machines)?;
    let make = STRATEGIES.iter().find(|s| s.name == job.strategy).expect("checked before").make;
    let time = own.budget / 10;
    let options = Options {
        strategy: make(),
        seed: job.seed,
        budget: Budget { runs: Some(own.runs.unwrap_or(RUNS).min(RUNS)), steps: None, time: Some(time) },
        goals: Some(missing),
        interrupt: Some(job.interrupt),
        ..Options::default()
    };
    let mut aims = criteria::aims(map, functions, wanted);
    let guard = job.watch.until(Instant::now() + time, vec![unit.vm.interrupt_flag()]);
    let others = if own.entry == functions[0] { &functions[1..] } else { functions };
    let mut subject = UnitSubject::new(&mut unit, others, job.calls);
    let tried = explore(&mut subject, &mut Stack::new(layers(job.without)), &mut aims, options);
    drop(guard);
    machines.push(unit.into_bench());
    let mut all = covered.clone();
    all.merge(&tried.coverage);
    Ok(Some(all))
}
