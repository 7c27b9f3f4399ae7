//! Arithmetic as the target does it: integers of any width, floats of any format. Pure functions, used by the machine
//! for concrete values and by the solver to evaluate expressions, so that the two cannot disagree.

pub mod float;
pub mod int;
pub mod wide;
