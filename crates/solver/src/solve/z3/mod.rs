//! The SMT solver Z3 as a layer: a second opinion on what Bitwuzla says. Only with the feature `z3`.
//!
//! Terms are translated once and kept in a context, which is made anew when the pool's term numbers change or when it
//! has become too big. Every question gets its own solver.

mod raw;
mod translate;
mod translate_float;

use super::{Answer, Query, Solve, Stats, Why};
use crate::expr::{Pool, Program, Scratch, VarId};
use raw::{Error, Question, Term, Verdict};
use translate::Translation;

const MAX_TERMS: usize = 1_000_000;
/// Z3 counts its work in smaller units than Bitwuzla's questions.
const UNITS_PER_STEP: u64 = 10_000;

#[derive(Default)]
pub struct Z3 {
    translation: Option<Translation>,
    era: u64,
    program: Program,
    scratch: Scratch,
}

impl Z3 {
    pub fn new() -> Z3 {
        Z3::default()
    }

    fn check(&mut self, pool: &Pool, query: &Query) -> Result<Answer, Error> {
        self.program.clear();
        query.constraints.iter().for_each(|c| self.program.push(pool, *c));
        if self.era != pool.era() || self.translation.as_ref().is_some_and(|t| t.context.made > MAX_TERMS) {
            self.translation = None;
            self.era = pool.era();
        }
        let t = match &mut self.translation {
            Some(t) => t,
            none => none.insert(Translation::new()?),
        };
        let mut terms = Vec::with_capacity(query.constraints.len());
        for c in query.constraints {
            terms.push(t.constraint(pool, *c)?);
        }
        // What the bits of floats are belongs to the question, not to its core.
        let conditions: Vec<Term> =
            self.program.terms().iter().filter_map(|e| t.side_conditions.get(e)).copied().collect();
        let limit = |n: u64| n.min(u32::MAX as u64) as u32;
        let limits = query.limits;
        let (steps, millis) = (limit(limits.steps.saturating_mul(UNITS_PER_STEP)), limit(limits.millis));
        let memory = limit(limits.memory_mb);
        let variables: Vec<(VarId, Term)> =
            self.program.variables().iter().filter_map(|v| Some((*v, *t.variables.get(v)?))).collect();

        let mut question = Question::new(&mut t.context, steps, millis, memory)?;
        terms.iter().chain(&conditions).for_each(|c| question.assert(*c));
        match question.check() {
            Verdict::Sat => {
                let mut model = query.hint.clone();
                let wanted: Vec<_> = variables.iter().map(|(v, t)| (*t, pool.variable(*v).width)).collect();
                for ((v, _), words) in variables.iter().zip(question.values(&wanted)?) {
                    model.set_words(*v, &words);
                }
                if !conditions.is_empty() && !self.program.all_true(&model, &mut self.scratch) {
                    // It chose bits of a NaN that no operation makes.
                    return Ok(Answer::Unknown(Why::Unsupported("a model that depends on the bits of a NaN".into())));
                }
                return Ok(Answer::Sat(model));
            }
            Verdict::Unknown => return Ok(Answer::Unknown(why(&question.reason()))),
            Verdict::Unsat => {}
        }
        drop(question);

        // Marks slow Z3 down, so the core is a question of its own. Not answered: all constraints are one, too.
        let marks = t.marks(terms.len())?.to_vec();
        let mut question = Question::new(&mut t.context, steps, millis, memory)?;
        conditions.iter().for_each(|c| question.assert(*c));
        terms.iter().zip(&marks).for_each(|(c, m)| question.assert_marked(*c, *m));
        let mut core = query.constraints.to_vec();
        if question.check() == Verdict::Unsat {
            let needed = question.core()?;
            let mut marks = marks.iter();
            core.retain(|_| marks.next().is_some_and(|m| needed.contains(m)));
        }
        Ok(Answer::Unsat(core))
    }
}

/// Z3 explains itself in words.
fn why(reason: &str) -> Why {
    match reason {
        r if r.contains("memory") => Why::Memory,
        r if ["timeout", "canceled", "resource limits", "max."].iter().any(|w| r.contains(w)) => Why::Budget,
        r => Why::Unsupported(r.to_owned()),
    }
}

impl Solve for Z3 {
    fn name(&self) -> &'static str {
        "z3"
    }

    fn solve(&mut self, pool: &Pool, query: &Query) -> Answer {
        match self.check(pool, query) {
            Ok(answer) => answer,
            Err(Error(what)) => Answer::Unknown(Why::Unsupported(what)),
        }
    }

    fn stats(&self, _: &mut Stats) {}
}
