//! Opening and closing streams, and what is known of them.

use super::put::EOF;
use super::{Buffering, Device, STDIN, Stream, StreamId};
use crate::machine::Vm;
use crate::memory::AccessKind;
use crate::models::{Args, Model};
use crate::stop::Stop;
use crate::value::Reply;
use crate::world::{EACCES, EBADF, EINVAL, EIO, ENOENT, ENOMEM, OpenMode, Whence};

pub const MODELS: &[Model] = &[
    Model { name: "fopen", call: fopen },
    Model { name: "fopen64", call: fopen },
    Model { name: "fdopen", call: fdopen },
    Model { name: "freopen", call: freopen },
    Model { name: "freopen64", call: freopen },
    Model { name: "fclose", call: fclose },
    Model { name: "_IO_fclose", call: fclose },
    Model { name: "fcloseall", call: fcloseall },
    Model { name: "setvbuf", call: |vm, a| setvbuf(vm, a.word(0), a.word(1), a.int(2), a.word(3)) },
    Model { name: "setbuf", call: |vm, a| set_buffer(vm, a.word(0), a.word(1), 8192) },
    Model { name: "setbuffer", call: |vm, a| set_buffer(vm, a.word(0), a.word(1), a.word(2)) },
    Model { name: "setlinebuf", call: |vm, a| setvbuf(vm, a.word(0), 0, LINE, 0).map(|_| Reply::Void) },
    Model { name: "feof", call: at_end },
    Model { name: "feof_unlocked", call: |vm, a| mark(vm, a, |s| s.end_seen) },
    Model { name: "ferror", call: error },
    Model { name: "ferror_unlocked", call: error },
    Model { name: "clearerr", call: clearerr },
    Model { name: "clearerr_unlocked", call: clearerr },
    Model { name: "fileno", call: fileno },
    Model { name: "fileno_unlocked", call: fileno },
    Model { name: "flockfile", call: |vm, a| vm.stream_at(a.word(0)).map(|_| Reply::Void) },
    Model { name: "funlockfile", call: |vm, a| vm.stream_at(a.word(0)).map(|_| Reply::Void) },
    Model { name: "ftrylockfile", call: |vm, a| vm.stream_at(a.word(0)).map(|_| 0.into()) },
    Model { name: "__fpending", call: |vm, a| number(vm, a, |s| s.output.len() as u64) },
    Model { name: "__fbufsize", call: |vm, a| number(vm, a, |s| s.capacity as u64) },
    Model { name: "__freading", call: |vm, a| mark(vm, a, |s| !s.writable || s.unread() > 0) },
    Model { name: "__fwriting", call: |vm, a| mark(vm, a, |s| !s.readable || s.writing) },
    Model { name: "__freadable", call: |vm, a| mark(vm, a, |s| s.readable) },
    Model { name: "__fwritable", call: |vm, a| mark(vm, a, |s| s.writable) },
    Model { name: "__flbf", call: |vm, a| mark(vm, a, |s| s.buffering == Buffering::Line) },
    Model { name: "__fpurge", call: purge },
    Model { name: "__fsetlocking", call: |vm, a| vm.stream_at(a.word(0)).map(|_| 0.into()) },
];

/// glibc's `_IOFBF`, `_IOLBF`, `_IONBF`.
const FULL: i32 = 0;
const LINE: i32 = 1;
const NONE: i32 = 2;

/// What an `fopen` mode asks for, or nothing if it is none.
pub(super) fn parse_mode(mode: &[u8]) -> Option<OpenMode> {
    let mut m = OpenMode { permissions: 0o666, ..OpenMode::default() };
    match mode.first()? {
        b'r' => m.read = true,
        b'w' => (m.write, m.create, m.truncate) = (true, true, true),
        b'a' => (m.write, m.create, m.append) = (true, true, true),
        _ => return None,
    }
    // glibc looks at so many letters.
    for c in mode[1..].iter().take(6) {
        match c {
            b'+' => (m.read, m.write) = (true, true),
            b'x' => m.exclusive = true,
            _ => {}
        }
    }
    Some(m)
}

fn stream_of(device: Device, mode: OpenMode) -> Stream {
    let mut s = Stream::new(device);
    (s.readable, s.writable, s.append) = (mode.read, mode.write, mode.append);
    s
}

