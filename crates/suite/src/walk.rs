//! The scalars of a C object, one after the other, by access path: in the order the driver fills them.

use crescendo_program::ctype::{CType, Member, Qualifier, Record, RecordKind, TypeId, Types};
use crescendo_unit::Image;

/// A scalar in an object, or an array of characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leaf {
    /// An access path in C.
    pub path: String,
    pub ty: TypeId,
    /// In bytes, from the start of the object.
    pub offset: u64,
    pub size: u64,
    /// Of a bit-field: its first bit counted from the start of the object, and how many there are.
    pub bits: Option<(u64, u32)>,
    /// Assigning to it is no C.
    pub constant: bool,
    /// So many characters, which read best as one text.
    pub characters: Option<u64>,
    /// A pointer that shares its bytes, in a union: its path and type.
    pub pointer: Option<(String, TypeId)>,
    /// Of a pointer in a union: plain members that share its bytes, which tell them where they are no address.
    pub instead: Vec<Leaf>,
}

/// Elements of an array that are looked at.
const MOST_ELEMENTS: u64 = 4096;

/// `p[0].m` reads as `p->m`.
fn member_path(path: &str, member: &str) -> String {
    match (member, path.strip_suffix("[0]")) {
        ("", _) => path.to_string(),
        (m, Some(pointer)) => format!("{pointer}->{m}"),
        (m, None) => format!("{path}.{m}"),
    }
}

/// Visits the scalars of an object of a type.
pub fn leaves(types: &Types, ty: TypeId, path: &str, offset: u64, constant: bool, visit: &mut dyn FnMut(Leaf)) {
    let constant = constant || types.has_qualifier(ty, Qualifier::Const);
    let leaf = |path: String, offset, size| Leaf {
        path,
        ty,
        offset,
        size,
        bits: None,
        constant,
        characters: None,
        pointer: None,
        instead: Vec::new(),
    };
    match types.resolved(ty) {
        CType::Bool { .. }
        | CType::Char { .. }
        | CType::Int { .. }
        | CType::Float { .. }
        | CType::Enum(_)
        | CType::Pointer { .. } => {
            visit(leaf(path.to_string(), offset, types.bytes(ty).unwrap_or(0)));
        }
        CType::Complex { .. } => {
            let half = types.bytes(ty).unwrap_or(0) / 2;
            visit(leaf(format!("__real__ {path}"), offset, half));
            visit(leaf(format!("__imag__ {path}"), offset + half, half));
        }
        CType::Array { of, count: Some(count) } if matches!(types.resolved(*of), CType::Char { bits: 8, .. }) => {
            let constant = constant || types.has_qualifier(*of, Qualifier::Const);
            visit(Leaf { characters: Some(*count), constant, ..leaf(path.to_string(), offset, *count) });
        }
        CType::Array { of, count: Some(count) } | CType::Vector { of, count } => {
            let (of, count) = (*of, *count);
            let Some(size) = types.bytes(of) else { return };
            for i in 0..count.min(MOST_ELEMENTS) {
                leaves(types, of, &format!("{path}[{i}]"), offset + i * size, constant, visit);
            }
        }
        CType::Record(r) if is_jump_buffer(r) => {}
        CType::Record(r) => record(types, r, path, offset, constant, visit),
        CType::Array { .. } | CType::Void | CType::Function { .. } | CType::Unknown => {}
        CType::Typedef { .. } | CType::Qualified { .. } => unreachable!("resolved"),
    }
}

/// What `setjmp` keeps is the C library's own.
fn is_jump_buffer(r: &Record) -> bool {
    r.name == "__jmp_buf_tag"
}

fn record(types: &Types, r: &Record, path: &str, offset: u64, constant: bool, visit: &mut dyn FnMut(Leaf)) {
    if r.kind == RecordKind::Union {
        // As the driver does: the largest member stands for all bytes.
        let size = |m: &&Member| types.bytes(m.ty).unwrap_or(0);
        let Some(m) = r.members.iter().rev().max_by_key(size) else { return };
        let is_pointer = |m: &&Member| matches!(types.resolved(m.ty), CType::Pointer { .. }) && !m.name.is_empty();
        let pointer = r.members.iter().find(is_pointer).map(|m| (member_path(path, &m.name), m.ty));
        let width = r.members.iter().find(is_pointer).map_or(0, size_of(types));
        if let Some(p) = r.members.iter().find(is_pointer)
            && let Some(all) = beside_pointer(types, (m, p), path, offset, constant)
        {
            all.into_iter().for_each(visit);
            return;
        }
        let plain = plain_member(types, r, path, offset, constant);
        leaves(types, m.ty, &member_path(path, &m.name), offset, constant, &mut |mut leaf| {
            if leaf.offset == offset && leaf.size == width {
                leaf.pointer = pointer.clone();
            }
            if matches!(types.resolved(leaf.ty), CType::Pointer { .. }) {
                let shares = |l: &&Leaf| l.offset >= leaf.offset && l.offset + l.size <= leaf.offset + leaf.size;
                leaf.instead = plain.iter().filter(shares).cloned().collect();
            }
            visit(leaf);
        });
        return;
    }
    for m in &r.members {
        let path = member_path(path, &m.name);
        match m.width_bits {
            None => leaves(types, m.ty, &path, offset + m.offset_bits / 8, constant, visit),
            Some(width) if width > 0 && !m.name.is_empty() => {
                let first = m.offset_bits / 8;
                let size = (m.offset_bits + width as u64).div_ceil(8) - first;
                let bits = Some((m.offset_bits - first * 8, width));
                let constant = constant || types.has_qualifier(m.ty, Qualifier::Const);
                visit(Leaf {
                    path,
                    ty: m.ty,
                    offset: offset + first,
                    size,
                    bits,
                    constant,
                    characters: None,
                    pointer: None,
                    instead: Vec::new(),
                });
            }
            Some(_) => {}
        }
    }
}

