//! Volatile inputs: every read of a volatile global, of what a pointer to something volatile leads to, or of memory at a fixed
//! address, gives a value of its own.

use crate::driver::{Driver, member_path};
use crate::gap::Gap;
use crate::inputs::InputKind;
use crescendo_program::ctype::{CType, RecordKind, TypeId};
use crescendo_program::{GlobalId, Program, Register, Scalar};
use crescendo_solver::expr::Kind;
use crescendo_vm::memory::Label;
use crescendo_vm::{Stop, Vm};

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
        self.fill_between(vm, r, base)
    }

    /// What is not read at fixed places is read somehow: words of four bytes, as far as arrays reach.
    fn fill_between(&mut self, vm: &mut Vm, r: &Register, base: u64) -> Result<(), Stop> {
        const WORD: u64 = 4;
        let size = self.program.global(r.global).size;
        let is_taken = |at: u64| r.words.iter().any(|(offset, bytes)| *offset < at + WORD && at < offset + bytes);
        let free: Vec<u64> = (0..size / WORD).map(|i| i * WORD).filter(|at| !is_taken(*at)).collect();
        if free.len() as u64 > self.bounds.array {
            self.note(Gap::ArrayTail(register_path(r.address, size)));
        }
        for &at in free.iter().take(self.bounds.array as usize) {
            let path = register_path(r.address + at, WORD);
            let (_, e) = self.variable(vm, &path, InputKind::Bits, WORD as u32 * 8);
            vm.put_input(base + at, e)?;
        }
        Ok(())
    }

    /// Reads of an input object give new values if something in it is volatile.
    pub(crate) fn watch_volatile(&self, vm: &mut Vm, address: u64, ty: TypeId) {
        if self.program.types.is_volatile(ty) {
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
        let number = *number;
        if number == 1 && matches!(label, Label::Input(_)) && self.is_as_made(vm, address, len, &path) {
            // What the object came with.
            return Ok(());
        }
        let path = format!("{path}#{number}");
        let pointer = ty.is_some_and(|t| matches!(self.program.types.resolved(t), CType::Pointer { .. }));
        if pointer && number > 1 {
            // The object it pointed to before is not among those it may point to now.
            self.note(Gap::Volatile(path.clone()));
        }
        match ty {
            Some(ty) => self.fill(vm, address, ty, &path, 0),
            None => {
                let (_, e) = self.variable(vm, &path, InputKind::Bits, len as u32 * 8);
                vm.put_input(address, e)
            }
        }
    }

    /// Whether a place still has what the driver put there: nobody has written to it since.
    fn is_as_made(&self, vm: &mut Vm, address: u64, len: u64, path: &str) -> bool {
        let Ok(v) = vm.load_raw(address, Scalar::Int(len as u32 * 8)) else { return false };
        let (term, s) = (v.terms[0], vm.sym());
        if term.is_none() || s.is_choice(term) {
            return term.is_some();
        }
        let object = path.split(['[', '-', '@']).next().unwrap_or(path);
        let (mut queue, mut sound) = (vec![term], true);
        while let Some(e) = queue.pop().filter(|_| sound) {
            let n = s.pool.node(e);
            match n.kind {
                Kind::Const => {}
                Kind::Var => {
                    let input = s.pool.as_variable(e).and_then(|v| self.inputs.of(v));
                    sound = input.is_some_and(|i| i.path.starts_with(object));
                }
                Kind::Concat => queue.extend([n.a(), n.b()]),
                Kind::Extract | Kind::ZExt => queue.push(n.a()),
                _ => sound = false,
            }
        }
        sound
    }

    /// Something volatile is read in a way that gives no new value.
    pub(crate) fn note_unchanged(&mut self, vm: &mut Vm, address: u64) {
        let path = match vm.memory.info(address).map(|o| o.label) {
            Some(Label::Global(g)) if self.driven.has(g) => self.program.global(g).name.clone(),
            Some(Label::Input(name)) => vm.sym().objects[name as usize].clone(),
            _ => return,
        };
        self.note(Gap::Volatile(path));
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
