//! The intrinsics that programs use most, on one-word operands: no lists, no soft arithmetic. What is not here is done
//! by `intrinsic`, with the same results.

use crate::number::{float, int};
use crescendo_program::body::Intrinsic::{self, *};
use crescendo_program::{FloatKind, Scalar};

/// The result of an intrinsic over words of one kind, and for those with a second result that one.
#[inline]
pub(super) fn evaluate(what: Intrinsic, scalar: Scalar, a: u64, b: u64) -> Option<(u64, u64)> {
    match scalar {
        Scalar::Int(w @ 1..=64) => integer(what, w, a, b),
        Scalar::Float(FloatKind::F64) => double(what, a, b).map(|v| (v, 0)),
        Scalar::Float(FloatKind::F32) => {
            let x = f32::from_bits(a as u32);
            let v = match what {
                FAbs => x.abs(),
                Sqrt => x.sqrt(),
                _ => return None,
            };
            Some((v.to_bits() as u64, 0))
        }
        _ => None,
    }
}

fn double(what: Intrinsic, a: u64, b: u64) -> Option<u64> {
    let x = f64::from_bits(a);
    let v = match what {
        FAbs => x.abs(),
        Sqrt => x.sqrt(),
        Floor => x.floor(),
        Ceil => x.ceil(),
        TruncF => x.trunc(),
        CopySign => x.copysign(f64::from_bits(b)),
        IsFpClass => return Some((float::class(FloatKind::F64, a as u128) & b as u32 != 0) as u64),
        _ => return None,
    };
    Some(v.to_bits())
}

fn integer(what: Intrinsic, w: u32, a: u64, b: u64) -> Option<(u64, u64)> {
    let signed = || (int::sext(a, w) as i128, int::sext(b, w) as i128);
    // Exact in 128 bits, then compared with what fits.
    let overflow_s = |exact: i128| {
        let v = int::mask(exact as u64, w);
        (v, (int::sext(v, w) as i128 != exact) as u64)
    };
    let overflow_u = |exact: u128| {
        let v = int::mask(exact as u64, w);
        (v, (v as u128 != exact) as u64)
    };
    let one = |v: u64| (v, 0);
    Some(match what {
        PopCount => one(a.count_ones() as u64),
        LeadingZeros => one((a.leading_zeros() - (64 - w)) as u64),
        TrailingZeros => one(a.trailing_zeros().min(w) as u64),
        ByteSwap => one(a.swap_bytes() >> (64 - w)),
        BitReverse => one(a.reverse_bits() >> (64 - w)),
        Abs => one(int::mask(int::sext(a, w).unsigned_abs(), w)),
        SMax => one(if int::sext(a, w) < int::sext(b, w) { b } else { a }),
        SMin => one(if int::sext(a, w) < int::sext(b, w) { a } else { b }),
        UMax => one(a.max(b)),
        UMin => one(a.min(b)),
        SAddOverflow => overflow_s(signed().0 + signed().1),
        SSubOverflow => overflow_s(signed().0 - signed().1),
        SMulOverflow => overflow_s(signed().0 * signed().1),
        UAddOverflow => overflow_u(a as u128 + b as u128),
        UMulOverflow => overflow_u(a as u128 * b as u128),
        USubOverflow => (int::mask(a.wrapping_sub(b), w), (a < b) as u64),
        _ => return None,
    })
}
