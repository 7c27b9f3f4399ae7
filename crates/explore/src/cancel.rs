//! Somebody wants an end: told to everybody at work on the same thing, and to nobody else.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Copies of a token are cancelled together. What was cancelled stays so: whoever starts anew takes a new token.
#[derive(Clone, Debug, Default)]
pub struct CancelToken(Arc<AtomicBool>);

impl CancelToken {
    pub fn new() -> CancelToken {
        CancelToken::default()
    }

    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// For loops that look at it often.
    pub fn flag(&self) -> &AtomicBool {
        &self.0
    }
}
