//! `scanf` and its family.

use super::arguments::{Arguments, data_model};
use super::print::with_list;
use super::{STDIN, StreamId, pair};
use crate::machine::Vm;
use crate::models::{Args, Model};
use crate::stop::{Limit, Stop};
use crate::value::Reply;
use crate::world::{EILSEQ, ERANGE};
use crescendo_cformat::DataModel;
use crescendo_cformat::input::{Assignment, ByteSource, ScanErrno, ScanFormat, ScanSink, StringSource, scan};
use crescendo_cformat::spec::ArgClass;
use crescendo_program::FloatKind;
use std::cell::RefCell;

pub const MODELS: &[Model] = &[
    Model { name: "scanf", call: standard },
    Model { name: "__isoc99_scanf", call: standard },
    Model { name: "__isoc23_scanf", call: standard },
    Model { name: "vscanf", call: standard_list },
    Model { name: "__isoc99_vscanf", call: standard_list },
    Model { name: "__isoc23_vscanf", call: standard_list },
    Model { name: "fscanf", call: file },
    Model { name: "__isoc99_fscanf", call: file },
    Model { name: "__isoc23_fscanf", call: file },
    Model { name: "vfscanf", call: file_list },
    Model { name: "__isoc99_vfscanf", call: file_list },
    Model { name: "__isoc23_vfscanf", call: file_list },
    Model { name: "sscanf", call: string },
    Model { name: "__isoc99_sscanf", call: string },
    Model { name: "__isoc23_sscanf", call: string },
    Model { name: "vsscanf", call: string_list },
    Model { name: "__isoc99_vsscanf", call: string_list },
    Model { name: "__isoc23_vsscanf", call: string_list },
];

fn standard(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    let id = vm.standard_id(STDIN)?;
    scan_stream(vm, id, a.word(0), Arguments::Call(a.rest()))
}

fn standard_list(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    let id = vm.standard_id(STDIN)?;
    with_list(vm, a.word(1), |vm, list| scan_stream(vm, id, a.word(0), list))
}

fn file(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    let id = vm.stream_at(a.word(0))?;
    scan_stream(vm, id, a.word(1), Arguments::Call(a.rest()))
}

fn file_list(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    let id = vm.stream_at(a.word(0))?;
    with_list(vm, a.word(2), |vm, list| scan_stream(vm, id, a.word(1), list))
}

fn string(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    scan_string(vm, a.word(0), a.word(1), Arguments::Call(a.rest()))
}

fn string_list(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    with_list(vm, a.word(2), |vm, list| scan_string(vm, a.word(0), a.word(1), list))
}

/// The machine, needed by the source and the sink of one scan in turn.
type Shared<'a, 'v, 'p> = &'a RefCell<&'v mut Vm<'p>>;

struct StreamSource<'a, 'v, 'p> {
    vm: Shared<'a, 'v, 'p>,
    id: StreamId,
    last: u8,
    /// Bytes that may still be read: input without end must end somewhere.
    left: u64,
    /// What stops the run, noticed while reading.
    stop: Option<Stop>,
}

impl ByteSource for StreamSource<'_, '_, '_> {
    fn next(&mut self) -> Option<u8> {
        if self.left == 0 {
            self.stop = Some(Stop::Limit(Limit::Memory));
            return None;
        }
        self.left -= 1;
        match self.vm.borrow_mut().get_byte(self.id) {
            Ok(byte) => {
                self.last = byte.unwrap_or(self.last);
                byte
            }
            Err(stop) => {
                self.stop = Some(stop);
                None
            }
        }
    }

    fn unget(&mut self) {
        self.vm.borrow_mut().push_back(self.id, self.last);
    }
}

/// Stores results through pointer arguments, which are fetched when first needed.
struct Sink<'a, 'v, 'p> {
    vm: Shared<'a, 'v, 'p>,
    arguments: Arguments<'a>,
    fetched: Vec<u64>,
    model: DataModel,
}

impl Sink<'_, '_, '_> {
    fn pointer(&mut self, index: usize) -> Result<u64, Stop> {
        while self.fetched.len() <= index {
            let n = self.fetched.len();
            let v = self.vm.borrow_mut().next_argument(self.arguments, n, ArgClass::Pointer, &self.model)?;
            self.fetched.push(v.lo);
        }
        Ok(self.fetched[index])
    }
}

impl ScanSink for Sink<'_, '_, '_> {
    type Error = Stop;

    fn is_null(&mut self, argument: usize) -> Result<bool, Stop> {
        Ok(self.pointer(argument)? == 0)
    }

    fn assign(&mut self, argument: usize, assignment: Assignment<'_>) -> Result<(), Stop> {
        let to = self.pointer(argument)?;
        self.vm.borrow_mut().store_scanned(to, assignment, &self.model)
    }
}

