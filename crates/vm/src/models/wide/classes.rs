//! wctype.h: classes of wide characters.

use super::load;
use crate::machine::Vm;
use crate::models::ctype;
use crate::models::{Args, Model};
use crate::stop::Stop;
use crate::value::Reply;

pub const MODELS: &[Model] = &[
    Model { name: "iswalnum", call: |_, a| Ok(is(a, ctype::ALNUM)) },
    Model { name: "iswalpha", call: |_, a| Ok(is(a, ctype::ALPHA)) },
    Model { name: "iswblank", call: |_, a| Ok(is(a, ctype::BLANK)) },
    Model { name: "iswcntrl", call: |_, a| Ok(is(a, ctype::CNTRL)) },
    Model { name: "iswdigit", call: |_, a| Ok(is(a, ctype::DIGIT)) },
    Model { name: "iswgraph", call: |_, a| Ok(is(a, ctype::GRAPH)) },
    Model { name: "iswlower", call: |_, a| Ok(is(a, ctype::LOWER)) },
    Model { name: "iswprint", call: |_, a| Ok(is(a, ctype::PRINT)) },
    Model { name: "iswpunct", call: |_, a| Ok(is(a, ctype::PUNCT)) },
    Model { name: "iswspace", call: |_, a| Ok(is(a, ctype::SPACE)) },
    Model { name: "iswupper", call: |_, a| Ok(is(a, ctype::UPPER)) },
    Model { name: "iswxdigit", call: |_, a| Ok(is(a, ctype::XDIGIT)) },
    Model { name: "towlower", call: |_, a| Ok(convert(a.word(0) as u32, LOWER).into()) },
    Model { name: "towupper", call: |_, a| Ok(convert(a.word(0) as u32, UPPER).into()) },
    Model { name: "wctype", call: wctype },
    Model { name: "iswctype", call: iswctype },
    Model { name: "wctrans", call: wctrans },
    Model { name: "towctrans", call: |_, a| Ok(convert(a.word(0) as u32, a.word(1)).into()) },
    Model { name: "wcwidth", call: |_, a| Ok(width(a.word(0) as u32).into()) },
    Model { name: "wcswidth", call: wcswidth },
];

/// The classes by name, in the order of their numbers.
const NAMES: [&[u8]; 12] = [
    b"upper", b"lower", b"alpha", b"digit", b"xdigit", b"space", b"print", b"graph", b"blank", b"cntrl", b"punct",
    b"alnum",
];
/// Handles of the two conversions.
const LOWER: u64 = 1;
const UPPER: u64 = 2;

fn member(c: u32, class: u32) -> bool {
    u8::try_from(c).is_ok_and(|c| ctype::member(c, class))
}

/// glibc answers with the class's bit of a table in the host's byte order; only the lower half shows.
fn is(a: Args, class: u32) -> Reply {
    let bit = if class < 8 { 1 << (class + 8) } else { 1 << (class - 8) };
    (if member(a.word(0) as u32, class) { bit } else { 0 }).into()
}

fn convert(c: u32, to: u64) -> u64 {
    match (u8::try_from(c), to) {
        (Ok(c), LOWER) => c.to_ascii_lowercase() as u64,
        (Ok(c), UPPER) => c.to_ascii_uppercase() as u64,
        _ => c as u64,
    }
}

/// A handle for a class: its number, from 1.
fn wctype(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    let name = vm.c_string(a.word(0))?;
    Ok(NAMES.iter().position(|n| *n == name).map_or(0, |i| i as u64 + 1).into())
}

fn iswctype(_: &mut Vm, a: Args) -> Result<Reply, Stop> {
    let inside = member(a.word(0) as u32, (a.word(1) as u32).wrapping_sub(1));
    Ok((inside as i32).into())
}

fn wctrans(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    Ok(match &vm.c_string(a.word(0))?[..] {
        b"tolower" => LOWER,
        b"toupper" => UPPER,
        _ => 0,
    }
    .into())
}

/// Columns of a character; -1 if it can't be printed.
fn width(c: u32) -> i32 {
    match c {
        0 => 0,
        0x20..0x7f => 1,
        _ => -1,
    }
}

fn wcswidth(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    let mut total = 0;
    for i in 0..a.word(1) {
        match load(vm, a.word(0), i)? {
            0 => break,
            c if width(c) < 0 => return Ok((-1).into()),
            c => total += width(c),
        }
    }
    Ok(total.into())
}
