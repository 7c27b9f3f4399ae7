//! Interpolants: why A excludes B, in terms both share.

use super::Bitwuzla;
use super::raw::{self, Op, Purpose, Solver, Term, Verdict};
use super::translate::Translation;
use crate::expr::{ExprId, Pool, VarId};
use crate::solve::Limits;
use std::collections::HashMap;

/// Larger ones are of no use to a reader.
const MAX_NODES: usize = 4_000;

/// Finds a term that A implies and that contradicts B, over variables both have.
pub trait Interpolate {
    fn interpolant(
        &mut self,
        pool: &mut Pool,
        a: &[ExprId],
        b: &[ExprId],
        limits: Limits,
    ) -> Result<ExprId, NoInterpolant>;
}

#[derive(Debug, thiserror::Error, Clone, PartialEq, Eq)]
pub enum NoInterpolant {
    #[error("A and B do not contradict each other")]
    NoContradiction,
    #[error("out of steps or time")]
    Budget,
    #[error("it has more than {MAX_NODES} nodes")]
    TooBig,
    #[error("it fails its own check: {0}")]
    Wrong(&'static str),
    #[error("{0}")]
    Unsupported(String),
}

impl From<raw::Error> for NoInterpolant {
    fn from(e: raw::Error) -> Self {
        NoInterpolant::Unsupported(e.0)
    }
}

/// A and B exclude each other?
fn contradict(solver: &mut Solver, terms: &[Term], limits: &Limits) -> Result<bool, NoInterpolant> {
    terms.iter().for_each(|t| solver.assert(*t));
    match solver.check(&[], limits.steps, limits.millis) {
        Verdict::Unsat => Ok(true),
        Verdict::Sat => Ok(false),
        Verdict::Stopped => Err(NoInterpolant::Budget),
        Verdict::Unknown => Err(NoInterpolant::Unsupported("undecided".into())),
    }
}

impl Interpolate for Bitwuzla {
    fn interpolant(
        &mut self,
        pool: &mut Pool,
        a: &[ExprId],
        b: &[ExprId],
        limits: Limits,
    ) -> Result<ExprId, NoInterpolant> {
        self.prepare(pool, limits.memory_mb);
        let t = self.translation.get_or_insert_with(Translation::new);
        let mut both = [Vec::new(), Vec::new()];
        for (side, terms) in [a, b].into_iter().zip(&mut both) {
            for c in side {
                terms.push(t.constraint(pool, *c)?);
            }
            terms.extend(t.conditions_of(pool, side));
        }
        let [mut left, right] = both;

        // The conjuncts of A that matter: what comes out reads better.
        let mut solver = Solver::new(&t.manager, Purpose::Check, limits.memory_mb);
        right.iter().for_each(|r| solver.assert(*r));
        match solver.check(&left, limits.steps, limits.millis) {
            Verdict::Unsat => left.retain(|l| solver.is_in_core(*l)),
            Verdict::Sat => return Err(NoInterpolant::NoContradiction),
            Verdict::Stopped => return Err(NoInterpolant::Budget),
            Verdict::Unknown => return Err(NoInterpolant::Unsupported("undecided".into())),
        }
        drop(solver);
        if left.is_empty() {
            return Ok(pool.bool(true));
        }
        if right.is_empty() {
            return Ok(pool.bool(false));
        }

        let mut solver = Solver::new(&t.manager, Purpose::Interpolate, limits.memory_mb);
        let all: Vec<Term> = left.iter().chain(&right).copied().collect();
        if !contradict(&mut solver, &all, &limits)? {
            return Err(NoInterpolant::NoContradiction);
        }
        let found = solver.interpolant(&left)?;
        drop(solver);

        let names: HashMap<Term, VarId> = t.variables.iter().map(|(v, t)| (*t, *v)).collect();
        let ours = back(pool, &names, found)?;
        // What is checked is our term, so that the way back is checked too.
        let there = t.constraint(pool, ours)?;
        let not = t.manager.op(Op::BITWUZLA_KIND_NOT, &[there])?;
        let excludes = |side: &[Term], i: Term| {
            let mut s = Solver::new(&t.manager, Purpose::Check, limits.memory_mb);
            let terms: Vec<Term> = side.iter().copied().chain([i]).collect();
            contradict(&mut s, &terms, &limits)
        };
        if !excludes(&left, not)? {
            return Err(NoInterpolant::Wrong("A does not imply it"));
        }
        if !excludes(&right, there)? {
            return Err(NoInterpolant::Wrong("it does not exclude B"));
        }
        Ok(ours)
    }
}

/// A Bitwuzla term over bit-vectors and truth values as one of ours.
fn back(pool: &mut Pool, names: &HashMap<Term, VarId>, root: Term) -> Result<ExprId, NoInterpolant> {
    let mut made: HashMap<Term, ExprId> = HashMap::new();
    let mut stack = vec![(root, false)];
    while let Some((t, ready)) = stack.pop() {
        if made.contains_key(&t) {
            continue;
        }
        if made.len() + stack.len() > MAX_NODES {
            return Err(NoInterpolant::TooBig);
        }
        let children = t.children();
        if !ready {
            stack.push((t, true));
            stack.extend(children.iter().map(|c| (*c, false)));
            continue;
        }
        let args: Vec<ExprId> = children.iter().map(|c| made[c]).collect();
        let e = back_one(pool, names, t, &args)?;
        made.insert(t, e);
    }
    Ok(made[&root])
}

fn back_one(pool: &mut Pool, names: &HashMap<Term, VarId>, t: Term, args: &[ExprId]) -> Result<ExprId, NoInterpolant> {
    use Op as O;
    let strange = || NoInterpolant::Unsupported("an interpolant with operations we do not have".into());
    let fold = |pool: &mut Pool, f: fn(&mut Pool, ExprId, ExprId) -> ExprId| {
        let first = *args.first().ok_or_else(strange)?;
        Ok(args[1..].iter().fold(first, |x, y| f(pool, x, *y)))
    };
    let at = |i: usize| args.get(i).copied().ok_or_else(strange);
    match t.kind() {
        O::BITWUZLA_KIND_VALUE if t.is_bool() => Ok(pool.bool(t.is_true())),
        O::BITWUZLA_KIND_VALUE if t.is_bit_vector() => Ok(pool.constant_words(&t.value_words()?, t.width())),
        O::BITWUZLA_KIND_CONSTANT => names.get(&t).map(|v| pool.var(*v)).ok_or_else(strange),
        O::BITWUZLA_KIND_NOT | O::BITWUZLA_KIND_BV_NOT => Ok(pool.not(at(0)?)),
        O::BITWUZLA_KIND_BV_NEG => Ok(pool.neg(at(0)?)),
        O::BITWUZLA_KIND_AND | O::BITWUZLA_KIND_BV_AND => fold(pool, Pool::and),
        O::BITWUZLA_KIND_OR | O::BITWUZLA_KIND_BV_OR => fold(pool, Pool::or),
        O::BITWUZLA_KIND_XOR | O::BITWUZLA_KIND_BV_XOR => fold(pool, Pool::xor),
        O::BITWUZLA_KIND_BV_NAND => fold(pool, Pool::and).map(|e| pool.not(e)),
        O::BITWUZLA_KIND_BV_NOR => fold(pool, Pool::or).map(|e| pool.not(e)),
        O::BITWUZLA_KIND_BV_XNOR => fold(pool, Pool::xor).map(|e| pool.not(e)),
        O::BITWUZLA_KIND_IMPLIES if args.len() == 2 => {
            let n = pool.not(at(0)?);
            Ok(pool.or(n, at(1)?))
        }
        O::BITWUZLA_KIND_EQUAL | O::BITWUZLA_KIND_IFF | O::BITWUZLA_KIND_BV_COMP if args.len() == 2 => {
            Ok(pool.eq(at(0)?, at(1)?))
        }
        O::BITWUZLA_KIND_DISTINCT if args.len() == 2 => Ok(pool.ne(at(0)?, at(1)?)),
        O::BITWUZLA_KIND_ITE => Ok(pool.ite(at(0)?, at(1)?, at(2)?)),
        O::BITWUZLA_KIND_BV_ADD => fold(pool, Pool::add),
        O::BITWUZLA_KIND_BV_MUL => fold(pool, Pool::mul),
        O::BITWUZLA_KIND_BV_CONCAT => fold(pool, Pool::concat),
        O::BITWUZLA_KIND_BV_SUB => Ok(pool.sub(at(0)?, at(1)?)),
        O::BITWUZLA_KIND_BV_UDIV => Ok(pool.udiv(at(0)?, at(1)?)),
        O::BITWUZLA_KIND_BV_SDIV => Ok(pool.sdiv(at(0)?, at(1)?)),
        O::BITWUZLA_KIND_BV_UREM => Ok(pool.urem(at(0)?, at(1)?)),
        O::BITWUZLA_KIND_BV_SREM => Ok(pool.srem(at(0)?, at(1)?)),
        O::BITWUZLA_KIND_BV_SHL => Ok(pool.shl(at(0)?, at(1)?)),
        O::BITWUZLA_KIND_BV_SHR => Ok(pool.lshr(at(0)?, at(1)?)),
        O::BITWUZLA_KIND_BV_ASHR => Ok(pool.ashr(at(0)?, at(1)?)),
        O::BITWUZLA_KIND_BV_ULT => Ok(pool.ult(at(0)?, at(1)?)),
        O::BITWUZLA_KIND_BV_ULE => Ok(pool.ule(at(0)?, at(1)?)),
        O::BITWUZLA_KIND_BV_UGT => Ok(pool.ult(at(1)?, at(0)?)),
        O::BITWUZLA_KIND_BV_UGE => Ok(pool.ule(at(1)?, at(0)?)),
        O::BITWUZLA_KIND_BV_SLT => Ok(pool.slt(at(0)?, at(1)?)),
        O::BITWUZLA_KIND_BV_SLE => Ok(pool.sle(at(0)?, at(1)?)),
        O::BITWUZLA_KIND_BV_SGT => Ok(pool.slt(at(1)?, at(0)?)),
        O::BITWUZLA_KIND_BV_SGE => Ok(pool.sle(at(1)?, at(0)?)),
        O::BITWUZLA_KIND_BV_EXTRACT => {
            let i = t.indices();
            let [high, low] = i[..] else { return Err(strange()) };
            Ok(pool.extract(at(0)?, low as u32, (high - low + 1) as u32))
        }
        O::BITWUZLA_KIND_BV_ZERO_EXTEND | O::BITWUZLA_KIND_BV_SIGN_EXTEND => {
            let a = at(0)?;
            let wide = pool.width(a) + t.indices().first().copied().unwrap_or(0) as u32;
            let zero = t.kind() == O::BITWUZLA_KIND_BV_ZERO_EXTEND;
            Ok(if zero { pool.zext(a, wide) } else { pool.sext(a, wide) })
        }
        _ => Err(strange()),
    }
}
