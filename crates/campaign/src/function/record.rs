//! What the exploration of one function leaves behind, in a form that outlives the process.
//!
//! Goals are numbered within their functions and lines count from a function's first, so that a record still holds when code
//! elsewhere in the program has moved.

use crate::results::summary::{FunctionSummary, Hypothesis};
use crescendo_alarms::model::Witness;
use crescendo_explore::criteria::{Criterion, Obligation};
use crescendo_program::cover::{DecisionId, GoalId};
use crescendo_program::source::{FileId, PosId};
use crescendo_program::{FunctionId, Program};
use crescendo_suite::record::Collected;
use crescendo_vm::cover::{Coverage, Vector};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// All that an exploration gives: tests are kept apart, because they are large and wanted at another time.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Explored {
    pub record: Record,
    pub tests: Collected,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Record {
    /// Without what depends on the place of the function, and without the counts, which need the others' coverage.
    pub summary: FunctionSummary,
    /// Functions that the rest speaks of by number; the first is the explored one.
    pub functions: Vec<Name>,
    pub covered: Vec<Covered>,
    /// The part of it that tests cover which can be shipped.
    #[serde(default)]
    pub tested: Vec<Covered>,
    pub open: Vec<Open>,
    pub faults: Vec<FaultRecord>,
    /// Functions it calls that are not explored by themselves: their goals were aimed at too.
    pub others: Vec<u32>,
    /// The translation units that its accessors are in, one for each: their numbers are those of one load only.
    pub reached: Vec<String>,
    /// The room that its objects were found to need (`Setup::needs`).
    #[serde(default)]
    pub needs: BTreeMap<String, u64>,
    /// The longest string that it copies somewhere and that would not fit there; 0: none.
    #[serde(default)]
    pub longest: u64,
    /// The inputs of its tests by name, to go on from where time was not enough.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub seeds: Vec<Witness>,
    /// Those of them that there was no time to make a test of.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub unmade: BTreeSet<usize>,
}

impl Explored {
    /// Of a function of which nothing is known.
    pub fn nothing(function: Name, summary: FunctionSummary) -> Explored {
        let record = Record {
            summary,
            functions: vec![function],
            covered: Vec::new(),
            tested: Vec::new(),
            open: Vec::new(),
            faults: Vec::new(),
            others: Vec::new(),
            reached: Vec::new(),
            needs: BTreeMap::new(),
            longest: 0,
            seeds: Vec::new(),
            unmade: BTreeSet::new(),
        };
        Explored { record, tests: Collected::default() }
    }
}

/// A function, as it is known from one load of the program to the next.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Name {
    pub unit: String,
    pub name: String,
}

/// What the tests cover of one function.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Covered {
    pub function: u32,
    pub goals: Vec<u32>,
    /// Decision, conditions evaluated, their values, result.
    pub vectors: Vec<(u32, u64, u64, bool)>,
}

/// The verdict on something that its tests do not cover.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Open {
    pub function: u32,
    pub criterion: String,
    /// Its number among the criterion's obligations of the function.
    pub number: u32,
    pub infeasible: bool,
    /// What that rests on; empty: it holds whatever happens.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hypotheses: Vec<Hypothesis>,
    pub reason: Told,
    /// What the reason is a case of, and what would help.
    pub kind: String,
    pub help: String,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct FaultRecord {
    pub kind: String,
    pub function: u32,
    pub at: Line,
    pub column: u32,
    pub message: String,
    pub test: usize,
    pub verdict: String,
    pub seen: u64,
    /// Functions by number, and where they are.
    pub frames: Vec<(u32, Line)>,
    pub assumes: Vec<String>,
    #[serde(default)]
    pub made_up: Vec<String>,
    /// The decisions on the way there.
    pub steps: Vec<(Line, String)>,
    /// The inputs that lead there.
    #[serde(default)]
    pub witness: Witness,
}

/// Stands for all lines of a text.
pub const LINES: &str = "\u{1}";

/// A text with line numbers in it, where `LINES` stands.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Told {
    pub text: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<Line>,
    /// What it is a case of, wherever it is; empty: just this.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub cause: String,
}

impl Told {
    pub fn cause(&self) -> &str {
        if self.cause.is_empty() { &self.text } else { &self.cause }
    }
}

/// Counted from the first line of a function, if it is in one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Line {
    pub function: Option<u32>,
    pub line: i64,
}

/// Finds functions by name, and the functions that lines are in.
pub struct Places<'p> {
    program: &'p Program,
    by_name: HashMap<Name, FunctionId>,
    /// Per file: first lines of functions, ascending.
    starts: HashMap<FileId, Vec<(u32, FunctionId)>>,
}

