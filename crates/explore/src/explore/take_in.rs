//! Taking in a run: its path, coverage, faults and what is wrong with it.

use super::{Progress, Session};
use crate::aim::Seen;
use crate::criteria::condition_covered;
use crate::flow::{From, Origin};
use crate::result::{Fault, Reason, Test, ToolBug};
use crate::subject::{Ending, Execution};
use crate::tree::{Class, Edge, Scope, Soil, Spot, SpotId, What};
use crescendo_program::cover::{DecisionId, GoalId};
use crescendo_program::source::PosId;
use crescendo_solver::expr::Assignment;
use crescendo_vm::Outcome;
use crescendo_vm::trace::EventKind;
use std::collections::BTreeSet;
use std::sync::Arc;

pub(super) struct Ran {
    pub run: Execution,
    /// Goals covered for the first time.
    pub gained: u32,
    /// It took the edge it was made for.
    pub met: bool,
}

impl Session<'_, '_> {
    /// Runs an input and takes in everything it shows.
    pub(super) fn run(&mut self, input: Assignment, aimed: Option<Edge>) -> Ran {
        let run = self.subject.run(&input);
        let input = Arc::new(input);
        self.runs += 1;
        self.steps += run.steps;
        let number = self.runs - 1;
        let refused = run.ending == Ending::FailedAssume;
        let new = if refused { Vec::new() } else { self.covered.newly(&run.coverage) };
        let (fault, fault_is_new) = self.fault_of(&run);
        let mut decided = BTreeSet::new();
        if !refused {
            decided.extend(self.covered.new_vectors(&run.coverage).map(|v| v.decision));
            self.covered.merge(&run.coverage);
        }

        let (covered, fault_ids) = (&self.covered, &self.fault_ids);
        let mut soil = Soil {
            cover: &self.cover,
            pool: self.subject.pool(),
            covered: &|g| covered.is_hit(g),
            known_fault: &|e| match e.kind {
                EventKind::Check { fault, .. } => fault_ids.contains_key(&(fault, e.function, e.position)),
                _ => false,
            },
        };
        let grown = self.tree.grow(&run, &input, aimed, self.own, &mut soil);
        for message in &grown.bugs {
            self.bugs.push(ToolBug { run: number, message: message.clone(), position: PosId::NONE });
        }
        if let Some(edge) = aimed
            && !grown.met
            && !matches!(run.outcome, Outcome::Limit(_))
        {
            let message = self.divergence(edge, &run);
            let position = self.tree.node(edge).map_or(PosId::NONE, |n| n.position);
            self.bugs.push(ToolBug { run: number, message, position });
        }
        if refused {
            self.note_refusal(&run, grown.end);
        }
        if matches!(run.outcome, Outcome::ProgramFault(_)) {
            self.crashes.entry(grown.end).or_insert(run.fault.map_or(PosId::NONE, |f| f.1));
        }
        self.note_gaps(&run);
        if run.sure_memory {
            self.note_allocation();
        }

        let mut aimed_gain = false;
        if !refused {
            for aim in &mut *self.aims {
                let seen = Seen {
                    run: &run,
                    input: &input,
                    covered: &self.covered,
                    cover: &self.cover,
                    new_from: grown.new_from,
                };
                let (gain, wishes) = aim.observe(&seen, self.subject.pool());
                aimed_gain |= gain;
                self.wishes.add(&run, &input, wishes);
            }
        }
        let gained: Vec<GoalId> = new.iter().copied().filter(|g| self.goals.contains(g)).collect();
        // Every function has a test that ends normally, if there is one: also where faults cover all there is.
        let ends_well = !refused && matches!(run.outcome, Outcome::Finished { .. });
        let first_good = ends_well && !self.ended_well;
        self.ended_well |= ends_well;
        if !gained.is_empty() || aimed_gain || fault_is_new || first_good {
            let test = self.tests.len();
            for &g in &gained {
                self.first.insert(g, test);
            }
            if fault_is_new && let Some(f) = fault {
                self.faults[f].test = test;
            }
            self.note_conditions(&decided, test);
            self.tests.push(Test {
                input: (*input).clone(),
                run: number,
                outcome: run.outcome.clone(),
                goals: gained.clone(),
                aimed: aimed_gain,
                fault: fault.filter(|_| fault_is_new),
            });
        }
        if !new.is_empty() || aimed_gain {
            self.drop_covered(&new);
            self.aim();
        }
        if fault_is_new && let Some(f) = fault {
            self.drop_alarms(f);
        }
        if let Some(progress) = &mut self.options.progress {
            progress(&Progress {
                runs: self.runs,
                solver_calls: self.solver_calls,
                covered: self.first.len() as u32,
                goals: self.goals.len() as u32,
                tests: self.tests.len(),
                open: self.tree.open(Class::Path) + self.tree.open(Class::Value),
            });
        }
        Ran { run, gained: gained.len() as u32 + aimed_gain as u32, met: grown.met }
    }

