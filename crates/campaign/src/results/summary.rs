//! `summary.json`: what was found, for programs that read it. Fields are only ever added.

use crescendo_alarms::model::{Frame, Step, Witness};
use crescendo_explore::StopReason;
use crescendo_program::body::Callee;
use crescendo_program::{FunctionId, Program};
use crescendo_unit::Gap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Map, Value, json};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::io::Write;
use std::time::Duration;

#[derive(Clone, Debug, Serialize, Deserialize)]
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
    /// Of what the function says by itself, wherever it stands in its file.
    #[serde(default)]
    pub content: String,
    /// Time that counts: of the processor, but at least half of what passed on the clock.
    pub seconds: f64,
    /// Of the processor alone.
    #[serde(default)]
    pub cpu_seconds: f64,
    /// What it was given.
    #[serde(default)]
    pub budget_seconds: f64,
    /// What each pass took of it.
    #[serde(default)]
    pub pass_seconds: BTreeMap<String, f64>,
    /// How often it was explored: again where others had left time.
    #[serde(default)]
    pub visits: u32,
    /// Those that were found.
    pub tests: usize,
    /// Those of them that are shipped.
    #[serde(default)]
    pub shipped: usize,
    pub runs: u64,
    /// Different paths that runs went to their end.
    #[serde(default)]
    pub paths: u64,
    pub solver_calls: u64,
    pub stop: Stop,
    pub statement: Tally,
    pub branch: Tally,
    pub mcdc: Tally,
    pub boundary: Tally,
    /// One object per test: input by access path.
    #[serde(default)]
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

impl FunctionSummary {
    /// A function about which nothing is known yet.
    pub fn blank(program: &Program, id: FunctionId, stop: Stop) -> FunctionSummary {
        let f = program.function(id);
        let at = program.sources.get(f.position);
        FunctionSummary {
            name: f.name.clone(),
            file: program.sources.path(at.file).to_string(),
            line: at.line,
            content: String::new(),
            seconds: 0.0,
            cpu_seconds: 0.0,
            budget_seconds: 0.0,
            pass_seconds: BTreeMap::new(),
            visits: 1,
            tests: 0,
            shipped: 0,
            runs: 0,
            paths: 0,
            solver_calls: 0,
            stop,
            statement: Tally::default(),
            branch: Tally::default(),
            mcdc: Tally::default(),
            boundary: Tally::default(),
            inputs: Vec::new(),
            checks: CheckTally::default(),
            open_checks: Vec::new(),
            faults: Vec::new(),
            open: Vec::new(),
            calls: calls(program, id),
            progress: Vec::new(),
            notes: Vec::new(),
            assumptions: Vec::new(),
            tool_bugs: Vec::new(),
            solver: Map::new(),
            flips: Map::new(),
        }
    }
}

/// Whom a function calls directly, by name.
pub fn calls(program: &Program, id: FunctionId) -> Vec<String> {
    let sites = program.function(id).body.iter().flat_map(|b| &b.calls);
    let names: BTreeSet<&str> = sites
        .filter_map(|c| match c.callee {
            Callee::Direct(g) => Some(program.function(g).name.as_str()),
            _ => None,
        })
        .collect();
    names.into_iter().map(String::from).collect()
}

/// Why the exploration of a function ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stop {
    /// Every goal is covered or proved infeasible, whatever happens.
    Complete,
    /// The same, if hypotheses hold.
    Conditional,
    /// Nothing is left to try, but some goals are unknown.
    Exhausted,
    Runs,
    Steps,
    Time,
    Interrupted,
    /// It could not be explored.
    NotDriven,
    ToolBug,
    /// It was not explored by itself, but as part of this function.
    CalledBy(String),
}

impl From<StopReason> for Stop {
    fn from(reason: StopReason) -> Stop {
        match reason {
            StopReason::Complete => Stop::Complete,
            StopReason::Exhausted => Stop::Exhausted,
            StopReason::Runs => Stop::Runs,
            StopReason::Steps => Stop::Steps,
            StopReason::Time => Stop::Time,
            StopReason::Interrupted => Stop::Interrupted,
        }
    }
}

