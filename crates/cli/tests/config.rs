//! `crescendo.toml`: what it makes of functions, and what is said when it is wrong.
//!
//! `tests/config/good/*` are folders with a `unit.c`, whose head says what is expected (`gen/expect.rs`), and the
//! configuration. `tests/config/bad/*.toml` open with `#~ LINE:COLUMN text`: the message that must come for `subject.c`;
//! `#~ C FILE:LINE:COLUMN text` if it is about a C file of the configuration.

#[path = "gen/expect.rs"]
mod expect;
mod support;

use libtest_mimic::{Arguments, Failed, Trial};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;
use support::*;

fn main() {
    let folder = root().join("tests/config");
    let mut trials = Vec::new();
    for file in files(&folder.join("good"), |p| p.ends_with("unit.c")) {
        trials.push(Trial::test(name(&folder, &file), move || good(&file)));
    }
    for file in files(&folder.join("bad"), |p| p.extension().is_some_and(|e| e == "toml")) {
        trials.push(Trial::test(name(&folder, &file), move || bad(&file)));
    }
    assert!(trials.len() > 25, "the corpus is missing");
    trials.push(Trial::test("the command line wins", command_line));
    trials.push(Trial::test("the list tells what would be done", list));
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

/// Runs `gen` in a folder of its own; gives the summary.
fn generate(folder: &Path, options: &[&str]) -> Result<Value, Failed> {
    let out = scratch();
    let mut command = Command::new(crescendo());
    command.args(["gen", "unit.c", "--max-runs", "300", "--budget", "1000s", "-o"]).arg(out.path()).args(options);
    let ended = execute(command.args(["--", "-w"]), &[], folder, LIMIT);
    let text = std::fs::read(out.path().join("summary.json")).map_err(|e| format!("{e}; {ended:?}"))?;
    let summary: Value = serde_json::from_slice(&text)?;
    if ended.status != 0 {
        return Err(format!("{ended:?}").into());
    }
    Ok(summary)
}

fn good(file: &Path) -> Result<(), Failed> {
    let folder = file.parent().ok_or("a file in a folder")?;
    let summary = generate(folder, &[])?;
    let text = std::fs::read_to_string(file)?;
    let mut wrong = Vec::new();
    for line in text.lines().filter_map(|l| l.strip_prefix("// expect ")) {
        wrong.extend(expect::check(line, &summary).err());
    }
    if wrong.is_empty() { Ok(()) } else { Err(format!("{}\n{}", wrong.join("\n"), summary["functions"]).into()) }
}

fn bad(file: &Path) -> Result<(), Failed> {
    let text = std::fs::read_to_string(file)?;
    let said = text.lines().next().and_then(|l| l.strip_prefix("#~ ")).ok_or("no expectation")?;
    let (place, message) = said.strip_prefix("C ").unwrap_or(said).split_once(' ').unwrap_or((said, ""));
    let folder = file.parent().ok_or("a file in a folder")?;
    let place = match said.starts_with("C ") {
        true => folder.join(place).display().to_string(),
        false => format!("{}:{place}", file.display()),
    };
    let out = scratch();
    let mut command = Command::new(crescendo());
    command.arg("gen").arg(folder.join("subject.c")).arg("--config").arg(file).arg("-o").arg(out.path());
    let ended = execute(&mut command, &[], out.path(), LIMIT);
    let errors = String::from_utf8_lossy(&ended.stderr).into_owned();
    let (message, help) = message.split_once("; did you mean ").unwrap_or((message, ""));
    let found = errors.lines().any(|l| l.contains(&format!("{place}: ")) && l.contains(message));
    let marked = errors.lines().any(|l| l.ends_with(" ^"));
    let helped = help.is_empty() || errors.contains(&format!("= help: did you mean {help}"));
    if found && marked && helped && ended.status == 124 {
        Ok(())
    } else {
        Err(format!("expected {place}: {message}\n{ended:?}").into())
    }
}

fn good_folder(name: &str) -> PathBuf {
    root().join("tests/config/good").join(name)
}

/// What the file says is a stub is executed when the command line says so.
fn command_line() -> Result<(), Failed> {
    let summary = generate(&good_folder("callees"), &["--callees", "all"])?;
    let expected = "near: branch 1/2 infeasible 1";
    expect::check(expected, &summary).map_err(|e| format!("{e}\n{}", summary["functions"]).into())
}

fn list() -> Result<(), Failed> {
    let folder = scratch();
    let mut command = Command::new(crescendo());
    command.args(["gen", "unit.c", "--list", "--json", "-o"]).arg(folder.path());
    let ended = execute(&mut command, &[], &good_folder("havoc"), LIMIT);
    let listed: Value = serde_json::from_slice(&ended.stdout).map_err(|e| format!("{e}; {ended:?}"))?;
    let all = listed.as_array().ok_or("no list")?;
    let written = all.iter().find(|f| f["name"] == "written").ok_or("a function is missing")?;
    let wanted = serde_json::json!(["change", "read_written"]);
    if written["stubbed"] != wanted || written["havoc"] != wanted || written["driven"] != serde_json::json!(["state"]) {
        return Err(format!("{written}").into());
    }
    Ok(())
}
