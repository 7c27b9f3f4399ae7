//! Puts declarations into a program: C type, parameter names and position where debug info has none.

use super::{
    DeclarationError, Declarations, DeclaredFunction, DeclaredGlobal, ReadOptions, SourceUnit, read_declarations,
};
use crate::link::{Program, TypeImporter};
use crate::source::PosId;
use crate::symbol::{FunctionId, GlobalId};
use std::collections::{BTreeMap, BTreeSet};

/// Names of the functions and globals a unit refers to that have no C type yet.
pub fn missing(program: &Program, unit: usize) -> BTreeSet<String> {
    let Some(info) = program.units.get(unit) else { return BTreeSet::new() };
    let lacking = |id: &FunctionId| Some(program.function(*id)).filter(|f| f.c_type.is_none());
    let functions = info.functions.iter().chain(&info.declared_functions).filter_map(lacking);
    let functions = functions.map(|f| f.name.clone()).filter(|n| !n.starts_with("llvm."));
    let lacking = |id: &GlobalId| Some(program.global(*id)).filter(|g| g.c_type.is_none() && g.image.is_none());
    let globals = info.globals.iter().chain(&info.declared_globals).filter_map(lacking);
    functions.chain(globals.map(|g| g.name.clone())).collect()
}

/// Reads what the program lacks from the sources of its units (in their order) and completes it. A unit is parsed only
/// if it declares something that is still missing. Returns what went wrong; the rest is done all the same.
pub fn describe(program: &mut Program, units: &[SourceUnit], options: &ReadOptions) -> Vec<DeclarationError> {
    let lacking: Vec<BTreeSet<String>> = (0..units.len()).map(|u| missing(program, u)).collect();
    let mut search = Search { program, units, found: BTreeMap::new(), declarations: Vec::new(), errors: Vec::new() };
    // The first unit that declares a name; then, if that says little, the others; then into function bodies.
    let at_file_scope = ReadOptions { bodies: false, ..*options };
    search.ask(&lacking, &at_file_scope, |found| found.is_none(), true);
    search.ask(&lacking, &at_file_scope, |found| found != Some(true), false);
    let bodies = ReadOptions { bodies: true, ..*options };
    search.ask(&lacking, &bodies, |found| found.is_none(), true);
    let Search { declarations, errors, .. } = search;
    complete(program, declarations);
    super::arrays::find_lengths(program, units, options);
    errors
}

struct Search<'a> {
    program: &'a Program,
    units: &'a [SourceUnit<'a>],
    /// Names, and whether all is known that one wants to know.
    found: BTreeMap<String, bool>,
    declarations: Vec<Declarations>,
    errors: Vec<DeclarationError>,
}

impl Search<'_> {
    /// Asks each unit for the names it lacks and that the search still `wants`; with `first_only` each name once.
    fn ask(
        &mut self,
        lacking: &[BTreeSet<String>],
        options: &ReadOptions,
        wants: impl Fn(Option<bool>) -> bool,
        first_only: bool,
    ) {
        let mut asked: BTreeSet<String> = BTreeSet::new();
        for (unit, names) in self.units.iter().zip(lacking) {
            if matches!(self.errors.last(), Some(DeclarationError::Library { .. })) {
                return;
            }
            let is_wanted = |n: &&String| wants(self.found.get(*n).copied()) && !(first_only && asked.contains(*n));
            let wanted: BTreeSet<String> = names.iter().filter(is_wanted).cloned().collect();
            if wanted.is_empty() {
                continue;
            }
            let read = read_declarations(unit, &wanted, &self.program.target, options);
            asked.extend(wanted);
            match read {
                Ok(declarations) => self.take(unit, declarations),
                Err(error) => self.errors.push(error),
            }
        }
    }

    fn take(&mut self, unit: &SourceUnit, declarations: Declarations) {
        for f in &declarations.functions {
            let known = self.found.entry(f.name.clone()).or_default();
            *known |= f.is_prototyped(&declarations);
        }
        for g in &declarations.globals {
            let known = self.found.entry(g.name.clone()).or_default();
            *known |= declarations.types.bytes(g.c_type).is_some();
        }
        if !declarations.errors.is_empty() {
            let (source_file, messages) = (unit.source.to_owned(), declarations.errors.clone());
            let error = DeclarationError::Source { source_file, messages };
            if !self.errors.contains(&error) {
                self.errors.push(error);
            }
        }
        self.declarations.push(declarations);
    }
}

/// Fills in what is missing; what debug info said stays. Of several declarations of a name, the first that says what the
/// parameters are (for globals: what the size is) wins. The types become those of the program where they are the same.
pub fn complete(program: &mut Program, declarations: Vec<Declarations>) {
    let mut importer = TypeImporter::of(&program.types);
    let mut functions: BTreeMap<FunctionId, bool> = BTreeMap::new();
    let mut globals: BTreeMap<GlobalId, bool> = BTreeMap::new();
    for d in &declarations {
        let (positions, _) = program.sources.absorb(&d.sources);
        let wanted = |f: &&DeclaredFunction| -> Option<FunctionId> {
            let id = program.find(&f.name)?;
            let known = functions.get(&id).copied();
            let better = known == Some(false) && f.is_prototyped(d);
            (known.is_none() && program.function(id).c_type.is_none() || better).then_some(id)
        };
        let new: Vec<_> = d.functions.iter().filter_map(|f| Some((wanted(&f)?, f))).collect();
        let lacking = |g: &&DeclaredGlobal| -> Option<GlobalId> {
            let id = program.find_global(&g.name)?;
            let known = globals.get(&id).copied();
            let better = known == Some(false) && d.types.bytes(g.c_type).is_some();
            (known.is_none() && program.global(id).c_type.is_none() || better).then_some(id)
        };
        let new_globals: Vec<_> = d.globals.iter().filter_map(|g| Some((lacking(&g)?, g))).collect();
        let mut types = importer.unit(&d.types, &positions, &mut program.types);
        let at = |p: PosId| positions[p.0 as usize];
        for (id, declared) in new {
            let f = &mut program.functions[id.0 as usize];
            f.c_type = Some(types.import(declared.c_type));
            f.position = at(declared.position);
            f.param_names = declared.param_names.clone();
            functions.insert(id, declared.is_prototyped(d));
        }
        for (id, declared) in new_globals {
            let g = &mut program.globals[id.0 as usize];
            g.c_type = Some(types.import(declared.c_type));
            g.position = at(declared.position);
            globals.insert(id, d.types.bytes(declared.c_type).is_some());
        }
    }
}
