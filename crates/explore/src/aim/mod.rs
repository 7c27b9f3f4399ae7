//! Wishes: queries beside the flips. A criterion that needs more than outcomes (a pair of MC/DC, a boundary value) looks at
//! each run and asks for one that comes to the same event but satisfies something extra.

mod boundary;
mod mcdc;

pub use boundary::BoundaryAim;
pub use mcdc::McdcAim;

use crate::result::Reason;
use crate::subject::Execution;
use crescendo_program::cover::{CoverMap, GoalId};
use crescendo_solver::expr::{Assignment, ExprId, Pool};
use crescendo_vm::cover::Coverage;
use crescendo_vm::trace::EventKind;
use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

/// What a wish is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Target {
    Goal(GoalId),
    /// A criterion's own number for something that is no goal of the cover map.
    Own {
        criterion: &'static str,
        number: u32,
    },
}

/// What became of the wishes for a target.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Asked {
    waiting: u32,
    pub refuted: u32,
    /// The first reason for which one was not answered.
    pub lost: Option<Reason>,
}

/// Come to event `at` of the run as it did, with `extra` true as well.
#[derive(Clone, Debug)]
pub struct Wish {
    pub at: usize,
    pub extra: Vec<ExprId>,
    pub target: Target,
}

/// What a criterion sees after a run.
pub struct Seen<'a> {
    pub run: &'a Execution,
    pub input: &'a Assignment,
    /// With this run.
    pub covered: &'a Coverage,
    pub cover: &'a CoverMap,
    /// The first event that no earlier run with the same way had: what comes before was seen by then.
    pub new_from: usize,
}

/// A criterion with goals of its own, as the loop sees it.
pub trait Aims {
    /// Looks at a run: did it add anything of the criterion, and what could be asked next?
    fn observe(&mut self, seen: &Seen, pool: &mut Pool) -> (bool, Vec<Wish>);

    /// What could be asked on the way of a run whose inputs broke an assumption in the end: no later run on that way is new there.
    fn observe_refused(&mut self, _seen: &Seen, _pool: &mut Pool) -> Vec<Wish> {
        Vec::new()
    }

    /// Whether one of its own targets is still to be had.
    fn wants(&self, target: Target) -> bool;

    /// Outcomes worth reaching again on other paths. It only ever shrinks.
    fn wanted(&self) -> Vec<GoalId>;
}

/// A run that wishes refer to.
struct Path {
    /// Conditions of all events that constrain, after how many events each came, and whether it is an assumption.
    terms: Vec<(ExprId, u32, bool)>,
    input: Arc<Assignment>,
    wishes: u32,
}

pub(crate) struct Pending {
    path: u32,
    wish: Wish,
}

/// A wish, ready to be asked.
pub(crate) struct Question {
    pub conditions: Vec<ExprId>,
    /// Those that are assumptions of the driver.
    pub assumed: Vec<ExprId>,
    /// Inputs close to it.
    pub hint: Arc<Assignment>,
    pub target: Target,
}

/// Wishes not tried yet, first come first served, some for each target.
#[derive(Default)]
pub(crate) struct Wishes {
    paths: Vec<Option<Path>>,
    queue: VecDeque<Pending>,
    targets: BTreeMap<Target, Asked>,
}

const MAX_WAITING: usize = 2048;
const MAX_PER_TARGET: u32 = 64;

impl Wishes {
    pub fn add(&mut self, run: &Execution, input: &Arc<Assignment>, wishes: Vec<Wish>) {
        let mut kept = 0;
        let at = match self.paths.iter().position(|p| p.is_none()) {
            Some(i) => i,
            None => {
                self.paths.push(None);
                self.paths.len() - 1
            }
        };
        for wish in wishes {
            let asked = self.targets.entry(wish.target).or_default();
            if self.queue.len() >= MAX_WAITING || asked.waiting >= MAX_PER_TARGET {
                asked.lost.get_or_insert(Reason::Memory);
                continue;
            }
            asked.waiting += 1;
            kept += 1;
            self.queue.push_back(Pending { path: at as u32, wish });
        }
        if kept > 0 {
            let constraining = run.events.iter().enumerate().filter(|(_, e)| e.constrains());
            let terms = constraining.map(|(i, e)| (e.holds, i as u32, e.kind == EventKind::Assume)).collect();
            self.paths[at] = Some(Path { terms, input: input.clone(), wishes: kept });
        }
    }

    /// The next wish somebody still has.
    pub fn next(&mut self, wanted: &dyn Fn(Target) -> bool) -> Option<Question> {
        loop {
            let Pending { path, wish } = self.queue.pop_front()?;
            if let Some(asked) = self.targets.get_mut(&wish.target) {
                asked.waiting -= 1;
            }
            let place = &mut self.paths[path as usize];
            let Some(p) = place else { continue };
            p.wishes -= 1;
            let answer = wanted(wish.target).then(|| {
                let before = || p.terms.iter().take_while(|t| (t.1 as usize) < wish.at);
                Question {
                    conditions: before().map(|t| t.0).chain(wish.extra.iter().copied()).collect(),
                    assumed: before().filter(|t| t.2).map(|t| t.0).collect(),
                    hint: p.input.clone(),
                    target: wish.target,
                }
            });
            if p.wishes == 0 {
                *place = None;
            }
            if answer.is_some() {
                return answer;
            }
        }
    }

    /// A wish will be asked again later.
    pub fn put_off(&mut self, target: Target) {
        self.targets.entry(target).or_default().waiting += 1;
    }

    /// That time has come.
    pub fn taken_up(&mut self, target: Target) {
        if let Some(asked) = self.targets.get_mut(&target) {
            asked.waiting -= 1;
        }
    }

    pub fn refuted(&mut self, target: Target) {
        self.targets.entry(target).or_default().refuted += 1;
    }

    pub fn lose(&mut self, target: Target, reason: Reason) {
        self.targets.entry(target).or_default().lost.get_or_insert(reason);
    }

    /// What became of a target; one that waits still is not tried.
    pub fn asked(&self, target: Target) -> Option<Asked> {
        let mut asked = self.targets.get(&target)?.clone();
        if asked.waiting > 0 {
            asked.lost.get_or_insert(Reason::NotTried);
        }
        Some(asked)
    }

    pub fn into_asked(self) -> BTreeMap<Target, Asked> {
        self.targets.keys().filter_map(|&t| Some((t, self.asked(t)?))).collect()
    }

    pub fn roots(&mut self, visit: &mut dyn FnMut(&mut ExprId)) {
        for path in self.paths.iter_mut().flatten() {
            path.terms.iter_mut().for_each(|t| visit(&mut t.0));
        }
        for pending in &mut self.queue {
            pending.wish.extra.iter_mut().for_each(&mut *visit);
        }
    }
}
