//! Sums, products, quotients.

use super::{Rule, constant_choice, is, known, ones};
use crate::expr::{ExprId, Kind, Node, Pool};

pub(super) const RULES: &[Rule] = &[
    Rule { name: "add-zero", on: Kind::Add, text: "x + 0 => x", apply: add_zero },
    Rule { name: "add-chain", on: Kind::Add, text: "(x + k) + m => x + (k + m)", apply: add_chain },
    Rule { name: "add-sum-constant", on: Kind::Add, text: "(x + k) + y => (x + y) + k", apply: add_sum_constant },
    Rule { name: "add-negated", on: Kind::Add, text: "x + -y => x - y", apply: add_negated },
    Rule { name: "add-cancel", on: Kind::Add, text: "(x - y) + y => x", apply: add_cancel },
    Rule { name: "add-choice", on: Kind::Add, text: "(c ? k : m) + j => c ? k + j : m + j", apply: add_choice },
    Rule { name: "add-disjoint", on: Kind::Add, text: "(x:0s) + zext(y), y fits the 0s => x:y", apply: add_disjoint },
    Rule { name: "sub-self", on: Kind::Sub, text: "x - x => 0", apply: sub_self },
    Rule { name: "sub-constant", on: Kind::Sub, text: "x - k => x + -k", apply: sub_constant },
    Rule { name: "sub-from-zero", on: Kind::Sub, text: "0 - x => -x", apply: sub_from_zero },
    Rule { name: "sub-sums", on: Kind::Sub, text: "(x + k) - y => (x - y) + k", apply: sub_sums },
    Rule { name: "sub-cancel", on: Kind::Sub, text: "(x + y) - y => x", apply: sub_cancel },
    Rule { name: "neg-neg", on: Kind::Neg, text: "--x => x", apply: neg_neg },
    Rule { name: "neg-sub", on: Kind::Neg, text: "-(x - y) => y - x", apply: neg_sub },
    Rule { name: "mul-zero", on: Kind::Mul, text: "x * 0 => 0", apply: mul_zero },
    Rule { name: "mul-one", on: Kind::Mul, text: "x * 1 => x", apply: mul_one },
    Rule { name: "mul-minus-one", on: Kind::Mul, text: "x * -1 => -x", apply: mul_minus_one },
    Rule { name: "mul-power", on: Kind::Mul, text: "x * 2^k => x << k", apply: mul_power },
    Rule { name: "mul-chain", on: Kind::Mul, text: "(x * k) * m => x * (k * m)", apply: mul_chain },
    Rule { name: "udiv-one", on: Kind::UDiv, text: "x / 1 => x", apply: div_one },
    Rule { name: "udiv-power", on: Kind::UDiv, text: "x / 2^k => x >> k", apply: udiv_power },
    Rule { name: "udiv-narrow", on: Kind::UDiv, text: "zext(x) /u k => zext(x /u k), or 0", apply: udiv_narrow },
    Rule {
        name: "udiv-extended",
        on: Kind::UDiv,
        text: "zext(x) /u zext(y) => y == 0 ? ~0 : zext(x /u y)",
        apply: udiv_extended,
    },
    Rule { name: "urem-narrow", on: Kind::URem, text: "zext(x) %u zext(y) => zext(x %u y); so k", apply: urem_narrow },
    Rule { name: "urem-power", on: Kind::URem, text: "x % 2^k => x & (2^k - 1)", apply: urem_power },
    Rule { name: "sdiv-one", on: Kind::SDiv, text: "x / 1 => x", apply: div_one },
    Rule { name: "sdiv-positive", on: Kind::SDiv, text: "zext(x) / k, k > 0 => zext(x) /u k", apply: sdiv_positive },
    Rule {
        name: "sdiv-extended",
        on: Kind::SDiv,
        text: "zext(x) / zext(y) => zext(x) /u zext(y)",
        apply: sdiv_extended,
    },
    Rule { name: "srem-one", on: Kind::SRem, text: "x % 1 => 0", apply: srem_one },
    Rule { name: "srem-positive", on: Kind::SRem, text: "zext(x) % k, k > 0 => zext(x) %u k", apply: srem_positive },
    Rule {
        name: "srem-extended",
        on: Kind::SRem,
        text: "zext(x) % zext(y) => zext(x) %u zext(y)",
        apply: srem_extended,
    },
];

fn add_zero(p: &mut Pool, n: &Node) -> Option<ExprId> {
    (known(p, n.b())? == 0).then_some(n.a())
}

fn add_chain(p: &mut Pool, n: &Node) -> Option<ExprId> {
    let m = known(p, n.b())?;
    let inner = is(p, n.a(), Kind::Add)?;
    let k = known(p, inner.b())?;
    let sum = p.constant(k.wrapping_add(m), n.width as u32);
    Some(p.add(inner.a(), sum))
}

