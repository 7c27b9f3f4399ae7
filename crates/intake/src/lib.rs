//! What strangers send: archives and compile databases, made safe to hand on.
//!
//! `archive` unpacks `.zip` and `.tar.gz` into a fresh folder; `database` reads the `compile_commands.json` that may be in
//! there, moves it from the sender's machine to ours and lets only flags through that are known to be harmless.
//!
//! Invariants: nothing is written outside of the folder that was given; no link, device or odd name is ever made; how much is
//! written is bounded before it is written; every refusal says what was wrong and with which name. Nothing is run here.

pub mod archive;
pub mod database;
mod name;

pub use archive::{ArchiveError, Limits, Unpacked, unpack};
pub use database::{Database, DatabaseError};
pub use name::NameFault;
