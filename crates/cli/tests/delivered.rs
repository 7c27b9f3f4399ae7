//! What the table calls covered is what people see who build and run the tests they were given: `make test` with gcov.

mod support;

use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;
use std::time::Duration;
use support::{crescendo, execute, root, scratch};

const LIMIT: Duration = Duration::from_secs(600);

fn generate(source: &Path, folder: &Path) {
    let mut command = Command::new(crescendo());
    command.arg("gen").arg(source).args(["--budget", "1000s", "--max-runs", "300", "-o", "out"]);
    let ended = execute(&mut command, &[], folder, LIMIT);
    assert_eq!(ended.status, 0, "{ended:?}");
}

fn json(path: &Path) -> Value {
    serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap()
}

fn list<'v>(value: &'v Value, key: &str) -> impl Iterator<Item = &'v Value> {
    value[key].as_array().into_iter().flatten()
}

/// Lines of the sources, and whether they were executed, as gcov tells it after `make test`.
fn executed(tests: &Path) -> BTreeMap<(String, u64), bool> {
    let mut make = Command::new("make");
    make.args(["-s", "-C"]).arg(tests).args(["CC=gcc", "CFLAGS=-g -w --coverage", "LDFLAGS=--coverage", "test"]);
    let ended = execute(&mut make, &[], tests, LIMIT);
    assert_eq!(ended.status, 0, "{ended:?}");
    let mut lines = BTreeMap::new();
    let counts = walk(tests).into_iter().filter(|p| p.extension().is_some_and(|e| e == "gcda"));
    for file in counts {
        let told = Command::new("gcov").args(["-t", "-i"]).arg(&file).output().unwrap();
        let told: Value = serde_json::from_slice(&told.stdout).unwrap();
        for file in list(&told, "files") {
            let name = file["file"].as_str().unwrap().rsplit('/').next().unwrap().to_string();
            for line in list(file, "lines") {
                let at = (name.clone(), line["line_number"].as_u64().unwrap());
                *lines.entry(at).or_default() |= line["count"].as_u64() > Some(0);
            }
        }
    }
    lines
}

fn walk(folder: &Path) -> Vec<std::path::PathBuf> {
    let mut all = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()) {
        if entry.is_dir() { all.extend(walk(&entry)) } else { all.push(entry) }
    }
    all
}

/// Lines with statements, and whether all of them, or none, are covered by the table; lines with both are not asked for.
fn covered(out: &Path) -> BTreeMap<(String, u64), bool> {
    let (summary, suite) = (json(&out.join("summary.json")), json(&out.join("suite.json")));
    let mut open: BTreeSet<(String, u64, u64)> = BTreeSet::new();
    for f in list(&summary, "functions") {
        let file = f["file"].as_str().unwrap().rsplit('/').next().unwrap();
        for o in list(f, "open").filter(|o| o["criterion"] == "statement") {
            open.insert((file.to_string(), o["line"].as_u64().unwrap(), o["column"].as_u64().unwrap()));
        }
    }
    let mut all: BTreeMap<(String, u64), BTreeSet<bool>> = BTreeMap::new();
    for g in list(&suite, "units").flat_map(|u| list(u, "goals")).filter(|g| g["criterion"] == "statement") {
        let file = g["file"].as_str().unwrap().rsplit('/').next().unwrap().to_string();
        let (line, column) = (g["line"].as_u64().unwrap(), g["column"].as_u64().unwrap());
        let is_covered = !open.contains(&(file.clone(), line, column));
        all.entry((file, line)).or_default().insert(is_covered);
    }
    all.into_iter().filter(|(_, said)| said.len() == 1).map(|(at, said)| (at, said.contains(&true))).collect()
}

fn compare(source: &Path) {
    let folder = scratch();
    generate(source, folder.path());
    let out = folder.path().join("out");
    let (lines, table) = (executed(&out.join("tests")), covered(&out));
    let measured: Vec<_> = table.iter().filter_map(|(at, covered)| Some((at, *covered, *lines.get(at)?))).collect();
    assert!(measured.len() * 20 >= table.len() * 19, "gcov measures {} of {} lines", measured.len(), table.len());
    let differ: Vec<_> = measured.iter().filter(|(_, covered, executed)| covered != executed).collect();
    assert!(differ.is_empty(), "line, by the table, by gcov: {differ:?}");
}

#[test]
fn the_table_of_the_demo_is_what_gcov_shows() {
    compare(&root().join("examples/station"));
}

/// Here much is not covered: what fails, what is exited from, what takes too many runs.
#[test]
fn what_is_not_covered_is_not_executed() {
    compare(&root().join("bench/explore/interpreter.c"));
}
