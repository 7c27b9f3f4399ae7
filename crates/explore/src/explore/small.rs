//! Small values: the ways round a first run that crashes (FTCC) and round a huge solver value that does (USV).

use super::Session;
use crate::subject::Execution;
use crescendo_program::source::PosId;
use crescendo_solver::expr::{Assignment, ExprId, Program, Scratch};
use crescendo_solver::solve::Answer;
use crescendo_vm::Outcome;

/// Retries per place of a fault.
const TRIES: u32 = 2;

impl Session<'_, '_> {
    /// Every input a small number, not 0.
    pub(super) fn small_random(&mut self) -> Assignment {
        let mut input = Assignment::new();
        for (v, width) in self.variables() {
            let most = if width >= 4 { 15 } else { (1 << width) - 1 };
            input.set(v, 1 + self.rng.below(most) as u64);
        }
        // What no run has, such as objects larger than their bound.
        let assumed = self.subject.assumptions();
        let mut scratch = Scratch::default();
        for term in assumed {
            let holds = Program::new(self.subject.pool(), &[term]);
            if holds.values(&input, &mut scratch)[0][0] == 0 {
                holds.variables().iter().for_each(|v| input.set(*v, 0));
            }
        }
        input
    }

    /// A run that was made for something else ended in a fault: the same way again, with its huge values small.
    pub(super) fn retry_small(&mut self, run: &Execution, input: &Assignment, mut constraints: Vec<ExprId>) {
        let Outcome::ProgramFault(fault) = &run.outcome else { return };
        let tries = self.small_tries.entry((fault.kind, run.fault.map_or(PosId::NONE, |f| f.1))).or_default();
        *tries += 1;
        if *tries > TRIES {
            return;
        }
        let mut huge = false;
        for (v, width) in self.variables() {
            if !(16..=64).contains(&width) {
                continue;
            }
            // Within 128 of zero, either sign.
            let centred = input.get(v).wrapping_add(128) & (u64::MAX >> (64 - width));
            if centred >= 256 {
                huge = true;
                let pool = self.subject.pool();
                let (term, half, bound) = (pool.var(v), pool.constant(128, width), pool.constant(256, width));
                let centred = pool.add(term, half);
                constraints.push(pool.ult(centred, bound));
            }
        }
        if huge && let Answer::Sat(input) = self.ask(&constraints, input) {
            self.run(input, None);
        }
    }
}
