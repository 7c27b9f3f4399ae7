//! Comparisons: constants move to one side, extensions fall away.

use super::{Rule, constant_choice, is, known, ones};
use crate::expr::{ExprId, Kind, Node, Pool};

pub(super) const RULES: &[Rule] = &[
    Rule { name: "eq-same", on: Kind::Eq, text: "x == x => 1", apply: eq_same },
    Rule { name: "eq-bit", on: Kind::Eq, text: "x == 1 => x; x == 0 => ~x, one bit", apply: eq_bit },
    Rule { name: "eq-sum", on: Kind::Eq, text: "x + k == m => x == m - k", apply: eq_sum },
    Rule { name: "eq-sum-sides", on: Kind::Eq, text: "x + k == y + m => x == y + (m - k)", apply: eq_sum_sides },
    Rule { name: "eq-difference", on: Kind::Eq, text: "x - y == 0 => x == y", apply: eq_difference },
    Rule { name: "eq-negated", on: Kind::Eq, text: "-x == k => x == -k", apply: eq_negated },
    Rule { name: "eq-not", on: Kind::Eq, text: "~x == k => x == ~k", apply: eq_not },
    Rule { name: "eq-xor", on: Kind::Eq, text: "x ^ k == m => x == k ^ m", apply: eq_xor },
    Rule { name: "eq-zext", on: Kind::Eq, text: "zext(x) == k => x == k, or 0", apply: eq_zext },
    Rule { name: "eq-sext", on: Kind::Eq, text: "sext(x) == k => x == k, or 0", apply: eq_sext },
    Rule { name: "eq-extended", on: Kind::Eq, text: "zext(x) == zext(y) => x == y; so sext", apply: eq_extended },
    Rule { name: "eq-concat", on: Kind::Eq, text: "x:y == k => x == k.high & y == k.low", apply: eq_concat },
    Rule { name: "eq-choice", on: Kind::Eq, text: "(c ? k : m) == j => c, ~c, 0 or 1", apply: eq_choice },
    Rule { name: "ult-same", on: Kind::Ult, text: "x <u x => 0", apply: never },
    Rule { name: "ult-zero", on: Kind::Ult, text: "x <u 0 => 0", apply: ult_zero },
    Rule { name: "ult-one", on: Kind::Ult, text: "x <u 1 => x == 0", apply: ult_one },
    Rule { name: "ult-ones", on: Kind::Ult, text: "1s <u x => 0", apply: ult_ones },
    Rule { name: "ult-top", on: Kind::Ult, text: "1s - 1 <u x => x == 1s", apply: ult_top },
    Rule { name: "ult-above-zero", on: Kind::Ult, text: "0 <u x => ~(x == 0)", apply: ult_above_zero },
    Rule { name: "ult-zext", on: Kind::Ult, text: "zext(x) <u k => x <u k, or 1", apply: ult_zext },
    Rule { name: "ult-zext-right", on: Kind::Ult, text: "k <u zext(x) => k <u x, or 0", apply: ult_zext_right },
    Rule { name: "ult-extended", on: Kind::Ult, text: "zext(x) <u zext(y) => x <u y", apply: ult_extended },
    Rule { name: "ule-same", on: Kind::Ule, text: "x <=u x => 1", apply: always },
    Rule { name: "ule-constant", on: Kind::Ule, text: "x <=u k => x <u k + 1, or 1", apply: ule_constant },
    Rule { name: "ule-constant-left", on: Kind::Ule, text: "k <=u x => k - 1 <u x, or 1", apply: ule_constant_left },
    Rule { name: "slt-same", on: Kind::Slt, text: "x <s x => 0", apply: never },
    Rule { name: "slt-positive", on: Kind::Slt, text: "zext(x) <s k => zext(x) <u k, or 0", apply: slt_positive },
    Rule {
        name: "slt-positive-right",
        on: Kind::Slt,
        text: "k <s zext(x) => k <u zext(x), or 1",
        apply: slt_positive_right,
    },
    Rule {
        name: "slt-positives",
        on: Kind::Slt,
        text: "zext(x) <s zext(y) => zext(x) <u zext(y)",
        apply: slt_positives,
    },
    Rule { name: "slt-sext", on: Kind::Slt, text: "sext(x) <s k => x <s k, 0 or 1", apply: slt_sext },
    Rule { name: "slt-sext-right", on: Kind::Slt, text: "k <s sext(x) => k <s x, 0 or 1", apply: slt_sext_right },
    Rule { name: "slt-extended", on: Kind::Slt, text: "sext(x) <s sext(y) => x <s y", apply: slt_extended },
    Rule { name: "slt-least", on: Kind::Slt, text: "x <s MIN => 0; MAX <s x => 0", apply: slt_least },
    Rule { name: "sle-same", on: Kind::Sle, text: "x <=s x => 1", apply: always },
    Rule { name: "sle-constant", on: Kind::Sle, text: "x <=s k => x <s k + 1, or 1", apply: sle_constant },
    Rule { name: "sle-constant-left", on: Kind::Sle, text: "k <=s x => k - 1 <s x, or 1", apply: sle_constant_left },
];

