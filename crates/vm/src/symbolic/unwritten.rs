//! Reads of what nobody wrote, where inputs say which place of an object is read.

use super::place::{Place, grid};
use crate::machine::Vm;
use crate::memory::Label;
use crate::stop::{FaultKind, Stop};
use crescendo_solver::expr::ExprId;

/// Places that are looked at, and stretches of unwritten ones that are told apart; beyond that the address becomes concrete.
const PLACES: u64 = 4096;
const STRETCHES: usize = 16;

impl Vm<'_> {
    /// A load of `len` bytes at a symbolic place, if reads of what nobody wrote are looked for: that it is none is a check.
    /// Bytes with a term do not count: they were written for other inputs, if not for these.
    pub(super) fn check_written(&mut self, place: Place, len: u64) -> Result<Place, Stop> {
        let Some(o) = self.memory.info(place.address) else { return Ok(place) };
        if !self.sym().options.uninitialised || self.memory.is_all_written(o.base) {
            return Ok(place);
        }
        let s = self.sym();
        let start = s.pool.constant(o.base, 64);
        let offset = s.pool.sub(place.term, start);
        if s.pool.is_constant(offset) {
            return Ok(place);
        }
        let (step, rest) = grid(s, offset);
        let count = o.size.saturating_sub(len + rest) / step + 1;
        let stretches = if count <= PLACES { self.unwritten(o.base, (rest, step, count), len) } else { Vec::new() };
        if count > PLACES || stretches.len() > STRETCHES {
            self.concretise_address(place.term)?;
            return Ok(Place { term: ExprId::NONE, ..place });
        }
        let at = self.memory.plain(place.address).wrapping_sub(o.base);
        let passed = !stretches.iter().any(|(first, last)| (*first..=*last).contains(&at));
        let p = &mut self.sym().pool;
        let mut holds = p.bool(true);
        for (first, last) in stretches {
            let (first, last) = (p.constant(first, 64), p.constant(last, 64));
            let (before, behind) = (p.ult(offset, first), p.ult(last, offset));
            let outside = p.or(before, behind);
            holds = p.and(holds, outside);
        }
        self.check_event(FaultKind::UninitialisedUse, passed, holds)?;
        match passed {
            true => Ok(place),
            false => Err(Stop::fault(FaultKind::UninitialisedUse, "a value that was never written is used")),
        }
    }

    /// Stretches of places that nobody wrote, by offset: the first and the last.
    fn unwritten(&self, object: u64, (rest, step, count): (u64, u64, u64), len: u64) -> Vec<(u64, u64)> {
        let mut all: Vec<(u64, u64)> = Vec::new();
        for at in (0..count).map(|i| rest + i * step) {
            let is_plain = |i: u64| self.memory.term_at(object, i).term.is_none();
            let lacks = |i: u64| self.memory.peek(object + i, 1).is_some_and(|(_, written)| !written);
            if !(at..at + len).any(|i| lacks(i) && is_plain(i)) {
                continue;
            }
            match all.last_mut() {
                Some((_, last)) if *last + step == at => *last = at,
                _ => all.push((at, at)),
            }
        }
        all
    }
}

impl Vm<'_> {
    /// The last read of something unwritten was one of bytes that no member has: zero here, which the run rests on.
    pub(crate) fn is_padding(&mut self) -> bool {
        if self.symbolic.is_none() {
            return false;
        }
        let read = self.memory.last_unwritten();
        let padding = match read.label {
            Label::Input(_) | Label::Global(_) => true,
            Label::Local { function, index } => {
                let body = self.program.function(function).body.as_ref();
                let parts = body.and_then(|b| b.locals.get(index as usize)).map_or(&[][..], |l| &l.padding);
                self.memory.is_unwritten_only_in(read.base, (read.at, read.len), parts)
            }
            _ => false,
        };
        if padding {
            let at = self.outermost_position();
            let all = &mut self.sym().padding;
            if !all.iter().any(|(label, _)| *label == read.label) {
                all.push((read.label, at));
            }
        }
        padding
    }
}
