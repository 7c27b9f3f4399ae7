//! What is looked for: an alarm as a place and kind of fault in the program.

use crate::model::Alarm;
use crate::summary::fault_of;
use crescendo_explore::Execution;
use crescendo_program::source::PosId;
use crescendo_program::{FunctionId, Program};
use crescendo_unit::Run;
use crescendo_vm::{FaultKind, Outcome, TraceFrame};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// The alarm, by its number.
    pub alarm: usize,
    pub kind: String,
    /// Where it fails.
    pub function: FunctionId,
    pub line: u32,
    /// The unit that showed it.
    pub unit: FunctionId,
}

impl Target {
    /// `None`: the program has no such functions.
    pub fn new(program: &Program, number: usize, alarm: &Alarm) -> Option<Target> {
        let unit_file = alarm.frames.last().filter(|f| f.function == alarm.unit).map(|f| f.file.as_str());
        Some(Target {
            alarm: number,
            kind: alarm.kind.clone(),
            function: find(program, &alarm.function, Some(&alarm.file))?,
            line: alarm.line,
            unit: find(program, &alarm.unit, unit_file)?,
        })
    }

    pub fn is_at(&self, program: &Program, function: FunctionId, position: PosId) -> bool {
        function == self.function && program.sources.get(position).line == self.line
    }

    /// Whether a run failed there, on a way through the unit.
    pub fn is_met(&self, program: &Program, run: &Execution, stack: &[TraceFrame]) -> bool {
        let Some((kind, (function, position))) = fault_of(run) else { return false };
        kind.name() == self.kind && self.is_at(program, function, position) && self.through(stack)
    }

    pub fn is_met_by(&self, program: &Program, run: &Run) -> bool {
        let kind = match &run.outcome {
            Outcome::ProgramFault(f) => f.kind,
            Outcome::Signalled { .. } if run.library == Some("__assert_fail") => FaultKind::AssertionFailure,
            _ => return false,
        };
        let at = run.stack.first().is_some_and(|f| self.is_at(program, f.function, f.position));
        kind.name() == self.kind && at && self.through(&run.stack)
    }

    fn through(&self, stack: &[TraceFrame]) -> bool {
        stack.iter().any(|f| f.function == self.unit)
    }
}

/// A function by its name, and where several have that, by its file.
pub fn find(program: &Program, name: &str, file: Option<&str>) -> Option<FunctionId> {
    let all = (0..program.functions.len() as u32).map(FunctionId);
    let named: Vec<FunctionId> =
        all.filter(|f| program.function(*f).name == name && program.function(*f).body.is_some()).collect();
    let path = |f: &FunctionId| program.sources.path(program.sources.get(program.function(*f).position).file);
    let same = |f: &&FunctionId| file.is_some_and(|file| path(f) == file);
    named.iter().find(same).or(named.first()).copied()
}