fn add_sum_constant(p: &mut Pool, n: &Node) -> Option<ExprId> {
    if p.is_constant(n.b()) {
        return None;
    }
    let (inner, other) = match (is(p, n.a(), Kind::Add), is(p, n.b(), Kind::Add)) {
        (Some(i), _) if p.is_constant(i.b()) => (i, n.b()),
        (_, Some(i)) if p.is_constant(i.b()) => (i, n.a()),
        _ => return None,
    };
    let sum = p.add(inner.a(), other);
    Some(p.add(sum, inner.b()))
}

fn add_negated(p: &mut Pool, n: &Node) -> Option<ExprId> {
    if let Some(i) = is(p, n.b(), Kind::Neg) {
        return Some(p.sub(n.a(), i.a()));
    }
    let i = is(p, n.a(), Kind::Neg)?;
    (!p.is_constant(n.b())).then(|| p.sub(n.b(), i.a()))
}

fn add_cancel(p: &mut Pool, n: &Node) -> Option<ExprId> {
    for (x, y) in [(n.a(), n.b()), (n.b(), n.a())] {
        if let Some(i) = is(p, x, Kind::Sub)
            && i.b() == y
        {
            return Some(i.a());
        }
    }
    None
}

fn add_choice(p: &mut Pool, n: &Node) -> Option<ExprId> {
    let j = known(p, n.b())?;
    let (c, k, m) = constant_choice(p, n.a())?;
    let w = n.width as u32;
    let (x, y) = (p.constant(k.wrapping_add(j), w), p.constant(m.wrapping_add(j), w));
    Some(p.ite(c, x, y))
}

fn add_disjoint(p: &mut Pool, n: &Node) -> Option<ExprId> {
    super::bitwise::join(p, n)
}

fn sub_self(p: &mut Pool, n: &Node) -> Option<ExprId> {
    (n.a == n.b).then(|| p.constant_words(&[0], n.width as u32))
}

fn sub_constant(p: &mut Pool, n: &Node) -> Option<ExprId> {
    let k = known(p, n.b())?;
    let k = p.constant(k.wrapping_neg(), n.width as u32);
    Some(p.add(n.a(), k))
}

fn sub_from_zero(p: &mut Pool, n: &Node) -> Option<ExprId> {
    (known(p, n.a())? == 0).then(|| p.neg(n.b()))
}

fn sub_sums(p: &mut Pool, n: &Node) -> Option<ExprId> {
    if let Some(i) = is(p, n.a(), Kind::Add)
        && let Some(k) = known(p, i.b())
    {
        let k = p.constant(k, n.width as u32);
        let d = p.sub(i.a(), n.b());
        return Some(p.add(d, k));
    }
    let i = is(p, n.b(), Kind::Add)?;
    let k = known(p, i.b())?;
    if p.is_constant(n.a()) {
        return None;
    }
    let k = p.constant(k.wrapping_neg(), n.width as u32);
    let d = p.sub(n.a(), i.a());
    Some(p.add(d, k))
}

fn sub_cancel(p: &mut Pool, n: &Node) -> Option<ExprId> {
    let i = is(p, n.a(), Kind::Add)?;
    if i.b() == n.b() {
        return Some(i.a());
    }
    (i.a() == n.b()).then_some(i.b())
}

fn neg_neg(p: &mut Pool, n: &Node) -> Option<ExprId> {
    Some(is(p, n.a(), Kind::Neg)?.a())
}

fn neg_sub(p: &mut Pool, n: &Node) -> Option<ExprId> {
    let i = is(p, n.a(), Kind::Sub)?;
    Some(p.sub(i.b(), i.a()))
}

fn mul_zero(p: &mut Pool, n: &Node) -> Option<ExprId> {
    (known(p, n.b())? == 0).then_some(n.b())
}

fn mul_one(p: &mut Pool, n: &Node) -> Option<ExprId> {
    (known(p, n.b())? == 1).then_some(n.a())
}

fn mul_minus_one(p: &mut Pool, n: &Node) -> Option<ExprId> {
    (known(p, n.b())? == ones(n.width as u32) && n.width > 1).then(|| p.neg(n.a()))
}

fn mul_power(p: &mut Pool, n: &Node) -> Option<ExprId> {
    let k = known(p, n.b())?;
    if !k.is_power_of_two() {
        return None;
    }
    let by = p.constant(k.trailing_zeros() as u64, n.width as u32);
    Some(p.shl(n.a(), by))
}

