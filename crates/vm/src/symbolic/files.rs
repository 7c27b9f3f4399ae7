//! Files whose contents and length are inputs.
//!
//! A byte that is read is the input `path[i]`, once the path has decided that the file is that long (`len(path) > i`). A
//! block is read as a whole: either all of it is there, or the rest of the file is, and how much that is stays open. So
//! the position is a number until the end, and the end needs none.
//!
//! What is written is in the file afterwards (`Writes`): over the input's bytes where the position is a number, else behind
//! their end. How long the file is then is decided when somebody asks.

use super::LENGTH_BITS;
use super::outside::Outside;
use crate::machine::Vm;
use crate::memory::{AccessKind, ByteTerm, Range};
use crate::stop::Stop;
use crate::trace::Concretised;
use crate::world::{EBADF, EINVAL, EIO, Handle, OpenMode, Whence};
use crescendo_solver::expr::ExprId;
use std::collections::BTreeMap;

/// The first number for a file that the unit opens; below are the standard streams.
const FIRST: Handle = 3;

/// The files of a run, by handle.
#[derive(Clone, Debug, Default)]
pub struct Files {
    open: BTreeMap<Handle, SymbolicFile>,
    /// Terms of the bytes that were read last.
    pub terms: Vec<ExprId>,
    /// The names of files that were written to.
    written: Vec<Name>,
}

/// A file's name, by its bytes and their terms.
type Name = Vec<(u8, ByteTerm)>;

impl Files {
    /// What is read there is no input, or no longer.
    pub(crate) fn forget(&mut self, h: Handle) {
        self.open.remove(&h);
    }

    /// Another number of the same file of the world. From now on, each is read from where it is.
    pub(crate) fn duplicate(&mut self, h: Handle, to: Handle) {
        match self.open.get(&h).cloned() {
            Some(file) => drop(self.open.insert(to, file)),
            None => self.forget(to),
        }
    }

    /// The name of an open file that is an input.
    pub(crate) fn name(&self, h: Handle) -> Option<&str> {
        self.open.get(&h).map(|f| f.path.as_str())
    }
}

#[derive(Clone, Debug)]
pub struct SymbolicFile {
    path: String,
    at: At,
    /// The length: its term and its value in this run.
    length: Option<(ExprId, u64)>,
    /// The path knows that it is at least this long.
    sure: u64,
    readable: bool,
    /// What is written goes to the end.
    append: bool,
    /// It began empty.
    new: bool,
    end: End,
    writes: Writes,
    name: Option<Name>,
}

/// What was written to a file.
#[derive(Clone, Debug, Default)]
struct Writes {
    to: To,
    /// Bytes at places that are numbers, where the file keeps them.
    bytes: BTreeMap<u64, u8>,
    /// Where the last place of such a write ends.
    end: u64,
    /// Bytes behind the input's end, and how many there are.
    tail: Vec<u8>,
    behind: u64,
}

impl Writes {
    fn is_empty(&self) -> bool {
        self.end == 0 && self.behind == 0
    }
}

/// Where what is written goes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum To {
    /// Nothing can be written.
    #[default]
    Nowhere,
    /// To somebody else: a connection.
    Others,
    /// Into the file, whose bytes are of no interest any more: they are not read, or may depend on inputs.
    Sizes,
    /// Into the file, which can be read.
    Bytes,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum At {
    Byte(u64),
    /// Wherever the end is.
    End,
}

/// Why nothing more is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    /// Not decided: nobody has asked.
    Open,
    Plain,
    Error,
}

/// What a read gave: bytes, and their number as a term if it is not sure.
pub(crate) struct Block {
    pub count: u64,
    pub term: ExprId,
}

impl<'p> Vm<'p> {
    pub(crate) fn is_symbolic_file(&self, h: Handle) -> bool {
        h == 0 && self.is_driven() || self.library.files.open.contains_key(&h)
    }