impl<'p> Vm<'p> {
    fn store_scanned(&mut self, to: u64, assignment: Assignment<'_>, model: &DataModel) -> Result<(), Stop> {
        let pointer = self.program.target.pointer_bits;
        let store = |vm: &mut Self, bits: u32, words: &[u64]| {
            vm.memory.store_bits(to, bits, words).map_err(|e| vm.memory_stop(e))
        };
        match assignment {
            Assignment::Integer { value, size } => self.write_int(to, model.bits(size), value),
            Assignment::Pointer(value) => self.write_int(to, pointer, value),
            Assignment::Float(value) => self.write_int(to, 32, value.to_bits() as u64),
            Assignment::Double(value) => self.write_int(to, 64, value.to_bits()),
            Assignment::LongDouble(value) => store(self, 80, &[value.mantissa, value.sign_exponent as u64]),
            Assignment::Quad(value) if self.program.target.long_double == FloatKind::PpcPair => {
                let (high, low) = pair::from_quad(value);
                self.write_int(to, 64, high)?;
                self.write_int(to.wrapping_add(8), 64, low)
            }
            Assignment::Quad(value) => store(self, 128, &[value.0 as u64, (value.0 >> 64) as u64]),
            Assignment::Bytes { bytes, terminate, allocate } => {
                let to = self.scan_target(to, bytes.len() as u64 + terminate as u64, allocate)?;
                if to == 0 && allocate {
                    return Ok(());
                }
                self.write_bytes(to, bytes)?;
                if terminate { self.store_byte(to.wrapping_add(bytes.len() as u64), 0) } else { Ok(()) }
            }
            Assignment::Wide { characters, terminate, allocate } => {
                let bits = self.program.target.wchar_bits;
                let unit = bits as u64 / 8;
                let to = self.scan_target(to, (characters.len() as u64 + terminate as u64) * unit, allocate)?;
                if to == 0 && allocate {
                    return Ok(());
                }
                for (i, c) in characters.iter().chain(terminate.then_some(&0)).enumerate() {
                    self.write_int(to.wrapping_add(i as u64 * unit), bits, *c as u64)?;
                }
                Ok(())
            }
            Assignment::NoAllocation => self.write_int(to, pointer, 0),
        }
    }

    /// Where text goes: the argument itself, or new memory whose address it gets.
    fn scan_target(&mut self, to: u64, size: u64, allocate: bool) -> Result<u64, Stop> {
        if !allocate {
            return Ok(to);
        }
        let block = self.heap_allocate(size)?;
        self.write_int(to, self.program.target.pointer_bits, block)?;
        Ok(block)
    }

    fn finish_scan(&mut self, returned: i32, errno: ScanErrno) -> Result<Reply, Stop> {
        match errno {
            ScanErrno::Unchanged => {}
            ScanErrno::Cleared => self.set_errno(0)?,
            ScanErrno::Range => self.set_errno(ERANGE)?,
            ScanErrno::IllegalSequence => self.set_errno(EILSEQ)?,
        }
        Ok(returned.into())
    }
}

fn scan_stream(vm: &mut Vm, id: StreamId, format: u64, arguments: Arguments) -> Result<Reply, Stop> {
    let format = vm.string_at(format)?;
    scan_stream_bytes(vm, id, &format, arguments)
}

/// Reads from a stream by a format.
pub(super) fn scan_stream_bytes(vm: &mut Vm, id: StreamId, format: &[u8], arguments: Arguments) -> Result<Reply, Stop> {
    let model = data_model(&vm.program.target);
    let format = ScanFormat::parse(format, &model);
    let left = vm.limits.memory.bytes;
    let shared = RefCell::new(vm);
    let mut source = StreamSource { vm: &shared, id, last: 0, left, stop: None };
    let mut sink = Sink { vm: &shared, arguments, fetched: Vec::new(), model };
    let outcome = scan(&format, &mut source, &mut sink, &model);
    if let Some(stop) = source.stop {
        return Err(stop);
    }
    let outcome = outcome?;
    shared.into_inner().finish_scan(outcome.returned, outcome.errno)
}

fn scan_string(vm: &mut Vm, text: u64, format: u64, arguments: Arguments) -> Result<Reply, Stop> {
    let text = vm.string_at(text)?;
    let format = vm.string_at(format)?;
    scan_bytes(vm, &text, &format, arguments)
}

/// Reads from bytes by a format.
pub(super) fn scan_bytes(vm: &mut Vm, text: &[u8], format: &[u8], arguments: Arguments) -> Result<Reply, Stop> {
    let model = data_model(&vm.program.target);
    let format = ScanFormat::parse(format, &model);
    let shared = RefCell::new(vm);
    let mut sink = Sink { vm: &shared, arguments, fetched: Vec::new(), model };
    let outcome = scan(&format, &mut StringSource::new(text), &mut sink, &model)?;
    shared.into_inner().finish_scan(outcome.returned, outcome.errno)
}
