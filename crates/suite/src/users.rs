//! Stubs and drivers that the user wrote in C (`docs/configuration.md`), found by their names.

use crescendo_program::{FunctionId, Program};

/// Before the name of what a stub stands for.
pub const STUB: &str = "crescendo_stub_";
/// Before the name of what a driver calls.
pub const DRIVER: &str = "crescendo_drive_";

/// What is replaced, and the stub that replaces it.
pub fn stubs(program: &Program) -> Vec<(FunctionId, FunctionId)> {
    let written = functions(program).filter(|(_, f)| f.body.is_some());
    let of = |name: &str| functions(program).find(|(_, f)| f.name == name).map(|(id, _)| id);
    written.filter_map(|(id, f)| Some((of(f.name.strip_prefix(STUB)?)?, id))).collect()
}

/// The driver of a function.
pub fn driver(program: &Program, id: FunctionId) -> Option<FunctionId> {
    let wanted = format!("{DRIVER}{}", program.function(id).name);
    functions(program).find(|(_, f)| f.name == wanted && f.body.is_some()).map(|(id, _)| id)
}

fn functions(program: &Program) -> impl Iterator<Item = (FunctionId, &crescendo_program::Function)> {
    program.functions.iter().enumerate().map(|(i, f)| (FunctionId(i as u32), f))
}
