//! What happens on a signal: `signal`, `sigaction`.

use super::{
    Action, EINVAL, IGNORE, SA_NODEFER, SA_RESETHAND, SA_RESTART, SIGKILL, SIGSTOP, bit, is_valid, sets, status,
};
use crate::machine::Vm;
use crate::models::{Args, Model};
use crate::stop::Stop;
use crate::value::Reply;

pub const MODELS: &[Model] = &[
    Model { name: "signal", call: |vm, a| signal(vm, a, SA_RESTART) },
    Model { name: "bsd_signal", call: |vm, a| signal(vm, a, SA_RESTART) },
    Model { name: "ssignal", call: |vm, a| signal(vm, a, SA_RESTART) },
    Model { name: "sysv_signal", call: |vm, a| signal(vm, a, SA_RESETHAND | SA_NODEFER) },
    Model { name: "__sysv_signal", call: |vm, a| signal(vm, a, SA_RESETHAND | SA_NODEFER) },
    Model { name: "sigaction", call: sigaction },
    Model { name: "__sigaction", call: sigaction },
    Model { name: "sigignore", call: sigignore },
    // The real-time signals that are left to programs.
    Model { name: "__libc_current_sigrtmin", call: |_, _| Ok(34.into()) },
    Model { name: "__libc_current_sigrtmax", call: |_, _| Ok(64.into()) },
    Model { name: "siginterrupt", call: |_, _| Ok(0.into()) },
    Model { name: "sigaltstack", call: |_, _| Ok(0.into()) },
];

/// Whether a program may choose what happens on the signal; `EINVAL` if not.
fn may_change(vm: &mut Vm, s: i32) -> Result<bool, Stop> {
    if is_valid(s) && s != SIGKILL && s != SIGSTOP {
        return Ok(true);
    }
    vm.set_errno(EINVAL)?;
    Ok(false)
}

/// Gives the old handler, or `SIG_ERR`.
fn signal(vm: &mut Vm, a: Args, flags: u32) -> Result<Reply, Stop> {
    let (s, handler) = (a.int(0), a.word(1));
    if !may_change(vm, s)? {
        return Ok((-1i64).into());
    }
    let old = vm.library.signals.action(s);
    let mask = if flags & SA_NODEFER != 0 { 0 } else { bit(s) };
    vm.library.signals.set_action(s, Action { handler, flags, mask });
    Ok(old.handler.into())
}

fn sigignore(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    let ok = may_change(vm, a.int(0))?;
    if ok {
        vm.library.signals.set_action(a.int(0), Action { handler: IGNORE, flags: 0, mask: 0 });
    }
    Ok(status(ok))
}

/// The parts of `struct sigaction` are the handler, the mask, the flags and a pointer of the kernel's.
fn sigaction(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    let (s, new, old) = (a.int(0), a.word(1), a.word(2));
    let pointer = vm.program.target.pointer_bits;
    let mask_at = pointer as u64 / 8;
    let flags_at = mask_at + 128;
    if !is_valid(s) || new != 0 && !may_change(vm, s)? {
        vm.set_errno(EINVAL)?;
        return Ok(status(false));
    }
    let before = vm.library.signals.action(s);
    if new != 0 {
        let handler = vm.read_int(new, pointer)?;
        let mask = sets::read(vm, new.wrapping_add(mask_at))?;
        let flags = vm.read_int(new.wrapping_add(flags_at), 32)? as u32;
        vm.library.signals.set_action(s, Action { handler, flags, mask });
    }
    if old != 0 {
        vm.write_int(old, pointer, before.handler)?;
        vm.memory.fill(old.wrapping_add(mask_at), 0, 128).map_err(|e| vm.memory_stop(e))?;
        sets::write(vm, old.wrapping_add(mask_at), before.mask)?;
        vm.write_int(old.wrapping_add(flags_at), 32, before.flags as u64)?;
    }
    Ok(status(true))
}
