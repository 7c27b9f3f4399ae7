//! Many machines: functions of a campaign are explored by workers, wherever they are, and NATS JetStream is between them.
//!
//! ```text
//! in the campaign's sandbox          the service             NATS                        a worker         in the worker's sandbox
//! relay (a `JobBackend`)  ──lines──  dispatch  ── jobs, bundles ──►  worker  ──lines──  explorer
//!                         ◄─lines──            ◄── results, signs ──         ◄─lines──
//! ```
//!
//! Invariants: neither the service nor a worker looks into jobs, bundles and results: they pass on bytes between sandboxes. A job
//! is in the stream until its result is; the first result of a job counts and every other is refused by the broker. Whatever is
//! lost on the way (a worker, a connection, the broker's memory) is noticed by whoever waits for it and done again. A worker takes
//! jobs of its own build only, and only where it has made the very same program (`Explorer::fingerprint`).

mod broker;
mod bundle;
mod dispatch;
mod explorer;
mod messages;
mod presence;
mod relay;
mod tries;
mod worker;

pub use broker::{Broker, BrokerError, url_of};
pub use dispatch::{Asked, Dispatch, Heard};
pub use explorer::run as explore_jobs;
pub use messages::Run;
pub use presence::{Presence, WorkerSign};
pub use relay::{Outlet, Relay, RelayEvent};
pub use worker::{COMMAND, Options, WorkerError, work};
