//! search.h: the hash tables of `hsearch`. Their entries are in the program's memory, where programs change them.

use crate::machine::Vm;
use crate::models::{Args, Model};
use crate::stop::Stop;
use crate::value::Reply;
use std::collections::BTreeMap;

pub const MODELS: &[Model] = &[
    Model { name: "hcreate", call: |vm, a| hcreate(vm, 0, a.word(0)) },
    Model { name: "hdestroy", call: |vm, _| hdestroy(vm, 0) },
    Model { name: "hsearch", call: |vm, a| hsearch(vm, a).map(Reply::from) },
    Model { name: "hcreate_r", call: |vm, a| hcreate(vm, a.word(1), a.word(0)) },
    Model { name: "hdestroy_r", call: |vm, a| hdestroy(vm, a.word(0)) },
    Model { name: "hsearch_r", call: hsearch_r },
];

/// A table.
#[derive(Clone, Debug, Default)]
struct Table {
    /// Address of the entries.
    entries: u64,
    capacity: u64,
    /// Where each key's entry is.
    places: BTreeMap<Vec<u8>, u64>,
}

/// The tables by the address of the program's structure; that of `hsearch` itself is at 0.
#[derive(Clone, Debug, Default)]
pub struct HashTables(BTreeMap<u64, Table>);

const ENOMEM: i32 = 12;
const ESRCH: i32 = 3;
/// More entries than anybody needs; a limit of ours.
const MOST: u64 = 1 << 24;

fn is_prime(n: u64) -> bool {
    n % 2 == 1 && (3..).step_by(2).take_while(|d| d * d <= n).all(|d| !n.is_multiple_of(d))
}

/// glibc takes the next prime, so there is room for a few more than asked for.
fn hcreate(vm: &mut Vm, table: u64, wanted: u64) -> Result<Reply, Stop> {
    if vm.library.hash_tables.0.contains_key(&table) {
        return Ok(0.into());
    }
    if wanted > MOST {
        vm.set_errno(ENOMEM)?;
        return Ok(0.into());
    }
    let capacity = (wanted.max(3)..).find(|&n| is_prime(n)).unwrap_or(3);
    let size = capacity * 2 * vm.program.target.pointer_bytes() as u64;
    let entries = vm.machine_object(size, "the table of hsearch")?;
    vm.library.hash_tables.0.insert(table, Table { entries, capacity, places: BTreeMap::new() });
    Ok(1.into())
}

fn hdestroy(vm: &mut Vm, table: u64) -> Result<Reply, Stop> {
    if let Some(table) = vm.library.hash_tables.0.remove(&table) {
        vm.memory.release(table.entries);
    }
    Ok(Reply::Void)
}

/// A key and its data, a struct passed by value, and the arguments behind it.
fn item<'a>(vm: &mut Vm, a: Args<'a>, behind: usize) -> Result<(u64, u64, Args<'a>), Stop> {
    let pointer = vm.program.target.pointer_bits;
    let parts = if a.values.len() <= behind + 1 { 1 } else { 2 };
    let rest = Args { values: &a.values[parts.min(a.values.len())..], fixed: a.fixed };
    if parts == 2 {
        return Ok((a.word(0), a.word(1), rest));
    }
    let data = a.word(0).wrapping_add(pointer as u64 / 8);
    Ok((vm.read_int(a.word(0), pointer)?, vm.read_int(data, pointer)?, rest))
}

fn hsearch(vm: &mut Vm, a: Args) -> Result<u64, Stop> {
    let (key, data, rest) = item(vm, a, 1)?;
    look_up(vm, 0, key, data, rest.int(0) == 1)
}

/// Item, action, where to put the entry, table; gives whether it worked.
fn hsearch_r(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    let (key, data, rest) = item(vm, a, 3)?;
    let at = look_up(vm, rest.word(2), key, data, rest.int(0) == 1)?;
    vm.write_int(rest.word(1), vm.program.target.pointer_bits, at)?;
    Ok(((at != 0) as i32).into())
}

/// The entry of a key, which is made if it is missing and shall be entered; 0 if there is none.
fn look_up(vm: &mut Vm, table: u64, key: u64, data: u64, enter: bool) -> Result<u64, Stop> {
    let text = vm.c_string(key)?;
    let found = vm.library.hash_tables.0.get(&table);
    if let Some(&at) = found.and_then(|t| t.places.get(&text)) {
        return Ok(at);
    }
    let roomy = found.filter(|t| (t.places.len() as u64) < t.capacity);
    let free = roomy.map(|t| (t.entries, t.places.len() as u64));
    let (Some((entries, used)), true) = (free, enter) else {
        vm.set_errno(if enter { ENOMEM } else { ESRCH })?;
        return Ok(0);
    };
    let pointer = vm.program.target.pointer_bits;
    let bytes = pointer as u64 / 8;
    let at = entries + used * 2 * bytes;
    vm.write_int(at, pointer, key)?;
    vm.write_int(at + bytes, pointer, data)?;
    if let Some(table) = vm.library.hash_tables.0.get_mut(&table) {
        table.places.insert(text, at);
    }
    Ok(at)
}
