//! What comes from outside: files, the environment, time, as inputs by name. The machine asks for each when the unit does.

use crate::driver::Driver;
use crate::inputs::InputKind;
use crescendo_program::ctype::{CType, Record, TypeId};
use crescendo_solver::expr::ExprId;
use crescendo_vm::memory::Label;
use crescendo_vm::symbolic::Outside;
use crescendo_vm::{Limit, Stop, Vm};

/// Bytes of a string from outside, with its end.
const TEXT: u64 = 32;

impl Driver<'_> {
    pub(crate) fn outside_input(&mut self, vm: &mut Vm, path: &str, what: Outside, width: u32) -> ExprId {
        self.variable(vm, path, InputKind::Outside(what), width).1
    }

    /// A string or null, with its object in place.
    pub(crate) fn outside_text(&mut self, vm: &mut Vm, path: &str) -> Result<(u64, ExprId), Stop> {
        let Some(to) = self.char_type() else { return Ok((0, ExprId::NONE)) };
        let (value, term) = self.pointer(vm, path, to, to, 0, 0)?;
        // Its object is made here: what the outside gives is a string, with an end.
        if self.pending.remove(&term).is_some() {
            self.make_text(vm, value, to, path)?;
        }
        Ok((value, term))
    }

    fn make_text(&mut self, vm: &mut Vm, address: u64, to: TypeId, path: &str) -> Result<(), Stop> {
        let size = TEXT.min(self.bounds.bytes);
        let s = vm.sym();
        s.objects.push(path.to_string());
        let label = Label::Input(s.objects.len() as u32 - 1);
        vm.memory.add_fixed(address, size, &[], false, label).map_err(|_| Stop::Limit(Limit::Memory))?;
        for i in 0..size - 1 {
            self.fill(vm, address + i, to, &format!("{path}[{i}]"), 0)?;
        }
        vm.write_int(address + size - 1, 8, 0)
    }

    /// The path of the input object that begins at an address.
    pub fn path_at(&self, address: u64) -> Option<&str> {
        let mut paths = self.addresses.iter().filter(|(_, a)| **a == address).map(|(p, _)| p.as_str());
        paths.next()
    }

    pub(crate) fn char_type(&self) -> Option<TypeId> {
        let types = &self.program.types;
        types.iter().find(|(_, t)| matches!(t, CType::Char { .. })).map(|(id, _)| id)
    }

    /// Lengths of files have as many values as strings may have bytes.
    pub(crate) fn file_length_bits(&self) -> u32 {
        self.bounds.bytes.max(2).ilog2()
    }
}

/// The C library's stream type, whose contents are its own.
pub fn is_stream(r: &Record) -> bool {
    matches!(r.name.as_str(), "_IO_FILE" | "__sFILE" | "__FILE")
}
