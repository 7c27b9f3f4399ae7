//! Random queries shaped like a concolic tester's: a path of conditions that an input satisfies, the last one flipped.
#![allow(dead_code, reason = "each test binary uses its part")]

use crescendo_program::FloatKind;
use crescendo_solver::expr::{Assignment, ExprId, Kind, Pool, Program, Scratch, VarId};

/// A small deterministic generator (xorshift).
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    pub fn below(&mut self, n: u64) -> u64 {
        (self.next() >> 11) % n
    }

    pub fn flip(&mut self) -> bool {
        self.next() & 64 != 0
    }

    /// Numbers where things happen: small, near powers of two, all ones, anything.
    pub fn number(&mut self) -> u64 {
        match self.below(7) {
            0 | 1 => self.below(12),
            2 => u64::MAX - self.below(3),
            3 => 1 << self.below(64),
            4 => (1u64 << self.below(64)).wrapping_sub(1 + self.below(2)),
            5 => self.below(256),
            _ => self.next(),
        }
    }
}

/// A pool with terms to build conditions from.
pub struct Generator {
    pub pool: Pool,
    pub terms: Vec<ExprId>,
    pub random: Random,
    widths: Vec<u32>,
}

/// A path and the input that takes it.
pub struct Path {
    pub conditions: Vec<ExprId>,
    pub input: Assignment,
}

impl Generator {
    /// Some variables of some widths; `wide` allows 128 bits.
    pub fn new(seed: u64, wide: bool) -> Generator {
        let mut random = Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
        for _ in 0..4 {
            random.next();
        }
        let odd = 1 + random.below(64) as u32;
        let all = [8, 32, 16, 64, 1, odd, 8, 32];
        let mut widths: Vec<u32> = (0..1 + random.below(3)).map(|_| all[random.below(8) as usize]).collect();
        if wide && random.below(4) == 0 {
            widths.push(128);
        }
        let mut g = Generator { pool: Pool::new(), terms: Vec::new(), random, widths: widths.clone() };
        for (i, w) in widths.iter().enumerate() {
            for j in 0..1 + g.random.below(2) {
                let v = g.pool.new_variable(&format!("v{i}_{j}"), *w);
                let e = g.pool.var(v);
                g.terms.push(e);
            }
        }
        g.widths.push(32);
        g
    }

    fn constant(&mut self, w: u32) -> ExprId {
        let words = [self.random.number(), self.random.number()];
        self.pool.constant_words(&words[..w.div_ceil(64) as usize], w)
    }

    pub fn pick(&mut self, w: u32) -> ExprId {
        if self.random.below(4) == 0 {
            return self.constant(w);
        }
        let n = self.terms.len() as u64;
        let fitting: Vec<ExprId> = self.terms.iter().copied().filter(|t| self.pool.width(*t) == w).collect();
        if !fitting.is_empty() && self.random.below(5) != 0 {
            return fitting[self.random.below(fitting.len() as u64) as usize];
        }
        let t = self.terms[self.random.below(n) as usize];
        self.adapt(t, w)
    }

    pub fn adapt(&mut self, t: ExprId, w: u32) -> ExprId {
        let from = self.pool.width(t);
        match from.cmp(&w) {
            std::cmp::Ordering::Equal => t,
            std::cmp::Ordering::Less if self.random.flip() => self.pool.sext(t, w),
            std::cmp::Ordering::Less => self.pool.zext(t, w),
            std::cmp::Ordering::Greater => {
                let low = if self.random.flip() { 0 } else { self.random.below((from - w + 1) as u64) as u32 };
                self.pool.extract(t, low, w)
            }
        }
    }

    /// One more term. `hard` allows products and quotients of two variables.
    pub fn step(&mut self, hard: bool) {
        let w = self.widths[self.random.below(self.widths.len() as u64) as usize];
        let (a, mut b, c) = (self.pick(w), self.pick(w), self.pick(1));
        let kind = self.random.below(24);
        if !hard && (3..=7).contains(&kind) {
            let k = self.random.below(30);
            b = self.pool.constant(k, w.min(64));
            b = self.pool.zext(b, w);
        }
        let small = self.random.below(w as u64 + 1);
        let p = &mut self.pool;
        let t = match kind {
            0 | 1 => p.add(a, b),
            2 => p.sub(a, b),
            3 => p.mul(a, b),
            4 => p.udiv(a, b),
            5 => p.sdiv(a, b),
            6 => p.urem(a, b),
            7 => p.srem(a, b),
            8 => p.and(a, b),
            9 => p.or(a, b),
            10 => p.xor(a, b),
            11..=13 => {
                let s = if self.random.flip() { p.constant(small, w.min(64)) } else { b };
                let s = p.zext(s, w);
                match kind {
                    11 => p.shl(a, s),
                    12 => p.lshr(a, s),
                    _ => p.ashr(a, s),
                }
            }
            14 => p.not(a),
            15 => p.neg(a),
            16 | 17 => p.ite(c, a, b),
            18 if w <= 64 => p.concat(a, b),
            19 | 20 => return self.read(),
            _ => {
                let t = self.condition();
                self.terms.push(t);
                return;
            }
        };
        if self.pool.width(t) <= 128 {
            self.terms.push(t);
        }
    }

