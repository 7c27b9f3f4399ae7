//! unistd.h and fcntl.h: descriptors.

use super::FAILED;
use super::flags::{CLOSE_ON_EXEC, OpenFlags, TEMPORARY};
use crate::machine::Vm;
use crate::models::stdio::whence_of;
use crate::models::{Args, Model};
use crate::stop::Stop;
use crate::value::Reply;
use crate::world::{EACCES, EBADF, EINVAL, ENOENT, ENOTTY, EOVERFLOW, OpenMode, WorldResult};

pub const MODELS: &[Model] = &[
    Model { name: "open", call: |vm, a| open(vm, a, 0) },
    Model { name: "open64", call: |vm, a| open(vm, a, 0) },
    Model { name: "__open_2", call: |vm, a| open(vm, a, 0) },
    Model { name: "__open64_2", call: |vm, a| open(vm, a, 0) },
    Model { name: "openat", call: |vm, a| open(vm, a, 1) },
    Model { name: "openat64", call: |vm, a| open(vm, a, 1) },
    Model { name: "creat", call: creat },
    Model { name: "creat64", call: creat },
    Model { name: "close", call: close },
    Model { name: "read", call: |vm, a| read(vm, a.int(0), a.word(1), a.word(2), None) },
    Model { name: "__read_chk", call: |vm, a| read(vm, a.int(0), a.word(1), a.word(2), None) },
    Model { name: "write", call: |vm, a| write(vm, a.int(0), a.word(1), a.word(2), None) },
    Model { name: "pread", call: |vm, a| read(vm, a.int(0), a.word(1), a.word(2), Some(a.signed(3))) },
    Model { name: "pread64", call: |vm, a| read(vm, a.int(0), a.word(1), a.word(2), Some(a.signed(3))) },
    Model { name: "pwrite", call: |vm, a| write(vm, a.int(0), a.word(1), a.word(2), Some(a.signed(3))) },
    Model { name: "pwrite64", call: |vm, a| write(vm, a.int(0), a.word(1), a.word(2), Some(a.signed(3))) },
    Model { name: "readv", call: |vm, a| vector(vm, a, read) },
    Model { name: "writev", call: |vm, a| vector(vm, a, write) },
    Model { name: "lseek", call: |vm, a| lseek(vm, a, vm.program.target.long_bits) },
    Model { name: "lseek64", call: |vm, a| lseek(vm, a, 64) },
    Model { name: "dup", call: |vm, a| duplicate(vm, a.int(0), 0, false) },
    Model { name: "dup2", call: |vm, a| duplicate_to(vm, a.int(0), a.int(1), false) },
    Model { name: "dup3", call: dup3 },
    Model { name: "pipe", call: |vm, a| pipe(vm, a.word(0), 0) },
    Model { name: "pipe2", call: |vm, a| pipe(vm, a.word(0), a.word(1)) },
    Model { name: "fsync", call: fsync },
    Model { name: "fdatasync", call: fsync },
    Model { name: "sync", call: |_, _| Ok(Reply::Void) },
    Model { name: "ftruncate", call: ftruncate },
    Model { name: "ftruncate64", call: ftruncate },
    Model { name: "isatty", call: isatty },
    Model { name: "fcntl", call: fcntl },
    Model { name: "fcntl64", call: fcntl },
    Model { name: "ioctl", call: ioctl },
    Model { name: "lockf", call: |_, _| Ok(0.into()) },
    Model { name: "flock", call: |_, _| Ok(0.into()) },
    Model { name: "posix_fadvise", call: |_, _| Ok(0.into()) },
];

/// Most bytes of one transfer, as in Linux.
const MOST: u64 = 0x7fff_f000;

