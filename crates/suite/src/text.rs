//! Small pieces of text: bytes as characters, names for C, floating-point numbers as `printf` writes them.

use std::fmt::Write;

/// Each byte as the character of that number.
pub fn latin1(bytes: &[u8]) -> String {
    bytes.iter().map(|&b| b as char).collect()
}

/// The bytes behind `latin1`.
pub fn bytes_of(text: &str) -> Vec<u8> {
    text.chars().map(|c| c as u32 as u8).collect()
}

/// Without the zeros at its end.
pub fn trimmed(bytes: &[u8]) -> &[u8] {
    let end = bytes.iter().rposition(|b| *b != 0).map_or(0, |i| i + 1);
    &bytes[..end]
}

pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut s, b| {
        let _ = write!(s, "{b:02x}");
        s
    })
}

pub fn is_identifier(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

/// Letters, digits and single underscores of a text.
pub fn identifier(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        if c.is_ascii_alphanumeric() {
            out.push(c);
        } else if !out.is_empty() && !out.ends_with('_') {
            out.push('_');
        }
    }
    out.trim_end_matches('_').to_string()
}

/// As `%a` of the GNU C library; every NaN is `nan`.
pub fn hex_float(v: f64) -> String {
    if v.is_nan() {
        return "nan".into();
    }
    let bits = v.to_bits();
    let sign = if bits >> 63 == 1 { "-" } else { "" };
    if v.is_infinite() {
        return format!("{sign}inf");
    }
    let (exponent, mantissa) = ((bits >> 52 & 0x7ff) as i64, bits & ((1 << 52) - 1));
    let (first, power) = match exponent {
        0 if mantissa == 0 => (0, 0),
        0 => (0, -1022),
        e => (1, e - 1023),
    };
    let digits = format!("{mantissa:013x}");
    let digits = digits.trim_end_matches('0');
    let point = if digits.is_empty() { "" } else { "." };
    format!("{sign}0x{first}{point}{digits}p{power:+}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floats_as_printf_writes_them() {
        for (v, text) in [
            (1.5, "0x1.8p+0"),
            (-0.0, "-0x0p+0"),
            (1.0, "0x1p+0"),
            (0.1, "0x1.999999999999ap-4"),
            (5e-324, "0x0.0000000000001p-1022"),
            (f64::NEG_INFINITY, "-inf"),
            (f64::NAN, "nan"),
        ] {
            assert_eq!(hex_float(v), text);
        }
    }

    #[test]
    fn names() {
        assert_eq!(identifier("p->next[2] == 'x'"), "p_next_2_x");
        assert!(is_identifier("_a1") && !is_identifier("f.x") && !is_identifier("1a"));
    }
}
