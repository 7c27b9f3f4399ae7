//! Alarms: faults of units, and what the program that calls them says about them.

pub mod model;
