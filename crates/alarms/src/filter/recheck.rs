//! A refutation is believed only if a second, bare solver refutes it too.
//!
//! The layers of `Stack` answer most questions without an SMT solver. A verdict that filters an alarm rests on refutations, so
//! each is asked again of Bitwuzla alone (of Z3, where that is built in), on the contradicting conditions alone.

use crescendo_solver::expr::{Assignment, Pool};
#[cfg(not(feature = "z3"))]
use crescendo_solver::solve::bitwuzla::Bitwuzla as Bare;
#[cfg(feature = "z3")]
use crescendo_solver::solve::z3::Z3 as Bare;
use crescendo_solver::solve::{Answer, Limits, Query, Solve, Stack, Stats, Why};

#[derive(Default)]
pub struct Rechecked {
    layers: Stack,
    bare: Bare,
    /// Refutations that the bare solver does not confirm. Each became an unknown.
    pub doubted: u64,
}

impl Solve for Rechecked {
    fn name(&self) -> &'static str {
        "rechecked"
    }

    fn solve(&mut self, pool: &Pool, query: &Query) -> Answer {
        let answer = self.layers.solve(pool, query);
        let Answer::Unsat(core) = &answer else { return answer };
        let hint = Assignment::new();
        // What is quick for the layers need not be for a solver alone.
        let steps = query.limits.steps.max(Limits::default().steps);
        let limits = Limits { steps, ..query.limits };
        match self.bare.solve(pool, &Query { constraints: core, hint: &hint, limits }) {
            Answer::Unsat(_) => answer,
            Answer::Sat(_) => {
                self.doubted += 1;
                Answer::Unknown(Why::GaveUp)
            }
            // It may be asked again with more time.
            unknown => unknown,
        }
    }

    fn stats(&self, out: &mut Stats) {
        self.layers.stats(out);
    }
}
