//! Searching: characters, sets of characters, substrings. What is found is a term over the places of one object, or null.

use super::view::{MOST, View};
use super::{Answer, Call, SymbolicModel, with};
use crate::machine::Vm;
use crate::stop::FaultKind::OutOfBounds;
use crate::value::Reply;
use crescendo_solver::expr::ExprId;

pub(super) const MODELS: &[SymbolicModel] = &[
    SymbolicModel { name: "strchr", call: |vm, c| strchr(vm, c, false) },
    SymbolicModel { name: "index", call: |vm, c| strchr(vm, c, false) },
    SymbolicModel { name: "strchrnul", call: |vm, c| strchr(vm, c, true) },
    SymbolicModel { name: "__strchrnul", call: |vm, c| strchr(vm, c, true) },
    SymbolicModel { name: "strrchr", call: strrchr },
    SymbolicModel { name: "rindex", call: strrchr },
    SymbolicModel { name: "memchr", call: |vm, c| memchr(vm, c, true) },
    SymbolicModel { name: "rawmemchr", call: |vm, c| memchr(vm, c, false) },
    SymbolicModel { name: "__rawmemchr", call: |vm, c| memchr(vm, c, false) },
    SymbolicModel { name: "memrchr", call: memrchr },
    SymbolicModel { name: "__memrchr", call: memrchr },
    SymbolicModel { name: "strspn", call: |vm, c| span(vm, c, true, false) },
    SymbolicModel { name: "strcspn", call: |vm, c| span(vm, c, false, false) },
    SymbolicModel { name: "strpbrk", call: |vm, c| span(vm, c, false, true) },
    SymbolicModel { name: "strstr", call: |vm, c| strstr(vm, c, false) },
    SymbolicModel { name: "strcasestr", call: |vm, c| strstr(vm, c, true) },
];

/// Comparisons of one byte with another that a search may be made of.
const COMPARISONS: usize = 4096;

fn word(reply: Reply) -> u64 {
    if let Reply::Word(v) = reply { v } else { 0 }
}

impl<'p> Vm<'p> {
    /// The address `index` bytes behind a view's.
    fn place_in(&mut self, s: &View, index: u64) -> ExprId {
        let p = &mut self.sym().pool;
        let index = p.constant(index, 64);
        p.add(s.address, index)
    }

    fn null(&mut self) -> ExprId {
        self.sym().pool.constant(0, 64)
    }

    /// What a search gives that found nothing in the first `seen` bytes.
    fn nowhere(&mut self, s: &View, seen: usize) -> ExprId {
        let null = self.null();
        s.or_unknown(self, seen, null)
    }

    /// The last byte of a character argument.
    fn character(&mut self, call: &Call) -> ExprId {
        self.argument_term(call, 1, 8)
    }
}

fn strchr(vm: &mut Vm, call: &Call, or_end: bool) -> Answer {
    let Some(mut s) = vm.view(call.args.first())? else { return Ok(None) };
    let c = vm.character(call);
    let last = move |vm: &mut Vm, e: ExprId| {
        let p = &mut vm.sym().pool;
        let hit = p.eq(e, c);
        p.as_constant(e) == Some(0) || p.as_constant(hit) == Some(1)
    };
    let Some(bytes) = s.upto(vm, MOST, last) else { return Ok(None) };
    if !s.is_open(vm) && !vm.any_symbolic(&bytes) && !call.is_symbolic(1) {
        return Ok(None);
    }
    let mut stops = vm.equal_to(&bytes, 0);
    let mut e = vm.nowhere(&s, bytes.len());
    for (i, stop) in stops.iter_mut().enumerate().rev() {
        let (place, null) = (vm.place_in(&s, i as u64), vm.null());
        let p = &mut vm.sym().pool;
        let hit = p.eq(bytes[i], c);
        let end = *stop;
        *stop = p.or(hit, end);
        let at_end = if or_end { place } else { null };
        e = p.ite(end, at_end, e);
        e = p.ite(hit, place, e);
    }
    let index = vm.first(&[&s], &stops);
    let inside = s.reads(vm, index);
    let reply = vm.finish(call, &[(OutOfBounds, inside)])?;
    let e = vm.found(&s, e, word(reply));
    with(reply, e)
}

