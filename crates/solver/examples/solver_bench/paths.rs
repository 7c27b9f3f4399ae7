//! Paths like those of C programs: each set is a small program of conditions, run on random inputs.

use crate::queries::{Path, Random};
use crescendo_program::FloatKind;
use crescendo_solver::expr::{Assignment, ExprId, Kind, Pool, Program, Scratch, VarId};

/// The terms of one set, and how to make inputs and paths.
pub struct Set {
    pub name: &'static str,
    pub pool: Pool,
    pub paths: Vec<Path>,
}

struct Maker {
    pool: Pool,
    random: Random,
    paths: Vec<Path>,
}

impl Maker {
    fn new(seed: u64) -> Maker {
        Maker { pool: Pool::new(), random: Random(seed), paths: Vec::new() }
    }

    fn vars(&mut self, name: &str, count: usize, width: u32) -> Vec<ExprId> {
        (0..count)
            .map(|i| {
                let v = self.pool.new_variable(&format!("{name}[{i}]"), width);
                self.pool.var(v)
            })
            .collect()
    }

    fn k(&mut self, v: u64, w: u32) -> ExprId {
        self.pool.constant(v, w)
    }

    /// Turns the conditions as the input has them.
    fn path(&mut self, input: Assignment, conditions: &[ExprId]) {
        let truth = Program::new(&self.pool, conditions).values(&input, &mut Scratch::default());
        let mut turned = Vec::new();
        for (c, t) in conditions.iter().zip(truth) {
            let c = if t[0] == 0 { self.pool.not(*c) } else { *c };
            if !self.pool.is_constant(c) {
                turned.push(c);
            }
        }
        self.paths.push(Path { conditions: turned, input });
    }

    fn done(self, name: &'static str) -> Set {
        Set { name, pool: self.pool, paths: self.paths }
    }
}

/// Text: brackets, ranges of characters, a table of character classes, decimal numbers.
pub fn parser(paths: usize) -> Set {
    let mut m = Maker::new(11);
    let bytes = m.vars("text", 24, 8);
    let classes: Vec<u8> = (0..=255u8)
        .map(|c| {
            (c.is_ascii_digit() as u8) | (c.is_ascii_alphabetic() as u8) << 1 | (c.is_ascii_whitespace() as u8) << 2
        })
        .collect();
    let table = m.pool.new_table(&classes);
    let mut conditions = Vec::new();
    let mut number = m.k(0, 32);
    for (i, &c) in bytes.iter().enumerate() {
        for ch in [0, b'{', b'[', b'"', b'-'] {
            let k = m.k(ch as u64, 8);
            conditions.push(m.pool.eq(c, k));
        }
        let wide = m.pool.zext(c, 64);
        let class = m.pool.select(table, wide);
        for bit in [1, 2, 4] {
            let (k, zero) = (m.k(bit, 8), m.k(0, 8));
            let masked = m.pool.and(class, k);
            conditions.push(m.pool.ne(masked, zero));
        }
        let (a, z) = (m.k(b'a' as u64, 8), m.k(b'z' as u64, 8));
        conditions.push(m.pool.ule(a, c));
        conditions.push(m.pool.ule(c, z));
        if i % 8 < 4 {
            let (ten, zero) = (m.k(10, 32), m.k(b'0' as u64, 32));
            let digit = m.pool.sext(c, 32);
            let digit = m.pool.sub(digit, zero);
            let tens = m.pool.mul(number, ten);
            number = m.pool.add(tens, digit);
            let limit = m.k(200 + i as u64, 32);
            conditions.push(m.pool.slt(limit, number));
        } else {
            number = m.k(0, 32);
        }
    }
    for _ in 0..paths {
        let mut input = Assignment::new();
        for i in 0..bytes.len() as u32 {
            let c = match m.random.below(4) {
                0 => b'0' + m.random.below(10) as u8,
                1 => b'a' + m.random.below(26) as u8,
                2 => b"{}[]\", -"[m.random.below(8) as usize],
                _ => m.random.next() as u8,
            };
            input.set(VarId(i), c as u64);
        }
        m.path(input, &conditions);
    }
    m.done("parser")
}

/// Integers: thresholds, switches, sums, scaled indices, mixed signs.
pub fn arithmetic(paths: usize) -> Set {
    let mut m = Maker::new(12);
    let x = m.vars("x", 6, 32);
    let y = m.vars("y", 3, 64);
    let mut conditions = Vec::new();
    for i in 0..40 {
        let (a, b) = (x[i % 6], x[(i * 5 + 1) % 6]);
        let n = m.random.below(1000);
        let k = m.k(n, 32);
        let p = &mut m.pool;
        conditions.push(match i % 10 {
            0 => p.slt(a, k),
            1 => {
                let s = p.add(a, b);
                p.slt(k, s)
            }
            2 => p.eq(a, k),
            3 => {
                let three = p.constant(3, 32);
                let s = p.mul(a, three);
                let s = p.add(s, b);
                p.sle(s, k)
            }
            4 => p.slt(a, b),
            5 => {
                let seven = p.constant(7, 32);
                let (r, four) = (p.srem(a, seven), p.constant(4, 32));
                p.eq(r, four)
            }
            6 => {
                let wide = p.sext(a, 64);
                let s = p.add(y[i % 3], wide);
                let k = p.constant(n, 64);
                p.ult(s, k)
            }
            7 => {
                let (eight, zero) = (p.constant(8, 32), p.constant(0, 32));
                let f = p.and(b, eight);
                p.ne(f, zero)
            }
            8 => {
                let two = p.constant(2, 32);
                let h = p.ashr(a, two);
                p.eq(h, b)
            }
            _ => {
                let ten = p.constant(10, 32);
                let q = p.sdiv(a, ten);
                p.slt(q, k)
            }
        });
    }
    for _ in 0..paths {
        let mut input = Assignment::new();
        for v in 0..9 {
            let n = m.random.below(2000);
            input.set(VarId(v), if m.random.below(4) == 0 { n.wrapping_neg() } else { n });
        }
        m.path(input, &conditions);
    }
    m.done("arithmetic")
}

