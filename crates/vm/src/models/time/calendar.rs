//! The calendar: broken-down time, and its text.

use super::{EOVERFLOW, offset_at, read_signed, read_tm, time_bits, tm_size, write_tm, zone_at};
use crate::machine::Vm;
use crate::models::{Args, Model};
use crate::stop::{Limit, Stop};
use crate::value::Reply;
use crescendo_cformat::calendar::{self, Tm};
use crescendo_cformat::strftime::{self, StrftimeError};

pub const MODELS: &[Model] = &[
    Model { name: "gmtime", call: |vm, a| shared(vm, a.word(0), GMT) },
    Model { name: "localtime", call: |vm, a| shared(vm, a.word(0), LOCAL) },
    Model { name: "gmtime_r", call: |vm, a| break_down(vm, a.word(0), a.word(1), GMT) },
    Model { name: "__gmtime_r", call: |vm, a| break_down(vm, a.word(0), a.word(1), GMT) },
    Model { name: "localtime_r", call: |vm, a| break_down(vm, a.word(0), a.word(1), LOCAL) },
    Model { name: "__localtime_r", call: |vm, a| break_down(vm, a.word(0), a.word(1), LOCAL) },
    Model { name: "mktime", call: |vm, a| join(vm, a, calendar::mktime, LOCAL) },
    Model { name: "timelocal", call: |vm, a| join(vm, a, calendar::mktime, LOCAL) },
    Model { name: "timegm", call: |vm, a| join(vm, a, calendar::timegm, GMT) },
    Model { name: "asctime", call: asctime },
    Model { name: "asctime_r", call: asctime_r },
    Model { name: "ctime", call: ctime },
    Model { name: "ctime_r", call: ctime_r },
    Model { name: "strftime", call: strftime },
    Model { name: "strftime_l", call: strftime },
    Model { name: "tzset", call: |_, _| Ok(Reply::Void) },
    Model { name: "dysize", call: |_, a| Ok((365 + calendar::is_leap(a.int(0) as i64) as i32).into()) },
];

/// The names of the two zones, which are the same.
const GMT: &str = "GMT";
const LOCAL: &str = "UTC";
const WHAT: &str = "the result of a time function";
/// Bytes of the buffer of `asctime`: any year fits.
const TEXT: u64 = 114;
/// Bytes of text a program can ask for at once.
const LIMIT: usize = 1 << 26;

impl Vm<'_> {
    /// The zone's variables: UTC.
    pub(crate) fn set_up_zone(&mut self) -> Result<(), Stop> {
        for name in ["tzname", "__tzname"] {
            if let Some(at) = self.library_variable(name) {
                let pointer = self.program.target.pointer_bits;
                let zone = self.constant_string(LOCAL)?;
                self.write_int(at, pointer, zone)?;
                self.write_int(at.wrapping_add(pointer as u64 / 8), pointer, zone)?;
            }
        }
        Ok(())
    }
}

fn overflow(vm: &mut Vm) -> Result<Reply, Stop> {
    vm.set_errno(EOVERFLOW)?;
    Ok(Reply::Word(0))
}

fn break_down(vm: &mut Vm, time: u64, to: u64, zone: &str) -> Result<Reply, Stop> {
    let t = read_signed(vm, time, time_bits(vm))?;
    match calendar::gmtime(t) {
        Some(tm) => {
            write_tm(vm, to, &tm, zone)?;
            Ok(to.into())
        }
        None => overflow(vm),
    }
}

/// `gmtime` and `localtime` share one result.
fn shared(vm: &mut Vm, time: u64, zone: &str) -> Result<Reply, Stop> {
    if vm.library.times.broken_down == 0 {
        vm.library.times.broken_down = vm.machine_object(tm_size(vm), WHAT)?;
    }
    break_down(vm, time, vm.library.times.broken_down, zone)
}

/// `mktime`: the time, and the fields put right.
fn join(vm: &mut Vm, a: Args, f: fn(&Tm) -> Option<(i64, Tm)>, zone: &str) -> Result<Reply, Stop> {
    let tm = read_tm(vm, a.word(0), &[0, 1, 2, 3, 4, 5, 8])?;
    let Some((time, put_right)) = f(&tm) else {
        vm.set_errno(EOVERFLOW)?;
        return Ok((-1i64).into());
    };
    // A `time_t` of 32 bits ends in 2038.
    let bits = time_bits(vm);
    if time != time << (64 - bits) >> (64 - bits) {
        vm.set_errno(EOVERFLOW)?;
        return Ok((-1i64).into());
    }
    write_tm(vm, a.word(0), &put_right, zone)?;
    Ok(time.into())
}