/// `at` is the number of the path argument: before it stands the directory's descriptor, if there is one.
fn open(vm: &mut Vm, a: Args, at: usize) -> Result<Reply, Stop> {
    let flags = a.word(at + 1);
    if flags & TEMPORARY != 0 {
        return Err(Stop::Unsupported("open: O_TMPFILE is not modelled".into()));
    }
    if vm.is_driven() {
        let mode = OpenFlags::of(vm.program.target.arch).mode(flags, 0);
        return open_input(vm, mode, a.word(at));
    }
    vm.choose_name(a.word(at))?;
    let path = vm.path_argument(if at == 0 { None } else { Some(a.int(0)) }, a.word(at))?;
    // The permissions are only there if a file may be made.
    let mode = OpenFlags::of(vm.program.target.arch).mode(flags, a.word(at + 2) as u32 & 0o7777);
    open_path(vm, path, mode, flags & CLOSE_ON_EXEC != 0)
}

/// A file of the outside as an input: whatever its name is, it may be there or not.
fn open_input(vm: &mut Vm, mode: OpenMode, path: u64) -> Result<Reply, Stop> {
    let name = format!("open#{}", vm.count_call("open"));
    if vm.outside_fails(&name)? {
        vm.say_cause(&name, if mode.create { EACCES } else { ENOENT })?;
        return Ok(FAILED.into());
    }
    // Which numbers are free depends on whoever called.
    vm.answers_fixed_number();
    Ok(vm.open_symbolic_file(&name, mode, path)?.into())
}

fn open_path(vm: &mut Vm, path: WorldResult<Vec<u8>>, mode: OpenMode, close_on_exec: bool) -> Result<Reply, Stop> {
    let opened = match path {
        Ok(path) => vm.open_in_world(&path, mode)?,
        Err(e) => Err(e),
    };
    match opened {
        Ok(h) => {
            vm.mark_close_on_exec(h, close_on_exec);
            Ok(h.into())
        }
        Err(e) => vm.failed(e),
    }
}

fn creat(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    let path = vm.string_at(a.word(0))?;
    let permissions = a.word(1) as u32 & 0o7777;
    let mode = OpenMode { write: true, create: true, truncate: true, permissions, ..OpenMode::default() };
    if vm.is_driven() {
        return open_input(vm, mode, a.word(0));
    }
    open_path(vm, Ok(path), mode, false)
}

fn close(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    vm.mark_close_on_exec(a.int(0), false);
    if vm.close_symbolic_file(a.int(0)) {
        return Ok(0.into());
    }
    let result = vm.world.close(a.int(0));
    // Whoever called may have opened it.
    if result.is_err() {
        vm.answers_fixed();
    }
    vm.errno_reply(result)
}

impl<'p> Vm<'p> {
    pub(super) fn mark_close_on_exec(&mut self, h: i32, on: bool) {
        let marked = &mut self.library.posix.close_on_exec;
        if on {
            marked.insert(h);
        } else {
            marked.remove(&h);
        }
    }
}

/// `read` and `pread`. Memory is only needed as far as bytes arrive.
fn read(vm: &mut Vm, h: i32, to: u64, size: u64, offset: Option<i64>) -> Result<Reply, Stop> {
    let size = size.min(MOST);
    if offset.is_none() && vm.is_symbolic_file(h) {
        return read_input(vm, h, to, size);
    }
    let room = vm.memory.room(to).unwrap_or(0);
    let mut buffer = vec![0; size.min(room.saturating_add(1)) as usize];
    let result = match offset {
        None => vm.read_handle(h, &mut buffer)?,
        Some(offset) => match u64::try_from(offset) {
            Ok(offset) => vm.world.read_at(h, &mut buffer, offset),
            Err(_) => Err(EINVAL),
        },
    };
    match result {
        Ok(n) => {
            vm.write_bytes(to, &buffer[..n.min(buffer.len())])?;
            if let Some(offset) = offset {
                vm.name_bytes(h, to, offset as u64, n as u64)?;
            }
            Ok((n as i64).into())
        }
        Err(e) => vm.failed(e),
    }
}

