//! The meaning of each operation on numbers. Everything else (folding, rules, solvers) is judged by this.

use super::node::{Kind, Node, Rounding};
use crescendo_number::wide::{self, Words};
use crescendo_number::{float, int};
use crescendo_program::op::{Bin, FloatBin, Pred};
use std::cmp::Ordering;

/// An operation on operands of at most 64 bits with a result of at most 64 bits. `wa` and `wb` are the operands'
/// widths. `None`: needs `wide_operation`.
#[inline]
pub fn small_operation(n: &Node, wa: u32, wb: u32, a: u64, b: u64, c: u64) -> Option<u64> {
    use Kind::*;
    let w = n.width as u32;
    let ones = int::mask(u64::MAX, w);
    Some(match n.kind {
        Not => !a & ones,
        Neg => a.wrapping_neg() & ones,
        Add => a.wrapping_add(b) & ones,
        Sub => a.wrapping_sub(b) & ones,
        Mul => a.wrapping_mul(b) & ones,
        UDiv => a.checked_div(b).unwrap_or(ones),
        URem => a.checked_rem(b).unwrap_or(a),
        SDiv => {
            let (x, y) = (int::sext(a, w), int::sext(b, w));
            match y {
                0 => {
                    if x < 0 {
                        1
                    } else {
                        ones
                    }
                }
                _ => x.wrapping_div(y) as u64 & ones,
            }
        }
        SRem => {
            let (x, y) = (int::sext(a, w), int::sext(b, w));
            if y == 0 { a } else { x.wrapping_rem(y) as u64 & ones }
        }
        And => a & b,
        Or => a | b,
        Xor => a ^ b,
        Shl => {
            if b >= w as u64 {
                0
            } else {
                (a << b) & ones
            }
        }
        LShr => {
            if b >= w as u64 {
                0
            } else {
                a >> b
            }
        }
        AShr => (int::sext(a, w) >> b.min(w as u64 - 1)) as u64 & ones,
        Eq => (a == b) as u64,
        Ult => (a < b) as u64,
        Ule => (a <= b) as u64,
        Slt => (int::sext(a, wa) < int::sext(b, wa)) as u64,
        Sle => (int::sext(a, wa) <= int::sext(b, wa)) as u64,
        Concat => a << wb | b,
        Extract => (a >> n.b) & ones,
        ZExt => a,
        SExt => int::sext(a, wa) as u64 & ones,
        Ite => {
            if a != 0 {
                b
            } else {
                c
            }
        }
        _ => return None,
    })
}

/// Any operation that is not about arrays, on words. Floats are held as their bits.
pub fn wide_operation(n: &Node, wa: u32, wb: u32, ops: &[Words]) -> Words {
    use Kind::*;
    let w = n.width as u32;
    let bit = |v: bool| Words::from_slice(&[v as u64]);
    let is_zero = |v: &Words| v.iter().all(|&x| x == 0);
    let all_ones = |w: u32| {
        let mut v = Words::from_elem(u64::MAX, wide::words(w));
        wide::trim(&mut v, w);
        v
    };
    let binary = |op| wide::binary(op, w, &ops[0], &ops[1]);
    match n.kind {
        Not => {
            let mut v: Words = ops[0].iter().map(|x| !x).collect();
            wide::trim(&mut v, w);
            v
        }
        Neg => wide::negate(&ops[0], w),
        Add => binary(Bin::Add).expect("total"),
        Sub => binary(Bin::Sub).expect("total"),
        Mul => binary(Bin::Mul).expect("total"),
        And => binary(Bin::And).expect("total"),
        Or => binary(Bin::Or).expect("total"),
        Xor => binary(Bin::Xor).expect("total"),
        Shl => binary(Bin::Shl).expect("total"),
        LShr => binary(Bin::LShr).expect("total"),
        AShr => binary(Bin::AShr).expect("total"),
        UDiv => {
            if is_zero(&ops[1]) {
                all_ones(w)
            } else {
                binary(Bin::UDiv).expect("not by zero")
            }
        }
        URem => {
            if is_zero(&ops[1]) {
                ops[0].clone()
            } else {
                binary(Bin::URem).expect("not by zero")
            }
        }
        SDiv => match is_zero(&ops[1]) {
            true if wide::is_negative(&ops[0], w) => wide::resize(&[1], 64, w, false),
            true => all_ones(w),
            // The only other error is the smallest number by -1, which stays itself.
            false => binary(Bin::SDiv).unwrap_or_else(|_| ops[0].clone()),
        },
        SRem => match is_zero(&ops[1]) {
            true => ops[0].clone(),
            false => binary(Bin::SRem).unwrap_or_else(|_| Words::from_elem(0, wide::words(w))),
        },
        Eq => bit(ops[0] == ops[1]),
        Ult => bit(wide::compare(Pred::Ult, wa, &ops[0], &ops[1])),
        Ule => bit(wide::compare(Pred::Ule, wa, &ops[0], &ops[1])),
        Slt => bit(wide::compare(Pred::Slt, wa, &ops[0], &ops[1])),
        Sle => bit(wide::compare(Pred::Sle, wa, &ops[0], &ops[1])),
        Concat => {
            let high = wide::shift_left(&wide::resize(&ops[0], wa, w, false), wb);
            let low = wide::resize(&ops[1], wb, w, false);
            high.iter().zip(&low).map(|(x, y)| x | y).collect()
        }
        Extract => {
            let shifted = wide::shift_right(&ops[0], n.b, 0);
            wide::resize(&shifted, wa.max(shifted.len() as u32 * 64), w, false)
        }
        ZExt => wide::resize(&ops[0], wa, w, false),
        SExt => wide::resize(&ops[0], wa, w, true),
        Ite => {
            if ops[0][0] != 0 {
                ops[1].clone()
            } else {
                ops[2].clone()
            }
        }
        Const | WideConst | Var | Select | Table | Store => unreachable!("handled by the evaluator"),
        _ => float_operation(n, wa, ops),
    }
}

