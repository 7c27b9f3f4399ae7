//! Every rewrite rule keeps the meaning: random terms are built with and without rules and evaluated under random
//! assignments; every rule must have been used.

use crescendo_program::FloatKind;
use crescendo_solver::expr::{Assignment, ExprId, Kind, Pool, Program, Scratch};
use crescendo_solver::rewrite::RULES;

/// A small deterministic generator (xorshift).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, n: u64) -> u64 {
        self.next() % n
    }

    fn flip(&mut self) -> bool {
        self.next() & 64 != 0
    }

    /// Numbers where things happen: small, near powers of two, all ones, anything.
    fn number(&mut self) -> u64 {
        match self.below(6) {
            0 => self.below(4),
            1 => u64::MAX - self.below(3),
            2 => 1 << self.below(64),
            3 => (1u64 << self.below(64)).wrapping_sub(1 + self.below(2)),
            4 => self.below(256),
            _ => self.next(),
        }
    }
}

/// The same term in two pools.
#[derive(Clone, Copy)]
struct Both {
    ruled: ExprId,
    plain: ExprId,
    width: u32,
}

struct Generator {
    ruled: Pool,
    plain: Pool,
    terms: Vec<Both>,
    random: Random,
}

const WIDTHS: [u32; 10] = [1, 3, 8, 12, 16, 24, 32, 64, 80, 128];

impl Generator {
    fn new(seed: u64) -> Generator {
        let mut plain = Pool::new();
        plain.rewriting = false;
        let mut g = Generator { ruled: Pool::new(), plain, terms: Vec::new(), random: Random(seed) };
        for w in WIDTHS {
            for i in 0..2 {
                let name = format!("v{w}_{i}");
                let v = g.ruled.new_variable(&name, w);
                assert_eq!(v, g.plain.new_variable(&name, w));
                let (ruled, plain) = (g.ruled.var(v), g.plain.var(v));
                g.terms.push(Both { ruled, plain, width: w });
            }
        }
        g
    }

    fn both(&mut self, width: u32, f: impl Fn(&mut Pool, bool) -> ExprId) -> Both {
        let (ruled, plain) = (f(&mut self.ruled, true), f(&mut self.plain, false));
        assert_eq!(self.ruled.width(ruled), width);
        Both { ruled, plain, width }
    }

    fn constant(&mut self, width: u32) -> Both {
        let words = [self.random.number(), self.random.number()];
        self.both(width, |p, _| p.constant_words(&words[..width.div_ceil(64) as usize], width))
    }

    /// A term of a width: an existing one, a constant, or one adapted to it.
    fn pick(&mut self, width: u32) -> Both {
        if self.random.below(3) == 0 {
            return self.constant(width);
        }
        let fitting: Vec<Both> = self.terms.iter().copied().filter(|t| t.width == width).collect();
        // Recent terms more often, so that rules meet their own kind.
        if !fitting.is_empty() && self.random.below(4) != 0 {
            let n = fitting.len() as u64;
            let i = if self.random.flip() { n - 1 - self.random.below(n.min(4)) } else { self.random.below(n) };
            return fitting[i as usize];
        }
        let n = self.terms.len() as u64;
        let t = self.terms[self.random.below(n) as usize];
        self.adapt(t, width)
    }

    fn adapt(&mut self, t: Both, width: u32) -> Both {
        let choose = |b: bool, t: Both| if b { t.ruled } else { t.plain };
        match t.width.cmp(&width) {
            std::cmp::Ordering::Equal => t,
            std::cmp::Ordering::Less => {
                let signed = self.random.flip();
                self.both(width, |p, r| if signed { p.sext(choose(r, t), width) } else { p.zext(choose(r, t), width) })
            }
            std::cmp::Ordering::Greater => {
                let low = self.random.below((t.width - width + 1) as u64) as u32;
                let low = if self.random.flip() { 0 } else { low };
                self.both(width, |p, r| p.extract(choose(r, t), low, width))
            }
        }
    }

