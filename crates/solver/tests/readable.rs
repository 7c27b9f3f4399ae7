//! The values people get to see: near the hint, at the boundary, small, or text. And queries that must be solved at all.

use crescendo_program::FloatKind;
use crescendo_solver::expr::{Assignment, ExprId, Kind, Pool, Program, Scratch, VarId};
use crescendo_solver::solve::{Answer, Layers, Limits, Query, Solve, Stack};

struct Case {
    pool: Pool,
    hint: Assignment,
    constraints: Vec<ExprId>,
}

impl Case {
    fn new() -> Case {
        Case { pool: Pool::new(), hint: Assignment::new(), constraints: Vec::new() }
    }

    /// A variable with its value in the hint.
    fn var(&mut self, name: &str, width: u32, hint: i64) -> ExprId {
        let v = self.pool.new_variable(name, width);
        self.hint.set(v, hint as u64);
        self.pool.var(v)
    }

    fn num(&mut self, v: i64, width: u32) -> ExprId {
        self.pool.constant(v as u64, width)
    }

    fn must(&mut self, c: ExprId) {
        self.constraints.push(c);
    }

    /// The model as `name=value`, signed, only what differs from the hint.
    fn solve(&self, layers: Layers) -> String {
        let mut stack = Stack::new(layers);
        let q = Query { constraints: &self.constraints, hint: &self.hint, limits: Limits::default() };
        match stack.solve(&self.pool, &q) {
            Answer::Sat(model) => {
                let p = Program::new(&self.pool, &self.constraints);
                assert!(p.all_true(&model, &mut Scratch::default()), "{model:?}");
                let mut out = Vec::new();
                for (i, v) in self.pool.variables().iter().enumerate() {
                    let id = VarId(i as u32);
                    let value = crescendo_number::int::sext(model.get(id), v.width.min(64));
                    let was = crescendo_number::int::sext(self.hint.get(id), v.width.min(64));
                    if value != was {
                        out.push(format!("{}={value}", v.name));
                    }
                }
                out.join(" ")
            }
            other => format!("{other:?}"),
        }
    }

    /// With all layers, and with the SMT solver and the tidying of its models only.
    fn expect(&self, cheap: &str, smt: &str) {
        assert_eq!(self.solve(Layers::ALL), cheap, "all layers");
        assert_eq!(self.solve(Layers { cheap: false, ..Layers::ALL }), smt, "without the cheap solver");
    }
}

#[test]
fn just_above_a_bound() {
    let mut c = Case::new();
    let (x, ten) = (c.var("x", 32, 0), c.num(10, 32));
    let above = c.pool.slt(ten, x);
    c.must(above);
    c.expect("x=11", "x=16");
}

#[test]
fn just_below_a_bound() {
    let mut c = Case::new();
    let (x, k) = (c.var("x", 32, 5), c.num(-100, 32));
    let below = c.pool.slt(x, k);
    c.must(below);
    c.expect("x=-101", "x=-101");
}

#[test]
fn a_lower_case_letter() {
    let mut c = Case::new();
    let x = c.var("c", 8, 0);
    let (a, z) = (c.num('a' as i64, 8), c.num('z' as i64, 8));
    let (low, high) = (c.pool.sle(a, x), c.pool.sle(x, z));
    c.must(high);
    c.must(low);
    let not_a = c.pool.ne(x, a);
    c.must(not_a);
    c.expect("c=98", "c=98");
}

#[test]
fn another_character() {
    let mut c = Case::new();
    let (x, a) = (c.var("c", 8, 'a' as i64), c.num('a' as i64, 8));
    let other = c.pool.ne(x, a);
    c.must(other);
    assert_eq!(c.solve(Layers::ALL), "c=98");
}

#[test]
fn untouched_variables_keep_the_hint() {
    let mut c = Case::new();
    let (x, y, z) = (c.var("x", 32, 77), c.var("y", 32, 0), c.var("z", 32, -5));
    let (zero, k) = (c.num(0, 32), c.num(1000, 32));
    let a = c.pool.slt(zero, x);
    let b = c.pool.slt(z, x);
    let d = c.pool.slt(k, y);
    c.must(a);
    c.must(b);
    c.must(d);
    c.expect("y=1001", "y=1001");
}

