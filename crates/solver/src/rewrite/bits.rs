//! Cutting, joining and extending: bytes that went through memory come back as the words they were.

use super::{Rule, constant_choice, is, known};
use crate::expr::{ExprId, Kind, Node, Pool};

pub(super) const RULES: &[Rule] = &[
    Rule { name: "extract-extract", on: Kind::Extract, text: "x[..][..] => x[..]", apply: extract_extract },
    Rule {
        name: "extract-concat",
        on: Kind::Extract,
        text: "(x:y)[..] => the part of x, of y, or both",
        apply: extract_concat,
    },
    Rule {
        name: "extract-zext",
        on: Kind::Extract,
        text: "zext(x)[..] => x[..], zext(x[..]) or 0",
        apply: extract_zext,
    },
    Rule { name: "extract-sext", on: Kind::Extract, text: "sext(x)[..] => x[..] or sext(x[..])", apply: extract_sext },
    Rule {
        name: "extract-choice",
        on: Kind::Extract,
        text: "(c ? k : m)[..] => c ? k[..] : m[..]",
        apply: extract_choice,
    },
    Rule {
        name: "extract-logic",
        on: Kind::Extract,
        text: "(x & k)[..] => x[..] & k[..]; so | ^ ~",
        apply: extract_logic,
    },
    Rule {
        name: "extract-low-sum",
        on: Kind::Extract,
        text: "(x + y)[k:0] => x[k:0] + y[k:0], if that is shorter; so - *",
        apply: extract_low_sum,
    },
    Rule { name: "concat-zeros", on: Kind::Concat, text: "0s:x => zext(x)", apply: concat_zeros },
    Rule { name: "concat-right", on: Kind::Concat, text: "(x:y):z => x:(y:z)", apply: concat_right },
    Rule { name: "concat-neighbours", on: Kind::Concat, text: "x[h:m]:x[m-1:l] => x[h:l]", apply: concat_neighbours },
    Rule {
        name: "concat-neighbours-in",
        on: Kind::Concat,
        text: "x[h:m]:(x[m-1:l]:y) => x[h:l]:y",
        apply: concat_neighbours_in,
    },
    Rule { name: "concat-constants", on: Kind::Concat, text: "k:(m:x) => km:x", apply: concat_constants },
    Rule { name: "concat-zext", on: Kind::Concat, text: "zext(x):y => zext(x:y)", apply: concat_zext },
    Rule { name: "zext-zext", on: Kind::ZExt, text: "zext(zext(x)) => zext(x)", apply: zext_zext },
    Rule {
        name: "zext-choice",
        on: Kind::ZExt,
        text: "zext(c ? k : m) => c ? zext(k) : zext(m)",
        apply: extend_choice,
    },
    Rule { name: "sext-sext", on: Kind::SExt, text: "sext(sext(x)) => sext(x)", apply: sext_sext },
    Rule { name: "sext-zext", on: Kind::SExt, text: "sext(zext(x)) => zext(x)", apply: sext_zext },
    Rule {
        name: "sext-choice",
        on: Kind::SExt,
        text: "sext(c ? k : m) => c ? sext(k) : sext(m)",
        apply: extend_choice,
    },
];

fn extract_extract(p: &mut Pool, n: &Node) -> Option<ExprId> {
    let i = is(p, n.a(), Kind::Extract)?;
    Some(p.extract(i.a(), i.b + n.b, n.width as u32))
}

fn extract_concat(p: &mut Pool, n: &Node) -> Option<ExprId> {
    let i = is(p, n.a(), Kind::Concat)?;
    let (from, len, cut) = (n.b, n.width as u32, p.width(i.b()));
    if from >= cut {
        return Some(p.extract(i.a(), from - cut, len));
    }
    if from + len <= cut {
        return Some(p.extract(i.b(), from, len));
    }
    let high = p.extract(i.a(), 0, from + len - cut);
    let low = p.extract(i.b(), from, cut - from);
    Some(p.concat(high, low))
}

fn extract_zext(p: &mut Pool, n: &Node) -> Option<ExprId> {
    let i = is(p, n.a(), Kind::ZExt)?;
    let (from, len, inner) = (n.b, n.width as u32, p.width(i.a()));
    if from >= inner {
        return Some(p.constant_words(&[0], len));
    }
    if from + len <= inner {
        return Some(p.extract(i.a(), from, len));
    }
    let low = p.extract(i.a(), from, inner - from);
    Some(p.zext(low, len))
}

fn extract_sext(p: &mut Pool, n: &Node) -> Option<ExprId> {
    let i = is(p, n.a(), Kind::SExt)?;
    let (from, len, inner) = (n.b, n.width as u32, p.width(i.a()));
    if from + len <= inner {
        return Some(p.extract(i.a(), from, len));
    }
    let start = from.min(inner - 1);
    let low = p.extract(i.a(), start, inner - start);
    Some(p.sext(low, len))
}

fn extract_choice(p: &mut Pool, n: &Node) -> Option<ExprId> {
    let (c, k, m) = constant_choice(p, n.a())?;
    let (x, y) = (p.constant(k >> n.b, n.width as u32), p.constant(m >> n.b, n.width as u32));
    Some(p.ite(c, x, y))
}

