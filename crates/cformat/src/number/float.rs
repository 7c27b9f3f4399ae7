//! `strtof`, `strtod`, `strtold`: decimal and hexadecimal numbers, `inf`, `nan(…)`, correctly rounded.
//!
//! The digits become one big integer and one power; the quotient is computed with enough bits that rounding sees
//! every tie. Digits beyond what any rounding can need only count as "not exact".

use super::{IntegerType, Text, parse_integer, sign, skip_space, starts_with};
use crate::ctype::digit_value;
use crate::float::round::{Rounded, to_nearest};
use crate::float::{Float, Format};
use num_bigint::BigUint;

/// What the text said.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ParsedFloat<F> {
    pub value: F,
    /// Offset of the first byte that is not part of the number; 0 if there is no number.
    pub end: usize,
    /// Too large, the result is an infinity, or the payload of a NaN exceeds 64 bits: `ERANGE`.
    pub overflow: bool,
    /// Inexact and below the normal range: `ERANGE`.
    pub underflow: bool,
}

/// Reads the longest number at the start of the text, after white space.
pub fn parse_float<F: Float>(text: &mut impl Text) -> ParsedFloat<F> {
    let start = skip_space(text);
    let (at, negative) = sign(text, start);
    let first = text.byte(at);
    if first.is_ascii_digit() || first == b'.' && text.byte(at + 1).is_ascii_digit() {
        return number(text, at, negative);
    }
    if starts_with(text, at, b"inf") {
        let end = at + if starts_with(text, at + 3, b"inity") { 8 } else { 3 };
        return exact(F::infinity(negative), end);
    }
    if starts_with(text, at, b"nan") {
        let (payload, end, overflow) = nan_payload(text, at + 3);
        return ParsedFloat { overflow, ..exact(F::nan(negative, payload), end) };
    }
    exact(zero(false), 0)
}

fn exact<F>(value: F, end: usize) -> ParsedFloat<F> {
    ParsedFloat { value, end, overflow: false, underflow: false }
}

fn zero<F: Float>(negative: bool) -> F {
    F::from_parts(negative, 0, F::FORMAT.least_exponent())
}

/// The payload, the end of `(chars)` behind `nan`, and whether the payload overflowed. The text counts only with
/// its closing parenthesis, and is a number only if all of it is one.
fn nan_payload(text: &mut impl Text, at: usize) -> (u64, usize, bool) {
    if text.byte(at) != b'(' {
        return (0, at, false);
    }
    let mut close = at + 1;
    while text.byte(close).is_ascii_alphanumeric() || text.byte(close) == b'_' {
        close += 1;
    }
    if text.byte(close) != b')' {
        return (0, at, false);
    }
    let mut inner = |index: usize| text.byte(at + 1 + index);
    let Ok(number) = parse_integer(&mut inner, 0, IntegerType::U64) else {
        return (0, at, false);
    };
    let whole = at + 1 + number.end == close;
    (if whole { number.value } else { 0 }, close + 1, number.overflow)
}

/// A number's digits: `mantissa * radix^exponent`, where the mantissa's digits beyond a limit were dropped.
struct Digits {
    /// Significant digits by value, leading zeros dropped.
    significant: Vec<u8>,
    /// Power of ten (or of sixteen) of the last digit kept.
    exponent: i64,
    /// A dropped digit was not zero.
    sticky: bool,
    /// At least one digit was read, zeros included.
    any: bool,
}

impl Digits {
    fn push(&mut self, digit: u8, fraction: bool, limit: usize) {
        self.any = true;
        let kept = self.significant.len() < limit;
        if kept && (digit != 0 || !self.significant.is_empty()) {
            self.significant.push(digit);
        } else if !kept {
            self.sticky |= digit != 0;
        }
        self.exponent += i64::from(!kept) - i64::from(fraction);
    }
}

