//! Lengths of strings.

use super::view::MOST;
use super::{Answer, Call, SymbolicModel, with};
use crate::machine::Vm;
use crate::stop::FaultKind::OutOfBounds;

pub(super) const MODELS: &[SymbolicModel] = &[
    SymbolicModel { name: "strlen", call: strlen },
    SymbolicModel { name: "strnlen", call: strnlen },
    SymbolicModel { name: "__strnlen", call: strnlen },
];

fn strlen(vm: &mut Vm, call: &Call) -> Answer {
    let Some(mut s) = vm.view(call.args.first())? else { return Ok(None) };
    let Some(bytes) = s.string(vm) else { return Ok(None) };
    if !s.is_open(vm) && !vm.any_symbolic(&bytes) {
        return Ok(None);
    }
    let end = vm.end_of(&s, &bytes);
    let inside = s.reads(vm, end);
    with(vm.finish(call, &[(OutOfBounds, inside)])?, end)
}

fn strnlen(vm: &mut Vm, call: &Call) -> Answer {
    let Some(n) = vm.length(call, 1)? else { return Ok(None) };
    let Some(mut s) = vm.view(call.args.first())? else { return Ok(None) };
    let most = vm.sym().pool.as_constant(n).unwrap_or(MOST).min(MOST);
    let Some(bytes) = s.upto(vm, most, |vm, e| vm.sym().pool.as_constant(e) == Some(0)) else { return Ok(None) };
    if !s.is_open(vm) && !vm.any_symbolic(&bytes) && !call.is_symbolic(1) {
        return Ok(None);
    }
    let end = vm.end_of(&s, &bytes);
    let inside = vm.found_or_bounded(&s, end, n);
    let p = &mut vm.sym().pool;
    let before = p.ult(end, n);
    let len = p.ite(before, end, n);
    with(vm.finish(call, &[(OutOfBounds, inside)])?, len)
}

impl<'p> Vm<'p> {
    /// A length argument that is not 0, of 64 bits; a symbolic one forks there. Nothing if it is 0.
    pub(super) fn length(
        &mut self,
        call: &Call,
        i: usize,
    ) -> Result<Option<crescendo_solver::expr::ExprId>, crate::stop::Stop> {
        let n = self.argument_term(call, i, 64);
        let s = self.sym();
        let zero = s.pool.constant(0, 64);
        let some = s.pool.ne(n, zero);
        let value = call.word(i);
        Ok(self.fork(some, value != 0)?.then_some(n))
    }

    /// A search that stops at an index or after `n` bytes stays inside.
    pub(super) fn found_or_bounded(
        &mut self,
        s: &super::view::View,
        index: crescendo_solver::expr::ExprId,
        n: crescendo_solver::expr::ExprId,
    ) -> crescendo_solver::expr::ExprId {
        if let Some(unwritten) = s.unwritten {
            let p = &mut self.sym().pool;
            let end = p.constant(unwritten, 64);
            let (found, bounded) = (p.ult(index, end), p.ule(n, end));
            let written = p.or(found, bounded);
            self.sym().written.push(written);
        }
        let (found, bounded) = (s.has(self, index), s.holds(self, n));
        self.sym().pool.or(found, bounded)
    }
}
