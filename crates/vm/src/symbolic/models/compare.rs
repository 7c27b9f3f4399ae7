//! Comparing: `memcmp`, `strcmp` and their families. The result is the difference of the first two bytes that differ,
//! as the plain models have it.

use super::view::{MOST, View};
use super::{Answer, Call, SymbolicModel, with};
use crate::machine::Vm;
use crate::stop::FaultKind::OutOfBounds;
use crescendo_solver::expr::ExprId;

pub(super) const MODELS: &[SymbolicModel] = &[
    SymbolicModel { name: "memcmp", call: memcmp },
    SymbolicModel { name: "bcmp", call: memcmp },
    SymbolicModel { name: "__memcmpeq", call: memcmp },
    SymbolicModel { name: "timingsafe_bcmp", call: memcmp },
    SymbolicModel { name: "strcmp", call: |vm, c| strcmp(vm, c, false, false) },
    SymbolicModel { name: "strcoll", call: |vm, c| strcmp(vm, c, false, false) },
    SymbolicModel { name: "strcoll_l", call: |vm, c| strcmp(vm, c, false, false) },
    SymbolicModel { name: "strncmp", call: |vm, c| strcmp(vm, c, true, false) },
    SymbolicModel { name: "strcasecmp", call: |vm, c| strcmp(vm, c, false, true) },
    SymbolicModel { name: "__strcasecmp", call: |vm, c| strcmp(vm, c, false, true) },
    SymbolicModel { name: "strcasecmp_l", call: |vm, c| strcmp(vm, c, false, true) },
    SymbolicModel { name: "strncasecmp", call: |vm, c| strcmp(vm, c, true, true) },
    SymbolicModel { name: "strncasecmp_l", call: |vm, c| strcmp(vm, c, true, true) },
];

/// The difference at the first index where one of `stops` holds; none if there is no such index.
fn difference(vm: &mut Vm, views: [&View; 2], pairs: &[(ExprId, ExprId)], stops: &[ExprId]) -> ExprId {
    let mut e = vm.sym().pool.constant(0, 32);
    for view in views {
        e = view.or_unknown(vm, stops.len(), e);
    }
    let p = &mut vm.sym().pool;
    for (&(x, y), &stop) in pairs.iter().zip(stops).rev() {
        let (x, y) = (p.zext(x, 32), p.zext(y, 32));
        let d = p.sub(x, y);
        e = p.ite(stop, d, e);
    }
    e
}

fn memcmp(vm: &mut Vm, call: &Call) -> Answer {
    let Some(n) = vm.length(call, 2)? else { return Ok(None) };
    let Some(mut a) = vm.view(call.args.first())? else { return Ok(None) };
    let Some(mut b) = vm.view(call.args.get(1))? else { return Ok(None) };
    let most = match vm.sym().pool.as_constant(n) {
        Some(n) => n.min(a.count).min(b.count),
        None => a.count.min(b.count),
    };
    if most > MOST {
        return Ok(None);
    }
    let (mut pairs, mut stops) = (Vec::new(), Vec::new());
    for i in 0..most {
        let (Some(x), Some(y)) = (a.byte(vm, i), b.byte(vm, i)) else { break };
        let p = &mut vm.sym().pool;
        let (i, differ) = (p.constant(i, 64), p.ne(x, y));
        let within = p.ult(i, n);
        stops.push(p.and(within, differ));
        pairs.push((x, y));
    }
    if !a.is_open(vm) && !b.is_open(vm) && !call.is_symbolic(2) && !vm.any_symbolic(&stops) {
        return Ok(None);
    }
    let (first, second) = (a.holds(vm, n), b.holds(vm, n));
    let reply = vm.finish(call, &[(OutOfBounds, first), (OutOfBounds, second)])?;
    let e = difference(vm, [&a, &b], &pairs, &stops);
    with(reply, e)
}

fn lower(vm: &mut Vm, c: ExprId) -> ExprId {
    super::ctype::shifted(vm, c, b'A', b'Z', 32)
}

fn strcmp(vm: &mut Vm, call: &Call, bounded: bool, fold: bool) -> Answer {
    let n = match bounded {
        true => match vm.length(call, 2)? {
            Some(n) => n,
            None => return Ok(None),
        },
        false => vm.sym().pool.constant(u64::MAX, 64),
    };
    let Some(mut a) = vm.view(call.args.first())? else { return Ok(None) };
    let Some(mut b) = vm.view(call.args.get(1))? else { return Ok(None) };
    let most = vm.sym().pool.as_constant(n).unwrap_or(u64::MAX);
    let (mut pairs, mut stops) = (Vec::new(), Vec::new());
    let mut ended = false;
    while (stops.len() as u64) < most && !ended {
        let i = stops.len() as u64;
        if i >= MOST {
            return Ok(None);
        }
        let (Some(x), Some(y)) = (a.byte(vm, i), b.byte(vm, i)) else { break };
        let pair = if fold { (lower(vm, x), lower(vm, y)) } else { (x, y) };
        let p = &mut vm.sym().pool;
        let zero = p.constant(0, 8);
        let (differ, end) = (p.ne(pair.0, pair.1), p.eq(x, zero));
        // Where one of them is sure to end, they differ or both do.
        let sure = p.as_constant(x) == Some(0) || p.as_constant(y) == Some(0);
        let stop = if sure { p.bool(true) } else { p.or(differ, end) };
        ended = p.as_constant(stop) == Some(1);
        pairs.push(pair);
        stops.push(stop);
    }
    if !a.is_open(vm) && !b.is_open(vm) && !call.is_symbolic(2) && !vm.any_symbolic(&stops) {
        return Ok(None);
    }
    let index = vm.first(&[&a, &b], &stops);
    let inside = match bounded {
        // Or `n` bytes are enough. Where one of them ends first, the index behind it is the end of both.
        true => [vm.found_or_bounded(&a, index, n), vm.found_or_bounded(&b, index, n)],
        false => [a.reads(vm, index), b.reads(vm, index)],
    };
    let reply = vm.finish(call, &[(OutOfBounds, inside[0]), (OutOfBounds, inside[1])])?;
    if bounded {
        for (i, stop) in stops.iter_mut().enumerate() {
            let p = &mut vm.sym().pool;
            let i = p.constant(i as u64, 64);
            let within = p.ult(i, n);
            *stop = p.and(*stop, within);
        }
    }
    let e = difference(vm, [&a, &b], &pairs, &stops);
    with(reply, e)
}
