//! Numbers what the bodies can cover over the whole program.

use crate::body::Body;
use crate::cover::{CoverMap, DecisionId, FunctionCover, GoalId, SiteId};
use crate::op::Op;
use crate::source::PosId;
use crate::symbol::{Function, FunctionId};

/// Takes the bodies' own maps into one; functions without a body, or lowered without goals, have none.
pub fn join(functions: &mut [Function]) -> CoverMap {
    let mut all = CoverMap::default();
    if !functions.iter().any(|f| f.body.as_ref().is_some_and(|b| b.cover.is_some())) {
        return all;
    }
    for (i, f) in functions.iter_mut().enumerate() {
        let start = ends(&all);
        if let Some(body) = &mut f.body
            && let Some(map) = body.cover.take()
        {
            shift_code(body, &start);
            append(&mut all, *map, FunctionId(i as u32), &start);
        }
        let end = ends(&all);
        all.functions.push(FunctionCover {
            sites: start.sites.start..end.sites.start,
            statements: start.statements.start..end.statements.start,
            decisions: start.decisions.start..end.decisions.start,
            goals: start.goals.start..end.goals.start,
        });
    }
    all
}

/// Empty ranges at the ends of the map's lists.
fn ends(map: &CoverMap) -> FunctionCover {
    let end = |n: usize| n as u32..n as u32;
    FunctionCover {
        sites: end(map.sites.len()),
        statements: end(map.statements.len()),
        decisions: end(map.decisions.len()),
        goals: map.goals..map.goals,
    }
}

fn append(all: &mut CoverMap, map: CoverMap, function: FunctionId, start: &FunctionCover) {
    let goal = |g: GoalId| GoalId(g.0 + start.goals.start);
    for mut s in map.sites {
        s.function = function;
        s.first_goal = goal(s.first_goal);
        s.decision = s.decision.map(|(d, i)| (DecisionId(d.0 + start.decisions.start), i));
        if let Some(b) = &mut s.boundary {
            b.first_goal = goal(b.first_goal);
        }
        all.sites.push(s);
    }
    for mut s in map.statements {
        s.function = function;
        s.goal = goal(s.goal);
        all.statements.push(s);
    }
    for mut d in map.decisions {
        d.function = function;
        d.conditions.iter_mut().for_each(|c| *c = SiteId(c.0 + start.sites.start));
        all.decisions.push(d);
    }
    all.goals += map.goals;
}

fn shift_code(body: &mut Body, start: &FunctionCover) {
    for op in &mut body.code {
        match op {
            Op::Cover { goal } => *goal += start.goals.start,
            Op::Outcome { site, .. } => *site += start.sites.start,
            _ => {}
        }
    }
    // The two lowest bits say how the operation stands for its site.
    body.sites.iter_mut().filter(|s| **s != 0).for_each(|s| *s += start.sites.start << 2);
}

/// Positions of a unit in the numbers of the program.
pub fn renumber_positions(map: &mut CoverMap, fix: impl Fn(&mut PosId)) {
    map.sites.iter_mut().for_each(|s| fix(&mut s.position));
    map.statements.iter_mut().for_each(|s| fix(&mut s.position));
    map.decisions.iter_mut().for_each(|d| fix(&mut d.position));
}
