//! Static variables of functions: no test can set them, so they are no inputs. They start from their initialisers, and a
//! function that remembers something in them is called several times.

use crate::flow::roots::{Root, Roots, load};
use crescendo_program::body::Body;
use crescendo_program::op::{Access, Op};
use crescendo_program::{Global, GlobalId, Linkage, Program};
use std::collections::{BTreeSet, HashSet};

/// The static variables of functions that can change. Clang names them after the function, with a dot; other names with
/// a dot come from assembler labels.
pub(crate) fn static_locals(program: &Program) -> BTreeSet<GlobalId> {
    let owners = program.functions.iter().filter(|f| f.body.is_some()).map(|f| (f.unit, f.name.as_str()));
    let owners: HashSet<(u32, &str)> = owners.collect();
    let is_local = |g: &Global| {
        let owner = g.name.split_once('.').map_or("", |n| n.0);
        !g.constant && g.linkage != Linkage::External && owners.contains(&(g.unit, owner))
    };
    let all = program.globals.iter().enumerate().filter(|(_, g)| is_local(g));
    all.map(|(i, _)| GlobalId(i as u32)).collect()
}

/// Static variables that a function's code reads, and those it writes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Uses {
    pub reads: BTreeSet<GlobalId>,
    pub writes: BTreeSet<GlobalId>,
    /// Those whose address goes elsewhere; they count as read and written, too.
    pub escapes: BTreeSet<GlobalId>,
}

impl Uses {
    pub fn new(body: &Body, roots: &Roots, is_static: &dyn Fn(GlobalId) -> bool) -> Uses {
        let mut uses = Uses::default();
        let of = |r: u32| {
            let roots = roots.of(r).iter().filter_map(|o| match roots.root(o.root) {
                Root::Global(g) if is_static(g) => Some(g),
                _ => None,
            });
            roots.collect::<Vec<_>>()
        };
        for op in &body.code {
            if let Some((_, p, _)) = load(op) {
                uses.reads.extend(of(p));
                continue;
            }
            match *op {
                Op::LoadIdx8 { p, .. }
                | Op::LoadIdx16 { p, .. }
                | Op::LoadIdx32 { p, .. }
                | Op::LoadIdx64 { p, .. } => uses.reads.extend(of(p)),
                Op::Store8 { p, a, .. }
                | Op::Store16 { p, a, .. }
                | Op::Store32 { p, a, .. }
                | Op::Store64 { p, a, .. }
                | Op::StoreAny { p, a, .. }
                | Op::StoreIdx8 { p, a, .. }
                | Op::StoreIdx16 { p, a, .. }
                | Op::StoreIdx32 { p, a, .. }
                | Op::StoreIdx64 { p, a, .. } => {
                    uses.writes.extend(of(p));
                    uses.escape(of(a));
                }
                Op::GepImm { .. } | Op::Gep { .. } | Op::Mov { .. } | Op::Select { .. } => {}
                mut other => other.visit(&mut |r, _, access| {
                    if access == Access::Use {
                        uses.escape(of(*r));
                    }
                }),
            }
        }
        let arguments = body.calls.iter().flat_map(|c| c.args.iter().map(|a| a.at));
        let operands = body.intrinsics.iter().flat_map(|i| i.args.iter().map(|a| a.0));
        arguments.chain(operands).for_each(|r| uses.escape(of(r)));
        uses
    }

    /// Its address goes elsewhere: anything may happen to it.
    fn escape(&mut self, globals: Vec<GlobalId>) {
        self.reads.extend(globals.iter());
        self.escapes.extend(globals.iter());
        self.writes.extend(globals);
    }
}
