//! Depth-first search: the deepest open branch of the newest path, as CROWN's default does. Complete, and quick to exhaust
//! a small tree; in a loop it stays in the loop.

use super::{Inbox, Strategy, View};
use crate::tree::Edge;

#[derive(Default)]
pub struct Dfs {
    inbox: Inbox,
    stack: Vec<Edge>,
}

impl Strategy for Dfs {
    fn name(&self) -> &'static str {
        "dfs"
    }

    fn pick(&mut self, view: &mut View) -> Option<Edge> {
        // Edges are logged in path order, so the last one is the deepest of the newest run.
        self.inbox.read(view.tree, &mut self.stack, Vec::clear, Vec::push);
        while let Some(&edge) = self.stack.last() {
            if view.candidate(edge).is_some() {
                return Some(edge);
            }
            self.stack.pop();
        }
        None
    }
}
