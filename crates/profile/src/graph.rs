//! A directed graph of calls over numbered functions.

use std::collections::{BTreeMap, BTreeSet};

#[derive(Clone, Debug, Default)]
pub struct CallGraph {
    callees: BTreeMap<u32, BTreeSet<u32>>,
    callers: BTreeMap<u32, BTreeSet<u32>>,
}

impl CallGraph {
    pub fn new(edges: impl IntoIterator<Item = (u32, u32)>) -> CallGraph {
        let mut g = CallGraph::default();
        for (a, b) in edges {
            g.callees.entry(a).or_default().insert(b);
            g.callers.entry(b).or_default().insert(a);
        }
        g
    }

    pub fn callees(&self, f: u32) -> impl Iterator<Item = u32> + '_ {
        self.callees.get(&f).into_iter().flatten().copied()
    }

    pub fn callers(&self, f: u32) -> impl Iterator<Item = u32> + '_ {
        self.callers.get(&f).into_iter().flatten().copied()
    }

    /// Everything a function calls, directly or not. Itself only if it is in a cycle.
    pub fn successors(&self, f: u32) -> BTreeSet<u32> {
        closure(&self.callees, f)
    }

    /// Everything that calls a function, directly or not.
    pub fn predecessors(&self, f: u32) -> BTreeSet<u32> {
        closure(&self.callers, f)
    }
}

fn closure(next: &BTreeMap<u32, BTreeSet<u32>>, from: u32) -> BTreeSet<u32> {
    let mut seen = BTreeSet::new();
    let mut queue = vec![from];
    while let Some(f) = queue.pop() {
        queue.extend(next.get(&f).into_iter().flatten().copied().filter(|g| seen.insert(*g)));
    }
    seen
}
