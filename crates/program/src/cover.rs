//! What can be covered: the goals of a program, numbered.
//!
//! A *site* is a place of the source where control or a truth value is decided; each of its outcomes is a *goal*. Goals of
//! all kinds (outcomes, statements) are numbered together over the whole linked program, so a run's coverage is a bit map.

use crate::source::PosId;
use crate::symbol::FunctionId;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SiteId(pub u32);

/// A bit of the coverage map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct GoalId(pub u32);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct DecisionId(pub u32);

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SiteKind {
    /// A conditional branch: goal 0 is false, goal 1 is true (as the source condition has it).
    Branch,
    /// A condition whose value is used without a jump; goals as for a branch.
    Value,
    /// One goal per case value in ascending order, then the default.
    Switch { cases: Vec<u64>, width: u32 },
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Site {
    pub function: FunctionId,
    pub position: PosId,
    pub kind: SiteKind,
    pub first_goal: GoalId,
    /// The decision it is a condition of, and its number there.
    pub decision: Option<(DecisionId, u16)>,
}

impl Site {
    pub fn outcomes(&self) -> u32 {
        match &self.kind {
            SiteKind::Branch | SiteKind::Value => 2,
            SiteKind::Switch { cases, .. } => cases.len() as u32 + 1,
        }
    }

    pub fn goal(&self, outcome: u32) -> GoalId {
        GoalId(self.first_goal.0 + outcome)
    }
}

/// Straight-line code: all its statements are executed when its mark is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    pub function: FunctionId,
    pub position: PosId,
    pub goal: GoalId,
}

/// Where evaluation goes after a condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    Condition(u16),
    Done(bool),
}

/// A boolean expression over conditions, as short-circuit evaluation walks it. It starts at condition 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    pub function: FunctionId,
    pub position: PosId,
    pub conditions: Vec<SiteId>,
    /// Per condition: where to go when it is false, when it is true.
    pub next: Vec<[Next; 2]>,
}

/// Everything that can be covered in a linked program. Sites, statements and goals of one function are contiguous.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CoverMap {
    pub sites: Vec<Site>,
    pub statements: Vec<Statement>,
    pub decisions: Vec<Decision>,
    pub goals: u32,
}
