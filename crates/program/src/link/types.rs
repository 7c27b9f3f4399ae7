//! Types of several units become one table: the same struct seen through one header is one type.

use crate::ctype::{CType, Member, Record, RecordKind, TypeId, Types};
use crate::source::PosId;
use std::collections::HashMap;

/// What makes two record definitions the same one.
type RecordKey = (RecordKind, String, PosId, u64, usize);

pub struct TypeImporter {
    records: HashMap<RecordKey, TypeId>,
    complete: HashMap<(RecordKind, String), TypeId>,
    incomplete: Vec<TypeId>,
}

/// Imports one unit's types.
pub struct UnitTypes<'a> {
    all: &'a mut TypeImporter,
    from: &'a Types,
    positions: &'a [PosId],
    to: &'a mut Types,
    done: HashMap<TypeId, TypeId>,
}

impl TypeImporter {
    pub fn new() -> TypeImporter {
        TypeImporter { records: HashMap::new(), complete: HashMap::new(), incomplete: Vec::new() }
    }

    pub fn unit<'a>(&'a mut self, from: &'a Types, positions: &'a [PosId], to: &'a mut Types) -> UnitTypes<'a> {
        UnitTypes { all: self, from, positions, to, done: HashMap::new() }
    }

    /// A struct only declared in one unit and defined in another is that one.
    pub fn complete(self, types: &mut Types) {
        for id in self.incomplete {
            let CType::Record(r) = types.get(id) else { continue };
            if let Some(&full) = self.complete.get(&(r.kind, r.name.clone())) {
                let t = types.get(full).clone();
                types.set(id, t);
            }
        }
    }
}

impl UnitTypes<'_> {
    pub fn import(&mut self, id: TypeId) -> TypeId {
        if let Some(&t) = self.done.get(&id) {
            return t;
        }
        let t = match self.from.get(id).clone() {
            CType::Record(r) => return self.record(id, r),
            CType::Pointer { to } => CType::Pointer { to: self.import(to) },
            CType::Array { of, count } => CType::Array { of: self.import(of), count },
            CType::Vector { of, count } => CType::Vector { of: self.import(of), count },
            CType::Typedef { name, to } => CType::Typedef { name, to: self.import(to) },
            CType::Qualified { qualifier, to } => CType::Qualified { qualifier, to: self.import(to) },
            CType::Function { ret, params, variadic, prototyped } => CType::Function {
                ret: self.import(ret),
                params: params.into_iter().map(|p| self.import(p)).collect(),
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

    fn record(&mut self, id: TypeId, r: Record) -> TypeId {
        let position = self.positions[r.position.0 as usize];
        let key = (r.kind, r.name.clone(), position, r.bytes, r.members.len());
        if position != PosId::NONE
            && !r.incomplete
            && let Some(&known) = self.all.records.get(&key)
        {
            self.done.insert(id, known);
            return known;
        }
        let new = self.to.reserve();
        self.done.insert(id, new);
        if r.incomplete {
            self.all.incomplete.push(new);
        } else {
            self.all.records.insert(key, new);
            if !r.name.is_empty() {
                self.all.complete.entry((r.kind, r.name.clone())).or_insert(new);
            }
        }
        let members = r.members.into_iter().map(|m| Member { ty: self.import(m.ty), ..m }).collect();
        self.to.set(new, CType::Record(Record { members, position, ..r }));
        new
    }
}
