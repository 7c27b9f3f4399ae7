//! The flow of a linked program, from its bytecode: one place per stretch of code without a jump or call in it.

use super::{ANYBODY, Calls, Flow, Place};
use crescendo_program::Program;
use crescendo_program::body::{Body, Callee, Intrinsic, IntrinsicSite};
use crescendo_program::cover::{CoverMap, GoalId, SiteId};
use crescendo_program::op::{Bin, FloatBin, Op};
use crescendo_program::symbol::FunctionId;
use std::collections::BTreeSet;

/// Library functions that call what they are given, at once.
const CALL_BACK: &[&str] = &[
    "qsort", "qsort_r", "bsearch", "lfind", "lsearch", "tsearch", "tfind", "tdelete", "twalk", "scandir", "ftw", "nftw",
];

/// Library functions after which control may turn up anywhere.
const CALL_LATER: &[&str] = &[
    "atexit",
    "on_exit",
    "at_quick_exit",
    "signal",
    "bsd_signal",
    "sigaction",
    "longjmp",
    "_longjmp",
    "siglongjmp",
    "pthread_create",
    "thrd_create",
];

/// What a function may call, for a look from afar.
#[derive(Clone, Debug, Default)]
pub(super) struct Reached {
    pub calls: Vec<FunctionId>,
    /// It calls through pointers, or hands functions to the library.
    pub anybody: bool,
    /// Control does not turn up anywhere else.
    pub complete: bool,
}

/// Looks through a function's calls.
pub(super) fn scan(program: &Program, f: FunctionId) -> Reached {
    let mut reached = Reached { complete: true, ..Reached::default() };
    let Some(body) = &program.function(f).body else { return reached };
    let mut calls = BTreeSet::new();
    for site in &body.calls {
        let Call { calls: direct, anybody, complete } = call(program, site.callee);
        calls.extend(direct);
        reached.anybody |= anybody;
        reached.complete &= complete;
    }
    let jumps = |i: &IntrinsicSite| matches!(i.what, Intrinsic::SetJump | Intrinsic::LongJump);
    reached.complete &= !body.intrinsics.iter().any(jumps);
    reached.calls = calls.into_iter().collect();
    reached
}

/// What a call may come to.
struct Call {
    calls: Option<FunctionId>,
    anybody: bool,
    complete: bool,
}

fn call(program: &Program, callee: Callee) -> Call {
    match callee {
        Callee::Direct(callee) => {
            let function = program.function(callee);
            let outside = |names: &[&str]| function.body.is_none() && names.contains(&function.name.as_str());
            Call {
                calls: Some(callee),
                anybody: outside(CALL_BACK),
                complete: !function.returns_twice && !outside(CALL_LATER),
            }
        }
        // Whoever has an address may be called.
        Callee::Pointer(_) | Callee::Symbol(_) => Call { calls: None, anybody: true, complete: true },
    }
}

impl Flow {
    /// The flow of everything that can run when `start` is called, with all its goals.
    pub fn of_program(program: &Program, start: FunctionId) -> Flow {
        let everyone: Vec<FunctionId> = (0..program.functions.len() as u32).map(FunctionId).collect();
        Calls::new(program).flow(start, &everyone)
    }

    /// A function, stretch by stretch; with its goals if they count.
    pub(super) fn add_function(&mut self, program: &Program, f: FunctionId, body: &Body, goals: bool) {
        Builder { flow: self, program, goals, f, body, at: Vec::new() }.build();
    }
}

/// Where an operation may jump to.
fn jump(mut op: Op) -> Option<u32> {
    op.target().map(|t| *t)
}

/// Whether an operation fails for some operands.
fn can_fail(program: &Program, body: &Body, op: &Op) -> bool {
    match *op {
        Op::Load8 { .. }
        | Op::Load16 { .. }
        | Op::Load32 { .. }
        | Op::Load64 { .. }
        | Op::LoadIdx8 { .. }
        | Op::LoadIdx16 { .. }
        | Op::LoadIdx32 { .. }
        | Op::LoadIdx64 { .. }
        | Op::Store8 { .. }
        | Op::Store16 { .. }
        | Op::Store32 { .. }
        | Op::Store64 { .. }
        | Op::StoreIdx8 { .. }
        | Op::StoreIdx16 { .. }
        | Op::StoreIdx32 { .. }
        | Op::StoreIdx64 { .. }
        | Op::LoadAny { .. }
        | Op::StoreAny { .. }
        | Op::LoadCopy { .. }
        | Op::IndexCheck { .. }
        | Op::MemCopy { .. }
        | Op::MemSet { .. }
        | Op::Shl { .. }
        | Op::LShr { .. }
        | Op::AShr { .. }
        | Op::FDiv64 { .. }
        | Op::Unreachable => true,
        Op::Float { op, .. } => op == FloatBin::Div,
        Op::Int { op, .. } | Op::Wide { op, .. } => {
            matches!(op, Bin::UDiv | Bin::SDiv | Bin::URem | Bin::SRem | Bin::Shl | Bin::LShr | Bin::AShr)
        }
        // The library is handed pointers; a pointer may be no function.
        Op::Call { site, .. } => match body.calls[site as usize].callee {
            Callee::Direct(f) => program.function(f).body.is_none(),
            Callee::Pointer(_) | Callee::Symbol(_) => true,
        },
        _ => false,
    }
}

