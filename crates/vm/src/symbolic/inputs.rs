//! What a driver needs: putting inputs into memory, objects made on demand.

use crate::machine::Vm;
use crate::memory::AccessKind;
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

    /// Whether the stub of a function writes behind its pointer arguments.
    fn writes(&self, function: FunctionId) -> bool;

    /// A function without body and model is called: its result.
    fn stub(&mut self, vm: &mut Vm, function: FunctionId, args: &[Value]) -> Result<StubReply, Stop>;

    /// The input of that name from outside.
    fn outside(&mut self, vm: &mut Vm, path: &str, what: Outside, width: u32) -> ExprId;

    /// A string from outside, or null.
    fn text(&mut self, vm: &mut Vm, path: &str) -> Result<(u64, ExprId), Stop>;

    /// The bits of a file's length: longer files than all ones are not tried.
    fn length_bits(&self) -> u32;
}

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
        self.memory.store_bits(address, bits, &words).map_err(|e| self.memory_stop(e))?;
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
                match self.materialise.clone() {
                    Some(driver) => driver.borrow_mut().entered(self, id),
                    None => Ok(()),
                }
            }
            _ => Ok(()),
        }
    }

    /// A term was loaded: if it is an input pointer, its object must be there from now on.
    pub(super) fn load_pointer(&mut self, term: ExprId) -> Result<(), Stop> {
        if !self.sym().choices.contains_key(&term) {
            return self.load_one_of(term);
        }
        let Some(driver) = self.materialise.clone() else { return Ok(()) };
        driver.borrow_mut().pointer(self, term)
    }

    /// Inputs for which this does not hold do not count. With such inputs the run is over.
    pub fn assume(&mut self, holds: ExprId) -> Result<(), Stop> {
        let s = self.sym();
        if s.evaluate(holds)[0] != 0 {
            return self.event(EventKind::Assume, holds);
        }
        let broken = s.pool.not(holds);
        self.event(EventKind::Assume, broken)?;
        self.sym().refused = true;
        Err(Stop::Exit(0))
    }

    /// An event of the driver.
    pub fn add_event(&mut self, kind: EventKind, holds: ExprId) -> Result<(), Stop> {
        self.event(kind, holds)
    }

    /// What the last operation of a run left to tell. One that was stopped has no result to look at.
    pub fn end_trace(&mut self, stopped: bool) -> Result<(), Stop> {
        if stopped {
            return self.tell_notes(None);
        }
        self.settle()
    }
}
