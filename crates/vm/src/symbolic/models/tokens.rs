//! `strtok` and `strsep`: where a token starts and ends are decisions, character by character, as in a loop of the program.

use super::numbers::Reader;
use super::search::member;
use super::view::View;
use super::{Answer, Call, SymbolicModel, with};
use crate::machine::Vm;
use crate::stop::Stop;
use crate::value::Value;
use crescendo_program::Scalar;
use crescendo_solver::expr::ExprId;

pub(super) const MODELS: &[SymbolicModel] = &[
    SymbolicModel { name: "strtok", call: |vm, c| token(vm, c, Rest::Library) },
    SymbolicModel { name: "strtok_r", call: |vm, c| token(vm, c, Rest::Argument(2)) },
    SymbolicModel { name: "__strtok_r", call: |vm, c| token(vm, c, Rest::Argument(2)) },
    SymbolicModel { name: "strsep", call: strsep },
    SymbolicModel { name: "__strsep", call: strsep },
];

/// Where the function goes on.
enum Rest {
    Library,
    Argument(usize),
}

/// The delimiters; nothing if they are not worth it.
fn delimiters(vm: &mut Vm, call: &Call) -> Result<Option<(View, Vec<ExprId>)>, Stop> {
    let Some(mut set) = vm.view(call.args.get(1))? else { return Ok(None) };
    let open = set.is_open(vm);
    let members = set.string(vm).filter(|_| !open);
    Ok(members.map(|m| (set, m)))
}

/// A character that ends a run of delimiters or of others, which are decisions both.
fn stops(vm: &mut Vm, r: &Reader, set: &(View, Vec<ExprId>), inside: bool) -> Result<bool, Stop> {
    if r.is(vm, 0, 0)? {
        return Ok(true);
    }
    let (term, value) = r.peek(vm, 0)?;
    let is = member(vm, (&set.0, &set.1), term);
    let values: Vec<u64> = set.1.iter().map(|&e| vm.sym().evaluate(e)[0]).take_while(|&v| v != 0).collect();
    Ok(vm.fork(is, values.contains(&(value as u64)))? != inside)
}

fn token(vm: &mut Vm, call: &Call, rest: Rest) -> Answer {
    let mut start = call.word(0);
    if let Some(v) = call.args.first()
        && vm.decide_value(v, false)?.is_some()
        && !vm.pin_address(Some(v))?
    {
        return Ok(None);
    }
    if start == 0 {
        start = match rest {
            Rest::Library => vm.library.tokens.rest(),
            Rest::Argument(i) => match saved(vm, call, i)? {
                Some(at) => at,
                None => return Ok(None),
            },
        };
    }
    if start == 0 || !vm.memory.is_open(start) {
        return Ok(None);
    }
    let Some(set) = delimiters(vm, call)? else { return Ok(None) };
    let mut r = Reader::new(start);
    if !r.is(vm, 0, 0)? {
        while !stops(vm, &r, &set, true)? {
            r.at += 1;
        }
        if !r.is(vm, 0, 0)? {
            while !stops(vm, &r, &set, false)? {
                r.at += 1;
            }
        }
    }
    with(vm.finish(call, &[])?, ExprId::NONE)
}

/// A pointer in memory, its address decided by the path.
fn saved(vm: &mut Vm, call: &Call, i: usize) -> Result<Option<u64>, Stop> {
    let Some(at) = call.args.get(i).filter(|v| v.scalar == Scalar::Ptr) else { return Ok(None) };
    if !vm.pin_address(Some(at))? {
        return Ok(None);
    }
    let v: Value = vm.load_value(at.lo, Scalar::Ptr)?;
    vm.tell_notes(None)?;
    if vm.decide_value(&v, false)?.is_some() && !vm.pin_address(Some(&v))? {
        return Ok(None);
    }
    Ok(Some(v.lo))
}

fn strsep(vm: &mut Vm, call: &Call) -> Answer {
    let Some(start) = saved(vm, call, 0)? else { return Ok(None) };
    if start == 0 || !vm.memory.is_open(start) {
        return Ok(None);
    }
    let Some(set) = delimiters(vm, call)? else { return Ok(None) };
    let mut r = Reader::new(start);
    while !stops(vm, &r, &set, false)? {
        r.at += 1;
    }
    with(vm.finish(call, &[])?, ExprId::NONE)
}
