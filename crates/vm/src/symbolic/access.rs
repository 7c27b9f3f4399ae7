//! Loads and stores of symbolic bytes, and through symbolic addresses.

use super::observe::Seen;
use super::place::{Place, grid};
use crate::machine::Vm;
use crate::memory::{AccessKind, ByteTerm, Range};
use crate::stop::{FaultKind, Stop};
use crate::trace::Concretised;
use crescendo_program::op::Reg;
use crescendo_solver::expr::ExprId;

/// Places a store through a symbolic address may change.
const STORE_PLACES: u64 = 512;

impl<'p> Vm<'p> {
    /// A load of `bits` bits into `d`.
    pub(super) fn observe_load(&mut self, base: usize, d: Reg, bits: u32, place: Place) -> Result<Seen, Stop> {
        let len = bits.div_ceil(8) as u64;
        let slots = bits.div_ceil(64).max(1);
        if place.term.is_some() && !self.bound(place, len, AccessKind::Read)? {
            return Ok(Seen::Run);
        }
        let Ok(r) = self.memory.check(place.address, len, AccessKind::Read) else { return Ok(Seen::Run) };
        let term = match place.term {
            ExprId::NONE if !self.memory.is_symbolic(r) => ExprId::NONE,
            ExprId::NONE => self.span_term(r),
            e => self.read_through(e, place.address, r)?,
        };
        if term.is_none() {
            self.clear_terms(base, d, slots);
            if !self.memory.is_symbolic(r) {
                return Ok(Seen::Run);
            }
        } else {
            self.load_pointer(term)?;
            let value = self.sym().fit(term, bits);
            self.set_wide_term(base, d, value);
        }
        self.memory.note_read(r);
        self.note_uninitialised();
        let at = base + d as usize;
        if bits <= 64 {
            self.registers[at] = self.plain_word(r, bits);
        } else {
            let words = self.plain_words(r, bits);
            self.registers[at..at + slots as usize].copy_from_slice(&words);
        }
        self.noted(base, d)?;
        Ok(Seen::Done)
    }

    fn plain_word(&self, r: Range, bits: u32) -> u64 {
        let bytes = self.memory.plain_bytes(r);
        let mut word = [0; 8];
        word[..bytes.len()].copy_from_slice(bytes);
        if self.memory.big_endian() {
            word[..bytes.len()].reverse();
        }
        crate::number::int::mask(u64::from_le_bytes(word), bits)
    }

    pub(super) fn plain_words(&self, r: Range, bits: u32) -> Vec<u64> {
        let bytes = self.memory.plain_bytes(r);
        let mut words = vec![0u64; bits.div_ceil(64).max(1) as usize];
        for i in 0..bytes.len() {
            let b = bytes[if self.memory.big_endian() { bytes.len() - 1 - i } else { i }];
            words[i / 8] |= (b as u64) << (i % 8 * 8);
        }
        if bits % 64 != 0 {
            words[bits as usize / 64] &= (1 << (bits % 64)) - 1;
        }
        words
    }

    /// A store of `bits` bits from `a`.
    pub(super) fn observe_store(&mut self, base: usize, a: Reg, bits: u32, place: Place) -> Result<Seen, Stop> {
        let len = bits.div_ceil(8) as u64;
        let slots = bits.div_ceil(64).max(1);
        let symbolic = self.has_term(base, a, slots);
        if place.term.is_some() && !self.bound(place, len, AccessKind::Write)? {
            return Ok(Seen::Run);
        }
        let Ok(r) = self.memory.check(place.address, len, AccessKind::Write) else { return Ok(Seen::Run) };
        if place.term.is_none() && !symbolic {
            return Ok(Seen::Run);
        }
        let value = self.wide_term(base, a, bits);
        let value = self.sym().fit(value, len as u32 * 8);
        if place.term.is_some() && self.write_through(place.term, place.address, value, len)? {
            self.write_concrete(base, a, bits, r, true);
            return Ok(Seen::Done);
        }
        self.write_concrete(base, a, bits, r, false);
        if symbolic {
            self.set_span_term(r, value);
        }
        Ok(Seen::Done)
    }

