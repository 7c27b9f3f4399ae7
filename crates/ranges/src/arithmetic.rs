//! What operations do to values. Everything wraps, as the machine does it: what C leaves undefined is not taken to be absent.

use super::values::{Range, Values};
use crescendo_number::int::{self, mask, sext};
use crescendo_program::op::{Bin, Pred};

/// `a op b` of that width.
pub fn binary(op: Bin, width: u32, a: &Values, b: &Values) -> Values {
    if a.is_none() || b.is_none() {
        return Values::NONE;
    }
    if let (Some(x), Some(y)) = (a.list(), b.list()) {
        let fits = |v: &u64| *v <= mask(u64::MAX, width);
        if x.iter().chain(y).all(fits) {
            return each_pair(op, width, x, y);
        }
    }
    let (x, y) = (a.at(width), b.at(width));
    let range = match op {
        Bin::Add => wrapped(width, sums(&x, &y)),
        Bin::Sub => wrapped(width, differences(&x, &y)),
        Bin::Mul => wrapped(width, products(&x, &y)),
        Bin::UDiv => {
            Some(Range::from_unsigned(width, x.unsigned.0 / y.unsigned.1.max(1), x.unsigned.1 / y.unsigned.0.max(1)))
        }
        Bin::URem if x.unsigned.1 < y.unsigned.0 => Some(x),
        Bin::URem => Some(Range::from_unsigned(width, 0, x.unsigned.1.min(y.unsigned.1.saturating_sub(1)))),
        Bin::SDiv => Some(quotients(width, &x, &y)),
        Bin::SRem => Some(remainders(width, &x, &y)),
        Bin::And => Some(Range::from_unsigned(width, 0, x.unsigned.1.min(y.unsigned.1))),
        Bin::Or => {
            let low = x.unsigned.0.max(y.unsigned.0);
            Some(Range::from_unsigned(width, low, filled(x.unsigned.1 | y.unsigned.1)))
        }
        Bin::Xor => Some(Range::from_unsigned(width, 0, filled(x.unsigned.1 | y.unsigned.1))),
        Bin::Shl => match amount(b, width) {
            Some(k) if k < width => return binary(Bin::Mul, width, a, &Values::one(1 << k)),
            Some(_) => return Values::one(0),
            None => None,
        },
        Bin::LShr => match amount(b, width) {
            Some(k) if k < width => Some(Range::from_unsigned(width, x.unsigned.0 >> k, x.unsigned.1 >> k)),
            Some(_) => return Values::one(0),
            None => Some(Range::from_unsigned(width, 0, x.unsigned.1)),
        },
        Bin::AShr => {
            let (low, high) = match amount(b, width) {
                Some(k) => (x.signed.0 >> k.min(width - 1), x.signed.1 >> k.min(width - 1)),
                None => (x.signed.0.min(0), x.signed.1.max(-1)),
            };
            Some(Range::from_signed(width, low, high))
        }
    };
    Values::range(Some(range.unwrap_or(Range::top(width))))
}

/// Division by zero ends the program, so it has no result.
fn each_pair(op: Bin, width: u32, x: &[u64], y: &[u64]) -> Values {
    let all = x.iter().flat_map(|a| y.iter().filter_map(|b| int::binary(op, width, *a, *b).ok()));
    of_list(width, &all.collect::<Vec<u64>>())
}

fn of_list(width: u32, all: &[u64]) -> Values {
    let joined = |a: Values, v: &u64| a.join(&Values::one(*v), width);
    Values::few(all.iter().copied()).unwrap_or_else(|| all.iter().fold(Values::NONE, joined))
}

/// By how much is shifted, where that is known: modulo the width where processors do so.
fn amount(b: &Values, width: u32) -> Option<u32> {
    match b.list() {
        Some([k]) if width == 32 || width == 64 => Some((*k & (width as u64 - 1)) as u32),
        Some([k]) => Some((*k).min(64) as u32),
        _ => None,
    }
}

/// All bits up to the highest.
fn filled(v: u64) -> u64 {
    if v == 0 { 0 } else { u64::MAX >> v.leading_zeros() }
}

type Bounds = ((i128, i128), (i128, i128));

fn sums(x: &Range, y: &Range) -> Bounds {
    let u = (x.unsigned.0 as i128 + y.unsigned.0 as i128, x.unsigned.1 as i128 + y.unsigned.1 as i128);
    (u, (x.signed.0 as i128 + y.signed.0 as i128, x.signed.1 as i128 + y.signed.1 as i128))
}

