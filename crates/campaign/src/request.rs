//! What somebody wants explored: plain data, the same from a command line, a form or another machine.
//!
//! Relative paths are relative to `directory`; nothing in this room looks at the process's own folder, arguments or variables.

use crate::error::ChoiceError;
use crescendo_unit::{Bounds, Setup};
use crescendo_vm::symbolic;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

/// Of the layout of requests.
pub const VERSION: u32 = 1;

/// Kinds of faults that are looked for by option only: many programs live with them, or mean them.
pub const OPTIONAL_KINDS: [&str; 7] = [
    "invalid-shift",
    "uninitialised-use",
    "function-type-mismatch",
    "signed-overflow",
    "lossy-conversion",
    "float-division-by-zero",
    "leak",
];

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Request {
    pub version: u32,
    /// What relative paths are relative to; absolute.
    pub directory: PathBuf,
    /// Where compiled code is kept; `None`: where the tool keeps its own things.
    pub cache: Option<PathBuf>,
    pub sources: Sources,
    /// Only these functions; empty: all.
    pub functions: Vec<String>,
    /// Only functions with lines that differ from this git revision.
    pub changed_since: Option<String>,
    /// The configuration; `None`: `crescendo.toml` beside the compile database or in `directory`, if there is one.
    pub config: Option<PathBuf>,
    pub output: PathBuf,
    pub search: SearchOptions,
    pub driver: DriverOptions,
    pub budget: BudgetOptions,
    /// Functions that are explored at the same time; 0: one per core.
    pub jobs: usize,
    /// Run the tests natively: else nobody knows whether they hold.
    pub replay: bool,
    /// Keep tests that add nothing to the coverage of the others.
    pub keep_all: bool,
    /// Only what is proved without hypotheses counts as proved.
    #[serde(default)]
    pub strict: bool,
    /// Explore everything again, also what is known from an earlier run and has not changed.
    pub fresh: bool,
    /// Where the programs of the native runs stay, for somebody who wants to look at them.
    pub keep_replay: Option<PathBuf>,
    /// Faults become alarms, and callers are asked about them.
    pub check: Option<CheckOptions>,
    /// How a person would ask for the same, for the report.
    pub command: String,
}