fn with_end(mut text: Vec<u8>) -> Vec<u8> {
    text.push(0);
    text
}

/// Puts text into the buffer that `asctime` and `ctime` share.
fn give_text(vm: &mut Vm, text: Option<Vec<u8>>) -> Result<Reply, Stop> {
    let Some(text) = text else { return overflow(vm) };
    if vm.library.times.text == 0 {
        vm.library.times.text = vm.machine_object(TEXT, WHAT)?;
    }
    let at = vm.library.times.text;
    let bytes = with_end(text);
    vm.write_bytes(at, &bytes[..bytes.len().min(TEXT as usize)])?;
    Ok(at.into())
}

/// The caller's buffer has room for 25 characters.
fn give_text_to(vm: &mut Vm, text: Option<Vec<u8>>, to: u64) -> Result<Reply, Stop> {
    let Some(text) = text.filter(|t| t.len() <= 25) else { return overflow(vm) };
    vm.write_bytes(to, &with_end(text))?;
    Ok(to.into())
}

fn fields_for_text(vm: &mut Vm, at: u64) -> Result<Tm, Stop> {
    read_tm(vm, at, &[0, 1, 2, 3, 4, 5, 6])
}

fn asctime(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    let tm = fields_for_text(vm, a.word(0))?;
    give_text(vm, calendar::asctime(&tm))
}

fn asctime_r(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    let tm = fields_for_text(vm, a.word(0))?;
    give_text_to(vm, calendar::asctime(&tm), a.word(1))
}

/// `ctime` leaves its time where `localtime` would, too.
fn ctime(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    if shared(vm, a.word(0), LOCAL)? == Reply::Word(0) {
        return Ok(Reply::Word(0));
    }
    let t = read_signed(vm, a.word(0), time_bits(vm))?;
    give_text(vm, calendar::ctime(t))
}

fn ctime_r(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    let t = read_signed(vm, a.word(0), time_bits(vm))?;
    give_text_to(vm, calendar::ctime(t), a.word(1))
}

/// The fields a format looks at, as indices into `struct tm`, and whether it looks at the zone's offset and name.
fn used_by(format: &[u8]) -> (Vec<usize>, bool, bool) {
    let (mut used, mut offset, mut name) = (Vec::new(), false, false);
    let mut rest = format.iter();
    while let Some(&c) = rest.next() {
        if c != b'%' {
            continue;
        }
        let conversion = rest.find(|c| !b"_-0^#EO+123456789".contains(c));
        used.extend_from_slice(match conversion.copied().unwrap_or(0) {
            b'a' | b'A' | b'u' | b'w' => &[6][..],
            b'b' | b'B' | b'h' | b'm' => &[4],
            b'c' => &[0, 1, 2, 3, 4, 5, 6],
            b'C' | b'y' | b'Y' => &[5],
            b'd' | b'e' => &[3],
            b'D' | b'F' | b'x' => &[3, 4, 5],
            b'g' | b'G' | b'V' => &[5, 6, 7],
            b'H' | b'I' | b'k' | b'l' | b'p' | b'P' => &[2],
            b'j' => &[7],
            b'M' => &[1],
            b'r' | b'T' | b'X' => &[0, 1, 2],
            b'R' => &[1, 2],
            b'S' => &[0],
            b's' => &[0, 1, 2, 3, 4, 5, 8],
            b'U' | b'W' => &[6, 7],
            b'z' => {
                offset = true;
                &[8]
            }
            b'Z' => {
                name = true;
                &[8]
            }
            _ => &[],
        });
    }
    (used, offset, name)
}

/// Buffer, its size, format, time.
fn strftime(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    let (to, size, at) = (a.word(0), a.word(1), a.word(3));
    let format = vm.c_string(a.word(2))?;
    let (used, offset, named) = used_by(&format);
    let mut tm = read_tm(vm, at, &used)?;
    if offset {
        tm.gmtoff = read_signed(vm, at.wrapping_add(offset_at(vm)), vm.program.target.long_bits)?;
    }
    let zone = match named {
        true => vm.read_int(at.wrapping_add(zone_at(vm)), vm.program.target.pointer_bits)?,
        false => 0,
    };
    let zone = if zone == 0 { None } else { Some(vm.c_string(zone)?) };
    match strftime::strftime(&format, &tm, zone.as_deref(), size, LIMIT) {
        Ok(text) => {
            let len = text.len() as u64;
            vm.write_bytes(to, &with_end(text))?;
            Ok(len.into())
        }
        Err(StrftimeError::DoesNotFit) => Ok(Reply::Word(0)),
        Err(StrftimeError::LimitExceeded) => Err(Stop::Limit(Limit::Memory)),
    }
}
