//! Unformatted input: bytes, lines, blocks, `ungetc`.

use super::put::EOF;
use super::{STDIN, StreamId};
use crate::machine::Vm;
use crate::memory::AccessKind;
use crate::models::{Args, Model};
use crate::stop::{FaultKind, Stop};
use crate::value::Reply;
use crate::world::Handle;
use crescendo_solver::expr::ExprId;

pub const MODELS: &[Model] = &[
    Model { name: "getchar", call: getchar },
    Model { name: "getchar_unlocked", call: getchar },
    Model { name: "fgetc", call: fgetc },
    Model { name: "getc", call: fgetc },
    Model { name: "_IO_getc", call: fgetc },
    Model { name: "fgetc_unlocked", call: fgetc },
    Model { name: "getc_unlocked", call: fgetc },
    // What glibc's inline getc_unlocked calls when nothing is left; ours never has anything there.
    Model { name: "__uflow", call: fgetc },
    Model { name: "getw", call: getw },
    Model { name: "ungetc", call: ungetc },
    Model { name: "gets", call: gets },
    Model { name: "fgets", call: |vm, a| fgets(vm, a.word(0), a.int(1), a.word(2)) },
    Model { name: "fgets_unlocked", call: |vm, a| fgets(vm, a.word(0), a.int(1), a.word(2)) },
    Model { name: "__fgets_chk", call: fgets_checked },
    Model { name: "fread", call: |vm, a| fread(vm, a.word(0), a.word(1), a.word(2), a.word(3)) },
    Model { name: "fread_unlocked", call: |vm, a| fread(vm, a.word(0), a.word(1), a.word(2), a.word(3)) },
    Model { name: "__fread_chk", call: |vm, a| fread(vm, a.word(0), a.word(2), a.word(3), a.word(4)) },
];

#[inline]
fn get(vm: &mut Vm, id: StreamId) -> Result<Reply, Stop> {
    Ok(match vm.next_byte(id)? {
        Some(byte) => {
            vm.reply_byte(id);
            (byte as i32).into()
        }
        None => EOF.into(),
    })
}

fn getchar(vm: &mut Vm, _: Args) -> Result<Reply, Stop> {
    let id = vm.standard_id(STDIN)?;
    get(vm, id)
}

fn fgetc(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    let id = vm.stream_at(a.word(0))?;
    get(vm, id)
}

fn getw(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    let id = vm.stream_at(a.word(0))?;
    let mut word = [0; 4];
    for byte in &mut word {
        match vm.get_byte(id)? {
            Some(b) => *byte = b,
            None => return Ok(EOF.into()),
        }
    }
    let value = if vm.program.target.big_endian { i32::from_be_bytes(word) } else { i32::from_le_bytes(word) };
    Ok(value.into())
}

fn ungetc(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    let id = vm.stream_at(a.word(1))?;
    if a.int(0) == EOF {
        return Ok(EOF.into());
    }
    // Back from writing, as a read would do.
    vm.stop_writing(id)?;
    let byte = a.word(0) as u8;
    vm.push_back(id, byte);
    Ok((byte as i32).into())
}

fn gets(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    let id = vm.standard_id(STDIN)?;
    let to = a.word(0);
    let Line { length, complete } = read_line(vm, id, to, u64::MAX, b'\n')?;
    if length > 0 && !complete {
        vm.settle_end_of_input(id)?;
    }
    if length == 0 || vm.library.stdio.stream(id).error_seen && !complete {
        return Ok(Reply::Word(0));
    }
    vm.fits_member(to, length - complete as u64 + 1)?;
    vm.store_byte(to.wrapping_add(length - complete as u64), 0)?;
    Ok(Reply::Word(to))
}

fn fgets(vm: &mut Vm, to: u64, size: i32, file: u64) -> Result<Reply, Stop> {
    let id = vm.stream_at(file)?;
    if size <= 0 {
        return Ok(Reply::Word(0));
    }
    if size == 1 {
        vm.store_byte(to, 0)?;
        return Ok(Reply::Word(to));
    }
    vm.expect_line(id, size as u64 - 1)?;
    // Errors of before don't count.
    let error = std::mem::take(&mut vm.library.stdio.stream(id).error_seen);
    let Line { length, complete } = read_line(vm, id, to, size as u64 - 1, b'\n')?;
    if (1..size as u64 - 1).contains(&length) && !complete {
        // A line that an error cuts short is none.
        vm.settle_end_of_input(id)?;
    }
    let s = vm.library.stdio.stream(id);
    let failed = length == 0 || s.error_seen;
    s.error_seen |= error;
    if failed {
        return Ok(Reply::Word(0));
    }
    vm.fits_member(to, length + 1)?;
    vm.store_byte(to.wrapping_add(length), 0)?;
    Ok(Reply::Word(to))
}