fn signed(v: u64, w: u32) -> i64 {
    crescendo_number::int::sext(v, w)
}

/// Width of the operands.
fn width(p: &Pool, n: &Node) -> u32 {
    p.width(n.a())
}

fn never(p: &mut Pool, n: &Node) -> Option<ExprId> {
    (n.a == n.b).then(|| p.bool(false))
}

fn always(p: &mut Pool, n: &Node) -> Option<ExprId> {
    (n.a == n.b).then(|| p.bool(true))
}

fn eq_same(p: &mut Pool, n: &Node) -> Option<ExprId> {
    always(p, n)
}

fn eq_bit(p: &mut Pool, n: &Node) -> Option<ExprId> {
    if width(p, n) != 1 {
        return None;
    }
    Some(if known(p, n.b())? == 1 { n.a() } else { p.not(n.a()) })
}

fn eq_sum(p: &mut Pool, n: &Node) -> Option<ExprId> {
    let m = known(p, n.b())?;
    let i = is(p, n.a(), Kind::Add)?;
    let k = known(p, i.b())?;
    let k = p.constant(m.wrapping_sub(k), i.width as u32);
    Some(p.eq(i.a(), k))
}

fn eq_sum_sides(p: &mut Pool, n: &Node) -> Option<ExprId> {
    let (x, y) = (is(p, n.a(), Kind::Add), is(p, n.b(), Kind::Add));
    let constant = |p: &Pool, i: &Option<Node>| i.and_then(|i| known(p, i.b()));
    match (x, constant(p, &x), y, constant(p, &y)) {
        (Some(x), Some(k), Some(y), Some(m)) => {
            let d = p.constant(m.wrapping_sub(k), x.width as u32);
            let right = p.add(y.a(), d);
            Some(p.eq(x.a(), right))
        }
        // x + k == x: only for k = 0, which is no sum.
        (Some(x), Some(_), ..) if x.a() == n.b() => Some(p.bool(false)),
        (.., Some(y), Some(_)) if y.a() == n.a() => Some(p.bool(false)),
        _ => None,
    }
}

fn eq_difference(p: &mut Pool, n: &Node) -> Option<ExprId> {
    let i = is(p, n.a(), Kind::Sub)?;
    (known(p, n.b())? == 0).then(|| p.eq(i.a(), i.b()))
}

fn eq_negated(p: &mut Pool, n: &Node) -> Option<ExprId> {
    let k = known(p, n.b())?;
    let i = is(p, n.a(), Kind::Neg)?;
    let k = p.constant(k.wrapping_neg(), i.width as u32);
    Some(p.eq(i.a(), k))
}

fn eq_not(p: &mut Pool, n: &Node) -> Option<ExprId> {
    let k = known(p, n.b())?;
    let i = is(p, n.a(), Kind::Not)?;
    let k = p.constant(!k, i.width as u32);
    Some(p.eq(i.a(), k))
}

fn eq_xor(p: &mut Pool, n: &Node) -> Option<ExprId> {
    let m = known(p, n.b())?;
    let i = is(p, n.a(), Kind::Xor)?;
    let k = known(p, i.b())?;
    let k = p.constant(k ^ m, i.width as u32);
    Some(p.eq(i.a(), k))
}