/// Which sources to read, and how.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sources {
    /// C files and folders.
    pub files: Vec<PathBuf>,
    /// A compile_commands.json, or the folder that holds it.
    pub database: Option<PathBuf>,
    /// Compiler flags for every file.
    pub cflags: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SearchOptions {
    pub strategy: String,
    /// A criterion, or `all`.
    pub criterion: String,
    pub seed: u64,
    /// Runs of one function, at most; the same on every machine, unlike time.
    pub max_runs: Option<u64>,
    /// Instructions of one run, at most.
    pub max_steps: Option<u64>,
    /// Size of the program's stack in KB.
    pub stack: Option<u64>,
    /// Find every path, not only those that lead to something new.
    pub exhaust: bool,
    /// Further kinds of faults to look for.
    pub checks: Vec<String>,
    /// Frames by which alarms at one place are told apart.
    pub frames: u32,
    pub allocation_fails: bool,
    /// Evaluate every term along the way and compare it with the concrete value (slow).
    pub paranoid: bool,
    /// Layers of solving and passes to leave out, for comparisons.
    pub without: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DriverOptions {
    pub callees: Option<Callees>,
    /// With callees by profile: dependency from which on a callee is executed.
    pub relevance: f64,
    /// Functions that are not executed: each call gives a fresh result.
    pub stub: Vec<String>,
    /// Functions that are executed, whatever else is said.
    pub keep: Vec<String>,
    /// Like `stub`, and they write fresh values to all they can reach.
    pub havoc: Vec<String>,
    /// `NAME=N`: how far inputs reach.
    pub bounds: Vec<String>,
    /// Calls in one test of a function that remembers something in static variables.
    pub calls: u32,
    /// Globals start from their initialisers instead of being inputs.
    pub initial_globals: bool,
    /// Lengths are tied to the objects they are lengths of.
    pub relations: bool,
    /// Inputs are kept to what they can be in this program; `None`: for alarms only.
    pub ranges: Option<bool>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BudgetOptions {
    /// Time for one function.
    pub function: Option<Duration>,
    /// Time for all of them together, on the clock.
    pub total: Option<Duration>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CheckOptions {
    /// Ask callers; else every fault of a unit stays open.
    pub filter: bool,
    /// Alarms of an earlier version, as alarms.json or SARIF.
    pub baseline: Option<PathBuf>,
    /// Alarms to ignore, a line each: kind, place, reason.
    pub suppressions: Option<PathBuf>,
    /// Where the alarms go as SARIF 2.1.0.
    pub sarif: Option<PathBuf>,
}

/// How far from the function under test callees are executed; those farther off are stubs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Callees {
    Within(u32),
    All,
    /// All of them; and none, for what is then still uncovered.
    Auto,
    /// Those on which the function depends in the profile's runs; all of a function that never ran.
    Profile,
}

impl FromStr for Callees {
    type Err = String;

    fn from_str(text: &str) -> Result<Callees, String> {
        match text {
            "none" => Ok(Callees::Within(0)),
            "all" => Ok(Callees::All),
            "auto" => Ok(Callees::Auto),
            "profile" => Ok(Callees::Profile),
            n => n
                .parse()
                .map(Callees::Within)
                .map_err(|_| format!("`{n}` is neither none, all, auto, profile nor a number")),
        }
    }
}

impl std::fmt::Display for Callees {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        match self {
            Callees::Within(n) => write!(f, "{n}"),
            Callees::All => f.write_str("all"),
            Callees::Auto => f.write_str("auto"),
            Callees::Profile => f.write_str("profile"),
        }
    }
}

impl Serialize for Callees {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Callees {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Callees, D::Error> {
        String::deserialize(d)?.parse().map_err(serde::de::Error::custom)
    }
}

impl Default for SearchOptions {
    fn default() -> Self {
        SearchOptions {
            strategy: "adaptive".into(),
            criterion: "all".into(),
            seed: 1,
            max_runs: None,
            max_steps: None,
            stack: None,
            exhaust: false,
            checks: Vec::new(),
            frames: 3,
            allocation_fails: false,
            paranoid: false,
            without: Vec::new(),
        }
    }
}

impl Default for DriverOptions {
    fn default() -> Self {
        DriverOptions {
            callees: None,
            relevance: 0.7,
            stub: Vec::new(),
            keep: Vec::new(),
            havoc: Vec::new(),
            bounds: Vec::new(),
            calls: 2,
            initial_globals: false,
            relations: true,
            ranges: None,
        }
    }
}

impl DriverOptions {
    /// Whether `NAME=N` says how far inputs reach.
    pub fn check_bound(text: &str) -> Result<(), String> {
        Bounds::default().set(text)
    }

    pub fn setup(&self) -> Result<Setup, ChoiceError> {
        let mut bounds = Bounds::default();
        for b in &self.bounds {
            bounds.set(b).map_err(ChoiceError::Bound)?;
        }
        let (initial_globals, relations) = (self.initial_globals, self.relations);
        Ok(Setup { bounds, calls: self.calls, initial_globals, relations, needs: Default::default() })
    }

    /// What to write on a command line to say the same.
    fn words(&self) -> Vec<String> {
        let mut words: Vec<String> = self.bounds.iter().flat_map(|b| ["--bound".to_string(), b.clone()]).collect();
        if self.calls != 2 {
            words.extend(["--calls".into(), self.calls.to_string()]);
        }
        if self.initial_globals {
            words.extend(["--globals".into(), "initial".into()]);
        }
        if !self.relations {
            words.push("--no-relations".into());
        }
        words
    }
}

impl SearchOptions {
    pub fn stack_bytes(&self) -> Option<u64> {
        self.stack.map(|kb| kb.saturating_mul(1 << 10))
    }

    /// What runs look out for.
    pub fn symbolic(&self) -> symbolic::Options {
        let checks = |kind: &str| self.checks.iter().any(|c| c == kind);
        symbolic::Options {
            allocation_fails: self.allocation_fails,
            frames: self.frames,
            shifts: checks("invalid-shift"),
            float_division: checks("float-division-by-zero"),
            overflows: checks("signed-overflow"),
            conversions: checks("lossy-conversion"),
            uninitialised: checks("uninitialised-use"),
            leaks: checks("leak"),
            exact_calls: checks("function-type-mismatch"),
            paranoid: self.paranoid,
            ..symbolic::Options::default()
        }
    }
}

impl Request {
    /// Everything as the tool does it by itself, to be added to.
    pub fn new(directory: PathBuf, output: PathBuf) -> Request {
        Request {
            version: VERSION,
            directory,
            cache: None,
            sources: Sources::default(),
            functions: Vec::new(),
            changed_since: None,
            config: None,
            output,
            search: SearchOptions::default(),
            driver: DriverOptions::default(),
            budget: BudgetOptions::default(),
            jobs: 0,
            replay: true,
            keep_all: false,
            strict: false,
            fresh: false,
            keep_replay: None,
            check: None,
            command: String::new(),
        }
    }

    /// A path as the request means it.
    pub fn at(&self, path: &Path) -> PathBuf {
        self.directory.join(path)
    }

    pub fn output_folder(&self) -> PathBuf {
        self.at(&self.output)
    }

    /// Functions that are explored at the same time, at most.
    pub fn workers(&self) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, |n| n.get());
        if self.jobs == 0 { cores() } else { self.jobs }
    }

    /// Whether inputs are kept to what they can be in this program, and whether somebody asked for it.
    pub fn ranges(&self) -> (bool, bool) {
        (self.driver.ranges.unwrap_or(self.check.is_some()), self.driver.ranges.is_some())
    }

    /// The command line that explores one function again.
    pub fn explore_command(&self, function: &str) -> String {
        let mut words = vec!["crescendo".to_string(), "gen".into()];
        words.extend(self.sources.files.iter().map(|f| f.display().to_string()));
        words.extend(self.sources.database.iter().flat_map(|d| ["-p".into(), d.display().to_string()]));
        words.extend(["--function".into(), function.to_string()]);
        if !self.search.checks.is_empty() {
            words.extend(["--check".into(), self.search.checks.join(",")]);
        }
        words.extend(self.driver.words());
        if self.ranges().0 {
            words.extend(["--ranges".into(), "on".into()]);
        }
        words.extend(self.search.stack.iter().flat_map(|kb| ["--stack".into(), kb.to_string()]));
        if self.search.allocation_fails {
            words.push("--allocation-fails".into());
        }
        if let Some(budget) = self.budget.function {
            words.extend(["--budget".into(), format!("{}ms", budget.as_millis())]);
        }
        if !self.sources.cflags.is_empty() {
            words.push("--".into());
            words.extend(self.sources.cflags.iter().cloned());
        }
        let quoted = |w: &String| shlex::try_quote(w).map_or_else(|_| w.clone(), |w| w.into_owned());
        words.iter().map(quoted).collect::<Vec<_>>().join(" ")
    }
}

