//! Why clang failed, said so that the user knows what to do.

use crate::compile;
use crate::messages::Messages;
use crate::process::End;
use crate::recipe::Recipe;
use crate::request::Limits;
use crate::unit::{CompileFailure, FailureKind};

/// How clang and the dynamic loader say that memory ran out.
const OUT_OF_MEMORY: &[&str] =
    &["out of memory", "std::bad_alloc", "Cannot allocate memory", "failed to map segment", "Allocation failed"];

/// How clang says that it cannot compile for a target.
const UNKNOWN_TARGET: &[&str] = &["error: unknown target triple", "error: unable to create target"];

/// What clang itself calls a crash.
const CRASHED: &str = "PLEASE submit a bug report";

/// Turns an unsuccessful end into a failure.
pub fn failure(recipe: &Recipe, end: End, messages: &Messages, limits: &Limits) -> CompileFailure {
    let said = &messages.diagnostics;
    let says = |texts: &[&str]| texts.iter().any(|text| said.contains(text));
    let (kind, lead) = match end {
        End::TimedOut => {
            let seconds = limits.wall.as_secs_f64();
            (FailureKind::TimedOut, Some(format!("clang was stopped after {seconds} s")))
        }
        End::Idle => {
            let seconds = limits.idle.as_secs_f64();
            let text = format!("clang waited {seconds} s for something that did not come: is an included file a fifo?");
            (FailureKind::Stuck, Some(text))
        }
        End::Signalled(libc::SIGXCPU) => {
            let seconds = limits.cpu.as_secs();
            (FailureKind::TimedOut, Some(format!("clang was stopped after {seconds} s of processor time")))
        }
        _ if says(OUT_OF_MEMORY) => {
            let megabytes = limits.memory >> 20;
            (FailureKind::OutOfMemory, Some(format!("clang needs more than the {megabytes} MB it may use")))
        }
        End::Signalled(libc::SIGKILL) => {
            let text = "clang was killed, perhaps by the kernel because memory ran out: try fewer jobs";
            (FailureKind::OutOfMemory, Some(text.to_owned()))
        }
        End::Signalled(libc::SIGXFSZ) => {
            let megabytes = limits.file_size >> 20;
            (FailureKind::Crashed, Some(format!("clang wrote more than the {megabytes} MB it may write")))
        }
        End::Signalled(signal) => (FailureKind::Crashed, Some(format!("clang crashed with {}", name(signal)))),
        End::Exited(_) if said.contains(CRASHED) => (FailureKind::Crashed, Some("clang crashed".to_owned())),
        End::Exited(_) if says(UNKNOWN_TARGET) => {
            let text = "clang cannot compile for this target; a near one may do: `-- --target=...`";
            (FailureKind::UnknownTarget, Some(text.to_owned()))
        }
        End::Exited(1) => (FailureKind::Rejected, None),
        End::Exited(code) => (FailureKind::Crashed, Some(format!("clang ended with code {code}"))),
    };
    let said = if kind == FailureKind::Crashed { without_stack(said) } else { said.clone() };
    let diagnostics = match lead {
        Some(lead) => format!("{lead}\n{said}"),
        None if said.is_empty() => "clang failed without a message\n".to_owned(),
        None => said,
    };
    compile::failure(recipe, kind, diagnostics)
}

/// A crash report without clang's own stack, which says nothing to the user.
fn without_stack(said: &str) -> String {
    let is_frame = |line: &str| {
        let line = line.trim_start();
        line.strip_prefix('#')
            .is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()) && rest.contains(" 0x"))
    };
    said.lines().filter(|line| !is_frame(line)).flat_map(|line| [line, "\n"]).collect()
}

fn name(signal: i32) -> String {
    let known = [
        (libc::SIGABRT, "SIGABRT"),
        (libc::SIGBUS, "SIGBUS"),
        (libc::SIGFPE, "SIGFPE"),
        (libc::SIGILL, "SIGILL"),
        (libc::SIGSEGV, "SIGSEGV"),
        (libc::SIGTERM, "SIGTERM"),
        (libc::SIGTRAP, "SIGTRAP"),
    ];
    let name = known.iter().find(|(number, _)| *number == signal).map(|(_, name)| (*name).to_owned());
    name.unwrap_or_else(|| format!("signal {signal}"))
}
