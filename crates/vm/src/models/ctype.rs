//! ctype.h: character classes of the C locale, as functions and as the tables that glibc's macros read.

use super::{Args, Model};
use crate::machine::Vm;
use crate::stop::{FaultKind, Stop};
use crate::value::Reply;

pub const MODELS: &[Model] = &[
    Model { name: "isalnum", call: |vm, a| is(vm, a, ALNUM) },
    Model { name: "isalpha", call: |vm, a| is(vm, a, ALPHA) },
    Model { name: "isblank", call: |vm, a| is(vm, a, BLANK) },
    Model { name: "iscntrl", call: |vm, a| is(vm, a, CNTRL) },
    Model { name: "isdigit", call: |vm, a| is(vm, a, DIGIT) },
    Model { name: "isgraph", call: |vm, a| is(vm, a, GRAPH) },
    Model { name: "islower", call: |vm, a| is(vm, a, LOWER) },
    Model { name: "isprint", call: |vm, a| is(vm, a, PRINT) },
    Model { name: "ispunct", call: |vm, a| is(vm, a, PUNCT) },
    Model { name: "isspace", call: |vm, a| is(vm, a, SPACE) },
    Model { name: "isupper", call: |vm, a| is(vm, a, UPPER) },
    Model { name: "isxdigit", call: |vm, a| is(vm, a, XDIGIT) },
    Model { name: "isalnum_l", call: |vm, a| is(vm, a, ALNUM) },
    Model { name: "isalpha_l", call: |vm, a| is(vm, a, ALPHA) },
    Model { name: "isblank_l", call: |vm, a| is(vm, a, BLANK) },
    Model { name: "iscntrl_l", call: |vm, a| is(vm, a, CNTRL) },
    Model { name: "isdigit_l", call: |vm, a| is(vm, a, DIGIT) },
    Model { name: "isgraph_l", call: |vm, a| is(vm, a, GRAPH) },
    Model { name: "islower_l", call: |vm, a| is(vm, a, LOWER) },
    Model { name: "isprint_l", call: |vm, a| is(vm, a, PRINT) },
    Model { name: "ispunct_l", call: |vm, a| is(vm, a, PUNCT) },
    Model { name: "isspace_l", call: |vm, a| is(vm, a, SPACE) },
    Model { name: "isupper_l", call: |vm, a| is(vm, a, UPPER) },
    Model { name: "isxdigit_l", call: |vm, a| is(vm, a, XDIGIT) },
    Model { name: "isascii", call: |_, a| Ok(((0..128).contains(&a.int(0)) as i32).into()) },
    Model { name: "toascii", call: |_, a| Ok((a.int(0) & 0x7f).into()) },
    Model { name: "tolower", call: |_, a| Ok(convert(a.int(0), |c| c.to_ascii_lowercase()).into()) },
    Model { name: "_tolower", call: |_, a| Ok(convert(a.int(0), |c| c.to_ascii_lowercase()).into()) },
    Model { name: "tolower_l", call: |_, a| Ok(convert(a.int(0), |c| c.to_ascii_lowercase()).into()) },
    Model { name: "toupper", call: |_, a| Ok(convert(a.int(0), |c| c.to_ascii_uppercase()).into()) },
    Model { name: "_toupper", call: |_, a| Ok(convert(a.int(0), |c| c.to_ascii_uppercase()).into()) },
    Model { name: "toupper_l", call: |_, a| Ok(convert(a.int(0), |c| c.to_ascii_uppercase()).into()) },
    Model { name: "__ctype_b_loc", call: |vm, _| tables(vm).map(|t| t.classes.into()) },
    Model { name: "__ctype_tolower_loc", call: |vm, _| tables(vm).map(|t| t.lower.into()) },
    Model { name: "__ctype_toupper_loc", call: |vm, _| tables(vm).map(|t| t.upper.into()) },
    Model { name: "__ctype_get_mb_cur_max", call: |_, _| Ok(1.into()) },
];

