//! Options of every command that reads sources or explores functions, and the request they make.

use anyhow::{Context, Result, bail};
use clap::{Args, ValueEnum};
use crescendo_campaign::request::{
    BudgetOptions, Callees, DriverOptions, OPTIONAL_KINDS, SearchOptions, Sources, duration,
};
use crescendo_campaign::{Request, request};
use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

/// Which sources to read, and how; the same for every command.
#[derive(Args)]
pub struct SourceArgs {
    /// C files, or a folder
    #[arg(value_name = "FILE.c")]
    pub files: Vec<PathBuf>,
    /// A compile_commands.json, or the folder that holds it
    #[arg(short = 'p', long = "database", value_name = "DB")]
    pub database: Option<PathBuf>,
    /// Functions explored, and files compiled, at the same time [default: one per core]
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    pub jobs: usize,
    /// Show clang's warnings and remarks on how the project was read
    #[arg(short, long)]
    pub verbose: bool,
    /// Compiler flags for every file
    #[arg(last = true, value_name = "CFLAGS")]
    pub cflags: Vec<OsString>,
}

impl SourceArgs {
    pub fn sources(&self) -> Result<Sources> {
        let text = |flag: &OsString| match flag.to_str() {
            Some(text) => Ok(text.to_string()),
            None => bail!("the compiler flag `{}` is not UTF-8", flag.to_string_lossy()),
        };
        let cflags = self.cflags.iter().map(text).collect::<Result<_>>()?;
        Ok(Sources { files: self.files.clone(), database: self.database.clone(), cflags })
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Switch {
    On,
    Off,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Globals {
    /// Any value: they are inputs
    Inputs,
    /// Their initialisers
    Initial,
}

#[derive(Args)]
pub struct ExploreArgs {
    #[command(flatten)]
    pub sources: SourceArgs,
    /// Only this function; repeat for more
    #[arg(long = "function", short = 'f', value_name = "NAME")]
    functions: Vec<String>,
    /// How to choose what to try next: see --strategies
    #[arg(long, value_name = "NAME", default_value = "adaptive")]
    strategy: String,
    /// What to aim at: statement, branch, mcdc, boundary, or all
    #[arg(long, value_name = "NAME", default_value = "all")]
    criterion: String,
    /// Time for one function, such as 500ms, 10s, 2m [default: 10s]
    #[arg(long, value_name = "TIME", value_parser = duration)]
    budget: Option<Duration>,
    /// Time for all functions together; what some of them leave goes to others [default: the budget of one, times functions]
    #[arg(long, value_name = "TIME", value_parser = duration)]
    budget_total: Option<Duration>,
    /// Runs of one function, at most; the same on every machine, unlike time
    #[arg(long, value_name = "N")]
    max_runs: Option<u64>,
    /// Instructions of one run, at most [default: 5000000]
    #[arg(long, value_name = "N")]
    max_steps: Option<u64>,
    /// Size of the program's stack [default: 8128]
    #[arg(long, value_name = "KB")]
    stack: Option<u64>,
    /// Callees to execute: none, all, those at most so many calls away, or those that the function depends on in the runs of
    /// profile.json; the others are stubs. auto: all, and none for what is then still uncovered [default: profile where the
    /// output folder has one, else auto]
    #[arg(long, value_name = "none|N|all|auto|profile")]
    callees: Option<Callees>,
    /// With --callees profile: dependency from which on a callee is executed
    #[arg(long, value_name = "P", default_value_t = 0.7)]
    relevance: f64,
    /// Do not execute this function: each call gives a fresh result; repeat for more
    #[arg(long, value_name = "NAME")]
    stub: Vec<String>,
    /// Execute this function, whatever else is said; repeat for more
    #[arg(long, value_name = "NAME")]
    keep: Vec<String>,
    /// Like --stub, and it writes fresh values to all it can reach; repeat for more
    #[arg(long, value_name = "NAME")]
    havoc: Vec<String>,
    /// The configuration [default: crescendo.toml beside the compile database or in the current folder]
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Keep inputs to what they can be in this program: ranges of parameters and globals, by an analysis of all of it [default:
    /// on for check, else off]
    #[arg(long, value_name = "on|off")]
    ranges: Option<Switch>,
    /// Only functions with lines that differ from this git revision
    #[arg(long, value_name = "REV")]
    changed_since: Option<String>,
    /// Random seed
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Output folder
    #[arg(short, long, value_name = "DIR", default_value = "crescendo-out")]
    output: PathBuf,
    /// Do not run the tests natively: tests are then unverified
    #[arg(long)]
    no_replay: bool,
    /// Keep tests that add nothing to the coverage of the others
    #[arg(long)]
    keep_all: bool,
    /// Count only what is proved without hypotheses: what rests on them is unknown, accepted or not
    #[arg(long)]
    strict: bool,
    /// How far inputs reach: elements or bytes behind a pointer, elements of an array, depth of pointers; repeat for more
    #[arg(long = "bound", value_name = "NAME=N", value_parser = bound)]
    bounds: Vec<String>,
    /// Calls in one test of a function that remembers something in static variables
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..=16))]
    calls: u32,
    /// What globals start from
    #[arg(long, value_name = "WHAT", default_value = "inputs")]
    globals: Globals,
    /// Do not tie lengths to the objects they are lengths of
    #[arg(long)]
    no_relations: bool,
    /// Find every path, not only those that lead to something new
    #[arg(long)]
    exhaust: bool,
    /// Further kinds of faults to look for, separated by commas
    #[arg(long = "check", value_name = "KIND", value_delimiter = ',', value_parser = OPTIONAL_KINDS)]
    checks: Vec<String>,
    /// Frames by which alarms at one place are told apart: the place itself and the calls that lead there
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=16))]
    frames: u32,
    /// Let malloc and its like fail: error paths of running out of memory are covered too
    #[arg(long)]
    allocation_fails: bool,
    /// Evaluate every term along the way and compare it with the concrete value (slow)
    #[arg(long, hide = true)]
    paranoid: bool,
    /// Explore everything again, also what is known from an earlier run and has not changed
    #[arg(long)]
    fresh: bool,
    /// Layers of solving and passes of exploring to leave out, for comparisons
    #[arg(long, value_name = "NAME", hide = true)]
    without: Vec<String>,
}

