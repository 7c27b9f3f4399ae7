//! Terms of integer and float operations.

use super::Symbolic;
use super::observe::Seen;
use crate::machine::Vm;
use crate::number::int;
use crate::stop::Stop;
use crescendo_program::FloatKind;
use crescendo_program::op::{Bin, FloatBin, FloatPred, Pred, Reg};
use crescendo_solver::expr::{ExprId, Kind};

/// `a op b` as the machine computes it.
pub(super) fn binary(s: &mut Symbolic, op: Bin, w: u32, a: ExprId, b: ExprId) -> ExprId {
    let p = &mut s.pool;
    // The machine takes shift amounts of 32- and 64-bit values modulo the width.
    let amount = |p: &mut crescendo_solver::expr::Pool, b: ExprId| {
        if w == 32 || w == 64 {
            let mask = p.constant(w as u64 - 1, w);
            p.and(b, mask)
        } else {
            b
        }
    };
    match op {
        Bin::Add => p.add(a, b),
        Bin::Sub => p.sub(a, b),
        Bin::Mul => p.mul(a, b),
        Bin::UDiv => p.udiv(a, b),
        Bin::SDiv => p.sdiv(a, b),
        Bin::URem => p.urem(a, b),
        Bin::SRem => p.srem(a, b),
        Bin::And => p.and(a, b),
        Bin::Or => p.or(a, b),
        Bin::Xor => p.xor(a, b),
        Bin::Shl => {
            let b = amount(p, b);
            p.shl(a, b)
        }
        Bin::LShr => {
            let b = amount(p, b);
            p.lshr(a, b)
        }
        Bin::AShr => {
            let b = amount(p, b);
            p.ashr(a, b)
        }
    }
}

pub(super) fn compare(s: &mut Symbolic, pred: Pred, a: ExprId, b: ExprId) -> ExprId {
    let p = &mut s.pool;
    match pred {
        Pred::Eq => p.eq(a, b),
        Pred::Ne => p.ne(a, b),
        Pred::Ult => p.ult(a, b),
        Pred::Ule => p.ule(a, b),
        Pred::Ugt => p.ult(b, a),
        Pred::Uge => p.ule(b, a),
        Pred::Slt => p.slt(a, b),
        Pred::Sle => p.sle(a, b),
        Pred::Sgt => p.slt(b, a),
        Pred::Sge => p.sle(b, a),
    }
}

impl<'p> Vm<'p> {
    pub(super) fn binary_term(&mut self, op: Bin, w: u32, base: usize, d: Reg, a: Reg, b: Reg) -> Result<Seen, Stop> {
        let (x, y) = (self.register_term(base + a as usize, w), self.register_term(base + b as usize, w));
        if matches!(op, Bin::UDiv | Bin::SDiv | Bin::URem | Bin::SRem) {
            let (va, vb) = (self.registers[base + a as usize], self.registers[base + b as usize]);
            let overflow = va == 1 << (w - 1) && int::sext(vb, w) == -1;
            self.check_division(op, w, x, y, vb == 0, overflow)?;
        }
        if matches!(op, Bin::Shl | Bin::LShr | Bin::AShr) && self.sym().options.shifts {
            self.check_shift(w, y, self.registers[base + b as usize])?;
        }
        let s = self.sym();
        let e = binary(s, op, w, x, y);
        s.terms[base + d as usize] = s.kept(e);
        if s.pool.is_constant(e) && x != y {
            // It may be all the same only because pointers hold addresses: `(size_t)p & 1`.
            s.measured.extend([x, y].into_iter().filter(|t| !s.pool.is_constant(*t)));
        }
        self.noted(base, d)
    }

    pub(super) fn observe_compare(
        &mut self,
        base: usize,
        pred: Pred,
        w: u32,
        d: Reg,
        a: Reg,
        b: Reg,
    ) -> Result<Seen, Stop> {
        let (x, y) = self.compared_terms(base + a as usize, base + b as usize, w);
        self.note_measured(pred, x, y);
        let s = self.sym();
        let e = compare(s, pred, x, y);
        s.terms[base + d as usize] = s.kept(e);
        // A pointer that has left its object carries a mark, which is no part of its value.
        if self.is_marked(base, a, w) || self.is_marked(base, b, w) {
            let value = self.sym().evaluate(e)[0];
            self.registers[base + d as usize] = value;
            return Ok(Seen::Done);
        }
        self.noted(base, d)
    }

    pub(super) fn is_marked(&self, base: usize, r: Reg, w: u32) -> bool {
        w == self.program.target.pointer_bits && self.memory.is_escaped(self.registers[base + r as usize])
    }

