//! The tests of a project: put together, run natively, written.

use super::delivery::NativeGoals;
use crate::error::{CampaignError, Result};
use crate::event::{Artifact, Teller, What};
use crate::load::Loaded;
use crate::outcome::LeftOut;
use crate::request::Request;
use crescendo_program::FunctionId;
use crescendo_replay::Counts;
use crescendo_suite::record::Collected;
use crescendo_suite::{Assembly, Suite, files};
use std::collections::BTreeMap;

/// What an explored function left, with the functions whose goals count as its own.
pub struct Part {
    pub function: FunctionId,
    pub counted: Vec<FunctionId>,
    pub tests: Collected,
}

/// Builds the suite, runs it natively unless told not to, and writes `suite.json` and the tests.
/// Gives what its tests were counted to reach, if they were run.
pub fn write(
    request: &Request,
    loaded: &Loaded,
    parts: Vec<Part>,
    teller: &mut Teller,
) -> Result<(Suite, Option<Counts>)> {
    let is_library = |name: &str| crescendo_vm::models::find(name).is_some();
    let mut assembly = Assembly::new(&loaded.program, &loaded.compiled, &is_library, crate::TOOL, request.search.seed);
    for Part { function, counted, tests } in parts {
        assembly.add(function, &counted, tests);
    }
    let mut suite = assembly.finish();
    let output = request.output_folder();
    let mut counts = None;
    if request.replay {
        let goals = NativeGoals::new(&loaded.program, &request.directory);
        let keep = request.keep_replay.as_ref().map(|k| request.at(k));
        counts = crescendo_replay::replay_below(
            &mut suite,
            &loaded.clang,
            &output,
            keep.as_deref(),
            request.jobs,
            Some(&goals),
        )?;
        if let Some(replay) = &suite.replay {
            teller.tell(What::Replayed(replay.clone()));
        }
    }
    let path = files::write(&suite, &output).map_err(CampaignError::Suite)?;
    teller.tell(What::Written { what: Artifact::Suite, path });
    let tests = output.join("tests");
    files::export_plain(&suite, &tests)?;
    teller.tell(What::Written { what: Artifact::Tests, path: tests });
    Ok((suite, counts))
}

/// How many runs became no test, and why most of them.
pub fn left_out(suite: &Suite) -> Option<LeftOut> {
    let mut reasons: BTreeMap<&str, usize> = BTreeMap::new();
    for l in suite.units.iter().flat_map(|u| &u.left_out) {
        // What is in brackets is particular to one test.
        *reasons.entry(l.reason.split(" (").next().unwrap_or(&l.reason)).or_default() += 1;
    }
    let (most, _) = reasons.iter().max_by_key(|r| r.1)?;
    Some(LeftOut { tests: reasons.values().sum(), most: most.to_string() })
}
