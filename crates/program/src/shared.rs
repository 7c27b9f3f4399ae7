//! Unions whose members share the bytes of pointers: which pointers, and what else lies there.

use crate::ctype::{CType, Member, Record, RecordKind, TypeId, Types};

/// Elements of one array that are looked at.
const MOST_ELEMENTS: u64 = 64;

/// A scalar of a union's member.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// Names of members from the union down to it.
    pub names: Vec<String>,
    pub ty: TypeId,
    /// In bytes, from the start of the union.
    pub offset: u64,
    pub size: u64,
}

/// Bytes of a union in which some member has a pointer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slot {
    pub offset: u64,
    /// All pointers there, in the order of members.
    pub pointers: Vec<Part>,
    /// Scalars of the member that has most of them there; of the first of equal ones.
    pub scalars: Vec<Part>,
}

impl Slot {
    /// Whether its scalars stand for its bytes, where a member without pointers has so many bytes from the union's start on. That
    /// one does, if it has more of them.
    pub fn prefers_scalars(&self, plain: u64) -> bool {
        !self.scalars.is_empty()
            && self.scalars.iter().map(|p| p.size).sum::<u64>() >= plain.saturating_sub(self.offset)
    }

    /// Whether what lies there is another thing for another member.
    pub fn is_shared(&self, types: &Types) -> bool {
        let to = |p: &Part| match types.resolved(p.ty) {
            CType::Pointer { to } => Some(types.resolve(*to)),
            _ => None,
        };
        !self.scalars.is_empty() || self.pointers.iter().any(|p| to(p) != to(&self.pointers[0]))
    }
}

/// The slots of a union, in the order of their offsets.
pub fn slots(types: &Types, union: &Record) -> Vec<Slot> {
    let width = types.pointer_bytes();
    let members: Vec<Vec<Part>> = union.members.iter().map(|m| parts(types, m, 0)).collect();
    let is_pointer = |p: &&Part| matches!(types.resolved(p.ty), CType::Pointer { .. });
    let mut offsets: Vec<u64> = members.iter().flatten().filter(is_pointer).map(|p| p.offset).collect();
    offsets.sort_unstable();
    offsets.dedup();
    let slot = |offset: u64| {
        let within = |p: &&Part| p.offset >= offset && p.offset + p.size <= offset + width;
        let pointers = members.iter().flatten().filter(|p| p.offset == offset).filter(is_pointer).cloned().collect();
        let scalars =
            |m: &Vec<Part>| -> Vec<Part> { m.iter().filter(within).filter(|p| !is_pointer(p)).cloned().collect() };
        let bytes = |s: &Vec<Part>| s.iter().map(|p| p.size).sum::<u64>();
        let scalars = members.iter().rev().map(scalars).max_by_key(bytes).unwrap_or_default();
        Slot { offset, pointers, scalars }
    };
    offsets.into_iter().map(slot).collect()
}

/// Whether a member has a pointer.
pub fn has_pointers(types: &Types, m: &Member) -> bool {
    parts(types, m, 0).iter().any(|p| matches!(types.resolved(p.ty), CType::Pointer { .. }))
}

/// The scalars of a member. What is in unions inside of it, bit-fields and arrays of anything else is left out.
fn parts(types: &Types, m: &Member, start: u64) -> Vec<Part> {
    if m.width_bits.is_some() {
        return Vec::new();
    }
    let offset = start + m.offset_bits / 8;
    let size = types.bytes(m.ty).unwrap_or(0);
    let part = |name: String, ty, offset, size| Part { names: vec![name], ty, offset, size };
    match types.resolved(m.ty) {
        CType::Pointer { .. }
        | CType::Bool { .. }
        | CType::Char { .. }
        | CType::Int { .. }
        | CType::Float { .. }
        | CType::Enum(_) => vec![part(m.name.clone(), m.ty, offset, size)],
        CType::Array { of, count: Some(count) } => {
            let is_scalar = matches!(
                types.resolved(*of),
                CType::Bool { .. } | CType::Char { .. } | CType::Int { .. } | CType::Float { .. } | CType::Enum(_)
            );
            let each = types.bytes(*of).unwrap_or(0);
            let element = |i: u64| part(format!("{}[{i}]", m.name), *of, offset + i * each, each);
            if is_scalar { (0..(*count).min(MOST_ELEMENTS)).map(element).collect() } else { Vec::new() }
        }
        CType::Record(r) if r.kind == RecordKind::Struct => {
            let mut all: Vec<Part> = r.members.iter().flat_map(|inner| parts(types, inner, offset)).collect();
            all.iter_mut().for_each(|p| p.names.insert(0, m.name.clone()));
            all
        }
        _ => Vec::new(),
    }
}
