//! Smart constructors: fold constants, put operands in order, apply the rules, then intern.
//!
//! What they return means the same as the plain operation for every assignment; `tests/rules.rs` checks that.

use super::eval::{small_operation, wide_operation};
use super::node::{ExprId, Kind, Node, Rounding, format_code};
use super::pool::Pool;
use crate::rewrite;
use crescendo_number::int;
use crescendo_number::wide::{self, Words};
use crescendo_program::FloatKind;

/// The operands of a float operation.
type Ids = smallvec::SmallVec<[u32; 3]>;

/// Rules may build terms that rules apply to; deeper than this they are left as they are.
const MAX_DEPTH: u32 = 12;

impl Pool {
    pub fn constant(&mut self, value: u64, width: u32) -> ExprId {
        debug_assert!((1..=64).contains(&width));
        let v = int::mask(value, width);
        self.intern(Node { kind: Kind::Const, aux: 0, width: width as u16, a: 0, b: v as u32, c: (v >> 32) as u32 })
    }

    /// A constant of any width.
    pub fn constant_words(&mut self, words: &[u64], width: u32) -> ExprId {
        if width <= 64 {
            return self.constant(words[0], width);
        }
        let words = wide::resize(words, words.len() as u32 * 64, width, false);
        self.intern_wide(&words, width)
    }

    pub fn bool(&mut self, v: bool) -> ExprId {
        self.constant(v as u64, 1)
    }

    /// The number, if the term is one of at most 64 bits.
    #[inline]
    pub fn as_constant(&self, e: ExprId) -> Option<u64> {
        let n = self.node(e);
        (n.kind == Kind::Const && n.width > 0).then(|| n.value())
    }

    /// The number of any width.
    pub fn as_words(&self, e: ExprId) -> Option<Words> {
        let n = self.node(e);
        match n.kind {
            Kind::Const if n.width > 0 => Some(Words::from_slice(&[n.value()])),
            Kind::WideConst => Some(Words::from_slice(self.wide_words(&n))),
            _ => None,
        }
    }

    #[inline]
    pub fn is_constant(&self, e: ExprId) -> bool {
        matches!(self.node(e).kind, Kind::Const | Kind::WideConst)
    }

    /// Makes a term from an operation on terms.
    pub(crate) fn make(&mut self, mut n: Node) -> ExprId {
        if n.kind.is_commutative() {
            // Constants last, else by number: equal terms meet whichever way round they were written.
            let (ca, cb) = (self.is_constant(n.a()), self.is_constant(n.b()));
            if ca && !cb || ca == cb && n.a > n.b {
                std::mem::swap(&mut n.a, &mut n.b);
            }
        }
        // A term that is there already is no operation on constants, and no rule applies to it, unless none was tried.
        let found = self.find(&n);
        if let Ok(e) = found
            && (self.depth >= MAX_DEPTH || !self.is_untried(e))
        {
            return e;
        }
        if let Some(e) = self.fold(&n) {
            return e;
        }
        if !self.rewriting || self.depth >= MAX_DEPTH {
            let e = self.intern(n);
            if self.rewriting {
                self.set_untried(e, true);
            }
            return e;
        }
        // Most runs make the terms of the run before them. Only from outside: what rules make of an operation depends on
        // how deep they are, and equal runs must get equal terms, whatever was made before.
        let outside = self.depth == 0;
        if outside && let Some(e) = self.known_rewrite(&n) {
            return e;
        }
        self.depth += 1;
        let result = rewrite::apply(self, &n);
        self.depth -= 1;
        match (result, found) {
            (Some(e), _) => {
                if outside {
                    self.remember_rewrite(n, e);
                }
                e
            }
            (None, Ok(e)) => {
                self.set_untried(e, false);
                e
            }
            (None, Err(place)) => self.add_term(n, place),
        }
    }

    /// The value of an operation on constants.
    fn fold(&mut self, n: &Node) -> Option<ExprId> {
        // Most have a first operand that is not constant.
        if !self.is_constant(n.a()) || matches!(n.kind, Kind::Select | Kind::Store | Kind::Table) {
            return None;
        }
        let mut all = true;
        for e in n.operands() {
            all &= self.is_constant(e);
        }
        if !all {
            return None;
        }
        let wa = self.width(n.a());
        let wb = if n.operands().count() > 1 { self.width(n.b()) } else { 0 };
        let value = |p: &Pool, e: u32| p.as_constant(ExprId(e)).unwrap_or(0);
        let small = n.width <= 64 && n.operands().all(|e| self.width(e) <= 64);
        if small {
            let count = n.operands().count();
            let b = if count > 1 { value(self, n.b) } else { 0 };
            let c = if count > 2 { value(self, n.c) } else { 0 };
            if let Some(v) = small_operation(n, wa, wb, value(self, n.a), b, c) {
                return Some(self.constant(v, n.width as u32));
            }
        }
        let ops: Vec<Words> = n.operands().map(|e| self.as_words(e)).collect::<Option<_>>()?;
        // Float-valued terms have no width: they are folded when they become bits or a truth value.
        if n.width == 0 {
            return None;
        }
        let v = wide_operation(n, wa, wb, &ops);
        Some(self.constant_words(&v, n.width as u32))
    }

