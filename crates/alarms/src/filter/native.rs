//! Confirmed alarms, natively: a test that starts at the outermost caller is built with sanitizers and run.

use super::{FilterError, Native};
use crate::model::Started;
use crescendo_program::{FunctionId, Program};
use crescendo_suite::export::c::Layout;
use crescendo_suite::record::Collected;
use crescendo_suite::{Assembly, Suite, files};
use std::collections::BTreeMap;

/// What became of an alarm natively.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Replayed {
    /// A test faults as expected, which this command shows.
    Faults(String, Started),
    Otherwise(String),
}

/// Tests by outermost caller, each with the number of its target.
pub type Tests = BTreeMap<FunctionId, Vec<(usize, Collected)>>;

/// Runs the tests; what became of each target, and the suite of those that agree.
pub fn replay(
    program: &Program,
    native: &Native,
    seed: u64,
    tests: Tests,
) -> Result<(BTreeMap<usize, Replayed>, Suite), FilterError> {
    let is_library = |name: &str| crescendo_vm::models::find(name).is_some();
    let tool = format!("crescendo {}", env!("CARGO_PKG_VERSION"));
    let mut assembly = Assembly::new(program, native.compiled, &is_library, &tool, seed);
    let mut results = BTreeMap::new();
    let mut names: BTreeMap<String, usize> = BTreeMap::new();
    for (function, all) in tests {
        let mut together = Collected::default();
        let mut numbers = Vec::new();
        for (alarm, mut collected) in all {
            together.line = collected.line;
            match (collected.tests.pop(), collected.left_out.pop()) {
                (Some(test), _) => {
                    together.tests.push(test);
                    numbers.push(alarm);
                    together.accessors.extend(collected.accessors);
                    together.stubs.extend(collected.stubs);
                }
                (None, left_out) => {
                    let why = left_out.map_or_else(|| "no test could be made of it".into(), |l| l.reason);
                    results.insert(alarm, Replayed::Otherwise(why));
                }
            }
        }
        names.extend(assembly.add(function, &[function], together).into_iter().zip(numbers));
    }
    let mut suite = assembly.finish();
    suite.units.retain(|u| !u.tests.is_empty());
    if names.is_empty() {
        return Ok((results, suite));
    }
    crescendo_replay::replay_below(&mut suite, native.clang, native.folder, None, 0, None)?;
    let note = suite.replay.as_ref().and_then(|r| r.notes.first()).cloned();
    let commands = Layout::new(&suite).commands(&suite, &native.folder.join("tests"));
    for unit in &suite.units {
        for test in unit.tests.iter().filter(|_| note.is_none()) {
            let command = commands.get(&test.name).cloned().unwrap_or_default();
            results.insert(names[&test.name], Replayed::Faults(command, Started::new(unit, test)));
        }
        for d in &unit.disagreements {
            results.insert(names[&d.test.name], Replayed::Otherwise(d.difference.clone()));
        }
    }
    for alarm in names.into_values() {
        let why = note.clone().unwrap_or_else(|| "it was not run".into());
        results.entry(alarm).or_insert(Replayed::Otherwise(why));
    }
    // What was confirmed can be seen again.
    files::write(&suite, native.folder)?;
    files::export_plain(&suite, &native.folder.join("tests")).map_err(crescendo_replay::ReplayError::from)?;
    Ok((results, suite))
}
