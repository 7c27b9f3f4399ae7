//! Clocks and waiting. Waiting takes no real time, but the clocks move on as if it had.

use super::{EINVAL, read_signed, time_bits};
use crate::machine::Vm;
use crate::models::{Args, Model};
use crate::stop::Stop;
use crate::value::Reply;

pub const MODELS: &[Model] = &[
    Model { name: "time", call: time },
    Model { name: "clock", call: clock },
    Model { name: "clock_gettime", call: clock_gettime },
    Model { name: "__clock_gettime", call: clock_gettime },
    Model { name: "clock_getres", call: clock_getres },
    Model { name: "timespec_get", call: timespec_get },
    Model { name: "gettimeofday", call: gettimeofday },
    Model { name: "ftime", call: ftime },
    Model { name: "sleep", call: |vm, a| sleep(vm, a.word(0) as u32 as u128 * SECOND) },
    Model { name: "usleep", call: |vm, a| sleep(vm, a.word(0) as u32 as u128 * 1000) },
    Model { name: "nanosleep", call: |vm, a| nanosleep(vm, a.word(0), false, false) },
    Model { name: "clock_nanosleep", call: |vm, a| nanosleep(vm, a.word(2), true, a.int(1) & 1 != 0) },
    Model { name: "difftime", call: |_, a| Ok((a.signed(0) as f64 - a.signed(1) as f64).into()) },
];

/// Bits of a time from outside: some 35,000 years of seconds.
const TIME_BITS: u32 = 40;

/// Nanoseconds of a second.
const SECOND: u128 = 1_000_000_000;

/// Seconds and nanoseconds since 1970.
pub fn now(vm: &mut Vm) -> (i64, u32) {
    let (seconds, nanos) = vm.world.now();
    let total = nanos as u128 + vm.library.times.slept;
    (seconds.saturating_add((total / SECOND) as i64), (total % SECOND) as u32)
}

fn clock(vm: &mut Vm, _: Args) -> Result<Reply, Stop> {
    if vm.is_driven() {
        return Ok(vm.outside_number("clock", TIME_BITS).into());
    }
    Ok((vm.world.processor_time() / 1000).into())
}

fn time(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    if vm.is_driven() {
        let seconds = vm.outside_number("time", TIME_BITS);
        vm.write_reply(a.word(0), time_bits(vm), seconds)?;
        return Ok(seconds.into());
    }
    let (seconds, _) = now(vm);
    if a.word(0) != 0 {
        vm.write_int(a.word(0), time_bits(vm), seconds as u64)?;
    }
    Ok(seconds.into())
}

/// Two numbers of a `long` each: `timespec` and `timeval`.
fn write_pair(vm: &mut Vm, at: u64, seconds: i64, part: u32) -> Result<(), Stop> {
    let bits = time_bits(vm);
    vm.write_int(at, bits, seconds as u64)?;
    vm.write_int(at.wrapping_add(bits as u64 / 8), bits, part as u64)
}

fn fail(vm: &mut Vm, errno: i32) -> Result<Reply, Stop> {
    vm.set_errno(errno)?;
    Ok((-1).into())
}

/// The clocks of Linux: real time, monotonic, processor time of process and thread, and their variants.
fn clock_gettime(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    let (seconds, nanos) = match a.int(0) {
        0 | 1 | 4..=9 | 11 => now(vm),
        2 | 3 => {
            let t = vm.world.processor_time();
            ((t / SECOND as u64) as i64, (t % SECOND as u64) as u32)
        }
        _ => return fail(vm, EINVAL),
    };
    write_pair(vm, a.word(1), seconds, nanos)?;
    Ok(0.into())
}

fn clock_getres(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    // The coarse clocks tick with the kernel's timer.
    let nanos = match a.int(0) {
        0..=4 | 7..=9 | 11 => 1,
        5 | 6 => 4_000_000,
        _ => return fail(vm, EINVAL),
    };
    if a.word(1) != 0 {
        write_pair(vm, a.word(1), 0, nanos)?;
    }
    Ok(0.into())
}

/// Only the base `TIME_UTC` exists.
fn timespec_get(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    if a.int(1) != 1 {
        return Ok(0.into());
    }
    let (seconds, nanos) = now(vm);
    write_pair(vm, a.word(0), seconds, nanos)?;
    Ok(1.into())
}

fn gettimeofday(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    let (seconds, nanos) = now(vm);
    if a.word(0) != 0 {
        write_pair(vm, a.word(0), seconds, nanos / 1000)?;
    }
    if a.word(1) != 0 {
        vm.write_int(a.word(1), 32, 0)?;
        vm.write_int(a.word(1).wrapping_add(4), 32, 0)?;
    }
    Ok(0.into())
}

/// Seconds, milliseconds, and a zone that nobody uses.
fn ftime(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    let (seconds, nanos) = now(vm);
    let bits = time_bits(vm);
    vm.write_int(a.word(0), bits, seconds as u64)?;
    for (i, v) in [nanos as u64 / 1_000_000, 0, 0].into_iter().enumerate() {
        vm.write_int(a.word(0).wrapping_add(bits as u64 / 8 + 2 * i as u64), 16, v)?;
    }
    Ok(0.into())
}

fn sleep(vm: &mut Vm, nanos: u128) -> Result<Reply, Stop> {
    vm.library.times.slept = vm.library.times.slept.saturating_add(nanos);
    Ok(0.into())
}

/// Waits for a time, or until one. One form gives the error as its result.
fn nanosleep(vm: &mut Vm, at: u64, result_is_error: bool, absolute: bool) -> Result<Reply, Stop> {
    let bits = time_bits(vm);
    let seconds = read_signed(vm, at, bits)?;
    let nanos = read_signed(vm, at.wrapping_add(bits as u64 / 8), bits)?;
    if seconds < 0 && !absolute || !(0..SECOND as i64).contains(&nanos) {
        return if result_is_error { Ok(EINVAL.into()) } else { fail(vm, EINVAL) };
    }
    let wanted = seconds as i128 * SECOND as i128 + nanos as i128;
    let (s, n) = if absolute { now(vm) } else { (0, 0) };
    let left = wanted - (s as i128 * SECOND as i128 + n as i128);
    sleep(vm, left.max(0) as u128)
}
