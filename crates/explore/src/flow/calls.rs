//! Who calls whom in a program, computed once and shared by the flow graphs of all its functions.
//!
//! A flow graph is exact where it matters: in the functions whose goals count and in nearby callees. Functions further off
//! are one place each, which may do anything the function's calls do, in any order, and return. That only adds ways, so
//! what is proved with it holds.

use super::program::{Reached, scan};
use super::{ANYBODY, Flow, Stretch};
use crescendo_program::Program;
use crescendo_program::symbol::FunctionId;
use std::collections::{BTreeSet, VecDeque};

/// Operations of callees that are looked at one by one, per unit.
const EXACT: usize = 4000;

pub struct Calls<'p> {
    program: &'p Program,
    /// By function.
    reached: Vec<Reached>,
    /// Functions with a body: whoever has an address may be called.
    anybody: Vec<FunctionId>,
}

impl<'p> Calls<'p> {
    pub fn new(program: &'p Program) -> Calls<'p> {
        let has_body = |f: &FunctionId| program.function(*f).body.is_some();
        let all = (0..program.functions.len() as u32).map(FunctionId);
        let mut reached: Vec<Reached> = all.clone().map(|f| scan(program, f)).collect();
        // What runs before and after `main`: where in it is not told, so that control may turn up anywhere.
        let around = || program.constructors.iter().chain(&program.destructors).copied();
        let main = all.clone().find(|f| program.function(*f).name == "main" && has_body(f));
        if let (Some(main), Some(_)) = (main, around().next()) {
            let reached = &mut reached[main.0 as usize];
            reached.calls.extend(around());
            reached.calls.sort_unstable();
            reached.calls.dedup();
            reached.complete = false;
        }
        Calls { program, reached, anybody: all.filter(has_body).collect() }
    }

    /// Whom a function may call: functions of the program by name, and whether anybody else.
    pub fn of(&self, f: FunctionId) -> (&[FunctionId], bool) {
        let r = &self.reached[f.0 as usize];
        (&r.calls, r.anybody)
    }

    /// The flow of everything that can run when `start` is called. The goals of `unit` are in it.
    pub fn flow(&self, start: FunctionId, unit: &[FunctionId]) -> Flow {
        let mut flow = Flow::new(Some(self.program.cover.clone()));
        let mut seen = BTreeSet::from([start]);
        let mut queue = VecDeque::from([start]);
        let mut operations = 0;
        let mut anybody = false;
        while let Some(f) = queue.pop_front() {
            let Some(body) = self.program.functions[f.0 as usize].body.as_ref() else { continue };
            let reached = &self.reached[f.0 as usize];
            let own = f == start || unit.contains(&f);
            operations += if own { 0 } else { body.code.len() };
            flow.complete &= reached.complete;
            if own || operations <= EXACT {
                flow.add_function(self.program, f, body, own);
            } else {
                flow.add_collapsed(f, reached);
            }
            queue.extend(reached.calls.iter().copied().filter(|c| seen.insert(*c)));
            if reached.anybody && !std::mem::replace(&mut anybody, true) {
                flow.add_anybody(&self.anybody);
                queue.extend(self.anybody.iter().copied().filter(|c| seen.insert(*c)));
            }
        }
        flow
    }
}

impl Flow {
    /// A function as one place.
    fn add_collapsed(&mut self, f: FunctionId, reached: &Reached) {
        let place = self.add(f);
        self.entries.insert(f, place);
        let mut calls = reached.calls.clone();
        calls.extend(reached.anybody.then_some(ANYBODY));
        // Its own place follows its calls: it may call again after one has returned.
        *self.at(place) = Stretch { function: f, next: vec![place], calls, goals: Vec::new(), returns: true };
    }

    /// What a call through a pointer may be.
    fn add_anybody(&mut self, all: &[FunctionId]) {
        let (entry, end) = (self.add(ANYBODY), self.add(ANYBODY));
        self.entries.insert(ANYBODY, entry);
        self.at(entry).calls = all.to_vec();
        self.at(entry).next.push(end);
        self.at(end).returns = true;
    }
}
