//! Searching: lengths, characters, sets of characters, substrings.

use super::compare::lower;
use crate::machine::Vm;
use crate::memory::AccessKind;
use crate::models::{Args, Model};
use crate::stop::Stop;
use crate::value::Reply;

pub const MODELS: &[Model] = &[
    Model { name: "strlen", call: |vm, a| vm.string_length(a.word(0)).map(Reply::from) },
    Model { name: "strnlen", call: |vm, a| vm.string_length_max(a.word(0), a.word(1)).map(Reply::from) },
    Model { name: "__strnlen", call: |vm, a| vm.string_length_max(a.word(0), a.word(1)).map(Reply::from) },
    Model { name: "memchr", call: |vm, a| find(vm, a, a.word(2)).map(or_null) },
    Model { name: "rawmemchr", call: |vm, a| find(vm, a, u64::MAX).map(or_null) },
    Model { name: "__rawmemchr", call: |vm, a| find(vm, a, u64::MAX).map(or_null) },
    Model { name: "memrchr", call: memrchr },
    Model { name: "__memrchr", call: memrchr },
    Model { name: "strchr", call: strchr },
    Model { name: "index", call: strchr },
    Model { name: "strchrnul", call: |vm, a| character_or_end(vm, a).map(|(at, _)| at.into()) },
    Model { name: "__strchrnul", call: |vm, a| character_or_end(vm, a).map(|(at, _)| at.into()) },
    Model { name: "strrchr", call: strrchr },
    Model { name: "rindex", call: strrchr },
    Model { name: "strspn", call: |vm, a| span(vm, a.word(0), a.word(1), true).map(Reply::from) },
    Model { name: "strcspn", call: |vm, a| span(vm, a.word(0), a.word(1), false).map(Reply::from) },
    Model { name: "strpbrk", call: strpbrk },
    Model { name: "strstr", call: |vm, a| strstr(vm, a, |c| c) },
    Model { name: "strcasestr", call: |vm, a| strstr(vm, a, lower) },
    Model { name: "memmem", call: memmem },
    Model { name: "basename", call: basename },
    Model { name: "__xpg_basename", call: xpg_basename },
    Model { name: "dirname", call: dirname },
];

fn or_null(at: Option<u64>) -> Reply {
    Reply::Word(at.unwrap_or(0))
}

/// The first of `n` bytes that is the one searched for.
fn find(vm: &mut Vm, a: Args, n: u64) -> Result<Option<u64>, Stop> {
    let (p, c) = (a.word(0), a.word(1) as u8);
    Ok(vm.find_this_byte(p, n, c)?.map(|i| p.wrapping_add(i)))
}

fn memrchr(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    let (p, c, n) = (a.word(0), a.word(1) as u8, a.word(2));
    for i in (0..n).rev() {
        if vm.load_byte(p.wrapping_add(i))? == c {
            return Ok(p.wrapping_add(i).into());
        }
    }
    Ok(Reply::Word(0))
}

/// Where the character or else the string's end is, and whether it is the character. The end can be asked for.
fn character_or_end(vm: &mut Vm, a: Args) -> Result<(u64, bool), Stop> {
    let (p, c) = (a.word(0), a.word(1) as u8);
    let i = vm.find_byte(p, u64::MAX, |x| x == c || x == 0)?.unwrap_or(u64::MAX);
    let at = p.wrapping_add(i);
    Ok((at, vm.load_byte(at)? == c))
}

fn strchr(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    let (at, found) = character_or_end(vm, a)?;
    Ok(or_null(found.then_some(at)))
}

fn strrchr(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    let (p, c) = (a.word(0), a.word(1) as u8);
    let (mut last, mut i) = (None, 0);
    vm.find_byte(p, u64::MAX, |x| {
        if x == c {
            last = Some(p.wrapping_add(i));
        }
        i += 1;
        x == 0
    })?;
    Ok(or_null(last))
}

/// How many characters at the start of a string are in the set, or are not.
pub(super) fn span(vm: &mut Vm, s: u64, set: u64, inside: bool) -> Result<u64, Stop> {
    let mut member = [false; 256];
    for c in vm.c_string(set)? {
        member[c as usize] = true;
    }
    let end = vm.find_byte(s, u64::MAX, |c| c == 0 || member[c as usize] != inside)?;
    Ok(end.unwrap_or(u64::MAX))
}

