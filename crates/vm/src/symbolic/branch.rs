//! Branches and switches: coverage, and events where the way depends on inputs.

use super::arithmetic;
use super::observe::Seen;
use crate::machine::Vm;
use crate::number::int;
use crate::stop::Stop;
use crate::trace::{Compared, Comparison, Concretised, EventKind};
use crescendo_program::body::SiteRef;
use crescendo_program::cover::SiteId;
use crescendo_program::op::{Op, Pred, Reg};
use crescendo_solver::expr::ExprId;

/// What a conditional jump tests, and where it goes.
struct Test {
    pred: Pred,
    w: u32,
    a: Reg,
    /// `None`: compared with zero.
    b: Option<Reg>,
    t: u32,
}

fn test(op: &Op) -> Test {
    let two = |pred, w: u32, a, b, t| Test { pred, w, a, b: Some(b), t };
    match *op {
        Op::BrIf { a, t, .. } => Test { pred: Pred::Ne, w: 0, a, b: None, t },
        Op::BrNot { a, t, .. } => Test { pred: Pred::Eq, w: 0, a, b: None, t },
        Op::BrEq { w, a, b, t, .. } => two(Pred::Eq, w as u32, a, b, t),
        Op::BrNe { w, a, b, t, .. } => two(Pred::Ne, w as u32, a, b, t),
        Op::BrUlt { w, a, b, t, .. } => two(Pred::Ult, w as u32, a, b, t),
        Op::BrUle { w, a, b, t, .. } => two(Pred::Ule, w as u32, a, b, t),
        Op::BrSlt32 { a, b, t, .. } => two(Pred::Slt, 32, a, b, t),
        Op::BrSle32 { a, b, t, .. } => two(Pred::Sle, 32, a, b, t),
        Op::BrSlt64 { a, b, t, .. } => two(Pred::Slt, 64, a, b, t),
        Op::BrSle64 { a, b, t, .. } => two(Pred::Sle, 64, a, b, t),
        _ => unreachable!("only conditional jumps come here"),
    }
}

impl<'p> Vm<'p> {
    /// The site of the operation at work.
    #[inline]
    fn site_here(&self) -> Option<SiteRef> {
        let frame = self.frames.last().expect("a frame is active");
        frame.body.site_at(frame.pc as usize - 1)
    }

    /// The operation's coverage, as plain runs record it.
    #[inline]
    fn record_here(&mut self, op: &Op) {
        if self.recorder.is_some() {
            let at = self.frames.last().expect("a frame is active").pc as usize - 1;
            self.record(*op, at);
        }
    }

    #[inline]
    pub(super) fn observe_branch(&mut self, op: &Op, base: usize) -> Result<Seen, Stop> {
        let test = test(op);
        if let Some(b) = test.b.filter(|_| test.w == self.program.target.pointer_bits) {
            self.note_places(test.pred, self.registers[base + test.a as usize], self.registers[base + b as usize]);
        }
        let s = self.sym();
        let symbolic =
            s.terms[base + test.a as usize].is_some() || test.b.is_some_and(|b| s.terms[base + b as usize].is_some());
        if !symbolic {
            self.record_here(op);
            return Ok(Seen::Run);
        }
        self.symbolic_branch(op, &test, base)
    }

    fn symbolic_branch(&mut self, op: &Op, test: &Test, base: usize) -> Result<Seen, Stop> {
        let x = self.registers[base + test.a as usize];
        let y = test.b.map_or(0, |b| self.registers[base + b as usize]);
        let jumps = int::compare(test.pred, if test.w == 0 { 64 } else { test.w }, x, y);
        let w = match test.w {
            0 => {
                let e = self.sym().terms[base + test.a as usize];
                self.sym().pool.width(e)
            }
            w => w,
        };
        let a = base + test.a as usize;
        let (left, right) = match test.b {
            Some(b) => self.compared_terms(a, base + b as usize, w),
            None => (self.register_term(a, w), self.sym().pool.constant(0, w)),
        };
        let s = self.sym();
        let condition = arithmetic::compare(s, test.pred, left, right);
        // The mark of a pointer that has left its object is no part of its value: the term knows better.
        let marked = test.b.is_some_and(|b| self.is_marked(base, test.a, w) || self.is_marked(base, b, w));
        let truth = if marked { self.sym().evaluate(condition)[0] == 1 } else { jumps };
        let s = self.sym();
        let holds = if truth { condition } else { s.pool.not(condition) };
        let kind = match self.site_here() {
            Some(site) => {
                let outcome = truth != site.inverted;
                match (&mut self.recorder, truth == jumps) {
                    (Some(r), false) => {
                        let frame = self.frames.last().expect("a frame is active");
                        r.outcome(&self.program.cover, self.frames.len(), frame.id, site.site, outcome);
                    }
                    _ => self.record_here(op),
                }
                let (left, right) = if site.swapped { (right, left) } else { (left, right) };
                let compared = test.b.and_then(|_| compared(test.pred, left, right));
                self.note_measured(test.pred, left, right);
                EventKind::Branch { site: site.site, outcome, compared }
            }
            None => EventKind::Fork { outcome: truth },
        };
        self.event(kind, holds)?;
        if truth == jumps {
            return Ok(Seen::Run);
        }
        Ok(if truth { Seen::Jump(test.t) } else { Seen::Done })
    }

