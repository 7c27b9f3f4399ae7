//! Remembers contradictions: a query that contains a known core is unsatisfiable.

use super::{Answer, Core, LayerStats, Query, Solve, Stats};
use crate::expr::{ExprId, Pool};
use std::time::Instant;

/// Constraints kept in all cores together; then it starts anew.
const MAX_KEPT: usize = 1 << 20;
/// Longer cores rarely come again.
const MAX_CORE: usize = 64;

pub struct Cached<S> {
    inner: S,
    era: u64,
    /// By the newest term of a core: the cores.
    cores: Vec<Vec<Core>>,
    /// Terms of the present query carry its number.
    seen: Vec<u32>,
    query_number: u32,
    kept: usize,
    stats: LayerStats,
}

impl<S: Solve> Cached<S> {
    pub fn new(inner: S) -> Self {
        Cached {
            inner,
            era: 0,
            cores: Vec::new(),
            seen: Vec::new(),
            query_number: 0,
            kept: 0,
            stats: LayerStats { name: "cores", ..LayerStats::default() },
        }
    }

    fn clear(&mut self) {
        self.cores.clear();
        self.seen.clear();
        self.kept = 0;
    }

    fn known_core(&mut self, pool: &Pool, constraints: &[ExprId]) -> Option<Core> {
        if self.kept == 0 {
            return None;
        }
        self.seen.resize(self.seen.len().max(pool.len()), 0);
        self.query_number = self.query_number.wrapping_add(1);
        for c in constraints {
            self.seen[c.0 as usize] = self.query_number;
        }
        let inside = |core: &&Core| core.iter().all(|c| self.seen[c.0 as usize] == self.query_number);
        let candidates = constraints.iter().filter_map(|c| self.cores.get(c.0 as usize)).flatten();
        candidates.into_iter().find(inside).cloned()
    }

    fn keep(&mut self, core: &Core) {
        let Some(newest) = core.iter().max() else { return };
        if core.len() > MAX_CORE {
            return;
        }
        if self.kept + core.len() > MAX_KEPT {
            self.clear();
        }
        let at = newest.0 as usize;
        if self.cores.len() <= at {
            self.cores.resize(at + 1, Vec::new());
        }
        self.kept += core.len();
        self.cores[at].push(core.clone());
    }
}

impl<S: Solve> Solve for Cached<S> {
    fn name(&self) -> &'static str {
        "cores"
    }

    fn solve(&mut self, pool: &Pool, query: &Query) -> Answer {
        let start = Instant::now();
        if self.era != pool.era() {
            self.clear();
            self.era = pool.era();
        }
        self.stats.asked += 1;
        let known = self.known_core(pool, query.constraints);
        self.stats.time += start.elapsed();
        if let Some(core) = known {
            self.stats.unsat += 1;
            return Answer::Unsat(core);
        }
        let answer = self.inner.solve(pool, query);
        if let Answer::Unsat(core) = &answer {
            self.keep(core);
        }
        answer
    }

    fn stats(&self, out: &mut Stats) {
        out.layers.push(self.stats.clone());
        self.inner.stats(out);
    }
}
