//! Searching the program's memory byte by byte, as string functions do: each byte is read in order, none behind the
//! one that decides, and the first one that may not be read is the one that faults.

use crate::machine::Vm;
use crate::memory::{AccessKind, Range};
use crate::stop::Stop;

/// Most answers lie within the first bytes: so many are looked at one by one before anything is set up.
const FEW: u64 = 16;

impl Vm<'_> {
    /// What can be read from an address on, at most `max` bytes; not empty, or the fault of the first byte.
    fn readable(&mut self, address: u64, max: u64) -> Result<Range, Stop> {
        let room = self.memory.room(address).unwrap_or(0).min(max).max(1);
        self.memory.check_room(address, room, AccessKind::Read).map_err(|e| self.memory_stop(e))
    }

    /// Notes that the first bytes at an address were read.
    fn note_first(&mut self, address: u64, count: u64) -> Result<(), Stop> {
        let r = self.memory.check(address, count, AccessKind::Read).map_err(|e| self.memory_stop(e))?;
        self.memory.note_read(r);
        Ok(())
    }

    /// The index of the first of `max` bytes that is wanted.
    pub fn find_byte(
        &mut self,
        address: u64,
        max: u64,
        mut wanted: impl FnMut(u8) -> bool,
    ) -> Result<Option<u64>, Stop> {
        self.find_by(address, max, |bytes| bytes.iter().position(|&b| wanted(b)))
    }

    fn find_by(
        &mut self,
        address: u64,
        max: u64,
        mut find: impl FnMut(&[u8]) -> Option<usize>,
    ) -> Result<Option<u64>, Stop> {
        if max == 0 {
            return Ok(None);
        }
        if self.memory.is_open(address) {
            for i in 0..max {
                if find(&[self.load_byte(address.wrapping_add(i))?]).is_some() {
                    return Ok(Some(i));
                }
            }
            return Ok(None);
        }
        // As a rule all that matters is written, and no look at the object is needed.
        let plain = self.memory.plain_rest(address);
        let plain = &plain[..plain.len().min(usize::try_from(max).unwrap_or(usize::MAX))];
        let (found, skipped) = (find(plain), plain.len() as u64);
        self.memory.add_work(found.map_or(skipped, |i| i as u64 + 1));
        match found {
            Some(i) => return Ok(Some(i as u64)),
            None if skipped == max => return Ok(None),
            None => {}
        }
        let found = self.find_behind(address.wrapping_add(skipped), max - skipped, find)?;
        Ok(found.map(|i| i + skipped))
    }

    /// The same where the bytes need a closer look.
    fn find_behind(
        &mut self,
        address: u64,
        max: u64,
        find: impl FnOnce(&[u8]) -> Option<usize>,
    ) -> Result<Option<u64>, Stop> {
        let r = self.readable(address, max)?;
        let found = self.memory.search(r, |bytes| {
            let found = find(bytes);
            (found, found.map_or(bytes.len(), |i| i + 1))
        });
        self.note_first(address, found.map_or(r.len(), |i| i as u64 + 1))?;
        match found {
            Some(i) => Ok(Some(i as u64)),
            None if r.len() == max => Ok(None),
            None => self.fault_behind(address, r.len()).map(Some),
        }
    }

    /// The first of `max` pairs of bytes at two addresses that is wanted. `wanted` may see a pair twice.
    pub fn find_pair(
        &mut self,
        p: u64,
        q: u64,
        max: u64,
        mut wanted: impl FnMut(u8, u8) -> bool,
    ) -> Result<Option<(u8, u8)>, Stop> {
        for i in 0..max.min(FEW) {
            let (at, to) = (p.wrapping_add(i), q.wrapping_add(i));
            let (Some(x), Some(y)) = (self.memory.plain_byte(at), self.memory.plain_byte(to)) else { break };
            if wanted(x, y) {
                return Ok(Some((x, y)));
            }
        }
        if max == 0 {
            return Ok(None);
        }
        if self.memory.is_open(p) || self.memory.is_open(q) {
            for i in 0..max {
                let pair = (self.load_byte(p.wrapping_add(i))?, self.load_byte(q.wrapping_add(i))?);
                if wanted(pair.0, pair.1) {
                    return Ok(Some(pair));
                }
            }
            return Ok(None);
        }
        let (a, b) = (self.readable(p, max)?, self.readable(q, max)?);
        let found = self.memory.search(a, |x| {
            let found = self.memory.search(b, |y| {
                let found = x.iter().zip(y).position(|(&x, &y)| wanted(x, y));
                (found.map(|i| (i, x[i], y[i])), found.map_or(y.len().min(x.len()), |i| i + 1))
            });
            (found, found.map_or(b.len() as usize, |(i, ..)| i + 1))
        });
        let both = a.len().min(b.len());
        let read = found.map_or(both, |(i, ..)| i as u64 + 1);
        self.note_first(p, read)?;
        self.note_first(q, read)?;
        match found {
            Some((_, x, y)) => Ok(Some((x, y))),
            None if both == max => Ok(None),
            None if a.len() == both => self.fault_behind(p, both).map(|_| None),
            None => self.fault_behind(q, both).map(|_| None),
        }
    }

    /// The byte that stops the program is the first one outside.
    #[cold]
    fn fault_behind(&mut self, address: u64, len: u64) -> Result<u64, Stop> {
        self.load_byte(address.wrapping_add(len))?;
        Err(Stop::ToolBug("a byte behind an object was readable".into()))
    }

    /// The length of the string at an address. Running off the object is a fault at the first byte outside.
    pub fn string_length(&mut self, address: u64) -> Result<u64, Stop> {
        self.string_length_max(address, u64::MAX)
    }

    /// The length of a string, or `max` if it does not end within that many bytes.
    pub fn string_length_max(&mut self, address: u64, max: u64) -> Result<u64, Stop> {
        Ok(self.find_this_byte(address, max, 0)?.unwrap_or(max))
    }

    /// `find_byte` for one value.
    pub fn find_this_byte(&mut self, address: u64, max: u64, byte: u8) -> Result<Option<u64>, Stop> {
        self.find_by(address, max, |bytes| memchr::memchr(byte, bytes))
    }
}
