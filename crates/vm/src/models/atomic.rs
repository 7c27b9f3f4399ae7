//! The compiler's library calls for atomic operations. There is one thread, so they are plain reads and writes.

use super::string::copy::transfer;
use super::{Args, Model};
use crate::machine::Vm;
use crate::stop::Stop;
use crate::value::{Reply, Value};
use crescendo_program::Scalar;

/// The sized forms of one operation: 1, 2, 4, 8 and 16 bytes.
macro_rules! sized {
    ($($name:literal $f:expr;)*) => {
        &[$(
            Model { name: concat!($name, "_1"), call: |vm, a| $f(vm, a, 8) },
            Model { name: concat!($name, "_2"), call: |vm, a| $f(vm, a, 16) },
            Model { name: concat!($name, "_4"), call: |vm, a| $f(vm, a, 32) },
            Model { name: concat!($name, "_8"), call: |vm, a| $f(vm, a, 64) },
            Model { name: concat!($name, "_16"), call: |vm, a| $f(vm, a, 128) },
        )*]
    };
}

pub const SIZED: &[Model] = sized! {
    "__atomic_load" |vm: &mut Vm, a: Args, bits| load(vm, a.word(0), bits).map(reply);
    "__atomic_store" |vm: &mut Vm, a: Args, bits| store(vm, a.word(0), bits, operand(a, 1)).map(Reply::from);
    "__atomic_exchange" |vm: &mut Vm, a: Args, bits| update(vm, a, bits, Old, |_, v| v);
    "__atomic_compare_exchange" compare_exchange;
    "__atomic_fetch_add" |vm: &mut Vm, a: Args, bits| update(vm, a, bits, Old, u128::wrapping_add);
    "__atomic_fetch_sub" |vm: &mut Vm, a: Args, bits| update(vm, a, bits, Old, u128::wrapping_sub);
    "__atomic_fetch_and" |vm: &mut Vm, a: Args, bits| update(vm, a, bits, Old, |x, v| x & v);
    "__atomic_fetch_or" |vm: &mut Vm, a: Args, bits| update(vm, a, bits, Old, |x, v| x | v);
    "__atomic_fetch_xor" |vm: &mut Vm, a: Args, bits| update(vm, a, bits, Old, |x, v| x ^ v);
    "__atomic_fetch_nand" |vm: &mut Vm, a: Args, bits| update(vm, a, bits, Old, |x, v| !(x & v));
    "__atomic_add_fetch" |vm: &mut Vm, a: Args, bits| update(vm, a, bits, New, u128::wrapping_add);
    "__atomic_sub_fetch" |vm: &mut Vm, a: Args, bits| update(vm, a, bits, New, u128::wrapping_sub);
    "__atomic_and_fetch" |vm: &mut Vm, a: Args, bits| update(vm, a, bits, New, |x, v| x & v);
    "__atomic_or_fetch" |vm: &mut Vm, a: Args, bits| update(vm, a, bits, New, |x, v| x | v);
    "__atomic_xor_fetch" |vm: &mut Vm, a: Args, bits| update(vm, a, bits, New, |x, v| x ^ v);
    "__atomic_nand_fetch" |vm: &mut Vm, a: Args, bits| update(vm, a, bits, New, |x, v| !(x & v));
};

/// The forms for objects of any size: a size, then pointers.
pub const MODELS: &[Model] = &[
    Model { name: "__atomic_load", call: |vm, a| transfer(vm, a.word(2), a.word(1), a.word(0)).map(Reply::from) },
    Model { name: "__atomic_store", call: |vm, a| transfer(vm, a.word(1), a.word(2), a.word(0)).map(Reply::from) },
    Model { name: "__atomic_exchange", call: exchange },
    Model { name: "__atomic_compare_exchange", call: generic_compare_exchange },
    Model { name: "__atomic_is_lock_free", call: is_lock_free },
    Model { name: "atomic_thread_fence", call: |_, _| Ok(Reply::Void) },
    Model { name: "atomic_signal_fence", call: |_, _| Ok(Reply::Void) },
    Model { name: "__sync_synchronize", call: |_, _| Ok(Reply::Void) },
];

/// Which value an update gives.
#[derive(Clone, Copy, PartialEq)]
enum Which {
    Old,
    New,
}

use Which::*;

fn reply(v: u128) -> Reply {
    Reply::Wide(v as u64, (v >> 64) as u64)
}

fn operand(a: Args, i: usize) -> u128 {
    let empty = Value::word(Scalar::Int(64), 0, 0);
    let v = a.values.get(i).copied().unwrap_or(empty);
    v.lo as u128 | (v.hi as u128) << 64
}

fn load(vm: &mut Vm, at: u64, bits: u32) -> Result<u128, Stop> {
    let mut words = [0; 2];
    let n = bits.div_ceil(64) as usize;
    vm.memory.load_bits(at, bits, &mut words[..n]).map_err(|e| vm.memory_stop(e))?;
    Ok(words[0] as u128 | (words[1] as u128) << 64)
}

fn store(vm: &mut Vm, at: u64, bits: u32, v: u128) -> Result<(), Stop> {
    vm.memory.store_bits(at, bits, &[v as u64, (v >> 64) as u64]).map_err(|e| vm.memory_stop(e))
}

fn update(vm: &mut Vm, a: Args, bits: u32, which: Which, f: fn(u128, u128) -> u128) -> Result<Reply, Stop> {
    let old = load(vm, a.word(0), bits)?;
    let new = f(old, operand(a, 1));
    store(vm, a.word(0), bits, new)?;
    Ok(reply(if which == Old { old } else { new }))
}

/// Object, pointer to the expected value, desired value.
fn compare_exchange(vm: &mut Vm, a: Args, bits: u32) -> Result<Reply, Stop> {
    let old = load(vm, a.word(0), bits)?;
    let equal = old == load(vm, a.word(1), bits)?;
    if equal {
        store(vm, a.word(0), bits, operand(a, 2))?;
    } else {
        store(vm, a.word(1), bits, old)?;
    }
    Ok((equal as i32).into())
}

/// Size, object, new value, place for the old one.
fn exchange(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    let (size, object) = (a.word(0), a.word(1));
    let old = vm.read_bytes(object, size)?;
    transfer(vm, object, a.word(2), size)?;
    vm.write_bytes(a.word(3), &old)?;
    Ok(Reply::Void)
}

/// Size, object, expected value, desired value.
fn generic_compare_exchange(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    let (size, object, expected) = (a.word(0), a.word(1), a.word(2));
    let equal = vm.read_bytes(object, size)? == vm.read_bytes(expected, size)?;
    if equal {
        transfer(vm, object, a.word(3), size)?;
    } else {
        transfer(vm, expected, object, size)?;
    }
    Ok((equal as i32).into())
}

fn is_lock_free(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    let largest = vm.program.target.pointer_bytes() as u64;
    Ok(((a.word(0).is_power_of_two() && a.word(0) <= largest) as i32).into())
}
