//! What an exploration leaves behind: tests, and for every goal a verdict with its reason.
//!
//! *Infeasible* is a proof: every way that could lead to the goal was taken to its end or refuted by the solver. What is
//! not known to be so is *unknown*, with the first thing that stands in the way of a proof.

use crate::aim::{Asked, Target};
use crate::criteria::{Criterion, Obligation};
use crescendo_program::cover::{CoverMap, DecisionId, GoalId};
use crescendo_program::source::PosId;
use crescendo_program::symbol::FunctionId;
use crescendo_solver::expr::Assignment;
use crescendo_unit::Gap;
use crescendo_vm::cover::Coverage;
use crescendo_vm::trace::Concretised;
use crescendo_vm::{FaultKind, Limit, Outcome};
use std::collections::BTreeMap;
use std::fmt;

/// Why a goal may have been missed.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    /// Ways that may lead there were left when the exploration ended.
    NotTried,
    /// The solver did not answer.
    Solver(String),
    /// Other values of something that was made concrete were not tried.
    Concretised(Concretised),
    /// A run was cut.
    Limit(Limit),
    Unsupported(String),
    /// Something without a model was used; it may behave otherwise.
    Unmodelled(String),
    /// Only inputs that break an assumption could come there.
    Assumed,
    /// Inputs beyond a bound of the driver were not tried.
    Bound(Bound),
    /// The path was longer than is kept.
    Depth,
    /// The stack was used up; with a larger one a run would go on.
    Stack,
    /// Given up to keep memory bounded.
    Memory,
    /// A run did not go where it was predicted to.
    Diverged,
    /// The labels of a computed goto cannot be solved for.
    ComputedGoto,
    ToolBug(String),
}

/// What the driver leaves out.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Bound {
    /// A run came up against it.
    Hit(Gap),
    /// Larger inputs.
    Larger,
    /// Two pointers that could be the same are not.
    Apart,
    /// Allocations that fail.
    SureMemory,
}

impl fmt::Display for Bound {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Bound::Hit(hit) => hit.fmt(f),
            Bound::Larger => Limit::Inputs.fmt(f),
            Bound::Apart => f.write_str("pointers that may be the same are kept apart"),
            Bound::SureMemory => f.write_str("allocations succeed: --allocation-fails lets them fail"),
        }
    }
}

impl Reason {
    /// What it is a case of, whichever input it is about.
    pub fn general(&self) -> Reason {
        match self {
            Reason::Bound(Bound::Hit(gap)) => Reason::Bound(Bound::Hit(gap.general())),
            other => other.clone(),
        }
    }

    /// A run did not come to its end. One that time has cut tells nothing of the program.
    pub fn cut(limit: Limit) -> Reason {
        match limit {
            Limit::Interrupted => Reason::NotTried,
            limit => Reason::Limit(limit),
        }
    }

    /// Whether it speaks of inputs that are never tried. What stopped the search on its way, or was not tried in time, says more.
    pub fn is_bound(&self) -> bool {
        matches!(self, Reason::Assumed | Reason::Bound(_))
    }

