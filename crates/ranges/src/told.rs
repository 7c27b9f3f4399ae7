//! Ranges in C's terms: of parameters and globals, by the names and types of the source.

use crate::values::Values;
use crate::whole::Whole;
use crate::{Ranges, Span};
use crescendo_program::ctype::{CType, RecordKind, TypeId, Types};
use crescendo_program::{Function, FunctionId, GlobalId, Program, Scalar};
use std::collections::{BTreeMap, HashMap};

pub fn tell(program: &Program, whole: &Whole) -> Ranges {
    let mut params = BTreeMap::new();
    for (i, f) in program.functions.iter().enumerate() {
        let Some(known) = &whole.params[i] else { continue };
        let spans = of_params(program, f, known);
        if !spans.is_empty() {
            params.insert(FunctionId(i as u32), spans);
        }
    }
    let mut names: HashMap<&str, u32> = HashMap::new();
    program.globals.iter().for_each(|g| *names.entry(&g.name).or_default() += 1);
    let mut globals: BTreeMap<GlobalId, Vec<Span>> = BTreeMap::new();
    for (cell, v) in whole.cells.all.iter().zip(&whole.held) {
        let g = program.global(cell.global);
        // Several of one name: paths do not tell them apart.
        let Some(ty) = g.c_type.filter(|_| names[g.name.as_str()] == 1 && !g.anonymous && !g.constant) else {
            continue;
        };
        if let Some((path, ty)) = member(&program.types, ty, cell.offset, g.name.clone())
            && program.types.bytes(ty) == Some(cell.bytes)
        {
            globals.entry(cell.global).or_default().extend(span(&program.types, ty, path, v));
        }
    }
    globals.retain(|_, spans| !spans.is_empty());
    Ranges { params, globals, walks: whole.walks }
}

/// Parameters by name; none where structs travel in several registers, so that they cannot be told apart.
fn of_params(program: &Program, f: &Function, known: &[Values]) -> Vec<Span> {
    let Some(body) = &f.body else { return Vec::new() };
    let Some(CType::Function { params, .. }) = f.c_type.map(|t| program.types.get(t)) else { return Vec::new() };
    let hidden = f.signature.params.first().is_some_and(|p| p.struct_return) as usize;
    if body.params.len() != params.len() + hidden || known.len() != body.params.len() {
        return Vec::new();
    }
    let each = params.iter().enumerate().filter_map(|(i, ty)| {
        let slot = &body.params[i + hidden];
        let (bits, _) = integer(&program.types, *ty)?;
        // Old-style definitions take wider arguments than they say.
        if slot.scalar != Scalar::Int(bits) {
            return None;
        }
        let name = f.param_names.get(i).filter(|n| !n.is_empty());
        let path = name.cloned().unwrap_or_else(|| format!("arg{}", i + 1));
        span(&program.types, *ty, path, &known[i + hidden])
    });
    each.collect()
}

/// Width and sign of an integer type.
fn integer(types: &Types, ty: TypeId) -> Option<(u32, bool)> {
    match types.resolved(ty) {
        CType::Char { bits, signed, .. } | CType::Int { bits, signed, .. } => Some((*bits, *signed)),
        CType::Enum(e) => Some((e.bits, e.signed)),
        _ => None,
    }
    .filter(|(bits, _)| (1..=64).contains(bits))
}

/// `None`: it may be anything that the type holds.
fn span(types: &Types, ty: TypeId, path: String, v: &Values) -> Option<Span> {
    let (bits, signed) = integer(types, ty)?;
    let (r, top) = (v.at(bits), Values::top(bits).at(bits));
    let (low, high, all) = match signed {
        true => (r.signed.0 as i128, r.signed.1 as i128, (top.signed.0 as i128, top.signed.1 as i128)),
        false => (r.unsigned.0 as i128, r.unsigned.1 as i128, (top.unsigned.0 as i128, top.unsigned.1 as i128)),
    };
    ((low, high) != all && !v.is_none()).then_some(Span { path, low, high })
}

/// The path and type of the scalar at an offset of a global; not in unions, arrays and bit-fields.
fn member(types: &Types, ty: TypeId, offset: u64, path: String) -> Option<(String, TypeId)> {
    match types.resolved(ty) {
        CType::Record(r) if r.kind == RecordKind::Struct => {
            if r.members.iter().any(|m| m.width_bits.is_some() && m.offset_bits / 8 <= offset + 8) {
                return None;
            }
            let at = |m: &&crescendo_program::ctype::Member| m.offset_bits / 8 <= offset;
            let m = r.members.iter().filter(at).max_by_key(|m| m.offset_bits)?;
            if m.name.is_empty() {
                return None;
            }
            member(types, m.ty, offset - m.offset_bits / 8, format!("{path}.{}", m.name))
        }
        CType::Record(_) | CType::Array { .. } => None,
        _ => (offset == 0).then_some((path, ty)),
    }
}
