//! The flow of a linked program, from its bytecode: one place per stretch of code without a jump or call in it.

use super::{Flow, Place};
use crescendo_program::Program;
use crescendo_program::body::{Body, Callee, Intrinsic};
use crescendo_program::cover::{CoverMap, GoalId, SiteId};
use crescendo_program::op::Op;
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

impl Flow {
    /// The flow of everything that can run when `start` is called.
    pub fn of_program(program: &Program, start: FunctionId) -> Flow {
        let mut flow = Flow { complete: true, ..Flow::default() };
        let anybody: Vec<FunctionId> = (0..program.functions.len() as u32)
            .map(FunctionId)
            .filter(|&f| program.functions[f.0 as usize].body.is_some())
            .collect();
        let mut seen = BTreeSet::from([start]);
        let mut queue = vec![start];
        while let Some(f) = queue.pop() {
            let Some(body) = &program.functions[f.0 as usize].body else { continue };
            let first = flow.places.len();
            Builder { flow: &mut flow, program, anybody: &anybody, f, body, at: Vec::new() }.build();
            let called: BTreeSet<FunctionId> =
                flow.places[first..].iter().flat_map(|p| p.calls.iter().copied()).collect();
            queue.extend(called.into_iter().filter(|&c| seen.insert(c)));
        }
        flow
    }
}

/// Where an operation may jump to.
fn jump(mut op: Op) -> Option<u32> {
    op.target().map(|t| *t)
}

struct Builder<'a> {
    flow: &'a mut Flow,
    program: &'a Program,
    anybody: &'a [FunctionId],
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
            Op::Cover { goal } => self.flow.at(here).goals.push(GoalId(goal)),
            Op::Outcome { site, .. } => {
                let site = SiteId(site);
                let goals: Vec<_> = (0..2).map(|o| self.map().site(site).goal(o)).collect();
                self.flow.at(here).goals.extend(goals);
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
                self.link(here, way);
            }
            None => self.link(here, to),
        }
    }

    fn boundary(&mut self, site: SiteId, here: Place) {
        let Some(b) = &self.program.cover.site(site).boundary else { return };
        let goals = (0..b.differences.len() as u32).map(|i| GoalId(b.first_goal.0 + i));
        self.flow.at(here).goals.extend(goals);
    }

    fn call(&mut self, site: u32, here: Place) {
        match self.body.calls[site as usize].callee {
            Callee::Direct(callee) => {
                let function = &self.program.functions[callee.0 as usize];
                let name = function.name.as_str();
                if function.returns_twice || function.body.is_none() && CALL_LATER.contains(&name) {
                    self.flow.complete = false;
                }
                if function.body.is_none() && CALL_BACK.contains(&name) {
                    self.flow.at(here).calls.extend(self.anybody);
                }
                self.flow.at(here).calls.push(callee);
            }
            // Whoever has an address may be called.
            Callee::Pointer(_) | Callee::Symbol(_) => self.flow.at(here).calls.extend(self.anybody),
        }
    }
}
