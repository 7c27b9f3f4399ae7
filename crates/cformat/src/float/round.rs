//! Rounding an exact value to a format: nearest, ties to even, with the flags `strtod` reports as `ERANGE`.

use super::Float;
use num_bigint::BigUint;

/// A rounded value and what the rounding did.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rounded<F> {
    pub value: F,
    pub inexact: bool,
    /// The magnitude was too large and became infinity.
    pub overflow: bool,
    /// The result is inexact and below the normal range, tininess being detected after rounding, as on x86.
    pub underflow: bool,
}

/// Rounds `mantissa * 2^exponent`, plus less than one unit of the mantissa's last place if `sticky`.
///
/// With `sticky`, the mantissa must have at least two bits more than the format's precision.
pub fn to_nearest<F: Float>(negative: bool, mantissa: BigUint, exponent: i64, sticky: bool) -> Rounded<F> {
    let format = F::FORMAT;
    let bits = mantissa.bits();
    if bits == 0 {
        let value = F::from_parts(negative, 0, format.least_exponent());
        return Rounded { value, inexact: sticky, overflow: false, underflow: sticky };
    }
    let leading = exponent.saturating_add(bits as i64 - 1);
    if leading > i64::from(format.max_exponent) {
        return Rounded { value: F::infinity(negative), inexact: true, overflow: true, underflow: false };
    }
    let precision = i64::from(format.precision);
    let subnormal = leading < i64::from(format.min_exponent);
    let last = if subnormal { i64::from(format.least_exponent()) } else { leading - (precision - 1) };
    let (mut kept, inexact) = round_at(&mantissa, last - exponent, sticky);
    let mut last = last;
    if kept >> format.precision != 0 {
        kept >>= 1;
        last += 1;
    }
    if last + precision - 1 > i64::from(format.max_exponent) {
        return Rounded { value: F::infinity(negative), inexact: true, overflow: true, underflow: false };
    }
    let tiny = subnormal && {
        let normal = leading == i64::from(format.min_exponent) - 1
            && round_at(&mantissa, leading - (precision - 1) - exponent, sticky).0 >> format.precision != 0;
        !normal
    };
    let value = F::from_parts(negative, kept, last as i32);
    Rounded { value, inexact, overflow: false, underflow: tiny && inexact }
}

/// `mantissa / 2^shift` rounded to an integer, and whether anything was lost. The result must fit 128 bits.
fn round_at(mantissa: &BigUint, shift: i64, sticky: bool) -> (u128, bool) {
    if shift <= 0 {
        return (low_bits(&(mantissa << shift.unsigned_abs())), sticky);
    }
    let shift = shift as u64;
    if shift > mantissa.bits() + 1 {
        return (0, true);
    }
    let kept = low_bits(&(mantissa >> shift));
    let half = mantissa.bit(shift - 1);
    let rest = sticky || mantissa.trailing_zeros().is_some_and(|zeros| zeros < shift - 1);
    let up = half && (rest || kept & 1 == 1);
    (kept + u128::from(up), half || rest)
}

fn low_bits(value: &BigUint) -> u128 {
    value.iter_u64_digits().take(2).enumerate().map(|(i, digit)| u128::from(digit) << (64 * i)).sum()
}
