//! Alarms as they are listed: each once, worst first, with a name that survives changes elsewhere in its file.
//!
//! One fault may be reached from several units. It is listed once, with the strongest verdict and, among these, the simplest
//! witness; the other units are named.

use crate::baseline::State;
use crate::kinds::{Severity, find};
use crate::model::{Alarm, Verdict};
use crate::suppress::Suppressed;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashMap};

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Listed {
    /// The same for the same fault in another version of the program, wherever its line has moved.
    pub fingerprint: String,
    pub severity: Severity,
    #[serde(flatten)]
    pub alarm: Alarm,
    /// Other units that reach it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub also_from: Vec<String>,
    /// Somebody said that it is to be ignored.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub suppressed: Option<Suppressed>,
    /// Whether the baseline has it; absent without one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub baseline: Option<State>,
}

impl Listed {
    /// Somebody should look at it.
    pub fn counts(&self) -> bool {
        self.suppressed.is_none() && self.baseline != Some(State::Unchanged)
    }

    /// It is shown: what is proved or seems false is only counted.
    pub fn is_shown(&self) -> bool {
        self.counts() && self.alarm.judgement.verdict != Verdict::False
    }
}

/// What `alarms.json` holds. Fields are only ever added.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Alarms {
    /// Of this layout.
    pub version: u32,
    pub tool: String,
    /// A hash of the `summary.json` it belongs to.
    #[serde(default)]
    pub summary: String,
    /// Of everything.
    pub seconds: f64,
    /// Of finding the faults of units; what is known from earlier runs counts as it did then.
    #[serde(default)]
    pub exploring_seconds: f64,
    /// Of asking callers, and how many explorations that took.
    #[serde(default)]
    pub filter_seconds: f64,
    #[serde(default)]
    pub filter_explorations: usize,
    pub totals: Totals,
    pub alarms: Vec<Listed>,
    /// Alarms of the baseline that are gone, by fingerprint.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub gone: Vec<String>,
    /// What is wrong with suppressions: unused ones, ones without a reason.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub complaints: Vec<String>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Totals {
    pub confirmed: usize,
    pub open: usize,
    #[serde(rename = "false")]
    pub false_: usize,
    /// Of all these, those that somebody wants to be ignored.
    pub suppressed: usize,
    /// Of all these, those that the baseline has.
    pub known: usize,
}

impl Totals {
    pub fn of<'a>(alarms: impl Iterator<Item = &'a Listed>) -> Totals {
        let mut t = Totals::default();
        for a in alarms {
            match a.alarm.judgement.verdict {
                Verdict::Confirmed => t.confirmed += 1,
                Verdict::Open => t.open += 1,
                Verdict::False => t.false_ += 1,
            }
            t.suppressed += a.suppressed.is_some() as usize;
            t.known += (a.baseline == Some(State::Unchanged)) as usize;
        }
        t
    }
}

/// One entry per kind and place, ranked. `line` gives the text of a source line.
pub fn list(alarms: Vec<Alarm>, line: &dyn Fn(&str, u32) -> Option<String>) -> Vec<Listed> {
    let mut places: BTreeMap<(String, String, u32, u32), Vec<Alarm>> = BTreeMap::new();
    for a in alarms {
        places.entry((a.file.clone(), a.kind.clone(), a.line, a.column)).or_default().push(a);
    }
    let mut seen: HashMap<String, u32> = HashMap::new();
    let mut all: Vec<Listed> = places.into_values().map(|same| one(same, line, &mut seen)).collect();
    all.sort_by(|a, b| rank(a).cmp(&rank(b)));
    all
}

fn one(mut same: Vec<Alarm>, line: &dyn Fn(&str, u32) -> Option<String>, seen: &mut HashMap<String, u32>) -> Listed {
    same.sort_by_key(|a| (a.judgement.verdict, a.judgement.strength, simplicity(a), a.unit.clone()));
    let mut same = same.into_iter();
    let mut alarm = same.next().expect("a place has an alarm");
    let mut also_from = Vec::new();
    for other in same {
        alarm.seen += other.seen;
        if other.unit != alarm.unit && !also_from.contains(&other.unit) {
            also_from.push(other.unit);
        }
    }
    also_from.sort();
    let text = line(&alarm.file, alarm.line).unwrap_or_default();
    let fingerprint = fingerprint(&alarm, &text, seen);
    Listed { fingerprint, severity: find(&alarm.kind).severity, alarm, also_from, suppressed: None, baseline: None }
}