fn differences(x: &Range, y: &Range) -> Bounds {
    let u = (x.unsigned.0 as i128 - y.unsigned.1 as i128, x.unsigned.1 as i128 - y.unsigned.0 as i128);
    (u, (x.signed.0 as i128 - y.signed.1 as i128, x.signed.1 as i128 - y.signed.0 as i128))
}

fn products(x: &Range, y: &Range) -> Bounds {
    // 64 bits by 64 bits, unsigned, may not fit: then nothing is known.
    let times = |a: u64, b: u64| i128::try_from(a as u128 * b as u128).unwrap_or(i128::MAX);
    let u = (times(x.unsigned.0, y.unsigned.0), times(x.unsigned.1, y.unsigned.1));
    let corners =
        [(x.signed.0, y.signed.0), (x.signed.0, y.signed.1), (x.signed.1, y.signed.0), (x.signed.1, y.signed.1)];
    let corners = corners.map(|(a, b)| a as i128 * b as i128);
    let s = corners.into_iter().fold((i128::MAX, i128::MIN), |(l, h), v| (l.min(v), h.max(v)));
    (u, s)
}

/// Exact bounds, brought into the width: if both ends wrap as often, they are still bounds.
fn wrapped(width: u32, (u, s): Bounds) -> Option<Range> {
    let size = 1i128 << width;
    let (low, high) = (u.0.div_euclid(size), u.1.div_euclid(size));
    let unsigned = (low == high).then(|| (u.0.rem_euclid(size) as u128, u.1.rem_euclid(size) as u128));
    let half = size / 2;
    // A product that does not even fit 128 bits has no bounds.
    let turns = |v: i128| v.checked_add(half).map(|v| v.div_euclid(size));
    let signed = match (turns(s.0), turns(s.1)) {
        (Some(a), Some(b)) if a == b => Some((s.0 - a * size, s.1 - a * size)),
        _ => None,
    };
    let unsigned = unsigned.filter(|_| u.1 != i128::MAX);
    Some(Range::of(width, unsigned, signed))
}

fn quotients(width: u32, x: &Range, y: &Range) -> Range {
    let ((a, b), (c, d)) = (x.signed, y.signed);
    if c > 0 {
        let all = [a / c, a / d, b / c, b / d];
        let (low, high) = all.into_iter().fold((i64::MAX, i64::MIN), |(l, h), v| (l.min(v), h.max(v)));
        return Range::from_signed(width, low, high);
    }
    // The smallest number divided by -1 ends the program.
    let limit = Range::top(width).signed.1 as i128;
    let far = (a as i128).abs().max((b as i128).abs()).min(limit);
    let low = (-far).min(a as i128).max(Range::top(width).signed.0 as i128);
    Range::from_signed(width, low as i64, far as i64)
}

fn remainders(width: u32, x: &Range, y: &Range) -> Range {
    let far = (y.signed.0 as i128).abs().max((y.signed.1 as i128).abs()) - 1;
    let far = far.max(0);
    let low = if x.signed.0 < 0 { (x.signed.0 as i128).max(-far) } else { 0 };
    let high = if x.signed.1 > 0 { (x.signed.1 as i128).min(far) } else { 0 };
    Range::from_signed(width, low as i64, high as i64)
}

/// A sign or zero extension, or the low bits.
pub fn zero_extended(from: u32, to: u32, a: &Values) -> Values {
    match a.list() {
        Some(few) => of_list(to, &few.iter().map(|v| mask(*v, from)).collect::<Vec<_>>()),
        None => {
            let r = a.at(from);
            Values::range(Some(Range::from_unsigned(to, r.unsigned.0, r.unsigned.1)))
        }
    }
}

pub fn sign_extended(from: u32, to: u32, a: &Values) -> Values {
    match a.list() {
        Some(few) => of_list(to, &few.iter().map(|v| mask(sext(*v, from) as u64, to)).collect::<Vec<_>>()),
        None => {
            let r = a.at(from);
            Values::range(Some(Range::from_signed(to, r.signed.0, r.signed.1)))
        }
    }
}

pub fn truncated(from: u32, to: u32, a: &Values) -> Values {
    if let Some(few) = a.list() {
        return of_list(to, &few.iter().map(|v| mask(*v, to)).collect::<Vec<_>>());
    }
    let r = a.at(from);
    let as_wide = |(l, h): (u64, u64)| (l as i128, h as i128);
    let range = wrapped(to, (as_wide(r.unsigned), (r.signed.0 as i128, r.signed.1 as i128)));
    Values::range(range)
}

