//! A unit that is explored, and what its runs say for a summary.

use super::{CallEvent, Condition, Path, Place, Site, Summary, VERSION};
use crescendo_explore::flow::Flow;
use crescendo_explore::unit::UnitSubject;
use crescendo_explore::{Execution, Exploration, Subject};
use crescendo_program::cover::CoverMap;
use crescendo_program::source::PosId;
use crescendo_program::{FunctionId, Program};
use crescendo_solver::expr::{Assignment, ExprId, Pool, Portable, VarId};
use crescendo_vm::trace::EventKind;
use crescendo_vm::{FaultKind, Outcome};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// Paths and conditions of one path that are kept.
const MOST_PATHS: usize = 2000;
const MOST_CONDITIONS: usize = 5000;

/// Sees a run, when it is over and before the next begins.
type Watcher<'a> = dyn FnMut(&crescendo_unit::Unit, &Assignment, &Execution) + 'a;

/// Explored in place of the unit itself.
pub struct Recorder<'a, 'p> {
    pub subject: UnitSubject<'a, 'p>,
    watcher: &'a mut Watcher<'a>,
    /// For each watched function: the paths of its inputs.
    watched: HashMap<FunctionId, Vec<String>>,
    terms: Portable,
    places: Vec<Place>,
    place_numbers: HashMap<(FunctionId, PosId), u32>,
    paths: Vec<Path>,
    seen: HashSet<Vec<u32>>,
    /// Why paths are missing that were run.
    dropped: Option<&'static str>,
}

impl<'a, 'p> Recorder<'a, 'p> {
    /// `watched`: the functions whose calls the unit was told to note, with the paths of their inputs.
    pub fn new(
        subject: UnitSubject<'a, 'p>,
        watched: HashMap<FunctionId, Vec<String>>,
        watcher: &'a mut Watcher<'a>,
    ) -> Self {
        Recorder {
            subject,
            watcher,
            watched,
            terms: Portable::default(),
            places: Vec::new(),
            place_numbers: HashMap::new(),
            paths: Vec::new(),
            seen: HashSet::new(),
            dropped: None,
        }
    }

    /// The summary, when the exploration is over.
    pub fn finish(mut self, found: &Exploration) -> Summary {
        let always = self.subject.assumptions();
        let assumed = always.into_iter().map(|t| self.terms.add(self.subject.pool(), t)).collect();
        let program = self.subject.unit.program;
        let f = program.function(self.subject.unit.function);
        let mut incomplete = found.unexplored.clone();
        incomplete.extend(self.dropped.map(String::from));
        incomplete.extend(self.subject.unit.driver().assumptions().map(|a| format!("assumed: {a}")));
        Summary {
            version: VERSION,
            function: f.name.clone(),
            file: program.sources.path(program.sources.get(f.position).file).to_string(),
            inputs: self.subject.unit.wanted(),
            terms: self.terms,
            places: self.places,
            paths: self.paths,
            assumed,
            incomplete,
        }
    }

    fn place(&mut self, function: FunctionId, position: PosId) -> u32 {
        let program = self.subject.unit.program;
        let next = self.places.len() as u32;
        *self.place_numbers.entry((function, position)).or_insert_with(|| {
            self.places.push(place(program, function, position));
            next
        })
    }

    fn record(&mut self, run: &Execution) {
        if run.ending.is_refused() {
            return;
        }
        let constraining = run.events.iter().filter(|e| e.constrains()).count();
        if self.paths.len() >= MOST_PATHS || constraining > MOST_CONDITIONS {
            self.dropped = Some("there are more or longer paths than are kept");
            return;
        }
        let mut path = Path::default();
        // Calls say how many events came before them; conditions are fewer.
        let mut before = Vec::with_capacity(run.events.len() + 1);
        for e in &run.events {
            before.push(path.conditions.len());
            if !e.constrains() {
                continue;
            }
            let check = match e.kind {
                EventKind::Check { fault, .. } => Some(fault.name().to_string()),
                _ => None,
            };
            let outcome = match e.kind {
                EventKind::Branch { outcome, .. } => Some(outcome),
                _ => None,
            };
            let term = self.terms.add(self.subject.pool(), e.holds);
            let place = self.place(e.function, e.position);
            path.conditions.push(Condition { term, place, check, outcome });
        }
        before.push(path.conditions.len());
        let (calls, all) = self.subject.unit.calls_seen();
        if !all {
            self.dropped = Some("there are more calls in a run than are kept");
        }
        for call in calls {
            let Some(paths) = self.watched.get(&call.function) else { continue };
            let bound: Vec<_> = paths.iter().zip(&call.bound).filter_map(|(p, t)| Some((p.clone(), (*t)?))).collect();
            let inputs = bound.into_iter().map(|(p, t)| (p, self.terms.add(self.subject.pool(), t))).collect();
            let given = call.given.iter().map(|t| self.terms.add(self.subject.pool(), *t)).collect();
            path.calls.push(CallEvent {
                callee: self.subject.unit.program.function(call.function).name.clone(),
                place: self.place(call.caller, call.position),
                before: before[call.events.min(before.len() - 1)],
                inputs,
                given,
            });
        }
        if let Some((kind, (function, position))) = fault_of(run) {
            path.fault = Some(Site { kind: kind.name().to_string(), place: self.place(function, position) });
        }
        if self.seen.insert(path.conditions.iter().map(|c| c.term).collect()) {
            self.paths.push(path);
        }
    }
}

/// The fault a run ended in, and where.
pub(crate) fn fault_of(run: &Execution) -> Option<(FaultKind, (FunctionId, PosId))> {
    let kind = match &run.outcome {
        Outcome::ProgramFault(f) => f.kind,
        Outcome::Signalled { .. } if run.assertion => FaultKind::AssertionFailure,
        Outcome::Limit(_) if run.seems_endless() => FaultKind::EndlessLoop,
        _ => return None,
    };
    Some((kind, run.fault?))
}

pub(crate) fn place(program: &Program, function: FunctionId, position: PosId) -> Place {
    let name = program.functions.get(function.0 as usize).map_or_else(String::new, |f| f.name.clone());
    let at = program.sources.get(position);
    Place { function: name, file: program.sources.path(at.file).to_string(), line: at.line, column: at.column }
}

impl Subject for Recorder<'_, '_> {
    fn run(&mut self, input: &Assignment) -> Execution {
        let run = self.subject.run(input);
        self.record(&run);
        (self.watcher)(self.subject.unit, input, &run);
        run
    }

    fn pool(&mut self) -> &mut Pool {
        self.subject.pool()
    }

    fn cover(&self) -> Arc<CoverMap> {
        self.subject.cover()
    }

    fn unit(&self) -> &[FunctionId] {
        self.subject.unit()
    }

    fn flow(&self) -> Flow {
        self.subject.flow()
    }

    fn assumptions(&mut self) -> Vec<ExprId> {
        self.subject.assumptions()
    }

    fn is_unknown(&self, input: VarId) -> bool {
        self.subject.is_unknown(input)
    }

    fn is_bounded(&self, input: VarId) -> bool {
        self.subject.is_bounded(input)
    }

    fn are_apart(&self, condition: ExprId, inputs: &[VarId]) -> bool {
        self.subject.are_apart(condition, inputs)
    }
}