struct Builder<'a> {
    flow: &'a mut Flow,
    program: &'a Program,
    /// They count.
    goals: bool,
    f: FunctionId,
    body: &'a Body,
    /// Per operation: the place that starts there.
    at: Vec<Option<Place>>,
}

impl Builder<'_> {
    fn build(&mut self) {
        let code = &self.body.code;
        let mut starts = vec![false; code.len() + 1];
        starts[0] = true;
        for (i, op) in code.iter().enumerate() {
            let target = jump(*op);
            if let Some(t) = target {
                starts[t as usize] = true;
            }
            if let Op::Switch { table, .. } | Op::BrIndirect { table, .. } = op {
                let table = &self.body.switches[*table as usize];
                table.cases.iter().for_each(|c| starts[c.1 as usize] = true);
                // A computed goto has none.
                if let Some(start) = starts.get_mut(table.default as usize) {
                    *start = true;
                }
            }
            if target.is_some() || op.ends_flow() || matches!(op, Op::Call { .. }) {
                starts[i + 1] = true;
            }
        }
        self.at = starts.iter().take(code.len()).map(|&s| s.then(|| self.flow.add(self.f))).collect();
        let Some(mut here) = self.at.first().copied().flatten() else { return };
        self.flow.entries.insert(self.f, here);
        for i in 0..code.len() {
            if let Some(place) = self.at[i] {
                if i > 0 && !code[i - 1].ends_flow() && jump(code[i - 1]).is_none() {
                    self.link(here, place);
                }
                here = place;
            }
            self.operation(i, here);
            if self.goals {
                self.position(i, here);
            }
        }
    }

    fn position(&mut self, i: usize, here: Place) {
        let at = (self.f, self.body.positions[i]);
        let places = self.flow.positions.entry(at).or_default();
        if places.last() != Some(&here) {
            places.push(here);
        }
        if can_fail(self.program, self.body, &self.body.code[i]) {
            self.flow.sites.insert(at);
        }
    }

    fn map(&self) -> &CoverMap {
        &self.program.cover
    }

    fn link(&mut self, from: Place, to: Place) {
        if !self.flow.at(from).next.contains(&to) {
            self.flow.at(from).next.push(to);
        }
    }

    fn operation(&mut self, i: usize, here: Place) {
        let body = self.body;
        match body.code[i] {
            Op::Cover { goal } => self.goal(here, GoalId(goal)),
            Op::Outcome { site, .. } => {
                let site = SiteId(site);
                for outcome in 0..2 {
                    self.goal(here, self.map().site(site).goal(outcome));
                }
                self.boundary(site, here);
            }
            Op::Ret { .. } => self.flow.at(here).returns = true,
            Op::Switch { table, .. } | Op::BrIndirect { table, .. } => {
                let table = &body.switches[table as usize];
                let site = body.site_at(i).map(|s| s.site);
                for (outcome, &(_, t)) in table.cases.iter().enumerate() {
                    self.outcome(site, outcome as u32, here, t);
                }
                let labels = site.map_or(u32::MAX, |s| self.map().site(s).outcomes());
                let default = table.cases.len() as u32;
                self.outcome(site.filter(|_| default < labels), default, here, table.default);
            }
            Op::Call { site, .. } => self.call(site, here),
            // At the end of a block it may be a jump to anywhere.
            Op::Unsupported { .. } if i + 1 == body.code.len() || body.block_starts.contains(&(i as u32 + 1)) => {
                self.flow.complete = false;
            }
            Op::Intrinsic { site, .. } => {
                if matches!(body.intrinsics[site as usize].what, Intrinsic::SetJump | Intrinsic::LongJump) {
                    self.flow.complete = false;
                }
            }
            op => {
                let Some(t) = jump(op) else { return };
                let site = body.site_at(i);
                let inverted = site.is_some_and(|s| s.inverted);
                let id = site.map(|s| s.site);
                self.outcome(id, !inverted as u32, here, t);
                if !op.ends_flow() {
                    self.outcome(id, inverted as u32, here, i as u32 + 1);
                }
                if let Some(s) = id {
                    self.boundary(s, here);
                }
            }
        }
    }

    /// Control goes to `target`, which is an outcome of the site, if there is one.
    fn outcome(&mut self, site: Option<SiteId>, outcome: u32, here: Place, target: u32) {
        let Some(to) = self.at.get(target as usize).copied().flatten() else { return };
        match site {
            Some(site) => {
                let goal = self.map().site(site).goal(outcome);
                let way = self.flow.add_outcome(self.f, goal, to);
                if !self.goals {
                    self.flow.at(way).goals.clear();
                }
                self.link(here, way);
            }
            None => self.link(here, to),
        }
    }

    fn boundary(&mut self, site: SiteId, here: Place) {
        let Some(b) = &self.program.cover.site(site).boundary else { return };
        for i in 0..b.differences.len() as u32 {
            self.goal(here, GoalId(b.first_goal.0 + i));
        }
    }

    fn goal(&mut self, here: Place, goal: GoalId) {
        if self.goals {
            self.flow.at(here).goals.push(goal);
        }
    }

    fn call(&mut self, site: u32, here: Place) {
        let Call { calls, anybody, complete } = call(self.program, self.body.calls[site as usize].callee);
        self.flow.complete &= complete;
        self.flow.at(here).calls.extend(calls);
        self.flow.at(here).calls.extend(anybody.then_some(ANYBODY));
    }
}
