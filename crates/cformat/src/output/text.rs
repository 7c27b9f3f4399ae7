//! `%c %s` and their wide forms, `%m`, and unknown conversions, which are printed back.

use super::body::{Body, LeftFill, Writer};
use super::{OutputError, integer};
use crate::ctype::wide_to_byte;
use crate::error_text;
use crate::spec::Field;

/// Wide strings are converted in pieces of this many bytes; a bad character spoils its piece only.
const WIDE_CHUNK: usize = 256;

/// Bytes in a field of spaces.
pub(super) fn padded(writer: &mut Writer<'_>, field: &Field, bytes: &[u8]) -> Result<(), OutputError> {
    writer.pad(field, &Body::of(bytes), false, LeftFill::Space)
}

pub(super) fn string(writer: &mut Writer<'_>, field: &Field, value: Option<&[u8]>) -> Result<(), OutputError> {
    let Some(bytes) = value else {
        return null_string(writer, field);
    };
    let end = bytes.iter().position(|&byte| byte == 0).unwrap_or(bytes.len());
    let length = field.precision.map_or(end, |precision| end.min(precision as usize));
    padded(writer, field, &bytes[..length])
}

/// `(null)` if the precision leaves room for all of it.
fn null_string(writer: &mut Writer<'_>, field: &Field) -> Result<(), OutputError> {
    let fits = field.precision.is_none_or(|precision| precision >= 6);
    padded(writer, field, if fits { b"(null)" } else { b"" })
}

pub(super) fn wide_char(writer: &mut Writer<'_>, field: &Field, value: u32) -> Result<(), OutputError> {
    let byte = wide_to_byte(value).ok_or(OutputError::IllegalWideCharacter)?;
    padded(writer, field, &[byte])
}

pub(super) fn wide_string(writer: &mut Writer<'_>, field: &Field, value: Option<&[u32]>) -> Result<(), OutputError> {
    let Some(wide) = value else {
        return null_string(writer, field);
    };
    let end = wide.iter().position(|&character| character == 0).unwrap_or(wide.len());
    let length = field.precision.map_or(end, |precision| end.min(precision as usize));
    let bytes: Vec<u8> = wide[..length].iter().map_while(|&character| wide_to_byte(character)).collect();
    if bytes.len() == length {
        return padded(writer, field, &bytes);
    }
    let measured = field.width > 0 && !field.flags.left;
    if !(measured && field.precision.is_some()) {
        writer.write(&Body::of(&bytes[..bytes.len() / WIDE_CHUNK * WIDE_CHUNK]))?;
    }
    Err(OutputError::IllegalWideCharacter)
}

/// The message of an `errno`; with `#` its name, or its number if it has none.
pub(super) fn errno(writer: &mut Writer<'_>, field: &Field, errno: i32) -> Result<(), OutputError> {
    if !field.flags.alternate {
        return string(writer, field, Some(error_text::strerror(errno).as_bytes()));
    }
    match error_text::errno_name(errno) {
        Some(name) => string(writer, field, Some(name.as_bytes())),
        None => integer::decimal(writer, field, i64::from(errno)),
    }
}

/// The directive in glibc's canonical order.
pub(super) fn unknown(writer: &mut Writer<'_>, field: &Field, byte: u8) -> Result<(), OutputError> {
    let flags = field.flags;
    let mut text = vec![b'%'];
    let mut flag = |set: bool, byte: u8| text.extend(set.then_some(byte));
    flag(flags.alternate, b'#');
    flag(flags.group, b'\'');
    flag(flags.plus, b'+');
    flag(flags.space && !flags.plus, b' ');
    flag(flags.left, b'-');
    flag(flags.zero, b'0');
    flag(flags.locale_digits, b'I');
    if field.width > 0 {
        // The one width an `int` cannot negate is printed as the negative number it stays.
        let width = i64::from(field.width as i32) as u64;
        text.extend_from_slice(width.to_string().as_bytes());
    }
    if let Some(precision) = field.precision {
        text.push(b'.');
        text.extend_from_slice(precision.to_string().as_bytes());
    }
    text.extend((byte != 0).then_some(byte));
    writer.write(&Body::of(&text))
}
