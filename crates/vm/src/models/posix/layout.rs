//! Structs of the target's C library, built as bytes.

use crate::machine::Vm;
use crate::stop::Stop;

/// A struct under construction.
pub struct Struct {
    bytes: Vec<u8>,
    big_endian: bool,
}

impl Struct {
    /// A zeroed struct.
    pub fn new(size: usize, big_endian: bool) -> Struct {
        Struct { bytes: vec![0; size], big_endian }
    }

    /// Puts an integer of `bytes` bytes at an offset.
    pub fn put(&mut self, offset: usize, bytes: usize, value: u64) {
        let le = value.to_le_bytes();
        let Some(target) = self.bytes.get_mut(offset..offset + bytes) else { return };
        for (i, t) in target.iter_mut().enumerate() {
            let from = if self.big_endian { bytes - 1 - i } else { i };
            *t = le.get(from).copied().unwrap_or(0);
        }
    }

    /// Puts text at an offset, cut to `room` bytes with its end mark.
    pub fn put_text(&mut self, offset: usize, room: usize, text: &[u8]) {
        let n = text.len().min(room.saturating_sub(1));
        if let Some(target) = self.bytes.get_mut(offset..offset + n) {
            target.copy_from_slice(&text[..n]);
        }
    }

    /// Writes it to the program's memory.
    pub fn store(self, vm: &mut Vm, to: u64) -> Result<(), Stop> {
        vm.write_bytes(to, &self.bytes)
    }
}

impl<'p> Vm<'p> {
    pub(super) fn new_struct(&self, size: usize) -> Struct {
        Struct::new(size, self.program.target.big_endian)
    }

    /// Bytes of the target's `long`, which is also the size of `time_t` where we know the layouts.
    pub(super) fn long_bytes(&self) -> usize {
        self.program.target.long_bits as usize / 8
    }

    /// The structs of these targets are known; others stop the run.
    pub(super) fn unknown_layout(&self, what: &str) -> Stop {
        Stop::Unsupported(format!("the layout of {what} on {} is not known", self.program.target.triple))
    }
}
