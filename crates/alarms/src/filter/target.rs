//! What is looked for: a kind of fault at a place of the program. Alarms of several units may speak of the same.

use crate::contexts::Contexts;
use crate::model::{Alarm, Witness};
use crate::summary::fault_of;
use crescendo_explore::Execution;
use crescendo_program::cover::GoalId;
use crescendo_program::source::PosId;
use crescendo_program::{FunctionId, Program};
use crescendo_unit::Run;
use crescendo_vm::{FaultKind, Outcome};
use std::collections::BTreeMap;

#[derive(Clone, Debug)]
pub struct Target {
    pub kind: String,
    /// Where it fails: several are one function of a header, which every file that includes it has for itself.
    pub functions: Vec<FunctionId>,
    pub line: u32,
    /// One line may read here and write there. 0 if it is not known.
    pub column: u32,
    /// The units that show it.
    pub shown: Vec<Shown>,
    /// Of these, those that call none of the others: whoever reaches the fault through a unit comes through one of them.
    pub starts: Vec<FunctionId>,
}

#[derive(Clone, Debug)]
pub struct Shown {
    pub unit: FunctionId,
    /// The alarm, by its number.
    pub alarm: usize,
    pub witness: Witness,
}

/// The functions, line and column, and kind that alarms about the same thing share.
type Subject = (Vec<FunctionId>, (u32, u32), String);

/// What alarms speak of. Alarms about which callers cannot be asked say why.
pub fn targets(program: &Program, contexts: &Contexts, heights: &[u32], alarms: &mut [Alarm]) -> Vec<Target> {
    let mut all: BTreeMap<Subject, Vec<Shown>> = BTreeMap::new();
    for (i, alarm) in alarms.iter_mut().enumerate() {
        let unit_file = alarm.frames.last().filter(|f| f.function == alarm.unit).map(|f| f.file.as_str());
        let functions = find(program, &alarm.function, Some(&alarm.file));
        let units = find(program, &alarm.unit, unit_file);
        if functions.is_empty() || units.is_empty() {
            alarm.judgement.why = "its functions are not in the program".into();
            continue;
        }
        // What one copy does, each does.
        let shown = units.into_iter().map(|unit| Shown { unit, alarm: i, witness: alarm.witness.clone() });
        all.entry((functions, (alarm.line, alarm.column), alarm.kind.clone())).or_default().extend(shown);
    }
    let target = |((functions, (line, column), kind), mut shown): (_, Vec<Shown>)| {
        shown.sort_by_key(|s| heights[s.unit.0 as usize]);
        let mut starts: Vec<FunctionId> = Vec::new();
        for s in &shown {
            if !starts.iter().any(|below| *below == s.unit || contexts.is_below(*below, s.unit)) {
                starts.push(s.unit);
            }
        }
        Target { kind, functions, line, column, shown, starts }
    };
    all.into_iter().map(target).collect()
}

impl Target {
    /// Whether an operation may be the one that fails.
    pub fn is_near(&self, program: &Program, function: FunctionId, position: PosId) -> bool {
        self.functions.contains(&function) && program.sources.get(position).line == self.line
    }

    fn is_at(&self, program: &Program, function: FunctionId, position: PosId) -> bool {
        let column = program.sources.get(position).column;
        let is_column = self.column == 0 || column == 0 || column == self.column;
        is_column && self.is_near(program, function, position)
    }

    /// Whether a run failed there.
    pub fn is_met(&self, program: &Program, run: &Execution) -> bool {
        let Some((kind, (function, position))) = fault_of(run) else { return false };
        match kind {
            _ if kind.name() != self.kind => false,
            // Runs without end are cut anywhere.
            FaultKind::EndlessLoop => run.frames.iter().any(|f| self.functions.contains(&f.0)),
            _ => self.is_at(program, function, position),
        }
    }

    pub fn is_met_by(&self, program: &Program, run: &Run) -> bool {
        let kind = match &run.outcome {
            Outcome::ProgramFault(f) => f.kind,
            Outcome::Signalled { .. } if run.library == Some("__assert_fail") => FaultKind::AssertionFailure,
            Outcome::Limit(_) if run.seems_endless() => FaultKind::EndlessLoop,
            _ => return false,
        };
        if kind == FaultKind::EndlessLoop {
            return kind.name() == self.kind && run.stack.iter().any(|f| self.functions.contains(&f.function));
        }
        kind.name() == self.kind && run.stack.first().is_some_and(|f| self.is_at(program, f.function, f.position))
    }

    /// Why no search proves that it cannot happen; nothing if one may.
    pub fn beyond_proof(&self) -> Option<&'static str> {
        match self.kind.as_str() {
            k if k == FaultKind::Leak.name() => Some("that nothing is lost is not proved"),
            // Not every operation that can do these is known before a run comes by.
            k if k == FaultKind::SignedOverflow.name() || k == FaultKind::LossyConversion.name() => {
                Some("not every place of this kind is known")
            }
            k if k == FaultKind::EndlessLoop.name() => Some("that a loop ends is not proved"),
            _ => None,
        }
    }

    /// The inputs with which a unit is known to fail there.
    pub fn witness(&self, unit: FunctionId) -> Option<&Witness> {
        self.shown.iter().find(|s| s.unit == unit && !s.witness.is_empty()).map(|s| &s.witness)
    }

    /// The statement that fails: the last that begins no later than its line.
    pub fn goals(&self, program: &Program) -> Vec<GoalId> {
        let line = |p: PosId| program.sources.get(p).line;
        let all = program.cover.statements.iter().filter(|s| self.functions.contains(&s.function));
        let before: Vec<_> = all.filter(|s| line(s.position) <= self.line).collect();
        let last = before.iter().map(|s| line(s.position)).max();
        before.iter().filter(|s| Some(line(s.position)) == last).map(|s| s.goal).collect()
    }
}

/// A function by its name, and where several have that, by its file; all of them where it is one of a header.
fn find(program: &Program, name: &str, file: Option<&str>) -> Vec<FunctionId> {
    let all = (0..program.functions.len() as u32).map(FunctionId);
    let named: Vec<FunctionId> =
        all.filter(|f| program.function(*f).name == name && program.function(*f).body.is_some()).collect();
    let path = |f: &FunctionId| program.sources.path(program.sources.get(program.function(*f).position).file);
    let same: Vec<FunctionId> = named.iter().copied().filter(|f| file.is_some_and(|file| path(f) == file)).collect();
    if same.is_empty() { named.into_iter().take(1).collect() } else { same }
}