/// `read` from a file that is an input; how much came stays open.
pub(super) fn read_input(vm: &mut Vm, h: i32, to: u64, size: u64) -> Result<Reply, Stop> {
    match vm.read_file_block(h, to, size)? {
        Ok(block) if block.count == 0 && size > 0 && vm.read_fails(h)? => Ok(FAILED.into()),
        Ok(block) => {
            vm.sym().reply = vec![block.term];
            Ok((block.count as i64).into())
        }
        Err(e) => vm.failed(e),
    }
}

fn write(vm: &mut Vm, h: i32, from: u64, size: u64, offset: Option<i64>) -> Result<Reply, Stop> {
    let size = size.min(MOST);
    let bytes = if size == 0 {
        Vec::new()
    } else {
        let r = vm.read_span(from, size)?;
        vm.memory.bytes(r).to_vec()
    };
    let result = match offset {
        None => vm.write_handle(h, &bytes)?,
        Some(offset) => match u64::try_from(offset) {
            Ok(offset) => vm.write_handle_at(h, &bytes, offset)?,
            Err(_) => Err(EINVAL),
        },
    };
    vm.number_reply(result.map(|n| n as i64))
}

type Transfer = fn(&mut Vm, i32, u64, u64, Option<i64>) -> Result<Reply, Stop>;

/// `readv` and `writev`: the pieces one after the other, until one comes short.
fn vector(vm: &mut Vm, a: Args, transfer: Transfer) -> Result<Reply, Stop> {
    const MOST_PIECES: i32 = 1024;
    let count = a.int(2);
    if !(0..=MOST_PIECES).contains(&count) {
        return vm.failed(EINVAL);
    }
    let word = vm.program.target.pointer_bits;
    let unit = word as u64 / 8;
    let mut total = 0i64;
    for i in 0..count as u64 {
        let piece = a.word(1).wrapping_add(i * 2 * unit);
        let address = vm.read_pointer(piece)?;
        let size = vm.read_int(piece.wrapping_add(unit), word)?;
        let Reply::Word(n) = transfer(vm, a.int(0), address, size, None)? else { break };
        if (n as i64) < 0 {
            return Ok(if total > 0 { total.into() } else { Reply::Word(n) });
        }
        total += n as i64;
        if n < size {
            break;
        }
    }
    Ok(total.into())
}

fn lseek(vm: &mut Vm, a: Args, bits: u32) -> Result<Reply, Stop> {
    let Some(whence) = whence_of(a.int(2)) else { return vm.failed(EINVAL) };
    let h = a.int(0);
    if vm.is_symbolic_file(h) {
        let result = vm.seek_file(h, a.signed(1), whence)?;
        let term = vm.position_term(h);
        if result.is_ok() {
            vm.sym().reply = vec![term];
        }
        return vm.number_reply(result.map(|at| at as i64));
    }
    match vm.world.seek(h, a.signed(1), whence) {
        Ok(at) if bits < 64 && at >> (bits - 1) != 0 => vm.failed(EOVERFLOW),
        other => vm.number_reply(other.map(|at| at as i64)),
    }
}

fn duplicate(vm: &mut Vm, h: i32, least: i32, close_on_exec: bool) -> Result<Reply, Stop> {
    match vm.world.duplicate(h, least) {
        Ok(new) => {
            vm.library.files.duplicate(h, new);
            vm.answers_fixed_number();
            vm.mark_close_on_exec(new, close_on_exec);
            Ok(new.into())
        }
        Err(e) => vm.failed(e),
    }
}

fn duplicate_to(vm: &mut Vm, h: i32, to: i32, close_on_exec: bool) -> Result<Reply, Stop> {
    match vm.world.duplicate_to(h, to) {
        Ok(()) => {
            if h != to {
                vm.library.files.duplicate(h, to);
                vm.mark_close_on_exec(to, close_on_exec);
            }
            Ok(to.into())
        }
        Err(e) => vm.failed(e),
    }
}

