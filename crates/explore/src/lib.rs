//! The concolic loop: run an input, look at where its path could have gone elsewhere, solve for an input that goes there.
//!
//! `subject` is what can be run, `tree` remembers what was run and tried, `flow` knows the ways the code could go,
//! `strategy` picks what to try next, `explore` is the loop, `result` what it leaves behind. `search` is how others start it.
//!
//! Deterministic: all chance comes from one seeded `rng`; the clock only cuts.

pub mod aim;
pub mod cancel;
pub mod criteria;
pub mod deadline;
pub mod explore;
pub mod flow;
pub mod guide;
pub mod result;
pub mod rng;
pub mod search;
pub mod strategy;
pub mod subject;
pub mod tree;
pub mod unit;
pub mod watchdog;

pub use cancel::CancelToken;
pub use deadline::{Deadline, Stopwatch};
pub use explore::{Budget, Options, explore};
pub use result::{Exploration, Reason, StopReason, Verdict};
pub use search::{NamedInputs, Search, Workplace};
pub use subject::{Ending, Execution, Subject};
pub use watchdog::Watchdog;
