//! What runs have covered: a bit per goal, and the vectors of decisions with several conditions.
//!
//! A `Coverage` is plain data that can be merged over runs. A `Recorder` fills one during a run: it also follows the
//! decisions under way. They are kept per frame, and a frame is known by its number, which is never used twice: so calls,
//! recursion, `longjmp` and `exit` out of the middle need no notice. A decision that is left half-way is forgotten when
//! it starts again or its frame ends; conditions that come out of order (a jump into the middle) are not recorded.

use crescendo_program::cover::{CoverMap, DecisionId, GoalId, Next, SiteId};
use std::collections::BTreeSet;

/// One evaluation of a decision: which conditions were looked at, what they were, what came out. Bit `i` is condition `i`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Vector {
    pub decision: DecisionId,
    pub evaluated: u64,
    pub values: u64,
    pub result: bool,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Coverage {
    bits: Vec<u64>,
    vectors: BTreeSet<Vector>,
}

impl Coverage {
    pub fn new(goals: u32) -> Coverage {
        Coverage { bits: vec![0; goals.div_ceil(64) as usize], vectors: BTreeSet::new() }
    }

    /// Notes a goal; whether it is new.
    #[inline]
    pub fn hit(&mut self, goal: GoalId) -> bool {
        let (word, bit) = (goal.0 as usize / 64, 1 << (goal.0 % 64));
        if word >= self.bits.len() {
            self.bits.resize(word + 1, 0);
        }
        let new = self.bits[word] & bit == 0;
        self.bits[word] |= bit;
        new
    }

    #[inline]
    pub fn is_hit(&self, goal: GoalId) -> bool {
        self.bits.get(goal.0 as usize / 64).is_some_and(|w| w >> (goal.0 % 64) & 1 != 0)
    }

    /// Whether the vector is new.
    pub fn add_vector(&mut self, v: Vector) -> bool {
        self.vectors.insert(v)
    }

    /// The vectors of a decision, in order.
    pub fn vectors(&self, decision: DecisionId) -> impl Iterator<Item = &Vector> {
        let at = |decision, values, result| Vector { decision, evaluated: values, values, result };
        self.vectors.range(at(decision, 0, false)..=at(decision, u64::MAX, true))
    }

    /// Takes over what another one has; whether anything was new.
    pub fn merge(&mut self, other: &Coverage) -> bool {
        let mut new = false;
        if self.bits.len() < other.bits.len() {
            self.bits.resize(other.bits.len(), 0);
        }
        for (mine, theirs) in self.bits.iter_mut().zip(&other.bits) {
            new |= theirs & !*mine != 0;
            *mine |= theirs;
        }
        for v in &other.vectors {
            new |= self.vectors.insert(*v);
        }
        new
    }

    /// The goals that `run` hits and this does not, ascending.
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

    /// The vectors that `run` has and this has not, ascending.
    pub fn new_vectors<'a>(&'a self, run: &'a Coverage) -> impl Iterator<Item = &'a Vector> + 'a {
        run.vectors.difference(&self.vectors)
    }

    /// The goals hit, ascending.
    pub fn goals(&self) -> impl Iterator<Item = GoalId> + '_ {
        let words = self.bits.iter().enumerate().filter(|(_, w)| **w != 0);
        words.flat_map(|(i, w)| (0..64).filter(move |b| w >> b & 1 != 0).map(move |b| GoalId(i as u32 * 64 + b)))
    }

    pub fn all_vectors(&self) -> impl Iterator<Item = &Vector> {
        self.vectors.iter()
    }

    pub fn is_empty(&self) -> bool {
        self.bits.iter().all(|w| *w == 0)
    }

    pub fn count(&self) -> u32 {
        self.bits.iter().map(|w| w.count_ones()).sum()
    }

    /// Forgets everything, keeping its room.
    pub fn clear(&mut self) {
        self.bits.fill(0);
        self.vectors.clear();
    }
}

/// Decisions under way in one frame.
#[derive(Clone, Debug, Default)]
pub struct DecisionTracker {
    depth: usize,
    frame: u64,
    open: Vec<Open>,
}

#[derive(Clone, Copy, Debug)]
struct Open {
    decision: DecisionId,
    expected: u16,
    evaluated: u64,
    values: u64,
}

impl DecisionTracker {
    /// A condition was evaluated; gives the vector when that ends its decision. For decisions of several conditions.
    pub fn outcome(&mut self, map: &CoverMap, decision: DecisionId, condition: u16, value: bool) -> Option<Vector> {
        let at = self.open.iter().position(|o| o.decision == decision);
        let at = match at {
            Some(at) if condition == 0 => {
                self.open[at] = Open { decision, expected: 0, evaluated: 0, values: 0 };
                at
            }
            Some(at) => at,
            None if condition == 0 => {
                self.open.push(Open { decision, expected: 0, evaluated: 0, values: 0 });
                self.open.len() - 1
            }
            None => return None,
        };
        let open = &mut self.open[at];
        if open.expected != condition {
            self.open.swap_remove(at);
            return None;
        }
        open.evaluated |= 1 << condition;
        open.values |= (value as u64) << condition;
        match map.decision(decision).next[condition as usize][value as usize] {
            Next::Condition(next) => {
                open.expected = next;
                None
            }
            Next::Done(result) => {
                let Open { evaluated, values, .. } = self.open.swap_remove(at);
                Some(Vector { decision, evaluated, values, result })
            }
        }
    }
}

