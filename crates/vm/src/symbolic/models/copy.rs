//! Copying blocks and strings: each byte of the target is what it was, or a byte of the source, by the length.

use super::view::{MOST, View};
use super::{Answer, Call, SymbolicModel, with};
use crate::machine::Vm;
use crate::stop::FaultKind::{self, OutOfBounds};
use crate::stop::Stop;
use crate::symbolic::bulk::Bulk;
use crate::value::{Reply, Value};
use crescendo_program::Scalar;
use crescendo_solver::expr::ExprId;

pub(super) const MODELS: &[SymbolicModel] = &[
    SymbolicModel { name: "memcpy", call: |vm, c| block(vm, c, [0, 1, 2], false, false) },
    SymbolicModel { name: "__memcpy_chk", call: |vm, c| block(vm, c, [0, 1, 2], false, false) },
    SymbolicModel { name: "mempcpy", call: |vm, c| block(vm, c, [0, 1, 2], false, true) },
    SymbolicModel { name: "__mempcpy", call: |vm, c| block(vm, c, [0, 1, 2], false, true) },
    SymbolicModel { name: "__mempcpy_chk", call: |vm, c| block(vm, c, [0, 1, 2], false, true) },
    SymbolicModel { name: "memmove", call: |vm, c| block(vm, c, [0, 1, 2], true, false) },
    SymbolicModel { name: "__memmove_chk", call: |vm, c| block(vm, c, [0, 1, 2], true, false) },
    SymbolicModel { name: "bcopy", call: |vm, c| block(vm, c, [1, 0, 2], true, false) },
    SymbolicModel { name: "memset", call: |vm, c| fill(vm, c, Some(1), 2) },
    SymbolicModel { name: "__memset_chk", call: |vm, c| fill(vm, c, Some(1), 2) },
    SymbolicModel { name: "bzero", call: |vm, c| fill(vm, c, None, 1) },
    SymbolicModel { name: "explicit_bzero", call: |vm, c| fill(vm, c, None, 1) },
    SymbolicModel { name: "__explicit_bzero_chk", call: |vm, c| fill(vm, c, None, 1) },
    SymbolicModel { name: "strcpy", call: |vm, c| strcpy(vm, c, false) },
    SymbolicModel { name: "__strcpy_chk", call: |vm, c| strcpy(vm, c, false) },
    SymbolicModel { name: "stpcpy", call: |vm, c| strcpy(vm, c, true) },
    SymbolicModel { name: "__stpcpy", call: |vm, c| strcpy(vm, c, true) },
    SymbolicModel { name: "__stpcpy_chk", call: |vm, c| strcpy(vm, c, true) },
    SymbolicModel { name: "strncpy", call: |vm, c| strncpy(vm, c, false) },
    SymbolicModel { name: "__strncpy_chk", call: |vm, c| strncpy(vm, c, false) },
    SymbolicModel { name: "stpncpy", call: |vm, c| strncpy(vm, c, true) },
    SymbolicModel { name: "__stpncpy", call: |vm, c| strncpy(vm, c, true) },
    SymbolicModel { name: "__stpncpy_chk", call: |vm, c| strncpy(vm, c, true) },
    SymbolicModel { name: "strcat", call: |vm, c| strcat(vm, c, false) },
    SymbolicModel { name: "__strcat_chk", call: |vm, c| strcat(vm, c, false) },
    SymbolicModel { name: "strncat", call: |vm, c| strcat(vm, c, true) },
    SymbolicModel { name: "__strncat_chk", call: |vm, c| strcat(vm, c, true) },
    SymbolicModel { name: "strlcpy", call: strlcpy },
];

/// Bytes of a target times bytes of a source that are moved by a symbolic distance.
const MOVES: usize = 8192;

/// What a function knows of its target's size: a fortified one by its last argument, others by the array they were given.
fn checked(vm: &mut Vm, call: &Call, len: ExprId) -> Vec<(FaultKind, ExprId)> {
    let name = vm.models[call.id.0 as usize].map_or("", |m| m.name);
    if let Some((_, room)) = vm.room {
        let pool = &mut vm.sym().pool;
        let room = pool.constant(room, 64);
        return vec![(OutOfBounds, pool.ule(len, room))];
    }
    if !name.ends_with("_chk") {
        return Vec::new();
    }
    let size = vm.argument_term(call, call.args.len() - 1, 64);
    vec![(OutOfBounds, vm.sym().pool.ule(len, size))]
}

