//! And, or, exclusive or, not.

use super::{Rule, constant_choice, is, known, ones};
use crate::expr::{ExprId, Kind, Node, Pool};

pub(super) const RULES: &[Rule] = &[
    Rule { name: "and-same", on: Kind::And, text: "x & x => x", apply: same },
    Rule { name: "and-zero", on: Kind::And, text: "x & 0 => 0", apply: and_zero },
    Rule { name: "and-ones", on: Kind::And, text: "x & 1s => x", apply: and_ones },
    Rule { name: "and-not", on: Kind::And, text: "x & ~x => 0", apply: and_not },
    Rule { name: "and-chain", on: Kind::And, text: "(x & k) & m => x & (k & m)", apply: and_chain },
    Rule { name: "and-low-mask", on: Kind::And, text: "x & (2^k - 1) => zext(x[k-1:0])", apply: and_low_mask },
    Rule { name: "and-narrow", on: Kind::And, text: "zext(x) & k => zext(x & k)", apply: and_narrow },
    Rule { name: "and-choice", on: Kind::And, text: "(c ? k : m) & j => c ? k & j : m & j", apply: and_choice },
    Rule { name: "and-absorb", on: Kind::And, text: "(x & y) & y => x & y", apply: and_absorb },
    Rule { name: "or-same", on: Kind::Or, text: "x | x => x", apply: same },
    Rule { name: "or-zero", on: Kind::Or, text: "x | 0 => x", apply: zero_is_neutral },
    Rule { name: "or-ones", on: Kind::Or, text: "x | 1s => 1s", apply: or_ones },
    Rule { name: "or-not", on: Kind::Or, text: "x | ~x => 1s", apply: or_not },
    Rule { name: "or-chain", on: Kind::Or, text: "(x | k) | m => x | (k | m)", apply: or_chain },
    Rule { name: "or-disjoint", on: Kind::Or, text: "(x:0s) | zext(y), y fits the 0s => x:y", apply: join },
    Rule { name: "or-choice", on: Kind::Or, text: "(c ? k : m) | j => c ? k | j : m | j", apply: or_choice },
    Rule { name: "xor-same", on: Kind::Xor, text: "x ^ x => 0", apply: xor_same },
    Rule { name: "xor-zero", on: Kind::Xor, text: "x ^ 0 => x", apply: zero_is_neutral },
    Rule { name: "xor-ones", on: Kind::Xor, text: "x ^ 1s => ~x", apply: xor_ones },
    Rule { name: "xor-chain", on: Kind::Xor, text: "(x ^ k) ^ m => x ^ (k ^ m)", apply: xor_chain },
    Rule { name: "xor-cancel", on: Kind::Xor, text: "(x ^ y) ^ y => x", apply: xor_cancel },
    Rule { name: "xor-bit", on: Kind::Xor, text: "x ^ y, one bit => ~(x == y)", apply: xor_bit },
    Rule { name: "not-not", on: Kind::Not, text: "~~x => x", apply: not_not },
    Rule { name: "not-ult", on: Kind::Not, text: "~(x <u y) => y <=u x", apply: not_ult },
    Rule { name: "not-ule", on: Kind::Not, text: "~(x <=u y) => y <u x", apply: not_ule },
    Rule { name: "not-slt", on: Kind::Not, text: "~(x <s y) => y <=s x", apply: not_slt },
    Rule { name: "not-sle", on: Kind::Not, text: "~(x <=s y) => y <s x", apply: not_sle },
    Rule { name: "not-choice", on: Kind::Not, text: "~(c ? k : m) => c ? ~k : ~m", apply: not_choice },
];

fn same(_: &mut Pool, n: &Node) -> Option<ExprId> {
    (n.a == n.b).then(|| n.a())
}

fn zero_is_neutral(p: &mut Pool, n: &Node) -> Option<ExprId> {
    (known(p, n.b())? == 0).then(|| n.a())
}

fn and_zero(p: &mut Pool, n: &Node) -> Option<ExprId> {
    (known(p, n.b())? == 0).then(|| n.b())
}

fn and_ones(p: &mut Pool, n: &Node) -> Option<ExprId> {
    (known(p, n.b())? == ones(n.width as u32)).then(|| n.a())
}

fn complements(p: &Pool, n: &Node) -> bool {
    is(p, n.a(), Kind::Not).is_some_and(|i| i.a == n.b) || is(p, n.b(), Kind::Not).is_some_and(|i| i.a == n.a)
}

fn and_not(p: &mut Pool, n: &Node) -> Option<ExprId> {
    complements(p, n).then(|| p.constant_words(&[0], n.width as u32))
}

fn and_chain(p: &mut Pool, n: &Node) -> Option<ExprId> {
    let m = known(p, n.b())?;
    let i = is(p, n.a(), Kind::And)?;
    let k = p.constant(known(p, i.b())? & m, n.width as u32);
    Some(p.and(i.a(), k))
}

fn and_low_mask(p: &mut Pool, n: &Node) -> Option<ExprId> {
    let m = known(p, n.b())?;
    if m == 0 || m & (m + 1) != 0 || n.width == 1 {
        return None;
    }
    let low = p.extract(n.a(), 0, m.trailing_ones());
    Some(p.zext(low, n.width as u32))
}

fn and_narrow(p: &mut Pool, n: &Node) -> Option<ExprId> {
    let k = known(p, n.b())?;
    let i = is(p, n.a(), Kind::ZExt)?;
    let w = p.width(i.a());
    let k = p.constant(k & ones(w), w.min(64));
    if w > 64 {
        return None;
    }
    let inner = p.and(i.a(), k);
    Some(p.zext(inner, n.width as u32))
}

