//! The end of the program: `exit` and its variants, and what runs then.

use crate::library::{ExitHandler, Leaving};
use crate::machine::Vm;
use crate::models::{Args, Model};
use crate::stop::Stop;
use crate::value::Reply;

pub const MODELS: &[Model] = &[
    Model { name: "exit", call: |_, a| Err(Stop::Exit(a.int(0))) },
    Model { name: "_exit", call: exit_at_once },
    Model { name: "_Exit", call: exit_at_once },
    Model { name: "quick_exit", call: quick_exit },
    Model { name: "atexit", call: atexit },
    Model { name: "at_quick_exit", call: at_quick_exit },
    Model { name: "on_exit", call: on_exit },
    Model { name: "__cxa_atexit", call: cxa_atexit },
    Model { name: "__cxa_finalize", call: |_, _| Ok(Reply::Void) },
    Model { name: "system", call: system },
];

fn exit_at_once(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    vm.library.leaving = Leaving::AtOnce;
    Err(Stop::Exit(a.int(0)))
}

/// Runs the handlers of `at_quick_exit` only; no buffer is written out.
fn quick_exit(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    vm.library.leaving = Leaving::Quick;
    Err(Stop::Exit(a.int(0)))
}

fn atexit(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    vm.library.exit_handlers.push(ExitHandler::Plain(a.word(0)));
    Ok(0.into())
}

fn at_quick_exit(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    vm.library.quick_exit_handlers.push(ExitHandler::Plain(a.word(0)));
    Ok(0.into())
}

/// The handler gets the exit status and the argument.
fn on_exit(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    let handler = ExitHandler::WithArgument { function: a.word(0), argument: a.word(1), status: true };
    vm.library.exit_handlers.push(handler);
    Ok(0.into())
}

fn cxa_atexit(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    let handler = ExitHandler::WithArgument { function: a.word(0), argument: a.word(1), status: false };
    vm.library.exit_handlers.push(handler);
    Ok(0.into())
}

/// `system(NULL)` asks whether there is a shell: there is none here.
fn system(_: &mut Vm, a: Args) -> Result<Reply, Stop> {
    if a.word(0) == 0 { Ok(0.into()) } else { Err(Stop::Unsupported("system: other programs are not run".into())) }
}
