//! Copying: `memcpy`, `strcpy`, `strcat`, `strdup` and their families.

use crate::machine::Vm;
use crate::memory::AccessKind;
use crate::models::{Args, Model};
use crate::stop::{FaultKind, PAST_MEMBER, Stop};
use crate::value::Reply;

pub const MODELS: &[Model] = &[
    Model { name: "memcpy", call: memcpy },
    Model { name: "mempcpy", call: mempcpy },
    Model { name: "__mempcpy", call: mempcpy },
    Model { name: "memmove", call: |vm, a| memmove(vm, a.word(0), a.word(1), a.word(2)) },
    Model { name: "bcopy", call: |vm, a| memmove(vm, a.word(1), a.word(0), a.word(2)) },
    Model { name: "memccpy", call: memccpy },
    Model { name: "memset", call: |vm, a| memset(vm, a.word(0), a.word(1), a.word(2)) },
    Model { name: "bzero", call: |vm, a| memset(vm, a.word(0), 0, a.word(1)) },
    Model { name: "explicit_bzero", call: |vm, a| memset(vm, a.word(0), 0, a.word(1)) },
    Model { name: "memfrob", call: memfrob },
    Model { name: "swab", call: swab },
    Model { name: "strcpy", call: |vm, a| strcpy(vm, a).map(|_| a.word(0).into()) },
    Model { name: "stpcpy", call: |vm, a| strcpy(vm, a).map(|n| a.word(0).wrapping_add(n).into()) },
    Model { name: "__stpcpy", call: |vm, a| strcpy(vm, a).map(|n| a.word(0).wrapping_add(n).into()) },
    Model { name: "strncpy", call: |vm, a| strncpy(vm, a).map(|_| a.word(0).into()) },
    Model { name: "stpncpy", call: |vm, a| strncpy(vm, a).map(|n| a.word(0).wrapping_add(n).into()) },
    Model { name: "__stpncpy", call: |vm, a| strncpy(vm, a).map(|n| a.word(0).wrapping_add(n).into()) },
    Model { name: "strcat", call: |vm, a| strncat(vm, a.word(0), a.word(1), u64::MAX) },
    Model { name: "strncat", call: |vm, a| strncat(vm, a.word(0), a.word(1), a.word(2)) },
    Model { name: "strlcpy", call: strlcpy },
    Model { name: "strlcat", call: strlcat },
    Model { name: "strdup", call: |vm, a| strndup(vm, a.word(0), u64::MAX) },
    Model { name: "__strdup", call: |vm, a| strndup(vm, a.word(0), u64::MAX) },
    Model { name: "strndup", call: |vm, a| strndup(vm, a.word(0), a.word(1)) },
    Model { name: "__strndup", call: |vm, a| strndup(vm, a.word(0), a.word(1)) },
];

/// Refuses spans that overlap where the function's definition forbids it.
pub(in crate::models) fn apart(vm: &Vm, a: u64, a_len: u64, b: u64, b_len: u64) -> Result<(), Stop> {
    let (a, b) = (vm.memory.plain(a), vm.memory.plain(b));
    let overlap = if a < b { b - a < a_len } else { a - b < b_len };
    if overlap && a_len > 0 && b_len > 0 {
        let name = vm.in_library.unwrap_or("the function");
        let message = format!("the source and the destination of {name} overlap");
        return Err(Stop::fault(FaultKind::BadArgument, message));
    }
    Ok(())
}

/// Copies bytes and which of them are initialised.
pub(in crate::models) fn transfer(vm: &mut Vm, to: u64, from: u64, len: u64) -> Result<(), Stop> {
    vm.memory.copy(to, from, len).map_err(|e| vm.memory_stop(e))
}

/// Writes zeros.
fn clear(vm: &mut Vm, to: u64, len: u64) -> Result<(), Stop> {
    vm.memory.fill(to, 0, len).map_err(|e| vm.memory_stop(e))
}

impl Vm<'_> {
    /// Whether a string function may write that many bytes: not past the array it was given, where that is only a part of its
    /// object.
    pub(in crate::models) fn fits_member(&self, to: u64, len: u64) -> Result<(), Stop> {
        let Some((start, room)) = self.room else { return Ok(()) };
        let written = to.wrapping_sub(start).saturating_add(len);
        if to < start || written <= room {
            return Ok(());
        }
        let name = self.in_library.unwrap_or("the function");
        let message = format!("{name}() writes {written} bytes to an array of {room} {PAST_MEMBER}");
        Err(Stop::fault(FaultKind::OutOfBounds, message))
    }
}

/// Checks that a span may be written, so that nothing is written if it may not.
fn writable(vm: &Vm, to: u64, len: u64) -> Result<(), Stop> {
    if len > 0 {
        vm.memory.check(to, len, AccessKind::Write).map_err(|e| vm.memory_stop(e))?;
    }
    Ok(())
}

/// The copy of `memcpy`. A copy onto itself is harmless everywhere, and compilers emit it for struct assignments.
pub(super) fn copy_block(vm: &mut Vm, to: u64, from: u64, len: u64) -> Result<(), Stop> {
    if to != from && len > 0 {
        // Leaving an object is the worse mistake: a huge length overlaps anything.
        vm.memory.check(from, len, AccessKind::Read).map_err(|e| vm.memory_stop(e))?;
        writable(vm, to, len)?;
        apart(vm, to, len, from, len)?;
    }
    transfer(vm, to, from, len)
}

