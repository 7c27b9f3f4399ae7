//! A query compiled for trying values: an assignment, the value of every step under it, and what a change of some
//! variables would do.

use crate::expr::{Assignment, ExprId, Kind, Pool, Program, Scratch, Step, VarId};
use crescendo_number::wide::{self, Words};
use smallvec::SmallVec;

/// A variable, by its step, and a value for it.
pub type Change = (u32, u128);

/// Values as they were.
pub type Old = SmallVec<[(VarId, Words); 2]>;

#[derive(Default)]
pub struct Trial {
    pub program: Program,
    /// Which variables a step depends on: one bit each, shared from the 65th on.
    pub masks: Vec<u64>,
    /// Values under `at`.
    pub base: Scratch,
    work: Scratch,
    /// The variables that `work` differs in from `base`, if it is of use again.
    worked: u64,
    pub at: Assignment,
    /// Steps of the variables.
    pub variables: Vec<u32>,
    /// Steps computed so far: the measure of work.
    pub work_done: u64,
}

impl Trial {
    /// Compiles a query with its last constraint first: it is the one that most values fail.
    pub fn start(&mut self, pool: &Pool, constraints: &[ExprId], hint: &Assignment) {
        self.program.clear();
        for &c in constraints.iter().rev().take(1).chain(&constraints[..constraints.len().saturating_sub(1)]) {
            self.program.push(pool, c);
        }
        self.at.clone_from(hint);
        self.masks.clear();
        self.variables.clear();
        for (i, s) in self.program.steps().iter().enumerate() {
            let mask = match s.node.kind {
                Kind::Var => {
                    self.variables.push(i as u32);
                    1 << ((self.variables.len() - 1) % 64)
                }
                _ => match s.node.operands().count() {
                    0 => 0,
                    1 => self.masks[s.a as usize],
                    2 => self.masks[s.a as usize] | self.masks[s.b as usize],
                    _ => self.masks[s.a as usize] | self.masks[s.b as usize] | self.masks[s.c as usize],
                },
            };
            self.masks.push(mask);
        }
        self.program.evaluate(&self.at, &mut self.base);
        self.worked = 0;
        self.work_done = self.program.len() as u64;
    }

    #[inline]
    pub fn step(&self, at: u32) -> &Step {
        &self.program.steps()[at as usize]
    }

    /// Bits of a step's value; 0 for arrays.
    #[inline]
    pub fn width(&self, at: u32) -> u32 {
        let n = &self.step(at).node;
        match n.width {
            0 if n.kind.is_float() => n.format().bits(),
            w => w as u32,
        }
    }

    /// Depends on a variable.
    #[inline]
    pub fn open(&self, at: u32) -> bool {
        self.masks[at as usize] != 0
    }

    /// A step's value, at most 128 bits of it.
    #[inline]
    pub fn value(&self, at: u32) -> u128 {
        if self.step(at).small {
            self.base.word(at) as u128
        } else {
            wide::to_u128(&self.program.words(at, &self.base))
        }
    }

    pub fn holds(&self, root: usize) -> bool {
        self.base.word(self.program.roots()[root]) != 0
    }

    pub fn first_false(&self) -> Option<usize> {
        (0..self.program.roots().len()).find(|r| !self.holds(*r))
    }

    fn variable(&self, step: u32) -> VarId {
        VarId(self.step(step).node.a)
    }

    fn set(&mut self, step: u32, value: u128) {
        let v = self.variable(step);
        match self.width(step) {
            0..=64 => self.at.set(v, value as u64),
            _ => self.at.set_words(v, &wide::from_u128(value)),
        }
    }

    fn changed_mask(&self, changes: &[Change]) -> u64 {
        changes.iter().fold(0, |m, c| m | self.masks[c.0 as usize])
    }

    /// Makes `work` ready for a change: what depends on the same variables as last time is computed again anyway.
    fn prepare(&mut self, changed: u64) {
        if self.worked != changed {
            self.program.copy_values(&self.base, &mut self.work);
            self.worked = changed;
        }
        self.work_done += self.program.len() as u64 / 4 + 4;
    }

