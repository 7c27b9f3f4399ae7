//! Moving bytes between a stream and what lies under it. Here output is counted, interruptions are noticed, and a pipe
//! that nobody reads ends the run.

use super::stream::{Device, StreamId};
use crate::machine::Vm;
use crate::models::signal::send::{SI_USER, send};
use crate::stop::{Limit, Stop};
use crate::world::{EBADF, EINTR, EINVAL, EPIPE, ESPIPE, Handle, Whence};

/// The signal of a pipe without a reader.
const SIGPIPE: i32 = 13;

impl<'p> Vm<'p> {
    /// Reads into a host buffer. Errors are errno values.
    pub(crate) fn read_handle(&mut self, h: Handle, buffer: &mut [u8]) -> Result<Result<usize, i32>, Stop> {
        if self.is_symbolic_file(h) {
            return self.read_symbolic(h, buffer);
        }
        loop {
            if self.interrupted() {
                return Err(Stop::Limit(Limit::Interrupted));
            }
            match self.world.read(h, buffer) {
                Err(EINTR) => {}
                other => return Ok(other.map(|n| n.min(buffer.len()))),
            }
        }
    }

    /// One byte of a file that is an input. Its term stays in `Library::files`.
    fn read_symbolic(&mut self, h: Handle, buffer: &mut [u8]) -> Result<Result<usize, i32>, Stop> {
        self.library.files.terms.clear();
        let Some(to) = buffer.first_mut() else { return Ok(Ok(0)) };
        Ok(match self.read_file_byte(h)? {
            Ok(Some((byte, term))) => {
                *to = byte;
                self.library.files.terms.push(term);
                Ok(1)
            }
            Ok(None) => Ok(0),
            Err(e) => Err(e),
        })
    }

    /// One write. Errors are errno values.
    pub(crate) fn write_handle(&mut self, h: Handle, bytes: &[u8]) -> Result<Result<usize, i32>, Stop> {
        self.charge_output(bytes.len())?;
        self.tell_output(h, bytes);
        if self.is_symbolic_file(h) {
            return self.write_file(h, bytes);
        }
        loop {
            match self.world.write(h, bytes) {
                Err(EINTR) if self.interrupted() => return Err(Stop::Limit(Limit::Interrupted)),
                Err(EINTR) => {}
                Err(EPIPE) => {
                    // Unless the program does not want to die of it.
                    send(self, SIGPIPE, SI_USER)?;
                    return Ok(Err(EPIPE));
                }
                Err(e) => return Ok(Err(e)),
                Ok(n) => {
                    let n = n.min(bytes.len());
                    self.library.stdio.written += n as u64;
                    return Ok(Ok(n));
                }
            }
        }
    }

    /// One write at a place of its own.
    pub(crate) fn write_handle_at(&mut self, h: Handle, bytes: &[u8], at: u64) -> Result<Result<usize, i32>, Stop> {
        self.charge_output(bytes.len())?;
        let result = self.world.write_at(h, bytes, at);
        if let Ok(n) = result {
            self.library.stdio.written += n as u64;
        }
        Ok(result)
    }

    /// Stops the run if so much output is too much.
    fn charge_output(&self, len: usize) -> Result<(), Stop> {
        let left = self.limits.output.saturating_sub(self.library.stdio.written);
        if len as u64 > left { Err(Stop::Limit(Limit::Output)) } else { Ok(()) }
    }

    /// Fails the present call: errno and the stream's error mark.
    pub(super) fn stream_error(&mut self, id: StreamId, errno: i32) -> Result<bool, Stop> {
        self.library.stdio.stream(id).error_seen = true;
        self.set_errno(errno)?;
        Ok(false)
    }

    /// Writes all bytes to the stream's device. False: it failed, and errno and the error mark are set.
    pub(super) fn device_write(&mut self, id: StreamId, bytes: &[u8]) -> Result<bool, Stop> {
        let mut rest = bytes;
        while !rest.is_empty() {
            let result = match self.library.stdio.stream(id).device {
                Device::Handle(h) => self.write_handle(h, rest)?,
                Device::Fixed(m) => {
                    // Memory takes what fits, once.
                    let result = self.write_fixed(id, m, rest)?;
                    if result.is_ok_and(|n| n < rest.len()) {
                        self.library.stdio.stream(id).error_seen = true;
                        return Ok(false);
                    }
                    result
                }
                Device::Growing(_) => self.write_growing(id, rest)?,
                Device::Closed => Err(EBADF),
            };
            match result {
                Ok(0) => return self.stream_error(id, crate::world::ENOSPC),
                Ok(n) => rest = &rest[n..],
                Err(e) => return self.stream_error(id, e),
            }
        }
        Ok(true)
    }

    /// Reads from the stream's device: `None` after an error, 0 at the end; the marks are set.
    pub(super) fn device_read(&mut self, id: StreamId, buffer: &mut [u8]) -> Result<Option<usize>, Stop> {
        let result = match self.library.stdio.stream(id).device {
            Device::Handle(h) => self.read_handle(h, buffer)?,
            Device::Fixed(m) => self.read_fixed(id, m, buffer)?,
            Device::Growing(_) | Device::Closed => Err(EBADF),
        };
        match result {
            Ok(n) => {
                if n == 0 {
                    self.library.stdio.stream(id).end_seen = true;
                }
                Ok(Some(n))
            }
            Err(e) => {
                self.stream_error(id, e)?;
                Ok(None)
            }
        }
    }

    /// Moves the device's position. Errors are errno values; no mark is set.
    pub(super) fn device_seek(&mut self, id: StreamId, offset: i64, whence: Whence) -> Result<Result<u64, i32>, Stop> {
        let handle = self.library.stdio.stream(id).handle();
        match handle {
            Some(h) if self.is_symbolic_file(h) => self.seek_file(h, offset, whence),
            _ => Ok(self.plain_seek(id, offset, whence)),
        }
    }

    fn plain_seek(&mut self, id: StreamId, offset: i64, whence: Whence) -> Result<u64, i32> {
        let stream = self.library.stdio.stream(id);
        let (at, end, limit) = match &stream.device {
            Device::Handle(h) => return self.world.seek(*h, offset, whence),
            Device::Fixed(m) => (m.at, m.end, m.size),
            // glibc takes where it stands for the end.
            Device::Growing(m) => (m.at as u64, m.at as u64, self.limits.memory.bytes),
            Device::Closed => return Err(ESPIPE),
        };
        let base = match whence {
            Whence::Start => 0,
            Whence::Current => at as i64,
            Whence::End => end as i64,
        };
        let to = base.checked_add(offset).and_then(|to| u64::try_from(to).ok()).filter(|&to| to <= limit);
        let to = to.ok_or(EINVAL)?;
        match &mut stream.device {
            Device::Fixed(m) => m.at = to,
            Device::Growing(m) => {
                m.at = to as usize;
                let len = m.data.len().max(m.at);
                m.data.resize(len, 0);
            }
            _ => {}
        }
        Ok(to)
    }
}
