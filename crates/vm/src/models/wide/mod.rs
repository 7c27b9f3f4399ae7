//! wchar.h and wctype.h in the C locale, whose characters are ASCII. The width of `wchar_t` is the target's.

pub mod classes;
pub mod convert;
pub mod search;
pub mod strings;

use crate::machine::Vm;
use crate::stop::Stop;

/// Bytes of a wide character.
fn unit(vm: &Vm) -> u64 {
    vm.program.target.wchar_bits as u64 / 8
}

/// The address of a character in an array.
fn at(vm: &Vm, base: u64, index: u64) -> u64 {
    base.wrapping_add(index.wrapping_mul(unit(vm)))
}

fn load(vm: &mut Vm, base: u64, index: u64) -> Result<u32, Stop> {
    Ok(vm.read_int(at(vm, base, index), vm.program.target.wchar_bits)? as u32)
}

fn store(vm: &mut Vm, base: u64, index: u64, c: u32) -> Result<(), Stop> {
    vm.write_int(at(vm, base, index), vm.program.target.wchar_bits, c as u64)
}

/// The length of a wide string, or `max` if it does not end before.
fn length(vm: &mut Vm, s: u64, max: u64) -> Result<u64, Stop> {
    for n in 0..max {
        if load(vm, s, n)? == 0 {
            return Ok(n);
        }
    }
    Ok(max)
}

/// The order of two characters: `wchar_t` has a sign where it has 32 bits.
fn order(vm: &Vm, x: u32, y: u32) -> i32 {
    let order = if vm.program.target.wchar_bits == 32 { (x as i32).cmp(&(y as i32)) } else { x.cmp(&y) };
    order as i32
}

/// A character seen without its case.
fn fold(c: u32) -> u32 {
    u8::try_from(c).map_or(c, |c| c.to_ascii_lowercase() as u32)
}
