//! A worker: takes jobs from the broker, as many at a time as it has slots, and explores each in a confined process.
//!
//! It holds nothing that is not elsewhere, too: it may come, go and be killed at any time.

mod bundles;
mod machine;
mod pool;
mod slot;

use crate::broker::{Broker, BrokerError, url_of};
use crate::messages::version;
use crate::presence::{self, WorkerSign};
use bundles::Bundles;
use crescendo_confined::{Sandbox, SandboxError};
use futures_util::StreamExt;
use pool::Pool;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;
use tokio::sync::Notify;
use tokio::task::JoinSet;

/// The hidden command that explores jobs in the sandbox.
pub const COMMAND: &str = "run-jobs";

/// What somebody starts a worker with.
#[derive(Clone, Debug)]
pub struct Options {
    /// `nats://…`, several separated by commas.
    pub nats: String,
    pub replicas: usize,
    /// What people call it.
    pub name: String,
    /// Functions at the same time; 0: the cores.
    pub slots: usize,
    /// Where bundles are kept.
    pub data: PathBuf,
    /// Bytes of one job's process.
    pub memory: u64,
    /// The program that explores: this one.
    pub program: PathBuf,
}

#[derive(Debug, thiserror::Error)]
pub enum WorkerError {
    #[error("cannot use the folder {path}: {source}", path = path.display())]
    Data { path: PathBuf, source: io::Error },
    #[error(transparent)]
    Sandbox(#[from] SandboxError),
    #[error("{0} ({1})")]
    Broker(BrokerError, String),
    #[error("signals cannot be heard: {0}")]
    Signals(io::Error),
}

/// What the parts of a worker share.
struct Worker {
    options: Options,
    id: String,
    broker: Broker,
    sandbox: Sandbox,
    bundles: Bundles,
    pool: Pool,
    busy: AtomicUsize,
    /// No further job is begun.
    ending: AtomicBool,
    ends: Notify,
}

/// Works until somebody ends it: the first signal lets it finish what it is at, the second one does not. `started` is called
/// once it takes jobs.
pub async fn work(mut options: Options, started: impl FnOnce(&str, usize)) -> Result<(), WorkerError> {
    if options.slots == 0 {
        options.slots = std::thread::available_parallelism().map_or(1, |n| n.get());
    }
    let sandbox = Sandbox::new(&options.program)?;
    let data = |source| WorkerError::Data { path: options.data.clone(), source };
    let bundles = Bundles::open(&options.data).map_err(data)?;
    let broker = reach(&options).await?;
    let mut random = [0; 8];
    let _ = getrandom::fill(&mut random);
    let id: String = random.iter().map(|b| format!("{b:02x}")).collect();
    let pool = Pool::new(2 * options.slots);
    let worker = Arc::new(Worker {
        id,
        broker,
        sandbox,
        bundles,
        pool,
        busy: AtomicUsize::new(0),
        ending: AtomicBool::new(false),
        ends: Notify::new(),
        options,
    });
    let mut helpers = JoinSet::new();
    helpers.spawn(say(worker.clone()));
    helpers.spawn(hear_cancels(worker.clone()));
    started(&worker.options.name, worker.options.slots);
    tracing::info!(slots = worker.options.slots, build = version(), "the worker takes jobs");
    let mut slots = JoinSet::new();
    for _ in 0..worker.options.slots {
        slots.spawn(slot::work(worker.clone()));
    }
    asked_to_end().await.map_err(WorkerError::Signals)?;
    tracing::info!("the worker ends when its jobs do; once more, and it ends at once");
    worker.ending.store(true, Ordering::SeqCst);
    worker.ends.notify_waiters();
    tokio::select! {
        _ = async { while slots.join_next().await.is_some() {} } => {}
        again = asked_to_end() => again.map_err(WorkerError::Signals)?,
    }
    helpers.abort_all();
    let mut last = worker.sign();
    last.leaves = true;
    presence::say(&worker.broker, &last).await;
    let _ = tokio::time::timeout(Duration::from_secs(2), worker.broker.client.flush()).await;
    Ok(())
}

/// A worker may be started before the broker is.
async fn reach(options: &Options) -> Result<Broker, WorkerError> {
    let mut said = false;
    loop {
        match Broker::connect(&options.nats, &options.name, options.replicas).await {
            Ok(broker) => return Ok(broker),
            Err(e @ BrokerError::TooOld { .. }) => return Err(WorkerError::Broker(e, url_of(&options.nats))),
            Err(e) => {
                if !std::mem::replace(&mut said, true) {
                    tracing::warn!(why = %e, at = url_of(&options.nats), "waiting for NATS");
                }
            }
        }
        tokio::select! {
            _ = tokio::time::sleep(Duration::from_secs(1)) => {}
            ended = asked_to_end() => {
                ended.map_err(WorkerError::Signals)?;
                return Err(WorkerError::Signals(io::Error::other("ended before NATS could be reached")));
            }
        }
    }
}

impl Worker {
    fn sign(&self) -> WorkerSign {
        WorkerSign {
            id: self.id.clone(),
            name: self.options.name.clone(),
            version: version(),
            slots: self.options.slots,
            busy: self.busy.load(Ordering::Relaxed),
            leaves: self.ending.load(Ordering::SeqCst),
        }
    }
}

async fn say(worker: Arc<Worker>) {
    loop {
        presence::say(&worker.broker, &worker.sign()).await;
        tokio::time::sleep(presence::EVERY).await;
    }
}

/// Campaigns that are cancelled or over: whoever is at one of their jobs ends it.
async fn hear_cancels(worker: Arc<Worker>) {
    let broker = &worker.broker;
    let subscribe = || async {
        broker.client.subscribe("crescendo.cancel.>").await.map_err(|e| BrokerError::JetStream(e.to_string()))
    };
    let mut cancels = broker.patient("hearing of cancelled campaigns", subscribe).await;
    while let Some(message) = cancels.next().await {
        if let Some(run) = message.subject.strip_prefix("crescendo.cancel.") {
            worker.pool.cancel(run);
        }
    }
}

async fn asked_to_end() -> io::Result<()> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut terminate = signal(SignalKind::terminate())?;
    tokio::select! {
        _ = terminate.recv() => Ok(()),
        pressed = tokio::signal::ctrl_c() => pressed,
    }
}
