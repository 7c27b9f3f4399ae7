//! Aiming at criteria that take more than outcomes: vectors for MC/DC, values for boundaries.

use super::{Criterion, Obligation, condition_covered, wanted};
use crate::aim::{Aims, Seen, Target, Wish};
use crescendo_program::FunctionId;
use crescendo_program::cover::{CoverMap, DecisionId, GoalId, SiteId};
use crescendo_solver::expr::{ExprId, Pool};
use crescendo_vm::cover::{Coverage, Vector};
use crescendo_vm::trace::{Compared, Event, EventKind};
use std::collections::{BTreeMap, BTreeSet, HashSet};

/// The goals of the map that these criteria count: what flips aim at.
pub fn goals(map: &CoverMap, function: FunctionId, criteria: &[&dyn Criterion]) -> Vec<GoalId> {
    let mut all: BTreeSet<GoalId> = BTreeSet::new();
    for c in criteria {
        for o in c.obligations(map, function) {
            all.extend(o.goal(map));
            if let Obligation::Condition { decision, condition } = o {
                let site = map.site(map.decision(decision).conditions[condition as usize]);
                all.extend([site.goal(0), site.goal(1)]);
            }
        }
    }
    all.into_iter().collect()
}

/// What the criteria wish for beside flips.
pub fn aims(map: &CoverMap, function: FunctionId, criteria: &[&dyn Criterion]) -> Vec<Box<dyn Aims>> {
    let mut all: Vec<Box<dyn Aims>> = Vec::new();
    for c in criteria {
        match c.name() {
            "mcdc" => all.push(Box::new(McdcAims::new(map, function))),
            "boundary" => all.push(Box::new(BoundaryAims::new(map, function))),
            _ => {}
        }
    }
    all
}

/// The name of MC/DC's own targets: their number is `decision * 64 + condition`.
pub const MCDC: &str = "mcdc";

pub fn mcdc_target(decision: DecisionId, condition: u16) -> Target {
    Target::Own { criterion: MCDC, number: decision.0 * 64 + condition as u32 }
}

/// Wishes for one decision in one run.
const PER_DECISION: usize = 8;
/// Vectors looked at for one condition.
const VECTORS: usize = 6;

struct McdcAims {
    /// Decisions of several conditions, and which of those are open.
    open: BTreeMap<DecisionId, Vec<u16>>,
    /// Outcomes of the conditions of open decisions.
    outcomes: BTreeMap<DecisionId, Vec<GoalId>>,
    asked: HashSet<(DecisionId, Vec<ExprId>, usize)>,
    /// The pool's state that `asked` speaks of.
    era: u64,
}

impl McdcAims {
    fn new(map: &CoverMap, function: FunctionId) -> McdcAims {
        let mut open = BTreeMap::new();
        let mut outcomes = BTreeMap::new();
        for d in map.of_function(function).decisions.map(DecisionId) {
            let conditions = &map.decision(d).conditions;
            if conditions.len() > 1 {
                open.insert(d, (0..conditions.len() as u16).collect());
                let goals = conditions.iter().flat_map(|&s| [map.site(s).goal(0), map.site(s).goal(1)]);
                outcomes.insert(d, goals.collect());
            }
        }
        McdcAims { open, outcomes, asked: HashSet::new(), era: 0 }
    }

    fn close(&mut self, map: &CoverMap, covered: &Coverage) -> bool {
        let mut gain = false;
        self.open.retain(|&d, conditions| {
            let before = conditions.len();
            conditions.retain(|&c| condition_covered(map, covered, d, c).is_none());
            gain |= conditions.len() < before;
            !conditions.is_empty()
        });
        gain
    }
}

/// One evaluation of a decision in a trace: the events of its conditions.
struct Evaluation {
    decision: DecisionId,
    depth: u32,
    /// Condition, event index.
    seen: Vec<(u16, usize)>,
}

fn evaluations(map: &CoverMap, events: &[Event], open: &BTreeMap<DecisionId, Vec<u16>>) -> Vec<Evaluation> {
    let mut done: Vec<Evaluation> = Vec::new();
    for (i, e) in events.iter().enumerate() {
        let (EventKind::Branch { site, .. } | EventKind::Value { site, .. }) = e.kind else { continue };
        let Some((decision, condition)) = map.site(site).decision else { continue };
        if !open.contains_key(&decision) {
            continue;
        }
        // The last one under way at this depth goes on, unless it is past this condition.
        let current = done.iter_mut().rev().find(|v| v.decision == decision && v.depth == e.depth);
        match current {
            Some(v) if v.seen.last().is_some_and(|(c, _)| *c < condition) => v.seen.push((condition, i)),
            _ => done.push(Evaluation { decision, depth: e.depth, seen: vec![(condition, i)] }),
        }
    }
    done
}

/// The condition's truth as a term.
fn truth(pool: &mut Pool, e: &Event) -> Option<ExprId> {
    match e.kind {
        EventKind::Branch { outcome, .. } | EventKind::Value { outcome, .. } => {
            Some(if outcome { e.holds } else { pool.not(e.holds) })
        }
        _ => None,
    }
}

