//! `alarms.json` of an output folder, for the report.

use super::report::Files;
use crescendo_alarms::baseline::State;
use crescendo_alarms::kinds;
use crescendo_alarms::listed::{Alarms, Listed};
use crescendo_report::model;
use std::path::Path;

/// The alarms of a folder; none if they are not those of its summary, but of another exploration.
pub fn read(folder: &Path) -> Option<Alarms> {
    let alarms: Alarms = serde_json::from_slice(&std::fs::read(folder.join("alarms.json")).ok()?).ok()?;
    let mut hash = blake3::Hasher::new();
    hash.update_reader(std::fs::File::open(folder.join("summary.json")).ok()?).ok()?;
    (alarms.summary == hash.finalize().to_hex()[..32]).then_some(alarms)
}

/// An alarm as the report shows it.
pub fn shown(listed: &Listed, files: &mut Files) -> model::Alarm {
    let (a, j) = (&listed.alarm, &listed.alarm.judgement);
    let chain = j.chain.iter();
    let chain = chain.map(|c| model::Call(c.function.clone(), files.number(&c.file), c.line, c.values.clone()));
    let chain = chain.collect();
    let word = |v: serde_json::Result<serde_json::Value>| v.ok().and_then(|v| Some(v.as_str()?.to_string()));
    model::Alarm {
        fingerprint: listed.fingerprint.clone(),
        kind: a.kind.clone(),
        message: a.message.clone(),
        file: files.number(&a.file),
        line: a.line,
        function: a.function.clone(),
        unit: a.unit.clone(),
        also_from: listed.also_from.clone(),
        verdict: word(serde_json::to_value(j.verdict)).unwrap_or_default(),
        strength: word(serde_json::to_value(j.strength)).unwrap_or_default(),
        why: j.why.clone(),
        chain,
        frames: a.frames.iter().map(|f| (f.function.clone(), files.number(&f.file), f.line)).collect(),
        path: a.path.iter().map(|s| (files.number(&s.file), s.line, s.text.clone())).collect(),
        inputs: a.inputs.clone(),
        assumptions: a.assumptions.clone(),
        help: kinds::find(&a.kind).help.to_string(),
        reproduce: j.reproduce.clone(),
        suppressed: listed.suppressed.as_ref().map(|s| s.reason.clone()),
        known: listed.baseline == Some(State::Unchanged),
    }
}
