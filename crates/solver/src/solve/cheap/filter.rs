//! The values of a byte that its own constraints allow, found by trying all of them: exact where domains are not, for
//! instance through tables of character classes.

use super::domain::Domain;
use super::propagate::{Conflict, Domains, Given, Reasons, reason};
use super::trial::Trial;

const MAX_WIDTH: u32 = 8;
/// Steps to compute at most, for all variables together.
const MAX_WORK: usize = 60_000;

/// Allowed values of a variable.
pub struct Allowed {
    pub step: u32,
    pub values: Vec<u64>,
    /// What rejects the others.
    pub why: Reasons,
}

/// Adds what is found for each byte to `allowed` and `given`.
pub fn filter(t: &mut Trial, ds: &Domains, allowed: &mut Vec<Allowed>, given: &mut Vec<Given>) -> Result<(), Conflict> {
    // From the 65th variable on, masks are shared and say nothing about single ones.
    if t.variables.len() > 64 {
        return Ok(());
    }
    let mut work = 0;
    for v in t.variables.clone() {
        let Some(d) = ds.get(v).filter(|d| d.width <= MAX_WIDTH) else { continue };
        let mask = t.masks[v as usize];
        let own: Vec<usize> =
            (0..t.program.roots().len()).filter(|r| t.masks[t.program.roots()[*r] as usize] == mask).collect();
        if own.is_empty() {
            continue;
        }
        work += (d.more() as usize + 1) * t.masks.iter().filter(|m| **m == mask).count();
        if work > MAX_WORK {
            return Ok(());
        }
        let mut why: Reasons = ds.reasons(v);
        let values = t.values_that_hold(v, &own, (0..=d.mask()).filter(|x| d.contains(*x)), |r| why |= reason(r));
        let (Some(lo), Some(hi)) = (values.first(), values.last()) else { return Err(Conflict(why)) };
        let zeros = values.iter().fold(d.mask(), |z, x| z & !x);
        let ones = values.iter().fold(d.mask(), |o, x| o & x);
        let domain = Domain::bits(zeros, ones, d.width).and_then(|b| b.meet(&Domain::range(*lo, *hi, d.width)));
        if let Some(domain) = domain {
            given.push(Given { step: v, domain, why });
        }
        allowed.push(Allowed { step: v, values, why });
    }
    Ok(())
}
