//! The memory: objects in slots of their own, every access checked.
//!
//! Invariants:
//! - `table[slot]` describes the object that owns the slot (all slots of a large object carry the same entry), or no
//!   object (`load == store == 0`);
//! - `load` is how many of the object's first bytes a plain read needs nothing but a bounds check for: its size, less
//!   what lies behind the first uninitialised byte; 0 for freed objects, functions and objects with expressions. Other
//!   reads take the slow path. `store` likewise for writes: constants and shared (copy-on-write) objects have 0, and
//!   bytes written for the first time take the slow path, which notes it;
//! - a table entry may lag behind what was written since (it then shows less), never run ahead;
//! - no data pointer leaves this folder except through `Range`, which is a checked span of one object.

mod access;
mod error;
mod init;
mod leaks;
mod ledger;
mod object;
mod partly;
mod snapshot;
mod terms;
#[cfg(test)]
mod tests;

pub use access::Range;
pub use error::{AccessKind, MemoryError, MemoryFault};
pub use leaks::Lost;
pub use ledger::FirstAccess;
pub use object::{Label, ObjectInfo, ObjectState};
pub use snapshot::SnapshotId;
pub use terms::{ByteTerm, Note, SizedAccess, Touched};

use crescendo_program::address::Geometry;
use init::Init;
use object::{Object, Storage};
use snapshot::Undo;
use std::collections::VecDeque;

/// Freed slots wait this long before they are used again, so that stale pointers are noticed.
const QUARANTINE: usize = 4096;

/// A read of bytes of which some were never written.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Unwritten {
    pub label: Label,
    pub base: u64,
    pub at: u64,
    pub len: u64,
}

/// One address slot as the fast path sees it.
#[derive(Clone, Copy)]
#[repr(C, align(32))]
pub(crate) struct Slot {
    /// Address of the object.
    pub lo: u64,
    pub data: *mut u8,
    pub load: u64,
    pub store: u64,
}

const EMPTY: Slot = Slot { lo: 0, data: std::ptr::null_mut(), load: 0, store: 0 };

/// Limits on what a program may take.
#[derive(Clone, Copy, Debug)]
pub struct MemoryLimits {
    /// Live bytes of all objects together.
    pub bytes: u64,
    /// Bytes of stack objects.
    pub stack: u64,
}

impl Default for MemoryLimits {
    fn default() -> Self {
        // The usual 8 MiB, less what a process needs before `main`.
        MemoryLimits { bytes: 4 << 30, stack: (8 << 20) - (64 << 10) }
    }
}

pub struct Memory {
    pub(crate) table: Vec<Slot>,
    objects: Vec<Object>,
    geometry: Geometry,
    /// An object that has no more bytes than this takes one slot, whatever its alignment up to a page.
    single_slot: u64,
    limits: MemoryLimits,
    /// The next slot never used so far.
    next_slot: u64,
    free: VecDeque<u32>,
    stack: StackArena,
    live_bytes: u64,
    peak_bytes: u64,
    undo: Vec<Undo>,
    /// Track which bytes were written; off makes every object count as initialised.
    pub track_init: bool,
    /// Uninitialised reads seen since the last `take_uninitialised`.
    uninitialised: bool,
    unwritten: Unwritten,
    big_endian: bool,
    /// Bytes handled in bulk since the last `take_work`, so that long library calls count as steps too.
    work: std::cell::Cell<u64>,
    /// Symbolic bytes that library models looked at, accesses to objects whose size depends on inputs: not yet told to
    /// the trace.
    notes: std::cell::RefCell<Vec<Note>>,
    ledger: ledger::Ledger,
    /// Slots of objects whose first read, or first write (`true`), the ledger has not taken in yet.
    firsts: std::cell::RefCell<Vec<(usize, bool)>>,
}

// The raw pointers in `table` point into storage that `objects` and `stack` own.
unsafe impl Send for Memory {}

