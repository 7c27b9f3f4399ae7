//! Shifts. By a constant they are nothing but moving bits, so they become concatenations and extractions.

use super::{Rule, is, known};
use crate::expr::{ExprId, Kind, Node, Pool};

pub(super) const RULES: &[Rule] = &[
    Rule { name: "shl-constant", on: Kind::Shl, text: "x << k => x[w-k-1:0]:0s", apply: shl_constant },
    Rule { name: "shl-zero", on: Kind::Shl, text: "0 << x => 0", apply: of_zero },
    Rule { name: "lshr-constant", on: Kind::LShr, text: "x >>u k => zext(x[w-1:k])", apply: lshr_constant },
    Rule { name: "lshr-zero", on: Kind::LShr, text: "0 >>u x => 0", apply: of_zero },
    Rule { name: "ashr-constant", on: Kind::AShr, text: "x >>s k => sext(x[w-1:k])", apply: ashr_constant },
    Rule { name: "ashr-positive", on: Kind::AShr, text: "zext(x) >>s y => zext(x) >>u y", apply: ashr_positive },
];

fn of_zero(p: &mut Pool, n: &Node) -> Option<ExprId> {
    (known(p, n.a())? == 0).then(|| n.a())
}

fn shl_constant(p: &mut Pool, n: &Node) -> Option<ExprId> {
    let (k, w) = (known(p, n.b())?, n.width as u64);
    match k {
        0 => Some(n.a()),
        k if k >= w => Some(p.constant_words(&[0], w as u32)),
        k => {
            let high = p.extract(n.a(), 0, (w - k) as u32);
            let zeros = p.constant_words(&[0], k as u32);
            Some(p.concat(high, zeros))
        }
    }
}

fn lshr_constant(p: &mut Pool, n: &Node) -> Option<ExprId> {
    let (k, w) = (known(p, n.b())?, n.width as u64);
    match k {
        0 => Some(n.a()),
        k if k >= w => Some(p.constant_words(&[0], w as u32)),
        k => {
            let high = p.extract(n.a(), k as u32, (w - k) as u32);
            Some(p.zext(high, w as u32))
        }
    }
}

fn ashr_constant(p: &mut Pool, n: &Node) -> Option<ExprId> {
    let (k, w) = (known(p, n.b())?.min(n.width as u64 - 1), n.width as u64);
    if k == 0 {
        return Some(n.a());
    }
    let high = p.extract(n.a(), k as u32, (w - k) as u32);
    Some(p.sext(high, w as u32))
}

fn ashr_positive(p: &mut Pool, n: &Node) -> Option<ExprId> {
    is(p, n.a(), Kind::ZExt)?;
    Some(p.lshr(n.a(), n.b()))
}