impl<'p> Vm<'p> {
    /// Something went wrong with a stream.
    pub(crate) fn mark_failed(&mut self, file: u64) -> Result<(), Stop> {
        let id = self.stream_at(file)?;
        self.stream_error(id, EIO).map(drop)
    }

    /// Sets errno and gives a null pointer.
    pub(super) fn no_stream(&mut self, errno: i32) -> Result<Reply, Stop> {
        self.set_errno(errno)?;
        Ok(Reply::Word(0))
    }

    /// A stream on a descriptor.
    pub(super) fn stream_on(&mut self, h: i32, mode: OpenMode) -> Result<Reply, Stop> {
        self.open_stream(stream_of(Device::Handle(h), mode)).map(Reply::Word)
    }

    /// A stream that can only append begins at the end of its file.
    fn start_of_stream(&mut self, h: i32, mode: OpenMode) -> Result<(), Stop> {
        if mode.append && !mode.read { self.go_to_end(h) } else { Ok(()) }
    }

    fn mode_argument(&mut self, address: u64) -> Result<Option<OpenMode>, Stop> {
        let text = self.string_at(address)?;
        Ok(parse_mode(&text))
    }

    /// Reading a file that is an input ended: was that its end, or an error?
    pub(super) fn settle_end_of_input(&mut self, id: StreamId) -> Result<(), Stop> {
        let s = self.library.stdio.stream(id);
        let (ended, handle) = (s.end_seen, s.handle());
        if let Some(h) = handle.filter(|&h| ended && self.is_symbolic_file(h))
            && self.read_failed(h)?
        {
            self.library.stdio.stream(id).end_seen = false;
            self.stream_error(id, EIO)?;
        }
        Ok(())
    }

    /// Flushes and closes a stream, and takes it away. False: something failed, errno is set.
    pub(super) fn close_stream(&mut self, id: StreamId) -> Result<bool, Stop> {
        let good = self.close_device(id)?;
        self.forget_stream(id);
        Ok(good)
    }

    /// Flushes and closes what a stream writes to.
    fn close_device(&mut self, id: StreamId) -> Result<bool, Stop> {
        let mut good = self.flush_output(id)?;
        self.finish_growing(id)?;
        match self.library.stdio.stream(id).device {
            Device::Handle(h) => {
                if !self.close_symbolic_file(h)
                    && let Err(e) = self.world.close(h)
                {
                    self.set_errno(e)?;
                    good = false;
                }
            }
            Device::Fixed(m) if m.owned => self.heap_free(m.address)?,
            _ => {}
        }
        Ok(good)
    }
}

fn fopen(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    if vm.is_driven() {
        return open_input(vm, a);
    }
    vm.choose_name(a.word(0))?;
    let path = vm.string_at(a.word(0))?;
    let Some(mode) = vm.mode_argument(a.word(1))? else { return vm.no_stream(EINVAL) };
    match vm.open_in_world(&path, mode)? {
        Ok(h) => {
            if mode.append && !mode.read {
                // Where it can't be done it does not matter.
                let _ = vm.world.seek(h, 0, Whence::End);
            }
            vm.stream_on(h, mode)
        }
        Err(e) => vm.no_stream(e),
    }
}

/// A file of the outside as an input: whatever its name is, it may be there or not.
fn open_input(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    let Some(mode) = vm.mode_argument(a.word(1))? else { return vm.no_stream(EINVAL) };
    let name = format!("fopen#{}", vm.count_call("fopen"));
    if vm.outside_fails(&name)? {
        vm.say_cause(&name, if mode.create { EACCES } else { ENOENT })?;
        return Ok(Reply::Word(0));
    }
    let h = vm.open_symbolic_file(&name, mode, a.word(0))?;
    vm.start_of_stream(h, mode)?;
    vm.stream_on(h, mode)
}

fn fdopen(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    let Some(mode) = vm.mode_argument(a.word(1))? else { return vm.no_stream(EINVAL) };
    let h = a.int(0);
    if vm.is_symbolic_file(h) {
        return fdopen_input(vm, h, mode);
    }
    let real = match vm.world.open_mode(h) {
        Ok(real) => real,
        Err(e) => {
            // Whoever called may have opened it.
            vm.answers_fixed();
            return vm.no_stream(e);
        }
    };
    if mode.read && !real.read || mode.write && !real.write {
        return vm.no_stream(EINVAL);
    }
    if mode.append && !real.append {
        // It may be a pipe, where appending means nothing.
        let _ = vm.world.set_open_mode(h, OpenMode { append: true, ..real });
    }
    vm.stream_on(h, mode)
}