fn strpbrk(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    let at = a.word(0).wrapping_add(span(vm, a.word(0), a.word(1), false)?);
    let found = vm.load_byte(at)? != 0;
    Ok(or_null(found.then_some(at)))
}

/// The first place where the needle stands, each character seen through `fold`.
fn strstr(vm: &mut Vm, a: Args, fold: fn(u8) -> u8) -> Result<Reply, Stop> {
    let folded = |s: Vec<u8>| -> Vec<u8> { s.into_iter().map(fold).collect() };
    let haystack = folded(vm.c_string(a.word(0))?);
    let needle = folded(vm.c_string(a.word(1))?);
    Ok(or_null(position(&haystack, &needle).map(|i| a.word(0).wrapping_add(i))))
}

fn memmem(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    let (p, n, q, m) = (a.word(0), a.word(1), a.word(2), a.word(3));
    let haystack = span_bytes(vm, p, n)?;
    let needle = span_bytes(vm, q, m)?;
    Ok(or_null(position(&haystack, &needle).map(|i| p.wrapping_add(i))))
}

/// The bytes of a span that is read whole.
fn span_bytes(vm: &mut Vm, p: u64, n: u64) -> Result<Vec<u8>, Stop> {
    if n > 0 {
        let r = vm.memory.check(p, n, AccessKind::Read).map_err(|e| vm.memory_stop(e))?;
        vm.memory.note_read(r);
    }
    vm.read_bytes(p, n)
}

/// The first occurrence of a needle. The prefix table makes long periodic texts linear.
fn position(haystack: &[u8], needle: &[u8]) -> Option<u64> {
    let mut borders = vec![0; needle.len()];
    let mut k = 0;
    for i in 1..needle.len() {
        while k > 0 && needle[i] != needle[k] {
            k = borders[k - 1];
        }
        k += (needle[i] == needle[k]) as usize;
        borders[i] = k;
    }
    let mut matched = 0;
    for (i, &c) in haystack.iter().enumerate() {
        if matched == needle.len() {
            return Some((i - matched) as u64);
        }
        while matched > 0 && c != needle[matched] {
            matched = borders[matched - 1];
        }
        matched += (c == needle[matched]) as usize;
    }
    (matched == needle.len()).then(|| (haystack.len() - matched) as u64)
}

/// The GNU version: what follows the last slash, the string left alone.
fn basename(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    let s = vm.c_string(a.word(0))?;
    let start = s.iter().rposition(|&c| c == b'/').map_or(0, |i| i as u64 + 1);
    Ok(a.word(0).wrapping_add(start).into())
}

/// The POSIX version of libgen.h: trailing slashes are cut off in place.
fn xpg_basename(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    let s = if a.word(0) == 0 { Vec::new() } else { vm.c_string(a.word(0))? };
    if s.is_empty() {
        return vm.constant_string(".").map(Reply::from);
    }
    let Some(last) = s.iter().rposition(|&c| c != b'/') else {
        // Only slashes: the last of them.
        return Ok(a.word(0).wrapping_add(s.len() as u64 - 1).into());
    };
    if last + 1 < s.len() {
        vm.store_byte(a.word(0).wrapping_add(last as u64 + 1), 0)?;
    }
    let start = s[..=last].iter().rposition(|&c| c == b'/').map_or(0, |i| i as u64 + 1);
    Ok(a.word(0).wrapping_add(start).into())
}

/// What stands before the last name of a path, cut off in place.
fn dirname(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    let s = if a.word(0) == 0 { Vec::new() } else { vm.c_string(a.word(0))? };
    // The slashes behind the last name do not count, nor does the run of slashes before it.
    let name_end = s.iter().rposition(|&c| c != b'/').map_or(0, |i| i + 1);
    let slash = s[..name_end].iter().rposition(|&c| c == b'/');
    let end = match slash {
        Some(slash) => s[..slash].iter().rposition(|&c| c != b'/').map_or(0, |i| i + 1),
        None if name_end == 0 && !s.is_empty() => 0,
        None => return vm.constant_string(".").map(Reply::from),
    };
    // A path of the root stays the root; POSIX lets exactly two slashes be something else.
    let keep = if end > 0 {
        end
    } else if s.starts_with(b"//") && !s.starts_with(b"///") {
        2
    } else {
        1
    };
    if keep < s.len() {
        vm.store_byte(a.word(0).wrapping_add(keep as u64), 0)?;
    }
    Ok(a.word(0).into())
}
