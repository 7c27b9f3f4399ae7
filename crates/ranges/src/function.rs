//! One function: what its registers hold, given what is known of its parameters, of globals and of what callees return.
//!
//! A register has one value for the whole body, the join of all that is written to it; a block has besides what is known there
//! and not everywhere: what branches on the way have ruled out, and what registers that are written more than once hold at
//! present. First everything grows (with widening) until nothing changes; then it is computed anew from itself twice, which
//! can only leave out what does not happen. `ways` says where control goes from an operation, and what is known there.

use crate::cells::{Cells, UNKNOWN, accessed, of_width};
use crate::effects::Effects;
use crate::shape::{Shape, int_width};
use crate::transfer::computed;
use crate::values::Values;
use crescendo_program::body::{Body, CallSite, Callee};
use crescendo_program::op::{Op, Reg};
use crescendo_program::{FunctionId, Program};
use std::collections::{BTreeMap, BTreeSet};

/// What is known of the whole program at some time of its analysis.
pub struct Known<'a> {
    pub program: &'a Program,
    pub cells: &'a Cells,
    pub held: &'a [Values],
    /// By function: what it returns; `None` if it does not, as far as is known.
    pub returns: &'a [Option<Values>],
}

/// What is known at a place and not everywhere, by register.
pub(crate) type Facts = BTreeMap<Reg, Values>;

/// Changes of a register, and visits of a block, before bounds take large steps.
const PATIENCE: u32 = 6;
/// Visits of a block after which it gives up what still changes.
const WEARY: u32 = 60;
/// Facts of one place that are kept.
pub(crate) const FACTS: usize = 192;
/// Times everything is computed anew.
const AGAIN: usize = 2;

pub struct Walk<'a> {
    known: &'a Known<'a>,
    function: FunctionId,
    pub(crate) body: &'a Body,
    pub(crate) shape: &'a Shape,
    everywhere: Vec<Values>,
    changes: Vec<u32>,
    visits: Vec<u32>,
    /// By block: what is known at its start; `None` if nothing gets there.
    starts: Vec<Option<Facts>>,
    /// By block: by the block that follows, what is known on the way.
    ways: Vec<Vec<(u32, Facts)>>,
    waiting: BTreeSet<u32>,
    /// While computing anew: what was written this time.
    anew: Option<Vec<Values>>,
    effects: Option<Effects>,
}

/// The effects of a function on all others, if it is called with such parameters.
pub fn walk(known: &Known, function: FunctionId, shape: &Shape, params: &[Values]) -> Effects {
    let body = known.program.function(function).body.as_ref().expect("only functions with bodies are walked");
    let mut w = Walk {
        known,
        function,
        body,
        shape,
        everywhere: vec![Values::NONE; body.registers as usize],
        changes: vec![0; body.registers as usize],
        visits: vec![0; shape.blocks.len()],
        starts: vec![None; shape.blocks.len()],
        ways: vec![Vec::new(); shape.blocks.len()],
        waiting: BTreeSet::new(),
        anew: None,
        effects: None,
    };
    w.enter(params);
    w.grow();
    if !shape.chaotic {
        (0..AGAIN).for_each(|_| w.again(params));
    }
    w.collect()
}

