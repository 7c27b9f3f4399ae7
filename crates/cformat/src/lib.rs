//! The text engine under the library models: what `printf`, `scanf`, `strto*`, `strftime`, `rand` and `strerror`
//! compute, bit for bit as glibc 2.36 does in the C locale, without any I/O and without a type of the machine.
//!
//! Invariants, for every file here:
//! - no input panics, and nothing allocates more than its input, its directive or the caller's limit explains;
//! - memory, streams, `errno` and argument lists belong to the caller: functions take values and give values, and
//!   report the `errno` they imply instead of setting it;
//! - the target's type widths come from a [`DataModel`], never from the host;
//! - no clock, no environment, no global state: the same arguments give the same bytes.
//!
//! Deliberately absent: locales other than "C", wide-oriented streams (`wprintf`), time zones other than UTC,
//! `register_printf_function`.
//!
//! `tests/` compares each of them with the machine's glibc on large fixed-seed random sets.

pub mod calendar;
pub mod ctype;
pub mod error_text;
pub mod float;
pub mod input;
pub mod model;
pub mod number;
pub mod output;
pub mod rand;
pub mod spec;
pub mod strftime;

pub use float::{LongDouble, Quad};
pub use model::{DataModel, LongDoubleFormat};
