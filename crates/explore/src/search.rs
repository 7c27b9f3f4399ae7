//! One search of one unit: the loop with everything it needs, wired once for every stage that searches.
//!
//! A stage says what it is after (goals, aims, whose goals count), how long it may take and what to start from. What all
//! stages share is the `Workplace`: the call graph, the strategy, the seed, the solver's layers, who watches the time and who
//! may call it off.

use crate::aim::Aims;
use crate::cancel::CancelToken;
use crate::deadline::Deadline;
use crate::explore::{Budget, Options, Progress, explore};
use crate::flow::Calls;
use crate::result::Exploration;
use crate::strategy::Entry;
use crate::subject::Subject;
use crate::unit::UnitSubject;
use crate::watchdog::Watchdog;
use crescendo_program::cover::GoalId;
use crescendo_program::source::PosId;
use crescendo_program::symbol::FunctionId;
use crescendo_solver::expr::Assignment;
use crescendo_solver::solve::{Layers, Solve, Stack};
use crescendo_unit::Unit;
use std::collections::HashMap;
use std::sync::atomic::AtomicBool;

/// What all searches of one piece of work share.
pub struct Workplace<'a, 'p> {
    pub calls: &'a Calls<'p>,
    pub strategy: &'static Entry,
    pub seed: u64,
    pub layers: Layers,
    pub watchdog: &'a Watchdog,
    pub cancel: &'a CancelToken,
}

/// The inputs of a run by access path, as words, lowest first. What is not named is zero.
pub type NamedInputs = HashMap<String, Vec<u64>>;

/// What one search is after.
pub struct Search<'a> {
    /// Functions the unit calls whose goals count as its own.
    pub counted: &'a [FunctionId],
    /// The goals that count; `None`: all outcomes and statements of the unit.
    pub goals: Option<Vec<GoalId>>,
    /// What criteria wish for beside goals.
    pub aims: Vec<Box<dyn Aims>>,
    /// Runs, at most: the same on every machine, unlike time.
    pub runs: Option<u64>,
    pub deadline: Deadline,
    /// How often each test will be run once more when the search is over: time for that is left.
    pub reruns: u32,
    /// Inputs to start from, beside all zero.
    pub seeds: Vec<NamedInputs>,
    /// Find every path, not only those that lead to something new.
    pub exhaust: bool,
    /// The same once nothing else is left to do.
    pub go_on: bool,
    /// Where faults are looked for as long as there is a way to try; `None`: everywhere, with patience.
    pub checks: Option<&'a dyn Fn(FunctionId, PosId) -> bool>,
    /// Set by somebody who has seen enough.
    pub enough: Option<&'a AtomicBool>,
    /// Told after every run.
    pub progress: Option<&'a mut dyn FnMut(&Progress)>,
}

impl<'a> Search<'a> {
    /// For all goals of a unit.
    pub fn until(deadline: Deadline) -> Search<'a> {
        Search {
            counted: &[],
            goals: None,
            aims: Vec::new(),
            runs: None,
            deadline,
            reruns: 0,
            seeds: Vec::new(),
            exhaust: false,
            go_on: false,
            checks: None,
            enough: None,
            progress: None,
        }
    }

    /// Searches with the workplace's layers of solving, and gives the solver back for its figures.
    pub fn run<'p>(self, at: &Workplace<'_, 'p>, unit: &mut Unit<'p>) -> (Exploration, Stack) {
        let mut solver = Stack::new(at.layers);
        let (found, _) = self.run_watched(at, unit, &mut solver, |subject| subject);
        (found, solver)
    }

    /// The same with a solver of the caller's, and with somebody who sees all runs.
    pub fn run_watched<'u, 'p, S: Subject>(
        mut self,
        at: &'u Workplace<'_, 'p>,
        unit: &'u mut Unit<'p>,
        solver: &mut dyn Solve,
        watch: impl FnOnce(UnitSubject<'u, 'p>) -> S,
    ) -> (Exploration, S) {
        let flag = unit.vm.interrupt_flag();
        let _guard = at.watchdog.until(self.deadline, vec![flag]);
        let seeds = std::mem::take(&mut self.seeds);
        let seeds = seeds.into_iter().map(|named| assignment(unit, named)).collect();
        let mut interrupts = vec![at.cancel.flag()];
        interrupts.extend(self.enough);
        let mut told = self.progress;
        let mut progress = |p: &Progress| told.iter_mut().for_each(|tell| tell(p));
        let options = Options {
            strategy: (at.strategy.make)(),
            seed: at.seed,
            budget: Budget { runs: self.runs, steps: None, time: Some(self.deadline) },
            reruns: self.reruns,
            goals: self.goals,
            exhaust: self.exhaust,
            go_on: self.go_on,
            checks: self.checks,
            seeds,
            interrupts,
            progress: Some(&mut progress),
            ..Options::default()
        };
        let mut subject = watch(UnitSubject::new(unit, self.counted, at.calls));
        let found = explore(&mut subject, solver, &mut self.aims, options);
        (found, subject)
    }
}

/// Named inputs as this unit numbers them: names get their numbers when a run comes to them.
fn assignment(unit: &mut Unit, named: NamedInputs) -> Assignment {
    unit.run_named(named);
    unit.vm.sym().inputs.clone()
}
