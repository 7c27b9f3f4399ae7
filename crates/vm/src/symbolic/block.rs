//! Bytes on their way through a library function, with their terms.

use crate::machine::Vm;
use crate::memory::{AccessKind, ByteTerm};
use crate::stop::Stop;
use crate::value::Value;
use std::cmp::Ordering;

#[derive(Default)]
pub(crate) struct Block {
    bytes: Vec<u8>,
    terms: Vec<ByteTerm>,
}

impl Block {
    /// Adds the bytes at an address.
    pub fn take(&mut self, vm: &mut Vm, address: u64, len: u64) -> Result<(), Stop> {
        if len == 0 {
            return Ok(());
        }
        let r = vm.memory.check(address, len, AccessKind::Read).map_err(|e| vm.memory_stop(e))?;
        self.bytes.extend_from_slice(vm.memory.plain_bytes(r));
        self.terms.extend((0..len).map(|i| vm.memory.byte_term(r, i)));
        Ok(())
    }

    pub fn put(&self, vm: &mut Vm, address: u64) -> Result<(), Stop> {
        vm.write_bytes(address, &self.bytes)?;
        if self.terms.iter().any(|t| t.term.is_some()) {
            let len = self.bytes.len() as u64;
            let r = vm.memory.check(address, len, AccessKind::Write).map_err(|e| vm.memory_stop(e))?;
            vm.memory.set_terms(r, self.terms.iter().copied());
        }
        Ok(())
    }
}

impl<'p> Vm<'p> {
    /// What a comparison function of the program answered; the path decides where that depends on inputs.
    pub(crate) fn decide_compared(&mut self, order: &Value, wanted: fn(Ordering) -> bool) -> Result<bool, Stop> {
        let truth = wanted((order.lo as i32).cmp(&0));
        if !order.is_symbolic() {
            return Ok(truth);
        }
        let e = self.value_term(order, 32);
        let p = &mut self.sym().pool;
        let zero = p.constant(0, 32);
        let (equal, less) = (p.eq(e, zero), p.slt(e, zero));
        let mut is = p.bool(false);
        for (outcome, condition) in [(Ordering::Equal, equal), (Ordering::Less, less)] {
            if wanted(outcome) {
                is = p.or(is, condition);
            }
        }
        self.fork(is, truth)
    }
}
