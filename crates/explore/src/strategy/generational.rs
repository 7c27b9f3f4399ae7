//! Generational search (SAGE): every open branch of a run is flipped once; the children of runs that covered most new goals
//! go first, among equals the newest run, and along a path from its beginning.

use super::{Feedback, Inbox, Strategy, View};
use crate::tree::Edge;
use std::collections::BinaryHeap;

#[derive(Default)]
pub struct Generational {
    inbox: Inbox,
    /// Gain of the run, the run, how far from the path's end.
    heap: BinaryHeap<(u32, u64, u64, Edge)>,
    run: u64,
    order: u64,
}

impl Generational {
    fn read(&mut self, view: &View, gained: u32) {
        self.run += 1;
        let (run, order) = (self.run, &mut self.order);
        self.inbox.read(view.tree, &mut self.heap, BinaryHeap::clear, |heap, edge| {
            *order += 1;
            heap.push((gained, run, u64::MAX - *order, edge));
        });
    }
}

impl Strategy for Generational {
    fn name(&self) -> &'static str {
        "generational"
    }

    fn pick(&mut self, view: &mut View) -> Option<Edge> {
        self.read(view, 0);
        while let Some(&(_, _, _, edge)) = self.heap.peek() {
            if view.candidate(edge).is_some() {
                return Some(edge);
            }
            self.heap.pop();
        }
        None
    }

    fn learn(&mut self, view: &View, feedback: &Feedback) {
        self.read(view, feedback.gained);
    }
}
