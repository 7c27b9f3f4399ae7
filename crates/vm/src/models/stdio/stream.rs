//! The state of one stream.
//!
//! Invariants: `input[at..]` is what was read ahead, and only a stream that is not `writing` has any; `output` is what
//! was written and not passed on, and only a `writing` stream has any.

use crate::world::Handle;
use crescendo_solver::expr::ExprId;

/// Which stream; an index that is used again after the stream was closed.
pub type StreamId = usize;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Buffering {
    Full,
    Line,
    None,
}

/// What a stream reads from and writes to.
#[derive(Clone, Debug)]
pub enum Device {
    Closed,
    Handle(Handle),
    Fixed(FixedMemory),
    Growing(GrowingMemory),
}

/// `fmemopen`: an object of the program.
#[derive(Clone, Copy, Debug)]
pub struct FixedMemory {
    pub address: u64,
    pub size: u64,
    pub at: u64,
    /// Where the data ends.
    pub end: u64,
    /// Made by `fmemopen`, freed by `fclose`.
    pub owned: bool,
}

/// `open_memstream`: memory that grows; the program sees it after each flush.
#[derive(Clone, Debug)]
pub struct GrowingMemory {
    /// Where the program wants the address and the size.
    pub address_to: u64,
    pub size_to: u64,
    pub data: Vec<u8>,
    pub at: usize,
    /// The block the program was given last.
    pub block: u64,
    pub block_size: u64,
}

#[derive(Clone, Debug)]
pub struct Stream {
    /// The address of its `FILE`.
    pub file: u64,
    pub device: Device,
    pub readable: bool,
    pub writable: bool,
    pub append: bool,
    pub end_seen: bool,
    pub error_seen: bool,
    /// It was there before the unit, under this name: whether something had failed on it by then is an input.
    pub earlier: Option<String>,
    pub buffering: Buffering,
    /// Size of the buffer; 0 until the first transfer decides it.
    pub capacity: usize,
    /// A buffer the program gave to `setvbuf`: its address and size. It must stay alive as long as it is used.
    pub given: Option<(u64, u64)>,
    pub input: Vec<u8>,
    /// Terms of `input`, as far as it has any.
    pub terms: Vec<ExprId>,
    pub at: usize,
    pub writing: bool,
    pub output: Vec<u8>,
    /// How far `output` may grow before anything else has to be done.
    pub output_end: usize,
    /// Above 0: wide characters (`fwide`), below: bytes.
    pub orientation: i8,
    /// Counts up with every stream opened.
    pub serial: u64,
}

impl Stream {
    pub fn new(device: Device) -> Stream {
        Stream {
            file: 0,
            device,
            readable: true,
            writable: true,
            append: false,
            end_seen: false,
            error_seen: false,
            earlier: None,
            buffering: Buffering::Full,
            capacity: 0,
            given: None,
            input: Vec::new(),
            terms: Vec::new(),
            at: 0,
            writing: false,
            output: Vec::new(),
            output_end: 0,
            orientation: 0,
            serial: 0,
        }
    }

    pub fn is_open(&self) -> bool {
        !matches!(self.device, Device::Closed)
    }

    /// The descriptor, if it has one.
    pub fn handle(&self) -> Option<Handle> {
        match self.device {
            Device::Handle(h) => Some(h),
            _ => None,
        }
    }

    /// Bytes read ahead.
    pub fn unread(&self) -> usize {
        self.input.len() - self.at
    }

    /// The term of a byte that was read ahead.
    pub fn term(&self, at: usize) -> ExprId {
        self.terms.get(at).copied().unwrap_or(ExprId::NONE)
    }

    /// Forgets what was read ahead.
    pub fn drop_input(&mut self) {
        self.input.clear();
        self.terms.clear();
        self.at = 0;
    }

    /// The limit for `output` while writing.
    pub fn full_output(&self) -> usize {
        if self.buffering == Buffering::Full { self.capacity } else { 0 }
    }
}
