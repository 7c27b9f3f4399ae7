//! dirent.h: `scandir`, which lists a directory through two functions of the program.

use super::directories::EntryLayout;
use crate::machine::Vm;
use crate::models::{Args, Model};
use crate::stop::Stop;
use crate::value::{Reply, Value};
use crescendo_program::Scalar;

pub const MODELS: &[Model] = &[
    Model { name: "scandir", call: |vm, a| scandir(vm, a, false) },
    Model { name: "scandir64", call: |vm, a| scandir(vm, a, true) },
    Model { name: "alphasort", call: |vm, a| alphasort(vm, a, false) },
    Model { name: "alphasort64", call: |vm, a| alphasort(vm, a, true) },
];

/// Calls a function of the program with pointers; it gives an `int`.
fn ask(vm: &mut Vm, function: u64, pointers: &[u64]) -> Result<i32, Stop> {
    let params = vec![Scalar::Ptr; pointers.len()];
    let f = vm.callback(function, &params, Some(Scalar::Int(32)))?;
    let value = |(i, &lo): (usize, &u64)| Value::word(Scalar::Ptr, lo, i as u32);
    let args: Vec<Value> = pointers.iter().enumerate().map(value).collect();
    Ok(vm.call_function(f, &args)?.lo as i32)
}

fn scandir(vm: &mut Vm, a: Args, large: bool) -> Result<Reply, Stop> {
    let (list_to, filter, compare) = (a.word(1), a.word(2), a.word(3));
    let layout = EntryLayout::of(vm, large)?;
    let path = vm.string_at(a.word(0))?;
    let entries = match vm.world.list(&path) {
        Ok(entries) => entries,
        Err(e) => return vm.failed(e),
    };
    let mut kept = Vec::new();
    for (i, e) in entries.iter().enumerate() {
        let size = layout.length(e);
        let block = vm.heap_allocate(size as u64)?;
        if block == 0 {
            return Ok((-1).into());
        }
        layout.fill(vm, e, i + 1, size).store(vm, block)?;
        if filter == 0 || ask(vm, filter, &[block])? != 0 {
            kept.push(block);
        } else {
            vm.heap_free(block)?;
        }
    }
    let word = vm.program.target.pointer_bits;
    let unit = word as u64 / 8;
    let list = vm.heap_allocate((kept.len() as u64).max(1) * unit)?;
    if list == 0 {
        return Ok((-1).into());
    }
    if compare != 0 {
        kept = sorted(vm, kept, compare)?;
    }
    for (i, block) in kept.iter().enumerate() {
        vm.write_int(list.wrapping_add(i as u64 * unit), word, *block)?;
    }
    vm.write_int(list_to, word, list)?;
    Ok((kept.len() as i32).into())
}

/// Sorts pointers by a function that gets pointers to them. Equal ones keep their order.
fn sorted(vm: &mut Vm, blocks: Vec<u64>, compare: u64) -> Result<Vec<u64>, Stop> {
    let word = vm.program.target.pointer_bits;
    let (left, right) = (vm.machine_object(8, "an entry")?, vm.machine_object(8, "an entry")?);
    let mut result: Vec<u64> = Vec::new();
    for block in blocks {
        vm.write_int(left, word, block)?;
        let (mut low, mut high) = (0, result.len());
        while low < high {
            let middle = (low + high) / 2;
            vm.write_int(right, word, result[middle])?;
            if ask(vm, compare, &[left, right])? < 0 {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        result.insert(low, block);
    }
    vm.memory.release(left);
    vm.memory.release(right);
    Ok(result)
}

fn alphasort(vm: &mut Vm, a: Args, large: bool) -> Result<Reply, Stop> {
    let layout = EntryLayout::of(vm, large)?;
    let word = vm.program.target.pointer_bits;
    let mut names = Vec::new();
    for i in 0..2 {
        let entry = vm.read_int(a.word(i), word)?;
        names.push(vm.string_at(entry.wrapping_add(layout.name_at() as u64))?);
    }
    Ok((names[0].cmp(&names[1]) as i32).into())
}
