//! Sets of signals, and the mask of blocked ones. A `sigset_t` has 1024 bits in words of `unsigned long`.

use super::{EINVAL, bit, checked, deliver, status};
use crate::machine::Vm;
use crate::models::{Args, Model};
use crate::stop::Stop;
use crate::value::Reply;

pub const MODELS: &[Model] = &[
    Model { name: "sigemptyset", call: |vm, a| fill(vm, a.word(0), 0) },
    Model { name: "sigfillset", call: |vm, a| fill(vm, a.word(0), ALL) },
    Model { name: "sigaddset", call: |vm, a| change(vm, a, |set, bit| set | bit) },
    Model { name: "sigdelset", call: |vm, a| change(vm, a, |set, bit| set & !bit) },
    Model { name: "sigismember", call: sigismember },
    Model { name: "sigisemptyset", call: |vm, a| Ok(((read(vm, a.word(0))? == 0) as i32).into()) },
    Model { name: "sigorset", call: |vm, a| combine(vm, a, |x, y| x | y) },
    Model { name: "sigandset", call: |vm, a| combine(vm, a, |x, y| x & y) },
    Model { name: "sigprocmask", call: |vm, a| sigprocmask(vm, a).map(|e| fail_with(vm, e))? },
    Model { name: "pthread_sigmask", call: |vm, a| sigprocmask(vm, a).map(Reply::from) },
    Model { name: "sigpending", call: sigpending },
    Model { name: "sigsuspend", call: sigsuspend },
    Model { name: "sigwait", call: sigwait },
    Model { name: "sigblock", call: |vm, a| old_mask(vm, |mask| mask | a.word(0) as u32 as u64) },
    Model { name: "sigsetmask", call: |vm, a| old_mask(vm, |_| a.word(0) as u32 as u64) },
    Model { name: "siggetmask", call: |vm, _| old_mask(vm, |mask| mask) },
    Model { name: "sighold", call: |vm, a| hold(vm, a, |mask, bit| mask | bit) },
    Model { name: "sigrelse", call: |vm, a| hold(vm, a, |mask, bit| mask & !bit) },
];

const BYTES: u64 = 128;
/// All signals but the two of the C library.
const ALL: u64 = !(0b11 << 31);
const EINTR: i32 = 4;

/// The first 64 signals of a set. Words of 32 bits lie low word first.
pub fn read(vm: &mut Vm, at: u64) -> Result<u64, Stop> {
    if vm.program.target.long_bits == 64 {
        return vm.read_int(at, 64);
    }
    Ok(vm.read_int(at, 32)? | vm.read_int(at.wrapping_add(4), 32)? << 32)
}

pub fn write(vm: &mut Vm, at: u64, set: u64) -> Result<(), Stop> {
    if vm.program.target.long_bits == 64 {
        return vm.write_int(at, 64, set);
    }
    vm.write_int(at, 32, set & 0xffff_ffff)?;
    vm.write_int(at.wrapping_add(4), 32, set >> 32)
}

fn fill(vm: &mut Vm, at: u64, set: u64) -> Result<Reply, Stop> {
    vm.memory.fill(at, if set == 0 { 0 } else { 0xff }, BYTES).map_err(|e| vm.memory_stop(e))?;
    write(vm, at, set)?;
    Ok(0.into())
}

fn change(vm: &mut Vm, a: Args, f: fn(u64, u64) -> u64) -> Result<Reply, Stop> {
    if !checked(vm, a.int(1))? {
        return Ok(status(false));
    }
    let set = read(vm, a.word(0))?;
    write(vm, a.word(0), f(set, bit(a.int(1))))?;
    Ok(status(true))
}

fn sigismember(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    if !checked(vm, a.int(1))? {
        return Ok(status(false));
    }
    Ok(((read(vm, a.word(0))? & bit(a.int(1)) != 0) as i32).into())
}

fn combine(vm: &mut Vm, a: Args, f: fn(u64, u64) -> u64) -> Result<Reply, Stop> {
    let set = f(read(vm, a.word(1))?, read(vm, a.word(2))?);
    fill(vm, a.word(0), 0)?;
    write(vm, a.word(0), set)?;
    Ok(0.into())
}

/// 0 or an error number, as -1 with `errno`.
fn fail_with(vm: &mut Vm, error: i32) -> Result<Reply, Stop> {
    if error != 0 {
        vm.set_errno(error)?;
    }
    Ok(status(error == 0))
}

/// Blocks (0), unblocks (1) or sets (2); gives an error number.
fn sigprocmask(vm: &mut Vm, a: Args) -> Result<i32, Stop> {
    let old = vm.library.signals.blocked();
    if a.word(1) != 0 {
        let set = read(vm, a.word(1))?;
        let new = match a.int(0) {
            0 => old | set,
            1 => old & !set,
            2 => set,
            _ => return Ok(EINVAL),
        };
        vm.library.signals.set_blocked(new & ALL);
    }
    if a.word(2) != 0 {
        write(vm, a.word(2), old)?;
    }
    deliver(vm, super::send::SI_TKILL)?;
    Ok(0)
}

fn sigpending(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    let waiting = vm.library.signals.pending() & vm.library.signals.blocked();
    fill(vm, a.word(0), 0)?;
    write(vm, a.word(0), waiting)?;
    Ok(0.into())
}

fn endless() -> Stop {
    Stop::Unsupported("waiting for a signal that nobody sends".into())
}

fn sigsuspend(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    let old = vm.library.signals.blocked();
    let mask = read(vm, a.word(0))?;
    vm.library.signals.set_blocked(mask);
    let delivered = deliver(vm, super::send::SI_TKILL)?;
    vm.library.signals.set_blocked(old);
    if !delivered {
        return Err(endless());
    }
    vm.set_errno(EINTR)?;
    Ok(status(false))
}

fn sigwait(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    let set = read(vm, a.word(0))?;
    let signal = vm.library.signals.take(set).ok_or_else(endless)?;
    vm.write_int(a.word(1), 32, signal as u64)?;
    Ok(0.into())
}

/// The old BSD functions: masks of 32 signals, the old mask as the result.
fn old_mask(vm: &mut Vm, f: impl Fn(u64) -> u64) -> Result<Reply, Stop> {
    let old = vm.library.signals.blocked();
    vm.library.signals.set_blocked(f(old));
    deliver(vm, super::send::SI_TKILL)?;
    Ok((old as u32 as i32).into())
}

fn hold(vm: &mut Vm, a: Args, f: fn(u64, u64) -> u64) -> Result<Reply, Stop> {
    if !checked(vm, a.int(0))? {
        return Ok(status(false));
    }
    let old = vm.library.signals.blocked();
    vm.library.signals.set_blocked(f(old, bit(a.int(0))));
    deliver(vm, super::send::SI_TKILL)?;
    Ok(status(true))
}
