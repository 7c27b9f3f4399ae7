//! Integers of up to 64 bits, held zero-extended.

use crescendo_program::op::{Bin, Pred};

/// Division went wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DivisionError {
    Zero,
    Overflow,
}

#[inline(always)]
pub fn mask(v: u64, w: u32) -> u64 {
    if w >= 64 { v } else { v & ((1u64 << w) - 1) }
}

#[inline(always)]
pub fn sext(v: u64, w: u32) -> i64 {
    if w >= 64 { v as i64 } else { ((v << (64 - w)) as i64) >> (64 - w) }
}

/// Shifting by the width or more is not defined in C; 32- and 64-bit code takes the amount modulo the width, as the
/// common processors do.
#[inline(always)]
fn amount(b: u64, w: u32) -> u64 {
    if w == 32 || w == 64 { b & (w as u64 - 1) } else { b }
}

#[inline(always)]
pub fn shl(a: u64, b: u64, w: u32) -> u64 {
    let b = amount(b, w);
    if b >= w as u64 { 0 } else { mask(a << b, w) }
}

#[inline(always)]
pub fn lshr(a: u64, b: u64, w: u32) -> u64 {
    let b = amount(b, w);
    if b >= w as u64 { 0 } else { a >> b }
}

#[inline(always)]
pub fn ashr(a: u64, b: u64, w: u32) -> u64 {
    let b = amount(b, w).min(w as u64 - 1);
    mask((sext(a, w) >> b) as u64, w)
}

#[inline]
pub fn binary(op: Bin, w: u32, a: u64, b: u64) -> Result<u64, DivisionError> {
    let v = match op {
        Bin::Add => a.wrapping_add(b),
        Bin::Sub => a.wrapping_sub(b),
        Bin::Mul => a.wrapping_mul(b),
        Bin::And => a & b,
        Bin::Or => a | b,
        Bin::Xor => a ^ b,
        Bin::Shl => return Ok(shl(a, b, w)),
        Bin::LShr => return Ok(lshr(a, b, w)),
        Bin::AShr => return Ok(ashr(a, b, w)),
        Bin::UDiv | Bin::URem if b == 0 => return Err(DivisionError::Zero),
        Bin::UDiv if w <= 32 => (a as u32 / b as u32) as u64,
        Bin::URem if w <= 32 => (a as u32 % b as u32) as u64,
        Bin::UDiv => a / b,
        Bin::URem => a % b,
        Bin::SDiv | Bin::SRem => {
            let (x, y) = (sext(a, w), sext(b, w));
            if y == 0 {
                return Err(DivisionError::Zero);
            }
            if y == -1 && x == sext(1 << (w - 1), w) {
                return Err(DivisionError::Overflow);
            }
            // Processors divide short numbers much faster.
            match (op == Bin::SDiv, w <= 32) {
                (true, true) => (x as i32 / y as i32) as u64,
                (false, true) => (x as i32 % y as i32) as u64,
                (true, false) => (x / y) as u64,
                (false, false) => (x % y) as u64,
            }
        }
    };
    Ok(mask(v, w))
}

#[inline(always)]
pub fn compare(pred: Pred, w: u32, a: u64, b: u64) -> bool {
    match pred {
        Pred::Eq => a == b,
        Pred::Ne => a != b,
        Pred::Ult => a < b,
        Pred::Ule => a <= b,
        Pred::Ugt => a > b,
        Pred::Uge => a >= b,
        Pred::Slt => sext(a, w) < sext(b, w),
        Pred::Sle => sext(a, w) <= sext(b, w),
        Pred::Sgt => sext(a, w) > sext(b, w),
        Pred::Sge => sext(a, w) >= sext(b, w),
    }
}