fn fgets_checked(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    let (known, size) = (a.word(1), a.int(2));
    if size > 0 && size as u64 > known {
        let message = format!("the size given is {size}, the object has {known} bytes");
        return Err(Stop::fault(FaultKind::OutOfBounds, message));
    }
    fgets(vm, a.word(0), size, a.word(3))
}

/// What `read_line` found.
struct Line {
    length: u64,
    /// It ends with the delimiter.
    complete: bool,
}

/// Copies bytes up to and with a delimiter, at most `max`, into the program's memory.
fn read_line(vm: &mut Vm, id: StreamId, to: u64, max: u64, delimiter: u8) -> Result<Line, Stop> {
    let mut length = 0;
    while length < max {
        let s = vm.library.stdio.stream(id);
        if s.unread() == 0 {
            if !vm.read_ahead(id)? {
                break;
            }
            continue;
        }
        if !s.terms.is_empty() {
            length += 1;
            if vm.take_until(id, to.wrapping_add(length - 1), delimiter)? {
                return Ok(Line { length, complete: true });
            }
            continue;
        }
        let ahead = &s.input[s.at..];
        let ahead = &ahead[..ahead.len().min(usize::try_from(max - length).unwrap_or(usize::MAX))];
        let end = memchr::memchr(delimiter, ahead);
        let n = end.map_or(ahead.len(), |e| e + 1);
        take(vm, id, to.wrapping_add(length), n)?;
        length += n as u64;
        if end.is_some() {
            return Ok(Line { length, complete: true });
        }
    }
    Ok(Line { length, complete: false })
}

/// Moves `n` bytes that were read ahead into the program's memory.
pub(super) fn take(vm: &mut Vm, id: StreamId, to: u64, n: usize) -> Result<(), Stop> {
    let r = vm.memory.check(to, n as u64, AccessKind::Write).map_err(|e| vm.memory_stop(e))?;
    let s = &mut vm.library.stdio.streams[id];
    vm.memory.bytes_mut(r).copy_from_slice(&s.input[s.at..s.at + n]);
    s.at += n;
    if !s.terms.is_empty() {
        for i in 0..n {
            vm.set_taken_term(id, to + i as u64, n - i)?;
        }
    }
    Ok(())
}

fn fread(vm: &mut Vm, to: u64, size: u64, count: u64, file: u64) -> Result<Reply, Stop> {
    let total = size.saturating_mul(count);
    // As in glibc, nothing is looked at then.
    if total == 0 {
        return Ok(Reply::Word(0));
    }
    let id = vm.stream_at(file)?;
    let mut done = 0;
    if vm.is_driven() {
        vm.library.files.terms.clear();
    }
    while done < total {
        let (at, want) = (to.wrapping_add(done), total - done);
        let ahead = vm.library.stdio.stream(id).unread() as u64;
        if ahead > 0 {
            let n = ahead.min(want);
            take(vm, id, at, n as usize)?;
            done += n;
            continue;
        }
        vm.allocate_buffer(id);
        let block = vm.library.stdio.stream(id).capacity as u64;
        if want < block {
            if !vm.read_ahead(id)? {
                break;
            }
            continue;
        }
        // Large pieces go past the buffer, in whole blocks.
        if !vm.start_reading(id)? {
            break;
        }
        let n = if block >= 128 { want - want % block } else { want };
        match read_directly(vm, id, at, n)? {
            0 => break,
            n => done += n,
        }
    }
    vm.reply_items(done, size, count);
    Ok(Reply::Word(if done == total { count } else { done / size }))
}

