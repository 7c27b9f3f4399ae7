//! Volatile inputs: every read of a volatile global, of what a pointer to something volatile leads to, or of memory at a fixed
//! address, gives a value of its own.

use crate::driver::{Driver, member_path};
use crate::inputs::InputKind;
use crescendo_program::ctype::{CType, Qualifier, RecordKind, TypeId, Types};
use crescendo_program::{GlobalId, Program, Register};
use crescendo_vm::memory::Label;
use crescendo_vm::{Stop, Vm};

/// Whether a value of the type, or a part of it, is volatile.
pub(crate) fn is_volatile(types: &Types, ty: TypeId) -> bool {
    types.has_qualifier(ty, Qualifier::Volatile)
        || match types.resolved(ty) {
            CType::Array { of, .. } => is_volatile(types, *of),
            CType::Record(r) => r.members.iter().any(|m| is_volatile(types, m.ty)),
            _ => false,
        }
}

pub(crate) fn register(program: &Program, g: GlobalId) -> Option<&Register> {
    program.registers.iter().find(|r| r.global == g)
}

/// A place at a fixed address, as C would write it.
fn register_path(address: u64, bytes: u64) -> String {
    match bytes {
        1 | 2 | 4 | 8 => format!("*(uint{}_t *){address:#x}", bytes * 8),
        _ => format!("*(char (*)[{bytes}]){address:#x}"),
    }
}

impl Driver<'_> {
    /// Memory at a fixed address: what is read there at fixed places is an input.
    pub(crate) fn fill_register(&mut self, vm: &mut Vm, r: &Register) -> Result<(), Stop> {
        let base = self.program.global(r.global).address;
        for &(offset, bytes) in &r.words {
            let path = register_path(r.address + offset, bytes);
            let (_, e) = self.variable(vm, &path, InputKind::Bits, bytes as u32 * 8);
            vm.put_input(base + offset, e)?;
        }
        Ok(())
    }

    /// Reads of an input object give new values if something in it is volatile.
    pub(crate) fn watch_volatile(&self, vm: &mut Vm, address: u64, ty: TypeId) {
        if is_volatile(&self.program.types, ty) {
            vm.memory.watch(address);
        }
    }

    /// A volatile read of an input: a new value.
    pub(crate) fn read_again(&mut self, vm: &mut Vm, address: u64, len: u64) -> Result<(), Stop> {
        let Some((base, label)) = vm.memory.info(address).map(|o| (o.base, o.label)) else { return Ok(()) };
        let offset = address - base;
        let (path, ty) = match label {
            Label::Global(g) if self.driven.has(g) => match register(self.program, g) {
                Some(r) => (register_path(r.address + offset, len), None),
                None => {
                    let (Some(path), Some(ty)) = (self.global_paths.get(&g), self.program.global(g).c_type) else {
                        return Ok(());
                    };
                    self.place_at(ty, path.clone(), offset, len)
                }
            },
            Label::Input(name) => {
                let path = vm.sym().objects[name as usize].clone();
                let Some(&ty) = self.pointer_types.get(&path) else { return Ok(()) };
                let size = self.program.types.bytes(ty).unwrap_or(1).max(1);
                self.place_at(ty, format!("{path}[{}]", offset / size), offset % size, len)
            }
            _ => return Ok(()),
        };
        let number = self.reads.entry(path.clone()).or_default();
        *number += 1;
        if *number == 1 && matches!(label, Label::Input(_)) {
            // What the object came with.
            return Ok(());
        }
        let path = format!("{path}#{number}");
        match ty {
            Some(ty) => self.fill(vm, address, ty, &path, 0),
            None => {
                let (_, e) = self.variable(vm, &path, InputKind::Bits, len as u32 * 8);
                vm.put_input(address, e)
            }
        }
    }

    /// The scalar of that size at an offset, with its path; bytes where there is none.
    fn place_at(&self, ty: TypeId, path: String, offset: u64, len: u64) -> (String, Option<TypeId>) {
        match self.scalar_at(ty, path.clone(), offset, len) {
            Some((path, ty)) => (path, Some(ty)),
            None => (format!("{path}@{offset}"), None),
        }
    }

    /// The scalar of that size at an offset, with its path.
    fn scalar_at(&self, ty: TypeId, path: String, offset: u64, len: u64) -> Option<(String, TypeId)> {
        let types = &self.program.types;
        match types.resolved(ty) {
            CType::Array { of, .. } => {
                let size = types.bytes(*of).filter(|s| *s > 0)?;
                self.scalar_at(*of, format!("{path}[{}]", offset / size), offset % size, len)
            }
            CType::Record(r) if r.kind == RecordKind::Struct => {
                let members = r.members.iter().filter(|m| m.offset_bits / 8 <= offset);
                let m = members.max_by_key(|m| m.offset_bits).filter(|m| m.width_bits.is_none())?;
                self.scalar_at(m.ty, member_path(&path, &m.name), offset - m.offset_bits / 8, len)
            }
            CType::Record(_) => None,
            _ => (offset == 0 && types.bytes(ty) == Some(len)).then_some((path, ty)),
        }
    }
}
