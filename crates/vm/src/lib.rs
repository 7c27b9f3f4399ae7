//! The machine: runs a program's bytecode over checked memory. One input in, one report out.
//!
//! `memory` checks every access, `step` executes, `models` are the C library, `world` is what a program sees of the
//! outside. The machine does no I/O and no search by itself.

mod checkpoint;
pub mod cover;
mod leaks;
pub mod library;
pub mod machine;
pub mod memory;
pub mod models;
pub use crescendo_number as number;
mod recursion;
mod step;
pub mod stop;
mod stubbed;
pub mod symbolic;
pub mod trace;
pub mod value;
pub mod world;

pub use checkpoint::Checkpoint;
pub use machine::{HOST_STACK, Limits, Vm};
pub use stop::{FaultKind, Limit, Outcome, PAST_MEMBER, ProgramFault, RunReport, Stop, TraceFrame};
pub use value::{Reply, Value};
