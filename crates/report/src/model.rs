//! What the report shows: `Report` is about all functions, each of which comes by itself.

use serde::Serialize;

#[derive(Clone, Debug, Default, Serialize)]
pub struct Report {
    pub title: String,
    /// Name and version of what made it.
    pub tool: String,
    /// How it was called.
    pub command: String,
    pub seconds: f64,
    #[serde(skip)]
    pub files: Vec<File>,
    /// Faults with the verdicts of callers; `None` if nobody asked them.
    #[serde(skip)]
    pub alarms: Option<Vec<Alarm>>,
    /// Lines about the whole: files that failed, how many tests agreed natively.
    pub notes: Vec<String>,
}

#[derive(Clone, Debug, Default)]
pub struct File {
    /// As people know it: relative to the project where possible.
    pub path: String,
    /// Empty if it could not be read.
    pub text: String,
    /// Where its lines start.
    starts: Vec<usize>,
}

impl File {
    pub fn new(path: String, text: String) -> File {
        let starts = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
        File { path, text, starts }
    }

    /// The text from a line on, counted from 1.
    pub fn from_line(&self, line: u32) -> &str {
        self.starts.get(line.saturating_sub(1) as usize).map_or("", |at| &self.text[*at..])
    }
}

/// Of one criterion.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Tally {
    pub covered: u32,
    pub infeasible: u32,
    pub total: u32,
}

pub const CRITERIA: [&str; 4] = ["statement", "branch", "mcdc", "boundary"];

#[derive(Clone, Debug, Default, Serialize)]
pub struct Function {
    pub name: String,
    /// By number.
    pub file: usize,
    pub line: u32,
    pub declaration: String,
    /// How its exploration ended.
    pub stop: String,
    pub seconds: f64,
    pub runs: u64,
    pub solver_calls: u64,
    /// In the order of `CRITERIA`.
    pub tallies: [Tally; 4],
    pub goals: Vec<Goal>,
    pub decisions: Vec<Decision>,
    pub tests: Vec<Test>,
    pub faults: Vec<Fault>,
    /// What limits what is said about it.
    pub notes: Vec<String>,
    /// Numbers of functions it calls.
    pub calls: Vec<usize>,
    /// Names of functions it calls that are stubs or of the C library.
    pub outside: Vec<String>,
    pub progress: Vec<Progress>,
}

#[derive(Clone, Debug, Default, Serialize)]
pub struct Goal {
    /// Into `CRITERIA`.
    pub criterion: usize,
    pub line: u32,
    pub column: u32,
    pub text: String,
    pub state: State,
    /// Tests that reach it, by number.
    pub tests: Vec<usize>,
    /// Why it is not covered.
    pub reason: String,
    /// What could be done about it: an option, a line of configuration.
    pub help: String,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum State {
    Covered,
    Infeasible,
    #[default]
    Unknown,
}

/// A boolean expression with its MC/DC table.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Decision {
    pub line: u32,
    pub column: u32,
    pub text: String,
    pub conditions: Vec<String>,
    pub vectors: Vec<Vector>,
    /// Per condition: the rows that show its independent effect, and how (`unique cause`, `masking`).
    pub pairs: Vec<Option<(usize, usize, String)>>,
}

/// One way to evaluate a decision.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Vector {
    /// `T`, `F`, or `-` for a condition that is not evaluated.
    pub values: String,
    pub outcome: bool,
    pub tests: Vec<usize>,
}

#[derive(Clone, Debug, Default, Serialize)]
pub struct Test {
    pub name: String,
    /// The way through the code in words, a step each.
    pub path: Vec<String>,
    /// Access path and value.
    pub inputs: Vec<(String, String)>,
    pub outcome: Vec<String>,
    /// Its number in `Function::faults`.
    pub fault: Option<usize>,
    pub reproduce: String,
    /// As exported.
    pub code: String,
}

#[derive(Clone, Debug, Default, Serialize)]
pub struct Fault {
    pub kind: String,
    pub message: String,
    pub file: usize,
    pub line: u32,
    pub function: String,
    pub test: Option<usize>,
}

/// A fault with what is known about it. Files by number.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Alarm {
    pub fingerprint: String,
    pub kind: String,
    pub message: String,
    pub file: usize,
    pub line: u32,
    pub function: String,
    /// The function that was driven.
    pub unit: String,
    pub also_from: Vec<String>,
    /// `confirmed`, `open` or `false`.
    pub verdict: String,
    pub strength: String,
    pub why: String,
    /// From the outermost caller to the unit.
    pub chain: Vec<Call>,
    /// From the place outwards.
    pub frames: Vec<(String, usize, u32)>,
    pub path: Vec<(usize, u32, String)>,
    pub inputs: Vec<(String, String)>,
    pub assumptions: Vec<String>,
    /// What to do about faults of its kind.
    pub help: String,
    pub reproduce: Option<String>,
    /// Why it is to be ignored.
    pub suppressed: Option<String>,
    /// The baseline has it.
    pub known: bool,
}

/// A function of a calling context: its name, the file and line where it calls the next one, and what it passes.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Call(pub String, pub usize, pub u32, pub Vec<(String, String)>);

/// How coverage grew.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct Progress {
    pub seconds: f64,
    pub runs: u64,
    pub covered: u32,
}
