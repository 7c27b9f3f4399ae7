//! The whole program: functions are walked again as long as what they are called with, what callees return or what globals
//! hold grows. Then everything is computed anew from that, which leaves out what large steps brought in.

use crate::cells::Cells;
use crate::effects::Effects;
use crate::function::{Known, walk};
use crate::shape::{Shape, int_width};
use crate::values::Values;
use crescendo_program::body::Callee;
use crescendo_program::{FunctionId, Program};
use std::collections::BTreeSet;

/// Changes of one value before its bounds take large steps.
const PATIENCE: u32 = 4;
/// Times everything is computed anew.
const AGAIN: usize = 2;
/// Walks of functions, on average: with more, nothing is said at all.
const WALKS: usize = 200;

pub struct Whole {
    pub cells: Cells,
    /// What each cell may hold.
    pub held: Vec<Values>,
    /// By function and machine parameter; `None`: nobody is seen to call it.
    pub params: Vec<Option<Vec<Values>>>,
    /// Functions that were walked, again and again.
    pub walks: usize,
}

struct Growing<'a> {
    program: &'a Program,
    cells: Cells,
    shapes: Vec<Option<Shape>>,
    /// Called from anywhere, with anything.
    open: Vec<bool>,
    params: Vec<Option<Vec<Values>>>,
    returns: Vec<Option<Values>>,
    held: Vec<Values>,
    changes: Vec<u32>,
    cell_changes: Vec<u32>,
    callers: Vec<Vec<u32>>,
    /// By cell: functions that load it.
    readers: Vec<BTreeSet<u32>>,
    /// Callers before callees, as far as that goes.
    order: Vec<u32>,
    waiting: BTreeSet<(u32, u32)>,
    walks: usize,
}

/// `None`: it takes too long.
pub fn whole(program: &Program, cells: Cells, open: Vec<bool>) -> Option<Whole> {
    let mut g = Growing::new(program, cells, open);
    if !g.grow() {
        return None;
    }
    (0..AGAIN).for_each(|_| g.again());
    Some(Whole { cells: g.cells, held: g.held, params: g.params, walks: g.walks })
}

