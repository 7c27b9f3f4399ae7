//! `%d %u %o %x %b` and `%p` of a pointer that is not null.

use super::OutputError;
use super::body::{Body, LeftFill, Writer, sign};
use crate::model::truncate;
use crate::spec::{Field, Radix};

pub(super) fn signed(writer: &mut Writer<'_>, field: &Field, value: u64, bits: u32) -> Result<(), OutputError> {
    let value = truncate(value, bits, true) as i64;
    number(writer, field, sign(field, value < 0), value.unsigned_abs(), Radix::Decimal, b"", false)
}

pub(super) fn unsigned(
    writer: &mut Writer<'_>,
    field: &Field,
    value: u64,
    radix: Radix,
    uppercase: bool,
    bits: u32,
) -> Result<(), OutputError> {
    let value = truncate(value, bits, false);
    let prefix: &[u8] = match (radix, uppercase) {
        _ if !field.flags.alternate || value == 0 => b"",
        (Radix::Hexadecimal, false) => b"0x",
        (Radix::Hexadecimal, true) => b"0X",
        (Radix::Binary, false) => b"0b",
        (Radix::Binary, true) => b"0B",
        (Radix::Octal | Radix::Decimal, _) => b"",
    };
    number(writer, field, None, value, radix, prefix, uppercase)
}

/// Printed as `%#lx` would, but the sign flags count.
pub(super) fn pointer(writer: &mut Writer<'_>, field: &Field, value: u64) -> Result<(), OutputError> {
    number(writer, field, sign(field, false), value, Radix::Hexadecimal, b"0x", false)
}

/// A number in decimal, with the field's sign flags: what `%#m` prints for an `errno` without a name.
pub(super) fn decimal(writer: &mut Writer<'_>, field: &Field, value: i64) -> Result<(), OutputError> {
    number(writer, field, sign(field, value < 0), value.unsigned_abs(), Radix::Decimal, b"", false)
}

fn number(
    writer: &mut Writer<'_>,
    field: &Field,
    sign: Option<u8>,
    value: u64,
    radix: Radix,
    prefix: &[u8],
    uppercase: bool,
) -> Result<(), OutputError> {
    let mut digits = match radix {
        _ if value == 0 && field.precision == Some(0) => String::new(),
        Radix::Binary => format!("{value:b}"),
        Radix::Octal => format!("{value:o}"),
        Radix::Decimal => format!("{value}"),
        Radix::Hexadecimal if uppercase => format!("{value:X}"),
        Radix::Hexadecimal => format!("{value:x}"),
    };
    let precision = field.precision.map_or(1, u64::from);
    let needs_octal_zero = radix == Radix::Octal && field.flags.alternate && precision <= digits.len() as u64;
    if needs_octal_zero && (value != 0 || digits.is_empty()) {
        digits.insert(0, '0');
    }
    let body = Body {
        sign,
        prefix,
        leading_zeros: precision.saturating_sub(digits.len() as u64),
        digits: digits.as_bytes(),
        ..Body::default()
    };
    let zeros = field.flags.zero && field.precision.is_none();
    writer.pad(field, &body, zeros, LeftFill::Space)
}
