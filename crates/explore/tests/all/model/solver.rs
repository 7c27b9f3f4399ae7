//! A solver that tries every value of the variables in question, in order.

use crescendo_solver::expr::{Pool, Program, Scratch};
use crescendo_solver::solve::{Answer, Query, Solve, Stats, Why};

#[derive(Default)]
pub struct BruteForce {
    /// Bits of all variables together before it gives up.
    pub bits: u32,
    /// Gives up on these queries, counted from 0.
    pub refuse: Vec<u64>,
    pub asked: u64,
}

impl BruteForce {
    pub fn new() -> BruteForce {
        BruteForce { bits: 20, ..BruteForce::default() }
    }
}

impl Solve for BruteForce {
    fn name(&self) -> &'static str {
        "brute force"
    }

    fn stats(&self, _out: &mut Stats) {}

    fn solve(&mut self, pool: &Pool, query: &Query) -> Answer {
        self.asked += 1;
        if self.refuse.contains(&(self.asked - 1)) {
            return Answer::Unknown(Why::Budget);
        }
        let program = Program::new(pool, query.constraints);
        let variables: Vec<_> = program.variables().iter().map(|&v| (v, pool.variable(v).width)).collect();
        let bits: u32 = variables.iter().map(|v| v.1).sum();
        if bits > self.bits {
            return Answer::Unknown(Why::GaveUp);
        }
        let mut scratch = Scratch::default();
        let mut model = query.hint.clone();
        for n in 0..1u64 << bits {
            let mut rest = n;
            for &(v, width) in &variables {
                model.set(v, rest & ((1 << width) - 1));
                rest >>= width;
            }
            if program.all_true(&model, &mut scratch) {
                return Answer::Sat(model);
            }
        }
        Answer::Unsat(query.constraints.to_vec())
    }
}