    fn step(&mut self) {
        let w = WIDTHS[self.random.below(WIDTHS.len() as u64) as usize];
        let (a, b, c) = (self.pick(w), self.pick(w), self.pick(1));
        // Some rules want to see the same term on both sides.
        let b = if self.random.below(12) == 0 { a } else { b };
        let get = |r: bool, t: Both| if r { t.ruled } else { t.plain };
        let kind = self.random.below(27);
        let t = match kind {
            0 | 1 => self.both(w, |p, r| p.add(get(r, a), get(r, b))),
            2 => self.both(w, |p, r| p.sub(get(r, a), get(r, b))),
            3 => self.both(w, |p, r| p.mul(get(r, a), get(r, b))),
            4 => self.both(w, |p, r| p.udiv(get(r, a), get(r, b))),
            5 => self.both(w, |p, r| p.sdiv(get(r, a), get(r, b))),
            6 => self.both(w, |p, r| p.urem(get(r, a), get(r, b))),
            7 => self.both(w, |p, r| p.srem(get(r, a), get(r, b))),
            8 => self.both(w, |p, r| p.and(get(r, a), get(r, b))),
            9 => self.both(w, |p, r| p.or(get(r, a), get(r, b))),
            10 => self.both(w, |p, r| p.xor(get(r, a), get(r, b))),
            11..=13 => {
                // Shifts by little more often than by much.
                let by = self.random.below(w as u64 + 2);
                let s = if self.random.flip() {
                    self.both(w, |p, _| p.constant_words(&[by, 0][..w.div_ceil(64) as usize], w))
                } else {
                    b
                };
                match kind {
                    11 => self.both(w, |p, r| p.shl(get(r, a), get(r, s))),
                    12 => self.both(w, |p, r| p.lshr(get(r, a), get(r, s))),
                    _ => self.both(w, |p, r| p.ashr(get(r, a), get(r, s))),
                }
            }
            14 => self.both(w, |p, r| p.not(get(r, a))),
            15 => self.both(w, |p, r| p.neg(get(r, a))),
            16 | 17 => self.both(1, |p, r| p.eq(get(r, a), get(r, b))),
            18 => self.both(1, |p, r| p.ult(get(r, a), get(r, b))),
            19 => self.both(1, |p, r| p.ule(get(r, a), get(r, b))),
            20 => self.both(1, |p, r| p.slt(get(r, a), get(r, b))),
            21 => self.both(1, |p, r| p.sle(get(r, a), get(r, b))),
            22 => self.both(w, |p, r| p.ite(get(r, c), get(r, a), get(r, b))),
            23 => {
                let (x, y) = (self.constant(w), self.constant(w));
                self.both(w, |p, r| p.ite(get(r, c), get(r, x), get(r, y)))
            }
            24 => {
                let n = self.terms.len() as u64;
                let mut x = self.terms[self.random.below(n) as usize];
                let mut y = self.pick(w);
                if self.random.below(3) == 0 {
                    x = self.constant(8);
                }
                if self.random.below(3) == 0 && x.width > 2 {
                    // Two pieces that lie side by side.
                    let cut = 1 + self.random.below(x.width as u64 - 1) as u32;
                    let whole = x;
                    x = self.both(whole.width - cut, |p, r| p.extract(get(r, whole), cut, whole.width - cut));
                    y = self.both(cut, |p, r| p.extract(get(r, whole), 0, cut));
                }
                self.both(x.width + y.width, |p, r| p.concat(get(r, x), get(r, y)))
            }
            25 => self.adapt(a, WIDTHS[(kind as usize + w as usize) % WIDTHS.len()]),
            _ => self.array(),
        };
        if t.width <= 256 {
            self.terms.push(t);
        }
    }

    fn array(&mut self) -> Both {
        let bytes: Vec<u8> = (0..8 + self.random.below(24)).map(|_| self.random.next() as u8).collect();
        let mut array = {
            let (ruled, plain) = (self.ruled.new_table(&bytes), self.plain.new_table(&bytes));
            Both { ruled, plain, width: 0 }
        };
        let get = |r: bool, t: Both| if r { t.ruled } else { t.plain };
        let places: Vec<Both> = (0..3)
            .map(|_| {
                let k = self.random.below(bytes.len() as u64);
                if self.random.flip() { self.pick(8) } else { self.both(8, |p, _| p.constant(k, 8)) }
            })
            .collect();
        for _ in 0..self.random.below(4) {
            let i = places[self.random.below(3) as usize];
            let x = self.pick(8);
            let (ruled, plain) =
                (self.ruled.store(array.ruled, i.ruled, x.ruled), self.plain.store(array.plain, i.plain, x.plain));
            array = Both { ruled, plain, width: 0 };
        }
        let i = places[self.random.below(3) as usize];
        self.both(8, |p, r| p.select(get(r, array), get(r, i)))
    }

