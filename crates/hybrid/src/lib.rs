//! Inputs of a whole program: the machine's search and native mutation, in one loop, each judged by what the real code reaches.
//!
//! `build` makes the program natively, three times: to count fast, with sanitizers, and as llvm-cov measures it. `target` runs
//! inputs by a server that forks, `mutate` changes inputs, `corpus` keeps those that reach something new, `crash` has the last
//! word on crashes, `search` shares the time, `measure` asks llvm-cov. `sync` is AFL++'s folder of queues,
//! `test_comp` writes inputs as that competition wants them, `page` shows what came of it all.
//!
//! Invariants: an input is in the corpus only if the real program, natively, reached something new with it; a crash is one only if
//! the program built with sanitizers fails on it again, started by the command that is shown.

pub mod build;
pub mod corpus;
pub mod crash;
pub mod infer;
pub mod measure;
pub mod mutate;
pub mod page;
pub mod rng;
pub mod search;
pub mod seeds;
pub mod sync;
pub mod target;
pub mod templates;
pub mod test_comp;

pub use build::{Build, BuildError, Source};
pub use search::{Event, Explored, Plan, explore};
