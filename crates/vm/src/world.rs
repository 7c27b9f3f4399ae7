//! What a program sees of the outside: files, time, environment. The machine itself does no I/O.
//!
//! Errors are errno values. An operation that a world does not offer says `ENOSYS`; the models treat it like any other
//! failure. Flags and layouts of the target never get here: the models translate them.

use std::io;

/// A file of the outside, by number. Handles 0, 1 and 2 are the standard streams; new ones are the lowest free, as
/// POSIX has it.
pub type Handle = i32;

/// Seconds and nanoseconds since 1970.
pub type Time = (i64, u32);

// Error numbers, the same on every Linux target we know the layouts of.
pub const EPERM: i32 = 1;
pub const ENOENT: i32 = 2;
pub const EINTR: i32 = 4;
pub const EIO: i32 = 5;
pub const EBADF: i32 = 9;
pub const ENOMEM: i32 = 12;
pub const EACCES: i32 = 13;
pub const EEXIST: i32 = 17;
pub const ENOTDIR: i32 = 20;
pub const EISDIR: i32 = 21;
pub const EINVAL: i32 = 22;
pub const ENOTTY: i32 = 25;
pub const ENOSPC: i32 = 28;
pub const ESPIPE: i32 = 29;
pub const EPIPE: i32 = 32;
pub const ERANGE: i32 = 34;
pub const ENAMETOOLONG: i32 = 36;
pub const ENOSYS: i32 = 38;
pub const EOVERFLOW: i32 = 75;
pub const EILSEQ: i32 = 84;

/// How a file is, or shall be, opened.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OpenMode {
    pub read: bool,
    pub write: bool,
    pub append: bool,
    pub create: bool,
    pub truncate: bool,
    pub exclusive: bool,
    pub nonblocking: bool,
    /// Fail on a symbolic link.
    pub no_follow: bool,
    /// Fail on anything but a directory.
    pub directory: bool,
    /// Permission bits for a new file.
    pub permissions: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whence {
    Start,
    Current,
    End,
}

/// Facts on a file, as `stat` gives them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FileStatus {
    /// File type and permissions, as in Unix.
    pub mode: u32,
    pub size: u64,
    pub device: u64,
    pub inode: u64,
    pub links: u64,
    pub user: u32,
    pub group: u32,
    /// The device a special file stands for.
    pub special: u64,
    /// The size of a block that suits I/O on it; stream buffers follow it.
    pub block_size: u64,
    /// Units of 512 bytes.
    pub blocks: u64,
    pub accessed: Time,
    pub modified: Time,
    pub changed: Time,
}

/// One name in a directory.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DirectoryEntry {
    pub name: Vec<u8>,
    pub inode: u64,
    /// The type bits of a file's mode, or 0 if unknown.
    pub mode: u32,
}

/// Who runs the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Identity {
    pub process: i32,
    pub parent: i32,
    pub user: u32,
    pub effective_user: u32,
    pub group: u32,
    pub effective_group: u32,
}

/// Names of the system, as `uname` gives them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SystemNames {
    pub system: Vec<u8>,
    pub host: Vec<u8>,
    pub release: Vec<u8>,
    pub version: Vec<u8>,
}

/// Results are errno values on failure.
pub type WorldResult<T> = Result<T, i32>;

/// The outside.
pub trait World {
    // ---- open files

