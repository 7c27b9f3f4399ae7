//! The values operands can have, from those of the result and of the other operand.

use super::domain::Domain;
use super::forward::{add, sub};
use super::propagate::{Conflict, Domains, Reasons};
use super::trial::Trial;
use crate::expr::{Kind, Step};

/// Narrows the operands of a step.
pub fn backward(ds: &mut Domains, t: &Trial, at: u32) -> Result<(), Conflict> {
    let s = *t.step(at);
    let Some(r) = ds.get(at) else { return Ok(()) };
    let count = s.node.operands().count();
    if count == 0 || s.node.kind.is_float() {
        return Ok(());
    }
    if s.node.kind == Kind::Ite {
        return choice(ds, &s, &r, ds.reasons(at));
    }
    let Some(a) = ds.get(s.a) else { return Ok(()) };
    if count == 1 {
        let d = unary(&s, &r, &a);
        return ds.narrow(s.a, d, ds.reasons(at));
    }
    let Some(b) = ds.get(s.b) else { return Ok(()) };
    if matches!(s.node.kind, Kind::Eq | Kind::Ult | Kind::Ule | Kind::Slt | Kind::Sle) {
        return match r.as_single() {
            Some(v) => compare(ds, &s, v != 0, ds.reasons(at), &a, &b),
            None => Ok(()),
        };
    }
    let (for_a, for_b) = binary(&s, &r, &a, &b);
    let (wa, wb) = (ds.reasons(at) | ds.reasons(s.b), ds.reasons(at) | ds.reasons(s.a));
    ds.narrow(s.a, for_a, wa)?;
    ds.narrow(s.b, for_b, wb)
}

fn unary(s: &Step, r: &Domain, a: &Domain) -> Option<Domain> {
    let m = a.mask();
    let (w, from) = (a.width, s.node.b);
    match s.node.kind {
        Kind::Not => Domain::range(!r.last() & m, !r.first() & m, w).meet(&Domain::bits(r.ones(), r.zeros(), w)?),
        Kind::Neg => Some(Domain::range(r.last().wrapping_neg() & m, r.first().wrapping_neg() & m, w)),
        Kind::ZExt => {
            // The result has been met with what an extension can be, so its ends fit.
            let fits = r.most() <= m;
            let bits = Domain::bits(r.zeros() & m, r.ones() & m, w)?;
            if fits { Domain::range(r.least(), r.most(), w).meet(&bits) } else { Some(bits) }
        }
        Kind::SExt => {
            let half = (m >> 1) as i64;
            let fits = r.least_signed() >= -half - 1 && r.most_signed() <= half;
            let bits = Domain::bits(r.zeros() & m, r.ones() & m, w)?;
            if fits {
                Domain::range(r.least_signed() as u64 & m, r.most_signed() as u64 & m, w).meet(&bits)
            } else {
                Some(bits)
            }
        }
        Kind::Extract => {
            let top = from + r.width == w;
            let bits = Domain::bits(r.zeros() << from, r.ones() << from, w)?;
            if !top {
                return Some(bits);
            }
            let low = (1u64 << from) - 1;
            Domain::range(r.least() << from, r.most() << from | low, w).meet(&bits)
        }
        _ => None,
    }
}

type Both = (Option<Domain>, Option<Domain>);

