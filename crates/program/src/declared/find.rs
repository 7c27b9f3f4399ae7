//! Finds the declarations of wanted names in a tree. Of several, a definition is the best, then a prototype, then one
//! that names its parameters; among equals the first. For variables, `int x;` comes between definition and `extern`, and
//! the last one counts.

use super::ast::{Cursor, Tree};
use super::types::TypeReader;
use super::{Declarations, DeclaredFunction, DeclaredGlobal};
use crate::ctype::CType;
use crate::target::Target;
use clang_sys::*;
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::path::Path;

/// How much a declaration says.
type Rank = (bool, bool, bool);

struct Finder<'t, 'w> {
    wanted: &'w BTreeSet<String>,
    functions: BTreeMap<String, (Rank, Cursor<'t>)>,
    globals: BTreeMap<String, (Rank, Cursor<'t>)>,
}

/// Declarations at file scope; with `bodies` also those in functions, implicit ones and the compiler's own.
pub fn find(tree: &Tree, wanted: &BTreeSet<String>, target: &Target, directory: &Path, bodies: bool) -> Declarations {
    let root = tree.root();
    let mut finder = Finder { wanted, functions: BTreeMap::new(), globals: BTreeMap::new() };
    for c in root.children() {
        finder.consider(c, symbol(c));
    }
    if bodies {
        let mut seen = HashSet::new();
        for c in root.descendants(CXCursor_DeclRefExpr).into_iter().filter_map(|c| c.referenced()) {
            if seen.insert(c.identity()) && (c.is_external() || c.kind() == CXCursor_FunctionDecl) {
                let name = symbol(c);
                if let Some(library) = name.strip_prefix("__builtin_") {
                    finder.consider(c, library.to_string());
                }
                finder.consider(c, name);
            }
        }
    }
    let mut reader = TypeReader::new(root, target, directory);
    let mut functions = Vec::new();
    for (name, (_, c)) in finder.functions {
        let (c_type, param_names) = reader.function(c);
        let length = |p: &Cursor| p.ty().filter(|t| t.kind() == CXType_ConstantArray).and_then(|t| t.array_size());
        let param_lengths = c.parameters().iter().map(length).collect();
        functions.push(DeclaredFunction { name, c_type, param_names, param_lengths, position: reader.position(c) });
    }
    let mut globals = Vec::new();
    for (name, (_, c)) in finder.globals {
        let c_type = reader.variable(c);
        globals.push(DeclaredGlobal { name, c_type, position: reader.position(c) });
    }
    Declarations { types: reader.types, sources: reader.sources, functions, globals, errors: Vec::new() }
}

impl<'t> Finder<'t, '_> {
    fn consider(&mut self, c: Cursor<'t>, name: String) {
        if !matches!(c.kind(), CXCursor_FunctionDecl | CXCursor_VarDecl) || !self.wanted.contains(&name) {
            return;
        }
        let Some(canonical) = c.ty().map(|t| t.canonical()) else { return };
        let (list, rank) = match c.kind() {
            CXCursor_FunctionDecl => {
                let is_named = c.parameters().iter().any(|p| !p.spelling().is_empty());
                (&mut self.functions, (c.is_definition(), canonical.kind() == CXType_FunctionProto, is_named))
            }
            _ => (&mut self.globals, (c.is_definition(), !c.says_extern(), canonical.bytes().is_some())),
        };
        let is_tentative = c.kind() == CXCursor_VarDecl && !c.says_extern();
        match list.get_mut(&name) {
            Some((best, at)) if rank > *best || rank == *best && is_tentative => (*best, *at) = (rank, c),
            Some(_) => {}
            None => {
                list.insert(name, (rank, c));
            }
        }
    }
}

/// The name the linker sees: an `asm` label wins.
fn symbol(c: Cursor) -> String {
    if matches!(c.kind(), CXCursor_FunctionDecl | CXCursor_VarDecl) && c.has_attributes() {
        let label = c.children().into_iter().find(|child| child.kind() == CXCursor_AsmLabelAttr);
        if let Some(label) = label {
            return label.spelling();
        }
    }
    c.spelling()
}

impl DeclaredFunction {
    /// Whether the declaration says what the parameters are.
    pub fn is_prototyped(&self, declarations: &Declarations) -> bool {
        matches!(declarations.types.get(self.c_type), CType::Function { prototyped: true, .. })
    }
}
