//! How often somebody may guess a password: by name, whoever asks. In memory: a restart forgives.
//!
//! Names share a fixed number of places by a hash that nobody outside knows: however many names somebody makes up, the memory
//! stays what it is and no name goes unwatched.

use crate::clock;
use std::hash::{BuildHasher, RandomState};
use std::sync::{Mutex, PoisonError};

/// Wrong guesses within this time, at most.
const MOST: usize = 10;
const WITHIN: i64 = 5 * clock::MINUTE;

const PLACES: usize = 1 << 16;

pub struct Throttle {
    hash: RandomState,
    /// When somebody tried, for each place.
    tries: Mutex<Vec<Vec<i64>>>,
}

impl Default for Throttle {
    fn default() -> Throttle {
        Throttle { hash: RandomState::new(), tries: Mutex::new(vec![Vec::new(); PLACES]) }
    }
}

impl Throttle {
    /// Whether somebody may try this name now. It counts as wrong until it is known to be right: of many who ask at once, no
    /// more get through than of those who ask one after the other.
    pub fn begin(&self, name: &str) -> bool {
        self.begin_at(name, clock::now())
    }

    fn place(&self, name: &str) -> usize {
        self.hash.hash_one(name) as usize % PLACES
    }

    fn begin_at(&self, name: &str, now: i64) -> bool {
        let mut tries = self.tries.lock().unwrap_or_else(PoisonError::into_inner);
        let tries = &mut tries[self.place(name)];
        tries.retain(|at| at + WITHIN > now);
        let may = tries.len() < MOST;
        if may {
            tries.push(now);
        }
        may
    }

    pub fn was_right(&self, name: &str) {
        let mut tries = self.tries.lock().unwrap_or_else(PoisonError::into_inner);
        tries[self.place(name)].clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ten_guesses_in_five_minutes() {
        let throttle = Throttle::default();
        assert!((0..10).all(|i| throttle.begin_at("ann", i)));
        assert!(!throttle.begin_at("ann", 20) && throttle.begin_at("bob", 20));
        assert!(throttle.begin_at("ann", WITHIN + 5));
        throttle.was_right("ann");
        assert!((0..10).all(|i| throttle.begin_at("ann", WITHIN + 6 + i)));
        // Names that are made up make nobody forget another.
        for i in 0..100_000 {
            throttle.begin_at(&format!("made up {i}"), WITHIN + 20);
        }
        assert!(!throttle.begin_at("ann", WITHIN + 30));
    }
}
