//! Expressions over a unit's inputs, and answers to whether they can be true.
//!
//! `expr` is the hash-consed term pool with its smart constructors, `rewrite` the rules they apply, `solve` the layers
//! that answer queries.

pub mod expr;
pub mod rewrite;
pub mod solve;
