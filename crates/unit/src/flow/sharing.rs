//! Whether it matters to a function that two pointers are the same.

use super::roots::{Root, Roots};
use super::ties::compared;
use crescendo_program::body::{Body, CallSite, Callee};
use crescendo_program::op::{Op, Reg};
use crescendo_program::{GlobalId, Program, Scalar};
use std::collections::BTreeSet;

/// How the code compares pointers from outside.
#[derive(Clone, Debug, Default)]
pub(crate) struct Comparisons {
    /// With one another.
    pub any: bool,
    /// Their distance: one of them, moved, with another.
    pub distance: bool,
    /// With the address of a global, and the offset in it.
    pub landmarks: BTreeSet<(GlobalId, u64)>,
    /// Globals whose places are asked for: before or behind another pointer, or how far from it.
    pub ordered: BTreeSet<GlobalId>,
}

/// `tied`: the second is known to be in the object of the first, or behind its end.
pub(super) fn comparisons(
    roots: &Roots,
    body: &Body,
    is_pointer: &dyn Fn(Root) -> bool,
    tied: &dyn Fn(Root, Root) -> bool,
) -> Comparisons {
    let mut found = Comparisons::default();
    for (a, b) in body.code.iter().filter_map(ordered) {
        let globals = [a, b].map(|r| {
            roots.of(r).iter().filter_map(|o| match roots.root(o.root) {
                Root::Global(g) => Some(g),
                _ => None,
            })
        });
        found.ordered.extend(globals.into_iter().flatten());
    }
    for (a, b) in body.code.iter().filter_map(compared) {
        for (x, y) in roots.of(a).iter().flat_map(|x| roots.of(b).iter().map(move |y| (x, y))) {
            let (one, other) = (roots.root(x.root), roots.root(y.root));
            if !is_pointer(one) || !is_pointer(other) {
                continue;
            }
            found.any = true;
            match (one, other) {
                (Root::Global(_), Root::Global(_)) => {}
                (Root::Global(g), _) => found.landmarks.extend(x.offset.map(|o| (g, o as u64))),
                (_, Root::Global(g)) => found.landmarks.extend(y.offset.map(|o| (g, o as u64))),
                _ => {
                    let moved = x.offset != Some(0) || y.offset != Some(0);
                    found.distance |= moved && one != other && !tied(one, other) && !tied(other, one);
                }
            }
        }
    }
    found
}

/// What is put in order, or subtracted from one another.
fn ordered(op: &Op) -> Option<(Reg, Reg)> {
    match *op {
        Op::BrEq { .. } | Op::BrNe { .. } => None,
        Op::Sub64 { a, b, .. } | Op::Sub32 { a, b, .. } => Some((a, b)),
        _ => compared(op),
    }
}

/// Whether the code writes behind a pointer from outside, or lets a function of another program do so.
pub(super) fn writes_behind(program: &Program, roots: &Roots, body: &Body, is_pointer: &dyn Fn(Root) -> bool) -> bool {
    let outside = |r: Reg| roots.of(r).iter().any(|o| is_pointer(roots.root(o.root)));
    let library = |c: &CallSite| matches!(c.callee, Callee::Direct(g) if program.function(g).body.is_none());
    let passed = |c: &CallSite| c.args.iter().any(|a| a.scalar == Scalar::Ptr && outside(a.at));
    body.code.iter().any(|op| stored(op).is_some_and(outside)) || body.calls.iter().any(|c| library(c) && passed(c))
}

/// Where an operation stores.
fn stored(op: &Op) -> Option<Reg> {
    match *op {
        Op::Store8 { p, .. } | Op::Store16 { p, .. } | Op::Store32 { p, .. } | Op::Store64 { p, .. } => Some(p),
        Op::StoreIdx8 { p, .. } | Op::StoreIdx16 { p, .. } => Some(p),
        Op::StoreIdx32 { p, .. } | Op::StoreIdx64 { p, .. } | Op::StoreAny { p, .. } => Some(p),
        _ => None,
    }
}