/// A short witness with few inputs is read first.
fn simplicity(a: &Alarm) -> (usize, usize, usize) {
    (a.frames.len(), a.path.len(), a.inputs.len())
}

fn rank(a: &Listed) -> impl Ord {
    let j = &a.alarm.judgement;
    let place = (a.alarm.file.clone(), a.alarm.line, a.alarm.column, a.alarm.kind.clone());
    (j.verdict, j.strength, a.severity, simplicity(&a.alarm), place)
}

/// Kind, file, function and the text of the line, without its blanks; equal ones are numbered in the order of their lines.
fn fingerprint(a: &Alarm, text: &str, seen: &mut HashMap<String, u32>) -> String {
    let text: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    let name = a.file.rsplit('/').next().unwrap_or(&a.file);
    let all = [a.kind.as_str(), name, a.function.as_str(), text.as_str()].join("\n");
    let number = seen.entry(all.clone()).or_insert(0);
    *number += 1;
    blake3::hash(format!("{all}\n{number}").as_bytes()).to_hex()[..16].to_string()
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::model::{Frame, Judgement, Strength};

    pub fn alarm(unit: &str, line: u32, verdict: Verdict) -> Alarm {
        let strength = match verdict {
            Verdict::Confirmed => Strength::Native,
            Verdict::Open => Strength::Unit,
            Verdict::False => Strength::Proved,
        };
        Alarm {
            kind: "out-of-bounds".into(),
            file: "a/b.c".into(),
            line,
            column: 3,
            function: "f".into(),
            unit: unit.into(),
            message: "index 8 is outside".into(),
            frames: vec![Frame { function: "f".into(), file: "a/b.c".into(), line }],
            assumptions: Vec::new(),
            inputs: vec![("i".into(), "8".into())],
            path: Vec::new(),
            seen: 1,
            witness: Default::default(),
            judgement: Judgement {
                verdict,
                strength,
                why: "so".into(),
                chain: Vec::new(),
                started: None,
                reproduce: None,
            },
        }
    }

    pub fn text(_: &str, line: u32) -> Option<String> {
        Some(format!("  t[i] = {};", line % 2))
    }

    #[test]
    fn one_place_is_listed_once_with_its_strongest_verdict() {
        let all =
            vec![alarm("f", 5, Verdict::Open), alarm("main", 5, Verdict::Confirmed), alarm("g", 5, Verdict::False)];
        let listed = list(all, &text);
        assert_eq!(listed.len(), 1);
        assert_eq!(listed[0].alarm.unit, "main");
        assert_eq!(listed[0].also_from, ["f", "g"]);
        assert_eq!(listed[0].alarm.seen, 3);
    }

    #[test]
    fn ranked_by_verdict() {
        let listed = list(
            vec![alarm("f", 1, Verdict::False), alarm("f", 2, Verdict::Open), alarm("f", 4, Verdict::Confirmed)],
            &text,
        );
        let lines: Vec<u32> = listed.iter().map(|l| l.alarm.line).collect();
        assert_eq!(lines, [4, 2, 1]);
    }

    #[test]
    fn fingerprints_move_with_their_lines() {
        let before = list(vec![alarm("f", 5, Verdict::Open), alarm("f", 6, Verdict::Open)], &text);
        let after = list(vec![alarm("f", 15, Verdict::Open), alarm("f", 16, Verdict::Open)], &text);
        let prints = |all: &[Listed]| all.iter().map(|l| l.fingerprint.clone()).collect::<Vec<_>>();
        assert_eq!(prints(&before), prints(&after));
        assert_ne!(before[0].fingerprint, before[1].fingerprint);
        let twins = list(vec![alarm("f", 5, Verdict::Open), alarm("f", 7, Verdict::Open)], &text);
        assert_ne!(twins[0].fingerprint, twins[1].fingerprint);
    }
}
