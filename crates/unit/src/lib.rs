//! Units: a function of the program made testable by itself.
//!
//! `driver` makes the inputs of a function from its C types, `inputs` names them by access path, `unit` runs the
//! function on an assignment of them, `observe` tells what a run left behind. One unit, one machine: a run starts from a checkpoint.

pub mod driver;
mod facts;
pub mod inputs;
mod observe;
mod outside;
mod pointer;
mod stub;
mod unit;

pub use driver::Bounds;
pub use facts::Facts;
pub use inputs::{Input, InputKind, Inputs};
pub use observe::{Image, Observed, Origin, Returned, StubCall};
pub use pointer::Target;
pub use unit::{Ended, NotDriven, Run, Unit, is_library_global};
