//! stdio.h: streams as glibc has them.
//!
//! A `FILE` is an object of the machine whose address is the `FILE *`; what the stream knows is in [`Stream`], out of
//! the program's reach. Buffers fill and flush at the points glibc's do, so that output of several streams to one
//! place comes out in the same order.
//!
//! `stream` is the state, `device` moves bytes to and from the outside, `buffer` is everything between; the other
//! files are the functions of the header by topic.

mod ahead;
pub mod arguments;
mod buffer;
pub mod complain;
mod device;
pub mod files;
pub mod get;
mod heap;
pub mod lines;
pub mod memory;
mod pair;
pub mod position;
pub mod print;
pub mod put;
mod render;
pub mod scan;
mod span;
mod stream;
pub mod temporary;
pub mod wide;

pub(crate) use position::whence_of;
pub use stream::{Buffering, Device, Stream, StreamId};

use crate::machine::Vm;
use crate::memory::{AccessKind, Label};
use crate::stop::{FaultKind, Limit, Stop};
use crate::world::Handle;
use crescendo_program::source::PosId;
use render::FormatCache;
use std::collections::HashMap;

pub const STDIN: StreamId = 0;
pub const STDOUT: StreamId = 1;
pub const STDERR: StreamId = 2;

/// Bytes of a `FILE`: as large as glibc's, in case a program asks.
pub const STREAM_SIZE: u64 = 216;

const RECENT: usize = 16;

/// Streams are objects in slots of their own; neighbours differ in these bits.
#[inline]
fn recent_slot(file: u64) -> usize {
    (file >> 12 ^ file >> 20) as usize % RECENT
}

/// What stdio remembers.
#[derive(Clone, Default)]
pub struct Stdio {
    streams: Vec<Stream>,
    /// Places in `streams` that are free again.
    free: Vec<StreamId>,
    by_address: HashMap<u64, StreamId>,
    /// Streams used lately, by bits of their addresses, so that most calls need no look-up.
    recent: [(u64, StreamId); RECENT],
    /// Streams opened so far.
    opened: u64,
    /// The `FILE`s of the standard streams, and where the program's variables `stdin`, `stdout` and `stderr` are (0 for
    /// one that it does not mention). The variables may be assigned to.
    standard: [u64; 3],
    variables: [u64; 3],
    /// Bytes written to the outside so far.
    written: u64,
    /// Room for formatted output, kept from call to call.
    scratch: Vec<u8>,
    formats: FormatCache,
    /// Where `tmpnam` leaves its result, once it was asked to.
    temporary_name: u64,
    /// An object that holds a `va_list` on targets that pass it by value.
    list: u64,
}

impl Stdio {
    pub(super) fn stream(&mut self, id: StreamId) -> &mut Stream {
        &mut self.streams[id]
    }

    /// All open streams, in the order in which glibc flushes them: the newest first, the standard ones last.
    fn open_streams(&self) -> Vec<StreamId> {
        let mut ids: Vec<StreamId> = (0..self.streams.len()).filter(|&i| self.streams[i].is_open()).collect();
        ids.sort_by_key(|&i| std::cmp::Reverse(self.streams[i].serial));
        ids
    }
}

impl<'p> Vm<'p> {
    /// The standard streams, and the program's variables that point to them.
    pub(crate) fn set_up_streams(&mut self) -> Result<(), Stop> {
        let names = ["stdin", "stdout", "stderr"];
        for (handle, name) in names.into_iter().enumerate() {
            let mut stream = Stream::new(Device::Handle(handle as i32));
            (stream.readable, stream.writable) = (handle == 0, handle != 0);
            if handle == 2 {
                stream.buffering = Buffering::None;
            }
            let id = self.add_stream(stream, Label::Machine(name))?;
            let file = self.library.stdio.streams[id].file;
            self.library.stdio.standard[handle] = file;
            let global = self.program.find_global(name).map(|g| self.program.global(g));
            if let Some(g) = global.filter(|g| g.image.is_none()) {
                let pointer = self.program.target.pointer_bytes() as usize;
                let mut bytes = file.to_le_bytes()[..pointer].to_vec();
                if self.program.target.big_endian {
                    bytes.reverse();
                }
                self.memory.set_constant(g.address, &bytes).map_err(|e| self.memory_stop(e))?;
                self.library.stdio.variables[handle] = g.address;
            }
        }
        Ok(())
    }

