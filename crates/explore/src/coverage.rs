//! Which goals were hit: a bit map. A placeholder with the calls of the machine's own, until that one is merged.

use crescendo_program::cover::GoalId;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Coverage {
    bits: Vec<u64>,
}

impl Coverage {
    pub fn new(goals: u32) -> Coverage {
        Coverage { bits: vec![0; (goals as usize).div_ceil(64)] }
    }

    pub fn hit(&mut self, goal: GoalId) {
        let word = goal.0 as usize / 64;
        if self.bits.len() <= word {
            self.bits.resize(word + 1, 0);
        }
        self.bits[word] |= 1 << (goal.0 % 64);
    }

    pub fn is_hit(&self, goal: GoalId) -> bool {
        self.bits.get(goal.0 as usize / 64).is_some_and(|w| w >> (goal.0 % 64) & 1 != 0)
    }

    /// What `run` hits and this does not, in order.
    pub fn newly(&self, run: &Coverage) -> Vec<GoalId> {
        let mut new = Vec::new();
        for (i, &word) in run.bits.iter().enumerate() {
            let mut fresh = word & !self.bits.get(i).copied().unwrap_or(0);
            while fresh != 0 {
                new.push(GoalId(i as u32 * 64 + fresh.trailing_zeros()));
                fresh &= fresh - 1;
            }
        }
        new
    }

    pub fn merge(&mut self, run: &Coverage) {
        if self.bits.len() < run.bits.len() {
            self.bits.resize(run.bits.len(), 0);
        }
        for (mine, theirs) in self.bits.iter_mut().zip(&run.bits) {
            *mine |= theirs;
        }
    }

    pub fn count(&self) -> u32 {
        self.bits.iter().map(|w| w.count_ones()).sum()
    }
}
