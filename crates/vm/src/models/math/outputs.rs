//! math.h: functions that give a second result through a pointer, and `nan`, `nexttoward`.

use super::real::{argument, long_double, pass_errno, reply};
use super::shim::{self, FLOAT, INT, Part, Shim, evaluate};
use crate::machine::Vm;
use crate::models::{Args, Model};
use crate::number::float;
use crate::stop::Stop;
use crate::value::Reply;
use crescendo_cformat::number::parse_float;
use crescendo_program::FloatKind::{self, F32, F64, F128, X87};
use std::cmp::Ordering;

pub const MODELS: &[Model] = &[
    Model { name: "frexp", call: |vm, a| int_out(vm, a, F64, shim::m_frexp, 1) },
    Model { name: "frexpf", call: |vm, a| int_out(vm, a, F32, shim::m_frexp, 1) },
    Model { name: "frexpl", call: |vm, a| int_out(vm, a, long_double(vm), shim::m_frexp, 1) },
    Model { name: "lgamma_r", call: |vm, a| int_out(vm, a, F64, shim::m_lgamma_r, 1) },
    Model { name: "lgammaf_r", call: |vm, a| int_out(vm, a, F32, shim::m_lgamma_r, 1) },
    Model { name: "lgammal_r", call: |vm, a| int_out(vm, a, long_double(vm), shim::m_lgamma_r, 1) },
    Model { name: "gamma_r", call: |vm, a| int_out(vm, a, F64, shim::m_lgamma_r, 1) },
    Model { name: "lgamma", call: |vm, a| lgamma(vm, a, F64) },
    Model { name: "lgammaf", call: |vm, a| lgamma(vm, a, F32) },
    Model { name: "lgammal", call: |vm, a| lgamma(vm, a, long_double(vm)) },
    Model { name: "gamma", call: |vm, a| lgamma(vm, a, F64) },
    Model { name: "gammaf", call: |vm, a| lgamma(vm, a, F32) },
    Model { name: "gammal", call: |vm, a| lgamma(vm, a, long_double(vm)) },
    Model { name: "remquo", call: |vm, a| int_out(vm, a, F64, shim::m_remquo, 2) },
    Model { name: "remquof", call: |vm, a| int_out(vm, a, F32, shim::m_remquo, 2) },
    Model { name: "remquol", call: |vm, a| int_out(vm, a, long_double(vm), shim::m_remquo, 2) },
    Model { name: "modf", call: |vm, a| modf(vm, a, F64) },
    Model { name: "modff", call: |vm, a| modf(vm, a, F32) },
    Model { name: "modfl", call: |vm, a| modf(vm, a, long_double(vm)) },
    Model { name: "sincos", call: |vm, a| sincos(vm, a, F64) },
    Model { name: "sincosf", call: |vm, a| sincos(vm, a, F32) },
    Model { name: "sincosl", call: |vm, a| sincos(vm, a, long_double(vm)) },
    Model { name: "nexttoward", call: |vm, a| nexttoward(vm, a, F64) },
    Model { name: "nexttowardf", call: |vm, a| nexttoward(vm, a, F32) },
    Model { name: "nexttowardl", call: |vm, a| nexttoward(vm, a, long_double(vm)) },
    Model { name: "nan", call: |vm, a| nan(vm, a, F64) },
    Model { name: "nanf", call: |vm, a| nan(vm, a, F32) },
    Model { name: "nanl", call: |vm, a| nan(vm, a, long_double(vm)) },
    Model { name: "scalb", call: |vm, a| scalb(vm, a, F64) },
    Model { name: "scalbf", call: |vm, a| scalb(vm, a, F32) },
    Model { name: "scalbl", call: |vm, a| scalb(vm, a, long_double(vm)) },
];

/// Stores a float.
fn store(vm: &mut Vm, to: u64, kind: FloatKind, bits: u128) -> Result<(), Stop> {
    let words = [bits as u64, (bits >> 64) as u64];
    vm.memory.store_bits(to, kind.bits(), &words).map_err(|e| vm.memory_stop(e))
}

