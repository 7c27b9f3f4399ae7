//! A baseline: alarms of an earlier version of the program, by fingerprint, from `alarms.json` or from SARIF.

use crate::listed::{Alarms, Listed};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeSet;

/// The name of our fingerprint in SARIF.
pub const FINGERPRINT: &str = "crescendo/v1";

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum State {
    New,
    Unchanged,
}

#[derive(Debug, thiserror::Error)]
pub enum BaselineError {
    #[error("it is no JSON: {0}")]
    NoJson(#[from] serde_json::Error),
    #[error("it is neither an alarms.json of this tool nor a SARIF file with its fingerprints")]
    Unknown,
}

/// The fingerprints in a file.
pub fn read(text: &str) -> Result<BTreeSet<String>, BaselineError> {
    let value: Value = serde_json::from_str(text)?;
    if let Some(runs) = value["runs"].as_array() {
        let results: Vec<&Value> = runs.iter().filter_map(|r| r["results"].as_array()).flatten().collect();
        let prints = results.iter().map(|r| r["partialFingerprints"][FINGERPRINT].as_str().map(String::from));
        return prints.collect::<Option<_>>().ok_or(BaselineError::Unknown);
    }
    let alarms = value["alarms"].as_array().ok_or(BaselineError::Unknown)?;
    let prints = alarms.iter().map(|a| a["fingerprint"].as_str().map(String::from));
    prints.collect::<Option<_>>().ok_or(BaselineError::Unknown)
}

/// Tells new alarms from known ones, and which known ones are gone.
pub fn compare(alarms: &mut Alarms, known: &BTreeSet<String>) {
    for Listed { fingerprint, baseline, .. } in &mut alarms.alarms {
        *baseline = Some(if known.contains(fingerprint) { State::Unchanged } else { State::New });
    }
    let now: BTreeSet<&String> = alarms.alarms.iter().map(|a| &a.fingerprint).collect();
    alarms.gone = known.iter().filter(|k| !now.contains(k)).cloned().collect();
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::listed::list;
    use crate::listed::tests::{alarm, text};
    use crate::model::Verdict;

    #[test]
    fn both_formats_say_the_same() {
        let all = list(vec![alarm("f", 5, Verdict::Open), alarm("f", 6, Verdict::Open)], &text);
        let mut alarms = Alarms { alarms: all, ..Alarms::default() };
        let own = read(&serde_json::to_string(&alarms).unwrap()).unwrap();
        let sarif = read(&crate::sarif::write(&alarms, "1", std::path::Path::new("/x")).to_string()).unwrap();
        assert_eq!(own, sarif);
        assert_eq!(own.len(), 2);
        let one = BTreeSet::from([alarms.alarms[0].fingerprint.clone(), "gone".to_string()]);
        compare(&mut alarms, &one);
        assert_eq!(alarms.alarms[0].baseline, Some(State::Unchanged));
        assert_eq!(alarms.alarms[1].baseline, Some(State::New));
        assert_eq!(alarms.gone, ["gone"]);
    }

    #[test]
    fn other_files_are_refused() {
        assert!(read("{}").is_err() && read("no").is_err());
        assert!(read(r#"{"runs":[{"results":[{"ruleId":"x"}]}]}"#).is_err());
        assert!(read(r#"{"runs":[{"results":[]}]}"#).unwrap().is_empty());
    }
}
