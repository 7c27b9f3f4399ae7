//! Temporary files, and files by name: `tmpfile`, `mkstemp`, `tmpnam`, `remove`, `rename`.

use crate::machine::Vm;
use crate::models::{Args, Model};
use crate::stop::Stop;
use crate::value::Reply;
use crate::world::{EEXIST, EINVAL, EISDIR, OpenMode, WorldResult};

pub const MODELS: &[Model] = &[
    Model { name: "tmpfile", call: tmpfile },
    Model { name: "tmpfile64", call: tmpfile },
    Model { name: "tmpnam", call: |vm, a| tmpnam(vm, a.word(0), true) },
    Model { name: "tmpnam_r", call: |vm, a| tmpnam(vm, a.word(0), false) },
    Model { name: "tempnam", call: tempnam },
    Model { name: "mkstemp", call: |vm, a| mkstemp(vm, a.word(0), 0) },
    Model { name: "mkstemp64", call: |vm, a| mkstemp(vm, a.word(0), 0) },
    Model { name: "mkostemp", call: |vm, a| mkstemp(vm, a.word(0), 0) },
    Model { name: "mkstemps", call: |vm, a| mkstemp(vm, a.word(0), a.int(1)) },
    Model { name: "mkdtemp", call: mkdtemp },
    Model { name: "mktemp", call: mktemp },
    Model { name: "remove", call: remove },
    Model { name: "rename", call: rename },
];

const LETTERS: &[u8; 62] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
/// How often to look for a free name.
const ATTEMPTS: u32 = 100;

/// Replaces the six `X` of a template until `make` is happy. `suffix` bytes stand behind them.
fn unique<T>(
    vm: &mut Vm,
    template: &mut [u8],
    suffix: usize,
    mut make: impl FnMut(&mut Vm, &[u8]) -> WorldResult<T>,
) -> WorldResult<T> {
    let end = template.len().checked_sub(suffix).ok_or(EINVAL)?;
    let start = end.checked_sub(6).ok_or(EINVAL)?;
    if template[start..end] != *b"XXXXXX" {
        return Err(EINVAL);
    }
    for attempt in 0..ATTEMPTS {
        let mut random = [0; 6];
        vm.world.random(&mut random);
        for (place, r) in template[start..end].iter_mut().zip(random) {
            // A world without chance still has to get on.
            *place = LETTERS[(r as usize + attempt as usize * 7) % LETTERS.len()];
        }
        match make(vm, template) {
            Err(EEXIST) => {}
            other => return other,
        }
    }
    Err(EEXIST)
}

fn create(vm: &mut Vm, path: &[u8]) -> WorldResult<i32> {
    let mode =
        OpenMode { read: true, write: true, create: true, exclusive: true, permissions: 0o600, ..OpenMode::default() };
    vm.world.open(path, mode)
}

fn free_name(vm: &mut Vm, path: &[u8]) -> WorldResult<()> {
    if vm.world.status_of(path, false).is_ok() { Err(EEXIST) } else { Ok(()) }
}

fn tmpfile(vm: &mut Vm, _: Args) -> Result<Reply, Stop> {
    let mut path = b"/tmp/tmpfXXXXXX".to_vec();
    let opened = unique(vm, &mut path, 0, create);
    match opened {
        Ok(h) => {
            // Nobody else shall see it; if it stays there is no harm.
            let _ = vm.world.remove(&path);
            vm.stream_on(h, OpenMode { read: true, write: true, ..OpenMode::default() })
        }
        Err(e) => vm.no_stream(e),
    }
}

fn tmpnam(vm: &mut Vm, to: u64, shared: bool) -> Result<Reply, Stop> {
    let mut path = b"/tmp/fileXXXXXX".to_vec();
    if unique(vm, &mut path, 0, free_name).is_err() {
        return Ok(Reply::Word(0));
    }
    let to = match to {
        0 if !shared => return Ok(Reply::Word(0)),
        0 if vm.library.stdio.temporary_name != 0 => vm.library.stdio.temporary_name,
        0 => {
            vm.library.stdio.temporary_name = vm.machine_object(20, "the result of `tmpnam`")?;
            vm.library.stdio.temporary_name
        }
        to => to,
    };
    vm.store_text(to, u64::MAX, &path)?;
    Ok(Reply::Word(to))
}

fn tempnam(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    let text = |vm: &mut Vm, at: u64, or: &[u8]| if at == 0 { Ok(or.to_vec()) } else { vm.string_at(at) };
    let mut path = text(vm, a.word(0), b"/tmp")?;
    let prefix = text(vm, a.word(1), b"file")?;
    path.push(b'/');
    path.extend(prefix.iter().take(5));
    path.extend(b"XXXXXX");
    if unique(vm, &mut path, 0, free_name).is_err() {
        return Ok(Reply::Word(0));
    }
    let block = vm.heap_allocate(path.len() as u64 + 1)?;
    if block != 0 {
        vm.store_text(block, u64::MAX, &path)?;
    }
    Ok(Reply::Word(block))
}

/// A template argument that gets its name filled in if `make` succeeds.
fn fill_template<T>(
    vm: &mut Vm,
    address: u64,
    suffix: usize,
    make: impl FnMut(&mut Vm, &[u8]) -> WorldResult<T>,
) -> Result<Option<T>, Stop> {
    let mut path = vm.string_at(address)?;
    match unique(vm, &mut path, suffix, make) {
        Ok(made) => {
            vm.write_bytes(address, &path)?;
            Ok(Some(made))
        }
        Err(e) => {
            vm.set_errno(e)?;
            Ok(None)
        }
    }
}

fn mkstemp(vm: &mut Vm, address: u64, suffix: i32) -> Result<Reply, Stop> {
    let suffix = usize::try_from(suffix).unwrap_or(usize::MAX);
    Ok(fill_template(vm, address, suffix, create)?.unwrap_or(-1).into())
}

fn mkdtemp(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    let made = fill_template(vm, a.word(0), 0, |vm, path| vm.world.make_directory(path, 0o700))?;
    Ok(Reply::Word(made.map_or(0, |()| a.word(0))))
}

fn mktemp(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    if fill_template(vm, a.word(0), 0, free_name)?.is_none() {
        vm.store_byte(a.word(0), 0)?;
    }
    Ok(Reply::Word(a.word(0)))
}

fn remove(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    let path = vm.string_at(a.word(0))?;
    let result = match vm.world.remove(&path) {
        Err(EISDIR) => {
            // glibc tries one, then the other, and errno shows it.
            vm.set_errno(EISDIR)?;
            vm.world.remove_directory(&path)
        }
        other => other,
    };
    vm.errno_reply(result)
}

fn rename(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    let from = vm.string_at(a.word(0))?;
    let to = vm.string_at(a.word(1))?;
    let result = vm.world.rename(&from, &to);
    vm.errno_reply(result)
}
