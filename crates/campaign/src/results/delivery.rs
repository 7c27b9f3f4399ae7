//! What is delivered: goals that a shipped test reaches natively, by a count of ours in the compiled tests. And why a goal that
//! the machine reached is not among them.

use crescendo_explore::criteria::{self, Criterion, Obligation};
use crescendo_program::cover::{DecisionId, GoalId};
use crescendo_program::native::Places;
use crescendo_program::{FunctionId, Program};
use crescendo_replay::{Counting, Counts};
use crescendo_suite::Suite;
use crescendo_suite::model::{Outcome, Test, UnitTests};
use crescendo_vm::cover::{Coverage, Vector};
use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// What the goals of a program are called in native code.
pub struct NativeGoals<'p> {
    program: &'p Program,
    places: Places<'p>,
}

impl<'p> NativeGoals<'p> {
    /// Relative paths of the program are seen from `directory`.
    pub fn new(program: &'p Program, directory: &Path) -> NativeGoals<'p> {
        let places = Places::new(program, &|path| resolved(directory, path));
        NativeGoals { program, places }
    }
}

fn resolved(directory: &Path, path: &Path) -> PathBuf {
    let path = directory.join(path);
    path.canonicalize().unwrap_or(path)
}

impl Counting for NativeGoals<'_> {
    fn goals(&self) -> u32 {
        self.program.cover.goals
    }

    fn count(
        &self,
        bitcode: &[u8],
        name: &str,
        source: usize,
        folder: &Path,
    ) -> Result<(Vec<u8>, Vec<String>), String> {
        let counting = self.places.count(bitcode, name, source, &|path| resolved(folder, path));
        let counting = counting.map_err(|e| e.to_string())?;
        let others = counting.others.iter().map(|f| self.program.function(*f).name.clone()).collect();
        Ok((counting.bitcode, others))
    }
}

/// Why a goal that the machine reached is not delivered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Lost {
    /// Shipped tests reach it, but only those that then show a fault.
    BeforeFault { kind: String, line: u32 },
    /// A test reaches it that natively does something else, or does not build.
    Refused { test: String, difference: String },
    /// A run reaches it that has no native form.
    NoTest { reason: String },
}

pub struct Delivery {
    /// What shipped tests reach.
    pub covered: Coverage,
    /// Somebody ran the tests natively and counted; else it is what the machine says that they reach.
    pub counted: bool,
    lost: HashMap<(usize, Obligation), Lost>,
}

impl Delivery {
    /// `units`: the functions whose goals each unit of the suite is for; `claimed`: what the machine says of the tests.
    pub fn new(
        program: &Program,
        suite: &Suite,
        units: &[Vec<FunctionId>],
        counts: Option<&Counts>,
        claimed: &Coverage,
    ) -> Delivery {
        let covered = counts.map_or_else(|| claimed.clone(), |c| coverage(program, c));
        let mut lost = HashMap::new();
        for (unit, functions) in suite.units.iter().zip(units) {
            let obligations = obligations(program, functions);
            for (goals, why) in losses(unit) {
                for &g in goals {
                    if let Some(goal) = obligations.get(g) {
                        lost.entry(*goal).or_insert_with(|| why.clone());
                    }
                }
            }
        }
        Delivery { covered, counted: counts.is_some(), lost }
    }

    /// Why no shipped test reaches something that a run reached. `criterion` is its number in `criteria::ALL`.
    pub fn lost(&self, criterion: usize, o: Obligation) -> Option<&Lost> {
        self.lost.get(&(criterion, o))
    }
}

/// What the goals of a unit are, in their order.
fn obligations(program: &Program, functions: &[FunctionId]) -> Vec<(usize, Obligation)> {
    let of = |(i, c): (usize, &&dyn Criterion)| -> Vec<(usize, Obligation)> {
        functions.iter().flat_map(|f| c.obligations(&program.cover, *f)).map(|o| (i, o)).collect()
    };
    criteria::ALL.iter().enumerate().flat_map(of).collect()
}

/// The goals of a unit that its tests do not deliver, with the reasons.
fn losses(unit: &UnitTests) -> impl Iterator<Item = (&[usize], Lost)> {
    let fails = |t: &Test| match &t.outcome {
        Outcome::Fault { kind, line, .. } => Some(Lost::BeforeFault { kind: kind.clone(), line: *line }),
        _ => None,
    };
    let failing = unit.tests.iter().filter_map(move |t| Some((&t.goals[..], fails(t)?)));
    let refused = unit.disagreements.iter().map(|d| {
        let (test, difference) = (d.test.name.clone(), d.difference.clone());
        (&d.test.goals[..], Lost::Refused { test, difference })
    });
    let left_out = unit.left_out.iter().map(|l| (&l.goals[..], Lost::NoTest { reason: l.reason.clone() }));
    failing.chain(refused).chain(left_out)
}

/// Native counts as the machine's coverage.
fn coverage(program: &Program, counts: &Counts) -> Coverage {
    let mut coverage = Coverage::new(program.cover.goals);
    counts.goals.iter().for_each(|g| {
        coverage.hit(GoalId(*g));
    });
    for v in &counts.vectors {
        let decision = DecisionId(v.decision);
        coverage.add_vector(Vector { decision, evaluated: v.evaluated, values: v.values, result: v.result });
    }
    coverage
}

/// What the reason is a case of.
pub fn cause(lost: Option<&Lost>) -> String {
    match lost {
        Some(Lost::BeforeFault { kind, .. }) => format!("reached only by tests that show a fault ({kind})"),
        Some(Lost::Refused { .. }) => {
            "reached only by tests that are not shipped: natively they do something else".into()
        }
        lost => told(lost),
    }
}

/// The reason in words.
pub fn told(lost: Option<&Lost>) -> String {
    match lost {
        Some(Lost::BeforeFault { kind, line }) => {
            format!("reached only by tests that show a fault ({kind}, line {line})")
        }
        Some(Lost::Refused { test, difference }) => {
            format!("reached by {test}, which is not shipped: {difference}")
        }
        Some(Lost::NoTest { reason }) => format!("reached by a run that is no test: {reason}"),
        None => "reached by a run, but by no test that is shipped".into(),
    }
}