    fn compare(&mut self, rounds: usize) {
        let ruled = Program::new(&self.ruled, &self.terms.iter().map(|t| t.ruled).collect::<Vec<_>>());
        let plain = Program::new(&self.plain, &self.terms.iter().map(|t| t.plain).collect::<Vec<_>>());
        let mut scratch = Scratch::default();
        for _ in 0..rounds {
            let mut values = Assignment::new();
            for v in 0..self.ruled.variables().len() as u32 {
                let v = crescendo_solver::expr::VarId(v);
                let (lo, hi) = (self.random.number(), self.random.number());
                let w = self.ruled.variable(v).width;
                if w > 64 { values.set_words(v, &[lo, hi]) } else { values.set(v, lo) }
            }
            let (x, y) = (ruled.values(&values, &mut scratch), plain.values(&values, &mut scratch));
            for (i, t) in self.terms.iter().enumerate() {
                assert_eq!(
                    x[i],
                    y[i],
                    "term {i} of width {} under {values:?}\n{}\n{}",
                    t.width,
                    self.ruled.show(t.ruled),
                    self.plain.show(t.plain)
                );
            }
        }
    }
}

#[test]
fn rules_keep_the_meaning() {
    let mut hits = vec![0u64; RULES.len()];
    for seed in 1..=400 {
        let mut g = Generator::new(seed * 0x9E37_79B9);
        for _ in 0..150 {
            g.step();
        }
        g.compare(20);
        for (h, n) in hits.iter_mut().zip(&g.ruled.rule_hits) {
            *h += n;
        }
    }
    let unused: Vec<&str> = RULES.iter().zip(&hits).filter(|(_, h)| **h == 0).map(|(r, _)| r.name).collect();
    assert!(unused.is_empty(), "rules never used: {unused:?}");
}

#[test]
fn names_are_unique() {
    let mut names: Vec<&str> = RULES.iter().map(|r| r.name).collect();
    names.sort();
    let n = names.len();
    names.dedup();
    assert_eq!(n, names.len());
}

#[test]
fn floats_fold_as_they_evaluate() {
    let mut random = Random(7);
    for _ in 0..2000 {
        let mut p = Pool::new();
        let kind = [FloatKind::F32, FloatKind::F64][random.below(2) as usize];
        let w = kind.bits();
        let (x, y) = (random.number(), random.number());
        let (vx, vy) = (p.new_variable("x", w), p.new_variable("y", w));
        let (ex, ey) = (p.var(vx), p.var(vy));
        let (cx, cy) = (p.constant(x, w), p.constant(y, w));
        let mut values = Assignment::new();
        values.set(vx, x);
        values.set(vy, y);
        for op in [Kind::FAdd, Kind::FSub, Kind::FMul, Kind::FDiv] {
            let open = p.float(op, kind, &[ex, ey], 0);
            let folded = p.float(op, kind, &[cx, cy], 0);
            let got = Program::new(&p, &[open]).values(&values, &mut Scratch::default());
            assert_eq!(got[0][0], p.as_constant(folded).unwrap(), "{op:?}");
        }
        for op in [Kind::FEq, Kind::FLt, Kind::FLe] {
            let open = p.float_test(op, kind, &[ex, ey], 1);
            let folded = p.float_test(op, kind, &[cx, cy], 1);
            let got = Program::new(&p, &[open]).values(&values, &mut Scratch::default());
            assert_eq!(got[0][0], p.as_constant(folded).unwrap(), "{op:?}");
        }
    }
}

#[test]
fn collecting_keeps_what_is_needed() {
    let mut g = Generator::new(99);
    for _ in 0..500 {
        g.step();
    }
    let before = g.ruled.len();
    let mut keep: Vec<ExprId> = g.terms.iter().map(|t| t.ruled).step_by(20).collect();
    let old = keep.clone();
    let mut values = Assignment::new();
    for v in 0..g.ruled.variables().len() as u32 {
        values.set(crescendo_solver::expr::VarId(v), g.random.number());
    }
    let expect = Program::new(&g.ruled, &old).values(&values, &mut Scratch::default());
    g.ruled.collect(&mut |visit| keep.iter_mut().for_each(visit));
    assert!(g.ruled.len() < before);
    let got = Program::new(&g.ruled, &keep).values(&values, &mut Scratch::default());
    assert_eq!(expect, got);
}
