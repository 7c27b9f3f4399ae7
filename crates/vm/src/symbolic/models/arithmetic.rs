//! `abs`, `div` and their families.

use super::{Answer, Call, SymbolicModel, with};
use crate::machine::Vm;
use crate::stop::FaultKind::{DivisionByZero, DivisionOverflow};
use crate::value::Reply;

pub(super) const MODELS: &[SymbolicModel] = &[
    SymbolicModel { name: "abs", call: absolute },
    SymbolicModel { name: "labs", call: absolute },
    SymbolicModel { name: "llabs", call: absolute },
    SymbolicModel { name: "imaxabs", call: absolute },
    SymbolicModel { name: "div", call: |vm, c| divide(vm, c, 32) },
    SymbolicModel { name: "ldiv", call: |vm, c| divide(vm, c, vm.program.target.long_bits) },
    SymbolicModel { name: "lldiv", call: |vm, c| divide(vm, c, 64) },
    SymbolicModel { name: "imaxdiv", call: |vm, c| divide(vm, c, 64) },
];

fn absolute(vm: &mut Vm, call: &Call) -> Answer {
    let Some(v) = call.args.first().filter(|v| v.is_symbolic()) else { return Ok(None) };
    let width = v.scalar.bits(vm.program.target.pointer_bits);
    let a = vm.value_term(v, width);
    let p = &mut vm.sym().pool;
    let zero = p.constant(0, width);
    let negative = p.slt(a, zero);
    let opposite = p.neg(a);
    let e = p.ite(negative, opposite, a);
    with(vm.finish(call, &[])?, e)
}

/// Only where the result travels in registers.
fn divide(vm: &mut Vm, call: &Call, bits: u32) -> Answer {
    let in_memory = vm.function(call.id).signature.params.first().is_some_and(|p| p.struct_return);
    if in_memory || !call.is_symbolic(0) && !call.is_symbolic(1) {
        return Ok(None);
    }
    let (x, y) = (vm.argument_term(call, 0, bits), vm.argument_term(call, 1, bits));
    let p = &mut vm.sym().pool;
    let (zero, least) = (p.constant(0, bits), p.constant(1 << (bits - 1), bits));
    let minus_one = p.not(zero);
    let some = p.ne(y, zero);
    let (smallest, negated) = (p.eq(x, least), p.eq(y, minus_one));
    let overflow = p.and(smallest, negated);
    let fits = p.not(overflow);
    let reply = vm.finish(call, &[(DivisionByZero, some), (DivisionOverflow, fits)])?;
    let (big, one) = (vm.program.target.big_endian, vm.function(call.id).signature.ret.len() == 1);
    let p = &mut vm.sym().pool;
    let (q, r) = (p.sdiv(x, y), p.srem(x, y));
    match reply {
        Reply::Word(_) if bits < 64 => {
            let e = if big { p.concat(q, r) } else { p.concat(r, q) };
            with(reply, e)
        }
        Reply::Wide(..) => Ok(Some((reply, if big && one { [r, q] } else { [q, r] }))),
        _ => Ok(Some((reply, [crescendo_solver::expr::ExprId::NONE; 2]))),
    }
}