fn block(vm: &mut Vm, call: &Call, [to, from, len]: [usize; 3], moving: bool, end: bool) -> Answer {
    let (Some(d), Some(s), Some(n)) = (call.args.get(to), call.args.get(from), call.args.get(len)) else {
        return Ok(None);
    };
    if !d.is_symbolic() && !s.is_symbolic() && !n.is_symbolic() || s.scalar != Scalar::Ptr {
        return Ok(None);
    }
    let length = vm.value_term(n, 64);
    for (kind, holds) in checked(vm, call, length) {
        let passed = vm.sym().evaluate(holds)[0] == 1;
        vm.check_event(kind, passed, holds)?;
        if !passed {
            return Ok(None);
        }
    }
    let Some(reply) = vm.bulk(Bulk { to: d, from: s, len: n, moving }, |vm| vm.run_plain(call))? else {
        return Ok(None);
    };
    returned(vm, d, reply, end.then_some(length))
}

fn fill(vm: &mut Vm, call: &Call, byte: Option<usize>, len: usize) -> Answer {
    let (Some(d), Some(n)) = (call.args.first(), call.args.get(len)) else { return Ok(None) };
    let zero = Value::word(Scalar::Int(32), 0, 0);
    let byte = byte.and_then(|i| call.args.get(i)).unwrap_or(&zero);
    if !d.is_symbolic() && !byte.is_symbolic() && !n.is_symbolic() {
        return Ok(None);
    }
    let length = vm.value_term(n, 64);
    for (kind, holds) in checked(vm, call, length) {
        let passed = vm.sym().evaluate(holds)[0] == 1;
        vm.check_event(kind, passed, holds)?;
        if !passed {
            return Ok(None);
        }
    }
    let Some(reply) = vm.bulk(Bulk { to: d, from: byte, len: n, moving: true }, |vm| vm.run_plain(call))? else {
        return Ok(None);
    };
    returned(vm, d, reply, None)
}

/// The target's address as the result, or its end.
fn returned(vm: &mut Vm, to: &Value, reply: Reply, len: Option<ExprId>) -> Answer {
    let (bits, plain) = (vm.program.target.pointer_bits, vm.memory.plain(to.lo));
    let s = vm.sym();
    let term = match to.terms[0] {
        // A pointer of the driver is decided by now.
        e if e.is_some() && !s.choices.contains_key(&e) => e,
        _ => s.pool.constant(plain, bits),
    };
    let Some(len) = len else { return with(reply, term) };
    let s = vm.sym();
    let len = s.fit(len, bits);
    let end = s.pool.add(term, len);
    if let Some(origin) = s.origins.get(&term).copied() {
        s.origins.insert(end, origin);
    }
    with(reply, end)
}

/// A target and a source of string functions: different objects, the target at a concrete address.
fn pair(vm: &mut Vm, call: &Call, source_first: bool) -> Result<Option<(View, View)>, Stop> {
    let (Some(to), Some(from)) = (call.args.first(), call.args.get(1)) else { return Ok(None) };
    let fixed = Value { terms: [ExprId::NONE; 2], ..*to };
    let mut source = if source_first { vm.view(Some(from))? } else { None };
    if source_first && source.is_none() || !vm.pin_address(Some(to))? {
        return Ok(None);
    }
    let Some(target) = vm.view(Some(&fixed))? else { return Ok(None) };
    if !source_first {
        source = vm.view(Some(from))?;
    }
    Ok(source.map(|s| (target, s)).filter(|(t, s)| t.object != s.object))
}

/// Runs the plain model and gives the target its terms.
fn write(vm: &mut Vm, call: &Call, to: &View, checks: &[(FaultKind, ExprId)], new: &[ExprId]) -> Result<Reply, Stop> {
    let reply = vm.finish(call, checks)?;
    vm.put_terms(to, new);
    Ok(reply)
}