    pub(super) fn observe_select(&mut self, base: usize, w: u32, d: Reg, c: Reg, a: Reg) -> Result<Seen, Stop> {
        let slots = w.div_ceil(64).max(1);
        if !self.has_term(base, c, 1) {
            if self.registers[base + c as usize] & 1 != 0 {
                let (from, to) = (base + a as usize, base + d as usize);
                self.sym().terms.copy_within(from..from + slots as usize, to);
            }
            return Ok(Seen::Run);
        }
        let (yes, no) = (self.wide_term(base, a, w), self.wide_term(base, d, w));
        let condition = self.register_term(base + c as usize, 1);
        let e = self.sym().pool.ite(condition, yes, no);
        self.set_wide_term(base, d, e);
        self.noted(base, d)
    }

    // ---- integers of more than 64 bits

    pub(super) fn observe_wide(&mut self, base: usize, op: Bin, w: u32, d: Reg, a: Reg, b: Reg) -> Result<Seen, Stop> {
        let n = w.div_ceil(64);
        if !self.has_term(base, a, n) && !self.has_term(base, b, n) {
            self.clear_terms(base, d, n);
            return Ok(Seen::Run);
        }
        let (x, y) = (self.wide_term(base, a, w), self.wide_term(base, b, w));
        if matches!(op, Bin::UDiv | Bin::SDiv | Bin::URem | Bin::SRem) {
            let words = |vm: &Vm, r: Reg| vm.registers[base + r as usize..][..n as usize].to_vec();
            let (va, vb) = (words(self, a), words(self, b));
            let zero = vb.iter().all(|x| *x == 0);
            let overflow = crate::number::wide::binary(op, w, &va, &vb) == Err(int::DivisionError::Overflow);
            self.check_division(op, w, x, y, zero, overflow)?;
        }
        let e = binary(self.sym(), op, w, x, y);
        self.set_wide_term(base, d, e);
        self.noted(base, d)
    }

    pub(super) fn observe_wide_compare(
        &mut self,
        base: usize,
        pred: Pred,
        w: u32,
        d: Reg,
        a: Reg,
        b: Reg,
    ) -> Result<Seen, Stop> {
        let n = w.div_ceil(64);
        if !self.has_term(base, a, n) && !self.has_term(base, b, n) {
            self.clear_terms(base, d, 1);
            return Ok(Seen::Run);
        }
        let (x, y) = (self.wide_term(base, a, w), self.wide_term(base, b, w));
        let e = compare(self.sym(), pred, x, y);
        self.set_wide_term(base, d, e);
        self.noted(base, d)
    }

    pub(super) fn observe_resize(
        &mut self,
        base: usize,
        signed: bool,
        from: u32,
        to: u32,
        d: Reg,
        a: Reg,
    ) -> Result<Seen, Stop> {
        if !self.has_term(base, a, from.div_ceil(64).max(1)) {
            self.clear_terms(base, d, to.div_ceil(64).max(1));
            return Ok(Seen::Run);
        }
        let x = self.wide_term(base, a, from);
        let p = &mut self.sym().pool;
        let e = match to.cmp(&from) {
            std::cmp::Ordering::Less => p.extract(x, 0, to),
            std::cmp::Ordering::Equal => x,
            std::cmp::Ordering::Greater if signed => p.sext(x, to),
            std::cmp::Ordering::Greater => p.zext(x, to),
        };
        self.set_wide_term(base, d, e);
        self.noted(base, d)
    }

    // ---- floats: registers hold their bits

    fn float_symbolic(&mut self, base: usize, kind: FloatKind, a: Reg, b: Option<Reg>) -> bool {
        self.has_term(base, a, kind.slots()) || b.is_some_and(|b| self.has_term(base, b, kind.slots()))
    }

    pub(super) fn observe_float(
        &mut self,
        base: usize,
        op: FloatBin,
        kind: FloatKind,
        d: Reg,
        a: Reg,
        b: Reg,
    ) -> Result<Seen, Stop> {
        if op == FloatBin::Div && self.sym().options.float_division {
            self.check_float_division(base, kind, b)?;
        }
        if !self.float_symbolic(base, kind, a, Some(b)) {
            self.clear_terms(base, d, kind.slots());
            return Ok(Seen::Run);
        }
        let op = match op {
            FloatBin::Add => Kind::FAdd,
            FloatBin::Sub => Kind::FSub,
            FloatBin::Mul => Kind::FMul,
            FloatBin::Div => Kind::FDiv,
            FloatBin::Rem => Kind::FRem,
        };
        let (x, y) = (self.wide_term(base, a, kind.bits()), self.wide_term(base, b, kind.bits()));
        let e = self.sym().pool.float(op, kind, &[x, y], 0);
        self.set_wide_term(base, d, e);
        self.noted(base, d)
    }