/// A stream on a file that is an input.
fn fdopen_input(vm: &mut Vm, h: i32, mode: OpenMode) -> Result<Reply, Stop> {
    let name = format!("fdopen#{}", vm.count_call("fdopen"));
    if vm.outside_fails(&name)? {
        vm.say_cause(&name, ENOMEM)?;
        return Ok(Reply::Word(0));
    }
    if !vm.allows(h, mode) {
        return vm.no_stream(EINVAL);
    }
    if mode.append {
        vm.append_to_file(h);
    }
    vm.start_of_stream(h, mode)?;
    vm.stream_on(h, mode)
}

/// Opens another file on the same stream, which keeps its descriptor's number.
fn freopen(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    let id = vm.stream_at(a.word(2))?;
    let mode = vm.mode_argument(a.word(1))?;
    if let Some(mode) = mode.filter(|_| vm.is_driven() && a.word(0) != 0) {
        return reopen_input(vm, id, (a.word(0), a.word(2)), mode);
    }
    let old = vm.library.stdio.stream(id).handle();
    let path = match (a.word(0), old) {
        (0, Some(h)) => vm.world.path_of(h),
        (0, None) => Err(EBADF),
        (path, _) => {
            vm.choose_name(path)?;
            Ok(vm.string_at(path)?)
        }
    };
    vm.flush_output(id)?;
    vm.finish_growing(id)?;
    let opened = match (path, mode) {
        (Ok(path), Some(mode)) => vm.open_in_world(&path, mode)?.map(|h| (h, mode)),
        (Err(e), _) => Err(e),
        (_, None) => Err(EINVAL),
    };
    let (mut h, mode) = match opened {
        Ok(opened) => opened,
        Err(e) => {
            vm.close_stream(id)?;
            return vm.no_stream(e);
        }
    };
    if let Some(old) = old.filter(|&old| old != h) {
        match vm.world.duplicate_to(h, old) {
            Ok(()) => {
                vm.library.files.duplicate(h, old);
                vm.library.files.forget(h);
                // The new number was only needed to get there.
                let _ = vm.world.close(h);
                h = old;
            }
            Err(_) => drop(vm.world.close(old)),
        }
    }
    if mode.append && !mode.read {
        let _ = vm.world.seek(h, 0, Whence::End);
    }
    let s = vm.library.stdio.stream(id);
    let fresh = stream_of(Device::Handle(h), mode);
    let buffering = if s.buffering == Buffering::None { Buffering::None } else { Buffering::Full };
    *s = Stream { file: s.file, serial: s.serial, buffering, ..fresh };
    Ok(Reply::Word(a.word(2)))
}

/// Another file of the outside on a stream; it may be there or not.
fn reopen_input(vm: &mut Vm, id: StreamId, (path, file): (u64, u64), mode: OpenMode) -> Result<Reply, Stop> {
    let name = format!("freopen#{}", vm.count_call("freopen"));
    vm.flush_output(id)?;
    vm.finish_growing(id)?;
    if vm.outside_fails(&name)? {
        vm.close_stream(id)?;
        vm.say_cause(&name, if mode.create { EACCES } else { ENOENT })?;
        return Ok(Reply::Word(0));
    }
    vm.close_device(id)?;
    let h = vm.open_symbolic_file(&name, mode, path)?;
    vm.start_of_stream(h, mode)?;
    let s = vm.library.stdio.stream(id);
    let fresh = stream_of(Device::Handle(h), mode);
    *s = Stream { file: s.file, serial: s.serial, ..fresh };
    Ok(Reply::Word(file))
}

fn fclose(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    let id = vm.stream_at(a.word(0))?;
    Ok(if vm.close_stream(id)? { 0.into() } else { EOF.into() })
}

fn fcloseall(vm: &mut Vm, _: Args) -> Result<Reply, Stop> {
    let good = vm.flush_every_output()?;
    for id in vm.library.stdio.open_streams() {
        let s = vm.library.stdio.stream(id);
        (s.buffering, s.capacity, s.output_end) = (Buffering::None, 1, 0);
    }
    Ok(if good { 0.into() } else { EOF.into() })
}

