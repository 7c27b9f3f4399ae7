//! Floating point: queries, and the solver's circuits against this machine's arithmetic.
//!
//! Bitwuzla folds constants with MPFR, but operations on symbols become circuits made by SymFPU, and those answer our
//! queries. Debian's SymFPU is older than the one Bitwuzla is released with, so we check: each operation is built
//! over symbols, and each sample asks, under assumptions that fix the operands, whether the result can differ from
//! what the processor computes. It must not.

mod common;
use common::{Kind, Opt, Solver, Term};
use crescendo_bitwuzla_sys::*;
use std::ops::{Add, Div, Mul, Sub};

const SAT: BitwuzlaResult = BitwuzlaResult::BITWUZLA_SAT;
const UNSAT: BitwuzlaResult = BitwuzlaResult::BITWUZLA_UNSAT;
const NEAREST: BitwuzlaRoundingMode = BitwuzlaRoundingMode::BITWUZLA_RM_RNE;
const DOWN: BitwuzlaRoundingMode = BitwuzlaRoundingMode::BITWUZLA_RM_RTN;
const UP: BitwuzlaRoundingMode = BitwuzlaRoundingMode::BITWUZLA_RM_RTP;
const TO_ZERO: BitwuzlaRoundingMode = BitwuzlaRoundingMode::BITWUZLA_RM_RTZ;

/// What the bits of an operand or a result mean.
#[derive(Clone, Copy)]
enum Shape {
    /// Exponent and significand bits, the hidden one included, as SMT-LIB counts.
    Float(u64, u64),
    Int(u64),
    Bool,
}
use Shape::{Bool, Float, Int};
const F32: Shape = Float(8, 24);
const F64: Shape = Float(11, 53);

impl Shape {
    fn width(self) -> u64 {
        match self {
            Float(exponent, significand) => exponent + significand,
            Int(width) => width,
            Bool => 1,
        }
    }

    /// The indices of a conversion to this shape.
    fn indices(self) -> Vec<u64> {
        match self {
            Float(exponent, significand) => vec![exponent, significand],
            other => vec![other.width()],
        }
    }

    /// Reads a bit-vector as this shape.
    fn read(self, s: &Solver, bits: Term) -> Term {
        match self {
            Float(..) => s.op_idx(Kind::BITWUZLA_KIND_FP_TO_FP_FROM_BV, &[bits], &self.indices()),
            Int(_) => bits,
            Bool => s.eq(bits, s.num(1, 1)),
        }
    }

    /// Bit patterns: every special case of a number, then arbitrary ones from a fixed sequence, half of them with
    /// small exponents of either sign, where sums cancel and products stay in range.
    fn samples(self, count: usize) -> Vec<u64> {
        let sign = 1 << (self.width() - 1);
        let mut all = match self {
            Float(exponent, significand) => {
                let unit = 1 << (significand - 1); // the lowest bit of the exponent
                let infinity = ((1 << exponent) - 1) * unit;
                let one = (infinity / unit / 2) * unit;
                vec![
                    0,            // zero
                    sign,         // negative zero
                    1,            // the smallest subnormal
                    unit - 1,     // the largest subnormal
                    unit,         // the smallest normal
                    one - 1,      // just below one
                    one,          //
                    one + 1,      // just above one
                    sign | one,   // minus one
                    one + unit,   // two
                    infinity - 1, // the largest finite
                    infinity,
                    sign | infinity,
                    infinity + unit / 2, // not a number
                ]
            }
            _ => vec![0, 1, 2, sign - 1, sign, sign + 1, sign | (sign - 1)],
        };
        let mut state = 0x9e37_79b9_7f4a_7c15_u64;
        while all.len() < count {
            state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
            let mut bits = (state ^ state >> 31) & (sign | (sign - 1));
            if let (Float(exponent, significand), 0) = (self, all.len() % 2) {
                let biased = (1 << (exponent - 1)) - 4 + (state >> 61);
                let mask = ((1 << exponent) - 1) << (significand - 1);
                bits = bits & !mask | biased << (significand - 1);
            }
            all.push(bits);
        }
        all
    }
}

