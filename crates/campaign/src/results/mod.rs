//! From the records of functions to what people get: counts with reasons, the suite, `summary.json`, the report.

pub mod causes;
pub mod count;
pub mod delivery;
pub mod help;
pub mod suite;
pub mod summary;
pub mod write;
