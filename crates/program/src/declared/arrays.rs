//! Lengths of parameters that are declared as arrays (`int a[16]`): debug info only knows pointers. Sources are parsed only
//! where the text of a function's head has a bracket.

use super::{ReadOptions, SourceUnit, read_declarations};
use crate::ctype::CType;
use crate::link::Program;
use crate::symbol::FunctionId;
use std::collections::BTreeSet;

/// Lines of a function's head that are looked at.
const HEAD: usize = 16;

/// Gives the functions of the units the lengths of their array parameters. What cannot be read has none.
pub(super) fn find_lengths(program: &mut Program, units: &[SourceUnit], options: &ReadOptions) {
    for (u, unit) in units.iter().enumerate() {
        let wanted = with_brackets(program, u, unit);
        let names: BTreeSet<String> = wanted.iter().map(|f| program.function(*f).name.clone()).collect();
        if names.is_empty() {
            continue;
        }
        let options = ReadOptions { bodies: false, ..*options };
        let Ok(declared) = read_declarations(unit, &names, &program.target, &options) else { continue };
        for id in wanted {
            let f = &mut program.functions[id.0 as usize];
            if let Some(d) = declared.functions.iter().find(|d| d.name == f.name) {
                f.param_lengths = d.param_lengths.clone();
            }
        }
    }
}

/// Functions of a unit with pointer parameters and a bracket in their head.
fn with_brackets(program: &Program, u: usize, unit: &SourceUnit) -> Vec<FunctionId> {
    let Some(info) = program.units.get(u) else { return Vec::new() };
    let Ok(text) = std::fs::read(unit.directory.join(unit.source)) else { return Vec::new() };
    let text = String::from_utf8_lossy(&text);
    let lines: Vec<&str> = text.lines().collect();
    let has_pointer = |id: &FunctionId| match program.function(*id).c_type.map(|t| program.types.get(t)) {
        Some(CType::Function { params, .. }) => {
            params.iter().any(|p| matches!(program.types.resolved(*p), CType::Pointer { .. }))
        }
        _ => false,
    };
    let has_bracket = |id: &FunctionId| {
        let f = program.function(*id);
        let line = program.sources.get(f.position).line as usize;
        let head = lines.iter().skip(line.saturating_sub(1)).take(HEAD);
        f.body.is_some()
            && head.take_while(|l| !l.trim_start().starts_with('{')).any(|l| {
                let end = l.find('{').unwrap_or(l.len());
                l[..end].contains('[')
            })
    };
    info.functions.iter().copied().filter(|id| has_pointer(id) && has_bracket(id)).collect()
}
