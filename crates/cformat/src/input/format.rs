//! `scanf` formats as items. glibc finds a mistake in a format only when it gets there, so mistakes are items too.

use super::ByteSet;
use crate::ctype::is_space;
use crate::model::{DataModel, IntSize, LongDoubleFormat};
use std::ops::Range;

/// A parsed format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScanFormat {
    pub items: Vec<ScanItem>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ScanItem {
    /// White space: skips any, including none.
    Space,
    /// A byte that must come next.
    Literal(u8),
    Directive(ScanDirective),
    /// The format ends inside a directive: matching fails.
    Incomplete,
}

/// One `%` directive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScanDirective {
    /// Where it stands in the format.
    pub source: Range<usize>,
    /// Index of the pointer argument; nothing if `*` suppresses the assignment or the conversion has none.
    pub argument: Option<usize>,
    /// Most bytes to take.
    pub width: Option<u32>,
    /// The `m` modifier.
    pub allocate: bool,
    pub conversion: ScanConversion,
}

/// What a directive reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScanConversion {
    /// `%%`
    Percent,
    /// `%n`
    Count(IntSize),
    /// `%d %u %o %x`; base 0 for `%i`.
    Integer {
        base: i32,
        signed: bool,
        size: IntSize,
    },
    /// `%p`
    Pointer,
    Float,
    Double,
    LongDouble,
    /// The `long double` of targets with binary128.
    Quad,
    /// `%c`
    Chars {
        wide: bool,
    },
    /// `%s`
    Word {
        wide: bool,
    },
    /// `%[…]`; not `complete` if the format ends before `]`.
    Set {
        wide: bool,
        set: ByteSet,
        complete: bool,
    },
    /// Not a conversion: matching fails, after white space.
    Unknown(u8),
}

impl ScanFormat {
    /// Parses a format up to its end or its first NUL.
    pub fn parse(format: &[u8], model: &DataModel) -> Self {
        let end = format.iter().position(|&byte| byte == 0).unwrap_or(format.len());
        let mut parser = Parser { format: &format[..end], at: 0, model, next_argument: 0 };
        let mut items = Vec::new();
        while parser.at < end {
            let byte = parser.peek();
            if byte == b'%' {
                items.push(parser.directive());
            } else {
                parser.at += 1;
                items.push(if is_space(byte) { ScanItem::Space } else { ScanItem::Literal(byte) });
            }
        }
        Self { items }
    }

    pub fn directives(&self) -> impl Iterator<Item = &ScanDirective> {
        self.items.iter().filter_map(|item| match item {
            ScanItem::Directive(directive) => Some(directive),
            ScanItem::Space | ScanItem::Literal(_) | ScanItem::Incomplete => None,
        })
    }
}

/// A length modifier with the meaning glibc gives it on this target.
#[derive(Clone, Copy)]
struct Length {
    size: IntSize,
    /// Strings are wide, floating point is `double`.
    long: bool,
    long_double: bool,
}

struct Parser<'a> {
    format: &'a [u8],
    at: usize,
    model: &'a DataModel,
    next_argument: usize,
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

    fn directive(&mut self) -> ScanItem {
        let start = self.at;
        self.at += 1;
        let mut position = None;
        let mut suppress = false;
        let mut width = None;
        let mut flags_allowed = true;
        if self.peek().is_ascii_digit() {
            let number = self.number();
            if self.eat(b'$') {
                // A position that overflows is C's (unsigned) -1; position 0 is no position.
                position = Some(number.unwrap_or(u32::MAX)).filter(|&number| number > 0);
            } else {
                width = number;
                flags_allowed = false;
            }
        }
        if flags_allowed {
            while matches!(self.peek(), b'*' | b'\'' | b'I') {
                suppress |= self.peek() == b'*';
                self.at += 1;
            }
            width = self.number();
        }
        let width = width.filter(|&width| width > 0);
        let allocate = self.peek() == b'm';
        let length = self.length();
        let byte = self.peek();
        if byte == 0 {
            return ScanItem::Incomplete;
        }
        self.at += 1;
        let conversion = self.conversion(byte, length);
        let stores = !matches!(conversion, ScanConversion::Percent | ScanConversion::Unknown(_));
        let argument = match position {
            _ if suppress || !stores => None,
            Some(position) => Some(position as usize - 1),
            None => {
                self.next_argument += 1;
                Some(self.next_argument - 1)
            }
        };
        let source = start..self.at;
        ScanItem::Directive(ScanDirective { source, argument, width, allocate, conversion })
    }

    fn length(&mut self) -> Length {
        let model = self.model;
        let by_width = |size: IntSize| {
            let bits = model.bits(size);
            let long_double = model.long_bits < 64 && bits > model.long_bits;
            Length { size, long: bits > model.int_bits && !long_double, long_double }
        };
        let plain = Length { size: IntSize::Int, long: false, long_double: false };
        let long = Length { size: IntSize::Long, long: true, long_double: false };
        let long_long = Length { size: IntSize::LongLong, long: true, long_double: true };
        let byte = self.peek();
        if !matches!(byte, b'h' | b'l' | b'q' | b'L' | b'm' | b'z' | b'j' | b't') {
            return plain;
        }
        self.at += 1;
        match byte {
            b'h' if self.eat(b'h') => Length { size: IntSize::Char, ..plain },
            b'h' => Length { size: IntSize::Short, ..plain },
            b'l' if self.eat(b'l') => long_long,
            b'l' => long,
            b'm' if self.eat(b'l') => long,
            b'm' => plain,
            b'z' => by_width(IntSize::Size),
            b'j' => by_width(IntSize::Intmax),
            b't' => by_width(IntSize::Ptrdiff),
            _ => long_long,
        }
    }

    fn conversion(&mut self, byte: u8, length: Length) -> ScanConversion {
        let integer = |base, signed| ScanConversion::Integer { base, signed, size: length.size };
        match byte {
            b'%' => ScanConversion::Percent,
            b'n' => ScanConversion::Count(length.size),
            b'd' => integer(10, true),
            b'i' => integer(0, true),
            b'u' => integer(10, false),
            b'o' => integer(8, false),
            b'x' | b'X' => integer(16, false),
            b'p' => ScanConversion::Pointer,
            b'e' | b'E' | b'f' | b'F' | b'g' | b'G' | b'a' | b'A' => {
                match (length.long_double, self.model.long_double) {
                    (true, LongDoubleFormat::X87) => ScanConversion::LongDouble,
                    (true, LongDoubleFormat::Quad) => ScanConversion::Quad,
                    (true, LongDoubleFormat::Double) => ScanConversion::Double,
                    (false, _) if length.long => ScanConversion::Double,
                    (false, _) => ScanConversion::Float,
                }
            }
            b'c' => ScanConversion::Chars { wide: length.long },
            b'C' => ScanConversion::Chars { wide: true },
            b's' => ScanConversion::Word { wide: length.long },
            b'S' => ScanConversion::Word { wide: true },
            b'[' => {
                let (set, used, complete) = ByteSet::parse(&self.format[self.at..]);
                self.at += used;
                ScanConversion::Set { wide: length.long, set, complete }
            }
            _ => ScanConversion::Unknown(byte),
        }
    }
}
