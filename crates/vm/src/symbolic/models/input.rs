//! Input that is put back: the byte keeps its term.

use super::{Answer, Call, SymbolicModel, with};
use crate::machine::Vm;
use crate::value::Reply;

pub(super) const MODELS: &[SymbolicModel] = &[SymbolicModel { name: "ungetc", call: ungetc }];

fn ungetc(vm: &mut Vm, call: &Call) -> Answer {
    let Some(stream) = call.args.get(1).filter(|_| call.is_symbolic(0)) else { return Ok(None) };
    vm.decide_value(stream, true)?;
    let c = vm.argument_term(call, 0, 32);
    let p = &mut vm.sym().pool;
    let (end, byte) = (p.constant(u32::MAX as u64, 32), p.extract(c, 0, 8));
    let wide = p.zext(byte, 32);
    let is_end = p.eq(c, end);
    if vm.fork(is_end, call.word(0) as i32 == -1)? {
        return Ok(Some((vm.finish(call, &[])?, [crescendo_solver::expr::ExprId::NONE; 2])));
    }
    let reply = vm.finish(call, &[])?;
    if let Reply::Word(_) = reply {
        vm.set_pushed_term(stream.lo, byte)?;
    }
    with(reply, wide)
}