impl<'a> Growing<'a> {
    fn new(program: &'a Program, cells: Cells, open: Vec<bool>) -> Growing<'a> {
        let count = program.functions.len();
        let mut callers: Vec<BTreeSet<u32>> = vec![BTreeSet::new(); count];
        let mut callees: Vec<Vec<u32>> = vec![Vec::new(); count];
        let mut readers = vec![BTreeSet::new(); cells.all.len()];
        for (f, function) in program.functions.iter().enumerate() {
            let Some(body) = &function.body else { continue };
            for c in &body.calls {
                if let Callee::Direct(g) = c.callee {
                    callers[g.0 as usize].insert(f as u32);
                    callees[f].push(g.0);
                }
            }
            for at in 0..body.code.len() as u32 {
                for c in cells.touched(f as u32, at) {
                    if let Some(r) = readers.get_mut(*c as usize) {
                        r.insert(f as u32);
                    }
                }
            }
        }
        let shape = |f: &crescendo_program::Function| f.body.as_ref().map(|b| Shape::new(program, b));
        Growing {
            program,
            shapes: program.functions.iter().map(shape).collect(),
            params: vec![None; count],
            returns: vec![None; count],
            held: cells.initial.clone(),
            changes: vec![0; count],
            cell_changes: vec![0; cells.all.len()],
            callers: callers.into_iter().map(|c| c.into_iter().collect()).collect(),
            readers,
            order: order(&callees, &open),
            waiting: BTreeSet::new(),
            walks: 0,
            cells,
            open,
        }
    }

    fn has_body(&self, f: u32) -> bool {
        self.shapes[f as usize].is_some()
    }

    /// Any arguments at all.
    fn anything(&self, f: u32) -> Vec<Values> {
        let body = self.program.function(FunctionId(f)).body.as_ref();
        body.iter().flat_map(|b| &b.params).map(|p| Values::top(int_width(p.scalar))).collect()
    }

    fn wait(&mut self, f: u32) {
        if self.params[f as usize].is_some() {
            self.waiting.insert((self.order[f as usize], f));
        }
    }

    fn walk(&mut self, f: u32) -> Effects {
        self.walks += 1;
        let known = Known { program: self.program, cells: &self.cells, held: &self.held, returns: &self.returns };
        let shape = self.shapes[f as usize].as_ref().expect("it has a body");
        walk(&known, FunctionId(f), shape, self.params[f as usize].as_deref().unwrap_or(&[]))
    }

    /// `false`: too many walks.
    fn grow(&mut self) -> bool {
        for f in (0..self.open.len() as u32).filter(|f| self.open[*f as usize] && self.has_body(*f)).collect::<Vec<_>>()
        {
            self.params[f as usize] = Some(self.anything(f));
            self.wait(f);
        }
        let most = WALKS * self.shapes.iter().flatten().count().max(10);
        while let Some((_, f)) = self.waiting.pop_first() {
            if self.walks > most {
                return false;
            }
            let effects = self.walk(f);
            self.take(f, effects);
        }
        true
    }

    fn take(&mut self, f: u32, effects: Effects) {
        for (g, args) in effects.calls {
            let g = g.0;
            if self.open[g as usize] {
                continue;
            }
            let body = self.program.function(FunctionId(g)).body.as_ref().expect("only those are told");
            let patient = self.changes[g as usize] < PATIENCE;
            let new: Vec<Values> = match &self.params[g as usize] {
                None => args,
                Some(old) => {
                    let widths = body.params.iter().map(|p| int_width(p.scalar));
                    let each = old.iter().zip(&args).zip(widths);
                    each.map(|((o, a), w)| if patient { o.join(a, w) } else { o.widen(a, w) }).collect()
                }
            };
            if self.params[g as usize].as_ref() != Some(&new) {
                self.changes[g as usize] += 1;
                self.params[g as usize] = Some(new);
                self.wait(g);
            }
        }
        for (cell, (v, bits)) in effects.stores {
            let at = cell as usize;
            let old = self.held[at];
            let patient = self.cell_changes[at] < PATIENCE;
            let new = if patient { old.join(&v, bits) } else { old.widen(&v, bits) };
            if new != old {
                self.cell_changes[at] += 1;
                self.held[at] = new;
                self.readers[at].clone().into_iter().for_each(|r| self.wait(r));
            }
        }
        let Some(v) = effects.returned else { return };
        let (width, patient) = (self.return_width(f), self.changes[f as usize] < 3 * PATIENCE);
        let new = match &self.returns[f as usize] {
            None => v,
            Some(old) if patient => old.join(&v, width),
            Some(old) => old.widen(&v, width),
        };
        if self.returns[f as usize] != Some(new) {
            self.changes[f as usize] += 1;
            self.returns[f as usize] = Some(new);
            self.callers[f as usize].clone().into_iter().for_each(|c| self.wait(c));
        }
    }

    fn return_width(&self, f: u32) -> u32 {
        let ret = &self.program.function(FunctionId(f)).signature.ret;
        ret.first().map_or(64, |s| int_width(*s))
    }

    /// Computes everything anew from what is known: it holds of all runs, so what follows from it does, too.
    fn again(&mut self) {
        let reached: Vec<u32> = (0..self.params.len() as u32).filter(|f| self.params[*f as usize].is_some()).collect();
        let mut params: Vec<Option<Vec<Values>>> = vec![None; self.params.len()];
        let mut returns = vec![None; self.params.len()];
        let mut held = self.cells.initial.clone();
        for &f in &reached {
            if self.open[f as usize] {
                params[f as usize] = Some(self.anything(f));
            }
            let effects = self.walk(f);
            for (g, args) in effects.calls.into_iter().filter(|(g, _)| !self.open[g.0 as usize]) {
                let new = &mut params[g.0 as usize];
                let body = self.program.function(g).body.as_ref().expect("only those are told");
                match new {
                    None => *new = Some(args),
                    Some(old) => {
                        let each = old.iter_mut().zip(args).zip(&body.params);
                        each.for_each(|((o, a), p)| *o = o.join(&a, int_width(p.scalar)));
                    }
                }
            }
            for (cell, (v, bits)) in effects.stores {
                held[cell as usize] = held[cell as usize].join(&v, bits);
            }
            returns[f as usize] = effects.returned;
        }
        (self.params, self.returns, self.held) = (params, returns, held);
    }
}

/// A number for each function, mostly smaller than those of its callees.
fn order(callees: &[Vec<u32>], open: &[bool]) -> Vec<u32> {
    let mut order = vec![u32::MAX; callees.len()];
    let mut next = callees.len() as u32;
    let roots = (0..callees.len() as u32).filter(|f| open[*f as usize]);
    for root in roots {
        let mut stack = vec![(root, 0)];
        if order[root as usize] != u32::MAX {
            continue;
        }
        order[root as usize] = 0;
        while let Some((f, i)) = stack.pop() {
            match callees[f as usize].get(i) {
                Some(&g) => {
                    stack.push((f, i + 1));
                    if order[g as usize] == u32::MAX {
                        order[g as usize] = 0;
                        stack.push((g, 0));
                    }
                }
                // All callees have larger numbers.
                None => {
                    next -= 1;
                    order[f as usize] = next;
                }
            }
        }
    }
    order
}
