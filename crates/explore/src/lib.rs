//! The concolic loop: run an input, look at where its path could have gone elsewhere, solve for an input that goes there.

pub mod criteria;
