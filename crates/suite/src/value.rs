//! Bytes of a C type as a value of the model.

use crate::model::{Format, Kind, Value};
use crate::text::hex;
use crate::walk::Leaf;
use crescendo_program::FloatKind;
use crescendo_program::ctype::{CType, TypeId, Types};

/// The number in some bytes.
pub fn number(bytes: &[u8], big_endian: bool) -> u128 {
    let add = |n: u128, b: &u8| n << 8 | *b as u128;
    match big_endian {
        true => bytes.iter().take(16).fold(0, add),
        false => bytes.iter().take(16).rev().fold(0, add),
    }
}

pub fn signed(value: u128, bits: u32) -> i128 {
    if bits >= 128 { value as i128 } else { (value << (128 - bits)) as i128 >> (128 - bits) }
}

fn integer(value: u128, bits: u32, is_signed: bool) -> Value {
    let value = match is_signed {
        true => signed(value, bits).to_string(),
        false => value.to_string(),
    };
    Value::Integer { value, bits, signed: is_signed }
}

/// The value of a scalar that is no pointer.
pub fn scalar(types: &Types, big_endian: bool, leaf: &Leaf, bytes: &[u8]) -> Value {
    let mut n = number(bytes, big_endian);
    let mut width = leaf.size as u32 * 8;
    if let Some((first, bits)) = leaf.bits {
        let whole = leaf.size as u32 * 8;
        n = if big_endian { n >> (whole - first as u32 - bits) } else { n >> first };
        n &= u128::MAX >> (128 - bits);
        width = bits;
    }
    match types.resolved(leaf.ty) {
        // Natively such a truth value is read as either.
        CType::Bool { .. } if n > 1 => Value::Bytes { hex: hex(bytes) },
        CType::Bool { .. } => integer(n, width, false),
        CType::Char { signed: is_signed, .. } => {
            let value = if *is_signed { signed(n, width) as i64 } else { n as i64 };
            Value::Char { value }
        }
        CType::Int { signed: is_signed, bits, .. } if leaf.bits.is_none() => {
            integer(n & mask(*bits), *bits, *is_signed)
        }
        CType::Int { signed: is_signed, .. } => integer(n, width, *is_signed),
        CType::Enum(e) => {
            let value = if e.signed { signed(n, width) as i64 } else { n as i64 };
            match e.values.iter().find(|(_, v)| *v == value) {
                Some((name, _)) => Value::Enumerator { name: name.clone(), value },
                None => integer(n, width, e.signed),
            }
        }
        CType::Float { kind, .. } | CType::Complex { element: kind, .. } => {
            let (format, len) = match kind {
                FloatKind::F32 => (Format::Float, 4),
                FloatKind::F64 => (Format::Double, 8),
                FloatKind::X87 => (Format::Extended, 10),
                _ => return Value::Bytes { hex: hex(bytes) },
            };
            let bits = number(&bytes[..len.min(bytes.len())], big_endian);
            Value::Float { format, bits: format!("{bits:0width$x}", width = len * 2) }
        }
        _ => Value::Bytes { hex: hex(bytes) },
    }
}

/// An unsigned number of 32 or 64 bits that is so near to the largest that it reads best as a negative one: that one.
pub fn negative(value: &str, bits: u32) -> Option<i128> {
    const NEAR: i128 = 256;
    let n = value.parse::<i128>().ok()? - (1 << bits.min(64));
    (matches!(bits, 32 | 64) && (-NEAR..0).contains(&n)).then_some(n)
}

fn mask(bits: u32) -> u128 {
    u128::MAX >> (128 - bits.clamp(1, 128))
}

/// What a type allows.
pub fn kind(types: &Types, ty: TypeId) -> Kind {
    match types.resolved(ty) {
        CType::Void => Kind::Void,
        CType::Bool { .. } => Kind::Unsigned,
        CType::Char { signed, .. } => {
            if *signed {
                Kind::Signed
            } else {
                Kind::Unsigned
            }
        }
        CType::Int { signed, bits, .. } if *bits <= 64 => {
            if *signed {
                Kind::Signed
            } else {
                Kind::Unsigned
            }
        }
        CType::Enum(e) => {
            if e.signed {
                Kind::Signed
            } else {
                Kind::Unsigned
            }
        }
        CType::Float { kind: FloatKind::F32 | FloatKind::F64, .. } => Kind::Float,
        CType::Float { kind: FloatKind::X87, .. } => Kind::LongDouble,
        CType::Pointer { .. } => Kind::Pointer,
        _ => Kind::Other,
    }
}

/// The type of a scalar in words that every file knows.
pub fn plain_type(types: &Types, ty: TypeId) -> Option<String> {
    Some(match types.resolved(ty) {
        CType::Bool { .. } => "_Bool".into(),
        CType::Char { name, .. } | CType::Int { name, .. } | CType::Float { name, .. } => name.clone(),
        CType::Complex { element, .. } => match element {
            FloatKind::F32 => "float".into(),
            FloatKind::F64 => "double".into(),
            FloatKind::X87 => "long double".into(),
            _ => return None,
        },
        CType::Enum(e) => match (e.bits, e.signed) {
            (8, true) => "signed char",
            (8, false) => "unsigned char",
            (16, true) => "short",
            (16, false) => "unsigned short",
            (32, true) => "int",
            (32, false) => "unsigned int",
            (64, true) => "long",
            (64, false) => "unsigned long",
            _ => return None,
        }
        .into(),
        CType::Pointer { .. } => "void *".into(),
        _ => return None,
    })
}
