//! `%f %e %g` of finite values, exact at any precision.

use super::OutputError;
use super::body::{Body, LeftFill, Writer};
use crate::float::decimal::Decimal;
use crate::float::{LongDouble, Magnitude};
use crate::spec::{Field, Notation};

const DEFAULT_PRECISION: u32 = 6;

pub(super) fn print(
    writer: &mut Writer<'_>,
    field: &Field,
    sign: Option<u8>,
    notation: Notation,
    uppercase: bool,
    magnitude: Magnitude,
) -> Result<(), OutputError> {
    let value = match magnitude {
        Magnitude::Finite { mantissa, exponent } => Decimal::exact(mantissa, exponent),
        Magnitude::Zero | Magnitude::Infinity | Magnitude::Nan => Decimal::ZERO,
    };
    let precision = field.precision.unwrap_or(DEFAULT_PRECISION);
    let text = match notation {
        Notation::Fixed => fixed(&value.round_fraction(precision), u64::from(precision), field),
        Notation::General => general(&value, precision.max(1), uppercase, field),
        Notation::Exponent | Notation::Hexadecimal => {
            let rounded = value.round_significant(i64::from(precision) + 1);
            exponential(&rounded, u64::from(precision), uppercase, field)
        }
    };
    let body = Body {
        sign,
        digits: &text.digits,
        trailing_zeros: text.zeros,
        suffix: text.suffix.as_bytes(),
        ..Body::default()
    };
    writer.pad(field, &body, field.flags.zero, LeftFill::PadCharacter)
}

/// glibc drops the integer bit of a pseudo-denormal, an encoding no processor makes, unless nothing else is set.
pub(super) fn as_glibc_sees(value: LongDouble) -> LongDouble {
    let fraction = value.mantissa & (u64::MAX >> 1);
    if value.biased_exponent() == 0 && fraction != 0 { LongDouble { mantissa: fraction, ..value } } else { value }
}

/// A number's digits with their point, the zeros that follow, and the exponent.
struct Text {
    digits: Vec<u8>,
    zeros: u64,
    suffix: String,
}

impl Text {
    fn new(integer: Vec<u8>, fraction: &[u8], precision: u64, alternate: bool, suffix: String) -> Self {
        let mut digits = integer;
        if precision > 0 || alternate {
            digits.push(b'.');
        }
        digits.extend_from_slice(fraction);
        Self { digits, zeros: precision.saturating_sub(fraction.len() as u64), suffix }
    }
}

/// A value that is already rounded, with `precision` digits after the point.
fn fixed(value: &Decimal, precision: u64, field: &Field) -> Text {
    let fraction = value.fraction_part();
    Text::new(value.integer_part(), &fraction, precision, field.flags.alternate, String::new())
}

/// A value that is already rounded, as `d.ddde±dd`.
fn exponential(value: &Decimal, precision: u64, uppercase: bool, field: &Field) -> Text {
    let (first, rest) = value.digits().split_first().unwrap_or((&b'0', &[]));
    let exponent = value.exponent();
    let mark = if uppercase { 'E' } else { 'e' };
    let minus = if exponent < 0 { '-' } else { '+' };
    let suffix = format!("{mark}{minus}{:02}", exponent.unsigned_abs());
    Text::new(vec![*first], rest, precision, field.flags.alternate, suffix)
}

/// `%f` or `%e`, whichever the exponent after rounding asks for; zeros at the end go unless `#` keeps them.
fn general(value: &Decimal, significant: u32, uppercase: bool, field: &Field) -> Text {
    let rounded = value.round_significant(i64::from(significant));
    let exponent = rounded.exponent();
    let digits = rounded.digits().len() as i64;
    let significant = i64::from(significant);
    let scientific = exponent < -4 || exponent >= significant;
    let after_point = |all: i64| {
        if scientific { all - 1 } else { all - 1 - exponent }
    };
    // glibc decides by the exponent before rounding. If all digits were nines in front of the point, the carry
    // makes it scientific after all, and then even `#` keeps no zeros.
    let carried = exponent == significant && value.exponent() < exponent;
    let shown = if field.flags.alternate && !carried { significant } else { digits.max(1) };
    let precision = after_point(shown).max(0) as u64;
    if scientific { exponential(&rounded, precision, uppercase, field) } else { fixed(&rounded, precision, field) }
}
