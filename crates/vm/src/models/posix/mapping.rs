//! sys/mman.h: memory from `mmap`. A mapping is an object of its own; a file's is a private copy of its bytes.

use crate::machine::Vm;
use crate::memory::Label;
use crate::models::{Args, Model};
use crate::stop::{FaultKind, Limit, Stop};
use crate::value::Reply;
use crate::world::{EACCES, EINVAL, ENOMEM};

pub const MODELS: &[Model] = &[
    Model { name: "mmap", call: mmap },
    Model { name: "mmap64", call: mmap },
    Model { name: "munmap", call: munmap },
    Model { name: "mprotect", call: mprotect },
    Model { name: "msync", call: |_, _| Ok(0.into()) },
    Model { name: "madvise", call: |_, _| Ok(0.into()) },
    Model { name: "posix_madvise", call: |_, _| Ok(0.into()) },
    Model { name: "mlock", call: |_, _| Ok(0.into()) },
    Model { name: "munlock", call: |_, _| Ok(0.into()) },
];

/// A live mapping.
#[derive(Clone, Copy, Debug)]
pub struct Mapping {
    size: u64,
}

const PAGE: u64 = 4096;
const WRITE: u64 = 2;
const EXECUTE: u64 = 4;
const SHARED: u64 = 1;
const FIXED: u64 = 0x10;
const ANONYMOUS: u64 = 0x20;

fn mmap(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    let (len, protection, flags) = (a.word(1), a.word(2), a.word(3));
    let refuse = |why: &str| Err(Stop::Unsupported(format!("mmap: {why}")));
    if protection & EXECUTE != 0 {
        return refuse("memory that can be executed is not modelled");
    }
    if flags & FIXED != 0 {
        return refuse("a fixed address is not modelled");
    }
    let file = flags & ANONYMOUS == 0;
    if file && flags & SHARED != 0 && protection & WRITE != 0 {
        return refuse("writing a file through memory is not modelled");
    }
    if len == 0 || file && !a.word(5).is_multiple_of(PAGE) {
        return no_mapping(vm, EINVAL);
    }
    let Some(size) = len.checked_next_multiple_of(PAGE).filter(|&s| s < 1 << (vm.program.target.pointer_bits - 1))
    else {
        return no_mapping(vm, ENOMEM);
    };
    if file && let Err(e) = readable(vm, a.int(4)) {
        return no_mapping(vm, e);
    }
    let label = Label::Machine("memory from `mmap`");
    let address = vm.memory.allocate(size, PAGE, true, label).map_err(|_| Stop::Limit(Limit::Memory))?;
    if file {
        copy_file(vm, a.int(4), a.word(5), address, size)?;
    }
    vm.library.posix.mappings.insert(address, Mapping { size });
    Ok(Reply::Word(address))
}

/// `MAP_FAILED` is all ones, cut to the target's pointer.
fn no_mapping(vm: &mut Vm, errno: i32) -> Result<Reply, Stop> {
    vm.set_errno(errno)?;
    Ok(Reply::Word(u64::MAX >> (64 - vm.program.target.pointer_bits)))
}

fn readable(vm: &mut Vm, h: i32) -> Result<(), i32> {
    if vm.world.open_mode(h)?.read { Ok(()) } else { Err(EACCES) }
}

/// Fills a mapping with a file's bytes, as far as the file goes.
fn copy_file(vm: &mut Vm, h: i32, offset: u64, address: u64, size: u64) -> Result<(), Stop> {
    let mut buffer = vec![0; size.min(1 << 16) as usize];
    let mut done = 0;
    while done < size {
        let part = &mut buffer[..(size - done).min(1 << 16) as usize];
        match vm.world.read_at(h, part, offset.wrapping_add(done)) {
            Ok(n) if n > 0 => {
                vm.write_bytes(address + done, &part[..n])?;
                vm.name_bytes(h, address + done, offset.wrapping_add(done), n as u64)?;
                done += n as u64;
            }
            _ => break,
        }
    }
    Ok(())
}

fn munmap(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    let (address, len) = (a.word(0), a.word(1));
    if len == 0 || address % PAGE != 0 {
        return vm.failed(EINVAL);
    }
    match vm.library.posix.mappings.get(&address) {
        Some(m) if len.next_multiple_of(PAGE) == m.size => {
            vm.library.posix.mappings.remove(&address);
            vm.memory.release(address);
            Ok(0.into())
        }
        Some(_) => Err(Stop::Unsupported("munmap: a part of a mapping is not modelled".into())),
        None => Err(Stop::fault(FaultKind::BadArgument, "no mapping of `mmap` starts at this address")),
    }
}

fn mprotect(_: &mut Vm, a: Args) -> Result<Reply, Stop> {
    if a.word(2) & EXECUTE != 0 {
        return Err(Stop::Unsupported("mprotect: memory that can be executed is not modelled".into()));
    }
    Ok(0.into())
}