    /// Writes the concrete bytes. `keep`: the terms of the span have been set already.
    fn write_concrete(&mut self, base: usize, a: Reg, bits: u32, r: Range, keep: bool) {
        let words = &self.registers[base + a as usize..][..bits.div_ceil(64).max(1) as usize];
        let len = r.len() as usize;
        let mut bytes: Vec<u8> = words.iter().flat_map(|w| w.to_le_bytes()).take(len).collect();
        bytes.resize(len, 0);
        if self.memory.big_endian() {
            bytes.reverse();
        }
        if keep {
            let terms: Vec<ByteTerm> = (0..r.len()).map(|i| self.memory.byte_term(r, i)).collect();
            self.memory.bytes_mut(r).copy_from_slice(&bytes);
            self.memory.set_terms(r, terms.into_iter());
        } else {
            self.memory.bytes_mut(r).copy_from_slice(&bytes);
        }
    }

    /// `memset` with a symbolic byte.
    pub(super) fn observe_fill(&mut self, base: usize, d: Reg, a: Reg, len: Reg) -> Result<Seen, Stop> {
        let (to, len) = (self.registers[base + d as usize], self.registers[base + len as usize]);
        let Ok(r) = self.memory.check(to, len, AccessKind::Write) else { return Ok(Seen::Run) };
        let byte = self.registers[base + a as usize] as u8;
        let term = self.register_term(base + a as usize, 8);
        self.memory.bytes_mut(r).fill(byte);
        self.memory.set_terms(r, std::iter::repeat(ByteTerm { term, byte: 0 }));
        Ok(Seen::Done)
    }

    // ---- spans

    /// The number a span holds, as a term; nothing if all of it is concrete.
    pub(crate) fn span_term(&mut self, r: Range) -> ExprId {
        let len = r.len();
        let big = self.memory.big_endian();
        let place = |i: u64| if big { len - 1 - i } else { i };
        let first = self.memory.byte_term(r, place(0));
        let whole = (1..len).all(|i| {
            let t = self.memory.byte_term(r, place(i));
            t.term == first.term && t.byte == first.byte + i as u32
        });
        if whole {
            if first.term.is_none() {
                return ExprId::NONE;
            }
            let s = self.symbolic.as_deref_mut().expect("the symbolic side is on");
            return s.pool.extract(first.term, first.byte * 8, len as u32 * 8);
        }
        self.pieced_term(r)
    }

    /// Runs of bytes that belong together, put side by side.
    fn pieced_term(&mut self, r: Range) -> ExprId {
        let len = r.len();
        let big = self.memory.big_endian();
        let place = |i: u64| if big { len - 1 - i } else { i };
        let byte = |m: &crate::memory::Memory, i: u64| m.byte_term(r, place(i));
        let mut whole = ExprId::NONE;
        let mut any = false;
        let mut i = 0;
        while i < len {
            let t = byte(&self.memory, i);
            let mut n = 1;
            while i + n < len {
                let u = byte(&self.memory, i + n);
                let follows = u.term == t.term && (t.term.is_none() && n < 8 || u.byte == t.byte + n as u32);
                if !follows {
                    break;
                }
                n += 1;
            }
            let bytes = self.memory.plain_bytes(r);
            let value = (0..n.min(8)).fold(0, |v, k| v | (bytes[place(i + k) as usize] as u64) << (8 * k));
            let s = self.symbolic.as_deref_mut().expect("the symbolic side is on");
            let piece = if t.term.is_none() {
                s.pool.constant(value, n as u32 * 8)
            } else {
                any = true;
                s.pool.extract(t.term, t.byte * 8, n as u32 * 8)
            };
            whole = if whole.is_none() { piece } else { s.pool.concat(piece, whole) };
            i += n;
        }
        if any { self.sym().kept(whole) } else { ExprId::NONE }
    }

