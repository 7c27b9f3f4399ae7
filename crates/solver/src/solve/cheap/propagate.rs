//! Propagation of domains: what the constraints together say about every term, forwards from operands to results and
//! backwards from results to operands, until nothing changes or a term has no value left.
//!
//! Everything derived carries the constraints it comes from, so a contradiction names its core. Soundness: each
//! derivation may only leave out values that the term cannot have in any model of those constraints.

use super::backward::backward;
use super::domain::Domain;
use super::forward::forward;
use super::trial::Trial;
use crate::expr::Kind;

const MAX_ROUNDS: u32 = 6;
/// Larger cores are left as they are.
const MAX_MINIMISED: u32 = 12;

/// A set of roots of the program; from the 129th on several share a bit, which only makes cores larger.
pub type Reasons = u128;

#[derive(Default)]
pub struct Domains {
    /// By step; none for floats, arrays and wide numbers.
    pub of: Vec<Option<Domain>>,
    pub why: Vec<Reasons>,
    changed: bool,
}

/// Knowledge from elsewhere.
pub struct Given {
    pub step: u32,
    pub domain: Domain,
    pub why: Reasons,
}

/// A term has no value left.
pub struct Conflict(pub Reasons);

pub fn reason(root: usize) -> Reasons {
    1 << (root % 128)
}

impl Domains {
    /// As `propagate`, and of a contradiction only what is needed for it.
    pub fn propagate_minimal(&mut self, t: &Trial, given: &[Given]) -> Result<(), Conflict> {
        let Err(Conflict(mut core)) = self.propagate(t, given, Reasons::MAX) else { return Ok(()) };
        if core.count_ones() <= MAX_MINIMISED {
            // From the oldest constraint on: cores of recent ones are more likely to come again.
            for root in (0..128).rev().filter(|r| core & reason(*r) != 0).collect::<Vec<_>>() {
                if let Err(Conflict(smaller)) = self.propagate(t, given, core & !reason(root)) {
                    core = smaller;
                }
            }
        }
        Err(Conflict(core))
    }

    /// Derives what it can for all roots of a set being true, and what is given.
    fn propagate(&mut self, t: &Trial, given: &[Given], roots: Reasons) -> Result<(), Conflict> {
        let steps = t.program.steps();
        self.of.clear();
        self.why.clear();
        self.why.resize(steps.len(), 0);
        for s in steps {
            let known = (1..=64).contains(&s.node.width);
            self.of.push(known.then(|| match s.node.kind {
                Kind::Const => Domain::single(s.node.value(), s.node.width as u32),
                _ => Domain::full(s.node.width as u32),
            }));
        }
        for g in given.iter().filter(|g| g.why & !roots == 0) {
            self.narrow(g.step, Some(g.domain), g.why)?;
        }
        for (i, &root) in t.program.roots().iter().enumerate().filter(|(i, _)| roots & reason(*i) != 0) {
            self.narrow(root, Some(Domain::single(1, 1)), reason(i))?;
        }
        for _ in 0..MAX_ROUNDS {
            self.changed = false;
            for i in 0..steps.len() as u32 {
                let s = t.step(i);
                if self.of[i as usize].is_some() && t.open(i) && s.node.kind != Kind::Var {
                    let (d, why) = forward(self, t, s);
                    self.narrow(i, d, why)?;
                }
            }
            for i in (0..steps.len() as u32).rev() {
                if t.open(i) && self.of[i as usize].is_some_and(|d| !d.is_full() || d.width == 1) {
                    backward(self, t, i)?;
                }
            }
            if !self.changed {
                break;
            }
        }
        Ok(())
    }

    pub fn get(&self, at: u32) -> Option<Domain> {
        self.of[at as usize]
    }

    pub fn reasons(&self, at: u32) -> Reasons {
        self.why[at as usize]
    }

    /// Adds knowledge about a step.
    pub fn narrow(&mut self, at: u32, with: Option<Domain>, why: Reasons) -> Result<(), Conflict> {
        let (Some(with), Some(now)) = (with, self.of[at as usize]) else { return Ok(()) };
        match now.meet(&with) {
            None => Err(Conflict(why | self.why[at as usize])),
            Some(d) => {
                self.replace(at, now, d, why);
                Ok(())
            }
        }
    }

    /// A step is not that number.
    pub fn exclude(&mut self, at: u32, v: u64, why: Reasons) -> Result<(), Conflict> {
        let Some(now) = self.of[at as usize] else { return Ok(()) };
        match now.without(v) {
            None => Err(Conflict(why | self.why[at as usize])),
            Some(d) => {
                self.replace(at, now, d, why);
                Ok(())
            }
        }
    }

    fn replace(&mut self, at: u32, old: Domain, new: Domain, why: Reasons) {
        if new != old && new.size() <= old.size() {
            self.of[at as usize] = Some(new);
            self.why[at as usize] |= why;
            self.changed = true;
        }
    }
}
