//! C text for values of the model. Exact: what the compiler reads is what the value was.

use crate::model::{Format, Value};
use crate::text::{bytes_of, hex_float};
use crate::value::negative;
use std::path::{Component, Path, PathBuf};

/// A string literal with these bytes.
pub fn string(bytes: &[u8]) -> String {
    let mut out = String::from("\"");
    for (i, &b) in bytes.iter().enumerate() {
        match b {
            b'"' => out.push_str("\\\""),
            b'\\' => out.push_str("\\\\"),
            b'\n' => out.push_str("\\n"),
            b'\t' => out.push_str("\\t"),
            b'\r' => out.push_str("\\r"),
            // No trigraphs.
            b'?' if bytes.get(i + 1) == Some(&b'?') => out.push_str("\\?"),
            b'?' if i > 0 && bytes[i - 1] == b'?' => out.push_str("\\?"),
            32..=126 => out.push(b as char),
            _ if bytes.get(i + 1).is_some_and(u8::is_ascii_digit) => out.push_str(&format!("\\{b:03o}")),
            _ => out.push_str(&format!("\\{b:o}")),
        }
    }
    out.push('"');
    out
}

/// The literal of a text of the model.
pub fn text(latin1: &str) -> String {
    string(&bytes_of(latin1))
}

/// Bytes written in hexadecimal.
pub fn from_hex(hex: &str) -> Vec<u8> {
    (0..hex.len() / 2).filter_map(|i| u8::from_str_radix(&hex[2 * i..2 * i + 2], 16).ok()).collect()
}

/// A character constant, or a number where that says more.
pub fn character(value: i64) -> String {
    match u8::try_from(value) {
        Ok(b'\'') => "'\\''".into(),
        Ok(b'\\') => "'\\\\'".into(),
        Ok(b'\n') => "'\\n'".into(),
        Ok(b'\t') => "'\\t'".into(),
        Ok(b'\r') => "'\\r'".into(),
        Ok(0) => "'\\0'".into(),
        Ok(c @ 32..=126) => format!("'{}'", c as char),
        _ => value.to_string(),
    }
}

/// An integer constant of its type's width; the smallest ones have no other spelling.
pub fn integer(value: &str, bits: u32, signed: bool) -> String {
    let Ok(n) = value.parse::<i128>() else { return wide(value) };
    // With 64 bits the type depends on the target: the constant finds one that it fits.
    if let Some(n) = negative(value, bits).filter(|_| !signed && bits == 32) {
        return format!("(unsigned){n}");
    }
    match (bits, signed) {
        (65.., _) => wide(value),
        (33..=64, true) if n == i64::MIN as i128 => "(-9223372036854775807L - 1)".into(),
        (33..=64, true) => format!("{n}L"),
        (33..=64, false) => format!("{n}ul"),
        (_, true) if n == i32::MIN as i128 => "(-2147483647 - 1)".into(),
        (32, false) => format!("{n}u"),
        _ => n.to_string(),
    }
}

/// Of 128 bits.
fn wide(value: &str) -> String {
    let n = value.parse::<i128>().map(|n| n as u128).or_else(|_| value.parse::<u128>()).unwrap_or(0);
    format!("((unsigned __int128){}ul << 64 | {}ul)", (n >> 64) as u64, n as u64)
}

/// A floating-point constant: the shortest decimal that reads back the same, or its bits.
pub fn float(format: Format, bits: &str) -> String {
    let n = u128::from_str_radix(bits, 16).unwrap_or(0);
    match format {
        Format::Float => {
            let v = f32::from_bits(n as u32);
            match () {
                _ if v.is_nan() && n as u32 == 0x7fc0_0000 => "__builtin_nanf(\"\")".into(),
                _ if v.is_nan() => format!("crescendo_float(0x{n:x}ul)"),
                _ if v.is_infinite() => format!("{}__builtin_inff()", if v < 0.0 { "-" } else { "" }),
                _ => format!("{v:?}f"),
            }
        }
        Format::Double => {
            let v = f64::from_bits(n as u64);
            match () {
                _ if v.is_nan() && n as u64 == 0x7ff8 << 48 => "__builtin_nan(\"\")".into(),
                _ if v.is_nan() => format!("crescendo_double(0x{:x}ul, 0x{:x}ul)", n >> 32, n & 0xffff_ffff),
                _ if v.is_infinite() => format!("{}__builtin_inf()", if v < 0.0 { "-" } else { "" }),
                _ => format!("{v:?}"),
            }
        }
        Format::Extended => extended(n),
        Format::Other => "0".into(),
    }
}

/// 64 bits of mantissa, 15 of exponent, sign.
fn extended(n: u128) -> String {
    let (mantissa, exponent) = (n as u64, (n >> 64 & 0x7fff) as i32);
    let sign = if n >> 79 & 1 == 1 { "-" } else { "" };
    match (exponent, mantissa) {
        (0x7fff, m) if m << 1 == 0 => format!("{sign}__builtin_infl()"),
        (0x7fff, _) => format!("{sign}__builtin_nanl(\"\")"),
        (_, 0) => format!("{sign}0.0L"),
        (e, m) => {
            let power = e.max(1) - 16383 - 63;
            let shift = m.trailing_zeros();
            format!("{sign}0x{:x}p{:+}L", m >> shift, power + shift as i32)
        }
    }
}

