//! Threads of this process, each with machines of its own.

use super::{BackendError, Job, JobBackend, JobEvent, JobQueue, Work};
use crate::error::Result;
use crate::function::{Explorer, Progress, Start};
use crescendo_program::FunctionId;
use crescendo_unit::Machines;
use crescendo_vm::HOST_STACK;
use std::collections::VecDeque;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// As many functions are explored at once as there are threads.
pub struct Threads(pub usize);

/// How often a search is asked how far it has come.
const EVERY: Duration = Duration::from_millis(100);

impl JobBackend for Threads {
    fn room(&self) -> usize {
        // One waits for each that is explored.
        2 * self.0.max(1)
    }

    fn with_queue(&self, explorer: &Explorer, work: &mut Work) -> Result<()> {
        let waiting = Waiting::default();
        let (send, events) = channel();
        std::thread::scope(|scope| {
            // Also where a thread cannot be started, those before it must come to an end.
            let _closed = CloseAtEnd(&waiting);
            for _ in 0..self.0.max(1) {
                let (send, waiting) = (send.clone(), &waiting);
                let thread = std::thread::Builder::new().name("explorer".into()).stack_size(HOST_STACK);
                thread.spawn_scoped(scope, move || worker(explorer, waiting, &send)).map_err(BackendError::NoThread)?;
            }
            drop(send);
            work(&mut Queue { explorer, waiting: &waiting, events, under_way: 0 })
        })
    }
}

/// Jobs that nobody has taken yet.
#[derive(Default)]
struct Waiting {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    jobs: VecDeque<(FunctionId, Job)>,
    closed: bool,
}

impl Waiting {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// `None`: there will be no more.
    fn take(&self) -> Option<(FunctionId, Job)> {
        let mut state = self.state();
        loop {
            if state.closed {
                return None;
            }
            if let Some(job) = state.jobs.pop_front() {
                return Some(job);
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

struct CloseAtEnd<'a>(&'a Waiting);

impl Drop for CloseAtEnd<'_> {
    fn drop(&mut self) {
        self.0.state().closed = true;
        self.0.changed.notify_all();
    }
}

fn worker<'e>(explorer: &'e Explorer<'e>, waiting: &Waiting, events: &Sender<JobEvent>) {
    let mut machines = Machines::new(explorer.program, explorer.facts);
    // Nobody listens any more: nobody wants the rest either.
    let tell = |event| drop(events.send(event));
    while let Some((function, Job { id, time, before, .. })) = waiting.take() {
        tell(JobEvent::Started { id });
        let mut told = Instant::now();
        let mut progress = |p: Progress| {
            if told.elapsed() >= EVERY {
                told = Instant::now();
                tell(JobEvent::Progress { id, runs: p.runs, covered: p.covered, goals: p.goals });
            }
        };
        let explored = explorer.explore(&mut machines, function, Start { time, before }, &mut progress);
        tell(JobEvent::Finished { id, explored: Box::new(explored) });
    }
}

struct Queue<'a, 'e> {
    explorer: &'a Explorer<'e>,
    waiting: &'a Waiting,
    events: Receiver<JobEvent>,
    under_way: usize,
}

impl JobQueue for Queue<'_, '_> {
    fn submit(&mut self, job: Job) -> Result<(), BackendError> {
        let function = self.explorer.places.find(&job.function);
        let function = function.ok_or_else(|| BackendError::NoFunction(job.function.clone()))?;
        self.waiting.state().jobs.push_back((function, job));
        self.waiting.changed.notify_one();
        self.under_way += 1;
        Ok(())
    }

    fn next_event(&mut self) -> Result<Option<JobEvent>, BackendError> {
        if self.under_way == 0 {
            return Ok(None);
        }
        let event = self.events.recv().map_err(|_| BackendError::ThreadFailed)?;
        self.under_way -= matches!(event, JobEvent::Finished { .. }) as usize;
        Ok(Some(event))
    }
}
