//! `snprintf` twice: by glibc, and by cformat with the walk over a format that a caller would write.

use super::{Rng, show};
use crescendo_cformat::LongDouble;
use crescendo_cformat::model::DataModel;
use crescendo_cformat::output::{OutputError, Value, render};
use crescendo_cformat::spec::{ArgClass, Conversion, Count, Format, FormatError, Piece};
use crescendo_cformat_oracle::{Slot, snprintf};

/// A variadic argument.
#[derive(Clone, Debug)]
pub enum Arg {
    Word(u64),
    Double(f64),
    Long(LongDouble),
    /// A pointer to words, which both sides may read as bytes or wide characters, and `%n` may write.
    Memory(Vec<u32>),
}

impl Arg {
    pub fn string(text: &[u8]) -> Self {
        let mut bytes = text.to_vec();
        bytes.resize(text.len() / 4 * 4 + 4, 0);
        Self::Memory(bytes.chunks(4).map(|word| u32::from_le_bytes(word.try_into().unwrap())).collect())
    }

    pub fn wide(text: &[u32]) -> Self {
        Self::Memory([text, &[0]].concat())
    }

    fn word(&self) -> u64 {
        match self {
            Self::Word(word) => *word,
            Self::Memory(memory) => memory.as_ptr() as u64,
            Self::Double(_) | Self::Long(_) => 0,
        }
    }

    fn slot(&self) -> Slot {
        match self {
            Self::Double(value) => Slot::Double(*value),
            Self::Long(value) => Slot::LongDouble(u128::from(value.sign_exponent) << 64 | u128::from(value.mantissa)),
            Self::Word(_) | Self::Memory(_) => Slot::Word(self.word()),
        }
    }

    fn bytes(&self) -> Vec<u8> {
        match self {
            Self::Memory(memory) => memory.iter().flat_map(|word| word.to_le_bytes()).collect(),
            _ => Vec::new(),
        }
    }
}

pub struct Printed {
    pub returned: i32,
    pub bytes: Vec<u8>,
    /// What `errno` becomes if `returned` is -1.
    pub errno: i32,
    /// Argument index, width in bits, value of each `%n`.
    pub stored: Vec<(usize, u32, u64)>,
}

/// The walk a library model does.
pub fn ours(format: &[u8], args: &[Arg], errno: i32, limit: usize) -> Printed {
    let model = &DataModel::LP64;
    let mut printed = Printed { returned: 0, bytes: Vec::new(), errno: 0, stored: Vec::new() };
    let int = |count| match count {
        Count::Argument(index) => Some(args[index].word() as i32),
        _ => None,
    };
    for piece in Format::parse(format, model).pieces {
        let directive = match piece {
            Piece::Literal(range) => {
                printed.bytes.extend_from_slice(&format[range]);
                continue;
            }
            Piece::Stop(error) => {
                printed.returned = -1;
                printed.errno = match error {
                    FormatError::Incomplete => 22,
                    FormatError::Overflow => 75,
                    FormatError::TooManyArguments => 12,
                };
                return printed;
            }
            Piece::Directive(directive) => directive,
        };
        let field = directive.field(int(directive.width), int(directive.precision));
        let arg = directive.value.map(|(index, _)| &args[index]);
        let bytes = arg.map(Arg::bytes).unwrap_or_default();
        let wide = match arg {
            Some(Arg::Memory(memory)) => memory.as_slice(),
            _ => &[],
        };
        let null = arg.is_some_and(|arg| matches!(arg, Arg::Word(0)));
        let value = match (directive.conversion, arg) {
            (Conversion::String, _) => Value::String((!null).then_some(&bytes)),
            (Conversion::WideString, _) => Value::WideString((!null).then_some(wide)),
            (Conversion::Pointer, Some(arg)) => Value::Pointer(arg.word()),
            (Conversion::ErrorText, _) => Value::Errno(errno),
            (Conversion::StoreCount(size), _) => {
                let (index, _) = directive.value.unwrap();
                let bits = model.bits(size);
                let count = printed.bytes.len() as u64 & (u64::MAX >> (64 - bits));
                printed.stored.push((index, bits, count));
                Value::None
            }
            (_, Some(Arg::Double(value))) => Value::Double(*value),
            (_, Some(Arg::Long(value))) => Value::LongDouble(*value),
            (_, Some(arg)) => Value::Integer(arg.word()),
            (_, None) => Value::None,
        };
        match render(directive.conversion, &field, value, limit, &mut printed.bytes) {
            Ok(()) => {}
            Err(OutputError::IllegalWideCharacter) => {
                printed.returned = -1;
                printed.errno = 84;
                return printed;
            }
            Err(error) => panic!("{:?}: {error}", show(format)),
        }
    }
    printed.returned = printed.bytes.len() as i32;
    printed
}

