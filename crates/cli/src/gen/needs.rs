//! A few runs before the exploration, to see how long input objects must be able to be.

use super::config::Own;
use super::function::{Job, Machines, layers, new_unit};
use crescendo_explore::criteria::{self, Criterion};
use crescendo_explore::strategy::STRATEGIES;
use crescendo_explore::unit::UnitSubject;
use crescendo_explore::{Budget, Options, explore};
use crescendo_program::FunctionId;
use crescendo_solver::solve::Stack;
use crescendo_unit::{NotDriven, Plan};
use std::rc::Rc;
use std::time::Instant;

/// Runs of one try, and tries: behind one access that needs more there may be another.
const RUNS: u64 = 30;
const TRIES: u32 = 5;

/// Gives the unit's objects the room that its code always uses. Takes at most a tenth of the budget.
pub fn grow_objects<'p>(
    job: &Job<'p>,
    own: &mut Own,
    id: FunctionId,
    wanted: &[&'static dyn Criterion],
    plan: &Rc<Plan>,
    machines: &mut Machines<'p>,
) -> Result<(), NotDriven> {
    let map = &job.program.cover;
    for _ in 0..TRIES {
        let mut unit = new_unit(job, own, plan, machines)?;
        let make = STRATEGIES.iter().find(|s| s.name == job.strategy).expect("checked before").make;
        let time = own.budget / 10 / TRIES;
        let options = Options {
            strategy: make(),
            seed: job.seed,
            budget: Budget { runs: Some(RUNS), steps: None, time: Some(time) },
            goals: Some(criteria::goals(map, &[id], wanted)),
            interrupt: Some(job.interrupt),
            ..Options::default()
        };
        let guard = job.watch.until(Instant::now() + time, vec![unit.vm.interrupt_flag()]);
        let mut solver = Stack::new(layers(job.without));
        explore(&mut UnitSubject::new(&mut unit, &[], job.calls), &mut solver, &mut [], options);
        drop(guard);
        let before = own.setup.needs.clone();
        own.setup.needs.extend(unit.needs());
        machines.push(unit.into_bench());
        if own.setup.needs == before {
            break;
        }
    }
    Ok(())
}
