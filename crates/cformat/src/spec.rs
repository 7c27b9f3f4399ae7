//! `printf` formats as directives: which arguments to fetch, in which class, and what to do with them.
//!
//! glibc reads a format in two ways. It starts with a quick loop that stops at the first thing it does not expect
//! (a `%1$d`, an unknown conversion); from there on a second, more lenient parser reads the rest. The two disagree
//! on numbers that overflow, on an incomplete directive at the end, and on what `L` means for integers, so the
//! parser here has the same two modes ([`parser`]).

mod parser;

use crate::model::{DataModel, IntSize};
use std::ops::Range;

/// The class of a variadic argument, enough to fetch it by the target's calling convention.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ArgClass {
    /// `int`, also for promoted `char` and `short`.
    Int,
    Long,
    LongLong,
    Size,
    Ptrdiff,
    Intmax,
    Pointer,
    Double,
    LongDouble,
    /// `wint_t`.
    WideInt,
}

/// A parsed format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Format {
    pub pieces: Vec<Piece>,
}

/// A part of a format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// Bytes of the format to copy.
    Literal(Range<usize>),
    Directive(Directive),
    /// Formatting stops here, after the output of the pieces before, and returns -1.
    Stop(FormatError),
}

/// Why formatting stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FormatError {
    /// The format ends inside a directive: `EINVAL`.
    Incomplete,
    /// A width, precision or position exceeds `INT_MAX`: `EOVERFLOW`.
    Overflow,
    /// An argument position beyond [`MAX_ARGUMENTS`]; glibc would read that many arguments.
    TooManyArguments,
}

/// The number of arguments a format can address here.
pub const MAX_ARGUMENTS: usize = 65_536;

/// The flags of a directive.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Flags {
    /// `-`
    pub left: bool,
    /// `+`
    pub plus: bool,
    /// space
    pub space: bool,
    /// `#`
    pub alternate: bool,
    /// `0`; false if `-` is given too.
    pub zero: bool,
    /// `'`, without effect in the C locale
    pub group: bool,
    /// `I`, without effect in the C locale
    pub locale_digits: bool,
}

/// A width or a precision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    Absent,
    Fixed(u32),
    /// The `int` argument with this index.
    Argument(usize),
}

/// Radix of an unsigned conversion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Radix {
    Binary,
    Octal,
    Decimal,
    Hexadecimal,
}

/// Notation of a floating-point conversion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notation {
    /// `%f`
    Fixed,
    /// `%e`
    Exponent,
    /// `%g`
    General,
    /// `%a`
    Hexadecimal,
}

/// What a directive prints.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Conversion {
    /// `%d`, `%i`: the low `bits` of the argument.
    Signed { bits: u32 },
    /// `%u %o %x %b`: the low `bits` of the argument.
    Unsigned { radix: Radix, uppercase: bool, bits: u32 },
    /// `%f %e %g %a`
    Float { notation: Notation, uppercase: bool },
    /// `%c`
    Char,
    /// `%lc`, `%C`
    WideChar,
    /// `%s`
    String,
    /// `%ls`, `%S`
    WideString,
    /// `%p`
    Pointer,
    /// `%n`: prints nothing; the caller stores the count of bytes so far in an integer of this type.
    StoreCount(IntSize),
    /// `%m`: the text of the current `errno`.
    ErrorText,
    /// `%%`
    Percent,
    /// Anything else is printed back; 0 is the end of the format.
    Unknown(u8),
}

/// One `%` directive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Directive {
    /// Where it stands in the format.
    pub source: Range<usize>,
    pub flags: Flags,
    pub width: Count,
    pub precision: Count,
    pub conversion: Conversion,
    /// Index and class of the converted argument, if there is one.
    pub value: Option<(usize, ArgClass)>,
    /// Read by glibc's second parser.
    pub lenient: bool,
}

/// Flags, width and precision with their arguments filled in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    pub flags: Flags,
    pub width: u32,
    pub precision: Option<u32>,
}

impl Format {
    /// Parses a format up to its end or its first NUL.
    pub fn parse(format: &[u8], model: &DataModel) -> Self {
        Self { pieces: parser::parse(format, model) }
    }

    pub fn directives(&self) -> impl Iterator<Item = &Directive> {
        self.pieces.iter().filter_map(|piece| match piece {
            Piece::Directive(directive) => Some(directive),
            Piece::Literal(_) | Piece::Stop(_) => None,
        })
    }

    /// The classes of all arguments by index. A position no directive mentions counts as `int`, and the last of
    /// several conflicting uses wins, as in glibc.
    pub fn arguments(&self) -> Vec<ArgClass> {
        let mut classes = Vec::new();
        for (index, class) in self.directives().flat_map(Directive::arguments) {
            if classes.len() <= index {
                classes.resize(index + 1, ArgClass::Int);
            }
            classes[index] = class;
        }
        classes
    }
}

impl Directive {
    /// The arguments it uses, in order: width, precision, value.
    pub fn arguments(&self) -> impl Iterator<Item = (usize, ArgClass)> {
        let count = |count| match count {
            Count::Argument(index) => Some((index, ArgClass::Int)),
            Count::Absent | Count::Fixed(_) => None,
        };
        [count(self.width), count(self.precision), self.value].into_iter().flatten()
    }

    /// Fills in the values of `*` arguments; they are ignored where the format has none.
    pub fn field(&self, width: Option<i32>, precision: Option<i32>) -> Field {
        let mut flags = self.flags;
        let width = match self.width {
            Count::Absent => 0,
            Count::Fixed(width) => width,
            Count::Argument(_) => {
                let width = width.unwrap_or(0);
                if width < 0 {
                    flags.left = true;
                    // The second parser forgets to drop the 0 flag, and floating point shows it.
                    flags.zero &= self.lenient;
                }
                width.unsigned_abs()
            }
        };
        let precision = match self.precision {
            Count::Absent => None,
            Count::Fixed(precision) => Some(precision),
            Count::Argument(_) => precision.and_then(|value| u32::try_from(value).ok()),
        };
        Field { flags, width, precision }
    }
}

impl ArgClass {
    /// The integer type of an integer class.
    pub fn int_size(self) -> Option<IntSize> {
        Some(match self {
            Self::Int => IntSize::Int,
            Self::Long => IntSize::Long,
            Self::LongLong => IntSize::LongLong,
            Self::Size => IntSize::Size,
            Self::Ptrdiff => IntSize::Ptrdiff,
            Self::Intmax => IntSize::Intmax,
            Self::Pointer | Self::Double | Self::LongDouble | Self::WideInt => return None,
        })
    }
}
