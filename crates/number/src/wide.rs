//! Integers wider than 64 bits: little-endian words, the bits above the width are zero.

use super::int::DivisionError;
use crescendo_program::op::{Bin, Pred};

pub type Words = smallvec::SmallVec<[u64; 4]>;

pub fn words(w: u32) -> usize {
    w.div_ceil(64).max(1) as usize
}

/// Clears the bits above the width.
pub fn trim(v: &mut [u64], w: u32) {
    if !w.is_multiple_of(64) {
        v[w as usize / 64] &= (1 << (w % 64)) - 1;
    }
}

pub fn is_negative(v: &[u64], w: u32) -> bool {
    v[(w as usize - 1) / 64] >> ((w - 1) % 64) & 1 != 0
}

fn add(a: &[u64], b: &[u64]) -> Words {
    let mut carry = false;
    let sum = |(x, y): (&u64, &u64)| {
        let (s, c1) = x.overflowing_add(*y);
        let (s, c2) = s.overflowing_add(carry as u64);
        carry = c1 || c2;
        s
    };
    a.iter().zip(b).map(sum).collect()
}

fn not(a: &[u64]) -> Words {
    a.iter().map(|x| !x).collect()
}

pub fn negate(a: &[u64], w: u32) -> Words {
    let mut one = Words::from_elem(0, a.len());
    one[0] = 1;
    let mut r = add(&not(a), &one);
    trim(&mut r, w);
    r
}

fn mul(a: &[u64], b: &[u64]) -> Words {
    let n = a.len();
    let mut r = Words::from_elem(0, n);
    for i in 0..n {
        let mut carry = 0u128;
        for j in 0..n - i {
            let t = a[i] as u128 * b[j] as u128 + r[i + j] as u128 + carry;
            r[i + j] = t as u64;
            carry = t >> 64;
        }
    }
    r
}

pub fn shift_left(a: &[u64], by: u32) -> Words {
    let (words, bits) = ((by / 64) as usize, by % 64);
    let get = |i: usize| if i >= words { a[i - words] } else { 0 };
    (0..a.len())
        .map(|i| {
            let low = if bits > 0 && i > 0 { get(i - 1) >> (64 - bits) } else { 0 };
            get(i) << bits | low
        })
        .collect()
}

/// Shifts right; `fill` comes in from above.
pub fn shift_right(a: &[u64], by: u32, fill: u64) -> Words {
    let (words, bits) = ((by / 64) as usize, by % 64);
    let get = |i: usize| a.get(i + words).copied().unwrap_or(fill);
    (0..a.len())
        .map(|i| {
            let high = if bits > 0 { get(i + 1) << (64 - bits) } else { 0 };
            get(i) >> bits | high
        })
        .collect()
}

fn unsigned_order(a: &[u64], b: &[u64]) -> std::cmp::Ordering {
    a.iter().rev().cmp(b.iter().rev())
}

fn divide(a: &[u64], b: &[u64], w: u32) -> Result<(Words, Words), DivisionError> {
    if b.iter().all(|&x| x == 0) {
        return Err(DivisionError::Zero);
    }
    if a.len() == 2 {
        let (x, y) = (to_u128(a), to_u128(b));
        return Ok((from_u128(x / y), from_u128(x % y)));
    }
    // Schoolbook, bit by bit: such widths are rare.
    let mut quotient = Words::from_elem(0, a.len());
    let mut rest = Words::from_elem(0, a.len());
    for i in (0..w).rev() {
        let top = rest[a.len() - 1] >> 63 != 0;
        rest = shift_left(&rest, 1);
        rest[0] |= a[i as usize / 64] >> (i % 64) & 1;
        if top || unsigned_order(&rest, b).is_ge() {
            rest = add(&rest, &negate(b, b.len() as u32 * 64));
            quotient[i as usize / 64] |= 1 << (i % 64);
        }
    }
    Ok((quotient, rest))
}

pub fn to_u128(a: &[u64]) -> u128 {
    a[0] as u128 | (a.get(1).copied().unwrap_or(0) as u128) << 64
}

pub fn from_u128(v: u128) -> Words {
    Words::from_slice(&[v as u64, (v >> 64) as u64])
}

/// The amount of a shift, at most `w`.
fn amount(b: &[u64], w: u32) -> u32 {
    if b[1..].iter().any(|&x| x != 0) { w } else { b[0].min(w as u64) as u32 }
}