    fn apply(&mut self, changes: &[Change]) -> Old {
        let mut old = Old::new();
        for &(step, value) in changes {
            let v = self.variable(step);
            old.push((v, self.at.get_words(v, self.width(step))));
            self.set(step, value);
        }
        old
    }

    fn undo(&mut self, old: Old) {
        for (v, words) in old.into_iter().rev() {
            self.at.set_words(v, &words);
        }
    }

    /// Whether all constraints hold with the changes. If so they stay, else everything is as before; says which root
    /// failed.
    pub fn attempt(&mut self, changes: &[Change]) -> Result<(), usize> {
        let old = self.apply(changes);
        let changed = self.changed_mask(changes);
        self.prepare(changed);
        match self.program.update(changed, &self.masks, &self.at, &mut self.work) {
            None => {
                std::mem::swap(&mut self.base, &mut self.work);
                self.worked = 0;
                Ok(())
            }
            Some(root) => {
                self.undo(old);
                Err(root)
            }
        }
    }

    /// How many constraints would not hold with the changes.
    pub fn count(&mut self, changes: &[Change]) -> usize {
        let old = self.apply(changes);
        let changed = self.changed_mask(changes);
        self.prepare(changed);
        let n = self.program.update_all(changed, &self.masks, &self.at, &mut self.work);
        self.undo(old);
        n
    }

    /// Makes the changes, good or bad.
    pub fn commit(&mut self, changes: &[Change]) {
        self.apply(changes);
        let changed = self.changed_mask(changes);
        self.worked = 0;
        self.work_done += self.program.len() as u64;
        self.program.update_all(changed, &self.masks, &self.at, &mut self.base);
    }

    /// Begins to set these variables one by one; gives their values for `end_search`.
    pub fn begin_search(&mut self, variables: &[u32]) -> Old {
        self.program.copy_values(&self.base, &mut self.work);
        self.worked = 0;
        let old = |v: &u32| (self.variable(*v), self.at.get_words(self.variable(*v), self.width(*v)));
        variables.iter().map(old).collect()
    }

    /// Sets a variable and computes some steps, until one is 0 that must hold.
    pub fn set_and_check(&mut self, change: Change, steps: &[(u32, bool)]) -> bool {
        self.set(change.0, change.1);
        for (i, &(at, must_hold)) in steps.iter().enumerate() {
            self.program.run_step(at as usize, &self.at, &mut self.work);
            if must_hold && self.work.word(at) == 0 {
                self.work_done += i as u64 + 1;
                return false;
            }
        }
        self.work_done += steps.len() as u64 + 1;
        true
    }

    /// Keeps what a search has set, or puts back what was there.
    pub fn end_search(&mut self, old: Option<Old>) {
        match old {
            None => std::mem::swap(&mut self.base, &mut self.work),
            Some(old) => self.undo(old),
        }
    }

    /// The values of one variable for which roots about only that variable hold. Says of each other value which root
    /// rejected it.
    pub fn values_that_hold(
        &mut self,
        v: u32,
        roots: &[usize],
        values: impl Iterator<Item = u64>,
        mut rejected: impl FnMut(usize),
    ) -> Vec<u64> {
        let mask = self.masks[v as usize];
        let var = self.variable(v);
        let was = self.at.get(var);
        self.program.copy_values(&self.base, &mut self.work);
        self.worked = 0;
        let steps: Vec<u32> = (0..self.masks.len() as u32).filter(|s| self.masks[*s as usize] == mask).collect();
        let mut good = Vec::new();
        for x in values {
            self.at.set(var, x);
            self.program.run_steps(&steps, &self.at, &mut self.work);
            match roots.iter().find(|r| self.work.word(self.program.roots()[**r]) == 0) {
                None => good.push(x),
                Some(r) => rejected(*r),
            }
        }
        self.work_done += (steps.len() as u64) << 6;
        self.at.set(var, was);
        good
    }
}
