//! Floats. `float` and `double` run on the host's IEEE units; the other formats are soft.

use super::wide::{self, Words};
use crescendo_program::FloatKind;
use crescendo_program::op::FloatBin;
pub use rustc_apfloat::Round as Mode;
use rustc_apfloat::ieee::{BFloat, Double, Half, Quad, Single, X87DoubleExtended};
use rustc_apfloat::ppc::DoubleDouble;
use rustc_apfloat::{Float, FloatConvert, Round, Status};
use std::cmp::Ordering;

/// The bits of a float, lowest word first (one or two words count).
pub type Bits = u128;

/// Runs a block with `$F` bound to the soft type of a format.
macro_rules! soft {
    ($kind:expr, $F:ident => $body:expr) => {
        match $kind {
            FloatKind::F16 => {
                type $F = Half;
                $body
            }
            FloatKind::BF16 => {
                type $F = BFloat;
                $body
            }
            FloatKind::F32 => {
                type $F = Single;
                $body
            }
            FloatKind::F64 => {
                type $F = Double;
                $body
            }
            FloatKind::X87 => {
                type $F = X87DoubleExtended;
                $body
            }
            FloatKind::F128 => {
                type $F = Quad;
                $body
            }
            FloatKind::PpcPair => {
                type $F = DoubleDouble;
                $body
            }
        }
    };
}

#[inline]
pub fn f64_of(b: Bits) -> f64 {
    f64::from_bits(b as u64)
}

#[inline]
pub fn f32_of(b: Bits) -> f32 {
    f32::from_bits(b as u32)
}

pub fn binary(op: FloatBin, kind: FloatKind, a: Bits, b: Bits) -> Bits {
    match kind {
        FloatKind::F64 => {
            let (x, y) = (f64_of(a), f64_of(b));
            let r = match op {
                FloatBin::Add => x + y,
                FloatBin::Sub => x - y,
                FloatBin::Mul => x * y,
                FloatBin::Div => x / y,
                FloatBin::Rem => x % y,
            };
            r.to_bits() as Bits
        }
        FloatKind::F32 => f32_binary(op, f32_of(a), f32_of(b)).to_bits() as Bits,
        _ => soft!(kind, F => {
            let (x, y) = (F::from_bits(a), F::from_bits(b));
            let r = match op {
                FloatBin::Add => (x + y).value,
                FloatBin::Sub => (x - y).value,
                FloatBin::Mul => (x * y).value,
                FloatBin::Div => (x / y).value,
                FloatBin::Rem => x.c_fmod(y).value,
            };
            // The x87 makes its NaNs negative.
            if kind == FloatKind::X87 && r.is_nan() && !x.is_nan() && !y.is_nan() && !r.is_negative() {
                (-r).to_bits()
            } else {
                r.to_bits()
            }
        }),
    }
}

#[inline]
pub fn f32_binary(op: FloatBin, x: f32, y: f32) -> f32 {
    match op {
        FloatBin::Add => x + y,
        FloatBin::Sub => x - y,
        FloatBin::Mul => x * y,
        FloatBin::Div => x / y,
        FloatBin::Rem => x % y,
    }
}

/// The sign bits: both parts of a pair have one.
#[inline]
fn sign(kind: FloatKind) -> Bits {
    match kind {
        FloatKind::PpcPair => 1 << 127 | 1 << 63,
        _ => 1 << (kind.bits() - 1),
    }
}

#[inline]
pub fn negate(kind: FloatKind, a: Bits) -> Bits {
    a ^ sign(kind)
}

#[inline]
pub fn compare(kind: FloatKind, a: Bits, b: Bits) -> Option<Ordering> {
    match kind {
        FloatKind::F64 => f64_of(a).partial_cmp(&f64_of(b)),
        FloatKind::F32 => f32_of(a).partial_cmp(&f32_of(b)),
        _ => soft!(kind, F => F::from_bits(a).partial_cmp(&F::from_bits(b))),
    }
}

/// One format to another; the pair format goes through quad.
pub fn convert(from: FloatKind, to: FloatKind, a: Bits) -> Bits {
    match (from, to) {
        (FloatKind::F32, FloatKind::F64) => (f32_of(a) as f64).to_bits() as Bits,
        (FloatKind::F64, FloatKind::F32) => (f64_of(a) as f32).to_bits() as Bits,
        (x, y) if x == y => a,
        (FloatKind::PpcPair, _) => {
            // The value is the sum of the two doubles.
            let hi = convert(FloatKind::F64, FloatKind::F128, a & u64::MAX as Bits);
            let lo = convert(FloatKind::F64, FloatKind::F128, a >> 64);
            convert(FloatKind::F128, to, binary(FloatBin::Add, FloatKind::F128, hi, lo))
        }
        (_, FloatKind::PpcPair) => {
            let quad = convert(from, FloatKind::F128, a);
            let hi = convert(FloatKind::F128, FloatKind::F64, quad);
            if !f64_of(hi).is_finite() {
                return hi;
            }
            let back = convert(FloatKind::F64, FloatKind::F128, hi);
            let rest = binary(FloatBin::Sub, FloatKind::F128, quad, back);
            hi | convert(FloatKind::F128, FloatKind::F64, rest) << 64
        }
        _ => ieee_convert(from, to, a),
    }
}

