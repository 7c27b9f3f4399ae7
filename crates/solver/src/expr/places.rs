//! Where terms are in a program: a table as long as the pool for programs that are used again and again, a small one for those
//! that are made once, because clearing a table for a million terms takes longer than most of them run.

use super::node::ExprId;
use rustc_hash::FxHashMap;

pub(super) enum Places {
    /// By the number of the term.
    Dense(Vec<u32>),
    Sparse(FxHashMap<u32, u32>),
}

impl Default for Places {
    fn default() -> Self {
        Places::Dense(Vec::new())
    }
}

impl Places {
    pub fn sparse() -> Places {
        Places::Sparse(FxHashMap::default())
    }

    /// To be called before terms of the pool are set.
    #[inline]
    pub fn make_room(&mut self, terms: usize) {
        if let Places::Dense(all) = self
            && all.len() < terms
        {
            all.resize(terms, 0);
        }
    }

    #[inline]
    pub fn get(&self, e: ExprId) -> Option<u32> {
        match self {
            Places::Dense(all) => all.get(e.0 as usize).copied(),
            Places::Sparse(some) => some.get(&e.0).copied(),
        }
    }

    #[inline]
    pub fn set(&mut self, e: ExprId, place: u32) {
        match self {
            Places::Dense(all) => all[e.0 as usize] = place,
            Places::Sparse(some) => drop(some.insert(e.0, place)),
        }
    }
}
