//! time.h: clocks, calendar and text. Local time is UTC, whatever `TZ` says.

pub mod calendar;
pub mod clock;
pub mod parse;

use crate::machine::Vm;
use crate::memory::AccessKind;
use crate::stop::Stop;
use crescendo_cformat::calendar::Tm;

/// Objects that functions give pointers to, 0 until they are made, and the time spent asleep.
#[derive(Clone, Copy, Debug, Default)]
pub struct Times {
    broken_down: u64,
    text: u64,
    /// Nanoseconds. Sleeping takes no time here; clocks show it all the same.
    slept: u128,
}

pub const EINVAL: i32 = 22;
pub const EOVERFLOW: i32 = 75;

/// Offsets of the zone's fields in `struct tm`, behind nine numbers.
fn offset_at(vm: &Vm) -> u64 {
    if vm.program.target.long_bits == 64 { 40 } else { 36 }
}

fn zone_at(vm: &Vm) -> u64 {
    offset_at(vm) + vm.program.target.long_bits as u64 / 8
}

/// Bytes of a `struct tm`.
fn tm_size(vm: &Vm) -> u64 {
    zone_at(vm) + vm.program.target.pointer_bytes() as u64
}

fn fields(tm: &mut Tm) -> [&mut i32; 9] {
    let Tm { sec, min, hour, mday, mon, year, wday, yday, isdst, .. } = tm;
    [sec, min, hour, mday, mon, year, wday, yday, isdst]
}

/// Reads the fields that `used` names by their place; the others stay 0. Bytes nobody wrote are only noted there.
fn read_tm(vm: &mut Vm, at: u64, used: &[usize]) -> Result<Tm, Stop> {
    let size = tm_size(vm);
    vm.memory.check(at, size, AccessKind::Read).map_err(|e| vm.memory_stop(e))?;
    let mut tm = Tm::default();
    for (i, field) in fields(&mut tm).into_iter().enumerate() {
        if used.contains(&i) {
            *field = vm.read_int(at.wrapping_add(4 * i as u64), 32)? as i32;
        }
    }
    Ok(tm)
}

/// Writes all fields and the zone.
fn write_tm(vm: &mut Vm, at: u64, tm: &Tm, zone: &str) -> Result<(), Stop> {
    let size = tm_size(vm);
    vm.memory.check(at, size, AccessKind::Write).map_err(|e| vm.memory_stop(e))?;
    let mut tm = *tm;
    let offset = tm.gmtoff;
    for (i, field) in fields(&mut tm).into_iter().enumerate() {
        vm.write_int(at.wrapping_add(4 * i as u64), 32, *field as u32 as u64)?;
    }
    let (long, pointer) = (vm.program.target.long_bits, vm.program.target.pointer_bits);
    vm.write_int(at.wrapping_add(offset_at(vm)), long, offset as u64)?;
    let zone = vm.constant_string(zone)?;
    vm.write_int(at.wrapping_add(zone_at(vm)), pointer, zone)
}

/// Reads a signed integer of a width.
fn read_signed(vm: &mut Vm, at: u64, bits: u32) -> Result<i64, Stop> {
    let v = vm.read_int(at, bits)?;
    Ok(((v << (64 - bits)) as i64) >> (64 - bits))
}

/// The width of `time_t`: that of `long`, as glibc has it by default.
fn time_bits(vm: &Vm) -> u32 {
    vm.program.target.long_bits
}
