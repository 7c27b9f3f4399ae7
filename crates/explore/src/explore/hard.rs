//! Questions the solver could not answer quickly. They are put off, so that one of them does not take the time of all that is
//! easy, and asked again with all patience when nothing else is left.

use super::{Session, text};
use crate::aim::Target;
use crate::result::Reason;
use crate::tree::{Edge, SpotId, WeakId};
use crescendo_solver::expr::{Assignment, ExprId};
use crescendo_solver::solve::{Answer, Limits, Why};
use std::collections::VecDeque;
use std::sync::Arc;

/// The first try gets this part of the steps. Time decides nothing, or a busy machine would find something else.
const QUICK: u64 = 20;
/// It gets this part of the time too, but so many milliseconds at least.
const PART: u64 = 16;
const LEAST: u64 = 20;
/// Questions kept; more than that are given up.
const MOST: usize = 256;

/// What a question was asked for.
#[derive(Clone, Copy)]
pub(super) enum From {
    Edge { edge: Edge, weak: WeakId, spot: SpotId },
    Wish(Target),
}

struct Question {
    from: From,
    conditions: Vec<ExprId>,
    assumed: Vec<ExprId>,
    hint: Arc<Assignment>,
}

#[derive(Default)]
pub(super) struct Hard(VecDeque<Question>);

impl Hard {
    /// Visits the terms that are needed.
    pub fn roots(&mut self, visit: &mut dyn FnMut(&mut ExprId)) {
        for q in &mut self.0 {
            q.conditions.iter_mut().chain(&mut q.assumed).for_each(&mut *visit);
        }
    }
}

impl Session<'_, '_> {
    pub(super) fn quick_limits(&self) -> Limits {
        let l = self.patient_limits();
        // With a budget of time one question must not take all of it: nothing is reproducible then anyway.
        let part = self.options.budget.time.map_or(l.millis, |t| (t.whole().as_millis() as u64 / PART).max(LEAST));
        Limits { steps: (l.steps / QUICK).max(1), millis: l.millis.min(part), ..l }
    }

    /// No question outlasts the budget.
    fn patient_limits(&self) -> Limits {
        self.within_budget(self.options.limits)
    }

    pub(super) fn put_off(&mut self, from: From, conditions: Vec<ExprId>, assumed: Vec<ExprId>, hint: Arc<Assignment>) {
        if self.hard.0.len() < MOST {
            if let From::Wish(target) = from {
                self.wishes.put_off(target);
            }
            self.hard.0.push_back(Question { from, conditions, assumed, hint });
        } else if let From::Wish(target) = from {
            self.wishes.lose(target, Reason::Solver(text(&Why::Budget)));
        }
    }

    /// Asks the next question that was put off; `false` if there is none.
    pub(super) fn try_hard(&mut self) -> bool {
        let Some(Question { from, conditions, assumed, hint }) = self.hard.0.pop_front() else { return false };
        let worth = match from {
            From::Edge { spot, .. } => {
                self.guide.refresh(&self.tree);
                self.view().useful(spot)
            }
            From::Wish(target) => self.wants(target),
        };
        if let From::Wish(target) = from {
            self.wishes.taken_up(target);
        }
        if !worth {
            return true;
        }
        match (self.ask_within(&conditions, &hint, self.patient_limits()), from) {
            (Answer::Sat(input), From::Edge { edge, .. }) => {
                let aimed = Some(edge).filter(|&e| self.tree.node(e).is_some());
                self.run(input, aimed);
            }
            (Answer::Sat(input), From::Wish(_)) => drop(self.run(input, None)),
            (Answer::Unsat(core), From::Edge { edge, weak, spot }) => {
                let scope = self.tree.spot(spot).scope;
                if self.leans_on(&core, &assumed, scope).is_none() {
                    self.tree.refute_late(edge, weak);
                }
            }
            (Answer::Unsat(core), From::Wish(target)) => match self.leans_on(&core, &assumed, self.scope_of(target)) {
                Some(reason) => self.wishes.lose(target, reason),
                None => self.wishes.refuted(target),
            },
            (Answer::Unknown(why), From::Wish(target)) => self.wishes.lose(target, Reason::Solver(text(&why))),
            // It stays given up.
            (Answer::Unknown(_), From::Edge { .. }) => {}
        }
        self.tidy();
        true
    }
}