impl<'p> Places<'p> {
    pub fn new(program: &'p Program) -> Places<'p> {
        let mut places = Places { program, by_name: HashMap::new(), starts: HashMap::new() };
        for (i, f) in program.functions.iter().enumerate().filter(|(_, f)| f.body.is_some()) {
            let id = FunctionId(i as u32);
            places.by_name.insert(places.name(id), id);
            let at = program.sources.get(f.position);
            places.starts.entry(at.file).or_default().push((at.line, id));
        }
        places.starts.values_mut().for_each(|s| s.sort());
        places
    }

    pub fn name(&self, id: FunctionId) -> Name {
        let f = self.program.function(id);
        let unit = self.program.units.get(f.unit as usize).map_or("", |u| &u.name);
        Name { unit: unit.to_string(), name: f.name.clone() }
    }

    pub fn find(&self, name: &Name) -> Option<FunctionId> {
        self.by_name.get(name).copied()
    }

    fn line_of(&self, id: FunctionId) -> i64 {
        self.program.sources.get(self.program.function(id).position).line as i64
    }
}

/// Numbers the functions a record speaks of.
pub struct Numbering<'a, 'p> {
    places: &'a Places<'p>,
    pub functions: Vec<Name>,
    numbers: HashMap<FunctionId, u32>,
}

impl<'a, 'p> Numbering<'a, 'p> {
    pub fn new(places: &'a Places<'p>, own: FunctionId) -> Numbering<'a, 'p> {
        let mut numbering = Numbering { places, functions: Vec::new(), numbers: HashMap::new() };
        numbering.number(own);
        numbering
    }

    pub fn number(&mut self, id: FunctionId) -> u32 {
        let (places, functions) = (self.places, &mut self.functions);
        *self.numbers.entry(id).or_insert_with(|| {
            functions.push(places.name(id));
            functions.len() as u32 - 1
        })
    }

    pub fn line(&mut self, position: PosId) -> Line {
        let at = self.places.program.sources.get(position);
        let starts = self.places.starts.get(&at.file).map_or(&[][..], |s| s);
        match starts[..starts.partition_point(|s| s.0 <= at.line)].last() {
            Some(&(first, id)) => Line { function: Some(self.number(id)), line: at.line as i64 - first as i64 },
            None => Line { function: None, line: at.line as i64 },
        }
    }

    pub fn covered(&mut self, coverage: &Coverage) -> Vec<Covered> {
        let map = &self.places.program.cover;
        let mut all: Vec<Covered> = Vec::new();
        let mut last = None;
        for goal in coverage.goals() {
            let owner = FunctionId(map.functions.partition_point(|f| f.goals.end <= goal.0) as u32);
            if last != Some(owner) {
                last = Some(owner);
                all.push(Covered { function: self.number(owner), goals: Vec::new(), vectors: Vec::new() });
            }
            let first = map.functions[owner.0 as usize].goals.start;
            all.last_mut().expect("just pushed").goals.push(goal.0 - first);
        }
        for v in coverage.all_vectors() {
            let owner = map.decision(v.decision).function;
            let number = self.number(owner);
            let relative = v.decision.0 - map.functions[owner.0 as usize].decisions.start;
            // Whose condition was evaluated has goals that were hit.
            if let Some(c) = all.iter_mut().find(|c| c.function == number) {
                c.vectors.push((relative, v.evaluated, v.values, v.result));
            }
        }
        all
    }
}

impl Record {
    /// The functions it speaks of in the present program; `None` if one, or a file it needs, is gone.
    pub fn resolve(&self, places: &Places) -> Option<Vec<FunctionId>> {
        let units = &places.program.units;
        if !self.reached.iter().all(|r| units.iter().any(|u| u.name == *r)) {
            return None;
        }
        self.functions.iter().map(|n| places.find(n)).collect()
    }

    /// Adds what its tests cover.
    pub fn add_to(&self, functions: &[FunctionId], program: &Program, coverage: &mut Coverage) {
        add(&self.covered, functions, program, coverage);
    }

    /// Adds what those of them cover that can be shipped.
    pub fn add_tested_to(&self, functions: &[FunctionId], program: &Program, coverage: &mut Coverage) {
        add(&self.tested, functions, program, coverage);
    }

    /// Puts its tests in terms of the present program; `None` if a file they need is gone.
    pub fn place(&self, mut tests: Collected, program: &Program) -> Option<Collected> {
        for ((source, _), unit) in tests.accessors.iter_mut().zip(&self.reached) {
            *source = program.units.iter().position(|u| u.name == *unit)?;
        }
        Some(tests)
    }

    pub fn show(&self, told: &Told, functions: &[FunctionId], places: &Places) -> String {
        let lines: Vec<String> = told.lines.iter().map(|l| self.line(*l, functions, places).to_string()).collect();
        told.text.replace(LINES, &lines.join(", "))
    }

    pub fn line(&self, line: Line, functions: &[FunctionId], places: &Places) -> i64 {
        line.line + line.function.map_or(0, |f| places.line_of(functions[f as usize]))
    }
}

fn add(covered: &[Covered], functions: &[FunctionId], program: &Program, coverage: &mut Coverage) {
    for c in covered {
        let own = program.cover.of_function(functions[c.function as usize]);
        for g in &c.goals {
            coverage.hit(GoalId(own.goals.start + g));
        }
        for &(decision, evaluated, values, result) in &c.vectors {
            let decision = DecisionId(own.decisions.start + decision);
            coverage.add_vector(Vector { decision, evaluated, values, result });
        }
    }
}

/// The obligations of a criterion in a function, numbered.
pub fn obligations(program: &Program, c: &dyn Criterion, f: FunctionId) -> impl Iterator<Item = (u32, Obligation)> {
    (0..).zip(c.obligations(&program.cover, f))
}