    fn two(&mut self, kind: Kind, width: u32, a: ExprId, b: ExprId) -> ExprId {
        self.make(Node { kind, aux: 0, width: width as u16, a: a.0, b: b.0, c: 0 })
    }

    fn same(&mut self, kind: Kind, a: ExprId, b: ExprId) -> ExprId {
        let w = self.width(a);
        debug_assert_eq!(w, self.width(b), "{kind:?}");
        self.two(kind, w, a, b)
    }

    fn compare(&mut self, kind: Kind, a: ExprId, b: ExprId) -> ExprId {
        debug_assert_eq!(self.width(a), self.width(b), "{kind:?}");
        self.two(kind, 1, a, b)
    }

    // ---- arithmetic

    pub fn add(&mut self, a: ExprId, b: ExprId) -> ExprId {
        self.same(Kind::Add, a, b)
    }

    pub fn sub(&mut self, a: ExprId, b: ExprId) -> ExprId {
        self.same(Kind::Sub, a, b)
    }

    pub fn mul(&mut self, a: ExprId, b: ExprId) -> ExprId {
        self.same(Kind::Mul, a, b)
    }

    pub fn udiv(&mut self, a: ExprId, b: ExprId) -> ExprId {
        self.same(Kind::UDiv, a, b)
    }

    pub fn sdiv(&mut self, a: ExprId, b: ExprId) -> ExprId {
        self.same(Kind::SDiv, a, b)
    }

    pub fn urem(&mut self, a: ExprId, b: ExprId) -> ExprId {
        self.same(Kind::URem, a, b)
    }

    pub fn srem(&mut self, a: ExprId, b: ExprId) -> ExprId {
        self.same(Kind::SRem, a, b)
    }

    pub fn and(&mut self, a: ExprId, b: ExprId) -> ExprId {
        self.same(Kind::And, a, b)
    }

    pub fn or(&mut self, a: ExprId, b: ExprId) -> ExprId {
        self.same(Kind::Or, a, b)
    }

    pub fn xor(&mut self, a: ExprId, b: ExprId) -> ExprId {
        self.same(Kind::Xor, a, b)
    }

    pub fn shl(&mut self, a: ExprId, b: ExprId) -> ExprId {
        self.same(Kind::Shl, a, b)
    }

    pub fn lshr(&mut self, a: ExprId, b: ExprId) -> ExprId {
        self.same(Kind::LShr, a, b)
    }

    pub fn ashr(&mut self, a: ExprId, b: ExprId) -> ExprId {
        self.same(Kind::AShr, a, b)
    }

    pub fn not(&mut self, a: ExprId) -> ExprId {
        let width = self.width(a) as u16;
        self.make(Node { kind: Kind::Not, aux: 0, width, a: a.0, b: 0, c: 0 })
    }

    pub fn neg(&mut self, a: ExprId) -> ExprId {
        let width = self.width(a) as u16;
        self.make(Node { kind: Kind::Neg, aux: 0, width, a: a.0, b: 0, c: 0 })
    }

    // ---- comparisons

    pub fn eq(&mut self, a: ExprId, b: ExprId) -> ExprId {
        self.compare(Kind::Eq, a, b)
    }

    pub fn ne(&mut self, a: ExprId, b: ExprId) -> ExprId {
        let e = self.eq(a, b);
        self.not(e)
    }

    pub fn ult(&mut self, a: ExprId, b: ExprId) -> ExprId {
        self.compare(Kind::Ult, a, b)
    }

    pub fn ule(&mut self, a: ExprId, b: ExprId) -> ExprId {
        self.compare(Kind::Ule, a, b)
    }

    pub fn slt(&mut self, a: ExprId, b: ExprId) -> ExprId {
        self.compare(Kind::Slt, a, b)
    }

    pub fn sle(&mut self, a: ExprId, b: ExprId) -> ExprId {
        self.compare(Kind::Sle, a, b)
    }

    // ---- bits

    pub fn concat(&mut self, high: ExprId, low: ExprId) -> ExprId {
        let w = self.width(high) + self.width(low);
        self.two(Kind::Concat, w, high, low)
    }

    /// `width` bits from bit `low` upwards.
    pub fn extract(&mut self, a: ExprId, low: u32, width: u32) -> ExprId {
        debug_assert!(low + width <= self.width(a));
        if low == 0 && width == self.width(a) {
            return a;
        }
        self.make(Node { kind: Kind::Extract, aux: 0, width: width as u16, a: a.0, b: low, c: 0 })
    }

