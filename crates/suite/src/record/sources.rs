//! The project's files as a suite needs them: flags, what links with what, what is defined nowhere.

use super::stubs::stub;
use crate::model::Source;
use crate::outside::redirect;
use crate::text::is_identifier;
use crescendo_program::{FunctionId, Program};
use crescendo_unit::is_library_global;
use std::collections::BTreeSet;

/// How a translation unit is compiled; in the order of the program's units.
#[derive(Clone, Debug)]
pub struct Compiled {
    pub file: String,
    pub directory: String,
    pub arguments: Vec<String>,
}

pub fn sources(program: &Program, compiled: &[Compiled], is_library: &dyn Fn(&str) -> bool) -> Vec<Source> {
    let direct: Vec<BTreeSet<usize>> = (0..program.units.len()).map(|u| needs(program, u)).collect();
    let mut all = Vec::new();
    for (u, info) in program.units.iter().enumerate() {
        let mut stubs = Vec::new();
        let mut variables = Vec::new();
        for &f in &info.declared_functions {
            if is_missing(program, f, is_library) {
                stubs.extend(stub(program, f));
            }
        }
        for &g in &info.declared_globals {
            let global = program.global(g);
            let missing = global.image.is_none() && is_identifier(&global.name) && !is_library_global(&global.name);
            if let Some(ty) = global.c_type.filter(|_| missing) {
                variables.push(program.types.show(ty, &global.name));
            }
        }
        let known = compiled.get(u);
        all.push(Source {
            file: known.map_or_else(|| info.name.clone(), |c| c.file.clone()),
            directory: known.map_or_else(String::new, |c| c.directory.clone()),
            arguments: known.map_or_else(Vec::new, |c| c.arguments.clone()),
            target: program.target.triple.clone(),
            needs: closure(&direct, u),
            stubs,
            variables,
            library: info.declared_functions.iter().filter_map(|f| answered(program, *f)).collect(),
            accessors: Vec::new(),
        });
    }
    all
}

fn is_missing(program: &Program, id: FunctionId, is_library: &dyn Fn(&str) -> bool) -> bool {
    let f = program.function(id);
    f.body.is_none() && !is_library(&f.name) && !f.name.starts_with("llvm.") && is_identifier(&f.name)
}

/// The name of a library function that tests can answer for.
fn answered(program: &Program, id: FunctionId) -> Option<String> {
    let f = program.function(id);
    (f.body.is_none() && redirect(&f.name).is_some()).then(|| f.name.clone())
}

/// The units that define what a unit declares.
fn needs(program: &Program, u: usize) -> BTreeSet<usize> {
    let info = &program.units[u];
    let functions = info.declared_functions.iter().map(|f| program.function(*f));
    let functions = functions.filter(|f| f.body.is_some()).map(|f| f.unit as usize);
    let globals = info.declared_globals.iter().map(|g| program.global(*g));
    let globals = globals.filter(|g| g.image.is_some()).map(|g| g.unit as usize);
    functions.chain(globals).filter(|v| *v != u && *v < program.units.len()).collect()
}

fn closure(direct: &[BTreeSet<usize>], u: usize) -> Vec<usize> {
    let mut seen = BTreeSet::new();
    let mut queue = vec![u];
    while let Some(at) = queue.pop() {
        queue.extend(direct[at].iter().copied().filter(|v| *v != u && seen.insert(*v)));
    }
    seen.into_iter().collect()
}
