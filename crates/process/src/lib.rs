//! A whole program as a process: its inputs are arguments, standard input, files, the environment, or what a fuzz harness and
//! `__VERIFIER_nondet_*` are given.
//!
//! `input` is one such input, `shape` says what inputs can be, `names` what their bytes are called as variables, `world` is what the
//! program sees of the outside, `driver` gives variables to the machine, `machine` runs inputs and is what a search explores,
//! `store` keeps inputs as folders that people can run by hand.
//!
//! Invariant: an assignment of the variables and an input say the same; what the machine did with one the real program can be
//! given as the other.

mod driver;
pub mod input;
pub mod machine;
pub mod names;
pub mod shape;
pub mod store;
pub mod world;

pub use input::Input;
pub use machine::{Entry, Machine, NoMachine};
pub use shape::{Shape, ShapeError, Slot};