/// Prints on both sides and compares bytes, result, `errno` and `%n` stores.
pub fn check(format: &[u8], args: &[Arg]) {
    const ERRNO: i32 = 2;
    let ours = ours(format, args, ERRNO, 1 << 20);
    let copies: Vec<Arg> = args.to_vec();
    let slots: Vec<Slot> = copies
        .iter()
        .zip(args)
        .map(|(copy, arg)| {
            // %p prints addresses, so both sides get the same memory, unless %n writes it.
            let written = ours.stored.iter().any(|(index, ..)| std::ptr::eq(&args[*index], arg));
            if written { copy.slot() } else { arg.slot() }
        })
        .collect();
    // SAFETY: the arguments were chosen for the format as our parser reads it.
    let (returned, bytes, errno) = unsafe { snprintf(format, &slots, 1 << 16, ERRNO) };
    let context = || format!("{:?} {args:x?}", show(format));
    let end = ours.bytes.len().min((1 << 16) - 1);
    let text = if returned < 0 {
        // C marks the end with a NUL; ours may hold one before.
        let end = ours.bytes.iter().position(|&byte| byte == 0).unwrap_or(end);
        &ours.bytes[..end.min((1 << 16) - 1)]
    } else {
        &ours.bytes[..end]
    };
    assert_eq!((show(text), ours.returned), (show(&bytes), returned), "ours, glibc: {}", context());
    if returned < 0 {
        assert_eq!(ours.errno, errno, "errno of {}", context());
    }
    for (index, bits, value) in &ours.stored {
        let bytes = copies[*index].bytes();
        let native = u64::from_le_bytes(bytes[..8].try_into().unwrap());
        assert_eq!(*value, native & (u64::MAX >> (64 - bits)), "%n of {}", context());
    }
}

/// Random arguments for a format; nothing if it would print too much or uses an argument in two ways.
pub fn random_args(rng: &mut Rng, format: &Format) -> Option<Vec<Arg>> {
    let mut counts = Vec::new();
    let mut uses = Vec::new();
    for directive in format.directives() {
        for count in [directive.width, directive.precision] {
            match count {
                Count::Argument(index) => counts.push(index),
                Count::Fixed(5000..) => return None,
                _ => {}
            }
        }
        uses.extend(directive.value.map(|(index, _)| (index, directive.conversion)));
    }
    let classes = format.arguments();
    if classes.len() > 40 || format.pieces.contains(&Piece::Stop(FormatError::TooManyArguments)) {
        return None;
    }
    let mut args = Vec::new();
    for (index, class) in classes.iter().enumerate() {
        let mine: Vec<Conversion> = uses.iter().filter(|(at, _)| *at == index).map(|(_, c)| *c).collect();
        let stores = mine.iter().any(|conversion| matches!(conversion, Conversion::StoreCount(_)));
        if stores && mine.len() > 1 {
            return None;
        }
        let other_class = |directive: &crescendo_cformat::spec::Directive| {
            directive.arguments().any(|(at, other)| at == index && other != *class)
        };
        if format.directives().any(other_class) {
            return None;
        }
        args.push(match class {
            _ if counts.contains(&index) => {
                let most = rng.pick(&[3, 12, 40, 40, 300]);
                Arg::Word((rng.below(2 * most + 1) as i64 - most as i64) as u64)
            }
            ArgClass::Double => Arg::Double(rng.double()),
            ArgClass::LongDouble => {
                let (mantissa, sign_exponent) = rng.long_double();
                Arg::Long(LongDouble { mantissa, sign_exponent })
            }
            ArgClass::WideInt => Arg::Word(rng.pick(&[65, 0, 127, 128, 0x20ac, 10])),
            ArgClass::Pointer if stores => Arg::Memory(vec![0; 2]),
            ArgClass::Pointer if mine.contains(&Conversion::WideString) && !rng.one_in(10) => {
                let bad = rng.one_in(8);
                let length = rng.pick(&[0, 1, 5, 40, 300]);
                let mut text: Vec<u32> = (0..length).map(|_| 33 + rng.below(90) as u32).collect();
                if bad && !text.is_empty() {
                    let at = rng.below(text.len() as u64) as usize;
                    text[at] = rng.pick(&[0x80, 0xff, 0x100, 0x20ac, u32::MAX]);
                }
                Arg::wide(&text)
            }
            ArgClass::Pointer if mine.contains(&Conversion::String) && !rng.one_in(10) => {
                let most = rng.pick(&[0, 1, 5, 40, 300]);
                Arg::string(&rng.text(b"abcxyz%\x80\xff \n", most))
            }
            ArgClass::Pointer if mine.iter().all(|conversion| *conversion == Conversion::Pointer) => {
                Arg::Word(rng.integer())
            }
            ArgClass::Pointer => Arg::Word(0),
            _ => Arg::Word(rng.integer()),
        });
    }
    Some(args)
}
