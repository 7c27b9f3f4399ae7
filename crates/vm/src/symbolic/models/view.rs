//! The bytes behind a pointer argument, as terms: up to the end of its object, also where that end depends on inputs.

use crate::machine::Vm;
use crate::memory::{Label, ObjectState};
use crate::stop::{FaultKind, Stop};
use crate::symbolic::place::{Origin, Place};
use crate::trace::{Concretised, EventKind};
use crate::value::Value;
use crescendo_program::Scalar;
use crescendo_solver::expr::{ExprId, Kind};

/// Bytes a summary looks at; more are left to the plain model.
pub(crate) const MOST: u64 = 520;

/// Places an address may be for a summary to go through them all.
const PLACES: u64 = 64;

pub(crate) struct View {
    /// The object.
    pub object: u64,
    /// The address, also as a term of 64 bits.
    pub at: u64,
    pub address: ExprId,
    /// Where in the object, if that is sure.
    offset: Option<u64>,
    /// Bytes from the address on that there can be.
    pub count: u64,
    /// Bytes from the address on that there are, as a term of 64 bits.
    pub limit: ExprId,
    bytes: Vec<ExprId>,
    /// The first byte that nobody wrote, whatever the inputs are, if that is looked for.
    pub unwritten: Option<u64>,
    /// When the object is larger than its bound: never in a run.
    larger: Option<ExprId>,
    /// The last look ended at a byte that could be another if an input were larger: when it would.
    open_end: Option<ExprId>,
}

impl View {
    /// Whether the object's size or the address depends on inputs.
    pub fn is_open(&self, vm: &mut Vm) -> bool {
        let p = &vm.sym().pool;
        !p.is_constant(self.limit) || !p.is_constant(self.address)
    }

    /// The byte at `i`, of 8 bits; nothing behind the end.
    pub fn byte(&mut self, vm: &mut Vm, i: u64) -> Option<ExprId> {
        if i >= self.count {
            return None;
        }
        while self.bytes.len() as u64 <= i {
            let next = self.bytes.len() as u64;
            let byte = match self.offset {
                Some(offset) => vm.byte_of(self.object, offset + next),
                None => self.choice(vm, next),
            };
            self.bytes.push(byte);
        }
        Some(self.bytes[i as usize])
    }

    /// The byte at `i` behind a symbolic address.
    fn choice(&self, vm: &mut Vm, i: u64) -> ExprId {
        let last = vm.byte_of(self.object, self.count - 1);
        let mut value = vm.sym().unless(self.larger, last);
        for place in (0..self.count - i).rev() {
            let byte = vm.byte_of(self.object, place + i);
            let s = vm.sym();
            let here = s.pool.constant(self.object + place, 64);
            let here = s.pool.eq(self.address, here);
            value = s.pool.ite(here, byte, value);
        }
        value
    }

    /// The bytes up to the first that is surely zero, that one included. Nothing: there are too many.
    pub fn string(&mut self, vm: &mut Vm) -> Option<Vec<ExprId>> {
        self.upto(vm, MOST, |vm, e| vm.sym().pool.as_constant(e) == Some(0))
    }

    /// The bytes up to the first for which `last` holds, at most `most` and to the end of the object. Nothing: too many.
    pub fn upto(&mut self, vm: &mut Vm, most: u64, last: impl Fn(&mut Vm, ExprId) -> bool) -> Option<Vec<ExprId>> {
        let mut all = Vec::new();
        while (all.len() as u64) < most {
            let Some(byte) = self.byte(vm, all.len() as u64) else { return Some(all) };
            all.push(byte);
            let (larger, known) = vm.sym().open_end(byte).unzip();
            if last(vm, known.unwrap_or(byte)) {
                self.open_end = larger;
                return Some(all);
            }
        }
        (most < MOST || self.count <= most).then_some(all)
    }

    /// When something follows the first `seen` bytes that nothing is known of: the object is larger than its bound, which no
    /// run has.
    pub fn larger(&self, seen: usize) -> Option<ExprId> {
        if seen as u64 == self.count { self.larger } else { self.open_end }
    }

    /// What a look at the first `seen` bytes gives if it finds nothing: `known`, unless the object goes on behind them.
    pub fn or_unknown(&self, vm: &mut Vm, seen: usize, known: ExprId) -> ExprId {
        let Some(larger) = self.larger(seen) else { return known };
        let s = vm.sym();
        let any = s.unknown(s.pool.width(known));
        s.pool.ite(larger, any, known)
    }

    /// The condition that the byte at an index (of 64 bits) is in the object.
    pub fn has(&self, vm: &mut Vm, index: ExprId) -> ExprId {
        vm.sym().pool.ult(index, self.limit)
    }