impl Walk<'_> {
    fn enter(&mut self, params: &[Values]) {
        if self.shape.chaotic {
            // Anything may be anywhere, and control may come from anywhere.
            (0..self.body.registers).for_each(|r| self.everywhere[r as usize] = Values::top(64));
            for b in 0..self.shape.blocks.len() {
                self.starts[b] = Some(Facts::new());
                self.waiting.insert(b as u32);
            }
            return;
        }
        for (p, v) in self.body.params.iter().zip(params) {
            self.everywhere[p.at as usize] = *v;
            (1..p.scalar.slots()).for_each(|k| self.everywhere[(p.at + k) as usize] = Values::top(64));
        }
        self.body.copied.iter().for_each(|c| self.everywhere[c.0 as usize] = Values::top(64));
        self.body.locals.iter().for_each(|l| self.everywhere[l.register as usize] = Values::top(64));
        self.starts[0] = Some(self.at_entry(params));
        self.waiting.insert(0);
    }

    /// A parameter that is written again has its own value at the start.
    fn at_entry(&self, params: &[Values]) -> Facts {
        let again = self.body.params.iter().zip(params).filter(|(p, _)| self.shape.writes[p.at as usize] > 1);
        again.map(|(p, v)| (p.at, *v)).collect()
    }

    fn grow(&mut self) {
        while let Some(b) = self.waiting.pop_first() {
            self.block(b);
            for (next, facts) in self.ways[b as usize].clone() {
                self.arrive(next, facts);
            }
        }
    }

    /// Another way to a block.
    fn arrive(&mut self, b: u32, facts: Facts) {
        if self.shape.chaotic {
            return;
        }
        let at = b as usize;
        let new = match &self.starts[at] {
            None => facts,
            Some(old) => {
                self.visits[at] += 1;
                let (visits, widths) = (self.visits[at], &self.shape.widths);
                let both = old.iter().filter_map(|(r, v)| {
                    let (w, other) = (widths[*r as usize] as u32, facts.get(r)?);
                    let joined = if visits > PATIENCE { v.widen(other, w) } else { v.join(other, w) };
                    (joined == *v || visits <= WEARY).then_some((*r, joined))
                });
                both.collect()
            }
        };
        if self.starts[at].as_ref() != Some(&new) {
            self.starts[at] = Some(new);
            self.waiting.insert(b);
        }
    }

    /// Computes everything anew from what is known, without large steps.
    fn again(&mut self, params: &[Values]) {
        self.anew = Some(vec![Values::NONE; self.body.registers as usize]);
        let mut before: Vec<Vec<usize>> = vec![Vec::new(); self.shape.blocks.len()];
        for (from, ways) in self.ways.iter().enumerate() {
            ways.iter().for_each(|w| before[w.0 as usize].push(from));
        }
        for (b, before) in before.iter().enumerate() {
            let mut start = (b == 0).then(|| self.at_entry(params));
            for from in before {
                for (_, facts) in self.ways[*from].iter().filter(|w| w.0 == b as u32) {
                    start = Some(start.map_or_else(|| facts.clone(), |old| self.both(&old, facts)));
                }
            }
            self.starts[b] = start;
            match self.starts[b] {
                Some(_) => self.block(b as u32),
                None => self.ways[b].clear(),
            }
        }
        let new = self.anew.take().expect("set above");
        let given = self.given(params);
        for (r, v) in new.into_iter().enumerate() {
            let v = v.join(&given.get(&(r as u32)).copied().unwrap_or(Values::NONE), self.shape.widths[r] as u32);
            // Never more than before.
            let less = self.everywhere[r].meet(&v);
            self.everywhere[r] = if less.is_none() { v } else { less };
        }
    }

    fn both(&self, a: &Facts, b: &Facts) -> Facts {
        let joined = |(r, v): (&Reg, &Values)| Some((*r, v.join(b.get(r)?, self.shape.widths[*r as usize] as u32)));
        a.iter().filter_map(joined).collect()
    }

    /// What registers hold before the first operation.
    fn given(&self, params: &[Values]) -> BTreeMap<Reg, Values> {
        let mut all: BTreeMap<Reg, Values> =
            self.body.params.iter().map(|p| p.at).zip(params.iter().copied()).collect();
        let wide = self.body.params.iter().flat_map(|p| p.at + 1..p.at + p.scalar.slots());
        let made = self.body.copied.iter().map(|c| c.0).chain(self.body.locals.iter().map(|l| l.register));
        all.extend(wide.chain(made).map(|r| (r, Values::top(64))));
        all
    }

    /// One more look at all that is reached, for what others need to know.
    fn collect(mut self) -> Effects {
        self.effects = Some(Effects::default());
        self.anew = Some(Vec::new());
        for b in 0..self.shape.blocks.len() {
            if self.starts[b].is_some() {
                self.block(b as u32);
            }
        }
        self.effects.take().expect("set above")
    }

    fn block(&mut self, b: u32) {
        let mut here = self.starts[b as usize].clone().unwrap_or_default();
        let mut ways = Vec::new();
        let block = self.shape.blocks[b as usize].clone();
        let mut falls = false;
        for at in block.clone() {
            let op = self.body.code[at as usize];
            if !self.operation(at, &op, &mut here) {
                falls = false;
                break;
            }
            // A branch that is not taken says itself what holds then.
            falls = !self.leave(at, &op, &here, &mut ways) && !op.ends_flow();
        }
        if falls && (block.end as usize) < self.body.code.len() {
            ways.push((self.shape.block_at[block.end as usize], here));
        }
        let mut merged: Vec<(u32, Facts)> = Vec::new();
        for (to, facts) in ways {
            match merged.iter().position(|w| w.0 == to) {
                Some(i) => merged[i].1 = self.both(&merged[i].1, &facts),
                None => merged.push((to, facts)),
            }
        }
        self.ways[b as usize] = merged;
    }

    pub fn value(&self, here: &Facts, r: Reg) -> Values {
        if r >= self.body.constants_at {
            let known = self.body.constants.get((r - self.body.constants_at) as usize);
            return known.map_or(Values::top(64), |v| Values::one(*v));
        }
        let v = here.get(&r).copied().unwrap_or(self.everywhere[r as usize]);
        // Never written: the code does not look at it, or nothing is known of what it finds.
        if v.is_none() { Values::top(64) } else { v }
    }

    fn write(&mut self, here: &mut Facts, r: Reg, v: Values) {
        let (at, w) = (r as usize, self.shape.widths[r as usize] as u32);
        here.remove(&r);
        if self.shape.chaotic {
            return;
        }
        if self.shape.writes[at] > 1 && here.len() < FACTS {
            here.insert(r, v);
        }
        match &mut self.anew {
            Some(new) if new.is_empty() => {}
            Some(new) => new[at] = new[at].join(&v, w),
            None => {
                let old = self.everywhere[at];
                let new = if self.changes[at] > PATIENCE { old.widen(&v, w) } else { old.join(&v, w) };
                if new != old {
                    self.changes[at] += 1;
                    self.everywhere[at] = new;
                    let reached = self.shape.users[at].iter().filter(|b| self.starts[**b as usize].is_some());
                    self.waiting.extend(reached);
                }
            }
        }
    }

    /// Executes an operation; `false` if control does not get past it.
    fn operation(&mut self, at: u32, op: &Op, here: &mut Facts) -> bool {
        let constant = |r: Reg| self.body.constants.get(r.checked_sub(self.body.constants_at)? as usize).copied();
        if let Some(a) = accessed(op, &constant) {
            let cells = self.known.cells.touched(self.function.0, at);
            let bits = a.bytes as u32 * 8;
            if let Some(stored) = a.stored {
                let v = self.value(here, stored);
                let v = if bits <= 64 { of_width(&v, bits) } else { Values::top(64) };
                if let Some(e) = &mut self.effects {
                    cells.iter().filter(|c| **c != UNKNOWN).for_each(|c| e.store(*c, v, bits));
                }
                return true;
            }
            let known = !cells.is_empty() && cells.last() != Some(&UNKNOWN);
            let v = match known {
                true => cells.iter().fold(Values::NONE, |v, c| v.join(&self.known.held[*c as usize], bits)),
                false => Values::top(bits.min(64)),
            };
            self.write_all(op, here, v);
            return true;
        }
        match *op {
            Op::Call { site, .. } => return self.call(site, here),
            Op::Ret { a, slots, .. } => {
                let v = if slots == 1 { self.value(here, a) } else { Values::top(64) };
                let ret = &self.known.program.function(self.function).signature.ret;
                let width = ret.first().map_or(64, |s| int_width(*s));
                if let Some(e) = &mut self.effects {
                    e.ret(v, width);
                }
            }
            _ => {
                let value = |r: Reg| self.value(here, r);
                match computed(op, &value) {
                    Some((d, v)) => self.write(here, d, v),
                    None => self.write_all(op, here, Values::top(64)),
                }
            }
        }
        true
    }

    /// Everything the operation writes; what is wider than a register is not known.
    fn write_all(&mut self, op: &Op, here: &mut Facts, v: Values) {
        let mut written = Vec::new();
        crate::shape::registers(self.body, op, &mut |r, slots, access| {
            if access != crescendo_program::op::Access::Use {
                written.push((r, slots));
            }
        });
        for (r, slots) in written {
            let v = if slots == 1 { v } else { Values::top(64) };
            (r..r + slots).for_each(|r| self.write(here, r, v));
        }
    }

    fn call(&mut self, site: u32, here: &mut Facts) -> bool {
        let site: &CallSite = &self.body.calls[site as usize];
        let mut result = None;
        if let Callee::Direct(g) = site.callee
            && let Some(target) = &self.known.program.function(g).body
        {
            let args = target.params.iter().enumerate().map(|(i, p)| match site.args.get(i) {
                Some(a) if a.scalar == p.scalar && p.scalar.slots() == 1 => self.value(here, a.at),
                _ => Values::top(int_width(p.scalar)),
            });
            let args: Vec<Values> = args.collect();
            if let Some(e) = &mut self.effects {
                let widths: Vec<u32> = target.params.iter().map(|p| int_width(p.scalar)).collect();
                e.call(g, args, &widths);
            }
            let Some(returned) = self.known.returns[g.0 as usize] else { return false };
            let same = site.ret == self.known.program.function(g).signature.ret;
            result = Some(returned).filter(|_| same && site.ret.len() == 1);
        }
        let mut d = site.d;
        for part in &site.ret {
            for _ in 0..part.slots() {
                let v = result.filter(|_| part.slots() == 1).unwrap_or(Values::top(int_width(*part)));
                self.write(here, d, v);
                d += 1;
            }
        }
        (d..site.d + site.ret_slots).for_each(|r| self.write(here, r, Values::top(64)));
        true
    }
}
