//! What a driver needs: putting inputs into memory, objects made on demand.

use crate::machine::Vm;
use crate::memory::{AccessKind, Range};
use crate::stop::Stop;
use crate::symbolic::Outside;
use crate::trace::EventKind;
use crate::value::Value;
use crescendo_program::{FunctionId, Scalar};
use crescendo_solver::expr::{ExprId, Kind};

/// Makes the object behind an input pointer.
pub trait Materialise {
    /// The pointer with this term (see `Symbolic::add_choice`) has been loaded.
    fn pointer(&mut self, vm: &mut Vm, term: ExprId) -> Result<(), Stop>;

    /// A function that is watched (`Vm::watch_entries`) is called for the first time in this run.
    fn entered(&mut self, vm: &mut Vm, function: FunctionId) -> Result<(), Stop>;

    /// A function is called of whose calls the driver wants to know (`Vm::watch_calls`). Its frame is not there yet: the
    /// present place is that of the call.
    fn called(&mut self, _vm: &mut Vm, _function: FunctionId, _args: &[Value]) -> Result<(), Stop> {
        Ok(())
    }

    /// Whether the stub of a function writes behind its pointer arguments.
    fn writes(&self, function: FunctionId) -> bool;

    /// A volatile read of a watched object is about to happen: it may give something new.
    fn volatile(&mut self, vm: &mut Vm, address: u64, len: u64) -> Result<(), Stop>;

    /// A volatile read of a watched object gives what is there: at one of several places, or as part of a copy.
    fn unchanged(&mut self, vm: &mut Vm, address: u64);

    /// A pointer is read where the driver put plain bits (see `Symbolic::add_word`): it may put a pointer there instead.
    fn pointer_at(&mut self, vm: &mut Vm, address: u64) -> Result<(), Stop>;

    /// A function without body and model is called: its result.
    fn stub(&mut self, vm: &mut Vm, function: FunctionId, args: &[Value]) -> Result<StubReply, Stop>;

    /// The input of that name from outside.
    fn outside(&mut self, vm: &mut Vm, path: &str, what: Outside, width: u32) -> ExprId;

    /// A string from outside, or null.
    fn text(&mut self, vm: &mut Vm, path: &str) -> Result<(u64, ExprId), Stop>;

    /// Bytes of a file that a block has room for and that ends there: how many they are stays open.
    fn longest_rest(&self) -> u64;
}

/// Targets of a pointer from a table: more than null and one object.
const MANY: u32 = 3;

/// The words of a result, and their terms.
#[derive(Clone, Debug, Default)]
pub struct StubReply {
    pub words: Vec<u64>,
    pub terms: Vec<ExprId>,
}

impl<'p> Vm<'p> {
    /// Puts a term of whole bytes into memory, with its value under the run's inputs.
    pub fn put_input(&mut self, address: u64, term: ExprId) -> Result<(), Stop> {
        let s = self.sym();
        let bits = s.pool.width(term);
        let words = match s.pool.as_variable(term) {
            Some(v) => s.inputs.get_words(v, bits).to_vec(),
            None => s.evaluate(term),
        };
        self.put_known_input(address, term, &words)
    }

    /// The same where the value of the term is known.
    pub fn put_known_input(&mut self, address: u64, term: ExprId, words: &[u64]) -> Result<(), Stop> {
        let bits = self.sym().pool.width(term);
        self.memory.store_bits(address, bits, words).map_err(|e| self.memory_stop(e))?;
        let r = self.memory.check(address, bits as u64 / 8, AccessKind::Write).map_err(|e| self.memory_stop(e))?;
        self.set_span_term(r, term);
        Ok(())
    }

    /// An integer in memory as it is, whatever it depends on.
    pub fn plain_int(&mut self, address: u64, bits: u32) -> Result<u64, Stop> {
        let r = self.memory.check(address, bits as u64 / 8, AccessKind::Read).map_err(|e| self.memory_stop(e))?;
        Ok(self.plain_words(r, bits)[0])
    }

    /// A value in memory, with its terms; an input pointer gets its object.
    pub fn load_value(&mut self, address: u64, scalar: Scalar) -> Result<Value, Stop> {
        let v = self.load_raw(address, scalar)?;
        if v.terms[0].is_some() {
            self.load_pointer(v.terms[0])?;
        }
        Ok(v)
    }

    /// A pointer that a library function finds in memory: an input pointer gets its object, and the path decides which one it is.
    pub(crate) fn read_pointer(&mut self, address: u64) -> Result<u64, Stop> {
        if self.symbolic.is_none() {
            return self.read_int(address, self.program.target.pointer_bits);
        }
        let v = self.load_value(address, Scalar::Ptr)?;
        self.tell_notes(self.in_library)?;
        if v.is_symbolic() && self.decide_value(&v, false)?.is_some() {
            let reason = self.library_reason(self.in_library.unwrap_or("input"));
            self.concretise(v.terms[0], v.lo, reason)?;
        }
        Ok(v.lo)
    }