macro_rules! to_ieee {
    ($x:expr, $to:expr) => {{
        let x = $x;
        let mut lossy = false;
        match $to {
            FloatKind::F16 => FloatConvert::<Half>::convert(x, &mut lossy).value.to_bits(),
            FloatKind::BF16 => FloatConvert::<BFloat>::convert(x, &mut lossy).value.to_bits(),
            FloatKind::F32 => FloatConvert::<Single>::convert(x, &mut lossy).value.to_bits(),
            FloatKind::F64 => FloatConvert::<Double>::convert(x, &mut lossy).value.to_bits(),
            FloatKind::X87 => FloatConvert::<X87DoubleExtended>::convert(x, &mut lossy).value.to_bits(),
            FloatKind::F128 | FloatKind::PpcPair => FloatConvert::<Quad>::convert(x, &mut lossy).value.to_bits(),
        }
    }};
}

fn ieee_convert(from: FloatKind, to: FloatKind, a: Bits) -> Bits {
    match from {
        FloatKind::F16 => to_ieee!(Half::from_bits(a), to),
        FloatKind::BF16 => to_ieee!(BFloat::from_bits(a), to),
        FloatKind::F32 => to_ieee!(Single::from_bits(a), to),
        FloatKind::F64 => to_ieee!(Double::from_bits(a), to),
        FloatKind::X87 => to_ieee!(X87DoubleExtended::from_bits(a), to),
        FloatKind::F128 | FloatKind::PpcPair => to_ieee!(Quad::from_bits(a), to),
    }
}

/// Any float as a double, rounded.
pub fn to_f64(kind: FloatKind, a: Bits) -> f64 {
    f64_of(convert(kind, FloatKind::F64, a))
}

pub fn from_f64(kind: FloatKind, v: f64) -> Bits {
    convert(FloatKind::F64, kind, v.to_bits() as Bits)
}

/// Truncation towards zero. What does not fit is undefined in C; doubles then give what x86-64 code gives.
pub fn to_int(kind: FloatKind, signed: bool, w: u32, a: Bits) -> Words {
    match kind {
        FloatKind::F32 | FloatKind::F64 if w <= 64 => {
            let x = if kind == FloatKind::F32 { f32_of(a) as f64 } else { f64_of(a) };
            Words::from_slice(&[f64_to_int(signed, w, x)])
        }
        FloatKind::PpcPair => {
            let quad = convert(kind, FloatKind::F128, a);
            to_int(FloatKind::F128, signed, w, quad)
        }
        _ => soft!(kind, F => {
            let x = F::from_bits(a);
            let mut exact = false;
            let bits = w.min(128) as usize;
            let (value, status): (u128, Status) = if signed {
                let r = x.to_i128_r(bits, Round::TowardZero, &mut exact);
                (r.value as u128, r.status)
            } else {
                let r = x.to_u128_r(bits, Round::TowardZero, &mut exact);
                (r.value, r.status)
            };
            let value = if status.contains(Status::INVALID_OP) { 1u128 << (bits - 1) } else { value };
            wide::resize(&wide::from_u128(value), 128, w, signed)
        }),
    }
}

/// `to_int` of a double to at most 64 bits.
#[inline]
pub fn f64_to_int(signed: bool, w: u32, x: f64) -> u64 {
    let i32_like = |x: f64| if x > -2147483649.0 && x < 2147483648.0 { x as i32 } else { i32::MIN };
    let i64_like =
        |x: f64| if (-9223372036854775808.0..9223372036854775808.0).contains(&x) { x as i64 } else { i64::MIN };
    let v = match (signed, w) {
        (true, 0..=32) | (false, 0..=16) => i32_like(x) as u64,
        (true, _) | (false, 17..=32) => i64_like(x) as u64,
        (false, _) if x < 9223372036854775808.0 => i64_like(x) as u64,
        (false, _) => i64_like(x - 9223372036854775808.0) as u64 ^ 1 << 63,
    };
    super::int::mask(v, w)
}

