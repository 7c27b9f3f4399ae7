//! Access paths of inputs as the user writes them: `len`, `cfg->depth`, `table[3].key`.

use super::names::hint;
use crescendo_program::ctype::{CType, TypeId};
use crescendo_program::{FunctionId, Program};

pub enum PathError {
    /// It may be the result of a stub, or something else that is only known in a run.
    Unknown,
    Wrong(String),
}

/// The type of an input of a function; `None` if its root has no known type.
pub fn type_of(program: &Program, id: FunctionId, path: &str) -> Result<Option<TypeId>, PathError> {
    if path.contains('#') || path.contains('(') {
        return Err(PathError::Unknown);
    }
    let end = path.find(['.', '[', '-']).unwrap_or(path.len());
    let (root, mut rest) = path.split_at(end);
    let Some(mut ty) = root_type(program, id, root)? else { return Ok(None) };
    let types = &program.types;
    while !rest.is_empty() {
        if let Some(index) = rest.strip_prefix('[') {
            let (_, after) = index.split_once(']').ok_or_else(|| PathError::Wrong(format!("`{path}` lacks a `]`")))?;
            ty = match types.resolved(ty) {
                CType::Pointer { to } => *to,
                CType::Array { of, .. } => *of,
                _ => {
                    return Err(PathError::Wrong(format!(
                        "in `{path}`, what stands before `[` is `{}`",
                        types.show(ty, "")
                    )));
                }
            };
            rest = after;
            continue;
        }
        let (arrow, after) = match (rest.strip_prefix("->"), rest.strip_prefix('.')) {
            (Some(after), _) => (true, after),
            (_, Some(after)) => (false, after),
            _ => return Err(PathError::Wrong(format!("`{path}` is no path such as `a->b[2].c`"))),
        };
        if arrow {
            match types.resolved(ty) {
                CType::Pointer { to } => ty = *to,
                _ => return Err(PathError::Wrong(format!("in `{path}`, what stands before `->` is no pointer"))),
            }
        }
        let end = after.find(['.', '[', '-']).unwrap_or(after.len());
        let (name, left) = after.split_at(end);
        let CType::Record(record) = types.resolved(ty) else {
            return Err(PathError::Wrong(format!("in `{path}`, `{}` has no members", types.show(ty, ""))));
        };
        let Some(member) = record.members.iter().find(|m| m.name == name) else {
            let names = record.members.iter().map(|m| m.name.as_str());
            let shown = types.show(ty, "");
            return Err(PathError::Wrong(format!("`{shown}` has no member `{name}`{}", hint(name, names))));
        };
        (ty, rest) = (member.ty, left);
    }
    Ok(Some(ty))
}

fn root_type(program: &Program, id: FunctionId, root: &str) -> Result<Option<TypeId>, PathError> {
    let f = program.function(id);
    let params: &[TypeId] = match f.c_type.map(|t| program.types.get(t)) {
        Some(CType::Function { params, .. }) => params,
        _ => &[],
    };
    if let Some(i) = f.param_names.iter().position(|n| n == root) {
        return Ok(params.get(i).copied());
    }
    let mut globals = program.globals.iter().filter(|g| !g.anonymous);
    if let Some(g) = globals.clone().find(|g| g.name == root) {
        return Ok(g.c_type);
    }
    let names = f.param_names.iter().map(String::as_str).chain(globals.by_ref().map(|g| g.name.as_str()));
    let hint = hint(root, names);
    Err(PathError::Wrong(format!("`{}` has no parameter `{root}`, and there is no such global{hint}", f.name)))
}
