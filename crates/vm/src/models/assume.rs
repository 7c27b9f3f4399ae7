//! `__crescendo_assume(condition)`: inputs that break the condition do not count.

use super::Model;
use crate::stop::Stop;
use crate::value::Reply;

pub const MODELS: &[Model] = &[
    Model { name: "__crescendo_assume", call: |_, a| assume("__crescendo_assume", a.word(0)) },
    // The same in the words of the software verification competitions.
    Model { name: "__VERIFIER_assume", call: |_, a| assume("__VERIFIER_assume", a.word(0)) },
];

fn assume(name: &str, condition: u64) -> Result<Reply, Stop> {
    match condition {
        0 => Err(Stop::Unsupported(format!("an assumption of the program does not hold ({name})"))),
        _ => Ok(Reply::Void),
    }
}
