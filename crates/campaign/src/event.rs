//! What happens in a campaign, as data: the only thing a front end sees while it runs.
//!
//! Events are numbered without gaps, so that somebody who reconnects can ask for what was missed. Everything in them can be
//! written down and read again. Fields are only ever added; a change of meaning is a new version.

use crate::function::record::{Name, Record};
use crate::outcome::{Closing, Row};
use crescendo_suite::model::Replay;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;
use std::sync::Arc;

/// Of the layout of events.
pub const VERSION: u32 = 1;

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Event {
    pub version: u32,
    /// From 0 on.
    pub number: u64,
    #[serde(flatten)]
    pub what: What,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
pub enum What {
    /// The project was read; so many files are compiled, or known from before.
    Reading {
        files: usize,
    },
    Compiled {
        file: PathBuf,
        outcome: Compiled,
    },
    /// Something a person should know.
    Note {
        level: Level,
        text: String,
    },
    /// What will be explored.
    Planned(Planned),
    FunctionStarted {
        function: Name,
    },
    FunctionProgress {
        function: Name,
        runs: u64,
        covered: u32,
        goals: u32,
    },
    /// With all that was found. `known`: by an earlier campaign.
    FunctionFinished {
        function: Name,
        known: bool,
        record: Arc<Record>,
    },
    /// A caller is asked about the faults of what it calls: so many of them are settled.
    CallersAsked {
        caller: String,
        settled: usize,
        alarms: usize,
    },
    /// The tests were run natively.
    Replayed(Replay),
    /// The figures of a function, now that all tests are known.
    Counted(Row),
    Written {
        what: Artifact,
        path: PathBuf,
    },
    /// The last event of a campaign that came to its end.
    Finished(Box<Closing>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Compiled {
    /// The cache had it.
    Cached,
    Compiled,
    Failed,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Level {
    Error,
    Warning,
    /// What is looked at is not what the user may think.
    Note,
    /// For those who want to know everything.
    Remark,
    /// Warnings of the compiler, in its own words.
    Compiler,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Planned {
    pub functions: Vec<Name>,
    /// Functions that are explored at the same time.
    pub jobs: usize,
    /// Seconds for one function, and for all of them together as they would take one after the other.
    pub budget: f64,
    pub total: f64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Artifact {
    Summary,
    Suite,
    Tests,
    Report,
    Alarms,
    Sarif,
}

/// Numbers what happens and passes it on.
pub struct Teller<'a> {
    to: &'a mut dyn FnMut(Event),
    next: u64,
}

impl<'a> Teller<'a> {
    pub fn new(to: &'a mut dyn FnMut(Event)) -> Teller<'a> {
        Teller { to, next: 0 }
    }

    pub fn tell(&mut self, what: What) {
        (self.to)(Event { version: VERSION, number: self.next, what });
        self.next += 1;
    }

    pub fn note(&mut self, level: Level, text: impl ToString) {
        self.tell(What::Note { level, text: text.to_string() });
    }
}
