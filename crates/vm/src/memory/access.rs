//! Checked accesses: the slow path of loads and stores, and spans for library models.

use super::error::MemoryError;
use super::init::Init;
use super::{AccessKind, Memory, ObjectState};

/// A span of one live object, checked once. It borrows nothing, so it must be used before the object changes.
#[derive(Clone, Copy, Debug)]
pub struct Range {
    pub(super) first: usize,
    pub(super) at: u64,
    pub(super) len: u64,
}

impl Range {
    pub fn len(&self) -> u64 {
        self.len
    }

    pub fn is_empty(&self) -> bool {
        self.len == 0
    }
}

impl Memory {
    /// Checks that `len` bytes at `address` may be accessed.
    pub fn check(&self, address: u64, len: u64, kind: AccessKind) -> Result<Range, MemoryError> {
        let Some(first) = self.owner(address).filter(|_| !self.is_escaped(address)) else {
            return Err(self.explain(kind, address, len));
        };
        let o = &self.objects[first];
        let at = address.wrapping_sub(o.base);
        let inside = at <= o.size && o.size - at >= len;
        if o.size_term.is_some() && o.state == ObjectState::Live {
            self.note_sized(o, at, len, inside);
        }
        let writable = kind != AccessKind::Write || !o.constant;
        if !inside || o.state != ObjectState::Live || o.code || !writable {
            return Err(self.explain(kind, address, len));
        }
        Ok(Range { first, at, len })
    }

    /// The bytes of a checked span.
    pub fn bytes(&self, r: Range) -> &[u8] {
        self.touch(r, r.len);
        self.plain_bytes(r)
    }

    /// The same for the machine itself, which looks after their terms.
    pub(crate) fn plain_bytes(&self, r: Range) -> &[u8] {
        self.add_work(r.len);
        let o = &self.objects[r.first];
        assert!(o.state == ObjectState::Live && r.at + r.len <= o.size, "a stale range");
        unsafe { std::slice::from_raw_parts(o.storage.pointer().add(r.at as usize), r.len as usize) }
    }

    /// The bytes of a checked span for a search that may read only the first ones; it tells how many.
    pub(crate) fn search<T>(&self, r: Range, f: impl FnOnce(&[u8]) -> (T, usize)) -> T {
        let o = &self.objects[r.first];
        assert!(o.state == ObjectState::Live && r.at + r.len <= o.size, "a stale range");
        let bytes = unsafe { std::slice::from_raw_parts(o.storage.pointer().add(r.at as usize), r.len as usize) };
        let (found, read) = f(bytes);
        self.touch(r, read as u64);
        self.add_work(read as u64);
        found
    }

    /// The bytes of a checked span, for writing; they count as initialised from now on.
    pub fn bytes_mut(&mut self, r: Range) -> &mut [u8] {
        self.add_work(r.len);
        self.save_for_undo(r.first);
        let o = &mut self.objects[r.first];
        assert!(o.state == ObjectState::Live && r.at + r.len <= o.size, "a stale range");
        if o.init.mark(r.at, r.len, o.size) | self.forget_terms(r) {
            self.refresh(r.first);
        }
        let o = &self.objects[r.first];
        unsafe { std::slice::from_raw_parts_mut(o.storage.pointer().add(r.at as usize), r.len as usize) }
    }

    /// One byte, if its object needs no closer look: the library's loops over strings.
    #[inline]
    pub fn plain_byte(&self, address: u64) -> Option<u8> {
        let slot = self.table.get((address >> self.geometry.shift) as usize)?;
        let at = address.wrapping_sub(slot.lo);
        self.add_work(1);
        (at < slot.load).then(|| unsafe { *slot.data.add(at as usize) })
    }

    /// Notes that the program reads a span, in case not all of it was written.
    pub fn note_read(&mut self, r: Range) {
        if !self.objects[r.first].init.is_set(r.at, r.len) {
            self.uninitialised = true;
        }
    }

    /// Writes an object the program may not: constants of the library, when the machine is set up.
    pub fn set_constant(&mut self, address: u64, bytes: &[u8]) -> Result<(), MemoryError> {
        let r = self.check(address, bytes.len() as u64, AccessKind::Read)?;
        self.bytes_mut(r).copy_from_slice(bytes);
        Ok(())
    }

    // ---- the slow path of the machine's loads and stores

