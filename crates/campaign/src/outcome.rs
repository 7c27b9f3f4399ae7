//! What a campaign came to, for those who show it.

use crate::results::summary::{Cause, Tally, Totals};
use crescendo_alarms::listed::Alarms;
use crescendo_suite::Figures;
use crescendo_suite::model::Replay;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// The figures of a function.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Row {
    pub name: String,
    /// In the order of `criteria::ALL`.
    pub counts: [Tally; 4],
    pub tests: usize,
    pub faults: usize,
    pub stop: String,
    pub bugs: usize,
    /// Why it could not be explored.
    pub why: Option<String>,
}

/// The figures of everything.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Closing {
    pub totals: Totals,
    pub causes: Vec<Cause>,
    pub tool_bugs: usize,
    /// Functions that were known from an earlier run.
    pub known: usize,
    pub files_failed: usize,
    pub figures: Figures,
    pub replay: Option<Replay>,
    pub left_out: Option<LeftOut>,
    pub check: Option<CheckFigures>,
    /// Somebody did not want the rest.
    pub cancelled: bool,
}

/// Runs that became no native test.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LeftOut {
    pub tests: usize,
    /// Of most of them.
    pub most: String,
}

/// What asking the callers took.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct CheckFigures {
    /// Seconds of finding faults, of asking callers about them, and of running natively what these show.
    pub exploring: f64,
    pub asking: f64,
    pub natively: f64,
    pub explorations: usize,
    /// Open faults of units, before and after callers were asked.
    pub open_before: usize,
    pub open_after: usize,
    /// Verdicts are those of an earlier run.
    pub known: bool,
}

/// What is left when a campaign is over: the figures, the alarms, and where files are.
#[derive(Clone, Debug)]
pub struct Outcome {
    pub rows: Vec<Row>,
    pub closing: Closing,
    pub alarms: Option<Alarms>,
    pub summary: PathBuf,
    pub report: PathBuf,
    pub alarms_file: Option<PathBuf>,
}
