//! The real operating system as a machine's world.
//!
//! Invariants:
//! - a program's handles are numbers of a table of its own ([`descriptors`]): it gets the lowest free number as
//!   natively, and can neither close nor reach a descriptor of the tool;
//! - its working directory is a directory of its own too, so `chdir` does not move the tool;
//! - the environment is the process's, read once; only the file mode mask is the process's own, and given back at
//!   the end;
//! - nothing panics, whatever a program asks for.
//!
//! `read` answers `EINTR` now and then while it waits, so that a machine can be interrupted.

mod confine;
mod descriptors;
mod paths;
mod system;

use confine::Confinement;
use crescendo_vm::world::{
    DirectoryEntry, FileStatus, Handle, Identity, OpenMode, SystemNames, Time, Whence, World, WorldResult,
};
use descriptors::Descriptors;
use paths::Place;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The operating system.
pub struct HostWorld {
    descriptors: Descriptors,
    place: Place,
    environment: Vec<Vec<u8>>,
    /// The tool's file mode mask, once the program has changed it.
    umask: Option<libc::mode_t>,
    confinement: Option<Confinement>,
    /// The last byte written to standard error was not a newline.
    stderr_line: Arc<AtomicBool>,
}

impl HostWorld {
    /// Descriptors 0 to 2, the working directory and the environment of this process.
    pub fn new() -> HostWorld {
        HostWorld::with_environment(system::environment())
    }

    /// The same with another environment, as `NAME=value`.
    pub fn with_environment(environment: Vec<Vec<u8>>) -> HostWorld {
        HostWorld {
            descriptors: Descriptors::new(),
            place: Place::default(),
            environment,
            umask: None,
            confinement: None,
            stderr_line: Arc::default(),
        }
    }
}

impl HostWorld {
    /// Whether the last line on standard error is still open: a report should start on a new one.
    pub fn stderr_line(&self) -> Arc<AtomicBool> {
        self.stderr_line.clone()
    }

    /// Only files below the folder may be made, changed or removed.
    pub fn confine(&mut self, folder: &Path) -> std::io::Result<()> {
        self.confinement = Some(Confinement::new(folder)?);
        Ok(())
    }

    /// Whether the program may change what a path names.
    fn may_change(&mut self, path: &[u8], follow: bool) -> WorldResult<()> {
        if self.confinement.is_none() {
            return Ok(());
        }
        let here = self.place.working_directory()?;
        self.confinement.as_ref().map_or(Ok(()), |c| c.check(&here, path, follow))
    }
}

impl Default for HostWorld {
    fn default() -> HostWorld {
        HostWorld::new()
    }
}

impl Drop for HostWorld {
    fn drop(&mut self) {
        if let Some(mask) = self.umask {
            unsafe { libc::umask(mask) };
        }
    }
}

impl World for HostWorld {
    fn read(&mut self, h: Handle, buffer: &mut [u8]) -> WorldResult<usize> {
        self.descriptors.read(h, buffer)
    }

    fn write(&mut self, h: Handle, bytes: &[u8]) -> WorldResult<usize> {
        if let (2, Some(last)) = (h, bytes.last()) {
            self.stderr_line.store(*last != b'\n', Ordering::Relaxed);
        }
        self.descriptors.write(h, bytes)
    }

    fn read_at(&mut self, h: Handle, buffer: &mut [u8], offset: u64) -> WorldResult<usize> {
        self.descriptors.read_at(h, buffer, offset)
    }

    fn write_at(&mut self, h: Handle, bytes: &[u8], offset: u64) -> WorldResult<usize> {
        self.descriptors.write_at(h, bytes, offset)
    }

    fn open(&mut self, path: &[u8], mode: OpenMode) -> WorldResult<Handle> {
        if mode.write || mode.append || mode.create || mode.truncate {
            self.may_change(path, true)?;
        }
        let fd = self.place.open(path, mode)?;
        self.descriptors.add(fd, 0)
    }

    fn close(&mut self, h: Handle) -> WorldResult<()> {
        self.descriptors.close(h)
    }

    fn seek(&mut self, h: Handle, offset: i64, whence: Whence) -> WorldResult<u64> {
        self.descriptors.seek(h, offset, whence)
    }

    fn truncate(&mut self, h: Handle, len: u64) -> WorldResult<()> {
        self.descriptors.truncate(h, len)
    }

    fn duplicate(&mut self, h: Handle, least: Handle) -> WorldResult<Handle> {
        let fd = self.descriptors.copy(h)?;
        self.descriptors.add(fd, least)
    }

    fn duplicate_to(&mut self, h: Handle, to: Handle) -> WorldResult<()> {
        self.descriptors.duplicate_to(h, to)
    }

    fn pipe(&mut self) -> WorldResult<(Handle, Handle)> {
        self.descriptors.pipe()
    }

