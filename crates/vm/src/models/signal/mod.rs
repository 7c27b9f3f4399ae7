//! signal.h: handlers, masks and delivery. Signals only come from the program itself, so they arrive at the call
//! that sends or unblocks them.

pub mod actions;
pub mod send;
pub mod sets;

use crate::machine::Vm;
use crate::stop::Stop;
use crate::value::{Reply, Value};
use crescendo_program::Scalar;

pub use send::abort;

pub const SIGABRT: i32 = 6;
pub const SIGKILL: i32 = 9;
pub const SIGCHLD: i32 = 17;
pub const SIGCONT: i32 = 18;
pub const SIGSTOP: i32 = 19;
pub const SIGTSTP: i32 = 20;
pub const SIGTTOU: i32 = 22;
pub const SIGURG: i32 = 23;
pub const SIGWINCH: i32 = 28;
/// One more than the largest signal.
pub const COUNT: i32 = 65;

/// Handlers that are no functions.
pub const DEFAULT: u64 = 0;
pub const IGNORE: u64 = 1;

pub const SA_SIGINFO: u32 = 4;
pub const SA_RESTART: u32 = 0x1000_0000;
pub const SA_NODEFER: u32 = 0x4000_0000;
pub const SA_RESETHAND: u32 = 0x8000_0000;

/// What happens on a signal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Action {
    pub handler: u64,
    pub flags: u32,
    /// Signals blocked during the handler.
    pub mask: u64,
}

/// The process's signal state.
#[derive(Clone, Debug)]
pub struct Signals {
    actions: [Action; COUNT as usize],
    blocked: u64,
    pending: u64,
    /// Addresses of the objects that handlers with three arguments get.
    info: u64,
    context: u64,
}

impl Default for Signals {
    fn default() -> Signals {
        Signals { actions: [Action::default(); COUNT as usize], blocked: 0, pending: 0, info: 0, context: 0 }
    }
}

/// The bit of a signal in a mask.
pub fn bit(signal: i32) -> u64 {
    1 << (signal - 1).clamp(0, 63)
}

/// Signals that programs can use; glibc keeps two for itself.
pub fn is_valid(signal: i32) -> bool {
    (1..COUNT).contains(&signal) && !matches!(signal, 32 | 33)
}

impl Signals {
    pub fn blocked(&self) -> u64 {
        self.blocked
    }

    /// Two signals can't be blocked.
    pub fn set_blocked(&mut self, mask: u64) {
        self.blocked = mask & !bit(SIGKILL) & !bit(SIGSTOP);
    }

    pub fn pending(&self) -> u64 {
        self.pending
    }

    pub fn action(&self, signal: i32) -> Action {
        self.actions[signal.clamp(0, COUNT - 1) as usize]
    }

    pub fn set_action(&mut self, signal: i32, action: Action) {
        if action.handler == IGNORE {
            self.pending &= !bit(signal);
        }
        self.actions[signal.clamp(0, COUNT - 1) as usize] = action;
    }

    /// The lowest signal of a mask that is pending; it no longer is.
    pub fn take(&mut self, mask: u64) -> Option<i32> {
        let ready = self.pending & mask;
        if ready == 0 {
            return None;
        }
        self.pending &= !(ready & ready.wrapping_neg());
        Some(ready.trailing_zeros() as i32 + 1)
    }
}

/// Delivers what is pending and not blocked. As in Linux all handlers are prepared first, each above the one before,
/// so the last one runs first.
pub fn deliver(vm: &mut Vm, code: i32) -> Result<bool, Stop> {
    let mut delivered = false;
    while let Some(signal) = vm.library.signals.take(!vm.library.signals.blocked) {
        let action = vm.library.signals.action(signal);
        match action.handler {
            IGNORE => continue,
            DEFAULT => default_action(signal)?,
            handler => handle(vm, signal, handler, action, code)?,
        }
        delivered = true;
    }
    Ok(delivered)
}

fn default_action(signal: i32) -> Result<(), Stop> {
    match signal {
        SIGCHLD | SIGCONT | SIGURG | SIGWINCH => Ok(()),
        SIGSTOP | SIGTSTP..=SIGTTOU => Err(Stop::Unsupported("a signal that stops the process".into())),
        _ => Err(Stop::Signal(signal)),
    }
}

fn handle(vm: &mut Vm, signal: i32, handler: u64, action: Action, code: i32) -> Result<(), Stop> {
    if action.flags & SA_RESETHAND != 0 {
        vm.library.signals.set_action(signal, Action { handler: DEFAULT, ..action });
    }
    let before = vm.library.signals.blocked;
    let own = if action.flags & SA_NODEFER != 0 { 0 } else { bit(signal) };
    vm.library.signals.set_blocked(before | action.mask | own);
    deliver(vm, code)?;
    let value = |lo: u64, scalar, number| Value::word(scalar, lo, number);
    let mut args = vec![value(signal as u64, Scalar::Int(32), 0)];
    let mut params = vec![Scalar::Int(32)];
    if action.flags & SA_SIGINFO != 0 {
        let (info, context) = describe(vm, signal, code)?;
        args.extend([value(info, Scalar::Ptr, 1), value(context, Scalar::Ptr, 2)]);
        params.extend([Scalar::Ptr, Scalar::Ptr]);
    }
    let f = vm.callback(handler, &params, None)?;
    vm.call_function(f, &args)?;
    vm.library.signals.blocked = before;
    Ok(())
}

/// The `siginfo_t` and `ucontext_t` of a signal.
fn describe(vm: &mut Vm, signal: i32, code: i32) -> Result<(u64, u64), Stop> {
    if vm.library.signals.info == 0 {
        vm.library.signals.info = vm.machine_object(128, "the information on a signal")?;
        vm.library.signals.context = vm.machine_object(1024, "the context of a signal")?;
    }
    let info = vm.library.signals.info;
    // The sender follows three numbers and their padding.
    let sender = if vm.program.target.pointer_bits == 64 { 16 } else { 12 };
    let identity = vm.world.identity();
    let fields = [(0, signal), (4, 0), (8, code), (sender, identity.process), (sender + 4, identity.user as i32)];
    for (at, v) in fields {
        vm.write_int(info.wrapping_add(at), 32, v as u32 as u64)?;
    }
    Ok((info, vm.library.signals.context))
}

/// Checks a signal number a program gave; `EINVAL` otherwise.
pub fn checked(vm: &mut Vm, signal: i32) -> Result<bool, Stop> {
    if is_valid(signal) {
        return Ok(true);
    }
    vm.set_errno(EINVAL)?;
    Ok(false)
}

pub const EINVAL: i32 = 22;

fn status(ok: bool) -> Reply {
    (if ok { 0 } else { -1 }).into()
}