/// Stack objects are cleared in pieces of so many bytes at least.
const SMALL: usize = 64;

/// Room for stack objects; given back in the reverse order of taking.
struct StackArena {
    base: *mut u8,
    size: usize,
    used: usize,
}

impl StackArena {
    fn layout(size: usize) -> std::alloc::Layout {
        // No more than malloc gives anyway: beyond that, zeroed memory is written to instead of mapped.
        std::alloc::Layout::from_size_align(size.max(64), 16).expect("stack limit fits the host")
    }

    fn new(size: u64) -> StackArena {
        let size = size as usize + 4096;
        // Zeroed pages are only made when touched.
        let base = unsafe { std::alloc::alloc_zeroed(Self::layout(size)) };
        assert!(!base.is_null(), "out of memory");
        StackArena { base, size, used: 0 }
    }

    /// Room for `size` bytes, or nothing when the stack is full. What was there before may still be.
    #[inline]
    fn take(&mut self, size: u64) -> Option<*mut u8> {
        let size = usize::try_from(size).ok()?.max(1).checked_next_multiple_of(16)?;
        let end = self.used.checked_add(size)?;
        if end > self.size - SMALL {
            return None;
        }
        let p = unsafe { self.base.add(self.used) };
        self.used = end;
        Some(p)
    }

    /// Sets the last `size` bytes taken to zero.
    #[inline]
    fn clear(p: *mut u8, size: u64) {
        // Most are small: a fixed length needs no loop. What lies behind is free.
        unsafe { std::ptr::write_bytes(p, 0, SMALL) };
        if size > SMALL as u64 {
            unsafe { std::ptr::write_bytes(p, 0, size as usize) };
        }
    }
}

impl Drop for StackArena {
    fn drop(&mut self) {
        unsafe { std::alloc::dealloc(self.base, Self::layout(self.size)) };
    }
}

/// A place on the stack to return to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StackMark {
    used: usize,
}

impl Memory {
    pub fn new(geometry: Geometry, first_slot: u64, big_endian: bool, limits: MemoryLimits) -> Memory {
        let n = first_slot as usize;
        Memory {
            table: vec![EMPTY; n],
            objects: (0..n).map(|_| Object::none()).collect(),
            geometry,
            single_slot: geometry.single_slot(),
            limits,
            next_slot: first_slot,
            free: VecDeque::new(),
            stack: StackArena::new(limits.stack),
            live_bytes: 0,
            peak_bytes: 0,
            undo: Vec::new(),
            track_init: true,
            uninitialised: false,
            unwritten: Unwritten { label: Label::Machine(""), base: 0, at: 0, len: 0 },
            big_endian,
            work: Default::default(),
            notes: Default::default(),
            ledger: Default::default(),
            firsts: Default::default(),
        }
    }

    /// Bytes handled in bulk since the last call.
    pub(crate) fn take_work(&self) -> u64 {
        self.work.take()
    }

    pub(crate) fn add_work(&self, bytes: u64) {
        self.work.set(self.work.get().saturating_add(bytes));
    }

    pub fn geometry(&self) -> Geometry {
        self.geometry
    }

    pub fn big_endian(&self) -> bool {
        self.big_endian
    }

    pub fn live_bytes(&self) -> u64 {
        self.live_bytes
    }

    pub fn peak_bytes(&self) -> u64 {
        self.peak_bytes
    }

    /// Whether an uninitialised byte was read since the last call.
    pub fn take_uninitialised(&mut self) -> bool {
        std::mem::take(&mut self.uninitialised)
    }

    pub fn has_uninitialised(&self) -> bool {
        self.uninitialised
    }

    // ---- making objects

