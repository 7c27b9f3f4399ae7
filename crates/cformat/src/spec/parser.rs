//! The two format parsers of glibc's `vfprintf`, as one with two modes.
//!
//! [`Mode::Quick`] knows no positions and treats an overflow or an incomplete directive as an error; at anything
//! it does not know it hands the directive to [`Mode::Lenient`], which then stays in charge.

use super::{ArgClass, Conversion, Count, Directive, Flags, FormatError, MAX_ARGUMENTS, Notation, Piece, Radix};
use crate::model::{DataModel, IntSize};

#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    Quick,
    Lenient,
}

/// Why a directive could not be read in the current mode.
enum Exit {
    Stop(FormatError),
    NeedsLenient,
}

impl From<FormatError> for Exit {
    fn from(error: FormatError) -> Self {
        Self::Stop(error)
    }
}

/// A length modifier with the meaning glibc gives it on this target.
#[derive(Clone, Copy)]
struct Length {
    /// The class of integer arguments.
    class: ArgClass,
    /// The type they are narrowed to.
    size: IntSize,
    /// `%c` and `%s` are wide.
    wide: bool,
    /// Floating-point arguments are `long double`.
    long_double: bool,
    /// A single `h`: the quick parser wants an integer conversion.
    half: bool,
}

struct Parser<'a> {
    format: &'a [u8],
    at: usize,
    model: &'a DataModel,
    mode: Mode,
    next_argument: usize,
}

pub(super) fn parse(format: &[u8], model: &DataModel) -> Vec<Piece> {
    let end = format.iter().position(|&byte| byte == 0).unwrap_or(format.len());
    let mut parser = Parser { format: &format[..end], at: 0, model, mode: Mode::Quick, next_argument: 0 };
    let mut pieces = Vec::new();
    while parser.at < end {
        let start = parser.at;
        if parser.peek() != b'%' {
            parser.at = format[start..end].iter().position(|&byte| byte == b'%').map_or(end, |i| start + i);
            pieces.push(Piece::Literal(start..parser.at));
            continue;
        }
        let next_argument = parser.next_argument;
        match parser.directive() {
            Ok(directive) => pieces.push(Piece::Directive(directive)),
            Err(Exit::Stop(error)) => {
                pieces.push(Piece::Stop(error));
                break;
            }
            Err(Exit::NeedsLenient) => {
                parser.mode = Mode::Lenient;
                parser.at = start;
                parser.next_argument = next_argument;
            }
        }
    }
    pieces
}

