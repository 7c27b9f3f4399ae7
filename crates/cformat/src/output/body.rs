//! The parts of a directive's text and how a field pads them.

use super::OutputError;
use crate::spec::Field;

/// A directive's text in parts, so that long runs of zeros are counted before they are made.
#[derive(Clone, Copy, Default)]
pub(super) struct Body<'a> {
    pub sign: Option<u8>,
    /// `0x` and the like; zero padding goes behind it.
    pub prefix: &'a [u8],
    /// Zeros in front of the digits.
    pub leading_zeros: u64,
    pub digits: &'a [u8],
    /// Zeros behind the digits.
    pub trailing_zeros: u64,
    /// The exponent.
    pub suffix: &'a [u8],
}

impl<'a> Body<'a> {
    pub fn of(digits: &'a [u8]) -> Self {
        Self { digits, ..Self::default() }
    }

    fn length(&self) -> u64 {
        let parts = usize::from(self.sign.is_some()) + self.prefix.len() + self.digits.len() + self.suffix.len();
        (parts as u64).saturating_add(self.leading_zeros).saturating_add(self.trailing_zeros)
    }
}

/// What fills a left-justified field on its right, which differs if the 0 flag survived a negative `*` width.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum LeftFill {
    Space,
    /// The pad character, `0` included.
    PadCharacter,
    /// Spaces, but nothing at all under the 0 flag.
    SpaceUnlessZero,
}

/// The sign of a signed conversion.
pub(super) fn sign(field: &Field, negative: bool) -> Option<u8> {
    if negative {
        Some(b'-')
    } else if field.flags.plus {
        Some(b'+')
    } else if field.flags.space {
        Some(b' ')
    } else {
        None
    }
}

/// The output and its limit.
pub(super) struct Writer<'a> {
    pub out: &'a mut Vec<u8>,
    pub limit: usize,
}

impl Writer<'_> {
    /// Writes the text without padding.
    pub fn write(&mut self, body: &Body<'_>) -> Result<(), OutputError> {
        self.check(body.length())?;
        self.emit(body, 0);
        Ok(())
    }

    /// Writes the text padded to the field's width, on the left with zeros if `zeros`.
    pub fn pad(&mut self, field: &Field, body: &Body<'_>, zeros: bool, left_fill: LeftFill) -> Result<(), OutputError> {
        let length = body.length();
        let width = u64::from(field.width);
        self.check(length.max(width))?;
        let padding = width.saturating_sub(length);
        if field.flags.left {
            self.emit(body, 0);
            match left_fill {
                LeftFill::PadCharacter if field.flags.zero => self.fill(b'0', padding),
                LeftFill::SpaceUnlessZero if field.flags.zero => {}
                _ => self.fill(b' ', padding),
            }
        } else if zeros {
            self.emit(body, padding);
        } else {
            self.fill(b' ', padding);
            self.emit(body, 0);
        }
        Ok(())
    }

    fn check(&self, needed: u64) -> Result<(), OutputError> {
        if needed > self.limit as u64 { Err(OutputError::TooLong { needed }) } else { Ok(()) }
    }

    fn emit(&mut self, body: &Body<'_>, zero_padding: u64) {
        self.out.extend(body.sign);
        self.out.extend_from_slice(body.prefix);
        self.fill(b'0', zero_padding + body.leading_zeros);
        self.out.extend_from_slice(body.digits);
        self.fill(b'0', body.trailing_zeros);
        self.out.extend_from_slice(body.suffix);
    }

    fn fill(&mut self, byte: u8, count: u64) {
        let length = self.out.len();
        self.out.resize(length + count as usize, byte);
    }
}
