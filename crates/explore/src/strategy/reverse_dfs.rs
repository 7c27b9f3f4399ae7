//! Reverse depth-first search: the first open branch of the newest path. Leaves loops at once, so it sees different
//! beginnings early.

use super::{Inbox, Strategy, View};
use crate::tree::Edge;
use std::collections::VecDeque;

#[derive(Default)]
pub struct ReverseDfs {
    inbox: Inbox,
    /// What each run opened, in path order; the newest run is last.
    runs: Vec<VecDeque<Edge>>,
}

impl Strategy for ReverseDfs {
    fn name(&self) -> &'static str {
        "reverse-dfs"
    }

    fn pick(&mut self, view: &mut View) -> Option<Edge> {
        let mut new = VecDeque::new();
        let runs = &mut self.runs;
        self.inbox.read(view.tree, runs, Vec::clear, |_, e| new.push_back(e));
        self.runs.push(new);
        while let Some(run) = self.runs.last_mut() {
            match run.front() {
                Some(&edge) if view.candidate(edge).is_some() => return Some(edge),
                Some(_) => {
                    run.pop_front();
                }
                None => {
                    self.runs.pop();
                }
            }
        }
        None
    }
}