/// The scalars of a union's largest member, where only several of them together have the bytes of a pointer in it: that one, and
/// those behind it.
fn beside_pointer(
    types: &Types,
    (largest, pointer): (&Member, &Member),
    path: &str,
    offset: u64,
    constant: bool,
) -> Option<Vec<Leaf>> {
    let all = |m: &Member| {
        let mut all = Vec::new();
        leaves(types, m.ty, &member_path(path, &m.name), offset, constant, &mut |l| all.push(l));
        all
    };
    let mut pointer = all(pointer).pop()?;
    let end = offset + pointer.size;
    let (within, mut behind): (Vec<Leaf>, Vec<Leaf>) = all(largest).into_iter().partition(|l| l.offset < end);
    let fits = |l: &Leaf| l.size < pointer.size && l.offset + l.size <= end && l.bits.is_none();
    if within.is_empty() || !within.iter().all(fits) {
        return None;
    }
    pointer.instead = within;
    behind.insert(0, pointer);
    Some(behind)
}

/// The scalars of a union's largest member without pointers: the driver lays it over larger ones that have some.
fn plain_member(types: &Types, r: &Record, path: &str, offset: u64, constant: bool) -> Vec<Leaf> {
    let scalars = |m: &Member| {
        let mut all = Vec::new();
        leaves(types, m.ty, &member_path(path, &m.name), offset, constant, &mut |l| all.push(l));
        all
    };
    let is_plain = |all: &Vec<Leaf>| !all.iter().any(|l| matches!(types.resolved(l.ty), CType::Pointer { .. }));
    let plain = r.members.iter().rev().map(|m| (size_of(types)(m), scalars(m))).filter(|(_, all)| is_plain(all));
    plain.max_by_key(|(size, _)| *size).map_or_else(Vec::new, |(_, all)| all)
}

/// Whether an object of a type cannot be assigned to, because something in it is constant.
pub fn has_constant(types: &Types, ty: TypeId) -> bool {
    let mut found = false;
    leaves(types, ty, "", 0, false, &mut |l| found |= l.constant);
    found
}

fn size_of(types: &Types) -> impl Fn(&Member) -> u64 + '_ {
    |m| types.bytes(m.ty).unwrap_or(0)
}

/// Whether what lies in front of the pointer are no elements but bytes.
pub fn raw_lead(types: &Types, image: &Image) -> bool {
    let size = types.bytes(image.ty).unwrap_or(1).max(1);
    !(image.pointer - image.address).is_multiple_of(size)
}

/// The scalars of a whole object: so many elements, and those that follow a struct which ends in an open array.
pub fn object_leaves(types: &Types, image: &Image, ty: TypeId, pointer: &str) -> Vec<Leaf> {
    let mut all = Vec::new();
    let Some(size) = types.bytes(ty).filter(|s| *s > 0) else { return all };
    let (count, bytes, lead) = (image.count, image.before.len() as u64, image.pointer - image.address);
    let (first, before) = if raw_lead(types, image) { (lead, 0) } else { (0, lead / size) };
    for i in 0..count {
        let path = match before {
            0 => element(types, pointer, ty, i, count),
            n if pointer.starts_with('*') => format!("({pointer})[{}]", i as i64 - n as i64),
            n => format!("{pointer}[{}]", i as i64 - n as i64),
        };
        leaves(types, ty, &path, first + i * size, false, &mut |l| all.push(l));
    }
    if lead > 0 {
        return all;
    }
    if let (1, CType::Record(r)) = (count, types.resolved(ty))
        && let Some(m) = r.members.last()
        && let CType::Array { of, count: declared } = types.resolved(m.ty)
        && let Some(step) = types.bytes(*of).filter(|s| *s > 0)
    {
        let path = member_path(&element(types, pointer, ty, 0, 1), &m.name);
        let start = m.offset_bits / 8;
        let first = declared.unwrap_or(0);
        let last = bytes.saturating_sub(start) / step;
        for i in first..last.min(first + MOST_ELEMENTS) {
            leaves(types, *of, &format!("{path}[{i}]"), start + i * step, false, &mut |l| all.push(l));
        }
    }
    all
}

/// The path of one element of an object of so many. A single scalar is `*p`.
pub fn element(types: &Types, pointer: &str, ty: TypeId, i: u64, count: u64) -> String {
    let scalar = !matches!(
        types.resolved(ty),
        CType::Record(_) | CType::Array { .. } | CType::Vector { .. } | CType::Complex { .. }
    );
    match count {
        1 if scalar => format!("*{pointer}"),
        _ if pointer.starts_with('*') => format!("({pointer})[{i}]"),
        _ => format!("{pointer}[{i}]"),
    }
}
