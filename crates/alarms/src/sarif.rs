//! SARIF 2.1.0: alarms for editors and code-scanning services.
//!
//! A rule per kind of fault; a result per alarm with its way as a code flow: the calls from the outermost caller to the unit, the
//! decisions in the unit, the calls to the place, the fault. Files below the root are told relative to `SRCROOT`.

use crate::baseline::{FINGERPRINT, State};
use crate::kinds::{Kind, Severity, find};
use crate::listed::{Alarms, Listed};
use crate::model::{Strength, Verdict};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::path::Path;

/// All alarms as one run. `version` is the tool's; `root` is the folder that paths start from.
pub fn write(alarms: &Alarms, version: &str, root: &Path) -> Value {
    let names: BTreeSet<&str> = alarms.alarms.iter().map(|a| a.alarm.kind.as_str()).collect();
    let rules: Vec<&str> = names.into_iter().collect();
    let places = Places { root };
    let results: Vec<Value> = alarms.alarms.iter().map(|a| result(a, &rules, &places)).collect();
    let notes: Vec<Value> =
        alarms.complaints.iter().map(|c| json!({"level": "warning", "message": {"text": c}})).collect();
    json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": {"driver": {
                "name": "Crescendo",
                "version": version,
                "rules": rules.iter().map(|r| rule(r, find(r))).collect::<Vec<_>>(),
            }},
            "originalUriBaseIds": {"SRCROOT": {"uri": places.base()}},
            "columnKind": "unicodeCodePoints",
            "invocations": [{"executionSuccessful": true, "toolExecutionNotifications": notes}],
            "results": results,
        }],
    })
}

fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::High | Severity::Medium => "warning",
        Severity::Low => "note",
    }
}

fn rule(name: &str, kind: &Kind) -> Value {
    let sentence = format!("The program {}.", kind.summary);
    // What code-scanning services sort by.
    let score = match kind.severity {
        Severity::High => "8.0",
        Severity::Medium => "5.5",
        Severity::Low => "3.0",
    };
    json!({
        "id": name,
        "name": name.split('-').map(capital).collect::<String>(),
        "shortDescription": {"text": sentence},
        "fullDescription": {"text": format!("{sentence} (CWE-{})", kind.cwe)},
        "help": {"text": format!("{sentence} {}", kind.help).trim()},
        "defaultConfiguration": {"level": level(kind.severity)},
        "properties": {
            "tags": ["security", "correctness", format!("external/cwe/cwe-{}", kind.cwe)],
            "security-severity": score,
        },
    })
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |c| c.to_uppercase().chain(letters).collect())
}

struct Places<'a> {
    root: &'a Path,
}

impl Places<'_> {
    fn base(&self) -> String {
        format!("file://{}/", escaped(&self.root.to_string_lossy()))
    }

    fn location(&self, file: &str, line: u32, column: u32, text: Option<&str>) -> Value {
        let full = self.root.join(file);
        let artifact = match full.strip_prefix(self.root) {
            Ok(below) => json!({"uri": escaped(&below.to_string_lossy()), "uriBaseId": "SRCROOT"}),
            Err(_) => json!({"uri": format!("file://{}", escaped(&full.to_string_lossy()))}),
        };
        let mut physical = json!({"artifactLocation": artifact});
        if line > 0 {
            physical["region"] = json!({"startLine": line});
            if column > 0 {
                physical["region"]["startColumn"] = json!(column);
            }
        }
        let mut location = json!({"physicalLocation": physical});
        if let Some(text) = text {
            location["message"] = json!({"text": text});
        }
        location
    }
}

/// Percent signs where a URI needs them.
fn escaped(path: &str) -> String {
    let plain = |b: u8| b.is_ascii_alphanumeric() || b"/-._~".contains(&b);
    path.bytes().map(|b| if plain(b) { char::from(b).to_string() } else { format!("%{b:02X}") }).collect()
}