impl Stop {
    /// Those that say nothing more.
    const PLAIN: [(Stop, &'static str); 9] = [
        (Stop::Complete, "complete"),
        (Stop::Conditional, "conditional"),
        (Stop::Exhausted, "exhausted"),
        (Stop::Runs, "run budget"),
        (Stop::Steps, "step budget"),
        (Stop::Time, "time budget"),
        (Stop::Interrupted, "interrupted"),
        (Stop::NotDriven, "not driven"),
        (Stop::ToolBug, "tool bug"),
    ];
    const CALLED: &'static str = "called by ";
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match (self, Stop::PLAIN.iter().find(|(stop, _)| stop == self)) {
            (Stop::CalledBy(caller), _) => write!(f, "{}{caller}", Stop::CALLED),
            (_, Some((_, name))) => f.write_str(name),
            (_, None) => Ok(()),
        }
    }
}

impl Serialize for Stop {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Stop {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Stop, D::Error> {
        let text = String::deserialize(d)?;
        if let Some(caller) = text.strip_prefix(Stop::CALLED) {
            return Ok(Stop::CalledBy(caller.to_string()));
        }
        let plain = Stop::PLAIN.into_iter().find(|(_, name)| *name == text);
        plain.map(|(stop, _)| stop).ok_or_else(|| serde::de::Error::custom(format!("unknown stop reason `{text}`")))
    }
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
    /// Functions whose results are any values there.
    #[serde(default)]
    pub made_up: Vec<String>,
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
    /// No inputs fail there, whatever happens.
    pub proved: u32,
    /// No inputs fail there, if hypotheses hold.
    #[serde(default)]
    pub conditional: u32,
    pub open: u32,
}

impl CheckTally {
    pub fn add(&mut self, other: CheckTally) {
        self.total += other.total;
        self.alarms += other.alarms;
        self.proved += other.proved;
        self.conditional += other.conditional;
        self.open += other.open;
    }
}

/// The verdict on a goal that no input reaches.
pub const INFEASIBLE: &str = "infeasible";
/// The verdict on a goal that is impossible if hypotheses hold.
pub const CONDITIONAL: &str = "conditional";

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct OpenGoal {
    pub criterion: Cow<'static, str>,
    pub line: u32,
    pub column: u32,
    pub goal: String,
    /// `infeasible`; `conditional`: infeasible if all hypotheses hold; or `unknown`.
    pub verdict: Cow<'static, str>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hypotheses: Vec<Hypothesis>,
    pub reason: String,
    /// What the reason is a case of: infeasible, fault, stub, unmodelled, concretised, bound, solver, limit, budget,
    /// assumption, tool, other.
    pub kind: Cow<'static, str>,
    /// The option or line of `crescendo.toml` that would help.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub help: String,
}

/// Something that a claim takes for granted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hypothesis {
    /// Its kind, for `crescendo.toml`.
    pub kind: Cow<'static, str>,
    pub text: String,
    /// The user's reason for taking it for granted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub accepted: Option<String>,
}

impl OpenGoal {
    /// The reason, and what it takes for granted.
    pub fn with_hypotheses(&self) -> String {
        let told = |h: &Hypothesis| match &h.accepted {
            Some(reason) => format!("{} (accepted: {reason})", h.text),
            None => h.text.clone(),
        };
        let all: Vec<String> = self.hypotheses.iter().map(told).collect();
        if all.is_empty() { self.reason.clone() } else { format!("{}, if {}", self.reason, all.join("; if ")) }
    }
}

impl Hypothesis {
    pub fn of(gap: &Gap) -> Hypothesis {
        Hypothesis { kind: gap.kind().into(), text: gap.to_string(), accepted: None }
    }
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
    /// Whatever happens.
    pub infeasible: u32,
    /// Infeasible if hypotheses hold.
    #[serde(default)]
    pub conditional: u32,
    /// Those of them whose hypotheses the user has accepted, all of them.
    #[serde(default)]
    pub accepted: u32,
    /// Reached by a run, but by no test that is shipped.
    #[serde(default)]
    pub seen: u32,
    pub unknown: u32,
}

impl Tally {
    /// Proved, with or without hypotheses.
    pub fn impossible(self) -> u32 {
        self.infeasible + self.conditional
    }

    pub fn add(&mut self, other: Tally) {
        self.covered += other.covered;
        self.total += other.total;
        self.infeasible += other.infeasible;
        self.conditional += other.conditional;
        self.accepted += other.accepted;
        self.seen += other.seen;
        self.unknown += other.unknown;
    }
}

