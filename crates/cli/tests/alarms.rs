//! Alarms: `tests/alarms/*.c` hold functions with faults that some inputs meet, and correct twins. `crescendo gen` must report
//! exactly the kinds that `//~ ALARM KIND...` at the end of a line says, in that line, and nothing elsewhere. A line without
//! a mark that is reported is a false alarm; `counts` looks at what the summary says of checks.

mod support;

use libtest_mimic::{Arguments, Failed, Trial};
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;
use support::*;

fn main() {
    let folder = root().join("tests/alarms");
    let mut trials: Vec<Trial> = Vec::new();
    // `contexts/` belongs to the filter, not to units.
    let own = |f: &std::path::PathBuf| f.parent() == Some(folder.as_path());
    for file in files(&folder, is_c).into_iter().filter(own) {
        trials.push(Trial::test(name(&folder, &file), move || judge(&file)));
    }
    assert!(trials.len() > 8, "the corpus is missing");
    trials.push(Trial::test("counts", counts));
    trials.push(Trial::test("one place by two ways", contexts));
    trials.push(Trial::test("strings without an end", unterminated));
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

fn explore(file: &Path, options: &[String]) -> Result<Value, Failed> {
    let out = tempfile::tempdir()?;
    let mut command = Command::new(crescendo());
    command.args(["gen", "--budget", "1000s", "--max-runs", "1000", "--fresh", "--no-replay"]).args(options);
    command.arg(file).arg("-o").arg(out.path());
    let done = command.output()?;
    if !done.status.success() {
        return Err(format!("{}\n{}", done.status, String::from_utf8_lossy(&done.stderr)).into());
    }
    Ok(serde_json::from_slice(&std::fs::read(out.path().join("summary.json"))?)?)
}

fn functions(summary: &Value) -> &[Value] {
    summary["functions"].as_array().map_or(&[], |f| f)
}

/// Lines and kinds of all faults.
fn seen(summary: &Value) -> BTreeSet<(u64, String)> {
    let faults = functions(summary).iter().filter_map(|f| f["faults"].as_array()).flatten();
    faults.map(|f| (f["line"].as_u64().unwrap_or(0), f["kind"].as_str().unwrap_or("").to_string())).collect()
}

fn judge(file: &Path) -> Result<(), Failed> {
    let text = std::fs::read_to_string(file)?;
    let options = text.lines().next().and_then(|l| l.strip_prefix("// options: ")).unwrap_or("");
    let options = shlex::split(options).ok_or("options are no shell words")?;
    let summary = explore(file, &options)?;
    let mut expected = BTreeSet::new();
    for (i, line) in text.lines().enumerate() {
        let kinds = line.split_once("//~ ALARM ").map_or("", |m| m.1);
        expected.extend(kinds.split_whitespace().map(|k| (i as u64 + 1, k.to_string())));
    }
    let seen = seen(&summary);
    let missed: Vec<_> = expected.difference(&seen).collect();
    let wrong: Vec<_> = seen.difference(&expected).collect();
    if !missed.is_empty() || !wrong.is_empty() {
        return Err(format!("missed {missed:?}, false alarms {wrong:?}").into());
    }
    for f in functions(&summary) {
        let of = |key: &str| f["checks"][key].as_u64().unwrap_or(u64::MAX);
        if of("total") != of("alarms") + of("proved") + of("conditional") + of("open") {
            return Err(format!("{}: counts do not add up: {}", f["name"], f["checks"]).into());
        }
        let bugs = f["tool_bugs"].as_array().map_or(0, Vec::len);
        if bugs > 0 {
            return Err(format!("{}: {}", f["name"], f["tool_bugs"]).into());
        }
    }
    Ok(())
}

/// A correct function is proved safe; one with a fault is not.
fn counts() -> Result<(), Failed> {
    let summary = explore(&root().join("tests/alarms/bounds.c"), &[])?;
    for (name, alarms) in [("local", 1), ("local_right", 0), ("lookup", 1), ("lookup_right", 0)] {
        let f = functions(&summary).iter().find(|f| f["name"] == name).ok_or("a function is missing")?;
        let c = &f["checks"];
        let whole = c["alarms"] == alarms && c["open"] == 0 && c["proved"].as_u64().is_some_and(|p| p + alarms > 0);
        if !whole {
            return Err(format!("{name}: {c}, {}", f["open_checks"]).into());
        }
    }
    Ok(())
}

/// Two callers of one place: two alarms, unless frames are not looked at.
fn contexts() -> Result<(), Failed> {
    let file = root().join("tests/alarms/calls.c");
    for (frames, expected) in [("3", 2), ("1", 1)] {
        let summary = explore(&file, &["--frames".into(), frames.into(), "--function".into(), "two_ways".into()])?;
        let f = &functions(&summary)[0];
        let faults = f["faults"].as_array().map_or(0, Vec::len);
        if faults != expected {
            return Err(format!("--frames {frames}: {}", f["faults"]).into());
        }
    }
    Ok(())
}

/// Strings are assumed to have an end, which is told, and can be left open.
fn unterminated() -> Result<(), Failed> {
    let file = root().join("tests/alarms/strings_walk.c");
    let only = ["--function".to_string(), "length".to_string()];
    let summary = explore(&file, &only)?;
    let f = &functions(&summary)[0];
    let told = f["assumptions"].as_array().is_some_and(|a| a.iter().any(|a| a == "s is a terminated string"));
    if !told || f["faults"].as_array().is_some_and(|f| !f.is_empty()) {
        return Err(format!("{}, {}", f["assumptions"], f["faults"]).into());
    }
    let open = explore(&file, &[only.as_slice(), &["--no-relations".to_string()]].concat())?;
    if !seen(&open).iter().any(|(_, kind)| kind == "out-of-bounds") {
        return Err("without the assumption the string has no end, and nothing is found".into());
    }
    Ok(())
}