    /// A new file of that name, under the lowest free number. `file` is where its name in the program is, or null.
    pub(crate) fn open_symbolic_file(&mut self, path: &str, mode: OpenMode, file: u64) -> Result<Handle, Stop> {
        let name = if file == 0 { None } else { self.peek_name(file) };
        let is_new = mode.truncate || mode.create && mode.exclusive;
        if !is_new && name.as_ref().is_some_and(|n| self.library.files.written.contains(n)) {
            let why = "opening a file again that was written to is not modelled";
            return Err(Stop::Unsupported(why.into()));
        }
        let h = self.add_file_of(path, mode.read);
        let to = match (mode.write, mode.read) {
            (false, _) => To::Nowhere,
            (true, false) => To::Sizes,
            (true, true) => To::Bytes,
        };
        let length = if is_new { Some((self.sym().pool.constant(0, 64), 0)) } else { None };
        let f = self.file(h);
        (f.writes.to, f.length, f.new, f.append, f.name) = (to, length, is_new, mode.append, name);
        Ok(h)
    }

    /// Whether an open file can be used like this.
    pub(crate) fn allows(&mut self, h: Handle, mode: OpenMode) -> bool {
        let f = self.file(h);
        (f.readable || !mode.read) && (f.writes.to != To::Nowhere || !mode.write)
    }

    /// What is written goes to the end from now on.
    pub(crate) fn append_to_file(&mut self, h: Handle) {
        self.file(h).append = true;
    }

    /// A stream that is an input.
    pub(crate) fn open_stream_file(&mut self, path: &str) -> Handle {
        let h = self.add_file_of(path, true);
        self.file(h).writes.to = To::Sizes;
        h
    }

    pub(crate) fn open_connection(&mut self, path: &str) -> Handle {
        let h = self.add_file_of(path, true);
        self.file(h).writes.to = To::Others;
        h
    }

    fn add_file_of(&mut self, path: &str, readable: bool) -> Handle {
        let open = &self.library.files.open;
        let h = (FIRST..).find(|h| !open.contains_key(h)).expect("there are few files");
        self.add_file(h, path, readable);
        h
    }

    pub(super) fn add_file(&mut self, h: Handle, path: &str, readable: bool) {
        let file = SymbolicFile {
            path: path.into(),
            at: At::Byte(0),
            length: None,
            sure: 0,
            readable,
            append: false,
            new: false,
            end: End::Open,
            writes: Writes::default(),
            name: None,
        };
        // Drivers open files too: no library function need be at work.
        self.library_used = true;
        self.library.files.open.insert(h, file);
    }

    /// The text at an address as it stands, without a trace in the run.
    fn peek_name(&self, address: u64) -> Option<Name> {
        /// Longer ones are refused by the system.
        const MOST: u64 = 4096;
        let base = self.memory.info(address)?.base;
        let mut name = Name::new();
        for i in 0..MOST {
            let (bytes, written) = self.memory.peek(address + i, 1)?;
            let byte = *bytes.first().filter(|_| written)?;
            if byte == 0 {
                break;
            }
            name.push((byte, self.memory.term_at(base, address + i - base)));
        }
        Some(name)
    }

    /// Whether that closes it: over a file of the world lie inputs only.
    pub(crate) fn close_symbolic_file(&mut self, h: Handle) -> bool {
        let known = self.library.files.open.remove(&h).is_some();
        (known || h == 0 && self.is_driven()) && !self.is_process()
    }

    fn file(&mut self, h: Handle) -> &mut SymbolicFile {
        if h == 0 && !self.library.files.open.contains_key(&0) {
            self.add_file(0, "stdin", true);
        }
        self.library.files.open.get_mut(&h).expect("asked for by is_symbolic_file")
    }

    /// The length: its term of 64 bits and its value.
    pub(super) fn file_length(&mut self, h: Handle) -> (ExprId, u64) {
        let f = self.file(h);
        if let Some(known) = f.length {
            return known;
        }
        let path = format!("len({})", f.path);
        // How long it is at most is an assumption of the driver.
        let (term, value) = self.outside(&path, Outside::Length, LENGTH_BITS);
        let long = self.sym().pool.zext(term, 64);
        self.file(h).length = Some((long, value));
        (long, value)
    }

    /// Bytes of a file's end that are all tried at once.
    fn longest_rest(&self) -> u64 {
        self.materialise.as_ref().expect("a driver opened the file").borrow().longest_rest()
    }

    fn file_byte(&mut self, h: Handle, i: u64) -> (ExprId, u64) {
        let path = format!("{}[{i}]", self.file(h).path);
        self.outside(&path, Outside::Byte, 8)
    }

