//! Campaigns: many functions of a project explored, judged, written down. Every front end starts them here.
//!
//! ```text
//! Campaign::open(Request)?.run(&mut |event| show(event), &CancelToken::new())?
//! ```
//!
//! `request` is what somebody wants, `event` what happens meanwhile, `outcome` what comes of it: plain data all three. `load`
//! and `ground` make a program of sources and know what must be known of the whole; `schedule` shares out functions and time
//! to a `backend`, which explores each by passes (`function`), and keeps results in a `store`; `results` makes of them what
//! people get, `check` asks callers about faults.
//!
//! Invariants: nothing is printed; neither arguments nor the process's folder nor statics are looked at, so that campaigns can
//! run side by side; what concerns one function or one file is part of the results and never stops the rest; same request, same
//! build, bounded by runs: same results.

pub mod backend;
mod budgets;
mod campaign;
mod changed;
pub mod check;
pub mod config;
mod error;
pub mod event;
pub mod excerpt;
pub mod explain;
pub mod files;
pub mod function;
mod ground;
mod list;
pub mod load;
mod outcome;
pub mod request;
pub mod results;
mod schedule;
pub mod store;

pub use campaign::{Campaign, Parts, check_request};
pub use crescendo_explore::CancelToken;
pub use error::{CampaignError, ChoiceError, Result};
pub use event::Event;
pub use list::Listed;
pub use outcome::{CheckFigures, Closing, LeftOut, Outcome, Row};
pub use request::Request;

/// Name and version, as results say them.
pub const TOOL: &str = concat!("crescendo ", env!("CARGO_PKG_VERSION"));

/// What this build is made of, as a hash: results are shared with the same build only.
pub const BUILD: &str = env!("CRESCENDO_BUILD");
