//! stdlib.h: memory, program end.

use super::{Args, Model};
use crate::library::ExitHandler;
use crate::machine::Vm;
use crate::memory::Label;
use crate::stop::{Limit, Stop};
use crate::value::Reply;
use crescendo_program::source::PosId;

pub const MODELS: &[Model] = &[
    Model { name: "malloc", call: |vm, a| allocate(vm, a.word(0), 16, false) },
    Model { name: "calloc", call: calloc },
    Model { name: "realloc", call: realloc },
    Model { name: "free", call: free },
    Model { name: "exit", call: |_, a| Err(Stop::Exit(a.int(0))) },
    Model { name: "abort", call: |_, _| Err(Stop::Signal(6)) },
    Model { name: "atexit", call: atexit },
];

/// The largest object C allows: half the address space.
fn too_large(vm: &Vm, size: u64) -> bool {
    size >= 1 << (vm.program.target.pointer_bits - 1)
}

pub(super) fn allocate(vm: &mut Vm, size: u64, align: u64, zeroed: bool) -> Result<Reply, Stop> {
    const ENOMEM: i32 = 12;
    if too_large(vm, size) {
        vm.set_errno(ENOMEM)?;
        return Ok(Reply::Word(0));
    }
    let label = Label::Heap { made: vm.position(), freed: PosId::NONE };
    vm.memory.allocate(size, align, zeroed, label).map(Reply::Word).map_err(|_| Stop::Limit(Limit::Memory))
}

fn calloc(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    let size = (a.word(0) as u128 * a.word(1) as u128).min(u64::MAX as u128) as u64;
    allocate(vm, size, 16, true)
}

fn realloc(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    let (old, size) = (a.word(0), a.word(1));
    if old == 0 {
        return allocate(vm, size, 16, false);
    }
    let Some(old_size) = vm.memory.usable_size(old) else {
        // The same errors as a free of that pointer.
        release(vm, old)?;
        return Err(Stop::ToolBug("realloc of a pointer that free accepts".into()));
    };
    let Reply::Word(new) = allocate(vm, size, 16, false)? else { return Ok(Reply::Word(0)) };
    if new != 0 {
        vm.memory.copy(new, old, old_size.min(size)).map_err(|e| vm.memory_stop(e))?;
        release(vm, old)?;
    }
    Ok(Reply::Word(new))
}

fn free(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    if a.word(0) != 0 {
        release(vm, a.word(0))?;
    }
    Ok(Reply::Void)
}

fn release(vm: &mut Vm, address: u64) -> Result<(), Stop> {
    vm.memory.free(address).map_err(|e| vm.memory_stop(e))?;
    let at = vm.position();
    vm.memory.relabel(address, |l| {
        if let Label::Heap { freed, .. } = l {
            *freed = at;
        }
    });
    Ok(())
}

fn atexit(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    vm.library.exit_handlers.push(ExitHandler::Plain(a.word(0)));
    Ok(0.into())
}
