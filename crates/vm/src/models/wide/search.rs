//! Wide strings: searching and cutting.

use super::{at, length, load, store};
use crate::machine::Vm;
use crate::models::{Args, Model};
use crate::stop::Stop;
use crate::value::Reply;

pub const MODELS: &[Model] = &[
    Model { name: "wcschr", call: wcschr },
    Model { name: "wcschrnul", call: wcschrnul },
    Model { name: "wcsrchr", call: wcsrchr },
    Model { name: "wmemchr", call: wmemchr },
    Model { name: "wcsspn", call: |vm, a| span(vm, a.word(0), a.word(1), true).map(Reply::from) },
    Model { name: "wcscspn", call: |vm, a| span(vm, a.word(0), a.word(1), false).map(Reply::from) },
    Model { name: "wcspbrk", call: wcspbrk },
    Model { name: "wcsstr", call: wcsstr },
    Model { name: "wcswcs", call: wcsstr },
    Model { name: "wcstok", call: wcstok },
];

/// The index of a character or of the end.
fn find(vm: &mut Vm, s: u64, c: u32) -> Result<u64, Stop> {
    let mut n = 0;
    loop {
        let x = load(vm, s, n)?;
        if x == c || x == 0 {
            return Ok(n);
        }
        n += 1;
    }
}

fn wcschr(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    let c = a.word(1) as u32;
    let n = find(vm, a.word(0), c)?;
    Ok((if load(vm, a.word(0), n)? == c { at(vm, a.word(0), n) } else { 0 }).into())
}

fn wcschrnul(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    let n = find(vm, a.word(0), a.word(1) as u32)?;
    Ok(at(vm, a.word(0), n).into())
}

fn wcsrchr(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    let len = length(vm, a.word(0), u64::MAX)?;
    for n in (0..=len).rev() {
        if load(vm, a.word(0), n)? == a.word(1) as u32 {
            return Ok(at(vm, a.word(0), n).into());
        }
    }
    Ok(Reply::Word(0))
}

fn wmemchr(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    for n in 0..a.word(2) {
        if load(vm, a.word(0), n)? == a.word(1) as u32 {
            return Ok(at(vm, a.word(0), n).into());
        }
    }
    Ok(Reply::Word(0))
}

fn characters(vm: &mut Vm, s: u64) -> Result<Vec<u32>, Stop> {
    let len = length(vm, s, u64::MAX)?;
    (0..len).map(|n| load(vm, s, n)).collect()
}

/// How many characters at the start are in the set, or are not.
fn span(vm: &mut Vm, s: u64, set: u64, inside: bool) -> Result<u64, Stop> {
    let set = characters(vm, set)?;
    let mut n = 0;
    loop {
        let c = load(vm, s, n)?;
        if c == 0 || set.contains(&c) != inside {
            return Ok(n);
        }
        n += 1;
    }
}

fn wcspbrk(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    let n = span(vm, a.word(0), a.word(1), false)?;
    Ok((if load(vm, a.word(0), n)? == 0 { 0 } else { at(vm, a.word(0), n) }).into())
}

fn wcsstr(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    let (haystack, needle) = (characters(vm, a.word(0))?, characters(vm, a.word(1))?);
    let found = match needle.len() {
        0 => Some(0),
        n => haystack.windows(n).position(|w| w == needle),
    };
    Ok(found.map_or(0, |n| at(vm, a.word(0), n as u64)).into())
}

/// The next token; where to go on is kept by the caller.
fn wcstok(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    let (delimiters, save) = (a.word(1), a.word(2));
    let pointer = vm.program.target.pointer_bits;
    let mut start = a.word(0);
    if start == 0 {
        start = vm.read_int(save, pointer)?;
        // The end was reached before.
        if start == 0 {
            return Ok(Reply::Word(0));
        }
    }
    let skipped = span(vm, start, delimiters, true)?;
    let token = at(vm, start, skipped);
    if load(vm, token, 0)? == 0 {
        vm.write_int(save, pointer, 0)?;
        return Ok(Reply::Word(0));
    }
    let len = span(vm, token, delimiters, false)?;
    let mut rest = 0;
    if load(vm, token, len)? != 0 {
        store(vm, token, len, 0)?;
        rest = at(vm, token, len + 1);
    }
    vm.write_int(save, pointer, rest)?;
    Ok(token.into())
}