fn setvbuf(vm: &mut Vm, file: u64, buffer: u64, mode: i32, size: u64) -> Result<Reply, Stop> {
    let id = vm.stream_at(file)?;
    let buffering = match mode {
        FULL => Buffering::Full,
        LINE => Buffering::Line,
        NONE => Buffering::None,
        _ => return Ok(EOF.into()),
    };
    if buffering == Buffering::None {
        use_buffer(vm, id, 0, 0)?;
        return Ok(0.into());
    }
    if buffer == 0 {
        let s = vm.library.stdio.stream(id);
        if s.buffering == Buffering::None {
            s.capacity = 0;
            s.buffering = buffering;
        }
        // The size is of no interest without a buffer; a terminal stays fully buffered if it is asked to be.
        if buffering == Buffering::Full {
            vm.allocate_buffer(id);
        }
        vm.library.stdio.stream(id).buffering = buffering;
        return Ok(0.into());
    }
    use_buffer(vm, id, buffer, size)?;
    let s = vm.library.stdio.stream(id);
    if s.buffering != Buffering::None {
        s.buffering = buffering;
    }
    Ok(0.into())
}

fn set_buffer(vm: &mut Vm, file: u64, buffer: u64, size: u64) -> Result<Reply, Stop> {
    let id = vm.stream_at(file)?;
    use_buffer(vm, id, buffer, size)?;
    Ok(Reply::Void)
}

/// Takes the program's buffer, or none. Its bytes are not used, but it must be there and stay.
fn use_buffer(vm: &mut Vm, id: StreamId, buffer: u64, size: u64) -> Result<(), Stop> {
    vm.synchronise(id)?;
    vm.stop_writing(id)?;
    let s = vm.library.stdio.stream(id);
    if buffer == 0 || size == 0 {
        (s.buffering, s.capacity, s.given) = (Buffering::None, 1, None);
        return Ok(());
    }
    vm.memory.check(buffer, size, AccessKind::Write).map_err(|e| vm.memory_stop(e))?;
    let s = vm.library.stdio.stream(id);
    (s.buffering, s.given) = (Buffering::Full, Some((buffer, size)));
    s.capacity = size.min(1 << 20) as usize;
    Ok(())
}

fn mark(vm: &mut Vm, a: Args, f: fn(&Stream) -> bool) -> Result<Reply, Stop> {
    let id = vm.stream_at(a.word(0))?;
    vm.settle_end_of_input(id)?;
    Ok((f(vm.library.stdio.stream(id)) as i32).into())
}

fn at_end(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    let id = vm.stream_at(a.word(0))?;
    // Somebody may have read it to its end before.
    let s = vm.library.stdio.stream(id);
    if !s.end_seen && (id == STDIN || s.earlier.is_some()) {
        vm.answers_fixed();
    }
    mark(vm, a, |s| s.end_seen)
}

fn error(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    let id = vm.stream_at(a.word(0))?;
    let standard = || ["stdin", "stdout", "stderr"].get(id).filter(|_| vm.is_driven()).map(|n| n.to_string());
    let earlier = standard();
    let s = vm.library.stdio.stream(id);
    let earlier = s.earlier.take().or(earlier);
    if let Some(path) = earlier.filter(|_| !s.error_seen && !s.end_seen)
        && vm.outside_fails(&format!("earlier({path})"))?
    {
        vm.library.stdio.stream(id).error_seen = true;
    }
    mark(vm, a, |s| s.error_seen)
}

fn number(vm: &mut Vm, a: Args, f: fn(&Stream) -> u64) -> Result<Reply, Stop> {
    let id = vm.stream_at(a.word(0))?;
    Ok(Reply::Word(f(vm.library.stdio.stream(id))))
}

fn clearerr(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    let id = vm.stream_at(a.word(0))?;
    let s = vm.library.stdio.stream(id);
    (s.end_seen, s.error_seen, s.earlier) = (false, false, None);
    Ok(Reply::Void)
}

fn purge(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    let id = vm.stream_at(a.word(0))?;
    let s = vm.library.stdio.stream(id);
    s.drop_input();
    s.output.clear();
    Ok(Reply::Void)
}

fn fileno(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    let id = vm.stream_at(a.word(0))?;
    match vm.library.stdio.stream(id).handle() {
        Some(h) => Ok(h.into()),
        None => {
            vm.set_errno(EBADF)?;
            Ok(EOF.into())
        }
    }
}
