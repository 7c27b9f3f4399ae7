//! malloc.h: blocks on the heap.
//!
//! A request that no address space could hold fails as in C, with a null pointer and `ENOMEM`; one that only the
//! machine's own limit refuses stops the run as a limit.

use crate::machine::Vm;
use crate::memory::Label;
use crate::models::{Args, Model};
use crate::stop::{Limit, Stop};
use crate::value::Reply;
use crescendo_program::source::PosId;

pub const MODELS: &[Model] = &[
    Model { name: "malloc", call: |vm, a| allocate(vm, a.word(0), ALIGN, false).map(Reply::from) },
    Model { name: "calloc", call: calloc },
    Model { name: "realloc", call: |vm, a| resize(vm, a.word(0), a.word(1)).map(Reply::from) },
    Model { name: "reallocarray", call: reallocarray },
    Model { name: "free", call: free },
    Model { name: "cfree", call: free },
    Model { name: "aligned_alloc", call: |vm, a| aligned(vm, a.word(0), a.word(1)) },
    Model { name: "memalign", call: |vm, a| aligned(vm, a.word(0), a.word(1)) },
    Model { name: "posix_memalign", call: posix_memalign },
    Model { name: "valloc", call: |vm, a| allocate(vm, a.word(0), PAGE, false).map(Reply::from) },
    Model { name: "pvalloc", call: pvalloc },
    Model { name: "malloc_usable_size", call: malloc_usable_size },
    Model { name: "malloc_trim", call: |_, _| Ok(0.into()) },
    Model { name: "mallopt", call: |_, _| Ok(1.into()) },
];

const ENOMEM: i32 = 12;
const EINVAL: i32 = 22;
const ALIGN: u64 = 16;
const PAGE: u64 = 4096;

/// More than half of all addresses: no allocator gives that.
fn too_large(vm: &Vm, size: u64) -> bool {
    let g = vm.memory.geometry();
    size >= g.slots << g.shift >> 1
}

/// A heap block, or 0 with `errno` set.
pub fn allocate(vm: &mut Vm, size: u64, align: u64, zeroed: bool) -> Result<u64, Stop> {
    if too_large(vm, size) {
        vm.set_errno(ENOMEM)?;
        return Ok(0);
    }
    if vm.allocation_fails()? {
        vm.set_errno(ENOMEM)?;
        return Ok(0);
    }
    let label = Label::Heap { made: vm.position(), freed: PosId::NONE };
    vm.memory.allocate(size, align, zeroed, label).map_err(|_| Stop::Limit(Limit::Memory))
}

/// Elements times size; what overflows is too large to exist.
fn array_size(a: Args, count: usize, size: usize) -> u64 {
    a.word(count).saturating_mul(a.word(size))
}

fn calloc(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    allocate(vm, array_size(a, 0, 1), ALIGN, true).map(Reply::from)
}

/// `realloc`: the block always moves, so that pointers to the old place are noticed.
pub fn resize(vm: &mut Vm, old: u64, size: u64) -> Result<u64, Stop> {
    if old == 0 {
        return allocate(vm, size, ALIGN, false);
    }
    let Some(old_size) = vm.memory.usable_size(old) else {
        // The same errors as a free of that pointer.
        release(vm, old)?;
        return Err(Stop::ToolBug("realloc of a pointer that free accepts".into()));
    };
    if size == 0 {
        release(vm, old)?;
        return Ok(0);
    }
    let new = allocate(vm, size, ALIGN, false)?;
    if new != 0 {
        vm.memory.copy(new, old, old_size.min(size)).map_err(|e| vm.memory_stop(e))?;
        release(vm, old)?;
    }
    Ok(new)
}

fn reallocarray(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    resize(vm, a.word(0), array_size(a, 1, 2)).map(Reply::from)
}

fn free(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    if a.word(0) != 0 {
        release(vm, a.word(0))?;
    }
    Ok(Reply::Void)
}

/// Ends a block's life.
pub fn release(vm: &mut Vm, address: u64) -> Result<(), Stop> {
    vm.memory.free(address).map_err(|e| vm.memory_stop(e))?;
    let at = vm.position();
    vm.memory.relabel(address, |l| {
        if let Label::Heap { freed, .. } = l {
            *freed = at;
        }
    });
    Ok(())
}

/// The largest alignment the machine's addresses can have.
fn possible(vm: &Vm, align: u64) -> bool {
    align <= vm.memory.geometry().guard
}

fn aligned(vm: &mut Vm, align: u64, size: u64) -> Result<Reply, Stop> {
    // glibc rounds an odd alignment up to a power of two, and refuses one of half the address space.
    let Some(align) = align.max(ALIGN).checked_next_power_of_two().filter(|&a| !too_large(vm, a)) else {
        vm.set_errno(EINVAL)?;
        return Ok(Reply::Word(0));
    };
    if !possible(vm, align) {
        return Err(Stop::Unsupported(format!("a heap block aligned to {align} bytes")));
    }
    allocate(vm, size, align, false).map(Reply::from)
}

fn posix_memalign(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    let (to, align, size) = (a.word(0), a.word(1), a.word(2));
    let pointer = vm.program.target.pointer_bytes() as u64;
    if !align.is_power_of_two() || align % pointer != 0 {
        return Ok(EINVAL.into());
    }
    if too_large(vm, size) || too_large(vm, align) {
        return Ok(ENOMEM.into());
    }
    if !possible(vm, align) {
        return Err(Stop::Unsupported(format!("a heap block aligned to {align} bytes")));
    }
    let block = allocate(vm, size, align, false)?;
    vm.write_int(to, pointer as u32 * 8, block)?;
    Ok(0.into())
}

fn pvalloc(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    let size = a.word(0).checked_next_multiple_of(PAGE).unwrap_or(u64::MAX);
    allocate(vm, size, PAGE, false).map(Reply::from)
}

/// The exact size: using more than was asked for is an error worth seeing.
fn malloc_usable_size(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    let size = if a.word(0) == 0 { Some(0) } else { vm.memory.usable_size(a.word(0)) };
    match size {
        Some(size) => Ok(size.into()),
        None => vm.load_byte(a.word(0)).map(|_| Reply::Word(0)),
    }
}