    pub(super) fn observe_float_unary(
        &mut self,
        base: usize,
        op: Kind,
        kind: FloatKind,
        d: Reg,
        a: Reg,
    ) -> Result<Seen, Stop> {
        if !self.float_symbolic(base, kind, a, None) {
            self.clear_terms(base, d, kind.slots());
            return Ok(Seen::Run);
        }
        let x = self.wide_term(base, a, kind.bits());
        let e = self.sym().pool.float(op, kind, &[x], 0);
        self.set_wide_term(base, d, e);
        self.noted(base, d)
    }

    pub(super) fn observe_float_compare(
        &mut self,
        base: usize,
        pred: FloatPred,
        kind: FloatKind,
        d: Reg,
        a: Reg,
        b: Reg,
    ) -> Result<Seen, Stop> {
        if !self.float_symbolic(base, kind, a, Some(b)) {
            self.clear_terms(base, d, 1);
            return Ok(Seen::Run);
        }
        let (x, y) = (self.wide_term(base, a, kind.bits()), self.wide_term(base, b, kind.bits()));
        let e = float_compare(self.sym(), pred, kind, x, y);
        self.set_wide_term(base, d, e);
        self.noted(base, d)
    }

    pub(super) fn observe_float_cast(
        &mut self,
        base: usize,
        from: FloatKind,
        to: FloatKind,
        d: Reg,
        a: Reg,
    ) -> Result<Seen, Stop> {
        if !self.float_symbolic(base, from, a, None) {
            self.clear_terms(base, d, to.slots());
            return Ok(Seen::Run);
        }
        let x = self.wide_term(base, a, from.bits());
        let e = self.sym().pool.float_convert(from, to, x);
        self.set_wide_term(base, d, e);
        self.noted(base, d)
    }

    pub(super) fn observe_float_to_int(
        &mut self,
        base: usize,
        kind: FloatKind,
        signed: bool,
        w: u32,
        d: Reg,
        a: Reg,
    ) -> Result<Seen, Stop> {
        if !self.float_symbolic(base, kind, a, None) {
            self.clear_terms(base, d, w.div_ceil(64).max(1));
            return Ok(Seen::Run);
        }
        let x = self.wide_term(base, a, kind.bits());
        let op = if signed { Kind::FToSigned } else { Kind::FToUnsigned };
        let e = self.sym().pool.float_test(op, kind, &[x], w);
        self.set_wide_term(base, d, e);
        self.noted(base, d)
    }

    pub(super) fn observe_int_to_float(
        &mut self,
        base: usize,
        kind: FloatKind,
        signed: bool,
        w: u32,
        d: Reg,
        a: Reg,
    ) -> Result<Seen, Stop> {
        if !self.has_term(base, a, w.div_ceil(64).max(1)) {
            self.clear_terms(base, d, kind.slots());
            return Ok(Seen::Run);
        }
        let x = self.wide_term(base, a, w);
        let op = if signed { Kind::FromSigned } else { Kind::FromUnsigned };
        let e = self.sym().pool.float(op, kind, &[x], 0);
        self.set_wide_term(base, d, e);
        self.noted(base, d)
    }
}

pub(super) fn zero_of(s: &mut Symbolic, w: u32) -> ExprId {
    s.pool.constant_words(&vec![0; w.div_ceil(64) as usize], w)
}

/// The set of outcomes that a predicate accepts, as a term.
pub(super) fn float_compare(s: &mut Symbolic, pred: FloatPred, kind: FloatKind, a: ExprId, b: ExprId) -> ExprId {
    const E: u8 = FloatPred::EQUAL;
    const G: u8 = FloatPred::GREATER;
    const L: u8 = FloatPred::LESS;
    if pred.0 & FloatPred::UNORDERED != 0 {
        let rest = FloatPred(!pred.0 & (E | G | L | FloatPred::UNORDERED));
        let e = float_compare(s, rest, kind, a, b);
        return s.pool.not(e);
    }
    let mut test = |op, x, y| s.pool.float_test(op, kind, &[x, y], 1);
    match pred.0 {
        0 => s.pool.bool(false),
        E => test(Kind::FEq, a, b),
        L => test(Kind::FLt, a, b),
        G => test(Kind::FLt, b, a),
        x if x == L | E => test(Kind::FLe, a, b),
        x if x == G | E => test(Kind::FLe, b, a),
        x if x == L | G => {
            let (l, g) = (test(Kind::FLt, a, b), test(Kind::FLt, b, a));
            s.pool.or(l, g)
        }
        _ => {
            let (x, y) =
                (s.pool.float_test(Kind::FIsNan, kind, &[a], 1), s.pool.float_test(Kind::FIsNan, kind, &[b], 1));
            let either = s.pool.or(x, y);
            s.pool.not(either)
        }
    }
}
