//! An alarm and what is known about it: the one form that the filter fills in and that commands, exporters and the report show.

use crescendo_suite::export::told;
use crescendo_suite::model::{Test, UnitTests};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Inputs by access path, in words of 64 bits.
pub type Witness = BTreeMap<String, Vec<u64>>;

/// A fault that a unit can be made to show, with the verdict of its callers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Alarm {
    /// The fault, as in `docs/exit-codes.md`: `null-dereference`, `out-of-bounds`, ...
    pub kind: String,
    pub file: String,
    pub line: u32,
    /// 0 if it is not known.
    #[serde(default)]
    pub column: u32,
    /// Where the fault is.
    pub function: String,
    /// The unit that was driven; the fault may be in a function it calls.
    pub unit: String,
    pub message: String,
    /// The place and the calls that led there, innermost first, up to the unit.
    pub frames: Vec<Frame>,
    /// What was assumed, made up or cut short on the way.
    pub assumptions: Vec<String>,
    /// The witness: inputs of the unit by access path.
    pub inputs: Vec<(String, String)>,
    /// The path in words: the decisions on the way, in order.
    pub path: Vec<Step>,
    /// Runs that ended in it.
    pub seen: u64,
    /// The witness as words, for running it again; empty if it is not known. It is not written.
    #[serde(skip)]
    pub witness: Witness,
    #[serde(flatten)]
    pub judgement: Judgement,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Frame {
    pub function: String,
    pub file: String,
    pub line: u32,
}

/// A decision of a path, such as `len > 0 is true`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Step {
    pub file: String,
    pub line: u32,
    pub text: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Judgement {
    pub verdict: Verdict,
    pub strength: Strength,
    /// Why, in one line: the conflicting conditions, what was not explored, what the caller passes.
    pub why: String,
    /// The calling context, outermost caller first, the unit last; empty if the unit was judged alone.
    #[serde(default)]
    pub chain: Vec<Call>,
    /// The run from the outermost caller that was seen to fail natively.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub started: Option<Started>,
    /// A command that shows it again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reproduce: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Started {
    pub function: String,
    /// Its inputs in words, and what it finds outside.
    pub with: Vec<String>,
    /// What that run takes for granted.
    pub assumes: Vec<String>,
}

impl Started {
    pub fn new(unit: &UnitTests, test: &Test) -> Started {
        Started { function: unit.name.clone(), with: told::started(unit, test), assumes: test.assumptions.clone() }
    }
}

/// One function of a calling context.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Call {
    pub function: String,
    pub file: String,
    /// Where it calls the next one; of the last, where the fault is.
    pub line: u32,
    /// What the next one gets: its inputs by access path, and their values.
    #[serde(default)]
    pub values: Vec<(String, String)>,
}

/// In the order in which a person should read them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    Confirmed,
    Open,
    False,
}

/// How much a verdict is worth; strongest first within its verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Strength {
    /// Confirmed: the outermost caller faults natively, under the sanitizer.
    Native,
    /// Open: the outermost caller faults in the machine; natively it was not tried, or ended otherwise.
    Machine,
    /// Open: a context lets it through, but the run from the outermost caller was not seen to fault.
    Context,
    /// Open: the unit alone faults; nothing is known of its callers.
    Unit,
    /// False: no path of any caller leads to it, and all paths of the callers were explored.
    Proved,
    /// False as far as explored: no explored path leads to it, but not all paths were explored. Never a proof.
    Explored,
}
