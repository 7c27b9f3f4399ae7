//! SmartUnit's flood search. Edges whose outcome no run has taken wait in `open`, the others in `close`; open ones are tried
//! in order. When none is left, `close` is discharged into it, those with the shortest way to the exit first.

use super::{Inbox, Strategy, View};
use crate::tree::Edge;
use std::collections::VecDeque;

#[derive(Default)]
pub struct Flood {
    inbox: Inbox,
    open: VecDeque<Edge>,
    close: Vec<Edge>,
    /// What is left of the last discharge; visited or not, it is tried.
    discharged: VecDeque<Edge>,
}

impl Strategy for Flood {
    fn name(&self) -> &'static str {
        "flood"
    }

    fn pick(&mut self, view: &mut View) -> Option<Edge> {
        let mut lists = (std::mem::take(&mut self.open), std::mem::take(&mut self.close));
        self.inbox.read(
            view.tree,
            &mut lists,
            |l| {
                l.0.clear();
                l.1.clear();
            },
            |l, e| l.0.push_back(e),
        );
        (self.open, self.close) = lists;
        while let Some(edge) = self.open.pop_front() {
            let Some(spot) = view.candidate(edge) else { continue };
            if view.tree.spot(spot).goal.is_some_and(|g| view.guide.wants(g)) {
                return Some(edge);
            }
            self.close.push(edge);
        }
        if self.discharged.is_empty() {
            let mut close = std::mem::take(&mut self.close);
            close.retain(|&e| view.candidate(e).is_some());
            close.sort_by_key(|&e| view.tree.spot_of(e).map(|s| view.guide.to_exit(view.tree.spot(s))));
            self.discharged = close.into();
        }
        while let Some(edge) = self.discharged.pop_front() {
            if view.candidate(edge).is_some() {
                return Some(edge);
            }
        }
        None
    }
}
