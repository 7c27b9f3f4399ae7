//! Verdicts of an earlier run: if neither the program nor the options nor the faults of units have changed, callers are not
//! asked again.
//!
//! All verdicts of a run are one entry of the store, because they share their time: what one alarm leaves, the next one has.

use super::judge::{self, Judged};
use crate::r#gen::{ExploreArgs, Ground, Report, whole_key};
use anyhow::{Context, Result};
use crescendo_alarms::model::{Alarm, Judgement};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// Of the layout of what is stored.
const VERSION: u32 = 1;

#[derive(Serialize, Deserialize)]
struct Known {
    version: u32,
    /// What was said about the work.
    said: String,
    /// In the order of the alarms.
    judgements: Vec<Judgement>,
}

/// Gives every alarm its verdict: that of an earlier run, or a new one, which is kept.
pub fn judge(args: &ExploreArgs, ground: &Ground, found: &mut Report) -> Result<Judged> {
    let path = path(args, ground, &found.alarms)?;
    if let Some(known) = find(args, &path).filter(|k| k.judgements.len() == found.alarms.len()) {
        found.alarms.iter_mut().zip(known.judgements).for_each(|(a, j)| a.judgement = j);
        let line = format!("{} (known from an earlier run)", known.said);
        return Ok(Judged { seconds: 0.0, explorations: 0, line });
    }
    let judged = judge::judge(args, ground, found)?;
    if !crate::r#gen::catch_interrupt().load(std::sync::atomic::Ordering::Relaxed) {
        let judgements = found.alarms.iter().map(|a| a.judgement.clone()).collect();
        let text = serde_json::to_string(&Known { version: VERSION, said: judged.line.clone(), judgements })?;
        std::fs::create_dir_all(path.parent().expect("a file in a folder"))
            .and_then(|()| super::write(&path, &text).map_err(std::io::Error::other))
            .with_context(|| format!("cannot keep the verdicts in {}", path.display()))?;
    }
    Ok(judged)
}

fn find(args: &ExploreArgs, path: &Path) -> Option<Known> {
    if args.fresh {
        return None;
    }
    let known: Known = serde_json::from_slice(&std::fs::read(path).ok()?).ok()?;
    // Commands that show an alarm again run tests in that folder.
    let mut shown = known.judgements.iter().filter_map(|j| j.reproduce.as_ref());
    let tests = args.output.join("alarms");
    let needs = shown.any(|c| c.contains(&tests.display().to_string()));
    (known.version == VERSION && (!needs || tests.is_dir())).then_some(known)
}

/// By all that verdicts depend on.
fn path(args: &ExploreArgs, ground: &Ground, alarms: &[Alarm]) -> Result<PathBuf> {
    let mut hash = blake3::Hasher::new();
    hash.update(whole_key(args, ground).as_bytes());
    hash.update(format!("{:?}", (args.budget, args.max_runs, args.no_replay, &args.output)).as_bytes());
    hash.update(serde_json::to_string(&ground.profile)?.as_bytes());
    hash.update(serde_json::to_string(alarms)?.as_bytes());
    let key = hash.finalize().to_hex();
    Ok(args.output.join("store/callers").join(format!("{}.json", &key[..40])))
}