    /// The same for a byte that the function looks at, with all before it. That they were written is a check of its own.
    pub fn reads(&self, vm: &mut Vm, index: ExprId) -> ExprId {
        if let Some(unwritten) = self.unwritten {
            let s = vm.sym();
            let end = s.pool.constant(unwritten, 64);
            let written = s.pool.ult(index, end);
            s.written.push(written);
        }
        self.has(vm, index)
    }

    /// The condition that so many bytes (of 64 bits) are in the object.
    pub fn holds(&self, vm: &mut Vm, len: ExprId) -> ExprId {
        vm.sym().pool.ule(len, self.limit)
    }
}

impl<'p> Vm<'p> {
    /// Looks behind a pointer that the function is sure to use. Nothing: the plain model knows better, or will fault.
    pub(crate) fn view(&mut self, v: Option<&Value>) -> Result<Option<View>, Stop> {
        let Some(v) = v.filter(|v| v.scalar == Scalar::Ptr) else { return Ok(None) };
        let mut term = self.decide_value(v, true)?;
        let origin = if term.is_some() { self.sym().origins.get(&term).copied() } else { None };
        if let Some(origin) = origin
            && !self.check_origin(origin)?
        {
            return Ok(None);
        }
        if term.is_some() && origin.is_none() {
            // Which object it is must be sure.
            let address = self.sym().fit(term, 64);
            let place = self.anchor(Place { address: v.lo, term: address, home: v.lo, origin })?;
            if place.term.is_none() {
                term = ExprId::NONE;
            }
        }
        let home = self.home_of_value(v, origin);
        let found = self.memory.info(v.lo).filter(|_| !self.memory.is_escaped(v.lo)).or_else(|| self.memory.home(home));
        let Some(o) = found.filter(|o| o.state == ObjectState::Live && !o.code) else { return Ok(None) };
        let escaped = self.memory.is_escaped(v.lo);
        let plain = match v.terms[0] {
            ExprId::NONE => self.memory.plain(v.lo),
            e => self.true_address(v.lo, e),
        };
        let most = self.memory.most(o.base);
        if term.is_some() && (most.is_none() || most.is_some_and(|m| m > PLACES)) {
            self.concretise_address(term)?;
            term = ExprId::NONE;
        }
        if most.is_none() {
            self.fix_size(o.base)?;
        }
        let most = self.memory.most(o.base).unwrap_or(o.size);
        let size = self.memory.size_term(o.base);
        let offset = plain.wrapping_sub(o.base);
        let s = self.sym();
        let start = s.pool.constant(o.base, 64);
        let size = if size.is_some() { size } else { s.pool.constant(o.size, 64) };
        let address = if term.is_some() { s.fit(term, 64) } else { s.pool.constant(plain, 64) };
        let at = s.pool.sub(address, start);
        let inside = s.pool.ult(at, size);
        if s.pool.is_constant(inside) && (offset >= o.size || escaped) {
            // It is outside whatever the inputs are.
            return Ok(None);
        }
        self.check_event(FaultKind::OutOfBounds, offset < o.size, inside)?;
        if offset >= o.size {
            return Ok(None);
        }
        let limit = self.sym().pool.sub(size, at);
        let larger = self.larger_than(most, size);
        let (offset, count) = if term.is_some() { (None, most) } else { (Some(offset), most - offset) };
        let unwritten = offset.and_then(|offset| self.first_unwritten(o.base, offset, count.min(MOST)));
        Ok(Some(View {
            object: o.base,
            at: plain,
            address,
            offset,
            count,
            limit,
            bytes: Vec::new(),
            unwritten,
            larger,
            open_end: None,
        }))
    }

    /// The first of some bytes of an object that nobody wrote. Bytes with a term do not count: they were written for other inputs,
    /// if not for these.
    fn first_unwritten(&mut self, object: u64, offset: u64, count: u64) -> Option<u64> {
        if !self.sym().options.uninitialised || self.memory.is_all_written(object) {
            return None;
        }
        (0..count).find(|i| {
            let at = offset + i;
            let written = self.memory.peek(object + at, 1).is_none_or(|(_, written)| written);
            !written && self.memory.term_at(object, at).term.is_none()
        })
    }

    /// Tells that the string behind a pointer can't be so long that it goes beyond a target of a fixed size. Nothing becomes an event.
    pub(super) fn want_beyond(&mut self, from: &Value, to: &Value) {
        let grows = self.memory.size_term(from.lo).is_some();
        let source = self.memory.info(from.lo).filter(|_| grows);
        let (Some(room), Some(o)) = (self.room_at(to), source) else { return };
        let offset = self.memory.plain(from.lo).wrapping_sub(o.base);
        let most = self.memory.most(o.base).map_or(0, |most| most.saturating_sub(offset));
        if let Label::Input(name) = o.label
            && (1..=room).contains(&most)
            && room < MOST
        {
            self.sym().wanted.push((name, offset + room + 1));
        }
    }

