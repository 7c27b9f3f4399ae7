//! The loop over a format's items, and the rules for white space, literals and failure.

use super::reader::Reader;
use super::{
    Assignment, ByteSource, ScanConversion, ScanDirective, ScanErrno, ScanFormat, ScanItem, ScanOutcome, ScanSink,
};
use crate::model::{DataModel, truncate};

/// Why a scan stops early.
pub(super) enum Failure<E> {
    /// The input does not match.
    Mismatch,
    /// The input ended.
    End,
    /// The input is not text where wide characters are wanted.
    IllegalSequence,
    Host(E),
}

impl<E> From<E> for Failure<E> {
    fn from(error: E) -> Self {
        Self::Host(error)
    }
}

/// A scan in progress.
pub(super) struct Scan<'a, S, K> {
    pub reader: Reader<'a, S>,
    pub sink: &'a mut K,
    pub model: &'a DataModel,
    pub assigned: i32,
    /// White space of the format that has not skipped input yet; it waits for the next item that reads.
    pending_space: bool,
}

/// Matches input against a format.
pub fn scan<S: ByteSource, K: ScanSink>(
    format: &ScanFormat,
    source: &mut S,
    sink: &mut K,
    model: &DataModel,
) -> Result<ScanOutcome, K::Error> {
    let mut scan = Scan { reader: Reader::new(source), sink, model, assigned: 0, pending_space: false };
    let failure = match format.items.iter().try_for_each(|item| scan.item(item)) {
        Ok(()) => {
            if scan.pending_space {
                let byte = scan.reader.skip_space();
                scan.reader.unget(byte);
            }
            None
        }
        Err(Failure::Host(error)) => return Err(error),
        Err(failure) => Some(failure),
    };
    Ok(ScanOutcome {
        returned: match failure {
            Some(Failure::End) if scan.assigned == 0 => -1,
            _ => scan.assigned,
        },
        consumed: scan.reader.consumed,
        errno: match failure {
            Some(Failure::IllegalSequence) => ScanErrno::IllegalSequence,
            _ => scan.reader.errno,
        },
    })
}

impl<S: ByteSource, K: ScanSink> Scan<'_, S, K> {
    fn item(&mut self, item: &ScanItem) -> Result<(), Failure<K::Error>> {
        match item {
            ScanItem::Space => {
                self.pending_space = true;
                Ok(())
            }
            ScanItem::Literal(byte) => {
                if !byte.is_ascii() {
                    self.reader.errno = ScanErrno::IllegalSequence;
                }
                let space = std::mem::take(&mut self.pending_space);
                let next = if space { self.reader.skip_space() } else { self.reader.next() };
                self.expect(*byte, next)
            }
            ScanItem::Directive(directive) => self.directive(directive),
            ScanItem::Incomplete => Err(Failure::Mismatch),
        }
    }

    /// Compares a byte already read with the one the format wants.
    fn expect(&mut self, wanted: u8, next: Option<u8>) -> Result<(), Failure<K::Error>> {
        if next == Some(wanted) {
            return Ok(());
        }
        self.reader.unget(next);
        Err(if next.is_none() { Failure::End } else { Failure::Mismatch })
    }

    fn directive(&mut self, directive: &ScanDirective) -> Result<(), Failure<K::Error>> {
        let keeps_space = matches!(
            directive.conversion,
            ScanConversion::Chars { .. } | ScanConversion::Set { .. } | ScanConversion::Count(_)
        );
        if std::mem::take(&mut self.pending_space) || !keeps_space {
            self.reader.skip_space_before_conversion();
        }
        match directive.conversion {
            ScanConversion::Percent => {
                let next = self.reader.next();
                self.expect(b'%', next)
            }
            ScanConversion::Count(size) => {
                if let Some(argument) = directive.argument {
                    let value = truncate(self.reader.consumed, self.model.bits(size), false);
                    self.sink.assign(argument, Assignment::Integer { value, size })?;
                }
                Ok(())
            }
            ScanConversion::Integer { base, signed, size } => self.integer(directive, base, signed, size),
            ScanConversion::Pointer => self.pointer(directive),
            ScanConversion::Float => self.float(directive, Assignment::Float),
            ScanConversion::Double => self.float(directive, Assignment::Double),
            ScanConversion::LongDouble => self.float(directive, Assignment::LongDouble),
            ScanConversion::Quad => self.float(directive, Assignment::Quad),
            ScanConversion::Chars { .. } | ScanConversion::Word { .. } | ScanConversion::Set { .. } => {
                self.string(directive)
            }
            ScanConversion::Unknown(_) => Err(Failure::Mismatch),
        }
    }

    /// Stores and counts a result.
    pub fn assign(&mut self, directive: &ScanDirective, assignment: Assignment<'_>) -> Result<(), Failure<K::Error>> {
        if let Some(argument) = directive.argument {
            self.sink.assign(argument, assignment)?;
            self.assigned += 1;
        }
        Ok(())
    }
}
