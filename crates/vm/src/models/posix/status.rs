//! sys/stat.h: `stat` and its kin, in the target's own layout.

use super::layout::Struct;
use crate::machine::Vm;
use crate::models::{Args, Model};
use crate::stop::Stop;
use crate::value::Reply;
use crate::world::{ENOENT, EOVERFLOW, FileStatus, Time, WorldResult};
use crescendo_program::Arch;

pub const MODELS: &[Model] = &[
    Model { name: "stat", call: |vm, a| by_name(vm, a, 0, None, true, Form::Plain) },
    Model { name: "stat64", call: |vm, a| by_name(vm, a, 0, None, true, Form::Large) },
    Model { name: "lstat", call: |vm, a| by_name(vm, a, 0, None, false, Form::Plain) },
    Model { name: "lstat64", call: |vm, a| by_name(vm, a, 0, None, false, Form::Large) },
    Model { name: "fstat", call: |vm, a| by_handle(vm, a.int(0), a.word(1), Form::Plain) },
    Model { name: "fstat64", call: |vm, a| by_handle(vm, a.int(0), a.word(1), Form::Large) },
    Model { name: "fstatat", call: |vm, a| at_directory(vm, a, 0, Form::Plain) },
    Model { name: "fstatat64", call: |vm, a| at_directory(vm, a, 0, Form::Large) },
    // The functions under them in older C libraries: a version number comes first.
    Model { name: "__xstat", call: |vm, a| by_name(vm, a, 1, None, true, Form::Plain) },
    Model { name: "__xstat64", call: |vm, a| by_name(vm, a, 1, None, true, Form::Large) },
    Model { name: "__lxstat", call: |vm, a| by_name(vm, a, 1, None, false, Form::Plain) },
    Model { name: "__lxstat64", call: |vm, a| by_name(vm, a, 1, None, false, Form::Large) },
    Model { name: "__fxstat", call: |vm, a| by_handle(vm, a.int(1), a.word(2), Form::Plain) },
    Model { name: "__fxstat64", call: |vm, a| by_handle(vm, a.int(1), a.word(2), Form::Large) },
    Model { name: "__fxstatat", call: |vm, a| at_directory(vm, a, 1, Form::Plain) },
    Model { name: "__fxstatat64", call: |vm, a| at_directory(vm, a, 1, Form::Large) },
];

/// `struct stat` or, on 32-bit targets another, `struct stat64`.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Plain,
    Large,
}

/// A field: its offset and its size in bytes.
type Field = (usize, usize);

/// Where the fields of a `struct stat` are. The nanoseconds follow each time.
struct Layout {
    size: usize,
    device: Field,
    inode: Field,
    /// A second place for the inode, in 32-bit `stat64`.
    inode_again: Field,
    mode: Field,
    links: Field,
    user: Field,
    group: Field,
    special: Field,
    length: Field,
    block_size: Field,
    blocks: Field,
    accessed: Field,
    modified: Field,
    changed: Field,
}

const NOWHERE: Field = (0, 0);

const X86_64: Layout = Layout {
    size: 144,
    device: (0, 8),
    inode: (8, 8),
    inode_again: NOWHERE,
    links: (16, 8),
    mode: (24, 4),
    user: (28, 4),
    group: (32, 4),
    special: (40, 8),
    length: (48, 8),
    block_size: (56, 8),
    blocks: (64, 8),
    accessed: (72, 8),
    modified: (88, 8),
    changed: (104, 8),
};

/// AArch64, RISC-V and other newer 64-bit targets.
const GENERIC_64: Layout = Layout {
    size: 128,
    device: (0, 8),
    inode: (8, 8),
    inode_again: NOWHERE,
    mode: (16, 4),
    links: (20, 4),
    user: (24, 4),
    group: (28, 4),
    special: (32, 8),
    length: (48, 8),
    block_size: (56, 4),
    blocks: (64, 8),
    accessed: (72, 8),
    modified: (88, 8),
    changed: (104, 8),
};

const I386: Layout = Layout {
    size: 88,
    device: (0, 8),
    inode: (12, 4),
    inode_again: NOWHERE,
    mode: (16, 4),
    links: (20, 4),
    user: (24, 4),
    group: (28, 4),
    special: (32, 8),
    length: (44, 4),
    block_size: (48, 4),
    blocks: (52, 4),
    accessed: (56, 4),
    modified: (64, 4),
    changed: (72, 4),
};

