//! dirent.h: directories as lists of names.

use crate::machine::Vm;
use crate::memory::AccessKind;
use crate::models::{Args, Model};
use crate::stop::{FaultKind, Stop};
use crate::value::Reply;
use crate::world::{DirectoryEntry, ENOTDIR, OpenMode, WorldResult};
use crescendo_program::Arch;

pub const MODELS: &[Model] = &[
    Model { name: "opendir", call: opendir },
    Model { name: "fdopendir", call: fdopendir },
    Model { name: "readdir", call: |vm, a| readdir(vm, a.word(0), false) },
    Model { name: "readdir64", call: |vm, a| readdir(vm, a.word(0), true) },
    Model { name: "closedir", call: closedir },
    Model { name: "rewinddir", call: |vm, a| seek(vm, a.word(0), 0) },
    Model { name: "seekdir", call: |vm, a| seek(vm, a.word(0), a.word(1)) },
    Model { name: "telldir", call: telldir },
    Model { name: "dirfd", call: dirfd },
];

/// An open directory. Its names are those it had when it was opened.
#[derive(Clone, Debug)]
pub struct Directory {
    handle: i32,
    entries: Vec<DirectoryEntry>,
    at: usize,
    /// The `struct dirent` that `readdir` gives.
    entry: u64,
}

/// The size of a `DIR` does not matter, only its address.
const DIR_SIZE: u64 = 16;
const NAME_ROOM: usize = 256;

impl<'p> Vm<'p> {
    /// The open directory of a `DIR *`.
    fn directory(&mut self, dir: u64) -> Result<&mut Directory, Stop> {
        if !self.library.posix.directories.contains_key(&dir) {
            self.memory.check(dir, 1, AccessKind::Read).map_err(|e| self.memory_stop(e))?;
            return Err(Stop::fault(FaultKind::BadArgument, "the pointer is to no open directory"));
        }
        self.library.posix.directories.get_mut(&dir).ok_or_else(|| Stop::ToolBug("a directory vanished".into()))
    }

    fn open_directory(&mut self, handle: i32, entries: Vec<DirectoryEntry>) -> Result<Reply, Stop> {
        let dir = self.machine_object(DIR_SIZE, "an open directory")?;
        let entry = self.machine_object(19 + NAME_ROOM as u64 + 5, "a directory entry")?;
        let directory = Directory { handle, entries, at: 0, entry };
        self.library.posix.directories.insert(dir, directory);
        Ok(Reply::Word(dir))
    }

    fn null_and(&mut self, errno: i32) -> Result<Reply, Stop> {
        self.set_errno(errno)?;
        Ok(Reply::Word(0))
    }
}

fn opendir(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    let path = vm.string_at(a.word(0))?;
    let mode = OpenMode { read: true, directory: true, ..OpenMode::default() };
    let opened: WorldResult<_> = vm.world.open(&path, mode).and_then(|h| match vm.world.list(&path) {
        Ok(entries) => Ok((h, entries)),
        Err(e) => vm.world.close(h).and(Err(e)),
    });
    match opened {
        Ok((h, entries)) => vm.open_directory(h, entries),
        Err(e) => vm.null_and(e),
    }
}

fn fdopendir(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    const TYPE: u32 = 0o170000;
    const DIRECTORY: u32 = 0o040000;
    let h = a.int(0);
    let listed = vm.world.status(h).and_then(|status| {
        if status.mode & TYPE != DIRECTORY {
            return Err(ENOTDIR);
        }
        let path = vm.world.path_of(h)?;
        vm.world.list(&path)
    });
    match listed {
        Ok(entries) => vm.open_directory(h, entries),
        Err(e) => vm.null_and(e),
    }
}

/// Offsets in a `struct dirent`: sizes of inode and position, and where length, type and name are.
fn layout(arch: Arch, large: bool) -> Option<(usize, usize)> {
    // (bytes of inode and offset, size)
    Some(match arch {
        Arch::X86_64 | Arch::AArch64 | Arch::RiscV64 => (8, 280),
        Arch::I386 if large => (8, 276),
        Arch::I386 => (4, 268),
        _ => return None,
    })
}

fn readdir(vm: &mut Vm, dir: u64, large: bool) -> Result<Reply, Stop> {
    let Some((word, size)) = layout(vm.program.target.arch, large) else {
        return Err(vm.unknown_layout("`struct dirent`"));
    };
    let d = vm.directory(dir)?;
    let Some(e) = d.entries.get(d.at).cloned() else { return Ok(Reply::Word(0)) };
    d.at += 1;
    let (at, to) = (d.at, d.entry);
    let name_at = 2 * word + 3;
    let length = (name_at + e.name.len() + 1).next_multiple_of(word);
    let mut out = vm.new_struct(size);
    out.put(0, word, e.inode);
    out.put(word, word, at as u64);
    out.put(2 * word, 2, length as u64);
    out.put(2 * word + 2, 1, (e.mode >> 12) as u64);
    out.put_text(name_at, NAME_ROOM, &e.name);
    out.store(vm, to)?;
    Ok(Reply::Word(to))
}

fn closedir(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    let dir = a.word(0);
    let (handle, entry) = {
        let d = vm.directory(dir)?;
        (d.handle, d.entry)
    };
    vm.library.posix.directories.remove(&dir);
    vm.memory.release(dir);
    vm.memory.release(entry);
    let result = vm.world.close(handle);
    vm.errno_reply(result)
}

fn seek(vm: &mut Vm, dir: u64, to: u64) -> Result<Reply, Stop> {
    let d = vm.directory(dir)?;
    d.at = usize::try_from(to).unwrap_or(usize::MAX).min(d.entries.len());
    Ok(Reply::Void)
}

fn telldir(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    Ok(Reply::Word(vm.directory(a.word(0))?.at as u64))
}

fn dirfd(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    Ok(vm.directory(a.word(0))?.handle.into())
}
