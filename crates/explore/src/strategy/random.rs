//! Random negation: any open branch, all alike.

use super::{Strategy, View};
use crate::tree::{Edge, SpotId};

pub struct Random;

impl Strategy for Random {
    fn name(&self) -> &'static str {
        "random"
    }

    fn pick(&mut self, view: &mut View) -> Option<Edge> {
        weighted(view, |_, _| 1)
    }
}

/// Any useful open edge, each with the weight of its spot.
pub(super) fn weighted(view: &mut View, weight: impl Fn(&View, SpotId) -> usize) -> Option<Edge> {
    let spots: Vec<(SpotId, usize, usize)> =
        view.spots().map(|s| (s, view.tree.spot(s).len(), weight(view, s))).collect();
    let total: usize = spots.iter().map(|s| s.1 * s.2).sum();
    if total == 0 {
        return None;
    }
    let mut n = view.rng.below(total);
    for (spot, len, weight) in spots {
        if n < len * weight {
            return Some(view.tree.edge_at(spot, n / weight));
        }
        n -= len * weight;
    }
    None
}
