//! The checked forms that `_FORTIFY_SOURCE` makes of string functions: a last argument says how large the
//! destination is. Natively an overflow ends the program; here it is the fault that it is.

use super::copy;
use crate::machine::Vm;
use crate::models::{Args, Model};
use crate::stop::{FaultKind, Stop};
use crate::value::Reply;

pub const MODELS: &[Model] = &[
    Model { name: "__memcpy_chk", call: memcpy },
    Model { name: "__mempcpy_chk", call: mempcpy },
    Model { name: "__memmove_chk", call: memmove },
    Model { name: "__memset_chk", call: memset },
    Model { name: "__explicit_bzero_chk", call: explicit_bzero },
    Model { name: "__strcpy_chk", call: strcpy },
    Model { name: "__stpcpy_chk", call: stpcpy },
    Model { name: "__strncpy_chk", call: strncpy },
    Model { name: "__stpncpy_chk", call: stpncpy },
    Model { name: "__strcat_chk", call: strcat },
    Model { name: "__strncat_chk", call: strncat },
    Model { name: "__chk_fail", call: |_, _| Err(overflow("the function", 0, 0)) },
];

fn overflow(name: &str, len: u64, size: u64) -> Stop {
    let message = format!("{} writes {len} bytes to a destination of {size}", name.trim_matches('_'));
    Stop::fault(FaultKind::OutOfBounds, message)
}

fn fits(vm: &Vm, len: u64, size: u64) -> Result<(), Stop> {
    if len > size { Err(overflow(vm.in_library.unwrap_or("the function"), len, size)) } else { Ok(()) }
}

fn memcpy(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    fits(vm, a.word(2), a.word(3))?;
    copy::copy_block(vm, a.word(0), a.word(1), a.word(2))?;
    Ok(a.word(0).into())
}

fn mempcpy(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    memcpy(vm, a)?;
    Ok(a.word(0).wrapping_add(a.word(2)).into())
}

fn memmove(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    fits(vm, a.word(2), a.word(3))?;
    copy::memmove(vm, a.word(0), a.word(1), a.word(2))
}

fn memset(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    fits(vm, a.word(2), a.word(3))?;
    copy::memset(vm, a.word(0), a.word(1), a.word(2))
}

fn explicit_bzero(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    fits(vm, a.word(1), a.word(2))?;
    copy::memset(vm, a.word(0), 0, a.word(1)).map(|_| Reply::Void)
}

fn checked_strcpy(vm: &mut Vm, a: Args) -> Result<u64, Stop> {
    let len = vm.string_length(a.word(1))?;
    fits(vm, len + 1, a.word(2))?;
    copy::strcpy(vm, a)
}

fn strcpy(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    checked_strcpy(vm, a).map(|_| a.word(0).into())
}

fn stpcpy(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    checked_strcpy(vm, a).map(|n| a.word(0).wrapping_add(n).into())
}

fn strncpy(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    fits(vm, a.word(2), a.word(3))?;
    copy::strncpy(vm, a).map(|_| a.word(0).into())
}

fn stpncpy(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    fits(vm, a.word(2), a.word(3))?;
    copy::strncpy(vm, a).map(|n| a.word(0).wrapping_add(n).into())
}

fn strcat(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    let len = vm.string_length(a.word(0))? + vm.string_length(a.word(1))?;
    fits(vm, len + 1, a.word(2))?;
    copy::strncat(vm, a.word(0), a.word(1), u64::MAX)
}

fn strncat(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    let len = vm.string_length(a.word(0))? + vm.string_length_max(a.word(1), a.word(2))?;
    fits(vm, len + 1, a.word(3))?;
    copy::strncat(vm, a.word(0), a.word(1), a.word(2))
}
