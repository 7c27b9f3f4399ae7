//! `printf` and its family.

use super::arguments::Arguments;
use super::{STDOUT, StreamId};
use crate::machine::Vm;
use crate::models::{Args, Model};
use crate::stop::{FaultKind, Stop};
use crate::value::Reply;

pub const MODELS: &[Model] = &[
    Model { name: "printf", call: |vm, a| standard(vm, a.word(0), Arguments::Call(a.rest())) },
    Model { name: "vprintf", call: |vm, a| with_list(vm, a.word(1), |vm, l| standard(vm, a.word(0), l)) },
    Model { name: "fprintf", call: |vm, a| stream(vm, a.word(0), a.word(1), Arguments::Call(a.rest())) },
    Model { name: "vfprintf", call: |vm, a| with_list(vm, a.word(2), |vm, l| stream(vm, a.word(0), a.word(1), l)) },
    Model { name: "dprintf", call: |vm, a| handle(vm, a.int(0), a.word(1), Arguments::Call(a.rest())) },
    Model { name: "vdprintf", call: |vm, a| with_list(vm, a.word(2), |vm, l| handle(vm, a.int(0), a.word(1), l)) },
    Model { name: "sprintf", call: |vm, a| text(vm, a.word(0), u64::MAX, a.word(1), Arguments::Call(a.rest())) },
    Model {
        name: "vsprintf",
        call: |vm, a| with_list(vm, a.word(2), |vm, l| text(vm, a.word(0), u64::MAX, a.word(1), l)),
    },
    Model { name: "snprintf", call: |vm, a| text(vm, a.word(0), a.word(1), a.word(2), Arguments::Call(a.rest())) },
    Model {
        name: "vsnprintf",
        call: |vm, a| with_list(vm, a.word(3), |vm, l| text(vm, a.word(0), a.word(1), a.word(2), l)),
    },
    Model { name: "asprintf", call: |vm, a| allocated(vm, a.word(0), a.word(1), Arguments::Call(a.rest())) },
    Model { name: "vasprintf", call: |vm, a| with_list(vm, a.word(2), |vm, l| allocated(vm, a.word(0), a.word(1), l)) },
    // The spellings of _FORTIFY_SOURCE: a flag, and for memory its size.
    Model { name: "__printf_chk", call: |vm, a| standard(vm, a.word(1), Arguments::Call(a.rest())) },
    Model { name: "__vprintf_chk", call: |vm, a| with_list(vm, a.word(2), |vm, l| standard(vm, a.word(1), l)) },
    Model { name: "__fprintf_chk", call: |vm, a| stream(vm, a.word(0), a.word(2), Arguments::Call(a.rest())) },
    Model {
        name: "__vfprintf_chk",
        call: |vm, a| with_list(vm, a.word(3), |vm, l| stream(vm, a.word(0), a.word(2), l)),
    },
    Model { name: "__dprintf_chk", call: |vm, a| handle(vm, a.int(0), a.word(2), Arguments::Call(a.rest())) },
    Model {
        name: "__vdprintf_chk",
        call: |vm, a| with_list(vm, a.word(3), |vm, l| handle(vm, a.int(0), a.word(2), l)),
    },
    Model { name: "__sprintf_chk", call: |vm, a| checked_text(vm, a, u64::MAX, 2, 3, Arguments::Call(a.rest())) },
    Model {
        name: "__vsprintf_chk",
        call: |vm, a| with_list(vm, a.word(4), |vm, l| checked_text(vm, a, u64::MAX, 2, 3, l)),
    },
    Model { name: "__snprintf_chk", call: |vm, a| checked_text(vm, a, a.word(1), 3, 4, Arguments::Call(a.rest())) },
    Model {
        name: "__vsnprintf_chk",
        call: |vm, a| with_list(vm, a.word(5), |vm, l| checked_text(vm, a, a.word(1), 3, 4, l)),
    },
    Model { name: "__asprintf_chk", call: |vm, a| allocated(vm, a.word(0), a.word(2), Arguments::Call(a.rest())) },
    Model {
        name: "__vasprintf_chk",
        call: |vm, a| with_list(vm, a.word(3), |vm, l| allocated(vm, a.word(0), a.word(2), l)),
    },
];

const FAILED: i32 = -1;