fn and_choice(p: &mut Pool, n: &Node) -> Option<ExprId> {
    let j = known(p, n.b())?;
    let (c, k, m) = constant_choice(p, n.a())?;
    let (x, y) = (p.constant(k & j, n.width as u32), p.constant(m & j, n.width as u32));
    Some(p.ite(c, x, y))
}

fn and_absorb(p: &mut Pool, n: &Node) -> Option<ExprId> {
    for (x, y) in [(n.a(), n.b()), (n.b(), n.a())] {
        if let Some(i) = is(p, x, Kind::And)
            && (i.a() == y || i.b() == y)
        {
            return Some(x);
        }
    }
    None
}

fn or_ones(p: &mut Pool, n: &Node) -> Option<ExprId> {
    (known(p, n.b())? == ones(n.width as u32)).then(|| n.b())
}

fn or_not(p: &mut Pool, n: &Node) -> Option<ExprId> {
    if !complements(p, n) {
        return None;
    }
    let zero = p.constant_words(&[0], n.width as u32);
    Some(p.not(zero))
}

fn or_chain(p: &mut Pool, n: &Node) -> Option<ExprId> {
    let m = known(p, n.b())?;
    let i = is(p, n.a(), Kind::Or)?;
    let k = p.constant(known(p, i.b())? | m, n.width as u32);
    Some(p.or(i.a(), k))
}

/// `x:0s` with something that only fills the zeros; also serves sums.
pub(super) fn join(p: &mut Pool, n: &Node) -> Option<ExprId> {
    for (x, y) in [(n.a(), n.b()), (n.b(), n.a())] {
        let Some((high, zeros)) = trailing_zeros(p, x) else { continue };
        let w = n.width as u32;
        let fits = match p.node(y).kind {
            Kind::ZExt => p.width(p.node(y).a()) <= zeros,
            Kind::Const => p.node(y).value() >> zeros.min(63) == 0 && zeros < 64,
            _ => false,
        };
        if fits {
            let low = p.extract(y, 0, zeros);
            debug_assert_eq!(p.width(high) + zeros, w);
            return Some(p.concat(high, low));
        }
    }
    None
}

/// A term that ends in constant zeros: the part above and their number.
fn trailing_zeros(p: &mut Pool, e: ExprId) -> Option<(ExprId, u32)> {
    let n = p.node(e);
    match n.kind {
        Kind::Concat => {
            let low = n.b();
            if known(p, low)? == 0 {
                return Some((n.a(), p.width(low)));
            }
            None
        }
        // zext(x:0s) is 0s:x:0s.
        Kind::ZExt => {
            let inner = is(p, n.a(), Kind::Concat)?;
            if known(p, inner.b())? != 0 {
                return None;
            }
            let zeros = p.width(inner.b());
            let high = p.zext(inner.a(), n.width as u32 - zeros);
            Some((high, zeros))
        }
        _ => None,
    }
}

fn or_choice(p: &mut Pool, n: &Node) -> Option<ExprId> {
    let j = known(p, n.b())?;
    let (c, k, m) = constant_choice(p, n.a())?;
    let (x, y) = (p.constant(k | j, n.width as u32), p.constant(m | j, n.width as u32));
    Some(p.ite(c, x, y))
}

fn xor_same(p: &mut Pool, n: &Node) -> Option<ExprId> {
    (n.a == n.b).then(|| p.constant_words(&[0], n.width as u32))
}

fn xor_ones(p: &mut Pool, n: &Node) -> Option<ExprId> {
    (known(p, n.b())? == ones(n.width as u32)).then(|| p.not(n.a()))
}

fn xor_chain(p: &mut Pool, n: &Node) -> Option<ExprId> {
    let m = known(p, n.b())?;
    let i = is(p, n.a(), Kind::Xor)?;
    let k = p.constant(known(p, i.b())? ^ m, n.width as u32);
    Some(p.xor(i.a(), k))
}

fn xor_cancel(p: &mut Pool, n: &Node) -> Option<ExprId> {
    for (x, y) in [(n.a(), n.b()), (n.b(), n.a())] {
        if let Some(i) = is(p, x, Kind::Xor) {
            if i.a() == y {
                return Some(i.b());
            }
            if i.b() == y {
                return Some(i.a());
            }
        }
    }
    None
}

fn xor_bit(p: &mut Pool, n: &Node) -> Option<ExprId> {
    if n.width != 1 {
        return None;
    }
    let e = p.eq(n.a(), n.b());
    Some(p.not(e))
}

fn not_not(p: &mut Pool, n: &Node) -> Option<ExprId> {
    Some(is(p, n.a(), Kind::Not)?.a())
}

fn not_ult(p: &mut Pool, n: &Node) -> Option<ExprId> {
    let i = is(p, n.a(), Kind::Ult)?;
    Some(p.ule(i.b(), i.a()))
}

fn not_ule(p: &mut Pool, n: &Node) -> Option<ExprId> {
    let i = is(p, n.a(), Kind::Ule)?;
    Some(p.ult(i.b(), i.a()))
}

fn not_slt(p: &mut Pool, n: &Node) -> Option<ExprId> {
    let i = is(p, n.a(), Kind::Slt)?;
    Some(p.sle(i.b(), i.a()))
}

fn not_sle(p: &mut Pool, n: &Node) -> Option<ExprId> {
    let i = is(p, n.a(), Kind::Sle)?;
    Some(p.slt(i.b(), i.a()))
}

fn not_choice(p: &mut Pool, n: &Node) -> Option<ExprId> {
    let (c, k, m) = constant_choice(p, n.a())?;
    let (x, y) = (p.constant(!k, n.width as u32), p.constant(!m, n.width as u32));
    Some(p.ite(c, x, y))
}