fn bound(text: &str) -> Result<String, String> {
    DriverOptions::check_bound(text).map(|()| text.to_string())
}

impl ExploreArgs {
    /// What is asked for, from where the user is.
    pub fn request(&self) -> Result<Request> {
        let directory = std::env::current_dir().context("the current folder is gone")?;
        let budget = BudgetOptions { function: self.budget, total: self.budget_total };
        Ok(Request {
            version: request::VERSION,
            directory,
            cache: None,
            sources: self.sources.sources()?,
            functions: self.functions.clone(),
            changed_since: self.changed_since.clone(),
            config: self.config.clone(),
            output: self.output.clone(),
            search: self.search(),
            driver: self.driver(),
            budget,
            jobs: self.sources.jobs,
            replay: !self.no_replay,
            keep_all: self.keep_all,
            strict: self.strict,
            fresh: self.fresh,
            keep_replay: std::env::var_os("CRESCENDO_KEEP_REPLAY").map(PathBuf::from),
            check: None,
            command: std::env::args().collect::<Vec<_>>().join(" "),
        })
    }

    fn search(&self) -> SearchOptions {
        SearchOptions {
            strategy: self.strategy.clone(),
            criterion: self.criterion.clone(),
            seed: self.seed,
            max_runs: self.max_runs,
            max_steps: self.max_steps,
            stack: self.stack,
            exhaust: self.exhaust,
            checks: self.checks.clone(),
            frames: self.frames,
            allocation_fails: self.allocation_fails,
            paranoid: self.paranoid,
            without: self.without.clone(),
        }
    }

    fn driver(&self) -> DriverOptions {
        DriverOptions {
            callees: self.callees,
            relevance: self.relevance,
            stub: self.stub.clone(),
            keep: self.keep.clone(),
            havoc: self.havoc.clone(),
            bounds: self.bounds.clone(),
            calls: self.calls,
            initial_globals: self.globals == Globals::Initial,
            relations: !self.no_relations,
            ranges: self.ranges.map(|r| r == Switch::On),
        }
    }
}
