//! `tests/nasty`: C that is hard to write tests for. For each file `crescendo gen` ships tests of every function, all of them build
//! with gcc and clang, pass there, none ends otherwise natively than in the machine, and nothing that was reached is lost unexplained.
//!
//! A first line `// cflags: ...` gives flags, `// compilers: clang-19` those that take the file, `// without: FUNCTION ...` functions
//! that no C program can call.

mod support;

use libtest_mimic::{Arguments, Failed, Trial};
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use support::*;

fn main() {
    let folder = root().join("tests/nasty");
    let is_source = |p: &Path| p.parent() == Some(&folder) && p.extension().is_some_and(|e| e == "c" || e == "i");
    let sources = files(&folder, is_source);
    assert!(sources.len() > 20, "the corpus is missing");
    let trial = |file: PathBuf| Trial::test(format!("nasty {}", name(&folder, &file)), move || ships_all(&file));
    libtest_mimic::run(&Arguments::from_args(), sources.into_iter().map(trial).collect()).exit();
}

/// The words behind `// KEY:` in one of the first lines.
fn words_of(file: &Path, key: &str) -> Vec<String> {
    let text = String::from_utf8_lossy(&std::fs::read(file).unwrap_or_default()).into_owned();
    let mut lines = text.lines().take(4).filter_map(|l| l.trim_start_matches(['/', '*', ' ']).strip_prefix(key));
    let line = lines.next().and_then(|l| l.strip_prefix(':')).unwrap_or_default();
    shlex::split(line.trim_end_matches("*/")).expect("words as a shell has them")
}

fn ships_all(file: &Path) -> Result<(), Failed> {
    let folder = scratch();
    let mut command = Command::new(crescendo());
    command.arg("gen").arg(file).args(["--budget", "1000s", "--max-runs", "300", "-o", "out", "--"]);
    // Folders are named as the corpus sees them.
    let corpus = root().join("tests/nasty");
    command.args(words_of(file, "cflags").iter().map(|f| match f.as_str() {
        "parts" => corpus.join("parts").display().to_string(),
        other => other.to_string(),
    }));
    let ended = execute(&mut command, &[], folder.path(), LIMIT);
    if ended.status != 0 {
        return Err(format!("{ended:?}").into());
    }
    let read = |file: &str| -> Result<Value, Failed> {
        Ok(serde_json::from_slice(&std::fs::read(folder.path().join("out").join(file))?)?)
    };
    let (summary, suite) = (read("summary.json")?, read("suite.json")?);
    let units: Vec<&Value> = suite["units"].as_array().into_iter().flatten().collect();
    let tested = |f: &str| units.iter().any(|u| u["name"] == f && u["tests"].as_array().is_some_and(|t| !t.is_empty()));
    let without: BTreeSet<String> = words_of(file, "without").into_iter().collect();
    let functions: BTreeSet<&str> =
        summary["functions"].as_array().into_iter().flatten().filter_map(|f| f["name"].as_str()).collect();
    if functions.is_empty() {
        return Err(format!("no function was explored\n{ended:?}").into());
    }
    let untested: Vec<&&str> = functions.iter().filter(|f| !without.contains(**f) && !tested(f)).collect();
    // What a run reached and no test tells of was lost on the way.
    let open = summary["functions"].as_array().into_iter().flatten().flat_map(|f| f["open"].as_array());
    let forgotten = |g: &&Value| {
        let told = g["reason"].as_str().is_some_and(|r| !r.contains("by no test that is shipped"));
        g["verdict"] == "seen" && (g["criterion"] == "statement" || g["criterion"] == "branch") && !told
    };
    if let Some(goal) = open.flatten().find(forgotten) {
        return Err(format!("lost on the way: {goal:#}\n{}", suite["replay"]).into());
    }
    let list = |what: &str| -> Vec<String> {
        let of = units.iter().flat_map(|u| u[what].as_array().into_iter().flatten());
        of.map(|d| format!("{} {}{}", d["test"]["name"], d["difference"], d["reason"])).collect()
    };
    let replay = &suite["replay"];
    let disagreed = list("disagreements");
    if !untested.is_empty() || !disagreed.is_empty() || replay["not_built"] != 0 || replay["flaky"] != 0 {
        let more = (list("left_out").join("\n"), String::from_utf8_lossy(&ended.stderr));
        return Err(format!(
            "no test of {untested:?}\n{replay:#}\n{}\nleft out: {}\n{}",
            disagreed.join("\n"),
            more.0,
            more.1
        )
        .into());
    }
    let asked = words_of(file, "compilers");
    let compilers = if asked.is_empty() { vec!["gcc".to_string(), "clang-19".to_string()] } else { asked };
    for compiler in compilers {
        let mut make = Command::new("make");
        make.args(["-C", "out/tests", "-s", "test"]).arg(format!("CC={compiler}")).arg(format!("BUILD={compiler}"));
        let ended = execute(&mut make, &[], folder.path(), LIMIT);
        if ended.status != 0 {
            return Err(format!("make CC={compiler}: {ended:?}").into());
        }
    }
    Ok(())
}
