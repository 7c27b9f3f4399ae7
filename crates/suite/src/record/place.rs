//! How C names a function or variable in the file of the unit under test.

use super::NotATest;
use super::setup::Setup;
use crate::model::Accessor;
use crate::text::{identifier, is_identifier};
use crescendo_program::{FunctionId, GlobalId, Program};

/// Variables that a test has by itself: they hide what the program calls so.
pub(super) const TAKEN: &[&str] = &["result"];

impl Setup<'_, '_> {
    /// A global as an expression, and whether it must be reached by its address (`accessor()`).
    pub(super) fn global(&mut self, id: GlobalId) -> Result<(String, bool), NotATest> {
        let program = self.program;
        let g = program.global(id);
        if !is_identifier(&g.name) {
            return Err(format!("`{}` belongs to a function and cannot be reached from outside", g.name).into());
        }
        let here = &program.units[self.source];
        let is_here = here.globals.contains(&id) || here.declared_globals.contains(&id);
        if is_here && !TAKEN.contains(&g.name.as_str()) {
            return Ok((g.name.clone(), false));
        }
        Ok((self.accessor(g.unit as usize, &g.name), true))
    }

    /// A function as an expression.
    pub(super) fn function(&mut self, id: FunctionId) -> Result<String, NotATest> {
        let program = self.program;
        let f = program.function(id);
        if program.stubs.iter().any(|s| s.1 == id) {
            return self.anonymous_stub(id);
        }
        if !is_identifier(&f.name) {
            return Err(format!("the function `{}` has no name in C", f.name).into());
        }
        let here = &program.units[self.source];
        if here.functions.contains(&id) || here.declared_functions.contains(&id) {
            return Ok(f.name.clone());
        }
        // A `void *`, which C takes for every pointer.
        Ok(self.accessor(f.unit as usize, &f.name))
    }

    /// A call that gives the address of something in another file, or of what the test's own variables hide.
    fn accessor(&mut self, source: usize, name: &str) -> String {
        let function = accessor_name(self.program, source, name);
        let a = (source, Accessor { function: function.clone(), name: name.to_string() });
        if !self.accessors.contains(&a) {
            self.accessors.push(a);
        }
        format!("{function}()")
    }
}

fn accessor_name(program: &Program, source: usize, name: &str) -> String {
    let file = program.units.get(source).map_or("", |u| u.name.as_str());
    let stem = file.rsplit('/').next().unwrap_or("").trim_end_matches(".c");
    format!("crescendo_at_{}_{source}_{name}", identifier(stem))
}
