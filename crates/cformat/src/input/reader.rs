//! A source that counts, remembers its end, and knows how much of a field's width is left.

use super::ByteSource;

pub(super) struct Reader<'a, S> {
    source: &'a mut S,
    ended: bool,
    pub consumed: u64,
}

impl<'a, S: ByteSource> Reader<'a, S> {
    pub fn new(source: &'a mut S) -> Self {
        Self {
            source,
            ended: false,
            consumed: 0,
        }
    }

    pub fn next(&mut self) -> Option<u8> {
        if self.ended {
            return None;
        }
        let byte = self.source.next();
        self.ended = byte.is_none();
        self.consumed += u64::from(byte.is_some());
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
            if !byte.is_some_and(crate::ctype::is_space) {
                return byte;
            }
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
