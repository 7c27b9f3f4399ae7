//! Smaller conversions to and from text: floats by a format, base 64, suboptions, yes and no.

use crate::machine::Vm;
use crate::models::math::real::argument;
use crate::models::{Args, Model};
use crate::number::float;
use crate::stop::{FaultKind, Limit, Stop};
use crate::value::Reply;
use crescendo_cformat::output::{Value, render};
use crescendo_cformat::spec::{Conversion, Format, Piece};
use crescendo_cformat::{DataModel, LongDouble, Quad};
use crescendo_program::FloatKind;

pub const MODELS: &[Model] = &[
    Model { name: "strfromd", call: |vm, a| float_text(vm, a, FloatKind::F64) },
    Model { name: "strfromf", call: |vm, a| float_text(vm, a, FloatKind::F32) },
    Model { name: "strfroml", call: |vm, a| float_text(vm, a, vm.program.target.long_double) },
    Model { name: "strfromf32", call: |vm, a| float_text(vm, a, FloatKind::F32) },
    Model { name: "strfromf64", call: |vm, a| float_text(vm, a, FloatKind::F64) },
    Model { name: "gcvt", call: gcvt },
    Model { name: "a64l", call: a64l },
    Model { name: "l64a", call: l64a },
    Model { name: "getsubopt", call: getsubopt },
    Model { name: "rpmatch", call: rpmatch },
];

/// Bytes of text one call may make; more is a limit of ours.
const LIMIT: usize = 1 << 24;

/// A float as text by a format of one directive.
fn shown(format: &[u8], value: Value) -> Result<Vec<u8>, Stop> {
    let parsed = Format::parse(format, &DataModel::LP64);
    let [Piece::Directive(d)] = &parsed.pieces[..] else { return Err(no_format()) };
    if !matches!(d.conversion, Conversion::Float { .. }) {
        return Err(no_format());
    }
    let mut out = Vec::new();
    render(d.conversion, &d.field(None, None), value, LIMIT, &mut out).map_err(|_| Stop::Limit(Limit::Memory))?;
    Ok(out)
}

fn no_format() -> Stop {
    Stop::fault(FaultKind::BadArgument, "the format is not one float conversion")
}

/// Buffer, its size, format, value; gives the length of the whole text.
fn float_text(vm: &mut Vm, a: Args, kind: FloatKind) -> Result<Reply, Stop> {
    let format = vm.c_string(a.word(2))?;
    let bits = argument(a, 3);
    let value = match kind {
        FloatKind::X87 => Value::LongDouble(LongDouble { mantissa: bits as u64, sign_exponent: (bits >> 64) as u16 }),
        FloatKind::F128 => Value::Quad(Quad(bits)),
        FloatKind::PpcPair => Value::Quad(Quad(float::convert(kind, FloatKind::F128, bits))),
        kind => Value::Double(float::to_f64(kind, bits)),
    };
    let text = shown(&format, value)?;
    vm.store_text(a.word(0), a.word(1), &text)?;
    Ok((text.len() as i32).into())
}

/// As `%g`; a double has no more than 17 digits.
fn gcvt(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    let format = format!("%.{}g", a.int(1).clamp(0, 17));
    let mut text = shown(format.as_bytes(), Value::Double(a.f64(0)))?;
    text.push(0);
    vm.write_bytes(a.word(2), &text)?;
    Ok(a.word(2).into())
}

const DIGITS: &[u8; 64] = b"./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// At most six digits, the lowest first.
fn a64l(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    let mut value = 0u64;
    for i in 0..6 {
        let c = vm.load_byte(a.word(0).wrapping_add(i))?;
        let Some(digit) = DIGITS.iter().position(|&d| d == c) else { break };
        value |= (digit as u64) << (6 * i);
    }
    Ok((value as u32 as i32 as i64).into())
}

fn l64a(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    let mut rest = a.word(0) as u32;
    let mut text = String::new();
    while rest != 0 {
        text.push(DIGITS[rest as usize & 63] as char);
        rest >>= 6;
    }
    vm.constant_string(&text).map(Reply::from)
}

/// Cuts the next suboption off a list with commas: where the list is, the names known, where to put a value.
fn getsubopt(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    let bits = vm.program.target.pointer_bits;
    let start = vm.read_int(a.word(0), bits)?;
    let text = vm.c_string(start)?;
    if text.is_empty() {
        return Ok((-1).into());
    }
    let end = text.iter().position(|&c| c == b',').unwrap_or(text.len());
    let equals = text[..end].iter().position(|&c| c == b'=');
    let name = &text[..equals.unwrap_or(end)];
    if end < text.len() {
        vm.store_byte(start.wrapping_add(end as u64), 0)?;
    }
    let next = start.wrapping_add((end + (end < text.len()) as usize) as u64);
    vm.write_int(a.word(0), bits, next)?;
    for i in 0.. {
        let known = vm.read_int(a.word(1).wrapping_add(i * bits as u64 / 8), bits)?;
        if known == 0 {
            break;
        }
        if vm.c_string(known)? == name {
            let value = equals.map_or(0, |at| start.wrapping_add(at as u64 + 1));
            vm.write_int(a.word(2), bits, value)?;
            return Ok((i as i32).into());
        }
    }
    // An unknown one is the value itself.
    vm.write_int(a.word(2), bits, start)?;
    Ok((-1).into())
}

/// Whether an answer says yes (1), no (0) or neither.
fn rpmatch(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    Ok(match vm.load_byte(a.word(0))?.to_ascii_lowercase() {
        b'y' => 1,
        b'n' => 0,
        _ => -1,
    }
    .into())
}
