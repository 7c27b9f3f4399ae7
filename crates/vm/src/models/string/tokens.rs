//! Cutting strings into tokens: `strtok`, `strtok_r`, `strsep`.

use super::search::span;
use crate::machine::Vm;
use crate::models::{Args, Model};
use crate::stop::Stop;
use crate::value::Reply;

pub const MODELS: &[Model] = &[
    Model { name: "strtok", call: strtok },
    Model { name: "strtok_r", call: strtok_r },
    Model { name: "__strtok_r", call: strtok_r },
    Model { name: "strsep", call: strsep },
    Model { name: "__strsep", call: strsep },
];

/// Where `strtok` goes on.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tokens {
    rest: u64,
}

impl Tokens {
    pub fn rest(&self) -> u64 {
        self.rest
    }
}

fn strtok(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    let start = if a.word(0) == 0 { vm.library.tokens.rest } else { a.word(0) };
    // Whoever called before may have begun.
    if start == 0 {
        vm.answers_fixed();
    }
    let (token, rest) = next(vm, start, a.word(1))?;
    vm.library.tokens.rest = rest;
    Ok(token.into())
}

fn strtok_r(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    let pointer = vm.program.target.pointer_bits;
    let start = if a.word(0) == 0 { vm.read_int(a.word(2), pointer)? } else { a.word(0) };
    let (token, rest) = next(vm, start, a.word(1))?;
    vm.write_int(a.word(2), pointer, rest)?;
    Ok(token.into())
}

/// The next token, ended in place (0 if there is none), and where to go on.
fn next(vm: &mut Vm, start: u64, delimiters: u64) -> Result<(u64, u64), Stop> {
    if vm.load_byte(start)? == 0 {
        return Ok((0, start));
    }
    let token = start.wrapping_add(span(vm, start, delimiters, true)?);
    if vm.load_byte(token)? == 0 {
        return Ok((0, token));
    }
    let end = token.wrapping_add(span(vm, token, delimiters, false)?);
    Ok((token, cut(vm, end)?))
}

/// Ends a token; gives where the next may start.
fn cut(vm: &mut Vm, end: u64) -> Result<u64, Stop> {
    if vm.load_byte(end)? == 0 {
        return Ok(end);
    }
    vm.store_byte(end, 0)?;
    Ok(end.wrapping_add(1))
}

/// Unlike `strtok`, empty tokens count.
fn strsep(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    let pointer = vm.program.target.pointer_bits;
    let start = vm.read_int(a.word(0), pointer)?;
    if start == 0 {
        return Ok(Reply::Word(0));
    }
    let end = start.wrapping_add(span(vm, start, a.word(1), false)?);
    let rest = cut(vm, end)?;
    vm.write_int(a.word(0), pointer, if rest == end { 0 } else { rest })?;
    Ok(start.into())
}
