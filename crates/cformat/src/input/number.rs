//! `%d %i %u %o %x %p` and `%f %e %g %a`.
//!
//! glibc collects characters by rules of its own and converts what it collected with `strtol` or `strtod`. The
//! rules take a prefix and never give more than one byte back: `0xg` is 0 and costs the `x`, `1e` costs the `e`.

use super::engine::{Failure, Scan};
use super::reader::Room;
use super::{Assignment, ByteSource, ScanDirective, ScanErrno, ScanSink};
use crate::ctype::digit_value;
use crate::float::Float;
use crate::model::{IntSize, truncate};
use crate::number::{IntegerType, parse_float, parse_integer};

impl<S: ByteSource, K: ScanSink> Scan<'_, S, K> {
    pub(super) fn integer(
        &mut self,
        directive: &ScanDirective,
        base: i32,
        signed: bool,
        size: IntSize,
    ) -> Result<(), Failure<K::Error>> {
        let bits = self.model.bits(size);
        // Narrow types are cut from a `long`, not clamped.
        let integer = IntegerType { bits: bits.max(self.model.long_bits), signed };
        let value = self.integer_value(directive, base, integer, false)?;
        let value = truncate(value, bits, false);
        self.assign(directive, Assignment::Integer { value, size })
    }

    pub(super) fn pointer(&mut self, directive: &ScanDirective) -> Result<(), Failure<K::Error>> {
        let integer = IntegerType { bits: self.model.size_bits, signed: false };
        let value = self.integer_value(directive, 16, integer, true)?;
        self.assign(directive, Assignment::Pointer(value))
    }

    fn integer_value(
        &mut self,
        directive: &ScanDirective,
        mut base: i32,
        integer: IntegerType,
        pointer: bool,
    ) -> Result<u64, Failure<K::Error>> {
        let mut room = Room::new(directive.width);
        let mut text = Vec::new();
        let mut next = self.reader.next();
        if next.is_none() {
            return Err(Failure::End);
        }
        let signed = next.filter(|byte| matches!(byte, b'-' | b'+'));
        if let Some(sign) = signed {
            text.push(sign);
            room.take();
            next = self.reader.next();
        }
        if !room.is_empty() && next == Some(b'0') {
            text.push(b'0');
            room.take();
            next = self.reader.next();
            if !room.is_empty() && next.is_some_and(|byte| byte.eq_ignore_ascii_case(&b'x')) {
                if base == 0 || base == 16 {
                    base = 16;
                    room.take();
                    next = self.reader.next();
                }
            } else if base == 0 {
                base = 8;
            }
        }
        if base == 0 {
            base = 10;
        }
        while let Some(byte) = next {
            if room.is_empty() || digit_value(byte).is_none_or(|digit| digit >= base as u32) {
                break;
            }
            text.push(byte);
            room.take();
            next = self.reader.next();
        }
        if text.len() > usize::from(signed.is_some()) {
            self.reader.unget(next);
        } else if pointer && signed.is_none() && room.at_least(5) && next == Some(b'(') {
            self.nil()?;
            return Ok(0);
        } else {
            self.reader.unget(next);
            return Err(Failure::Mismatch);
        }
        // The base is one of 8, 10 and 16.
        let parsed = parse_integer(&mut text.as_slice(), base, integer).map_err(|_| Failure::Mismatch)?;
        self.note_range(parsed.overflow);
        Ok(parsed.value)
    }

    /// The rest of `(nil)`.
    fn nil(&mut self) -> Result<(), Failure<K::Error>> {
        for wanted in *b"nil)" {
            let next = self.reader.next();
            if !next.is_some_and(|byte| byte.eq_ignore_ascii_case(&wanted)) {
                self.reader.unget(next);
                return Err(Failure::Mismatch);
            }
        }
        Ok(())
    }

    pub(super) fn float<F: Float>(
        &mut self,
        directive: &ScanDirective,
        assignment: impl FnOnce(F) -> Assignment<'static>,
    ) -> Result<(), Failure<K::Error>> {
        let text = self.float_text(directive)?;
        let parsed = parse_float::<F>(&mut text.as_slice());
        self.note_range(parsed.overflow || parsed.underflow);
        if parsed.end == 0 {
            return Err(Failure::Mismatch);
        }
        self.assign(directive, assignment(parsed.value))
    }

    /// The bytes glibc hands to `strtod`.
    fn float_text(&mut self, directive: &ScanDirective) -> Result<Vec<u8>, Failure<K::Error>> {
        let mut room = Room::new(directive.width);
        let mut text = Vec::new();
        let mut next = self.reader.next();
        room.take();
        if next.is_none() {
            return Err(Failure::End);
        }
        if let Some(sign @ (b'-' | b'+')) = next {
            text.push(sign);
            next = self.next_in(&mut room);
            if next.is_none() {
                return Err(Failure::Mismatch);
            }
        }
        let prefix = text.len();
        if let Some(first @ (b'n' | b'N' | b'i' | b'I')) = next {
            text.push(first);
            self.word(&mut text, &mut room, if first.eq_ignore_ascii_case(&b'n') { b"an" } else { b"nf" })?;
            if first.eq_ignore_ascii_case(&b'i') {
                match self.next_in(&mut room) {
                    Some(more @ (b'i' | b'I')) => {
                        text.push(more);
                        self.word(&mut text, &mut room, b"nity")?;
                    }
                    other => self.reader.unget(other),
                }
            }
            return Ok(text);
        }
        let mut mark = b'e';
        let mut any_digit = false;
        if !room.is_empty() && next == Some(b'0') {
            text.push(b'0');
            next = self.reader.next();
            room.take();
            if let Some(x @ (b'x' | b'X')) = next.filter(|_| !room.is_empty()) {
                text.push(x);
                mark = b'p';
                next = self.reader.next();
                room.take();
            } else {
                any_digit = true;
            }
        }
        let hexadecimal = mark == b'p';
        let (mut point, mut exponent) = (false, false);
        while let Some(byte) = next {
            if byte.is_ascii_digit() || hexadecimal && !exponent && byte.is_ascii_hexdigit() {
                text.push(byte);
                any_digit = true;
            } else if exponent && text.last() == Some(&mark) && matches!(byte, b'-' | b'+') {
                text.push(byte);
            } else if any_digit && !exponent && byte.to_ascii_lowercase() == mark {
                text.push(mark);
                exponent = true;
                point = true;
            } else if !point && byte == b'.' {
                text.push(byte);
                point = true;
            } else {
                self.reader.unget(next);
                break;
            }
            next = self.next_in(&mut room);
        }
        let empty = prefix + if hexadecimal { 2 } else { 0 };
        if text.len() == empty { Err(Failure::Mismatch) } else { Ok(text) }
    }

    fn note_range(&mut self, out_of_range: bool) {
        if out_of_range {
            self.reader.errno = ScanErrno::Range;
        }
    }

    /// The next byte of the field; nothing at the end of the field or of the input.
    fn next_in(&mut self, room: &mut Room) -> Option<u8> {
        if room.is_empty() {
            return None;
        }
        let next = self.reader.next();
        room.take();
        next
    }

    /// The rest of `nan`, `inf` or `infinity`; a byte that does not belong is lost.
    fn word(&mut self, text: &mut Vec<u8>, room: &mut Room, rest: &[u8]) -> Result<(), Failure<K::Error>> {
        for wanted in rest {
            let next = self.next_in(room).filter(|byte| byte.eq_ignore_ascii_case(wanted));
            text.push(next.ok_or(Failure::Mismatch)?);
        }
        Ok(())
    }
}
