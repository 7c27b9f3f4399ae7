//! Call profiles: which functions call which in the runs of a program's own tests, and what follows from that.
//!
//! `Profile` is a set of runs, each the set of call edges that occurred in it. `relevance` computes how much a function depends
//! on another from it (CONBRIO's p, FOCAL's r), extended units and calling contexts. `record` reads what instrumented
//! programs leave behind (`runtime/`), `wrapper` builds such programs,
//! `variations` runs them on more inputs than there are, `estimate` guesses where there are no runs, and says so.

mod estimate;
mod graph;
mod profile;
mod record;
mod relevance;
mod variations;
mod wrapper;

pub use estimate::{Estimate, estimate};
pub use graph::CallGraph;
pub use profile::{FunctionName, Profile, ProfileError, Run};
pub use record::{RUNTIME, RecordError, collect, compile_flags};
pub use relevance::{Dependencies, calling_contexts, extended_unit, relevance, top_share};
pub use variations::{Variations, run_variations};
pub use wrapper::wrapped;
