//! How far each spot is from what is still wanted. A spot that leads to nothing wanted has no distance.

use crate::flow::{Distances, Flow};
use crate::tree::{Class, Scope, Spot, SpotId, Tree, What};
use crescendo_program::cover::GoalId;
use std::collections::{BTreeMap, BTreeSet};

/// Distance where the graph does not know.
const SOMEWHERE: u32 = 10_000;

pub struct Guide {
    pub flow: Flow,
    distances: Distances,
    /// Goals that the graph knows.
    pub placed: BTreeSet<GoalId>,
    /// By goal: how far off it counts, if it is wanted.
    wanted: BTreeMap<GoalId, u32>,
    /// Something is wanted that the graph does not know: any way may lead there.
    astray: bool,
    /// By spot.
    known: Vec<Option<u32>>,
}

impl Guide {
    pub fn new(flow: Flow) -> Guide {
        let distances = Distances::new(&flow);
        let placed = flow.places.iter().flat_map(|p| p.goals.iter().copied()).collect();
        Guide { flow, distances, placed, wanted: BTreeMap::new(), astray: false, known: Vec::new() }
    }

    /// Aims at other goals: by goal, the distance it counts as. A goal that is covered but wanted again (on another path)
    /// counts as further off than an uncovered one.
    pub fn aim(&mut self, wanted: BTreeMap<GoalId, u32>) {
        if self.wanted == wanted {
            return;
        }
        self.astray = wanted.keys().any(|g| !self.placed.contains(g));
        self.distances.aim(&self.flow, &|g| wanted.get(&g).copied());
        self.wanted = wanted;
        self.known.clear();
    }

    /// Learns of new spots. To be called before `distance`.
    pub fn refresh(&mut self, tree: &Tree) {
        let from = self.known.len();
        for (_, spot) in tree.spots().skip(from) {
            let d = self.measure(spot);
            self.known.push(d);
        }
    }

    pub fn wants(&self, goal: GoalId) -> bool {
        self.wanted.get(&goal) == Some(&0)
    }

    /// 0: taking the edge covers a goal. `None`: nothing wanted can follow.
    pub fn distance(&self, spot: SpotId) -> Option<u32> {
        self.known[spot.0 as usize]
    }

    pub fn to_exit(&self, spot: &Spot) -> u32 {
        let Scope::After(origin) = spot.scope else { return 0 };
        self.flow.place(origin.from).map_or(SOMEWHERE, |p| self.distances.to_exit(p))
    }

    fn measure(&self, spot: &Spot) -> Option<u32> {
        if spot.class == Class::Alarm || self.wanted.is_empty() {
            return None;
        }
        if let Some(goal) = spot.goal
            && let Some(d) = self.wanted.get(&goal).copied()
        {
            return Some(d);
        }
        let Scope::After(origin) = spot.scope else { return None };
        // An outcome leads somewhere definite; the rest only goes on some other way.
        let extra = match spot.what {
            What::Branch(_) | What::Switch(_) => 1,
            What::Concrete(_) => 6,
            _ => 3,
        };
        match self.flow.place(origin.from) {
            Some(place) => match self.distances.steps(place, origin.nested) {
                Some(d) => Some(d + extra),
                None => (!self.flow.complete || self.astray).then_some(SOMEWHERE),
            },
            None => Some(SOMEWHERE),
        }
    }
}
