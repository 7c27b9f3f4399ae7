//! Wide strings: copying and comparing.

use super::{fold, length, load, order, store, unit};
use crate::machine::Vm;
use crate::models::string::copy::{apart, transfer};
use crate::models::{Args, Model};
use crate::stop::Stop;
use crate::value::Reply;

pub const MODELS: &[Model] = &[
    Model { name: "wcslen", call: |vm, a| length(vm, a.word(0), u64::MAX).map(Reply::from) },
    Model { name: "wcsnlen", call: |vm, a| length(vm, a.word(0), a.word(1)).map(Reply::from) },
    Model { name: "wcscpy", call: |vm, a| wcscpy(vm, a).map(|_| a.word(0).into()) },
    Model { name: "wcpcpy", call: |vm, a| wcscpy(vm, a).map(|end| end.into()) },
    Model { name: "wcsncpy", call: |vm, a| wcsncpy(vm, a).map(|_| a.word(0).into()) },
    Model { name: "wcpncpy", call: |vm, a| wcsncpy(vm, a).map(|end| end.into()) },
    Model { name: "wcscat", call: |vm, a| wcsncat(vm, a, u64::MAX) },
    Model { name: "wcsncat", call: |vm, a| wcsncat(vm, a, a.word(2)) },
    Model { name: "wcsdup", call: wcsdup },
    Model { name: "wcscmp", call: |vm, a| compare(vm, a, u64::MAX, true, |c| c) },
    Model { name: "wcscoll", call: |vm, a| compare(vm, a, u64::MAX, true, |c| c) },
    Model { name: "wcsncmp", call: |vm, a| compare(vm, a, a.word(2), true, |c| c) },
    Model { name: "wcscasecmp", call: |vm, a| compare(vm, a, u64::MAX, true, fold) },
    Model { name: "wcsncasecmp", call: |vm, a| compare(vm, a, a.word(2), true, fold) },
    Model { name: "wmemcmp", call: |vm, a| compare(vm, a, a.word(2), false, |c| c) },
    Model { name: "wcsxfrm", call: wcsxfrm },
    Model { name: "wmemcpy", call: |vm, a| wmemcpy(vm, a).map(|_| a.word(0).into()) },
    Model { name: "wmempcpy", call: |vm, a| wmemcpy(vm, a).map(|end| end.into()) },
    Model { name: "wmemmove", call: wmemmove },
    Model { name: "wmemset", call: wmemset },
];

fn bytes(vm: &Vm, characters: u64) -> u64 {
    characters.saturating_mul(unit(vm))
}

/// Copies characters between spans that may not overlap; gives the end of the copy.
fn copy(vm: &mut Vm, to: u64, from: u64, characters: u64) -> Result<u64, Stop> {
    let len = bytes(vm, characters);
    apart(vm, to, len, from, len)?;
    transfer(vm, to, from, len)?;
    Ok(to.wrapping_add(len))
}

/// Gives the address of the copy's end mark.
fn wcscpy(vm: &mut Vm, a: Args) -> Result<u64, Stop> {
    let len = length(vm, a.word(1), u64::MAX)?;
    copy(vm, a.word(0), a.word(1), len + 1)?;
    Ok(super::at(vm, a.word(0), len))
}

/// Fills up with zeros; gives the address behind what was copied.
fn wcsncpy(vm: &mut Vm, a: Args) -> Result<u64, Stop> {
    let (to, n) = (a.word(0), a.word(2));
    let len = length(vm, a.word(1), n)?;
    let end = copy(vm, to, a.word(1), len)?;
    let rest = bytes(vm, n - len);
    vm.memory.fill(end, 0, rest).map_err(|e| vm.memory_stop(e))?;
    Ok(end)
}

fn wcsncat(vm: &mut Vm, a: Args, n: u64) -> Result<Reply, Stop> {
    let old = length(vm, a.word(0), u64::MAX)?;
    let len = length(vm, a.word(1), n)?;
    let to = super::at(vm, a.word(0), old);
    copy(vm, to, a.word(1), len)?;
    store(vm, to, len, 0)?;
    Ok(a.word(0).into())
}

fn wcsdup(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    let len = length(vm, a.word(0), u64::MAX)? + 1;
    let size = bytes(vm, len);
    let to = vm.heap_allocate(size)?;
    if to != 0 {
        transfer(vm, to, a.word(0), size)?;
    }
    Ok(to.into())
}

/// At most `n` characters; strings end at a zero, too.
fn compare(vm: &mut Vm, a: Args, n: u64, strings: bool, fold: fn(u32) -> u32) -> Result<Reply, Stop> {
    for i in 0..n {
        let (x, y) = (fold(load(vm, a.word(0), i)?), fold(load(vm, a.word(1), i)?));
        if x != y {
            return Ok(order(vm, x, y).into());
        }
        if strings && x == 0 {
            break;
        }
    }
    Ok(0.into())
}

fn wcsxfrm(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    let len = length(vm, a.word(1), u64::MAX)?;
    copy(vm, a.word(0), a.word(1), (len + 1).min(a.word(2)))?;
    Ok(len.into())
}

fn wmemcpy(vm: &mut Vm, a: Args) -> Result<u64, Stop> {
    copy(vm, a.word(0), a.word(1), a.word(2))
}

fn wmemmove(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    let len = bytes(vm, a.word(2));
    transfer(vm, a.word(0), a.word(1), len)?;
    Ok(a.word(0).into())
}

fn wmemset(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    for i in 0..a.word(2) {
        store(vm, a.word(0), i, a.word(1) as u32)?;
    }
    Ok(a.word(0).into())
}