fn strrchr(vm: &mut Vm, call: &Call) -> Answer {
    let Some(mut s) = vm.view(call.args.first())? else { return Ok(None) };
    let c = vm.character(call);
    let Some(bytes) = s.string(vm) else { return Ok(None) };
    if !s.is_open(vm) && !vm.any_symbolic(&bytes) && !call.is_symbolic(1) {
        return Ok(None);
    }
    let ends = vm.equal_to(&bytes, 0);
    // The last place from here on, and whether there is one.
    let (mut e, mut any) = (vm.nowhere(&s, bytes.len()), vm.sym().pool.bool(false));
    any = s.or_unknown(vm, bytes.len(), any);
    for i in (0..bytes.len()).rev() {
        let (place, null) = (vm.place_in(&s, i as u64), vm.null());
        let p = &mut vm.sym().pool;
        let hit = p.eq(bytes[i], c);
        let here = p.ite(hit, place, null);
        let later = p.ite(any, e, here);
        e = p.ite(ends[i], here, later);
        let either = p.or(any, hit);
        any = p.ite(ends[i], hit, either);
    }
    let end = vm.first(&[&s], &ends);
    let inside = s.reads(vm, end);
    let reply = vm.finish(call, &[(OutOfBounds, inside)])?;
    let e = vm.found(&s, e, word(reply));
    with(reply, e)
}

fn memchr(vm: &mut Vm, call: &Call, bounded: bool) -> Answer {
    let n = match bounded {
        true => match vm.length(call, 2)? {
            Some(n) => n,
            None => return Ok(None),
        },
        false => vm.sym().pool.constant(u64::MAX, 64),
    };
    let Some(mut s) = vm.view(call.args.first())? else { return Ok(None) };
    let c = vm.character(call);
    let most = vm.sym().pool.as_constant(n).unwrap_or(u64::MAX).min(s.count);
    if most > MOST {
        return Ok(None);
    }
    let last = move |vm: &mut Vm, e: ExprId| {
        let p = &mut vm.sym().pool;
        let hit = p.eq(e, c);
        p.as_constant(hit) == Some(1)
    };
    let Some(bytes) = s.upto(vm, most, last) else { return Ok(None) };
    if !s.is_open(vm) && !vm.any_symbolic(&bytes) && !call.is_symbolic(1) && !call.is_symbolic(2) {
        return Ok(None);
    }
    let hits: Vec<ExprId> = bytes.iter().map(|&b| vm.sym().pool.eq(b, c)).collect();
    let index = vm.first(&[&s], &hits);
    let inside = match bounded {
        true => vm.found_or_bounded(&s, index, n),
        false => s.reads(vm, index),
    };
    let mut e = vm.nowhere(&s, hits.len());
    for (i, &hit) in hits.iter().enumerate().rev() {
        let place = vm.place_in(&s, i as u64);
        let p = &mut vm.sym().pool;
        let i = p.constant(i as u64, 64);
        let within = p.ult(i, n);
        let hit = p.and(hit, within);
        e = p.ite(hit, place, e);
    }
    let reply = vm.finish(call, &[(OutOfBounds, inside)])?;
    let e = vm.found(&s, e, word(reply));
    with(reply, e)
}

fn memrchr(vm: &mut Vm, call: &Call) -> Answer {
    let Some(n) = vm.length(call, 2)? else { return Ok(None) };
    // From the back: where it starts must be known.
    if call.is_symbolic(2) || call.word(2) > MOST {
        return Ok(None);
    }
    let Some(mut s) = vm.view(call.args.first())? else { return Ok(None) };
    let Some(bytes) = s.upto(vm, call.word(2), |_, _| false) else { return Ok(None) };
    if (bytes.len() as u64) < call.word(2) || !s.is_open(vm) && !vm.any_symbolic(&bytes) && !call.is_symbolic(1) {
        return Ok(None);
    }
    let c = vm.character(call);
    let mut e = vm.null();
    for (i, &b) in bytes.iter().enumerate() {
        let place = vm.place_in(&s, i as u64);
        let p = &mut vm.sym().pool;
        let hit = p.eq(b, c);
        e = p.ite(hit, place, e);
    }
    let inside = s.holds(vm, n);
    let reply = vm.finish(call, &[(OutOfBounds, inside)])?;
    let e = vm.found(&s, e, word(reply));
    with(reply, e)
}

/// Whether a byte is one of a set's: of those before its end.
pub(super) fn member(vm: &mut Vm, set: (&View, &[ExprId]), byte: ExprId) -> ExprId {
    let none = vm.sym().pool.bool(false);
    let mut any = set.0.or_unknown(vm, set.1.len(), none);
    let p = &mut vm.sym().pool;
    let zero = p.constant(0, 8);
    for &m in set.1.iter().rev() {
        let (end, same) = (p.eq(m, zero), p.eq(m, byte));
        let more = p.or(same, any);
        let going = p.not(end);
        any = p.and(going, more);
    }
    any
}