const I386_LARGE: Layout = Layout {
    size: 96,
    device: (0, 8),
    inode: (12, 4),
    inode_again: (88, 8),
    mode: (16, 4),
    links: (20, 4),
    user: (24, 4),
    group: (28, 4),
    special: (32, 8),
    length: (44, 8),
    block_size: (52, 4),
    blocks: (56, 8),
    accessed: (64, 4),
    modified: (72, 4),
    changed: (80, 4),
};

impl Layout {
    fn of(arch: Arch, form: Form) -> Option<&'static Layout> {
        Some(match (arch, form) {
            (Arch::X86_64, _) => &X86_64,
            (Arch::AArch64 | Arch::RiscV64, _) => &GENERIC_64,
            (Arch::I386, Form::Plain) => &I386,
            (Arch::I386, Form::Large) => &I386_LARGE,
            _ => return None,
        })
    }

    /// The struct, or `EOVERFLOW` if the file's size has no room in it.
    fn fill(&self, s: &FileStatus, mut out: Struct) -> WorldResult<Struct> {
        if self.length.1 < 8 && s.size >> (self.length.1 * 8 - 1) != 0 {
            return Err(EOVERFLOW);
        }
        let numbers = [
            (self.device, s.device),
            (self.inode, s.inode),
            (self.inode_again, s.inode),
            (self.mode, s.mode as u64),
            (self.links, s.links),
            (self.user, s.user as u64),
            (self.group, s.group as u64),
            (self.special, s.special),
            (self.length, s.size),
            (self.block_size, s.block_size),
            (self.blocks, s.blocks),
        ];
        for ((at, bytes), value) in numbers {
            out.put(at, bytes, value);
        }
        let times: [(Field, Time); 3] =
            [(self.accessed, s.accessed), (self.modified, s.modified), (self.changed, s.changed)];
        for ((at, bytes), (seconds, nanoseconds)) in times {
            out.put(at, bytes, seconds as u64);
            out.put(at + bytes, bytes, nanoseconds as u64);
        }
        Ok(out)
    }
}

/// `input`: what the file's bytes are called, if they are inputs: then its length is one.
fn store(
    vm: &mut Vm,
    to: u64,
    form: Form,
    status: WorldResult<FileStatus>,
    input: Option<String>,
) -> Result<Reply, Stop> {
    let Some(layout) = Layout::of(vm.program.target.arch, form) else {
        return Err(vm.unknown_layout("`struct stat`"));
    };
    match status.and_then(|s| layout.fill(&s, vm.new_struct(layout.size))) {
        Ok(out) => {
            out.store(vm, to)?;
            if let Some(path) = input {
                vm.put_length(&path, to + layout.length.0 as u64, layout.length.1 as u32 * 8)?;
            }
            Ok(0.into())
        }
        Err(e) => vm.failed(e),
    }
}

/// `at` is the number of the path argument.
fn by_name(vm: &mut Vm, a: Args, at: usize, directory: Option<i32>, follow: bool, form: Form) -> Result<Reply, Stop> {
    vm.choose_name(a.word(at))?;
    let path = vm.path_argument(directory, a.word(at))?;
    if let Ok(path) = &path
        && vm.is_missing(path)?
    {
        return vm.failed(ENOENT);
    }
    let input = path.as_ref().ok().and_then(|path| vm.input_named(path));
    let status = path.and_then(|path| vm.world.status_of(&path, follow));
    store(vm, a.word(at + 1), form, status, input)
}

fn by_handle(vm: &mut Vm, h: i32, to: u64, form: Form) -> Result<Reply, Stop> {
    let status = vm.world.status(h);
    let input = vm.input_open(h);
    store(vm, to, form, status, input)
}

fn at_directory(vm: &mut Vm, a: Args, first: usize, form: Form) -> Result<Reply, Stop> {
    const NO_FOLLOW: u64 = 0x100;
    const EMPTY_PATH: u64 = 0x1000;
    let (directory, flags) = (a.int(first), a.word(first + 3));
    if flags & EMPTY_PATH != 0 && vm.load_byte(a.word(first + 1))? == 0 {
        return by_handle(vm, directory, a.word(first + 2), form);
    }
    by_name(vm, a, first + 1, Some(directory), flags & NO_FOLLOW == 0, form)
}
