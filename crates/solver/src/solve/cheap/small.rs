//! Small numbers for few variables, tried in growing circles around 0: products that nothing else here can turn round
//! often have such answers, and people like them better than what an SMT solver makes up.
//!
//! Variables are set one after the other. A step is computed when the last variable it depends on is set, so the inner
//! loops do little, and a constraint rejects as soon as it can. Finding nothing proves nothing.

use super::domain::Domain;
use super::trial::Trial;
use crate::expr::{Assignment, Kind, VarId};
use crescendo_number::{float, wide};
use crescendo_program::FloatKind;

pub const MAX_VARIABLES: usize = 4;
/// Candidates per variable at most, by the number of variables.
const MAX_VALUES: [usize; MAX_VARIABLES] = [4096, 256, 64, 24];
/// Steps to compute at most: under a millisecond where an SMT solver would multiply circuits, else much less.
const MAX_WORK: u64 = 120_000;
const MAX_WORK_LINEAR: u64 = 12_000;
/// How much longer a step takes that is not plain arithmetic on words.
const SLOW: u64 = 16;

struct Search {
    variables: Vec<u32>,
    values: Vec<Vec<u128>>,
    /// For each variable the steps to compute when it is set, and whether they must hold.
    steps: Vec<Vec<(u32, bool)>>,
    until: u64,
}

/// Whether an operation mixes two open operands in a way that costs an SMT solver dearly.
pub fn is_nonlinear(t: &Trial) -> bool {
    t.program.steps().iter().any(|s| match s.node.kind {
        Kind::Mul | Kind::FMul | Kind::FDiv | Kind::FRem => t.open(s.a) && t.open(s.b),
        Kind::UDiv | Kind::SDiv | Kind::URem | Kind::SRem => t.open(s.b),
        _ => false,
    })
}

/// Tries small values for all variables of a query, if they are few. True if all constraints hold now.
pub fn try_small(t: &mut Trial, domain: impl Fn(u32) -> Option<Domain>, hint: &Assignment, nonlinear: bool) -> bool {
    let variables = t.variables.clone();
    search(t, &variables, domain, hint, if nonlinear { MAX_WORK } else { MAX_WORK_LINEAR })
}

/// Tries small values for some variables; the others keep theirs. If that fails, all do.
pub fn search(
    t: &mut Trial,
    variables: &[u32],
    domain: impl Fn(u32) -> Option<Domain>,
    hint: &Assignment,
    work: u64,
) -> bool {
    if variables.is_empty() || variables.len() > MAX_VARIABLES {
        return false;
    }
    let most = MAX_VALUES[variables.len() - 1];
    let mut values = Vec::with_capacity(variables.len());
    for &v in variables {
        let Some(d) = domain(v) else { return false };
        values.push(candidates(t, v, &d, hint, most));
    }
    let Some(steps) = schedule(t, variables) else { return false };
    let until = t.work_done + if is_slow(t, &steps) { work / SLOW } else { work };
    let mut s = Search { variables: variables.to_vec(), values, steps, until };
    let old = t.begin_search(variables);
    let longest = s.values.iter().map(Vec::len).max().unwrap_or(0);
    // One variable needs no circles.
    let mut radius = if variables.len() == 1 { longest } else { 4 };
    loop {
        if s.descend(t, 0, radius) {
            t.end_search(None);
            return true;
        }
        if radius >= longest || t.work_done > s.until {
            t.end_search(Some(old));
            return false;
        }
        radius *= 2;
    }
}

impl Search {
    fn descend(&mut self, t: &mut Trial, level: usize, radius: usize) -> bool {
        let Some(&v) = self.variables.get(level) else { return true };
        for i in 0..self.values[level].len().min(radius) {
            if t.work_done > self.until {
                return false;
            }
            let value = self.values[level][i];
            if t.set_and_check((v, value), &self.steps[level]) && self.descend(t, level + 1, radius) {
                return true;
            }
        }
        false
    }
}

/// When to compute which step; none if a constraint fails whatever these variables are.
fn schedule(t: &Trial, variables: &[u32]) -> Option<Vec<Vec<(u32, bool)>>> {
    let mut must_hold = vec![false; t.program.len()];
    t.program.roots().iter().for_each(|r| must_hold[*r as usize] = true);
    let mut steps = vec![Vec::new(); variables.len()];
    for (at, mask) in t.masks.iter().enumerate() {
        match variables.iter().rposition(|v| t.masks[*v as usize] & mask != 0) {
            Some(level) => steps[level].push((at as u32, must_hold[at])),
            None if must_hold[at] && t.base.word(at as u32) == 0 => return None,
            None => {}
        }
    }
    Some(steps)
}

/// Whether wide numbers or floats made by software are among the steps.
fn is_slow(t: &Trial, steps: &[Vec<(u32, bool)>]) -> bool {
    steps.iter().flatten().any(|(at, _)| {
        let s = t.step(*at);
        !s.small || s.node.kind.is_float() && !matches!(s.node.format(), FloatKind::F32 | FloatKind::F64)
    })
}

/// The hint's value, numbers from 0 outwards, and the ends of the domain.
fn candidates(t: &Trial, v: u32, d: &Domain, hint: &Assignment, most: usize) -> Vec<u128> {
    let was = wide::to_u128(&hint.get_words(VarId(t.step(v).node.a), t.width(v))) as u64;
    // No further than the numbers go before they come round.
    let reach = (most as u64).min(d.mask() / 2 + 1) as i64;
    let near_zero = (0..reach).flat_map(|m| {
        // Two positive numbers to a negative one.
        let negative = (m % 2 == 1).then_some(-(m / 2 + 1));
        std::iter::once(m).chain(negative)
    });
    let float = float_kind(t, v);
    let bits = |x: i64| match float {
        Some(kind) => float::from_f64(kind, x as f64) as u64,
        None => x as u64 & d.mask(),
    };
    let ends = (0..8).flat_map(|i| [d.first().wrapping_add(i), d.last().wrapping_sub(i)]).map(|x| x & d.mask());
    let mut found: Vec<u128> = Vec::new();
    for (i, x) in std::iter::once(was).chain(near_zero.map(bits)).chain(ends).enumerate() {
        // An end near 0 may be tried twice, the hint's value only once.
        if d.contains(x) && (i == 0 || x != was) {
            found.push(x as u128);
        }
    }
    found.truncate(most);
    found
}

/// The format, if the variable is used as a float.
pub fn float_kind(t: &Trial, v: u32) -> Option<FloatKind> {
    let read = t.program.steps().iter().find(|s| s.node.kind == Kind::FromBits && s.a == v)?;
    Some(read.node.format()).filter(|k| *k != FloatKind::PpcPair)
}