fn extract_logic(p: &mut Pool, n: &Node) -> Option<ExprId> {
    let i = p.node(n.a());
    let (from, len) = (n.b, n.width as u32);
    match i.kind {
        Kind::Not => {
            let x = p.extract(i.a(), from, len);
            Some(p.not(x))
        }
        Kind::And | Kind::Or | Kind::Xor if p.is_constant(i.b()) => {
            let (x, k) = (p.extract(i.a(), from, len), p.extract(i.b(), from, len));
            Some(match i.kind {
                Kind::And => p.and(x, k),
                Kind::Or => p.or(x, k),
                _ => p.xor(x, k),
            })
        }
        _ => None,
    }
}

/// Whether cutting the term to its low bits costs nothing.
fn cuts_well(p: &Pool, e: ExprId, len: u32) -> bool {
    let n = p.node(e);
    match n.kind {
        Kind::Const | Kind::WideConst => true,
        Kind::ZExt | Kind::SExt => p.width(n.a()) <= len,
        Kind::Concat => p.width(n.b()) >= len,
        _ => false,
    }
}

fn extract_low_sum(p: &mut Pool, n: &Node) -> Option<ExprId> {
    let i = p.node(n.a());
    let len = n.width as u32;
    if n.b != 0 || !matches!(i.kind, Kind::Add | Kind::Sub | Kind::Mul) {
        return None;
    }
    if !cuts_well(p, i.a(), len) || !cuts_well(p, i.b(), len) {
        return None;
    }
    let (x, y) = (p.extract(i.a(), 0, len), p.extract(i.b(), 0, len));
    Some(match i.kind {
        Kind::Add => p.add(x, y),
        Kind::Sub => p.sub(x, y),
        _ => p.mul(x, y),
    })
}

fn concat_zeros(p: &mut Pool, n: &Node) -> Option<ExprId> {
    (known(p, n.a())? == 0).then(|| p.zext(n.b(), n.width as u32))
}

fn concat_right(p: &mut Pool, n: &Node) -> Option<ExprId> {
    let i = is(p, n.a(), Kind::Concat)?;
    let low = p.concat(i.b(), n.b());
    Some(p.concat(i.a(), low))
}

/// Two pieces of one term, the first right above the second.
fn neighbours(p: &Pool, high: ExprId, low: ExprId) -> Option<(ExprId, u32, u32)> {
    let h = is(p, high, Kind::Extract)?;
    let n = p.node(low);
    if n.kind == Kind::Extract && n.a == h.a && n.b + n.width as u32 == h.b {
        return Some((h.a(), n.b, n.width as u32 + h.width as u32));
    }
    None
}

fn concat_neighbours(p: &mut Pool, n: &Node) -> Option<ExprId> {
    let (x, from, len) = neighbours(p, n.a(), n.b())?;
    Some(p.extract(x, from, len))
}

fn concat_neighbours_in(p: &mut Pool, n: &Node) -> Option<ExprId> {
    let i = is(p, n.b(), Kind::Concat)?;
    let (x, from, len) = neighbours(p, n.a(), i.a())?;
    let high = p.extract(x, from, len);
    Some(p.concat(high, i.b()))
}

fn concat_constants(p: &mut Pool, n: &Node) -> Option<ExprId> {
    let k = known(p, n.a())?;
    let i = is(p, n.b(), Kind::Concat)?;
    let m = known(p, i.a())?;
    let (wk, wm) = (p.width(n.a()), p.width(i.a()));
    if wk + wm > 64 {
        return None;
    }
    let both = p.constant(k << wm | m, wk + wm);
    Some(p.concat(both, i.b()))
}

fn concat_zext(p: &mut Pool, n: &Node) -> Option<ExprId> {
    let i = is(p, n.a(), Kind::ZExt)?;
    let inner = p.concat(i.a(), n.b());
    Some(p.zext(inner, n.width as u32))
}

fn zext_zext(p: &mut Pool, n: &Node) -> Option<ExprId> {
    let i = is(p, n.a(), Kind::ZExt)?;
    Some(p.zext(i.a(), n.width as u32))
}

fn extend_choice(p: &mut Pool, n: &Node) -> Option<ExprId> {
    let (c, ..) = constant_choice(p, n.a())?;
    let i = p.node(n.a());
    let w = n.width as u32;
    let (x, y) = match n.kind {
        Kind::ZExt => (p.zext(i.b(), w), p.zext(i.c(), w)),
        _ => (p.sext(i.b(), w), p.sext(i.c(), w)),
    };
    Some(p.ite(c, x, y))
}

fn sext_sext(p: &mut Pool, n: &Node) -> Option<ExprId> {
    let i = is(p, n.a(), Kind::SExt)?;
    Some(p.sext(i.a(), n.width as u32))
}

fn sext_zext(p: &mut Pool, n: &Node) -> Option<ExprId> {
    let i = is(p, n.a(), Kind::ZExt)?;
    Some(p.zext(i.a(), n.width as u32))
}
