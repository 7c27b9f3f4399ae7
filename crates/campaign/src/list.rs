//! The functions, and what would be driven, stubbed and modelled.

use crate::config::FunctionPlan;
use crate::ground::Ground;
use crescendo_program::FunctionId;
use serde::Serialize;
use std::collections::BTreeSet;

#[derive(Clone, Debug, Serialize)]
pub struct Listed {
    pub name: String,
    pub file: String,
    pub line: u32,
    /// Parameters and globals that are inputs.
    pub driven: Vec<String>,
    /// Callees that are executed.
    pub executed: usize,
    /// Callees that give fresh results.
    pub stubbed: Vec<String>,
    /// Those of them that also write what they can reach.
    pub havoc: Vec<String>,
    /// Functions of the C library that are modelled.
    pub modelled: Vec<String>,
    /// What the code has that cannot be executed.
    pub unsupported: Vec<String>,
}

pub fn list(ground: &Ground, functions: &[FunctionId]) -> Vec<Listed> {
    let of = |f: &FunctionId| listed(ground, &ground.settings.of(*f, &ground.facts, &ground.calls), *f);
    functions.iter().map(of).collect()
}

fn listed(ground: &Ground, own: &FunctionPlan, id: FunctionId) -> Listed {
    let (program, facts) = (&ground.loaded.program, &ground.facts);
    let mut seen = BTreeSet::from([id, own.entry]);
    let mut queue: Vec<FunctionId> = seen.iter().copied().collect();
    let (mut stubbed, mut havoc, mut modelled) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    let (mut globals, mut unsupported, mut executed) = (BTreeSet::new(), BTreeSet::new(), 0);
    while let Some(f) = queue.pop() {
        let function = program.function(f);
        let name = function.name.as_str();
        if own.plan.havoc.contains(&f) {
            havoc.insert(name);
        }
        match &function.body {
            Some(body) if !own.plan.stubbed.contains(&f) => {
                executed += (f != id && f != own.entry) as usize;
                globals.extend(facts.inputs.of(f).iter().map(|g| program.global(*g).name.as_str()));
                unsupported.extend(body.unsupported.iter().map(String::as_str));
                queue.extend(facts.calls_of(f).iter().copied().filter(|g| seen.insert(*g)));
            }
            None if !own.plan.stubbed.contains(&f) && crescendo_vm::models::find(name).is_some() => {
                modelled.insert(name);
            }
            _ => drop(stubbed.insert(name)),
        }
    }
    let f = program.function(id);
    let at = program.sources.get(f.position);
    let params = program.function(own.entry).param_names.iter().map(String::as_str);
    let strings = |names: BTreeSet<&str>| names.into_iter().map(String::from).collect();
    Listed {
        name: f.name.clone(),
        file: program.sources.path(at.file).to_string(),
        line: at.line,
        driven: params.chain(globals).map(String::from).collect(),
        executed,
        stubbed: strings(stubbed),
        havoc: strings(havoc),
        modelled: strings(modelled),
        unsupported: strings(unsupported),
    }
}
