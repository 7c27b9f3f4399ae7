//! Between the program and the device: filling, flushing and switching, step by step as glibc's `fileops.c` does it.

use super::stream::{Buffering, Device, StreamId};
use super::{STDOUT, Stdio};
use crate::machine::Vm;
use crate::memory::AccessKind;
use crate::stop::Stop;
use crate::world::{EBADF, Whence};

/// glibc's `BUFSIZ`.
const BUFFER_SIZE: u64 = 8192;
/// Buffers smaller than this don't make writes come in whole blocks.
const LEAST_BLOCK: usize = 128;

impl Stdio {
    /// Puts one byte where it needs no further work.
    #[inline]
    pub(super) fn put_quickly(&mut self, id: StreamId, byte: u8) -> bool {
        let s = &mut self.streams[id];
        let room = s.output.len() < s.output_end;
        if room {
            s.output.push(byte);
        }
        room
    }

    /// Takes one byte that was read ahead.
    #[inline]
    pub(super) fn get_quickly(&mut self, id: StreamId) -> Option<u8> {
        let s = &mut self.streams[id];
        let byte = s.input.get(s.at).copied();
        s.at += byte.is_some() as usize;
        byte
    }
}

impl<'p> Vm<'p> {
    /// Decides a stream's buffer at its first transfer.
    pub(super) fn allocate_buffer(&mut self, id: StreamId) {
        let s = self.library.stdio.stream(id);
        if s.capacity != 0 {
            return;
        }
        let device = s.handle();
        // What is read ahead would be decided before it is needed.
        if s.buffering == Buffering::None || device.is_some_and(|h| self.is_symbolic_file(h)) {
            self.library.stdio.stream(id).capacity = 1;
            return;
        }
        let s = self.library.stdio.stream(id);
        let mut size = BUFFER_SIZE;
        let mut terminal = false;
        if let Device::Handle(h) = s.device
            && let Ok(status) = self.world.status(h)
        {
            const TYPE: u32 = 0o170000;
            const CHARACTER_DEVICE: u32 = 0o020000;
            terminal = status.mode & TYPE == CHARACTER_DEVICE && self.world.is_terminal(h);
            if status.block_size > 0 && status.block_size < BUFFER_SIZE {
                size = status.block_size;
            }
        }
        let s = self.library.stdio.stream(id);
        if terminal {
            s.buffering = Buffering::Line;
        }
        s.capacity = size as usize;
        s.output.reserve_exact(s.capacity);
    }

    /// A buffer the program gave must still be there when it is used.
    fn check_given_buffer(&mut self, id: StreamId) -> Result<(), Stop> {
        if let Some((address, size)) = self.library.stdio.stream(id).given {
            self.memory.check(address, size, AccessKind::Write).map_err(|e| self.memory_stop(e))?;
        }
        Ok(())
    }

    // ---- output

    /// Makes the stream ready to take output. False: it can't, and says so.
    pub(super) fn start_writing(&mut self, id: StreamId) -> Result<bool, Stop> {
        let s = self.library.stdio.stream(id);
        if !s.writable {
            return self.stream_error(id, EBADF);
        }
        if s.writing {
            return Ok(true);
        }
        self.allocate_buffer(id);
        self.give_back_input(id)?;
        let s = self.library.stdio.stream(id);
        s.drop_input();
        s.writing = true;
        s.output_end = s.full_output();
        Ok(true)
    }

    /// Moves the device back to where the program is in the input.
    pub(super) fn give_back_input(&mut self, id: StreamId) -> Result<(), Stop> {
        let unread = self.library.stdio.stream(id).unread() as i64;
        // A device that can't seek keeps its input.
        if unread == 0 || self.device_seek(id, -unread, Whence::Current)?.is_ok() {
            self.library.stdio.stream(id).drop_input();
        }
        Ok(())
    }

    /// Passes pending output on. It is gone afterwards, also if that fails.
    pub(super) fn flush_output(&mut self, id: StreamId) -> Result<bool, Stop> {
        self.check_given_buffer(id)?;
        self.flush_output_anyway(id)
    }

    fn flush_output_anyway(&mut self, id: StreamId) -> Result<bool, Stop> {
        let s = self.library.stdio.stream(id);
        let mut output = std::mem::take(&mut s.output);
        if s.writing {
            s.output_end = s.full_output();
        }
        let result = self.device_write(id, &output);
        output.clear();
        self.library.stdio.stream(id).output = output;
        result
    }

    /// One byte that found no room.
    #[cold]
    pub(super) fn put_slowly(&mut self, id: StreamId, byte: u8) -> Result<bool, Stop> {
        if !self.start_writing(id)? {
            return Ok(false);
        }
        let s = self.library.stdio.stream(id);
        if s.output.len() >= s.capacity && !self.flush_output(id)? {
            return Ok(false);
        }
        let s = self.library.stdio.stream(id);
        s.output.push(byte);
        if s.buffering == Buffering::None || s.buffering == Buffering::Line && byte == b'\n' {
            return self.flush_output(id);
        }
        Ok(true)
    }

    pub(super) fn put_byte(&mut self, id: StreamId, byte: u8) -> Result<bool, Stop> {
        if self.library.stdio.put_quickly(id, byte) { Ok(true) } else { self.put_slowly(id, byte) }
    }