    /// Reads what is there, at most a buffer full; 0 is the end. `EINTR` means: ask again.
    fn read(&mut self, h: Handle, buffer: &mut [u8]) -> WorldResult<usize>;
    /// Writes some of the bytes. `EINTR` means: ask again. A pipe without a reader gives `EPIPE`, never a signal.
    fn write(&mut self, h: Handle, bytes: &[u8]) -> WorldResult<usize>;
    fn read_at(&mut self, _: Handle, _buffer: &mut [u8], _offset: u64) -> WorldResult<usize> {
        Err(ESPIPE)
    }
    fn write_at(&mut self, _: Handle, _bytes: &[u8], _offset: u64) -> WorldResult<usize> {
        Err(ESPIPE)
    }
    fn open(&mut self, path: &[u8], mode: OpenMode) -> WorldResult<Handle>;
    fn close(&mut self, h: Handle) -> WorldResult<()>;
    fn seek(&mut self, h: Handle, offset: i64, whence: Whence) -> WorldResult<u64>;
    fn truncate(&mut self, h: Handle, len: u64) -> WorldResult<()>;
    /// Another handle of the same file, the lowest free one from `least` on.
    fn duplicate(&mut self, h: Handle, least: Handle) -> WorldResult<Handle>;
    /// Makes `to` another handle of the same file; what it was is closed.
    fn duplicate_to(&mut self, _: Handle, _to: Handle) -> WorldResult<()> {
        Err(EBADF)
    }
    fn pipe(&mut self) -> WorldResult<(Handle, Handle)> {
        Err(ENOSYS)
    }
    fn is_terminal(&mut self, h: Handle) -> bool;
    /// How a handle was opened; only access, `append` and `nonblocking` count.
    fn open_mode(&mut self, _: Handle) -> WorldResult<OpenMode> {
        Err(EBADF)
    }
    /// Changes `append` and `nonblocking`.
    fn set_open_mode(&mut self, _: Handle, _: OpenMode) -> WorldResult<()> {
        Err(EBADF)
    }
    fn status(&mut self, h: Handle) -> WorldResult<FileStatus>;
    /// Waits until written data is safe.
    fn synchronise(&mut self, _: Handle) -> WorldResult<()> {
        Err(EBADF)
    }
    fn change_permissions_of(&mut self, _: Handle, _permissions: u32) -> WorldResult<()> {
        Err(EBADF)
    }
    /// An absolute path of an open file.
    fn path_of(&mut self, _: Handle) -> WorldResult<Vec<u8>> {
        Err(EBADF)
    }

    // ---- files by name

    fn status_of(&mut self, path: &[u8], follow: bool) -> WorldResult<FileStatus>;
    /// `mode`: bits 4 read, 2 write, 1 execute; 0 asks for existence.
    fn access(&mut self, path: &[u8], mode: u32) -> WorldResult<()>;
    fn remove(&mut self, path: &[u8]) -> WorldResult<()>;
    fn remove_directory(&mut self, path: &[u8]) -> WorldResult<()>;
    fn make_directory(&mut self, path: &[u8], permissions: u32) -> WorldResult<()>;
    fn rename(&mut self, from: &[u8], to: &[u8]) -> WorldResult<()>;
    fn link(&mut self, _from: &[u8], _to: &[u8]) -> WorldResult<()> {
        Err(ENOENT)
    }
    fn make_symlink(&mut self, _content: &[u8], _path: &[u8]) -> WorldResult<()> {
        Err(EACCES)
    }
    fn read_link(&mut self, _path: &[u8]) -> WorldResult<Vec<u8>> {
        Err(ENOENT)
    }
    fn change_permissions(&mut self, _path: &[u8], _permissions: u32) -> WorldResult<()> {
        Err(ENOENT)
    }
    /// Sets the times of access and modification; nothing leaves one as it is.
    fn set_times(&mut self, _path: &[u8], _accessed: Option<Time>, _modified: Option<Time>) -> WorldResult<()> {
        Err(ENOENT)
    }
    /// Names in a directory, `.` and `..` included.
    fn list(&mut self, path: &[u8]) -> WorldResult<Vec<DirectoryEntry>>;
    fn working_directory(&mut self) -> WorldResult<Vec<u8>>;
    fn change_directory(&mut self, path: &[u8]) -> WorldResult<()>;
    /// Sets the permissions that new files don't get, and gives the old ones.
    fn set_umask(&mut self, _mask: u32) -> u32 {
        0o022
    }

    // ---- inputs of a whole program

    /// What a file's bytes are called as inputs, if they are some.
    fn input_at(&mut self, _path: &[u8]) -> Option<String> {
        None
    }
    /// The same for a file that is not there in every run.
    fn may_be_missing(&mut self, _path: &[u8]) -> Option<String> {
        None
    }
    /// The names of such files.
    fn input_names(&mut self) -> Vec<Vec<u8>> {
        Vec::new()
    }

    // ---- the rest

