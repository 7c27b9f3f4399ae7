//! unistd.h, sys/resource.h: limits of the system, and what the program has used.

use crate::machine::Vm;
use crate::models::{Args, Model};
use crate::stop::Stop;
use crate::value::Reply;
use crate::world::EINVAL;

pub const MODELS: &[Model] = &[
    Model { name: "sysconf", call: sysconf },
    Model { name: "pathconf", call: |vm, a| pathconf(vm, a.int(1)) },
    Model { name: "fpathconf", call: |vm, a| pathconf(vm, a.int(1)) },
    Model { name: "getpagesize", call: |_, _| Ok((PAGE as i32).into()) },
    Model { name: "getdtablesize", call: |_, _| Ok((OPEN_FILES as i32).into()) },
    Model { name: "getrlimit", call: |vm, a| getrlimit(vm, a, vm.program.target.long_bits) },
    Model { name: "getrlimit64", call: |vm, a| getrlimit(vm, a, 64) },
    Model { name: "setrlimit", call: |vm, a| setrlimit(vm, a, vm.program.target.long_bits) },
    Model { name: "setrlimit64", call: |vm, a| setrlimit(vm, a, 64) },
    Model { name: "getrusage", call: getrusage },
    Model { name: "times", call: times },
    Model { name: "get_nprocs", call: |_, _| Ok(1.into()) },
    Model { name: "get_nprocs_conf", call: |_, _| Ok(1.into()) },
    Model { name: "getpriority", call: |_, _| Ok(0.into()) },
    Model { name: "setpriority", call: |_, _| Ok(0.into()) },
];

const PAGE: i64 = 4096;
const OPEN_FILES: i64 = 1024;
const TICKS: i64 = 100;

/// By Linux's numbers. What is not listed has no limit that could be named.
fn sysconf(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    let value = match a.int(0) {
        0 => 2_097_152,                                           // ARG_MAX
        1 => 31_000,                                              // CHILD_MAX
        2 => TICKS,                                               // CLK_TCK
        3 => 65_536,                                              // NGROUPS_MAX
        4 => OPEN_FILES,                                          // OPEN_MAX
        5 => 16,                                                  // STREAM_MAX
        6 => 6,                                                   // TZNAME_MAX
        7 | 8 => 1,                                               // JOB_CONTROL, SAVED_IDS
        29 => 200_809,                                            // VERSION
        30 => PAGE,                                               // PAGESIZE
        36 => 99,                                                 // BC_BASE_MAX
        43 => 2048,                                               // LINE_MAX
        60 => 1024,                                               // IOV_MAX
        69 | 70 => 1024,                                          // GETGR_R_SIZE_MAX, GETPW_R_SIZE_MAX
        71 => 256,                                                // LOGIN_NAME_MAX
        72 => 32,                                                 // TTY_NAME_MAX
        83 | 84 => 1,                                             // NPROCESSORS_CONF, NPROCESSORS_ONLN
        85 | 86 => (vm.limits.memory.bytes / PAGE as u64) as i64, // PHYS_PAGES, AVPHYS_PAGES
        88 => 32,                                                 // ATEXIT_MAX
        180 => 64,                                                // HOST_NAME_MAX
        9..=250 => return Ok((-1i64).into()),
        _ => return vm.failed(EINVAL),
    };
    Ok(value.into())
}

fn pathconf(vm: &mut Vm, name: i32) -> Result<Reply, Stop> {
    let value: i64 = match name {
        0 => 127,     // LINK_MAX
        1 | 2 => 255, // MAX_CANON, MAX_INPUT
        3 => 255,     // NAME_MAX
        4 => 4096,    // PATH_MAX
        5 => 4096,    // PIPE_BUF
        6 | 7 => 1,   // CHOWN_RESTRICTED, NO_TRUNC
        8..=20 => -1,
        _ => return vm.failed(EINVAL),
    };
    Ok(value.into())
}

const LIMITS: i32 = 16;
const INFINITE: u64 = u64::MAX;

fn getrlimit(vm: &mut Vm, a: Args, bits: u32) -> Result<Reply, Stop> {
    const STACK: i32 = 3;
    const FILES: i32 = 7;
    let which = a.int(0);
    if !(0..LIMITS).contains(&which) {
        return vm.failed(EINVAL);
    }
    let (soft, hard) = match (vm.library.posix.limits.get(&which), which) {
        (Some(set), _) => *set,
        (None, STACK) => (vm.limits.memory.stack, INFINITE),
        (None, FILES) => (OPEN_FILES as u64, OPEN_FILES as u64),
        _ => (INFINITE, INFINITE),
    };
    vm.write_int(a.word(1), bits, soft)?;
    vm.write_int(a.word(1).wrapping_add(bits as u64 / 8), bits, hard)?;
    Ok(0.into())
}

/// Remembered, not enforced: the machine's own limits are.
fn setrlimit(vm: &mut Vm, a: Args, bits: u32) -> Result<Reply, Stop> {
    let which = a.int(0);
    let widen = |v: u64| if bits < 64 && v >> (bits - 1) != 0 { INFINITE } else { v };
    let soft = widen(vm.read_int(a.word(1), bits)?);
    let hard = widen(vm.read_int(a.word(1).wrapping_add(bits as u64 / 8), bits)?);
    if !(0..LIMITS).contains(&which) || soft > hard {
        return vm.failed(EINVAL);
    }
    vm.library.posix.limits.insert(which, (soft, hard));
    Ok(0.into())
}

fn getrusage(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    const FIELDS: usize = 18;
    const MAX_RSS: usize = 4;
    if !(-2..=1).contains(&a.int(0)) {
        return vm.failed(EINVAL);
    }
    let word = vm.long_bytes();
    let used = if a.int(0) == -1 { 0 } else { vm.world.processor_time() };
    let mut out = vm.new_struct(FIELDS * word);
    out.put(0, word, used / 1_000_000_000);
    out.put(word, word, used % 1_000_000_000 / 1000);
    out.put(MAX_RSS * word, word, vm.memory.peak_bytes() / 1024);
    out.store(vm, a.word(1))?;
    Ok(0.into())
}

fn times(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    let word = vm.long_bytes();
    let ticks = vm.world.processor_time() / (1_000_000_000 / TICKS as u64);
    if a.word(0) != 0 {
        let mut out = vm.new_struct(4 * word);
        out.put(0, word, ticks);
        out.store(vm, a.word(0))?;
    }
    let (seconds, nanoseconds) = vm.world.now();
    Ok(seconds.wrapping_mul(TICKS).wrapping_add(nanoseconds as i64 / (1_000_000_000 / TICKS)).into())
}