fn binary(s: &Step, r: &Domain, a: &Domain, b: &Domain) -> Both {
    let w = a.width;
    let m = a.mask();
    match s.node.kind {
        Kind::Add => (sub(r, b), sub(r, a)),
        Kind::Sub => (add(r, b), sub(a, r)),
        Kind::Xor => {
            let solve = |k: &Domain| {
                let known = (r.zeros() | r.ones()) & (k.zeros() | k.ones());
                let value = (r.ones() ^ k.ones()) & known;
                Domain::bits(!value & known, value, w)
            };
            (solve(b), solve(a))
        }
        Kind::And => {
            // A one needs ones; a zero beside a one needs a zero. And x & y <= x.
            let solve = |k: &Domain| {
                let bits = Domain::bits(r.zeros() & k.ones(), r.ones(), w)?;
                bits.meet(&Domain::range(r.least(), m, w))
            };
            (solve(b), solve(a))
        }
        Kind::Or => {
            let solve = |k: &Domain| {
                let bits = Domain::bits(r.zeros(), r.ones() & k.zeros(), w)?;
                bits.meet(&Domain::range(0, r.most(), w))
            };
            (solve(b), solve(a))
        }
        Kind::Mul => {
            let solve = |x: &Domain, k: &Domain| {
                let k = k.as_single().filter(|k| *k != 0)?;
                let fits = x.most() as u128 * k as u128 <= m as u128;
                if !fits {
                    return None;
                }
                let (lo, hi) = (r.least().div_ceil(k), r.most() / k);
                (lo <= hi).then(|| Domain::range(lo, hi, w))
            };
            (solve(a, b), solve(b, a))
        }
        Kind::UDiv => {
            let for_a = b.as_single().filter(|k| *k != 0).and_then(|k| {
                let lo = r.least().checked_mul(k).filter(|v| *v <= m)?;
                let hi = (r.most() as u128 * k as u128 + k as u128 - 1).min(m as u128) as u64;
                Some(Domain::range(lo, hi, w))
            });
            (for_a, None)
        }
        Kind::Shl | Kind::LShr => {
            let Some(by) = b.as_single().filter(|by| *by < w as u64) else { return (None, None) };
            if s.node.kind == Kind::Shl {
                return (Domain::bits(r.zeros() >> by, r.ones() >> by, w).filter(|_| by > 0), None);
            }
            let low = (1u64 << by) - 1;
            let fits = r.most() <= m >> by;
            let range = fits.then(|| Domain::range(r.least() << by, r.most() << by | low, w));
            let bits = Domain::bits(r.zeros() << by & m, r.ones() << by & m, w);
            (range.zip(bits).and_then(|(x, y)| x.meet(&y)), None)
        }
        Kind::Concat => {
            let cut = b.width;
            let (ma, mb) = (a.mask(), b.mask());
            let high = Domain::bits(r.zeros() >> cut & ma, r.ones() >> cut & ma, w);
            let range = Domain::range(r.least() >> cut, r.most() >> cut, w);
            let low = Domain::bits(r.zeros() & mb, r.ones() & mb, cut);
            (high.and_then(|h| h.meet(&range)), low)
        }
        _ => (None, None),
    }
}

fn compare(ds: &mut Domains, s: &Step, holds: bool, why: Reasons, a: &Domain, b: &Domain) -> Result<(), Conflict> {
    let (why_a, why_b) = (why | ds.reasons(s.b), why | ds.reasons(s.a));
    let w = a.width;
    if s.node.kind == Kind::Eq {
        if holds {
            ds.narrow(s.a, Some(*b), why_a)?;
            return ds.narrow(s.b, Some(*a), why_b);
        }
        if let Some(v) = b.as_single() {
            ds.exclude(s.a, v, why_a)?;
        }
        if let Some(v) = a.as_single() {
            ds.exclude(s.b, v, why_b)?;
        }
        return Ok(());
    }
    // Not (x < y) is y <= x.
    let strict = matches!(s.node.kind, Kind::Ult | Kind::Slt) == holds;
    let (x, y, why_x, why_y) = if holds { (s.a, s.b, why_a, why_b) } else { (s.b, s.a, why_b, why_a) };
    let (dx, dy) = if holds { (a, b) } else { (b, a) };
    let m = a.mask();
    let conflict = Conflict(why | ds.reasons(s.a) | ds.reasons(s.b));
    if matches!(s.node.kind, Kind::Ult | Kind::Ule) {
        let Some(top) = dy.most().checked_sub(strict as u64) else { return Err(conflict) };
        let bottom = dx.least() as u128 + strict as u128;
        if bottom > m as u128 {
            return Err(conflict);
        }
        ds.narrow(x, Some(Domain::range(0, top, w)), why_x)?;
        ds.narrow(y, Some(Domain::range(bottom as u64, m, w)), why_y)
    } else {
        let half = (m >> 1) as i64;
        let top = dy.most_signed() as i128 - strict as i128;
        let bottom = dx.least_signed() as i128 + strict as i128;
        if top < -(half as i128) - 1 || bottom > half as i128 {
            return Err(conflict);
        }
        let least = half as u64 + 1;
        ds.narrow(x, Some(Domain::range(least, top as u64 & m, w)), why_x)?;
        ds.narrow(y, Some(Domain::range(bottom as u64 & m, half as u64, w)), why_y)
    }
}

fn choice(ds: &mut Domains, s: &Step, r: &Domain, why: Reasons) -> Result<(), Conflict> {
    let (Some(c), Some(x), Some(y)) = (ds.get(s.a), ds.get(s.b), ds.get(s.c)) else { return Ok(()) };
    match c.as_single() {
        Some(0) => ds.narrow(s.c, Some(*r), why | ds.reasons(s.a)),
        Some(_) => ds.narrow(s.b, Some(*r), why | ds.reasons(s.a)),
        // A side that cannot give the result is not taken.
        None if x.meet(r).is_none() => ds.narrow(s.a, Some(Domain::single(0, 1)), why | ds.reasons(s.b)),
        None if y.meet(r).is_none() => ds.narrow(s.a, Some(Domain::single(1, 1)), why | ds.reasons(s.c)),
        None => Ok(()),
    }
}