/// Loops: a counter against a length, again and again; and a buffer compared with another.
pub fn loops(paths: usize) -> Set {
    let mut m = Maker::new(13);
    let n = m.vars("n", 2, 32);
    let (a, b) = (m.vars("a", 16, 8), m.vars("b", 16, 8));
    let mut conditions = Vec::new();
    for i in 0..40 {
        let k = m.k(i, 32);
        conditions.push(m.pool.slt(k, n[0]));
        if i < 16 {
            conditions.push(m.pool.eq(a[i as usize], b[i as usize]));
            let wide = m.pool.zext(a[i as usize], 32);
            conditions.push(m.pool.ult(wide, n[1]));
        }
    }
    for _ in 0..paths {
        let mut input = Assignment::new();
        input.set(VarId(0), m.random.below(45));
        input.set(VarId(1), m.random.below(300));
        for v in 2..34 {
            let c = b'a' + m.random.below(4) as u8;
            input.set(VarId(v), c as u64);
        }
        m.path(input, &conditions);
    }
    m.done("loops")
}

/// Words joined from bytes, checksums, hashes: every byte matters to every condition.
pub fn mixing(paths: usize) -> Set {
    let mut m = Maker::new(14);
    let bytes = m.vars("packet", 12, 8);
    let mut conditions = Vec::new();
    let mut sum = m.k(5381, 32);
    for (i, &c) in bytes.iter().enumerate() {
        let thirty_three = m.k(33, 32);
        let p = &mut m.pool;
        let wide = p.zext(c, 32);
        let scaled = p.mul(sum, thirty_three);
        sum = p.xor(scaled, wide);
        if i % 4 == 3 {
            let word = bytes[i - 3..=i].iter().skip(1).fold(bytes[i - 3], |w, b| p.concat(*b, w));
            let n = m.random.below(60_000);
            let k = m.pool.constant(n, 32);
            conditions.push(m.pool.ult(word, k));
            let (fifteen, three) = (m.k(15, 32), m.k(n % 16, 32));
            let low = m.pool.and(sum, fifteen);
            conditions.push(m.pool.eq(low, three));
            let k = m.k(n * 65_537, 32);
            conditions.push(m.pool.eq(word, k));
        }
    }
    for _ in 0..paths {
        let mut input = Assignment::new();
        for v in 0..12 {
            input.set(VarId(v), m.random.below(256));
        }
        m.path(input, &conditions);
    }
    m.done("mixing")
}

/// Floats: thresholds, sums, conversions.
pub fn floats(paths: usize) -> Set {
    let mut m = Maker::new(15);
    let x = m.vars("f", 4, 32);
    let n = m.vars("n", 1, 32);
    let kind = FloatKind::F32;
    let mut conditions = Vec::new();
    for i in 0..12 {
        let value = (i as f32 * 7.5 - 20.0).to_bits() as u64;
        let k = m.k(value, 32);
        let (a, b) = (x[i % 4], x[(i + 1) % 4]);
        let p = &mut m.pool;
        conditions.push(match i % 4 {
            0 => p.float_test(Kind::FLt, kind, &[a, k], 1),
            1 => {
                let s = p.float(Kind::FAdd, kind, &[a, b], 0);
                p.float_test(Kind::FLe, kind, &[k, s], 1)
            }
            2 => {
                let f = p.float(Kind::FromSigned, kind, &[n[0]], 0);
                p.float_test(Kind::FLt, kind, &[f, a], 1)
            }
            _ => p.float_test(Kind::FEq, kind, &[a, k], 1),
        });
    }
    for _ in 0..paths {
        let mut input = Assignment::new();
        for v in 0..4 {
            let f = m.random.below(200) as f32 / 2.0 - 50.0;
            input.set(VarId(v), f.to_bits() as u64);
        }
        input.set(VarId(4), m.random.below(100));
        m.path(input, &conditions);
    }
    m.done("floats")
}

/// A long path over many inputs, each in few conditions: what does it cost to look past the rest?
pub fn long(conditions: usize) -> Set {
    let mut m = Maker::new(16);
    let inputs = conditions / 4;
    let x = m.vars("in", inputs, 32);
    let mut all = Vec::new();
    for i in 0..conditions {
        let (a, b) = (x[i % inputs], x[i % inputs / 4 * 4]);
        let k = m.random.below(1000);
        let k = m.k(k, 32);
        all.push(match i % 3 {
            0 => m.pool.slt(a, k),
            1 => {
                let s = m.pool.add(a, b);
                m.pool.ult(k, s)
            }
            _ => m.pool.eq(a, k),
        });
    }
    let mut input = Assignment::new();
    for v in 0..inputs as u32 {
        input.set(VarId(v), m.random.below(1000));
    }
    m.path(input, &all);
    m.done("long path")
}
