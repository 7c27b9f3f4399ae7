//! Strings in the program's memory, without copies.

use crate::machine::Vm;
use crate::memory::{AccessKind, Range};
use crate::stop::Stop;

impl<'p> Vm<'p> {
    /// A span the program reads.
    pub(crate) fn read_span(&mut self, address: u64, len: u64) -> Result<Range, Stop> {
        let r = self.memory.check(address, len, AccessKind::Read).map_err(|e| self.memory_stop(e))?;
        self.memory.note_read(r);
        Ok(r)
    }

    /// The string at an address, without its end mark, and at most `max` bytes of it (not 0). Running off the object
    /// is a fault at the first byte outside.
    pub(crate) fn string_span(&mut self, address: u64, max: u64) -> Result<Range, Stop> {
        let room = self.memory.room(address).unwrap_or(0).min(max);
        let all = self.memory.check_room(address, room.max(1), AccessKind::Read).map_err(|e| self.memory_stop(e))?;
        let end = self.memory.search(all, |bytes| {
            let end = memchr::memchr(0, bytes);
            (end, end.map_or(bytes.len(), |i| i + 1))
        });
        match end {
            Some(end) => {
                self.read_span(address, end as u64 + 1)?;
                self.memory.check(address, end as u64, AccessKind::Read).map_err(|e| self.memory_stop(e))
            }
            None if room == max => self.read_span(address, room),
            None => self.read_span(address.wrapping_add(room), 1),
        }
    }

    /// The string at an address as bytes of its own: names and modes.
    pub(crate) fn string_at(&mut self, address: u64) -> Result<Vec<u8>, Stop> {
        let r = self.string_span(address, u64::MAX)?;
        Ok(self.memory.bytes(r).to_vec())
    }
}
