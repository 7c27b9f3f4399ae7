//! MC/DC: looks for evaluations of decisions that make a pair with one seen.
//!
//! Where conditions are branches, another evaluation is another path: the outcomes of undecided decisions stay wanted, so
//! the search goes on there. Where conditions are values without a jump, one path holds many evaluations, and we wish for
//! those that would complete a pair.

use super::{Aims, Seen, Target, Wish};
use crate::criteria::{condition_covered, wanted};
use crescendo_program::cover::{CoverMap, DecisionId, GoalId, SiteKind};
use crescendo_program::symbol::FunctionId;
use crescendo_solver::expr::{ExprId, Pool};
use crescendo_vm::cover::{Coverage, Vector};
use crescendo_vm::trace::{Event, EventKind};
use std::collections::BTreeMap;
use std::sync::Arc;

pub struct McdcAim {
    map: Arc<CoverMap>,
    seen: Coverage,
    /// Conditions not shown to decide yet.
    open: Vec<(DecisionId, u16)>,
    tries: BTreeMap<Target, u32>,
}

/// Evaluations wished for at once, per condition.
const PER_CONDITION: usize = 4;
/// Wishes for one condition in all.
const TRIES: u32 = 100;

impl McdcAim {
    pub fn new(map: &Arc<CoverMap>, unit: &[FunctionId]) -> McdcAim {
        let decisions = unit.iter().flat_map(|&f| map.of_function(f).decisions).map(DecisionId);
        let open = decisions
            .filter(|&d| map.decision(d).conditions.len() > 1)
            .flat_map(|d| (0..map.decision(d).conditions.len() as u16).map(move |c| (d, c)))
            .collect();
        McdcAim { map: map.clone(), seen: Coverage::new(map.goals), open, tries: BTreeMap::new() }
    }

    fn number(&self, decision: DecisionId, condition: u16) -> Target {
        Target::Own { criterion: "mcdc", number: decision.0 << 6 | condition as u32 }
    }

    fn has_values(&self, d: DecisionId) -> bool {
        self.map.decision(d).conditions.iter().any(|&s| self.map.site(s).kind == SiteKind::Value)
    }

    /// Wishes at one evaluation of a decision: its events are those of `events[from..]` in the same frame.
    fn wish(&self, events: &[Event], from: usize, d: DecisionId, pool: &mut Pool) -> Vec<Wish> {
        let evaluation = evaluation(&self.map, events, from, d);
        let mut wishes = Vec::new();
        for &(id, condition) in self.open.iter().filter(|o| o.0 == d) {
            for w in wanted(&self.map, &self.seen, id, condition, PER_CONDITION) {
                let Some(extra) = self.conditions(events, from, &evaluation, &w.vector, pool) else { continue };
                wishes.push(Wish { at: from, extra, target: self.number(id, condition) });
            }
        }
        wishes
    }

    /// What must hold for the wanted evaluation; `None` if it goes another way than the run did.
    fn conditions(
        &self,
        events: &[Event],
        from: usize,
        evaluation: &[(usize, u16)],
        v: &Vector,
        pool: &mut Pool,
    ) -> Option<Vec<ExprId>> {
        let last = evaluation.last()?.0;
        let looked_at = evaluation.iter().fold(0, |all, e| all | 1 << e.1);
        if v.evaluated & !looked_at != 0 {
            return None;
        }
        let mut all = Vec::new();
        for (i, event) in events.iter().enumerate().take(last + 1).skip(from) {
            let condition = evaluation.iter().find(|e| e.0 == i).map(|e| 1 << e.1).filter(|bit| v.evaluated & bit != 0);
            match (event.kind, condition) {
                (EventKind::Value { outcome, .. }, Some(bit)) => {
                    let same = outcome == (v.values & bit != 0);
                    all.push(if same { event.holds } else { pool.not(event.holds) });
                }
                (EventKind::Branch { outcome, .. }, Some(bit)) if outcome != (v.values & bit != 0) => return None,
                _ if event.constrains() => all.push(event.holds),
                _ => {}
            }
        }
        Some(all)
    }
}

/// The events of one evaluation of a decision, each with its condition.
fn evaluation(map: &CoverMap, events: &[Event], from: usize, d: DecisionId) -> Vec<(usize, u16)> {
    let mut found: Vec<(usize, u16)> = Vec::new();
    for (i, event) in events.iter().enumerate().skip(from) {
        if event.depth < events[from].depth {
            break;
        }
        let Some((id, condition, _)) = condition_of(map, event).filter(|c| c.0 == d) else { continue };
        // It starts again, or has ended.
        if event.depth != events[from].depth || found.last().is_some_and(|f| f.1 >= condition) {
            break;
        }
        debug_assert_eq!(id, d);
        found.push((i, condition));
    }
    found
}

fn condition_of(map: &CoverMap, event: &Event) -> Option<(DecisionId, u16, bool)> {
    let (EventKind::Branch { site, outcome, .. } | EventKind::Value { site, outcome, .. }) = event.kind else {
        return None;
    };
    map.site(site).decision.map(|(d, c)| (d, c, outcome))
}

impl Aims for McdcAim {
    fn observe(&mut self, seen: &Seen, pool: &mut Pool) -> (bool, Vec<Wish>) {
        let gained = self.seen.new_vectors(&seen.run.coverage).any(|v| self.open.iter().any(|o| o.0 == v.decision));
        self.seen.merge(&seen.run.coverage);
        let (map, so_far) = (&self.map, &self.seen);
        self.open.retain(|&(d, c)| condition_covered(map, so_far, d, c).is_none());
        let mut wishes = Vec::new();
        let events = &seen.run.events;
        for (i, event) in events.iter().enumerate() {
            if let Some((d, 0, _)) = condition_of(&self.map, event)
                && self.open.iter().any(|o| o.0 == d)
                && self.has_values(d)
            {
                let mut new = self.wish(events, i, d, pool);
                new.retain(|w| {
                    let tries = self.tries.entry(w.target).or_default();
                    *tries += 1;
                    *tries <= TRIES
                });
                wishes.extend(new);
            }
        }
        (gained, wishes)
    }

    fn wants(&self, target: Target) -> bool {
        self.open.iter().any(|&(d, c)| self.number(d, c) == target)
    }

    fn wanted(&self) -> Vec<GoalId> {
        let mut goals: Vec<GoalId> = Vec::new();
        for (d, _) in &self.open {
            let sites = self.map.decision(*d).conditions.iter().map(|&s| self.map.site(s));
            goals.extend(sites.flat_map(|s| [s.goal(0), s.goal(1)]));
        }
        goals.sort();
        goals.dedup();
        goals
    }
}
