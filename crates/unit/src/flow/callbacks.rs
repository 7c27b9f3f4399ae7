//! Which functions go into a function pointer: a member, a global or a parameter, anywhere in the program.

use super::place::{Place, View, innermost_place};
use super::roots::{Root, Roots, constant};
use crescendo_program::body::Callee;
use crescendo_program::ctype::{CType, RecordKind, TypeId};
use crescendo_program::op::Op;
use crescendo_program::{FunctionId, GlobalId, Program};
use std::collections::{BTreeMap, BTreeSet};

pub(crate) type Callbacks = BTreeMap<Place, BTreeSet<FunctionId>>;

/// Elements of an initialised array that are looked at.
const ELEMENTS: u64 = 4096;

pub(crate) fn find(
    program: &Program,
    all: &[Option<Roots>],
    function: &dyn Fn(u64) -> Option<FunctionId>,
) -> Callbacks {
    let mut found = Callbacks::new();
    for (i, roots) in all.iter().enumerate() {
        let id = FunctionId(i as u32);
        let f = program.function(id);
        let (Some(body), Some(roots)) = (&f.body, roots) else { continue };
        let view = View { program, f, id, roots };
        let meant = |r: u32| constant(body, r).and_then(function);
        for op in &body.code {
            let (Op::Store64 { p, a, o } | Op::Store32 { p, a, o } | Op::StoreAny { p, a, o, .. }) = *op else {
                continue;
            };
            let Some(target) = meant(a) else { continue };
            for origin in roots.of(p) {
                let Some(offset) = origin.offset else { continue };
                let place = match (roots.root(origin.root), view.pointee(origin.root)) {
                    (root, Some(ty)) => {
                        let global = if let Root::Global(g) = root { Some(g) } else { None };
                        innermost_place(&program.types, ty, offset + o as i64, global)
                    }
                    _ => None,
                };
                if let Some(place) = place {
                    found.entry(place).or_default().insert(target);
                }
            }
        }
        for call in &body.calls {
            let Callee::Direct(callee) = call.callee else { continue };
            for (k, a) in call.args.iter().enumerate() {
                if let Some(target) = meant(a.at) {
                    found.entry(Place::Param(callee, k)).or_default().insert(target);
                }
            }
        }
    }
    for (i, g) in program.globals.iter().enumerate() {
        if let (Some(image), Some(ty)) = (g.image.as_ref().filter(|i| !i.is_empty()), g.c_type) {
            let mut walk = Image { program, image, function, found: &mut found };
            walk.value(ty, 0, Some(Place::Global(GlobalId(i as u32))));
        }
    }
    found
}

/// The initial bytes of a global.
struct Image<'a> {
    program: &'a Program,
    image: &'a [u8],
    function: &'a dyn Fn(u64) -> Option<FunctionId>,
    found: &'a mut Callbacks,
}

impl Image<'_> {
    fn value(&mut self, ty: TypeId, at: u64, place: Option<Place>) {
        let types = &self.program.types;
        let id = types.resolve(ty);
        match types.get(id) {
            CType::Pointer { to } if matches!(types.resolved(*to), CType::Function { .. }) => {
                if let (Some(f), Some(place)) = (self.word(at).and_then(self.function), place) {
                    self.found.entry(place).or_default().insert(f);
                }
            }
            CType::Array { of, count: Some(count) } => {
                let Some(size) = types.bytes(*of).filter(|s| *s > 0) else { return };
                for i in 0..(*count).min(ELEMENTS) {
                    self.value(*of, at + i * size, place);
                }
            }
            CType::Record(r) if r.kind == RecordKind::Struct => {
                for m in r.members.iter().filter(|m| m.width_bits.is_none()) {
                    self.value(m.ty, at + m.offset_bits / 8, Some(Place::Member(id, m.offset_bits / 8)));
                }
            }
            _ => {}
        }
    }

    fn word(&self, at: u64) -> Option<u64> {
        let n = self.program.target.pointer_bytes() as usize;
        let bytes = self.image.get(at as usize..at as usize + n)?;
        let fold = |v: u64, b: &u8| v << 8 | *b as u64;
        Some(match self.program.target.big_endian {
            true => bytes.iter().fold(0, fold),
            false => bytes.iter().rev().fold(0, fold),
        })
    }
}