    /// A condition that is computed but not jumped on.
    pub(super) fn observe_outcome(&mut self, op: &Op, base: usize, a: Reg, site: u32) -> Result<Seen, Stop> {
        self.record_here(op);
        let compared = self.compared_before(base, a);
        if !self.has_term(base, a, 1) && compared.is_none() {
            return Ok(Seen::Run);
        }
        let outcome = self.registers[base + a as usize] & 1 != 0;
        // It may come out the same for all inputs, though what is compared depends on them.
        let term = self.register_term(base + a as usize, 1);
        let s = self.sym();
        let holds = if outcome { term } else { s.pool.not(term) };
        self.event(EventKind::Value { site: SiteId(site), outcome, compared }, holds)?;
        Ok(Seen::Run)
    }

    /// Something is compared with a number: if it is a pointer, it is looked at as one.
    pub(super) fn note_measured(&mut self, pred: Pred, left: ExprId, right: ExprId) {
        let s = self.sym_ref();
        let (term, number) = match (s.pool.as_constant(left), s.pool.as_constant(right)) {
            (None, Some(number)) => (left, number),
            (Some(number), None) => (right, number),
            _ => return,
        };
        // Null is what a pointer may be anyway.
        let is_null = s.choices.contains_key(&term) && number == 0 && matches!(pred, Pred::Eq | Pred::Ne);
        if is_null || self.memory.owner(number).is_some() {
            return;
        }
        self.sym().measured.insert(term);
    }

    /// The comparison right before an outcome, if that is where its value comes from.
    fn compared_before(&mut self, base: usize, a: Reg) -> Option<Compared> {
        let frame = self.frames.last().expect("a frame is active");
        let before = (frame.pc as usize).checked_sub(2)?;
        let Op::Cmp { pred, w, d, a: left, b: right } = frame.body.code[before] else { return None };
        let symbolic = self.has_term(base, left, 1) || self.has_term(base, right, 1);
        if d != a || d == left || d == right || !symbolic {
            return None;
        }
        let left = self.register_term(base + left as usize, w as u32);
        let right = self.register_term(base + right as usize, w as u32);
        compared(pred, left, right)
    }

    pub(super) fn observe_switch(&mut self, op: &Op, base: usize, a: Reg, table: u32) -> Result<Seen, Stop> {
        self.record_here(op);
        if !self.has_term(base, a, 1) {
            return Ok(Seen::Run);
        }
        let frame = self.frames.last().expect("a frame is active");
        let table = &frame.body.switches[table as usize];
        let outcome = table.outcome(self.registers[base + a as usize]);
        let on = self.register_term(base + a as usize, table.width);
        let s = self.sym();
        s.measured.insert(on);
        let holds = match table.cases.get(outcome as usize) {
            Some(&(v, _)) => {
                let v = s.pool.constant(v, table.width);
                s.pool.eq(on, v)
            }
            None => {
                let mut none = s.pool.bool(true);
                for &(v, _) in &table.cases {
                    let v = s.pool.constant(v, table.width);
                    let other = s.pool.ne(on, v);
                    none = s.pool.and(none, other);
                }
                none
            }
        };
        let kind = match self.site_here() {
            Some(site) => EventKind::Switch { site: site.site, outcome, on },
            None => EventKind::Fork { outcome: true },
        };
        self.event(kind, holds)?;
        Ok(Seen::Run)
    }

    /// A computed goto: labels are few, but their addresses are no inputs one would choose.
    pub(super) fn observe_goto(&mut self, op: &Op, base: usize, a: Reg) -> Result<Seen, Stop> {
        self.record_here(op);
        self.concretise_register(base + a as usize, Concretised::Callee)?;
        Ok(Seen::Run)
    }
}

fn compared(pred: Pred, left: ExprId, right: ExprId) -> Option<Compared> {
    let (kind, signed) = match pred {
        Pred::Eq | Pred::Ne => (Comparison::Equal, false),
        Pred::Ult | Pred::Ugt => (Comparison::Less, false),
        Pred::Ule | Pred::Uge => (Comparison::LessOrEqual, false),
        Pred::Slt | Pred::Sgt => (Comparison::Less, true),
        Pred::Sle | Pred::Sge => (Comparison::LessOrEqual, true),
    };
    Some(Compared { left, right, signed, kind })
}
