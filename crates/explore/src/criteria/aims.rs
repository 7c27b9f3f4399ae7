//! What the loop aims at for some criteria: goals for flips, and wishes where those are not enough.

use super::{Criterion, Obligation};
use crate::aim::{Aims, BoundaryAim, McdcAim};
use crescendo_program::FunctionId;
use crescendo_program::cover::{CoverMap, GoalId};
use std::collections::BTreeSet;

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
            "mcdc" => all.push(Box::new(McdcAim::new(map, &[function]))),
            "boundary" => all.push(Box::new(BoundaryAim::new(&[function]))),
            _ => {}
        }
    }
    all
}
