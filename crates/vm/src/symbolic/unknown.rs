//! What would be there if an input were larger than its bound. No run has it, so its terms stand behind conditions that no
//! run meets; but a proof must not take for granted what a longer string holds.

use super::Symbolic;
use crate::machine::Vm;
use crescendo_solver::expr::{ExprId, Kind, VarId};
use rustc_hash::FxHashMap;

/// Values of one run that are told apart; more share a name, and nothing is proved with it.
const MOST: usize = 256;

#[derive(Default)]
pub(super) struct Unknowns {
    /// In the order in which a run asks for them: equal paths make equal terms.
    each: Vec<VarId>,
    next: usize,
    /// What was read at places beyond bounds: the same if it is read again, until something is written.
    at: FxHashMap<ExprId, usize>,
    /// Stands for many values at once.
    common: Option<VarId>,
}

impl Unknowns {
    pub fn begin(&mut self) {
        self.next = 0;
        self.at.clear();
    }
}

impl Symbolic {
    /// A value that nothing is known of.
    pub(super) fn unknown(&mut self, width: u32) -> ExprId {
        let at = self.unknowns.next;
        self.unknowns.next += 1;
        self.numbered(at, width)
    }

    /// The value at a place beyond the bound.
    pub(super) fn unknown_at(&mut self, place: ExprId, width: u32) -> ExprId {
        let new = self.unknowns.next;
        let at = *self.unknowns.at.entry(place).or_insert(new);
        self.unknowns.next += (at == new) as usize;
        self.numbered(at, width)
    }

    /// Something was written that may be anywhere in an object.
    pub(super) fn forget_places(&mut self) {
        self.unknowns.at.clear();
    }

    fn numbered(&mut self, at: usize, width: u32) -> ExprId {
        if at >= MOST {
            return self.common_unknown(width);
        }
        while self.unknowns.each.len() <= at {
            let name = format!("unknown#{}", self.unknowns.each.len());
            let variable = self.pool.new_variable(&name, 64);
            self.unknowns.each.push(variable);
        }
        let e = self.pool.var(self.unknowns.each[at]);
        self.spread(e, width)
    }

    /// One of many values that nothing is known of, all under one name: a proof that looks at it is none (`is_common`).
    pub(super) fn common_unknown(&mut self, width: u32) -> ExprId {
        let v = match self.unknowns.common {
            Some(v) => v,
            None => *self.unknowns.common.insert(self.pool.new_variable("unknown", 64)),
        };
        let e = self.pool.var(v);
        self.spread(e, width)
    }

    /// The value in that width; more than 64 bits repeat.
    fn spread(&mut self, e: ExprId, width: u32) -> ExprId {
        let mut whole = e;
        while self.pool.width(whole) < width {
            whole = self.pool.concat(e, whole);
        }
        self.fit(whole, width)
    }

    /// Whether a variable stands for more than one value.
    fn is_common(&self, v: VarId) -> bool {
        self.unknowns.common == Some(v)
    }

    /// `common_unknown` in place of what is known, if a condition holds that no run meets.
    pub(super) fn unless(&mut self, larger: Option<ExprId>, known: ExprId) -> ExprId {
        let Some(mut larger) = larger else { return known };
        let mut known = known;
        if let Some((before, inner)) = self.open_end(known) {
            (larger, known) = (self.pool.or(larger, before), inner);
        }
        let any = self.common_unknown(self.pool.width(known));
        self.pool.ite(larger, any, known)
    }

    /// Takes `unless` apart: the condition, and what is known.
    pub(super) fn open_end(&self, e: ExprId) -> Option<(ExprId, ExprId)> {
        let n = self.pool.node(e);
        let is_common = |e: ExprId| {
            let n = self.pool.node(e);
            let e = if n.kind == Kind::Extract { n.a() } else { e };
            self.pool.as_variable(e).is_some_and(|v| self.is_common(v))
        };
        (n.kind == Kind::Ite && is_common(n.b())).then(|| (n.a(), n.c()))
    }
}

impl Vm<'_> {
    /// Whether a variable stands for many values that nothing is known of.
    pub fn is_common_unknown(&self, v: VarId) -> bool {
        self.symbolic.as_ref().is_some_and(|s| s.is_common(v))
    }
}
