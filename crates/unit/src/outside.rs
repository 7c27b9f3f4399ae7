//! What comes from outside: files, the environment, time, as inputs by name. The machine asks for each when the unit does.

use crate::driver::Driver;
use crate::inputs::InputKind;
use crescendo_program::ctype::{CType, Record, TypeId};
use crescendo_solver::expr::ExprId;
use crescendo_vm::symbolic::Outside;
use crescendo_vm::{Stop, Vm};

/// Bytes of a string from outside, with its end.
const TEXT: u64 = 32;

/// A file may be so many times as long as what a pointer points to: it holds several lines, and those that do not fit.
const FILE: u64 = 8;

impl Driver<'_> {
    pub(crate) fn outside_input(&mut self, vm: &mut Vm, path: &str, what: Outside, width: u32) -> ExprId {
        let (variable, term) = self.variable(vm, path, InputKind::Outside(what), width);
        if what == Outside::Length {
            self.inputs.assume_below(variable, self.bounds.bytes.max(2) * FILE);
        }
        term
    }

    /// A string or null, with its object in place.
    pub(crate) fn outside_text(&mut self, vm: &mut Vm, path: &str) -> Result<(u64, ExprId), Stop> {
        let Some(to) = self.char_type() else { return Ok((0, ExprId::NONE)) };
        let (value, term) = self.pointer(vm, path, to, to, 0, 0)?;
        // Its object is made here: what the outside gives is a string, with an end.
        if self.pending.remove(&term).is_some() {
            let most = self.needs.get(path).map_or(TEXT.min(self.bounds.bytes), |n| n + 1);
            self.string(vm, path, value, to, most)?;
        }
        Ok((value, term))
    }

    /// The path of the input object that begins at an address.
    pub fn path_at(&self, address: u64) -> Option<&str> {
        let mut paths = self.addresses.iter().filter(|(_, a)| **a == address).map(|(p, _)| p.as_str());
        paths.next()
    }

    /// Whether the input object of a path is a stream, whatever the pointer to it is declared to point to.
    pub fn is_stream_at(&self, path: &str) -> bool {
        self.streams.contains(path)
    }

    pub(crate) fn char_type(&self) -> Option<TypeId> {
        let types = &self.program.types;
        types.iter().find(|(_, t)| matches!(t, CType::Char { .. })).map(|(id, _)| id)
    }
}

/// The C library's stream type, whose contents are its own.
pub fn is_stream(r: &Record) -> bool {
    matches!(r.name.as_str(), "_IO_FILE" | "__sFILE" | "__FILE")
}
