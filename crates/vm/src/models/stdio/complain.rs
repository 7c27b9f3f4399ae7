//! err.h and error.h: messages on the error stream, with the program's name and the text of `errno`.

use super::arguments::Arguments;
use super::print::with_list;
use super::{STDERR, STDOUT};
use crate::machine::Vm;
use crate::models::{Args, Model};
use crate::stop::Stop;
use crate::value::Reply;
use crescendo_cformat::error_text::strerror;

pub const MODELS: &[Model] = &[
    Model { name: "warn", call: |vm, a| warn(vm, a.word(0), Arguments::Call(a.rest()), true) },
    Model { name: "warnx", call: |vm, a| warn(vm, a.word(0), Arguments::Call(a.rest()), false) },
    Model { name: "vwarn", call: |vm, a| with_list(vm, a.word(1), |vm, l| warn(vm, a.word(0), l, true)) },
    Model { name: "vwarnx", call: |vm, a| with_list(vm, a.word(1), |vm, l| warn(vm, a.word(0), l, false)) },
    Model { name: "err", call: |vm, a| fail(vm, a, Arguments::Call(a.rest()), true) },
    Model { name: "errx", call: |vm, a| fail(vm, a, Arguments::Call(a.rest()), false) },
    Model { name: "verr", call: |vm, a| with_list(vm, a.word(2), |vm, l| fail(vm, a, l, true)) },
    Model { name: "verrx", call: |vm, a| with_list(vm, a.word(2), |vm, l| fail(vm, a, l, false)) },
    Model { name: "error", call: error },
    Model { name: "error_at_line", call: error_at_line },
];

/// The text of a format; a null pointer is no text.
fn rendered(vm: &mut Vm, format: u64, arguments: Arguments) -> Result<Vec<u8>, Stop> {
    if format == 0 {
        return Ok(Vec::new());
    }
    let r = vm.render(format, arguments, u64::MAX)?;
    let text = r.bytes.clone();
    vm.keep_scratch(r.bytes);
    Ok(text)
}

fn put(vm: &mut Vm, text: &[u8]) -> Result<(), Stop> {
    let id = vm.standard_id(STDERR)?;
    vm.put_bytes(id, text).map(drop)
}

/// `program: text: what errno means`.
fn warn(vm: &mut Vm, format: u64, arguments: Arguments, with_errno: bool) -> Result<Reply, Stop> {
    let errno = vm.read_int(vm.library.errno, 32)? as i32;
    let mut line = vm.program_name()?;
    line.extend_from_slice(b": ");
    line.extend(rendered(vm, format, arguments)?);
    if with_errno {
        if format != 0 {
            line.extend_from_slice(b": ");
        }
        line.extend_from_slice(strerror(errno).as_bytes());
    }
    line.push(b'\n');
    put(vm, &line)?;
    Ok(Reply::Void)
}

fn fail(vm: &mut Vm, a: Args, arguments: Arguments, with_errno: bool) -> Result<Reply, Stop> {
    warn(vm, a.word(1), arguments, with_errno)?;
    Err(Stop::Exit(a.int(0)))
}

/// Status, error number, format. Only a status that is not 0 ends the program.
fn error(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    report(vm, a, b" ", 2)
}

/// Status, error number, file, line, format.
fn error_at_line(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    let place = match a.word(2) {
        0 => b" ".to_vec(),
        file => {
            let mut place = vm.c_string(file)?;
            place.extend_from_slice(format!(":{}: ", a.int(3) as u32).as_bytes());
            place
        }
    };
    report(vm, a, &place, 4)
}

/// The program's name with its folder, the place, the text.
fn report(vm: &mut Vm, a: Args, place: &[u8], format: usize) -> Result<Reply, Stop> {
    let out = vm.standard_id(STDOUT)?;
    vm.flush_output(out)?;
    let mut line = vm.full_program_name()?;
    line.push(b':');
    line.extend_from_slice(place);
    line.extend(rendered(vm, a.word(format), Arguments::Call(a.rest()))?);
    if a.int(1) != 0 {
        line.extend_from_slice(format!(": {}", strerror(a.int(1))).as_bytes());
    }
    line.push(b'\n');
    put(vm, &line)?;
    if let Some(count) = vm.library_variable("error_message_count") {
        let n = vm.read_int(count, 32)?;
        vm.write_int(count, 32, n.wrapping_add(1) & 0xffff_ffff)?;
    }
    if a.int(0) != 0 { Err(Stop::Exit(a.int(0))) } else { Ok(Reply::Void) }
}
