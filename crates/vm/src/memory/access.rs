//! Checked accesses: the slow path of loads and stores, and spans for library models.

use super::Unwritten;
use super::error::MemoryError;
use super::init::Init;
use super::{AccessKind, Memory, ObjectState};
use smallvec::SmallVec;

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
    /// Checks that `len` bytes at `address` may be accessed. Where the object's size depends on inputs, the trace learns
    /// of it: the order of such checks must be that of the accesses.
    #[inline]
    pub fn check(&self, address: u64, len: u64, kind: AccessKind) -> Result<Range, MemoryError> {
        let r = self.check_room(address, len, kind)?;
        self.note_used(r, len);
        Ok(r)
    }

    /// The same for a span that will be used in part only; `search` tells which part.
    #[inline]
    pub fn check_room(&self, address: u64, len: u64, kind: AccessKind) -> Result<Range, MemoryError> {
        let Some(first) = self.owner(address).filter(|_| !self.is_escaped(address)) else {
            self.note_far(address, len);
            return Err(self.explain(kind, address, len));
        };
        let o = &self.objects[first];
        let at = address.wrapping_sub(o.base);
        let inside = at <= o.size && o.size - at >= len;
        if !inside && o.size_term.is_some() && o.state == ObjectState::Live {
            self.note_sized(o, at, len, false);
        }
        let writable = kind != AccessKind::Write || !o.constant;
        if !inside || o.state != ObjectState::Live || o.code || !writable {
            return Err(self.explain(kind, address, len));
        }
        self.note_access(first, at + len, kind);
        Ok(Range { first, at, len })
    }

    /// The bytes of a checked span.
    pub fn bytes(&self, r: Range) -> &[u8] {
        let bytes = self.plain_bytes(r);
        self.touch(r, r.len);
        bytes
    }

    /// The same for the machine itself, which looks after their terms.
    pub(crate) fn plain_bytes(&self, r: Range) -> &[u8] {
        self.add_work(r.len);
        self.note_used(r, r.len);
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
        self.note_search(r, read as u64);
        self.add_work(read as u64);
        found
    }

    /// The bytes of a checked span, for writing; they count as initialised from now on.
    pub fn bytes_mut(&mut self, r: Range) -> &mut [u8] {
        self.add_work(r.len);
        let p = self.written(r);
        unsafe { std::slice::from_raw_parts_mut(p, r.len as usize) }
    }

    /// Where a checked span is that is about to be written: from now on its bytes count as initialised.
    #[inline]
    fn written(&mut self, r: Range) -> *mut u8 {
        self.note_used(r, r.len);
        self.save_for_undo(r.first);
        let o = &mut self.objects[r.first];
        assert!(o.state == ObjectState::Live && r.at + r.len <= o.size, "a stale range");
        let grown = o.init.mark(r.at, r.len, o.size);
        let concrete = self.forget_terms(r);
        let o = &self.objects[r.first];
        if grown && matches!(o.init, Init::All) || concrete {
            self.refresh(r.first);
        } else if grown {
            // The other slots of a large object may lag behind.
            self.table[((o.base + r.at) >> self.geometry.shift) as usize] = o.entry();
        }
        self.place(r)
    }

    #[inline]
    fn place(&self, r: Range) -> *mut u8 {
        unsafe { self.objects[r.first].storage.pointer().add(r.at as usize) }
    }

    /// Where `len` bytes at an address are, if the table alone shows that they may be read.
    #[inline]
    pub(super) fn plain_source(&self, address: u64, len: u64) -> Option<*const u8> {
        let slot = self.table.get((address >> self.geometry.shift) as usize)?;
        let at = address.wrapping_sub(slot.lo);
        (at < slot.load && slot.load - at >= len).then(|| unsafe { slot.data.add(at as usize) } as *const u8)
    }

    /// The bytes from an address on that the table alone shows to be readable; none, if it does not.
    #[inline]
    pub(crate) fn plain_rest(&self, address: u64) -> &[u8] {
        let Some(slot) = self.table.get((address >> self.geometry.shift) as usize) else { return &[] };
        let at = address.wrapping_sub(slot.lo);
        if at >= slot.load {
            return &[];
        }
        unsafe { std::slice::from_raw_parts(slot.data.add(at as usize), (slot.load - at) as usize) }
    }

    /// The same for writing.
    #[inline]
    fn plain_target(&self, address: u64, len: u64) -> Option<*mut u8> {
        let slot = self.table.get((address >> self.geometry.shift) as usize)?;
        let at = address.wrapping_sub(slot.lo);
        (at < slot.store && slot.store - at >= len).then(|| unsafe { slot.data.add(at as usize) })
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
            self.note_unwritten(r);
        }
    }

    #[cold]
    fn note_unwritten(&mut self, r: Range) {
        self.uninitialised = true;
        self.unwritten = {
            let o = &self.objects[r.first];
            Unwritten { label: o.label, base: o.base, at: r.at, len: r.len }
        };
    }

    /// What the last read of something unwritten was.
    pub(crate) fn last_unwritten(&self) -> Unwritten {
        self.unwritten
    }

    /// Whether each unwritten byte of a span of a live object lies in one of these parts of it.
    pub(crate) fn is_unwritten_only_in(&self, base: u64, (at, len): (u64, u64), parts: &[(u64, u64)]) -> bool {
        let Some(first) = self.owner(base) else { return false };
        let init = &self.objects[first].init;
        let inside = |i: u64| parts.iter().any(|(from, to)| (*from..*to).contains(&i));
        (at..at + len).all(|i| init.is_set(i, 1) || inside(i))
    }

    /// Bytes that count as not written from now on.
    pub fn forget_written(&mut self, address: u64, len: u64) {
        let Some(first) = self.owner(address) else { return };
        if !self.track_init {
            return;
        }
        self.save_for_undo(first);
        let o = &mut self.objects[first];
        let at = address - o.base;
        for i in (0..len).step_by(64) {
            o.init.assign(at + i, (len - i).min(64), 0, o.size);
        }
        self.refresh(first);
    }

    /// An object as if it had just been made: zero, and nothing of it written.
    pub fn clear(&mut self, address: u64) {
        let Some(first) = self.owner(address) else { return };
        let size = self.objects[first].size;
        let base = self.objects[first].base;
        if self.fill(base, 0, size).is_ok() && self.track_init {
            self.objects[first].init = Init::none(size);
            self.refresh(first);
        }
    }

    /// Whether all of an object was written.
    pub(crate) fn is_all_written(&self, object: u64) -> bool {
        self.owner(object).is_none_or(|first| {
            let o = &self.objects[first];
            o.init.is_set(0, o.size)
        })
    }

    /// Bytes as they are, for those who look at a run from outside: nothing is noted. `None` where no live object has them;
    /// the second says whether the program wrote all of them.
    pub fn peek(&self, address: u64, len: u64) -> Option<(&[u8], bool)> {
        let first = self.owner(address).filter(|_| !self.is_escaped(address))?;
        let o = &self.objects[first];
        let at = address.wrapping_sub(o.base);
        let inside = at <= o.size && o.size - at >= len;
        if !inside || o.state != ObjectState::Live || o.code {
            return None;
        }
        let bytes = unsafe { std::slice::from_raw_parts(o.storage.pointer().add(at as usize), len as usize) };
        Some((bytes, o.init.is_set(at, len)))
    }

    /// Writes an object the program may not: constants of the library, when the machine is set up.
    pub fn set_constant(&mut self, address: u64, bytes: &[u8]) -> Result<(), MemoryError> {
        let r = self.check(address, bytes.len() as u64, AccessKind::Read)?;
        self.bytes_mut(r).copy_from_slice(bytes);
        Ok(())
    }

    // ---- the slow path of the machine's loads and stores

    /// Reads a word of 1, 2, 4 or 8 bytes.
    pub fn load_slow(&mut self, address: u64, len: u64) -> Result<u64, MemoryError> {
        if let Some(p) = self.written_word(address, len) {
            return Ok(unsafe { read_word(p, len) });
        }
        let r = self.check(address, len, AccessKind::Read)?;
        let o = &self.objects[r.first];
        if !o.init.is_set(r.at, r.len) {
            self.note_unwritten(r);
        } else if !matches!(o.init, Init::All) {
            // This slot's entry may lag behind.
            self.table[(address >> self.geometry.shift) as usize] = o.entry();
        }
        self.note_used(r, len);
        self.touch(r, len);
        Ok(unsafe { read_word(self.place(r), len) })
    }

    /// Writes a word of 1, 2, 4 or 8 bytes.
    pub fn store_slow(&mut self, address: u64, len: u64, value: u64) -> Result<(), MemoryError> {
        let p = match self.first_write(address, len) {
            Some(p) => p,
            None => {
                let r = self.check(address, len, AccessKind::Write)?;
                self.written(r)
            }
        };
        unsafe {
            match len {
                1 => *p = value as u8,
                2 => p.cast::<u16>().write_unaligned(value as u16),
                4 => p.cast::<u32>().write_unaligned(value as u32),
                _ => p.cast::<u64>().write_unaligned(value),
            }
        }
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
        if !bits.is_multiple_of(64)
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
        let Some(source) = self.plain_source(from, len) else { return self.copy_slow(to, from, len) };
        let target = match self.plain_target(to, len) {
            None => self.overwritten(to, len),
            target => target,
        };
        let Some(target) = target else { return self.copy_slow(to, from, len) };
        self.add_work(len);
        unsafe { std::ptr::copy(source, target, len as usize) };
        Ok(())
    }

    fn copy_slow(&mut self, to: u64, from: u64, len: u64) -> Result<(), MemoryError> {
        if len == 0 {
            return Ok(());
        }
        let both = |e| MemoryError { both: self.peek(to, len).is_none(), ..e };
        let source = self.check(from, len, AccessKind::Read).map_err(both)?;
        let target = self.check(to, len, AccessKind::Write)?;
        self.note_used(source, len);
        self.note_used(target, len);
        self.add_work(len);
        let init = &self.objects[source.first].init;
        // The spans may overlap, so what the source lacks is looked up before the target is marked.
        let gaps: SmallVec<[u64; 8]> = if init.is_set(source.at, len) {
            SmallVec::new()
        } else {
            (0..len).step_by(64).map(|i| init.get(source.at + i, (len - i).min(64))).collect()
        };
        if !gaps.is_empty() {
            self.note_copied_unwritten(source.first);
        }
        let terms = self.copied_terms(source);
        if gaps.is_empty() {
            let to = self.written(target);
            // Read after `written`: saving the target for a snapshot may have moved the source's bytes too.
            let from = self.place(source);
            unsafe { std::ptr::copy(from, to, len as usize) };
        } else {
            self.save_for_undo(target.first);
            self.forget_terms(target);
            unsafe { std::ptr::copy(self.place(source), self.place(target), len as usize) };
            let o = &mut self.objects[target.first];
            for (i, bits) in (0..len).step_by(64).zip(gaps) {
                o.init.assign(target.at + i, (len - i).min(64), bits, o.size);
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
        self.plain_source(address, len).is_some()
    }
}

/// A word of 1, 2, 4 or 8 bytes in the host's byte order.
#[inline]
unsafe fn read_word(p: *const u8, len: u64) -> u64 {
    unsafe {
        match len {
            1 => *p as u64,
            2 => p.cast::<u16>().read_unaligned() as u64,
            4 => p.cast::<u32>().read_unaligned() as u64,
            _ => p.cast::<u64>().read_unaligned(),
        }
    }
}