    /// Gives a span the bytes of a term of its size.
    pub(crate) fn set_span_term(&mut self, r: Range, value: ExprId) {
        if self.sym().pool.is_constant(value) {
            return;
        }
        let (len, big) = (r.len() as u32, self.memory.big_endian());
        let bytes = (0..len).map(|i| ByteTerm { term: value, byte: if big { len - 1 - i } else { i } });
        self.memory.set_terms(r, bytes);
    }

    // ---- symbolic addresses

    /// Notes that the access stays in its object for these inputs, or does not. False: it cannot be followed.
    fn bound(&mut self, place: Place, len: u64, kind: AccessKind) -> Result<bool, Stop> {
        self.fix_size(place)?;
        let check = self.memory.check(place.address, len, kind);
        let home = if check.is_ok() { self.memory.info(place.address) } else { self.memory.home(place.home) };
        let plain = self.memory.plain(place.address);
        let inside = |o: &crate::memory::ObjectInfo| {
            let offset = plain.wrapping_sub(o.base);
            len <= o.size && offset <= o.size - len
        };
        let Some(o) = home.filter(|o| inside(o) == check.is_ok()) else {
            // What starts from null, or from an object that may not be used like this, fails wherever it ends up.
            let sure = home.is_some() || self.sym().null_based.contains(&place.term);
            if !sure {
                self.concretise(place.term, plain, Concretised::Address)?;
            }
            return Ok(false);
        };
        let inside = check.is_ok();
        let s = self.sym();
        let start = s.pool.constant(o.base, 64);
        let at = s.pool.sub(place.term, start);
        let holds = match o.size.checked_sub(len) {
            Some(last) => {
                let last = s.pool.constant(last, 64);
                s.pool.ule(at, last)
            }
            None => s.pool.bool(false),
        };
        self.check_event(FaultKind::OutOfBounds, inside, holds)?;
        Ok(inside)
    }

    /// A symbolic place in an object of symbolic size: the size becomes concrete, so that the places can be listed.
    fn fix_size(&mut self, place: Place) -> Result<(), Stop> {
        let Some(o) = self.memory.info(place.address).or_else(|| self.memory.home(place.home)) else { return Ok(()) };
        let size = self.memory.size_term(o.base);
        if size.is_some() {
            self.memory.set_size_term(o.base, ExprId::NONE, 0);
            self.concretise(size, o.size, Concretised::Size)?;
        }
        Ok(())
    }

    /// The value at a symbolic address: a choice among the places it can be.
    fn read_through(&mut self, address: ExprId, at: u64, r: Range) -> Result<ExprId, Stop> {
        let Some(o) = self.memory.info(at) else { return Ok(ExprId::NONE) };
        let len = r.len();
        let (step, rest) = {
            let s = self.sym();
            let start = s.pool.constant(o.base, 64);
            let offset = s.pool.sub(address, start);
            if s.pool.is_constant(offset) {
                return Ok(self.span_term(r));
            }
            grid(s, offset)
        };
        let count = (o.size - len).saturating_sub(rest) / step + 1;
        let whole = self.memory.check(o.base, o.size, AccessKind::Read);
        let Ok(whole) = whole else { return Ok(ExprId::NONE) };
        let symbolic = self.memory.is_symbolic(whole);
        let limits = (self.sym().options.places, self.sym().options.array);
        if symbolic && count <= limits.0 || count <= 4 {
            return self.read_choice(address, o.base, len, (rest, step, count));
        }
        if o.size <= limits.1 {
            return Ok(self.read_array(address, o.base, whole, len));
        }
        self.concretise(address, at, Concretised::Address)?;
        Ok(self.span_term(r))
    }

    fn element(&mut self, address: u64, len: u64) -> ExprId {
        let Ok(r) = self.memory.check(address, len, AccessKind::Read) else { return ExprId::NONE };
        match self.span_term(r) {
            ExprId::NONE => {
                let words = self.plain_words(r, len as u32 * 8);
                self.sym().pool.constant_words(&words, len as u32 * 8)
            }
            e => e,
        }
    }

