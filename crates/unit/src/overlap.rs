//! Whether objects of two types may share bytes, by C's rules on effective types.
//!
//! Characters and untyped bytes may lie in anything. Otherwise objects share bytes where one type is a part of the other: of the
//! same struct, or of scalars of the same class and size. Signedness, enumerations and what pointers point to make no difference
//! here, so that nothing is left out that compilers let pass.

use crescendo_program::ctype::{CType, TypeId, Types};

/// Deeper types are taken to hold anything.
const DEPTH: u32 = 12;

pub(crate) fn may_overlap(types: &Types, a: TypeId, b: TypeId) -> bool {
    let (a, b) = (element(types, a), element(types, b));
    is_bytes(types, a) || is_bytes(types, b) || holds(types, a, b, DEPTH) || holds(types, b, a, DEPTH)
}

/// Whether an object of the one type may lie in a variable of the other.
pub(crate) fn may_lie_in(types: &Types, part: TypeId, variable: TypeId) -> bool {
    let (part, variable) = (element(types, part), element(types, variable));
    is_bytes(types, part) || is_bytes(types, variable) || holds(types, variable, part, DEPTH)
}

/// Whether two objects of these types either are the same or share no byte: neither lies in the other at another place.
pub(crate) fn is_same_or_apart(types: &Types, a: TypeId, b: TypeId) -> bool {
    let (a, b) = (types.resolve(a), types.resolve(b));
    a == b && !is_bytes(types, a) && !matches!(types.get(a), CType::Array { .. })
}

/// The type of the elements of an array.
fn element(types: &Types, ty: TypeId) -> TypeId {
    let mut ty = types.resolve(ty);
    while let CType::Array { of, .. } | CType::Vector { of, .. } = types.get(ty) {
        ty = types.resolve(*of);
    }
    ty
}

fn is_bytes(types: &Types, ty: TypeId) -> bool {
    match types.get(ty) {
        CType::Void | CType::Unknown | CType::Char { .. } => true,
        CType::Record(r) => r.incomplete,
        _ => false,
    }
}

/// Whether a part of the one type is of the other.
fn holds(types: &Types, whole: TypeId, part: TypeId, depth: u32) -> bool {
    let whole = element(types, whole);
    if whole == part || depth == 0 {
        return true;
    }
    match types.get(whole) {
        CType::Record(r) => r.members.iter().any(|m| holds(types, m.ty, part, depth - 1)),
        _ => class(types, whole).is_some() && class(types, whole) == class(types, part),
    }
}

#[derive(PartialEq, Eq)]
enum Class {
    Integer(u32),
    Float(u32),
    Pointer,
}

fn class(types: &Types, ty: TypeId) -> Option<Class> {
    match types.get(ty) {
        CType::Bool { bits } | CType::Int { bits, .. } => Some(Class::Integer(*bits)),
        CType::Enum(e) => Some(Class::Integer(e.bits)),
        CType::Float { kind, .. } => Some(Class::Float(kind.bits())),
        CType::Complex { element, .. } => Some(Class::Float(element.bits())),
        CType::Pointer { .. } | CType::Function { .. } => Some(Class::Pointer),
        _ => None,
    }
}
