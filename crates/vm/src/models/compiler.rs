//! Helpers that compilers call for operations their target lacks: wide integer arithmetic, bit counts, powers.

use super::math::real::{argument, long_double, reply};
use super::math::shim::{FLOAT, Part, evaluate, m_powi};
use super::{Args, Model};
use crate::machine::Vm;
use crate::stop::{FaultKind, Stop};
use crate::value::{Reply, Value};
use crescendo_program::FloatKind::{self, F32, F64, F128, X87};
use crescendo_program::Scalar;

pub const MODELS: &[Model] = &[
    Model { name: "__divsi3", call: |_, a| signed(a, 32, divide) },
    Model { name: "__divdi3", call: |_, a| signed(a, 64, divide) },
    Model { name: "__divti3", call: |vm, a| joined(vm, a, |a| signed(a, 128, divide)) },
    Model { name: "__modsi3", call: |_, a| signed(a, 32, modulo) },
    Model { name: "__moddi3", call: |_, a| signed(a, 64, modulo) },
    Model { name: "__modti3", call: |vm, a| joined(vm, a, |a| signed(a, 128, modulo)) },
    Model { name: "__udivsi3", call: |_, a| unsigned(a, u128::checked_div) },
    Model { name: "__udivdi3", call: |_, a| unsigned(a, u128::checked_div) },
    Model { name: "__udivti3", call: |vm, a| joined(vm, a, |a| unsigned(a, u128::checked_div)) },
    Model { name: "__umodsi3", call: |_, a| unsigned(a, u128::checked_rem) },
    Model { name: "__umoddi3", call: |_, a| unsigned(a, u128::checked_rem) },
    Model { name: "__umodti3", call: |vm, a| joined(vm, a, |a| unsigned(a, u128::checked_rem)) },
    Model { name: "__muldi3", call: |_, a| Ok(wide(value(a, 0).wrapping_mul(value(a, 1)))) },
    Model { name: "__multi3", call: |vm, a| joined(vm, a, |a| Ok(wide(value(a, 0).wrapping_mul(value(a, 1))))) },
    Model { name: "__negdi2", call: |_, a| Ok(wide(value(a, 0).wrapping_neg())) },
    Model { name: "__negti2", call: |vm, a| joined(vm, a, |a| Ok(wide(value(a, 0).wrapping_neg()))) },
    Model { name: "__ashldi3", call: |_, a| Ok(wide(value(a, 0) << (a.word(1) & 63))) },
    Model { name: "__ashlti3", call: |vm, a| joined(vm, a, |a| Ok(wide(value(a, 0) << (a.word(1) & 127)))) },
    Model { name: "__lshrdi3", call: |_, a| Ok(wide(value(a, 0) >> (a.word(1) & 63))) },
    Model { name: "__lshrti3", call: |vm, a| joined(vm, a, |a| Ok(wide(value(a, 0) >> (a.word(1) & 127)))) },
    Model { name: "__ashrdi3", call: |_, a| Ok(wide((extended(a, 0) >> (a.word(1) & 63)) as u128)) },
    Model {
        name: "__ashrti3",
        call: |vm, a| joined(vm, a, |a| Ok(wide((extended(a, 0) >> (a.word(1) & 127)) as u128))),
    },
    Model { name: "__cmpdi2", call: |_, a| Ok((extended(a, 0).cmp(&extended(a, 1)) as i32 + 1).into()) },
    Model {
        name: "__cmpti2",
        call: |vm, a| joined(vm, a, |a| Ok((extended(a, 0).cmp(&extended(a, 1)) as i32 + 1).into())),
    },
    Model { name: "__ucmpdi2", call: |_, a| Ok((value(a, 0).cmp(&value(a, 1)) as i32 + 1).into()) },
    Model { name: "__ucmpti2", call: |vm, a| joined(vm, a, |a| Ok((value(a, 0).cmp(&value(a, 1)) as i32 + 1).into())) },
    Model { name: "__clzsi2", call: |_, a| Ok(small((value(a, 0) as u32).leading_zeros())) },
    Model { name: "__clzdi2", call: |_, a| Ok(small((value(a, 0) as u64).leading_zeros())) },
    Model { name: "__clzti2", call: |vm, a| joined(vm, a, |a| Ok(small(value(a, 0).leading_zeros()))) },
    Model { name: "__ctzsi2", call: |_, a| Ok(small((value(a, 0) as u32).trailing_zeros())) },
    Model { name: "__ctzdi2", call: |_, a| Ok(small((value(a, 0) as u64).trailing_zeros())) },
    Model { name: "__ctzti2", call: |vm, a| joined(vm, a, |a| Ok(small(value(a, 0).trailing_zeros()))) },
    Model { name: "__ffssi2", call: |_, a| Ok(first_bit(value(a, 0))) },
    Model { name: "__ffsdi2", call: |_, a| Ok(first_bit(value(a, 0))) },
    Model { name: "__ffsti2", call: |vm, a| joined(vm, a, |a| Ok(first_bit(value(a, 0)))) },
    Model { name: "__popcountsi2", call: |_, a| Ok(small(value(a, 0).count_ones())) },
    Model { name: "__popcountdi2", call: |_, a| Ok(small(value(a, 0).count_ones())) },
    Model { name: "__popcountti2", call: |vm, a| joined(vm, a, |a| Ok(small(value(a, 0).count_ones()))) },
    Model { name: "__paritysi2", call: |_, a| Ok(small(value(a, 0).count_ones() & 1)) },
    Model { name: "__paritydi2", call: |_, a| Ok(small(value(a, 0).count_ones() & 1)) },
    Model { name: "__parityti2", call: |vm, a| joined(vm, a, |a| Ok(small(value(a, 0).count_ones() & 1))) },
    Model { name: "__bswapsi2", call: |_, a| Ok(small((value(a, 0) as u32).swap_bytes())) },
    Model { name: "__bswapdi2", call: |_, a| Ok((value(a, 0) as u64).swap_bytes().into()) },
    Model { name: "__powisf2", call: |_, a| power(a, F32) },
    Model { name: "__powidf2", call: |_, a| power(a, F64) },
    Model { name: "__powixf2", call: |_, a| power(a, X87) },
    Model { name: "__powitf2", call: |vm, a| power(a, if long_double(vm) == X87 { F128 } else { long_double(vm) }) },
    Model { name: "__stack_chk_fail", call: stack_smashed },
    Model { name: "__stack_chk_fail_local", call: stack_smashed },
];

