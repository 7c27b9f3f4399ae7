//! The project's files as a suite needs them: flags, what links with what, what is defined nowhere.

use super::stubs::{redirected, stub, written};
use crate::libc;
use crate::model::{Reserved, Source};
use crate::outside::redirect;
use crate::text::is_identifier;
use crate::users;
use crate::walk::has_constant;
use crate::words::Texts;
use crescendo_program::{FunctionId, LinkNote, Program};
use crescendo_unit::is_library_global;
use std::collections::{BTreeMap, BTreeSet};

/// How a translation unit is compiled; in the order of the program's units.
#[derive(Clone, Debug)]
pub struct Compiled {
    pub file: String,
    pub directory: String,
    pub arguments: Vec<String>,
}

/// What several files define: only the first is in the program.
pub fn twice(program: &Program) -> Vec<String> {
    let name = |n: &LinkNote| match n {
        LinkNote::Duplicate { name, .. } => Some(name.clone()),
        _ => None,
    };
    let all: BTreeSet<String> = program.notes.iter().filter_map(name).collect();
    all.into_iter().collect()
}

pub fn sources(program: &Program, compiled: &[Compiled], is_library: &dyn Fn(&str) -> bool) -> Vec<Source> {
    let users: BTreeMap<FunctionId, FunctionId> = users::stubs(program).into_iter().collect();
    let texts = Texts::default();
    let direct: Vec<BTreeSet<usize>> = (0..program.units.len()).map(|u| needs(program, u, &users)).collect();
    let mut all = Vec::new();
    for (u, info) in program.units.iter().enumerate() {
        let mut stubs = Vec::new();
        let mut variables = Vec::new();
        let mut reserved = Vec::new();
        let mut originals = Vec::new();
        let own = info.functions.iter().filter(|f| !info.declared_functions.contains(f));
        for &f in info.declared_functions.iter().chain(own) {
            let name = &program.function(f).name;
            match users.get(&f) {
                // A stub may call what it stands for.
                Some(by) if program.function(*by).unit as usize == u => originals.push(name.clone()),
                // Its own file leads to the stub.
                Some(_) if has_body_elsewhere(program, f, u) => {}
                Some(by) => stubs.extend(written(program, f, *by, is_library(name), &texts)),
                // Others use a function of the system under its own name: sanitizers do.
                None if is_missing(program, f, is_library) && is_of_system(program, f) => {
                    stubs.extend(redirected(program, f));
                }
                None if is_missing(program, f, is_library) => stubs.extend(stub(program, f)),
                None => {}
            }
        }
        originals.retain(|n| program.functions.iter().any(|f| f.name == *n && f.body.is_some()));
        for &g in &info.declared_globals {
            let global = program.global(g);
            let missing = global.image.is_none() && is_identifier(&global.name) && !is_library_global(&global.name);
            let Some(ty) = global.c_type.filter(|_| missing && global.address != 0) else { continue };
            let shown = program.types.show(ty, &global.name);
            let is_c = !shown.contains(['<', '{']) && !shown.contains("/*");
            if is_c && !global.open && !has_constant(&program.types, ty) || global.thread_local {
                variables.push(shown);
            } else {
                reserved.push(Reserved { name: global.name.clone(), bytes: global.size, align: global.align });
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
            reserved,
            originals,
            library: info.declared_functions.iter().filter_map(|f| answered(program, *f)).collect(),
            accessors: Vec::new(),
            macros: Vec::new(),
            shadows: shadows(program, u),
            missing: Vec::new(),
        });
    }
    all
}

/// Functions of the program by names of the library.
fn shadows(program: &Program, u: usize) -> Vec<String> {
    let info = &program.units[u];
    let all: BTreeSet<FunctionId> = info.functions.iter().chain(&info.declared_functions).copied().collect();
    let functions = all.into_iter().map(|f| program.function(f)).filter(|f| f.body.is_some());
    functions.filter(|f| libc::has(&f.name)).map(|f| f.name.clone()).collect()
}

fn is_missing(program: &Program, id: FunctionId, is_library: &dyn Fn(&str) -> bool) -> bool {
    let f = program.function(id);
    // A weak one that nobody defines is null.
    f.body.is_none() && f.address != 0 && !is_library(&f.name) && !f.name.starts_with("llvm.") && is_identifier(&f.name)
}

/// Whether a header of the system declares it.
fn is_of_system(program: &Program, id: FunctionId) -> bool {
    let f = program.function(id);
    let header = program.sources.path(program.sources.get(f.position).file);
    header.starts_with("/usr/include/") || f.name.starts_with("pthread_")
}

/// The name of a library function that tests can answer for.
fn answered(program: &Program, id: FunctionId) -> Option<String> {
    let f = program.function(id);
    (f.body.is_none() && redirect(&f.name).is_some()).then(|| f.name.clone())
}

/// Whether another unit defines it.
fn has_body_elsewhere(program: &Program, id: FunctionId, u: usize) -> bool {
    let f = program.function(id);
    f.body.is_some() && f.unit as usize != u
}

/// The units that define what a unit declares, or the user's stubs for what it has.
fn needs(program: &Program, u: usize, users: &BTreeMap<FunctionId, FunctionId>) -> BTreeSet<usize> {
    let info = &program.units[u];
    let stubs = info.declared_functions.iter().chain(&info.functions).filter_map(|f| users.get(f));
    let stubs = stubs.map(|f| program.function(*f).unit as usize);
    let functions = info.declared_functions.iter().map(|f| program.function(*f));
    let functions = functions.filter(|f| f.body.is_some()).map(|f| f.unit as usize);
    let globals = info.declared_globals.iter().map(|g| program.global(*g));
    let globals = globals.filter(|g| g.image.is_some()).map(|g| g.unit as usize);
    functions.chain(globals).chain(stubs).filter(|v| *v != u && *v < program.units.len()).collect()
}

fn closure(direct: &[BTreeSet<usize>], u: usize) -> Vec<usize> {
    let mut seen = BTreeSet::new();
    let mut queue = vec![u];
    while let Some(at) = queue.pop() {
        queue.extend(direct[at].iter().copied().filter(|v| *v != u && seen.insert(*v)));
    }
    seen.into_iter().collect()
}
