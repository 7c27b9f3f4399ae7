//! How often somebody may guess a password: by name, whoever asks. In memory: a restart forgives.

use crate::clock;
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

/// Wrong guesses within this time, at most.
const MOST: usize = 10;
const WITHIN: i64 = 5 * clock::MINUTE;

/// Names that are remembered.
const NAMES: usize = 10_000;

#[derive(Default)]
pub struct Throttle {
    wrong: Mutex<HashMap<String, Vec<i64>>>,
}

impl Throttle {
    /// Whether somebody may try this name now.
    pub fn allows(&self, name: &str) -> bool {
        self.allows_at(name, clock::now())
    }

    fn allows_at(&self, name: &str, now: i64) -> bool {
        let wrong = self.wrong.lock().unwrap_or_else(PoisonError::into_inner);
        wrong.get(name).is_none_or(|at| at.iter().filter(|at| **at + WITHIN > now).count() < MOST)
    }

    pub fn was_wrong(&self, name: &str) {
        self.was_wrong_at(name, clock::now());
    }

    fn was_wrong_at(&self, name: &str, now: i64) {
        let mut wrong = self.wrong.lock().unwrap_or_else(PoisonError::into_inner);
        if wrong.len() >= NAMES {
            wrong.retain(|_, at| at.iter().any(|at| at + WITHIN > now));
        }
        if wrong.len() < NAMES || wrong.contains_key(name) {
            let at = wrong.entry(name.to_string()).or_default();
            at.retain(|at| at + WITHIN > now);
            at.push(now);
        }
    }

    pub fn was_right(&self, name: &str) {
        self.wrong.lock().unwrap_or_else(PoisonError::into_inner).remove(name);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ten_guesses_in_five_minutes() {
        let throttle = Throttle::default();
        (0..10).for_each(|i| throttle.was_wrong_at("ann", i));
        assert!(!throttle.allows_at("ann", 20) && throttle.allows_at("bob", 20));
        assert!(throttle.allows_at("ann", WITHIN + 5));
        throttle.was_right("ann");
        assert!(throttle.allows_at("ann", 20));
    }
}
