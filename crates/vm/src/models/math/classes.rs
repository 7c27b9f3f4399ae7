//! math.h: classification. Most of it is built into the compiler; these are the functions behind the macros.

use super::real::{argument, long_double};
use crate::machine::Vm;
use crate::models::{Args, Model};
use crate::number::float;
use crate::stop::Stop;
use crate::value::Reply;
use crescendo_program::FloatKind::{self, F32, F64, F128};

/// Each function for `double`, `float`, `long double` and quad; their names differ in where the suffix stands.
macro_rules! classes {
    ($($name:literal $f:ident;)*) => {
        &[$(
            Model { name: $name, call: |vm, a| $f(vm, a, F64) },
            Model { name: concat!($name, "f"), call: |vm, a| $f(vm, a, F32) },
            Model { name: concat!($name, "l"), call: |vm, a| $f(vm, a, long_double(vm)) },
            Model { name: concat!($name, "f128"), call: |vm, a| $f(vm, a, F128) },
        )*]
    };
}

pub const MODELS: &[Model] = classes! {
    "isnan" isnan;
    "__isnan" isnan;
    "isinf" isinf;
    "__isinf" isinf;
    "finite" finite;
    "__finite" finite;
    "__signbit" signbit;
    "__fpclassify" fpclassify;
    "__issignaling" issignaling;
};

// The bits of `float::class`.
const SIGNALLING: u32 = 1;
const NAN: u32 = 3;
const INFINITE: u32 = 1 << 2 | 1 << 9;
const SUBNORMAL: u32 = 1 << 4 | 1 << 7;
const ZERO: u32 = 1 << 5 | 1 << 6;

fn class(a: Args, kind: FloatKind) -> u32 {
    float::class(kind, argument(a, 0))
}

fn isnan(_: &mut Vm, a: Args, kind: FloatKind) -> Result<Reply, Stop> {
    Ok(((class(a, kind) & NAN != 0) as i32).into())
}

/// -1 for the negative one.
fn isinf(_: &mut Vm, a: Args, kind: FloatKind) -> Result<Reply, Stop> {
    let sign = if float::is_negative(kind, argument(a, 0)) { -1 } else { 1 };
    Ok((if class(a, kind) & INFINITE != 0 { sign } else { 0 }).into())
}

fn finite(_: &mut Vm, a: Args, kind: FloatKind) -> Result<Reply, Stop> {
    Ok(((class(a, kind) & (NAN | INFINITE) == 0) as i32).into())
}

fn signbit(_: &mut Vm, a: Args, kind: FloatKind) -> Result<Reply, Stop> {
    Ok((float::is_negative(kind, argument(a, 0)) as i32).into())
}

/// By glibc's numbers: NaN, infinite, zero, subnormal, normal.
fn fpclassify(_: &mut Vm, a: Args, kind: FloatKind) -> Result<Reply, Stop> {
    let class = class(a, kind);
    let number = [NAN, INFINITE, ZERO, SUBNORMAL].iter().position(|c| class & c != 0);
    Ok((number.unwrap_or(4) as i32).into())
}

fn issignaling(_: &mut Vm, a: Args, kind: FloatKind) -> Result<Reply, Stop> {
    Ok(((class(a, kind) & SIGNALLING != 0) as i32).into())
}
