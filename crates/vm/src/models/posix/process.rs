//! unistd.h, sys/utsname.h: who and where the program is.

use crate::machine::Vm;
use crate::models::{Args, Model};
use crate::stop::Stop;
use crate::value::Reply;
use crate::world::{EINVAL, ENAMETOOLONG, ENOTTY, EPERM, Identity};
use crescendo_program::Arch;

pub const MODELS: &[Model] = &[
    Model { name: "getpid", call: |vm, _| identity(vm, |i| i.process) },
    Model { name: "getppid", call: |vm, _| identity(vm, |i| i.parent) },
    Model { name: "getpgrp", call: |vm, _| identity(vm, |i| i.process) },
    Model { name: "getpgid", call: |vm, _| identity(vm, |i| i.process) },
    Model { name: "getsid", call: |vm, _| identity(vm, |i| i.process) },
    Model { name: "gettid", call: |vm, _| identity(vm, |i| i.process) },
    Model { name: "getuid", call: |vm, _| identity(vm, |i| i.user as i32) },
    Model { name: "geteuid", call: |vm, _| identity(vm, |i| i.effective_user as i32) },
    Model { name: "getgid", call: |vm, _| identity(vm, |i| i.group as i32) },
    Model { name: "getegid", call: |vm, _| identity(vm, |i| i.effective_group as i32) },
    Model { name: "setuid", call: |vm, a| become_user(vm, a, |i| i.user) },
    Model { name: "seteuid", call: |vm, a| become_user(vm, a, |i| i.effective_user) },
    Model { name: "setgid", call: |vm, a| become_user(vm, a, |i| i.group) },
    Model { name: "setegid", call: |vm, a| become_user(vm, a, |i| i.effective_group) },
    Model { name: "gethostname", call: gethostname },
    Model { name: "uname", call: uname },
    Model { name: "getlogin", call: |_, _| Ok(Reply::Word(0)) },
    Model { name: "ttyname", call: ttyname },
    Model { name: "ttyname_r", call: |_, _| Ok(ENOTTY.into()) },
    Model { name: "tcgetattr", call: |vm, _| vm.failed(ENOTTY) },
    Model { name: "tcsetattr", call: |vm, _| vm.failed(ENOTTY) },
    Model { name: "wait", call: |vm, _| vm.failed(ECHILD) },
    Model { name: "waitpid", call: |vm, _| vm.failed(ECHILD) },
    Model { name: "sched_yield", call: |_, _| Ok(0.into()) },
    Model { name: "getrandom", call: getrandom },
    Model { name: "getentropy", call: getentropy },
];

/// There are no child processes.
const ECHILD: i32 = 10;

fn identity(vm: &mut Vm, f: fn(&Identity) -> i32) -> Result<Reply, Stop> {
    Ok(f(&vm.world.identity()).into())
}

/// Staying who one is works, anything else does not.
fn become_user(vm: &mut Vm, a: Args, f: fn(&Identity) -> u32) -> Result<Reply, Stop> {
    let is = f(&vm.world.identity());
    vm.errno_reply(if a.word(0) as u32 == is { Ok(()) } else { Err(EPERM) })
}

fn gethostname(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    let name = vm.world.system_names().host;
    let (to, size) = (a.word(0), a.word(1));
    let fits = (name.len() as u64) < size;
    let mut bytes = name;
    bytes.push(0);
    bytes.truncate(usize::try_from(size).unwrap_or(usize::MAX));
    vm.write_bytes(to, &bytes)?;
    vm.errno_reply(if fits { Ok(()) } else { Err(ENAMETOOLONG) })
}

fn uname(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    const ROOM: usize = 65;
    let names = vm.world.system_names();
    let machine: &[u8] = match vm.program.target.arch {
        Arch::X86_64 => b"x86_64",
        Arch::I386 => b"i686",
        Arch::AArch64 => b"aarch64",
        Arch::Arm => b"armv7l",
        Arch::PowerPc32 => b"ppc",
        Arch::RiscV32 => b"riscv32",
        Arch::RiscV64 => b"riscv64",
        Arch::Other => b"unknown",
    };
    let mut out = vm.new_struct(6 * ROOM);
    let fields = [&names.system[..], &names.host, &names.release, &names.version, machine, b"(none)"];
    for (i, text) in fields.into_iter().enumerate() {
        out.put_text(i * ROOM, ROOM, text);
    }
    out.store(vm, a.word(0))?;
    Ok(0.into())
}

fn ttyname(vm: &mut Vm, _: Args) -> Result<Reply, Stop> {
    vm.set_errno(ENOTTY)?;
    Ok(Reply::Word(0))
}

fn random_bytes(vm: &mut Vm, to: u64, size: u64) -> Result<(), Stop> {
    let mut bytes = vec![0; size as usize];
    vm.world.random(&mut bytes);
    vm.write_bytes(to, &bytes)
}

fn getrandom(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    let size = a.word(1).min(1 << 20);
    random_bytes(vm, a.word(0), size)?;
    Ok(Reply::Word(size))
}

fn getentropy(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    if a.word(1) > 256 {
        return vm.failed(EINVAL);
    }
    random_bytes(vm, a.word(0), a.word(1))?;
    Ok(0.into())
}
