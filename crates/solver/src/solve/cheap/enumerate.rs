//! Few possibilities: try them all. If none will do, that is a proof.

use super::domain::Domain;
use super::filter::Allowed;
use super::propagate::{Domains, Reasons, reason};
use super::trial::{Change, Trial};

/// Steps to compute at most: about what a call of the SMT solver would cost.
const MAX_WORK: u128 = 150_000;
const MAX_VARIABLES: usize = 6;

pub enum Outcome {
    Found,
    /// None of the values will do, for these constraints.
    None(Reasons),
    TooMany,
}

/// The values of a domain, those that read well first: text, then the small ones.
fn values(d: &Domain, allowed: Option<&Allowed>, text: bool) -> Vec<u64> {
    let mut all: Vec<u64> = Vec::new();
    if let Some(a) = allowed {
        all.extend(a.values.iter().filter(|v| d.contains(**v)));
    } else {
        let mut v = d.first();
        for _ in 0..=d.more() {
            if d.contains(v) {
                all.push(v);
            }
            v = v.wrapping_add(1) & d.mask();
        }
    }
    let readable = |v: &u64| text && d.width == 8 && (0x20..0x7f).contains(v);
    all.sort_by_key(|v| (!readable(v), crescendo_number::int::sext(*v, d.width).unsigned_abs()));
    all
}

pub fn enumerate(t: &mut Trial, ds: &Domains, allowed: &[Allowed]) -> Outcome {
    let listed = |v: u32| allowed.iter().find(|a| a.step == v);
    if t.variables.len() > MAX_VARIABLES {
        return Outcome::TooMany;
    }
    let mut count: u128 = 1;
    let mut why: Reasons = 0;
    let mut lists = Vec::new();
    for &v in &t.variables {
        let Some(d) = ds.get(v) else { return Outcome::TooMany };
        count = count.saturating_mul(listed(v).map_or(d.size(), |a| d.size().min(a.values.len() as u128)));
        // A range much larger than what is in it would be slow to walk.
        if d.more() > 1 << 17 {
            return Outcome::TooMany;
        }
        why |= ds.reasons(v) | listed(v).map_or(0, |a| a.why);
    }
    if count.saturating_mul(t.program.len() as u128) > MAX_WORK {
        return Outcome::TooMany;
    }
    let text = t.program.steps().iter().any(|s| {
        s.node.kind == crate::expr::Kind::Const && s.node.width == 8 && (0x20..0x7f).contains(&s.node.value())
    });
    for &v in &t.variables {
        lists.push(values(&ds.get(v).unwrap_or(Domain::full(1)), listed(v), text));
    }
    if lists.iter().any(Vec::is_empty) {
        return Outcome::None(why);
    }
    let variables = t.variables.clone();
    let mut at = vec![0; lists.len()];
    loop {
        let changes: smallvec::SmallVec<[Change; 6]> =
            variables.iter().zip(&lists).zip(&at).map(|((v, l), i)| (*v, l[*i] as u128)).collect();
        match t.attempt(&changes) {
            Ok(()) => return Outcome::Found,
            Err(root) => why |= reason(root),
        }
        let mut digit = 0;
        loop {
            at[digit] += 1;
            if at[digit] < lists[digit].len() {
                break;
            }
            at[digit] = 0;
            digit += 1;
            if digit == at.len() {
                return Outcome::None(why);
            }
        }
    }
}
