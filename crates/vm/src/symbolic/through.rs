//! Loads and stores through addresses that depend on inputs: the places of one object they can be.

use super::place::{Origin, Place, grid};
use crate::machine::Vm;
use crate::memory::{AccessKind, ByteTerm, ObjectInfo, ObjectState, Range};
use crate::stop::{FaultKind, Stop};
use crate::trace::Concretised;
use crescendo_solver::expr::ExprId;

/// Places a store through a symbolic address may change.
const STORE_PLACES: u64 = 512;

impl<'p> Vm<'p> {
    /// Notes that the access stays in its object for these inputs, or does not. False: it cannot be followed.
    pub(super) fn bound(&mut self, place: Place, len: u64, kind: AccessKind) -> Result<bool, Stop> {
        if let Some(origin) = place.origin
            && !self.check_origin(origin)?
        {
            return Ok(false);
        }
        if let Some(o) = self.memory.info(place.address).or_else(|| self.memory.home(place.home)) {
            self.fix_size(o.base)?;
        }
        let check = self.memory.check(place.address, len, kind);
        // What it noted is true of this run's address only; the condition below is told instead.
        self.memory.take_notes();
        let home = if check.is_ok() { self.memory.info(place.address) } else { self.memory.home(place.home) };
        if let Some(o) = home
            && (o.state != ObjectState::Live || o.code || o.constant && kind == AccessKind::Write)
        {
            // An object that may not be used like this: it fails wherever in it the address is.
            return Ok(false);
        }
        let plain = self.true_address(place.address, place.term);
        let inside = |o: &ObjectInfo| {
            let offset = plain.wrapping_sub(o.base);
            len <= o.size && offset <= o.size - len
        };
        let Some(o) = home.filter(|o| inside(o) == check.is_ok()) else {
            // What starts from null fails wherever it ends up.
            let sure = home.is_some() || self.sym().null_based.contains(&place.term);
            if !sure {
                self.concretise_address(place.term)?;
            }
            return Ok(false);
        };
        let inside = check.is_ok();
        let holds = self.room_for(place.term, &o, len);
        self.check_event(FaultKind::OutOfBounds, inside, holds)?;
        Ok(inside)
    }

    /// A pointer that may be null is used. Says whether it is not.
    pub(super) fn check_origin(&mut self, origin: Origin) -> Result<bool, Stop> {
        let s = self.sym();
        let null = s.pool.constant(0, s.pool.width(origin.term));
        let holds = s.pool.ne(origin.term, null);
        self.check_event(FaultKind::NullDereference, !origin.null, holds)?;
        Ok(!origin.null)
    }

    /// The condition that `len` bytes at a symbolic address lie in the object.
    fn room_for(&mut self, address: ExprId, o: &ObjectInfo, len: u64) -> ExprId {
        let size = self.memory.size_term(o.base);
        let p = &mut self.sym().pool;
        let size = if size.is_some() { size } else { p.constant(o.size, 64) };
        let (start, len) = (p.constant(o.base, 64), p.constant(len, 64));
        let at = p.sub(address, start);
        let last = p.sub(size, len);
        let (large, inside) = (p.ule(len, size), p.ule(at, last));
        p.and(large, inside)
    }

    /// When an object is larger than what can be told of it, which no run has.
    pub(super) fn larger_than(&mut self, most: u64, size: ExprId) -> Option<ExprId> {
        let p = &mut self.sym().pool;
        let most = p.constant(most, 64);
        let more = p.ult(most, size);
        (!p.is_constant(more)).then_some(more)
    }

    /// A symbolic place in an object of symbolic size: unless it is known what the object could have, the size becomes
    /// concrete, so that the places can be listed.
    pub(super) fn fix_size(&mut self, object: u64) -> Result<(), Stop> {
        let size = self.memory.size_term(object);
        if size.is_some() && self.memory.most(object).is_none() {
            let Some(o) = self.memory.info(object) else { return Ok(()) };
            self.memory.set_size_term(o.base, ExprId::NONE, 0);
            self.concretise(size, o.size, Concretised::Size)?;
        }
        Ok(())
    }

    /// The value at a symbolic address: a choice among the places it can be.
    pub(super) fn read_through(&mut self, address: ExprId, at: u64, r: Range) -> Result<ExprId, Stop> {
        let Some(o) = self.memory.info(at) else { return Ok(ExprId::NONE) };
        let most = self.memory.most(o.base).unwrap_or(o.size);
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
        let count = (most - len).saturating_sub(rest) / step + 1;
        let whole = self.memory.check(o.base, o.size, AccessKind::Read);
        let Ok(whole) = whole else { return Ok(ExprId::NONE) };
        let symbolic = self.memory.is_symbolic(whole);
        let limits = (self.sym().options.places, self.sym().options.array);
        let size = self.memory.size_term(o.base);
        let larger = if size.is_some() { self.larger_than(most, size) } else { None };
        if symbolic && count <= limits.0 || count <= 4 {
            return self.read_choice(address, o.base, len, (rest, step, count), larger);
        }
        if most <= limits.1 {
            return Ok(self.read_array(address, o.base, most, len, larger));
        }
        self.concretise(address, at, Concretised::Address)?;
        Ok(self.span_term(r))
    }

    /// What is at an offset of an object, also behind its present end.
    fn element(&mut self, object: u64, at: u64, len: u64) -> ExprId {
        let size = self.memory.info(object).map_or(0, |o| o.size);
        if at + len > size {
            return self.behind(object, at, len);
        }
        let Ok(r) = self.memory.check(object + at, len, AccessKind::Read) else { return ExprId::NONE };
        match self.span_term(r) {
            ExprId::NONE => {
                let words = self.plain_words(r, len as u32 * 8);
                self.sym().pool.constant_words(&words, len as u32 * 8)
            }
            e => e,
        }
    }

