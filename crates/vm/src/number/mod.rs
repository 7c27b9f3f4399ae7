//! Arithmetic as the target does it: integers of any width, floats of any format. Pure functions.

pub mod float;
pub mod int;
pub mod wide;
