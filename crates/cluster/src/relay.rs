//! A backend that hands its jobs to whoever shares them out to other machines, and waits for what comes of them.
//!
//! It lives in the campaign's process, which may be confined and speaks in lines: nothing here knows of a network. What comes back
//! may come twice, late or without a beginning; the contract of backends is kept here.

use crate::bundle::{self, Contents};
use crescendo_campaign::Request;
use crescendo_campaign::Result;
use crescendo_campaign::backend::{BackendError, Job, JobBackend, JobEvent, JobQueue, Work};
use crescendo_campaign::function::Explorer;
use crescendo_campaign::results::summary::Stop;
use crescendo_program::FunctionId;
use serde::{Deserialize, Serialize};
use std::collections::{HashMap, VecDeque};
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::Receiver;
use std::sync::{Mutex, PoisonError};

/// What is told to the relay, a line each.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RelayEvent {
    /// Jobs that workers can be at together.
    Workers {
        slots: usize,
    },
    Job(JobEvent),
    /// No worker could do it; what the last one said.
    PutAside {
        id: u64,
        log: String,
    },
    /// It was not begun when the campaign was cancelled.
    NotBegun {
        id: u64,
    },
}

/// Who shares out the work, as the relay sees it.
pub trait Outlet: Sync {
    /// A bundle lies in this file.
    fn bundle(&self, file: &std::path::Path);
    fn job(&self, job: &Job);
}

pub struct Relay<'a> {
    pub request: &'a Request,
    /// Where the bundle is written.
    pub bundle: PathBuf,
    pub outlet: &'a dyn Outlet,
    /// Ends when nobody shares out work any more.
    pub events: Mutex<Receiver<RelayEvent>>,
    slots: AtomicUsize,
}

impl<'a> Relay<'a> {
    pub fn new(
        request: &'a Request,
        bundle: PathBuf,
        outlet: &'a dyn Outlet,
        events: Receiver<RelayEvent>,
    ) -> Relay<'a> {
        Relay { request, bundle, outlet, events: Mutex::new(events), slots: AtomicUsize::new(1) }
    }
}

impl JobBackend for Relay<'_> {
    fn room(&self) -> usize {
        // As many wait as are explored: who has finished one must not wait for the way here and back.
        2 * self.slots.load(Ordering::Relaxed).max(1)
    }

    fn with_queue(&self, explorer: &Explorer, work: &mut Work) -> Result<()> {
        let contents = Contents {
            request: self.request,
            fingerprint: explorer.fingerprint(),
            project: &self.request.directory,
            origin: explorer.origin,
        };
        bundle::write(&contents, &self.bundle).map_err(BackendError::Bundle)?;
        self.outlet.bundle(&self.bundle);
        work(&mut Queue { relay: self, explorer, under_way: HashMap::new(), ready: VecDeque::new() })
    }
}

struct Queue<'q, 'a, 'e> {
    relay: &'q Relay<'a>,
    explorer: &'q Explorer<'e>,
    /// With their functions, and whether they have begun.
    under_way: HashMap<u64, (FunctionId, bool)>,
    /// What is to be told before anything else is waited for.
    ready: VecDeque<JobEvent>,
}

impl Queue<'_, '_, '_> {
    /// What there is to tell of it: beginnings once and first, ends once.
    fn take(&mut self, event: RelayEvent) {
        let (id, end) = match event {
            RelayEvent::Workers { slots } => return self.relay.slots.store(slots, Ordering::Relaxed),
            RelayEvent::Job(JobEvent::Started { id }) => (id, None),
            RelayEvent::Job(event @ JobEvent::Progress { id, .. }) => {
                if self.under_way.get(&id).is_some_and(|(_, begun)| *begun) {
                    self.ready.push_back(event);
                }
                return;
            }
            RelayEvent::Job(JobEvent::Finished { id, explored }) => (id, Some(explored)),
            RelayEvent::PutAside { id, log } => {
                let Some((function, _)) = self.under_way.get(&id) else { return };
                let mut explored = self.explorer.nothing(*function, Stop::ToolBug);
                explored.record.summary.tool_bugs.push(format!("no worker could explore it: {log}"));
                (id, Some(Box::new(explored)))
            }
            RelayEvent::NotBegun { id } => {
                let Some((function, _)) = self.under_way.get(&id) else { return };
                (id, Some(Box::new(self.explorer.nothing(*function, Stop::Interrupted))))
            }
        };
        let Some((_, begun)) = self.under_way.get_mut(&id) else { return };
        if !std::mem::replace(begun, true) {
            self.ready.push_back(JobEvent::Started { id });
        }
        if let Some(explored) = end {
            self.ready.push_back(JobEvent::Finished { id, explored });
        }
    }
}

impl JobQueue for Queue<'_, '_, '_> {
    fn submit(&mut self, job: Job) -> Result<(), BackendError> {
        let function = self.explorer.places.find(&job.function);
        let function = function.ok_or_else(|| BackendError::NoFunction(job.function.clone()))?;
        self.under_way.insert(job.id, (function, false));
        self.relay.outlet.job(&job);
        Ok(())
    }

    fn next_event(&mut self) -> Result<Option<JobEvent>, BackendError> {
        loop {
            if let Some(event) = self.ready.pop_front() {
                if let JobEvent::Finished { id, .. } = &event {
                    self.under_way.remove(id);
                }
                return Ok(Some(event));
            }
            if self.under_way.is_empty() {
                return Ok(None);
            }
            let event = self.relay.events.lock().unwrap_or_else(PoisonError::into_inner).recv();
            self.take(event.map_err(|_| BackendError::Gone)?);
        }
    }
}
