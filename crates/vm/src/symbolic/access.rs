//! Loads and stores of symbolic bytes, and through symbolic addresses.

use super::observe::Seen;
use super::place::Place;
use crate::machine::Vm;
use crate::memory::{AccessKind, ByteTerm, Range};
use crate::stop::Stop;
use crescendo_program::op::Reg;
use crescendo_solver::expr::ExprId;

impl<'p> Vm<'p> {
    /// A load of `bits` bits into `d`.
    pub(super) fn observe_load(&mut self, base: usize, d: Reg, bits: u32, place: Place) -> Result<Seen, Stop> {
        self.observe_copied(base, d, bits, place, false)
    }

    /// The same; what is only `copied`, as a bit-field's neighbours are, need not have been written.
    pub(super) fn observe_copied(
        &mut self,
        base: usize,
        d: Reg,
        bits: u32,
        place: Place,
        copied: bool,
    ) -> Result<Seen, Stop> {
        let len = bits.div_ceil(8) as u64;
        let slots = bits.div_ceil(64).max(1);
        let mut place = self.anchor(place)?;
        if place.term.is_some() {
            place = self.settle_entries(place)?;
        }
        if place.term.is_some() && !self.bound(place, len, AccessKind::Read)? {
            return Ok(Seen::Run);
        }
        let by_input = place.term.is_some();
        if by_input && !copied {
            place = self.check_written(place, len)?;
        }
        match place.term.is_none() {
            true => self.before_load(place.address, len)?,
            false => self.note_unchanged(place.address),
        }
        let Ok(r) = self.memory.check(place.address, len, AccessKind::Read) else { return Ok(Seen::Run) };
        let term = match place.term {
            ExprId::NONE if !self.memory.is_symbolic(r) => ExprId::NONE,
            ExprId::NONE => self.span_term(r),
            e => self.read_through(e, place.address, r)?,
        };
        if term.is_none() {
            self.clear_terms(base, d, slots);
            if place.term.is_none() && !self.memory.is_symbolic(r) {
                return Ok(Seen::Run);
            }
        } else {
            if place.term.is_some() {
                self.choose_pointer(term, r)?;
            }
            self.load_pointer(term)?;
            let value = self.sym().fit(term, bits);
            self.set_wide_term(base, d, value);
        }
        self.memory.note_read(r);
        // Where reads of what nobody wrote are looked for, the check above has told it for all places.
        if copied || by_input && place.term.is_some() && self.sym().options.uninitialised {
            self.memory.take_uninitialised();
        }
        self.note_uninitialised()?;
        let at = base + d as usize;
        if bits <= 64 {
            self.registers[at] = self.plain_word(r, bits);
        } else {
            let words = self.plain_words(r, bits);
            self.registers[at..at + slots as usize].copy_from_slice(&words);
        }
        if place.term.is_some() {
            // `bound` has told for all places what memory notes for this one.
            self.memory.take_notes();
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
        if !bits.is_multiple_of(64) {
            words[bits as usize / 64] &= (1 << (bits % 64)) - 1;
        }
        words
    }

    /// A store of `bits` bits from `a`.
    pub(super) fn observe_store(&mut self, base: usize, a: Reg, bits: u32, place: Place) -> Result<Seen, Stop> {
        let len = bits.div_ceil(8) as u64;
        let slots = bits.div_ceil(64).max(1);
        let symbolic = self.has_term(base, a, slots);
        let place = self.anchor(place)?;
        if place.term.is_some() && !self.bound(place, len, AccessKind::Write)? {
            return Ok(Seen::Run);
        }
        let Ok(r) = self.memory.check(place.address, len, AccessKind::Write) else { return Ok(Seen::Run) };
        if place.term.is_none() && !symbolic {
            return Ok(Seen::Run);
        }
        let value = self.wide_term(base, a, bits);
        let value = self.sym().fit(value, len as u32 * 8);
        let through = place.term.is_some() && self.write_through(place.term, place.address, value, len)?;
        self.write_concrete(base, a, bits, r, through);
        if symbolic && !through {
            self.set_span_term(r, value);
        }
        if place.term.is_some() {
            self.memory.take_notes();
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

    /// Gives a span the bytes of a term of its size. A constant one takes away what was there: two writes through one
    /// symbolic address can leave what no input changes.
    pub(crate) fn set_span_term(&mut self, r: Range, value: ExprId) {
        let value = self.sym().kept(value);
        if value.is_none() && !self.memory.is_symbolic(r) {
            return;
        }
        let (len, big) = (r.len() as u32, self.memory.big_endian());
        let bytes = (0..len).map(|i| ByteTerm { term: value, byte: if big { len - 1 - i } else { i } });
        self.memory.set_terms(r, bytes);
    }
}