    fn is_terminal(&mut self, h: Handle) -> bool {
        self.descriptors.raw(h).is_ok_and(|fd| unsafe { libc::isatty(fd) } == 1)
    }

    fn open_mode(&mut self, h: Handle) -> WorldResult<OpenMode> {
        self.descriptors.open_mode(h)
    }

    fn set_open_mode(&mut self, h: Handle, mode: OpenMode) -> WorldResult<()> {
        self.descriptors.set_open_mode(h, mode)
    }

    fn status(&mut self, h: Handle) -> WorldResult<FileStatus> {
        paths::status(self.descriptors.raw(h)?)
    }

    fn synchronise(&mut self, h: Handle) -> WorldResult<()> {
        let fd = self.descriptors.raw(h)?;
        descriptors::retry(|| unsafe { libc::fsync(fd) } as i64).map(drop)
    }

    fn change_permissions_of(&mut self, h: Handle, permissions: u32) -> WorldResult<()> {
        let fd = self.descriptors.raw(h)?;
        descriptors::retry(|| unsafe { libc::fchmod(fd, permissions as libc::mode_t) } as i64).map(drop)
    }

    fn path_of(&mut self, h: Handle) -> WorldResult<Vec<u8>> {
        paths::path_of(self.descriptors.raw(h)?)
    }

    fn status_of(&mut self, path: &[u8], follow: bool) -> WorldResult<FileStatus> {
        self.place.status_of(path, follow)
    }

    fn access(&mut self, path: &[u8], mode: u32) -> WorldResult<()> {
        self.place.access(path, mode)
    }

    fn remove(&mut self, path: &[u8]) -> WorldResult<()> {
        self.may_change(path, false)?;
        self.place.unlink(path, 0)
    }

    fn remove_directory(&mut self, path: &[u8]) -> WorldResult<()> {
        self.may_change(path, false)?;
        self.place.unlink(path, libc::AT_REMOVEDIR)
    }

    fn make_directory(&mut self, path: &[u8], permissions: u32) -> WorldResult<()> {
        self.may_change(path, false)?;
        self.place.make_directory(path, permissions)
    }

    fn rename(&mut self, from: &[u8], to: &[u8]) -> WorldResult<()> {
        self.may_change(from, false)?;
        self.may_change(to, false)?;
        self.place.rename(from, to)
    }

    fn link(&mut self, from: &[u8], to: &[u8]) -> WorldResult<()> {
        self.may_change(from, true)?;
        self.may_change(to, false)?;
        self.place.link(from, to)
    }

    fn make_symlink(&mut self, content: &[u8], path: &[u8]) -> WorldResult<()> {
        self.may_change(path, false)?;
        self.place.make_symlink(content, path)
    }

    fn read_link(&mut self, path: &[u8]) -> WorldResult<Vec<u8>> {
        self.place.read_link(path)
    }

    fn change_permissions(&mut self, path: &[u8], permissions: u32) -> WorldResult<()> {
        self.may_change(path, true)?;
        self.place.change_permissions(path, permissions)
    }

    fn set_times(&mut self, path: &[u8], accessed: Option<Time>, modified: Option<Time>) -> WorldResult<()> {
        self.may_change(path, true)?;
        self.place.set_times(path, accessed, modified)
    }

    fn list(&mut self, path: &[u8]) -> WorldResult<Vec<DirectoryEntry>> {
        self.place.list(path)
    }

    fn working_directory(&mut self) -> WorldResult<Vec<u8>> {
        self.place.working_directory()
    }

    fn change_directory(&mut self, path: &[u8]) -> WorldResult<()> {
        self.place.change_directory(path)
    }

    fn set_umask(&mut self, mask: u32) -> u32 {
        let old = unsafe { libc::umask(mask as libc::mode_t & 0o777) };
        self.umask.get_or_insert(old);
        old
    }

    fn variable(&mut self, name: &[u8]) -> Option<Vec<u8>> {
        let value = |v: &Vec<u8>| Some(v.strip_prefix(name)?.strip_prefix(b"=")?.to_vec());
        self.environment.iter().find_map(value)
    }

    fn variables(&mut self) -> Vec<Vec<u8>> {
        self.environment.clone()
    }

    fn now(&mut self) -> Time {
        system::clock(libc::CLOCK_REALTIME)
    }

    fn processor_time(&mut self) -> u64 {
        let (seconds, nanoseconds) = system::clock(libc::CLOCK_PROCESS_CPUTIME_ID);
        seconds as u64 * 1_000_000_000 + nanoseconds as u64
    }

    fn process(&mut self) -> i32 {
        std::process::id() as i32
    }

    fn identity(&mut self) -> Identity {
        system::identity()
    }

    fn system_names(&mut self) -> SystemNames {
        system::names()
    }

    fn random(&mut self, buffer: &mut [u8]) {
        system::random(buffer);
    }
}
