//! Snapshots: the memory can go back to an earlier state in time proportional to what changed.
//!
//! Taking a snapshot marks all objects shared. The first change of a shared object saves it; going back puts the saved
//! ones in place and forgets the objects made since. Snapshots nest; going back to one drops those taken later.

use super::object::{Object, Storage};
use super::{EMPTY, Memory, StackMark};
use std::collections::VecDeque;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SnapshotId(usize);

pub(super) struct Undo {
    saved: Vec<Saved>,
    next_slot: u64,
    free: VecDeque<u32>,
    stack: StackMark,
    live_bytes: u64,
    /// Slots shared by this snapshot; a slot reused later is saved like a changed one.
    table_len: usize,
    /// First slots of objects put at given addresses since then, which may have been set aside before.
    fixed: Vec<usize>,
}

struct Saved {
    first: usize,
    object: Object,
    /// The bytes of a stack object, whose room is reused in place.
    bytes: Option<Box<[u8]>>,
}

impl Memory {
    pub fn snapshot(&mut self) -> SnapshotId {
        self.undo.push(Undo {
            saved: Vec::new(),
            next_slot: self.next_slot,
            free: self.free.clone(),
            stack: self.stack_mark(),
            live_bytes: self.live_bytes,
            table_len: self.table.len(),
            fixed: Vec::new(),
        });
        for first in 0..self.objects.len() {
            let o = &mut self.objects[first];
            // Dead objects too: their slots may be used again.
            if o.base != 0 {
                o.shared = true;
                self.refresh(first);
            }
        }
        SnapshotId(self.undo.len() - 1)
    }

    /// Keeps the object as it is now for the snapshot, if one needs it. Called before every change.
    #[inline]
    pub(super) fn save_for_undo(&mut self, first: usize) {
        if self.objects[first].shared {
            self.save(first);
        }
    }

    #[cold]
    fn save(&mut self, first: usize) {
        let o = &mut self.objects[first];
        o.shared = false;
        let Some(undo) = self.undo.last_mut() else { return };
        let size = o.size as usize;
        let (init, terms) = (o.init.clone(), o.terms.clone());
        let reach = o.reach.clone();
        let mut copy = Object { init, terms, reach, storage: Storage::None, shared: true, ..*o };
        let bytes = match o.storage {
            Storage::None => None,
            Storage::Stack(p) => Some(unsafe { std::slice::from_raw_parts(p, size) }.to_vec().into_boxed_slice()),
            Storage::Heap(p, _) => {
                // The old bytes go to the snapshot, the program goes on with a copy.
                if let Some(fresh) = Storage::heap(o.size) {
                    unsafe { std::ptr::copy_nonoverlapping(p, fresh.pointer(), size) };
                    copy.storage = std::mem::replace(&mut o.storage, fresh);
                }
                None
            }
        };
        if let Storage::Stack(p) = o.storage {
            copy.storage = Storage::Stack(p);
        }
        undo.saved.push(Saved { first, object: copy, bytes });
        self.refresh(first);
    }

    /// Whether anything was written, made or freed since the snapshot, the latest one.
    pub(crate) fn has_changed_since(&self, id: SnapshotId) -> bool {
        let Some(undo) = self.undo.get(id.0).filter(|_| self.undo.len() == id.0 + 1) else { return true };
        let is_same = undo.saved.is_empty()
            && undo.fixed.is_empty()
            && undo.next_slot == self.next_slot
            && undo.live_bytes == self.live_bytes
            && undo.table_len == self.table.len();
        !is_same
    }

    /// Whether objects were made since the snapshot, other than at given addresses.
    pub(crate) fn has_made_since(&self, id: SnapshotId) -> bool {
        self.undo.get(id.0).is_none_or(|undo| undo.next_slot != self.next_slot)
    }

    /// Goes back to the snapshot, which stays usable.
    pub fn restore(&mut self, id: SnapshotId) {
        while self.undo.len() > id.0 + 1 {
            let later = self.undo.pop().expect("longer than id");
            self.forget(later.fixed);
            self.put_back(later.saved);
        }
        let undo = self.undo.last_mut().expect("the snapshot exists");
        let (saved, fixed) = (std::mem::take(&mut undo.saved), std::mem::take(&mut undo.fixed));
        let (next_slot, stack, live, len) = (undo.next_slot, undo.stack, undo.live_bytes, undo.table_len);
        self.free = undo.free.clone();
        self.forget(fixed);
        self.put_back(saved);
        let from = next_slot as usize;
        for i in from.min(len)..self.table.len() {
            self.table[i] = EMPTY;
            self.objects[i] = Object::none();
        }
        self.table.truncate(len.max(from));
        self.objects.truncate(len.max(from));
        self.next_slot = next_slot;
        self.stack_reset(stack);
        self.live_bytes = live;
    }

    /// An object was put at a given address.
    pub(super) fn note_fixed(&mut self, first: usize) {
        if let Some(undo) = self.undo.last_mut() {
            undo.fixed.push(first);
        }
    }

    fn forget(&mut self, fixed: Vec<usize>) {
        for first in fixed {
            let span = self.span(self.objects[first].size, 1) as usize;
            let end = (first + span).min(self.table.len());
            self.table[first..end].fill(EMPTY);
            self.objects[first] = Object::none();
        }
    }

    fn put_back(&mut self, saved: Vec<Saved>) {
        // The oldest copy of an object is the right one: put back in reverse.
        for s in saved.into_iter().rev() {
            if let (Some(bytes), Storage::Stack(p)) = (&s.bytes, &s.object.storage) {
                unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), *p, bytes.len()) };
            }
            self.objects[s.first] = s.object;
            self.refresh(s.first);
        }
    }
}
