//! Sorting and binary search, with comparisons in glibc's order: `qsort` is a merge sort, so equal elements keep
//! their order, and a comparison function that counts or prints sees the same calls.

use crate::machine::Vm;
use crate::memory::AccessKind;
use crate::models::{Args, Model};
use crate::stop::Stop;
use crate::symbolic::Block;
use crate::value::{Reply, Value};
use crescendo_program::Scalar;
use crescendo_program::symbol::FunctionId;
use std::cmp::Ordering;

pub const MODELS: &[Model] = &[
    Model { name: "qsort", call: qsort },
    Model { name: "qsort_r", call: qsort_r },
    Model { name: "__qsort_r", call: qsort_r },
    Model { name: "bsearch", call: bsearch },
];

/// A comparison function of the program, with the argument some of them get.
#[derive(Clone, Copy)]
pub(super) struct Comparison {
    function: FunctionId,
    context: Option<u64>,
}

fn pointer(lo: u64, number: u32) -> Value {
    Value::word(Scalar::Ptr, lo, number)
}

impl Comparison {
    pub fn new(vm: &Vm, function: u64, context: Option<u64>) -> Result<Comparison, Stop> {
        let params = [Scalar::Ptr; 3];
        let count = if context.is_some() { 3 } else { 2 };
        let function = vm.callback(function, &params[..count], Some(Scalar::Int(32)))?;
        Ok(Comparison { function, context })
    }

    fn result(&self, vm: &mut Vm, a: u64, b: u64) -> Result<Value, Stop> {
        let args = [pointer(a, 0), pointer(b, 1), pointer(self.context.unwrap_or(0), 2)];
        let count = if self.context.is_some() { 3 } else { 2 };
        vm.call_function(self.function, &args[..count])
    }

    /// Below, at or above 0.
    pub fn call(&self, vm: &mut Vm, a: u64, b: u64) -> Result<i32, Stop> {
        let order = self.result(vm, a, b)?;
        if vm.decide_compared(&order, Ordering::is_eq)? {
            return Ok(0);
        }
        let less = vm.decide_compared(&order, Ordering::is_lt)?;
        Ok(if less { -1 } else { 1 })
    }

    /// Whether the first comes first, or they are equal.
    fn in_order(&self, vm: &mut Vm, a: u64, b: u64) -> Result<bool, Stop> {
        let order = self.result(vm, a, b)?;
        vm.decide_compared(&order, Ordering::is_le)
    }
}

fn qsort(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    sort(vm, a, None)
}

fn qsort_r(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    sort(vm, a, Some(a.word(4)))
}

/// Elements larger than this are sorted by pointers to them and moved once.
const DIRECT: u64 = 32;

fn sort(vm: &mut Vm, a: Args, context: Option<u64>) -> Result<Reply, Stop> {
    let (base, count, size) = (a.word(0), a.word(1), a.word(2));
    let total = count.saturating_mul(size);
    if count < 2 {
        // One is sorted as it is, but it must be there.
        if total > 0 {
            vm.memory.check(base, total, AccessKind::Read).map_err(|e| vm.memory_stop(e))?;
        }
        return Ok(Reply::Void);
    }
    let compare = Comparison::new(vm, a.word(3), context)?;
    if total > 0 {
        vm.memory.check(base, total, AccessKind::Write).map_err(|e| vm.memory_stop(e))?;
    }
    if size > DIRECT {
        let mut order: Vec<u64> = (0..count).map(|i| base.wrapping_add(i * size)).collect();
        merge_sort_pointers(vm, &mut order, compare)?;
        // Only now the elements move.
        let mut sorted = Block::default();
        for p in order {
            sorted.take(vm, p, size)?;
        }
        return sorted.put(vm, base).map(Reply::from);
    }
    merge_sort(vm, base, count, size, compare)?;
    Ok(Reply::Void)
}

/// Sorts `count` elements in place: both halves, then their merge. The program's memory holds the elements during
/// the comparisons, as natively, and gets the merged run at once.
fn merge_sort(vm: &mut Vm, base: u64, count: u64, size: u64, compare: Comparison) -> Result<(), Stop> {
    if count < 2 {
        return Ok(());
    }
    let (mut left, mut right) = (count / 2, count - count / 2);
    let (mut p, mut q) = (base, base.wrapping_add(left * size));
    merge_sort(vm, p, left, size, compare)?;
    merge_sort(vm, q, right, size, compare)?;
    let mut merged = Block::default();
    while left > 0 && right > 0 {
        let from = if compare.in_order(vm, p, q)? {
            left -= 1;
            let from = p;
            p = p.wrapping_add(size);
            from
        } else {
            right -= 1;
            let from = q;
            q = q.wrapping_add(size);
            from
        };
        merged.take(vm, from, size)?;
    }
    // What is left of the second half already is where it belongs.
    merged.take(vm, p, left * size)?;
    merged.put(vm, base)
}

fn merge_sort_pointers(vm: &mut Vm, order: &mut [u64], compare: Comparison) -> Result<(), Stop> {
    if order.len() < 2 {
        return Ok(());
    }
    let (first, second) = order.split_at_mut(order.len() / 2);
    merge_sort_pointers(vm, first, compare)?;
    merge_sort_pointers(vm, second, compare)?;
    let (mut i, mut j) = (0, 0);
    let mut merged = Vec::with_capacity(first.len() + second.len());
    while i < first.len() && j < second.len() {
        if compare.in_order(vm, first[i], second[j])? {
            merged.push(first[i]);
            i += 1;
        } else {
            merged.push(second[j]);
            j += 1;
        }
    }
    merged.extend_from_slice(&first[i..]);
    merged.extend_from_slice(&second[j..]);
    order.copy_from_slice(&merged);
    Ok(())
}

fn bsearch(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    let (key, base, size) = (a.word(0), a.word(1), a.word(3));
    let (mut low, mut high) = (0, a.word(2));
    if high == 0 {
        return Ok(Reply::Word(0));
    }
    let compare = Comparison::new(vm, a.word(4), None)?;
    while low < high {
        let middle = low + (high - low) / 2;
        let at = base.wrapping_add(middle.wrapping_mul(size));
        match compare.call(vm, key, at)? {
            0 => return Ok(at.into()),
            order if order < 0 => high = middle,
            _ => low = middle + 1,
        }
    }
    Ok(Reply::Word(0))
}
