//! Which functions go into a function pointer: a member, a global or a parameter, anywhere in the program.

use super::place::{Place, View, innermost_place, scalar_at};
use super::roots::{Origin, Root, Roots, constant};
use super::ties::compared;
use crescendo_program::body::{Body, Callee};
use crescendo_program::ctype::{CType, RecordKind, TypeId, Types};
use crescendo_program::op::{Op, Reg};
use crescendo_program::{FunctionId, GlobalId, Program};
use std::collections::{BTreeMap, BTreeSet};

/// What the program puts into function pointers, as far as its code says.
#[derive(Default)]
pub(crate) struct Callbacks {
    put: BTreeMap<Place, BTreeSet<FunctionId>>,
    /// What their value is compared with.
    compared: BTreeMap<Place, BTreeSet<FunctionId>>,
    /// Places that something else may be put into: what a parameter or another variable holds.
    open: BTreeSet<Place>,
    /// Types of functions of which some go to unknown places.
    anywhere: BTreeSet<TypeId>,
}

/// Elements of an initialised array that are looked at.
const ELEMENTS: u64 = 4096;

impl Callbacks {
    pub fn get(&self, place: &Place) -> Option<&BTreeSet<FunctionId>> {
        self.put.get(place)
    }

    /// Functions that the value of a place is compared with.
    pub fn compared(&self, place: &Place) -> Option<&BTreeSet<FunctionId>> {
        self.compared.get(place)
    }

    pub fn knows(&self, place: &Place) -> bool {
        self.put.contains_key(place) || self.compared.contains_key(place)
    }

    /// Whether nothing of the program goes there but what is known.
    pub fn is_whole(&self, place: &Place, ty: TypeId) -> bool {
        self.put.contains_key(place) && !self.open.contains(place) && !self.anywhere.contains(&ty)
    }

    fn add(&mut self, place: Place, function: FunctionId) {
        self.put.entry(place).or_default().insert(function);
    }
}

pub(crate) fn find(
    program: &Program,
    all: &[Option<Roots>],
    function: &dyn Fn(u64) -> Option<FunctionId>,
) -> Callbacks {
    let mut found = Callbacks::default();
    for (i, roots) in all.iter().enumerate() {
        let id = FunctionId(i as u32);
        let f = program.function(id);
        let (Some(body), Some(roots)) = (&f.body, roots) else { continue };
        let view = View { program, f, id, roots };
        let code = Code { view, body, function };
        for op in &body.code {
            if let Op::Store64 { p, a, o } | Op::Store32 { p, a, o } | Op::StoreAny { p, a, o, .. } = *op {
                code.stored(a, p, o as i64, &mut found);
            } else if let Some((a, b)) = compared(op) {
                code.compared(a, b, &mut found);
                code.compared(b, a, &mut found);
            }
        }
        for call in &body.calls {
            let Callee::Direct(callee) = call.callee else { continue };
            for (k, a) in call.args.iter().enumerate() {
                code.passed(a.at, Place::Param(callee, k), &mut found);
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

/// The code of one function.
struct Code<'a> {
    view: View<'a>,
    body: &'a Body,
    function: &'a dyn Fn(u64) -> Option<FunctionId>,
}

impl Code<'_> {
    fn stored(&self, value: Reg, to: Reg, offset: i64, found: &mut Callbacks) {
        let (view, types) = (&self.view, &self.view.program.types);
        let mut known = false;
        for origin in view.roots.of(to) {
            let (Some(at), Some(ty)) = (origin.offset, view.pointee(origin.root)) else { continue };
            let global = if let Root::Global(g) = view.roots.root(origin.root) { Some(g) } else { None };
            let Some(place) = innermost_place(types, ty, at + offset, global) else { continue };
            known = true;
            match constant(self.body, value) {
                Some(word) => (self.function)(word).into_iter().for_each(|f| found.add(place, f)),
                None if scalar_at(types, ty, at + offset).is_some_and(|t| function_behind(types, t).is_some()) => {
                    let is_copy = |o: &Origin| view.place(o.root) == Some(place);
                    let origins = view.roots.of(value);
                    if origins.is_empty() || !origins.iter().all(is_copy) {
                        found.open.insert(place);
                    }
                }
                None => {}
            }
        }
        if !known {
            self.goes_anywhere(value, found);
        }
    }

    fn passed(&self, value: Reg, place: Place, found: &mut Callbacks) {
        match constant(self.body, value) {
            Some(word) => (self.function)(word).into_iter().for_each(|f| found.add(place, f)),
            None => drop(found.open.insert(place)),
        }
    }

    fn compared(&self, value: Reg, with: Reg, found: &mut Callbacks) {
        let Some(f) = constant(self.body, with).and_then(self.function) else { return };
        for place in self.view.roots.of(value).iter().filter_map(|o| self.view.place(o.root)) {
            found.compared.entry(place).or_default().insert(f);
        }
    }

    /// A value goes where nothing is known of.
    fn goes_anywhere(&self, value: Reg, found: &mut Callbacks) {
        let types = &self.view.program.types;
        if let Some(f) = constant(self.body, value).and_then(self.function) {
            found.anywhere.extend(self.view.program.function(f).c_type);
        }
        let values = self.view.roots.of(value).iter().filter_map(|o| self.view.value_type(o.root));
        found.anywhere.extend(values.filter_map(|t| function_behind(types, t)));
    }
}

/// The type of the functions that a pointer points to.
fn function_behind(types: &Types, ty: TypeId) -> Option<TypeId> {
    match types.resolved(ty) {
        CType::Pointer { to } => Some(types.resolve(*to)).filter(|t| matches!(types.get(*t), CType::Function { .. })),
        _ => None,
    }
}

/// Of these functions, those that call, themselves or by those they call, through a pointer of their own type: they hand on to what such
/// a pointer points to (`void *alloc(int n) { return methods.alloc(n); }`). With one of them in its own place, a call has no end.
pub(crate) fn dispatchers(
    program: &Program,
    taken: &BTreeSet<FunctionId>,
    calls: &[Vec<FunctionId>],
) -> BTreeSet<FunctionId> {
    let hands_on = |f: FunctionId, ty: u32| {
        let sites = program.function(f).body.iter().flat_map(|b| &b.calls);
        sites.into_iter().any(|c| matches!(c.callee, Callee::Pointer(_)) && c.type_id == Some(ty))
    };
    let is_one = |f: &FunctionId| {
        let Some(ty) = program.function(*f).signature.type_id else { return false };
        let mut seen = BTreeSet::from([*f]);
        let mut queue = vec![*f];
        while let Some(g) = queue.pop() {
            if hands_on(g, ty) {
                return true;
            }
            queue.extend(calls[g.0 as usize].iter().copied().filter(|c| seen.insert(*c)));
        }
        false
    };
    taken.iter().copied().filter(is_one).collect()
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
                    self.found.add(place, f);
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
