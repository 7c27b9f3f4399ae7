//! Answers to path queries, in layers.
//!
//! Every layer is a `Solve`; some wrap others (`slice`, `cache`, `checked`), some answer by themselves (`cheap`,
//! `bitwuzla`, `z3`). `stack` puts them together. Invariants every layer keeps:
//! * `Sat` satisfies all constraints and differs from the hint only in variables of the query; `Unsat` names
//!   constraints of the query that contradict each other;
//! * what it cannot answer within the limits is `Unknown`, never a crash or a hang;
//! * the same queries in the same order get the same answers, as long as only step limits are met;
//! * what it remembers by term number is forgotten when `Pool::era` changes.

pub mod bitwuzla;
mod cache;
pub mod cheap;
mod checked;
mod first;
mod recent;
mod slice;
pub mod stack;
mod stats;
mod tidy;
#[cfg(feature = "z3")]
pub mod z3;

pub use cache::Cached;
pub use checked::Checked;
pub use first::FirstAnswer;
pub use recent::RecentModels;
pub use slice::Sliced;
pub use stack::{Layers, Stack};
pub use stats::{LayerStats, Stats, Timed};

use crate::expr::{Assignment, ExprId, Pool};

/// How much work an answer is worth. Steps are counted the same on every machine; time and memory are the safety net.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Questions "may I go on?" that the SMT solver may ask; fewer where the query is so large that each takes long.
    pub steps: u64,
    pub millis: u64,
    /// Of the whole process; 0 is no limit.
    pub memory_mb: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { steps: 100_000, millis: 60_000, memory_mb: 0 }
    }
}

/// Can all of these be true at once?
#[derive(Clone, Copy)]
pub struct Query<'a> {
    /// Terms of 1 bit. In concolic use: a path prefix, and the last condition flipped.
    pub constraints: &'a [ExprId],
    /// The inputs of the run it comes from. Usually satisfies all constraints but the last; answers stay close to it.
    pub hint: &'a Assignment,
    pub limits: Limits,
}

/// Constraints that cannot all be true.
pub type Core = Vec<ExprId>;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    Sat(Assignment),
    Unsat(Core),
    Unknown(Why),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Why {
    /// The layer is incomplete and gave up.
    GaveUp,
    /// Steps or time are used up.
    Budget,
    Memory,
    /// Something no backend can express.
    Unsupported(String),
}

/// One layer. It may move between threads, not be shared by them.
pub trait Solve: Send {
    fn name(&self) -> &'static str;

    fn solve(&mut self, pool: &Pool, query: &Query) -> Answer;

    /// Adds this layer's figures, and those of the layers it wraps, outermost first.
    fn stats(&self, out: &mut Stats);
}

impl Solve for Box<dyn Solve> {
    fn name(&self) -> &'static str {
        (**self).name()
    }

    fn solve(&mut self, pool: &Pool, query: &Query) -> Answer {
        (**self).solve(pool, query)
    }

    fn stats(&self, out: &mut Stats) {
        (**self).stats(out)
    }
}
