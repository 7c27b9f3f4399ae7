//! `%c`, `%s` and `%[`, narrow and wide.

use super::engine::{Failure, Scan};
use super::reader::Room;
use super::{Assignment, ByteSource, ScanConversion, ScanDirective, ScanSink};
use crate::ctype::{byte_to_wide, is_space};

impl<S: ByteSource, K: ScanSink> Scan<'_, S, K> {
    pub(super) fn string(&mut self, directive: &ScanDirective) -> Result<(), Failure<K::Error>> {
        if let Some(argument) = directive.argument {
            if self.sink.is_null(argument)? {
                return Err(Failure::Mismatch);
            }
        }
        let result = self.matched_string(directive);
        if let (Err(_), true, Some(argument)) = (&result, directive.allocate, directive.argument) {
            self.sink.assign(argument, Assignment::NoAllocation)?;
        }
        result
    }

    fn matched_string(&mut self, directive: &ScanDirective) -> Result<(), Failure<K::Error>> {
        let allocate = directive.allocate;
        let (wide, terminate) = match directive.conversion {
            ScanConversion::Set { complete: false, .. } => return Err(Failure::Mismatch),
            ScanConversion::Chars { wide } => (wide, false),
            ScanConversion::Word { wide } | ScanConversion::Set { wide, .. } => (wide, true),
            _ => (false, true),
        };
        if !wide {
            let mut bytes = Vec::new();
            self.take_while_matching(directive, |byte| {
                bytes.push(byte);
                Ok(())
            })?;
            return self.assign(directive, Assignment::Bytes { bytes: &bytes, terminate, allocate });
        }
        let mut characters = Vec::new();
        let taken = self.take_while_matching(directive, |byte| {
            characters.extend(byte_to_wide(byte));
            if byte == 0 || byte_to_wide(byte).is_none() { Err(Failure::IllegalSequence) } else { Ok(()) }
        });
        if let (Err(Failure::IllegalSequence), false, Some(argument)) = (&taken, allocate, directive.argument) {
            // The characters before the bad one are already stored.
            let partial = Assignment::Wide { characters: &characters, terminate: false, allocate };
            self.sink.assign(argument, partial)?;
        }
        taken?;
        self.assign(directive, Assignment::Wide { characters: &characters, terminate, allocate })
    }

    /// Feeds the bytes of a string conversion to `store`; at least one, or it is a failure.
    fn take_while_matching(
        &mut self,
        directive: &ScanDirective,
        mut store: impl FnMut(u8) -> Result<(), Failure<K::Error>>,
    ) -> Result<(), Failure<K::Error>> {
        let belongs = |byte: u8| match directive.conversion {
            ScanConversion::Word { .. } => !is_space(byte),
            ScanConversion::Set { set, .. } => set.contains(byte),
            _ => true,
        };
        let single = matches!(directive.conversion, ScanConversion::Chars { .. }).then_some(1);
        let mut room = Room::new(directive.width.or(single));
        let mut any = false;
        while !room.is_empty() {
            let Some(byte) = self.reader.next() else {
                return if any { Ok(()) } else { Err(Failure::End) };
            };
            if !belongs(byte) {
                self.reader.unget(Some(byte));
                break;
            }
            any = true;
            room.take();
            store(byte)?;
        }
        if any { Ok(()) } else { Err(Failure::Mismatch) }
    }
}