    /// Whether the file has so many bytes, as the path decides.
    fn reaches(&mut self, h: Handle, bytes: u64) -> Result<bool, Stop> {
        if bytes <= self.file(h).sure {
            return Ok(true);
        }
        let (length, value) = self.file_length(h);
        let wanted = self.sym().pool.constant(bytes, 64);
        let long = self.sym().pool.ule(wanted, length);
        let long = self.fork(long, bytes <= value)?;
        if long {
            self.file(h).sure = bytes;
        }
        Ok(long)
    }

    /// Somebody is about to read so many bytes one by one, unless something among them ends it. That the file has them all
    /// is one decision; byte by byte it would be far away. Only at the start: longer paths cost more.
    pub(crate) fn expect_bytes(&mut self, h: Handle, bytes: u64) -> Result<(), Stop> {
        /// Fewer are near enough.
        const FAR: u64 = 24;
        let f = self.file(h);
        if f.at == At::Byte(0) && f.readable && bytes >= FAR {
            self.reaches(h, bytes)?;
        }
        Ok(())
    }

    /// The next byte, as the path decides; nothing at the end. Errors are errno values.
    pub(crate) fn read_file_byte(&mut self, h: Handle) -> Result<Result<Option<(u8, ExprId)>, i32>, Stop> {
        let f = self.file(h);
        if !f.readable {
            return Ok(Err(EBADF));
        }
        self.note_read_back(h);
        let f = self.file(h);
        let At::Byte(at) = f.at else { return Ok(Ok(None)) };
        if at < f.writes.end {
            self.file(h).at = At::Byte(at + 1);
            return Ok(Ok(Some(self.written_byte(h, at)?)));
        }
        if !self.reaches(h, at + 1)? {
            self.stay_at_end(h, at);
            return Ok(Ok(None));
        }
        self.file(h).at = At::Byte(at + 1);
        let (term, byte) = self.file_byte(h, at);
        Ok(Ok(Some((byte as u8, term))))
    }

    /// That a file holds what was written is not sure: it may be a pipe, or `/dev/null`.
    fn note_read_back(&mut self, h: Handle) {
        let f = self.file(h);
        if !f.writes.is_empty() {
            let path = f.path.clone();
            self.sym().read_back = Some(path);
        }
    }

    /// Nothing is at this position: it is the end, unless somebody went further.
    fn stay_at_end(&mut self, h: Handle, at: u64) {
        let f = self.file(h);
        if at <= f.sure {
            f.at = At::End;
        }
    }

    /// A byte in front of the end of what was written: that, or the input's, or a hole.
    fn written_byte(&mut self, h: Handle, at: u64) -> Result<(u8, ExprId), Stop> {
        let f = self.file(h);
        if f.writes.to != To::Bytes {
            return Err(Stop::Unsupported("reading back what was written to a stream that is an input".into()));
        }
        if let Some(&byte) = f.writes.bytes.get(&at) {
            return Ok((byte, ExprId::NONE));
        }
        if !self.reaches(h, at + 1)? {
            return Ok((0, ExprId::NONE));
        }
        let (term, byte) = self.file_byte(h, at);
        Ok((byte as u8, term))
    }

    /// Writes to a file at its position.
    pub(crate) fn write_file(&mut self, h: Handle, bytes: &[u8]) -> Result<Result<usize, i32>, Stop> {
        let f = self.file(h);
        match f.writes.to {
            To::Nowhere => return Ok(Err(EBADF)),
            To::Others => return Ok(Ok(bytes.len())),
            To::Sizes | To::Bytes => {}
        }
        if f.append {
            self.go_to_end(h)?;
        }
        let files = &mut self.library.files;
        let f = files.open.get_mut(&h).expect("just asked");
        if let Some(name) = f.name.take() {
            files.written.push(name);
        }
        let keeps = f.writes.to == To::Bytes;
        match f.at {
            At::End => {
                f.writes.behind += bytes.len() as u64;
                f.writes.tail.extend(bytes.iter().filter(|_| keeps));
            }
            At::Byte(at) => {
                f.writes.bytes.extend((at..).zip(bytes.iter().copied()).filter(|_| keeps));
                let end = at + bytes.len() as u64;
                f.at = At::Byte(end);
                f.writes.end = f.writes.end.max(end);
            }
        }
        Ok(Ok(bytes.len()))
    }

    /// Whether what is written to a file can be read again: then it must not depend on inputs.
    pub(crate) fn keeps_bytes(&self, h: Handle) -> bool {
        self.library.files.open.get(&h).is_some_and(|f| f.writes.to == To::Bytes)
    }

