//! The report: a folder of static files that opens from disk.
//!
//! `model` is what it shows, filled by whoever has explored; `write` puts it into scripts (a page opened from disk may load
//! scripts, but not data) beside the fixed page, style and program of `assets/`. Each function's data is a file of its own
//! and loaded when somebody looks at it, so thousands of functions open as fast as one.

pub mod model;
mod range;
mod write;

pub use model::Report;
pub use range::last_line;
pub use write::{Pages, asset};
