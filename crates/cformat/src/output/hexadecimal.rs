//! `%a`: the digits a format stores, not a normalised number.
//!
//! `double` and binary128 print their implicit bit as the leading digit. The x87 format has 64 explicit bits, so
//! glibc prints sixteen digits with a leading one of up to `f` (1.0 is `0x8p-3`).

use super::OutputError;
use super::body::{Body, LeftFill, Writer};
use crate::float::{LongDouble, Quad};
use crate::spec::Field;

/// A leading digit, the digits behind the point, and the exponent of two.
#[derive(Clone, Copy)]
pub(super) struct Pattern {
    leading: u8,
    /// `count` hexadecimal digits, right-justified.
    fraction: u128,
    count: u32,
    exponent: i32,
}

impl Pattern {
    pub fn of_double(value: f64) -> Self {
        let bits = value.to_bits();
        Self::ieee((bits >> 52 & 0x7ff) as i32, 1023, u128::from(bits & 0xf_ffff_ffff_ffff), 13)
    }

    pub fn of_quad(value: Quad) -> Self {
        Self::ieee(value.biased_exponent() as i32, 16383, value.fraction(), 28)
    }

    pub fn of_long_double(value: LongDouble) -> Self {
        let exponent = match (value.biased_exponent(), value.mantissa) {
            (0, 0) => 0,
            (0, _) => -16382 - 3,
            (biased, _) => i32::from(biased) - 16383 - 3,
        };
        Self {
            leading: (value.mantissa >> 60) as u8,
            fraction: u128::from(value.mantissa & (u64::MAX >> 4)),
            count: 15,
            exponent,
        }
    }

    fn ieee(biased: i32, bias: i32, fraction: u128, count: u32) -> Self {
        let exponent = match (biased, fraction) {
            (0, 0) => 0,
            (0, _) => 1 - bias,
            (biased, _) => biased - bias,
        };
        Self { leading: u8::from(biased != 0), fraction, count, exponent }
    }

    /// Rounds to `digits` digits behind the point, ties to even; a carry may reach the leading digit.
    fn round(&mut self, digits: u32) {
        if digits >= self.count {
            return;
        }
        let dropped = 4 * (self.count - digits);
        let all = u128::from(self.leading) << (4 * self.count) | self.fraction;
        let (mut kept, rest, half) = (all >> dropped, all & ((1 << dropped) - 1), 1 << (dropped - 1));
        if rest > half || rest == half && kept & 1 == 1 {
            kept += 1;
        }
        self.leading = (kept >> (4 * digits)) as u8;
        self.fraction = kept & ((1 << (4 * digits)) - 1);
        self.count = digits;
        if self.leading == 16 {
            self.leading = 1;
            self.exponent += 4;
        }
    }

    /// Drops zeros at the end.
    fn shorten(&mut self) {
        while self.count > 0 && self.fraction & 0xf == 0 {
            self.fraction >>= 4;
            self.count -= 1;
        }
    }
}

pub(super) fn print(
    writer: &mut Writer<'_>,
    field: &Field,
    sign: Option<u8>,
    uppercase: bool,
    mut pattern: Pattern,
) -> Result<(), OutputError> {
    match field.precision {
        Some(precision) => pattern.round(precision),
        None => pattern.shorten(),
    }
    let precision = field.precision.unwrap_or(pattern.count);
    let mut digits = format!("{:x}", pattern.leading);
    if precision > 0 || field.flags.alternate {
        digits.push('.');
    }
    if pattern.count > 0 {
        digits.push_str(&format!("{:0width$x}", pattern.fraction, width = pattern.count as usize));
    }
    let mut suffix = format!("p{:+}", pattern.exponent);
    if uppercase {
        digits.make_ascii_uppercase();
        suffix.make_ascii_uppercase();
    }
    let body = Body {
        sign,
        prefix: if uppercase { b"0X" } else { b"0x" },
        digits: digits.as_bytes(),
        trailing_zeros: u64::from(precision - pattern.count.min(precision)),
        suffix: suffix.as_bytes(),
        ..Body::default()
    };
    writer.pad(field, &body, field.flags.zero, LeftFill::SpaceUnlessZero)
}