    fn variable(&mut self, name: &[u8]) -> Option<Vec<u8>>;
    /// The environment as `NAME=value`.
    fn variables(&mut self) -> Vec<Vec<u8>>;
    fn now(&mut self) -> Time;
    /// Nanoseconds of processor time.
    fn processor_time(&mut self) -> u64;
    /// A process number to show to programs.
    fn process(&mut self) -> i32;
    fn identity(&mut self) -> Identity {
        let process = self.process();
        Identity { process, parent: 1, user: 0, effective_user: 0, group: 0, effective_group: 0 }
    }
    fn system_names(&mut self) -> SystemNames {
        let text = |s: &str| s.as_bytes().to_vec();
        SystemNames { system: text("Linux"), host: text("localhost"), release: text("6.1.0"), version: text("#1 SMP") }
    }
    /// Unpredictable bytes; a deterministic world gives the same ones each time.
    fn random(&mut self, buffer: &mut [u8]) {
        buffer.fill(0x5a);
    }
}

/// A world with nothing in it: no files, no input, output thrown away. Time stands still.
#[derive(Debug, Default)]
pub struct EmptyWorld {
    pub output: Vec<u8>,
    /// Bytes of output to keep.
    pub keep: usize,
}

impl World for EmptyWorld {
    fn read(&mut self, h: Handle, _: &mut [u8]) -> WorldResult<usize> {
        if h == 0 { Ok(0) } else { Err(EBADF) }
    }

    fn write(&mut self, h: Handle, bytes: &[u8]) -> WorldResult<usize> {
        if !(1..=2).contains(&h) {
            return Err(EBADF);
        }
        let room = self.keep.saturating_sub(self.output.len()).min(bytes.len());
        self.output.extend_from_slice(&bytes[..room]);
        Ok(bytes.len())
    }

    fn open(&mut self, _: &[u8], mode: OpenMode) -> WorldResult<Handle> {
        Err(if mode.create { EACCES } else { ENOENT })
    }

    fn close(&mut self, h: Handle) -> WorldResult<()> {
        if (0..=2).contains(&h) { Ok(()) } else { Err(EBADF) }
    }

    fn seek(&mut self, h: Handle, _: i64, _: Whence) -> WorldResult<u64> {
        Err(if (0..=2).contains(&h) { ESPIPE } else { EBADF })
    }

    fn truncate(&mut self, _: Handle, _: u64) -> WorldResult<()> {
        Err(EBADF)
    }

    fn duplicate(&mut self, _: Handle, _: Handle) -> WorldResult<Handle> {
        Err(EBADF)
    }

    fn is_terminal(&mut self, _: Handle) -> bool {
        false
    }

    fn status(&mut self, _: Handle) -> WorldResult<FileStatus> {
        Err(EBADF)
    }

    fn status_of(&mut self, _: &[u8], _: bool) -> WorldResult<FileStatus> {
        Err(ENOENT)
    }

    fn access(&mut self, _: &[u8], _: u32) -> WorldResult<()> {
        Err(ENOENT)
    }

    fn remove(&mut self, _: &[u8]) -> WorldResult<()> {
        Err(ENOENT)
    }

    fn remove_directory(&mut self, _: &[u8]) -> WorldResult<()> {
        Err(ENOENT)
    }

    fn make_directory(&mut self, _: &[u8], _: u32) -> WorldResult<()> {
        Err(EACCES)
    }

    fn rename(&mut self, _: &[u8], _: &[u8]) -> WorldResult<()> {
        Err(ENOENT)
    }

    fn list(&mut self, _: &[u8]) -> WorldResult<Vec<DirectoryEntry>> {
        Err(ENOENT)
    }

    fn working_directory(&mut self) -> WorldResult<Vec<u8>> {
        Ok(b"/".to_vec())
    }

    fn change_directory(&mut self, _: &[u8]) -> WorldResult<()> {
        Err(ENOENT)
    }

    fn variable(&mut self, _: &[u8]) -> Option<Vec<u8>> {
        None
    }

    fn variables(&mut self) -> Vec<Vec<u8>> {
        Vec::new()
    }

    fn now(&mut self) -> Time {
        (0, 0)
    }

    fn processor_time(&mut self) -> u64 {
        0
    }

    fn process(&mut self) -> i32 {
        1
    }
}

/// The errno of an I/O error.
pub fn errno_of(e: &io::Error) -> i32 {
    e.raw_os_error().unwrap_or(EIO)
}