    /// Whether a position is where the end of a file is, for all inputs.
    pub(crate) fn is_end(&mut self, h: Handle, position: ExprId) -> bool {
        let f = self.file(h);
        let length = f.length.filter(|_| f.writes.is_empty());
        length.is_some_and(|(length, _)| length == position)
    }

    /// Goes to the end, wherever that is.
    pub(crate) fn go_to_end(&mut self, h: Handle) -> Result<(), Stop> {
        let f = self.file(h);
        if f.at == At::End {
            return Ok(());
        }
        let end = f.writes.end;
        let is_input = !f.new && (end == 0 || self.reaches(h, end)?);
        self.file(h).at = if is_input { At::End } else { At::Byte(end) };
        Ok(())
    }

    /// Something was written behind the input's end, and is to be found there: the length becomes a number.
    fn settle_end(&mut self, h: Handle) -> Result<(), Stop> {
        let (length, value) = self.file_length(h);
        self.concretise(length, value, Concretised::Length)?;
        let f = self.file(h);
        f.writes.bytes.extend((value..).zip(std::mem::take(&mut f.writes.tail)));
        f.writes.end = value + std::mem::take(&mut f.writes.behind);
        f.at = At::Byte(f.writes.end);
        Ok(())
    }

    /// Reads a block into the program's memory. Errors are errno values.
    pub(crate) fn read_file_block(&mut self, h: Handle, to: u64, size: u64) -> Result<Result<Block, i32>, Stop> {
        let f = self.file(h);
        if !f.readable {
            return Ok(Err(EBADF));
        }
        let none = Block { count: 0, term: ExprId::NONE };
        let At::Byte(at) = f.at else { return Ok(Ok(none)) };
        if size == 0 {
            return Ok(Ok(none));
        }
        if !self.file(h).writes.is_empty() {
            return self.read_written(h, to, size).map(Ok);
        }
        let (length, value) = self.file_length(h);
        if self.reaches(h, at.saturating_add(size))? {
            for i in 0..size {
                self.put_file_byte(h, to + i, at + i)?;
            }
            self.file(h).at = At::Byte(at + size);
            return Ok(Ok(Block { count: size, term: ExprId::NONE }));
        }
        // The rest of the file, however much it is.
        let left = value.saturating_sub(at);
        let start = self.sym().pool.constant(at, 64);
        let past = self.sym().pool.ule(length, start);
        if self.fork(past, left == 0)? {
            self.stay_at_end(h, at);
            return Ok(Ok(none));
        }
        let rest = self.sym().pool.sub(length, start);
        let possible = size.min(self.longest_rest());
        self.file(h).at = At::End;
        if !self.ends_within(h, at, size, possible)? || !self.has_room(to, possible)? {
            // Too much, or not all of it would find room: only as much as this run has.
            self.concretise(length, value, Concretised::Length)?;
            for i in 0..left {
                self.put_file_byte(h, to.wrapping_add(i), at + i)?;
            }
            return Ok(Ok(Block { count: left, term: ExprId::NONE }));
        }
        for i in 0..possible {
            self.put_possible_byte(h, to + i, at + i, i < left)?;
        }
        Ok(Ok(Block { count: left, term: rest }))
    }

    /// Reads a block of a file that was written to, byte by byte.
    fn read_written(&mut self, h: Handle, to: u64, size: u64) -> Result<Block, Stop> {
        let mut count = 0;
        while count < size {
            let Ok(Some((byte, term))) = self.read_file_byte(h)? else { break };
            self.write_bytes(to + count, &[byte])?;
            if term.is_some() {
                self.put_input(to + count, term)?;
            }
            count += 1;
        }
        Ok(Block { count, term: ExprId::NONE })
    }

    /// A read of `size` bytes meets the end of the file: whether within the first `possible` ones.
    fn ends_within(&mut self, h: Handle, at: u64, size: u64, possible: u64) -> Result<bool, Stop> {
        if size <= possible {
            return Ok(true);
        }
        let (length, value) = self.file_length(h);
        let most = at.saturating_add(possible);
        let p = &mut self.sym().pool;
        let last = p.constant(most, 64);
        let short = p.ule(length, last);
        self.fork(short, value <= most)
    }

