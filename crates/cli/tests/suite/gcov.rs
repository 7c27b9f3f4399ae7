//! gcov as a second judge of coverage: the shipped tests built by gcc cover what they claim.
//!
//! Statements by their line; outcomes of conditions by their number: a line has at least as many branches taken as outcomes
//! are claimed there. Where gcc makes no branches of conditions (`return a == b`), nothing is measured.

use super::support::*;
use libtest_mimic::Failed;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;

#[derive(Default)]
struct Line {
    executed: bool,
    branches: usize,
    taken: usize,
}

/// Builds and runs the tests in `out/tests` with gcc's coverage, and compares.
pub fn check(folder: &Path, suite: &Value) -> Result<(), Failed> {
    let mut make = Command::new("make");
    make.args([
        "-s",
        "-C",
        "out/tests",
        "CC=gcc",
        "BUILD=build-gcov",
        "CFLAGS=-O0 -g -w --coverage",
        "LDFLAGS=--coverage",
    ]);
    let ended = execute(make.arg("test"), &[], folder, LIMIT);
    if ended.status != 0 {
        return Err(format!("gcc --coverage: {ended:?}").into());
    }
    let measured = measured(folder)?;
    let (mut confirmed, mut wrong) = (0, Vec::new());
    for ((file, line), (statement, outcomes)) in claims(suite) {
        let Some(found) = measured.get(&(file.clone(), line)) else { continue };
        if statement {
            match found.executed {
                true => confirmed += 1,
                false => wrong.push(format!("{file}:{line} is not executed")),
            }
        }
        // Conditions that are no jumps, or several to a jump, are no matter of gcov's.
        if found.branches >= outcomes && outcomes > 0 {
            match found.taken >= outcomes {
                true => confirmed += outcomes,
                false => wrong.push(format!("{file}:{line}: {outcomes} outcomes claimed, {} taken", found.taken)),
            }
        }
    }
    match wrong.is_empty() && confirmed > 0 {
        true => Ok(()),
        false => Err(format!("gcov confirms {confirmed}, and not:\n{}", wrong.join("\n")).into()),
    }
}

/// Lines with whether they are claimed to be executed, and how many outcomes of conditions.
fn claims(suite: &Value) -> BTreeMap<(String, u64), (bool, usize)> {
    let mut seen = BTreeSet::new();
    for unit in suite["units"].as_array().into_iter().flatten() {
        let tests = unit["tests"].as_array().into_iter().flatten();
        for t in tests.filter(|t| t["outcome"]["returned"].is_object()) {
            for g in t["goals"].as_array().into_iter().flatten().filter_map(Value::as_u64) {
                let goal = &unit["goals"][g as usize];
                let text = goal["text"].as_str().unwrap_or_default();
                let place = (goal["file"].as_str().unwrap_or_default().to_string(), goal["line"].as_u64().unwrap_or(0));
                match goal["criterion"].as_str() {
                    Some("statement") => seen.insert((place, String::new())),
                    Some("branch") if text.ends_with(" is true") || text.ends_with(" is false") => {
                        seen.insert((place, format!("{} {text}", goal["column"])))
                    }
                    _ => continue,
                };
            }
        }
    }
    let mut all: BTreeMap<_, (bool, usize)> = BTreeMap::new();
    for (place, outcome) in seen {
        let entry = all.entry(place).or_default();
        match outcome.is_empty() {
            true => entry.0 = true,
            false => entry.1 += 1,
        }
    }
    all
}

/// What gcov counted, by file and line.
fn measured(folder: &Path) -> Result<BTreeMap<(String, u64), Line>, Failed> {
    let build = folder.join("out/tests/build-gcov");
    let mut all: BTreeMap<_, Line> = BTreeMap::new();
    for data in files(&build, |p| p.extension().is_some_and(|e| e == "gcda")) {
        let name = data.file_name().and_then(|n| n.to_str()).unwrap_or_default();
        if !name.starts_with("test_") {
            continue;
        }
        let mut gcov = Command::new("gcov");
        let ended = execute(gcov.args(["-t", "-i", "-b"]).arg(&data), &[], &folder.join("out/tests"), LIMIT);
        let json: Value = serde_json::from_slice(&ended.stdout).map_err(|e| format!("gcov {name}: {e}: {ended:?}"))?;
        for file in json["files"].as_array().into_iter().flatten() {
            let path = folder.join("out/tests").join(file["file"].as_str().unwrap_or_default());
            let path = path.canonicalize().unwrap_or(path).display().to_string();
            for line in file["lines"].as_array().into_iter().flatten() {
                let entry = all.entry((path.clone(), line["line_number"].as_u64().unwrap_or(0))).or_default();
                entry.executed |= line["count"].as_u64() > Some(0);
                let branches = line["branches"].as_array().map_or(&[][..], |b| b);
                entry.branches += branches.len();
                entry.taken += branches.iter().filter(|b| b["count"].as_u64() > Some(0)).count();
            }
        }
    }
    Ok(all)
}
