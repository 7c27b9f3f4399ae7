//! Unformatted output: bytes, strings, blocks; and `fflush`.

use super::{STDERR, STDOUT, StreamId};
use crate::machine::Vm;
use crate::memory::Range;
use crate::models::{Args, Model};
use crate::stop::Stop;
use crate::value::Reply;
use crescendo_cformat::error_text;

pub const MODELS: &[Model] = &[
    Model { name: "putchar", call: putchar },
    Model { name: "putchar_unlocked", call: putchar },
    Model { name: "fputc", call: fputc },
    Model { name: "putc", call: fputc },
    Model { name: "_IO_putc", call: fputc },
    Model { name: "fputc_unlocked", call: fputc },
    Model { name: "putc_unlocked", call: fputc },
    // What glibc's inline putc_unlocked calls when there is no room; ours never has any.
    Model { name: "__overflow", call: |vm, a| put_to(vm, a.word(0), a.word(1)) },
    Model { name: "puts", call: puts },
    Model { name: "fputs", call: fputs },
    Model { name: "fputs_unlocked", call: fputs },
    Model { name: "fwrite", call: fwrite },
    Model { name: "fwrite_unlocked", call: fwrite },
    Model { name: "fflush", call: fflush },
    Model { name: "fflush_unlocked", call: fflush },
    Model { name: "_flushlbf", call: |vm, _| vm.flush_every_output().map(|_| Reply::Void) },
    Model { name: "perror", call: perror },
    Model { name: "putw", call: putw },
];

pub(super) const EOF: i32 = -1;

#[inline]
fn put(vm: &mut Vm, id: StreamId, c: u64) -> Result<Reply, Stop> {
    let byte = c as u8;
    let good = vm.put_byte(id, byte)?;
    Ok(if good { (byte as i32).into() } else { EOF.into() })
}

fn putchar(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    let id = vm.standard_id(STDOUT)?;
    put(vm, id, a.word(0))
}

fn put_to(vm: &mut Vm, file: u64, c: u64) -> Result<Reply, Stop> {
    let id = vm.stream_at(file)?;
    put(vm, id, c)
}

fn fputc(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    put_to(vm, a.word(1), a.word(0))
}

/// Writes a span of the program's memory.
pub(super) fn put_span(vm: &mut Vm, id: StreamId, r: Range) -> Result<usize, Stop> {
    if !vm.orient_bytes(id) {
        return Ok(0);
    }
    let s = &mut vm.library.stdio.streams[id];
    if s.output_end.saturating_sub(s.output.len()) as u64 >= r.len() {
        s.output.extend_from_slice(vm.memory.bytes(r));
        return Ok(r.len() as usize);
    }
    let bytes = vm.memory.bytes(r).to_vec();
    vm.put_bytes(id, &bytes)
}

fn puts(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    let text = vm.string_span(a.word(0), u64::MAX)?;
    let id = vm.standard_id(STDOUT)?;
    let good = put_span(vm, id, text)? as u64 == text.len() && vm.put_byte(id, b'\n')?;
    done(vm, good, (text.len() as i32).wrapping_add(1))
}

fn fputs(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    let text = vm.string_span(a.word(0), u64::MAX)?;
    let id = vm.stream_at(a.word(1))?;
    let good = put_span(vm, id, text)? as u64 == text.len();
    done(vm, good, 1)
}

/// A string was put, or not: any number that is not negative means that it was.
fn done(vm: &mut Vm, good: bool, number: i32) -> Result<Reply, Stop> {
    if good {
        vm.answers_fixed_number();
    }
    Ok(if good { number.into() } else { EOF.into() })
}

fn fwrite(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    let (size, count) = (a.word(1), a.word(2));
    // A product too large for the target is larger than any object, too.
    let total = size.saturating_mul(count);
    // As in glibc, nothing is looked at then.
    if total == 0 {
        return Ok(Reply::Word(0));
    }
    let id = vm.stream_at(a.word(3))?;
    let r = vm.read_span(a.word(0), total)?;
    let written = put_span(vm, id, r)? as u64;
    Ok(Reply::Word(if written == total { count } else { written / size }))
}

fn putw(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    let id = vm.stream_at(a.word(1))?;
    let word = a.word(0) as u32;
    let bytes = if vm.program.target.big_endian { word.to_be_bytes() } else { word.to_le_bytes() };
    let good = vm.put_bytes(id, &bytes)? == bytes.len();
    Ok(if good { 0.into() } else { EOF.into() })
}

fn fflush(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    let good = match a.word(0) {
        0 => vm.flush_every_output()?,
        file => {
            let id = vm.stream_at(file)?;
            vm.synchronise(id)?
        }
    };
    Ok(if good { 0.into() } else { EOF.into() })
}

fn perror(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    let errno = vm.read_int(vm.library.errno, 32)? as i32;
    let mut line = match a.word(0) {
        0 => Vec::new(),
        prefix => vm.string_at(prefix)?,
    };
    if !line.is_empty() {
        line.extend_from_slice(b": ");
    }
    line.extend_from_slice(error_text::strerror(errno).as_bytes());
    line.push(b'\n');
    let id = vm.standard_id(STDERR)?;
    vm.put_bytes(id, &line)?;
    Ok(Reply::Void)
}
