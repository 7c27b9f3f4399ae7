//! Between multibyte and wide strings. In the C locale a character is one byte below 128; there is no shift state.

use super::{length, load, store};
use crate::machine::Vm;
use crate::models::{Args, Model};
use crate::stop::Stop;
use crate::value::Reply;

pub const MODELS: &[Model] = &[
    Model { name: "btowc", call: |_, a| Ok((if (0..128).contains(&a.int(0)) { a.int(0) } else { -1 }).into()) },
    Model { name: "wctob", call: |_, a| Ok((if (0..128).contains(&a.int(0)) { a.int(0) } else { -1 }).into()) },
    Model { name: "mblen", call: |vm, a| restartless(vm, 0, a.word(0), a.word(1)) },
    Model { name: "mbtowc", call: |vm, a| restartless(vm, a.word(0), a.word(1), a.word(2)) },
    Model { name: "wctomb", call: wctomb },
    Model { name: "mbrlen", call: |vm, a| character(vm, 0, a.word(0), a.word(1)).map(Reply::from) },
    Model { name: "__mbrlen", call: |vm, a| character(vm, 0, a.word(0), a.word(1)).map(Reply::from) },
    Model { name: "mbrtowc", call: |vm, a| character(vm, a.word(0), a.word(1), a.word(2)).map(Reply::from) },
    Model { name: "wcrtomb", call: |vm, a| put(vm, a.word(0), a.word(1) as u32).map(Reply::from) },
    Model { name: "mbrtoc16", call: |vm, a| to_unicode(vm, a, 16) },
    Model { name: "mbrtoc32", call: |vm, a| to_unicode(vm, a, 32) },
    Model { name: "c16rtomb", call: |vm, a| put(vm, a.word(0), a.word(1) as u32).map(Reply::from) },
    Model { name: "c32rtomb", call: |vm, a| put(vm, a.word(0), a.word(1) as u32).map(Reply::from) },
    Model { name: "mbsinit", call: |_, _| Ok(1.into()) },
    Model { name: "mbstowcs", call: |vm, a| widen(vm, a.word(0), a.word(1), u64::MAX, a.word(2)).map(|r| r.0.into()) },
    Model { name: "mbsrtowcs", call: |vm, a| widen_from(vm, a, u64::MAX, a.word(2)) },
    Model { name: "mbsnrtowcs", call: |vm, a| widen_from(vm, a, a.word(2), a.word(3)) },
    Model { name: "wcstombs", call: |vm, a| narrow(vm, a.word(0), a.word(1), u64::MAX, a.word(2)).map(|r| r.0.into()) },
    Model { name: "wcsrtombs", call: |vm, a| narrow_from(vm, a, u64::MAX, a.word(2)) },
    Model { name: "wcsnrtombs", call: |vm, a| narrow_from(vm, a, a.word(2), a.word(3)) },
];

const EILSEQ: i32 = 84;

/// -1 as a `size_t`, with `errno`: not a character.
fn illegal(vm: &mut Vm) -> Result<i64, Stop> {
    vm.set_errno(EILSEQ)?;
    Ok(-1)
}

/// `mbrtowc`: one character, stored if asked for. 0 at the end of a string, -2 if there is nothing to read.
fn character(vm: &mut Vm, to: u64, s: u64, n: u64) -> Result<i64, Stop> {
    if s == 0 {
        return Ok(0);
    }
    if n == 0 {
        return Ok(-2);
    }
    let c = vm.load_byte(s)?;
    if c >= 0x80 {
        return illegal(vm);
    }
    if to != 0 {
        store(vm, to, 0, c as u32)?;
    }
    Ok((c != 0) as i64)
}

/// The functions of uchar.h, whose characters have a width of their own.
fn to_unicode(vm: &mut Vm, a: Args, bits: u32) -> Result<Reply, Stop> {
    let n = character(vm, 0, a.word(1), a.word(2))?;
    if n >= 0 && a.word(0) != 0 && a.word(1) != 0 {
        let c = vm.load_byte(a.word(1))?;
        vm.write_int(a.word(0), bits, c as u64)?;
    }
    Ok(n.into())
}

/// The older functions give -1 for an incomplete character, too, and 0 when asked for a state.
fn restartless(vm: &mut Vm, to: u64, s: u64, n: u64) -> Result<Reply, Stop> {
    Ok((character(vm, to, s, n)?.max(-1) as i32).into())
}

/// One wide character as bytes; gives their number.
fn put(vm: &mut Vm, to: u64, c: u32) -> Result<i64, Stop> {
    if to == 0 {
        return Ok(1);
    }
    if c >= 0x80 {
        return illegal(vm);
    }
    vm.store_byte(to, c as u8)?;
    Ok(1)
}

fn wctomb(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    if a.word(0) == 0 {
        return Ok(0.into());
    }
    Ok((put(vm, a.word(0), a.word(1) as u32)? as i32).into())
}

/// Converts a string: at most `limit` bytes to at most `room` characters, or only counts if there is no place for
/// them. Gives the number of characters and where it stopped, 0 behind the end.
fn widen(vm: &mut Vm, to: u64, from: u64, limit: u64, room: u64) -> Result<(i64, u64), Stop> {
    let room = if to == 0 { u64::MAX } else { room };
    for n in 0..room.min(limit) {
        let c = vm.load_byte(from.wrapping_add(n))?;
        if c >= 0x80 {
            return Ok((illegal(vm)?, from.wrapping_add(n)));
        }
        if to != 0 {
            store(vm, to, n, c as u32)?;
        }
        if c == 0 {
            return Ok((n as i64, 0));
        }
    }
    let n = room.min(limit);
    Ok((n as i64, from.wrapping_add(n)))
}

/// The source is a pointer that moves on, unless the call only counts.
fn widen_from(vm: &mut Vm, a: Args, limit: u64, room: u64) -> Result<Reply, Stop> {
    let pointer = vm.program.target.pointer_bits;
    let from = vm.read_int(a.word(1), pointer)?;
    let (n, end) = widen(vm, a.word(0), from, limit, room)?;
    if a.word(0) != 0 {
        vm.write_int(a.word(1), pointer, end)?;
    }
    Ok(n.into())
}

fn narrow(vm: &mut Vm, to: u64, from: u64, limit: u64, room: u64) -> Result<(i64, u64), Stop> {
    let room = if to == 0 { u64::MAX } else { room };
    let most = room.min(limit);
    let len = length(vm, from, most)?;
    for n in 0..(len + 1).min(most) {
        let c = load(vm, from, n)?;
        if c >= 0x80 {
            let stopped = super::at(vm, from, n);
            return Ok((illegal(vm)?, stopped));
        }
        if to != 0 {
            vm.store_byte(to.wrapping_add(n), c as u8)?;
        }
    }
    Ok((len as i64, if len < most { 0 } else { super::at(vm, from, len) }))
}

fn narrow_from(vm: &mut Vm, a: Args, limit: u64, room: u64) -> Result<Reply, Stop> {
    let pointer = vm.program.target.pointer_bits;
    let from = vm.read_int(a.word(1), pointer)?;
    let (n, end) = narrow(vm, a.word(0), from, limit, room)?;
    if a.word(0) != 0 {
        vm.write_int(a.word(1), pointer, end)?;
    }
    Ok(n.into())
}
