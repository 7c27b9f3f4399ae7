//! Accesses to memory that the loop does not do itself: those the slot table alone does not answer, copies and fills.
//! A stop comes boxed, so that a result fits the loop's registers.

use crate::machine::Vm;
use crate::memory::{AccessKind, MemoryError};
use crate::stop::{FaultKind, Stop};

type Outlined<T> = Result<T, Box<Stop>>;

impl Vm<'_> {
    /// The end of an access: a fault, or perhaps a note about what was read.
    #[inline]
    fn accessed<T>(&mut self, result: Result<T, MemoryError>) -> Outlined<T> {
        match result {
            Ok(v) => {
                if self.memory.has_uninitialised() {
                    self.note_uninitialised()?;
                }
                Ok(v)
            }
            Err(e) => Err(Box::new(self.memory_stop(e))),
        }
    }

    #[cold]
    #[inline(never)]
    pub(super) fn slow_load(&mut self, address: u64, len: u64) -> Outlined<u64> {
        let result = self.memory.load_slow(address, len);
        self.accessed(result)
    }

    #[cold]
    #[inline(never)]
    pub(super) fn slow_store(&mut self, address: u64, len: u64, value: u64) -> Outlined<()> {
        let result = self.memory.store_slow(address, len, value);
        self.accessed(result)
    }

    #[inline(never)]
    pub(crate) fn copy_bytes(&mut self, moving: bool, to: u64, from: u64, len: u64) -> Outlined<()> {
        if !moving && to.abs_diff(from) < len && to != from {
            // Leaving an object is the worse mistake: a huge length overlaps anything.
            let result = self.memory.check(from, len, AccessKind::Read);
            self.accessed(result)?;
            let result = self.memory.check(to, len, AccessKind::Write);
            self.accessed(result)?;
            return Err(Box::new(Stop::fault(FaultKind::BadArgument, "the regions of a memcpy overlap")));
        }
        let result = self.memory.copy(to, from, len);
        self.accessed(result)
    }

    #[inline(never)]
    pub(crate) fn fill_bytes(&mut self, to: u64, byte: u8, len: u64) -> Outlined<()> {
        let result = self.memory.fill(to, byte, len);
        self.accessed(result)
    }
}