    fn read_choice(
        &mut self,
        address: ExprId,
        base: u64,
        len: u64,
        (rest, step, count): (u64, u64, u64),
    ) -> Result<ExprId, Stop> {
        let mut value = self.element(base + rest + (count - 1) * step, len);
        for i in (0..count - 1).rev() {
            let place = base + rest + i * step;
            let element = self.element(place, len);
            let s = self.sym();
            let place = s.pool.constant(place, 64);
            let here = s.pool.eq(address, place);
            value = s.pool.ite(here, element, value);
        }
        Ok(self.sym().kept(value))
    }

    /// The same through an array of the object's bytes.
    fn read_array(&mut self, address: ExprId, base: u64, whole: Range, len: u64) -> ExprId {
        let bytes = self.memory.plain_bytes(whole).to_vec();
        let symbolic: Vec<(u64, ByteTerm)> = if self.memory.is_symbolic(whole) {
            let all = (0..whole.len()).map(|i| (i, self.memory.byte_term(whole, i)));
            all.filter(|(_, t)| t.term.is_some()).collect()
        } else {
            Vec::new()
        };
        let big = self.memory.big_endian();
        let s = self.sym();
        let mut array = s.pool.new_table(&bytes);
        for (i, t) in symbolic {
            let (at, byte) = (s.pool.constant(i, 64), s.pool.extract(t.term, t.byte * 8, 8));
            array = s.pool.store(array, at, byte);
        }
        let start = s.pool.constant(base, 64);
        let offset = s.pool.sub(address, start);
        let mut value = ExprId::NONE;
        for i in 0..len {
            let k = s.pool.constant(if big { len - 1 - i } else { i }, 64);
            let at = s.pool.add(offset, k);
            let byte = s.pool.select(array, at);
            value = if value.is_none() { byte } else { s.pool.concat(byte, value) };
        }
        s.kept(value)
    }

    /// Changes every place a symbolic address can be. False: the address has been made concrete instead.
    fn write_through(&mut self, address: ExprId, at: u64, value: ExprId, len: u64) -> Result<bool, Stop> {
        let Some(o) = self.memory.info(at) else { return Ok(false) };
        let s = self.sym();
        let start = s.pool.constant(o.base, 64);
        let offset = s.pool.sub(address, start);
        if s.pool.is_constant(offset) {
            return Ok(false);
        }
        let (step, rest) = grid(s, offset);
        let count = (o.size - len).saturating_sub(rest) / step + 1;
        if count > STORE_PLACES {
            self.concretise(address, at, Concretised::Address)?;
            return Ok(false);
        }
        if step >= len {
            for i in 0..count {
                self.write_choice(address, o.base + rest + i * step, value, len);
            }
            return Ok(true);
        }
        // Overlapping places: byte by byte, from the values before the store.
        let big = self.memory.big_endian();
        let mut new = Vec::new();
        for at in 0..o.size {
            let mut byte = self.element(o.base + at, 1);
            for k in 0..len.min(at + 1) {
                let from = at - k;
                if from < rest || (from - rest) % step != 0 || from > o.size - len {
                    continue;
                }
                let s = self.sym();
                let place = s.pool.constant(o.base + from, 64);
                let here = s.pool.eq(address, place);
                let part = s.pool.extract(value, (if big { len - 1 - k } else { k }) as u32 * 8, 8);
                byte = s.pool.ite(here, part, byte);
            }
            new.push(byte);
        }
        for (at, term) in new.into_iter().enumerate() {
            if let Ok(r) = self.memory.check(o.base + at as u64, 1, AccessKind::Write) {
                self.set_span_term(r, term);
            }
        }
        Ok(true)
    }

    fn write_choice(&mut self, address: ExprId, at: u64, value: ExprId, len: u64) {
        let old = self.element(at, len);
        let s = self.sym();
        let place = s.pool.constant(at, 64);
        let here = s.pool.eq(address, place);
        let new = s.pool.ite(here, value, old);
        if let Ok(r) = self.memory.check(at, len, AccessKind::Write)
            && new != old
        {
            self.set_span_term(r, new);
        }
    }
}
