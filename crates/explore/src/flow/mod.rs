//! The ways control can go, whatever the inputs: places, what follows them, which goals they are.
//!
//! It never leaves out a way that a run can take (a *may* graph); that is what makes "no open edge leads there" a proof.
//! Where it cannot know (`setjmp`, code it has no sight of), `complete` is false and nothing is concluded from it.

mod calls;
mod program;
mod reach;

pub use calls::Calls;
pub use reach::{Distances, Goals};

use crescendo_program::cover::{CoverMap, GoalId};
use crescendo_program::source::PosId;
use crescendo_program::symbol::FunctionId;
use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Stands for all functions that may be called through a pointer.
pub const ANYBODY: FunctionId = FunctionId(u32::MAX);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Place(pub u32);

/// A stretch of code, or the taking of a branch's outcome.
#[derive(Clone, Debug)]
pub struct Stretch {
    pub function: FunctionId,
    pub next: Vec<Place>,
    /// Called before what is `next`.
    pub calls: Vec<FunctionId>,
    /// Covered when control is here.
    pub goals: Vec<GoalId>,
    /// The function can return from here.
    pub returns: bool,
}

#[derive(Clone, Debug, Default)]
pub struct Flow {
    pub places: Vec<Stretch>,
    pub entries: BTreeMap<FunctionId, Place>,
    /// Where control is once an outcome was taken.
    pub outcomes: BTreeMap<GoalId, Place>,
    pub complete: bool,
    /// By position in the functions whose goals count: where control is then.
    pub positions: BTreeMap<(FunctionId, PosId), Vec<Place>>,
    /// Those positions where an operation can fail.
    pub sites: BTreeSet<(FunctionId, PosId)>,
    /// Tells whose goal one is, where outcomes have no places of their own.
    pub cover: Option<Arc<CoverMap>>,
    /// By function: where it is called. Made when it is first asked for.
    callers: OnceCell<BTreeMap<FunctionId, Vec<Place>>>,
    /// This function is called again when it has returned.
    pub again: Option<FunctionId>,
}

/// A point of a run, as coarse as the proofs need it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Origin {
    pub from: From,
    /// There are callers to return to.
    pub nested: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum From {
    Outcome(GoalId),
    Entry(FunctionId),
    /// Code at a position of a function whose goals count.
    At(FunctionId, PosId),
}

impl Flow {
    /// Without any place yet. Functions that will be one place each need the map.
    pub fn new(cover: Option<Arc<CoverMap>>) -> Flow {
        Flow { complete: true, cover, ..Flow::default() }
    }

    pub fn add(&mut self, function: FunctionId) -> Place {
        self.places.push(Stretch { function, next: vec![], calls: vec![], goals: vec![], returns: false });
        Place(self.places.len() as u32 - 1)
    }

    pub fn at(&mut self, place: Place) -> &mut Stretch {
        &mut self.places[place.0 as usize]
    }

    /// A place for taking an outcome, which leads to `to`.
    pub fn add_outcome(&mut self, function: FunctionId, goal: GoalId, to: Place) -> Place {
        let place = *self.outcomes.entry(goal).or_insert_with(|| {
            self.places.push(Stretch { function, next: vec![], calls: vec![], goals: vec![goal], returns: false });
            Place(self.places.len() as u32 - 1)
        });
        if !self.at(place).next.contains(&to) {
            self.at(place).next.push(to);
        }
        place
    }

    /// `None`: unknown to the graph, so anything may follow.
    pub fn place(&self, from: From) -> Option<Place> {
        match from {
            From::Outcome(goal) => self.outcomes.get(&goal).copied().or_else(|| {
                // In a function that is one place.
                let functions = &self.cover.as_ref()?.functions;
                let owner = functions.partition_point(|f| f.goals.end <= goal.0);
                self.entries.get(&FunctionId(owner as u32)).copied()
            }),
            From::Entry(function) => self.entries.get(&function).copied(),
            From::At(..) => None,
        }
    }

    /// The same for what may be several places.
    fn starts(&self, from: From) -> Option<Vec<Place>> {
        match from {
            From::At(function, position) => self.positions.get(&(function, position)).cloned(),
            from => self.place(from).map(|p| vec![p]),
        }
    }
}
