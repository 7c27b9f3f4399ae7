//! string.h and strings.h, by what the functions do.
//!
//! Every function follows the bytes in the order its definition gives them, so that the first byte it may not touch
//! is the one it faults at. Spans that the standard forbids to overlap are checked before anything is written.

pub mod bits;
pub mod compare;
pub mod copy;
pub mod fortified;
pub mod messages;
pub mod search;
pub mod tokens;
