//! ctype.h and wctype.h: classes as ranges, conversions as shifts of ranges.

use super::{Answer, Call, SymbolicModel, with};
use crate::machine::Vm;
use crate::models::ctype::{self as plain, member};
use crate::stop::FaultKind::BadArgument;
use crescendo_solver::expr::ExprId;

macro_rules! models {
    ($($name:literal $call:expr;)*) => {
        &[$(
            SymbolicModel { name: $name, call: $call },
            SymbolicModel { name: concat!($name, "_l"), call: $call },
        )*]
    };
}

pub(super) const MODELS: &[SymbolicModel] = models! {
    "isalnum" |vm, c| is(vm, c, plain::ALNUM, false);
    "isalpha" |vm, c| is(vm, c, plain::ALPHA, false);
    "isblank" |vm, c| is(vm, c, plain::BLANK, false);
    "iscntrl" |vm, c| is(vm, c, plain::CNTRL, false);
    "isdigit" |vm, c| is(vm, c, plain::DIGIT, false);
    "isgraph" |vm, c| is(vm, c, plain::GRAPH, false);
    "islower" |vm, c| is(vm, c, plain::LOWER, false);
    "isprint" |vm, c| is(vm, c, plain::PRINT, false);
    "ispunct" |vm, c| is(vm, c, plain::PUNCT, false);
    "isspace" |vm, c| is(vm, c, plain::SPACE, false);
    "isupper" |vm, c| is(vm, c, plain::UPPER, false);
    "isxdigit" |vm, c| is(vm, c, plain::XDIGIT, false);
    "iswalnum" |vm, c| is(vm, c, plain::ALNUM, true);
    "iswalpha" |vm, c| is(vm, c, plain::ALPHA, true);
    "iswblank" |vm, c| is(vm, c, plain::BLANK, true);
    "iswcntrl" |vm, c| is(vm, c, plain::CNTRL, true);
    "iswdigit" |vm, c| is(vm, c, plain::DIGIT, true);
    "iswgraph" |vm, c| is(vm, c, plain::GRAPH, true);
    "iswlower" |vm, c| is(vm, c, plain::LOWER, true);
    "iswprint" |vm, c| is(vm, c, plain::PRINT, true);
    "iswpunct" |vm, c| is(vm, c, plain::PUNCT, true);
    "iswspace" |vm, c| is(vm, c, plain::SPACE, true);
    "iswupper" |vm, c| is(vm, c, plain::UPPER, true);
    "iswxdigit" |vm, c| is(vm, c, plain::XDIGIT, true);
    "tolower" |vm, c| convert(vm, c, b'A', b'Z', 32);
    "_tolower" |vm, c| convert(vm, c, b'A', b'Z', 32);
    "towlower" |vm, c| convert(vm, c, b'A', b'Z', 32);
    "toupper" |vm, c| convert(vm, c, b'a', b'z', -32);
    "_toupper" |vm, c| convert(vm, c, b'a', b'z', -32);
    "towupper" |vm, c| convert(vm, c, b'a', b'z', -32);
    "isascii" isascii;
    "toascii" toascii;
};

/// Whether a term lies between two numbers, both included.
pub(super) fn between(vm: &mut Vm, e: ExprId, low: u8, high: u8) -> ExprId {
    let p = &mut vm.sym().pool;
    let width = p.width(e);
    let (start, span) = (p.constant(low as u64, width), p.constant((high - low) as u64, width));
    let at = p.sub(e, start);
    p.ule(at, span)
}

/// A character of a range moves, others stay.
pub(super) fn shifted(vm: &mut Vm, e: ExprId, low: u8, high: u8, by: i64) -> ExprId {
    let inside = between(vm, e, low, high);
    let p = &mut vm.sym().pool;
    let by = p.constant(by as u64, p.width(e));
    let moved = p.add(e, by);
    p.ite(inside, moved, e)
}

/// The class as ranges of characters.
fn ranges(class: u32) -> Vec<(u8, u8)> {
    let mut all: Vec<(u8, u8)> = Vec::new();
    for c in (0..=255).filter(|&c| member(c, class)) {
        match all.last_mut() {
            Some((_, high)) if *high as u32 + 1 == c as u32 => *high = c,
            _ => all.push((c, c)),
        }
    }
    all
}

/// Whether a character is in a class.
pub(super) fn in_class(vm: &mut Vm, c: ExprId, class: u32) -> ExprId {
    let mut any = vm.sym().pool.bool(false);
    for (low, high) in ranges(class) {
        let here = between(vm, c, low, high);
        any = vm.sym().pool.or(any, here);
    }
    any
}

fn is(vm: &mut Vm, call: &Call, class: u32, wide: bool) -> Answer {
    if !call.is_symbolic(0) {
        return Ok(None);
    }
    let c = vm.argument_term(call, 0, 32);
    let inside = in_class(vm, c, class);
    let p = &mut vm.sym().pool;
    // The table has entries for -128 to 255.
    let (first, entries) = (p.constant(128, 32), p.constant(384, 32));
    let at = p.add(c, first);
    let valid = if wide { p.bool(true) } else { p.ult(at, entries) };
    let reply = vm.finish(call, &[(BadArgument, valid)])?;
    let bit = match wide {
        true if class < 8 => 1 << (class + 8),
        true => 1 << (class - 8),
        false => plain::mask(vm, class),
    };
    let p = &mut vm.sym().pool;
    let (yes, no) = (p.constant(bit as u64, 32), p.constant(0, 32));
    let e = p.ite(inside, yes, no);
    with(reply, e)
}

fn convert(vm: &mut Vm, call: &Call, low: u8, high: u8, by: i64) -> Answer {
    if !call.is_symbolic(0) {
        return Ok(None);
    }
    let c = vm.argument_term(call, 0, 32);
    let reply = vm.finish(call, &[])?;
    let e = shifted(vm, c, low, high, by);
    with(reply, e)
}

fn isascii(vm: &mut Vm, call: &Call) -> Answer {
    if !call.is_symbolic(0) {
        return Ok(None);
    }
    let c = vm.argument_term(call, 0, 32);
    let e = between(vm, c, 0, 127);
    let e = vm.sym().pool.zext(e, 32);
    with(vm.finish(call, &[])?, e)
}

fn toascii(vm: &mut Vm, call: &Call) -> Answer {
    if !call.is_symbolic(0) {
        return Ok(None);
    }
    let c = vm.argument_term(call, 0, 32);
    let p = &mut vm.sym().pool;
    let mask = p.constant(0x7f, 32);
    let e = p.and(c, mask);
    with(vm.finish(call, &[])?, e)
}
