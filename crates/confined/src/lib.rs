//! Processes that touch uploaded code: made in a sandbox of bubblewrap, spoken to line by line, watched from outside for what they
//! take, and ended with all they have started.
//!
//! Invariants: nothing here reads what such a process writes but as bounded lines of bytes; what it starts never outlives it.

mod process;
mod sandbox;
mod watch;

pub use process::{Confined, LineFault, Start, next_line};
pub use sandbox::{Mount, Sandbox, SandboxError};
pub use watch::{Allowed, MOST_PROCESSES, size, taken};
