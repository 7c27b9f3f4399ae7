//! Copies and fills of symbolic length, or between symbolic addresses.

use super::models::view::{MOST, View};
use super::observe::Seen;
use super::place::Place;
use crate::machine::Vm;
use crate::memory::{AccessKind, ByteTerm, Label, Range};
use crate::stop::{FaultKind, Stop};
use crate::trace::Concretised;
use crate::value::Value;
use crescendo_program::Scalar;
use crescendo_program::op::Reg;
use crescendo_solver::expr::ExprId;

/// Bytes that move at once between symbolic addresses.
const MOVED: u64 = 64;

/// What a bulk operation does, as values.
#[derive(Clone, Copy)]
pub(super) struct Bulk<'a> {
    pub to: &'a Value,
    /// A pointer, or the byte of a fill.
    pub from: &'a Value,
    pub len: &'a Value,
    /// The spans may overlap.
    pub moving: bool,
}

impl Bulk<'_> {
    fn is_fill(&self) -> bool {
        self.from.scalar != Scalar::Ptr
    }
}

impl<'p> Vm<'p> {
    fn register_value(&self, base: usize, r: Reg, scalar: Scalar) -> Value {
        let at = base + r as usize;
        let s = self.sym_ref();
        Value { terms: [s.terms[at], ExprId::NONE], ..Value::word(scalar, self.registers[at], 0) }
    }

    pub(super) fn observe_copy(&mut self, base: usize, moving: bool, d: Reg, a: Reg, len: Reg) -> Result<Seen, Stop> {
        self.note_unchanged(self.registers[base + a as usize]);
        if !self.has_term(base, d, 1) && !self.has_term(base, a, 1) && !self.has_term(base, len, 1) {
            return Ok(Seen::Run);
        }
        let [to, from] = [d, a].map(|r| self.register_value(base, r, Scalar::Ptr));
        let len = self.register_value(base, len, Scalar::Int(64));
        let bulk = Bulk { to: &to, from: &from, len: &len, moving };
        let plain = |vm: &mut Vm<'p>| vm.copy_bytes(moving, to.lo, from.lo, len.lo).map_err(|stop| *stop);
        Ok(if self.bulk(bulk, plain)?.is_some() { Seen::Done } else { Seen::Run })
    }

    /// A copy of the struct that the pointer in a register leads to, which is passed by value. The register has no term after it.
    pub(crate) fn push_symbolic_copy(&mut self, size: u64, align: u64, register: usize) -> Result<u64, Stop> {
        let term = std::mem::replace(&mut self.sym().terms[register], ExprId::NONE);
        let from = self.registers[register];
        if term.is_none() {
            let address = self.push_copy(size, align, from);
            self.tell_notes(None)?;
            return address;
        }
        let from = Value { terms: [term, ExprId::NONE], ..Value::word(Scalar::Ptr, from, 0) };
        let address = self.push_local(size, align, &[], Label::Machine("a struct passed by value"))?;
        let (to, len) = (Value::word(Scalar::Ptr, address, 0), Value::word(Scalar::Int(64), size, 0));
        let bulk = Bulk { to: &to, from: &from, len: &len, moving: false };
        let plain = |vm: &mut Vm<'p>| vm.copy_bytes(false, address, from.lo, size).map_err(|stop| *stop);
        if self.bulk(bulk, plain)?.is_none() {
            let copied = plain(self);
            self.tell_notes(None)?;
            copied?;
        }
        Ok(address)
    }

    pub(super) fn observe_fill(&mut self, base: usize, d: Reg, a: Reg, len: Reg) -> Result<Seen, Stop> {
        if !self.has_term(base, d, 1) && !self.has_term(base, a, 1) && !self.has_term(base, len, 1) {
            return Ok(Seen::Run);
        }
        let to = self.register_value(base, d, Scalar::Ptr);
        let from = self.register_value(base, a, Scalar::Int(8));
        let len = self.register_value(base, len, Scalar::Int(64));
        let bulk = Bulk { to: &to, from: &from, len: &len, moving: true };
        let plain = |vm: &mut Vm<'p>| vm.fill_bytes(to.lo, from.lo as u8, len.lo).map_err(|stop| *stop);
        Ok(if self.bulk(bulk, plain)?.is_some() { Seen::Done } else { Seen::Run })
    }

