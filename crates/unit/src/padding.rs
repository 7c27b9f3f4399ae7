//! Bytes and bits of input objects that no member has: zero here, anything in truth.
//!
//! Whole bytes count as not written, so that a read of one is noticed. Bits beside bit-fields, and those of a `_Bool` beyond its
//! value, are a variable that is zero in every run: a proof that needs that rests on it.

use crate::driver::Driver;
use crescendo_program::ctype::{Record, RecordKind, TypeId, Types};
use crescendo_solver::expr::ExprId;
use crescendo_vm::Vm;
use crescendo_vm::stop::Stop;

/// Bytes of a struct or union that none of its members has, each from and to. Members have gaps of their own.
pub(crate) fn gaps(types: &Types, r: &Record) -> Vec<(u64, u64)> {
    let span = |m: &crescendo_program::ctype::Member| {
        let bits = m.width_bits.map(u64::from).or_else(|| Some(types.bytes(m.ty)? * 8)).unwrap_or(0);
        (m.offset_bits / 8, (m.offset_bits + bits).div_ceil(8))
    };
    let mut spans: Vec<(u64, u64)> = r.members.iter().map(span).collect();
    spans.sort_unstable();
    let mut all = Vec::new();
    let mut end = 0;
    for (from, to) in spans {
        if from > end && r.kind != RecordKind::Union {
            all.push((end, from));
        }
        end = end.max(to);
    }
    // A flexible array may follow.
    if end < r.bytes && r.members.last().is_none_or(|m| types.bytes(m.ty).is_some_and(|n| n > 0)) {
        all.push((end, r.bytes));
    }
    all
}

impl Driver<'_> {
    /// Bytes of a struct that no member has.
    pub(crate) fn leave_padding(&mut self, vm: &mut Vm, address: u64, r: &Record, path: &str) -> Result<(), Stop> {
        for (from, to) in gaps(&self.program.types, r) {
            self.leave_bytes(vm, (address, from, to), path)?;
        }
        Ok(())
    }

    /// Bytes of an object that are no part of a value count as not written. Of values that travel in registers nobody can tell
    /// that later: there they are variables as well.
    pub(crate) fn leave_bytes(
        &mut self,
        vm: &mut Vm,
        (address, from, to): (u64, u64, u64),
        path: &str,
    ) -> Result<(), Stop> {
        if !self.by_value.contains(&(address + from)) {
            vm.memory.forget_written(address + from, to - from);
            return Ok(());
        }
        for at in (from..to).step_by(8) {
            let bits = (to - at).min(8) as u32 * 8;
            let e = self.spare_bits(vm, path, at * 8, bits);
            vm.put_input(address + at, e)?;
        }
        Ok(())
    }

    /// Fills a value that is handed over as it is, not by its address.
    pub(crate) fn fill_value(&mut self, vm: &mut Vm, at: u64, ty: TypeId, path: &str) -> Result<(), Stop> {
        let size = self.program.types.bytes(ty).unwrap_or(0);
        let before = std::mem::replace(&mut self.by_value, at..at + size);
        let filled = self.fill(vm, at, ty, path, 0);
        self.by_value = before;
        filled
    }

    /// Bits that are zero here and no part of a value.
    pub(crate) fn spare_bits(&mut self, vm: &mut Vm, path: &str, number: u64, width: u32) -> ExprId {
        let pool = &mut vm.sym().pool;
        let v = self.inputs.spare(pool, path, number, width);
        pool.var(v)
    }
}
