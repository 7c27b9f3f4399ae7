//! The cheap solver: most flips of a path need no more than a look at the flipped condition.
//!
//! In order: values pushed through the flipped condition (`invert`), comparisons that exclude each other (`order`),
//! domains of all terms, which may contradict each other (`propagate`), values at the ends of the domains, the exact
//! values of bytes (`filter`), all values if they are few (`enumerate`), a short local search (`repair`), and small
//! numbers if the variables are few (`small`). Everything is bounded by counted work. It proposes freely, because a proposal is only believed after evaluation; what it
//! proves rests on `order`, `propagate`, `filter` and `enumerate`.

mod backward;
mod domain;
mod enumerate;
mod filter;
mod forward;
mod invert;
mod invert_compare;
mod invert_float;
mod order;
mod propagate;
mod repair;
pub(super) mod small;
mod trial;

pub(super) use domain::Domain;
pub(super) use trial::{Change, Trial};

use super::tidy::tidy;
use super::{Answer, Core, Query, Solve, Stats, Why};
use crate::expr::{Assignment, Pool};
use enumerate::Outcome;
use invert::Inversion;
use propagate::{Conflict, Domains, Reasons, reason};
use smallvec::SmallVec;

/// Proposals from the flipped condition.
const MAX_TRIES: u32 = 24;

#[derive(Default)]
pub struct Cheap {
    trial: Trial,
    domains: Domains,
}

impl Cheap {
    pub fn new() -> Cheap {
        Cheap::default()
    }

    /// Proposals from one violated condition, tried against everything.
    fn invert(&mut self, root: usize) -> bool {
        let step = self.trial.program.roots()[root];
        let mut tries = 0;
        let mut found = false;
        let mut visit = |t: &mut Trial, changes: &[Change]| {
            tries += 1;
            found = t.attempt(changes).is_ok();
            found || tries >= MAX_TRIES
        };
        Inversion { visit: &mut visit, budget: 400 }.run(&mut self.trial, (step, 1));
        found
    }

    /// Moves every variable whose value is outside its domain to the end of the domain, which `last` chooses, then
    /// works on what is still violated.
    fn clamp(&mut self, last: bool) -> bool {
        let t = &mut self.trial;
        let mut changes: SmallVec<[Change; 8]> = SmallVec::new();
        for &v in &t.variables {
            let Some(d) = self.domains.get(v) else { continue };
            let now = t.value(v) as u64;
            if !d.contains(now) {
                // The end that is nearer to what people write.
                let (a, b) = if last { (d.last(), d.first()) } else { (d.first(), d.last()) };
                let value = if d.contains(a) { a } else { b };
                changes.push((v, value as u128));
            }
        }
        if changes.is_empty() {
            return false;
        }
        t.attempt(&changes).is_ok()
    }

    /// What takes longer: proofs first, then values where there may be some. True if all constraints hold now.
    fn prove_or_search(&mut self, hint: &Assignment) -> Result<bool, Conflict> {
        order::contradiction(&self.trial)?;
        self.domains.propagate_minimal(&self.trial, &[])?;
        if self.clamp(false) || self.clamp(true) {
            return Ok(true);
        }
        let (mut allowed, mut given) = (Vec::new(), Vec::new());
        filter::filter(&mut self.trial, &self.domains, &mut allowed, &mut given)?;
        if !given.is_empty() {
            self.domains.propagate_minimal(&self.trial, &given)?;
        }
        match enumerate::enumerate(&mut self.trial, &self.domains, &allowed) {
            Outcome::Found => Ok(true),
            Outcome::None(reasons) => Err(Conflict(reasons)),
            Outcome::TooMany => Ok(self.search(hint)),
        }
    }

    /// Local search, and small numbers: these first where there are products, as repairs end in odd places there.
    fn search(&mut self, hint: &Assignment) -> bool {
        let (t, domains) = (&mut self.trial, &self.domains);
        let nonlinear = small::is_nonlinear(t);
        if nonlinear && small::try_small(t, |v| domains.get(v), hint, true) {
            return true;
        }
        repair::repair(t, domains) || !nonlinear && small::try_small(t, |v| domains.get(v), hint, false)
    }

    fn core(&self, reasons: Reasons, query: &Query) -> Core {
        // The program has the last constraint first.
        let n = query.constraints.len();
        let order = std::iter::once(n - 1).chain(0..n - 1);
        let inside = order.enumerate().filter(|(root, _)| reasons & reason(*root) != 0);
        inside.map(|(_, at)| query.constraints[at]).collect()
    }
}

impl Trial {
    /// With a change that others may break: those are repaired by changing one more variable. From and to a state
    /// in which all constraints hold.
    pub fn attempt_with_others(&mut self, change: Change) -> bool {
        if self.attempt(&[change]).is_ok() {
            return true;
        }
        let old = (change.0, self.value(change.0));
        self.commit(&[change]);
        let Some(root) = self.first_false() else { return true };
        let step = self.program.roots()[root];
        let mut tries = 0;
        let mut found = false;
        let mut visit = |t: &mut Trial, changes: &[Change]| {
            tries += 1;
            found = changes.iter().all(|c| c.0 != change.0) && t.attempt(changes).is_ok();
            found || tries >= MAX_TRIES
        };
        Inversion { visit: &mut visit, budget: 200 }.run(self, (step, 1));
        if !found {
            self.commit(&[old]);
        }
        found
    }
}

impl Solve for Cheap {
    fn name(&self) -> &'static str {
        "cheap"
    }

    fn solve(&mut self, pool: &Pool, query: &Query) -> Answer {
        if query.constraints.is_empty() {
            return Answer::Sat(query.hint.clone());
        }
        self.trial.start(pool, query.constraints, query.hint);
        let Some(root) = self.trial.first_false() else { return Answer::Sat(query.hint.clone()) };
        if self.invert(root) {
            return Answer::Sat(self.trial.at.clone());
        }
        match self.prove_or_search(query.hint) {
            Ok(true) => {}
            Ok(false) => return Answer::Unknown(Why::GaveUp),
            Err(Conflict(reasons)) => return Answer::Unsat(self.core(reasons, query)),
        }
        tidy(&mut self.trial, query.hint);
        Answer::Sat(self.trial.at.clone())
    }

    fn stats(&self, _: &mut Stats) {}
}
