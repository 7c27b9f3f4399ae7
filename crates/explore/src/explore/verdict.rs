//! The verdict on every goal.
//!
//! A goal is infeasible when it is uncovered and nothing that is open or was given up could lead there. Whether it could is
//! asked of the flow graph, which never leaves out a way; so one unanswered query makes unknown only the goals behind it.
//!
//! A boundary value needs more: paths that compare the same way hold many values. It is infeasible when, besides, every wish
//! for it was refuted; the criterion wishes for it at every comparison that depends on inputs.

use super::Session;
use crate::aim::Target;
use crate::criteria::condition_covered;
use crate::flow::{Flow, Goals, Origin};
use crate::result::{Exploration, Proof, Reason, StopReason, Verdict};
use crate::tree::{Class, Scope};
use crescendo_program::cover::{DecisionId, Goal, GoalId, SiteKind};
use crescendo_program::source::PosId;
use std::collections::{BTreeMap, BTreeSet};

/// What can follow an origin, computed once each.
#[derive(Default)]
struct Reaches(BTreeMap<Origin, Option<Goals>>);

impl Reaches {
    fn may(&mut self, flow: &Flow, known: &BTreeSet<GoalId>, scope: Scope, goal: GoalId) -> bool {
        match scope {
            Scope::Nothing => false,
            Scope::Goal(g) => g == goal,
            // What the graph does not know of may be anywhere.
            Scope::After(_) if !known.contains(&goal) => true,
            Scope::After(origin) => {
                let reach = self.0.entry(origin).or_insert_with(|| flow.reach(origin));
                reach.as_ref().is_none_or(|r| r.contains(goal))
            }
        }
    }
}

impl Session<'_, '_> {
    /// Whether every goal is covered or proved infeasible.
    pub(super) fn all_settled(&self) -> bool {
        self.judge().values().all(|v| !matches!(v, Verdict::Unknown { .. }))
    }

    fn judge(&self) -> BTreeMap<GoalId, Verdict> {
        let flow = &self.guide.flow;
        let known = &self.guide.placed;
        let mut reaches = Reaches::default();
        let mut verdicts = BTreeMap::new();
        for &goal in &self.goals {
            if let Some(&test) = self.first.get(&goal) {
                verdicts.insert(goal, Verdict::Covered { test });
                continue;
            }
            let mut may = |scope| reaches.may(flow, known, scope, goal);
            let weak = self.tree.weaknesses().find(|w| may(w.scope));
            let open =
                self.tree.spots().map(|(_, s)| s).find(|s| s.class != Class::Alarm && !s.is_empty() && may(s.scope));
            let boundary = matches!(self.cover.goal(goal), Some(Goal::Boundary { .. }));
            let asked = self.wishes.asked(Target::Goal(goal));
            let verdict = if self.runs == 0 || boundary && self.aims.is_empty() {
                Verdict::Unknown { reason: Reason::NotTried, position: PosId::NONE }
            } else if let Some(w) = weak {
                Verdict::Unknown { reason: w.reason.clone(), position: w.position }
            } else if let Some(reason) = asked.and_then(|a| a.lost.clone()) {
                Verdict::Unknown { reason, position: PosId::NONE }
            } else if let Some(s) = open {
                Verdict::Unknown { reason: Reason::NotTried, position: s.position }
            } else {
                let behind_fault = self.crashes.iter().find(|c| may(Scope::After(*c.0))).map(|c| *c.1);
                let core = self.cores.get(&goal).cloned().unwrap_or_default();
                Verdict::Infeasible(Proof { core, behind_fault })
            };
            verdicts.insert(goal, verdict);
        }
        verdicts
    }

    /// The conditions of decisions, for MC/DC. All ways to evaluate a decision are known when nothing left could come to one
    /// of its conditions, if each of them is a branch; values of conditions without a jump combine on one path.
    fn judge_conditions(&self) -> BTreeMap<(DecisionId, u16), Verdict> {
        let flow = &self.guide.flow;
        let known = &self.guide.placed;
        let mut reaches = Reaches::default();
        let mut verdicts = BTreeMap::new();
        for id in self.unit.iter().flat_map(|&f| self.cover.of_function(f).decisions).map(DecisionId) {
            let d = self.cover.decision(id);
            let sites = d.conditions.iter().map(|&s| self.cover.site(s));
            let goals: Vec<GoalId> = sites.clone().flat_map(|s| [s.goal(0), s.goal(1)]).collect();
            let branches = d.conditions.len() == 1 || sites.clone().all(|s| s.kind == SiteKind::Branch);
            let mut may = |scope| goals.iter().any(|&g| reaches.may(flow, known, scope, g));
            let weak = self.tree.weaknesses().find(|w| may(w.scope));
            let open = self.tree.spots().any(|(_, s)| s.class != Class::Alarm && !s.is_empty() && may(s.scope));
            for condition in 0..d.conditions.len() as u16 {
                let met = condition_covered(&self.cover, &self.covered, id, condition).is_some();
                let position = self.cover.site(d.conditions[condition as usize]).position;
                let verdict = match weak {
                    _ if met => {
                        let first = self.first_conditions.get(&(id, condition)).copied();
                        Verdict::Covered { test: first.unwrap_or(self.tests.len().saturating_sub(1)) }
                    }
                    Some(w) => Verdict::Unknown { reason: w.reason.clone(), position: w.position },
                    None if open || !branches || self.runs == 0 => {
                        Verdict::Unknown { reason: Reason::NotTried, position }
                    }
                    None => Verdict::Infeasible(Proof::default()),
                };
                verdicts.insert((id, condition), verdict);
            }
        }
        verdicts
    }

    pub(super) fn finish(self, stop: StopReason) -> Exploration {
        let (verdicts, conditions) = (self.judge(), self.judge_conditions());
        Exploration {
            verdicts,
            conditions,
            coverage: self.covered,
            tests: self.tests,
            faults: self.faults,
            bugs: self.bugs,
            stop,
            runs: self.runs,
            steps: self.steps,
            solver_calls: self.solver_calls,
            paths: self.tree.paths,
            seconds: self.started.elapsed().as_secs_f64(),
            peak_nodes: self.peak_nodes,
            peak_terms: self.peak_terms,
            flip_micros: self.flip_micros,
            gaps: self.gaps.into_iter().collect(),
            aimed: self.wishes.into_asked(),
        }
    }
}
