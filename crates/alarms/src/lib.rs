//! Alarms: faults of units, and what the program that calls them says about them.
//!
//! `model` is an alarm with its verdict, `listed` the list that people and machines see, `kinds` what there is to say of each kind
//! of fault; `suppress` and `baseline` take out what somebody has looked at before; `sarif` writes them for other tools.

pub mod baseline;
pub mod kinds;
pub mod listed;
pub mod model;
pub mod sarif;
pub mod suppress;
