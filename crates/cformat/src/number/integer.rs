//! `strtol`, `strtoul`, `strtoll`, `strtoull`, `strtoimax`, … for any width.

use super::{Text, sign, skip_space};
use crate::ctype::digit_value;
use crate::model::truncate;
use thiserror::Error;

/// The type of the result: 8 to 64 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IntegerType {
    pub bits: u32,
    pub signed: bool,
}

/// What the text said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParsedInteger {
    /// Sign-extended to 64 bits for signed types, zero-extended for unsigned ones.
    pub value: u64,
    /// Offset of the first byte that is not part of the number; 0 if there is no number.
    pub end: usize,
    /// The value did not fit and was clamped: `ERANGE`.
    pub overflow: bool,
}

/// The base is neither 0 nor 2 to 36. glibc returns 0, sets `EINVAL` and leaves `*endptr` alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("no base {0}: a base is 0 or 2 to 36")]
pub struct InvalidBase(pub i32);

impl IntegerType {
    pub const I32: Self = Self { bits: 32, signed: true };
    pub const U32: Self = Self { bits: 32, signed: false };
    pub const I64: Self = Self { bits: 64, signed: true };
    pub const U64: Self = Self { bits: 64, signed: false };

    /// The largest magnitude of a value with the given sign.
    fn limit(self, negative: bool) -> u64 {
        let max = u64::MAX >> (64 - self.bits.clamp(1, 64));
        match (self.signed, negative) {
            (false, _) => max,
            (true, false) => max >> 1,
            (true, true) => (max >> 1) + 1,
        }
    }
}

/// Reads an optional sign, an optional prefix and digits, after white space.
pub fn parse_integer(text: &mut impl Text, base: i32, integer: IntegerType) -> Result<ParsedInteger, InvalidBase> {
    let mut base = match base {
        0 | 2..=36 => base as u32,
        _ => return Err(InvalidBase(base)),
    };
    let (mut at, negative) = {
        let start = skip_space(text);
        sign(text, start)
    };
    let mut end = 0;
    if text.byte(at) == b'0' {
        if matches!(base, 0 | 16) && text.byte(at + 1).eq_ignore_ascii_case(&b'x') {
            // "0x" without digits is the number 0 followed by an x.
            end = at + 1;
            at += 2;
            base = 16;
        } else if base == 0 {
            base = 8;
        }
    } else if base == 0 {
        base = 10;
    }

    let mut magnitude = 0u64;
    let mut overflow = false;
    while let Some(digit) = digit_value(text.byte(at)).filter(|&digit| digit < base) {
        let next = magnitude.checked_mul(u64::from(base)).and_then(|value| value.checked_add(u64::from(digit)));
        match next {
            Some(value) => magnitude = value,
            None => overflow = true,
        }
        at += 1;
        end = at;
    }

    let limit = integer.limit(negative);
    overflow |= magnitude > limit;
    let value = if !overflow {
        if negative { magnitude.wrapping_neg() } else { magnitude }
    } else if negative && integer.signed {
        limit.wrapping_neg()
    } else {
        limit
    };
    Ok(ParsedInteger { value: truncate(value, integer.bits, integer.signed), end, overflow })
}
