//! Bytes and bits of input objects that no member has: zero here, anything in truth.
//!
//! Whole bytes count as not written, so that a read of one is noticed. Bits beside bit-fields, and those of a `_Bool` beyond its
//! value, are a variable that is zero in every run: a proof that needs that rests on it.

use crate::driver::Driver;
use crescendo_program::ctype::{Record, RecordKind, Types};
use crescendo_solver::expr::ExprId;
use crescendo_vm::Vm;

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
    /// Bytes of a struct that no member has count as not written.
    pub(crate) fn leave_padding(&self, vm: &mut Vm, address: u64, r: &Record) {
        for (from, to) in gaps(&self.program.types, r) {
            vm.memory.forget_written(address + from, to - from);
        }
    }

    /// Bits that are zero here and no part of a value.
    pub(crate) fn spare_bits(&mut self, vm: &mut Vm, path: &str, number: u64, width: u32) -> ExprId {
        let pool = &mut vm.sym().pool;
        let v = self.inputs.spare(pool, path, number, width);
        pool.var(v)
    }
}
