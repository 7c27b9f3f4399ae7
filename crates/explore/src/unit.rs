//! A unit on the real machine as something to explore.

use crate::flow::{Calls, Flow};
use crate::subject::{Ending, Execution, Subject, Text};
use crescendo_program::cover::CoverMap;
use crescendo_program::symbol::FunctionId;
use crescendo_solver::expr::{Assignment, ExprId, Pool, VarId};
use crescendo_unit::{Ended, Gap, Unit};
use crescendo_vm::{Outcome, trace};
use std::sync::Arc;

/// A unit, and the functions whose goals count.
pub struct UnitSubject<'a, 'p> {
    pub unit: &'a mut Unit<'p>,
    functions: Vec<FunctionId>,
    calls: &'a Calls<'p>,
}

impl<'a, 'p> UnitSubject<'a, 'p> {
    /// `others`: functions it calls whose goals count too.
    pub fn new(unit: &'a mut Unit<'p>, others: &[FunctionId], calls: &'a Calls<'p>) -> Self {
        let functions = std::iter::once(unit.function).chain(others.iter().copied()).collect();
        UnitSubject { unit, functions, calls }
    }
}

impl Subject for UnitSubject<'_, '_> {
    fn run(&mut self, input: &Assignment) -> Execution {
        let run = self.unit.run(input);
        let unmodelled = match &run.outcome {
            Outcome::Unsupported(what) if !run.ended.is_refused() => vec![what.clone()],
            _ => Vec::new(),
        };
        let mut gaps = run.gaps;
        gaps.sort();
        gaps.dedup();
        let most = self.unit.vm.sym().options.frames.max(1) as usize;
        let frames = trace::alarm_frames(run.stack.iter().map(|f| (f.function, f.position)), most).to_vec();
        Execution {
            context: trace::context(&frames),
            frames,
            assertion: run.library == Some("__assert_fail"),
            fault: run.stack.first().map(|f| (f.function, f.position)),
            events: run.events,
            settled: run.settled,
            ending: match run.ended {
                Ended::FailedAssume => Ending::FailedAssume,
                Ended::Refused => Ending::Refused,
                Ended::Plain | Ended::FailedCheck => Ending::Plain,
            },
            coverage: run.coverage,
            outcome: run.outcome,
            steps: run.steps,
            names: self.unit.vm.sym().names.clone(),
            gaps,
            front: run.front,
            sure_memory: run.sure_memory,
            unmodelled,
        }
    }

    fn pool(&mut self) -> &mut Pool {
        &mut self.unit.vm.sym().pool
    }

    fn cover(&self) -> Arc<CoverMap> {
        self.unit.program.cover.clone()
    }

    fn unit(&self) -> &[FunctionId] {
        &self.functions
    }

    fn assumptions(&mut self) -> Vec<ExprId> {
        self.unit.assumptions()
    }

    fn is_bounded(&self, input: VarId) -> bool {
        self.unit.driver().inputs.is_bounded(input)
    }

    fn is_unknown(&self, input: VarId) -> bool {
        self.unit.vm.is_common_unknown(input)
    }

    fn are_apart(&self, condition: ExprId, inputs: &[VarId]) -> bool {
        self.unit.driver().inputs.are_apart(&self.unit.vm.sym_ref().pool, condition, inputs)
    }

    fn hypothesis(&self, input: VarId) -> Option<Gap> {
        self.unit.driver().inputs.spare_of(input).map(|path| Gap::Padding(path.to_string()))
    }

    fn texts(&self) -> Vec<Text> {
        self.unit.driver().inputs.texts()
    }

    fn flow(&self) -> Flow {
        let again = (self.unit.calls > 1).then_some(self.unit.function);
        let mut flow = self.calls.flow(self.unit.function, &self.functions);
        flow.again = again;
        flow
    }
}