    fn read(&mut self) {
        let bytes: Vec<u8> = (0..4 + self.random.below(28)).map(|_| self.random.next() as u8).collect();
        let mut array = self.pool.new_table(&bytes);
        for _ in 0..self.random.below(3) {
            let (i, x) = (self.pick(8), self.pick(8));
            array = self.pool.store(array, i, x);
        }
        let i = self.pick(8);
        let t = self.pool.select(array, i);
        self.terms.push(t);
    }

    pub fn condition(&mut self) -> ExprId {
        let w = self.widths[self.random.below(self.widths.len() as u64) as usize];
        let (a, b) = (self.pick(w), self.pick(w));
        let c = match self.random.below(6) {
            0 | 1 => self.pool.eq(a, b),
            2 => self.pool.ult(a, b),
            3 => self.pool.ule(a, b),
            4 => self.pool.slt(a, b),
            _ => self.pool.sle(a, b),
        };
        if self.random.flip() { self.pool.not(c) } else { c }
    }

    /// A float condition over 32- and 64-bit variables read as floats.
    pub fn float_condition(&mut self) -> ExprId {
        let kind = if self.random.below(4) == 0 { FloatKind::F64 } else { FloatKind::F32 };
        let w = kind.bits();
        let value = |g: &mut Self| match g.random.below(3) {
            0 => {
                let x = [0.0, 1.0, -1.5, 100.0, 0.1, 1e10][g.random.below(6) as usize];
                let bits = crescendo_number::float::from_f64(kind, x);
                g.pool.constant(bits as u64, w)
            }
            1 => {
                let i = g.pick(32);
                g.pool.float(if g.random.flip() { Kind::FromSigned } else { Kind::FromUnsigned }, kind, &[i], 0)
            }
            _ => g.pick(w),
        };
        let (a, b, c) = (value(self), value(self), value(self));
        let op = [Kind::FAdd, Kind::FSub, Kind::FMul, Kind::FAdd][self.random.below(4) as usize];
        let left = if self.random.flip() { self.pool.float(op, kind, &[a, b], 0) } else { a };
        let test = match self.random.below(8) {
            0 => self.pool.float_test(Kind::FIsNan, kind, &[left], 1),
            1 => self.pool.float_test(Kind::FIsNegative, kind, &[left], 1),
            2 => {
                let i = self.pool.float_test(Kind::FToSigned, kind, &[left], 32);
                let k = self.constant(32);
                self.pool.slt(i, k)
            }
            3 => {
                let i = self.pool.float_test(Kind::FToUnsigned, kind, &[left], 64);
                let k = self.constant(64);
                self.pool.ult(i, k)
            }
            4 => self.pool.float_test(Kind::FEq, kind, &[left, c], 1),
            5 => self.pool.float_test(Kind::FLe, kind, &[left, c], 1),
            _ => self.pool.float_test(Kind::FLt, kind, &[left, c], 1),
        };
        if self.random.flip() { self.pool.not(test) } else { test }
    }

    pub fn input(&mut self) -> Assignment {
        let mut input = Assignment::new();
        for v in 0..self.pool.variables().len() as u32 {
            let (lo, hi) = (self.random.number(), self.random.number());
            let w = self.pool.variable(VarId(v)).width;
            if w > 64 { input.set_words(VarId(v), &[lo, hi]) } else { input.set(VarId(v), lo) }
        }
        input
    }

    /// Conditions turned so that a random input satisfies them.
    pub fn path(&mut self, conditions: Vec<ExprId>) -> Path {
        let input = self.input();
        let program = Program::new(&self.pool, &conditions);
        let truth = program.values(&input, &mut Scratch::default());
        let mut turned = Vec::new();
        for (c, t) in conditions.into_iter().zip(truth) {
            let c = if t[0] == 0 { self.pool.not(c) } else { c };
            // Constants are no conditions.
            if !self.pool.is_constant(c) {
                turned.push(c);
            }
        }
        Path { conditions: turned, input }
    }
}
