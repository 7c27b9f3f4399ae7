//! Formatted output: a format and its arguments to bytes.

use super::arguments::{Arguments, data_model};
use crate::machine::Vm;
use crate::memory::AccessKind;
use crate::stop::{FaultKind, Limit, Stop};
use crate::value::Value;
use crate::world::{EILSEQ, EINVAL, EOVERFLOW};
use crescendo_cformat::output::{self, OutputError};
use crescendo_cformat::spec::{ArgClass, Conversion, Count, Directive, Field, Format, FormatError, Piece};
use crescendo_cformat::{DataModel, LongDouble, Quad};
use crescendo_program::FloatKind;
use smallvec::SmallVec;
use std::sync::Arc;

/// The most bytes one call may produce; more is a limit of ours.
const MOST: usize = 1 << 28;

/// A format taken apart.
pub(super) struct Parsed {
    text: Vec<u8>,
    pieces: Vec<Piece>,
    classes: Vec<ArgClass>,
}

impl Parsed {
    pub(super) fn new(text: Vec<u8>, model: &DataModel) -> Parsed {
        let format = Format::parse(&text, model);
        let classes = format.arguments();
        Parsed { text, pieces: format.pieces, classes }
    }
}

const CACHE: usize = 128;

/// Formats in constant memory by their address; they can't change.
#[derive(Clone, Default)]
pub(super) struct FormatCache {
    slots: Vec<Option<(u64, Arc<Parsed>)>>,
}

impl FormatCache {
    fn place(address: u64) -> usize {
        (address.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 57) as usize % CACHE
    }

    fn get(&self, address: u64) -> Option<Arc<Parsed>> {
        match self.slots.get(Self::place(address)) {
            Some(Some((at, parsed))) if *at == address => Some(parsed.clone()),
            _ => None,
        }
    }

    fn put(&mut self, address: u64, parsed: Arc<Parsed>) {
        self.slots.resize(CACHE, None);
        self.slots[Self::place(address)] = Some((address, parsed));
    }
}

/// What formatting leaves.
pub(super) struct Rendered {
    /// The text, or at least the part of it that was asked for.
    pub bytes: Vec<u8>,
    /// Bytes that the text has beyond them.
    hidden: u64,
    /// Nobody wants more bytes than these.
    room: u64,
    /// An errno if it failed.
    pub failed: Option<i32>,
}

impl Rendered {
    /// How long the text is.
    fn length(&self) -> u64 {
        self.bytes.len() as u64 + self.hidden
    }

    /// What the call returns if nothing failed.
    pub fn count(&self) -> i32 {
        self.length() as i32
    }

    /// Appends a directive's text. Padding that nobody will see is only counted.
    fn append(&mut self, conversion: Conversion, field: &Field, value: output::Value) -> Result<(), Stop> {
        let limit = MOST.saturating_sub(self.bytes.len());
        let before = self.length();
        let needed = match output::render(conversion, field, value, limit, &mut self.bytes) {
            Ok(()) => return Ok(()),
            Err(OutputError::TooLong { needed }) => needed,
            Err(OutputError::IllegalWideCharacter) => {
                self.failed = Some(EILSEQ);
                return Ok(());
            }
            Err(OutputError::WrongValue) => {
                return Err(Stop::ToolBug("a format directive got a value of another class".into()));
            }
        };
        if before.saturating_add(needed) > i32::MAX as u64 {
            self.failed = Some(EOVERFLOW);
            return Ok(());
        }
        // Longer than any number is, and than the room there is: the part that counts stays the same.
        let enough = self.room.saturating_add(1 << 16).min(u32::MAX as u64) as u32;
        let precision = field.precision.map(|p| p.min(enough));
        let short = Field { width: field.width.min(enough), precision, ..*field };
        if self.room >= MOST as u64 / 2 || output::render(conversion, &short, value, limit, &mut self.bytes).is_err() {
            return Err(Stop::Limit(Limit::Memory));
        }
        self.hidden = (before + needed).saturating_sub(self.bytes.len() as u64);
        Ok(())
    }
}

impl<'p> Vm<'p> {
    fn parsed_format(&mut self, address: u64, model: &DataModel) -> Result<Arc<Parsed>, Stop> {
        if let Some(parsed) = self.library.stdio.formats.get(address) {
            return Ok(parsed);
        }
        let text = self.string_at(address)?;
        let parsed = Arc::new(Parsed::new(text, model));
        if self.memory.info(address).is_some_and(|o| o.constant) {
            self.library.stdio.formats.put(address, parsed.clone());
        }
        Ok(parsed)
    }

    /// Formats into the library's scratch bytes; hand them back with `keep_scratch`. No more than `room` bytes are
    /// needed of the result.
    pub(super) fn render(&mut self, format: u64, arguments: Arguments, room: u64) -> Result<Rendered, Stop> {
        let model = data_model(&self.program.target);
        let parsed = self.parsed_format(format, &model)?;
        self.render_parsed(&parsed, arguments, room)
    }

