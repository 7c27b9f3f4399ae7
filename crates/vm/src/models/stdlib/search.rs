//! search.h: linear search and linked queues.

use super::sort::Comparison;
use crate::machine::Vm;
use crate::models::string::copy::transfer;
use crate::models::{Args, Model};
use crate::stop::Stop;
use crate::value::Reply;

pub const MODELS: &[Model] = &[
    Model { name: "lfind", call: |vm, a| find(vm, a).map(|at| at.unwrap_or(0).into()) },
    Model { name: "lsearch", call: lsearch },
    Model { name: "insque", call: insque },
    Model { name: "remque", call: remque },
];

/// The element equal to the key: key, array, where its length is, element size, comparison.
fn find(vm: &mut Vm, a: Args) -> Result<Option<u64>, Stop> {
    let count = vm.read_int(a.word(2), vm.program.target.pointer_bits)?;
    if count == 0 {
        return Ok(None);
    }
    let compare = Comparison::new(vm, a.word(4), None)?;
    for i in 0..count {
        let at = a.word(1).wrapping_add(i.wrapping_mul(a.word(3)));
        if compare.call(vm, a.word(0), at)? == 0 {
            return Ok(Some(at));
        }
    }
    Ok(None)
}

/// As `lfind`, but a missing element is appended.
fn lsearch(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    if let Some(at) = find(vm, a)? {
        return Ok(at.into());
    }
    let bits = vm.program.target.pointer_bits;
    let count = vm.read_int(a.word(2), bits)?;
    let at = a.word(1).wrapping_add(count.wrapping_mul(a.word(3)));
    transfer(vm, at, a.word(0), a.word(3))?;
    vm.write_int(a.word(2), bits, count + 1)?;
    Ok(at.into())
}

/// Puts an element into a doubly linked list whose nodes start with the links forward and back.
fn insque(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    let (element, before) = (a.word(0), a.word(1));
    let bits = vm.program.target.pointer_bits;
    let back = |node: u64| node.wrapping_add(bits as u64 / 8);
    let next = if before == 0 { 0 } else { vm.read_int(before, bits)? };
    if before != 0 {
        vm.write_int(before, bits, element)?;
    }
    if next != 0 {
        vm.write_int(back(next), bits, element)?;
    }
    vm.write_int(element, bits, next)?;
    vm.write_int(back(element), bits, before)?;
    Ok(Reply::Void)
}

fn remque(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    let element = a.word(0);
    let bits = vm.program.target.pointer_bits;
    let back = |node: u64| node.wrapping_add(bits as u64 / 8);
    let (next, before) = (vm.read_int(element, bits)?, vm.read_int(back(element), bits)?);
    if next != 0 {
        vm.write_int(back(next), bits, before)?;
    }
    if before != 0 {
        vm.write_int(before, bits, next)?;
    }
    Ok(Reply::Void)
}