/// Compares an operation with the host on all tuples of `count` samples per operand. `host` works on bit patterns, and
/// returns `None` where C leaves the result undefined.
fn compare(
    name: &str,
    operands: &[Shape],
    result: Shape,
    count: usize,
    make: impl Fn(&Solver, &[Term]) -> Term,
    host: impl Fn(&[u64]) -> Option<u64>,
) {
    // Else assumptions are substituted into the terms, and MPFR folds them: no circuit would be tested.
    let circuits = [(Opt::BITWUZLA_OPT_PREPROCESS, "0"), (Opt::BITWUZLA_OPT_REWRITE_LEVEL, "0")];
    let mut s = Solver::new(&circuits);
    let symbols: Vec<Term> = operands.iter().map(|o| s.bv(o.width(), "operand")).collect();
    let numbers: Vec<Term> = (operands.iter().zip(&symbols)).map(|(shape, bits)| shape.read(&s, *bits)).collect();
    let symbolic = make(&s, &numbers);

    let mut tuples = vec![vec![]];
    for operand in operands {
        let samples = operand.samples(count);
        let extended = |tuple: &Vec<u64>| {
            let longer = samples.iter().map(|bits| [&tuple[..], &[*bits]].concat());
            longer.collect::<Vec<_>>()
        };
        tuples = tuples.iter().flat_map(extended).collect();
    }
    for (i, tuple) in tuples.iter().enumerate() {
        // A solver slows down with what it has learned; now and then a new one is several times faster.
        if i % 32 == 0 {
            s.fresh(&circuits);
        }
        let Some(expected) = host(tuple) else {
            continue;
        };
        let expected = result.read(&s, s.num(result.width(), expected));
        // SMT-LIB's `=`: all NaN are one value, the two zeros are two.
        let mut query = vec![s.not(s.eq(symbolic, expected))];
        for ((operand, symbol), bits) in operands.iter().zip(&symbols).zip(tuple) {
            query.push(s.eq(*symbol, s.num(operand.width(), *bits)));
        }
        assert_eq!(s.check_assuming(&query), UNSAT, "{name} {tuple:x?}");
    }
}

fn rounded(s: &Solver, mode: BitwuzlaRoundingMode, kind: Kind, args: &[Term]) -> Term {
    let mode = unsafe { bitwuzla_mk_rm_value(s.tm, mode) };
    s.op(kind, &[&[mode], args].concat())
}

fn converted(s: &Solver, mode: BitwuzlaRoundingMode, kind: Kind, arg: Term, to: Shape) -> Term {
    let mode = unsafe { bitwuzla_mk_rm_value(s.tm, mode) };
    s.op_idx(kind, &[mode, arg], &to.indices())
}