fn mul_chain(p: &mut Pool, n: &Node) -> Option<ExprId> {
    let m = known(p, n.b())?;
    let inner = is(p, n.a(), Kind::Mul)?;
    let k = known(p, inner.b())?;
    let k = p.constant(k.wrapping_mul(m), n.width as u32);
    Some(p.mul(inner.a(), k))
}

fn div_one(p: &mut Pool, n: &Node) -> Option<ExprId> {
    // One bit wide, 1 is also -1; signed division by it still gives the dividend back.
    (known(p, n.b())? == 1).then_some(n.a())
}

fn udiv_power(p: &mut Pool, n: &Node) -> Option<ExprId> {
    let k = known(p, n.b())?;
    if !k.is_power_of_two() {
        return None;
    }
    let by = p.constant(k.trailing_zeros() as u64, n.width as u32);
    Some(p.lshr(n.a(), by))
}

fn urem_power(p: &mut Pool, n: &Node) -> Option<ExprId> {
    let k = known(p, n.b())?;
    if !k.is_power_of_two() {
        return None;
    }
    let mask = p.constant(k - 1, n.width as u32);
    Some(p.and(n.a(), mask))
}

// Characters and shorts are divided as ints: fewer bits make a smaller divider.

fn udiv_narrow(p: &mut Pool, n: &Node) -> Option<ExprId> {
    let (x, k) = (is(p, n.a(), Kind::ZExt)?, known(p, n.b())?);
    let (width, inner) = (n.width as u32, p.width(x.a()));
    if k == 0 || inner > 64 {
        return None;
    }
    if inner < 64 && k >> inner != 0 {
        return Some(p.constant(0, width));
    }
    let k = p.constant(k, inner);
    let quotient = p.udiv(x.a(), k);
    Some(p.zext(quotient, width))
}

/// Both operands in the width of the wider one.
fn both_narrow(p: &mut Pool, n: &Node) -> Option<(ExprId, ExprId, u32)> {
    let (x, y) = (is(p, n.a(), Kind::ZExt)?, is(p, n.b(), Kind::ZExt)?);
    let width = p.width(x.a()).max(p.width(y.a()));
    Some((p.zext(x.a(), width), p.zext(y.a(), width), width))
}

fn udiv_extended(p: &mut Pool, n: &Node) -> Option<ExprId> {
    let (x, y, inner) = both_narrow(p, n)?;
    let width = n.width as u32;
    let (zero, quotient) = (p.constant(0, inner), p.udiv(x, y));
    let by_zero = p.eq(y, zero);
    let (none, quotient) = (p.constant(0, width), p.zext(quotient, width));
    let all = p.not(none);
    Some(p.ite(by_zero, all, quotient))
}

fn urem_narrow(p: &mut Pool, n: &Node) -> Option<ExprId> {
    let width = n.width as u32;
    if let Some((x, y, _)) = both_narrow(p, n) {
        let rest = p.urem(x, y);
        return Some(p.zext(rest, width));
    }
    let (x, k) = (is(p, n.a(), Kind::ZExt)?, known(p, n.b())?);
    let inner = p.width(x.a());
    if inner > 64 {
        return None;
    }
    if inner < 64 && k >> inner != 0 {
        return Some(n.a());
    }
    let k = p.constant(k, inner);
    let rest = p.urem(x.a(), k);
    Some(p.zext(rest, width))
}

/// Neither is negative; by zero both divisions give the same.
fn both_extended(p: &Pool, n: &Node) -> Option<()> {
    is(p, n.a(), Kind::ZExt)?;
    is(p, n.b(), Kind::ZExt).map(|_| ())
}

fn sdiv_extended(p: &mut Pool, n: &Node) -> Option<ExprId> {
    both_extended(p, n)?;
    Some(p.udiv(n.a(), n.b()))
}

fn srem_extended(p: &mut Pool, n: &Node) -> Option<ExprId> {
    both_extended(p, n)?;
    Some(p.urem(n.a(), n.b()))
}

/// The dividend is not negative, the constant divisor neither.
fn both_positive(p: &Pool, n: &Node) -> Option<()> {
    let k = known(p, n.b())?;
    is(p, n.a(), Kind::ZExt)?;
    (k > 0 && k >> (n.width - 1) == 0).then_some(())
}

fn sdiv_positive(p: &mut Pool, n: &Node) -> Option<ExprId> {
    both_positive(p, n)?;
    Some(p.udiv(n.a(), n.b()))
}

fn srem_one(p: &mut Pool, n: &Node) -> Option<ExprId> {
    (known(p, n.b())? == 1).then(|| p.constant(0, n.width as u32))
}

fn srem_positive(p: &mut Pool, n: &Node) -> Option<ExprId> {
    both_positive(p, n)?;
    Some(p.urem(n.a(), n.b()))
}
