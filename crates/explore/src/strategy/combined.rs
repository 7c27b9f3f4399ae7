//! CROWN2's combined strategy: DFS, reverse DFS, random and CFG share the budget. The paper gives each a quarter of the time;
//! we count picks, so that a run can be repeated: slices of 64 that double each round. An exhausted tree ends it early.

use super::{Strategy, View, cfg::Cfg, dfs::Dfs, random::Random, reverse_dfs::ReverseDfs};
use crate::tree::Edge;

pub struct Combined {
    parts: [Box<dyn Strategy>; 4],
    active: usize,
    left: u32,
    slice: u32,
}

const FIRST_SLICE: u32 = 64;

impl Default for Combined {
    fn default() -> Self {
        let parts: [Box<dyn Strategy>; 4] =
            [Box::new(Dfs::default()), Box::new(ReverseDfs::default()), Box::new(Random), Box::new(Cfg)];
        Combined { parts, active: 0, left: FIRST_SLICE, slice: FIRST_SLICE }
    }
}

impl Strategy for Combined {
    fn name(&self) -> &'static str {
        "combined"
    }

    fn pick(&mut self, view: &mut View) -> Option<Edge> {
        if self.left == 0 {
            self.active = (self.active + 1) % self.parts.len();
            if self.active == 0 {
                self.slice *= 2;
            }
            self.left = self.slice;
        }
        self.left -= 1;
        self.parts[self.active].pick(view)
    }
}