pub fn from_int(kind: FloatKind, signed: bool, w: u32, a: &[u64]) -> Bits {
    // The host's own conversion: it follows the rounding mode.
    match (kind, w <= 64) {
        (FloatKind::F64, true) if signed => return (super::int::sext(a[0], w) as f64).to_bits() as Bits,
        (FloatKind::F32, true) if signed => return (super::int::sext(a[0], w) as f32).to_bits() as Bits,
        (FloatKind::F64, true) => return (a[0] as f64).to_bits() as Bits,
        (FloatKind::F32, true) => return (a[0] as f32).to_bits() as Bits,
        _ => {}
    }
    let value = wide::to_u128(&wide::resize(a, w, 128, signed));
    match (kind, signed) {
        (FloatKind::F64, true) => (value as i128 as f64).to_bits() as Bits,
        (FloatKind::F64, false) => (value as f64).to_bits() as Bits,
        (FloatKind::F32, true) => (value as i128 as f32).to_bits() as Bits,
        (FloatKind::F32, false) => (value as f32).to_bits() as Bits,
        (FloatKind::PpcPair, _) => {
            let quad = from_int(FloatKind::F128, signed, w, a);
            convert(FloatKind::F128, FloatKind::PpcPair, quad)
        }
        (_, true) => soft!(kind, F => F::from_i128(value as i128).value.to_bits()),
        (_, false) => soft!(kind, F => F::from_u128(value).value.to_bits()),
    }
}

/// Rounds to an integral value.
pub fn round(kind: FloatKind, a: Bits, mode: Round) -> Bits {
    match (kind, mode) {
        (FloatKind::F64, Round::TowardNegative) => f64_of(a).floor().to_bits() as Bits,
        (FloatKind::F64, Round::TowardPositive) => f64_of(a).ceil().to_bits() as Bits,
        (FloatKind::F64, Round::TowardZero) => f64_of(a).trunc().to_bits() as Bits,
        (FloatKind::PpcPair, _) => {
            let quad = round(FloatKind::F128, convert(kind, FloatKind::F128, a), mode);
            convert(FloatKind::F128, kind, quad)
        }
        _ => soft!(kind, F => F::from_bits(a).round_to_integral(mode).value.to_bits()),
    }
}

#[inline]
pub fn is_nan(kind: FloatKind, a: Bits) -> bool {
    if kind == FloatKind::F64 {
        return f64_of(a).is_nan();
    }
    soft!(kind, F => F::from_bits(a).is_nan())
}

#[inline]
pub fn is_negative(kind: FloatKind, a: Bits) -> bool {
    // A pair has the sign of its first part, which lies low.
    let top = if kind == FloatKind::PpcPair { 63 } else { kind.bits() - 1 };
    a >> top & 1 != 0
}

pub fn abs(kind: FloatKind, a: Bits) -> Bits {
    if is_negative(kind, a) { negate(kind, a) } else { a }
}

pub fn fma(kind: FloatKind, a: Bits, b: Bits, c: Bits) -> Bits {
    match kind {
        FloatKind::F64 => f64_of(a).mul_add(f64_of(b), f64_of(c)).to_bits() as Bits,
        FloatKind::F32 => f32_of(a).mul_add(f32_of(b), f32_of(c)).to_bits() as Bits,
        _ => soft!(kind, F => F::from_bits(a).mul_add(F::from_bits(b), F::from_bits(c)).value.to_bits()),
    }
}

/// The ten classes of `llvm.is.fpclass`, one bit each.
pub fn class(kind: FloatKind, a: Bits) -> u32 {
    soft!(kind, F => {
        let x = F::from_bits(a);
        let negative = x.is_negative();
        let pick = |n: u32, p: u32| 1 << if negative { n } else { p };
        if x.is_nan() {
            if x.is_signaling() { 1 } else { 2 }
        } else if x.is_infinite() {
            pick(2, 9)
        } else if x.is_zero() {
            pick(5, 6)
        } else if x.is_denormal() {
            pick(4, 7)
        } else {
            pick(3, 8)
        }
    })
}

pub fn sqrt(kind: FloatKind, a: Bits) -> Bits {
    match kind {
        FloatKind::F64 => f64_of(a).sqrt().to_bits() as Bits,
        FloatKind::F32 => f32_of(a).sqrt().to_bits() as Bits,
        _ => soft_sqrt(kind, a),
    }
}

/// Correctly rounded square root by Newton's steps in quad, then one rounding.
fn soft_sqrt(kind: FloatKind, a: Bits) -> Bits {
    let x = to_f64(kind, a);
    if x.is_nan() || x < 0.0 || x == 0.0 || x.is_infinite() {
        return if x < 0.0 { from_f64(kind, -f64::NAN) } else { a };
    }
    let q = FloatKind::F128;
    let wide = convert(kind, q, a);
    let mut r = from_f64(q, x.sqrt());
    let half = from_f64(q, 0.5);
    for _ in 0..4 {
        let t = binary(FloatBin::Div, q, wide, r);
        r = binary(FloatBin::Mul, q, half, binary(FloatBin::Add, q, r, t));
    }
    convert(q, kind, r)
}