fn eq_zext(p: &mut Pool, n: &Node) -> Option<ExprId> {
    let k = known(p, n.b())?;
    let i = is(p, n.a(), Kind::ZExt)?;
    let w = p.width(i.a());
    if w < 64 && k >> w != 0 {
        return Some(p.bool(false));
    }
    let k = p.constant(k, w);
    Some(p.eq(i.a(), k))
}

fn eq_sext(p: &mut Pool, n: &Node) -> Option<ExprId> {
    let k = known(p, n.b())?;
    let i = is(p, n.a(), Kind::SExt)?;
    let w = p.width(i.a());
    if crescendo_number::int::mask(signed(k & ones(w), w) as u64, i.width as u32) != k {
        return Some(p.bool(false));
    }
    let k = p.constant(k, w);
    Some(p.eq(i.a(), k))
}

fn eq_extended(p: &mut Pool, n: &Node) -> Option<ExprId> {
    let (x, y) = (p.node(n.a()), p.node(n.b()));
    let same = x.kind == y.kind && matches!(x.kind, Kind::ZExt | Kind::SExt) && p.width(x.a()) == p.width(y.a());
    same.then(|| p.eq(x.a(), y.a()))
}

fn eq_concat(p: &mut Pool, n: &Node) -> Option<ExprId> {
    let i = is(p, n.a(), Kind::Concat)?;
    if !p.is_constant(n.b()) {
        return None;
    }
    let cut = p.width(i.b());
    let (kh, kl) = (p.extract(n.b(), cut, p.width(i.a())), p.extract(n.b(), 0, cut));
    let high = p.eq(i.a(), kh);
    let low = p.eq(i.b(), kl);
    Some(p.and(high, low))
}

fn eq_choice(p: &mut Pool, n: &Node) -> Option<ExprId> {
    let j = known(p, n.b())?;
    let (c, k, m) = constant_choice(p, n.a())?;
    Some(match (k == j, m == j) {
        (true, true) => p.bool(true),
        (true, false) => c,
        (false, true) => p.not(c),
        (false, false) => p.bool(false),
    })
}

fn ult_zero(p: &mut Pool, n: &Node) -> Option<ExprId> {
    (known(p, n.b())? == 0).then(|| p.bool(false))
}

fn ult_one(p: &mut Pool, n: &Node) -> Option<ExprId> {
    if known(p, n.b())? != 1 {
        return None;
    }
    let zero = p.constant(0, width(p, n));
    Some(p.eq(n.a(), zero))
}

fn ult_ones(p: &mut Pool, n: &Node) -> Option<ExprId> {
    (known(p, n.a())? == ones(width(p, n))).then(|| p.bool(false))
}

fn ult_top(p: &mut Pool, n: &Node) -> Option<ExprId> {
    let w = width(p, n);
    if known(p, n.a())? != ones(w) - 1 {
        return None;
    }
    let top = p.constant(ones(w), w);
    Some(p.eq(n.b(), top))
}

fn ult_above_zero(p: &mut Pool, n: &Node) -> Option<ExprId> {
    (known(p, n.a())? == 0).then(|| p.ne(n.b(), n.a()))
}

fn ult_zext(p: &mut Pool, n: &Node) -> Option<ExprId> {
    let k = known(p, n.b())?;
    let i = is(p, n.a(), Kind::ZExt)?;
    let w = p.width(i.a());
    if k > ones(w) {
        return Some(p.bool(true));
    }
    let k = p.constant(k, w);
    Some(p.ult(i.a(), k))
}

fn ult_zext_right(p: &mut Pool, n: &Node) -> Option<ExprId> {
    let k = known(p, n.a())?;
    let i = is(p, n.b(), Kind::ZExt)?;
    let w = p.width(i.a());
    if k >= ones(w) {
        return Some(p.bool(false));
    }
    let k = p.constant(k, w);
    Some(p.ult(k, i.a()))
}

fn ult_extended(p: &mut Pool, n: &Node) -> Option<ExprId> {
    let (x, y) = (is(p, n.a(), Kind::ZExt)?, is(p, n.b(), Kind::ZExt)?);
    (p.width(x.a()) == p.width(y.a())).then(|| p.ult(x.a(), y.a()))
}