fn result(listed: &Listed, rules: &[&str], places: &Places) -> Value {
    let a = &listed.alarm;
    let j = &a.judgement;
    let (kind, level) = match (j.verdict, j.strength) {
        (Verdict::Confirmed, _) => ("fail", "error"),
        (Verdict::Open, _) => ("fail", level(listed.severity)),
        (Verdict::False, Strength::Proved) => ("pass", "none"),
        (Verdict::False, _) => ("review", "none"),
    };
    let mut location = places.location(&a.file, a.line, a.column, None);
    location["logicalLocations"] = json!([{"name": a.function, "kind": "function"}]);
    let text = format!("{} ({}: {})", a.message, verdict(j.verdict), j.why);
    let mut result = json!({
        "ruleId": a.kind,
        "ruleIndex": rules.iter().position(|r| *r == a.kind),
        "kind": kind,
        "level": level,
        "message": {"text": text},
        "locations": [location],
        "partialFingerprints": {FINGERPRINT: listed.fingerprint},
        "codeFlows": [{"threadFlows": [{"locations": flow(listed, places)}]}],
        "stacks": [stack(listed, places)],
        "properties": {
            "verdict": j.verdict,
            "strength": j.strength,
            "unit": a.unit,
            "inputs": a.inputs.iter().map(|(path, value)| format!("{path} = {value}")).collect::<Vec<_>>(),
            "assumptions": a.assumptions,
            "reproduce": j.reproduce,
        },
    });
    if let Some(s) = &listed.suppressed {
        let kind = if s.in_source { "inSource" } else { "external" };
        result["suppressions"] = json!([{"kind": kind, "status": "accepted", "justification": s.reason}]);
    }
    if let Some(state) = listed.baseline {
        result["baselineState"] = json!(if state == State::New { "new" } else { "unchanged" });
    }
    result
}

fn verdict(v: Verdict) -> &'static str {
    match v {
        Verdict::Confirmed => "confirmed",
        Verdict::Open => "open",
        Verdict::False => "false",
    }
}

fn told(values: &[(String, String)]) -> String {
    let all: Vec<String> = values.iter().map(|(path, value)| format!("{path} = {value}")).collect();
    if all.is_empty() { String::new() } else { format!(" with {}", all.join(", ")) }
}

/// The way from the outermost caller to the fault.
fn flow(listed: &Listed, places: &Places) -> Vec<Value> {
    let a = &listed.alarm;
    let mut all = Vec::new();
    let mut add = |level: usize, importance: &str, file: &str, line: u32, column: u32, text: String| {
        let location = places.location(file, line, column, Some(&text));
        all.push(json!({"location": location, "nestingLevel": level, "importance": importance}));
    };
    let calls = &a.judgement.chain;
    for (i, pair) in calls.windows(2).enumerate() {
        let text = format!("{} calls {}{}", pair[0].function, pair[1].function, told(&pair[0].values));
        add(i, "important", &pair[0].file, pair[0].line, 0, text);
    }
    let inside = calls.len().saturating_sub(1);
    if calls.is_empty()
        && let Some(unit) = a.frames.last()
    {
        let text = format!("{} is called{}", a.unit, told(&a.inputs));
        add(inside, "important", &unit.file, unit.line, 0, text);
    }
    for step in &a.path {
        add(inside, "unimportant", &step.file, step.line, 0, step.text.clone());
    }
    for (i, pair) in a.frames.windows(2).rev().enumerate() {
        let text = format!("{} calls {}", pair[1].function, pair[0].function);
        add(inside + i, "important", &pair[1].file, pair[1].line, 0, text);
    }
    let depth = inside + a.frames.len().saturating_sub(1);
    add(depth, "essential", &a.file, a.line, a.column, format!("{}: {}", a.kind, a.message));
    all
}

fn stack(listed: &Listed, places: &Places) -> Value {
    let frames = listed.alarm.frames.iter().map(|f| {
        let text = format!("in {}", f.function);
        json!({"location": places.location(&f.file, f.line, 0, Some(&text))})
    });
    json!({"frames": frames.collect::<Vec<_>>()})
}
