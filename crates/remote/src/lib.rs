//! The far end of the service: what `crescendo submit`, `status` and `download` send to it and ask of it.
//!
//! `bundle` packs exactly what a build reads; `Client` speaks the service's API and nothing else.

mod bundle;
mod client;
mod error;

pub use bundle::{Bundle, bundle, encoded};
pub use client::Client;
pub use error::RemoteError;
