//! The rewrite rules: each a table entry with its match and result in words, and a function.
//!
//! A rule looks at an operation about to be made and may give another term that means the same for every value of the
//! variables and every width. `tests/rules.rs` makes random terms with and without rules, compares their values, and
//! insists that every rule was used. To add a rule: one entry in its file's `RULES`.

mod arithmetic;
mod array;
mod bits;
mod bitwise;
mod choice;
mod compare;
mod shift;

use crate::expr::{ExprId, Kind, Node, Pool};
use std::sync::OnceLock;

pub struct Rule {
    pub name: &'static str,
    /// The operation it looks at.
    pub on: Kind,
    /// `match => result`, for people.
    pub text: &'static str,
    pub apply: Apply,
}

/// All rules; a rule's number is its place here.
pub static RULES: std::sync::LazyLock<Vec<&'static Rule>> = std::sync::LazyLock::new(|| {
    let groups =
        [arithmetic::RULES, bitwise::RULES, shift::RULES, bits::RULES, compare::RULES, choice::RULES, array::RULES];
    groups.into_iter().flatten().collect()
});

type Apply = fn(&mut Pool, &Node) -> Option<ExprId>;

/// Rules with their numbers, by operation.
pub(crate) struct Dispatch([Vec<(u16, Apply)>; 256]);

/// Made once; a pool keeps the reference, which spares it the look whether that has happened.
pub(crate) fn dispatch() -> &'static Dispatch {
    static DISPATCH: OnceLock<Dispatch> = OnceLock::new();
    DISPATCH.get_or_init(|| {
        let mut by_kind = [const { Vec::new() }; 256];
        for (i, r) in RULES.iter().enumerate() {
            by_kind[r.on as usize].push((i as u16, r.apply));
        }
        Dispatch(by_kind)
    })
}

/// The result of the first rule that applies.
#[inline]
pub(crate) fn apply(pool: &mut Pool, n: &Node) -> Option<ExprId> {
    for (i, rule) in &pool.rules.0[n.kind as usize] {
        if let Some(e) = rule(pool, n) {
            pool.rule_hits[*i as usize] += 1;
            return Some(e);
        }
    }
    None
}

// ---- helpers the rules share

/// All ones of a width of at most 64 bits.
fn ones(width: u32) -> u64 {
    if width >= 64 { u64::MAX } else { (1 << width) - 1 }
}

/// The operand as a small constant.
#[inline]
fn known(p: &Pool, e: ExprId) -> Option<u64> {
    p.as_constant(e)
}

/// The operand if it is that operation.
#[inline]
fn is(p: &Pool, e: ExprId, kind: Kind) -> Option<Node> {
    let n = p.node(e);
    (n.kind == kind).then_some(n)
}

/// A choice between two small constants.
fn constant_choice(p: &Pool, e: ExprId) -> Option<(ExprId, u64, u64)> {
    let n = is(p, e, Kind::Ite)?;
    Some((n.a(), known(p, n.b())?, known(p, n.c())?))
}