    /// The same with a format that has been taken apart.
    pub(super) fn render_parsed(&mut self, parsed: &Parsed, arguments: Arguments, room: u64) -> Result<Rendered, Stop> {
        let model = data_model(&self.program.target);
        let mut values: SmallVec<[Value; 8]> = SmallVec::new();
        for (i, class) in parsed.classes.iter().enumerate() {
            values.push(self.next_argument(arguments, i, *class, &model)?);
        }
        let mut bytes = std::mem::take(&mut self.library.stdio.scratch);
        bytes.clear();
        let mut out = Rendered { bytes, hidden: 0, room, failed: None };
        for piece in &parsed.pieces {
            match piece {
                Piece::Literal(range) => out.bytes.extend_from_slice(&parsed.text[range.clone()]),
                Piece::Directive(d) => self.render_directive(d, &values, &model, &mut out)?,
                Piece::Stop(FormatError::Incomplete) => out.failed = Some(EINVAL),
                Piece::Stop(FormatError::Overflow) => out.failed = Some(EOVERFLOW),
                Piece::Stop(FormatError::TooManyArguments) => {
                    let message = "the format asks for an argument far behind the last";
                    return Err(Stop::fault(FaultKind::OutOfBounds, message));
                }
            }
            if out.length() > i32::MAX as u64 {
                out.failed = Some(EOVERFLOW);
            }
            if out.failed.is_some() {
                break;
            }
        }
        Ok(out)
    }

    pub(super) fn keep_scratch(&mut self, bytes: Vec<u8>) {
        self.library.stdio.scratch = bytes;
    }

    fn render_directive(
        &mut self,
        d: &Directive,
        values: &[Value],
        model: &DataModel,
        out: &mut Rendered,
    ) -> Result<(), Stop> {
        let count = |c: Count| match c {
            Count::Argument(i) => values.get(i).map(|v| v.lo as i32),
            _ => None,
        };
        let field = d.field(count(d.width), count(d.precision));
        let argument = d.value.and_then(|(i, class)| Some((*values.get(i)?, class)));
        let word = argument.map_or(0, |(v, _)| v.lo);
        let value = match d.conversion {
            Conversion::StoreCount(size) => {
                return self.write_int(word, model.bits(size), out.length());
            }
            Conversion::String => return self.render_string(&field, word, out),
            Conversion::WideString => return self.render_wide_string(&field, word, out),
            Conversion::ErrorText => output::Value::Errno(self.read_int(self.library.errno, 32)? as i32),
            Conversion::Pointer => {
                self.tell_address();
                output::Value::Pointer(self.memory.plain(word))
            }
            Conversion::Float { .. } => match argument {
                Some((v, ArgClass::LongDouble)) => self.long_double(&v),
                _ => output::Value::Double(f64::from_bits(word)),
            },
            Conversion::Percent | Conversion::Unknown(_) => output::Value::None,
            _ => output::Value::Integer(word),
        };
        out.append(d.conversion, &field, value)
    }

    fn render_string(&mut self, field: &Field, address: u64, out: &mut Rendered) -> Result<(), Stop> {
        let max = field.precision.map_or(u64::MAX, u64::from);
        let text = match self.memory.plain(address) {
            0 => None,
            _ if max == 0 => Some(&[][..]),
            _ => {
                let r = self.string_span(address, max)?;
                Some(self.memory.bytes(r))
            }
        };
        out.append(Conversion::String, field, output::Value::String(text))
    }

    fn render_wide_string(&mut self, field: &Field, address: u64, out: &mut Rendered) -> Result<(), Stop> {
        let max = field.precision.map_or(usize::MAX, |p| p as usize);
        let bits = self.program.target.wchar_bits;
        let mut text: Vec<u32> = Vec::new();
        let mut at = address;
        while address != 0 && text.len() < max {
            let c = self.read_int(at, bits)? as u32;
            if c == 0 {
                break;
            }
            text.push(c);
            at = at.wrapping_add(bits as u64 / 8);
        }
        let text = (address != 0).then_some(&text[..]);
        out.append(Conversion::WideString, field, output::Value::WideString(text))
    }

    fn long_double(&self, v: &Value) -> output::Value<'static> {
        match self.program.target.long_double {
            FloatKind::X87 => output::Value::LongDouble(LongDouble { mantissa: v.lo, sign_exponent: v.hi as u16 }),
            FloatKind::F128 => output::Value::Quad(Quad((v.hi as u128) << 64 | v.lo as u128)),
            FloatKind::PpcPair => output::Value::Quad(super::pair::to_quad(v.lo, v.hi)),
            _ => output::Value::Double(f64::from_bits(v.lo)),
        }
    }

    /// The bytes of a result go to memory, cut to `size` with the end mark.
    pub(crate) fn store_text(&mut self, to: u64, size: u64, text: &[u8]) -> Result<(), Stop> {
        if size == 0 {
            return Ok(());
        }
        let len = (text.len() as u64).min(size - 1);
        self.fits_member(to, len + 1)?;
        let r = self.memory.check(to, len + 1, AccessKind::Write).map_err(|e| self.memory_stop(e))?;
        let target = self.memory.bytes_mut(r);
        target[..len as usize].copy_from_slice(&text[..len as usize]);
        target[len as usize] = 0;
        Ok(())
    }
}