    pub fn zext(&mut self, a: ExprId, width: u32) -> ExprId {
        if width == self.width(a) {
            return a;
        }
        self.make(Node { kind: Kind::ZExt, aux: 0, width: width as u16, a: a.0, b: 0, c: 0 })
    }

    pub fn sext(&mut self, a: ExprId, width: u32) -> ExprId {
        if width == self.width(a) {
            return a;
        }
        self.make(Node { kind: Kind::SExt, aux: 0, width: width as u16, a: a.0, b: 0, c: 0 })
    }

    pub fn ite(&mut self, c: ExprId, a: ExprId, b: ExprId) -> ExprId {
        let width = self.width(a) as u16;
        debug_assert_eq!(self.width(c), 1);
        self.make(Node { kind: Kind::Ite, aux: 0, width, a: c.0, b: a.0, c: b.0 })
    }

    // ---- arrays

    /// The byte of an array at a place.
    pub fn select(&mut self, array: ExprId, index: ExprId) -> ExprId {
        self.make(Node { kind: Kind::Select, aux: 0, width: 8, a: array.0, b: index.0, c: 0 })
    }

    pub fn store(&mut self, array: ExprId, index: ExprId, byte: ExprId) -> ExprId {
        self.make(Node { kind: Kind::Store, aux: 0, width: 0, a: array.0, b: index.0, c: byte.0 })
    }

    // ---- floats: terms over bits; the float itself is only inside

    pub(super) fn as_float(&mut self, kind: FloatKind, bits: ExprId) -> ExprId {
        let n = self.node(bits);
        if n.kind == Kind::ToBits && n.format() == kind {
            return n.a();
        }
        self.intern(Node { kind: Kind::FromBits, aux: format_code(kind), width: 0, a: bits.0, b: 0, c: 0 })
    }

    pub(super) fn bits_of(&mut self, kind: FloatKind, f: ExprId) -> ExprId {
        let n = self.node(f);
        if n.kind == Kind::FromBits {
            return n.a();
        }
        let width = kind.bits() as u16;
        self.intern(Node { kind: Kind::ToBits, aux: format_code(kind), width, a: f.0, b: 0, c: 0 })
    }

    /// A float operation on bits with a float result, given as bits. Constants are folded.
    pub fn float(&mut self, op: Kind, kind: FloatKind, operands: &[ExprId], extra: u32) -> ExprId {
        let node = |ids: &[u32]| Node {
            kind: op,
            aux: format_code(kind),
            width: 0,
            a: ids[0],
            b: ids.get(1).copied().unwrap_or(extra),
            c: ids.get(2).copied().unwrap_or(0),
        };
        if operands.iter().all(|e| self.is_constant(*e)) {
            let words: Vec<Words> = operands.iter().filter_map(|e| self.as_words(*e)).collect();
            let wa = self.width(operands[0]);
            let n = node(&operands.iter().map(|e| e.0).collect::<Ids>());
            let v = wide_operation(&n, wa, wa, &words);
            return self.constant_words(&v, kind.bits());
        }
        let from = if op == Kind::FConvert { super::node::format_of(extra as u8) } else { kind };
        let ids: Ids = match op {
            Kind::FromSigned | Kind::FromUnsigned => operands.iter().map(|e| e.0).collect(),
            _ => operands.iter().map(|e| self.as_float(from, *e).0).collect(),
        };
        let mut n = node(&ids);
        if n.kind.is_commutative() && n.a > n.b {
            std::mem::swap(&mut n.a, &mut n.b);
        }
        let f = self.intern(n);
        self.bits_of(kind, f)
    }

    /// A float operation on bits whose result is an integer or a truth value of `width` bits.
    pub fn float_test(&mut self, op: Kind, kind: FloatKind, operands: &[ExprId], width: u32) -> ExprId {
        let node = |ids: &[u32]| Node {
            kind: op,
            aux: format_code(kind),
            width: width as u16,
            a: ids[0],
            b: ids.get(1).copied().unwrap_or(0),
            c: 0,
        };
        if operands.iter().all(|e| self.is_constant(*e)) {
            let words: Vec<Words> = operands.iter().filter_map(|e| self.as_words(*e)).collect();
            let n = node(&operands.iter().map(|e| e.0).collect::<Ids>());
            let v = wide_operation(&n, self.width(operands[0]), 0, &words);
            return self.constant_words(&v, width);
        }
        let ids: Ids = operands.iter().map(|e| self.as_float(kind, *e).0).collect();
        let mut n = node(&ids);
        if n.kind.is_commutative() && n.a > n.b {
            std::mem::swap(&mut n.a, &mut n.b);
        }
        self.intern(n)
    }

    pub fn float_round(&mut self, kind: FloatKind, a: ExprId, mode: Rounding) -> ExprId {
        self.float(Kind::FRound, kind, &[a], mode as u32)
    }

    pub fn float_convert(&mut self, from: FloatKind, to: FloatKind, a: ExprId) -> ExprId {
        self.float(Kind::FConvert, to, &[a], format_code(from) as u32)
    }
}
