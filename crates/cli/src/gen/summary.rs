//! `summary.json`: what was found, for programs that read it. Fields are only ever added.

use crescendo_alarms::model::{Frame, Step, Witness};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use std::borrow::Cow;
use std::io::Write;
use std::time::Duration;

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

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct FunctionSummary {
    pub name: String,
    pub file: String,
    pub line: u32,
    pub seconds: f64,
    pub tests: usize,
    pub runs: u64,
    /// Different paths that runs went to their end.
    #[serde(default)]
    pub paths: u64,
    pub solver_calls: u64,
    pub stop: String,
    pub statement: Tally,
    pub branch: Tally,
    pub mcdc: Tally,
    pub boundary: Tally,
    /// One object per test: input by access path.
    pub inputs: Vec<Map<String, Value>>,
    /// What was assumed about the inputs.
    pub assumptions: Vec<String>,
    pub faults: Vec<FaultSummary>,
    /// Operations that can fail, of the function and of those it calls that nobody explores by themselves.
    #[serde(default)]
    pub checks: CheckTally,
    /// Why some of them are open, and how many.
    #[serde(default)]
    pub open_checks: Vec<(String, u32)>,
    /// Goals that are not covered, each with its reason.
    pub open: Vec<OpenGoal>,
    /// Functions it calls directly, by name.
    pub calls: Vec<String>,
    /// How coverage grew.
    pub progress: Vec<Growth>,
    /// What limits what is said about it.
    pub notes: Vec<String>,
    pub tool_bugs: Vec<String>,
    pub solver: Map<String, Value>,
    /// Flips tried, and their times: solving and running together.
    pub flips: Map<String, Value>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct FaultSummary {
    pub kind: String,
    pub file: String,
    pub line: u32,
    #[serde(default)]
    pub column: u32,
    pub function: String,
    /// What happened.
    pub message: String,
    /// Index into `inputs`.
    pub test: usize,
    /// `found`, or `suspected` where no run can show it.
    pub verdict: Cow<'static, str>,
    /// Runs that ended in it.
    pub seen: u64,
    /// The place and the calls that led there, innermost first.
    pub frames: Vec<Frame>,
    /// What was assumed, made up or cut short on the way.
    pub assumes: Vec<String>,
    /// The inputs as words, for running them again.
    #[serde(skip)]
    pub witness: Witness,
    /// The decisions on the way there.
    #[serde(default)]
    pub path: Vec<Step>,
}

/// Verdicts on operations that can fail.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub struct CheckTally {
    pub total: u32,
    /// A run failed there.
    pub alarms: u32,
    /// No inputs fail there, under the assumptions that are listed.
    pub proved: u32,
    pub open: u32,
}

impl CheckTally {
    fn add(&mut self, other: CheckTally) {
        self.total += other.total;
        self.alarms += other.alarms;
        self.proved += other.proved;
        self.open += other.open;
    }
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct OpenGoal {
    pub criterion: Cow<'static, str>,
    pub line: u32,
    pub column: u32,
    pub goal: String,
    /// `infeasible` or `unknown`.
    pub verdict: Cow<'static, str>,
    pub reason: String,
    /// What the reason is a case of: infeasible, fault, stub, unmodelled, concretised, bound, solver, limit, budget,
    /// assumption, tool, other.
    pub kind: Cow<'static, str>,
    /// The option or line of `crescendo.toml` that would help.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub help: String,
}

/// Goals covered after so many seconds and runs.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Growth {
    pub seconds: f64,
    pub runs: u64,
    pub covered: u32,
}

#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
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

/// Why goals are unknown, and how many by criterion: statement, branch, MC/DC, boundary.
#[derive(Clone, Debug, Serialize)]
pub struct Cause {
    pub cause: String,
    pub goals: u32,
    pub by_criterion: [u32; 4],
    /// Checks that are open for it.
    pub checks: u32,
    /// Functions with such goals or checks.
    pub functions: u32,
}

#[derive(Default, Serialize)]
pub struct Totals {
    pub functions: usize,
    pub tests: usize,
    pub runs: u64,
    pub solver_calls: u64,
    pub faults: usize,
    pub checks: CheckTally,
    pub statement: Tally,
    pub branch: Tally,
    pub mcdc: Tally,
    pub boundary: Tally,
}

impl Totals {
    pub fn add(&mut self, f: &FunctionSummary) {
        self.functions += 1;
        self.tests += f.tests;
        self.runs += f.runs;
        self.solver_calls += f.solver_calls;
        self.faults += f.faults.len();
        self.checks.add(f.checks);
        self.statement.add(f.statement);
        self.branch.add(f.branch);
        self.mcdc.add(f.mcdc);
        self.boundary.add(f.boundary);
    }
}

/// Writes the summary function by function: large programs have many, and their inputs take room.
pub struct Writer<W: Write> {
    out: W,
    pub totals: Totals,
    pub tool_bugs: usize,
    any: bool,
}

impl<W: Write> Writer<W> {
    /// `version` is that of this layout.
    pub fn new(mut out: W, time: Duration) -> std::io::Result<Writer<W>> {
        let tool = format!("crescendo {}", env!("CARGO_PKG_VERSION"));
        write!(
            out,
            "{{\n\"version\": 1,\n\"tool\": {},\n\"seconds\": {},\n\"functions\": [",
            json!(tool),
            time.as_secs_f64()
        )?;
        Ok(Writer { out, totals: Totals::default(), tool_bugs: 0, any: false })
    }

    pub fn add(&mut self, f: &FunctionSummary) -> std::io::Result<()> {
        self.totals.add(f);
        self.tool_bugs += f.tool_bugs.len();
        self.out.write_all(if std::mem::replace(&mut self.any, true) { b",\n" } else { b"\n" })?;
        serde_json::to_writer_pretty(&mut self.out, f)?;
        Ok(())
    }

    /// `replay`: what came of running the tests natively.
    pub fn finish(
        mut self,
        causes: &[Cause],
        files_failed: usize,
        suite: &crescendo_suite::Figures,
        replay: Option<ReplaySummary>,
    ) -> std::io::Result<(W, Totals, usize)> {
        write!(self.out, "\n],\n\"totals\": ")?;
        serde_json::to_writer_pretty(&mut self.out, &self.totals)?;
        write!(self.out, ",\n\"causes\": ")?;
        serde_json::to_writer_pretty(&mut self.out, causes)?;
        write!(self.out, ",\n\"suite\": ")?;
        serde_json::to_writer_pretty(&mut self.out, suite)?;
        if let Some(replay) = replay {
            write!(self.out, ",\n\"replay\": ")?;
            serde_json::to_writer_pretty(&mut self.out, &replay)?;
        }
        writeln!(self.out, ",\n\"files_failed\": {files_failed},\n\"tool_bugs\": {}\n}}", self.tool_bugs)?;
        self.out.flush()?;
        Ok((self.out, self.totals, self.tool_bugs))
    }
}
