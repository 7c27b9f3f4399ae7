//! Exporters: what they write is built and run by the real frameworks, and read by the real tools.
//!
//! For every framework, suites with static functions, structs, stubs, pointers and floats are built by gcc and clang
//! without a warning and pass; one broken expectation makes them fail. `tests/export/sample.json` is a suite whose text
//! formats are golden files (`BLESS=1` writes them anew).

#[path = "export/coverage.rs"]
mod coverage;
mod support;
#[path = "export/unity.rs"]
mod unity;

use libtest_mimic::{Arguments, Failed, Trial};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
use support::*;

/// A framework, and what its output says of so many tests that passed.
type Framework = (&'static str, fn(usize) -> String);

/// Plain C is judged with the suites.
const FRAMEWORKS: [Framework; 5] = [
    ("unity", |n| format!("{n} Tests 0 Failures 0 Ignored")),
    ("gtest", |n| format!("[  PASSED  ] {n} test")),
    ("cmocka", |n| format!("[  PASSED  ] {n} test(s)")),
    ("cpputest", |n| format!("OK ({n} tests, {n} ran")),
    ("check", |n| format!("100%: Checks: {n}, Failures: 0, Errors: 0")),
];

/// What our own files begin with: what a source itself is warned of does not matter.
const OWN: [&str; 5] = ["test_", "fault_", "with_", "main_", "crescendo."];

/// The one source that is C89.
const OLD: &str = "tests/suite/old.c";

/// Formats with golden files, and the files.
const GOLDEN: [(&str, &[&str]); 8] = [
    ("vectorcast", &["sample.tst", "verifier.tst"]),
    ("tessy", &["sample_drive.script"]),
    ("ldra", &["sample.tcf"]),
    ("testcomp", &["main/metadata.xml", "main/testcase-1.xml", "drive/testcase-1.xml"]),
    ("junit", &["junit.xml"]),
    ("lcov", &["coverage.info"]),
    ("cobertura", &["cobertura.xml"]),
    ("llvm-cov", &["coverage.json"]),
];

fn main() {
    let mut trials = Vec::new();
    for framework in FRAMEWORKS {
        let name = framework.0;
        trials.push(Trial::test(format!("{name}: kinds of values"), move || {
            judge(framework, &[root().join("tests/suite/kinds.c")])
        }));
        trials.push(Trial::test(format!("{name}: several files"), move || {
            judge(framework, &files(&root().join("tests/suite/project"), is_c))
        }));
        trials.push(Trial::test(format!("{name}: stubs that write"), move || {
            judge(framework, &[root().join("tests/suite/locals.c")])
        }));
        trials.push(Trial::test(format!("{name}: C89"), move || judge(framework, &[root().join(OLD)])));
        trials.push(Trial::test(format!("{name}: broken expectations fail"), move || broken(name)));
    }
    trials.push(Trial::test("gtest: CMake builds it", cmake));
    for (format, names) in GOLDEN {
        trials.push(Trial::test(format!("{format}: as expected"), move || golden(format, names)));
    }
    trials.push(Trial::test("lcov reads the tracefile", coverage::lcov));
    trials.push(Trial::test("cobertura: elements and attributes as its DTD says", coverage::cobertura));
    trials.push(Trial::test("llvm-cov: branches as clang counts them", coverage::llvm_cov));
    trials.push(Trial::test("files of the user's own stay", own_files));
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

/// Runs `gen` in a folder, without replay: these tests run the suites themselves.
fn generate(sources: &[PathBuf], folder: &Path) -> Result<Value, Failed> {
    let mut command = Command::new(crescendo());
    command.arg("gen").args(sources).args(["--budget", "1000s", "--max-runs", "150", "--no-replay", "-o", "out"]);
    let flags: &[&str] = if sources[0].ends_with(OLD) { &["--", "-w", "-std=c89", "-pedantic"] } else { &["--", "-w"] };
    let ended = execute(command.args(flags), &[], folder, LIMIT);
    if ended.status != 0 {
        return Err(format!("{ended:?}").into());
    }
    Ok(serde_json::from_slice(&std::fs::read(folder.join("out/suite.json"))?)?)
}

fn export(from: &Path, format: &str, to: &Path) -> Result<(), Failed> {
    let mut command = Command::new(crescendo());
    command.arg("export").arg(from).args(["--format", format, "-o"]).arg(to);
    let ended = execute(&mut command, &[], from, LIMIT);
    if ended.status == 0 { Ok(()) } else { Err(format!("export to {format}: {ended:?}").into()) }
}

fn make(folder: &Path, compiler: (&str, &str), target: &str) -> Result<Ended, Failed> {
    let mut command = Command::new("make");
    command.args(["-s", "-C"]).arg(folder);
    command.arg(format!("CC={}", compiler.0)).arg(format!("CXX={}", compiler.1));
    command.arg(format!("BUILD=build-{}", compiler.0));
    command.args(["CFLAGS=-g -Wall -Wextra", "CXXFLAGS=-g -Wall -Wextra"]);
    command.arg(format!("UNITY={}", unity::folder()?.display())).arg(target);
    Ok(execute(&mut command, &[], folder, LIMIT))
}

/// Frameworks differ in where they say what.
fn said(ended: &Ended) -> String {
    format!("{}{}", String::from_utf8_lossy(&ended.stdout), String::from_utf8_lossy(&ended.stderr))
}

/// The tests that are expected to pass, by source, without those of faults.
fn counts(suite: &Value) -> Vec<usize> {
    let mut all = vec![0; suite["sources"].as_array().map_or(0, Vec::len)];
    for unit in suite["units"].as_array().into_iter().flatten() {
        let tests = unit["tests"].as_array().into_iter().flatten();
        all[unit["source"].as_u64().unwrap_or(0) as usize] += tests.filter(|t| t["outcome"]["fault"].is_null()).count();
    }
    all.retain(|n| *n > 0);
    all
}

fn judge((format, passed): Framework, sources: &[PathBuf]) -> Result<(), Failed> {
    let folder = scratch();
    let suite = generate(sources, folder.path())?;
    let tests = folder.path().join("exported");
    export(&folder.path().join("out"), format, &tests)?;
    for compiler in [("gcc", "g++"), ("clang-19", "clang++-19")] {
        let ended = make(&tests, compiler, "test")?;
        let said = said(&ended);
        let missing = counts(&suite).into_iter().map(passed).find(|line| !said.contains(line));
        if ended.status != 0 || missing.is_some() {
            return Err(format!("{compiler:?}: {missing:?} is not said: {ended:?}").into());
        }
        let errors = String::from_utf8_lossy(&ended.stderr).into_owned();
        let own = |l: &&str| l.contains("warning:") && OWN.iter().any(|p| l.starts_with(p));
        if let Some(warning) = errors.lines().find(own) {
            return Err(format!("{compiler:?} warns: {warning}").into());
        }
        let ended = make(&tests, compiler, "faults")?;
        if ended.status != 0 {
            return Err(format!("{compiler:?}, faults: {ended:?}").into());
        }
    }
    Ok(())
}

/// One integer, one floating-point number, one call and one exit status are made wrong: as many tests fail.
fn broken(format: &'static str) -> Result<(), Failed> {
    let folder = scratch();
    let mut suite = generate(&[root().join("tests/suite/kinds.c")], folder.path())?;
    let mut names = std::collections::BTreeMap::new();
    for unit in suite["units"].as_array_mut().into_iter().flatten() {
        for test in unit["tests"].as_array_mut().into_iter().flatten() {
            let name = test["name"].as_str().unwrap_or("").to_string();
            let what = if test["outcome"]["exited"].is_object() {
                "exit"
            } else if test["calls"].is_array() {
                "call"
            } else if test["outcome"]["returned"]["value"]["float"].is_object() {
                "float"
            } else if test["outcome"]["returned"]["value"]["integer"]["bits"] == 32 {
                "integer"
            } else {
                continue;
            };
            if names.contains_key(what) {
                continue;
            }
            match what {
                "exit" => test["outcome"]["exited"]["status"] = 77.into(),
                "call" => test["calls"][0] = "nobody()".into(),
                "float" => test["outcome"]["returned"]["value"]["float"]["bits"] = "40490fdb".into(),
                _ => test["outcome"]["returned"]["value"]["integer"]["value"] = "4711".into(),
            }
            names.insert(what, name);
        }
    }
    if names.len() != 4 {
        return Err(format!("not every kind is there: {names:?}").into());
    }
    std::fs::write(folder.path().join("out/suite.json"), suite.to_string())?;
    let tests = folder.path().join("exported");
    export(&folder.path().join("out"), format, &tests)?;
    let ended = make(&tests, ("gcc", "g++"), "test")?;
    let said = said(&ended);
    let telling = |name: &&String| said.contains(name.trim_start_matches("test_"));
    let failures = match format {
        "unity" => "4 Failures",
        "gtest" => "4 FAILED TESTS",
        "cmocka" => "4 FAILED TEST(S)",
        "cpputest" => "Errors (4 failures",
        _ => "Failures: 4,",
    };
    let details = ["expected 3.14", "nobody()", "status 3"];
    let wrong = ["4711", "0x1267"].iter().any(|n| said.contains(n));
    if ended.status == 0
        || !said.contains(failures)
        || !wrong
        || !details.iter().all(|d| said.contains(d))
        || names.values().filter(telling).count() != 4
    {
        return Err(format!("{names:?}\n{said}").into());
    }
    Ok(())
}

/// GoogleTest and all programs are built, one after the other: minutes where others work on the machine, too.
const PATIENT: Duration = Duration::from_secs(3600);

fn cmake() -> Result<(), Failed> {
    let folder = scratch();
    generate(&files(&root().join("tests/suite/project"), is_c), folder.path())?;
    let tests = folder.path().join("exported");
    export(&folder.path().join("out"), "gtest", &tests)?;
    let run = |program: &str, args: &[&str]| execute(Command::new(program).args(args), &[], &tests, PATIENT);
    for (program, args) in [
        ("cmake", &["-S", ".", "-B", "b"] as &[&str]),
        ("cmake", &["--build", "b"]),
        ("ctest", &["--test-dir", "b", "--output-on-failure"]),
    ] {
        let ended = run(program, args);
        if ended.status != 0 {
            return Err(format!("{program}: {ended:?}").into());
        }
    }
    Ok(())
}

/// The sample suite in a folder of its own, with its sources.
fn sample(folder: &Path) -> Result<(), Failed> {
    let here = root().join("tests/export");
    for name in ["sample.c", "verifier.c"] {
        std::fs::copy(here.join(name), folder.join(name))?;
    }
    let text = std::fs::read_to_string(here.join("sample.json"))?;
    let path = folder.canonicalize()?.display().to_string();
    Ok(std::fs::write(folder.join("suite.json"), text.replace("@FOLDER@", &path))?)
}

fn golden(format: &str, names: &[&str]) -> Result<(), Failed> {
    let folder = scratch();
    sample(folder.path())?;
    export(folder.path(), format, &folder.path().join("exported"))?;
    let path = folder.path().canonicalize()?.display().to_string();
    for name in names {
        let made = std::fs::read_to_string(folder.path().join("exported").join(name))?.replace(&path, "@FOLDER@");
        let expected = root().join("tests/export/expected").join(format!("{format}-{}", name.replace('/', "-")));
        if std::env::var_os("BLESS").is_some() {
            std::fs::create_dir_all(root().join("tests/export/expected"))?;
            std::fs::write(&expected, made)?;
        } else if made != std::fs::read_to_string(&expected)? {
            return Err(format!("{}: now it is\n{made}", expected.display()).into());
        }
    }
    Ok(())
}

/// An export takes away files of an earlier one, and no others.
fn own_files() -> Result<(), Failed> {
    let folder = scratch();
    sample(folder.path())?;
    let to = folder.path().join("exported");
    std::fs::create_dir(&to)?;
    std::fs::write(to.join("test_mine.c"), "int mine;\n")?;
    std::fs::write(to.join("test_gone.c"), "#include \"gone.c\"\n#include \"crescendo.h\"\n")?;
    export(folder.path(), "unity", &to)?;
    if !to.join("test_mine.c").is_file() || to.join("test_gone.c").exists() || !to.join("main_test_sample.c").is_file()
    {
        return Err("wrong files are there".into());
    }
    Ok(())
}
