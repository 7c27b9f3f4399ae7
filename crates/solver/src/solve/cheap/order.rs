//! Contradictions in how two terms compare: x < y with y < x, f < 1.0 with f > 2.0. Only constraints that are plain
//! comparisons, or negated ones, are looked at.

use super::propagate::{Conflict, Reasons, reason};
use super::trial::Trial;
use crate::expr::{Kind, Step};
use crescendo_number::float;
use crescendo_program::FloatKind;
use std::collections::HashMap;

const LESS: u8 = 1;
const SAME: u8 = 2;
const MORE: u8 = 4;

/// Which ways round two terms may be, and for what reasons.
struct Relation {
    unsigned: u8,
    signed: u8,
    why: Reasons,
}

/// What is known of a float term from comparisons with numbers.
#[derive(Default)]
struct Bounds {
    /// As keys in the order of floats, with whether the bound itself is left out.
    low: Option<(i128, bool, Reasons)>,
    high: Option<(i128, bool, Reasons)>,
    /// It is a number.
    number: Reasons,
}

/// A root without its negations.
fn plain(t: &Trial, root: u32) -> (Step, bool) {
    let mut s = *t.step(root);
    let mut holds = true;
    while s.node.kind == Kind::Not {
        holds = !holds;
        s = *t.step(s.a);
    }
    (s, holds)
}

pub fn contradiction(t: &Trial) -> Result<(), Conflict> {
    let mut relations: HashMap<(u32, u32), Relation> = HashMap::new();
    let mut bounds: HashMap<u32, Bounds> = HashMap::new();
    for (i, &root) in t.program.roots().iter().enumerate() {
        let (s, holds) = plain(t, root);
        match s.node.kind {
            Kind::Eq | Kind::Ult | Kind::Ule | Kind::Slt | Kind::Sle if t.open(s.a) && t.open(s.b) => {
                relate(&mut relations, &s, holds, reason(i))?;
            }
            Kind::FLt | Kind::FLe | Kind::FEq => bound(&mut bounds, t, &s, holds, reason(i))?,
            _ => {}
        }
    }
    Ok(())
}

fn relate(known: &mut HashMap<(u32, u32), Relation>, s: &Step, holds: bool, why: Reasons) -> Result<(), Conflict> {
    let mut ways = match s.node.kind {
        Kind::Eq => SAME,
        Kind::Ult | Kind::Slt => LESS,
        _ => LESS | SAME,
    };
    if !holds {
        ways = !ways & (LESS | SAME | MORE);
    }
    let mut pair = (s.a, s.b);
    if pair.0 > pair.1 {
        pair = (s.b, s.a);
        ways = (ways & SAME) | (ways & LESS) << 2 | (ways & MORE) >> 2;
    }
    let all = LESS | SAME | MORE;
    let r = known.entry(pair).or_insert(Relation { unsigned: all, signed: all, why: 0 });
    r.why |= why;
    match s.node.kind {
        Kind::Ult | Kind::Ule => r.unsigned &= ways,
        Kind::Slt | Kind::Sle => r.signed &= ways,
        _ => {
            r.unsigned &= ways;
            r.signed &= ways;
        }
    }
    // Being the same is so in both orders.
    if r.unsigned & r.signed & SAME == 0 {
        r.unsigned &= !SAME;
        r.signed &= !SAME;
    }
    if r.unsigned == 0 || r.signed == 0 { Err(Conflict(r.why)) } else { Ok(()) }
}

/// A number that orders floats as they compare: zeros are one.
fn key(k: FloatKind, v: u128) -> i128 {
    let sign = 1u128 << (k.bits() - 1);
    let magnitude = (v & (sign - 1)) as i128;
    if v & sign != 0 { -magnitude } else { magnitude }
}

fn bound(known: &mut HashMap<u32, Bounds>, t: &Trial, s: &Step, holds: bool, why: Reasons) -> Result<(), Conflict> {
    let k = s.node.format();
    // x87 and pairs have several patterns for a number.
    if !matches!(k, FloatKind::F16 | FloatKind::BF16 | FloatKind::F32 | FloatKind::F64 | FloatKind::F128) {
        return Ok(());
    }
    let (term, number, left) = match (t.open(s.a), t.open(s.b)) {
        (true, false) => (s.a, t.value(s.b), true),
        (false, true) => (s.b, t.value(s.a), false),
        _ => return Ok(()),
    };
    if float::is_nan(k, number) {
        return Ok(());
    }
    let at = key(k, number);
    let b = known.entry(term).or_default();
    if holds {
        b.number |= why;
    }
    let equal = s.node.kind == Kind::FEq;
    if equal && !holds {
        return Ok(());
    }
    // `term < c`, or not `c <= term`, bounds from above; without the bound itself.
    let above = left == holds;
    let strict = (s.node.kind == Kind::FLt) == holds;
    if equal || above {
        let open = !equal && strict;
        if b.high.is_none_or(|(h, o, _)| (at, !open) < (h, !o)) {
            b.high = Some((at, open, why));
        }
    }
    if equal || !above {
        let open = !equal && strict;
        if b.low.is_none_or(|(l, o, _)| (at, open) > (l, o)) {
            b.low = Some((at, open, why));
        }
    }
    let (Some((low, open_low, w1)), Some((high, open_high, w2))) = (b.low, b.high) else { return Ok(()) };
    let empty = low > high || low == high && (open_low || open_high);
    // No number satisfies both; a NaN satisfies negated comparisons, unless one that holds excludes it.
    if empty && b.number != 0 {
        let one = b.number & b.number.wrapping_neg();
        return Err(Conflict(w1 | w2 | if (w1 | w2) & b.number != 0 { 0 } else { one }));
    }
    Ok(())
}
