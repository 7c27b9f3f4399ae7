//! Which objects a run has read and written, each with its first access: proofs rest on objects not being others.
//!
//! Only objects that the outside may know are on the ledger: inputs, variables of the program, objects of the library. An object
//! on it takes the slow path until its first read and its first write are noted, and then no more: an access costs nothing.

use super::object::Object;
use super::{AccessKind, Label, Memory, ObjectState};
use std::cell::Cell;

/// What is noted of one object.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Listed {
    /// The outside may know it.
    pub on: bool,
    pub read: bool,
    pub written: bool,
}

impl Listed {
    pub fn wants_read(self) -> bool {
        self.on && !self.read
    }

    pub fn wants_write(self) -> bool {
        self.on && !self.written
    }
}

/// The first read or write of an object in a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FirstAccess {
    /// Where the object starts.
    pub base: u64,
    pub label: Label,
    pub write: bool,
}

#[derive(Default)]
pub(super) struct Ledger {
    on: bool,
    /// Who looks at memory is the driver or the machine, not the program.
    paused: u32,
    /// The library is at work: what it reads of its own objects is its own business.
    in_library: bool,
    /// Slots with something noted in this run.
    noted: Vec<usize>,
    /// Objects known outside whose bytes were copied, some of them unwritten: padding, in a copy that does not tell.
    copied_unwritten: Vec<Label>,
    /// There are first accesses that nobody has taken in yet.
    waiting: Cell<bool>,
}

/// Whether the outside may know an object by its label alone.
fn is_known_outside(o: &Object) -> bool {
    match o.label {
        Label::Input(_) => true,
        Label::Global(_) => !o.constant,
        Label::Stream { .. } => true,
        Label::Machine(_) | Label::Function(_) | Label::Local { .. } | Label::Variable { .. } | Label::Heap { .. } => {
            false
        }
    }
}

impl Memory {
    /// Starts the ledger; objects that the library has made by now are on it.
    pub fn keep_ledger(&mut self) {
        self.ledger.on = true;
        for first in 0..self.objects.len() {
            let o = &mut self.objects[first];
            if o.base != 0 && o.state == ObjectState::Live && !o.constant {
                o.listed.on = is_known_outside(o) || matches!(o.label, Label::Machine(_));
                self.refresh(first);
            }
        }
    }

    /// A new object, as far as its label tells.
    #[inline]
    pub(super) fn list_by_label(&mut self, first: usize) {
        if self.ledger.on {
            let o = &mut self.objects[first];
            o.listed = Listed { on: is_known_outside(o), ..Default::default() };
        }
    }

    /// An object of the library, which callers may know.
    pub fn list(&mut self, address: u64) {
        if self.ledger.on
            && let Some(first) = self.owner(address)
        {
            self.objects[first].listed.on = true;
            self.refresh(first);
        }
    }

    /// The next read and the next write of an object are noted as if they were the first.
    pub(crate) fn expect_access(&mut self, address: u64) {
        if let Some(first) = self.owner(address) {
            (self.objects[first].listed.read, self.objects[first].listed.written) = (false, false);
            self.refresh(first);
        }
    }

    /// Forgets what was noted.
    pub fn begin_ledger(&mut self) {
        for first in std::mem::take(&mut self.ledger.noted) {
            if let Some(o) = self.objects.get_mut(first).filter(|o| o.listed.on) {
                (o.listed.read, o.listed.written) = (false, false);
                self.refresh(first);
            }
        }
        self.firsts.get_mut().clear();
        self.ledger.copied_unwritten.clear();
        self.ledger.in_library = false;
        self.ledger.waiting.set(false);
    }

    /// Until `resume_ledger`, accesses are not the program's.
    pub fn pause_ledger(&mut self) {
        self.ledger.paused += 1;
    }

    pub fn resume_ledger(&mut self) {
        self.ledger.paused -= 1;
    }

    pub(crate) fn set_in_library(&mut self, at_work: bool) {
        self.ledger.in_library = at_work;
    }

    /// An access on the slow path.
    #[inline]
    pub(super) fn note_access(&self, first: usize, end: u64, kind: AccessKind) {
        let o = &self.objects[first];
        if o.size_term.is_some() && end > o.reach.get() && self.ledger.paused == 0 {
            o.reach.set(end);
        }
        let listed = o.listed;
        if listed.on && (kind == AccessKind::Read && !listed.read || kind != AccessKind::Read && !listed.written) {
            self.note_first(first, kind != AccessKind::Read);
        }
    }

    /// Bytes of an object are copied that were not all written.
    #[cold]
    pub(super) fn note_copied_unwritten(&mut self, first: usize) {
        let o = &self.objects[first];
        if o.listed.on && !self.ledger.copied_unwritten.contains(&o.label) {
            let label = o.label;
            self.ledger.copied_unwritten.push(label);
        }
    }

    /// Objects known outside of which unwritten bytes were copied.
    pub fn copied_unwritten(&self) -> &[Label] {
        &self.ledger.copied_unwritten
    }

    /// How far into an object the program has looked; where that is not followed, all of it.
    pub fn extent_used(&self, base: u64) -> u64 {
        let Some(first) = self.owner(base) else { return 0 };
        let o = &self.objects[first];
        if o.size_term.is_some() { o.reach.get() } else { o.size }
    }

    #[cold]
    fn note_first(&self, first: usize, write: bool) {
        if self.ledger.in_library && !write && matches!(self.objects[first].label, Label::Machine(_)) {
            return;
        }
        let mut firsts = self.firsts.borrow_mut();
        if self.ledger.paused == 0 && !firsts.contains(&(first, write)) {
            firsts.push((first, write));
            self.ledger.waiting.set(true);
        }
    }

    #[inline]
    pub(crate) fn has_firsts(&self) -> bool {
        self.ledger.waiting.get()
    }

    /// First accesses since the last call, in their order.
    pub(crate) fn take_firsts(&mut self) -> Vec<FirstAccess> {
        self.ledger.waiting.set(false);
        let mut all = Vec::new();
        for (first, write) in std::mem::take(self.firsts.get_mut()) {
            let Some(o) = self.objects.get_mut(first) else { continue };
            let (base, label) = (o.base, o.label);
            let known = if write { &mut o.listed.written } else { &mut o.listed.read };
            if o.listed.on && !std::mem::replace(known, true) {
                self.ledger.noted.push(first);
                self.refresh(first);
                all.push(FirstAccess { base, label, write });
            }
        }
        all
    }
}
