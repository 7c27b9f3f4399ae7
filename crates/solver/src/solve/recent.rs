//! Remembers models of hard queries: the next hard query may have the same answer.
//!
//! A model is tried by evaluation, so it serves any query, also a subset or a superset of the one it comes from.

use super::{Answer, LayerStats, Query, Solve, Stats};
use crate::expr::{Assignment, Pool, Program, Scratch};
use std::collections::VecDeque;
use std::time::Instant;

const MAX_MODELS: usize = 16;

pub struct RecentModels<S> {
    inner: S,
    /// Latest first. Variables keep their numbers in every era, but a new pool has others.
    models: VecDeque<Assignment>,
    era: u64,
    program: Program,
    scratch: Scratch,
    stats: LayerStats,
}

impl<S: Solve> RecentModels<S> {
    pub fn new(inner: S) -> Self {
        RecentModels {
            inner,
            models: VecDeque::new(),
            era: 0,
            program: Program::default(),
            scratch: Scratch::default(),
            stats: LayerStats { name: "models", ..LayerStats::default() },
        }
    }

    fn known_model(&mut self, pool: &Pool, query: &Query) -> Option<Assignment> {
        if self.models.is_empty() {
            return None;
        }
        self.program.clear();
        // The flipped condition rejects most models: it goes first.
        query.constraints.iter().rev().for_each(|c| self.program.push(pool, *c));
        let at = self.models.iter().position(|m| self.program.all_true(m, &mut self.scratch))?;
        let found = self.models.remove(at)?;
        let mut model = query.hint.clone();
        for v in self.program.variables() {
            model.copy_from(&found, *v);
        }
        self.models.push_front(found);
        Some(model)
    }
}

impl<S: Solve> Solve for RecentModels<S> {
    fn name(&self) -> &'static str {
        "models"
    }

    fn solve(&mut self, pool: &Pool, query: &Query) -> Answer {
        let start = Instant::now();
        if self.era != pool.era() {
            self.program = Program::default();
            self.models.clear();
            self.era = pool.era();
        }
        self.stats.asked += 1;
        let known = self.known_model(pool, query);
        self.stats.time += start.elapsed();
        if let Some(model) = known {
            self.stats.sat += 1;
            return Answer::Sat(model);
        }
        let answer = self.inner.solve(pool, query);
        if let Answer::Sat(model) = &answer {
            self.models.push_front(model.clone());
            self.models.truncate(MAX_MODELS);
        }
        answer
    }

    fn stats(&self, out: &mut Stats) {
        out.layers.push(self.stats.clone());
        self.inner.stats(out);
    }
}
