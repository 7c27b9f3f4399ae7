//! Context-guided search: breadth first over the execution tree, skipping a branch when another with the same context (the
//! `k` branches before it) was tried. When all that is left was skipped, contexts grow by one.

use super::{Inbox, Strategy, View};
use crate::tree::Edge;
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};

pub struct Cgs {
    inbox: Inbox,
    /// By depth, then in the order they were opened.
    heap: BinaryHeap<Reverse<(u32, u64, Edge)>>,
    skipped: Vec<Edge>,
    seen: HashSet<u64>,
    k: usize,
    order: u64,
}

impl Default for Cgs {
    fn default() -> Self {
        let (heap, seen) = Default::default();
        Cgs { inbox: Inbox::default(), heap, skipped: Vec::new(), seen, k: 2, order: 0 }
    }
}

const MAX_K: usize = 16;

impl Cgs {
    fn put(&mut self, view: &View, edge: Edge) {
        let Some(node) = view.tree.node(edge) else { return };
        self.order += 1;
        self.heap.push(Reverse((node.depth, self.order, edge)));
    }

    fn context(&self, view: &View, edge: Edge, spot: u32) -> u64 {
        let mut hash = DefaultHasher::new();
        (self.k, spot).hash(&mut hash);
        let mut at = edge;
        let mut left = self.k;
        while left > 0
            && let Some(above) = view.tree.above(at)
        {
            at = above;
            if let Some(site) = view.tree.node(at).and_then(|n| n.what.site()) {
                (site.0, at.slot).hash(&mut hash);
                left -= 1;
            }
        }
        hash.finish()
    }
}

impl Strategy for Cgs {
    fn name(&self) -> &'static str {
        "cgs"
    }

    fn pick(&mut self, view: &mut View) -> Option<Edge> {
        let mut new = Vec::new();
        let mut inbox = std::mem::take(&mut self.inbox);
        inbox.read(
            view.tree,
            self,
            |me| {
                me.heap.clear();
                me.skipped.clear();
            },
            |_, e| new.push(e),
        );
        self.inbox = inbox;
        for edge in new {
            self.put(view, edge);
        }
        loop {
            while let Some(Reverse((_, _, edge))) = self.heap.pop() {
                let Some(spot) = view.candidate(edge) else { continue };
                let context = self.context(view, edge, spot.0);
                if self.k >= MAX_K || self.seen.insert(context) {
                    return Some(edge);
                }
                self.skipped.push(edge);
            }
            if self.skipped.is_empty() {
                return None;
            }
            self.k += 1;
            self.seen.clear();
            for edge in std::mem::take(&mut self.skipped) {
                self.put(view, edge);
            }
        }
    }
}