pub fn binary(op: Bin, w: u32, a: &[u64], b: &[u64]) -> Result<Words, DivisionError> {
    let (na, nb) = (is_negative(a, w), is_negative(b, w));
    let magnitude = |v: &[u64], negative: bool| if negative { negate(v, w) } else { Words::from_slice(v) };
    let mut r = match op {
        Bin::Add => add(a, b),
        Bin::Sub => add(a, &negate(b, w)),
        Bin::Mul => mul(a, b),
        Bin::And => a.iter().zip(b).map(|(x, y)| x & y).collect(),
        Bin::Or => a.iter().zip(b).map(|(x, y)| x | y).collect(),
        Bin::Xor => a.iter().zip(b).map(|(x, y)| x ^ y).collect(),
        Bin::UDiv => divide(a, b, w)?.0,
        Bin::URem => divide(a, b, w)?.1,
        Bin::SDiv => {
            let (x, y) = (magnitude(a, na), magnitude(b, nb));
            let q = divide(&x, &y, w)?.0;
            // INT_MIN / -1: the quotient of the magnitudes is not representable.
            if na == nb && is_negative(&q, w) {
                return Err(DivisionError::Overflow);
            }
            if na != nb { negate(&q, w) } else { q }
        }
        Bin::SRem => {
            let (x, y) = (magnitude(a, na), magnitude(b, nb));
            let r = divide(&x, &y, w)?.1;
            if na { negate(&r, w) } else { r }
        }
        Bin::Shl => match amount(b, w) {
            s if s >= w => Words::from_elem(0, a.len()),
            s => shift_left(a, s),
        },
        Bin::LShr => match amount(b, w) {
            s if s >= w => Words::from_elem(0, a.len()),
            s => shift_right(a, s, 0),
        },
        Bin::AShr => {
            let full = resize(a, w, a.len() as u32 * 64, true);
            shift_right(&full, amount(b, w).min(w - 1), if na { u64::MAX } else { 0 })
        }
    };
    trim(&mut r, w);
    Ok(r)
}

pub fn compare(pred: Pred, w: u32, a: &[u64], b: &[u64]) -> bool {
    use std::cmp::Ordering::*;
    let unsigned = unsigned_order(a, b);
    let signed = match (is_negative(a, w), is_negative(b, w)) {
        (true, false) => Less,
        (false, true) => Greater,
        _ => unsigned,
    };
    match pred {
        Pred::Eq => unsigned == Equal,
        Pred::Ne => unsigned != Equal,
        Pred::Ult => unsigned == Less,
        Pred::Ule => unsigned != Greater,
        Pred::Ugt => unsigned == Greater,
        Pred::Uge => unsigned != Less,
        Pred::Slt => signed == Less,
        Pred::Sle => signed != Greater,
        Pred::Sgt => signed == Greater,
        Pred::Sge => signed != Less,
    }
}

/// The value in another width.
pub fn resize(a: &[u64], from: u32, to: u32, signed: bool) -> Words {
    let fill = if signed && is_negative(a, from) { u64::MAX } else { 0 };
    let mut r: Words = (0..words(to)).map(|i| a.get(i).copied().unwrap_or(fill)).collect();
    if fill != 0 && !from.is_multiple_of(64) && (from as usize / 64) < r.len() {
        r[from as usize / 64] |= u64::MAX << (from % 64);
    }
    trim(&mut r, to);
    r
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agrees_with_i128() {
        let mut seed = 1u64;
        let mut next = || {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            seed ^ seed >> 29
        };
        for i in 0..2000 {
            let shape = |v: u128, k: u64| match k % 4 {
                0 => v,
                1 => v >> 100,
                2 => (v as i128 >> 100) as u128,
                _ => 1 << (v % 128),
            };
            let a = shape((next() as u128) << 64 | next() as u128, i);
            let b = shape((next() as u128) << 64 | next() as u128, i / 4);
            let (wa, wb) = (from_u128(a), from_u128(b));
            let check = |op, expect: Option<u128>| {
                let got = binary(op, 128, &wa, &wb).ok().map(|w| to_u128(&w));
                assert_eq!(got, expect, "{op:?} {a:x} {b:x}");
            };
            check(Bin::Add, Some(a.wrapping_add(b)));
            check(Bin::Sub, Some(a.wrapping_sub(b)));
            check(Bin::Mul, Some(a.wrapping_mul(b)));
            check(Bin::UDiv, a.checked_div(b));
            check(Bin::URem, a.checked_rem(b));
            check(Bin::SDiv, (a as i128).checked_div(b as i128).map(|x| x as u128));
            let s = b % 128;
            let ws = from_u128(s);
            let shift = |op| to_u128(&binary(op, 128, &wa, &ws).unwrap());
            assert_eq!(shift(Bin::Shl), a << s);
            assert_eq!(shift(Bin::LShr), a >> s);
            assert_eq!(shift(Bin::AShr), (a as i128 >> s) as u128);
            assert_eq!(compare(Pred::Slt, 128, &wa, &wb), (a as i128) < b as i128);
            // The generic division, on a padded width.
            let (pa, pb) = (resize(&wa, 128, 192, false), resize(&wb, 128, 192, false));
            let wide = |op| binary(op, 192, &pa, &pb).ok().map(|w| to_u128(&w));
            assert_eq!(wide(Bin::UDiv), a.checked_div(b));
            assert_eq!(wide(Bin::URem), a.checked_rem(b));
        }
    }
}