#[test]
fn a_sum_with_a_product() {
    let mut c = Case::new();
    let (x, y) = (c.var("x", 32, 0), c.var("y", 32, 2));
    let (three, k) = (c.num(3, 32), c.num(20, 32));
    let t = c.pool.mul(x, three);
    let s = c.pool.add(t, y);
    let e = c.pool.eq(s, k);
    c.must(e);
    c.expect("y=20", "y=20");
}

#[test]
fn pythagoras_in_floats() {
    let mut c = Case::new();
    let (x, y) = (c.var("x", 32, 0), c.var("y", 32, 0));
    let k = c.num(25.0f32.to_bits() as i64, 32);
    let kind = FloatKind::F32;
    let (xx, yy) = (c.pool.float(Kind::FMul, kind, &[x, x], 0), c.pool.float(Kind::FMul, kind, &[y, y], 0));
    let sum = c.pool.float(Kind::FAdd, kind, &[xx, yy], 0);
    let e = c.pool.float_test(Kind::FEq, kind, &[sum, k], 1);
    c.must(e);
    assert_eq!(c.solve(Layers::ALL), format!("x={}", 5.0f32.to_bits()));
}

#[test]
fn a_float_above_a_bound() {
    let mut c = Case::new();
    let x = c.var("x", 64, 0);
    let k = c.num(10.0f64.to_bits() as i64, 64);
    let e = c.pool.float_test(Kind::FLt, FloatKind::F64, &[k, x], 1);
    c.must(e);
    assert_eq!(c.solve(Layers::ALL), format!("x={}", 11.0f64.to_bits()));
}

/// y != 0 && ((x - 1) * y) % y == 1: only where the product wraps around.
#[test]
fn a_product_that_wraps() {
    let mut c = Case::new();
    let (x, y) = (c.var("x", 32, 0), c.var("y", 32, 1));
    let (zero, one) = (c.num(0, 32), c.num(1, 32));
    let nonzero = c.pool.ne(y, zero);
    c.must(nonzero);
    let less = c.pool.sub(x, one);
    let product = c.pool.mul(less, y);
    let rest = c.pool.urem(product, y);
    let e = c.pool.eq(rest, one);
    c.must(e);
    let got = c.solve(Layers::ALL);
    assert!(got.contains("y="), "{got}");
}

/// A triangle with different sides, and a*a + b*b == c*c + `extra`.
fn triangle(extra: i64) -> Case {
    let mut c = Case::new();
    let sides = [c.var("a", 32, 1), c.var("b", 32, 1), c.var("c", 32, 1)];
    let zero = c.num(0, 32);
    for s in sides {
        let positive = c.pool.slt(zero, s);
        c.must(positive);
    }
    for i in 0..3 {
        let (x, y, z) = (sides[i], sides[(i + 1) % 3], sides[(i + 2) % 3]);
        let sum = c.pool.add(x, y);
        let closes = c.pool.slt(z, sum);
        c.must(closes);
        let differ = c.pool.ne(x, y);
        c.must(differ);
    }
    let [aa, bb, cc] = sides.map(|s| c.pool.mul(s, s));
    let (sum, extra) = (c.pool.add(aa, bb), c.num(extra, 32));
    let right = c.pool.add(cc, extra);
    let e = c.pool.eq(sum, right);
    c.must(e);
    c
}

#[test]
fn a_right_triangle_and_its_boundaries() {
    triangle(0).expect("a=4 b=3 c=5", "a=4 b=3 c=5");
    triangle(1).expect("a=7 b=4 c=8", "a=7 b=4 c=8");
    triangle(-1).expect("a=8 b=4 c=9", "a=8 b=4 c=9");
}