    /// Does a copy or a fill. Nothing: all that counts is concrete now, and the plain operation is left to do.
    pub(super) fn bulk<T>(
        &mut self,
        b: Bulk,
        plain: impl FnOnce(&mut Vm<'p>) -> Result<T, Stop>,
    ) -> Result<Option<T>, Stop> {
        let n = self.value_term(b.len, 64);
        let s = self.sym();
        let zero = s.pool.constant(0, 64);
        let some = s.pool.ne(n, zero);
        if !self.fork(some, b.len.lo != 0)? {
            return Ok(None);
        }
        if b.len.is_symbolic() {
            return self.some_bytes(b, n, plain);
        }
        let (to, from) =
            (self.decide_value(b.to, true)?, if b.is_fill() { ExprId::NONE } else { self.decide_value(b.from, true)? });
        if b.len.lo <= MOVED && (to.is_some() || from.is_some()) && !b.is_fill() {
            let from = self.value_place(b.from, from)?;
            let to = self.value_place(b.to, to)?;
            return self.move_bytes(to, from, b, plain);
        }
        self.concrete_address(b.to, to)?;
        self.concrete_address(b.from, from)?;
        if !b.is_fill() || !b.from.is_symbolic() {
            return Ok(None);
        }
        let byte = self.value_term(b.from, 8);
        let reply = plain(self)?;
        if let Ok(r) = self.memory.check(b.to.lo, b.len.lo, AccessKind::Write) {
            self.memory.set_terms(r, std::iter::repeat(ByteTerm { term: byte, byte: 0 }));
        }
        Ok(Some(reply))
    }

    fn value_place(&mut self, v: &Value, term: ExprId) -> Result<Place, Stop> {
        if term.is_none() {
            return Ok(Place { address: v.lo, term, home: v.lo, origin: None });
        }
        let origin = self.sym().origins.get(&term).copied();
        let home = self.home_of_value(v, origin);
        let term = self.sym().fit(term, 64);
        self.anchor(Place { address: v.lo, term, home, origin })
    }

    fn concrete_address(&mut self, v: &Value, term: ExprId) -> Result<(), Stop> {
        if term.is_some() && v.scalar == Scalar::Ptr {
            self.concretise_address(term)?;
        }
        Ok(())
    }

    /// A symbolic length: a byte changes where its index is below it.
    fn some_bytes<T>(
        &mut self,
        b: Bulk,
        n: ExprId,
        plain: impl FnOnce(&mut Vm<'p>) -> Result<T, Stop>,
    ) -> Result<Option<T>, Stop> {
        let Some((mut to, mut from)) = self.two_views(b)? else { return Ok(None) };
        let same = from.as_ref().is_some_and(|f| f.object == to.object);
        let mut most = to.count.min(from.as_ref().map_or(u64::MAX, |f| f.count));
        if most > MOST || same && !b.moving {
            // Bytes past the bound, and spans that must not overlap: only for the length at hand.
            let s = self.sym();
            let bound = s.pool.constant(MOST, 64);
            let few = s.pool.ule(n, bound);
            if same && !b.moving || !self.fork(few, b.len.lo <= MOST)? {
                return self.give_up(b);
            }
            most = MOST;
        }
        let fill = self.value_term(b.from, 8);
        let mut new = Vec::new();
        for i in 0..most {
            let value = match &mut from {
                Some(from) => from.byte(self, i).unwrap_or(fill),
                None => fill,
            };
            let Some(old) = to.byte(self, i) else { break };
            let p = &mut self.sym().pool;
            let i = p.constant(i, 64);
            let within = p.ult(i, n);
            new.push(p.ite(within, value, old));
        }
        // What a larger source would bring.
        let larger = from.as_ref().and_then(|f| f.larger(most as usize));
        while larger.is_some()
            && let Some(old) = to.byte(self, new.len() as u64)
        {
            new.push(self.sym().unless(larger, old));
        }
        let mut checks = Vec::new();
        checks.extend(from.as_ref().map(|f| (FaultKind::OutOfBounds, f.holds(self, n))));
        checks.push((FaultKind::OutOfBounds, to.holds(self, n)));
        let reply = self.finish_with(&checks, plain)?;
        self.put_terms(&to, &new);
        Ok(Some(reply))
    }

    /// The views of a bulk operation, the target at a concrete address.
    fn two_views(&mut self, b: Bulk) -> Result<Option<(View, Option<View>)>, Stop> {
        // In the order in which the plain operations look.
        let from = match b.is_fill() {
            true => None,
            false => match self.view(Some(b.from))? {
                Some(from) => Some(from),
                None => return self.give_up(b),
            },
        };
        if !self.pin_address(Some(b.to))? {
            return self.give_up(b);
        }
        match self.view(Some(&Value { terms: [ExprId::NONE; 2], ..*b.to }))? {
            Some(to) => Ok(Some((to, from))),
            None => self.give_up(b),
        }
    }

    fn give_up<T>(&mut self, b: Bulk) -> Result<Option<T>, Stop> {
        self.concrete_address(b.from, b.from.terms[0])?;
        self.concrete_address(b.to, b.to.terms[0])?;
        if b.len.terms[0].is_some() {
            self.concretise(b.len.terms[0], b.len.lo, Concretised::Length)?;
        }
        Ok(None)
    }

    /// Gives the first bytes behind a view's address their terms; their values are there already.
    pub(super) fn put_terms(&mut self, to: &View, new: &[ExprId]) {
        self.sym().forget_places();
        let offset = to.at - to.object;
        for (i, &term) in new.iter().enumerate() {
            self.set_byte_of(to.object, offset + i as u64, term);
        }
        self.memory.take_notes();
    }

    /// A few bytes move, and at least one of the places is symbolic: a load and a store.
    fn move_bytes<T>(
        &mut self,
        to: Place,
        from: Place,
        b: Bulk,
        plain: impl FnOnce(&mut Vm<'p>) -> Result<T, Stop>,
    ) -> Result<Option<T>, Stop> {
        let len = b.len.lo;
        for (place, kind) in [(from, AccessKind::Read), (to, AccessKind::Write)] {
            let inside = match place.term {
                ExprId::NONE => self.check_access(place.address, len, kind)?,
                _ => self.bound(place, len, kind)?,
            };
            if !inside {
                return Ok(None);
            }
        }
        if !b.moving && !self.check_apart(to, from, len)? {
            return Ok(None);
        }
        let Ok(source) = self.memory.check(from.address, len, AccessKind::Read) else { return Ok(None) };
        let Ok(target) = self.memory.check(to.address, len, AccessKind::Write) else { return Ok(None) };
        let mut value = match from.term {
            ExprId::NONE => self.span_term(source),
            e => self.read_through(e, from.address, source)?,
        };
        if value.is_none() {
            let words = self.plain_words(source, len as u32 * 8);
            value = self.sym().pool.constant_words(&words, len as u32 * 8);
        }
        let mut through = None;
        if to.term.is_some() && self.write_through(to.term, to.address, value, len)? {
            through = Some(self.span_terms(target));
        }
        let reply = plain(self)?;
        match through {
            Some(terms) => self.memory.set_terms(target, terms.into_iter()),
            None => {
                self.memory.set_terms(target, std::iter::repeat(ByteTerm::NONE));
                self.set_span_term(target, value);
            }
        }
        self.memory.take_notes();
        Ok(Some(reply))
    }

    /// Tells that two spans of one object are the same or do not overlap. Says whether that is so.
    fn check_apart(&mut self, to: Place, from: Place, len: u64) -> Result<bool, Stop> {
        let object = |vm: &Vm, p: Place| vm.memory.info(p.address).map(|o| o.base);
        if object(self, to) != object(self, from) {
            return Ok(true);
        }
        let p = &mut self.sym().pool;
        let [a, b] = [to, from].map(|x| if x.term.is_some() { x.term } else { p.constant(x.address, 64) });
        let (zero, len_term) = (p.constant(0, 64), p.constant(len, 64));
        let (ahead, behind) = (p.sub(a, b), p.sub(b, a));
        let same = p.eq(ahead, zero);
        let (far, far_back) = (p.ule(len_term, ahead), p.ule(len_term, behind));
        let apart = p.and(far, far_back);
        let holds = p.or(same, apart);
        let passed = to.address == from.address || to.address.abs_diff(from.address) >= len;
        self.check_event(FaultKind::BadArgument, passed, holds)?;
        Ok(passed)
    }

    /// Tells what an access at a concrete address depends on: the size of its object. Says whether it may be made.
    pub(super) fn check_access(&mut self, address: u64, len: u64, kind: AccessKind) -> Result<bool, Stop> {
        let access = self.memory.check(address, len, kind);
        if let Ok(r) = access {
            self.memory.note_used(r, len);
        }
        self.tell_notes(None)?;
        Ok(access.is_ok())
    }

    fn span_terms(&self, r: Range) -> Vec<ByteTerm> {
        (0..r.len()).map(|i| self.memory.byte_term(r, i)).collect()
    }
}
