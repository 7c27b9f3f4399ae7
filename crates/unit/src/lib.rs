//! Units: a function of the program made testable by itself.
//!
//! `driver` makes the inputs of a function from its C types, `inputs` names them by access path, `unit` runs the
//! function on an assignment of them, `observe` tells what a run left behind. One unit, one machine: a run starts from a
//! checkpoint.

mod alias;
mod answers;
mod bench;
mod beyond;
mod bounds;
mod called;
mod deciding;
pub mod driver;
mod facts;
mod flexible;
mod flow;
mod functions;
mod gap;
mod globals;
mod havoc;
pub mod inputs;
mod machines;
mod main_args;
mod named;
mod needs;
mod observe;
mod outside;
mod overlap;
mod padding;
mod plan;
mod pointer;
mod relation;
mod rests;
mod setup;
mod statics;
mod stub;
mod union;
mod unit;
mod variadic;
mod volatile;

pub use bench::Workbench;
pub use bounds::Bounds;
pub use called::{CallSeen, Goes, Wanted, What};
pub use driver::Layout;
pub use facts::Facts;
pub use gap::{Gap, HYPOTHESES, Standing};
pub use globals::is_library_global;
pub use inputs::{Input, InputKind, Inputs, Text};
pub use machines::{Driving, Machines};
pub use observe::{Image, Observed, Origin, Returned, StubCall};
pub use outside::is_stream;
pub use plan::{Plan, Rule};
pub use pointer::Target;
pub use setup::Setup;
pub use unit::{Ended, NotDriven, Run, Unit, seems_endless};
