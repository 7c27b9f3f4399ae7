//! Taking in a run: its path, coverage, faults and what is wrong with it.

use super::{Progress, Session};
use crate::aim::Seen;
use crate::criteria::condition_covered;
use crate::flow::{From, Origin};
use crate::result::{Bound, Fault, Reason, Test, ToolBug};
use crate::subject::{Ending, Execution};
use crate::tree::{Check, CheckId, Class, Edge, Scope, Soil, Spot, SpotId};
use crescendo_program::cover::{DecisionId, GoalId};
use crescendo_program::source::PosId;
use crescendo_solver::expr::Assignment;
use crescendo_unit::{Gap, Standing};
use crescendo_vm::trace::EventKind;
use crescendo_vm::{FaultKind, Outcome};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Instant;

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
        let begun = Instant::now();
        let run = self.subject.run(&input);
        let took = begun.elapsed();
        let input = Arc::new(input);
        self.runs += 1;
        self.steps += run.steps;
        let number = self.runs - 1;
        let refused = run.ending.is_refused();
        let new = if refused { Vec::new() } else { self.covered.newly(&run.coverage) };
        let (fault, fault_is_new) = self.fault_of(&run, &input);
        let mut decided = BTreeSet::new();
        if !refused {
            decided.extend(self.covered.new_vectors(&run.coverage).map(|v| v.decision));
            self.covered.merge(&run.coverage);
        }

        let covered = &self.covered;
        let mut soil = Soil { cover: &self.cover, pool: self.subject.pool(), covered: &|g| covered.is_hit(g) };
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
        // Memory is lost at the end: nothing on the way was prevented by that.
        if matches!(&run.outcome, Outcome::ProgramFault(f) if f.kind != FaultKind::Leak) {
            self.crashes.entry(grown.end).or_insert(run.fault.map_or(PosId::NONE, |f| f.1));
        }
        if let Some(hit) = &run.front {
            let position = run.fault.map_or(PosId::NONE, |f| f.1);
            self.note_gap(Reason::Bound(Bound::Hit(hit.clone())), grown.end, position);
        }
        self.note_gaps(&run);
        if run.sure_memory {
            self.note_allocation();
        }

        let mut aimed_gain = false;
        for aim in &mut *self.aims {
            let seen =
                Seen { run: &run, input: &input, covered: &self.covered, cover: &self.cover, new_from: grown.new_from };
            let (gain, wishes) = match refused {
                true => (false, aim.observe_refused(&seen, self.subject.pool())),
                false => aim.observe(&seen, self.subject.pool()),
            };
            aimed_gain |= gain;
            self.wishes.add(&run, &input, wishes);
        }
        let first_sound = self.take_in_soundness(&run);
        let gained: Vec<GoalId> = new.iter().copied().filter(|g| self.goals.contains(g)).collect();
        // Every function has a test that ends normally, if there is one: also where faults cover all there is.
        let ends_well = !refused && matches!(run.outcome, Outcome::Finished { .. });
        let first_good = ends_well && !self.ended_well;
        self.ended_well |= ends_well;
        let better = fault.filter(|&f| !fault_is_new && self.is_better(f, &run, &input));
        if let Some(f) = better.filter(|_| gained.is_empty() && !aimed_gain && !first_sound)
            && self.tests[self.faults[f].test].fault_only()
        {
            // The test was there for the fault alone: this one shows it better.
            let test = &mut self.tests[self.faults[f].test];
            (test.input, test.run, test.outcome) = ((*input).clone(), number, run.outcome.clone());
        } else if !gained.is_empty() || aimed_gain || first_sound || fault_is_new || first_good {
            let test = self.tests.len();
            for &g in &gained {
                self.first.insert(g, test);
            }
            if fault_is_new && let Some(f) = fault {
                self.faults[f].test = test;
            }
            self.note_conditions(&decided, test);
            self.tests_time += took;
            self.tests.push(Test {
                input: (*input).clone(),
                run: number,
                outcome: run.outcome.clone(),
                goals: gained.clone(),
                aimed: aimed_gain || first_sound,
                fault: fault.filter(|_| fault_is_new),
            });
        }
        if !new.is_empty() || aimed_gain {
            self.drop_covered(&new);
            self.aim();
        }
        if fault_is_new && let Some((&check, _)) = self.fault_ids.iter().find(|(_, f)| Some(**f) == fault) {
            self.drop_alarms(check);
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
        self.dry = if gained.is_empty() && !aimed_gain { self.dry.saturating_add(1) } else { 0 };
        Ran { run, gained: gained.len() as u32 + aimed_gain as u32, met: grown.met }
    }

    /// Inputs that break an assumption came to goals on their way, which therefore cannot be called infeasible; nor can
    /// what may follow, if it was the way itself that broke it. Nothing follows a fault.
    fn note_refusal(&mut self, run: &Execution, end: Origin) {
        for goal in self.covered.newly(&run.coverage) {
            if self.goals.contains(&goal) {
                self.tree.weaken(Scope::Goal(goal), PosId::NONE, Reason::Assumed);
            }
        }
        let crashed = matches!(run.outcome, Outcome::ProgramFault(_));
        if !crashed && run.ending != Ending::FailedAssume {
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

    fn fault_of(&mut self, run: &Execution, input: &Assignment) -> (Option<usize>, bool) {
        let Some((kind, message)) = failure_of(run) else { return (None, false) };
        // A failed check says where it stands; so alarms at that place are known by it.
        let failed = run.events.last().filter(|e| matches!(e.kind, EventKind::Check { passed: false, .. }));
        let (function, position) = run.fault.unwrap_or((self.own, PosId::NONE));
        let plain = Check { kind, function, position, part: 0, context: run.context };
        let check = failed.and_then(Check::of).unwrap_or(plain);
        // Runs without end are cut anywhere.
        let anywhere = kind == FaultKind::EndlessLoop;
        let known = if anywhere { Check { position: PosId::NONE, context: 0, ..check } } else { check };
        let id = self.tree.checks.intern(known);
        if let Some(&known) = self.fault_ids.get(&id) {
            self.faults[known].seen += 1;
            return (Some(known), false);
        }
        self.tree.checks.set_failed(id);
        self.fault_ids.insert(id, self.faults.len());
        self.faults.push(Fault {
            kind,
            function: check.function,
            position: check.position,
            message,
            frames: run.frames.clone(),
            test: 0,
            seen: 1,
            size: size_of(run, input),
        });
        (Some(self.faults.len() - 1), true)
    }

    /// Whether a run shows a known fault better than the test that is kept for it: by a shorter path, or by simpler inputs.
    fn is_better(&mut self, fault: usize, run: &Execution, input: &Assignment) -> bool {
        let size = size_of(run, input);
        let f = &mut self.faults[fault];
        let better = size < f.size;
        // Only where the test itself can be exchanged: else what is kept stays what is measured.
        if better && self.tests[f.test].fault_only() {
            (f.size, f.message) = (size, failure_of(run).map(|f| f.1).unwrap_or_default());
            return true;
        }
        false
    }

    /// What has no model may behave otherwise than it did, and inputs beyond a bound too: nothing is proved then. What a stub may do
    /// more, it does to what follows; but it may also call functions whose goals count with those of the unit.
    fn note_gaps(&mut self, run: &Execution) {
        let start = Origin { from: From::Entry(self.own), nested: false };
        let unmodelled = run.unmodelled.iter().map(|n| Reason::Unmodelled(n.clone()));
        for reason in unmodelled {
            self.note_gap(reason, start, PosId::NONE);
        }
        let is_alone = self.unit.len() == 1;
        for (gap, at) in &run.gaps {
            let there = Origin { from: From::At(self.own, *at), nested: false };
            let from = if is_alone && *at != PosId::NONE { there } else { start };
            match gap.standing() {
                Standing::Forbids => self.note_gap(Reason::Bound(Bound::Hit(gap.clone())), from, *at),
                Standing::Hypothesis => self.note_hypothesis(gap, from),
            }
        }
    }

    /// What is proved of what may follow there rests on it.
    fn note_hypothesis(&mut self, gap: &Gap, from: Origin) {
        match self.hypotheses.get_mut(gap) {
            Some(scopes) => drop(scopes.insert(Scope::After(from))),
            None => drop(self.hypotheses.insert(gap.clone(), BTreeSet::from([Scope::After(from)]))),
        }
    }

    /// What may follow there is not known, and nothing is proved of it.
    fn note_gap(&mut self, reason: Reason, from: Origin, position: PosId) {
        let text = reason.to_string();
        if self.gaps.entry(text).or_default().insert(from) {
            self.tree.weaken(Scope::After(from), position, reason);
        }
    }

    /// An allocation could have failed, but never does: which goals could that hide?
    fn note_allocation(&mut self) {
        if self.after_null.is_some() {
            return;
        }
        self.after_null = Some(self.guide.flow.reach_from(&self.null_origins()));
    }

    /// Behind the tests for null.
    pub(super) fn null_origins(&self) -> Vec<Origin> {
        let flow = &self.guide.flow;
        let nulls = self.cover.sites.iter().filter_map(|s| s.null_outcome.map(|o| s.goal(o)));
        nulls
            .filter(|g| flow.place(From::Outcome(*g)).is_some())
            .map(|g| Origin { from: From::Outcome(g), nested: true })
            .collect()
    }

    /// Edges whose only use was a goal that is covered now.
    fn drop_covered(&mut self, new: &[GoalId]) {
        let of_goal = |s: &Spot| s.class == Class::Value && s.goal.is_some_and(|g| new.contains(&g));
        let spots: Vec<SpotId> = self.tree.spots().filter(|(_, s)| of_goal(s)).map(|(id, _)| id).collect();
        spots.into_iter().for_each(|s| self.tree.drop_spot(s));
    }

    fn drop_alarms(&mut self, check: CheckId) {
        let same = |s: &Spot| s.scope == Scope::Check(check);
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
        // For whoever looks for the cause.
        if std::env::var_os("CRESCENDO_SHOW_DIVERGENCE").is_some() {
            let wanted = self.tree.conditions(edge, &self.cover, self.subject.pool());
            for term in wanted.iter().flat_map(|c| &c.terms) {
                eprintln!("wanted {}", self.subject.pool().show(*term));
            }
            eprintln!("aimed {edge:?} by {:?}, went {:?}", self.tree.way_to(edge), self.tree.last_path());
            for (i, e) in run.events.iter().enumerate() {
                eprintln!("{i}: {:?} at {:?}: {}", e.kind, e.position, self.subject.pool().show(e.holds));
            }
            eprintln!("it ended at {:?} as {:?}\n", run.frames, run.outcome);
        }
        format!("a run left its predicted path: expected {expected}, saw {seen:?}; it ended as {:?}", run.outcome)
    }
}

/// What a run shows that is wrong with the program, in a sentence.
fn failure_of(run: &Execution) -> Option<(FaultKind, String)> {
    match &run.outcome {
        Outcome::ProgramFault(fault) => Some((fault.kind, fault.message.clone())),
        Outcome::Signalled { .. } if run.assertion => {
            Some((FaultKind::AssertionFailure, "an assertion does not hold".into()))
        }
        _ if run.seems_endless() => {
            Some((FaultKind::EndlessLoop, format!("suspected: no end after {} steps", run.steps)))
        }
        _ => None,
    }
}

/// How much there is to look at: the length of the path, inputs that are not zero, and their bits.
fn size_of(run: &Execution, input: &Assignment) -> (usize, usize, u32) {
    let set = input.words().filter(|w| **w != 0);
    let (count, bits) = set.fold((0, 0), |(n, b), w| (n + 1, b + (u64::BITS - w.leading_zeros())));
    (run.events.len(), count, bits)
}
