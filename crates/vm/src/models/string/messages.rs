//! Texts for error and signal numbers.

use crate::machine::Vm;
use crate::models::{Args, Model};
use crate::stop::Stop;
use crate::value::Reply;
use crescendo_cformat::error_text;

pub const MODELS: &[Model] = &[
    Model { name: "strerror", call: strerror },
    Model { name: "strerror_l", call: strerror },
    Model { name: "strerror_r", call: strerror_r },
    Model { name: "__strerror_r", call: strerror_r },
    Model { name: "__xpg_strerror_r", call: xpg_strerror_r },
    Model { name: "strerrorname_np", call: |vm, a| constant(vm, error_text::errno_name(a.int(0))) },
    Model { name: "strerrordesc_np", call: strerrordesc_np },
    Model { name: "strsignal", call: strsignal },
    Model { name: "sigabbrev_np", call: |vm, a| constant(vm, error_text::signal_name(a.int(0))) },
    Model { name: "sigdescr_np", call: sigdescr_np },
];

/// Buffers for numbers without a text. Known texts are constants of the library.
#[derive(Clone, Copy, Debug, Default)]
pub struct Messages {
    unknown_error: u64,
    unknown_signal: u64,
}

/// Bytes of such a buffer.
const BUFFER: u64 = 64;
const EINVAL: i32 = 22;
const ERANGE: i32 = 34;

fn constant(vm: &mut Vm, text: Option<&str>) -> Result<Reply, Stop> {
    match text {
        Some(text) => vm.constant_string(text).map(Reply::from),
        None => Ok(Reply::Word(0)),
    }
}

/// Puts a text into a buffer of the library's that is used again for the next text.
fn shared(vm: &mut Vm, text: &str, buffer: fn(&mut Messages) -> &mut u64) -> Result<Reply, Stop> {
    if *buffer(&mut vm.library.messages) == 0 {
        let at = vm.machine_object(BUFFER, "a message text of the C library")?;
        *buffer(&mut vm.library.messages) = at;
    }
    let at = *buffer(&mut vm.library.messages);
    let mut bytes = text.as_bytes().to_vec();
    bytes.push(0);
    vm.write_bytes(at, &bytes)?;
    Ok(at.into())
}

fn strerror(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    let text = error_text::strerror(a.int(0));
    match error_text::errno_name(a.int(0)) {
        Some(_) => constant(vm, Some(&text)),
        None => shared(vm, &text, |m| &mut m.unknown_error),
    }
}

/// The GNU version: a known text is not copied.
fn strerror_r(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    let text = error_text::strerror(a.int(0));
    if error_text::errno_name(a.int(0)).is_some() {
        return constant(vm, Some(&text));
    }
    copy_out(vm, &text, a.word(1), a.word(2))?;
    Ok(a.word(1).into())
}

/// The POSIX version: a copy, and an error number as the result.
fn xpg_strerror_r(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    let text = error_text::strerror(a.int(0));
    copy_out(vm, &text, a.word(1), a.word(2))?;
    let status = match error_text::errno_name(a.int(0)) {
        None => EINVAL,
        Some(_) if text.len() as u64 >= a.word(2) => ERANGE,
        Some(_) => 0,
    };
    Ok(status.into())
}

/// As much of a text as fits, with an end.
fn copy_out(vm: &mut Vm, text: &str, to: u64, size: u64) -> Result<(), Stop> {
    if size == 0 {
        return Ok(());
    }
    let kept = text.len().min(usize::try_from(size - 1).unwrap_or(usize::MAX));
    let mut bytes = text.as_bytes()[..kept].to_vec();
    bytes.push(0);
    vm.write_bytes(to, &bytes)
}

fn strerrordesc_np(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    let text = error_text::errno_name(a.int(0)).map(|_| error_text::strerror(a.int(0)));
    constant(vm, text.as_deref())
}

fn strsignal(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    let text = error_text::strsignal(a.int(0));
    match error_text::signal_name(a.int(0)) {
        Some(_) => constant(vm, Some(&text)),
        None => shared(vm, &text, |m| &mut m.unknown_signal),
    }
}

fn sigdescr_np(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    let text = error_text::signal_name(a.int(0)).map(|_| error_text::strsignal(a.int(0)));
    constant(vm, text.as_deref())
}
