//! Structs that end in an array without length: the object has room for some of its elements.

use crate::driver::{Driver, member_path};
use crate::flow::place::flexible;
use crate::observe::Origin;
use crate::pointer::add_object;
use crescendo_program::ctype::{CType, TypeId};
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
        let (count, elements) = self.count(vm, &t.path, t.element);
        let whole = self.program.types.bytes(to).unwrap_or(0).max(t.offset + count * t.size);
        add_object(vm, path, address, whole)?;
        self.fill(vm, address, to, &first, depth)?;
        for i in 0..count {
            self.fill(vm, address + t.offset + i * t.size, t.element, &format!("{}[{i}]", t.path), depth)?;
        }
        self.take_image(vm, path, Origin::Object, to, (address, 1, whole));
        // Padding behind a short array makes the size no plain sum: then it is what it is in this run.
        let plain = self.program.types.bytes(to) <= Some(t.offset + t.size);
        if elements.is_some() && plain {
            let p = &mut vm.sym().pool;
            let (each, start) = (p.constant(t.size, 64), p.constant(t.offset, 64));
            let bytes = p.mul(elements, each);
            let bytes = p.add(bytes, start);
            vm.memory.set_size_term(address, bytes, t.offset + t.size);
            self.fill_beyond(vm, (address, t.offset), t.element, &t.path, (t.size, count, t.most));
        }
        Ok(())
    }
}
