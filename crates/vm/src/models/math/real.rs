//! math.h: functions from numbers to a number, each for `double`, `float` and `long double`.

use super::shim::{self, Answer, FLOAT, INT, Part, Shim, evaluate};
use crate::machine::Vm;
use crate::models::{Args, Model};
use crate::stop::{Limit, Stop};
use crate::value::Reply;
use crescendo_program::FloatKind;

/// What a function takes.
#[derive(Clone, Copy)]
enum Shape {
    One,
    Two,
    Three,
    /// A float and an integer.
    WithInt,
    /// An integer and a float.
    IntFirst,
}

use Shape::*;

/// The models of functions that come for every format: plain, with `f`, with `l`, and by the formats' own names.
macro_rules! families {
    ($($name:literal $shim:ident $shape:ident $give:ident;)*) => {
        &[$(
            Model { name: $name, call: |vm, a| $give(vm, a, FloatKind::F64, shim::$shim, $shape) },
            Model { name: concat!($name, "f"), call: |vm, a| $give(vm, a, FloatKind::F32, shim::$shim, $shape) },
            Model { name: concat!($name, "l"), call: |vm, a| $give(vm, a, long_double(vm), shim::$shim, $shape) },
            Model { name: concat!($name, "f32"), call: |vm, a| $give(vm, a, FloatKind::F32, shim::$shim, $shape) },
            Model { name: concat!($name, "f64"), call: |vm, a| $give(vm, a, FloatKind::F64, shim::$shim, $shape) },
            Model { name: concat!($name, "f128"), call: |vm, a| $give(vm, a, FloatKind::F128, shim::$shim, $shape) },
        )*]
    };
}

pub const MODELS: &[Model] = families! {
    "acos" m_acos One float;
    "asin" m_asin One float;
    "atan" m_atan One float;
    "cos" m_cos One float;
    "sin" m_sin One float;
    "tan" m_tan One float;
    "acosh" m_acosh One float;
    "asinh" m_asinh One float;
    "atanh" m_atanh One float;
    "cosh" m_cosh One float;
    "sinh" m_sinh One float;
    "tanh" m_tanh One float;
    "exp" m_exp One float;
    "exp2" m_exp2 One float;
    "exp10" m_exp10 One float;
    "pow10" m_exp10 One float;
    "expm1" m_expm1 One float;
    "log" m_log One float;
    "log2" m_log2 One float;
    "log10" m_log10 One float;
    "log1p" m_log1p One float;
    "logb" m_logb One float;
    "sqrt" m_sqrt One float;
    "cbrt" m_cbrt One float;
    "fabs" m_fabs One float;
    "erf" m_erf One float;
    "erfc" m_erfc One float;
    "tgamma" m_tgamma One float;
    "ceil" m_ceil One float;
    "floor" m_floor One float;
    "trunc" m_trunc One float;
    "round" m_round One float;
    "roundeven" m_roundeven One float;
    "rint" m_rint One float;
    "nearbyint" m_nearbyint One float;
    "nextup" m_nextup One float;
    "nextdown" m_nextdown One float;
    "significand" m_significand One float;
    "j0" m_j0 One float;
    "j1" m_j1 One float;
    "y0" m_y0 One float;
    "y1" m_y1 One float;
    "jn" m_jn IntFirst float;
    "yn" m_yn IntFirst float;
    "atan2" m_atan2 Two float;
    "pow" m_pow Two float;
    "hypot" m_hypot Two float;
    "fmod" m_fmod Two float;
    "remainder" m_remainder Two float;
    "drem" m_remainder Two float;
    "copysign" m_copysign Two float;
    "nextafter" m_nextafter Two float;
    "fdim" m_fdim Two float;
    "fmax" m_fmax Two float;
    "fmin" m_fmin Two float;
    "fmaxmag" m_fmaxmag Two float;
    "fminmag" m_fminmag Two float;
    "fma" m_fma Three float;
    "ldexp" m_ldexp WithInt float;
    "scalbn" m_scalbn WithInt float;
    "scalbln" m_scalbln WithInt float;
    "ilogb" m_ilogb One integer;
    "llogb" m_llogb One integer;
    "lrint" m_llrint One long;
    "llrint" m_llrint One integer;
    "lround" m_llround One long;
    "llround" m_llround One integer;
};

/// The format of `long double`.
pub fn long_double(vm: &Vm) -> FloatKind {
    vm.program.target.long_double
}

/// The bits of a float argument.
pub fn argument(a: Args, i: usize) -> u128 {
    a.values.get(i).map_or(0, |v| v.lo as u128 | (v.hi as u128) << 64)
}

/// A float as a reply.
pub fn reply(kind: FloatKind, bits: u128) -> Reply {
    if kind.slots() > 1 { Reply::Wide(bits as u64, (bits >> 64) as u64) } else { Reply::Word(bits as u64) }
}

/// Passes the library's `errno` on, if it set one.
pub fn pass_errno(vm: &mut Vm, errno: i32) -> Result<(), Stop> {
    if errno != 0 { vm.set_errno(errno) } else { Ok(()) }
}

/// The Bessel functions take time in proportion to their order, and nothing interrupts them.
const MAX_ORDER: u64 = 1 << 20;

fn call(vm: &mut Vm, a: Args, kind: FloatKind, f: Shim, shape: Shape, result: Part) -> Result<Answer, Stop> {
    let float = |i| Part::Float(argument(a, i));
    let int = |i| Part::Int(a.signed(i));
    if matches!(shape, IntFirst) && a.signed(0).unsigned_abs() > MAX_ORDER {
        return Err(Stop::Limit(Limit::Steps));
    }
    let answer = match shape {
        One => evaluate(kind, f, &[float(0)], [result, INT]),
        Two => evaluate(kind, f, &[float(0), float(1)], [result, INT]),
        Three => evaluate(kind, f, &[float(0), float(1), float(2)], [result, INT]),
        WithInt => evaluate(kind, f, &[float(0), int(1)], [result, INT]),
        IntFirst => evaluate(kind, f, &[int(0), float(1)], [result, INT]),
    };
    pass_errno(vm, answer.errno)?;
    Ok(answer)
}

fn float(vm: &mut Vm, a: Args, kind: FloatKind, f: Shim, shape: Shape) -> Result<Reply, Stop> {
    Ok(reply(kind, call(vm, a, kind, f, shape, FLOAT)?.bits()))
}

fn integer(vm: &mut Vm, a: Args, kind: FloatKind, f: Shim, shape: Shape) -> Result<Reply, Stop> {
    Ok(call(vm, a, kind, f, shape, INT)?.results[0].int().into())
}

/// What does not fit the target's `long` gives the smallest one, as what does not fit 64 bits.
fn long(vm: &mut Vm, a: Args, kind: FloatKind, f: Shim, shape: Shape) -> Result<Reply, Stop> {
    let v = call(vm, a, kind, f, shape, INT)?.results[0].int();
    let smallest = i64::MIN >> (64 - vm.program.target.long_bits);
    Ok((if (smallest..=!smallest).contains(&v) { v } else { smallest }).into())
}
