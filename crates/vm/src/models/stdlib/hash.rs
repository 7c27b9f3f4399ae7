//! search.h: the hash table of `hsearch`. Its entries are in the program's memory, where programs change them.

use crate::machine::Vm;
use crate::models::{Args, Model};
use crate::stop::Stop;
use crate::value::Reply;
use std::collections::BTreeMap;

pub const MODELS: &[Model] = &[
    Model { name: "hcreate", call: hcreate },
    Model { name: "hdestroy", call: hdestroy },
    Model { name: "hsearch", call: hsearch },
];

/// The one table there is.
#[derive(Clone, Debug, Default)]
pub struct HashTable {
    /// Address of the entries; 0: there is no table.
    entries: u64,
    capacity: u64,
    /// Where each key's entry is.
    places: BTreeMap<Vec<u8>, u64>,
}

const ENOMEM: i32 = 12;
const ESRCH: i32 = 3;
/// More entries than anybody needs; a limit of ours.
const MOST: u64 = 1 << 24;

fn is_prime(n: u64) -> bool {
    n % 2 == 1 && (3..).step_by(2).take_while(|d| d * d <= n).all(|d| n % d != 0)
}

/// glibc takes the next prime, so there is room for a few more than asked for.
fn hcreate(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    if vm.library.hash_table.entries != 0 {
        return Ok(0.into());
    }
    if a.word(0) > MOST {
        vm.set_errno(ENOMEM)?;
        return Ok(0.into());
    }
    let capacity = (a.word(0).max(3)..).find(|&n| is_prime(n)).unwrap_or(3);
    let size = capacity * 2 * vm.program.target.pointer_bytes() as u64;
    let entries = vm.machine_object(size, "the table of hsearch")?;
    vm.library.hash_table = HashTable { entries, capacity, places: BTreeMap::new() };
    Ok(1.into())
}

fn hdestroy(vm: &mut Vm, _: Args) -> Result<Reply, Stop> {
    let table = std::mem::take(&mut vm.library.hash_table);
    if table.entries != 0 {
        vm.memory.release(table.entries);
    }
    Ok(Reply::Void)
}

/// A key and its data, a struct passed by value, then what to do: 1 enters a missing key.
fn hsearch(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    let pointer = vm.program.target.pointer_bits;
    let bytes = pointer as u64 / 8;
    let in_memory = a.values.len() == 2;
    let (key, data, enter) = if in_memory {
        let at = a.word(0);
        (vm.read_int(at, pointer)?, vm.read_int(at.wrapping_add(bytes), pointer)?, a.int(1) == 1)
    } else {
        (a.word(0), a.word(1), a.int(2) == 1)
    };
    let text = vm.c_string(key)?;
    let table = &vm.library.hash_table;
    if let Some(&at) = table.places.get(&text) {
        return Ok(at.into());
    }
    let used = table.places.len() as u64;
    if !enter || table.entries == 0 || used == table.capacity {
        vm.set_errno(if enter { ENOMEM } else { ESRCH })?;
        return Ok(Reply::Word(0));
    }
    let at = table.entries + used * 2 * bytes;
    vm.write_int(at, pointer, key)?;
    vm.write_int(at + bytes, pointer, data)?;
    vm.library.hash_table.places.insert(text, at);
    Ok(at.into())
}
