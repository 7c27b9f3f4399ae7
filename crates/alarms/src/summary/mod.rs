//! Function summaries: the paths of a unit as conditions on its inputs, and at each call of a function of interest what that
//! function's own inputs are, as expressions over the unit's. Serialised with `serde`; terms are a compact list
//! (`Portable`), so a summary outlives the exploration that made it.
//!
//! `record` makes one while a unit is explored; `Summary::slices` cuts it at a call; `compose` puts summaries along a
//! calling context together. What a caller does not say about an input of its callee is left open, never guessed: a formula
//! that has no model then has none for any value of it.

mod compose;
mod record;

pub use compose::{Composed, Level, compose};
pub use record::Recorder;
pub(crate) use record::fault_of;

use crescendo_solver::expr::Portable;
use crescendo_unit::Wanted;
use serde::{Deserialize, Serialize};
use std::collections::HashSet;

pub const VERSION: u32 = 2;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Summary {
    /// Of this layout.
    pub version: u32,
    pub function: String,
    pub file: String,
    /// Its inputs, by access path.
    pub inputs: Vec<Wanted>,
    pub terms: Portable,
    pub places: Vec<Place>,
    pub paths: Vec<Path>,
    /// What holds of its inputs in every run, by its place in the terms: how large they are at most.
    pub assumed: Vec<u32>,
    /// Why there may be other paths; empty if these are all.
    pub incomplete: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Place {
    pub function: String,
    pub file: String,
    pub line: u32,
    pub column: u32,
}

/// One way through the unit.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Path {
    /// What its inputs meet, in order. All of them together describe the path.
    pub conditions: Vec<Condition>,
    pub calls: Vec<CallEvent>,
    /// It ends in this fault.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<Site>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Condition {
    /// A truth value, by its place in the terms.
    pub term: u32,
    pub place: u32,
    /// The kind of fault that the operation is where this does not hold.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub check: Option<String>,
    /// Of a branch: the truth of its condition as the source has it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcome: Option<bool>,
}

/// A kind of fault at a place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Site {
    pub kind: String,
    pub place: u32,
}

/// A call of a function of interest.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CallEvent {
    pub callee: String,
    /// Where it is called.
    pub place: u32,
    /// How many conditions of the path come before it.
    pub before: usize,
    /// The callee's inputs by its own access paths, as terms. Those that are not here can be anything.
    pub inputs: Vec<(String, u32)>,
    /// Further conditions under which they are so.
    pub given: Vec<u32>,
}

/// A path up to a call.
#[derive(Clone, Copy, Debug)]
pub struct Slice<'a> {
    pub conditions: &'a [Condition],
    pub call: &'a CallEvent,
}

/// A path up to a fault: the last condition does not hold if the path itself did not fail there.
#[derive(Clone, Debug)]
pub struct Violation<'a> {
    pub conditions: &'a [Condition],
    /// Of the last condition.
    pub negated: bool,
}

/// Slices and violations that are looked for, at most; more than a formula takes.
const MOST: usize = 1000;

impl Summary {
    /// The paths that call a function, cut right before the call. Equal ones come once.
    pub fn slices(&self, callee: &str) -> Vec<Slice<'_>> {
        let mut all: Vec<Slice> = Vec::new();
        let mut seen = HashSet::new();
        for path in &self.paths {
            for call in path.calls.iter().filter(|c| c.callee == callee) {
                let conditions = &path.conditions[..call.before];
                let terms: Vec<u32> = conditions.iter().map(|c| c.term).collect();
                if all.len() < MOST && seen.insert((terms, call.place, &call.inputs, &call.given)) {
                    all.push(Slice { conditions, call });
                }
            }
        }
        all
    }

    /// The ways to a fault: where a path failed, and where one came by a check that other inputs fail. Equal ones come once.
    pub fn violations(&self, kind: &str, function: &str, line: u32) -> Vec<Violation<'_>> {
        let here = |place: u32| {
            let p = &self.places[place as usize];
            p.function == function && p.line == line
        };
        let mut all: Vec<Violation> = Vec::new();
        let mut seen = HashSet::new();
        for path in &self.paths {
            let failed = path.fault.as_ref().is_some_and(|f| f.kind == kind && here(f.place));
            let last = path.conditions.len().saturating_sub(failed as usize);
            let mut terms = Vec::new();
            for (i, c) in path.conditions.iter().enumerate() {
                terms.push(c.term);
                let fails = i < last && c.check.as_deref() == Some(kind) && here(c.place);
                if fails && all.len() < MOST && seen.insert((terms.clone(), true)) {
                    all.push(Violation { conditions: &path.conditions[..=i], negated: true });
                }
            }
            if failed && all.len() < MOST && seen.insert((terms, false)) {
                all.push(Violation { conditions: &path.conditions, negated: false });
            }
        }
        all
    }
}
