//! One event of the paths that come through it, and what became of each way on.

use super::spots::SpotId;
use crescendo_number::wide::Words;
use crescendo_program::cover::SiteId;
use crescendo_program::source::PosId;
use crescendo_program::symbol::FunctionId;
use crescendo_solver::expr::{Assignment, ExprId};
use crescendo_vm::FaultKind;
use crescendo_vm::trace::{Concretised, Event, EventKind};
use smallvec::SmallVec;
use std::sync::Arc;

/// A way on from a node, open or not. `stamp` tells an old name from a new node in the same room.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Edge {
    pub node: u32,
    pub slot: u32,
    pub stamp: u32,
}

pub(super) const NONE: u32 = u32::MAX;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    Branch(SiteId),
    Value(SiteId),
    Switch(SiteId),
    Fork,
    Check(FaultKind),
    Concrete(Concretised),
    Assume,
}

impl What {
    pub fn of(event: &Event) -> What {
        match event.kind {
            EventKind::Branch { site, .. } => What::Branch(site),
            EventKind::Value { site, .. } => What::Value(site),
            EventKind::Switch { site, .. } => What::Switch(site),
            EventKind::Fork { .. } => What::Fork,
            EventKind::Check { fault, .. } => What::Check(fault),
            EventKind::Concrete { reason, .. } => What::Concrete(reason),
            EventKind::Assume => What::Assume,
        }
    }

    pub fn site(self) -> Option<SiteId> {
        match self {
            What::Branch(s) | What::Value(s) | What::Switch(s) => Some(s),
            _ => None,
        }
    }
}

/// What became of a way on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    /// Not tried; its spot and its place in the spot's list.
    Open {
        spot: SpotId,
        at: u32,
    },
    Child(u32),
    /// A path ends here, or (at a value) the outcome was seen.
    Ended,
    /// Everything below was settled and forgotten.
    Done,
    Infeasible,
    /// Given up; the number of the weakness.
    Weak(u32),
    /// Nothing to gain: the goal is covered, the fault known, or an assumption excludes it.
    Closed,
}

/// Slots: of two ways 0 is false, fault, or refused; of a switch the outcome; of a value 0 and 1, and 2 is what comes after
/// either; of a concretisation 0 is any other value, then the values seen.
#[derive(Debug)]
pub struct Node {
    pub what: What,
    /// The condition of slot 1; of a switch and a concretisation the value itself.
    pub term: ExprId,
    pub function: FunctionId,
    pub position: PosId,
    /// Active calls.
    pub calls: u32,
    /// Events above it.
    pub depth: u32,
    /// How often its site was passed before on the path.
    pub iteration: u32,
    /// Inputs that come here.
    pub input: Arc<Assignment>,
    pub(super) parent: u32,
    pub(super) parent_slot: u32,
    pub(super) stamp: u32,
    /// Open ways in the whole subtree.
    pub(super) open: u32,
    pub(super) ways: SmallVec<[State; 2]>,
    /// Of a concretisation: each value seen and its condition.
    pub(super) values: Vec<(Words, ExprId)>,
}

/// The slot after a value's outcomes.
pub(super) const ONWARD: u32 = 2;
