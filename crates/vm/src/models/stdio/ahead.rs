//! Input that is looked at before it is taken: what its bytes are is decided first, then the plain model reads them.

use super::{STDIN, StreamId};
use crate::machine::Vm;
use crate::stop::Stop;
use crescendo_solver::expr::ExprId;

impl<'p> Vm<'p> {
    /// The stream behind a `FILE *`, or standard input: if what comes from it is an input of the unit.
    pub(crate) fn input_stream(&mut self, file: Option<u64>) -> Option<StreamId> {
        let id = match file {
            Some(file) => self.stream_at(file),
            None => self.standard_id(STDIN),
        };
        let id = id.ok()?;
        let s = self.library.stdio.stream(id);
        let (readable, known, handle) = (s.readable, !s.terms.is_empty(), s.handle());
        (readable && (known || handle.is_some_and(|h| self.is_symbolic_file(h)))).then_some(id)
    }

    /// A byte further on and its term; nothing at the end. None is taken.
    pub(crate) fn look_ahead(&mut self, id: StreamId, ahead: u64) -> Result<Option<(ExprId, u8)>, Stop> {
        loop {
            let s = self.library.stdio.stream(id);
            let at = s.at + ahead as usize;
            if let Some(&byte) = s.input.get(at) {
                return Ok(Some((s.term(at), byte)));
            }
            let more = if s.unread() == 0 { self.read_ahead(id)? } else { self.read_further(id)? };
            if !more {
                return Ok(None);
            }
        }
    }

    /// Reads a byte more, and keeps those that are not taken yet.
    fn read_further(&mut self, id: StreamId) -> Result<bool, Stop> {
        if self.library.stdio.stream(id).end_seen {
            return Ok(false);
        }
        let mut byte = [0];
        if self.device_read(id, &mut byte)?.unwrap_or(0) == 0 {
            return Ok(false);
        }
        let term = std::mem::take(&mut self.library.files.terms).first().copied();
        let s = self.library.stdio.stream(id);
        s.terms.resize(s.input.len(), ExprId::NONE);
        s.terms.push(term.unwrap_or(ExprId::NONE));
        s.input.push(byte[0]);
        Ok(true)
    }

    /// Takes the terms of what was looked at, so that reading it decides nothing more.
    pub(crate) fn hide_input(&mut self, id: StreamId) -> Vec<ExprId> {
        std::mem::take(&mut self.library.stdio.stream(id).terms)
    }

    /// What is left unread has its terms again.
    pub(crate) fn show_input(&mut self, id: StreamId, terms: &[ExprId]) {
        let s = self.library.stdio.stream(id);
        // Others were read meanwhile.
        if !s.terms.is_empty() {
            return;
        }
        let (all, known) = (s.input.len(), terms.len());
        s.terms = (0..all).map(|i| terms.get((known + i).wrapping_sub(all)).copied().unwrap_or(ExprId::NONE)).collect();
    }
}