// The classes by glibc's numbers.
pub const UPPER: u32 = 0;
pub const LOWER: u32 = 1;
pub const ALPHA: u32 = 2;
pub const DIGIT: u32 = 3;
pub const XDIGIT: u32 = 4;
pub const SPACE: u32 = 5;
pub const PRINT: u32 = 6;
pub const GRAPH: u32 = 7;
pub const BLANK: u32 = 8;
pub const CNTRL: u32 = 9;
pub const PUNCT: u32 = 10;
pub const ALNUM: u32 = 11;

/// Whether a character is in a class.
pub fn member(c: u8, class: u32) -> bool {
    match class {
        UPPER => c.is_ascii_uppercase(),
        LOWER => c.is_ascii_lowercase(),
        ALPHA => c.is_ascii_alphabetic(),
        DIGIT => c.is_ascii_digit(),
        XDIGIT => c.is_ascii_hexdigit(),
        SPACE => matches!(c, b' ' | 9..=13),
        PRINT => (0x20..0x7f).contains(&c),
        GRAPH => c.is_ascii_graphic(),
        BLANK => matches!(c, b' ' | b'\t'),
        CNTRL => c.is_ascii_control(),
        PUNCT => c.is_ascii_punctuation(),
        ALNUM => c.is_ascii_alphanumeric(),
        _ => false,
    }
}

/// The bit of a class in a table entry: on little-endian machines the bytes change places.
pub fn mask(vm: &Vm, class: u32) -> u32 {
    let bit = 1u32 << class;
    if vm.program.target.big_endian { bit } else { (bit << 8 | bit >> 8) & 0xffff }
}

/// glibc reads a table at the value itself, so only -128 to 255 make sense.
fn is(vm: &mut Vm, a: Args, class: u32) -> Result<Reply, Stop> {
    let c = a.int(0);
    if !(-128..256).contains(&c) {
        let name = vm.in_library.unwrap_or("the function");
        let message = format!("{name} of {c}, which is neither EOF nor an unsigned char");
        return Err(Stop::fault(FaultKind::BadArgument, message));
    }
    let inside = c >= 0 && member(c as u8, class);
    Ok((if inside { mask(vm, class) as i32 } else { 0 }).into())
}

/// Values outside the table stay as they are.
fn convert(c: i32, f: fn(&u8) -> u8) -> i32 {
    u8::try_from(c).map_or(c, |c| f(&c) as i32)
}

/// Addresses of the pointers that the macros follow; 0: not made yet.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tables {
    classes: u64,
    lower: u64,
    upper: u64,
}

/// The tables have entries for -128 to 255.
const FIRST: i32 = -128;
const ENTRIES: u64 = 384;

fn tables(vm: &mut Vm) -> Result<Tables, Stop> {
    if vm.library.ctype.classes == 0 {
        let classes = |vm: &Vm, c: i32| {
            let c = u8::try_from(c).unwrap_or(0x80);
            (0..12).filter(|&class| member(c, class)).map(|class| mask(vm, class)).sum()
        };
        vm.library.ctype = Tables {
            classes: table(vm, 16, classes)?,
            lower: table(vm, 32, |_, c| entry(c, |c| c.to_ascii_lowercase()))?,
            upper: table(vm, 32, |_, c| entry(c, |c| c.to_ascii_uppercase()))?,
        };
    }
    Ok(vm.library.ctype)
}

/// Negative characters but EOF are the characters they are as `unsigned char`.
fn entry(c: i32, f: fn(&u8) -> u8) -> u32 {
    if c == -1 { u32::MAX } else { f(&(c as u8)) as u32 }
}

/// A table, and the pointer to its entry for 0; gives the pointer's address.
fn table(vm: &mut Vm, bits: u32, value: fn(&Vm, i32) -> u32) -> Result<u64, Stop> {
    const WHAT: &str = "a table of character classes";
    let bytes = bits as u64 / 8;
    let at = vm.machine_object(ENTRIES * bytes, WHAT)?;
    for i in 0..ENTRIES {
        let v = value(vm, FIRST + i as i32);
        vm.write_int(at + i * bytes, bits, v as u64)?;
    }
    let pointer = vm.program.target.pointer_bits;
    let variable = vm.machine_object(pointer as u64 / 8, WHAT)?;
    vm.write_int(variable, pointer, at + FIRST.unsigned_abs() as u64 * bytes)?;
    Ok(variable)
}