/// A float operation on operands of at most 64 bits with such a result; floats are held as their bits.
#[inline]
pub fn small_float_operation(n: &Node, wa: u32, a: u64, b: u64, c: u64) -> u64 {
    use Kind::*;
    let k = n.format();
    match n.kind {
        FromBits | ToBits => a,
        FToSigned => float::to_int(k, true, n.width as u32, a as u128)[0],
        FToUnsigned => float::to_int(k, false, n.width as u32, a as u128)[0],
        FromSigned => float::from_int(k, true, wa, &[a]) as u64,
        FromUnsigned => float::from_int(k, false, wa, &[a]) as u64,
        _ => float_value(n, a as u128, || b as u128, || c as u128) as u64,
    }
}

fn float_operation(n: &Node, wa: u32, ops: &[Words]) -> Words {
    use Kind::*;
    let k = n.format();
    let out = |v: u128| Words::from_slice(&wide::from_u128(v)[..k.slots() as usize]);
    let a = || wide::to_u128(&ops[0]);
    match n.kind {
        FromBits | ToBits => ops[0].clone(),
        FToSigned => float::to_int(k, true, n.width as u32, a()),
        FToUnsigned => float::to_int(k, false, n.width as u32, a()),
        FromSigned => out(float::from_int(k, true, wa, &ops[0])),
        FromUnsigned => out(float::from_int(k, false, wa, &ops[0])),
        _ => {
            let v = float_value(n, a(), || wide::to_u128(&ops[1]), || wide::to_u128(&ops[2]));
            if n.width == 0 { out(v) } else { Words::from_slice(&[v as u64]) }
        }
    }
}

/// Operations between floats, and questions about them.
#[inline]
fn float_value(n: &Node, a: u128, b: impl Fn() -> u128, c: impl Fn() -> u128) -> u128 {
    use Kind::*;
    let k = n.format();
    let bit = |v: bool| v as u128;
    let class = |mask: u32| bit(float::class(k, a) & mask != 0);
    match n.kind {
        FAdd => float::binary(FloatBin::Add, k, a, b()),
        FSub => float::binary(FloatBin::Sub, k, a, b()),
        FMul => float::binary(FloatBin::Mul, k, a, b()),
        FDiv => float::binary(FloatBin::Div, k, a, b()),
        FRem => float::binary(FloatBin::Rem, k, a, b()),
        FFma => float::fma(k, a, b(), c()),
        FSqrt => float::sqrt(k, a),
        FNeg => float::negate(k, a),
        FAbs => float::abs(k, a),
        FRound => float::round(k, a, mode(Rounding::from_code(n.b))),
        FEq => bit(float::compare(k, a, b()) == Some(Ordering::Equal)),
        FLt => bit(float::compare(k, a, b()) == Some(Ordering::Less)),
        FLe => bit(matches!(float::compare(k, a, b()), Some(Ordering::Less | Ordering::Equal))),
        FIsNan => class(0b11),
        FIsInf => class(1 << 2 | 1 << 9),
        FIsZero => class(1 << 5 | 1 << 6),
        FIsSubnormal => class(1 << 4 | 1 << 7),
        FIsNormal => class(1 << 3 | 1 << 8),
        FIsNegative => bit(float::is_negative(k, a) && !float::is_nan(k, a)),
        FConvert => float::convert(super::node::format_of(n.b as u8), k, a),
        _ => unreachable!("not a float operation"),
    }
}

fn mode(r: Rounding) -> float::Mode {
    match r {
        Rounding::NearestEven => float::Mode::NearestTiesToEven,
        Rounding::NearestAway => float::Mode::NearestTiesToAway,
        Rounding::TowardPositive => float::Mode::TowardPositive,
        Rounding::TowardNegative => float::Mode::TowardNegative,
        Rounding::TowardZero => float::Mode::TowardZero,
    }
}
