//! Variables that no given file defines: `extern const int limit;`, `extern int table[];`.
//!
//! What they hold is for another file to say, so a constant is as open as any other variable. An array of unknown length gets
//! some elements; that there are no more is nobody's fault (`Global::open`).

use crate::ctype::{CType, Qualifier, TypeId};
use crate::link::Program;
use crate::symbol::{Global, Linkage};

impl Program {
    /// To be called once, when declarations are complete and before the program is run. `elements` and `bytes`: how many elements
    /// an array of unknown length gets, and how many characters.
    pub(crate) fn open_declared(&mut self, elements: u64, bytes: u64) {
        for i in 0..self.globals.len() {
            let Some(ty) = self.globals[i].c_type else { continue };
            if self.globals[i].address == 0 {
                continue;
            }
            let volatile = self.is_volatile_scalar(ty);
            let g = &mut self.globals[i];
            // What the hardware changes is no constant either, whatever this program may do to it.
            g.constant &= g.image.is_some() && !volatile;
            if let Some((of, count)) = self.room_for(i, ty, elements, bytes) {
                let size = count * self.types.bytes(of).unwrap_or(0);
                let ty = self.types.add(CType::Array { of, count: Some(count) });
                let g = &mut self.globals[i];
                (g.size, g.c_type, g.open) = (size, Some(ty), true);
            }
        }
    }

    fn is_volatile_scalar(&self, ty: TypeId) -> bool {
        self.types.has_qualifier(ty, Qualifier::Volatile)
    }

    /// The elements of an array of unknown length, and how many fit where it was placed.
    fn room_for(&self, global: usize, ty: TypeId, elements: u64, bytes: u64) -> Option<(TypeId, u64)> {
        let g = &self.globals[global];
        let &CType::Array { of, count: None } = self.types.resolved(ty) else { return None };
        let size = self.types.bytes(of).filter(|s| *s > 0 && g.image.is_none() && g.size == 0)?;
        let geometry = self.geometry;
        let end = geometry.slot_of(g.address) + geometry.span(0, g.align as u64);
        let room = geometry.slot_start(end).saturating_sub(geometry.guard).saturating_sub(g.address);
        let count = if size == 1 { bytes } else { elements }.min(room / size);
        (count > 0).then_some((of, count))
    }
}

impl Global {
    /// Whether it may be a name that the linker's script gives to a place, as `_edata`: declared as a single value or as an array
    /// of unknown length, and defined nowhere. Where it lies and where it ends is then not for C to say.
    pub fn may_be_linkers(&self, program: &Program) -> bool {
        let single = |t| matches!(program.types.resolved(t), CType::Int { .. } | CType::Char { .. } | CType::Void);
        self.image.is_none() && (self.open || self.size == 0 || self.c_type.is_some_and(single))
    }

    /// Whether another file may define it anew, and differently.
    pub fn is_replaceable(&self) -> bool {
        self.linkage == Linkage::Weak && self.image.is_some()
    }
}