    /// The same without looking behind pointers.
    pub fn load_raw(&mut self, address: u64, scalar: Scalar) -> Result<Value, Stop> {
        let bits = scalar.bits(self.program.target.pointer_bits);
        let len = bits.div_ceil(8) as u64;
        let r = self.memory.check(address, len, AccessKind::Read).map_err(|e| self.memory_stop(e))?;
        let words = self.plain_words(r, bits);
        let mut v = Value { hi: words.get(1).copied().unwrap_or(0), ..Value::word(scalar, words[0], 0) };
        let term = self.span_term(r);
        if term.is_some() {
            let s = self.sym();
            let term = s.fit(term, bits);
            v.terms[0] = if bits > 64 { s.pool.extract(term, 0, 64) } else { term };
            v.terms[0] = s.kept(v.terms[0]);
            if bits > 64 {
                let high = s.pool.extract(term, 64, (bits - 64).min(64));
                v.terms[1] = s.kept(high);
            }
        }
        Ok(v)
    }

    /// The same for what was read through a symbolic place: any of the pointers there.
    fn load_one_of(&mut self, term: ExprId) -> Result<(), Stop> {
        const MOST: usize = 256;
        if self.sym().pool.node(term).kind != Kind::Ite || self.sym().choices.is_empty() {
            return Ok(());
        }
        let (mut queue, mut seen) = (vec![term], 0);
        while let Some(e) = queue.pop() {
            let s = self.sym();
            let n = s.pool.node(e);
            seen += 1;
            if s.choices.contains_key(&e) {
                self.load_pointer(e)?;
            } else if n.kind == Kind::Ite && seen < MOST {
                queue.extend([n.b(), n.c()]);
            }
        }
        Ok(())
    }