/// Whether a comparison may hold, and whether it may fail.
pub fn compare(pred: Pred, width: u32, a: &Values, b: &Values) -> (bool, bool) {
    (!holding(pred, width, a, b).is_none(), !holding(negated(pred), width, a, b).is_none())
}

pub fn negated(pred: Pred) -> Pred {
    match pred {
        Pred::Eq => Pred::Ne,
        Pred::Ne => Pred::Eq,
        Pred::Ult => Pred::Uge,
        Pred::Ule => Pred::Ugt,
        Pred::Ugt => Pred::Ule,
        Pred::Uge => Pred::Ult,
        Pred::Slt => Pred::Sge,
        Pred::Sle => Pred::Sgt,
        Pred::Sgt => Pred::Sle,
        Pred::Sge => Pred::Slt,
    }
}

pub fn swapped(pred: Pred) -> Pred {
    match pred {
        Pred::Ult => Pred::Ugt,
        Pred::Ule => Pred::Uge,
        Pred::Ugt => Pred::Ult,
        Pred::Uge => Pred::Ule,
        Pred::Slt => Pred::Sgt,
        Pred::Sle => Pred::Sge,
        Pred::Sgt => Pred::Slt,
        Pred::Sge => Pred::Sle,
        same => same,
    }
}

/// The values of `a` for which `a pred b` holds with some value of `b`.
pub fn holding(pred: Pred, width: u32, a: &Values, b: &Values) -> Values {
    if a.is_none() || b.is_none() {
        return Values::NONE;
    }
    if let (Some(x), Some(y)) = (a.list(), b.list()) {
        let some = |v: &u64| y.iter().any(|w| int::compare(pred, width, *v, *w));
        return Values::few(x.iter().copied().filter(some)).expect("no more than before");
    }
    let (x, y) = (a.at(width), b.at(width));
    let top = Range::top(width);
    // One less and one more: beyond the ends nothing is left.
    let bound = match pred {
        Pred::Eq => Some(y),
        Pred::Ne => match b.list() {
            Some([v]) => return without(width, a, &x, *v),
            _ => Some(top),
        },
        Pred::Ult => y.unsigned.1.checked_sub(1).map(|h| Range::from_unsigned(width, 0, h)),
        Pred::Ule => Some(Range::from_unsigned(width, 0, y.unsigned.1)),
        Pred::Ugt if y.unsigned.0 == top.unsigned.1 => None,
        Pred::Ugt => Some(Range::from_unsigned(width, y.unsigned.0 + 1, top.unsigned.1)),
        Pred::Uge => Some(Range::from_unsigned(width, y.unsigned.0, top.unsigned.1)),
        Pred::Slt if y.signed.1 == top.signed.0 => None,
        Pred::Slt => Some(Range::from_signed(width, top.signed.0, y.signed.1 - 1)),
        Pred::Sle => Some(Range::from_signed(width, top.signed.0, y.signed.1)),
        Pred::Sgt if y.signed.0 == top.signed.1 => None,
        Pred::Sgt => Some(Range::from_signed(width, y.signed.0 + 1, top.signed.1)),
        Pred::Sge => Some(Range::from_signed(width, y.signed.0, top.signed.1)),
    };
    let Some(bound) = bound.and_then(Range::reduced) else { return Values::NONE };
    match a {
        Values::Few { .. } => a.meet(&Values::Range(bound)),
        Values::Range(_) => Values::Range(x).meet(&Values::range(Some(bound))),
    }
}

/// All but one: seen where it is at an end.
fn without(width: u32, a: &Values, range: &Range, v: u64) -> Values {
    if let Some(few) = a.list() {
        return Values::few(few.iter().copied().filter(|x| *x != v)).expect("no more than before");
    }
    let (mut r, s) = (*range, sext(v, width));
    if r.unsigned.0 == v {
        r.unsigned.0 = r.unsigned.0.saturating_add(1);
    }
    if r.unsigned.1 == v {
        r.unsigned.1 = r.unsigned.1.saturating_sub(1);
    }
    if r.signed.0 == s {
        r.signed.0 = r.signed.0.saturating_add(1);
    }
    if r.signed.1 == s {
        r.signed.1 = r.signed.1.saturating_sub(1);
    }
    Values::range(Some(r))
}

#[cfg(test)]
mod tests {
    use super::*;