/// Runs a function with the `va_list` parameter `word`.
pub(super) fn with_list(
    vm: &mut Vm,
    word: u64,
    f: impl FnOnce(&mut Vm, Arguments) -> Result<Reply, Stop>,
) -> Result<Reply, Stop> {
    let list = vm.list_argument(word)?;
    f(vm, Arguments::List(list))
}

fn standard(vm: &mut Vm, format: u64, arguments: Arguments) -> Result<Reply, Stop> {
    let id = vm.standard_id(STDOUT)?;
    to_stream(vm, id, format, arguments)
}

fn stream(vm: &mut Vm, file: u64, format: u64, arguments: Arguments) -> Result<Reply, Stop> {
    let id = vm.stream_at(file)?;
    to_stream(vm, id, format, arguments)
}

fn to_stream(vm: &mut Vm, id: StreamId, format: u64, arguments: Arguments) -> Result<Reply, Stop> {
    if !vm.orient_bytes(id) {
        return Ok(FAILED.into());
    }
    let r = vm.render(format, arguments, u64::MAX)?;
    let mut good = vm.put_bytes(id, &r.bytes)? == r.bytes.len();
    if r.bytes.is_empty() && r.failed.is_none() {
        // Even nothing can't be written to a stream for reading.
        good = vm.start_writing(id)?;
    }
    let count = r.count();
    vm.keep_scratch(r.bytes);
    finish(vm, count, r.failed, good)
}

fn finish(vm: &mut Vm, count: i32, failed: Option<i32>, good: bool) -> Result<Reply, Stop> {
    if let Some(errno) = failed {
        vm.set_errno(errno)?;
    }
    Ok(if good && failed.is_none() { count.into() } else { FAILED.into() })
}

fn handle(vm: &mut Vm, h: i32, format: u64, arguments: Arguments) -> Result<Reply, Stop> {
    let r = vm.render(format, arguments, u64::MAX)?;
    let mut rest = &r.bytes[..];
    let mut failed = r.failed;
    while !rest.is_empty() {
        match vm.write_handle(h, rest)? {
            Ok(n) => rest = &rest[n..],
            Err(e) => {
                failed = Some(e);
                break;
            }
        }
    }
    let count = r.count();
    vm.keep_scratch(r.bytes);
    finish(vm, count, failed, true)
}

fn text(vm: &mut Vm, to: u64, size: u64, format: u64, arguments: Arguments) -> Result<Reply, Stop> {
    let r = vm.render(format, arguments, size)?;
    vm.store_text(to, size, &r.bytes)?;
    let count = r.count();
    vm.keep_scratch(r.bytes);
    finish(vm, count, r.failed, true)
}

/// The fortified forms know how large the memory is; `known` and `format` are their argument numbers.
fn checked_text(
    vm: &mut Vm,
    a: Args,
    size: u64,
    known: usize,
    format: usize,
    arguments: Arguments,
) -> Result<Reply, Stop> {
    let known = a.word(known);
    let unbounded = size == u64::MAX;
    if !unbounded && size > known {
        let message = format!("the size given is {size}, the object has {known} bytes");
        return Err(Stop::fault(FaultKind::OutOfBounds, message));
    }
    let r = vm.render(a.word(format), arguments, size)?;
    if unbounded && r.bytes.len() as u64 >= known {
        let message = format!("the text needs {} bytes, the object has {known}", r.bytes.len() + 1);
        return Err(Stop::fault(FaultKind::OutOfBounds, message));
    }
    vm.store_text(a.word(0), size, &r.bytes)?;
    let count = r.count();
    vm.keep_scratch(r.bytes);
    finish(vm, count, r.failed, true)
}

fn allocated(vm: &mut Vm, to: u64, format: u64, arguments: Arguments) -> Result<Reply, Stop> {
    let r = vm.render(format, arguments, u64::MAX)?;
    if r.failed.is_some() {
        return finish(vm, 0, r.failed, true);
    }
    let size = r.bytes.len() as u64 + 1;
    let block = vm.heap_allocate(size)?;
    if block == 0 {
        return Ok(FAILED.into());
    }
    vm.store_text(block, size, &r.bytes)?;
    vm.write_int(to, vm.program.target.pointer_bits, block)?;
    let count = r.count();
    vm.keep_scratch(r.bytes);
    Ok(count.into())
}
