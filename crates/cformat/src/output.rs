//! One `printf` directive and its value to bytes.
//!
//! The caller walks the pieces of a [`Format`](crate::spec::Format), fetches arguments, and stores for `%n`. What a
//! directive produces is measured before it is built: a width of two thousand million is an error, not an
//! allocation.

mod body;
mod decimal;
mod hexadecimal;
mod integer;
mod text;

use crate::float::{Float, LongDouble, Magnitude, Quad, Unpacked};
use crate::spec::{Conversion, Field, Notation};
use body::{Body, LeftFill, Writer};
use hexadecimal::Pattern;
use thiserror::Error;

/// The value of a directive's argument.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value<'a> {
    /// `%% %n %` and unknown conversions take nothing.
    None,
    /// Integers and characters: the argument's bits; bits above its type are ignored.
    Integer(u64),
    Double(f64),
    LongDouble(LongDouble),
    Quad(Quad),
    /// `%p`, zero-extended.
    Pointer(u64),
    /// The bytes of a string, up to its NUL or the precision, whichever comes first; nothing for a null pointer.
    String(Option<&'a [u8]>),
    /// The same in wide characters. A precision counts output bytes, here one per character.
    WideString(Option<&'a [u32]>),
    /// `%m`
    Errno(i32),
}

/// Why a directive was not printed, or not whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum OutputError {
    /// More bytes than the limit. Nothing was written.
    #[error("the directive produces {needed} bytes, more than the limit")]
    TooLong { needed: u64 },
    /// A wide character that the C locale has no byte for: `EILSEQ`, and the call returns -1. What glibc writes
    /// before it notices was written.
    #[error("a wide character that is not ASCII")]
    IllegalWideCharacter,
    /// The caller passed a value of another class than the directive asks for.
    #[error("the value does not fit the conversion")]
    WrongValue,
}

/// Appends the text of one directive to `out`, at most `limit` bytes.
pub fn render(
    conversion: Conversion,
    field: &Field,
    value: Value<'_>,
    limit: usize,
    out: &mut Vec<u8>,
) -> Result<(), OutputError> {
    let mut writer = Writer { out, limit };
    match (conversion, value) {
        (Conversion::Signed { bits }, Value::Integer(value)) => integer::signed(&mut writer, field, value, bits),
        (Conversion::Unsigned { radix, uppercase, bits }, Value::Integer(value)) => {
            integer::unsigned(&mut writer, field, value, radix, uppercase, bits)
        }
        (Conversion::Float { notation, uppercase }, value) => {
            let (unpacked, pattern) = match value {
                Value::Double(value) => (value.unpack(), Pattern::of_double(value)),
                Value::LongDouble(value) => (decimal::as_glibc_sees(value).unpack(), Pattern::of_long_double(value)),
                Value::Quad(value) => (value.unpack(), Pattern::of_quad(value)),
                _ => return Err(OutputError::WrongValue),
            };
            float(&mut writer, field, notation, uppercase, unpacked, pattern)
        }
        (Conversion::Char, Value::Integer(value)) => text::padded(&mut writer, field, &[value as u8]),
        (Conversion::WideChar, Value::Integer(value)) => text::wide_char(&mut writer, field, value as u32),
        (Conversion::String, Value::String(value)) => text::string(&mut writer, field, value),
        (Conversion::WideString, Value::WideString(value)) => text::wide_string(&mut writer, field, value),
        (Conversion::Pointer, Value::Pointer(0)) => text::padded(&mut writer, field, b"(nil)"),
        (Conversion::Pointer, Value::Pointer(value)) => integer::pointer(&mut writer, field, value),
        (Conversion::ErrorText, Value::Errno(errno)) => text::errno(&mut writer, field, errno),
        (Conversion::StoreCount(_), _) => Ok(()),
        (Conversion::Percent, _) => writer.write(&Body::of(b"%")),
        (Conversion::Unknown(byte), _) => text::unknown(&mut writer, field, byte),
        _ => Err(OutputError::WrongValue),
    }
}

fn float(
    writer: &mut Writer<'_>,
    field: &Field,
    notation: Notation,
    uppercase: bool,
    unpacked: Unpacked,
    pattern: Pattern,
) -> Result<(), OutputError> {
    let sign = body::sign(field, unpacked.negative);
    let special = match unpacked.magnitude {
        Magnitude::Nan => Some(if uppercase { b"NAN" } else { b"nan" }),
        Magnitude::Infinity => Some(if uppercase { b"INF" } else { b"inf" }),
        Magnitude::Zero | Magnitude::Finite { .. } => None,
    };
    if let Some(special) = special {
        let body = Body { sign, ..Body::of(special) };
        return writer.pad(field, &body, false, LeftFill::Space);
    }
    if notation == Notation::Hexadecimal {
        return hexadecimal::print(writer, field, sign, uppercase, pattern);
    }
    decimal::print(writer, field, sign, notation, uppercase, unpacked.magnitude)
}
