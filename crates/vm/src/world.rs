//! What a program sees of the outside: files, time, environment. The machine itself does no I/O.

use std::io;

/// A file of the outside, by number.
pub type Handle = i32;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OpenMode {
    pub read: bool,
    pub write: bool,
    pub append: bool,
    pub create: bool,
    pub truncate: bool,
    pub exclusive: bool,
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
    pub mode: u32,
    pub size: u64,
    pub device: u64,
    pub inode: u64,
    pub links: u64,
    pub user: u32,
    pub group: u32,
    pub modified: i64,
}

/// Results are errno values on failure.
pub type WorldResult<T> = Result<T, i32>;

/// The outside. Handles 0, 1 and 2 are the standard streams.
pub trait World {
    fn read(&mut self, h: Handle, buffer: &mut [u8]) -> WorldResult<usize>;
    fn write(&mut self, h: Handle, bytes: &[u8]) -> WorldResult<usize>;
    fn open(&mut self, path: &[u8], mode: OpenMode) -> WorldResult<Handle>;
    fn close(&mut self, h: Handle) -> WorldResult<()>;
    fn seek(&mut self, h: Handle, offset: i64, whence: Whence) -> WorldResult<u64>;
    fn truncate(&mut self, h: Handle, len: u64) -> WorldResult<()>;
    fn duplicate(&mut self, h: Handle) -> WorldResult<Handle>;
    fn is_terminal(&mut self, h: Handle) -> bool;
    fn status(&mut self, h: Handle) -> WorldResult<FileStatus>;
    fn status_of(&mut self, path: &[u8], follow: bool) -> WorldResult<FileStatus>;
    fn access(&mut self, path: &[u8], mode: u32) -> WorldResult<()>;
    fn remove(&mut self, path: &[u8]) -> WorldResult<()>;
    fn remove_directory(&mut self, path: &[u8]) -> WorldResult<()>;
    fn make_directory(&mut self, path: &[u8], permissions: u32) -> WorldResult<()>;
    fn rename(&mut self, from: &[u8], to: &[u8]) -> WorldResult<()>;
    /// Names in a directory, `.` and `..` included.
    fn list(&mut self, path: &[u8]) -> WorldResult<Vec<Vec<u8>>>;
    fn working_directory(&mut self) -> WorldResult<Vec<u8>>;
    fn change_directory(&mut self, path: &[u8]) -> WorldResult<()>;
    fn variable(&mut self, name: &[u8]) -> Option<Vec<u8>>;
    fn variables(&mut self) -> Vec<Vec<u8>>;
    /// Seconds and nanoseconds since 1970.
    fn now(&mut self) -> (i64, u32);
    /// Nanoseconds of processor time.
    fn processor_time(&mut self) -> u64;
    /// A process number to show to programs.
    fn process(&mut self) -> i32;
}

/// A world with nothing in it: no files, no input, output thrown away. Time stands still.
#[derive(Debug, Default)]
pub struct EmptyWorld {
    pub output: Vec<u8>,
    /// Bytes of output to keep.
    pub keep: usize,
}

const ENOENT: i32 = 2;
const EBADF: i32 = 9;
const EACCES: i32 = 13;

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

    fn seek(&mut self, _: Handle, _: i64, _: Whence) -> WorldResult<u64> {
        Err(29)
    }

    fn truncate(&mut self, _: Handle, _: u64) -> WorldResult<()> {
        Err(EBADF)
    }

    fn duplicate(&mut self, _: Handle) -> WorldResult<Handle> {
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

    fn list(&mut self, _: &[u8]) -> WorldResult<Vec<Vec<u8>>> {
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

    fn now(&mut self) -> (i64, u32) {
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
    e.raw_os_error().unwrap_or(5)
}