/// One read from the device into the program's memory, only as far as bytes arrive.
fn read_directly(vm: &mut Vm, id: StreamId, to: u64, n: u64) -> Result<u64, Stop> {
    vm.library.stdio.stream(id).drop_input();
    let device = vm.library.stdio.stream(id).handle();
    if let Some(h) = device.filter(|&h| vm.is_symbolic_file(h)) {
        return vm.read_block(id, h, to, n);
    }
    let mut buffer = vec![0; n.min(1 << 20) as usize];
    let read = vm.device_read(id, &mut buffer)?.unwrap_or(0);
    vm.write_bytes(to, &buffer[..read])?;
    Ok(read as u64)
}

impl<'p> Vm<'p> {
    /// Makes `byte` the next one to be read.
    pub(super) fn push_back(&mut self, id: StreamId, byte: u8) {
        let s = self.library.stdio.stream(id);
        s.end_seen = false;
        if s.at > 0 {
            s.at -= 1;
            s.input[s.at] = byte;
        } else {
            s.input.insert(0, byte);
            if !s.terms.is_empty() {
                s.terms.insert(0, ExprId::NONE);
            }
        }
        if let Some(t) = s.terms.get_mut(s.at) {
            *t = ExprId::NONE;
        }
    }

    /// The term of the byte that was put back last.
    pub(crate) fn set_pushed_term(&mut self, file: u64, term: ExprId) -> Result<(), Stop> {
        let id = self.stream_at(file)?;
        let s = self.library.stdio.stream(id);
        s.terms.resize(s.input.len(), ExprId::NONE);
        s.terms[s.at] = term;
        Ok(())
    }

    /// The byte that was taken last is the result of the function at work.
    fn reply_byte(&mut self, id: StreamId) {
        let s = self.library.stdio.stream(id);
        let term = s.term(s.at - 1);
        if term.is_some() {
            let wide = self.sym().pool.zext(term, 32);
            self.sym().reply = vec![wide];
        }
    }

    /// The byte taken `back` places ago, now at `to`, keeps its term.
    fn set_taken_term(&mut self, id: StreamId, to: u64, back: usize) -> Result<(), Stop> {
        let s = self.library.stdio.stream(id);
        let term = s.term(s.at - back);
        if term.is_some() { self.put_input(to, term) } else { Ok(()) }
    }

    /// Takes one byte to `to`; the path decides whether it is the delimiter.
    pub(super) fn take_until(&mut self, id: StreamId, to: u64, delimiter: u8) -> Result<bool, Stop> {
        let s = self.library.stdio.stream(id);
        let (byte, term) = (s.input[s.at], s.term(s.at));
        take(self, id, to, 1)?;
        if term.is_none() {
            return Ok(byte == delimiter);
        }
        let p = &mut self.sym().pool;
        let last = p.constant(delimiter as u64, 8);
        let is = p.eq(term, last);
        self.fork(is, byte == delimiter)
    }

    /// A line of at most that many bytes is about to be read.
    fn expect_line(&mut self, id: StreamId, most: u64) -> Result<(), Stop> {
        let s = self.library.stdio.stream(id);
        let unread = s.unread() as u64;
        match s.handle() {
            Some(h) if self.is_symbolic_file(h) => self.expect_bytes(h, most.saturating_sub(unread)),
            _ => Ok(()),
        }
    }

    /// Reads a block of a file that is an input; how much came stays open.
    fn read_block(&mut self, id: StreamId, h: Handle, to: u64, n: u64) -> Result<u64, Stop> {
        match self.read_file_block(h, to, n)? {
            Ok(block) => {
                if block.count == 0 {
                    self.library.stdio.stream(id).end_seen = true;
                }
                if block.term.is_some() {
                    self.library.files.terms = vec![block.term];
                }
                Ok(block.count)
            }
            Err(e) => {
                self.stream_error(id, e)?;
                Ok(0)
            }
        }
    }

    /// The number of items that `fread` read, if the number of bytes is open. `done` counts all bytes, the open ones last.
    fn reply_items(&mut self, done: u64, size: u64, count: u64) {
        let Some(&open) = self.library.files.terms.first().filter(|_| self.symbolic.is_some()) else { return };
        let s = self.sym();
        let last = s.evaluate(open)[0];
        let before = s.pool.constant(done - last, 64);
        let bytes = s.pool.add(open, before);
        let (size, most) = (s.pool.constant(size, 64), s.pool.constant(count, 64));
        let items = s.pool.udiv(bytes, size);
        let all = s.pool.ule(most, items);
        let items = s.pool.ite(all, most, items);
        s.reply = vec![items];
    }
}
