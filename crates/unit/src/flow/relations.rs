//! Relations between inputs, over the whole program: by flow first (`ties`), then by the names of parameters.

use super::roots::{Root, RootId, Roots};
use super::ties::{Tie, compares_pointers, evidence};
use crescendo_program::ctype::{CType, Record, RecordKind, TypeId, Types};
use crescendo_program::{Function, FunctionId, GlobalId, Program};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Computed once per program.
#[derive(Debug, Default)]
pub(crate) struct Relations {
    /// By function: parameters as C numbers them.
    pub params: HashMap<FunctionId, BTreeSet<Tie<usize>>>,
    /// By function: a pointer that runs to the end of an object, and the pointer to that end.
    pub ends: HashMap<FunctionId, BTreeSet<(usize, usize)>>,
    /// By record: members, by their offsets in bytes.
    pub records: BTreeMap<TypeId, BTreeSet<Tie<u64>>>,
    pub globals: BTreeSet<Tie<GlobalId>>,
    /// By function: it asks whether two pointers from outside are equal.
    pub compares: Vec<bool>,
}

/// Rounds in which ties go from callees to callers.
const ROUNDS: usize = 4;

impl Relations {
    pub fn new(program: &Program, all: &[Option<Roots>]) -> Relations {
        let mut known: HashMap<FunctionId, BTreeSet<Tie<u32>>> = HashMap::new();
        let mut found = Relations { compares: vec![false; all.len()], ..Relations::default() };
        for round in 0..ROUNDS {
            let mut changed = false;
            for (i, roots) in all.iter().enumerate() {
                let id = FunctionId(i as u32);
                let f = program.function(id);
                let (Some(body), Some(roots)) = (&f.body, roots) else { continue };
                // Only callers have anything new to learn.
                if round > 0 && body.calls.is_empty() {
                    continue;
                }
                let shown = evidence(program, body, roots, &known);
                let view = View { program, f, roots };
                for t in &shown.ties {
                    if let (Root::Param(p), Root::Param(n)) = (roots.root(t.pointer), roots.root(t.length)) {
                        let tie = Tie { pointer: p, length: n, unit: t.unit };
                        changed |= known.entry(id).or_default().insert(tie);
                    }
                    view.sort_in(*t, id, &mut found);
                }
                for &(begin, end) in &shown.ends {
                    view.sort_end(begin, end, id, &mut found);
                }
                if round == 0 {
                    found.compares[i] = compares_pointers(roots, body, &|r| view.is_pointer(r));
                }
            }
            if !changed {
                break;
            }
        }
        for (i, f) in program.functions.iter().enumerate().filter(|(_, f)| f.body.is_some()) {
            by_name(&program.types, f, found.params.entry(FunctionId(i as u32)).or_default());
        }
        found
    }
}

/// A function with what its registers hold, in C's terms.
struct View<'a> {
    program: &'a Program,
    f: &'a Function,
    roots: &'a Roots,
}

