//! Never trust an answer unchecked: every model of the wrapped layer is evaluated against its query.
//!
//! A wrong model is counted and becomes `Unknown`, so that the next layer is asked; builds with debug assertions panic.
//! An unsat answer is checked for form only: its core must be part of the query. That the constraints of a core do
//! contradict each other is what the property tests compare with a bare solver.

use super::{Answer, LayerStats, Query, Solve, Stats, Why};
use crate::expr::{Pool, Program, Scratch};

pub struct Checked<S> {
    inner: S,
    program: Program,
    scratch: Scratch,
    wrong: u64,
}

impl<S: Solve> Checked<S> {
    pub fn new(inner: S) -> Self {
        Checked { inner, program: Program::default(), scratch: Scratch::default(), wrong: 0 }
    }
}

impl<S: Solve> Solve for Checked<S> {
    fn name(&self) -> &'static str {
        self.inner.name()
    }

    fn solve(&mut self, pool: &Pool, query: &Query) -> Answer {
        let answer = self.inner.solve(pool, query);
        let right = match &answer {
            Answer::Sat(model) => {
                self.program.clear();
                query.constraints.iter().for_each(|c| self.program.push(pool, *c));
                self.program.all_true(model, &mut self.scratch)
            }
            Answer::Unsat(core) => core.iter().all(|c| query.constraints.contains(c)),
            Answer::Unknown(_) => true,
        };
        if right {
            return answer;
        }
        self.wrong += 1;
        debug_assert!(right, "{}: {answer:?} for\n{}", self.inner.name(), pool.smt_lib(query.constraints));
        Answer::Unknown(Why::GaveUp)
    }

    fn stats(&self, out: &mut Stats) {
        let at = out.layers.len();
        self.inner.stats(out);
        match out.layers.get_mut(at) {
            Some(first) => first.wrong += self.wrong,
            None => out.layers.push(LayerStats { name: self.name(), wrong: self.wrong, ..LayerStats::default() }),
        }
    }
}
