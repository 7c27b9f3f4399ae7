//! Finding the first set bit: `ffs` and its relatives.

use crate::models::{Args, Model};
use crate::value::Reply;

pub const MODELS: &[Model] = &[
    Model { name: "ffs", call: |_, a| Ok(first_bit(a)) },
    Model { name: "ffsl", call: |_, a| Ok(first_bit(a)) },
    Model { name: "ffsll", call: |_, a| Ok(first_bit(a)) },
];

/// Counted from 1; 0 if no bit is set. The argument has the width of its type.
fn first_bit(a: Args) -> Reply {
    let v = a.signed(0);
    if v == 0 { 0.into() } else { (v.trailing_zeros() as i32 + 1).into() }
}