impl View<'_> {
    fn sort_in(&self, t: Tie<RootId>, id: FunctionId, found: &mut Relations) {
        let types = &self.program.types;
        let fits = self.value_type(t.pointer).is_some_and(|t| is_pointer(types, t))
            && self.value_type(t.length).is_some_and(|t| is_number(types, t));
        if !fits {
            return;
        }
        match (self.roots.root(t.pointer), self.roots.root(t.length)) {
            (Root::Param(p), Root::Param(n)) => {
                if let (Some(pointer), Some(length)) = (self.c_param(p), self.c_param(n)) {
                    found.params.entry(id).or_default().insert(Tie { pointer, length, unit: t.unit });
                }
            }
            (Root::Load(a, p), Root::Load(b, n)) if a == b => {
                let record = self.pointee(a).and_then(|ty| common_record(types, ty, p, n));
                if let Some((record, pointer, length)) = record {
                    found.records.entry(record).or_default().insert(Tie { pointer, length, unit: t.unit });
                }
            }
            (Root::Load(a, 0), Root::Load(b, 0)) => {
                if let (Root::Global(pointer), Root::Global(length)) = (self.roots.root(a), self.roots.root(b)) {
                    found.globals.insert(Tie { pointer, length, unit: t.unit });
                }
            }
            _ => {}
        }
    }

    fn sort_end(&self, begin: RootId, end: RootId, id: FunctionId, found: &mut Relations) {
        let (Root::Param(b), Root::Param(e)) = (self.roots.root(begin), self.roots.root(end)) else { return };
        let (Some(b), Some(e)) = (self.c_param(b), self.c_param(e)) else { return };
        let types = &self.program.types;
        let element = |i: usize| match types.resolved(self.c_params().get(i).copied()?) {
            CType::Pointer { to } => Some(types.resolve(*to)),
            _ => None,
        };
        // The end comes behind the beginning, and both are of one type.
        if b < e && element(b).is_some() && element(b) == element(e) {
            found.ends.entry(id).or_default().insert((b, e));
        }
    }

    fn c_params(&self) -> &[TypeId] {
        match self.f.c_type.map(|t| self.program.types.get(t)) {
            Some(CType::Function { params, .. }) => params,
            _ => &[],
        }
    }

    /// The C parameter of a machine parameter; none where structs travel in several.
    fn c_param(&self, i: u32) -> Option<usize> {
        let hidden = self.f.signature.params.first().is_some_and(|p| p.struct_return) as usize;
        let plain = self.f.signature.params.len() == self.c_params().len() + hidden;
        (i as usize).checked_sub(hidden).filter(|_| plain)
    }

    fn value_type(&self, id: RootId) -> Option<TypeId> {
        match self.roots.root(id) {
            Root::Param(i) => self.c_params().get(self.c_param(i)?).copied(),
            Root::Global(_) => None,
            Root::Load(from, offset) => scalar_at(&self.program.types, self.pointee(from)?, offset),
        }
    }

    /// The type of what a root points to.
    fn pointee(&self, id: RootId) -> Option<TypeId> {
        if let Root::Global(g) = self.roots.root(id) {
            return self.program.global(g).c_type;
        }
        match self.program.types.resolved(self.value_type(id)?) {
            CType::Pointer { to } => Some(*to),
            _ => None,
        }
    }

    fn is_pointer(&self, root: Root) -> bool {
        let value = match root {
            Root::Param(i) => self.c_param(i).and_then(|i| self.c_params().get(i).copied()),
            Root::Global(_) => return true,
            Root::Load(from, offset) => self.pointee(from).and_then(|t| scalar_at(&self.program.types, t, offset)),
        };
        value.is_some_and(|t| is_pointer(&self.program.types, t))
    }
}

fn is_pointer(types: &Types, ty: TypeId) -> bool {
    match types.resolved(ty) {
        CType::Pointer { to } => !matches!(types.resolved(*to), CType::Function { .. }),
        _ => false,
    }
}

fn is_number(types: &Types, ty: TypeId) -> bool {
    matches!(types.resolved(ty), CType::Int { bits: 8..=64, .. } | CType::Char { bits: 8, .. })
}

/// The member of a struct that an offset in bytes lies in.
fn member_at(r: &Record, offset: i64) -> Option<&crescendo_program::ctype::Member> {
    let at = u64::try_from(offset).ok()? * 8;
    r.members.iter().filter(|m| m.width_bits.is_none() && m.offset_bits <= at).max_by_key(|m| m.offset_bits)
}

/// The type of the scalar at an offset.
fn scalar_at(types: &Types, mut ty: TypeId, mut offset: i64) -> Option<TypeId> {
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
fn common_record(types: &Types, mut ty: TypeId, mut a: i64, mut b: i64) -> Option<(TypeId, u64, u64)> {
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

/// A pointer and the number behind it that is called a length, where the code says nothing about either.
fn by_name(types: &Types, f: &Function, ties: &mut BTreeSet<Tie<usize>>) {
    let Some(CType::Function { params, .. }) = f.c_type.map(|t| types.get(t)) else { return };
    for i in 1..params.len() {
        let CType::Pointer { to } = types.resolved(params[i - 1]) else { continue };
        let tied = ties.iter().any(|t| t.pointer == i - 1 || t.length == i);
        let name = f.param_names.get(i).map_or("", |n| n.as_str());
        if tied || !is_pointer(types, params[i - 1]) || !is_number(types, params[i]) || !is_length(name) {
            continue;
        }
        let unit = if name.contains("size") || name.contains("byte") { 1 } else { types.bytes(*to).unwrap_or(1) };
        ties.insert(Tie { pointer: i - 1, length: i, unit });
    }
}

fn is_length(name: &str) -> bool {
    const WHOLE: &[&str] = &["n", "len", "length", "size", "sz", "count", "cnt", "num", "nbytes", "nmemb", "nelem"];
    const ENDS: &[&str] = &["len", "length", "size", "count", "_n", "_num", "_sz"];
    let name = name.to_ascii_lowercase();
    WHOLE.contains(&name.as_str()) || ENDS.iter().any(|e| name.ends_with(e)) || name.starts_with("num_")
}
