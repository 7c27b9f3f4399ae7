//! Float operations inverted by their counterparts; comparisons by whole numbers near the boundary, then by single steps.

use super::invert::{Goal, Way, Ways, ones};
use super::trial::Trial;
use crate::expr::{Kind, Step, format_of};
use crescendo_number::{float, wide};
use crescendo_program::FloatKind;
use crescendo_program::op::FloatBin;
use smallvec::smallvec;

fn sign(k: FloatKind) -> u128 {
    1 << (k.bits() - 1)
}

/// The next float upwards; x87's shown leading bit makes steps across powers of two miss, which evaluation notices.
fn up(k: FloatKind, v: u128) -> u128 {
    match v {
        v if v == sign(k) => 1,
        v if v & sign(k) != 0 => v - 1,
        v => v + 1,
    }
}

fn down(k: FloatKind, v: u128) -> u128 {
    up(k, v ^ sign(k)) ^ sign(k)
}

pub fn ways(t: &Trial, s: &Step, want: u128) -> Ways {
    let k = s.node.format();
    if k == FloatKind::PpcPair {
        return Ways::new();
    }
    let (a, oa) = (t.value(s.a), t.open(s.a));
    let two = s.node.operands().count() >= 2;
    let (b, ob) = if two { (t.value(s.b), t.open(s.b)) } else { (0, false) };
    let calc = |op, x, y| float::binary(op, k, x, y);
    let number = |v: f64| float::from_f64(k, v);
    let mut ways = Ways::new();
    let mut to = |open: bool, goal: Goal| {
        let way: Way = smallvec![goal];
        if open && !ways.contains(&way) {
            ways.push(way);
        }
    };
    use FloatBin::{Add, Div, Mul, Sub};
    match s.node.kind {
        Kind::FromBits | Kind::ToBits => to(oa, (s.a, want)),
        Kind::FNeg => to(oa, (s.a, want ^ sign(k))),
        Kind::FAbs => {
            to(oa, (s.a, want));
            to(oa, (s.a, want ^ sign(k)));
        }
        Kind::FAdd => {
            to(oa, (s.a, calc(Sub, want, b)));
            to(ob, (s.b, calc(Sub, want, a)));
        }
        Kind::FSub => {
            to(oa, (s.a, calc(Add, want, b)));
            to(ob, (s.b, calc(Sub, a, want)));
        }
        Kind::FMul if s.a == s.b => {
            let root = float::sqrt(k, want);
            to(oa, (s.a, root));
            to(oa, (s.a, root ^ sign(k)));
        }
        Kind::FMul => {
            to(oa, (s.a, calc(Div, want, b)));
            to(ob, (s.b, calc(Div, want, a)));
        }
        Kind::FDiv => {
            to(oa, (s.a, calc(Mul, want, b)));
            to(ob, (s.b, calc(Div, a, want)));
        }
        Kind::FRem => {
            to(oa, (s.a, want));
            to(oa, (s.a, calc(Add, want, b)));
        }
        Kind::FSqrt => to(oa, (s.a, calc(Mul, want, want))),
        Kind::FRound => to(oa, (s.a, want)),
        Kind::FConvert => to(oa, (s.a, float::convert(k, format_of(s.node.b as u8), want))),
        Kind::FromSigned | Kind::FromUnsigned if s.wa <= 128 => {
            let signed = s.node.kind == Kind::FromSigned;
            let v = wide::to_u128(&float::to_int(k, signed, s.wa as u32, want));
            to(oa, (s.a, v & ones(s.wa as u32)));
        }
        Kind::FToSigned | Kind::FToUnsigned if s.node.width <= 128 => {
            let signed = s.node.kind == Kind::FToSigned;
            to(oa, (s.a, float::from_int(k, signed, s.node.width as u32, &wide::from_u128(want))));
        }
        Kind::FEq | Kind::FLt | Kind::FLe => return compare(t, s, k, want != 0),
        Kind::FIsNan => to(oa, (s.a, if want != 0 { number(f64::NAN) } else { 0 })),
        Kind::FIsInf => {
            to(oa, (s.a, number(if want != 0 { f64::INFINITY } else { 0.0 })));
            to(oa, (s.a, number(if want != 0 { f64::NEG_INFINITY } else { 1.0 })));
        }
        Kind::FIsZero => {
            to(oa, (s.a, number(if want != 0 { 0.0 } else { 1.0 })));
            to(oa, (s.a, number(if want != 0 { -0.0 } else { -1.0 })));
        }
        Kind::FIsNormal => to(oa, (s.a, number(if want != 0 { 1.0 } else { 0.0 }))),
        Kind::FIsSubnormal => to(oa, (s.a, if want != 0 { 1 } else { 0 })),
        Kind::FIsNegative => {
            to(oa, (s.a, number(if want != 0 { -1.0 } else { 1.0 })));
            to(oa, (s.a, a ^ sign(k)));
        }
        _ => {}
    }
    ways
}

fn compare(t: &Trial, s: &Step, k: FloatKind, want: bool) -> Ways {
    let (a, b) = (t.value(s.a), t.value(s.b));
    let number = |v: f64| float::from_f64(k, v);
    let calc = |op, x, y| float::binary(op, k, x, y);
    let nan = |v| float::is_nan(k, v);
    let mut ways = Ways::new();
    let mut to = |x: u32, v: u128| {
        if t.open(x) {
            ways.push(smallvec![(x, v)]);
        }
    };
    // Toward lower or higher from a bound: by one, by a step, to where most numbers are.
    let mut lower = |x: u32, bound: u128| {
        if !nan(bound) {
            to(x, calc(FloatBin::Sub, bound, number(1.0)));
            to(x, down(k, bound));
            to(x, 0);
            to(x, number(f64::NEG_INFINITY));
        }
    };
    match (s.node.kind, want) {
        (Kind::FLt, true) | (Kind::FLe, false) => {
            // FLe false: b below a, or a NaN.
            let (x, y, vx, vy) = if want { (s.a, s.b, a, b) } else { (s.b, s.a, b, a) };
            lower(x, vy);
            if !nan(vx) {
                to(y, calc(FloatBin::Add, vx, number(1.0)));
                to(y, up(k, vx));
                to(y, 0);
            }
            ways.push(smallvec![(x, 0), (y, number(1.0))]);
            if !want {
                ways.push(smallvec![(s.a, number(f64::NAN))]);
                ways.push(smallvec![(s.b, number(f64::NAN))]);
            }
        }
        (Kind::FLt, false) | (Kind::FLe, true) | (Kind::FEq, true) => {
            if !nan(b) {
                to(s.a, b);
            }
            if !nan(a) {
                to(s.b, a);
            }
            ways.push(smallvec![(s.a, 0), (s.b, 0)]);
        }
        _ => {
            for (x, other) in [(s.a, b), (s.b, a)] {
                let zero = float::class(k, other) & (1 << 5 | 1 << 6) != 0;
                to(x, number(if zero { 1.0 } else { 0.0 }));
                to(x, calc(FloatBin::Add, other, number(1.0)));
                to(x, up(k, other));
            }
        }
    }
    ways
}
