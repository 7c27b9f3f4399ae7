//! The layers put together.

use super::bitwuzla::{Bitwuzla, Interpolate, NoInterpolant};
use super::cheap::Cheap;
use super::tidy::Tidied;
use super::{
    Answer, Cached, Checked, FirstAnswer, LayerStats, Limits, Query, RecentModels, Sliced, Solve, Stats, Timed,
};
use crate::expr::{ExprId, Pool};
use std::time::Instant;

/// Which layers there are. Each can be left out, to see what it is good for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layers {
    pub slice: bool,
    pub cores: bool,
    pub cheap: bool,
    pub models: bool,
    pub tidy: bool,
    pub smt: bool,
}

impl Layers {
    pub const ALL: Layers = Layers { slice: true, cores: true, cheap: true, models: true, tidy: true, smt: true };
    pub const NONE: Layers =
        Layers { slice: false, cores: false, cheap: false, models: false, tidy: false, smt: false };
}

impl Default for Layers {
    fn default() -> Self {
        Layers::ALL
    }
}

/// What the rest of the tool asks.
pub struct Stack {
    layers: Box<dyn Solve>,
    /// Not one of the layers: interpolants are asked for rarely, and with another solver setup.
    interpolator: Bitwuzla,
    stats: LayerStats,
}

impl Default for Stack {
    fn default() -> Self {
        Stack::new(Layers::ALL)
    }
}

impl Stack {
    pub fn new(l: Layers) -> Stack {
        Stack::with_smt(l, Bitwuzla::new())
    }

    /// With another SMT solver. From the inside out: solvers, what they remember, and what they need not see.
    pub fn with_smt(l: Layers, smt: impl Solve + 'static) -> Stack {
        let mut solvers: Vec<Box<dyn Solve>> = Vec::new();
        if l.cheap {
            solvers.push(Box::new(Checked::new(Timed::new(Cheap::new()))));
        }
        if l.smt {
            let mut smt: Box<dyn Solve> = Box::new(Timed::new(smt));
            if l.tidy {
                smt = Box::new(Tidied::new(smt));
            }
            if l.models {
                smt = Box::new(RecentModels::new(smt));
            }
            solvers.push(Box::new(Checked::new(smt)));
        }
        let mut all: Box<dyn Solve> = Box::new(FirstAnswer(solvers));
        if l.cores {
            all = Box::new(Cached::new(all));
        }
        if l.slice {
            all = Box::new(Sliced::new(all));
        }
        // The layers within check slices; the slice itself is checked as a whole where time does not matter.
        if cfg!(debug_assertions) {
            all = Box::new(Checked::new(all));
        }
        let stats = LayerStats { name: "all", ..LayerStats::default() };
        Stack { layers: all, interpolator: Bitwuzla::new(), stats }
    }

    /// The figures of all layers together, then of each.
    pub fn figures(&self) -> Stats {
        Stats::of(self)
    }
}

impl Solve for Stack {
    fn name(&self) -> &'static str {
        "all"
    }

    fn solve(&mut self, pool: &Pool, query: &Query) -> Answer {
        let start = Instant::now();
        let answer = self.layers.solve(pool, query);
        self.stats.time += start.elapsed();
        self.stats.count(&answer);
        answer
    }

    fn stats(&self, out: &mut Stats) {
        out.layers.push(self.stats.clone());
        self.layers.stats(out);
    }
}

impl Interpolate for Stack {
    fn interpolant(
        &mut self,
        pool: &mut Pool,
        a: &[ExprId],
        b: &[ExprId],
        limits: Limits,
    ) -> Result<ExprId, NoInterpolant> {
        self.interpolator.interpolant(pool, a, b, limits)
    }
}
