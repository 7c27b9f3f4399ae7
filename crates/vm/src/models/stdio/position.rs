//! Where a stream is: `fseek`, `ftell`, `rewind`, `fgetpos`, `fsetpos`.

use super::StreamId;
use super::put::EOF;
use crate::machine::Vm;
use crate::models::{Args, Model};
use crate::stop::Stop;
use crate::value::Reply;
use crate::world::{EINVAL, EOVERFLOW, Whence};

pub const MODELS: &[Model] = &[
    Model { name: "fseek", call: |vm, a| fseek(vm, a.word(0), a.signed(1), a.int(2)) },
    Model { name: "fseeko", call: |vm, a| fseek(vm, a.word(0), a.signed(1), a.int(2)) },
    Model { name: "fseeko64", call: |vm, a| fseek(vm, a.word(0), a.signed(1), a.int(2)) },
    Model { name: "ftell", call: |vm, a| ftell(vm, a, vm.program.target.long_bits) },
    Model { name: "ftello", call: |vm, a| ftell(vm, a, vm.program.target.long_bits) },
    Model { name: "ftello64", call: |vm, a| ftell(vm, a, 64) },
    Model { name: "rewind", call: rewind },
    Model { name: "fgetpos", call: |vm, a| fgetpos(vm, a, vm.program.target.long_bits) },
    Model { name: "fgetpos64", call: |vm, a| fgetpos(vm, a, 64) },
    Model { name: "fsetpos", call: |vm, a| fsetpos(vm, a, vm.program.target.long_bits) },
    Model { name: "fsetpos64", call: |vm, a| fsetpos(vm, a, 64) },
];

/// The target's `SEEK_SET`, `SEEK_CUR` and `SEEK_END`.
pub(crate) fn whence_of(n: i32) -> Option<Whence> {
    Some(match n {
        0 => Whence::Start,
        1 => Whence::Current,
        2 => Whence::End,
        _ => return None,
    })
}

impl<'p> Vm<'p> {
    /// Moves a stream. False: it failed, errno is set.
    pub(super) fn seek_stream(&mut self, id: StreamId, offset: i64, whence: Whence) -> Result<bool, Stop> {
        if !self.stop_writing(id)? {
            return Ok(false);
        }
        let unread = self.library.stdio.stream(id).unread() as i64;
        let offset = if whence == Whence::Current { offset.saturating_sub(unread) } else { offset };
        match self.device_seek(id, offset, whence)? {
            Ok(_) => {
                let s = self.library.stdio.stream(id);
                s.drop_input();
                s.end_seen = false;
                Ok(true)
            }
            Err(e) => {
                self.set_errno(e)?;
                Ok(false)
            }
        }
    }

    /// Where a stream is, or nothing, with errno set.
    pub(super) fn stream_position(&mut self, id: StreamId) -> Result<Option<i64>, Stop> {
        let s = self.library.stdio.stream(id);
        let (pending, unread) = (s.output.len() as i64, s.unread() as i64);
        let end = pending > 0 && s.append;
        let at = match self.device_seek(id, 0, if end { Whence::End } else { Whence::Current })? {
            Ok(at) => at as i64 + pending - unread,
            Err(e) => {
                self.set_errno(e)?;
                return Ok(None);
            }
        };
        if at < 0 {
            self.set_errno(EINVAL)?;
            return Ok(None);
        }
        Ok(Some(at))
    }

    /// The term of what `stream_position` just said.
    fn reply_position(&mut self, id: StreamId) {
        let s = self.library.stdio.stream(id);
        let moved = (s.output.len() as u64).wrapping_sub(s.unread() as u64);
        let Some(h) = s.handle().filter(|&h| self.is_symbolic_file(h)) else { return };
        let mut term = self.position_term(h);
        if term.is_some() {
            let p = &mut self.sym().pool;
            let moved = p.constant(moved, 64);
            term = p.add(term, moved);
        }
        self.sym().reply = vec![term];
    }
}

fn fseek(vm: &mut Vm, file: u64, offset: i64, whence: i32) -> Result<Reply, Stop> {
    let id = vm.stream_at(file)?;
    let Some(whence) = whence_of(whence) else {
        vm.set_errno(EINVAL)?;
        return Ok(EOF.into());
    };
    Ok(if vm.seek_stream(id, offset, whence)? { 0.into() } else { EOF.into() })
}

/// The position as a number of `bits` bits, with its term in `reply` if it is an input's.
fn position(vm: &mut Vm, file: u64, bits: u32) -> Result<Option<i64>, Stop> {
    let id = vm.stream_at(file)?;
    match vm.stream_position(id)? {
        Some(at) if bits < 64 && at >> (bits - 1) != 0 => {
            vm.set_errno(EOVERFLOW)?;
            Ok(None)
        }
        Some(at) => {
            vm.reply_position(id);
            Ok(Some(at))
        }
        None => Ok(None),
    }
}

fn ftell(vm: &mut Vm, a: Args, bits: u32) -> Result<Reply, Stop> {
    let at = position(vm, a.word(0), bits)?;
    Ok(at.unwrap_or(-1).into())
}

fn rewind(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    let id = vm.stream_at(a.word(0))?;
    vm.seek_stream(id, 0, Whence::Start)?;
    let s = vm.library.stdio.stream(id);
    (s.end_seen, s.error_seen) = (false, false);
    Ok(Reply::Void)
}

/// `fpos_t` starts with the offset; the conversion state behind it stays as it is.
fn fgetpos(vm: &mut Vm, a: Args, bits: u32) -> Result<Reply, Stop> {
    match position(vm, a.word(0), bits)? {
        Some(at) if vm.is_driven() => {
            vm.write_reply(a.word(1), bits, at as u64)?;
            vm.sym().reply.clear();
            Ok(0.into())
        }
        Some(at) => {
            vm.write_int(a.word(1), bits, at as u64)?;
            Ok(0.into())
        }
        None => Ok(EOF.into()),
    }
}

fn fsetpos(vm: &mut Vm, a: Args, bits: u32) -> Result<Reply, Stop> {
    // The end of a file that is an input stays wherever it is.
    if vm.is_driven()
        && let Some(h) = vm.handle_of_stream(a.word(0)).filter(|&h| vm.is_symbolic_file(h))
        && let Some(place) = vm.peek_term(a.word(1), bits)
        && vm.is_end(h, place)
    {
        return fseek(vm, a.word(0), 0, 2);
    }
    let at = vm.read_int(a.word(1), bits)?;
    let at = ((at << (64 - bits)) as i64) >> (64 - bits);
    fseek(vm, a.word(0), at, 0)
}
