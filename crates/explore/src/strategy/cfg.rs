//! CFG-directed search: over the whole tree, the open branch whose other side is nearest to an uncovered goal.

use super::{Strategy, View};
use crate::tree::Edge;

pub struct Cfg;

impl Strategy for Cfg {
    fn name(&self) -> &'static str {
        "cfg"
    }

    fn pick(&mut self, view: &mut View) -> Option<Edge> {
        let spot = view.spots().min_by_key(|&s| view.distance(s))?;
        // The newest of them: its history is the one that led closest lately.
        Some(view.tree.edge_at(spot, view.tree.spot(spot).len() - 1))
    }
}
