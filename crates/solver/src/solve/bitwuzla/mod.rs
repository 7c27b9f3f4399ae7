//! The SMT solver Bitwuzla as a layer: the one that answers when nothing cheaper does.
//!
//! Terms are translated once and kept in a manager. Solvers get slower with every check, so a new one is made about every
//! 40 checks over the same terms; the manager itself is made anew when the pool's term numbers change or when it has
//! become too big.

mod interpolate;
mod raw;
mod translate;
mod translate_float;

pub use interpolate::{Interpolate, NoInterpolant};

use super::{Answer, Limits, Query, Solve, Stats, Why};
use crate::expr::{ExprId, Kind, Pool, Program, Scratch, Step};
use raw::{Purpose, Solver, Term, Verdict};
use translate::Translation;

const CHECKS_PER_SOLVER: u32 = 40;
const MAX_TERMS: usize = 2_000_000;
/// Queries that would become more gates than this are not begun: no limit is looked at while they are made.
const MAX_GATES: u64 = 3_000_000;
/// Allowed whatever the limits are; more go with these for a step and a millisecond.
const SURE_GATES: u64 = 300_000;
const GATES_PER_STEP: u64 = 60;
const GATES_PER_MILLI: u64 = 1500;
/// Up to here a query gets all the steps.
const USUAL_GATES: u64 = 200_000;

#[derive(Default)]
pub struct Bitwuzla {
    // Dropped before the manager its terms live in.
    solver: Option<Solver>,
    memory_mb: u64,
    translation: Option<Translation>,
    era: u64,
    program: Program,
    scratch: Scratch,
}

impl Bitwuzla {
    pub fn new() -> Bitwuzla {
        Bitwuzla::default()
    }

    /// Makes translation and solver ready for this pool.
    fn prepare(&mut self, pool: &Pool, memory_mb: u64) {
        raw::enter_thread();
        let stale = self.era != pool.era() || self.translation.as_ref().is_none_or(|t| t.manager.made > MAX_TERMS);
        if stale {
            self.solver = None;
            self.translation = Some(Translation::new());
            self.era = pool.era();
        }
        if self.solver.as_ref().is_some_and(|s| s.checks >= CHECKS_PER_SOLVER) || self.memory_mb != memory_mb {
            self.solver = None;
            self.memory_mb = memory_mb;
        }
    }

    fn check(&mut self, pool: &Pool, query: &Query) -> Result<Answer, raw::Error> {
        self.program.clear();
        query.constraints.iter().for_each(|c| self.program.push(pool, *c));
        let gates = gates(&self.program);
        if gates > most_gates(&query.limits) {
            return Ok(Answer::Unknown(Why::Budget));
        }
        let steps = steps_for(gates, query.limits.steps);
        self.prepare(pool, query.limits.memory_mb);
        let t = self.translation.get_or_insert_with(Translation::new);
        let mut terms = Vec::with_capacity(query.constraints.len());
        for c in query.constraints {
            terms.push(t.constraint(pool, *c)?);
        }
        let conditions = t.conditions_of(pool, query.constraints);
        let assumptions: Vec<Term> = terms.iter().chain(&conditions).copied().collect();
        let memory = query.limits.memory_mb;
        let solver = self.solver.get_or_insert_with(|| Solver::new(&t.manager, Purpose::Check, memory));
        Ok(match solver.check(&assumptions, steps, query.limits.millis) {
            Verdict::Sat => {
                let mut model = query.hint.clone();
                for v in self.program.variables() {
                    if let Some(term) = t.variables.get(v) {
                        model.set_words(*v, &solver.value(*term)?);
                    }
                }
                if !conditions.is_empty() && !self.program.all_true(&model, &mut self.scratch) {
                    // It chose bits of a NaN that no operation makes.
                    return Ok(Answer::Unknown(Why::Unsupported("a model that depends on the bits of a NaN".into())));
                }
                Answer::Sat(model)
            }
            Verdict::Unsat => {
                let mut core: Vec<ExprId> = query.constraints.to_vec();
                let mut at = 0;
                core.retain(|_| {
                    at += 1;
                    solver.is_in_core(terms[at - 1])
                });
                Answer::Unsat(core)
            }
            Verdict::Stopped => {
                self.solver = None;
                Answer::Unknown(Why::Budget)
            }
            Verdict::Unknown => {
                self.solver = None;
                Answer::Unknown(if memory > 0 { Why::Memory } else { Why::Unsupported("undecided".into()) })
            }
        })
    }
}

fn most_gates(limits: &Limits) -> u64 {
    let (steps, millis) = (limits.steps.saturating_mul(GATES_PER_STEP), limits.millis.saturating_mul(GATES_PER_MILLI));
    steps.min(millis).clamp(SURE_GATES, MAX_GATES)
}

/// Steps stand for time: in a larger query each takes longer, and ever more of them would be needed.
fn steps_for(gates: u64, steps: u64) -> u64 {
    let part = USUAL_GATES as f64 / gates.max(USUAL_GATES) as f64;
    (steps as f64 * part * part) as u64
}

/// About how many gates a query becomes.
fn gates(program: &Program) -> u64 {
    // Each read of an array may have to be compared with each write.
    let count = |kind: Kind| program.steps().iter().filter(|s| s.node.kind == kind).count() as u64;
    let arrays = 8 * count(Kind::Select) * count(Kind::Store);
    let gates = |s: &Step| {
        let w = (s.node.width as u64).max(s.wa as u64);
        match s.node.kind {
            Kind::Mul | Kind::UDiv | Kind::SDiv | Kind::URem | Kind::SRem => 8 * w * w,
            Kind::Add | Kind::Sub | Kind::Neg | Kind::Shl | Kind::LShr | Kind::AShr => 8 * w,
            Kind::FMul | Kind::FDiv | Kind::FFma | Kind::FSqrt => 6 * (s.node.format().bits() as u64).pow(2),
            k if k.is_float() => 60 * s.node.format().bits() as u64,
            _ => w,
        }
    };
    arrays + program.steps().iter().map(gates).sum::<u64>()
}

impl Solve for Bitwuzla {
    fn name(&self) -> &'static str {
        "bitwuzla"
    }

    fn solve(&mut self, pool: &Pool, query: &Query) -> Answer {
        match self.check(pool, query) {
            Ok(answer) => answer,
            Err(e) => {
                // A refused call may leave a solver in any state.
                self.solver = None;
                Answer::Unknown(Why::Unsupported(e.0))
            }
        }
    }

    fn stats(&self, _: &mut Stats) {}
}