/// Small numbers are found without the SMT solver.
#[test]
fn small_products_need_no_smt_solver() {
    let no_smt = Layers { smt: false, ..Layers::ALL };
    for extra in [-1, 0, 1] {
        let got = triangle(extra).solve(no_smt);
        assert!(got.starts_with("a="), "{got}");
    }
    // x * y == 391 && x > 1 && y > x
    let mut c = Case::new();
    let (x, y) = (c.var("x", 32, 0), c.var("y", 32, 0));
    let (one, k) = (c.num(1, 32), c.num(391, 32));
    let (above, ordered) = (c.pool.slt(one, x), c.pool.slt(x, y));
    let product = c.pool.mul(x, y);
    let e = c.pool.eq(product, k);
    c.constraints.extend([above, ordered, e]);
    assert_eq!(c.solve(no_smt), "x=17 y=23");
    // x * x * x - x == 60 has one small solution.
    let mut c = Case::new();
    let x = c.var("x", 32, 0);
    let k = c.num(60, 32);
    let square = c.pool.mul(x, x);
    let cube = c.pool.mul(square, x);
    let less = c.pool.sub(cube, x);
    let e = c.pool.eq(less, k);
    c.must(e);
    assert_eq!(c.solve(no_smt), "x=4");
}

#[test]
fn sixty_four_bits_and_mixed_signs() {
    let mut c = Case::new();
    let (n, i) = (c.var("n", 64, 0), c.var("i", 32, 0));
    let k = c.num(5_000_000_000, 64);
    let wide = c.pool.sext(i, 64);
    let sum = c.pool.add(n, wide);
    let e = c.pool.ult(k, sum);
    let zero = c.num(0, 32);
    let negative = c.pool.slt(i, zero);
    c.must(negative);
    c.must(e);
    assert_eq!(c.solve(Layers::ALL), "i=-1");
}

#[test]
fn a_word_from_a_buffer() {
    let mut c = Case::new();
    let bytes: Vec<ExprId> = (0..4).map(|i| c.var(&format!("b{i}"), 8, 0)).collect();
    let word = bytes[1..].iter().fold(bytes[0], |w, b| c.pool.concat(*b, w));
    let k = c.num(i32::from_le_bytes(*b"GIF8") as i64, 32);
    let e = c.pool.eq(word, k);
    c.must(e);
    c.expect("b0=71 b1=73 b2=70 b3=56", "b0=71 b1=73 b2=70 b3=56");
}

/// Contradictions of everyday code need no SMT solver, and name only what matters.
#[test]
fn plain_contradictions_are_proved_cheaply() {
    let contradictions: [fn(&mut Case, ExprId) -> [ExprId; 2]; 6] = [
        |c, x| {
            let (five, ten) = (c.num(5, 32), c.num(10, 32));
            [c.pool.slt(x, five), c.pool.slt(ten, x)]
        },
        |c, x| {
            let (three, four) = (c.num(3, 32), c.num(4, 32));
            [c.pool.eq(x, three), c.pool.eq(x, four)]
        },
        |c, x| {
            let (one, zero, three) = (c.num(1, 32), c.num(0, 32), c.num(3, 32));
            let bit = c.pool.and(x, one);
            [c.pool.eq(bit, zero), c.pool.eq(x, three)]
        },
        |c, x| {
            let low = c.pool.extract(x, 0, 8);
            let wide = c.pool.zext(low, 32);
            let twice = c.pool.add(wide, wide);
            let (k, zero) = (c.num(600, 32), c.num(0, 32));
            [c.pool.slt(k, twice), c.pool.ne(x, zero)]
        },
        |c, x| {
            let y = c.var("y", 32, 0);
            [c.pool.slt(x, y), c.pool.slt(y, x)]
        },
        |c, x| {
            let (ten, k) = (c.num(10, 32), c.num(12, 32));
            let r = c.pool.urem(x, ten);
            let zero = c.num(0, 32);
            [c.pool.eq(r, k), c.pool.ne(x, zero)]
        },
    ];
    for (i, f) in contradictions.into_iter().enumerate() {
        let mut c = Case::new();
        let (x, z) = (c.var("x", 32, 1), c.var("z", 32, 1));
        let unrelated = c.pool.slt(z, x);
        c.must(unrelated);
        let [a, b] = f(&mut c, x);
        c.must(a);
        c.must(b);
        let mut stack = Stack::new(Layers { smt: false, ..Layers::ALL });
        let q = Query { constraints: &c.constraints, hint: &c.hint, limits: Limits::default() };
        match stack.solve(&c.pool, &q) {
            Answer::Unsat(core) => assert!(!core.contains(&unrelated), "{i}: {core:?}"),
            other => panic!("{i}: {other:?}"),
        }
    }
}
