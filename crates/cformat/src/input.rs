//! `scanf`: a format matched against bytes, giving typed assignments.
//!
//! The engine pulls one byte at a time from a [`ByteSource`] and pushes back at most one, so it can run over a
//! stream or over memory that is read as it goes; it hands every result to a [`ScanSink`] at the moment glibc
//! would store it. Formats are those of C99 and later (`%as` is a number and an `s`, not an allocation).

mod engine;
mod format;
mod number;
mod reader;
mod set;
mod string;

pub use engine::scan;
pub use format::{ScanConversion, ScanDirective, ScanFormat, ScanItem};
pub use set::ByteSet;

use crate::float::{LongDouble, Quad};
use crate::model::IntSize;

/// Where input comes from.
pub trait ByteSource {
    /// The next byte; nothing at the end. It is not asked again after it answered nothing.
    fn next(&mut self) -> Option<u8>;

    /// Pushes the last byte back. Never called twice without a `next` between.
    fn unget(&mut self);
}

/// Where results go.
pub trait ScanSink {
    /// What ends the scan from outside, such as a bad address.
    type Error;

    /// Whether the argument is a null pointer. Asked for strings only: glibc then stops as if nothing matched.
    fn is_null(&mut self, argument: usize) -> Result<bool, Self::Error> {
        let _ = argument;
        Ok(false)
    }

    /// Stores a result through the pointer argument with this index, counted from 0.
    fn assign(&mut self, argument: usize, assignment: Assignment<'_>) -> Result<(), Self::Error>;
}

/// A result and the type of what the argument points to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Assignment<'a> {
    /// An integer, cut to the type's width.
    Integer {
        value: u64,
        size: IntSize,
    },
    Pointer(u64),
    Float(f32),
    Double(f64),
    LongDouble(LongDouble),
    Quad(Quad),
    /// Characters, with a NUL behind them if `terminate`. With `allocate`, for the `m` modifier, they go to new
    /// memory of exactly that size, whose address the argument receives.
    Bytes {
        bytes: &'a [u8],
        terminate: bool,
        allocate: bool,
    },
    /// The same in `wchar_t`.
    Wide {
        characters: &'a [u32],
        terminate: bool,
        allocate: bool,
    },
    /// A conversion with the `m` modifier failed; glibc frees its memory and stores a null pointer.
    NoAllocation,
}

/// How a scan ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScanOutcome {
    /// What `scanf` returns: assignments, or -1 if the input ended before the first conversion.
    pub returned: i32,
    /// Bytes taken from the input.
    pub consumed: u64,
    pub errno: ScanErrno,
}

/// What a scan does to `errno`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScanErrno {
    Unchanged,
    /// Set to 0, a side effect of reading again behind the end.
    Cleared,
    /// `ERANGE`: a number was out of range.
    Range,
    /// `EILSEQ`: a byte that is no character, in a wide conversion or (with no other effect) in the format.
    IllegalSequence,
}

/// A source over a slice; it ends at the slice's end or at a NUL, as for `sscanf`.
#[derive(Clone, Debug)]
pub struct StringSource<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> StringSource<'a> {
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0 }
    }
}

impl ByteSource for StringSource<'_> {
    fn next(&mut self) -> Option<u8> {
        let byte = self.bytes.get(self.at).copied().filter(|&byte| byte != 0)?;
        self.at += 1;
        Some(byte)
    }

    fn unget(&mut self) {
        self.at = self.at.saturating_sub(1);
    }
}
