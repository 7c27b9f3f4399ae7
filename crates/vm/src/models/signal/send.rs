//! Sending signals: `raise`, `kill` to oneself, `abort`. There are no other processes and no timers.

use super::{Action, COUNT, DEFAULT, EINVAL, SIGABRT, bit, deliver, is_valid, status};
use crate::machine::Vm;
use crate::models::{Args, Model};
use crate::stop::Stop;
use crate::value::Reply;
use crescendo_cformat::error_text::strsignal;

pub const MODELS: &[Model] = &[
    Model { name: "raise", call: |vm, a| send(vm, a.int(0), SI_TKILL) },
    Model { name: "gsignal", call: |vm, a| send(vm, a.int(0), SI_TKILL) },
    Model { name: "kill", call: kill },
    Model { name: "killpg", call: |_, _| Err(Stop::Unsupported("killpg: a signal to a group of processes".into())) },
    Model { name: "abort", call: |vm, _| abort(vm) },
    Model {
        name: "pause",
        call: |_, _| Err(Stop::Unsupported("pause: waiting for a signal that nobody sends".into())),
    },
    Model { name: "alarm", call: alarm },
    Model { name: "psignal", call: psignal },
];

/// Who sent a signal: the thread itself, or a process.
pub const SI_TKILL: i32 = -6;
pub const SI_USER: i32 = 0;
const ESRCH: i32 = 3;

pub fn send(vm: &mut Vm, signal: i32, code: i32) -> Result<Reply, Stop> {
    if !(0..COUNT).contains(&signal) {
        vm.set_errno(EINVAL)?;
        return Ok(status(false));
    }
    if signal != 0 && is_valid(signal) {
        vm.library.signals.pending |= bit(signal);
        deliver(vm, code)?;
    }
    Ok(status(true))
}

/// The process itself can be reached by its number, and as its own group.
fn kill(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    let (process, signal) = (a.int(0), a.int(1));
    let own = vm.world.process();
    if process == own || process == 0 {
        return send(vm, signal, SI_USER);
    }
    if signal != 0 {
        return Err(Stop::Unsupported("kill: a signal to another process".into()));
    }
    vm.set_errno(ESRCH)?;
    Ok(status(false))
}

/// A handler for the signal runs first; returning from it does not help.
pub fn abort(vm: &mut Vm) -> Result<Reply, Stop> {
    let signals = &mut vm.library.signals;
    signals.blocked &= !bit(SIGABRT);
    signals.pending |= bit(SIGABRT);
    deliver(vm, SI_TKILL)?;
    vm.library.signals.set_action(SIGABRT, Action { handler: DEFAULT, flags: 0, mask: 0 });
    Err(Stop::Signal(SIGABRT))
}

/// Time does not pass for a running program, so an alarm would never ring.
fn alarm(_: &mut Vm, a: Args) -> Result<Reply, Stop> {
    if a.int(0) == 0 { Ok(0.into()) } else { Err(Stop::Unsupported("alarm: signals by a timer".into())) }
}

/// A signal's name on the error stream, behind a text of the program's.
fn psignal(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    let mut text = if a.word(1) == 0 { Vec::new() } else { vm.c_string(a.word(1))? };
    if !text.is_empty() {
        text.extend_from_slice(b": ");
    }
    text.extend_from_slice(strsignal(a.int(0)).as_bytes());
    text.push(b'\n');
    vm.write_error(&text);
    Ok(Reply::Void)
}