impl Aims for McdcAims {
    fn observe(&mut self, seen: &Seen, pool: &mut Pool) -> (bool, Vec<Wish>) {
        if std::mem::replace(&mut self.era, pool.era()) != pool.era() {
            self.asked.clear();
        }
        let gain = self.close(seen.cover, seen.covered);
        let mut wishes = Vec::new();
        let mut count: BTreeMap<DecisionId, usize> = BTreeMap::new();
        let events = &seen.run.events;
        for v in evaluations(seen.cover, events, &self.open) {
            let n = count.entry(v.decision).or_default();
            let Some(&(_, at)) = v.seen.first() else { continue };
            for &c in self.open.get(&v.decision).into_iter().flatten() {
                if *n >= PER_DECISION {
                    break;
                }
                for w in wanted(seen.cover, seen.covered, v.decision, c, VECTORS) {
                    let extra = self.conditions(pool, events, &v, &w.vector);
                    if extra.is_empty() || !self.asked.insert((v.decision, extra.clone(), at)) {
                        continue;
                    }
                    *n += 1;
                    wishes.push(Wish { at, extra, target: mcdc_target(v.decision, c) });
                }
            }
        }
        (gain, wishes)
    }

    fn wants(&self, target: Target) -> bool {
        let Target::Own { criterion: MCDC, number } = target else { return false };
        self.open.get(&DecisionId(number / 64)).is_some_and(|c| c.contains(&((number % 64) as u16)))
    }

    fn wanted(&self) -> Vec<GoalId> {
        self.open.keys().flat_map(|d| self.outcomes[d].iter().copied()).collect()
    }
}

impl McdcAims {
    /// The conditions of a vector, as far as this evaluation knows their terms.
    fn conditions(&self, pool: &mut Pool, events: &[Event], v: &Evaluation, vector: &Vector) -> Vec<ExprId> {
        let mut extra = Vec::new();
        for &(c, i) in &v.seen {
            if vector.evaluated >> c & 1 == 0 {
                break;
            }
            let Some(term) = truth(pool, &events[i]) else { continue };
            let value = vector.values >> c & 1 != 0;
            extra.push(if value { term } else { pool.not(term) });
        }
        extra
    }
}

struct BoundaryAims {
    open: BTreeMap<SiteId, Vec<(i8, GoalId)>>,
    asked: HashSet<(GoalId, ExprId, usize)>,
    era: u64,
}

impl BoundaryAims {
    fn new(map: &CoverMap, function: FunctionId) -> BoundaryAims {
        let mut open = BTreeMap::new();
        for site in map.of_function(function).sites.map(SiteId) {
            let Some(b) = &map.site(site).boundary else { continue };
            let goals = b.differences.iter().enumerate().map(|(i, &d)| (d, GoalId(b.first_goal.0 + i as u32)));
            open.insert(site, goals.collect());
        }
        BoundaryAims { open, asked: HashSet::new(), era: 0 }
    }
}

/// `left - right == difference`, without wrapping around where that would not count.
fn apart(pool: &mut Pool, c: &Compared, difference: i8) -> ExprId {
    let w = pool.width(c.left);
    let d = pool.constant(difference as i64 as u64, w);
    let moved = pool.add(c.right, d);
    let equal = pool.eq(c.left, moved);
    if difference == 0 || c.kind == crescendo_vm::trace::Comparison::Equal {
        return equal;
    }
    let ordered = match (difference > 0, c.signed) {
        (true, true) => pool.slt(c.right, c.left),
        (true, false) => pool.ult(c.right, c.left),
        (false, true) => pool.slt(c.left, c.right),
        (false, false) => pool.ult(c.left, c.right),
    };
    pool.and(equal, ordered)
}

impl Aims for BoundaryAims {
    fn observe(&mut self, seen: &Seen, pool: &mut Pool) -> (bool, Vec<Wish>) {
        if std::mem::replace(&mut self.era, pool.era()) != pool.era() {
            self.asked.clear();
        }
        self.open.retain(|_, goals| {
            goals.retain(|(_, g)| !seen.covered.is_hit(*g));
            !goals.is_empty()
        });
        let mut wishes = Vec::new();
        for (at, e) in seen.run.events.iter().enumerate() {
            let (EventKind::Branch { site, compared, .. } | EventKind::Value { site, compared, .. }) = e.kind else {
                continue;
            };
            let (Some(compared), Some(goals)) = (compared, self.open.get(&site)) else { continue };
            for &(difference, goal) in goals {
                let extra = apart(pool, &compared, difference);
                if self.asked.insert((goal, extra, at)) {
                    wishes.push(Wish { at, extra: vec![extra], target: Target::Goal(goal) });
                }
            }
        }
        (false, wishes)
    }

    fn wants(&self, _: Target) -> bool {
        false
    }

    fn wanted(&self) -> Vec<GoalId> {
        Vec::new()
    }
}