/// `strspn`, `strcspn`, and `strpbrk` as the place where `strcspn` stops.
fn span(vm: &mut Vm, call: &Call, inside_set: bool, place: bool) -> Answer {
    // The plain model reads the set first.
    let Some(mut set) = vm.view(call.args.get(1))? else { return Ok(None) };
    let Some(mut s) = vm.view(call.args.first())? else { return Ok(None) };
    let (Some(members), Some(bytes)) = (set.string(vm), s.string(vm)) else { return Ok(None) };
    let open = s.is_open(vm) || set.is_open(vm);
    if !open && !vm.any_symbolic(&bytes) && !vm.any_symbolic(&members) || members.len() * bytes.len() > COMPARISONS {
        return Ok(None);
    }
    let set_end = vm.end_of(&set, &members);
    let set_inside = set.reads(vm, set_end);
    let ends = vm.equal_to(&bytes, 0);
    let mut stops = Vec::new();
    for (&b, &end) in bytes.iter().zip(&ends) {
        let is = member(vm, (&set, &members), b);
        let p = &mut vm.sym().pool;
        let out = if inside_set { p.not(is) } else { is };
        stops.push(p.or(end, out));
    }
    let index = vm.first(&[&s], &stops);
    let inside = s.reads(vm, index);
    let reply = vm.finish(call, &[(OutOfBounds, set_inside), (OutOfBounds, inside)])?;
    if !place {
        return with(reply, index);
    }
    let mut e = vm.nowhere(&s, bytes.len());
    for i in (0..bytes.len()).rev() {
        let (place, null) = (vm.place_in(&s, i as u64), vm.null());
        let p = &mut vm.sym().pool;
        let here = p.ite(ends[i], null, place);
        e = p.ite(stops[i], here, e);
    }
    let e = vm.found(&s, e, word(reply));
    with(reply, e)
}

fn strstr(vm: &mut Vm, call: &Call, fold: bool) -> Answer {
    let Some(mut s) = vm.view(call.args.first())? else { return Ok(None) };
    let Some(mut needle) = vm.view(call.args.get(1))? else { return Ok(None) };
    let (Some(bytes), Some(wanted)) = (s.string(vm), needle.string(vm)) else { return Ok(None) };
    let open = s.is_open(vm) || needle.is_open(vm);
    if !open && !vm.any_symbolic(&bytes) && !vm.any_symbolic(&wanted) || bytes.len() * wanted.len() > COMPARISONS {
        return Ok(None);
    }
    let (end, needle_end) = (vm.end_of(&s, &bytes), vm.end_of(&needle, &wanted));
    let checks = [(OutOfBounds, s.reads(vm, end)), (OutOfBounds, needle.reads(vm, needle_end))];
    let ends = vm.equal_to(&bytes, 0);
    let (needle_ends, zero) = (vm.equal_to(&wanted, 0), vm.sym().pool.constant(0, 8));
    let larger = s.larger(bytes.len());
    let beyond = vm.sym().unless(larger, zero);
    let folded = |vm: &mut Vm, e| if fold { super::ctype::shifted(vm, e, b'A', b'Z', 32) } else { e };
    let mut e = vm.nowhere(&s, bytes.len());
    let whole = vm.sym().pool.bool(true);
    let whole = needle.or_unknown(vm, wanted.len(), whole);
    for i in (0..bytes.len()).rev() {
        // Zero is in no needle, so a match does not go past the end.
        let mut matches = whole;
        for j in (0..wanted.len()).rev() {
            let have = bytes.get(i + j).copied().unwrap_or(beyond);
            let (have, want) = (folded(vm, have), folded(vm, wanted[j]));
            let p = &mut vm.sym().pool;
            let same = p.eq(have, want);
            let both = p.and(same, matches);
            matches = p.or(needle_ends[j], both);
        }
        let (place, null) = (vm.place_in(&s, i as u64), vm.null());
        let p = &mut vm.sym().pool;
        e = p.ite(ends[i], null, e);
        e = p.ite(matches, place, e);
    }
    let reply = vm.finish(call, &checks)?;
    let e = vm.found(&s, e, word(reply));
    with(reply, e)
}
