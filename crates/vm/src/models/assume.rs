//! `__crescendo_assume(condition)`: inputs that break the condition do not count.

use super::Model;
use crate::stop::Stop;
use crate::value::Reply;

pub const MODELS: &[Model] = &[Model {
    name: "__crescendo_assume",
    call: |_, a| match a.word(0) {
        0 => Err(Stop::Unsupported("an assumption of the program does not hold (__crescendo_assume)".into())),
        _ => Ok(Reply::Void),
    },
}];
