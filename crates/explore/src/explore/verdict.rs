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
use crate::result::{Bound, Exploration, Proof, Reason, StopReason, Verdict};
use crate::tree::Scope;
use crescendo_program::cover::{DecisionId, Goal, GoalId, SiteKind};
use crescendo_program::source::PosId;
use std::collections::{BTreeMap, BTreeSet, HashSet};

/// What can follow an origin, computed once each.
#[derive(Default)]
struct Reaches(BTreeMap<Origin, Option<Goals>>);

impl Reaches {
    fn may(&mut self, flow: &Flow, known: &BTreeSet<GoalId>, scope: Scope, goal: GoalId) -> bool {
        match scope {
            Scope::Check(_) => false,
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

    /// Whether the goal could be behind an allocation that fails.
    fn may_need_failure(&self, goal: GoalId) -> bool {
        let Some(reach) = &self.after_null else { return false };
        reach.as_ref().is_none_or(|r| r.contains(goal)) || !self.guide.placed.contains(&goal)
    }

    /// Whether a run has decided the condition of a goal, in whatever way.
    fn was_decided(&self, goal: GoalId) -> bool {
        let Some(Goal::Outcome { site, .. } | Goal::Boundary { site, .. }) = self.cover.goal(goal) else {
            return false;
        };
        let site = self.cover.site(site);
        (0..site.outcomes()).any(|o| self.first.contains_key(&site.goal(o)))
    }

    fn judge(&self) -> BTreeMap<GoalId, Verdict> {
        let (covered, open): (Vec<GoalId>, Vec<GoalId>) = self.goals.iter().partition(|g| self.first.contains_key(g));
        let covered = covered.into_iter().map(|g| (g, Verdict::Covered { test: self.first[&g] }));
        let mut verdicts: BTreeMap<GoalId, Verdict> = covered.collect();
        let mut reaches = Reaches::default();
        let mut may = |scope, goal: &GoalId| reaches.may(&self.guide.flow, &self.guide.placed, scope, *goal);
        let boundary = |g: &GoalId| matches!(self.cover.goal(*g), Some(Goal::Boundary { .. }));
        let (untried, open): (Vec<GoalId>, Vec<GoalId>) =
            open.into_iter().partition(|g| self.runs == 0 || self.aims.is_empty() && boundary(g));
        let not_tried = |position| Verdict::Unknown { reason: Reason::NotTried, position };
        verdicts.extend(untried.into_iter().map(|g| (g, not_tried(PosId::NONE))));
        let (mut left, untried) = self.blame(open, &mut may, &mut verdicts);
        left.retain(|&goal| {
            let lost = self.wishes.asked(Target::Goal(goal)).and_then(|a| a.lost);
            let unknown = lost.map(|reason| Verdict::Unknown { reason, position: PosId::NONE });
            unknown.map(|v| verdicts.insert(goal, v)).is_none()
        });
        left.retain(|goal| untried.get(goal).is_none_or(|v| verdicts.insert(*goal, v.clone()).is_some()));
        left.retain(|&goal| {
            let reason = Reason::Bound(Bound::SureMemory);
            let unknown = Verdict::Unknown { reason, position: PosId::NONE };
            !self.may_need_failure(goal) || verdicts.insert(goal, unknown).is_some()
        });
        for goal in left {
            // Where runs have come to the condition itself, no fault is to blame.
            let behind_fault = match self.was_decided(goal) {
                true => None,
                false => self.crashes.iter().find(|c| may(Scope::After(*c.0), &goal)).map(|c| *c.1),
            };
            let core = self.cores.get(&goal).cloned().unwrap_or_default();
            verdicts.insert(goal, Verdict::Infeasible(Proof { core, behind_fault, rests_on: Vec::new() }));
        }
        verdicts
    }

    /// What something that was given up may lead to is unknown. Gives the rest, and those of which untried ways may lead there:
    /// bounds do not count for them, because it may be time that was missing.
    fn blame<T: Ord + Copy>(
        &self,
        left: Vec<T>,
        may: &mut dyn FnMut(Scope, &T) -> bool,
        verdicts: &mut BTreeMap<T, Verdict>,
    ) -> (Vec<T>, BTreeMap<T, Verdict>) {
        let mut untried = BTreeMap::new();
        let closed = self.blame_open(left, may, &mut untried);
        let mut left = self.blame_some(&|_| true, closed, may, verdicts);
        left.extend(self.blame_some(&|r| !r.is_bound(), untried.keys().copied().collect(), may, verdicts));
        (left, untried)
    }

    /// What something that was given up may lead to is unknown, for some reasons only. Gives the rest.
    pub(super) fn blame_some<T: Ord + Copy>(
        &self,
        which: &dyn Fn(&Reason) -> bool,
        mut left: Vec<T>,
        may: &mut dyn FnMut(Scope, &T) -> bool,
        verdicts: &mut BTreeMap<T, Verdict>,
    ) -> Vec<T> {
        // Most scopes come many times, and the first takes all there is.
        let mut seen = HashSet::new();
        for w in self.tree.weaknesses().filter(|w| which(&w.reason)) {
            if !left.is_empty() && seen.insert(w.scope) {
                let verdict = || Verdict::Unknown { reason: w.reason.clone(), position: w.position };
                left.retain(|t| !may(w.scope, t) || verdicts.insert(*t, verdict()).is_some());
            }
        }
        left
    }

    /// The same for what was not tried yet.
    pub(super) fn blame_open<T: Ord + Copy>(
        &self,
        mut left: Vec<T>,
        may: &mut dyn FnMut(Scope, &T) -> bool,
        verdicts: &mut BTreeMap<T, Verdict>,
    ) -> Vec<T> {
        let mut seen = HashSet::new();
        for (_, s) in self.tree.spots().filter(|(_, s)| !s.is_empty()) {
            if !left.is_empty() && seen.insert(s.scope) {
                let verdict = || Verdict::Unknown { reason: Reason::NotTried, position: s.position };
                left.retain(|t| !may(s.scope, t) || verdicts.insert(*t, verdict()).is_some());
            }
        }
        left
    }

    /// The outcomes of a decision's conditions.
    fn decision_goals(&self, id: DecisionId) -> Vec<GoalId> {
        let sites = self.cover.decision(id).conditions.iter().map(|&s| self.cover.site(s));
        sites.flat_map(|s| [s.goal(0), s.goal(1)]).collect()
    }

    /// The conditions of decisions, for MC/DC. All ways to evaluate a decision are known when nothing left could come to one
    /// of its conditions, if each of them is a branch; values of conditions without a jump combine on one path.
    fn judge_conditions(&self) -> BTreeMap<(DecisionId, u16), Verdict> {
        let mut reaches = Reaches::default();
        let mut may = |scope, id: &DecisionId| {
            self.decision_goals(*id).into_iter().any(|g| reaches.may(&self.guide.flow, &self.guide.placed, scope, g))
        };
        let unit = self.unit.iter().flat_map(|&f| self.cover.of_function(f).decisions).map(DecisionId);
        let met = |id, condition| condition_covered(&self.cover, &self.covered, id, condition).is_some();
        let conditions = |id: DecisionId| 0..self.cover.decision(id).conditions.len() as u16;
        let (open, done): (Vec<_>, Vec<_>) = unit.partition(|&id| conditions(id).any(|c| !met(id, c)));
        let mut said = BTreeMap::new();
        let (_, untried) = self.blame(open.clone(), &mut may, &mut said);
        for (id, verdict) in untried {
            said.entry(id).or_insert(verdict);
        }
        let mut verdicts = BTreeMap::new();
        for id in open.into_iter().chain(done) {
            let d = self.cover.decision(id);
            let branches =
                d.conditions.len() == 1 || d.conditions.iter().all(|&s| self.cover.site(s).kind == SiteKind::Branch);
            for condition in conditions(id) {
                let position = self.cover.site(d.conditions[condition as usize]).position;
                let not_tried = Verdict::Unknown { reason: Reason::NotTried, position };
                let verdict = match said.get(&id) {
                    _ if met(id, condition) => {
                        let first = self.first_conditions.get(&(id, condition)).copied();
                        Verdict::Covered { test: first.unwrap_or(self.tests.len().saturating_sub(1)) }
                    }
                    Some(Verdict::Unknown { reason: Reason::NotTried, .. }) => not_tried,
                    Some(said) => said.clone(),
                    None if !branches || self.runs == 0 => not_tried,
                    None if self.decision_goals(id).iter().any(|&g| self.may_need_failure(g)) => {
                        Verdict::Unknown { reason: Reason::Bound(Bound::SureMemory), position }
                    }
                    None => Verdict::Infeasible(Proof::default()),
                };
                verdicts.insert((id, condition), verdict);
            }
        }
        verdicts
    }

    /// Says of every proof what it rests on: what some run took for granted before the goal may be reached.
    fn add_hypotheses(
        &self,
        verdicts: &mut BTreeMap<GoalId, Verdict>,
        conditions: &mut BTreeMap<(DecisionId, u16), Verdict>,
    ) {
        let mut reaches = Reaches::default();
        for (gap, scopes) in &self.hypotheses {
            let mut concerns =
                |goal: GoalId| scopes.iter().any(|s| reaches.may(&self.guide.flow, &self.guide.placed, *s, goal));
            for (goal, verdict) in verdicts.iter_mut() {
                if let Verdict::Infeasible(proof) = verdict
                    && concerns(*goal)
                {
                    proof.rests_on.push(gap.clone());
                }
            }
            for ((decision, _), verdict) in conditions.iter_mut() {
                if let Verdict::Infeasible(proof) = verdict
                    && self.decision_goals(*decision).into_iter().any(&mut concerns)
                {
                    proof.rests_on.push(gap.clone());
                }
            }
        }
    }

    /// Why there may be other paths than those that were run.
    fn unexplored(&self) -> Vec<String> {
        let mut all: BTreeSet<String> = self.tree.weaknesses().map(|w| w.reason.to_string()).collect();
        if self.runs == 0 || self.tree.spots().any(|(_, s)| !s.is_empty()) {
            all.insert(Reason::NotTried.to_string());
        }
        if self.after_null.is_some() {
            all.insert(Reason::Bound(Bound::SureMemory).to_string());
        }
        all.into_iter().collect()
    }

    pub(super) fn finish(self, stop: StopReason) -> Exploration {
        let (mut verdicts, mut conditions) = (self.judge(), self.judge_conditions());
        self.add_hypotheses(&mut verdicts, &mut conditions);
        let (checks, unexplored) = (self.judge_checks(), self.unexplored());
        Exploration {
            unexplored,
            checks,
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
            gaps: self.gaps.into_keys().collect(),
            aimed: self.wishes.into_asked(),
        }
    }
}