    /// Bytes that there are at the target of the function at work, if no input says how many.
    pub(super) fn room_at(&self, to: &Value) -> Option<u64> {
        let fixed = || {
            let o = self.memory.info(to.lo).filter(|_| self.memory.size_term(to.lo).is_none())?;
            Some((o.base + o.size).saturating_sub(to.lo))
        };
        self.room.map(|(_, bytes)| bytes).or_else(fixed)
    }

    /// A pointer argument that is a choice of the driver is used: the path decides which one it is. Gives the term that
    /// is left.
    pub(crate) fn decide_value(&mut self, v: &Value, access: bool) -> Result<ExprId, Stop> {
        // Counted also where it is decided already: the check of the next argument is then the same on every path.
        let term = v.terms[0];
        let value = if term.is_some() { self.true_address(v.lo, term) } else { v.lo };
        let check = self.check_kind(FaultKind::NullDereference, value != 0);
        if term.is_none() {
            return Ok(term);
        }
        let s = self.sym();
        let Some(&targets) = s.choices.get(&term) else { return Ok(term) };
        if !s.pinned.insert(term) {
            return Ok(ExprId::NONE);
        }
        let chosen = s.pool.constant(value, s.pool.width(term));
        let holds = s.pool.eq(term, chosen);
        let kind = match access {
            _ if targets > 2 => EventKind::Concrete { term, reason: Concretised::Choice },
            true => check,
            false => EventKind::Fork { outcome: value != 0 },
        };
        self.event(kind, holds)?;
        Ok(ExprId::NONE)
    }

    /// A pointer of the driver is now what it is in this run, for all that follows.
    pub fn settle_choice(&mut self, value: u64, term: ExprId) -> Result<(), Stop> {
        let v = Value { terms: [term, ExprId::NONE], ..Value::word(Scalar::Ptr, value, 0) };
        self.decide_value(&v, false).map(drop)
    }

    /// Whether the path has decided what a pointer of the driver is.
    pub fn is_settled(&self, term: ExprId) -> bool {
        self.symbolic.as_ref().is_some_and(|s| s.pinned.contains(&term))
    }

    /// The term of a pointer into a view's object, which may be null.
    pub(super) fn found(&mut self, view: &View, term: ExprId, value: u64) -> ExprId {
        let bits = self.program.target.pointer_bits;
        let s = self.sym();
        let term = s.fit(term, bits);
        if !s.pool.is_constant(term) {
            s.origins.insert(term, Origin { term, null: value == 0, object: view.object });
        }
        term
    }

    /// The address becomes concrete, by one decision for each place before it: a symbolic position is followed as a
    /// loop would.
    pub(crate) fn pin_address(&mut self, v: Option<&Value>) -> Result<bool, Stop> {
        let Some(view) = self.view(v)? else { return Ok(false) };
        if view.offset.is_some() {
            return Ok(true);
        }
        for place in 0..view.count {
            let here = view.object + place;
            let s = self.sym();
            let at = s.pool.constant(here, 64);
            let is = s.pool.eq(view.address, at);
            if s.pool.node(is).kind == Kind::Const {
                continue;
            }
            if self.fork(is, view.at == here)? {
                break;
            }
        }
        Ok(true)
    }

    /// The index of the first condition that holds, of 64 bits; their number if none does. They are on the first bytes of
    /// these views.
    pub(super) fn first(&mut self, views: &[&View], conditions: &[ExprId]) -> ExprId {
        let mut index = self.sym().pool.constant(conditions.len() as u64, 64);
        for view in views {
            index = view.or_unknown(self, conditions.len(), index);
        }
        let p = &mut self.sym().pool;
        for (i, &c) in conditions.iter().enumerate().rev() {
            let here = p.constant(i as u64, 64);
            index = p.ite(c, here, index);
        }
        index
    }

    pub(super) fn any_symbolic(&mut self, terms: &[ExprId]) -> bool {
        let p = &self.sym().pool;
        terms.iter().any(|&e| !p.is_constant(e))
    }

    /// The index of a string's end, of 64 bits.
    pub(super) fn end_of(&mut self, view: &View, bytes: &[ExprId]) -> ExprId {
        let zeros = self.equal_to(bytes, 0);
        self.first(&[view], &zeros)
    }

    pub(super) fn equal_to(&mut self, bytes: &[ExprId], value: u8) -> Vec<ExprId> {
        let p = &mut self.sym().pool;
        let value = p.constant(value as u64, 8);
        bytes.iter().map(|&b| p.eq(b, value)).collect()
    }
}
