//! Conditions under which arithmetic is defined, as checks.

use super::arithmetic::{binary, zero_of};
use super::observe::Seen;
use crate::machine::Vm;
use crate::stop::{FaultKind, Stop};
use crescendo_number::int;
use crescendo_program::FloatKind;
use crescendo_program::op::{Bin, Reg};
use crescendo_solver::expr::ExprId;

/// Narrower values are bit-fields at work, which C does not shift.
const NARROW: u32 = 32;

/// A shift by a value that is known.
pub(super) fn plain_shift(w: u32, value: u64) -> Result<(), Stop> {
    if w < NARROW || value < w as u64 {
        return Ok(());
    }
    Err(Stop::fault(FaultKind::InvalidShift, format!("a value of {w} bits is shifted by {}", int::sext(value, w))))
}

impl<'p> Vm<'p> {
    /// A shift is defined when it is by less than the width.
    pub(super) fn check_shift(&mut self, w: u32, by: ExprId, value: u64) -> Result<(), Stop> {
        if w < NARROW {
            return Ok(());
        }
        let s = self.sym();
        let bound = s.pool.constant(w as u64, w);
        let holds = s.pool.ult(by, bound);
        let passed = value < w as u64;
        self.check_event(FaultKind::InvalidShift, passed, holds)?;
        plain_shift(w, value)
    }

    /// The conditions under which a division is defined.
    pub(super) fn check_division(
        &mut self,
        op: Bin,
        w: u32,
        x: ExprId,
        y: ExprId,
        zero: bool,
        overflow: bool,
    ) -> Result<(), Stop> {
        let s = self.sym();
        let none = zero_of(s, w);
        let holds = s.pool.ne(y, none);
        self.check_event(FaultKind::DivisionByZero, !zero, holds)?;
        if zero || !matches!(op, Bin::SDiv | Bin::SRem) {
            return Ok(());
        }
        let s = self.sym();
        let ones = s.pool.not(none);
        let minus_one = s.pool.eq(y, ones);
        let mut smallest = vec![0; w.div_ceil(64) as usize];
        smallest[(w as usize - 1) / 64] = 1 << ((w - 1) % 64);
        let smallest = s.pool.constant_words(&smallest, w);
        let least = s.pool.eq(x, smallest);
        let bad = s.pool.and(minus_one, least);
        let holds = s.pool.not(bad);
        self.check_event(FaultKind::DivisionOverflow, !overflow, holds)
    }

    /// A floating-point number divided by zero is an infinity or no number. All bits but the sign say whether it is zero.
    pub(super) fn check_float_division(&mut self, base: usize, kind: FloatKind, b: Reg) -> Result<(), Stop> {
        let (bits, slots) = (kind.bits() - 1, kind.slots() as usize);
        let words = &self.registers[base + b as usize..base + b as usize + slots];
        let used = |i: usize| bits.saturating_sub(64 * i as u32).min(64);
        let passed = words.iter().enumerate().any(|(i, w)| used(i) > 0 && int::mask(*w, used(i)) != 0);
        if self.has_term(base, b, slots as u32) {
            let y = self.wide_term(base, b, kind.bits());
            let s = self.sym();
            let (magnitude, none) = (s.fit(y, bits), zero_of(s, bits));
            let holds = s.pool.ne(magnitude, none);
            self.check_event(FaultKind::FloatDivisionByZero, passed, holds)?;
        }
        match passed {
            true => Ok(()),
            false => Err(Stop::fault(FaultKind::FloatDivisionByZero, "a floating-point number is divided by zero")),
        }
    }

    /// Signed addition, subtraction and multiplication are defined when the result fits.
    pub(super) fn check_overflow(&mut self, op: Bin, w: u32, base: usize, a: Reg, b: Reg) -> Result<(), Stop> {
        let (at_a, at_b) = (base + a as usize, base + b as usize);
        let value = |at: usize| int::sext(self.registers[at], w) as i128;
        let (va, vb) = (value(at_a), value(at_b));
        let (exact, sign) = match op {
            Bin::Add => (va + vb, '+'),
            Bin::Sub => (va - vb, '-'),
            Bin::Mul => (va * vb, '*'),
            _ => return Ok(()),
        };
        let limit = 1i128 << (w - 1);
        let passed = (-limit..limit).contains(&exact);
        if self.sym().terms[at_a].is_some() || self.sym().terms[at_b].is_some() {
            let (x, y) = (self.register_term(at_a, w), self.register_term(at_b, w));
            let s = self.sym();
            let wide = if op == Bin::Mul { 2 * w } else { w + 1 };
            let (wide_x, wide_y) = (s.pool.sext(x, wide), s.pool.sext(y, wide));
            let exact = binary(s, op, wide, wide_x, wide_y);
            let narrow = binary(s, op, w, x, y);
            let s = self.sym();
            let back = s.pool.sext(narrow, wide);
            let holds = s.pool.eq(exact, back);
            self.check_event(FaultKind::SignedOverflow, passed, holds)?;
        }
        if passed {
            return Ok(());
        }
        Err(Stop::fault(FaultKind::SignedOverflow, format!("{va} {sign} {vb} does not fit {w} bits")))
    }

    /// A conversion to fewer bits.
    pub(super) fn checked_conversion(&mut self, from: u32, to: u32, base: usize, d: Reg, a: Reg) -> Result<Seen, Stop> {
        self.check_conversion(from, to, base, a)?;
        let s = self.sym();
        let mut e = s.terms[base + a as usize];
        if e.is_some() {
            e = s.fit(e, to);
            e = s.kept(e);
        }
        s.terms[base + d as usize] = e;
        if e.is_some() { self.noted(base, d) } else { Ok(Seen::Run) }
    }

    /// A conversion keeps the value when it fits, be it taken as signed or as unsigned.
    fn check_conversion(&mut self, from: u32, to: u32, base: usize, a: Reg) -> Result<(), Stop> {
        // Narrower ones are truth values.
        if to < 8 || from > 64 {
            return Ok(());
        }
        let at = base + a as usize;
        let value = self.registers[at];
        let passed = int::mask(value, to) == value || int::sext(value, to) == int::sext(value, from);
        if self.sym().terms[at].is_some() {
            let x = self.register_term(at, from);
            let s = self.sym();
            let narrow = s.pool.extract(x, 0, to);
            let (signed, unsigned) = (s.pool.sext(narrow, from), s.pool.zext(narrow, from));
            let (same, also) = (s.pool.eq(signed, x), s.pool.eq(unsigned, x));
            let holds = s.pool.or(same, also);
            self.check_event(FaultKind::LossyConversion, passed, holds)?;
        }
        if passed {
            return Ok(());
        }
        let shown = int::sext(value, from);
        Err(Stop::fault(FaultKind::LossyConversion, format!("{shown} does not fit {to} bits")))
    }
}