/// Why goals are unknown, and how many by criterion: statement, branch, MC/DC, boundary.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Cause {
    pub cause: String,
    pub goals: u32,
    pub by_criterion: [u32; 4],
    /// Checks that are open for it.
    pub checks: u32,
    /// Functions with such goals or checks.
    pub functions: u32,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Totals {
    pub functions: usize,
    pub tests: usize,
    #[serde(default)]
    pub shipped: usize,
    pub runs: u64,
    pub solver_calls: u64,
    pub faults: usize,
    pub checks: CheckTally,
    pub statement: Tally,
    pub branch: Tally,
    pub mcdc: Tally,
    pub boundary: Tally,
    /// Goals that are impossible only if hypotheses of that kind hold, those that are accepted included.
    #[serde(default)]
    pub hypotheses: BTreeMap<String, u32>,
}

impl Totals {
    pub fn add(&mut self, f: &FunctionSummary) {
        self.functions += 1;
        self.tests += f.tests;
        self.shipped += f.shipped;
        self.runs += f.runs;
        self.solver_calls += f.solver_calls;
        self.faults += f.faults.len();
        self.checks.add(f.checks);
        self.statement.add(f.statement);
        self.branch.add(f.branch);
        self.mcdc.add(f.mcdc);
        self.boundary.add(f.boundary);
        for goal in f.open.iter().filter(|g| g.verdict == CONDITIONAL) {
            let kinds: BTreeSet<&str> = goal.hypotheses.iter().map(|h| h.kind.as_ref()).collect();
            kinds.into_iter().for_each(|k| *self.hypotheses.entry(k.to_string()).or_default() += 1);
        }
    }
}

/// Writes the summary function by function: large programs have many, and their inputs take room.
pub struct Writer<W: Write> {
    out: W,
    hash: blake3::Hasher,
    pub totals: Totals,
    pub tool_bugs: usize,
    any: bool,
}

/// What stands behind the functions.
pub struct Closing<'a> {
    pub causes: &'a [Cause],
    pub files_failed: usize,
    pub suite: &'a crescendo_suite::Figures,
    /// What came of running the tests natively.
    pub replay: Option<ReplaySummary>,
}

impl<W: Write> Writer<W> {
    /// `version` is that of this layout.
    pub fn new(out: W, time: Duration) -> std::io::Result<Writer<W>> {
        let hash = blake3::Hasher::new();
        let mut writer = Writer { out, hash, totals: Totals::default(), tool_bugs: 0, any: false };
        let (tool, seconds) = (json!(crate::TOOL), time.as_secs_f64());
        writer.put(&format!("{{\n\"version\": 1,\n\"tool\": {tool},\n\"seconds\": {seconds},\n\"functions\": ["))?;
        Ok(writer)
    }

    fn put(&mut self, text: &str) -> std::io::Result<()> {
        self.hash.update(text.as_bytes());
        self.out.write_all(text.as_bytes())
    }

    fn put_value(&mut self, before: &str, value: &impl Serialize) -> std::io::Result<()> {
        self.put(before)?;
        self.put(&serde_json::to_string_pretty(value)?)
    }

    pub fn add(&mut self, f: &FunctionSummary) -> std::io::Result<()> {
        self.totals.add(f);
        self.tool_bugs += f.tool_bugs.len();
        let before = if std::mem::replace(&mut self.any, true) { ",\n" } else { "\n" };
        self.put_value(before, f)
    }

    /// Gives the totals, and a hash of all that was written: what is made of this summary is known by it.
    pub fn finish(mut self, closing: Closing) -> std::io::Result<(Totals, usize, String)> {
        let totals = std::mem::take(&mut self.totals);
        self.put_value("\n],\n\"totals\": ", &totals)?;
        self.put_value(",\n\"causes\": ", &closing.causes)?;
        self.put_value(",\n\"suite\": ", closing.suite)?;
        if let Some(replay) = &closing.replay {
            self.put_value(",\n\"replay\": ", replay)?;
        }
        let (failed, bugs) = (closing.files_failed, self.tool_bugs);
        self.put(&format!(",\n\"files_failed\": {failed},\n\"tool_bugs\": {bugs}\n}}\n"))?;
        self.out.flush()?;
        Ok((totals, bugs, self.hash.finalize().to_hex()[..32].to_string()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_to_stop_survive_being_written_down() {
        let all = Stop::PLAIN.into_iter().map(|(stop, _)| stop).chain([Stop::CalledBy("main".into())]);
        for stop in all {
            let text = serde_json::to_string(&stop).unwrap();
            assert_eq!(serde_json::from_str::<Stop>(&text).unwrap(), stop, "{text}");
        }
        assert!(serde_json::from_str::<Stop>("\"bored\"").is_err());
    }
}