    /// The stream that is standard input, output or error now.
    #[inline]
    pub(super) fn standard_id(&mut self, which: StreamId) -> Result<StreamId, Stop> {
        let stdio = &self.library.stdio;
        let file = match stdio.variables[which] {
            0 if stdio.streams[which].is_open() => return Ok(which),
            0 => stdio.standard[which],
            variable => self.read_int(variable, self.program.target.pointer_bits)?,
        };
        self.stream_at(file)
    }

    /// Opens a stream at the present place of the program.
    pub(super) fn open_stream(&mut self, stream: Stream) -> Result<u64, Stop> {
        let label = Label::Stream { made: self.position(), freed: PosId::NONE };
        let id = self.add_stream(stream, label)?;
        Ok(self.library.stdio.streams[id].file)
    }

    /// An open stream as an input of that name; its `FILE` is at this address.
    pub fn open_stream_at(&mut self, address: u64, path: &str) -> Result<(), Stop> {
        let h = self.open_stream_file(path);
        let mut stream = Stream::new(Device::Handle(h));
        stream.file = address;
        stream.earlier = Some(path.to_string());
        let label = Label::Stream { made: PosId::NONE, freed: PosId::NONE };
        self.memory.add_fixed(address, STREAM_SIZE, &[], false, label).map_err(|_| Stop::Limit(Limit::Memory))?;
        self.place_stream(stream);
        Ok(())
    }

    fn add_stream(&mut self, mut stream: Stream, label: Label) -> Result<StreamId, Stop> {
        let size = if self.program.target.pointer_bits == 64 { STREAM_SIZE } else { 148 };
        stream.file = self.library_object(size, label)?;
        Ok(self.place_stream(stream))
    }

    fn place_stream(&mut self, mut stream: Stream) -> StreamId {
        self.library_used = true;
        let stdio = &mut self.library.stdio;
        stream.serial = stdio.opened;
        stdio.opened += 1;
        let file = stream.file;
        let id = match stdio.free.pop() {
            Some(id) => {
                stdio.streams[id] = stream;
                id
            }
            None => {
                stdio.streams.push(stream);
                stdio.streams.len() - 1
            }
        };
        stdio.by_address.insert(file, id);
        id
    }

    /// Takes a stream away; its `FILE` is freed memory from now on.
    pub(super) fn forget_stream(&mut self, id: StreamId) {
        let at = self.position();
        let stdio = &mut self.library.stdio;
        let file = stdio.streams[id].file;
        stdio.streams[id] = Stream::new(Device::Closed);
        stdio.by_address.remove(&file);
        stdio.recent[recent_slot(file)] = (0, 0);
        // The places of the standard streams stay theirs.
        if id > STDERR {
            stdio.free.push(id);
        }
        self.memory.release(file);
        self.memory.relabel(file, |l| {
            if let Label::Stream { freed, .. } = l {
                *freed = at;
            }
        });
    }

    /// Whether the program has closed its output.
    pub(crate) fn is_output_closed(&self) -> bool {
        self.library.stdio.streams.get(STDOUT).is_some_and(|s| !s.is_open())
    }

    /// What open streams have not passed on yet, by descriptor.
    pub(crate) fn pending_output(&self) -> Vec<(i32, Vec<u8>)> {
        let open = self.library.stdio.streams.iter().filter(|s| !s.output.is_empty());
        open.filter_map(|s| Some((s.handle()?, s.output.clone()))).collect()
    }

    /// The descriptor under a stream, if it is one that has any.
    pub(crate) fn handle_of_stream(&mut self, file: u64) -> Option<Handle> {
        let id = self.stream_at(file).ok()?;
        self.library.stdio.stream(id).handle()
    }

    /// The stream of a `FILE *`.
    #[inline]
    pub(super) fn stream_at(&mut self, file: u64) -> Result<StreamId, Stop> {
        let (address, id) = self.library.stdio.recent[recent_slot(file)];
        if address == file && file != 0 { Ok(id) } else { self.find_stream(file) }
    }

    #[cold]
    fn find_stream(&mut self, file: u64) -> Result<StreamId, Stop> {
        if let Some(&id) = self.library.stdio.by_address.get(&file) {
            self.library.stdio.recent[recent_slot(file)] = (file, id);
            return Ok(id);
        }
        self.memory.check(file, 1, AccessKind::Read).map_err(|e| self.memory_stop(e))?;
        let what = self.memory.info(file).map_or_else(String::new, |o| self.describe_object(o.label));
        Err(Stop::fault(FaultKind::BadArgument, format!("the stream is none: the pointer is to {what}")))
    }
}
