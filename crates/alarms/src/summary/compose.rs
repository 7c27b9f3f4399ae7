//! Summaries along a calling context, put together into one formula.
//!
//! For a context a1 → ... → f and a fault in f, the formula says: the inputs of a1 take one of its known paths to a call of
//! a2, whose inputs are what a1 has at that call, and so on; and the inputs of f take one of its known ways to the fault.
//! Inputs of a callee that the caller's state does not tell are free.

use super::{Place, Slice, Summary, Violation};
use crescendo_solver::expr::{Assignment, ExprId, NotTerms, Pool, VarId};
use std::collections::{BTreeMap, HashMap};

/// Slices of one level, and ways to the fault, that go into a formula.
const MOST: usize = 256;

/// A caller: its summary, and the function of the context that it calls.
#[derive(Clone, Copy)]
pub struct Level<'a> {
    pub summary: &'a Summary,
    pub callee: &'a str,
}

/// A formula that is true for inputs of the outermost function that lead to the fault.
pub struct Composed {
    pub pool: Pool,
    /// One for each caller, and one for the fault; all must hold.
    pub constraints: Vec<ExprId>,
    /// Those of them that are assumptions: how large the inputs are at most.
    pub assumed: Vec<ExprId>,
    /// The inputs of the outermost function.
    pub outermost: Vec<(String, VarId, u32)>,
    /// Inputs of callees that no caller tells, as `function: path`.
    pub free: Vec<String>,
    /// Something did not fit in: a formula without a model then proves nothing of the summaries.
    pub cut: bool,
    /// Where the conditions stand, of each constraint that is a single conjunction.
    pub places: Vec<(ExprId, Place, Option<bool>)>,
}

struct Builder {
    pool: Pool,
    /// By level and path.
    variables: HashMap<(usize, String), VarId>,
    places: Vec<(ExprId, Place, Option<bool>)>,
}

impl Builder {
    /// Terms of a summary over the variables of its level.
    fn terms(&mut self, level: usize, summary: &Summary, terms: &[u32]) -> Result<Vec<ExprId>, NotTerms> {
        let mut pool = std::mem::take(&mut self.pool);
        let variables = &mut self.variables;
        let made = summary.terms.make(&mut pool, terms, &mut |pool, path, width| {
            let v = *variables
                .entry((level, path.to_string()))
                .or_insert_with(|| pool.new_variable(&format!("{level}:{path}"), width));
            pool.var(v)
        });
        self.pool = pool;
        made
    }

    fn all(&mut self, terms: impl IntoIterator<Item = ExprId>) -> ExprId {
        let mut whole = self.pool.bool(true);
        for t in terms {
            whole = self.pool.and(whole, t);
        }
        whole
    }

    /// The ways to the fault, each as the list of what must hold.
    fn violation(&mut self, level: usize, s: &Summary, v: &Violation) -> Result<Vec<ExprId>, NotTerms> {
        let numbers: Vec<u32> = v.conditions.iter().map(|c| c.term).collect();
        let mut terms = self.terms(level, s, &numbers)?;
        if let (true, Some(last)) = (v.negated, terms.last_mut()) {
            *last = self.pool.not(*last);
        }
        for (t, c) in terms.iter().zip(v.conditions) {
            self.places.push((*t, s.places[c.place as usize].clone(), c.outcome));
        }
        Ok(terms)
    }

    /// A path to a call, and that the callee's inputs are what they are there.
    fn slice(&mut self, level: usize, s: &Summary, slice: &Slice) -> Result<Vec<ExprId>, NotTerms> {
        let numbers: Vec<u32> = slice.conditions.iter().map(|c| c.term).collect();
        let mut terms = self.terms(level, s, &numbers)?;
        for (t, c) in terms.iter().zip(slice.conditions) {
            self.places.push((*t, s.places[c.place as usize].clone(), c.outcome));
        }
        terms.extend(self.terms(level, s, &slice.call.given)?);
        for (path, term) in &slice.call.inputs {
            // Only what the callee's paths speak of.
            let Some(&v) = self.variables.get(&(level + 1, path.clone())) else { continue };
            let term = self.terms(level, s, &[*term])?[0];
            let v = self.pool.var(v);
            if self.pool.width(v) == self.pool.width(term) {
                let same = self.pool.eq(v, term);
                self.places.push((same, s.places[slice.call.place as usize].clone(), None));
                terms.push(same);
            }
        }
        Ok(terms)
    }
}