    /// Inputs that break an assumption came to goals on their way, which therefore cannot be called infeasible; nor can
    /// what may follow, if it was the way itself that broke it.
    fn note_refusal(&mut self, run: &Execution, end: Origin) {
        for goal in self.covered.newly(&run.coverage) {
            if self.goals.contains(&goal) {
                self.tree.weaken(Scope::Goal(goal), PosId::NONE, Reason::Assumed);
            }
        }
        if run.events.last().is_none_or(|e| e.kind != EventKind::Assume) {
            self.tree.weaken(Scope::After(end), PosId::NONE, Reason::Assumed);
        }
    }

    /// Conditions of these decisions that are covered now.
    fn note_conditions(&mut self, decided: &BTreeSet<DecisionId>, test: usize) {
        for &d in decided {
            for c in 0..self.cover.decision(d).conditions.len() as u16 {
                if !self.first_conditions.contains_key(&(d, c))
                    && condition_covered(&self.cover, &self.covered, d, c).is_some()
                {
                    self.first_conditions.insert((d, c), test);
                }
            }
        }
    }

    fn fault_of(&mut self, run: &Execution) -> (Option<usize>, bool) {
        let Outcome::ProgramFault(fault) = &run.outcome else { return (None, false) };
        // A failed check says where it stands; so alarms at that place are known by it.
        let check = run.events.last().filter(|e| matches!(e.kind, EventKind::Check { passed: false, .. }));
        let place = check.map(|e| (e.function, e.position)).or(run.fault);
        let (function, position) = place.unwrap_or((self.own, PosId::NONE));
        let key = (fault.kind, function, position);
        if let Some(&known) = self.fault_ids.get(&key) {
            return (Some(known), false);
        }
        self.fault_ids.insert(key, self.faults.len());
        self.faults.push(Fault { kind: fault.kind, function, position, test: 0 });
        (Some(self.faults.len() - 1), true)
    }

    /// What has no model may behave otherwise than it did, and inputs beyond a bound too: nothing is proved then.
    fn note_gaps(&mut self, run: &Execution) {
        let unmodelled = run.unmodelled.iter().map(|n| Reason::Unmodelled(n.clone()));
        for reason in unmodelled.chain(run.bounds.iter().map(|n| Reason::Bound(n.clone()))) {
            if self.gaps.insert(reason.to_string()) {
                let start = Origin { from: From::Entry(self.own), nested: false };
                self.tree.weaken(Scope::After(start), PosId::NONE, reason);
            }
        }
    }

    /// An allocation could have failed, but never does: which goals could that hide?
    fn note_allocation(&mut self) {
        if self.after_null.is_some() {
            return;
        }
        let flow = &self.guide.flow;
        let nulls = self.cover.sites.iter().filter_map(|s| s.null_outcome.map(|o| s.goal(o)));
        let origins: Vec<Origin> = nulls
            .filter(|g| flow.place(From::Outcome(*g)).is_some())
            .map(|g| Origin { from: From::Outcome(g), nested: true })
            .collect();
        self.after_null = Some(flow.reach_from(&origins));
    }

    /// Edges whose only use was a goal that is covered now.
    fn drop_covered(&mut self, new: &[GoalId]) {
        let of_goal = |s: &Spot| s.class == Class::Value && s.goal.is_some_and(|g| new.contains(&g));
        let spots: Vec<SpotId> = self.tree.spots().filter(|(_, s)| of_goal(s)).map(|(id, _)| id).collect();
        spots.into_iter().for_each(|s| self.tree.drop_spot(s));
    }

    fn drop_alarms(&mut self, fault: usize) {
        let f = &self.faults[fault];
        let same = |s: &Spot| {
            s.class == Class::Alarm
                && s.what == What::Check(f.kind)
                && s.position == f.position
                && s.function == f.function
        };
        let spots: Vec<SpotId> = self.tree.spots().filter(|(_, s)| same(s)).map(|(id, _)| id).collect();
        spots.into_iter().for_each(|s| self.tree.drop_spot(s));
    }

    fn divergence(&mut self, edge: Edge, run: &Execution) -> String {
        let expected = match self.tree.node(edge) {
            Some(n) => format!("{:?} way {} at event {}", n.what, edge.slot, n.depth),
            None => "an edge that is gone".to_string(),
        };
        let at = self.tree.node(edge).map_or(0, |n| n.depth as usize);
        let seen = run.events.get(at).map(|e| (e.kind, e.position));
        format!("a run left its predicted path: expected {expected}, saw {seen:?}; it ended as {:?}", run.outcome)
    }
}
