//! Concrete values set free: where only the value of a size or address stands in the way of a goal, another one is asked for.

use super::Session;
use crate::strategy::Feedback;
use crate::tree::{Conditions, SpotId};
use crescendo_solver::expr::{Assignment, ExprId};
use crescendo_solver::solve::Answer;

/// Tries per goal.
const TRIES: u32 = 16;

impl Session<'_, '_> {
    /// The edge was refuted. If values made concrete on its way are part of the reason, the same without them: such inputs
    /// take another way, but likely come to the same place.
    pub(super) fn loosen(
        &mut self,
        spot: SpotId,
        core: &[ExprId],
        conditions: &Conditions,
        hint: &Assignment,
        feedback: &mut Feedback,
    ) {
        let Some(goal) = self.tree.spot(spot).goal.filter(|&g| self.goals.contains(&g) && !self.covered.is_hit(g))
        else {
            return;
        };
        if !core.iter().any(|t| conditions.concrete.contains(t)) {
            return;
        }
        let tries = self.loose_tries.entry(goal).or_default();
        *tries += 1;
        if *tries > TRIES {
            return;
        }
        let free: Vec<ExprId> = conditions.terms.iter().copied().filter(|t| !conditions.concrete.contains(t)).collect();
        if let Answer::Sat(input) = self.ask(&free, hint) {
            let ran = self.run(input, None);
            feedback.ran = true;
            feedback.gained = ran.gained;
        }
    }
}