/// The formula of a context: `callers` outermost first, and the ways to the fault in the last function.
/// `None`: some level has no known path to its call, or there is no known way to the fault.
pub fn compose(callers: &[Level], unit: &Summary, violations: &[Violation]) -> Result<Option<Composed>, NotTerms> {
    let mut b = Builder { pool: Pool::new(), variables: HashMap::new(), places: Vec::new() };
    let mut cut = violations.len() > MOST;
    let last = callers.len();
    let mut levels: Vec<Vec<Vec<ExprId>>> = Vec::new();
    let mut ways = Vec::new();
    for v in violations.iter().take(MOST) {
        ways.push(b.violation(last, unit, v)?);
    }
    levels.push(ways);
    // Inner callers first: what they speak of is what outer ones must tell.
    let mut bound: BTreeMap<usize, Vec<String>> = BTreeMap::new();
    for (level, caller) in callers.iter().enumerate().rev() {
        let slices = caller.summary.slices(caller.callee);
        cut |= slices.len() > MOST;
        let mut ways = Vec::new();
        for s in slices.iter().take(MOST) {
            ways.push(b.slice(level, caller.summary, s)?);
            bound.entry(level + 1).or_default().extend(s.call.inputs.iter().map(|i| i.0.clone()));
        }
        levels.push(ways);
    }
    if levels.iter().any(|ways| ways.is_empty()) {
        return Ok(None);
    }
    let mut constraints = Vec::new();
    for ways in levels {
        // A single way stays in parts: a core can then name them.
        if let [only] = &ways[..] {
            constraints.extend(only.iter().copied());
            continue;
        }
        let mut any = b.pool.bool(false);
        for way in ways {
            let all = b.all(way);
            any = b.pool.or(any, all);
        }
        constraints.push(any);
    }
    // A model must be inputs that a run can have; callees take what they get.
    let outer = callers.first().map_or(unit, |l| l.summary);
    let assumed = b.terms(0, outer, &outer.assumed)?;
    constraints.extend(&assumed);
    let names = |level: usize| callers.get(level).map_or(unit, |l| l.summary);
    let mut free: Vec<String> = Vec::new();
    let mut outermost = Vec::new();
    let mut all: Vec<_> = b.variables.iter().collect();
    all.sort();
    for ((level, path), v) in all {
        match level {
            0 => outermost.push((path.clone(), *v, b.pool.variable(*v).width)),
            _ if bound.get(level).is_some_and(|b| b.contains(path)) => {}
            _ => free.push(format!("{}: {path}", names(*level).function)),
        }
    }
    Ok(Some(Composed { pool: b.pool, constraints, assumed, outermost, free, cut, places: b.places }))
}

impl Composed {
    /// The inputs of the outermost function in a model, by path.
    pub fn inputs(&self, model: &Assignment) -> HashMap<String, Vec<u64>> {
        let words = |v: VarId, width: u32| model.get_words(v, width).to_vec();
        self.outermost.iter().map(|(path, v, width)| (path.clone(), words(*v, *width))).collect()
    }

    /// Where the constraints of a core stand, each once.
    pub fn stand(&self, core: &[ExprId]) -> Vec<(Place, Option<bool>)> {
        let mut all: Vec<(Place, Option<bool>)> = Vec::new();
        for (_, place, outcome) in self.places.iter().filter(|p| core.contains(&p.0)) {
            if !all.iter().any(|(p, _)| p == place) {
                all.push((place.clone(), *outcome));
            }
        }
        all
    }
}
