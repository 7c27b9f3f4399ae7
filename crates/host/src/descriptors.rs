//! The program's descriptors: a table from its numbers to real ones.

use crescendo_vm::world::{Handle, OpenMode, Whence, WorldResult};
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd, RawFd};

/// How long a `read` waits before it says `EINTR`, in milliseconds.
const PATIENCE: i32 = 50;

pub struct Descriptors {
    table: Vec<Option<Descriptor>>,
    /// Numbers from here on are refused, as by the resource limit.
    end: usize,
}

struct Descriptor {
    file: File,
    /// Reading may wait, so wait in small pieces.
    slow: bool,
}

enum File {
    /// One of the tool's own standard descriptors; never closed.
    Standard(RawFd),
    Owned(OwnedFd),
}

impl Descriptor {
    fn new(file: File) -> Descriptor {
        let mut d = Descriptor { file, slow: false };
        d.classify();
        d
    }

    fn raw(&self) -> RawFd {
        match &self.file {
            File::Standard(fd) => *fd,
            File::Owned(fd) => fd.as_raw_fd(),
        }
    }

    /// Decides whether reading may wait.
    fn classify(&mut self) {
        let fd = self.raw();
        let mut st: libc::stat = unsafe { std::mem::zeroed() };
        let regular = unsafe { libc::fstat(fd, &mut st) } == 0 && st.st_mode & libc::S_IFMT == libc::S_IFREG;
        let flags = unsafe { libc::fcntl(fd, libc::F_GETFL) };
        self.slow = !regular && flags >= 0 && flags & libc::O_NONBLOCK == 0;
    }
}

/// The errno of the last call.
pub fn last_error() -> i32 {
    std::io::Error::last_os_error().raw_os_error().unwrap_or(libc::EIO)
}

/// A result of a system call: negative is an error.
pub fn checked(result: i64) -> WorldResult<i64> {
    if result < 0 { Err(last_error()) } else { Ok(result) }
}

/// A call that is made again when a signal interrupts it.
pub fn retry(mut call: impl FnMut() -> i64) -> WorldResult<i64> {
    loop {
        match checked(call()) {
            Err(libc::EINTR) => {}
            other => return other,
        }
    }
}

impl Descriptors {
    pub fn new() -> Descriptors {
        let mut limit = libc::rlimit { rlim_cur: 1024, rlim_max: 1024 };
        unsafe { libc::getrlimit(libc::RLIMIT_NOFILE, &mut limit) };
        let end = limit.rlim_cur.clamp(16, 1 << 20) as usize;
        let standard =
            |fd| (unsafe { libc::fcntl(fd, libc::F_GETFD) } >= 0).then(|| Descriptor::new(File::Standard(fd)));
        Descriptors { table: (0..3).map(standard).collect(), end }
    }

    fn get(&self, h: Handle) -> WorldResult<&Descriptor> {
        let slot = usize::try_from(h).ok().and_then(|i| self.table.get(i));
        slot.and_then(Option::as_ref).ok_or(libc::EBADF)
    }

    /// The real descriptor of a handle.
    pub fn raw(&self, h: Handle) -> WorldResult<RawFd> {
        self.get(h).map(Descriptor::raw)
    }

    /// Gives a descriptor the lowest free number from `least` on.
    pub fn add(&mut self, fd: OwnedFd, least: Handle) -> WorldResult<Handle> {
        let least = usize::try_from(least).ok().filter(|&n| n < self.end).ok_or(libc::EINVAL)?;
        let free = |i: &usize| self.table.get(*i).is_none_or(Option::is_none);
        let at = (least..self.end).find(free).ok_or(libc::EMFILE)?;
        self.put(at, Descriptor::new(File::Owned(fd)));
        Ok(at as Handle)
    }

    fn put(&mut self, at: usize, d: Descriptor) {
        if self.table.len() <= at {
            self.table.resize_with(at + 1, || None);
        }
        self.table[at] = Some(d);
    }

    /// A new real descriptor of the same file.
    pub fn copy(&self, h: Handle) -> WorldResult<OwnedFd> {
        let fd = self.raw(h)?;
        let new = checked(unsafe { libc::fcntl(fd, libc::F_DUPFD_CLOEXEC, 3) } as i64)?;
        Ok(unsafe { OwnedFd::from_raw_fd(new as RawFd) })
    }

    pub fn duplicate_to(&mut self, h: Handle, to: Handle) -> WorldResult<()> {
        self.get(h)?;
        let at = usize::try_from(to).ok().filter(|&n| n < self.end).ok_or(libc::EBADF)?;
        if h != to {
            let fd = self.copy(h)?;
            self.put(at, Descriptor::new(File::Owned(fd)));
        }
        Ok(())
    }

