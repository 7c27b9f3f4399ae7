//! Confirmed alarms, natively: a test that starts at the outermost caller is built with sanitizers and run.

use super::{FilterError, Native};
use crate::model::Started;
use crescendo_program::{FunctionId, Program};
use crescendo_suite::export::c::Layout;
use crescendo_suite::export::{self, Folder};
use crescendo_suite::record::{Collected, sources, twice, unit_tests};
use crescendo_suite::{Suite, give_names, model};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

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
    let mut suite = Suite {
        version: model::VERSION,
        tool: format!("crescendo {}", env!("CARGO_PKG_VERSION")),
        seed,
        sources: sources(program, native.compiled, &is_library),
        twice: twice(program),
        units: Vec::new(),
        replay: None,
    };
    let mut taken = BTreeSet::new();
    let mut results = BTreeMap::new();
    let mut names: BTreeMap<String, usize> = BTreeMap::new();
    for (function, all) in tests {
        let mut unit = unit_tests(program, function);
        unit.file = std::path::absolute(&unit.file).map_or(unit.file, |p| p.to_string_lossy().into_owned());
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
        together.add_to(&mut suite, unit);
        let unit = suite.units.last_mut().expect("just added");
        give_names(&unit.name, &mut unit.tests, &mut taken);
        names.extend(unit.tests.iter().map(|t| t.name.clone()).zip(numbers));
    }
    suite.units.retain(|u| !u.tests.is_empty());
    if names.is_empty() {
        return Ok((results, suite));
    }
    run(native, &mut suite)?;
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
    keep(native.folder, &suite)?;
    Ok((results, suite))
}

fn run(native: &Native, suite: &mut Suite) -> Result<(), FilterError> {
    let folder = |why| FilterError::Folder { path: native.folder.display().to_string(), why };
    std::fs::create_dir_all(native.folder).map_err(folder)?;
    let scratch = tempfile::Builder::new().prefix("replay-").tempdir_in(native.folder).map_err(folder)?;
    let path = scratch.path().canonicalize().map_err(folder)?;
    let options = crescendo_replay::Options::new(native.clang.clone(), &path);
    Ok(crescendo_replay::replay(suite, &options)?)
}

/// Leaves `suite.json` and the tests behind.
fn keep(folder: &Path, suite: &Suite) -> Result<(), FilterError> {
    let cannot = |why| FilterError::Folder { path: folder.display().to_string(), why };
    let text = serde_json::to_string_pretty(suite).expect("a suite has no maps with odd keys");
    std::fs::write(folder.join("suite.json"), text + "\n").map_err(cannot)?;
    if let Some(exporter) = export::find("c") {
        let mut to = Folder::new(&folder.join("tests")).map_err(crescendo_replay::ReplayError::from)?;
        exporter.export(suite, &mut to).map_err(crescendo_replay::ReplayError::from)?;
    }
    Ok(())
}
