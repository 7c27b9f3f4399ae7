//! A source that counts, remembers its end, and keeps `errno`; and the width a field has left.

use super::{ByteSource, ScanErrno};
use crate::ctype::is_space;

pub(super) struct Reader<'a, S> {
    source: &'a mut S,
    ended: bool,
    pub consumed: u64,
    pub errno: ScanErrno,
    /// What `errno` was when the input ended; glibc goes back to it whenever it reads behind the end.
    errno_at_end: ScanErrno,
}

impl<'a, S: ByteSource> Reader<'a, S> {
    pub fn new(source: &'a mut S) -> Self {
        Self { source, ended: false, consumed: 0, errno: ScanErrno::Unchanged, errno_at_end: ScanErrno::Unchanged }
    }

    pub fn next(&mut self) -> Option<u8> {
        if self.ended {
            self.errno = self.errno_at_end;
            return None;
        }
        let byte = self.source.next();
        self.consumed += u64::from(byte.is_some());
        if byte.is_none() {
            self.ended = true;
            self.errno_at_end = self.errno;
        }
        byte
    }

    /// Pushes back what `next` gave, which may be the end.
    pub fn unget(&mut self, byte: Option<u8>) {
        if byte.is_some() {
            self.source.unget();
            self.consumed -= 1;
        }
    }

    /// Skips white space and gives the byte behind it.
    pub fn skip_space(&mut self) -> Option<u8> {
        loop {
            let byte = self.next();
            if !byte.is_some_and(is_space) {
                return byte;
            }
        }
    }

    /// Skips white space before a conversion, with an `errno` of 0 meanwhile.
    pub fn skip_space_before_conversion(&mut self) {
        if !self.ended {
            let errno = std::mem::replace(&mut self.errno, ScanErrno::Cleared);
            let byte = self.skip_space();
            self.unget(byte);
            self.errno = errno;
        }
    }
}

/// The bytes a directive may still take.
#[derive(Clone, Copy)]
pub(super) struct Room(Option<u32>);

impl Room {
    pub fn new(width: Option<u32>) -> Self {
        Self(width)
    }

    pub fn is_empty(self) -> bool {
        self.0 == Some(0)
    }

    pub fn at_least(self, count: u32) -> bool {
        self.0.is_none_or(|left| left >= count)
    }

    pub fn take(&mut self) {
        self.0 = self.0.map(|left| left.saturating_sub(1));
    }
}
