//! Byte arrays.

use super::{Rule, is, known};
use crate::expr::{ExprId, Kind, Node, Pool, TableId};

pub(super) const RULES: &[Rule] = &[
    Rule { name: "select-table", on: Kind::Select, text: "table[k] => the byte", apply: select_table },
    Rule { name: "select-stored", on: Kind::Select, text: "(a with a[i] = x)[i] => x", apply: select_stored },
    Rule { name: "select-passed", on: Kind::Select, text: "(a with a[k] = x)[m] => a[m]", apply: select_passed },
    Rule {
        name: "store-again",
        on: Kind::Store,
        text: "((a with a[i] = x) with a[i] = y) => a with a[i] = y",
        apply: store_again,
    },
];

fn select_table(p: &mut Pool, n: &Node) -> Option<ExprId> {
    let k = known(p, n.b())?;
    let t = is(p, n.a(), Kind::Table)?;
    // Places behind the end read as 0, in the evaluator too.
    let byte = p.table(TableId(t.a)).get(k as usize).copied().unwrap_or(0);
    Some(p.constant(byte as u64, 8))
}

fn select_stored(p: &mut Pool, n: &Node) -> Option<ExprId> {
    let s = is(p, n.a(), Kind::Store)?;
    (s.b == n.b).then(|| s.c())
}

fn select_passed(p: &mut Pool, n: &Node) -> Option<ExprId> {
    let s = is(p, n.a(), Kind::Store)?;
    (known(p, s.b())? != known(p, n.b())?).then(|| p.select(s.a(), n.b()))
}

fn store_again(p: &mut Pool, n: &Node) -> Option<ExprId> {
    let s = is(p, n.a(), Kind::Store)?;
    (s.b == n.b).then(|| p.store(s.a(), n.b(), n.c()))
}