fn memcpy(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    copy_block(vm, a.word(0), a.word(1), a.word(2))?;
    Ok(a.word(0).into())
}

fn mempcpy(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    copy_block(vm, a.word(0), a.word(1), a.word(2))?;
    Ok(a.word(0).wrapping_add(a.word(2)).into())
}

pub(super) fn memmove(vm: &mut Vm, to: u64, from: u64, len: u64) -> Result<Reply, Stop> {
    transfer(vm, to, from, len)?;
    Ok(to.into())
}

pub(super) fn memset(vm: &mut Vm, to: u64, byte: u64, len: u64) -> Result<Reply, Stop> {
    vm.memory.fill(to, byte as u8, len).map_err(|e| vm.memory_stop(e))?;
    Ok(to.into())
}

/// Copies up to and including the first `c`; null if there is none in `len` bytes.
fn memccpy(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    let (to, from, c, len) = (a.word(0), a.word(1), a.word(2) as u8, a.word(3));
    let copied = vm.find_byte(from, len, |x| x == c)?.map(|i| i + 1);
    copy_block(vm, to, from, copied.unwrap_or(len))?;
    Ok(copied.map_or(0, |n| to.wrapping_add(n)).into())
}

fn memfrob(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    for i in 0..a.word(1) {
        let at = a.word(0).wrapping_add(i);
        let byte = vm.load_byte(at)?;
        vm.store_byte(at, byte ^ 42)?;
    }
    Ok(a.word(0).into())
}

/// Copies byte pairs, each the other way round; an odd last byte stays behind.
fn swab(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    let (from, to) = (a.word(0), a.word(1));
    let pairs = a.signed(2).max(0) as u64 / 2;
    for i in 0..pairs {
        let at = 2 * i;
        let (x, y) = (vm.load_byte(from.wrapping_add(at))?, vm.load_byte(from.wrapping_add(at + 1))?);
        vm.store_byte(to.wrapping_add(at), y)?;
        vm.store_byte(to.wrapping_add(at + 1), x)?;
    }
    Ok(Reply::Void)
}

/// Copies a string with its end; gives its length.
pub(super) fn strcpy(vm: &mut Vm, a: Args) -> Result<u64, Stop> {
    let (to, from) = (a.word(0), a.word(1));
    let len = vm.string_length(from)?;
    // Copying a string onto itself does no harm, and old code does it.
    if to != from {
        apart(vm, to, len + 1, from, len + 1)?;
    }
    vm.fits_member(to, len + 1)?;
    transfer(vm, to, from, len + 1)?;
    Ok(len)
}

/// Copies at most `n` bytes of a string and fills up with zeros; gives how many bytes were not fill.
pub(super) fn strncpy(vm: &mut Vm, a: Args) -> Result<u64, Stop> {
    let (to, from, n) = (a.word(0), a.word(1), a.word(2));
    let len = vm.string_length_max(from, n)?;
    apart(vm, to, n, from, (len + 1).min(n))?;
    vm.fits_member(to, n)?;
    writable(vm, to, n)?;
    transfer(vm, to, from, len)?;
    clear(vm, to.wrapping_add(len), n - len)?;
    Ok(len)
}

/// Appends at most `n` bytes of a string, and an end.
pub(super) fn strncat(vm: &mut Vm, to: u64, from: u64, n: u64) -> Result<Reply, Stop> {
    let old = vm.string_length(to)?;
    let len = vm.string_length_max(from, n)?;
    let end = to.wrapping_add(old);
    apart(vm, end, len + 1, from, len + (len < n) as u64)?;
    vm.fits_member(end, len + 1)?;
    writable(vm, end, len + 1)?;
    transfer(vm, end, from, len)?;
    vm.store_byte(end.wrapping_add(len), 0)?;
    Ok(to.into())
}

/// The BSD copy: at most `size` bytes, always with an end if there is room for one; gives the source's length.
fn strlcpy(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    let (to, from, size) = (a.word(0), a.word(1), a.word(2));
    let len = vm.string_length(from)?;
    if size > 0 {
        let n = len.min(size - 1);
        apart(vm, to, n + 1, from, len + 1)?;
        vm.fits_member(to, n + 1)?;
        writable(vm, to, n + 1)?;
        transfer(vm, to, from, n)?;
        vm.store_byte(to.wrapping_add(n), 0)?;
    }
    Ok(len.into())
}

fn strlcat(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    let (to, from, size) = (a.word(0), a.word(1), a.word(2));
    let len = vm.string_length(from)?;
    let old = vm.string_length_max(to, size)?;
    if old < size {
        let n = len.min(size - old - 1);
        let end = to.wrapping_add(old);
        apart(vm, end, n + 1, from, len + 1)?;
        vm.fits_member(end, n + 1)?;
        writable(vm, end, n + 1)?;
        transfer(vm, end, from, n)?;
        vm.store_byte(end.wrapping_add(n), 0)?;
    }
    Ok((old + len).into())
}

fn strndup(vm: &mut Vm, from: u64, n: u64) -> Result<Reply, Stop> {
    let len = vm.string_length_max(from, n)?;
    let to = vm.heap_allocate(len + 1)?;
    if to != 0 {
        transfer(vm, to, from, len)?;
        vm.store_byte(to.wrapping_add(len), 0)?;
    }
    Ok(to.into())
}
