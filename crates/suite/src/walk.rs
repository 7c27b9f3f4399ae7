//! The scalars of a C object, one after the other, by access path: in the order the driver fills them.

use crescendo_program::ctype::{CType, Member, Qualifier, Record, RecordKind, TypeId, Types};
use crescendo_program::shared::{Part, slots};
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
    /// Pointers that share its bytes, in a union.
    pub pointers: Vec<Shared>,
    /// Of a pointer in a union: plain members that share its bytes, which tell them where they are no address.
    pub instead: Vec<Leaf>,
}

impl Leaf {
    /// Whether the plain members that share a pointer's bytes have all of their bits but zeros.
    pub fn is_told_instead(&self, bytes: &[u8]) -> bool {
        let bits = |l: &Leaf| {
            let (first, width) = l.bits.unwrap_or((0, l.size as u32 * 8));
            l.offset * 8 + first..l.offset * 8 + first + width as u64
        };
        let is_told = |bit: u64| self.instead.iter().any(|l| bits(l).contains(&bit));
        let mut set = (0..bytes.len() * 8).filter(|i| bytes[i / 8] >> (i % 8) & 1 != 0);
        set.all(|i| is_told(self.offset * 8 + i as u64))
    }
}

/// A pointer in a union: its path, its type, and how the path goes on behind the union.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shared {
    pub path: String,
    pub ty: TypeId,
    pub names: Vec<String>,
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
        pointers: Vec::new(),
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
        union(types, r, path, offset, constant, visit);
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
                    pointers: Vec::new(),
                    instead: Vec::new(),
                });
            }
            Some(_) => {}
        }
    }
}

/// As the driver does: the largest member stands for all bytes. Where it shares those of a pointer, that pointer tells them if they
/// are an address, and scalars if not.
fn union(types: &Types, r: &Record, path: &str, offset: u64, constant: bool, visit: &mut dyn FnMut(Leaf)) {
    let Some(largest) = r.members.iter().rev().max_by_key(|m| size_of(types)(m)) else { return };
    let mut all = Vec::new();
    leaves(types, largest.ty, &member_path(path, &largest.name), offset, constant, &mut |l| all.push(l));
    let (plain_bytes, plain) = plain_member(types, r, path, offset, constant);
    let width = types.pointer_bytes();
    for slot in slots(types, r) {
        let begin = offset + slot.offset;
        let within = |l: &&Leaf| l.offset >= begin && l.offset + l.size <= begin + width && l.bits.is_none();
        let named = |p: &Part| p.names.iter().fold(path.to_string(), |path, name| member_path(&path, name));
        let scalar = |p: &Part| {
            let mut all = Vec::new();
            leaves(types, p.ty, &named(p), offset + p.offset, constant, &mut |l| all.push(l));
            all
        };
        let shared = |p: &Part| Shared { path: named(p), ty: p.ty, names: p.names.clone() };
        let pointers: Vec<Shared> = slot.pointers.iter().map(shared).collect();
        let over = |l: &&Leaf| l.offset >= begin && l.offset + l.size <= begin + width;
        let covered = plain_bytes >= slot.offset + width;
        let instead = match !covered && slot.prefers_scalars(plain_bytes) {
            true => slot.scalars.iter().flat_map(scalar).collect(),
            false => plain.iter().filter(over).cloned().collect(),
        };
        let here: Vec<usize> = (0..all.len()).filter(|i| within(&&all[*i])).collect();
        match here[..] {
            [] => {}
            [i] if all[i].size == width => {
                if matches!(types.resolved(all[i].ty), CType::Pointer { .. }) {
                    all[i].instead = instead;
                }
                all[i].pointers = pointers;
            }
            [i, ..] => {
                let Some(mut leaf) = scalar(&slot.pointers[0]).pop() else { continue };
                (leaf.instead, leaf.pointers) = (instead, pointers);
                here[1..].iter().rev().for_each(|other| drop(all.remove(*other)));
                all[i] = leaf;
            }
        }
    }
    all.into_iter().for_each(visit);
}

/// The size and the scalars of a union's largest member without pointers: the driver lays it over larger ones that have some.
fn plain_member(types: &Types, r: &Record, path: &str, offset: u64, constant: bool) -> (u64, Vec<Leaf>) {
    let scalars = |m: &Member| {
        let mut all = Vec::new();
        leaves(types, m.ty, &member_path(path, &m.name), offset, constant, &mut |l| all.push(l));
        all
    };
    let is_plain = |all: &Vec<Leaf>| !all.iter().any(|l| matches!(types.resolved(l.ty), CType::Pointer { .. }));
    let plain = r.members.iter().rev().map(|m| (size_of(types)(m), scalars(m))).filter(|(_, all)| is_plain(all));
    plain.max_by_key(|(size, _)| *size).unwrap_or_default()
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
