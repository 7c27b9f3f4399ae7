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
        self.is_plain() && !self.constant && !self.shared && !self.listed.wants_write()
    }
}

// Addresses that have left their object are beyond the table, and what lies in an empty slot has no bytes: a look at the
// object that starts in the address's slot is enough.
impl Memory {
    /// Where a word is whose bytes were all written, in an object of at most 64 bytes.
    #[inline]
    pub(super) fn written_word(&self, address: u64, len: u64) -> Option<*const u8> {
        let o = self.objects.get((address >> self.geometry.shift) as usize)?;
        let at = address.wrapping_sub(o.base);
        let Init::Small(bits) = o.init else { return None };
        let inside = at < o.size && o.size - at >= len;
        let mask = (1 << len) - 1;
        if !inside || !o.is_plain() || bits >> (at & 63) & mask != mask {
            return None;
        }
        Some(unsafe { o.storage.pointer().add(at as usize) })
    }

    /// Where a word is that is about to be written, in an object of at most 64 bytes; its bytes are marked.
    #[inline]
    pub(super) fn first_write(&mut self, address: u64, len: u64) -> Option<*mut u8> {
        let first = (address >> self.geometry.shift) as usize;
        let o = self.objects.get_mut(first)?;
        let at = address.wrapping_sub(o.base);
        let Init::Small(bits) = o.init else { return None };
        if !o.is_open() || at >= o.size || o.size - at < len {
            return None;
        }
        let bits = bits | ((1 << len) - 1) << (at & 63);
        let written = bits.trailing_ones() as u64;
        o.init = if written == o.size { Init::All } else { Init::Small(bits) };
        // Such an object has one slot.
        let slot = &mut self.table[first];
        (slot.load, slot.store) = (written, written);
        Some(unsafe { slot.data.add(at as usize) })
    }

    /// Where a whole fresh object is that is about to be overwritten; it counts as written.
    #[inline]
    pub(super) fn overwritten(&mut self, address: u64, len: u64) -> Option<*mut u8> {
        let first = (address >> self.geometry.shift) as usize;
        let o = self.objects.get_mut(first)?;
        if o.base != address || o.size != len || len > self.single_slot || !o.is_open() {
            return None;
        }
        o.init = Init::All;
        let slot = &mut self.table[first];
        (slot.load, slot.store) = (len, len);
        Some(slot.data)
    }
}
