//! Roots in C's terms: which parameter, member or global a value is, and its type.

use super::roots::{Root, RootId, Roots};
use crescendo_program::ctype::{CType, Member, Record, RecordKind, TypeId, Types};
use crescendo_program::{Function, FunctionId, GlobalId, Program};

/// Where a value comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Place {
    /// A parameter, as C numbers them.
    Param(FunctionId, usize),
    /// A member of a struct, by its offset in bytes.
    Member(TypeId, u64),
    Global(GlobalId),
}

/// A function with what its registers hold.
pub(crate) struct View<'a> {
    pub program: &'a Program,
    pub f: &'a Function,
    pub id: FunctionId,
    pub roots: &'a Roots,
}

impl View<'_> {
    pub fn place(&self, id: RootId) -> Option<Place> {
        match self.roots.root(id) {
            Root::Param(i) => Some(Place::Param(self.id, self.c_param(i)?)),
            Root::Global(_) => None,
            Root::Load(from, offset) => {
                let global = if let Root::Global(g) = self.roots.root(from) { Some(g) } else { None };
                innermost_place(&self.program.types, self.pointee(from)?, offset, global)
            }
        }
    }

    pub fn c_params(&self) -> &[TypeId] {
        match self.f.c_type.map(|t| self.program.types.get(t)) {
            Some(CType::Function { params, .. }) => params,
            _ => &[],
        }
    }

    /// The C parameter of a machine parameter; none where structs travel in several.
    pub fn c_param(&self, i: u32) -> Option<usize> {
        let hidden = self.f.signature.params.first().is_some_and(|p| p.struct_return) as usize;
        let plain = self.f.signature.params.len() == self.c_params().len() + hidden;
        (i as usize).checked_sub(hidden).filter(|_| plain)
    }

    pub fn value_type(&self, id: RootId) -> Option<TypeId> {
        match self.roots.root(id) {
            Root::Param(i) => self.c_params().get(self.c_param(i)?).copied(),
            Root::Global(_) => None,
            Root::Load(from, offset) => scalar_at(&self.program.types, self.pointee(from)?, offset),
        }
    }

    /// The type of what a root points to.
    pub fn pointee(&self, id: RootId) -> Option<TypeId> {
        if let Root::Global(g) = self.roots.root(id) {
            return self.program.global(g).c_type;
        }
        match self.program.types.resolved(self.value_type(id)?) {
            CType::Pointer { to } => Some(*to),
            _ => None,
        }
    }

    pub fn is_pointer(&self, root: Root) -> bool {
        let value = match root {
            Root::Param(i) => self.c_param(i).and_then(|i| self.c_params().get(i).copied()),
            Root::Global(_) => return true,
            Root::Load(from, offset) => self.pointee(from).and_then(|t| scalar_at(&self.program.types, t, offset)),
        };
        value.is_some_and(|t| is_pointer(&self.program.types, t))
    }
}

pub(crate) fn is_pointer(types: &Types, ty: TypeId) -> bool {
    match types.resolved(ty) {
        CType::Pointer { to } => !matches!(types.resolved(*to), CType::Function { .. }),
        _ => false,
    }
}

pub(crate) fn is_number(types: &Types, ty: TypeId) -> bool {
    matches!(types.resolved(ty), CType::Int { bits: 8..=64, .. } | CType::Char { bits: 8, .. })
}

/// The member of a struct that an offset in bytes lies in.
fn member_at(r: &Record, offset: i64) -> Option<&Member> {
    let at = u64::try_from(offset).ok()? * 8;
    r.members.iter().filter(|m| m.width_bits.is_none() && m.offset_bits <= at).max_by_key(|m| m.offset_bits)
}

/// The type of the scalar at an offset.
pub(crate) fn scalar_at(types: &Types, mut ty: TypeId, mut offset: i64) -> Option<TypeId> {
    loop {
        match types.resolved(ty) {
            CType::Record(r) if r.kind == RecordKind::Struct => {
                let m = member_at(r, offset)?;
                (ty, offset) = (m.ty, offset - m.offset_bits as i64 / 8);
            }
            CType::Array { of, .. } => {
                let size = types.bytes(*of).filter(|s| *s > 0)? as i64;
                (ty, offset) = (*of, offset.checked_rem(size)?);
            }
            CType::Record(_) => return None,
            _ => return (offset == 0).then_some(ty),
        }
    }
}

/// The innermost struct with both members, and their offsets there.
pub(crate) fn common_record(types: &Types, mut ty: TypeId, mut a: i64, mut b: i64) -> Option<(TypeId, u64, u64)> {
    loop {
        let id = types.resolve(ty);
        match types.get(id) {
            CType::Record(r) if r.kind == RecordKind::Struct => {
                let (x, y) = (member_at(r, a)?, member_at(r, b)?);
                if x.offset_bits != y.offset_bits {
                    return Some((id, u64::try_from(a).ok()?, u64::try_from(b).ok()?));
                }
                let at = x.offset_bits as i64 / 8;
                (ty, a, b) = (x.ty, a - at, b - at);
            }
            CType::Array { of, .. } => {
                let size = types.bytes(*of).filter(|s| *s > 0)? as i64;
                if a / size != b / size {
                    return None;
                }
                (ty, a, b) = (*of, a % size, b % size);
            }
            _ => return None,
        }
    }
}

/// The place at an offset of a value of that type; `global`: the value is this global.
pub(crate) fn innermost_place(types: &Types, ty: TypeId, offset: i64, global: Option<GlobalId>) -> Option<Place> {
    match innermost(types, ty, offset) {
        Some((record, at)) => Some(Place::Member(record, at)),
        // An array of pointers counts as one place.
        None if !matches!(types.resolved(ty), CType::Record(_)) => global.map(Place::Global),
        None => None,
    }
}

/// The innermost struct around an offset, and the offset in it.
fn innermost(types: &Types, mut ty: TypeId, mut offset: i64) -> Option<(TypeId, u64)> {
    let mut found = None;
    loop {
        let id = types.resolve(ty);
        match types.get(id) {
            CType::Record(r) if r.kind == RecordKind::Struct => {
                found = Some((id, u64::try_from(offset).ok()?));
                let m = member_at(r, offset)?;
                (ty, offset) = (m.ty, offset - m.offset_bits as i64 / 8);
            }
            CType::Array { of, .. } => {
                let size = types.bytes(*of).filter(|s| *s > 0)? as i64;
                (ty, offset) = (*of, offset.checked_rem(size)?);
            }
            _ => return found,
        }
    }
}

/// A pointer that does not say what it points to.
pub(crate) fn is_untyped(types: &Types, ty: TypeId) -> bool {
    match types.resolved(ty) {
        CType::Pointer { to } => match types.resolved(*to) {
            CType::Void | CType::Char { .. } | CType::Unknown => true,
            CType::Record(r) => r.incomplete,
            _ => false,
        },
        _ => false,
    }
}

/// The offset and element of an array at the end of a struct that stands for more elements than it says.
pub(crate) fn flexible(types: &Types, r: &Record) -> Option<(u64, TypeId)> {
    let last = r.members.last().filter(|m| r.kind == RecordKind::Struct && m.width_bits.is_none())?;
    match types.resolved(last.ty) {
        CType::Array { of, count: None | Some(0 | 1) } => Some((last.offset_bits / 8, *of)),
        _ => None,
    }
}