fn number<F: Float>(text: &mut impl Text, start: usize, negative: bool) -> ParsedFloat<F> {
    let hexadecimal = text.byte(start) == b'0' && text.byte(start + 1).eq_ignore_ascii_case(&b'x');
    let (radix, limit, mark) =
        if hexadecimal { (16, F::FORMAT.precision as usize, b'p') } else { (10, F::FORMAT.decisive_digits, b'e') };
    let mut at = if hexadecimal { start + 2 } else { start };
    let mut digits = Digits { significant: Vec::new(), exponent: 0, sticky: false, any: false };
    let mut fraction = false;
    loop {
        let byte = text.byte(at);
        if byte == b'.' && !fraction {
            fraction = true;
        } else if let Some(digit) = digit_value(byte).filter(|&digit| digit < radix) {
            digits.push(digit as u8, fraction, limit);
        } else {
            break;
        }
        at += 1;
    }
    if !digits.any {
        // "0x" without a digit is the number 0 followed by an x.
        return exact(zero(negative), start + 1);
    }
    let (written, end) = exponent(text, at, mark);
    if digits.significant.is_empty() {
        return exact(zero(negative), end);
    }
    let rounded = if hexadecimal {
        let mantissa = BigUint::from_radix_be(&digits.significant, 16).unwrap_or_default();
        let power = digits.exponent.saturating_mul(4).saturating_add(written);
        to_nearest(negative, mantissa, power, digits.sticky)
    } else {
        decimal(negative, digits, written)
    };
    let Rounded { value, overflow, underflow, .. } = rounded;
    ParsedFloat { value, end, overflow, underflow }
}

/// The exponent at `at` and its end; `(0, at)` if there is none. Values beyond any format's reach are clamped.
fn exponent(text: &mut impl Text, at: usize, mark: u8) -> (i64, usize) {
    const CLAMP: i64 = i64::MAX / 64;
    if text.byte(at).to_ascii_lowercase() != mark {
        return (0, at);
    }
    let (mut end, negative) = sign(text, at + 1);
    if !text.byte(end).is_ascii_digit() {
        return (0, at);
    }
    let mut value = 0i64;
    while text.byte(end).is_ascii_digit() {
        value = (value * 10 + i64::from(text.byte(end) - b'0')).min(CLAMP);
        end += 1;
    }
    (if negative { -value } else { value }, end)
}

/// Rounds decimal digits times a power of ten.
fn decimal<F: Float>(negative: bool, mut digits: Digits, written: i64) -> Rounded<F> {
    let Format { precision, min_exponent, max_exponent, .. } = F::FORMAT;
    if digits.sticky {
        // Any nonzero digit stands for all the dropped ones.
        digits.significant.push(1);
        digits.exponent -= 1;
    } else {
        while digits.significant.last() == Some(&0) {
            digits.significant.pop();
            digits.exponent += 1;
        }
    }
    let power = digits.exponent.saturating_add(written);
    // The value lies in [10^(leading-1), 10^leading); a power of ten has less than four bits.
    let leading = power.saturating_add(digits.significant.len() as i64);
    if leading > i64::from(max_exponent) {
        return to_nearest(negative, BigUint::from(1u8), i64::from(max_exponent) + 1, false);
    }
    if leading < i64::from(min_exponent) - i64::from(precision) {
        return to_nearest(negative, BigUint::from(1u8), i64::from(min_exponent) * 2, true);
    }
    let mantissa = BigUint::from_radix_be(&digits.significant, 10).unwrap_or_default();
    let five = BigUint::from(5u8).pow(power.unsigned_abs() as u32);
    if power >= 0 {
        return to_nearest(negative, mantissa * five, power, false);
    }
    let wanted = five.bits() + u64::from(precision) + 3;
    let shift = wanted.saturating_sub(mantissa.bits());
    let shifted = mantissa << shift;
    let quotient = &shifted / &five;
    let sticky = &quotient * &five != shifted;
    to_nearest(negative, quotient, power - shift as i64, sticky)
}
