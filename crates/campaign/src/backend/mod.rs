//! Where functions are explored: threads of this process, or other machines.
//!
//! Jobs and what comes of them are plain data. A backend knows neither order nor store nor budgets: it takes jobs, explores
//! each with the campaign's `Explorer` (or with one of its own, made of the same request and the same program), and tells what
//! happens. `contract` is what every implementation must do, as a test.

mod contract;
mod threads;

pub use contract::check as check_contract;
pub use threads::Threads;

use crate::error::Result;
use crate::function::Explorer;
use crate::function::record::{Explored, Name};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// A function to explore.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Job {
    /// By which its events are known.
    pub id: u64,
    pub function: Name,
    pub time: Duration,
    /// What was found before, to be added to.
    pub before: Option<Box<Explored>>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum JobEvent {
    Started {
        id: u64,
    },
    Progress {
        id: u64,
        runs: u64,
        covered: u32,
        goals: u32,
    },
    /// Every job that was taken ends so, once.
    Finished {
        id: u64,
        explored: Box<Explored>,
    },
}

#[derive(Debug, thiserror::Error)]
pub enum BackendError {
    #[error("cannot start a thread: {0}")]
    NoThread(std::io::Error),
    #[error("a thread of this tool has failed")]
    ThreadFailed,
    #[error("there is no function {} in {}", .0.name, .0.unit)]
    NoFunction(Name),
    #[error("a bundle for other machines cannot be written: {0}")]
    Bundle(std::io::Error),
    #[error("whoever shares out the work to other machines has gone")]
    Gone,
}

/// Jobs that are under way.
pub trait JobQueue {
    fn submit(&mut self, job: Job) -> Result<(), BackendError>;

    /// Waits for the next thing that happens; `None`: nothing is under way.
    fn next_event(&mut self) -> Result<Option<JobEvent>, BackendError>;
}

/// What somebody does with a queue.
pub type Work<'w> = dyn FnMut(&mut dyn JobQueue) -> Result<()> + 'w;

pub trait JobBackend: Sync {
    /// Jobs that are worth having under way at once, so that nobody waits for work.
    fn room(&self) -> usize;

    /// Opens a queue for as long as `work` takes. When the explorer's token is cancelled, jobs that are under way end soon
    /// and say that they were interrupted.
    fn with_queue(&self, explorer: &Explorer, work: &mut Work) -> Result<()>;
}
