//! How results of more than one number leave a library function: through a pointer the caller passes, packed into
//! one register, or as a pair. The program's own declaration says which.

use super::Args;
use crate::machine::Vm;
use crate::stop::Stop;
use crate::value::Reply;
use crescendo_program::symbol::Signature;

/// A call whose result is a struct or a complex number.
pub struct StructCall<'a> {
    /// The arguments without the pointer to the result.
    pub args: Args<'a>,
    to: Option<u64>,
}

fn declaration<'p>(vm: &Vm<'p>) -> Option<&'p Signature> {
    vm.library_callee.map(|f| &vm.function(f).signature)
}

impl<'a> StructCall<'a> {
    pub fn new(vm: &Vm, a: Args<'a>) -> StructCall<'a> {
        let first = declaration(vm).and_then(|s| s.params.first());
        if first.is_some_and(|p| p.struct_return) && !a.values.is_empty() {
            let args = Args { values: &a.values[1..], fixed: a.fixed.saturating_sub(1) };
            StructCall { args, to: Some(a.word(0)) }
        } else {
            StructCall { args: a, to: None }
        }
    }

    /// Gives two numbers of `bits` bits each, at most 64.
    pub fn reply(&self, vm: &mut Vm, bits: u32, first: u64, second: u64) -> Result<Reply, Stop> {
        if let Some(to) = self.to {
            vm.write_int(to, bits, first)?;
            vm.write_int(to.wrapping_add(bits as u64 / 8), bits, second)?;
            return Ok(Reply::Void);
        }
        let (low, high) = if vm.program.target.big_endian { (second, first) } else { (first, second) };
        match declaration(vm).map_or(&[][..], |s| &s.ret) {
            // One register holds the struct's bytes.
            [_] if bits < 64 => Ok(Reply::Word(low | high << bits)),
            [_] => Ok(Reply::Wide(low, high)),
            _ => Ok(Reply::Wide(first, second)),
        }
    }

    /// Gives two numbers of two words each, which memory holds in `bytes` bytes.
    pub fn reply_wide(&self, vm: &mut Vm, bits: u32, bytes: u64, parts: [u128; 2]) -> Result<Reply, Stop> {
        let words = parts.map(|p| [p as u64, (p >> 64) as u64]);
        let Some(to) = self.to else {
            return Ok(Reply::Words([words[0][0], words[0][1], words[1][0], words[1][1]]));
        };
        for (i, w) in words.iter().enumerate() {
            let at = to.wrapping_add(i as u64 * bytes);
            vm.memory.store_bits(at, bits, w).map_err(|e| vm.memory_stop(e))?;
        }
        Ok(Reply::Void)
    }
}