/// An operand, zero-extended.
fn value(a: Args, i: usize) -> u128 {
    argument(a, i)
}

/// An operand, sign-extended.
fn extended(a: Args, i: usize) -> i128 {
    match a.values.get(i).map(|v| v.scalar) {
        Some(Scalar::Int(128)) => value(a, i) as i128,
        _ => a.signed(i) as i128,
    }
}

/// The functions on 128 bits: where an operand comes in two halves, they are joined first.
fn joined(vm: &Vm, a: Args, f: impl FnOnce(Args) -> Result<Reply, Stop>) -> Result<Reply, Stop> {
    let mut whole: Vec<Value> = Vec::new();
    let mut rest = a.values;
    while let Some((&v, behind)) = rest.split_first() {
        rest = behind;
        match (v.scalar, rest.first()) {
            (Scalar::Int(64), Some(&half)) if half.scalar == Scalar::Int(64) => {
                let (lo, hi) = if vm.program.target.big_endian { (half.lo, v.lo) } else { (v.lo, half.lo) };
                whole.push(Value { scalar: Scalar::Int(128), lo, hi, ..v });
                rest = &rest[1..];
            }
            _ => whole.push(v),
        }
    }
    f(Args { values: &whole, fixed: whole.len() as u32 })
}

fn wide(v: u128) -> Reply {
    Reply::Wide(v as u64, (v >> 64) as u64)
}

fn small(v: u32) -> Reply {
    Reply::Word(v as u64)
}

fn by_zero() -> Stop {
    Stop::fault(FaultKind::DivisionByZero, "division by zero")
}

fn unsigned(a: Args, f: fn(u128, u128) -> Option<u128>) -> Result<Reply, Stop> {
    f(value(a, 0), value(a, 1)).map(wide).ok_or_else(by_zero)
}

fn divide(x: i128, y: i128) -> i128 {
    x.wrapping_div(y)
}

fn modulo(x: i128, y: i128) -> i128 {
    x.wrapping_rem(y)
}

fn signed(a: Args, bits: u32, f: fn(i128, i128) -> i128) -> Result<Reply, Stop> {
    let (x, y) = (extended(a, 0), extended(a, 1));
    if y == 0 {
        return Err(by_zero());
    }
    if y == -1 && x == i128::MIN >> (128 - bits) {
        let message = "the smallest integer divided by -1 does not fit its type";
        return Err(Stop::fault(FaultKind::DivisionOverflow, message));
    }
    Ok(wide(f(x, y) as u128))
}

/// Counted from 1; 0 if no bit is set.
fn first_bit(v: u128) -> Reply {
    small(if v == 0 { 0 } else { v.trailing_zeros() + 1 })
}

fn power(a: Args, kind: FloatKind) -> Result<Reply, Stop> {
    let operands = [Part::Float(value(a, 0)), Part::Int(a.int(1) as i64)];
    Ok(reply(kind, evaluate(kind, m_powi, &operands, [FLOAT; 2]).bits()))
}

/// The compiler's own check found a damaged stack. Here no write can do that, so the program called it itself.
fn stack_smashed(vm: &mut Vm, _: Args) -> Result<Reply, Stop> {
    vm.write_error(b"*** stack smashing detected ***: terminated\n");
    super::signal::abort(vm)
}
