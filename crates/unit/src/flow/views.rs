//! What a pointer without a type of its own (`void *`, `char *`) points to: the struct it is used as, in the function itself,
//! in those it is passed to, or, for members and globals, anywhere in the program. The same for a pointer to a struct that is used
//! as a larger one which begins with it.

use super::callbacks::Callbacks;
use super::place::{Place, View, is_untyped};
use super::roots::Roots;
use crescendo_program::body::Callee;
use crescendo_program::ctype::{CType, RecordKind, TypeId, Types};
use crescendo_program::{FunctionId, Program};
use std::collections::{BTreeMap, HashMap};

/// The struct or union behind pointers, by where the pointers are.
#[derive(Clone, Debug, Default)]
pub(crate) struct Views {
    anywhere: BTreeMap<Place, TypeId>,
    /// As a function itself uses them.
    here: BTreeMap<(FunctionId, Place), TypeId>,
}

impl Views {
    /// As the first of these functions that uses a pointer does; else as any does.
    pub fn of(&self, place: Place, functions: impl Iterator<Item = FunctionId>) -> Option<TypeId> {
        let mut own = functions.filter_map(|f| self.here.get(&(f, place)));
        own.next().or_else(|| self.anywhere.get(&place)).copied()
    }
}

/// Rounds in which views go from callees to callers.
const ROUNDS: usize = 4;

pub(crate) fn find(program: &Program, all: &[Option<Roots>], callbacks: &Callbacks) -> Views {
    let records = Records::new(&program.types);
    let mut views = Views::default();
    for _ in 0..ROUNDS {
        let before = views.here.len();
        for (i, roots) in all.iter().enumerate() {
            let id = FunctionId(i as u32);
            let f = program.function(id);
            let (Some(body), Some(roots)) = (&f.body, roots) else { continue };
            let view = View { program, f, id, roots };
            let mut seen: Vec<(u32, TypeId)> = Vec::new();
            for &(r, name) in &body.views {
                let (name, size) = &body.view_types[name as usize];
                seen.extend(records.find(name, *size).map(|ty| (r, ty)));
            }
            for call in &body.calls {
                // Through a pointer: the functions that the program puts there.
                let callees: Vec<FunctionId> = match call.callee {
                    Callee::Direct(f) => vec![f],
                    Callee::Pointer(r) => {
                        let places = roots.of(r).iter().filter_map(|o| view.place(o.root));
                        places.filter_map(|p| callbacks.get(&p)).flatten().copied().collect()
                    }
                    Callee::Symbol(_) => continue,
                };
                for (k, a) in call.args.iter().enumerate() {
                    seen.extend(callees.iter().filter_map(|&f| Some((a.at, parameter(program, f, k, &views)?))));
                }
            }
            for (r, ty) in seen {
                for o in roots.of(r).iter().filter(|o| o.offset == Some(0)) {
                    let types = &program.types;
                    let open = view.value_type(o.root).is_some_and(|t| is_untyped(types, t) || is_base(types, t, ty));
                    if let Some(place) = view.place(o.root).filter(|_| open) {
                        views.anywhere.entry(place).or_insert(ty);
                        views.here.entry((id, place)).or_insert(ty);
                    }
                }
            }
        }
        if views.here.len() == before {
            break;
        }
    }
    views
}

/// Whether a pointer is to a struct that a larger one begins with: what C has for inheritance.
fn is_base(types: &Types, pointer: TypeId, derived: TypeId) -> bool {
    let CType::Pointer { to } = types.resolved(pointer) else { return false };
    let base = types.resolve(*to);
    let mut at = derived;
    while let CType::Record(r) = types.resolved(at)
        && let Some(first) = r.members.first().filter(|m| m.offset_bits == 0 && r.kind == RecordKind::Struct)
    {
        at = types.resolve(first.ty);
        if at == base {
            return true;
        }
    }
    false
}

/// The struct that a parameter of a function points to.
fn parameter(program: &Program, callee: FunctionId, k: usize, views: &Views) -> Option<TypeId> {
    let types = &program.types;
    let CType::Function { params, .. } = types.get(program.function(callee).c_type?) else { return None };
    let CType::Pointer { to } = types.resolved(*params.get(k)?) else { return None };
    match types.resolved(*to) {
        CType::Record(r) if !r.incomplete => Some(types.resolve(*to)),
        _ => views.anywhere.get(&Place::Param(callee, k)).copied(),
    }
}

/// Records by the names that LLVM has for them.
struct Records(HashMap<String, Vec<(u64, TypeId)>>);

impl Records {
    fn new(types: &Types) -> Records {
        let mut all: HashMap<String, Vec<(u64, TypeId)>> = HashMap::new();
        let mut add = |name: &str, id: TypeId| {
            if let CType::Record(r) = types.resolved(id)
                && !r.incomplete
                && !name.is_empty()
            {
                all.entry(name.to_string()).or_default().push((r.bytes, types.resolve(id)));
            }
        };
        for (id, t) in types.iter() {
            match t {
                CType::Record(r) => add(&r.name, id),
                CType::Typedef { name, .. } => add(name, id),
                _ => {}
            }
        }
        Records(all)
    }

    /// `struct.name`, `union.name`, and the same with a number behind.
    fn find(&self, name: &str, size: u64) -> Option<TypeId> {
        let name = name.split_once('.')?.1;
        let plain = name.split_once('.').map_or(name, |n| n.0);
        self.0.get(plain)?.iter().find(|r| r.0 == size).map(|r| r.1)
    }
}