fn dup3(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    if a.int(0) == a.int(1) {
        return vm.failed(EINVAL);
    }
    duplicate_to(vm, a.int(0), a.int(1), a.word(2) & CLOSE_ON_EXEC != 0)
}

fn pipe(vm: &mut Vm, to: u64, flags: u64) -> Result<Reply, Stop> {
    match vm.world.pipe() {
        Ok((reader, writer)) => {
            vm.write_int(to, 32, reader as u64)?;
            vm.write_int(to.wrapping_add(4), 32, writer as u64)?;
            for h in [reader, writer] {
                vm.mark_close_on_exec(h, flags & CLOSE_ON_EXEC != 0);
                let mode = OpenFlags::of(vm.program.target.arch).mode(flags, 0);
                if mode.nonblocking {
                    // A new pipe's own end can't refuse.
                    let _ = vm.world.set_open_mode(h, OpenMode { nonblocking: true, ..OpenMode::default() });
                }
            }
            Ok(0.into())
        }
        Err(e) => vm.failed(e),
    }
}

fn fsync(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    let result = vm.world.synchronise(a.int(0));
    vm.errno_reply(result)
}

fn ftruncate(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    let result = match u64::try_from(a.signed(1)) {
        Ok(len) => vm.world.truncate(a.int(0), len),
        Err(_) => Err(EINVAL),
    };
    vm.errno_reply(result)
}

fn isatty(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    if vm.world.is_terminal(a.int(0)) {
        return Ok(1.into());
    }
    let errno = if vm.world.open_mode(a.int(0)) == Err(EBADF) { EBADF } else { ENOTTY };
    vm.set_errno(errno)?;
    Ok(0.into())
}

fn fcntl(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    const DUPLICATE: i32 = 0;
    const GET_FLAGS: i32 = 1;
    const SET_FLAGS: i32 = 2;
    const GET_MODE: i32 = 3;
    const SET_MODE: i32 = 4;
    const DUPLICATE_CLOSE_ON_EXEC: i32 = 1030;
    const GET_LOCK: i32 = 5;
    const SET_LOCK: i32 = 6;
    const SET_LOCK_WAIT: i32 = 7;
    const UNLOCKED: u64 = 2;
    let (h, command) = (a.int(0), a.int(1));
    let mode = match vm.world.open_mode(h) {
        Ok(mode) => mode,
        Err(e) => return vm.failed(e),
    };
    match command {
        DUPLICATE | DUPLICATE_CLOSE_ON_EXEC => duplicate(vm, h, a.int(2), command == DUPLICATE_CLOSE_ON_EXEC),
        GET_FLAGS => Ok((vm.library.posix.close_on_exec.contains(&h) as i32).into()),
        SET_FLAGS => {
            vm.mark_close_on_exec(h, a.word(2) & 1 != 0);
            Ok(0.into())
        }
        GET_MODE => Ok(Reply::Word(OpenFlags::of(vm.program.target.arch).shown(mode))),
        SET_MODE => {
            let wanted = OpenFlags::of(vm.program.target.arch).mode(a.word(2), 0);
            let result = vm.world.set_open_mode(h, wanted);
            vm.errno_reply(result)
        }
        // A lock never conflicts: the program is alone.
        GET_LOCK => {
            vm.write_int(a.word(2), 16, UNLOCKED)?;
            Ok(0.into())
        }
        SET_LOCK | SET_LOCK_WAIT => Ok(0.into()),
        other => Err(Stop::Unsupported(format!("fcntl: command {other} is not modelled"))),
    }
}

/// Only what programs use to look for a terminal.
fn ioctl(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    const TCGETS: u64 = 0x5401;
    const TIOCGWINSZ: u64 = 0x5413;
    match a.word(1) & 0xffff_ffff {
        TCGETS | TIOCGWINSZ => vm.failed(ENOTTY),
        other => Err(Stop::Unsupported(format!("ioctl: request {other:#x} is not modelled"))),
    }
}
