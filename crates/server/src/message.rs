//! What a campaign's process tells the service, a line of JSON each, and what the service tells it.
//!
//! Campaigns run in processes of their own, which may be confined (`crescendo-confined`): the service never touches uploaded code, and a
//! campaign that takes too much or falls over takes nobody with it. Nothing that comes from there is trusted: it is parsed,
//! bounded and escaped like any other input.

use crescendo_campaign::Request;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;

/// The first line that a campaign's process gets.
#[derive(Serialize, Deserialize)]
pub struct Order {
    /// Of these messages, and of everything below: both sides must be the same.
    pub protocol: u32,
    pub build: String,
    pub request: Request,
    /// Where results of functions are kept, for the next campaign of the project.
    pub store: std::path::PathBuf,
    /// Begins the names of the project's files; people do not want to see it.
    pub project: std::path::PathBuf,
    /// Functions are explored by workers, elsewhere: jobs are told instead of done.
    pub elsewhere: bool,
}

/// Raised whenever a message changes.
pub const PROTOCOL: u32 = 3;

/// A later line: end soon, keep what there is. So does the end of its input. Other lines are `RelayEvent`s of the cluster.
pub const CANCEL: &str = "cancel";

/// The bundle's name in the output folder.
pub const BUNDLE: &str = "bundle.tar.gz";

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Message {
    /// Something happened, as pages show it.
    Event(Value),
    Function(FunctionRow),
    Alarm(AlarmRow),
    Gap(GapRow),
    /// What workers need lies in the campaign's output folder (`BUNDLE`).
    Bundle,
    /// A function to be explored by a worker: a `Job`, which the service does not look into.
    Job {
        id: u64,
        seconds: f64,
        job: Box<RawValue>,
    },
    /// The last line, if all went well.
    Done(Box<Figures>),
    /// The last line otherwise.
    Failed {
        why: String,
    },
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
pub struct Tally {
    pub covered: i64,
    /// Proved to be out of every input's reach.
    pub infeasible: i64,
    pub total: i64,
}

impl Tally {
    /// As the database has it.
    pub fn text(&self) -> String {
        format!("{} {} {}", self.covered, self.infeasible, self.total)
    }

    pub fn read(text: &str) -> Tally {
        let mut numbers = text.split(' ').map(|n| n.parse().unwrap_or(0));
        let mut next = || numbers.next().unwrap_or(0);
        Tally { covered: next(), infeasible: next(), total: next() }
    }

    pub fn open(&self) -> i64 {
        (self.total - self.covered - self.infeasible).max(0)
    }
}

impl From<crescendo_campaign::results::summary::Tally> for Tally {
    fn from(t: crescendo_campaign::results::summary::Tally) -> Tally {
        Tally { covered: t.covered.into(), infeasible: t.infeasible.into(), total: t.total.into() }
    }
}

/// Names of the criteria, in the order of tallies.
pub const CRITERIA: [&str; 4] = ["Statement", "Branch", "MC/DC", "Boundary"];

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, utoipa::ToSchema)]
pub struct FunctionRow {
    pub name: String,
    pub file: String,
    pub line: i64,
    /// Statement, branch, MC/DC, boundary.
    pub tallies: [Tally; 4],
    /// Goals of all criteria that are neither covered nor proved to be out of reach.
    pub open: i64,
    pub tests: i64,
    pub faults: i64,
    pub seconds: f64,
    pub stop: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
pub struct AlarmRow {
    /// The same for the same fault in another version of the program.
    pub fingerprint: String,
    pub kind: String,
    /// confirmed, open or false.
    pub verdict: String,
    pub file: String,
    pub line: i64,
    pub function: String,
    pub message: String,
    pub why: String,
    /// Why it is to be ignored, by the project's own word.
    pub suppressed: Option<String>,
}

/// A goal that no test covers, and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
pub struct GapRow {
    /// The same for the same goal in another campaign, wherever its function stands in the file.
    pub mark: String,
    pub function: String,
    pub file: String,
    pub line: i64,
    pub column: i64,
    pub criterion: String,
    pub goal: String,
    /// infeasible; conditional: infeasible if all hypotheses hold; or unknown.
    pub verdict: String,
    pub reason: String,
    /// What would help.
    pub help: String,
    pub hypotheses: Vec<String>,
    /// Of what the function says: a justification holds for as long as it is the same.
    pub content: String,
}

/// A campaign in few figures.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, utoipa::ToSchema)]
pub struct Figures {
    pub functions: i64,
    pub tests: i64,
    pub faults: i64,
    pub runs: i64,
    /// Statement, branch, MC/DC, boundary.
    pub tallies: [Tally; 4],
    /// Functions that were known from an earlier campaign.
    pub known: i64,
    pub files_failed: i64,
    pub tool_bugs: i64,
    /// Tests that were run natively, and those of them that did what the machine said.
    pub replayed: i64,
    pub agreed: i64,
    /// Confirmed, open and false alarms; absent if nobody asked.
    pub alarms: Option<[i64; 3]>,
    pub cancelled: bool,
    /// The program that ran it, with its build; empty in campaigns of earlier versions.
    #[serde(default)]
    pub tool: String,
}