    pub fn pipe(&mut self) -> WorldResult<(Handle, Handle)> {
        let mut ends = [0; 2];
        checked(unsafe { libc::pipe2(ends.as_mut_ptr(), libc::O_CLOEXEC) } as i64)?;
        let [reader, writer] = ends.map(|fd| unsafe { OwnedFd::from_raw_fd(fd) });
        let reader = self.add(reader, 0)?;
        match self.add(writer, 0) {
            Ok(writer) => Ok((reader, writer)),
            Err(e) => {
                self.close(reader)?;
                Err(e)
            }
        }
    }

    pub fn close(&mut self, h: Handle) -> WorldResult<()> {
        self.get(h)?;
        self.table[h as usize] = None;
        Ok(())
    }

    pub fn read(&mut self, h: Handle, buffer: &mut [u8]) -> WorldResult<usize> {
        let d = self.get(h)?;
        let fd = d.raw();
        if d.slow {
            let mut wait = libc::pollfd { fd, events: libc::POLLIN, revents: 0 };
            if checked(unsafe { libc::poll(&mut wait, 1, PATIENCE) } as i64)? == 0 {
                return Err(libc::EINTR);
            }
        }
        checked(unsafe { libc::read(fd, buffer.as_mut_ptr().cast(), buffer.len()) } as i64).map(|n| n as usize)
    }

    pub fn write(&mut self, h: Handle, bytes: &[u8]) -> WorldResult<usize> {
        let fd = self.raw(h)?;
        checked(unsafe { libc::write(fd, bytes.as_ptr().cast(), bytes.len()) } as i64).map(|n| n as usize)
    }

    pub fn read_at(&mut self, h: Handle, buffer: &mut [u8], offset: u64) -> WorldResult<usize> {
        let (fd, offset) = (self.raw(h)?, offset as libc::off_t);
        let read = || unsafe { libc::pread(fd, buffer.as_mut_ptr().cast(), buffer.len(), offset) } as i64;
        retry(read).map(|n| n as usize)
    }

    pub fn write_at(&mut self, h: Handle, bytes: &[u8], offset: u64) -> WorldResult<usize> {
        let (fd, offset) = (self.raw(h)?, offset as libc::off_t);
        retry(|| unsafe { libc::pwrite(fd, bytes.as_ptr().cast(), bytes.len(), offset) } as i64).map(|n| n as usize)
    }

    pub fn seek(&mut self, h: Handle, offset: i64, whence: Whence) -> WorldResult<u64> {
        let whence = match whence {
            Whence::Start => libc::SEEK_SET,
            Whence::Current => libc::SEEK_CUR,
            Whence::End => libc::SEEK_END,
        };
        let fd = self.raw(h)?;
        checked(unsafe { libc::lseek(fd, offset, whence) }).map(|at| at as u64)
    }

    pub fn truncate(&mut self, h: Handle, len: u64) -> WorldResult<()> {
        let fd = self.raw(h)?;
        let len = libc::off_t::try_from(len).map_err(|_| libc::EINVAL)?;
        retry(|| unsafe { libc::ftruncate(fd, len) } as i64).map(drop)
    }

    pub fn open_mode(&mut self, h: Handle) -> WorldResult<OpenMode> {
        let flags = checked(unsafe { libc::fcntl(self.raw(h)?, libc::F_GETFL) } as i64)? as i32;
        let access = flags & libc::O_ACCMODE;
        Ok(OpenMode {
            read: access == libc::O_RDONLY || access == libc::O_RDWR,
            write: access == libc::O_WRONLY || access == libc::O_RDWR,
            append: flags & libc::O_APPEND != 0,
            nonblocking: flags & libc::O_NONBLOCK != 0,
            ..OpenMode::default()
        })
    }

    pub fn set_open_mode(&mut self, h: Handle, mode: OpenMode) -> WorldResult<()> {
        let fd = self.raw(h)?;
        let old = checked(unsafe { libc::fcntl(fd, libc::F_GETFL) } as i64)? as i32;
        let with = |flags: i32, on: bool, bit: i32| if on { flags | bit } else { flags & !bit };
        let new = with(with(old, mode.append, libc::O_APPEND), mode.nonblocking, libc::O_NONBLOCK);
        checked(unsafe { libc::fcntl(fd, libc::F_SETFL, new) } as i64)?;
        // Every handle of the same file has the flags now.
        self.table.iter_mut().flatten().for_each(Descriptor::classify);
        Ok(())
    }
}