    /// Puts an object at an address the linker chose. `bytes` are its first bytes, the rest is zero.
    pub fn add_fixed(
        &mut self,
        address: u64,
        size: u64,
        bytes: &[u8],
        constant: bool,
        label: Label,
    ) -> Result<(), MemoryFault> {
        self.charge(size)?;
        let storage = Storage::heap(size).ok_or(MemoryFault::Limit)?;
        unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), storage.pointer(), bytes.len().min(size as usize)) };
        let mut o = Object::new(address, size, storage, label);
        o.constant = constant;
        self.install(o);
        self.note_fixed(self.geometry.slot_of(address) as usize);
        Ok(())
    }

    /// Makes an object one that the program may free, like a heap block.
    pub fn allow_free(&mut self, address: u64) {
        if let Some(first) = self.owner(address) {
            self.objects[first].heap = true;
        }
    }

    /// Makes the machine look at every read of an object: some give something new.
    pub fn watch(&mut self, address: u64) {
        if let Some(first) = self.owner(address) {
            self.save_for_undo(first);
            self.objects[first].watched = true;
            self.refresh(first);
        }
    }

    pub(crate) fn is_watched(&self, address: u64) -> bool {
        self.owner(address).is_some_and(|first| self.objects[first].watched)
    }

    /// A function: an address that can be called but not read.
    pub fn add_function(&mut self, address: u64, size: u64, label: Label) {
        let mut o = Object::new(address, size, Storage::None, label);
        o.code = true;
        self.install(o);
    }

    /// An object of the heap or of the library; only one that is labelled so can be freed by the program. `zeroed`
    /// contents count as initialised.
    pub fn allocate(&mut self, size: u64, align: u64, zeroed: bool, label: Label) -> Result<u64, MemoryFault> {
        self.charge(size)?;
        let address = self.reserve(size, align)?;
        let storage = Storage::heap(size).ok_or(MemoryFault::Limit)?;
        let init = if self.track_init && !zeroed { Init::none(size) } else { Init::All };
        self.renew(address, size, storage, init, label, matches!(label, Label::Heap { .. }));
        Ok(address)
    }

    /// A stack object; freed by `release_stack`.
    pub fn push_stack(
        &mut self,
        size: u64,
        align: u64,
        padding: &[(u64, u64)],
        label: Label,
    ) -> Result<u64, MemoryFault> {
        let data = self.stack.take(size).ok_or(MemoryFault::StackExhausted)?;
        StackArena::clear(data, size);
        let mut init = if self.track_init { Init::none(size) } else { Init::All };
        for &(from, to) in padding {
            init.mark(from, to - from, size);
        }
        self.install_stack(data, size, align, init, label)
    }

    /// A stack object with the bytes of another: a struct passed by value. `None` if that one needs a closer look.
    pub fn push_copy(&mut self, size: u64, align: u64, from: u64, label: Label) -> Option<Result<u64, MemoryFault>> {
        let source = self.plain_source(from, size)?;
        let Some(data) = self.stack.take(size) else { return Some(Err(MemoryFault::StackExhausted)) };
        self.add_work(size);
        unsafe { std::ptr::copy_nonoverlapping(source, data, size as usize) };
        Some(self.install_stack(data, size, align, Init::All, label))
    }

    #[inline(always)]
    fn install_stack(
        &mut self,
        data: *mut u8,
        size: u64,
        align: u64,
        init: Init,
        label: Label,
    ) -> Result<u64, MemoryFault> {
        self.charge(size)?;
        // The usual case: a slot that was used before.
        if size <= self.single_slot
            && align <= 4096
            && self.free.len() > QUARANTINE
            && let Some(first) = self.free.pop_front()
        {
            let address = self.geometry.place(first as u64, align);
            let first = first as usize;
            self.save_for_undo(first);
            let written = init.prefix(size);
            self.objects[first].renew(address, size, Storage::Stack(data), init, label, false);
            self.table[first] = Slot { lo: address, data, load: written, store: written };
            return Ok(address);
        }
        let address = self.reserve(size, align)?;
        self.renew(address, size, Storage::Stack(data), init, label, false);
        Ok(address)
    }

    pub fn stack_mark(&self) -> StackMark {
        StackMark { used: self.stack.used }
    }

    /// Bytes of stack objects in use.
    pub fn stack_used(&self) -> u64 {
        self.stack.used as u64
    }

    /// Ends a stack object's life; its room is given back by `stack_reset`.
    pub fn release_stack(&mut self, address: u64) {
        let slot = self.geometry.slot_of(address) as usize;
        self.retire(slot, ObjectState::Returned);
    }

    pub fn stack_reset(&mut self, mark: StackMark) {
        self.stack.used = mark.used;
    }

    #[inline]
    fn charge(&mut self, size: u64) -> Result<(), MemoryFault> {
        let live = self.live_bytes.checked_add(size).ok_or(MemoryFault::Limit)?;
        if live > self.limits.bytes {
            return Err(MemoryFault::Limit);
        }
        self.live_bytes = live;
        self.peak_bytes = self.peak_bytes.max(live);
        Ok(())
    }

    /// How many slots an object takes.
    #[inline]
    fn span(&self, size: u64, align: u64) -> u64 {
        if size <= self.single_slot && align <= 4096 { 1 } else { self.geometry.span(size, align) }
    }

    /// Chooses an address for an object.
    #[inline]
    fn reserve(&mut self, size: u64, align: u64) -> Result<u64, MemoryFault> {
        let span = self.span(size, align);
        if span == 1 && self.free.len() > QUARANTINE {
            let slot = self.free.pop_front().expect("not empty") as u64;
            return Ok(self.geometry.place(slot, align));
        }
        let slot = self.next_slot;
        let end = slot.saturating_add(span);
        if end > self.geometry.slots {
            // The last reserve: give up quarantine before giving up.
            return match self.free.pop_front() {
                Some(slot) if span == 1 => Ok(self.geometry.place(slot as u64, align)),
                _ => Err(MemoryFault::Limit),
            };
        }
        self.next_slot = end;
        Ok(self.geometry.place(slot, align))
    }

    /// Sets slots aside for objects at fixed addresses; gives the first.
    pub fn reserve_region(&mut self, slots: u64) -> Option<u64> {
        let first = self.next_slot;
        let end = first.checked_add(slots).filter(|end| *end <= self.geometry.slots)?;
        self.next_slot = end;
        let n = end as usize;
        if self.table.len() < n {
            self.table.resize(n, EMPTY);
            self.objects.resize_with(n, Object::none);
        }
        Some(first)
    }

    /// Leaves slots out: what is made from now on lies further away. On small targets as far as there is room.
    pub fn skip_slots(&mut self, slots: u64) {
        self.next_slot += slots.min((self.geometry.slots - self.next_slot) / 2);
    }

    /// Forgets objects at fixed addresses in slots that were set aside.
    pub fn clear_region(&mut self, first: u64, slots: u64) {
        for i in first as usize..((first + slots) as usize).min(self.table.len()) {
            if self.table[i].lo != 0 {
                self.table[i] = EMPTY;
                self.objects[i] = Object::none();
            }
        }
    }

    fn install(&mut self, o: Object) {
        let first = self.slots_for(o.base, o.size);
        self.objects[first] = o;
        self.list_by_label(first);
        self.refresh(first);
    }

    /// A fresh object at an address of its own.
    #[inline]
    fn renew(&mut self, address: u64, size: u64, storage: Storage, init: Init, label: Label, heap: bool) {
        let first = self.slots_for(address, size);
        self.objects[first].renew(address, size, storage, init, label, heap);
        self.list_by_label(first);
        self.refresh(first);
    }

    /// Makes sure that an object's slots exist; gives the first.
    #[inline(always)]
    fn slots_for(&mut self, address: u64, size: u64) -> usize {
        let first = self.geometry.slot_of(address) as usize;
        let end = first + self.span(size, 1) as usize;
        if self.table.len() < end {
            self.table.resize(end, EMPTY);
            self.objects.resize_with(end, Object::none);
        }
        // A slot used before a snapshot is used again: the snapshot keeps what was there.
        self.save_for_undo(first);
        first
    }

    /// Brings the fast-path entries of an object up to date.
    #[inline]
    fn refresh(&mut self, first: usize) {
        let o = &self.objects[first];
        let entry = o.entry();
        self.table[first] = entry;
        let span = self.span(o.size, 1) as usize;
        if span > 1 {
            let end = (first + span).min(self.table.len());
            self.table[first..end].fill(entry);
        }
    }

    /// Ends an object's life. Its slots keep telling what was there.
    #[inline]
    fn retire(&mut self, first: usize, state: ObjectState) {
        self.save_for_undo(first);
        let o = &mut self.objects[first];
        let (base, size) = (o.base, o.size);
        o.end(state);
        self.live_bytes -= size;
        if self.span(size, 1) == 1 {
            self.table[first] = Slot { lo: base, ..EMPTY };
            self.free.push_back(first as u32);
        } else {
            self.refresh(first);
        }
    }

    /// Frees a heap object given by its exact address.
    pub fn free(&mut self, address: u64) -> Result<(), MemoryError> {
        let first = self.owner(address);
        let fault = |fault, m: &Memory| Err(m.error(fault, AccessKind::Free, address, 0));
        let Some(first) = first else { return fault(MemoryFault::InvalidFree, self) };
        let o = &self.objects[first];
        match o.state {
            ObjectState::Freed if o.heap => fault(MemoryFault::DoubleFree, self),
            ObjectState::Live if o.heap && o.base == address => {
                self.note_access(first, 0, AccessKind::Free);
                self.retire(first, ObjectState::Freed);
                Ok(())
            }
            _ => fault(MemoryFault::InvalidFree, self),
        }
    }

    /// Ends the life of an object that the library made for itself.
    pub fn release(&mut self, address: u64) {
        if let Some(first) = self.owner(address).filter(|&f| self.objects[f].state == ObjectState::Live) {
            self.retire(first, ObjectState::Freed);
        }
    }

    /// The first slot of the object whose slots contain the address.
    #[inline]
    pub(crate) fn owner(&self, address: u64) -> Option<usize> {
        let slot = self.geometry.slot_of(address) as usize;
        let entry = self.table.get(slot)?;
        if entry.lo == 0 {
            return None;
        }
        Some(self.geometry.slot_of(entry.lo) as usize)
    }

    /// What is said of the objects around two addresses, if these are two: their labels, and whether both are there still and
    /// both addresses are in them.
    pub(crate) fn two_objects(&self, x: u64, y: u64) -> Option<([Label; 2], bool)> {
        let (a, b) = (self.owner(x)?, self.owner(y)?);
        let [a, b] = [(a, x), (b, y)].map(|(o, at)| (&self.objects[o], at));
        let inside = |(o, at): (&Object, u64)| o.state == ObjectState::Live && at.wrapping_sub(o.base) < o.size;
        (!std::ptr::eq(a.0, b.0)).then(|| ([a.0.label, b.0.label], inside(a) && inside(b)))
    }

    /// What is known of the object around an address.
    pub fn info(&self, address: u64) -> Option<ObjectInfo> {
        let o = &self.objects[self.owner(address)?];
        Some(ObjectInfo {
            base: o.base,
            size: o.size,
            state: o.state,
            label: o.label,
            heap: o.heap,
            constant: o.constant,
            code: o.code,
        })
    }

    /// Notes where an object was freed, for reports.
    pub fn relabel(&mut self, address: u64, f: impl FnOnce(&mut Label)) {
        if let Some(first) = self.owner(address) {
            f(&mut self.objects[first].label);
        }
    }

    /// Changes a heap object's size in place, as `realloc` may not: it moves instead. Only for tools' own objects.
    pub fn usable_size(&self, address: u64) -> Option<u64> {
        let o = &self.objects[self.owner(address)?];
        (o.base == address && o.heap && o.state == ObjectState::Live).then_some(o.size)
    }
}
