//! What counts as covered: one file per criterion.
//!
//! A criterion turns the cover map into *obligations* of a function and says which of them a `Coverage` meets. Most are
//! goals of the map as they are; MC/DC looks at the vectors of decisions. To add one: a file with its `Criterion`, its
//! line in `ALL`, a test.

mod boundary;
mod branch;
mod mcdc;
mod statement;

pub use boundary::Boundary;
pub use branch::Branch;
pub use mcdc::{Mcdc, Wanted, condition_covered, wanted};
pub use statement::Statement;

use crate::aim::{Aims, BoundaryAim, McdcAim};
use crescendo_program::FunctionId;
use crescendo_program::cover::{CoverMap, DecisionId, GoalId, SiteId};
use crescendo_program::source::PosId;
use crescendo_vm::cover::Coverage;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Every criterion, weakest first.
pub const ALL: &[&dyn Criterion] = &[&Statement, &Branch, &Mcdc, &Boundary];

/// The criterion of that name.
pub fn find(name: &str) -> Option<&'static dyn Criterion> {
    ALL.iter().copied().find(|c| c.name() == name)
}

/// The goals of the map that these criteria count in these functions: what flips aim at.
pub fn goals(map: &CoverMap, functions: &[FunctionId], criteria: &[&dyn Criterion]) -> Vec<GoalId> {
    let mut all: BTreeSet<GoalId> = BTreeSet::new();
    for (c, f) in criteria.iter().flat_map(|c| functions.iter().map(move |f| (c, *f))) {
        for o in c.obligations(map, f) {
            all.extend(o.goal(map));
            if let Obligation::Condition { decision, condition } = o {
                let site = map.site(map.decision(decision).conditions[condition as usize]);
                all.extend([site.goal(0), site.goal(1)]);
            }
        }
    }
    all.into_iter().collect()
}

/// What these criteria wish for beside flips.
pub fn aims(map: &Arc<CoverMap>, functions: &[FunctionId], criteria: &[&dyn Criterion]) -> Vec<Box<dyn Aims>> {
    let mut all: Vec<Box<dyn Aims>> = Vec::new();
    for c in criteria {
        match c.name() {
            "mcdc" => all.push(Box::new(McdcAim::new(map, functions))),
            "boundary" => all.push(Box::new(BoundaryAim)),
            _ => {}
        }
    }
    all
}

pub trait Criterion: Sync {
    /// As the user writes it.
    fn name(&self) -> &'static str;

    /// What it asks of a function, in the order of the code.
    fn obligations(&self, map: &CoverMap, function: FunctionId) -> Vec<Obligation>;

    /// Whether an obligation of this criterion is met, and in which way.
    fn met(&self, map: &CoverMap, coverage: &Coverage, obligation: Obligation) -> Option<Met> {
        obligation.goal(map).filter(|g| coverage.is_hit(*g)).map(|_| Met::Reached)
    }

    /// The obligations of these functions that are not met.
    fn open(&self, map: &CoverMap, coverage: &Coverage, functions: &[FunctionId]) -> Vec<Obligation> {
        let all = functions.iter().flat_map(|f| self.obligations(map, *f));
        all.filter(|o| self.met(map, coverage, *o).is_none()).collect()
    }

    fn tally(&self, map: &CoverMap, coverage: &Coverage, functions: &[FunctionId]) -> Tally {
        let mut tally = Tally::default();
        for o in functions.iter().flat_map(|f| self.obligations(map, *f)) {
            tally.total += 1;
            tally.covered += self.met(map, coverage, o).is_some() as u32;
        }
        tally
    }
}

/// How an obligation is met.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Met {
    Reached,
    /// MC/DC: two vectors that differ in this condition alone, as far as both evaluate the others.
    UniqueCause,
    /// MC/DC: in both vectors the condition decides; others differ, but do not matter.
    Masking,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    pub covered: u32,
    pub total: u32,
}

impl Tally {
    pub fn is_full(self) -> bool {
        self.covered == self.total
    }
}

/// Something to be covered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Obligation {
    /// Index into `CoverMap::statements`.
    Statement(u32),
    Outcome {
        site: SiteId,
        outcome: u32,
    },
    /// A condition shall be shown to decide its decision by itself.
    Condition {
        decision: DecisionId,
        condition: u16,
    },
    Boundary {
        site: SiteId,
        difference: i8,
    },
}

impl Obligation {
    /// The goal of the map that meets it; none for a condition of a larger decision, which takes a pair of vectors.
    pub fn goal(self, map: &CoverMap) -> Option<GoalId> {
        match self {
            Obligation::Statement(i) => Some(map.statements[i as usize].goal),
            Obligation::Outcome { site, outcome } => Some(map.site(site).goal(outcome)),
            Obligation::Condition { .. } => None,
            Obligation::Boundary { site, difference } => {
                let b = map.site(site).boundary.as_ref()?;
                let i = b.differences.iter().position(|d| *d == difference)?;
                Some(GoalId(b.first_goal.0 + i as u32))
            }
        }
    }

    pub fn position(self, map: &CoverMap) -> PosId {
        match self {
            Obligation::Statement(i) => map.statements[i as usize].position,
            Obligation::Outcome { site, .. } | Obligation::Boundary { site, .. } => map.site(site).position,
            Obligation::Condition { decision, condition } => {
                map.site(map.decision(decision).conditions[condition as usize]).position
            }
        }
    }

    pub fn function(self, map: &CoverMap) -> FunctionId {
        match self {
            Obligation::Statement(i) => map.statements[i as usize].function,
            Obligation::Outcome { site, .. } | Obligation::Boundary { site, .. } => map.site(site).function,
            Obligation::Condition { decision, .. } => map.decision(decision).function,
        }
    }
}