    /// Whether so many bytes fit at an address: a decision where the object's size depends on inputs.
    fn has_room(&mut self, to: u64, bytes: u64) -> Result<bool, Stop> {
        // The object that is meant, also where this run's size ends before the address.
        let Some(o) = self.memory.home(to) else { return Ok(false) };
        let truth = self.memory.room(to).is_some_and(|room| room >= bytes);
        let size = self.memory.size_term(o.base);
        if size.is_none() {
            return Ok(truth);
        }
        let Some(end) = self.memory.plain(to).wrapping_sub(o.base).checked_add(bytes) else { return Ok(false) };
        let p = &mut self.sym().pool;
        let end = p.constant(end, 64);
        let fits = p.ule(end, size);
        self.fork(fits, truth)
    }

    pub(super) fn put_file_byte(&mut self, h: Handle, to: u64, i: u64) -> Result<(), Stop> {
        let (term, _) = self.file_byte(h, i);
        self.put_input(to, term)
    }

    fn byte_term_of(&mut self, r: Range) -> ExprId {
        let plain = self.memory.plain_bytes(r)[0];
        match self.span_term(r) {
            ExprId::NONE => self.sym().pool.constant(plain as u64, 8),
            e => e,
        }
    }

    /// A byte that is there if the file is long enough, and else is what it was.
    fn put_possible_byte(&mut self, h: Handle, to: u64, i: u64, there: bool) -> Result<(), Stop> {
        let (length, _) = self.file_length(h);
        let (byte, _) = self.file_byte(h, i);
        let r = self.memory.check(to, 1, AccessKind::Write).map_err(|e| self.memory_stop(e))?;
        let old = self.byte_term_of(r);
        let p = &mut self.sym().pool;
        let index = p.constant(i, 64);
        let long = p.ult(index, length);
        let either = p.ite(long, byte, old);
        if there {
            return self.put_input(to, either);
        }
        self.memory.set_terms(r, std::iter::once(ByteTerm { term: either, byte: 0 }));
        Ok(())
    }

    /// Moves a file. Errors are errno values.
    pub(crate) fn seek_file(&mut self, h: Handle, offset: i64, whence: Whence) -> Result<Result<u64, i32>, Stop> {
        let stays = whence != Whence::Start && offset == 0;
        if !stays && self.file(h).writes.behind > 0 {
            self.settle_end(h)?;
        }
        if whence == Whence::End {
            self.go_to_end(h)?;
        }
        let base = match self.file(h).at {
            At::End if whence != Whence::Start => {
                let (length, value) = self.file_length(h);
                if offset == 0 {
                    return Ok(Ok(value + self.file(h).writes.behind));
                }
                self.concretise(length, value, Concretised::Length)?;
                value
            }
            At::Byte(i) if whence != Whence::Start => i,
            _ => 0,
        };
        Ok(self.move_to(h, base.checked_add_signed(offset)))
    }

    fn move_to(&mut self, h: Handle, to: Option<u64>) -> Result<u64, i32> {
        let to = to.filter(|&t| t < 1 << 62).ok_or(EINVAL)?;
        self.file(h).at = At::Byte(to);
        Ok(to)
    }

    /// The term of a file's position, if it is not a number.
    pub(crate) fn position_term(&mut self, h: Handle) -> ExprId {
        self.note_read_back(h);
        match self.file(h).at {
            At::End => {
                let (length, _) = self.file_length(h);
                let behind = self.file(h).writes.behind;
                let p = &mut self.sym().pool;
                let behind = p.constant(behind, 64);
                p.add(length, behind)
            }
            At::Byte(_) => ExprId::NONE,
        }
    }

    /// Whether reading ended because it failed: decided when somebody asks.
    pub(crate) fn read_failed(&mut self, h: Handle) -> Result<bool, Stop> {
        let f = self.file(h);
        if f.end == End::Open {
            let path = f.path.clone();
            let failed = self.outside_fails(&format!("read({path})"))?;
            self.file(h).end = if failed { End::Error } else { End::Plain };
        }
        Ok(self.file(h).end == End::Error)
    }

    /// The same for a read of a descriptor: that says why, and only once, so that programs which try again come to an end.
    pub(crate) fn read_fails(&mut self, h: Handle) -> Result<bool, Stop> {
        let fails = self.read_failed(h)?;
        if fails {
            let what = format!("read({})", self.file(h).path);
            self.say_cause(&what, EIO)?;
            self.file(h).end = End::Plain;
        }
        Ok(fails)
    }
}
