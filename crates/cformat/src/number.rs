//! `strtol`, `strtod` and their families: from bytes to a value, an end offset and the error they would report.
//!
//! The text is read through [`Text`], byte by byte, and never past the byte that ends the number: a machine can
//! serve it from memory that holds no terminator.

mod float;
mod integer;

pub use float::{ParsedFloat, parse_float};
pub use integer::{IntegerType, InvalidBase, ParsedInteger, parse_integer};

/// Bytes by index, as a C string: 0 is the end.
pub trait Text {
    /// The byte at `index`, or 0 at the end of the text. Only asked for if all bytes before it were not 0.
    fn byte(&mut self, index: usize) -> u8;
}

impl Text for &[u8] {
    fn byte(&mut self, index: usize) -> u8 {
        self.get(index).copied().unwrap_or(0)
    }
}

impl<F: FnMut(usize) -> u8> Text for F {
    fn byte(&mut self, index: usize) -> u8 {
        self(index)
    }
}

/// Skips white space; the index of the first other byte.
fn skip_space(text: &mut impl Text) -> usize {
    let mut at = 0;
    while crate::ctype::is_space(text.byte(at)) {
        at += 1;
    }
    at
}

/// Skips a sign; the index behind it and whether it was `-`.
fn sign(text: &mut impl Text, at: usize) -> (usize, bool) {
    match text.byte(at) {
        b'-' => (at + 1, true),
        b'+' => (at + 1, false),
        _ => (at, false),
    }
}

/// Whether the text at `at` starts with the lower-case `word` in any case.
fn starts_with(text: &mut impl Text, at: usize, word: &[u8]) -> bool {
    word.iter().enumerate().all(|(i, letter)| text.byte(at + i).to_ascii_lowercase() == *letter)
}
