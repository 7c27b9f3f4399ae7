//! The suite: tests as a neutral model (`model`, written as `suite.json`), made from observed runs (`record`), small
//! (`minimise`), and written in the formats of test frameworks (`export`).
//!
//! Invariants: the model knows nothing of the machine (paths, C types and values, no addresses); an exporter sees the
//! model only (Test-Comp and llvm-cov also look at its sources); the same model gives the same bytes.

mod assemble;
mod cases;
pub mod export;
mod figures;
pub mod files;
mod libc;
pub mod minimise;
pub mod model;
mod name;
pub mod outside;
pub mod record;
mod source_text;
mod text;
pub mod users;
mod value;
mod walk;
mod words;

pub use assemble::Assembly;
pub use figures::Figures;
pub use model::Suite;
pub use name::give_names;
pub use words::{Texts, words_in};
