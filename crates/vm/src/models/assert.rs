//! assert.h: the message of a failed assertion, then `abort`.

use super::signal::abort;
use super::{Args, Model};
use crate::machine::Vm;
use crate::stop::Stop;
use crate::value::Reply;
use crescendo_cformat::error_text::strerror;

pub const MODELS: &[Model] = &[
    Model { name: "__assert_fail", call: assert_fail },
    Model { name: "__assert", call: assert_fail },
    Model { name: "__assert_perror_fail", call: assert_perror_fail },
    // newlib's argument order: file, line, function, assertion.
    Model { name: "__assert_func", call: assert_func },
];

/// A string for a message; a null pointer shows as nothing.
fn shown(vm: &mut Vm, at: u64) -> Result<Vec<u8>, Stop> {
    if at == 0 { Ok(Vec::new()) } else { vm.c_string(at) }
}

/// `program: file:line: function: ` and the rest of the line.
fn fail(vm: &mut Vm, file: u64, line: u32, function: u64, rest: &[u8]) -> Result<Reply, Stop> {
    let mut text = vm.program_name()?;
    text.extend_from_slice(b": ");
    text.extend(shown(vm, file)?);
    text.extend_from_slice(format!(":{line}: ").as_bytes());
    let function = shown(vm, function)?;
    if !function.is_empty() {
        text.extend(function);
        text.extend_from_slice(b": ");
    }
    text.extend_from_slice(rest);
    vm.write_error(&text);
    abort(vm)
}

fn assertion(vm: &mut Vm, at: u64) -> Result<Vec<u8>, Stop> {
    let mut text = b"Assertion `".to_vec();
    text.extend(shown(vm, at)?);
    text.extend_from_slice(b"' failed.\n");
    Ok(text)
}

/// Assertion, file, line and, in one of the forms, function.
fn assert_fail(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    let rest = assertion(vm, a.word(0))?;
    fail(vm, a.word(1), a.word(2) as u32, a.word(3), &rest)
}

fn assert_func(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    let rest = assertion(vm, a.word(3))?;
    fail(vm, a.word(0), a.word(1) as u32, a.word(2), &rest)
}

fn assert_perror_fail(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    let rest = format!("Unexpected error: {}.\n", strerror(a.int(0)));
    fail(vm, a.word(1), a.word(2) as u32, a.word(3), rest.as_bytes())
}
