//! Unions: all bytes count, whichever member is read. The largest member drives them, over it the largest one without
//! pointers. Where members share the bytes of a pointer with something else, they are plain bits; a pointer is put there when one
//! is read: that of the member which the program names there.

use crate::driver::{Driver, member_path};
use crate::gap::Gap;
use crate::inputs::InputKind;
use crescendo_program::Scalar;
use crescendo_program::ctype::{CType, Member, Record, TypeId};
use crescendo_program::shared::{Part, has_pointers, slots};
use crescendo_vm::{Stop, Vm};

/// A pointer that may be read where plain bits are.
#[derive(Clone, Debug)]
pub(crate) struct Word {
    /// Its path and type; several, if members differ in what it is.
    pub pointers: Vec<(String, TypeId)>,
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
        let slots = slots(types, r);
        let size = |m: &&Member| types.bytes(m.ty).unwrap_or(0);
        // The first of equal ones.
        let largest = r.members.iter().rev().max_by_key(size);
        let plain = r.members.iter().rev().filter(|m| !has_pointers(types, m)).max_by_key(size);
        let Some(largest) = largest else { return Ok(()) };
        // Members without pointers that are as large need no help.
        let first = plain.filter(|p| size(p) == size(&largest)).unwrap_or(largest);
        self.fill(vm, address, first.ty, &member_path(path, &first.name), depth)?;
        if let Some(plain) = plain.filter(|p| p.name != first.name) {
            self.fill(vm, address, plain.ty, &member_path(path, &plain.name), depth)?;
        }
        let bits = self.program.target.pointer_bits;
        for slot in &slots {
            let at = address + slot.offset;
            let named = |p: &Part| p.names.iter().fold(path.to_string(), |path, name| member_path(&path, name));
            // Bytes of the member without pointers, from the slot on.
            let over = plain.as_ref().map_or(0, size).saturating_sub(slot.offset);
            let is_plain = over >= bits as u64 / 8;
            if over == 0 && !slot.is_shared(types) {
                // The same pointer, whichever member is read.
                continue;
            }
            if !is_plain {
                // A pointer that is read there has bytes of its own behind those of the others.
                let bits_path = format!("bits({})", named(&slot.pointers[0]));
                let (_, e) = self.variable(vm, &bits_path, InputKind::Bits, bits);
                vm.put_input(at, e)?;
                match plain.as_ref().filter(|_| over > 0 && !slot.prefers_scalars(over + slot.offset)) {
                    Some(plain) => self.fill(vm, address, plain.ty, &member_path(path, &plain.name), depth)?,
                    None => {
                        for p in &slot.scalars {
                            self.fill(vm, address + p.offset, p.ty, &named(p), depth)?;
                        }
                    }
                }
            }
            let term = vm.load_raw(at, Scalar::Ptr)?.terms[0];
            if term.is_some() {
                vm.sym().add_word(term);
                let pointers = slot.pointers.iter().map(|p| (named(p), p.ty)).collect();
                self.words.entry(term).or_insert(Word { pointers, depth, home: at });
            }
        }
        Ok(())
    }

    /// A pointer is read where plain bits are: a pointer is put there.
    pub(crate) fn become_pointer(&mut self, vm: &mut Vm, address: u64) -> Result<(), Stop> {
        let bits = vm.load_raw(address, Scalar::Ptr)?.terms[0];
        let Some(Word { pointers, depth, home }) = self.words.get(&bits).cloned() else { return Ok(()) };
        let Some((path, ty)) = self.meant(vm, pointers) else { return Ok(()) };
        self.fill(vm, address, ty, &path, depth)?;
        self.patch_image(vm, home, address, self.program.target.pointer_bytes() as u64);
        if !vm.is_mentioned(bits) {
            return Ok(());
        }
        // The way here depends on these bits: the pointer has to be one with them.
        let pointer = vm.load_raw(address, Scalar::Ptr)?;
        let pool = &mut vm.sym().pool;
        let width = pool.width(bits);
        let pointer = if pointer.terms[0].is_some() { pointer.terms[0] } else { pool.constant(pointer.lo, width) };
        let same = pool.eq(bits, pointer);
        vm.assume(same)
    }

    /// The pointer that the program names where it is; else the first that leads to something of a known type.
    fn meant(&mut self, vm: &Vm, pointers: Vec<(String, TypeId)>) -> Option<(String, TypeId)> {
        if pointers.len() > 1
            && let Some(names) = self.named_at(vm.position())
        {
            let of = |p: &&(String, TypeId)| ends_with(&p.0, &names);
            let of_member = |p: &&(String, TypeId)| ends_with(&p.0, &names[names.len() - 1..]);
            if let Some(p) = pointers.iter().find(of).or_else(|| pointers.iter().find(of_member)) {
                return Some(p.clone());
            }
        }
        let types = &self.program.types;
        let leads = |p: &&(String, TypeId)| match types.resolved(p.1) {
            CType::Pointer { to } => types.bytes(*to).is_some(),
            _ => false,
        };
        let chosen = pointers.iter().find(leads).or(pointers.first()).cloned();
        if let Some((path, ty)) = &chosen
            && pointers.iter().any(|p| types.resolve(p.1) != types.resolve(*ty))
        {
            self.note(Gap::UnionMember(path.clone()));
        }
        chosen
    }
}

/// Whether a path ends in these members.
fn ends_with(path: &str, names: &[String]) -> bool {
    let mut rest = path;
    names.iter().rev().all(|name| {
        let Some(before) = rest.strip_suffix(name.as_str()) else { return false };
        let Some(before) = before.strip_suffix("->").or(before.strip_suffix('.')) else { return false };
        rest = before;
        true
    })
}
