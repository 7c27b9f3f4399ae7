//! The exact decimal expansion of a binary value, and its rounding to any digit.
//!
//! Every finite binary fraction has a finite decimal expansion: `m * 2^-k = m * 5^k / 10^k`. All of its digits are
//! computed (a subnormal `long double` has some 11,500), so rounding is exact and ties are real ties.

use num_bigint::BigUint;

/// A positive number `0.d1 d2 d3 … * 10^point`; no digit means zero.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decimal {
    /// ASCII digits; neither the first nor the last is `0`.
    digits: Vec<u8>,
    point: i64,
}

impl Decimal {
    pub const ZERO: Self = Self { digits: Vec::new(), point: 0 };

    /// The expansion of `mantissa * 2^exponent`.
    pub fn exact(mantissa: u128, exponent: i32) -> Self {
        if mantissa == 0 {
            return Self::ZERO;
        }
        let spare = mantissa.trailing_zeros();
        let odd = BigUint::from(mantissa >> spare);
        let exponent = i64::from(exponent) + i64::from(spare);
        let (integer, scale) = if exponent >= 0 {
            (odd << exponent as u64, 0)
        } else {
            (odd * BigUint::from(5u8).pow(exponent.unsigned_abs() as u32), -exponent)
        };
        let mut digits = integer.to_str_radix(10).into_bytes();
        let point = digits.len() as i64 - scale;
        trim_zeros(&mut digits);
        Self { digits, point }
    }

    pub fn is_zero(&self) -> bool {
        self.digits.is_empty()
    }

    /// The power of ten of the first digit; 0 for zero.
    pub fn exponent(&self) -> i64 {
        if self.is_zero() { 0 } else { self.point - 1 }
    }

    /// The significant digits without trailing zeros.
    pub fn digits(&self) -> &[u8] {
        &self.digits
    }

    /// Rounds to `count` significant digits, ties to even.
    pub fn round_significant(&self, count: i64) -> Self {
        let Ok(count) = usize::try_from(count) else {
            return Self::ZERO;
        };
        let Some(&next) = self.digits.get(count) else {
            return self.clone();
        };
        let mut digits = self.digits[..count].to_vec();
        let odd = digits.last().is_some_and(|digit| digit % 2 == 1);
        let up = next > b'5' || next == b'5' && (odd || self.digits.len() > count + 1);
        let mut point = self.point;
        if up {
            let nines = digits.iter().rev().take_while(|&&digit| digit == b'9').count();
            digits.truncate(count - nines);
            match digits.last_mut() {
                Some(last) => *last += 1,
                None => {
                    digits.push(b'1');
                    point += 1;
                }
            }
        } else {
            trim_zeros(&mut digits);
        }
        if digits.is_empty() { Self::ZERO } else { Self { digits, point } }
    }

    /// Rounds to `count` digits after the decimal point, ties to even.
    pub fn round_fraction(&self, count: u32) -> Self {
        if self.is_zero() { Self::ZERO } else { self.round_significant(self.point + i64::from(count)) }
    }

    /// The integer part as ASCII digits, at least one.
    pub fn integer_part(&self) -> Vec<u8> {
        let Ok(length) = usize::try_from(self.point) else {
            return vec![b'0'];
        };
        if length == 0 {
            return vec![b'0'];
        }
        let mut part = self.digits[..length.min(self.digits.len())].to_vec();
        part.resize(length, b'0');
        part
    }

    /// The digits after the decimal point, without trailing zeros.
    pub fn fraction_part(&self) -> Vec<u8> {
        if self.point >= 0 {
            return self.digits.get(self.point as usize..).unwrap_or_default().to_vec();
        }
        let mut part = vec![b'0'; if self.is_zero() { 0 } else { self.point.unsigned_abs() as usize }];
        part.extend_from_slice(&self.digits);
        part
    }
}

fn trim_zeros(digits: &mut Vec<u8>) {
    let kept = digits.iter().rposition(|&digit| digit != b'0').map_or(0, |last| last + 1);
    digits.truncate(kept);
}
