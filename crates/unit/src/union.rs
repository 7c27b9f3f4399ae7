//! Unions: all bytes count, whichever member is read. The largest member drives them, over it the largest one without
//! pointers; a pointer is put there when one is read.

use crate::driver::{Driver, member_path};
use crescendo_program::Scalar;
use crescendo_program::ctype::{CType, Member, Record, RecordKind, TypeId};
use crescendo_vm::{Stop, Vm};

/// A pointer that may be read where plain bits are.
#[derive(Clone, Debug)]
pub(crate) struct Word {
    pub path: String,
    pub ty: TypeId,
    pub depth: u32,
    /// Where the bits were put: what reads them may have a copy.
    pub home: u64,
}

impl Driver<'_> {
    pub(crate) fn fill_union(
        &mut self,
        vm: &mut Vm,
        address: u64,
        r: &Record,
        path: &str,
        depth: u32,
    ) -> Result<(), Stop> {
        let types = &self.program.types;
        let size = |m: &&Member| types.bytes(m.ty).unwrap_or(0);
        // The first of equal ones.
        let largest = r.members.iter().rev().max_by_key(size);
        let plain = r.members.iter().rev().filter(|m| self.pointers_in(m.ty, 0, "").is_empty()).max_by_key(size);
        let Some(largest) = largest else { return Ok(()) };
        // Members without pointers that are as large need no help.
        let first = plain.filter(|p| size(p) == size(&largest)).unwrap_or(largest);
        self.fill(vm, address, first.ty, &member_path(path, &first.name), depth)?;
        let Some(plain) = plain else { return Ok(()) };
        if plain.name != first.name {
            self.fill(vm, address, plain.ty, &member_path(path, &plain.name), depth)?;
        }
        for m in &r.members {
            for (offset, ty, path) in self.pointers_in(m.ty, 0, &member_path(path, &m.name)) {
                let v = vm.load_raw(address + offset, Scalar::Ptr)?;
                // What is a pointer already, because the members without one are shorter, stays one.
                if v.terms[0].is_some() && !self.pending.contains_key(&v.terms[0]) {
                    vm.sym().add_word(v.terms[0]);
                    self.words.entry(v.terms[0]).or_insert(Word { path, ty, depth, home: address + offset });
                }
            }
        }
        Ok(())
    }

    /// The pointers in a value of a type: offset, type and path.
    fn pointers_in(&self, ty: TypeId, at: u64, path: &str) -> Vec<(u64, TypeId, String)> {
        match self.program.types.resolved(ty) {
            CType::Pointer { .. } => vec![(at, ty, path.to_string())],
            CType::Record(r) if r.kind == RecordKind::Struct => {
                let members = r.members.iter().filter(|m| m.width_bits.is_none());
                let inside = |m: &Member| self.pointers_in(m.ty, at + m.offset_bits / 8, &member_path(path, &m.name));
                members.flat_map(inside).collect()
            }
            _ => Vec::new(),
        }
    }

    /// A pointer is read where plain bits are: a pointer is put there.
    pub(crate) fn become_pointer(&mut self, vm: &mut Vm, address: u64) -> Result<(), Stop> {
        let bits = vm.load_raw(address, Scalar::Ptr)?.terms[0];
        let Some(Word { path, ty, depth, home }) = self.words.get(&bits).cloned() else { return Ok(()) };
        self.fill(vm, address, ty, &path, depth)?;
        self.patch_image(vm, home, address, self.program.target.pointer_bytes() as u64);
        Ok(())
    }
}
