//! The service: projects are uploaded, tested in campaigns, watched, reviewed and downloaded, by many people at once.
//!
//! ```text
//! web (routes, who asks) -> pages, api -> actions (who may, what happens, audit) -> db, folders, queue
//! queue -> a process per campaign (`child`), confined (`crescendo-confined`), which tells what happens (`message`)
//! ```
//!
//! Invariants: nothing here touches uploaded code but by way of a campaign's process; nothing a user typed becomes a path, SQL
//! or HTML without being escaped by construction; an action checks who asks before it looks at anything; what happened in
//! a campaign is in the database before anybody is told.

mod actions;
mod api;
mod app;
mod auth;
pub mod backup;
mod campaign_options;
pub mod child;
mod clock;
mod db;
mod fault;
mod folders;
mod hub;
mod inside;
mod kept;
mod message;
mod offered;
mod pages;
mod queue;
mod serve;
mod snapshot;
mod web;

pub use app::Trusted;
pub use campaign_options::{CampaignOptions, Kind};
pub use queue::COMMAND as CHILD_COMMAND;
pub use serve::{Options, SandboxChoice, ServeError, serve};

/// The description of the API, for those who want it without a service.
pub fn openapi() -> String {
    api::description()
}
