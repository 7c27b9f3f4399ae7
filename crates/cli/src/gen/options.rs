//! Options of every command that explores functions.

use super::config::Callees;
use super::driver::DriverArgs;
use crate::load::SourceArgs;
use clap::{Args, ValueEnum};
use crescendo_vm::symbolic;
use std::path::PathBuf;
use std::time::Duration;

/// Kinds that are looked for by option only: many programs live with them, or mean them.
const KINDS: [&str; 7] = [
    "invalid-shift",
    "uninitialised-use",
    "function-type-mismatch",
    "signed-overflow",
    "lossy-conversion",
    "float-division-by-zero",
    "leak",
];

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Switch {
    On,
    Off,
}

#[derive(Args)]
pub struct ExploreArgs {
    #[command(flatten)]
    pub sources: SourceArgs,
    /// Only this function; repeat for more
    #[arg(long = "function", short = 'f', value_name = "NAME")]
    pub functions: Vec<String>,
    /// How to choose what to try next: see --strategies
    #[arg(long, value_name = "NAME", default_value = "adaptive")]
    pub strategy: String,
    /// What to aim at: statement, branch, mcdc, boundary, or all
    #[arg(long, value_name = "NAME", default_value = "all")]
    pub criterion: String,
    /// Time for one function, such as 500ms, 10s, 2m [default: 10s]
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub budget: Option<Duration>,
    /// Runs of one function, at most; the same on every machine, unlike time
    #[arg(long, value_name = "N")]
    pub max_runs: Option<u64>,
    /// Instructions of one run, at most [default: 5000000]
    #[arg(long, value_name = "N")]
    pub max_steps: Option<u64>,
    /// Size of the program's stack [default: 8128]
    #[arg(long, value_name = "KB")]
    pub stack: Option<u64>,
    /// Callees to execute: none, all, those at most so many calls away, or those that the function depends on in the runs of
    /// profile.json; the others are stubs. auto: all, and none for what is then still uncovered [default: profile where the
    /// output folder has one, else auto]
    #[arg(long, value_name = "none|N|all|auto|profile")]
    pub callees: Option<Callees>,
    /// With --callees profile: dependency from which on a callee is executed
    #[arg(long, value_name = "P", default_value_t = 0.7)]
    pub relevance: f64,
    /// Do not execute this function: each call gives a fresh result; repeat for more
    #[arg(long, value_name = "NAME")]
    pub stub: Vec<String>,
    /// Execute this function, whatever else is said; repeat for more
    #[arg(long, value_name = "NAME")]
    pub keep: Vec<String>,
    /// Like --stub, and it writes fresh values to all it can reach; repeat for more
    #[arg(long, value_name = "NAME")]
    pub havoc: Vec<String>,
    /// The configuration [default: crescendo.toml beside the compile database or in the current folder]
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// Keep inputs to what they can be in this program: ranges of parameters and globals, by an analysis of all of it [default:
    /// on for check, else off]
    #[arg(long, value_name = "on|off")]
    pub ranges: Option<Switch>,
    /// Nobody asked for ranges: that they say nothing is not worth a word.
    #[arg(skip)]
    pub ranges_by_default: bool,
    /// `main` goes on when its goals are covered: what `check` wants.
    #[arg(skip)]
    pub main_to_the_end: bool,
    /// Only functions with lines that differ from this git revision
    #[arg(long, value_name = "REV")]
    pub changed_since: Option<String>,
    /// Seed of everything that is left to chance
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Output folder
    #[arg(short, long, value_name = "DIR", default_value = "crescendo-out")]
    pub output: PathBuf,
    /// Do not run the tests natively: nothing then tells whether they hold
    #[arg(long)]
    pub no_replay: bool,
    /// Keep tests that add nothing to the coverage of the others
    #[arg(long)]
    pub keep_all: bool,
    #[command(flatten)]
    pub driver: DriverArgs,
    /// Find every path, not only those that lead to something new
    #[arg(long)]
    pub exhaust: bool,
    /// Further kinds of faults to look for, separated by commas
    #[arg(long = "check", value_name = "KIND", value_delimiter = ',', value_parser = KINDS)]
    pub checks: Vec<String>,
    /// Frames by which alarms at one place are told apart: the place itself and the calls that lead there
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=16))]
    pub frames: u32,
    /// Let malloc and its like fail: error paths of running out of memory are covered too
    #[arg(long)]
    pub allocation_fails: bool,
    /// Evaluate every term along the way and compare it with the concrete value (slow)
    #[arg(long, hide = true)]
    pub paranoid: bool,
    /// Explore everything again, also what is known from an earlier run and has not changed
    #[arg(long)]
    pub fresh: bool,
    /// Layers of solving to leave out, for comparisons
    #[arg(long, value_name = "LAYER", hide = true)]
    pub without: Vec<String>,
}

impl ExploreArgs {
    pub fn stack_bytes(&self) -> Option<u64> {
        self.stack.map(|kb| kb.saturating_mul(1 << 10))
    }

    /// Functions that are explored at the same time, at most.
    pub fn workers(&self) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, |n| n.get());
        if self.sources.jobs == 0 { cores() } else { self.sources.jobs }
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

/// Times are multiplied and added to: they must not come near the end of what can be counted.
const LONGEST: Duration = Duration::from_secs(365 * 24 * 3600);

/// `10s`, `500ms`, `2m`, `1.5h`, or plain seconds.
pub fn duration(text: &str) -> Result<Duration, String> {
    let split = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let number: f64 = text[..split].parse().map_err(|_| format!("{text} is no time: 500ms, 10s and 2m are"))?;
    let unit = match text[split..].trim() {
        "" | "s" => 1.0,
        "ms" => 0.001,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        other => return Err(format!("{other} is no unit of time: ms, s, m and h are")),
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
}