/// `floats` arguments, then a pointer to an `int`.
fn int_out(vm: &mut Vm, a: Args, kind: FloatKind, f: Shim, floats: usize) -> Result<Reply, Stop> {
    let arguments = [Part::Float(argument(a, 0)), Part::Float(argument(a, 1))];
    let answer = evaluate(kind, f, &arguments[..floats], [FLOAT, INT]);
    vm.write_int(a.word(floats), 32, answer.results[1].int() as u32 as u64)?;
    pass_errno(vm, answer.errno)?;
    Ok(reply(kind, answer.bits()))
}

/// The sign of the gamma function goes to a global variable.
fn lgamma(vm: &mut Vm, a: Args, kind: FloatKind) -> Result<Reply, Stop> {
    let answer = evaluate(kind, shim::m_lgamma_r, &[Part::Float(argument(a, 0))], [FLOAT, INT]);
    if let Some(at) = vm.library_variable("signgam") {
        vm.write_int(at, 32, answer.results[1].int() as u32 as u64)?;
    }
    pass_errno(vm, answer.errno)?;
    Ok(reply(kind, answer.bits()))
}

fn modf(vm: &mut Vm, a: Args, kind: FloatKind) -> Result<Reply, Stop> {
    let answer = evaluate(kind, shim::m_modf, &[Part::Float(argument(a, 0))], [FLOAT; 2]);
    store(vm, a.word(1), kind, answer.results[1].bits())?;
    Ok(reply(kind, answer.bits()))
}

fn sincos(vm: &mut Vm, a: Args, kind: FloatKind) -> Result<Reply, Stop> {
    let answer = evaluate(kind, shim::m_sincos, &[Part::Float(argument(a, 0))], [FLOAT; 2]);
    store(vm, a.word(1), kind, answer.bits())?;
    store(vm, a.word(2), kind, answer.results[1].bits())?;
    pass_errno(vm, answer.errno)?;
    Ok(Reply::Void)
}

/// Like `nextafter`, but the direction is a `long double` that need not fit the format.
fn nexttoward(vm: &mut Vm, a: Args, kind: FloatKind) -> Result<Reply, Stop> {
    let (x, toward) = (argument(a, 0), argument(a, 1));
    let wide = long_double(vm);
    let order = float::compare(F128, float::convert(kind, F128, x), float::convert(wide, F128, toward));
    let to = match order {
        None | Some(Ordering::Equal) => float::convert(wide, kind, toward),
        Some(Ordering::Less) => float::from_f64(kind, f64::INFINITY),
        Some(Ordering::Greater) => float::from_f64(kind, f64::NEG_INFINITY),
    };
    let answer = evaluate(kind, shim::m_nextafter, &[Part::Float(x), Part::Float(to)], [FLOAT; 2]);
    pass_errno(vm, answer.errno)?;
    Ok(reply(kind, answer.bits()))
}

/// `nan("tag")` is `strtod("nan(tag)")`.
fn nan(vm: &mut Vm, a: Args, kind: FloatKind) -> Result<Reply, Stop> {
    let mut text = b"nan(".to_vec();
    text.extend(vm.c_string(a.word(0))?);
    text.push(b')');
    let mut text = &text[..];
    Ok(match kind {
        F32 => parse_float::<f32>(&mut text).value.into(),
        X87 => {
            let v = parse_float::<crescendo_cformat::LongDouble>(&mut text).value;
            Reply::Wide(v.mantissa, v.sign_exponent as u64)
        }
        F128 => reply(kind, parse_float::<crescendo_cformat::Quad>(&mut text).value.0),
        _ => parse_float::<f64>(&mut text).value.into(),
    })
}

/// x * 2^n for a float n; a fraction in n makes no sense.
fn scalb(vm: &mut Vm, a: Args, kind: FloatKind) -> Result<Reply, Stop> {
    let n = float::to_f64(kind, argument(a, 1));
    let exponent = n.clamp(-70_000.0, 70_000.0);
    if n.is_nan() || n.is_finite() && n.fract() != 0.0 {
        return Ok(reply(kind, float::from_f64(kind, f64::NAN)));
    }
    let answer = evaluate(kind, shim::m_scalbn, &[Part::Float(argument(a, 0)), Part::Int(exponent as i64)], [FLOAT; 2]);
    pass_errno(vm, answer.errno)?;
    Ok(reply(kind, answer.bits()))
}
