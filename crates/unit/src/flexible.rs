//! Structs that end in an array without length: the object has room for some of its elements.

use crate::driver::{Driver, member_path};
use crate::flow::place::flexible;
use crate::observe::Origin;
use crate::pointer::add_object;
use crescendo_program::ctype::{CType, TypeId};
use crescendo_solver::expr::ExprId;
use crescendo_vm::{Stop, Vm};

/// The array at the end.
pub(crate) struct Trailing {
    offset: u64,
    element: TypeId,
    path: String,
    size: u64,
    most: u64,
}

impl Trailing {
    pub fn most_bytes(&self) -> u64 {
        self.offset + self.size * self.most
    }
}

impl Driver<'_> {
    /// The array at the end of the struct behind a pointer, if it has one.
    pub(crate) fn trailing(&self, path: &str, to: TypeId) -> Option<Trailing> {
        let types = &self.program.types;
        let CType::Record(r) = types.resolved(to) else { return None };
        let (offset, element) = flexible(types, r)?;
        let path = member_path(&format!("{path}[0]"), &r.members.last()?.name);
        let (size, most) = self.extent(&path, element);
        Some(Trailing { offset, element, path, size, most })
    }

    pub(crate) fn make_flexible(
        &mut self,
        vm: &mut Vm,
        path: &str,
        to: TypeId,
        depth: u32,
        address: u64,
        t: Trailing,
    ) -> Result<(), Stop> {
        let first = format!("{path}[0]");
        if let CType::Record(r) = self.program.types.resolved(to).clone() {
            // Before the elements are counted: a member may be their number.
            self.tie_members(self.program.types.resolve(to), &r, &first);
        }
        let plain = self.program.types.bytes(to).unwrap_or(0);
        let (count, elements) = self.count(vm, &t.path, t.element);
        let (count, elements) = self.in_padding(vm, &t, plain, (count, elements));
        let whole = plain.max(t.offset + count * t.size);
        add_object(vm, path, address, whole)?;
        self.watch_volatile(vm, address, to);
        self.fill(vm, address, to, &first, depth)?;
        for i in 0..count {
            self.fill(vm, address + t.offset + i * t.size, t.element, &format!("{}[{i}]", t.path), depth)?;
        }
        self.take_image(vm, path, Origin::Object, to, (address, 1, whole));
        if elements.is_some() {
            let p = &mut vm.sym().pool;
            let (each, start, low) = (p.constant(t.size, 64), p.constant(t.offset, 64), p.constant(plain, 64));
            let bytes = p.mul(elements, each);
            let bytes = p.add(bytes, start);
            let is_low = p.ult(bytes, low);
            let bytes = p.ite(is_low, low, bytes);
            vm.memory.set_size_term(address, bytes, plain.max(t.offset + t.size));
            if t.offset + count * t.size == whole {
                self.fill_beyond(vm, (address, t.offset), t.element, &t.path, (t.size, count, t.most.max(count)));
            }
        }
        Ok(())
    }

    /// Elements that lie in the padding of the struct are there, however short the array is.
    fn in_padding(&mut self, vm: &mut Vm, t: &Trailing, plain: u64, (count, elements): (u64, ExprId)) -> (u64, ExprId) {
        let least = plain.saturating_sub(t.offset) / t.size.max(1);
        if least <= 1 || elements.is_none() {
            return (count.max(least), elements);
        }
        let count = count.max(least);
        if let Some(length) = self.inputs.find(&format!("len({})", t.path)).map(|i| i.variable) {
            self.inputs.lengths.insert(length, count);
        }
        let p = &mut vm.sym().pool;
        let low = p.constant(least, 64);
        let is_low = p.ult(elements, low);
        (count, p.ite(is_low, low, elements))
    }
}