/// The tests that look the same for `float` and `double`.
macro_rules! checks_of_a_float_type {
    ($module:ident, $float:ty, $bits:ty, $shape:expr, $count:expr) => {
        mod $module {
            use super::*;

            fn host(bits: u64) -> $float {
                <$float>::from_bits(bits as $bits)
            }

            #[test]
            fn arithmetic() {
                let all: [(&str, Kind, fn($float, $float) -> $float); 4] = [
                    ("+", Kind::BITWUZLA_KIND_FP_ADD, <$float>::add),
                    ("-", Kind::BITWUZLA_KIND_FP_SUB, <$float>::sub),
                    ("*", Kind::BITWUZLA_KIND_FP_MUL, <$float>::mul),
                    ("/", Kind::BITWUZLA_KIND_FP_DIV, <$float>::div),
                ];
                for (name, kind, f) in all {
                    let make = |s: &Solver, x: &[Term]| rounded(s, NEAREST, kind, x);
                    compare(name, &[$shape, $shape], $shape, $count, make, |x| {
                        Some(f(host(x[0]), host(x[1])).to_bits().into())
                    });
                }
            }

            #[test]
            fn roots_and_integral_values() {
                let all: [(&str, Kind, _, fn($float) -> $float); 5] = [
                    ("sqrt", Kind::BITWUZLA_KIND_FP_SQRT, NEAREST, <$float>::sqrt),
                    ("rint", Kind::BITWUZLA_KIND_FP_RTI, NEAREST, <$float>::round_ties_even),
                    ("floor", Kind::BITWUZLA_KIND_FP_RTI, DOWN, <$float>::floor),
                    ("ceil", Kind::BITWUZLA_KIND_FP_RTI, UP, <$float>::ceil),
                    ("trunc", Kind::BITWUZLA_KIND_FP_RTI, TO_ZERO, <$float>::trunc),
                ];
                for (name, kind, mode, f) in all {
                    let make = |s: &Solver, x: &[Term]| rounded(s, mode, kind, x);
                    compare(name, &[$shape], $shape, $count, make, |x| Some(f(host(x[0])).to_bits().into()));
                }
            }

            #[test]
            fn comparisons() {
                let all: [(&str, Kind, fn(&$float, &$float) -> bool); 3] = [
                    ("==", Kind::BITWUZLA_KIND_FP_EQUAL, <$float>::eq),
                    ("<", Kind::BITWUZLA_KIND_FP_LT, <$float>::lt),
                    ("<=", Kind::BITWUZLA_KIND_FP_LEQ, <$float>::le),
                ];
                for (name, kind, f) in all {
                    let make = |s: &Solver, x: &[Term]| s.op(kind, x);
                    compare(name, &[$shape, $shape], Bool, $count, make, |x| Some(f(&host(x[0]), &host(x[1])).into()));
                }
            }

            #[test]
            fn from_integers() {
                let (signed, unsigned) = (Kind::BITWUZLA_KIND_FP_TO_FP_FROM_SBV, Kind::BITWUZLA_KIND_FP_TO_FP_FROM_UBV);
                let all: [(&str, Kind, u64, fn(u64) -> $float); 4] = [
                    ("int32_t", signed, 32, |x| x as i32 as $float),
                    ("int64_t", signed, 64, |x| x as i64 as $float),
                    ("uint32_t", unsigned, 32, |x| x as u32 as $float),
                    ("uint64_t", unsigned, 64, |x| x as $float),
                ];
                for (name, kind, width, f) in all {
                    let make = |s: &Solver, x: &[Term]| converted(s, NEAREST, kind, x[0], $shape);
                    compare(name, &[Int(width)], $shape, 60, make, |x| Some(f(x[0]).to_bits().into()));
                }
            }

            /// C truncates; what does not fit is undefined there, and unspecified in SMT-LIB.
            #[test]
            fn to_integers() {
                let make = |kind, to| move |s: &Solver, x: &[Term]| converted(s, TO_ZERO, kind, x[0], to);
                let fits = |x: &[u64], low: $float, high: $float| {
                    let x = host(x[0]).trunc();
                    (low <= x && x < high).then_some(x)
                };
                let two = <$float>::from(2u8);
                let signed = make(Kind::BITWUZLA_KIND_FP_TO_SBV, Int(32));
                compare("to int32_t", &[$shape], Int(32), 60, signed, |x| {
                    let x = fits(x, -two.powi(31), two.powi(31))?;
                    Some((x as i32 as u32).into())
                });
                let unsigned = make(Kind::BITWUZLA_KIND_FP_TO_UBV, Int(64));
                compare("to uint64_t", &[$shape], Int(64), 60, unsigned, |x| {
                    Some(fits(x, <$float>::from(0u8), two.powi(64))? as u64)
                });
            }
        }
    };
}
checks_of_a_float_type!(float, f32, u32, F32, 22);
// Division and roots of doubles are where the time goes.
checks_of_a_float_type!(double, f64, u64, F64, 20);

#[test]
fn float_to_double_and_back() {
    let to =
        |shape| move |s: &Solver, x: &[Term]| converted(s, NEAREST, Kind::BITWUZLA_KIND_FP_TO_FP_FROM_FP, x[0], shape);
    compare("(double)x", &[F32], F64, 100, to(F64), |x| Some(f64::from(f32::from_bits(x[0] as u32)).to_bits()));
    compare("(float)x", &[F64], F32, 100, to(F32), |x| Some((f64::from_bits(x[0]) as f32).to_bits().into()));
}

/// A query as a branch of C asks it: `x + 1.0f == 1.0f && x > 1e-8f`, and the model is right on this machine.
#[test]
fn a_model_of_floats() {
    let s = Solver::new(&[(Opt::BITWUZLA_OPT_PRODUCE_MODELS, "1")]);
    let bits = s.bv(32, "x");
    let x = F32.read(&s, bits);
    let number = |x: f32| F32.read(&s, s.num(32, x.to_bits().into()));
    let sum = rounded(&s, NEAREST, Kind::BITWUZLA_KIND_FP_ADD, &[x, number(1.0)]);
    s.assert(s.op(Kind::BITWUZLA_KIND_FP_EQUAL, &[sum, number(1.0)]));
    s.assert(s.op(Kind::BITWUZLA_KIND_FP_GT, &[x, number(1e-8)]));
    assert_eq!(s.check(), SAT);
    let x = f32::from_bits(s.value(bits) as u32);
    assert!(x + 1.0 == 1.0 && x > 1e-8, "{x}");
}

/// Only a NaN differs from itself.
#[test]
fn an_unsatisfiable_query_over_floats() {
    let s = Solver::new(&[]);
    let x = F64.read(&s, s.bv(64, "x"));
    s.assert(s.not(s.op(Kind::BITWUZLA_KIND_FP_EQUAL, &[x, x])));
    assert_eq!(s.check(), SAT);
    s.assert(s.not(s.op(Kind::BITWUZLA_KIND_FP_IS_NAN, &[x])));
    assert_eq!(s.check(), UNSAT);
}