    pub fn load_slow(&mut self, address: u64, len: u64) -> Result<u64, MemoryError> {
        let r = self.check(address, len, AccessKind::Read)?;
        self.note_read(r);
        let mut word = [0; 8];
        word[..len as usize].copy_from_slice(self.bytes(r));
        Ok(u64::from_le_bytes(word))
    }

    pub fn store_slow(&mut self, address: u64, len: u64, value: u64) -> Result<(), MemoryError> {
        let r = self.check(address, len, AccessKind::Write)?;
        self.bytes_mut(r).copy_from_slice(&value.to_le_bytes()[..len as usize]);
        Ok(())
    }

    /// Reads an integer of `bits` bits in the target's byte order into words, lowest first.
    pub fn load_bits(&mut self, address: u64, bits: u32, out: &mut [u64]) -> Result<(), MemoryError> {
        let len = bits.div_ceil(8) as u64;
        let r = self.check(address, len, AccessKind::Read)?;
        self.note_read(r);
        out.fill(0);
        let bytes = self.bytes(r);
        for i in 0..bytes.len() {
            let b = if self.big_endian { bytes[bytes.len() - 1 - i] } else { bytes[i] };
            out[i / 8] |= (b as u64) << (i % 8 * 8);
        }
        if bits % 64 != 0
            && let Some(top) = out.get_mut(bits as usize / 64)
        {
            *top &= (1 << (bits % 64)) - 1;
        }
        Ok(())
    }

    pub fn store_bits(&mut self, address: u64, bits: u32, words: &[u64]) -> Result<(), MemoryError> {
        let len = bits.div_ceil(8) as usize;
        let r = self.check(address, len as u64, AccessKind::Write)?;
        let big = self.big_endian;
        let out = self.bytes_mut(r);
        for i in 0..len {
            let b = (words[i / 8] >> (i % 8 * 8)) as u8;
            out[if big { len - 1 - i } else { i }] = b;
        }
        Ok(())
    }

    /// Copies bytes, and which of them are initialised. The spans may overlap.
    pub fn copy(&mut self, to: u64, from: u64, len: u64) -> Result<(), MemoryError> {
        if len == 0 {
            return Ok(());
        }
        let source = self.check(from, len, AccessKind::Read)?;
        let target = self.check(to, len, AccessKind::Write)?;
        let complete = matches!(self.objects[source.first].init, Init::All)
            || self.objects[source.first].init.is_set(source.at, source.len);
        let gaps: Vec<u64> = if complete {
            Vec::new()
        } else {
            let init = &self.objects[source.first].init;
            (0..len).filter(|i| !init.is_set(source.at + i, 1)).collect()
        };
        let terms = self.copied_terms(source);
        // Saving first: the source may be the same object, and saving moves its bytes.
        self.save_for_undo(target.first);
        let from = self.plain_bytes(source).as_ptr();
        let to = self.bytes_mut(target).as_mut_ptr();
        unsafe { std::ptr::copy(from, to, len as usize) };
        if !gaps.is_empty() {
            let o = &mut self.objects[target.first];
            for i in gaps {
                o.init.clear(target.at + i, 1, o.size);
            }
            self.refresh(target.first);
        }
        if let Some(terms) = terms {
            self.set_terms(target, terms.into_iter());
        }
        Ok(())
    }

    pub fn fill(&mut self, to: u64, byte: u8, len: u64) -> Result<(), MemoryError> {
        if len > 0 {
            let r = self.check(to, len, AccessKind::Write)?;
            self.bytes_mut(r).fill(byte);
        }
        Ok(())
    }

    /// Bytes from `address` to the end of its object.
    pub fn room(&self, address: u64) -> Option<u64> {
        let o = &self.objects[self.owner(address)?];
        (o.base..=o.base + o.size).contains(&address).then(|| o.base + o.size - address)
    }
}

impl Memory {
    /// Whether the slot table alone answers a read: all bytes concrete, written and in bounds.
    #[inline(always)]
    pub(crate) fn is_plain(&self, address: u64, len: u64) -> bool {
        match self.table.get((address >> self.geometry.shift) as usize) {
            Some(slot) => {
                let at = address.wrapping_sub(slot.lo);
                at < slot.load && slot.load - at >= len
            }
            None => false,
        }
    }
}
