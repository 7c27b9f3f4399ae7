//! Which of the runs that were found becomes a test next: the one that adds most to what tests cover. So the tests that bring most
//! are made first, should time not be enough for all, and none is made that brings nothing.

use super::Goals;
use crescendo_program::Program;
use crescendo_vm::cover::Coverage;

pub struct Choice<'a> {
    program: &'a Program,
    goals: &'a Goals,
    coverage: &'a [Coverage],
    /// What each run meets by itself.
    met: Vec<Vec<usize>>,
    /// Runs that were not chosen yet.
    left: Vec<usize>,
    /// By goal.
    is_met: Vec<bool>,
    covered: Coverage,
}

impl<'a> Choice<'a> {
    /// Of no runs yet, given what each covers.
    pub fn new(program: &'a Program, goals: &'a Goals, coverage: &'a [Coverage]) -> Choice<'a> {
        let met = coverage.iter().map(|c| goals.met(program, c)).collect();
        let (is_met, covered) = (vec![false; goals.goals.len()], Coverage::new(program.cover.goals));
        Choice { program, goals, coverage, met, left: Vec::new(), is_met, covered }
    }

    /// From now on it is one of these.
    pub fn among(&mut self, runs: Vec<usize>) {
        self.left = runs;
    }

    /// The run that adds most; `None` if none adds anything.
    pub fn next(&mut self) -> Option<usize> {
        let gain = |i: &usize| self.met[*i].iter().filter(|g| !self.is_met[**g]).count();
        // The first of equals: earlier runs are simpler.
        let best = self.left.iter().copied().map(|i| (gain(&i), i)).rev().max_by_key(|(gain, _)| *gain);
        let chosen = best.filter(|(gain, _)| *gain > 0).map(|(_, i)| i).or_else(|| self.together())?;
        self.left.retain(|i| *i != chosen);
        Some(chosen)
    }

    /// A run that meets something only together with others: another way to evaluate a decision.
    fn together(&self) -> Option<usize> {
        let now = self.goals.met(self.program, &self.covered).len();
        self.left.iter().copied().find(|&i| {
            if self.covered.new_vectors(&self.coverage[i]).next().is_none() {
                return false;
            }
            let mut more = self.covered.clone();
            more.merge(&self.coverage[i]);
            self.goals.met(self.program, &more).len() > now || self.opens_a_pair(i)
        })
    }

    /// Whether a run evaluates an open decision in a way that no test does: its other half may follow.
    fn opens_a_pair(&self, run: usize) -> bool {
        self.covered
            .new_vectors(&self.coverage[run])
            .any(|v| self.goals.is_open(self.program, &self.covered, v.decision))
    }

    /// A test was made that covers this.
    pub fn took(&mut self, coverage: &Coverage) {
        self.goals.met(self.program, coverage).into_iter().for_each(|g| self.is_met[g] = true);
        self.covered.merge(coverage);
    }
}
