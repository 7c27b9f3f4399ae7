//! What each layer was asked, what it answered, and how long it took.

use super::{Answer, Query, Solve};
use crate::expr::Pool;
use std::time::{Duration, Instant};

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LayerStats {
    pub name: &'static str,
    pub asked: u64,
    pub sat: u64,
    pub unsat: u64,
    /// Of the layer with those it wraps.
    pub time: Duration,
    /// Wrong answers caught: bugs of ours, or of the backend.
    pub wrong: u64,
}

impl LayerStats {
    pub fn answered(&self) -> u64 {
        self.sat + self.unsat
    }

    pub(super) fn count(&mut self, answer: &Answer) {
        self.asked += 1;
        match answer {
            Answer::Sat(_) => self.sat += 1,
            Answer::Unsat(_) => self.unsat += 1,
            Answer::Unknown(_) => {}
        }
    }
}

/// The figures of all layers, outermost first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    pub layers: Vec<LayerStats>,
}

impl Stats {
    pub fn of(layer: &dyn Solve) -> Stats {
        let mut s = Stats::default();
        layer.stats(&mut s);
        s
    }

    pub fn layer(&self, name: &str) -> Option<&LayerStats> {
        self.layers.iter().find(|l| l.name == name)
    }

    /// Wrong answers of any layer.
    pub fn wrong(&self) -> u64 {
        self.layers.iter().map(|l| l.wrong).sum()
    }
}

/// Counts and times a layer that does not do so itself.
pub struct Timed<S> {
    pub inner: S,
    stats: LayerStats,
}

impl<S: Solve> Timed<S> {
    pub fn new(inner: S) -> Self {
        let stats = LayerStats { name: inner.name(), ..LayerStats::default() };
        Timed { inner, stats }
    }
}

impl<S: Solve> Solve for Timed<S> {
    fn name(&self) -> &'static str {
        self.inner.name()
    }

    fn solve(&mut self, pool: &Pool, query: &Query) -> Answer {
        let start = Instant::now();
        let answer = self.inner.solve(pool, query);
        self.stats.time += start.elapsed();
        self.stats.count(&answer);
        answer
    }

    fn stats(&self, out: &mut Stats) {
        out.layers.push(self.stats.clone());
        self.inner.stats(out);
    }
}