/// Times are multiplied and added to: they must not come near the end of what can be counted.
const LONGEST: Duration = Duration::from_secs(365 * 24 * 3600);

/// `10s`, `500ms`, `2m`, `1.5h`, or plain seconds.
pub fn duration(text: &str) -> Result<Duration, String> {
    let split = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let number: f64 = text[..split].parse().map_err(|_| format!("`{text}` is not a time such as 500ms, 10s or 2m"))?;
    let unit = match text[split..].trim() {
        "" | "s" => 1.0,
        "ms" => 0.001,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        other => return Err(format!("`{other}` is not a unit of time: use ms, s, m or h")),
    };
    let time = Duration::try_from_secs_f64(number * unit).map_err(|e| e.to_string())?;
    if time > LONGEST {
        return Err(format!("{text} is more than a year"));
    }
    Ok(time)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times() {
        assert_eq!(duration("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(duration("2m"), Ok(Duration::from_secs(120)));
        assert_eq!(duration("1.5"), Ok(Duration::from_millis(1500)));
        assert!(duration("soon").is_err() && duration("3 weeks").is_err() && duration("-1s").is_err());
        assert!(duration("9999999999999999999").is_err() && duration("365m").is_ok());
    }

    #[test]
    fn a_request_survives_being_written_down() {
        let mut request = Request::new("/project".into(), "out".into());
        request.driver.callees = Some(Callees::Within(2));
        request.check = Some(CheckOptions { filter: true, ..CheckOptions::default() });
        request.budget.total = Some(Duration::from_secs(90));
        let text = serde_json::to_string(&request).unwrap();
        assert_eq!(serde_json::from_str::<Request>(&text).unwrap(), request);
        assert!(text.contains("\"callees\":\"2\""), "{text}");
        let odd = text.replace("\"jobs\"", "\"threads\"");
        assert!(serde_json::from_str::<Request>(&odd).is_err(), "an unknown key is said, not ignored");
    }

    #[test]
    fn commands_can_be_pasted() {
        let mut request = Request::new("/project".into(), "out".into());
        request.sources.files = vec!["a b.c".into()];
        request.sources.cflags = vec!["-DX=1 2".into()];
        assert_eq!(request.explore_command("f"), "crescendo gen 'a b.c' --function f -- '-DX=1 2'");
    }
}