    /// Lets the driver do something, if there is one: what it reads and writes is not the program's doing.
    pub(crate) fn drive<R>(&mut self, work: impl FnOnce(&mut dyn Materialise, &mut Vm<'p>) -> R) -> Option<R> {
        let driver = self.materialise.clone()?;
        self.memory.pause_ledger();
        let done = work(&mut *driver.borrow_mut(), self);
        self.memory.resume_ledger();
        Some(done)
    }

    /// The driver is told when one of these functions is called for the first time in a run.
    pub fn watch_entries(&mut self, functions: impl Iterator<Item = FunctionId>) {
        self.watched = vec![0; self.program.functions.len().div_ceil(64)];
        functions.for_each(|f| self.watched[f.0 as usize / 64] |= 1 << (f.0 % 64));
        self.unseen = self.watched.clone();
    }

    /// A function of the program is called.
    #[inline]
    pub(crate) fn tell_entry(&mut self, id: FunctionId) -> Result<(), Stop> {
        match self.unseen.get_mut(id.0 as usize / 64) {
            Some(word) if *word >> (id.0 % 64) & 1 != 0 => {
                *word &= !(1 << (id.0 % 64));
                self.drive(|driver, vm| driver.entered(vm, id)).unwrap_or(Ok(()))
            }
            _ => Ok(()),
        }
    }

    /// The driver is told of every call of these functions.
    pub fn watch_calls(&mut self, functions: impl Iterator<Item = FunctionId>) {
        self.told = vec![0; self.program.functions.len().div_ceil(64)];
        functions.for_each(|f| self.told[f.0 as usize / 64] |= 1 << (f.0 % 64));
    }

    /// A function is called; its arguments are in their registers, from `next` on.
    #[inline]
    pub(crate) fn tell_call(
        &mut self,
        id: FunctionId,
        next: usize,
        target: &crescendo_program::Body,
    ) -> Result<(), Stop> {
        match self.told.get(id.0 as usize / 64) {
            Some(word) if *word >> (id.0 % 64) & 1 != 0 => self.tell_arguments(id, next, target),
            _ => Ok(()),
        }
    }

    #[cold]
    fn tell_arguments(&mut self, id: FunctionId, next: usize, target: &crescendo_program::Body) -> Result<(), Stop> {
        let mut args = Vec::with_capacity(target.params.len());
        for p in &target.params {
            let at = next + p.at as usize;
            let wide = p.scalar.slots() > 1;
            let hi = if wide { self.registers[at + 1] } else { 0 };
            let terms = &self.sym().terms;
            let terms = [terms[at], if wide { terms[at + 1] } else { ExprId::NONE }];
            args.push(Value { hi, terms, ..Value::word(p.scalar, self.registers[at], 0) });
        }
        self.drive(|driver, vm| driver.called(vm, id, &args)).unwrap_or(Ok(()))
    }

    /// A term was loaded: if it is an input pointer, its object must be there from now on.
    pub(super) fn load_pointer(&mut self, term: ExprId) -> Result<(), Stop> {
        if !self.sym().choices.contains_key(&term) {
            return self.load_one_of(term);
        }
        self.drive(|driver, vm| driver.pointer(vm, term)).unwrap_or(Ok(()))
    }

    /// Inputs for which this does not hold do not count. With such inputs the run is over.
    pub fn assume(&mut self, holds: ExprId) -> Result<(), Stop> {
        let s = self.sym();
        if s.evaluate(holds)[0] != 0 {
            return self.event(EventKind::Assume, holds);
        }
        let broken = s.pool.not(holds);
        let before = s.events.len();
        self.event(EventKind::Assume, broken)?;
        let s = self.sym();
        (s.refused, s.refused_by_event) = (true, s.events.len() > before);
        Err(Stop::Exit(0))
    }

    /// Gives an argument that was laid out in memory its term; small ones may have more room than they need.
    pub(crate) fn put_argument(&mut self, address: u64, room: u64, v: &Value) -> Result<(), Stop> {
        let bits = v.scalar.bits(self.program.target.pointer_bits);
        let bytes = (bits as u64).div_ceil(8);
        let low = self.value_term(v, bits.min(64));
        let s = self.sym();
        let term = match bits {
            0..=64 => low,
            _ => {
                let high = match v.terms[1] {
                    ExprId::NONE => s.pool.constant(v.hi, bits - 64),
                    e => s.fit(e, bits - 64),
                };
                s.pool.concat(high, low)
            }
        };
        let term = s.fit(term, bytes as u32 * 8);
        let skew = if self.memory.big_endian() && room > bytes { room - bytes } else { 0 };
        let r = self.memory.check(address + skew, bytes, AccessKind::Write).map_err(|e| self.memory_stop(e))?;
        self.set_span_term(r, term);
        Ok(())
    }

    /// What must happen before a load at a fixed place: new values of volatile objects, pointers where plain bits were.
    pub(super) fn before_load(&mut self, address: u64, len: u64) -> Result<(), Stop> {
        let Some(frame) = self.frames.last() else { return Ok(()) };
        let (body, at) = (frame.body, frame.pc.wrapping_sub(1));
        let volatile = self.memory.is_watched(address) && body.volatile.binary_search(&at).is_ok();
        let bits = !volatile && body.pointers.binary_search(&at).is_ok() && self.is_word(address, len);
        let answer = match (volatile, bits) {
            (true, _) => self.drive(|driver, vm| driver.volatile(vm, address, len)),
            (_, true) => self.drive(|driver, vm| driver.pointer_at(vm, address)),
            _ => None,
        };
        answer.unwrap_or(Ok(()))
    }

    /// A volatile read that gives no new values.
    pub(super) fn note_unchanged(&mut self, address: u64) {
        let Some(frame) = self.frames.last() else { return };
        let (body, at) = (frame.body, frame.pc.wrapping_sub(1));
        if self.memory.is_watched(address) && body.volatile.binary_search(&at).is_ok() {
            self.drive(|driver, vm| driver.unchanged(vm, address));
        }
    }

    /// A pointer was loaded from one of several places: which object it points into is for the path to decide, and the one
    /// of this run must be there.
    pub(super) fn choose_pointer(&mut self, term: ExprId, r: Range) -> Result<(), Stop> {
        let Some(frame) = self.frames.last() else { return Ok(()) };
        let (body, at) = (frame.body, frame.pc.wrapping_sub(1));
        if body.pointers.binary_search(&at).is_err() {
            return Ok(());
        }
        let own = self.span_term(r);
        if own.is_some() {
            self.load_pointer(own)?;
        }
        if own != term && !self.sym().choices.contains_key(&term) {
            self.sym().add_choice(term, MANY);
        }
        Ok(())
    }

    /// Whether the driver put plain bits there that may be a pointer, and nobody has changed them.
    fn is_word(&mut self, address: u64, len: u64) -> bool {
        if self.sym().words.is_empty() {
            return false;
        }
        let Ok(r) = self.memory.check_room(address, len, AccessKind::Read) else { return false };
        let term = self.span_term(r);
        term.is_some() && self.sym().words.contains(&term)
    }

    /// An event of the driver.
    pub fn add_event(&mut self, kind: EventKind, holds: ExprId) -> Result<(), Stop> {
        self.event(kind, holds)
    }

    /// What the last operation of a run left to tell. One that was stopped has no result to look at.
    pub fn end_trace(&mut self, stopped: bool) -> Result<(), Stop> {
        self.note_firsts();
        if stopped {
            return self.tell_notes(None);
        }
        self.settle()
    }
}