/// Records the coverage of a run.
#[derive(Clone, Debug, Default)]
pub struct Recorder {
    pub coverage: Coverage,
    /// Of active frames that have evaluated a condition of a larger decision; deeper ones later.
    trackers: Vec<DecisionTracker>,
}

impl Recorder {
    pub fn new(map: &CoverMap) -> Recorder {
        Recorder { coverage: Coverage::new(map.goals), trackers: Vec::new() }
    }

    /// Straight-line code begins.
    #[inline]
    pub fn mark(&mut self, goal: u32) -> bool {
        self.coverage.hit(GoalId(goal))
    }

    /// A two-way site had an outcome. `depth` counts the active frames, `frame` is the number of the innermost.
    #[inline]
    pub fn outcome(&mut self, map: &CoverMap, depth: usize, frame: u64, site: SiteId, value: bool) -> bool {
        let s = map.site(site);
        let new = self.coverage.hit(s.goal(value as u32));
        match s.decision {
            Some((d, i)) if map.decision(d).conditions.len() > 1 => {
                self.follow(map, depth, frame, (d, i), value) || new
            }
            _ => new,
        }
    }

    fn follow(&mut self, map: &CoverMap, depth: usize, frame: u64, at: (DecisionId, u16), value: bool) -> bool {
        // Deeper frames, and another one at this depth, have ended.
        while self.trackers.last().is_some_and(|t| t.depth > depth || t.depth == depth && t.frame != frame) {
            self.trackers.pop();
        }
        if self.trackers.last().is_none_or(|t| t.depth != depth) {
            self.trackers.push(DecisionTracker { depth, frame, open: Vec::new() });
        }
        let tracker = self.trackers.last_mut().expect("just made");
        match tracker.outcome(map, at.0, at.1, value) {
            Some(v) => self.coverage.add_vector(v),
            None => false,
        }
    }

    /// A switch or computed goto had an outcome.
    #[inline]
    pub fn choice(&mut self, map: &CoverMap, site: SiteId, outcome: u32) -> bool {
        self.coverage.hit(map.site(site).goal(outcome))
    }

    /// A comparison saw these values, as the source has them left and right.
    #[inline]
    pub fn compared(&mut self, map: &CoverMap, site: SiteId, left: u64, right: u64) -> bool {
        let goal = map.site(site).boundary.as_ref().and_then(|b| b.goal(left, right));
        goal.is_some_and(|g| self.coverage.hit(g))
    }

    /// A new run begins: what is covered stays.
    pub fn restart(&mut self) {
        self.trackers.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crescendo_program::cover::{Decision, Next};
    use crescendo_program::source::PosId;
    use crescendo_program::symbol::FunctionId;

    /// `a && b`.
    fn map() -> CoverMap {
        let next = vec![[Next::Done(false), Next::Condition(1)], [Next::Done(false), Next::Done(true)]];
        let conditions = vec![SiteId(0), SiteId(1)];
        let decision = Decision { function: FunctionId(0), position: PosId::NONE, conditions, next };
        CoverMap { decisions: vec![decision], ..CoverMap::default() }
    }

    fn vector(evaluated: u64, values: u64, result: bool) -> Vector {
        Vector { decision: DecisionId(0), evaluated, values, result }
    }

    #[test]
    fn vectors_of_an_and() {
        let (map, d) = (map(), DecisionId(0));
        let mut t = DecisionTracker::default();
        assert_eq!(t.outcome(&map, d, 0, false), Some(vector(1, 0, false)));
        assert_eq!(t.outcome(&map, d, 0, true), None);
        assert_eq!(t.outcome(&map, d, 1, true), Some(vector(3, 3, true)));
        // Left half-way and started again; then a jump into the middle.
        assert_eq!(t.outcome(&map, d, 0, true), None);
        assert_eq!(t.outcome(&map, d, 0, false), Some(vector(1, 0, false)));
        assert_eq!(t.outcome(&map, d, 1, true), None);
    }

    #[test]
    fn frames_do_not_mix() {
        let map = map();
        let mut r = Recorder::new(&map);
        let at = |i| (DecisionId(0), i);
        assert!(!r.follow(&map, 1, 1, at(0), true));
        // A recursive call evaluates the same decision, and another one is left by longjmp.
        assert!(r.follow(&map, 2, 2, at(0), false));
        assert!(!r.follow(&map, 2, 3, at(0), true));
        assert!(r.follow(&map, 1, 1, at(1), false));
        assert!(!r.follow(&map, 2, 4, at(1), true));
        let seen: Vec<_> = r.coverage.vectors(DecisionId(0)).copied().collect();
        assert_eq!(seen, [vector(1, 0, false), vector(3, 1, false)]);
    }

    #[test]
    fn merging() {
        let (mut a, mut b) = (Coverage::default(), Coverage::default());
        assert!(a.hit(GoalId(3)) && !a.hit(GoalId(3)));
        b.hit(GoalId(3));
        b.hit(GoalId(130));
        assert_eq!(a.newly(&b), [GoalId(130)]);
        assert!(a.merge(&b) && !a.merge(&b));
        assert_eq!(a.count(), 2);
    }
}
