//! Pointers as inputs: null or an object of their own, of a length that is an input too.

use crate::driver::{BoundHit, Driver};
use crate::inputs::InputKind;
use crescendo_program::ctype::{CType, TypeId};
use crescendo_solver::expr::ExprId;
use crescendo_vm::memory::Label;
use crescendo_vm::symbolic::Materialise;
use crescendo_vm::{Limit, Stop, Vm};

/// An object that is made when its pointer is first loaded.
#[derive(Clone, Debug)]
pub(crate) struct Pending {
    path: String,
    to: TypeId,
    depth: u32,
    address: u64,
}

/// Values of a pointer's choice.
const NULL: u64 = 1;

impl Driver<'_> {
    /// The value and term of a pointer input.
    pub(crate) fn pointer(
        &mut self,
        vm: &mut Vm,
        path: &str,
        ty: TypeId,
        to: TypeId,
        depth: u32,
    ) -> Result<(u64, ExprId), Stop> {
        let driven = match self.program.types.resolved(to) {
            CType::Function { .. } => None,
            CType::Record(r) if r.incomplete => None,
            _ => Some(()),
        };
        if driven.is_none() {
            self.hits.push(BoundHit { path: path.to_string(), bound: "type" });
            return Ok((0, ExprId::NONE));
        }
        if depth >= self.bounds.depth {
            self.hits.push(BoundHit { path: path.to_string(), bound: "depth" });
            return Ok((0, ExprId::NONE));
        }
        let Some(address) = self.object_address(path, to) else { return Err(Stop::Limit(Limit::Memory)) };
        let (variable, choice) = self.variable(vm, path, InputKind::Pointer(ty), 1);
        let is_null = vm.sym().inputs.get(variable) == NULL;
        let bits = self.program.target.pointer_bits;
        let s = vm.sym();
        let (null, here) = (s.pool.constant(0, bits), s.pool.constant(address, bits));
        let term = s.pool.ite(choice, null, here);
        s.add_choice(term);
        if !is_null {
            let pending = Pending { path: path.to_string(), to, depth: depth + 1, address };
            self.pending.insert(term, pending);
        }
        Ok((if is_null { 0 } else { address }, term))
    }

    /// The size of one element behind a pointer, and how many there may be.
    fn extent(&self, to: TypeId) -> (u64, u64) {
        let types = &self.program.types;
        match types.resolved(to) {
            CType::Void | CType::Unknown => (1, self.bounds.bytes),
            CType::Char { .. } => (1, self.bounds.bytes),
            // A struct is rarely one of many; a scalar behind a pointer often is.
            CType::Record(r) => (r.bytes.max(1), self.bounds.elements.min(2)),
            CType::Array { .. } => (types.bytes(to).unwrap_or(1).max(1), self.bounds.elements.min(2)),
            _ => (types.bytes(to).unwrap_or(1).max(1), self.bounds.elements),
        }
    }

    fn object_address(&mut self, path: &str, to: TypeId) -> Option<u64> {
        if let Some(&a) = self.addresses.get(path) {
            return Some(a);
        }
        let geometry = self.program.geometry;
        let (size, count) = self.extent(to);
        let span = geometry.span(size * count, 16);
        let slot = self.next_slot;
        if slot + span > self.last_slot {
            return None;
        }
        self.next_slot += span;
        let address = geometry.place(slot, 16);
        self.addresses.insert(path.to_string(), address);
        Some(address)
    }

    /// Makes the object of a pointer that is about to be used.
    pub(crate) fn make_object(&mut self, vm: &mut Vm, pending: Pending) -> Result<(), Stop> {
        let Pending { path, to, depth, address } = pending;
        let (size, most) = self.extent(to);
        // Every value of the variable is a length: no assumption is needed, which paths without the object lack.
        let width = most.ilog2().max(1);
        let (variable, length) = self.variable(vm, &format!("len({path})"), InputKind::Length, width);
        let count = vm.sym().inputs.get(variable) + 1;
        let s = vm.sym();
        let long = s.pool.zext(length, 64);
        let (one, each) = (s.pool.constant(1, 64), s.pool.constant(size, 64));
        let elements = s.pool.add(long, one);
        let bytes = s.pool.mul(elements, each);
        s.objects.push(path.clone());
        let label = Label::Input(s.objects.len() as u32 - 1);
        let made = vm.memory.add_fixed(address, count * size, &[], false, label);
        made.map_err(|_| Stop::Limit(Limit::Memory))?;
        for i in 0..count {
            let element = format!("{path}[{i}]");
            if matches!(self.program.types.resolved(to), CType::Void | CType::Unknown) {
                let (_, e) = self.variable(vm, &element, InputKind::Value(to), 8);
                vm.put_input(address + i, e)?;
            } else {
                self.fill(vm, address + i * size, to, &element, depth)?;
            }
        }
        vm.memory.set_size_term(address, bytes, size);
        Ok(())
    }
}

impl Materialise for Driver<'_> {
    fn pointer(&mut self, vm: &mut Vm, term: ExprId) -> Result<(), Stop> {
        match self.pending.remove(&term) {
            Some(pending) => self.make_object(vm, pending),
            None => Ok(()),
        }
    }
}