    /// Writes bytes to a stream; gives how many it took. Fewer than all: it failed.
    pub(super) fn put_bytes(&mut self, id: StreamId, bytes: &[u8]) -> Result<usize, Stop> {
        let s = self.library.stdio.stream(id);
        let mut room = s.output_end.saturating_sub(s.output.len());
        let mut line_ends = false;
        if s.writing && s.buffering == Buffering::Line {
            room = s.capacity.saturating_sub(s.output.len());
            if room >= bytes.len()
                && let Some(last) = memchr::memrchr(b'\n', bytes)
            {
                room = last + 1;
                line_ends = true;
            }
        }
        let (now, rest) = bytes.split_at(room.min(bytes.len()));
        s.output.extend_from_slice(now);
        if rest.is_empty() && !line_ends {
            return Ok(bytes.len());
        }
        self.put_rest(id, bytes.len(), rest)
    }

    /// The part of a write that does not fit.
    fn put_rest(&mut self, id: StreamId, total: usize, rest: &[u8]) -> Result<usize, Stop> {
        if !self.start_writing(id)? || !self.flush_output(id)? {
            return Ok(total - rest.len());
        }
        let s = self.library.stdio.stream(id);
        let block = s.capacity;
        let direct = if block >= LEAST_BLOCK { rest.len() - rest.len() % block } else { rest.len() };
        let (blocks, tail) = rest.split_at(direct);
        if !blocks.is_empty() && !self.device_write(id, blocks)? {
            return Ok(total - rest.len());
        }
        let s = self.library.stdio.stream(id);
        s.output.extend_from_slice(tail);
        if s.buffering == Buffering::Line
            && let Some(last) = memchr::memrchr(b'\n', tail)
        {
            s.output.truncate(last + 1);
            if !self.flush_output(id)? {
                return Ok(total - tail.len());
            }
            self.library.stdio.stream(id).output.extend_from_slice(&tail[last + 1..]);
        }
        Ok(total)
    }

    /// `fflush` of one stream: output goes out, input read ahead is given back.
    pub(super) fn synchronise(&mut self, id: StreamId) -> Result<bool, Stop> {
        if !self.flush_output(id)? {
            return Ok(false);
        }
        if !self.library.stdio.stream(id).writing {
            self.give_back_input(id)?;
        }
        self.publish_growing(id)?;
        Ok(true)
    }

    /// The end of the program: every stream's output goes out, and input read ahead is given back.
    pub(crate) fn flush_all(&mut self) -> Result<(), Stop> {
        for id in self.library.stdio.open_streams() {
            self.flush_output_anyway(id)?;
            if !self.is_driven() && !self.library.stdio.stream(id).writing {
                self.give_back_input(id)?;
            }
        }
        Ok(())
    }

    /// `fflush(NULL)`.
    pub(super) fn flush_every_output(&mut self) -> Result<bool, Stop> {
        let mut good = true;
        for id in self.library.stdio.open_streams() {
            good &= self.flush_output(id)?;
            self.publish_growing(id)?;
        }
        Ok(good)
    }

    // ---- input

    /// Stops writing, if the stream was.
    pub(super) fn stop_writing(&mut self, id: StreamId) -> Result<bool, Stop> {
        let s = self.library.stdio.stream(id);
        if s.writing {
            if !self.flush_output(id)? {
                return Ok(false);
            }
            let s = self.library.stdio.stream(id);
            s.writing = false;
            s.output_end = 0;
        }
        Ok(true)
    }

    /// Makes the stream ready to read from its device. False: it can't.
    pub(super) fn start_reading(&mut self, id: StreamId) -> Result<bool, Stop> {
        if !self.library.stdio.stream(id).readable {
            return self.stream_error(id, EBADF);
        }
        self.allocate_buffer(id);
        // A prompt without a newline appears before its answer is read.
        if self.library.stdio.stream(id).buffering != Buffering::Full {
            let out = self.library.stdio.stream(STDOUT);
            if out.is_open() && out.writing && out.buffering == Buffering::Line {
                self.flush_output(STDOUT)?;
            }
        }
        self.stop_writing(id)
    }

    /// Reads ahead. False: at the end, or failed.
    #[cold]
    pub(super) fn read_ahead(&mut self, id: StreamId) -> Result<bool, Stop> {
        let s = self.library.stdio.stream(id);
        if s.end_seen {
            return Ok(false);
        }
        if !self.start_reading(id)? {
            return Ok(false);
        }
        self.check_given_buffer(id)?;
        let s = self.library.stdio.stream(id);
        let mut input = std::mem::take(&mut s.input);
        s.at = 0;
        input.resize(s.capacity, 0);
        let read = self.device_read(id, &mut input)?.unwrap_or(0);
        input.truncate(read);
        let terms = std::mem::take(&mut self.library.files.terms);
        let s = self.library.stdio.stream(id);
        (s.input, s.terms) = (input, terms);
        Ok(read > 0)
    }

    /// The next byte, which becomes concrete.
    pub(super) fn get_byte(&mut self, id: StreamId) -> Result<Option<u8>, Stop> {
        let byte = self.next_byte(id)?;
        let s = self.library.stdio.stream(id);
        if let Some(byte) = byte
            && s.term(s.at - 1).is_some()
        {
            let term = s.term(s.at - 1);
            let reason = self.library_reason(self.in_library.unwrap_or("input"));
            self.concretise(term, byte as u64, reason)?;
        }
        Ok(byte)
    }

    /// The next byte; its term is the stream's, at the place before the present one.
    pub(super) fn next_byte(&mut self, id: StreamId) -> Result<Option<u8>, Stop> {
        if let Some(byte) = self.library.stdio.get_quickly(id) {
            return Ok(Some(byte));
        }
        Ok(if self.read_ahead(id)? { self.library.stdio.get_quickly(id) } else { None })
    }
}
