//! Goals that only runs reach that fail, or that were cut. A test that ends in a fault is no evidence for what it reached before,
//! so such runs are taken up from their ends: what else could the last decisions have been? Those that were cut are taken up
//! from their beginnings. What comes of that may fail again, and is taken up too.

use super::Session;
use crate::subject::Execution;
use crate::tree::{Class, Edge};
use crescendo_program::cover::GoalId;
use crescendo_vm::cover::{Coverage, Vector};
use crescendo_vm::{Limit, Outcome};
use std::collections::VecDeque;

/// Every how many picks.
const EVERY: u64 = 6;
/// Decisions from the end of a run that are tried.
const LAST: usize = 24;
/// Runs that wait.
const MOST: usize = 64;
/// Tries without gain.
const PATIENCE: u32 = 256;

#[derive(Default)]
pub(super) struct Mending {
    /// What runs reached that end by themselves and show no fault: what tests may count.
    sound: Coverage,
    /// What others reached.
    unsound: Coverage,
    /// Decisions of failing runs, those nearest to their ends first.
    waiting: VecDeque<VecDeque<Edge>>,
    idle: u32,
}

/// Whether it ends as the program wants.
pub(super) fn is_sound(run: &Execution) -> bool {
    let ends = match run.outcome {
        Outcome::Finished { .. } => true,
        Outcome::Signalled { .. } => !run.assertion,
        _ => false,
    };
    ends && !run.ending.is_refused()
}

impl Session<'_, '_> {
    /// Takes in the last run. Says whether it is the first sound one to reach something that others did.
    pub(super) fn take_in_soundness(&mut self, run: &Execution) -> bool {
        if run.ending.is_refused() {
            return false;
        }
        let Mending { sound, unsound, .. } = &mut self.mending;
        let new: Vec<GoalId> = sound.newly(&run.coverage).into_iter().filter(|g| self.goals.contains(g)).collect();
        let vectors: Vec<Vector> = sound.new_vectors(&run.coverage).copied().collect();
        if is_sound(run) {
            let known = |v: &Vector| unsound.vectors(v.decision).any(|o| o == v);
            let first = new.iter().any(|g| unsound.is_hit(*g)) || vectors.iter().any(known);
            sound.merge(&run.coverage);
            self.mending.idle *= !first as u32;
            return first;
        }
        if new.is_empty() && vectors.is_empty() {
            return false;
        }
        unsound.merge(&run.coverage);
        if !matches!(run.outcome, Outcome::Limit(Limit::Interrupted)) && self.mending.waiting.len() < MOST {
            // What was cut goes round in a loop that it could have left at once.
            let path = self.tree.last_path().iter();
            let tried: Vec<&Edge> = match run.outcome {
                Outcome::Limit(_) => path.take(LAST).collect(),
                _ => path.rev().take(LAST).collect(),
            };
            let open = tried.into_iter().flat_map(|&at| self.tree.open_at(at));
            let edges = open.filter(|(_, spot)| self.tree.spot(*spot).class == Class::Path).map(|(edge, _)| edge);
            let edges: VecDeque<Edge> = edges.collect();
            if !edges.is_empty() {
                self.mending.waiting.push_back(edges);
            }
        }
        false
    }

    /// Tries one decision of a failing run, if something is to be had by it and it is time for that.
    pub(super) fn mend(&mut self, is_last: bool) -> bool {
        if !(is_last || self.picks.is_multiple_of(EVERY)) || self.mending.idle > PATIENCE || !self.is_anything_unsound()
        {
            return false;
        }
        while let Some(mut edges) = self.mending.waiting.pop_front() {
            let Some(edge) = edges.pop_front() else { continue };
            if !edges.is_empty() {
                self.mending.waiting.push_back(edges);
            }
            if self.tree.spot_of(edge).is_some() {
                self.mending.idle += 1;
                self.flip(edge);
                return true;
            }
        }
        false
    }

    fn is_anything_unsound(&self) -> bool {
        self.first.keys().any(|g| !self.mending.sound.is_hit(*g))
    }
}
