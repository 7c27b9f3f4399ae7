//! Value ranges of a program: who may call a function, or write a global, from outside, by the rules of contexts.

use crate::contexts::Contexts;
use crescendo_program::{Entity, FunctionId, GlobalId, Linkage, Program};
use crescendo_ranges::{Open, Ranges};
use crescendo_unit::{Facts, is_library_global};
use std::collections::BTreeSet;

/// The ranges of a whole program. `complete`: every file that belongs to it compiled. `Err`: why nothing can be said.
pub fn of_program(program: &Program, facts: &Facts, complete: bool) -> Result<Ranges, String> {
    // Of a function that is defined twice only one body is here: what the other does is not known.
    let twice = program.notes.iter().find_map(|n| match n {
        crescendo_program::LinkNote::Duplicate { name, .. } => Some(format!("`{name}` is defined more than once")),
        _ => None,
    });
    if let Some(why) = twice {
        return Err(why);
    }
    // Calls go to stubs of the user's then, not to what the program has.
    if let Some(f) = program.functions.iter().find(|f| f.name.starts_with("crescendo_stub_")) {
        return Err(format!("`{}` takes the place of a part of the program", f.name));
    }
    // Assembly may write anywhere.
    if let Some(f) = program.functions.iter().find(|f| f.body.as_ref().is_some_and(|b| !b.unsupported.is_empty())) {
        return Err(format!("the machine cannot do all that `{}` does", f.name));
    }
    let contexts = Contexts::new(program, facts, None);
    let foreign = !complete || contexts.missing().is_some();
    let all = (0..program.functions.len() as u32).map(FunctionId);
    let functions = all.map(|f| {
        let outside = contexts.is_exported(f) && foreign;
        outside || contexts.is_taken(f) || Some(f) == contexts.main || !contexts.is_called(f)
    });
    let named: BTreeSet<GlobalId> = program
        .exported()
        .filter_map(|e| match e {
            Entity::Global(g) => Some(g),
            _ => None,
        })
        .collect();
    let globals = program.globals.iter().enumerate().map(|(i, g)| {
        // A static variable may have another name that is not.
        let outside = (g.linkage != Linkage::Internal || named.contains(&GlobalId(i as u32))) && foreign;
        outside || is_library_global(&g.name)
    });
    Ok(Ranges::new(program, Open { functions: functions.collect(), globals: globals.collect() }))
}