impl Parser<'_> {
    fn peek(&self) -> u8 {
        self.format.get(self.at).copied().unwrap_or(0)
    }

    fn eat(&mut self, byte: u8) -> bool {
        let found = self.peek() == byte;
        self.at += usize::from(found);
        found
    }

    /// Digits as an `int`; nothing if they exceed it.
    fn number(&mut self) -> Option<u32> {
        let mut value = Some(0u32);
        while self.peek().is_ascii_digit() {
            let digit = u32::from(self.peek() - b'0');
            value = value
                .and_then(|value| value.checked_mul(10)?.checked_add(digit))
                .filter(|&value| value <= i32::MAX as u32);
            self.at += 1;
        }
        value
    }

    fn take_argument(&mut self) -> Result<usize, Exit> {
        let index = self.next_argument;
        if index >= MAX_ARGUMENTS {
            return Err(FormatError::TooManyArguments.into());
        }
        self.next_argument += 1;
        Ok(index)
    }

    fn directive(&mut self) -> Result<Directive, Exit> {
        let start = self.at;
        self.at += 1;
        let position = if self.mode == Mode::Lenient { self.position()? } else { None };
        let flags = self.flags();
        let width = self.width()?;
        let precision = if self.eat(b'.') { self.precision()? } else { Count::Absent };
        let length = self.length();
        let byte = self.peek();
        let (conversion, class) = self.conversion(byte, length);
        if self.mode == Mode::Quick {
            let known = !matches!(conversion, Conversion::Unknown(_));
            let integer = matches!(
                conversion,
                Conversion::Signed { .. }
                    | Conversion::Unsigned { .. }
                    | Conversion::StoreCount(_)
                    | Conversion::Percent
            );
            if byte == 0 {
                return Err(FormatError::Incomplete.into());
            }
            if !known || length.half && !integer {
                return Err(Exit::NeedsLenient);
            }
        }
        self.at += usize::from(byte != 0);
        let value = match (class, position) {
            (None, _) => None,
            (Some(class), Some(index)) => Some((index, class)),
            (Some(class), None) => Some((self.take_argument()?, class)),
        };
        let lenient = self.mode == Mode::Lenient;
        Ok(Directive { source: start..self.at, flags, width, precision, conversion, value, lenient })
    }

    /// `1$`, as an index from 0.
    fn position(&mut self) -> Result<Option<usize>, Exit> {
        let start = self.at;
        if !self.peek().is_ascii_digit() {
            return Ok(None);
        }
        let number = self.number();
        if number != Some(0) && self.eat(b'$') {
            // A position that overflows is skipped like no position.
            return match number {
                Some(number) if number as usize > MAX_ARGUMENTS => Err(FormatError::TooManyArguments.into()),
                Some(number) => Ok(Some(number as usize - 1)),
                None => Ok(None),
            };
        }
        self.at = start;
        Ok(None)
    }

    fn flags(&mut self) -> Flags {
        let mut flags = Flags::default();
        loop {
            match self.peek() {
                b'-' => flags.left = true,
                b'+' => flags.plus = true,
                b' ' => flags.space = true,
                b'#' => flags.alternate = true,
                b'0' => flags.zero = true,
                b'\'' => flags.group = true,
                b'I' => flags.locale_digits = true,
                _ => break,
            }
            self.at += 1;
        }
        flags.zero &= !flags.left;
        flags
    }

    fn width(&mut self) -> Result<Count, Exit> {
        if self.eat(b'*') {
            return self.star();
        }
        if !self.peek().is_ascii_digit() {
            return Ok(Count::Absent);
        }
        let width = self.constant()?.unwrap_or(0);
        if self.mode == Mode::Quick && self.peek() == b'$' {
            return Err(Exit::NeedsLenient);
        }
        Ok(Count::Fixed(width))
    }

    fn precision(&mut self) -> Result<Count, Exit> {
        if self.eat(b'*') {
            return self.star();
        }
        if !self.peek().is_ascii_digit() {
            return Ok(Count::Fixed(0));
        }
        Ok(self.constant()?.map_or(Count::Absent, Count::Fixed))
    }

    /// A written width or precision; an overflow is an error or, in lenient mode, as if it were not there.
    fn constant(&mut self) -> Result<Option<u32>, Exit> {
        match self.number() {
            None if self.mode == Mode::Quick => Err(FormatError::Overflow.into()),
            number => Ok(number),
        }
    }

    /// The argument of a `*`, perhaps by position.
    fn star(&mut self) -> Result<Count, Exit> {
        match self.mode {
            Mode::Lenient => {
                let start = self.at;
                if let Some(index) = self.position()? {
                    return Ok(Count::Argument(index));
                }
                self.at = start;
            }
            Mode::Quick => {
                let start = self.at;
                match self.number() {
                    None => return Err(FormatError::Overflow.into()),
                    Some(1..) if self.peek() == b'$' => return Err(Exit::NeedsLenient),
                    Some(_) => self.at = start,
                }
            }
        }
        Ok(Count::Argument(self.take_argument()?))
    }

    fn length(&mut self) -> Length {
        use ArgClass::{Int, Intmax, Long, LongLong, Ptrdiff, Size};
        let model = self.model;
        let by_width = |class, size: IntSize| Length {
            class,
            size,
            wide: model.bits(size) > model.int_bits,
            long_double: model.bits(size) > model.long_bits,
            half: false,
        };
        let plain = Length { class: Int, size: IntSize::Int, wide: false, long_double: false, half: false };
        let long_long = Length { class: LongLong, size: IntSize::LongLong, wide: true, long_double: true, half: false };
        let byte = self.peek();
        if !matches!(byte, b'h' | b'l' | b'L' | b'q' | b'z' | b'Z' | b't' | b'j') {
            return plain;
        }
        self.at += 1;
        match byte {
            b'h' if self.eat(b'h') => Length { size: IntSize::Char, ..plain },
            b'h' => Length { size: IntSize::Short, half: true, ..plain },
            b'l' if self.eat(b'l') => long_long,
            b'l' => Length { class: Long, size: IntSize::Long, wide: true, ..plain },
            b'z' | b'Z' => by_width(Size, IntSize::Size),
            b't' => by_width(Ptrdiff, IntSize::Ptrdiff),
            b'j' => by_width(Intmax, IntSize::Intmax),
            // The second parser takes `L` for `long double` only; for integers it counts just where `long long`
            // is wider than `long`.
            _ if self.mode == Mode::Quick => long_long,
            _ if model.long_bits < 64 => Length { wide: false, ..long_long },
            _ => Length { long_double: true, ..plain },
        }
    }

    fn conversion(&self, byte: u8, length: Length) -> (Conversion, Option<ArgClass>) {
        let bits = self.model.bits(length.size);
        let unsigned = |radix, uppercase| (Conversion::Unsigned { radix, uppercase, bits }, Some(length.class));
        let float = |notation| {
            let class = if length.long_double { ArgClass::LongDouble } else { ArgClass::Double };
            (Conversion::Float { notation, uppercase: byte.is_ascii_uppercase() }, Some(class))
        };
        match byte {
            b'd' | b'i' => (Conversion::Signed { bits }, Some(length.class)),
            b'u' => unsigned(Radix::Decimal, false),
            b'o' => unsigned(Radix::Octal, false),
            b'x' => unsigned(Radix::Hexadecimal, false),
            b'X' => unsigned(Radix::Hexadecimal, true),
            b'b' => unsigned(Radix::Binary, false),
            b'B' => unsigned(Radix::Binary, true),
            b'f' | b'F' => float(Notation::Fixed),
            b'e' | b'E' => float(Notation::Exponent),
            b'g' | b'G' => float(Notation::General),
            b'a' | b'A' => float(Notation::Hexadecimal),
            b'C' => (Conversion::WideChar, Some(ArgClass::WideInt)),
            b'c' if length.wide => (Conversion::WideChar, Some(ArgClass::WideInt)),
            b'c' => (Conversion::Char, Some(ArgClass::Int)),
            b'S' => (Conversion::WideString, Some(ArgClass::Pointer)),
            b's' if length.wide => (Conversion::WideString, Some(ArgClass::Pointer)),
            b's' => (Conversion::String, Some(ArgClass::Pointer)),
            b'p' => (Conversion::Pointer, Some(ArgClass::Pointer)),
            b'n' => (Conversion::StoreCount(length.size), Some(ArgClass::Pointer)),
            b'm' => (Conversion::ErrorText, None),
            b'%' => (Conversion::Percent, None),
            _ => (Conversion::Unknown(byte), None),
        }
    }
}
