//! math.h where the solver has the operation too: roundings, magnitudes, minima, classes. The other functions make their
//! arguments concrete.

use super::{Answer, Call, SymbolicModel, with};
use crate::machine::Vm;
use crate::symbolic::intrinsic;
use crescendo_program::body::Intrinsic;
use crescendo_program::{FloatKind, Scalar};
use crescendo_solver::expr::{ExprId, Kind};

macro_rules! suffixed {
    ($($name:literal $call:expr;)*) => {
        &[$(
            SymbolicModel { name: $name, call: $call },
            SymbolicModel { name: concat!($name, "f"), call: $call },
            SymbolicModel { name: concat!($name, "l"), call: $call },
            SymbolicModel { name: concat!($name, "f128"), call: $call },
        )*]
    };
}

pub(super) const MODELS: &[SymbolicModel] = suffixed! {
    "fabs" |vm, c| apply(vm, c, Intrinsic::FAbs);
    "floor" |vm, c| apply(vm, c, Intrinsic::Floor);
    "ceil" |vm, c| apply(vm, c, Intrinsic::Ceil);
    "trunc" |vm, c| apply(vm, c, Intrinsic::TruncF);
    "round" |vm, c| apply(vm, c, Intrinsic::Round);
    "roundeven" |vm, c| apply(vm, c, Intrinsic::RoundEven);
    "rint" |vm, c| apply(vm, c, Intrinsic::Rint);
    "nearbyint" |vm, c| apply(vm, c, Intrinsic::NearbyInt);
    "copysign" |vm, c| apply(vm, c, Intrinsic::CopySign);
    "fma" |vm, c| apply(vm, c, Intrinsic::Fma);
    "fmin" |vm, c| apply(vm, c, Intrinsic::MinNum);
    "fmax" |vm, c| apply(vm, c, Intrinsic::MaxNum);
    "sqrt" sqrt;
    "isnan" |vm, c| class(vm, c, Class::Nan);
    "__isnan" |vm, c| class(vm, c, Class::Nan);
    "isinf" |vm, c| class(vm, c, Class::Infinite);
    "__isinf" |vm, c| class(vm, c, Class::Infinite);
    "finite" |vm, c| class(vm, c, Class::Finite);
    "__finite" |vm, c| class(vm, c, Class::Finite);
    "__signbit" |vm, c| class(vm, c, Class::Sign);
    "__fpclassify" |vm, c| class(vm, c, Class::Which);
};

/// The arguments as terms, if one of them is symbolic and they are floats of one kind.
fn floats(vm: &mut Vm, call: &Call) -> Option<(FloatKind, Vec<(Scalar, ExprId)>)> {
    let Scalar::Float(kind) = call.args.first()?.scalar else { return None };
    if kind == FloatKind::PpcPair || !call.args.iter().any(|v| v.is_symbolic()) {
        return None;
    }
    let mut all = Vec::new();
    for v in call.args {
        if v.scalar != Scalar::Float(kind) {
            return None;
        }
        let bits = kind.bits();
        let mut e = vm.value_term(v, bits.min(64));
        if bits > 64 {
            let s = vm.sym();
            let high = match v.terms[1] {
                ExprId::NONE => s.pool.constant(v.hi, bits - 64),
                e => s.fit(e, bits - 64),
            };
            e = s.pool.concat(high, e);
        }
        all.push((v.scalar, e));
    }
    Some((kind, all))
}

/// The terms of a float's words.
fn words(vm: &mut Vm, e: ExprId) -> [ExprId; 2] {
    let p = &mut vm.sym().pool;
    match p.width(e) {
        0..=64 => [e, ExprId::NONE],
        w => [p.extract(e, 0, 64), p.extract(e, 64, w - 64)],
    }
}

fn apply(vm: &mut Vm, call: &Call, what: Intrinsic) -> Answer {
    let Some((kind, args)) = floats(vm, call) else { return Ok(None) };
    // Only the usual rounding mode has terms.
    let by_mode = matches!(what, Intrinsic::Rint | Intrinsic::NearbyInt | Intrinsic::Fma);
    if by_mode && !vm.library.rounding.is_nearest() {
        return Ok(None);
    }
    let Some(e) = intrinsic::float(vm.sym(), what, kind, &args) else { return Ok(None) };
    let reply = vm.finish(call, &[])?;
    Ok(Some((reply, words(vm, e))))
}

/// A negative argument sets `errno`: the path decides.
fn sqrt(vm: &mut Vm, call: &Call) -> Answer {
    let Some((kind, args)) = floats(vm, call) else { return Ok(None) };
    if !vm.library.rounding.is_nearest() {
        return Ok(None);
    }
    let p = &mut vm.sym().pool;
    let zero = p.constant_words(&[0, 0], kind.bits());
    let negative = p.float_test(Kind::FLt, kind, &[args[0].1, zero], 1);
    let truth = vm.sym().evaluate(negative)[0] == 1;
    vm.fork(negative, truth)?;
    let Some(e) = intrinsic::float(vm.sym(), Intrinsic::Sqrt, kind, &args) else { return Ok(None) };
    let reply = vm.finish(call, &[])?;
    Ok(Some((reply, words(vm, e))))
}

#[derive(Clone, Copy, PartialEq)]
enum Class {
    Nan,
    Infinite,
    Finite,
    Sign,
    Which,
}

fn class(vm: &mut Vm, call: &Call, which: Class) -> Answer {
    let Some((kind, args)) = floats(vm, call) else { return Ok(None) };
    if kind == FloatKind::X87 {
        // It has bit patterns that are no numbers.
        return Ok(None);
    }
    let x = args[0].1;
    let reply = vm.finish(call, &[])?;
    let p = &mut vm.sym().pool;
    let mut test = |op| p.float_test(op, kind, &[x], 1);
    let (nan, infinite) = (test(Kind::FIsNan), test(Kind::FIsInf));
    let (zero, small) = (test(Kind::FIsZero), test(Kind::FIsSubnormal));
    let sign = p.extract(x, kind.bits() - 1, 1);
    let number = |p: &mut crescendo_solver::expr::Pool, n: i32| p.constant(n as u32 as u64, 32);
    let e = match which {
        Class::Nan => p.zext(nan, 32),
        Class::Finite => {
            let either = p.or(nan, infinite);
            let e = p.not(either);
            p.zext(e, 32)
        }
        Class::Infinite => {
            let (plus, minus, none) = (number(p, 1), number(p, -1), number(p, 0));
            let signed = p.ite(sign, minus, plus);
            p.ite(infinite, signed, none)
        }
        Class::Sign => p.zext(sign, 32),
        Class::Which => {
            let [n, i, z, s, rest] = [0, 1, 2, 3, 4].map(|k| number(p, k));
            let e = p.ite(small, s, rest);
            let e = p.ite(zero, z, e);
            let e = p.ite(infinite, i, e);
            p.ite(nan, n, e)
        }
    };
    with(reply, e)
}
