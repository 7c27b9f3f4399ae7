//! What can be covered: the goals of a program, numbered.
//!
//! A *site* is a place of the source where control or a truth value is decided; each of its outcomes is a *goal*. Goals of
//! all kinds (outcomes, marks of straight-line code, boundary values) are numbered together over the whole linked
//! program, so a run's coverage is a bit map. Before linking a body holds such a map of its own, numbered from 0.
//!
//! Invariants: the sites, statements, decisions and goals of one function are contiguous; every two-way site is a
//! condition of exactly one decision; a condition is what the source writes without its `!`.

use crate::op::Pred;
use crate::source::PosId;
use crate::symbol::FunctionId;
use std::ops::Range;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SiteId(pub u32);

/// A bit of the coverage map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct GoalId(pub u32);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct DecisionId(pub u32);

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SiteKind {
    /// A conditional branch: goal 0 is false, goal 1 is true (as the source condition has it).
    Branch,
    /// A condition whose value is used without a jump; goals as for a branch.
    Value,
    /// One goal per case value in ascending order (as unsigned numbers), then the default.
    Switch { cases: Vec<u64>, width: u32 },
    /// A computed goto: one goal per label, in the order of the function's code.
    Goto { labels: u32 },
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Site {
    pub function: FunctionId,
    pub position: PosId,
    pub kind: SiteKind,
    pub first_goal: GoalId,
    /// The decision it is a condition of, and its number there.
    pub decision: Option<(DecisionId, u16)>,
    /// The boundary values of a comparison of integers.
    pub boundary: Option<Boundary>,
    /// Of a test of a pointer: the outcome that says it is null.
    pub null_outcome: Option<u32>,
}

/// A comparison of integers as the source writes it, and the differences `left - right` that lie around its boundary.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Boundary {
    pub pred: Pred,
    pub width: u32,
    /// Ascending; differences that no values can have are left out.
    pub differences: Vec<i8>,
    /// Of the first difference; the others follow.
    pub first_goal: GoalId,
}

impl Boundary {
    /// The goal that comparing these values reaches, if any.
    pub fn goal(&self, left: u64, right: u64) -> Option<GoalId> {
        let mask = if self.width >= 64 { u64::MAX } else { (1 << self.width) - 1 };
        let at = match left.wrapping_sub(right) & mask {
            0 => 0,
            1 => 1,
            d if d == mask => -1,
            _ => return None,
        };
        // The smallest and the largest number lie one apart only if they wrap around.
        if at != 0 && !matches!(self.pred, Pred::Eq | Pred::Ne) {
            let top = if self.is_signed() { 1 << (self.width - 1) } else { 0 };
            let (l, r) = ((left ^ top) & mask, (right ^ top) & mask);
            if (l > r) != (at > 0) {
                return None;
            }
        }
        let i = self.differences.iter().position(|d| *d == at)?;
        Some(GoalId(self.first_goal.0 + i as u32))
    }

    pub fn is_signed(&self) -> bool {
        matches!(self.pred, Pred::Slt | Pred::Sle | Pred::Sgt | Pred::Sge)
    }
}

impl Site {
    pub fn outcomes(&self) -> u32 {
        match &self.kind {
            SiteKind::Branch | SiteKind::Value => 2,
            SiteKind::Switch { cases, .. } => cases.len() as u32 + 1,
            SiteKind::Goto { labels } => *labels,
        }
    }

    pub fn goal(&self, outcome: u32) -> GoalId {
        GoalId(self.first_goal.0 + outcome)
    }
}

/// A statement of the source. Its mark is that of the straight-line code it is in, shared by all statements there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    pub function: FunctionId,
    pub position: PosId,
    pub goal: GoalId,
}

/// Where evaluation goes after a condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    Condition(u16),
    Done(bool),
}

/// A boolean expression over conditions, as short-circuit evaluation walks it. It starts at condition 0, and conditions
/// are only ever followed by later ones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    pub function: FunctionId,
    pub position: PosId,
    pub conditions: Vec<SiteId>,
    /// Per condition: where to go when it is false, when it is true.
    pub next: Vec<[Next; 2]>,
}

/// What of a map belongs to one function.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FunctionCover {
    pub sites: Range<u32>,
    pub statements: Range<u32>,
    pub decisions: Range<u32>,
    pub goals: Range<u32>,
}

/// What a goal is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    Outcome {
        site: SiteId,
        outcome: u32,
    },
    /// Straight-line code; `Statement::goal` says what is in it.
    Mark,
    Boundary {
        site: SiteId,
        difference: i8,
    },
}

/// Everything that can be covered in a linked program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CoverMap {
    pub sites: Vec<Site>,
    pub statements: Vec<Statement>,
    pub decisions: Vec<Decision>,
    pub goals: u32,
    /// By `FunctionId`; empty when the program was lowered without goals.
    pub functions: Vec<FunctionCover>,
}

impl CoverMap {
    pub fn site(&self, id: SiteId) -> &Site {
        &self.sites[id.0 as usize]
    }

    pub fn decision(&self, id: DecisionId) -> &Decision {
        &self.decisions[id.0 as usize]
    }

    pub fn of_function(&self, id: FunctionId) -> FunctionCover {
        self.functions.get(id.0 as usize).cloned().unwrap_or_default()
    }

    /// What a goal is; `None` for a number that is no goal.
    pub fn goal(&self, goal: GoalId) -> Option<Goal> {
        let f = self.functions.partition_point(|f| f.goals.end <= goal.0);
        let sites = self.functions.get(f)?.sites.clone();
        for id in sites {
            let site = &self.sites[id as usize];
            let outcome = goal.0.wrapping_sub(site.first_goal.0);
            if outcome < site.outcomes() {
                return Some(Goal::Outcome { site: SiteId(id), outcome });
            }
            if let Some(b) = &site.boundary
                && let Some(d) = b.differences.get(goal.0.wrapping_sub(b.first_goal.0) as usize)
            {
                return Some(Goal::Boundary { site: SiteId(id), difference: *d });
            }
        }
        Some(Goal::Mark)
    }

    /// Gives every goal of a body's own map its number: outcomes, then boundary values; marks come first.
    pub(crate) fn number(&mut self, marks: u32) {
        self.goals = marks;
        for s in &mut self.sites {
            s.first_goal = GoalId(self.goals);
            self.goals += s.outcomes();
        }
        for b in self.sites.iter_mut().filter_map(|s| s.boundary.as_mut()) {
            b.first_goal = GoalId(self.goals);
            self.goals += b.differences.len() as u32;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boundary_values() {
        let b = |pred, width, differences: &[i8]| Boundary {
            pred,
            width,
            differences: differences.to_vec(),
            first_goal: GoalId(10),
        };
        let less = b(Pred::Slt, 32, &[-1, 0]);
        assert_eq!(less.goal(4, 5), Some(GoalId(10)));
        assert_eq!(less.goal(5, 5), Some(GoalId(11)));
        assert_eq!(less.goal(6, 5), None);
        assert_eq!(less.goal(0xffff_ffff, 0), Some(GoalId(10)));
        assert_eq!(less.goal(0x7fff_ffff, 0x8000_0000), None);
        let below = b(Pred::Ult, 32, &[-1, 0]);
        assert_eq!(below.goal(0xffff_ffff, 0), None);
        assert_eq!(below.goal(0x7fff_ffff, 0x8000_0000), Some(GoalId(10)));
        let equal = b(Pred::Eq, 64, &[-1, 0, 1]);
        assert_eq!(equal.goal(u64::MAX, 0), Some(GoalId(10)));
        assert_eq!(equal.goal(8, 7), Some(GoalId(12)));
    }
}
