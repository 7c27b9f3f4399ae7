//! Blocks whose size depends on inputs: the block has the size of this run, and its size as a term.

use super::view::MOST;
use super::{Answer, Call, SymbolicModel, with};
use crate::machine::Vm;
use crate::memory::ByteTerm;
use crate::stop::FaultKind::OutOfBounds;
use crate::stop::Stop;
use crate::value::Reply;
use crescendo_solver::expr::ExprId;

/// Bytes of a block whose size is an input; larger ones have the run's size.
const BLOCK: u64 = 256;

pub(super) const MODELS: &[SymbolicModel] = &[
    SymbolicModel { name: "malloc", call: |vm, c| allocate(vm, c, &[0]) },
    SymbolicModel { name: "valloc", call: |vm, c| allocate(vm, c, &[0]) },
    SymbolicModel { name: "calloc", call: |vm, c| allocate(vm, c, &[0, 1]) },
    SymbolicModel { name: "aligned_alloc", call: |vm, c| allocate(vm, c, &[1]) },
    SymbolicModel { name: "memalign", call: |vm, c| allocate(vm, c, &[1]) },
    SymbolicModel { name: "realloc", call: |vm, c| resize(vm, c, &[1]) },
    SymbolicModel { name: "reallocarray", call: |vm, c| resize(vm, c, &[1, 2]) },
    SymbolicModel { name: "free", call: free },
    SymbolicModel { name: "cfree", call: free },
    SymbolicModel { name: "strdup", call: |vm, c| duplicate(vm, c, false) },
    SymbolicModel { name: "__strdup", call: |vm, c| duplicate(vm, c, false) },
    SymbolicModel { name: "strndup", call: |vm, c| duplicate(vm, c, true) },
    SymbolicModel { name: "__strndup", call: |vm, c| duplicate(vm, c, true) },
];

impl<'p> Vm<'p> {
    /// The path decides whether a block of that size is small, so that what it could hold can be told place by place.
    pub(crate) fn decide_small(&mut self, size: ExprId, value: u64) -> Result<bool, Stop> {
        let s = self.sym();
        let bound = s.pool.constant(BLOCK, 64);
        let small = s.pool.ule(size, bound);
        self.fork(small, value <= BLOCK)
    }

    /// Gives a new block its symbolic size.
    pub(crate) fn size_block(&mut self, block: u64, size: ExprId, small: bool) {
        if self.sym().pool.is_constant(size) {
            return;
        }
        self.memory.set_size_term(block, size, 0);
        if small {
            self.memory.set_most(block, BLOCK);
        }
    }
}

/// The size asked for, of 64 bits and its value; a product that overflows is too large to exist.
fn wanted(vm: &mut Vm, call: &Call, sizes: &[usize]) -> Result<Option<(ExprId, u64)>, Stop> {
    if !sizes.iter().any(|&i| call.is_symbolic(i)) {
        return Ok(None);
    }
    let mut size = vm.argument_term(call, sizes[0], 64);
    let mut value = call.word(sizes[0]) as u128;
    if let Some(&other) = sizes.get(1) {
        let other_term = vm.argument_term(call, other, 64);
        value *= call.word(other) as u128;
        let p = &mut vm.sym().pool;
        let (x, y) = (p.zext(size, 128), p.zext(other_term, 128));
        let product = p.mul(x, y);
        size = p.extract(product, 0, 64);
        let (high, none) = (p.extract(product, 64, 64), p.constant(0, 64));
        let fits = p.eq(high, none);
        if !vm.fork(fits, value <= u64::MAX as u128)? {
            return Ok(None);
        }
    }
    Ok(Some((size, value as u64)))
}

fn allocate(vm: &mut Vm, call: &Call, sizes: &[usize]) -> Answer {
    if (0..call.args.len()).any(|i| !sizes.contains(&i) && call.is_symbolic(i)) {
        return Ok(None);
    }
    let Some((size, value)) = wanted(vm, call, sizes)? else { return Ok(None) };
    let small = vm.decide_small(size, value)?;
    if !small {
        // No allocator gives more than half of all addresses.
        let g = vm.memory.geometry();
        let s = vm.sym();
        let bound = s.pool.constant(g.slots << g.shift >> 1, 64);
        let possible = s.pool.ult(size, bound);
        vm.fork(possible, value < g.slots << g.shift >> 1)?;
    }
    let reply = vm.finish(call, &[])?;
    if let Reply::Word(block) = reply
        && block != 0
    {
        vm.size_block(block, size, small);
    }
    with(reply, ExprId::NONE)
}