    const OPS: [Bin; 13] = [
        Bin::Add,
        Bin::Sub,
        Bin::Mul,
        Bin::UDiv,
        Bin::SDiv,
        Bin::URem,
        Bin::SRem,
        Bin::And,
        Bin::Or,
        Bin::Xor,
        Bin::Shl,
        Bin::LShr,
        Bin::AShr,
    ];
    const PREDS: [Pred; 10] =
        [Pred::Eq, Pred::Ne, Pred::Ult, Pred::Ule, Pred::Ugt, Pred::Uge, Pred::Slt, Pred::Sle, Pred::Sgt, Pred::Sge];

    fn has(v: &Values, x: u64, width: u32) -> bool {
        v.list().map_or_else(|| v.at(width).has(x), |l| l.contains(&x))
    }

    /// All sets of numbers between two bounds, of a small width: no result is ever left out.
    fn sets(width: u32) -> Vec<(Values, Vec<u64>)> {
        let all = 1u64 << width;
        let mut sets = vec![];
        for low in 0..all {
            for high in low..all {
                let v = Values::range(Some(Range::from_unsigned(width, low, high)));
                sets.push((v, (low..=high).collect()));
                let (l, h) = (sext(low, width), sext(high, width));
                if l <= h {
                    let v = Values::range(Some(Range::from_signed(width, l, h)));
                    sets.push((v, (l..=h).map(|x| mask(x as u64, width)).collect()));
                }
            }
        }
        sets.push((Values::few([1, 6]).unwrap(), vec![1, 6]));
        sets
    }

    #[test]
    fn no_result_is_left_out() {
        let sets = sets(3);
        for ((a, x), (b, y)) in sets.iter().flat_map(|s| sets.iter().map(move |t| (s, t))) {
            for op in OPS {
                let result = binary(op, 3, a, b);
                for (p, q) in x.iter().flat_map(|p| y.iter().map(move |q| (p, q))) {
                    if let Ok(v) = int::binary(op, 3, *p, *q) {
                        assert!(has(&result, v, 3), "{p} {op:?} {q} = {v} not in {result:?} of {a:?} {b:?}");
                    }
                }
            }
            for pred in PREDS {
                let kept = holding(pred, 3, a, b);
                let may = compare(pred, 3, a, b);
                for (p, q) in x.iter().flat_map(|p| y.iter().map(move |q| (p, q))) {
                    let holds = int::compare(pred, 3, *p, *q);
                    assert!(if holds { may.0 } else { may.1 }, "{p} {pred:?} {q} in {a:?} {b:?}");
                    assert!(!holds || has(&kept, *p, 3), "{p} {pred:?} {q}: lost from {a:?} {b:?}");
                }
            }
            let both = a.meet(b);
            assert!(x.iter().filter(|v| y.contains(v)).all(|v| has(&both, *v, 3)), "{a:?} and {b:?}");
            let any = a.join(b, 3);
            assert!(x.iter().chain(y).all(|v| has(&any, *v, 3)), "{a:?} or {b:?}");
        }
        for (a, x) in &sets {
            for v in x {
                assert!(has(&zero_extended(3, 7, a), *v, 7) && has(&truncated(3, 2, a), mask(*v, 2), 2));
                assert!(has(&sign_extended(3, 7, a), mask(sext(*v, 3) as u64, 7), 7), "{v} of {a:?}");
            }
        }
    }

    /// The widths that programs have, at their ends.
    #[test]
    fn ends_of_wide_numbers() {
        for width in [32, 64] {
            let top = Range::top(width);
            let ends =
                [0, 1, 2, top.unsigned.1, top.unsigned.1 - 1, top.signed.1 as u64, top.signed.1 as u64 + 1, 31, 77];
            let pairs = || ends.iter().flat_map(|a| ends.iter().map(move |b| (*a, *b)));
            for (a, b) in pairs() {
                let x = Values::one(a).join(&Values::one(b), width).join(&Values::one(3), width);
                let x = x.join(&Values::one(4), width).join(&Values::one(5), width).join(&Values::one(6), width);
                for (op, c) in OPS.iter().flat_map(|op| ends.iter().map(move |c| (*op, *c))) {
                    for (result, v) in [
                        (binary(op, width, &x, &Values::one(c)), int::binary(op, width, a, c)),
                        (binary(op, width, &Values::one(c), &x), int::binary(op, width, c, b)),
                        (binary(op, width, &x, &x), int::binary(op, width, b, a)),
                    ] {
                        if let Ok(v) = v {
                            assert!(has(&result, v, width), "{a} {b} {op:?} {c} = {v} not in {result:?}");
                        }
                    }
                }
            }
        }
    }
}
