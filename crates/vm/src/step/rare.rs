//! The operations that programs seldom spend their time in: integers wider than a word, soft floats, odd widths in
//! memory, stack objects of a size known at run time. They are kept out of the loop, which stays small that way, and its
//! variables in registers. The frame's place is saved before.

use super::division;
use crate::machine::Vm;
use crate::memory::Label;
use crate::number::{float, wide};
use crate::stop::{FaultKind, Stop};
use crescendo_program::FloatKind;
use crescendo_program::op::{Op, Reg};

impl<'p> Vm<'p> {
    #[cold]
    #[inline(never)]
    pub(super) fn rare(&mut self, op: Op) -> Result<(), Stop> {
        let frame = self.frames.last().expect("a frame is active");
        let (base, body, function, first_local) = (frame.base, frame.body, frame.function, frame.locals as usize);
        let at = |r: Reg| base + r as usize;
        match op {
            Op::Wide { op, w, d, a, b } => {
                let v = wide::binary(op, w as u32, self.words(at(a), w), self.words(at(b), w)).map_err(division)?;
                self.set_words(at(d), &v);
            }
            Op::WideCmp { pred, w, d, a, b } => {
                let v = wide::compare(pred, w as u32, self.words(at(a), w), self.words(at(b), w));
                self.registers[at(d)] = v as u64;
            }
            Op::Resize { signed, from, to, d, a } => {
                let v = wide::resize(self.words(at(a), from), from as u32, to, signed);
                self.set_words(at(d), &v);
            }
            Op::Float { op, kind, d, a, b } => {
                let v = float::binary(op, kind, self.float(at(a), kind), self.float(at(b), kind));
                self.set_float(at(d), kind, v);
            }
            Op::FNeg { kind, d, a } => {
                let v = float::negate(kind, self.float(at(a), kind));
                self.set_float(at(d), kind, v);
            }
            Op::FCmp { pred, kind, d, a, b } => {
                let order = float::compare(kind, self.float(at(a), kind), self.float(at(b), kind));
                self.registers[at(d)] = pred.accepts(order) as u64;
            }
            Op::FCast { from, to, d, a } => {
                let v = float::convert(from, to, self.float(at(a), from));
                self.set_float(at(d), to, v);
            }
            Op::FToInt { kind, signed, w, d, a } => {
                let v = float::to_int(kind, signed, w, self.float(at(a), kind));
                self.set_words(at(d), &v);
            }
            Op::IntToF { kind, signed, w, d, a } => {
                let v = float::from_int(kind, signed, w, &self.registers[at(a)..at(a) + wide::words(w)]);
                self.set_float(at(d), kind, v);
            }
            Op::LoadAny { w, d, p, o } => {
                self.load_words(at(d), w, self.offset(at(p), o))?;
                self.note_uninitialised()?;
            }
            Op::LoadCopy { w, d, p, o } => {
                let result = self.load_words(at(d), w, self.offset(at(p), o));
                self.memory.take_uninitialised();
                result?;
            }
            Op::StoreAny { w, p, a, o } => {
                let address = self.offset(at(p), o);
                let words = &self.registers[at(a)..at(a) + wide::words(w as u32)];
                self.memory.store_bits(address, w as u32, words).map_err(|e| self.memory_stop(e))?;
            }
            Op::Alloca { align, d, a, variable } => {
                let label = Label::Variable { function, index: variable };
                self.registers[at(d)] = self.push_local(self.registers[at(a)], 1 << align, &[], label)?;
            }
            Op::StackSave { d } => self.registers[at(d)] = self.locals.len() as u64,
            Op::StackRestore { a } => {
                let count = usize::try_from(self.registers[at(a)]).unwrap_or(usize::MAX);
                self.drop_locals(count.max(first_local));
            }
            Op::Renew { a } => self.memory.clear(self.registers[at(a)]),
            Op::Unreachable => {
                return Err(Stop::fault(FaultKind::Unreachable, "reached a point the program declares unreachable"));
            }
            Op::Unsupported { what } => return Err(Stop::Unsupported(body.unsupported[what as usize].clone())),
            other => return Err(Stop::ToolBug(format!("{other:?} came to the wrong place"))),
        }
        Ok(())
    }

    fn words(&self, at: usize, w: u16) -> &[u64] {
        &self.registers[at..at + wide::words(w as u32)]
    }

    fn set_words(&mut self, at: usize, words: &[u64]) {
        self.registers[at..at + words.len()].copy_from_slice(words);
    }

    fn float(&self, at: usize, kind: FloatKind) -> u128 {
        let high = if kind.slots() > 1 { self.registers[at + 1] } else { 0 };
        self.registers[at] as u128 | (high as u128) << 64
    }

    fn set_float(&mut self, at: usize, kind: FloatKind, v: u128) {
        self.registers[at] = v as u64;
        if kind.slots() > 1 {
            self.registers[at + 1] = (v >> 64) as u64;
        }
    }

    fn offset(&self, pointer: usize, o: i32) -> u64 {
        self.registers[pointer].wrapping_add(o as i64 as u64)
    }

    fn load_words(&mut self, at: usize, w: u16, address: u64) -> Result<(), Stop> {
        let out = &mut self.registers[at..at + wide::words(w as u32)];
        self.memory.load_bits(address, w as u32, out).map_err(|e| self.memory_stop(e))
    }
}
