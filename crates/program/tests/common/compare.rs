//! Whether two types of two tables are the same, and where they differ if not.

use crescendo_program::ctype::{CType, TypeId, Types};
use crescendo_program::source::{PosId, SourceMap};
use std::collections::HashSet;
use std::fmt::Debug;

#[derive(Clone, Copy)]
pub struct Side<'a> {
    pub types: &'a Types,
    pub sources: &'a SourceMap,
}

/// `Err` says where they differ.
pub fn same(a: Side, x: TypeId, b: Side, y: TypeId) -> Result<(), String> {
    Comparison { a, b, seen: HashSet::new() }.types(x, y, "")
}

struct Comparison<'a> {
    a: Side<'a>,
    b: Side<'a>,
    seen: HashSet<(TypeId, TypeId)>,
}

fn equal<T: PartialEq + Debug>(what: &str, x: T, y: T, at: &str) -> Result<(), String> {
    if x == y { Ok(()) } else { Err(format!("{at}: {what} is {x:?} and {y:?}")) }
}

impl Comparison<'_> {
    fn positions(&self, x: PosId, y: PosId, at: &str) -> Result<(), String> {
        equal("position", self.a.sources.show(x), self.b.sources.show(y), at)
    }

    fn types(&mut self, x: TypeId, y: TypeId, at: &str) -> Result<(), String> {
        if !self.seen.insert((x, y)) {
            return Ok(());
        }
        equal("type", self.a.types.show(x, "_"), self.b.types.show(y, "_"), at)?;
        equal("size", self.a.types.bytes(x), self.b.types.bytes(y), at)?;
        match (self.a.types.get(x).clone(), self.b.types.get(y).clone()) {
            (CType::Pointer { to: p }, CType::Pointer { to: q }) => self.types(p, q, &format!("{at}*")),
            (CType::Array { of: p, count: m }, CType::Array { of: q, count: n }) => {
                equal("length", m, n, at)?;
                self.types(p, q, &format!("{at}[]"))
            }
            (CType::Vector { of: p, count: m }, CType::Vector { of: q, count: n }) => {
                equal("length", m, n, at)?;
                self.types(p, q, &format!("{at}[]"))
            }
            (CType::Typedef { name, to: p }, CType::Typedef { name: other, to: q }) => {
                equal("typedef", &name, &other, at)?;
                self.types(p, q, &format!("{at}<{name}>"))
            }
            (CType::Qualified { qualifier: m, to: p }, CType::Qualified { qualifier: n, to: q }) => {
                equal("qualifier", m, n, at)?;
                self.types(p, q, at)
            }
            (
                CType::Function { ret: p, params: ps, variadic: v, prototyped: t },
                CType::Function { ret: q, params: qs, variadic: w, prototyped: u },
            ) => {
                equal("parameters, variadic, prototyped", (ps.len(), v, t), (qs.len(), w, u), at)?;
                self.types(p, q, &format!("{at}()"))?;
                for (i, (p, q)) in ps.into_iter().zip(qs).enumerate() {
                    self.types(p, q, &format!("{at}({i})"))?;
                }
                Ok(())
            }
            (CType::Record(r), CType::Record(s)) => {
                let head = (r.kind, &r.name, r.bytes, r.incomplete, r.members.len());
                equal("record", head, (s.kind, &s.name, s.bytes, s.incomplete, s.members.len()), at)?;
                self.positions(r.position, s.position, at)?;
                for (m, n) in r.members.iter().zip(&s.members) {
                    let at = format!("{at}.{}", m.name);
                    let place = (&m.name, m.offset_bits, m.width_bits);
                    equal("member", place, (&n.name, n.offset_bits, n.width_bits), &at)?;
                    self.types(m.ty, n.ty, &at)?;
                }
                Ok(())
            }
            (CType::Enum(e), CType::Enum(f)) => {
                equal("enum", (&e.name, e.bits, e.signed, &e.values), (&f.name, f.bits, f.signed, &f.values), at)?;
                self.positions(e.position, f.position, at)
            }
            (p, q) => equal("type", p, q, at),
        }
    }
}