/// The rest of the target, which a larger source would have changed.
fn overwrite(vm: &mut Vm, to: &mut View, larger: Option<ExprId>, new: &mut Vec<ExprId>) {
    while larger.is_some()
        && let Some(old) = to.byte(vm, new.len() as u64)
    {
        new.push(vm.sym().unless(larger, old));
    }
}

fn strcpy(vm: &mut Vm, call: &Call, end: bool) -> Answer {
    let Some((mut to, mut from)) = pair(vm, call, true)? else { return Ok(None) };
    let Some(bytes) = from.string(vm) else { return Ok(None) };
    if !from.is_open(vm) && !to.is_open(vm) && !vm.any_symbolic(&bytes) {
        return Ok(None);
    }
    vm.want_beyond(&call.args[1], &call.args[0]);
    let len = vm.end_of(&from, &bytes);
    let mut new = Vec::new();
    for (i, &byte) in bytes.iter().enumerate() {
        let Some(old) = to.byte(vm, i as u64) else { break };
        let p = &mut vm.sym().pool;
        let i = p.constant(i as u64, 64);
        let within = p.ule(i, len);
        new.push(p.ite(within, byte, old));
    }
    let larger = from.larger(bytes.len());
    overwrite(vm, &mut to, larger, &mut new);
    let p = &mut vm.sym().pool;
    let one = p.constant(1, 64);
    let all = p.add(len, one);
    let mut checks = vec![(OutOfBounds, from.reads(vm, len))];
    checks.extend(checked(vm, call, all));
    checks.push((OutOfBounds, to.has(vm, len)));
    let reply = write(vm, call, &to, &checks, &new)?;
    returned(vm, &call.args[0], reply, end.then_some(len))
}

fn strncpy(vm: &mut Vm, call: &Call, end: bool) -> Answer {
    let Some(n) = vm.length(call, 2)? else { return Ok(None) };
    let Some((mut to, mut from)) = pair(vm, call, true)? else { return Ok(None) };
    let most = vm.sym().pool.as_constant(n).unwrap_or(to.count).min(to.count);
    if most > MOST {
        return Ok(None);
    }
    let bound = vm.sym().pool.as_constant(n).unwrap_or(MOST).min(MOST);
    let Some(bytes) = from.upto(vm, bound, |vm, e| vm.sym().pool.as_constant(e) == Some(0)) else { return Ok(None) };
    if !from.is_open(vm) && !to.is_open(vm) && !call.is_symbolic(2) && !vm.any_symbolic(&bytes) {
        return Ok(None);
    }
    let len = vm.end_of(&from, &bytes);
    let zero = vm.sym().pool.constant(0, 8);
    let larger = from.larger(bytes.len());
    let beyond = vm.sym().unless(larger, zero);
    let mut new = Vec::new();
    for i in 0..most {
        let Some(old) = to.byte(vm, i) else { break };
        let p = &mut vm.sym().pool;
        let index = p.constant(i, 64);
        let (copied, within) = (p.ult(index, len), p.ult(index, n));
        let value = bytes.get(i as usize).map_or(beyond, |&b| p.ite(copied, b, zero));
        new.push(p.ite(within, value, old));
    }
    let mut checks = checked(vm, call, n);
    checks.push((OutOfBounds, vm.found_or_bounded(&from, len, n)));
    checks.push((OutOfBounds, to.holds(vm, n)));
    let reply = write(vm, call, &to, &checks, &new)?;
    let p = &mut vm.sym().pool;
    let short = p.ult(len, n);
    let written = p.ite(short, len, n);
    returned(vm, &call.args[0], reply, end.then_some(written))
}

