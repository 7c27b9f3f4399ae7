//! Units: a function of the program made testable by itself.
//!
//! `driver` makes the inputs of a function from its C types, `inputs` names them by access path, `unit` runs the
//! function on an assignment of them. One unit, one machine: a run starts from a checkpoint.

mod bench;
pub mod driver;
mod facts;
mod globals;
mod havoc;
pub mod inputs;
mod outside;
mod plan;
mod pointer;
mod stub;
mod unit;

pub use bench::Workbench;
pub use driver::Bounds;
pub use facts::Facts;
pub use inputs::{Input, InputKind, Inputs};
pub use plan::{Plan, Rule};
pub use pointer::Target;
pub use unit::{Ended, NotDriven, Run, Unit};
