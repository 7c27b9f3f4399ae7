//! `summary.json`: what was found, for programs that read it. Fields are only ever added.

use serde::Serialize;
use serde_json::{Map, Value};
use std::time::Duration;

#[derive(Serialize)]
pub struct Summary {
    /// Of this layout.
    pub version: u32,
    pub tool: String,
    pub seconds: f64,
    pub functions: Vec<FunctionSummary>,
    pub totals: Totals,
    pub files_failed: usize,
    pub tool_bugs: usize,
    /// What came of running the tests natively.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub replay: Option<ReplaySummary>,
}

#[derive(Serialize)]
pub struct ReplaySummary {
    pub run: usize,
    pub agreed: usize,
    /// In percent.
    pub agreement: f64,
    pub flaky: usize,
    pub not_built: usize,
    pub seconds: f64,
}

impl ReplaySummary {
    pub fn of(r: &crescendo_suite::model::Replay) -> ReplaySummary {
        let (run, agreed, agreement) = (r.run, r.agreed, r.agreement());
        ReplaySummary { run, agreed, agreement, flaky: r.flaky, not_built: r.not_built, seconds: r.seconds }
    }
}

#[derive(Clone, Serialize)]
pub struct FunctionSummary {
    pub name: String,
    pub file: String,
    pub line: u32,
    pub seconds: f64,
    pub tests: usize,
    pub runs: u64,
    pub solver_calls: u64,
    pub stop: String,
    pub statement: Tally,
    pub branch: Tally,
    pub mcdc: Tally,
    pub boundary: Tally,
    /// One object per test: input by access path.
    pub inputs: Vec<Map<String, Value>>,
    pub faults: Vec<FaultSummary>,
    /// Goals that are not covered, each with its reason.
    pub open: Vec<OpenGoal>,
    /// Functions it calls directly, by name.
    pub calls: Vec<String>,
    /// How coverage grew: seconds, runs, goals covered.
    pub progress: Vec<(f64, u64, u32)>,
    /// What limits what is said about it.
    pub notes: Vec<String>,
    pub tool_bugs: Vec<String>,
    pub solver: Map<String, Value>,
    /// Flips tried, and their times: solving and running together.
    pub flips: Map<String, Value>,
}

#[derive(Clone, Serialize)]
pub struct FaultSummary {
    pub kind: String,
    pub file: String,
    pub line: u32,
    pub function: String,
    /// Index into `inputs`.
    pub test: usize,
}

#[derive(Clone, Serialize)]
pub struct OpenGoal {
    pub criterion: &'static str,
    pub line: u32,
    pub column: u32,
    pub goal: String,
    /// `infeasible` or `unknown`.
    pub verdict: &'static str,
    pub reason: String,
}

#[derive(Clone, Copy, Default, Serialize)]
pub struct Tally {
    pub covered: u32,
    pub total: u32,
    pub infeasible: u32,
    pub unknown: u32,
}

impl Tally {
    fn add(&mut self, other: Tally) {
        self.covered += other.covered;
        self.total += other.total;
        self.infeasible += other.infeasible;
        self.unknown += other.unknown;
    }
}

#[derive(Default, Serialize)]
pub struct Totals {
    pub functions: usize,
    pub tests: usize,
    pub runs: u64,
    pub solver_calls: u64,
    pub faults: usize,
    pub statement: Tally,
    pub branch: Tally,
    pub mcdc: Tally,
    pub boundary: Tally,
}

impl Summary {
    pub fn new(functions: Vec<FunctionSummary>, files_failed: usize, time: Duration) -> Summary {
        let mut totals = Totals { functions: functions.len(), ..Totals::default() };
        for f in &functions {
            totals.tests += f.tests;
            totals.runs += f.runs;
            totals.solver_calls += f.solver_calls;
            totals.faults += f.faults.len();
            totals.statement.add(f.statement);
            totals.branch.add(f.branch);
            totals.mcdc.add(f.mcdc);
            totals.boundary.add(f.boundary);
        }
        let tool_bugs = functions.iter().map(|f| f.tool_bugs.len()).sum();
        let tool = format!("crescendo {}", env!("CARGO_PKG_VERSION"));
        Summary {
            version: 1,
            tool,
            seconds: time.as_secs_f64(),
            functions,
            totals,
            files_failed,
            tool_bugs,
            replay: None,
        }
    }
}
