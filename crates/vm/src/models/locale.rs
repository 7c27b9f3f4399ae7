//! locale.h, langinfo.h and libintl.h. There is one locale, "C", and no translations.

use super::{Args, Model};
use crate::machine::Vm;
use crate::stop::Stop;
use crate::value::Reply;
use crescendo_program::Arch;

pub const MODELS: &[Model] = &[
    Model { name: "setlocale", call: setlocale },
    Model { name: "localeconv", call: localeconv },
    Model { name: "newlocale", call: newlocale },
    Model { name: "duplocale", call: |_, a| Ok(a.word(0).into()) },
    Model { name: "freelocale", call: |_, _| Ok(Reply::Void) },
    Model { name: "uselocale", call: uselocale },
    Model { name: "nl_langinfo", call: nl_langinfo },
    Model { name: "nl_langinfo_l", call: nl_langinfo },
    Model { name: "catopen", call: catopen },
    Model { name: "catgets", call: |_, a| Ok(a.word(3).into()) },
    Model { name: "catclose", call: |_, _| Ok((-1).into()) },
    Model { name: "gettext", call: |_, a| Ok(a.word(0).into()) },
    Model { name: "dgettext", call: |_, a| Ok(a.word(1).into()) },
    Model { name: "dcgettext", call: |_, a| Ok(a.word(1).into()) },
    Model { name: "ngettext", call: |_, a| Ok(plural(a, 0)) },
    Model { name: "dngettext", call: |_, a| Ok(plural(a, 1)) },
    Model { name: "dcngettext", call: |_, a| Ok(plural(a, 1)) },
    Model { name: "textdomain", call: textdomain },
    Model { name: "bindtextdomain", call: |_, a| Ok(a.word(1).into()) },
    Model { name: "bind_textdomain_codeset", call: |_, a| Ok(a.word(1).into()) },
];

/// Objects the functions give pointers to; 0: not made yet.
#[derive(Clone, Copy, Debug, Default)]
pub struct Locale {
    conventions: u64,
    handle: u64,
    /// The thread's locale; 0: the global one.
    current: u64,
}

const ENOENT: i32 = 2;
const EINVAL: i32 = 22;
const CATEGORIES: std::ops::RangeInclusive<i32> = 0..=12;

fn is_c(name: &[u8]) -> bool {
    matches!(name, b"C" | b"POSIX" | b"")
}

/// A null name asks for the locale in use.
fn setlocale(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    let name = if a.word(1) == 0 { Vec::new() } else { vm.c_string(a.word(1))? };
    if !CATEGORIES.contains(&a.int(0)) {
        vm.set_errno(EINVAL)?;
        return Ok(Reply::Word(0));
    }
    if !is_c(&name) {
        vm.set_errno(ENOENT)?;
        return Ok(Reply::Word(0));
    }
    vm.constant_string("C").map(Reply::from)
}

/// `struct lconv`: ten strings, then numbers that are all "not available".
fn localeconv(vm: &mut Vm, _: Args) -> Result<Reply, Stop> {
    if vm.library.locale.conventions == 0 {
        let pointer = vm.program.target.pointer_bytes() as u64;
        let at = vm.machine_object(10 * pointer + 14 + 2, "the result of localeconv")?;
        for i in 0..10 {
            let text = vm.constant_string(if i == 0 { "." } else { "" })?;
            vm.write_int(at + i * pointer, pointer as u32 * 8, text)?;
        }
        let largest = if char_is_signed(vm) { 127 } else { 255 };
        vm.write_bytes(at + 10 * pointer, &[largest; 14])?;
        vm.library.locale.conventions = at;
    }
    Ok(vm.library.locale.conventions.into())
}

/// Whether plain `char` has a sign on the target.
pub fn char_is_signed(vm: &Vm) -> bool {
    matches!(vm.program.target.arch, Arch::X86_64 | Arch::I386 | Arch::Other)
}

fn handle(vm: &mut Vm) -> Result<u64, Stop> {
    if vm.library.locale.handle == 0 {
        vm.library.locale.handle = vm.machine_object(16, "a locale")?;
    }
    Ok(vm.library.locale.handle)
}

fn newlocale(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    let name = vm.c_string(a.word(1))?;
    if !is_c(&name) {
        vm.set_errno(ENOENT)?;
        return Ok(Reply::Word(0));
    }
    handle(vm).map(Reply::from)
}

/// The global locale is named by -1.
fn uselocale(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    let all = u64::MAX >> (64 - vm.program.target.pointer_bits);
    let old = vm.library.locale.current;
    if a.word(0) != 0 {
        vm.library.locale.current = if a.word(0) & all == all { 0 } else { a.word(0) };
    }
    Ok((if old == 0 { all } else { old }).into())
}

fn nl_langinfo(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    const DAYS: [&str; 7] = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
    const MONTHS: [&str; 12] = [
        "January",
        "February",
        "March",
        "April",
        "May",
        "June",
        "July",
        "August",
        "September",
        "October",
        "November",
        "December",
    ];
    let item = a.int(0);
    let text = match item {
        14 => "ANSI_X3.4-1968",
        0x1_0000 => ".",
        0x2_0000..=0x2_0006 => &DAYS[item as usize - 0x2_0000][..3],
        0x2_0007..=0x2_000d => DAYS[item as usize - 0x2_0007],
        0x2_000e..=0x2_0019 => &MONTHS[item as usize - 0x2_000e][..3],
        0x2_001a..=0x2_0025 => MONTHS[item as usize - 0x2_001a],
        0x2_0026 => "AM",
        0x2_0027 => "PM",
        0x2_0028 => "%a %b %e %H:%M:%S %Y",
        0x2_0029 => "%m/%d/%y",
        0x2_002a => "%H:%M:%S",
        0x2_002b => "%I:%M:%S %p",
        0x4_000f => "-",
        0x5_0000 => "^[yY]",
        0x5_0001 => "^[nN]",
        _ => "",
    };
    vm.constant_string(text).map(Reply::from)
}

/// There are no message catalogues.
fn catopen(vm: &mut Vm, _: Args) -> Result<Reply, Stop> {
    vm.set_errno(ENOENT)?;
    Ok((-1i64).into())
}

/// The singular for one, as without translations.
fn plural(a: Args, first: usize) -> Reply {
    (if a.word(first + 2) == 1 { a.word(first) } else { a.word(first + 1) }).into()
}

fn textdomain(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    if a.word(0) != 0 { Ok(a.word(0).into()) } else { vm.constant_string("messages").map(Reply::from) }
}