    /// Every way was gone to its end, but something was taken for granted. Else something stopped the search.
    pub fn is_assumption(&self) -> bool {
        match self {
            Reason::Assumed => true,
            Reason::Bound(what) => [Bound::Apart, Bound::SureMemory].contains(what),
            _ => false,
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Reason::NotTried => f.write_str("not tried within the budget"),
            Reason::Solver(why) => write!(f, "the solver gave up: {why}"),
            Reason::Concretised(why) => match why {
                Concretised::Size => f.write_str("only some sizes of a block were tried"),
                Concretised::Length => f.write_str("only some lengths of a bulk operation were tried"),
                Concretised::Address => f.write_str("only some places of an access were tried"),
                Concretised::Choice => f.write_str("only some targets of a pointer were tried"),
                Concretised::Entry => f.write_str("only some entries of a table were tried"),
                Concretised::Callee => f.write_str("only some targets of a call were tried"),
                Concretised::Library(_) => f.write_str("a library function saw only some of the values"),
                Concretised::Operation(_) => f.write_str("an operation saw only some of the values"),
                Concretised::TooLarge => f.write_str("a value grew too complex"),
            },
            Reason::Limit(what) => write!(f, "a run was cut: {what}"),
            Reason::Unsupported(what) => write!(f, "unsupported: {what}"),
            Reason::Unmodelled(what) => write!(f, "`{what}` has no model"),
            Reason::Assumed => f.write_str("an assumption on the inputs excludes it"),
            Reason::Bound(what) => write!(f, "bound hit: {what}"),
            Reason::Depth => f.write_str("the path is too long"),
            Reason::Stack => f.write_str("the stack ends before it (--stack KB)"),
            Reason::Memory => f.write_str("given up to bound memory"),
            Reason::Diverged => f.write_str("a run left its predicted path"),
            Reason::ComputedGoto => f.write_str("a computed goto"),
            Reason::ToolBug(what) => write!(f, "a bug of this tool: {what}"),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// By the test of that number first.
    Covered {
        test: usize,
    },
    Infeasible(Proof),
    /// With the place where the reason arose.
    Unknown {
        reason: Reason,
        position: PosId,
    },
}

/// Why no input reaches a goal.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Proof {
    /// Where the conditions stand that excluded it last; empty if no way there was ever met.
    pub core: Vec<PosId>,
    /// Code behind this fault could have led there.
    pub behind_fault: Option<PosId>,
    /// What it takes for granted; empty: it holds whatever happens.
    pub rests_on: Vec<Gap>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Test {
    pub input: Assignment,
    /// The number of the run that found it.
    pub run: u64,
    pub outcome: Outcome,
    /// Goals it was the first to cover.
    pub goals: Vec<GoalId>,
    /// It adds to a criterion with goals of its own.
    pub aimed: bool,
    /// It was the first to show this fault, by its number.
    pub fault: Option<usize>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    pub kind: FaultKind,
    pub function: FunctionId,
    pub position: PosId,
    /// What happened, as the test that is kept shows it.
    pub message: String,
    /// The calls that led there, innermost first; the first is the place itself.
    pub frames: Vec<(FunctionId, PosId)>,
    pub test: usize,
    /// Runs that ended in it.
    pub seen: u64,
    /// Of the test that is kept: events of its path, inputs that are not zero, their bits.
    pub(crate) size: (usize, usize, u32),
}

impl Test {
    /// It covers nothing that the tests before it did not.
    pub(crate) fn fault_only(&self) -> bool {
        self.fault.is_some() && self.goals.is_empty() && !self.aimed
    }
}

/// A place where the unit could fail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Site {
    pub function: FunctionId,
    pub position: PosId,
    pub verdict: Safety,
    /// What a proof takes for granted.
    pub rests_on: Vec<Gap>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Safety {
    /// A run failed there. `rest`: why it is not known in which other ways it could; `None`: in no other.
    Alarm { rest: Option<Reason> },
    /// No inputs fail there: every way there was taken or refuted, and so was every failure on it.
    Proved,
    /// Not known, with the first reason and where it arose.
    Open { reason: Reason, position: PosId },
}

/// Something that cannot be, if all parts of the tool are right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToolBug {
    pub run: u64,
    pub message: String,
    /// Where in the program it showed, if that is known.
    pub position: PosId,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StopReason {
    /// Every goal is covered or proved infeasible.
    Complete,
    /// Nothing is left to try, but some goals are unknown.
    Exhausted,
    Runs,
    Steps,
    Time,
    Interrupted,
}

impl StopReason {
    pub fn name(self) -> &'static str {
        match self {
            StopReason::Complete => "complete",
            StopReason::Exhausted => "exhausted",
            StopReason::Runs => "run budget",
            StopReason::Steps => "step budget",
            StopReason::Time => "time budget",
            StopReason::Interrupted => "interrupted",
        }
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    pub covered: u32,
    pub total: u32,
    pub infeasible: u32,
    pub unknown: u32,
}

impl Tally {
    fn add(&mut self, verdict: &Verdict) {
        self.total += 1;
        match verdict {
            Verdict::Covered { .. } => self.covered += 1,
            Verdict::Infeasible(_) => self.infeasible += 1,
            Verdict::Unknown { .. } => self.unknown += 1,
        }
    }
}

#[derive(Clone, Debug)]
pub struct Exploration {
    pub tests: Vec<Test>,
    pub faults: Vec<Fault>,
    /// Of every place of the unit where it could fail.
    pub checks: Vec<Site>,
    pub bugs: Vec<ToolBug>,
    /// Of every goal of the unit.
    pub verdicts: BTreeMap<GoalId, Verdict>,
    /// Of every condition of the unit's decisions, for MC/DC.
    pub conditions: BTreeMap<(DecisionId, u16), Verdict>,
    /// Of all runs together.
    pub coverage: Coverage,
    pub stop: StopReason,
    pub runs: u64,
    pub steps: u64,
    pub solver_calls: u64,
    /// Distinct paths seen to their end, faults and refused assumptions not counted.
    pub paths: u64,
    pub seconds: f64,
    /// Largest sizes of the tree and of the pool of terms.
    pub peak_nodes: usize,
    pub peak_terms: usize,
    /// How long each flip took, solving and running together; unlike the rest it differs from run to run.
    pub flip_micros: Vec<u32>,
    /// Bounds that were hit and things without a model: why nothing may be proved.
    pub gaps: Vec<String>,
    /// Why the paths that were run are not all there are; empty if they are. Only with `Options::exhaust` it can be.
    pub unexplored: Vec<String>,
    /// What became of wishes.
    pub aimed: BTreeMap<Target, Asked>,
}

impl Exploration {
    /// The verdict on an obligation; `None` if it is not one of the unit's.
    pub fn verdict(&self, map: &CoverMap, obligation: Obligation) -> Option<&Verdict> {
        match obligation {
            Obligation::Condition { decision, condition } => self.conditions.get(&(decision, condition)),
            other => self.verdicts.get(&other.goal(map)?),
        }
    }

    /// What `summary.json` says of a criterion.
    pub fn criterion(&self, map: &CoverMap, unit: &[FunctionId], criterion: &dyn Criterion) -> Tally {
        let obligations = unit.iter().flat_map(|&f| criterion.obligations(map, f));
        let mut tally = Tally::default();
        obligations.filter_map(|o| self.verdict(map, o)).for_each(|v| tally.add(v));
        tally
    }

    /// Counts verdicts over some goals, e.g. those of one criterion. Goals that are not the unit's do not count.
    pub fn tally(&self, goals: impl IntoIterator<Item = GoalId>) -> Tally {
        let mut tally = Tally::default();
        for verdict in goals.into_iter().filter_map(|g| self.verdicts.get(&g)) {
            tally.add(verdict);
        }
        tally
    }
}
