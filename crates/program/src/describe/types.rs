//! Types as C declarations, with what C does not say: sizes, offsets, values, positions.
//!
//! In the order of the source; typedefs follow by name. Anonymous records and enums appear where they are used.

use super::place;
use crate::Program;
use crate::ctype::{CType, Enum, Record, RecordKind, TypeId, Types};
use crate::source::PosId;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;

/// A line of C, and what stands behind it.
type Row = (String, String);

/// Where a declaration stands: how deep, and how many bits into the outermost record.
#[derive(Default)]
struct At<'a> {
    indent: usize,
    bits: u64,
    prefix: &'a str,
    remark: String,
}

impl At<'_> {
    fn pad(&self) -> String {
        "    ".repeat(self.indent)
    }
}

struct Renderer<'a> {
    program: &'a Program,
    here: &'a Path,
    types: &'a Types,
    /// Anonymous types that were shown where they are used.
    shown: BTreeSet<TypeId>,
}

pub fn render(program: &Program, here: &Path, out: &mut String) {
    let mut renderer = Renderer { program, here, types: &program.types, shown: BTreeSet::new() };
    let mut tagged: Vec<(TypeId, PosId, bool)> = Vec::new();
    let mut typedefs: Vec<(&str, TypeId)> = Vec::new();
    for (id, t) in program.types.iter() {
        match t {
            CType::Record(r) => tagged.push((id, r.position, r.name.is_empty())),
            CType::Enum(e) => tagged.push((id, e.position, e.name.is_empty())),
            CType::Typedef { name, .. } => typedefs.push((name, id)),
            _ => {}
        }
    }
    tagged.sort_by_cached_key(|(id, position, _)| {
        let p = program.sources.get(*position);
        (program.sources.path(p.file).to_string(), p.line, *id)
    });
    typedefs.sort_unstable();
    for (id, ..) in tagged.iter().filter(|t| !t.2) {
        renderer.declaration(*id, out);
    }
    for (name, id) in typedefs {
        let CType::Typedef { to, .. } = program.types.get(id) else { continue };
        let mut rows = Vec::new();
        renderer.rows(*to, name, At { prefix: "typedef ", ..At::default() }, &mut rows);
        write_rows(&rows, out);
    }
    for (id, ..) in tagged.iter().filter(|t| t.2) {
        if !renderer.shown.contains(id) {
            renderer.declaration(*id, out);
        }
    }
}

fn write_rows(rows: &[Row], out: &mut String) {
    let width = rows.iter().filter(|r| !r.1.is_empty()).map(|r| r.0.chars().count()).max().unwrap_or(0).min(60);
    for (text, remark) in rows {
        let _ = match remark.is_empty() {
            true => writeln!(out, "{text}"),
            false => writeln!(out, "{text:<width$}  // {remark}"),
        };
    }
}

fn keyword(r: &Record) -> &'static str {
    if r.kind == RecordKind::Struct { "struct" } else { "union" }
}

impl Renderer<'_> {
    fn declaration(&mut self, id: TypeId, out: &mut String) {
        let mut rows = Vec::new();
        match self.types.get(id).clone() {
            CType::Record(r) if r.incomplete => {
                rows.push((format!("{} {};", keyword(&r), r.name), "incomplete".to_string()));
            }
            CType::Record(r) => {
                let tag = if r.name.is_empty() { String::new() } else { format!(" {}", r.name) };
                self.body(&r, &format!("{}{tag} {{", keyword(&r)), "};", At::default(), &mut rows);
            }
            CType::Enum(e) => {
                let tag = if e.name.is_empty() { String::new() } else { format!(" {}", e.name) };
                rows.push((format!("enum{tag} {{ {} }};", values(&e)), self.enum_remark(&e)));
            }
            _ => {}
        }
        write_rows(&rows, out);
    }

    fn enum_remark(&self, e: &Enum) -> String {
        let sign = if e.signed { "signed" } else { "unsigned" };
        format!("{} bits, {sign}, {}", e.bits, place(self.program, self.here, e.position))
    }

    /// The anonymous record or enum a declarator is built on, and whether it is behind a pointer.
    fn anonymous(&self, mut id: TypeId) -> Option<(TypeId, bool)> {
        let mut is_pointed_to = false;
        loop {
            match self.types.get(id) {
                CType::Pointer { to } => (id, is_pointed_to) = (*to, true),
                CType::Qualified { to, .. } => id = *to,
                CType::Array { of, .. } => id = *of,
                CType::Record(r) if r.name.is_empty() => return Some((id, is_pointed_to)),
                CType::Enum(e) if e.name.is_empty() => return Some((id, is_pointed_to)),
                _ => return None,
            }
        }
    }

    /// One declaration: a line, or several if it is built on an anonymous record.
    fn rows(&mut self, id: TypeId, name: &str, at: At, rows: &mut Vec<Row>) {
        let text = self.types.show_tags(id, name);
        let anonymous = self.anonymous(id);
        let parts = anonymous.and_then(|_| text.split_once("<anonymous>"));
        let (pad, prefix) = (at.pad(), at.prefix);
        match (anonymous.map(|(a, p)| (a, p, self.types.get(a).clone())), parts) {
            (Some((a, is_pointed_to, CType::Record(r))), Some((before, after))) => {
                self.shown.insert(a);
                let at = if is_pointed_to { At { bits: 0, ..at } } else { at };
                self.body(&r, &format!("{prefix}{before}{{"), &format!("}}{after};"), at, rows);
            }
            (Some((a, _, CType::Enum(e))), Some((before, after))) => {
                self.shown.insert(a);
                let text = format!("{pad}{prefix}{before}{{ {} }}{after};", values(&e));
                let remark = if at.remark.is_empty() { self.enum_remark(&e) } else { at.remark };
                rows.push((text, remark));
            }
            _ => rows.push((format!("{pad}{prefix}{text};"), at.remark)),
        }
    }

    /// A record's members between an opening and a closing line.
    fn body(&mut self, r: &Record, open: &str, close: &str, at: At, rows: &mut Vec<Row>) {
        let pad = at.pad();
        let bytes = super::bytes(r.bytes as usize);
        let remark = match at.remark.is_empty() {
            true => format!("{bytes}, {}", place(self.program, self.here, r.position)),
            false => format!("{}, {bytes}", at.remark),
        };
        rows.push((format!("{pad}{open}"), remark));
        for m in &r.members {
            let bits = at.bits + m.offset_bits;
            let (name, remark) = match m.width_bits {
                Some(width) => (format!("{} : {width}", m.name), format!("{}.{}", bits / 8, bits % 8)),
                None => (m.name.clone(), (bits / 8).to_string()),
            };
            self.rows(m.ty, &name, At { indent: at.indent + 1, bits, prefix: "", remark }, rows);
        }
        rows.push((format!("{pad}{close}"), String::new()));
    }
}

fn values(e: &Enum) -> String {
    let show = |(name, value): &(String, i64)| match e.signed {
        true => format!("{name} = {value}"),
        false => format!("{name} = {}", *value as u64),
    };
    e.values.iter().map(show).collect::<Vec<_>>().join(", ")
}
