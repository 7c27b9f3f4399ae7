//! Open edges by what they lead to. Edges of one spot differ only in their history, so strategies weigh spots (there are
//! few) and then choose among a spot's edges.

use super::checks::CheckId;
use super::node::{Edge, What};
use crate::flow::Origin;
use crescendo_program::cover::GoalId;
use crescendo_program::source::PosId;
use crescendo_program::symbol::FunctionId;
use std::collections::HashMap;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SpotId(pub u32);

/// What trying an edge is good for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Class {
    /// Another path.
    Path,
    /// Another outcome on the same path.
    Value,
    /// A fault.
    Alarm,
}

/// Which goals an edge can decide on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Scope {
    Goal(GoalId),
    /// All that may follow.
    After(Origin),
    /// No goal of coverage, but a check.
    Check(CheckId),
}

#[derive(Debug)]
pub struct Spot {
    pub class: Class,
    pub what: What,
    pub scope: Scope,
    /// The goal that taking the edge covers by itself.
    pub goal: Option<GoalId>,
    pub function: FunctionId,
    pub position: PosId,
    pub(super) edges: Vec<(u32, u32)>,
}

impl Spot {
    /// How many of its edges are open.
    pub fn len(&self) -> usize {
        self.edges.len()
    }

    pub fn is_empty(&self) -> bool {
        self.edges.is_empty()
    }
}

#[derive(PartialEq, Eq, Hash)]
struct Key {
    class: Class,
    scope: Scope,
    goal: Option<GoalId>,
    position: PosId,
    kind: std::mem::Discriminant<What>,
}

#[derive(Default)]
pub(super) struct Spots {
    pub list: Vec<Spot>,
    ids: HashMap<Key, SpotId>,
    pub open: [usize; 3],
    /// Every edge in the order it was opened; closed ones are swept out now and then.
    pub log: Vec<Edge>,
    pub epoch: u32,
}

impl Spots {
    pub fn intern(&mut self, new: Spot) -> SpotId {
        let key = Key {
            class: new.class,
            scope: new.scope,
            goal: new.goal,
            position: new.position,
            kind: std::mem::discriminant(&new.what),
        };
        *self.ids.entry(key).or_insert_with(|| {
            self.list.push(new);
            SpotId(self.list.len() as u32 - 1)
        })
    }

    /// Adds an edge; gives its place in the spot's list.
    pub fn insert(&mut self, spot: SpotId, edge: Edge) -> u32 {
        self.log.push(edge);
        let s = &mut self.list[spot.0 as usize];
        self.open[s.class as usize] += 1;
        s.edges.push((edge.node, edge.slot));
        s.edges.len() as u32 - 1
    }

    /// Takes an edge out; gives the edge that moved into its place.
    pub fn remove(&mut self, spot: SpotId, at: u32) -> Option<(u32, u32)> {
        let s = &mut self.list[spot.0 as usize];
        self.open[s.class as usize] -= 1;
        s.edges.swap_remove(at as usize);
        s.edges.get(at as usize).copied()
    }
}

/// A reader of the log of opened edges.
#[derive(Clone, Debug, Default)]
pub struct LogReader {
    pub(super) epoch: u32,
    pub(super) at: usize,
}
