//! Numbers from text: `strtol`, `strtod`, `atoi` and their families, and the wide versions of wchar.h.

use crate::machine::Vm;
use crate::models::text::MemoryText;
use crate::models::text::Width::{self, Narrow, Wide};
use crate::models::{Args, Model};
use crate::number::float;
use crate::stop::Stop;
use crate::value::Reply;
use crescendo_cformat::float::Float;
use crescendo_cformat::number::{IntegerType, ParsedInteger, Text, parse_float, parse_integer};
use crescendo_cformat::{LongDouble, Quad};
use crescendo_program::FloatKind;

pub const MODELS: &[Model] = &[
    Model { name: "atoi", call: |vm, a| plain_integer(vm, a, long(vm)) },
    Model { name: "atol", call: |vm, a| plain_integer(vm, a, long(vm)) },
    Model { name: "atoll", call: |vm, a| plain_integer(vm, a, IntegerType::I64) },
    Model { name: "atoq", call: |vm, a| plain_integer(vm, a, IntegerType::I64) },
    Model { name: "strtol", call: |vm, a| narrow(vm, a, long(vm), C99) },
    Model { name: "strtol_l", call: |vm, a| narrow(vm, a, long(vm), C99) },
    Model { name: "__strtol_internal", call: |vm, a| narrow(vm, a, long(vm), C99) },
    Model { name: "__isoc23_strtol", call: |vm, a| narrow(vm, a, long(vm), C23) },
    Model { name: "strtoul", call: |vm, a| narrow(vm, a, unsigned_long(vm), C99) },
    Model { name: "strtoul_l", call: |vm, a| narrow(vm, a, unsigned_long(vm), C99) },
    Model { name: "__strtoul_internal", call: |vm, a| narrow(vm, a, unsigned_long(vm), C99) },
    Model { name: "__isoc23_strtoul", call: |vm, a| narrow(vm, a, unsigned_long(vm), C23) },
    Model { name: "strtoll", call: |vm, a| narrow(vm, a, IntegerType::I64, C99) },
    Model { name: "strtoll_l", call: |vm, a| narrow(vm, a, IntegerType::I64, C99) },
    Model { name: "strtoq", call: |vm, a| narrow(vm, a, IntegerType::I64, C99) },
    Model { name: "strtoimax", call: |vm, a| narrow(vm, a, IntegerType::I64, C99) },
    Model { name: "__strtoll_internal", call: |vm, a| narrow(vm, a, IntegerType::I64, C99) },
    Model { name: "__isoc23_strtoll", call: |vm, a| narrow(vm, a, IntegerType::I64, C23) },
    Model { name: "__isoc23_strtoimax", call: |vm, a| narrow(vm, a, IntegerType::I64, C23) },
    Model { name: "strtoull", call: |vm, a| narrow(vm, a, IntegerType::U64, C99) },
    Model { name: "strtoull_l", call: |vm, a| narrow(vm, a, IntegerType::U64, C99) },
    Model { name: "strtouq", call: |vm, a| narrow(vm, a, IntegerType::U64, C99) },
    Model { name: "strtoumax", call: |vm, a| narrow(vm, a, IntegerType::U64, C99) },
    Model { name: "__strtoull_internal", call: |vm, a| narrow(vm, a, IntegerType::U64, C99) },
    Model { name: "__isoc23_strtoull", call: |vm, a| narrow(vm, a, IntegerType::U64, C23) },
    Model { name: "__isoc23_strtoumax", call: |vm, a| narrow(vm, a, IntegerType::U64, C23) },
    Model { name: "wcstol", call: |vm, a| wide(vm, a, long(vm), C99) },
    Model { name: "__isoc23_wcstol", call: |vm, a| wide(vm, a, long(vm), C23) },
    Model { name: "wcstoul", call: |vm, a| wide(vm, a, unsigned_long(vm), C99) },
    Model { name: "__isoc23_wcstoul", call: |vm, a| wide(vm, a, unsigned_long(vm), C23) },
    Model { name: "wcstoll", call: |vm, a| wide(vm, a, IntegerType::I64, C99) },
    Model { name: "wcstoimax", call: |vm, a| wide(vm, a, IntegerType::I64, C99) },
    Model { name: "__isoc23_wcstoll", call: |vm, a| wide(vm, a, IntegerType::I64, C23) },
    Model { name: "wcstoull", call: |vm, a| wide(vm, a, IntegerType::U64, C99) },
    Model { name: "wcstoumax", call: |vm, a| wide(vm, a, IntegerType::U64, C99) },
    Model { name: "__isoc23_wcstoull", call: |vm, a| wide(vm, a, IntegerType::U64, C23) },
    Model { name: "atof", call: |vm, a| float::<f64>(vm, only_text(&a), Narrow, double) },
    Model { name: "strtod", call: |vm, a| float::<f64>(vm, a, Narrow, double) },
    Model { name: "strtod_l", call: |vm, a| float::<f64>(vm, a, Narrow, double) },
    Model { name: "__strtod_internal", call: |vm, a| float::<f64>(vm, a, Narrow, double) },
    Model { name: "strtof", call: |vm, a| float::<f32>(vm, a, Narrow, single) },
    Model { name: "strtof_l", call: |vm, a| float::<f32>(vm, a, Narrow, single) },
    Model { name: "strtold", call: |vm, a| long_double(vm, a, Narrow) },
    Model { name: "strtold_l", call: |vm, a| long_double(vm, a, Narrow) },
    Model { name: "strtof32", call: |vm, a| float::<f32>(vm, a, Narrow, single) },
    Model { name: "strtof64", call: |vm, a| float::<f64>(vm, a, Narrow, double) },
    Model { name: "strtof128", call: |vm, a| float::<Quad>(vm, a, Narrow, quad) },
    Model { name: "wcstod", call: |vm, a| float::<f64>(vm, a, Wide, double) },
    Model { name: "wcstof", call: |vm, a| float::<f32>(vm, a, Wide, single) },
    Model { name: "wcstold", call: |vm, a| long_double(vm, a, Wide) },
];