    fn behind(&mut self, object: u64, at: u64, len: u64) -> ExprId {
        let big = self.memory.big_endian();
        let mut whole = ExprId::NONE;
        for i in 0..len {
            let byte = self.byte_of(object, at + if big { len - 1 - i } else { i });
            whole = if whole.is_none() { byte } else { self.sym().pool.concat(byte, whole) };
        }
        whole
    }

    /// One byte of an object as a term, also behind its present end.
    pub(super) fn byte_of(&mut self, object: u64, at: u64) -> ExprId {
        let t = self.memory.term_at(object, at);
        let value = self.memory.value_at(object, at);
        let s = self.sym();
        match t.term {
            ExprId::NONE => s.pool.constant(value as u64, 8),
            e => s.pool.extract(e, t.byte * 8, 8),
        }
    }

    /// Gives a byte of an object its term, also behind its present end. Its value must be there already.
    pub(super) fn set_byte_of(&mut self, object: u64, at: u64, term: ExprId) {
        let size = self.memory.info(object).map_or(0, |o| o.size);
        if at >= size {
            return self.memory.set_beyond(object, at, ByteTerm { term, byte: 0 });
        }
        let kept = self.sym().kept(term);
        if let Ok(r) = self.memory.check(object + at, 1, AccessKind::Write) {
            self.memory.set_terms(r, std::iter::once(ByteTerm { term: kept, byte: 0 }));
        }
    }

    fn read_choice(
        &mut self,
        address: ExprId,
        base: u64,
        len: u64,
        (rest, step, count): (u64, u64, u64),
        larger: Option<ExprId>,
    ) -> Result<ExprId, Stop> {
        self.sym().note_reach(count);
        let mut value = self.element(base, rest + (count - 1) * step, len);
        if let Some(larger) = larger {
            let s = self.sym();
            let any = s.unknown_at(address, len as u32 * 8);
            value = s.pool.ite(larger, any, value);
        }
        for i in (0..count - 1).rev() {
            let place = rest + i * step;
            let element = self.element(base, place, len);
            let s = self.sym();
            let place = s.pool.constant(base + place, 64);
            let here = s.pool.eq(address, place);
            value = s.pool.ite(here, element, value);
        }
        Ok(self.sym().kept(value))
    }

    /// The same through an array of the object's bytes.
    fn read_array(&mut self, address: ExprId, base: u64, most: u64, len: u64, larger: Option<ExprId>) -> ExprId {
        let symbolic = self.memory.terms_of(base, most);
        let mut bytes = self.memory.values_of(base, most);
        // Whatever they are in this run: equal paths make equal terms.
        symbolic.iter().for_each(|(i, _)| bytes[*i as usize] = 0);
        let big = self.memory.big_endian();
        let s = self.sym();
        s.note_reach(symbolic.len() as u64);
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
        if let Some(larger) = larger {
            let any = s.unknown_at(address, len as u32 * 8);
            let last = s.pool.constant(most - len, 64);
            let behind = s.pool.ult(last, offset);
            let beyond = s.pool.and(larger, behind);
            value = s.pool.ite(beyond, any, value);
        }
        s.kept(value)
    }

    /// Changes every place a symbolic address can be. False: the address has been made concrete instead.
    pub(super) fn write_through(&mut self, address: ExprId, at: u64, value: ExprId, len: u64) -> Result<bool, Stop> {
        let Some(o) = self.memory.info(at) else { return Ok(false) };
        let s = self.sym();
        let start = s.pool.constant(o.base, 64);
        let offset = s.pool.sub(address, start);
        if s.pool.is_constant(offset) {
            return Ok(false);
        }
        s.forget_places();
        let (step, rest) = grid(s, offset);
        let most = self.memory.most(o.base).unwrap_or(o.size);
        let count = (most - len).saturating_sub(rest) / step + 1;
        if count > STORE_PLACES {
            self.concretise(address, at, Concretised::Address)?;
            return Ok(false);
        }
        self.sym().note_reach(count * len);
        if step >= len {
            for i in 0..count {
                self.write_choice(address, o.base, rest + i * step, value, len);
            }
            return Ok(true);
        }
        // Overlapping places: byte by byte, from the values before the store.
        let big = self.memory.big_endian();
        let mut new = Vec::new();
        for at in 0..most {
            let mut byte = self.byte_of(o.base, at);
            for k in 0..len.min(at + 1) {
                let from = at - k;
                if from < rest || (from - rest) % step != 0 || from > most - len {
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
            self.set_byte_of(o.base, at as u64, term);
        }
        Ok(true)
    }

    fn write_choice(&mut self, address: ExprId, object: u64, at: u64, value: ExprId, len: u64) {
        let old = self.element(object, at, len);
        let big = self.memory.big_endian();
        let size = self.memory.info(object).map_or(0, |o| o.size);
        let s = self.sym();
        let place = s.pool.constant(object + at, 64);
        let here = s.pool.eq(address, place);
        let new = s.pool.ite(here, value, old);
        if new == old {
            return;
        }
        if at + len > size {
            for i in 0..len {
                let from = if big { len - 1 - i } else { i };
                let byte = self.sym().pool.extract(new, from as u32 * 8, 8);
                self.set_byte_of(object, at + i, byte);
            }
        } else if let Ok(r) = self.memory.check(object + at, len, AccessKind::Write) {
            self.set_span_term(r, new);
        }
    }
}
