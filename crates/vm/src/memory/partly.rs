//! Short ways for objects that are partly written: the first stores to a fresh local, reads between its gaps, a struct
//! copied over a whole fresh one. They do what the slow path in `access` does, for small objects that no snapshot
//! shares; anything else, and every fault, is left to it.

use super::Memory;
use super::init::Init;
use super::object::Object;

impl Object {
    /// A live object that may be written without saving it first.
    #[inline]
    fn is_open(&self) -> bool {
        self.is_plain() && !self.constant && !self.shared
    }
}

impl Memory {
    /// The object that starts in the address's slot, and the offset in it. Addresses that have left their object are
    /// beyond the table, and an empty slot's object has no bytes.
    #[inline]
    fn near(&self, address: u64) -> Option<(usize, u64)> {
        let first = (address >> self.geometry.shift) as usize;
        let o = self.objects.get(first)?;
        Some((first, address.wrapping_sub(o.base)))
    }

    /// Where a word is whose bytes were all written, in an object of at most 64 bytes.
    #[inline]
    pub(super) fn written_word(&self, address: u64, len: u64) -> Option<*const u8> {
        let (first, at) = self.near(address)?;
        let o = &self.objects[first];
        let Init::Small(bits) = o.init else { return None };
        let mask = (1 << len) - 1;
        let inside = at < o.size && o.size - at >= len;
        (inside && o.is_plain() && bits >> (at & 63) & mask == mask)
            .then(|| o.storage.pointer().wrapping_add(at as usize) as *const u8)
    }

    /// Where a word is that is about to be written, in an object of at most 64 bytes; its bytes are marked.
    #[inline]
    pub(super) fn first_write(&mut self, address: u64, len: u64) -> Option<*mut u8> {
        let (first, at) = self.near(address)?;
        let o = &mut self.objects[first];
        if !matches!(o.init, Init::Small(_)) || !o.is_open() || at >= o.size || o.size - at < len {
            return None;
        }
        if o.init.mark(at, len, o.size) {
            // Such an object has one slot.
            let written = o.init.prefix(o.size);
            let slot = &mut self.table[first];
            (slot.load, slot.store) = (written, written);
        }
        Some(self.objects[first].storage.pointer().wrapping_add(at as usize))
    }

    /// Where a whole fresh object is that is about to be overwritten; it counts as written.
    #[inline]
    pub(super) fn overwritten(&mut self, address: u64, len: u64) -> Option<*mut u8> {
        let (first, at) = self.near(address)?;
        let o = &mut self.objects[first];
        if at != 0 || o.size != len || len > self.single_slot || !o.is_open() {
            return None;
        }
        o.init = Init::All;
        let slot = &mut self.table[first];
        (slot.load, slot.store) = (len, len);
        Some(o.storage.pointer())
    }
}
