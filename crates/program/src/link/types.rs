//! Types of several units become one table: the same struct seen through one header is one type.
//!
//! Two record definitions are the same one when kind, name, position, size and members agree; a position has no column,
//! so that members tell anonymous structs on one line apart. A struct that is only declared in one unit and defined in
//! another is that one. Records refer to each other in long chains, so their members wait in a queue, not on the stack.

use crate::ctype::{CType, Member, Record, RecordKind, TypeId, Types};
use crate::source::PosId;
use std::collections::{HashMap, HashSet, VecDeque};
use std::fmt::Write;

/// What makes two record definitions the same one.
type RecordKey = (RecordKind, String, PosId, u64, String);

/// Anonymous records inside of each other that are looked into for the key.
const NESTING: u32 = 8;

#[derive(Default)]
pub struct TypeImporter {
    records: HashMap<RecordKey, TypeId>,
    complete: HashMap<(RecordKind, String), TypeId>,
    incomplete: HashMap<(RecordKind, String), TypeId>,
}

/// Imports one unit's types.
pub struct UnitTypes<'a> {
    all: &'a mut TypeImporter,
    from: &'a Types,
    positions: &'a [PosId],
    to: &'a mut Types,
    done: HashMap<TypeId, TypeId>,
    /// Records that have their new id, but not their members yet.
    waiting: VecDeque<(TypeId, Record)>,
}

impl TypeImporter {
    pub fn new() -> TypeImporter {
        TypeImporter::default()
    }

    /// An importer that knows what is in the table already.
    pub fn of(types: &Types) -> TypeImporter {
        let mut all = TypeImporter::new();
        for (id, t) in types.iter() {
            let CType::Record(r) = t else { continue };
            if r.incomplete {
                all.incomplete.entry((r.kind, r.name.clone())).or_insert(id);
            } else {
                all.records.entry(key(types, r, r.position)).or_insert(id);
                all.remember(r, id);
            }
        }
        all
    }

    pub fn unit<'a>(&'a mut self, from: &'a Types, positions: &'a [PosId], to: &'a mut Types) -> UnitTypes<'a> {
        UnitTypes { all: self, from, positions, to, done: HashMap::new(), waiting: VecDeque::new() }
    }

    fn remember(&mut self, r: &Record, id: TypeId) {
        if !r.name.is_empty() {
            self.complete.entry((r.kind, r.name.clone())).or_insert(id);
        }
    }
}

fn key(types: &Types, r: &Record, position: PosId) -> RecordKey {
    let mut members = String::new();
    describe(types, r, NESTING, &mut members);
    (r.kind, r.name.clone(), position, r.bytes, members)
}

fn describe(types: &Types, r: &Record, nesting: u32, out: &mut String) {
    for m in &r.members {
        let _ = write!(out, "{}@{}:{:?};", types.show(m.ty, &m.name), m.offset_bits, m.width_bits);
        let mut of = types.resolve(m.ty);
        while let CType::Array { of: element, .. } = types.get(of) {
            of = types.resolve(*element);
        }
        if let CType::Record(inner) = types.get(of)
            && inner.name.is_empty()
            && nesting > 0
        {
            out.push('{');
            describe(types, inner, nesting - 1, out);
            out.push('}');
        }
    }
}

impl UnitTypes<'_> {
    pub fn import(&mut self, id: TypeId) -> TypeId {
        let new = self.one(id);
        while let Some((record, r)) = self.waiting.pop_front() {
            let position = self.positions[r.position.0 as usize];
            let members = r.members.into_iter().map(|m| Member { ty: self.one(m.ty), ..m }).collect();
            self.to.set(record, CType::Record(Record { members, position, ..r }));
        }
        new
    }

    /// The records that this unit itself defines.
    pub fn defined(&self) -> HashSet<TypeId> {
        let is_defined = |id: &TypeId| matches!(self.from.get(*id), CType::Record(r) if !r.incomplete);
        self.done.iter().filter(|(from, _)| is_defined(from)).map(|(_, to)| *to).collect()
    }

    fn one(&mut self, id: TypeId) -> TypeId {
        if let Some(&t) = self.done.get(&id) {
            return t;
        }
        let t = match self.from.get(id).clone() {
            CType::Record(r) => {
                let new = self.record(r);
                self.done.insert(id, new);
                return new;
            }
            CType::Pointer { to } => CType::Pointer { to: self.one(to) },
            CType::Array { of, count } => CType::Array { of: self.one(of), count },
            CType::Vector { of, count } => CType::Vector { of: self.one(of), count },
            CType::Typedef { name, to } => CType::Typedef { name, to: self.one(to) },
            CType::Qualified { qualifier, to } => CType::Qualified { qualifier, to: self.one(to) },
            CType::Function { ret, params, variadic, prototyped } => CType::Function {
                ret: self.one(ret),
                params: params.into_iter().map(|p| self.one(p)).collect(),
                variadic,
                prototyped,
            },
            CType::Enum(mut e) => {
                e.position = self.positions[e.position.0 as usize];
                CType::Enum(e)
            }
            other => other,
        };
        let new = self.to.add(t);
        self.done.insert(id, new);
        new
    }

    fn record(&mut self, r: Record) -> TypeId {
        let name = (r.kind, r.name.clone());
        if r.incomplete {
            if let Some(&known) = self.all.complete.get(&name).or(self.all.incomplete.get(&name)) {
                return known;
            }
            let new = self.to.reserve();
            self.all.incomplete.insert(name, new);
            self.waiting.push_back((new, r));
            return new;
        }
        let key = key(self.from, &r, self.positions[r.position.0 as usize]);
        if let Some(&known) = self.all.records.get(&key) {
            return known;
        }
        // Whoever only knew the name gets the definition.
        let new = self.all.incomplete.remove(&name).unwrap_or_else(|| self.to.reserve());
        self.all.records.insert(key, new);
        self.all.remember(&r, new);
        self.waiting.push_back((new, r));
        new
    }
}
