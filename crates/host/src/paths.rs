//! Files by name, relative to the program's own working directory.

use crate::descriptors::{checked, last_error, retry};
use crescendo_vm::world::{DirectoryEntry, FileStatus, OpenMode, Time, WorldResult};
use std::ffi::{CStr, CString};
use std::os::fd::{AsRawFd, FromRawFd, IntoRawFd, OwnedFd, RawFd};

/// The program's working directory: the tool's, until it changes.
#[derive(Default)]
pub struct Place {
    directory: Option<OwnedFd>,
}

fn c_path(path: &[u8]) -> WorldResult<CString> {
    // Paths come from C strings, so they have no NUL inside.
    CString::new(path).map_err(|_| libc::EINVAL)
}

fn descriptor(result: i64) -> OwnedFd {
    unsafe { OwnedFd::from_raw_fd(result as RawFd) }
}

/// A call whose result is a buffer of unknown size.
fn growing(mut call: impl FnMut(&mut [u8]) -> i64) -> WorldResult<Vec<u8>> {
    let mut buffer = vec![0; 256];
    loop {
        let n = checked(call(&mut buffer))? as usize;
        if n < buffer.len() {
            buffer.truncate(n);
            return Ok(buffer);
        }
        let len = buffer.len() * 2;
        buffer.resize(len, 0);
    }
}

/// The path of an open file, as the kernel knows it.
pub fn path_of(fd: RawFd) -> WorldResult<Vec<u8>> {
    Place::default().read_link(format!("/proc/self/fd/{fd}").as_bytes())
}

pub fn status(fd: RawFd) -> WorldResult<FileStatus> {
    let mut st: libc::stat = unsafe { std::mem::zeroed() };
    checked(unsafe { libc::fstat(fd, &mut st) } as i64)?;
    Ok(file_status(&st))
}

fn file_status(st: &libc::stat) -> FileStatus {
    FileStatus {
        mode: st.st_mode,
        size: st.st_size as u64,
        device: st.st_dev,
        inode: st.st_ino,
        links: st.st_nlink,
        user: st.st_uid,
        group: st.st_gid,
        special: st.st_rdev,
        block_size: st.st_blksize as u64,
        blocks: st.st_blocks as u64,
        accessed: (st.st_atime, st.st_atime_nsec as u32),
        modified: (st.st_mtime, st.st_mtime_nsec as u32),
        changed: (st.st_ctime, st.st_ctime_nsec as u32),
    }
}

impl Place {
    fn at(&self) -> RawFd {
        self.directory.as_ref().map_or(libc::AT_FDCWD, |d| d.as_raw_fd())
    }

    pub fn open(&self, path: &[u8], mode: OpenMode) -> WorldResult<OwnedFd> {
        let path = c_path(path)?;
        let mut flags = libc::O_CLOEXEC | libc::O_NOCTTY;
        flags |= match (mode.read, mode.write) {
            (true, true) => libc::O_RDWR,
            (false, true) => libc::O_WRONLY,
            _ => libc::O_RDONLY,
        };
        let bits = [
            (mode.append, libc::O_APPEND),
            (mode.create, libc::O_CREAT),
            (mode.truncate, libc::O_TRUNC),
            (mode.exclusive, libc::O_EXCL),
            (mode.nonblocking, libc::O_NONBLOCK),
            (mode.no_follow, libc::O_NOFOLLOW),
            (mode.directory, libc::O_DIRECTORY),
        ];
        flags |= bits.iter().filter(|(on, _)| *on).fold(0, |all, (_, bit)| all | bit);
        let permissions = mode.permissions as libc::c_uint;
        retry(|| unsafe { libc::openat(self.at(), path.as_ptr(), flags, permissions) } as i64).map(descriptor)
    }

    pub fn status_of(&self, path: &[u8], follow: bool) -> WorldResult<FileStatus> {
        let path = c_path(path)?;
        let mut st: libc::stat = unsafe { std::mem::zeroed() };
        let flags = if follow { 0 } else { libc::AT_SYMLINK_NOFOLLOW };
        checked(unsafe { libc::fstatat(self.at(), path.as_ptr(), &mut st, flags) } as i64)?;
        Ok(file_status(&st))
    }

    pub fn access(&self, path: &[u8], mode: u32) -> WorldResult<()> {
        let path = c_path(path)?;
        checked(unsafe { libc::faccessat(self.at(), path.as_ptr(), mode as i32, 0) } as i64).map(drop)
    }

