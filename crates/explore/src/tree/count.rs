//! Counts of open ways per subtree, and forgetting subtrees that have none.

use super::Tree;
use super::node::{NONE, State};
use crescendo_solver::expr::ExprId;

impl Tree {
    /// Adds to the counts of a node and all above it, and forgets those that are settled.
    pub(super) fn count(&mut self, node: u32, change: i64) {
        let mut at = node;
        while at != NONE {
            let n = &mut self.nodes[at as usize];
            n.open = (n.open as i64 + change) as u32;
            let (parent, slot, open) = (n.parent, n.parent_slot, n.open);
            if open == 0 {
                self.forget(at);
                self.set_way(parent, slot, State::Done);
            }
            at = parent;
        }
    }

    /// Frees a node whose children are all settled.
    pub(super) fn forget(&mut self, node: u32) {
        let n = &mut self.nodes[node as usize];
        n.stamp += 1;
        n.ways.clear();
        n.values = Vec::new();
        n.term = ExprId::NONE;
        n.input = Default::default();
        self.free.push(node);
    }

    /// Takes one off the counts above a node, without forgetting anything: the run that is being added stands there.
    pub(super) fn uncounted(&mut self, node: u32) {
        let mut at = self.nodes[node as usize].parent;
        while at != NONE {
            self.nodes[at as usize].open -= 1;
            at = self.nodes[at as usize].parent;
        }
    }

    /// Brings the counts up to date after a run: `last` is the node it left the tree from.
    pub(super) fn settle(&mut self, last: u32, fresh: &[u32], replaced_open: bool, seen_values: &[u32]) {
        // New nodes form one chain: count from its end, and forget what is settled.
        let mut below = 0;
        for &node in fresh.iter().rev() {
            let own = self.nodes[node as usize].ways.iter().filter(|w| matches!(w, State::Open { .. })).count() as u32;
            below += own;
            self.nodes[node as usize].open = below;
            if below == 0 {
                let (parent, slot) = (self.nodes[node as usize].parent, self.nodes[node as usize].parent_slot);
                self.forget(node);
                self.set_way(parent, slot, State::Done);
            }
        }
        let old = fresh.first().map_or(last, |&f| self.nodes[f as usize].parent);
        for &node in seen_values {
            self.adjust(node, -1);
        }
        self.adjust(old, below as i64 - replaced_open as i64);
        // Bottom up, what has become settled goes.
        let mut at = old;
        while at != NONE {
            let (parent, slot, open) = {
                let n = &self.nodes[at as usize];
                (n.parent, n.parent_slot, n.open)
            };
            if open == 0 {
                self.forget(at);
                self.set_way(parent, slot, State::Done);
            }
            at = parent;
        }
    }

    pub(super) fn adjust(&mut self, node: u32, change: i64) {
        let mut at = node;
        while at != NONE {
            let n = &mut self.nodes[at as usize];
            n.open = (n.open as i64 + change) as u32;
            at = n.parent;
        }
    }
}