const EINVAL: i32 = 22;
const ERANGE: i32 = 34;

/// Which prefixes count: C23 added `0b`.
const C99: bool = false;
const C23: bool = true;

fn long(vm: &Vm) -> IntegerType {
    IntegerType { bits: vm.program.target.long_bits, signed: true }
}

fn unsigned_long(vm: &Vm) -> IntegerType {
    IntegerType { bits: vm.program.target.long_bits, signed: false }
}

fn narrow(vm: &mut Vm, a: Args, to: IntegerType, binary: bool) -> Result<Reply, Stop> {
    integer(vm, Narrow, a, to, binary)
}

fn wide(vm: &mut Vm, a: Args, to: IntegerType, binary: bool) -> Result<Reply, Stop> {
    integer(vm, Wide, a, to, binary)
}

fn plain_integer(vm: &mut Vm, a: Args, to: IntegerType) -> Result<Reply, Stop> {
    let mut text = MemoryText::new(vm, a.word(0), Narrow);
    let parsed = parse_integer(&mut text, 10, to);
    text.finish()?;
    let Ok(parsed) = parsed else { return Ok(Reply::Word(0)) };
    if parsed.overflow {
        vm.set_errno(ERANGE)?;
    }
    Ok(parsed.value.into())
}

/// `strtol`: text, where to put the end, base.
fn integer(vm: &mut Vm, width: Width, a: Args, to: IntegerType, binary: bool) -> Result<Reply, Stop> {
    let base = a.int(2);
    let mut text = MemoryText::new(vm, a.word(0), width);
    let parsed = match binary && matches!(base, 0 | 2) {
        true => parse_with_binary(&mut text, base, to),
        false => parse_integer(&mut text, base, to).ok(),
    };
    let end = parsed.map(|p| text.address(p.end));
    text.finish()?;
    let (Some(parsed), Some(end)) = (parsed, end) else {
        vm.set_errno(EINVAL)?;
        return Ok(Reply::Word(0));
    };
    if a.word(1) != 0 {
        vm.write_int(a.word(1), vm.program.target.pointer_bits, end)?;
    }
    if parsed.overflow {
        vm.set_errno(ERANGE)?;
    }
    Ok(parsed.value.into())
}

/// C23 reads `0b101` where the base is 2 or open. The digits are read as if they stood alone, behind the sign.
fn parse_with_binary(text: &mut MemoryText, base: i32, to: IntegerType) -> Option<ParsedInteger> {
    let mut at = 0;
    while crescendo_cformat::ctype::is_space(text.byte(at)) {
        at += 1;
    }
    let sign = text.byte(at);
    let signed = matches!(sign, b'-' | b'+');
    at += signed as usize;
    let prefixed = text.byte(at) == b'0'
        && text.byte(at + 1).eq_ignore_ascii_case(&b'b')
        && matches!(text.byte(at + 2), b'0' | b'1');
    if !prefixed {
        return parse_integer(text, base, to).ok();
    }
    // One character of the prefix gives its place to the sign.
    let mut digits = |i: usize| match i {
        0 if signed => sign,
        0 => b'+',
        i => text.byte(at + 1 + i),
    };
    let parsed = parse_integer(&mut digits, 2, to).ok()?;
    Some(ParsedInteger { end: parsed.end + at + 1, ..parsed })
}

/// The arguments of `atof` as `strtod` takes them.
fn only_text<'a>(a: &Args<'a>) -> Args<'a> {
    Args { values: &a.values[..a.values.len().min(1)], fixed: 1 }
}

fn float<F: Float>(vm: &mut Vm, a: Args, width: Width, give: fn(F) -> Reply) -> Result<Reply, Stop> {
    let mut text = MemoryText::new(vm, a.word(0), width);
    let parsed = parse_float::<F>(&mut text);
    let end = text.address(parsed.end);
    text.finish()?;
    if a.word(1) != 0 {
        vm.write_int(a.word(1), vm.program.target.pointer_bits, end)?;
    }
    if parsed.overflow || parsed.underflow {
        vm.set_errno(ERANGE)?;
    }
    Ok(give(parsed.value))
}

fn double(v: f64) -> Reply {
    v.into()
}

fn single(v: f32) -> Reply {
    v.into()
}

fn quad(v: Quad) -> Reply {
    Reply::Wide(v.0 as u64, (v.0 >> 64) as u64)
}

fn long_double(vm: &mut Vm, a: Args, width: Width) -> Result<Reply, Stop> {
    match vm.program.target.long_double {
        FloatKind::X87 => {
            let give = |v: LongDouble| Reply::Wide(v.mantissa, v.sign_exponent as u64);
            float::<LongDouble>(vm, a, width, give)
        }
        FloatKind::F128 => float::<Quad>(vm, a, width, quad),
        FloatKind::PpcPair => {
            let give = |v: Quad| {
                let pair = float::convert(FloatKind::F128, FloatKind::PpcPair, v.0);
                Reply::Wide(pair as u64, (pair >> 64) as u64)
            };
            float::<Quad>(vm, a, width, give)
        }
        _ => float::<f64>(vm, a, width, double),
    }
}
