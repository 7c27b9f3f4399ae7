//! The tests of a project: put together, replayed, written.

use super::{ExploreArgs, alarms};
use crate::load::Loaded;
use crate::suite_files;
use anyhow::{Context, Result};
use crescendo_alarms::model::Alarm;
use crescendo_program::FunctionId;
use crescendo_suite::export::c::Layout;
use crescendo_suite::record::{Collected, Decisions, Goals, sources, twice, unit_tests};
use crescendo_suite::{Figures, Suite, Texts, give_names, model};
use std::collections::{BTreeMap, BTreeSet};

/// What each explored function left, in order, with the functions whose goals count as its own.
pub type Parts = Vec<(FunctionId, Vec<FunctionId>, Collected)>;

/// What became of the tests.
pub struct Written {
    pub figures: Figures,
    pub suite: Suite,
    /// Runs that became no native test, and the most frequent reason.
    pub left_out: Option<(usize, String)>,
}

/// Builds the suite, runs it natively unless told not to, and writes `suite.json` and the tests. `found` has the alarms of each
/// part: they learn which test shows them.
pub fn write(args: &ExploreArgs, loaded: &Loaded, parts: Parts, found: &mut [Vec<Alarm>]) -> Result<Written> {
    let mut suite = build(args.seed, loaded, parts);
    if !args.no_replay {
        suite_files::replay(&mut suite, &loaded.clang, &args.output, args.sources.jobs)?;
    }
    suite_files::write(&suite, &args.output)?;
    suite_files::export(&suite, "c", &args.output.join("tests")).context("cannot write the tests")?;
    let left_out = left_out(&suite);
    let commands = Layout::new(&suite).commands(&suite, &args.output.join("tests"));
    for (unit, alarms) in suite.units.iter().zip(found) {
        alarms::add_tests(alarms, unit, suite.replay.is_some(), &commands);
    }
    Ok(Written { figures: Figures::of(&suite), suite, left_out })
}

fn left_out(suite: &Suite) -> Option<(usize, String)> {
    let mut reasons: BTreeMap<&str, usize> = BTreeMap::new();
    for l in suite.units.iter().flat_map(|u| &u.left_out) {
        // What is in brackets is particular to one test.
        *reasons.entry(l.reason.split(" (").next().unwrap_or(&l.reason)).or_default() += 1;
    }
    let (most, _) = reasons.iter().max_by_key(|r| r.1)?;
    Some((reasons.values().sum(), most.to_string()))
}

fn build(seed: u64, loaded: &Loaded, parts: Parts) -> Suite {
    let program = &loaded.program;
    let is_library = |name: &str| crescendo_vm::models::find(name).is_some();
    let mut suite = Suite {
        version: model::VERSION,
        tool: format!("crescendo {}", env!("CARGO_PKG_VERSION")),
        seed,
        sources: sources(program, &loaded.compiled, &is_library),
        twice: twice(program),
        units: Vec::new(),
        replay: None,
    };
    let texts = Texts::default();
    let mut taken = BTreeSet::new();
    for (id, functions, collected) in parts {
        let mut unit = unit_tests(program, id);
        unit.goals = Goals::new(program, &functions, &texts).goals;
        unit.decisions = Decisions::new(program, &functions, &texts).decisions;
        unit.decisions.iter_mut().for_each(|d| d.file = absolute(&d.file));
        unit.goals.iter_mut().for_each(|g| g.file = absolute(&g.file));
        unit.file = absolute(&unit.file);
        collected.add_to(&mut suite, unit);
        let unit = suite.units.last_mut().expect("just added");
        give_names(&unit.name, &mut unit.tests, &mut taken);
    }
    suite
}

/// Debug info has paths as the compiler was told them.
fn absolute(path: &str) -> String {
    std::path::absolute(path).map_or_else(|_| path.to_string(), |p| p.to_string_lossy().into_owned())
}
