//! Values for a unit's inputs: what a run starts from, and what a solver answers.

use super::node::VarId;
use crescendo_number::wide::{self, Words};
use std::collections::HashMap;

/// Values for variables. Those not set are 0.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Assignment {
    small: Vec<u64>,
    wide: HashMap<VarId, Words>,
}

impl Assignment {
    pub fn new() -> Assignment {
        Assignment::default()
    }

    /// The low 64 bits of a variable.
    #[inline]
    pub fn get(&self, v: VarId) -> u64 {
        self.small.get(v.0 as usize).copied().unwrap_or(0)
    }

    pub fn set(&mut self, v: VarId, value: u64) {
        let at = v.0 as usize;
        if self.small.len() <= at {
            self.small.resize(at + 1, 0);
        }
        self.small[at] = value;
        if !self.wide.is_empty() {
            self.wide.remove(&v);
        }
    }

    pub fn get_words(&self, v: VarId, width: u32) -> Words {
        match self.wide.get(&v) {
            Some(w) => wide::resize(w, w.len() as u32 * 64, width, false),
            None => wide::resize(&[self.get(v)], 64, width, false),
        }
    }

    pub fn set_words(&mut self, v: VarId, words: &[u64]) {
        self.set(v, words[0]);
        if words.len() > 1 {
            self.wide.insert(v, Words::from_slice(words));
        }
    }

    /// The low 64 bits of every variable.
    pub fn words(&self) -> impl Iterator<Item = &u64> {
        self.small.iter()
    }

    /// Takes over the value another assignment gives to a variable.
    pub fn copy_from(&mut self, other: &Assignment, v: VarId) {
        self.set(v, other.get(v));
        if let Some(w) = other.wide.get(&v) {
            self.wide.insert(v, w.clone());
        }
    }
}
