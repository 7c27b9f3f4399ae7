//! `__crescendo_assume(condition)`: an assumption of the user, written into the source.

use super::{Answer, Call, SymbolicModel};
use crate::machine::Vm;
use crate::value::Reply;
use crescendo_solver::expr::ExprId;

pub(super) const MODELS: &[SymbolicModel] = &[
    SymbolicModel { name: "__crescendo_assume", call: assume },
    SymbolicModel { name: "__VERIFIER_assume", call: assume },
];

fn assume(vm: &mut Vm, call: &Call) -> Answer {
    let Some(v) = call.args.first() else { return Ok(None) };
    let width = v.scalar.bits(vm.program.target.pointer_bits);
    let term = vm.value_term(v, width);
    let p = &mut vm.sym().pool;
    let zero = p.constant(0, width);
    let holds = p.ne(term, zero);
    let position = vm.position();
    vm.sym().assumptions.insert(position);
    vm.assume(holds)?;
    Ok(Some((Reply::Void, [ExprId::NONE; 2])))
}
