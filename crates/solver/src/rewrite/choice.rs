//! `c ? x : y`.

use super::{Rule, is, known};
use crate::expr::{ExprId, Kind, Node, Pool};

pub(super) const RULES: &[Rule] = &[
    Rule { name: "ite-known", on: Kind::Ite, text: "1 ? x : y => x; 0 ? x : y => y", apply: known_condition },
    Rule { name: "ite-same", on: Kind::Ite, text: "c ? x : x => x", apply: same },
    Rule { name: "ite-not", on: Kind::Ite, text: "~c ? x : y => c ? y : x", apply: negated },
    Rule { name: "ite-bit", on: Kind::Ite, text: "c ? 1 : 0 => c; c ? 0 : 1 => ~c, one bit", apply: bit },
    Rule { name: "ite-and", on: Kind::Ite, text: "c ? x : 0 => c & x; c ? 0 : x => ~c & x, one bit", apply: and },
    Rule { name: "ite-or", on: Kind::Ite, text: "c ? 1 : x => c | x; c ? x : 1 => ~c | x, one bit", apply: or },
    Rule {
        name: "ite-nested",
        on: Kind::Ite,
        text: "c ? (c ? x : y) : z => c ? x : z; so the other side",
        apply: nested,
    },
];

fn known_condition(p: &mut Pool, n: &Node) -> Option<ExprId> {
    Some(if known(p, n.a())? != 0 { n.b() } else { n.c() })
}

fn same(_: &mut Pool, n: &Node) -> Option<ExprId> {
    (n.b == n.c).then(|| n.b())
}

fn negated(p: &mut Pool, n: &Node) -> Option<ExprId> {
    let i = is(p, n.a(), Kind::Not)?;
    Some(p.ite(i.a(), n.c(), n.b()))
}

fn bit(p: &mut Pool, n: &Node) -> Option<ExprId> {
    if n.width != 1 {
        return None;
    }
    match (known(p, n.b())?, known(p, n.c())?) {
        (1, 0) => Some(n.a()),
        (0, 1) => Some(p.not(n.a())),
        _ => None,
    }
}

fn and(p: &mut Pool, n: &Node) -> Option<ExprId> {
    if n.width != 1 {
        return None;
    }
    if known(p, n.c()) == Some(0) {
        return Some(p.and(n.a(), n.b()));
    }
    if known(p, n.b()) == Some(0) {
        let c = p.not(n.a());
        return Some(p.and(c, n.c()));
    }
    None
}

fn or(p: &mut Pool, n: &Node) -> Option<ExprId> {
    if n.width != 1 {
        return None;
    }
    if known(p, n.b()) == Some(1) {
        return Some(p.or(n.a(), n.c()));
    }
    if known(p, n.c()) == Some(1) {
        let c = p.not(n.a());
        return Some(p.or(c, n.b()));
    }
    None
}

fn nested(p: &mut Pool, n: &Node) -> Option<ExprId> {
    if let Some(i) = is(p, n.b(), Kind::Ite)
        && i.a == n.a
    {
        return Some(p.ite(n.a(), i.b(), n.c()));
    }
    let i = is(p, n.c(), Kind::Ite)?;
    (i.a == n.a).then(|| p.ite(n.a(), n.b(), i.c()))
}
