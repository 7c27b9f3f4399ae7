//! FOCAL's random search: branches of the function under test count four times.

use super::{Strategy, View, random};
use crate::tree::Edge;

pub struct WeightedRandom;

const OWN: usize = 4;

impl Strategy for WeightedRandom {
    fn name(&self) -> &'static str {
        "weighted-random"
    }

    fn pick(&mut self, view: &mut View) -> Option<Edge> {
        random::weighted(view, |view, spot| if view.tree.spot(spot).function == view.own { OWN } else { 1 })
    }
}
