//! What happens while a project loads, for a progress display. Events come as work finishes, in no fixed order.

use std::path::PathBuf;

/// One step of [`load`](crate::load).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event {
    /// The project was read; this many units will be compiled or found in the cache.
    Planned { units: usize },
    /// Work on a unit began.
    Started { index: usize, source: PathBuf },
    /// Work on a unit ended.
    Finished { index: usize, source: PathBuf, outcome: Outcome },
}

/// How work on a unit ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// The cache had it.
    Cached,
    /// Clang compiled it.
    Compiled,
    /// There is a failure to show.
    Failed,
}