/// `strcat` and `strncat`: the source moves by the target's length.
fn strcat(vm: &mut Vm, call: &Call, bounded: bool) -> Answer {
    let n = match bounded {
        true => match vm.length(call, 2)? {
            Some(n) => n,
            None => return Ok(None),
        },
        false => vm.sym().pool.constant(u64::MAX, 64),
    };
    let Some((mut to, mut from)) = pair(vm, call, false)? else { return Ok(None) };
    let bound = vm.sym().pool.as_constant(n).unwrap_or(MOST).min(MOST);
    let Some(head) = to.string(vm) else { return Ok(None) };
    let Some(tail) = from.upto(vm, bound, |vm, e| vm.sym().pool.as_constant(e) == Some(0)) else { return Ok(None) };
    let symbolic = vm.any_symbolic(&head) || vm.any_symbolic(&tail) || call.is_symbolic(2);
    if !symbolic && !from.is_open(vm) && !to.is_open(vm) || head.len() * (tail.len() + 1) > MOVES {
        return Ok(None);
    }
    if !bounded {
        vm.want_beyond(&call.args[1], &call.args[0]);
    }
    let (start, end) = (vm.end_of(&to, &head), vm.end_of(&from, &tail));
    let larger = from.larger(tail.len()).or(to.larger(head.len()));
    let p = &mut vm.sym().pool;
    let short = p.ult(end, n);
    let len = p.ite(short, end, n);
    let (one, zero) = (p.constant(1, 64), p.constant(0, 8));
    let whole = p.add(start, len);
    let all = p.add(whole, one);
    // What stands at an index of the source: its bytes, then the end.
    let mut source = Vec::new();
    for (i, &byte) in tail.iter().enumerate() {
        let i = p.constant(i as u64, 64);
        let within = p.ult(i, len);
        source.push(p.ite(within, byte, zero));
    }
    source.push(zero);
    let ends = vm.equal_to(&head, 0);
    let mut new = Vec::new();
    for i in 0..(head.len() + tail.len()) as u64 {
        let Some(old) = to.byte(vm, i) else { break };
        // Where the target can end at or before this byte, it is one of the source.
        let mut value = old;
        for start_at in (0..head.len().min(i as usize + 1)).rev() {
            let Some(&byte) = source.get(i as usize - start_at) else { break };
            let p = &mut vm.sym().pool;
            value = p.ite(ends[start_at], byte, value);
        }
        let p = &mut vm.sym().pool;
        let index = p.constant(i, 64);
        let (before, behind) = (p.ult(index, start), p.ult(whole, index));
        let kept = p.or(before, behind);
        new.push(p.ite(kept, old, value));
    }
    overwrite(vm, &mut to, larger, &mut new);
    let mut checks = vec![(OutOfBounds, to.reads(vm, start)), (OutOfBounds, vm.found_or_bounded(&from, end, n))];
    checks.extend(checked(vm, call, all));
    checks.push((OutOfBounds, to.has(vm, whole)));
    let reply = write(vm, call, &to, &checks, &new)?;
    returned(vm, &call.args[0], reply, None)
}

fn strlcpy(vm: &mut Vm, call: &Call) -> Answer {
    let Some(size) = vm.length(call, 2)? else { return Ok(None) };
    let Some((mut to, mut from)) = pair(vm, call, true)? else { return Ok(None) };
    let Some(bytes) = from.string(vm) else { return Ok(None) };
    if !from.is_open(vm) && !to.is_open(vm) && !call.is_symbolic(2) && !vm.any_symbolic(&bytes) {
        return Ok(None);
    }
    let len = vm.end_of(&from, &bytes);
    let p = &mut vm.sym().pool;
    let (one, zero) = (p.constant(1, 64), p.constant(0, 8));
    let room = p.sub(size, one);
    let short = p.ult(len, room);
    let last = p.ite(short, len, room);
    let mut new = Vec::new();
    for (i, &byte) in bytes.iter().enumerate() {
        let Some(old) = to.byte(vm, i as u64) else { break };
        let p = &mut vm.sym().pool;
        let i = p.constant(i as u64, 64);
        let (before, at) = (p.ult(i, last), p.eq(i, last));
        let behind = p.ite(at, zero, old);
        new.push(p.ite(before, byte, behind));
    }
    let larger = from.larger(bytes.len());
    overwrite(vm, &mut to, larger, &mut new);
    let checks = [(OutOfBounds, from.reads(vm, len)), (OutOfBounds, to.has(vm, last))];
    with(write(vm, call, &to, &checks, &new)?, len)
}