/// The block moves with what it holds. Only from a block of known size: a symbolic one becomes concrete.
fn resize(vm: &mut Vm, call: &Call, sizes: &[usize]) -> Answer {
    let Some(old) = call.args.first() else { return Ok(None) };
    if vm.decide_value(old, false)?.is_some() {
        return Ok(None);
    }
    let size_term = vm.memory.size_term(old.lo);
    if old.lo != 0
        && size_term.is_some()
        && let Some(o) = vm.memory.info(old.lo)
    {
        vm.memory.set_size_term(o.base, ExprId::NONE, 0);
        vm.concretise(size_term, o.size, crate::trace::Concretised::Size)?;
    }
    let Some((size, value)) = wanted(vm, call, sizes)? else { return Ok(None) };
    let small = vm.decide_small(size, value)?;
    let zero = vm.sym().pool.constant(0, 64);
    let some = vm.sym().pool.ne(size, zero);
    if !small || old.lo != 0 && !vm.fork(some, value != 0)? {
        // Its old bytes would be many, or it is a free.
        vm.concretise(size, value, crate::trace::Concretised::Size)?;
        return Ok(None);
    }
    let held = vm.memory.usable_size(old.lo).unwrap_or(0).min(BLOCK);
    let bytes: Vec<ExprId> = (0..held).map(|i| vm.byte_of(old.lo, i)).collect();
    let reply = vm.finish(call, &[])?;
    if let Reply::Word(block) = reply
        && block != 0
    {
        vm.size_block(block, size, true);
        for (i, &term) in bytes.iter().enumerate().skip(value as usize) {
            vm.memory.set_beyond(block, i as u64, ByteTerm { term, byte: 0 });
        }
    }
    with(reply, ExprId::NONE)
}

/// Whether a pointer of the driver is null decides whether there is anything to free.
fn free(vm: &mut Vm, call: &Call) -> Answer {
    let Some(v) = call.args.first().filter(|v| v.is_symbolic()) else { return Ok(None) };
    let term = vm.decide_value(v, false)?;
    if term.is_some() {
        vm.concretise(term, v.lo, crate::trace::Concretised::Address)?;
    }
    with(vm.finish(call, &[])?, ExprId::NONE)
}

/// `strdup`, `strndup`: a block as long as the string.
fn duplicate(vm: &mut Vm, call: &Call, bounded: bool) -> Answer {
    let n = match bounded {
        true => match vm.length(call, 1)? {
            Some(n) => n,
            None => return Ok(None),
        },
        false => vm.sym().pool.constant(u64::MAX, 64),
    };
    let Some(mut s) = vm.view(call.args.first())? else { return Ok(None) };
    // One byte of the bound is the end's.
    let bound = vm.sym().pool.as_constant(n).unwrap_or(MOST).min(MOST);
    let Some(bytes) = s.upto(vm, bound, |vm, e| vm.sym().pool.as_constant(e) == Some(0)) else { return Ok(None) };
    let symbolic = s.is_open(vm) || vm.any_symbolic(&bytes) || bounded && call.is_symbolic(1);
    if !symbolic || bytes.len() as u64 >= MOST {
        return Ok(None);
    }
    let end = vm.end_of(&s, &bytes);
    let inside = if bounded { vm.found_or_bounded(&s, end, n) } else { s.reads(vm, end) };
    let p = &mut vm.sym().pool;
    let short = p.ult(end, n);
    let len = p.ite(short, end, n);
    let (one, zero) = (p.constant(1, 64), p.constant(0, 8));
    let size = p.add(len, one);
    let mut new = Vec::new();
    for (i, &byte) in bytes.iter().enumerate() {
        let i = p.constant(i as u64, 64);
        let within = p.ult(i, len);
        new.push(p.ite(within, byte, zero));
    }
    if let Some(larger) = s.larger(bytes.len()) {
        let beyond = vm.sym().unless(Some(larger), zero);
        new.resize(MOST as usize, beyond);
    }
    let reply = vm.finish(call, &[(OutOfBounds, inside)])?;
    if let Reply::Word(block) = reply
        && block != 0
    {
        vm.size_block(block, size, true);
        for (i, &term) in new.iter().enumerate() {
            vm.set_byte_of(block, i as u64, term);
        }
        vm.memory.take_notes();
    }
    with(reply, ExprId::NONE)
}
