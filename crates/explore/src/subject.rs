//! What can be explored: something that runs on inputs and tells what happened in the words of `vm::trace`.

use crate::flow::Flow;
use crescendo_program::cover::CoverMap;
use crescendo_program::source::PosId;
use crescendo_program::symbol::FunctionId;
use crescendo_solver::expr::{Assignment, ExprId, Pool, VarId};
use crescendo_unit::Gap;
use crescendo_vm::Outcome;
use crescendo_vm::cover::Coverage;
use crescendo_vm::trace::{Event, Settled};
use std::sync::Arc;

/// What one run leaves behind.
#[derive(Clone, Debug)]
pub struct Execution {
    pub events: Vec<Event>,
    pub settled: Vec<Settled>,
    pub ending: Ending,
    pub coverage: Coverage,
    pub outcome: Outcome,
    pub steps: u64,
    /// Where a fault happened: the innermost function of the program.
    pub fault: Option<(FunctionId, PosId)>,
    /// The calls that led to the fault, innermost first, as far as faults are told apart by them.
    pub frames: Vec<(FunctionId, PosId)>,
    /// Stands for them, as in `EventKind::Check`.
    pub context: u32,
    /// It ended by an assertion of the program that does not hold.
    pub assertion: bool,
    /// What the trace's `Concretised::{Library, Operation}` name.
    pub names: Vec<String>,
    /// What the run depends on and no run tries: each with where the unit's function was, `NONE` if it concerns everything.
    pub gaps: Vec<(Gap, PosId)>,
    /// It ended where there could be more of an input object: what follows there is not known.
    pub front: Option<Gap>,
    /// Memory was allocated, and no allocation may fail: what follows a test for null is not all there is.
    pub sure_memory: bool,
    /// What was used without a model, so that it may behave otherwise than it did. Nothing is proved infeasible then.
    pub unmodelled: Vec<String>,
}

impl Execution {
    /// It was cut, and nine parts in ten of it were spent without a look at the inputs.
    pub fn seems_endless(&self) -> bool {
        self.ending == Ending::Plain && crescendo_unit::seems_endless(&self.outcome, &self.events, self.steps)
    }
}

/// How to read the last event. A fault or a refused assumption that depends on inputs *must* be the last event (a fault as
/// a `Check` that did not pass), else the tree would take the path for the only one there is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    Plain,
    /// The last event is an `Assume` that was refused: its `holds` is the negated assumption. Such a run is no test.
    FailedAssume,
    /// No test either, but the last event has nothing to do with that.
    Refused,
}

impl Ending {
    pub fn is_refused(self) -> bool {
        matches!(self, Ending::FailedAssume | Ending::Refused)
    }
}

/// Visits terms that must be kept, twice: to mark and to renumber.
pub type Roots<'a> = dyn FnMut(&mut dyn FnMut(&mut ExprId)) + 'a;

/// A text that is an input: a string, or the contents of a file.
pub use crescendo_unit::Text;

/// Invariants: a run depends on nothing but its inputs; two runs with equal outcomes so far have the same next event; an
/// input's variable is the same in every run.
pub trait Subject {
    fn run(&mut self, input: &Assignment) -> Execution;

    fn pool(&mut self) -> &mut Pool;

    fn cover(&self) -> Arc<CoverMap>;

    /// The functions whose goals count. The first is the one under test.
    fn unit(&self) -> &[FunctionId];

    /// The ways control can go, for distances and for proofs.
    fn flow(&self) -> Flow;

    /// What holds of the inputs of every run, as far as they are known. A proof that needs it is none.
    fn assumptions(&mut self) -> Vec<ExprId> {
        Vec::new()
    }

    /// Whether an input is cut off at a bound, by an assumption.
    fn is_bounded(&self, _input: VarId) -> bool {
        false
    }

    /// Whether it stands for what larger inputs would bring: what it excludes is not proved.
    fn is_unknown(&self, _input: VarId) -> bool {
        false
    }

    /// Whether a condition on these inputs compares what is kept apart without a reason in the program.
    fn are_apart(&self, _condition: ExprId, _inputs: &[VarId]) -> bool {
        false
    }

    /// What a proof rests on that needs this input to be what it is in every run; `None`: then it is no proof.
    fn hypothesis(&self, _input: VarId) -> Option<Gap> {
        None
    }

    /// Inputs that are characters of one text, as far as they are known.
    fn texts(&self) -> Vec<Text> {
        Vec::new()
    }

    /// Inputs that were found elsewhere since somebody asked: they are run next.
    fn found(&mut self) -> Vec<Assignment> {
        Vec::new()
    }

    /// Terms that the subject keeps from run to run.
    fn roots(&mut self, _visit: &mut dyn FnMut(&mut ExprId)) {}

    /// Forgets terms that neither the caller nor the subject needs.
    fn collect(&mut self, others: &mut Roots) {
        let mut pool = std::mem::take(self.pool());
        pool.collect(&mut |visit| {
            others(visit);
            self.roots(visit);
        });
        *self.pool() = pool;
    }
}
