//! The default. First it takes edges that are themselves an uncovered goal; where there are none, or those keep failing, a
//! share goes to each of the other strategies by what it gained for its effort lately, and every fourth pick explores.
//!
//! Loops (CROWN2's WDFS): a spot that was tried without gain counts as further away each time, and of a spot's edges those
//! of early iterations go first, so no site is flipped again and again while others are open.

use super::{Feedback, Strategy, View, cfds, cfg, cgs, dfs, flood, generational, weighted_random};
use crate::tree::{Edge, SpotId};

pub struct Adaptive {
    arms: Vec<Arm>,
    /// Who made the last pick.
    active: Option<usize>,
    /// By spot: tries since it last gained something.
    stale: Vec<u32>,
    picks: u64,
    /// Picks since something was gained.
    dry: u32,
}

struct Arm {
    strategy: Box<dyn Strategy>,
    /// Of late, in thousandths.
    gain: u64,
    cost: u64,
}

/// Picks without gain before other arms than the best one are tried, and then how often.
const DRY: u32 = 16;
const EXPLORE: u64 = 2;
/// Our own choice, among the arms.
const NEAR: usize = 1;
/// Direct tries at a goal without success before the others get their share.
const PATIENCE: u32 = 6;

impl Default for Adaptive {
    fn default() -> Self {
        let strategies: Vec<Box<dyn Strategy>> = vec![
            Box::new(cfg::Cfg),
            Box::new(Near),
            Box::new(generational::Generational::default()),
            Box::new(cgs::Cgs::default()),
            Box::new(weighted_random::WeightedRandom),
            Box::new(cfds::Cfds),
            Box::new(flood::Flood::default()),
            Box::new(dfs::Dfs::default()),
        ];
        let arms = strategies.into_iter().map(|strategy| Arm { strategy, gain: 1000, cost: 1000 }).collect();
        Adaptive { arms, active: None, stale: Vec::new(), picks: 0, dry: 0 }
    }
}

impl Adaptive {
    fn stale(&self, spot: SpotId) -> u32 {
        self.stale.get(spot.0 as usize).copied().unwrap_or(0)
    }

    fn choose(&mut self) -> usize {
        if self.dry >= DRY && self.picks.is_multiple_of(EXPLORE) {
            return (self.picks / EXPLORE) as usize % self.arms.len();
        }
        let worth = |a: &Arm| a.gain * 1000 / a.cost.max(1);
        (0..self.arms.len()).rev().max_by_key(|&i| worth(&self.arms[i])).unwrap_or(0)
    }

    /// The nearest spot, further away the more it disappointed.
    fn near(&self, view: &View, direct: bool) -> Option<SpotId> {
        let spots = view.spots().filter(|&s| !direct || view.distance(s) == 0 && self.stale(s) < PATIENCE);
        spots.min_by_key(|&s| view.distance(s).saturating_mul(2).saturating_add(3 * (self.stale(s) + 1).ilog2()))
    }
}

impl Strategy for Adaptive {
    fn name(&self) -> &'static str {
        "adaptive"
    }

    fn pick(&mut self, view: &mut View) -> Option<Edge> {
        self.active = None;
        if let Some(spot) = self.near(view, true) {
            return Some(among(view, spot, self.stale(spot)));
        }
        self.picks += 1;
        let first = self.choose();
        for i in 0..self.arms.len() {
            let arm = (first + i) % self.arms.len();
            self.active = Some(arm);
            // This arm needs what only we know.
            let edge = match arm {
                NEAR => self.near(view, false).map(|s| among(view, s, self.stale(s))),
                _ => self.arms[arm].strategy.pick(view),
            };
            if edge.is_some() {
                return edge;
            }
        }
        None
    }

    fn learn(&mut self, view: &View, feedback: &Feedback) {
        let spot = feedback.spot.0 as usize;
        if self.stale.len() <= spot {
            self.stale.resize(spot + 1, 0);
        }
        self.stale[spot] = if feedback.gained > 0 { 0 } else { self.stale[spot] + 1 };
        self.dry = if feedback.gained > 0 { 0 } else { self.dry + 1 };
        if let Some(active) = self.active.take() {
            let arm = &mut self.arms[active];
            arm.gain = arm.gain * 15 / 16 + feedback.gained as u64 * 1000;
            arm.cost = arm.cost * 15 / 16 + feedback.cost * 1000;
        }
        for arm in &mut self.arms {
            arm.strategy.learn(view, feedback);
        }
    }
}

/// One of a spot's edges: in turns the newest, whose history led closest lately, and one of an early iteration; sometimes any.
fn among(view: &mut View, spot: SpotId, tries: u32) -> Edge {
    let len = view.tree.spot(spot).len();
    let any = view.tree.edge_at(spot, view.rng.below(len));
    match tries % 4 {
        0..=1 => return view.tree.edge_at(spot, len - 1),
        3 => return any,
        _ => {}
    }
    let few = (0..len.min(16)).map(|i| if len <= 16 { i } else { view.rng.below(len) }).collect::<Vec<_>>();
    let edges = few.into_iter().map(|i| view.tree.edge_at(spot, i));
    edges.min_by_key(|&e| view.tree.node(e).map(|n| (n.iteration, n.depth))).unwrap_or(any)
}

/// Stands for our own choice among the arms.
struct Near;

impl Strategy for Near {
    fn name(&self) -> &'static str {
        "near"
    }

    fn pick(&mut self, _view: &mut View) -> Option<Edge> {
        None
    }
}