    pub fn unlink(&self, path: &[u8], flags: i32) -> WorldResult<()> {
        let path = c_path(path)?;
        checked(unsafe { libc::unlinkat(self.at(), path.as_ptr(), flags) } as i64).map(drop)
    }

    pub fn make_directory(&self, path: &[u8], permissions: u32) -> WorldResult<()> {
        let path = c_path(path)?;
        checked(unsafe { libc::mkdirat(self.at(), path.as_ptr(), permissions as libc::mode_t) } as i64).map(drop)
    }

    pub fn rename(&self, from: &[u8], to: &[u8]) -> WorldResult<()> {
        let (from, to) = (c_path(from)?, c_path(to)?);
        checked(unsafe { libc::renameat(self.at(), from.as_ptr(), self.at(), to.as_ptr()) } as i64).map(drop)
    }

    pub fn link(&self, from: &[u8], to: &[u8]) -> WorldResult<()> {
        let (from, to) = (c_path(from)?, c_path(to)?);
        checked(unsafe { libc::linkat(self.at(), from.as_ptr(), self.at(), to.as_ptr(), 0) } as i64).map(drop)
    }

    pub fn make_symlink(&self, content: &[u8], path: &[u8]) -> WorldResult<()> {
        let (content, path) = (c_path(content)?, c_path(path)?);
        checked(unsafe { libc::symlinkat(content.as_ptr(), self.at(), path.as_ptr()) } as i64).map(drop)
    }

    pub fn read_link(&self, path: &[u8]) -> WorldResult<Vec<u8>> {
        let path = c_path(path)?;
        growing(|b| unsafe { libc::readlinkat(self.at(), path.as_ptr(), b.as_mut_ptr().cast(), b.len()) } as i64)
    }

    pub fn change_permissions(&self, path: &[u8], permissions: u32) -> WorldResult<()> {
        let path = c_path(path)?;
        let mode = permissions as libc::mode_t;
        checked(unsafe { libc::fchmodat(self.at(), path.as_ptr(), mode, 0) } as i64).map(drop)
    }

    pub fn set_times(&self, path: &[u8], accessed: Option<Time>, modified: Option<Time>) -> WorldResult<()> {
        let path = c_path(path)?;
        let spec = |t: Option<Time>| match t {
            Some((seconds, nanoseconds)) => libc::timespec { tv_sec: seconds, tv_nsec: nanoseconds.into() },
            None => libc::timespec { tv_sec: 0, tv_nsec: libc::UTIME_OMIT },
        };
        let times = [spec(accessed), spec(modified)];
        checked(unsafe { libc::utimensat(self.at(), path.as_ptr(), times.as_ptr(), 0) } as i64).map(drop)
    }

    pub fn list(&self, path: &[u8]) -> WorldResult<Vec<DirectoryEntry>> {
        let mode = OpenMode { read: true, directory: true, ..OpenMode::default() };
        let fd = self.open(path, mode)?.into_raw_fd();
        let stream = unsafe { libc::fdopendir(fd) };
        if stream.is_null() {
            let e = last_error();
            drop(descriptor(fd as i64));
            return Err(e);
        }
        let mut entries = Vec::new();
        loop {
            let entry = unsafe { libc::readdir(stream) };
            if entry.is_null() {
                break;
            }
            let (name, inode, kind) =
                unsafe { (CStr::from_ptr((*entry).d_name.as_ptr()), (*entry).d_ino, (*entry).d_type) };
            // A directory entry's type is the upper part of a mode.
            entries.push(DirectoryEntry { name: name.to_bytes().to_vec(), inode, mode: (kind as u32) << 12 });
        }
        unsafe { libc::closedir(stream) };
        Ok(entries)
    }

    pub fn working_directory(&self) -> WorldResult<Vec<u8>> {
        match &self.directory {
            Some(d) => path_of(d.as_raw_fd()),
            None => {
                let path = std::env::current_dir().map_err(|e| e.raw_os_error().unwrap_or(libc::EIO))?;
                Ok(std::os::unix::ffi::OsStringExt::into_vec(path.into_os_string()))
            }
        }
    }

    pub fn change_directory(&mut self, path: &[u8]) -> WorldResult<()> {
        let c = c_path(path)?;
        let flags = libc::O_PATH | libc::O_DIRECTORY | libc::O_CLOEXEC;
        let new = retry(|| unsafe { libc::openat(self.at(), c.as_ptr(), flags) } as i64).map(descriptor)?;
        // A path descriptor needs no permission, being there does.
        self.access(path, libc::X_OK as u32)?;
        self.directory = Some(new);
        Ok(())
    }
}
