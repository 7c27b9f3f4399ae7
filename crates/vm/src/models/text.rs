//! Text in the program's memory, read character by character for the number parsers.

use crate::machine::Vm;
use crate::stop::Stop;
use crescendo_cformat::number::Text;

/// The kind of a string's characters: `char` or `wchar_t`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Width {
    Narrow,
    Wide,
}

/// A string of narrow or wide characters. A character that may not be read ends it; `finish` tells.
pub struct MemoryText<'a, 'p> {
    vm: &'a mut Vm<'p>,
    at: u64,
    /// Bits of a character.
    bits: u32,
    stop: Option<Stop>,
}

impl<'a, 'p> MemoryText<'a, 'p> {
    pub fn new(vm: &'a mut Vm<'p>, at: u64, width: Width) -> Self {
        let bits = match width {
            Width::Narrow => 8,
            Width::Wide => vm.program.target.wchar_bits,
        };
        MemoryText { vm, at, bits, stop: None }
    }

    /// The address of a character.
    pub fn address(&self, index: usize) -> u64 {
        self.at.wrapping_add(index as u64 * (self.bits / 8) as u64)
    }

    /// The fault of a character that was asked for and may not be read, if there was one.
    pub fn finish(self) -> Result<(), Stop> {
        self.stop.map_or(Ok(()), Err)
    }
}

impl Text for MemoryText<'_, '_> {
    fn byte(&mut self, index: usize) -> u8 {
        if self.stop.is_some() {
            return 0;
        }
        let at = self.address(index);
        let c = match self.bits {
            8 => self.vm.load_byte(at).map(|b| b as u64),
            bits => self.vm.read_int(at, bits),
        };
        match c {
            // No character beyond ASCII is part of a number; any of them stands for all.
            Ok(c) => u8::try_from(c).unwrap_or(0xff),
            Err(stop) => {
                self.stop = Some(stop);
                0
            }
        }
    }
}
