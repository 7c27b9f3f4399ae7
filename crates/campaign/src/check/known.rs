//! Verdicts of an earlier run: if neither the program nor the options nor the faults of units have changed, callers are not
//! asked again.
//!
//! All verdicts of a run are one entry of the store, because they share their time: what one alarm leaves, the next one has.

use super::judge;
use crate::campaign::Explored;
use crate::error::Result;
use crate::event::Teller;
use crate::outcome::CheckFigures;
use crate::results::write::Written;
use crate::store::StoredVerdicts;
use crescendo_alarms::model::Alarm;

/// Gives every alarm its verdict: that of an earlier run, or a new one, which is kept.
pub fn judge(
    explored: &Explored,
    found: &mut Written,
    figures: CheckFigures,
    teller: &mut Teller,
) -> Result<CheckFigures> {
    let key = key(explored, &found.alarms);
    if let Some(known) = find(explored, &key).filter(|k| k.judgements.len() == found.alarms.len()) {
        found.alarms.iter_mut().zip(known.judgements).for_each(|(a, j)| a.judgement = j);
        return Ok(CheckFigures { known: true, ..known.figures });
    }
    let figures = judge::judge(explored, found, figures, teller)?;
    if !explored.cancel.is_cancelled() {
        let judgements = found.alarms.iter().map(|a| a.judgement.clone()).collect();
        explored.results.put_verdicts(&key, &StoredVerdicts { figures: figures.clone(), judgements })?;
    }
    Ok(figures)
}

fn find(explored: &Explored, key: &str) -> Option<StoredVerdicts> {
    if explored.request.fresh {
        return None;
    }
    let known = explored.results.verdicts(key)?;
    // Commands that show an alarm again run tests in that folder.
    let tests = explored.request.output_folder().join("alarms");
    let mut shown = known.judgements.iter().filter_map(|j| j.reproduce.as_ref());
    let needs = shown.any(|c| c.contains(&tests.display().to_string()));
    (!needs || tests.is_dir()).then_some(known)
}

/// By all that verdicts depend on.
fn key(explored: &Explored, alarms: &[Alarm]) -> String {
    let request = explored.request;
    let mut hash = blake3::Hasher::new();
    hash.update(explored.whole_key().as_bytes());
    hash.update(
        format!("{:?}", (&request.budget, request.search.max_runs, request.replay, &request.output)).as_bytes(),
    );
    hash.update(&serde_json::to_vec(&explored.ground.profile).unwrap_or_default());
    hash.update(&serde_json::to_vec(alarms).unwrap_or_default());
    hash.finalize().to_hex()[..40].to_string()
}
