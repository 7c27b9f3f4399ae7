//! The question the loop asks a solver. Mirrors `crescendo_solver::solve`, until that is merged.

use crescendo_solver::expr::{Assignment, ExprId, Pool};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    pub steps: u64,
    pub millis: u64,
    pub memory_mb: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { steps: 100_000, millis: 10_000, memory_mb: 0 }
    }
}

#[derive(Clone, Copy)]
pub struct Query<'a> {
    pub constraints: &'a [ExprId],
    pub hint: &'a Assignment,
    pub limits: Limits,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    Sat(Assignment),
    Unsat(Vec<ExprId>),
    Unknown(Why),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Why {
    GaveUp,
    Budget,
    Memory,
    Unsupported(String),
}

pub trait Solve {
    fn solve(&mut self, pool: &Pool, query: &Query) -> Answer;
}
