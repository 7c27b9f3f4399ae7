//! stdlib.h and its neighbours, by topic.

pub mod arithmetic;
pub mod environment;
pub mod exit;
pub mod hash;
pub mod memory;
pub mod numbers;
pub mod random;
pub mod search;
pub mod sort;
pub mod tree;