/// Whether a number is spelled shorter as a whole: for comments.
pub fn readable(format: Format, bits: &str) -> String {
    let n = u64::from_str_radix(bits, 16).unwrap_or(0);
    match format {
        Format::Double => hex_float(f64::from_bits(n)),
        _ => float(format, bits),
    }
}

/// A scalar as an expression, without the objects some values stand for; `None` for what has no expression.
pub fn expression(value: &Value) -> Option<String> {
    Some(match value {
        Value::Integer { value, bits, signed } => integer(value, *bits, *signed),
        Value::Char { value } => character(*value),
        Value::Enumerator { name, .. } => name.clone(),
        Value::Float { format, bits } => float(*format, bits),
        Value::Null => "NULL".into(),
        Value::Number { value } => format!("(void *){value}"),
        Value::Address { object, offset, index } => address(object, *offset, *index),
        Value::Function { name, cast: true } => format!("(void *){name}"),
        Value::Function { name, .. } => name.clone(),
        Value::String { text: t } => format!("(void *){}", text(t)),
        _ => return None,
    })
}

/// Any value, for people.
pub fn readable_value(value: &Value) -> String {
    match value {
        Value::Object { size, count: Some(n) } if *n != 1 => format!("an object of {n} elements, {size} bytes"),
        Value::Object { size, .. } => format!("an object of {size} bytes"),
        Value::Buffer { text: t, size } => format!("a buffer of {size} bytes: {}", text(t)),
        Value::Text { text: t, .. } | Value::String { text: t } => text(t),
        Value::Stream { text: t, state, .. } => format!("a stream on {}{}", text(t), super::told::trouble(*state)),
        Value::Bytes { hex } => format!("bytes {hex}"),
        Value::New => "a new object".into(),
        Value::Any => "anything".into(),
        other => expression(other).unwrap_or_else(|| "something".into()),
    }
}

/// Somewhere in an object that an expression points to.
pub fn address(object: &str, offset: u64, index: Option<u64>) -> String {
    match (offset, index) {
        (0, _) => object.to_string(),
        (_, Some(i)) => format!("{object} + {i}"),
        (n, None) => format!("(char *){object} + {n}"),
    }
}

/// Text that can stand in a C comment of the form `/* */`.
pub fn comment(text: &str) -> String {
    text.replace("*/", "* /").replace("/*", "/ *").replace(['\n', '\r'], " ").replace("??", "? ?")
}

/// A path seen from a folder; both absolute.
pub fn relative(from: &Path, to: &Path) -> PathBuf {
    let a: Vec<Component> = from.components().collect();
    let b: Vec<Component> = to.components().collect();
    let shared = a.iter().zip(&b).take_while(|(x, y)| x == y).count();
    // With nothing but the root in common the absolute path says more.
    if shared <= 1 {
        return to.to_owned();
    }
    let up = std::iter::repeat_n(Component::ParentDir, a.len() - shared);
    up.chain(b[shared..].iter().copied()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exact_values() {
        assert_eq!(integer("-2147483648", 32, true), "(-2147483647 - 1)");
        assert_eq!(integer("-9223372036854775808", 64, true), "(-9223372036854775807L - 1)");
        assert_eq!(integer("18446744073709551615", 64, false), "18446744073709551615ul");
        assert_eq!(integer("18446744073709550615", 64, false), "18446744073709550615ul");
        assert_eq!(integer("4294967295", 32, false), "(unsigned)-1");
        assert_eq!(integer("-128", 8, true), "-128");
        assert_eq!(float(Format::Double, "3fb999999999999a"), "0.1");
        assert_eq!(float(Format::Double, "8000000000000000"), "-0.0");
        assert_eq!(float(Format::Float, "7f800000"), "__builtin_inff()");
        assert_eq!(float(Format::Double, "7ff0000000000001"), "crescendo_double(0x7ff00000ul, 0x1ul)");
        assert_eq!(float(Format::Extended, "3fffc000000000000000"), "0x3p-1L");
        assert_eq!(character(97), "'a'");
        assert_eq!(character(-1), "-1");
        assert_eq!(string(b"a\"b\\\n\x001\x01??="), "\"a\\\"b\\\\\\n\\0001\\1\\?\\?=\"");
    }

    #[test]
    fn relative_paths() {
        let check = |from: &str, to: &str| relative(Path::new(from), Path::new(to)).display().to_string();
        assert_eq!(check("/a/b/out/tests", "/a/b/src/x.c"), "../../src/x.c");
        assert_eq!(check("/tmp/x", "/usr/x.c"), "/usr/x.c");
    }
}
