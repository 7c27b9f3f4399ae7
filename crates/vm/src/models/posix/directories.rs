//! dirent.h: directories as lists of names.

use super::layout::Struct;
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

/// The target's `struct dirent`: inode and position, then two bytes of length, one of type, and the name.
#[derive(Clone, Copy)]
pub(super) struct EntryLayout {
    /// Bytes of inode and position.
    word: usize,
    size: usize,
}

impl EntryLayout {
    pub fn of(vm: &Vm, large: bool) -> Result<EntryLayout, Stop> {
        let (word, size) = match vm.program.target.arch {
            Arch::X86_64 | Arch::AArch64 | Arch::RiscV64 => (8, 280),
            Arch::I386 if large => (8, 276),
            Arch::I386 => (4, 268),
            _ => return Err(vm.unknown_layout("`struct dirent`")),
        };
        Ok(EntryLayout { word, size })
    }

    /// Where the name is.
    pub fn name_at(self) -> usize {
        2 * self.word + 3
    }

    /// Bytes that an entry needs.
    pub fn length(self, e: &DirectoryEntry) -> usize {
        (self.name_at() + e.name.len() + 1).next_multiple_of(self.word).min(self.size)
    }

    /// The entry in a struct of `size` bytes; `next` is the position behind it.
    pub fn fill(self, vm: &Vm, e: &DirectoryEntry, next: usize, size: usize) -> Struct {
        let word = self.word;
        let mut out = vm.new_struct(size);
        out.put(0, word, e.inode);
        out.put(word, word, next as u64);
        out.put(2 * word, 2, self.length(e) as u64);
        out.put(2 * word + 2, 1, (e.mode >> 12) as u64);
        out.put_text(self.name_at(), NAME_ROOM, &e.name);
        out
    }
}

fn readdir(vm: &mut Vm, dir: u64, large: bool) -> Result<Reply, Stop> {
    let layout = EntryLayout::of(vm, large)?;
    let d = vm.directory(dir)?;
    let Some(e) = d.entries.get(d.at).cloned() else { return Ok(Reply::Word(0)) };
    d.at += 1;
    let (at, to) = (d.at, d.entry);
    layout.fill(vm, &e, at, layout.size).store(vm, to)?;
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