fn ule_constant(p: &mut Pool, n: &Node) -> Option<ExprId> {
    let (k, w) = (known(p, n.b())?, width(p, n));
    if k == ones(w) {
        return Some(p.bool(true));
    }
    let k = p.constant(k + 1, w);
    Some(p.ult(n.a(), k))
}

fn ule_constant_left(p: &mut Pool, n: &Node) -> Option<ExprId> {
    let (k, w) = (known(p, n.a())?, width(p, n));
    if k == 0 {
        return Some(p.bool(true));
    }
    let k = p.constant(k - 1, w);
    Some(p.ult(k, n.b()))
}

fn slt_positive(p: &mut Pool, n: &Node) -> Option<ExprId> {
    let (k, w) = (known(p, n.b())?, width(p, n));
    is(p, n.a(), Kind::ZExt)?;
    Some(if signed(k, w) <= 0 { p.bool(false) } else { p.ult(n.a(), n.b()) })
}

fn slt_positive_right(p: &mut Pool, n: &Node) -> Option<ExprId> {
    let (k, w) = (known(p, n.a())?, width(p, n));
    is(p, n.b(), Kind::ZExt)?;
    Some(if signed(k, w) < 0 { p.bool(true) } else { p.ult(n.a(), n.b()) })
}

fn slt_positives(p: &mut Pool, n: &Node) -> Option<ExprId> {
    is(p, n.a(), Kind::ZExt)?;
    is(p, n.b(), Kind::ZExt)?;
    Some(p.ult(n.a(), n.b()))
}

/// Where a constant lies among the values of a narrower signed type.
fn place(k: i64, w: u32) -> std::cmp::Ordering {
    let (low, high) = (i64::MIN >> (64 - w), i64::MAX >> (64 - w));
    if k < low {
        std::cmp::Ordering::Less
    } else if k > high {
        std::cmp::Ordering::Greater
    } else {
        std::cmp::Ordering::Equal
    }
}

fn slt_sext(p: &mut Pool, n: &Node) -> Option<ExprId> {
    let k = signed(known(p, n.b())?, width(p, n));
    let i = is(p, n.a(), Kind::SExt)?;
    let w = p.width(i.a());
    Some(match place(k, w) {
        std::cmp::Ordering::Less => p.bool(false),
        std::cmp::Ordering::Greater => p.bool(true),
        std::cmp::Ordering::Equal => {
            let k = p.constant(k as u64, w);
            p.slt(i.a(), k)
        }
    })
}

fn slt_sext_right(p: &mut Pool, n: &Node) -> Option<ExprId> {
    let k = signed(known(p, n.a())?, width(p, n));
    let i = is(p, n.b(), Kind::SExt)?;
    let w = p.width(i.a());
    Some(match place(k, w) {
        std::cmp::Ordering::Less => p.bool(true),
        std::cmp::Ordering::Greater => p.bool(false),
        std::cmp::Ordering::Equal => {
            let k = p.constant(k as u64, w);
            p.slt(k, i.a())
        }
    })
}

fn slt_extended(p: &mut Pool, n: &Node) -> Option<ExprId> {
    let (x, y) = (is(p, n.a(), Kind::SExt)?, is(p, n.b(), Kind::SExt)?);
    (p.width(x.a()) == p.width(y.a())).then(|| p.slt(x.a(), y.a()))
}

fn slt_least(p: &mut Pool, n: &Node) -> Option<ExprId> {
    let w = width(p, n);
    let least = (w <= 64).then(|| 1u64 << (w - 1))?;
    let none = known(p, n.b()) == Some(least) || known(p, n.a()) == Some(least - 1);
    none.then(|| p.bool(false))
}

fn sle_constant(p: &mut Pool, n: &Node) -> Option<ExprId> {
    let (k, w) = (known(p, n.b())?, width(p, n));
    if k == (1u64 << (w - 1)) - 1 {
        return Some(p.bool(true));
    }
    let k = p.constant(k.wrapping_add(1), w);
    Some(p.slt(n.a(), k))
}

fn sle_constant_left(p: &mut Pool, n: &Node) -> Option<ExprId> {
    let (k, w) = (known(p, n.a())?, width(p, n));
    if k == 1u64 << (w - 1) {
        return Some(p.bool(true));
    }
    let k = p.constant(k.wrapping_sub(1), w);
    Some(p.slt(k, n.b()))
}
