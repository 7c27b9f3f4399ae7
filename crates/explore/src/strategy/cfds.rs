//! Control-flow directed search (ConTest's CFDS): the branch nearest to an uncovered goal, on the current path if it has any
//! left, else in ever wider subtrees around its end.

use super::{Strategy, View};
use crate::tree::Edge;

pub struct Cfds;

/// Nodes looked at in one subtree; wider ones are left to the next round.
const WIDE: usize = 512;

impl Strategy for Cfds {
    fn name(&self) -> &'static str {
        "cfds"
    }

    fn pick(&mut self, view: &mut View) -> Option<Edge> {
        let path = view.tree.last_path();
        // Of equally near ones the deepest: it leaves the current path last.
        let near = path.iter().rev().filter_map(|&at| best_at(view, at)).min_by_key(|b| b.0);
        if let Some((_, edge)) = near {
            return Some(edge);
        }
        let mut at = path.iter().rev().copied().find(|&e| view.tree.node(e).is_some()).or(view.tree.root())?;
        loop {
            if let Some(edge) = best_below(view, at) {
                return Some(edge);
            }
            at = view.tree.above(at)?;
        }
    }
}

fn best_at(view: &View, at: Edge) -> Option<(u32, Edge)> {
    let open = view.tree.open_at(at).filter(|&(_, s)| view.useful(s));
    open.map(|(e, s)| (view.distance(s), e)).min_by_key(|b| b.0)
}

fn best_below(view: &View, at: Edge) -> Option<Edge> {
    let mut best: Option<(u32, Edge)> = None;
    let mut queue = std::collections::VecDeque::from([at]);
    for _ in 0..WIDE {
        let Some(node) = queue.pop_front() else { break };
        if let Some(found) = best_at(view, node)
            && best.is_none_or(|b| found.0 < b.0)
        {
            best = Some(found);
        }
        queue.extend(view.tree.below(node));
    }
    best.map(|b| b.1)
}
