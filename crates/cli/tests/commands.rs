//! The commands around `gen`: explain, list, limits for CI, changes since a revision, completions, manual pages; and the
//! bundled example as a newcomer meets it.

mod support;

use serde_json::Value;
use std::path::Path;
use std::process::{Command, Output};
use support::*;

fn crescendo_in(folder: &Path, args: &[&str]) -> Output {
    let mut command = Command::new(crescendo());
    command.args(args).current_dir(folder).env("CRESCENDO_CACHE", folder.join("cache")).output().unwrap()
}

fn text(out: &Output) -> String {
    String::from_utf8_lossy(&out.stdout).into_owned() + &String::from_utf8_lossy(&out.stderr)
}

const TWO: &str = "int sign(int x)\n{\n    if (x > 0)\n        return 1;\n    return x * x < 0 && x > 5;\n}\n\n\
                   int twice(int x)\n{\n    return x > 9 ? 2 : 3;\n}\n";

#[test]
fn explain_names_tests_and_reasons() {
    let folder = scratch();
    let folder = folder.path();
    std::fs::write(folder.join("two.c"), TWO).unwrap();
    let out = crescendo_in(folder, &["gen", "two.c", "--no-replay", "--quiet"]);
    assert!(out.status.success() && out.stdout.is_empty(), "{out:?}");
    let covered = text(&crescendo_in(folder, &["explain", "two.c:3"]));
    assert!(covered.contains("x > 0 is true") && covered.contains("covered by test_sign_returns_1"), "{covered}");
    let dead = text(&crescendo_in(folder, &["explain", "two.c:5"]));
    assert!(dead.contains("impossible: "), "{dead}");
    let json: Value = serde_json::from_slice(&crescendo_in(folder, &["explain", "two.c:5", "--json"]).stdout).unwrap();
    assert!(json.as_array().unwrap().iter().any(|i| i["verdict"] == "infeasible"), "{json}");
    for (bad, said) in [("two.c", "FILE:LINE"), ("three.c:1", "knows")] {
        let out = crescendo_in(folder, &["explain", bad]);
        assert!(out.status.code() == Some(124) && text(&out).contains(said), "{out:?}");
    }
}

#[test]
fn limits_for_ci() {
    let folder = scratch();
    let folder = folder.path();
    std::fs::write(folder.join("two.c"), TWO).unwrap();
    let with = |limit: &str| crescendo_in(folder, &["gen", "two.c", "--no-replay", "-q", "--fail-under", limit]);
    assert_eq!(with("branch=100").status.code(), Some(0));
    let loop_ =
        "int f(unsigned n) { unsigned i = 0; while (i < n) i += 3; return i * i * i == 12167 && n > 4000000000u; }";
    std::fs::write(folder.join("two.c"), loop_).unwrap();
    let out = crescendo_in(
        folder,
        &["gen", "two.c", "--no-replay", "-q", "--max-runs", "2", "--fail-under", "statement=0,branch=100"],
    );
    assert!(out.status.code() == Some(118) && text(&out).contains("is less than 100%"), "{out:?}");
    assert_eq!(with("lines=3").status.code(), Some(2));
    let out = crescendo_in(folder, &["gen", "two.c", "--no-replay", "--max-runs", "2", "--json"]);
    let json: Value = serde_json::from_slice(&out.stdout).unwrap();
    assert_eq!(json["functions"][0]["name"], "f");
    let open = json["functions"][0]["open"].as_array().unwrap();
    assert!(open.iter().any(|o| o["kind"] == "budget" && o["help"] == "--budget 60s"), "{open:?}");
}

#[test]
fn only_what_changed() {
    let folder = scratch();
    let folder = folder.path();
    let git = |args: &[&str]| {
        let out = Command::new("git").args(args).current_dir(folder).output().unwrap();
        assert!(out.status.success(), "{out:?}");
    };
    std::fs::write(folder.join("two.c"), TWO).unwrap();
    git(&["init", "-q"]);
    git(&["add", "two.c"]);
    git(&["-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "first"]);
    let list = || text(&crescendo_in(folder, &["list", "two.c", "--changed-since", "HEAD"]));
    assert!(list().contains("no function has changed"), "{}", list());
    std::fs::write(folder.join("two.c"), TWO.replace("? 2 : 3", "? 4 : 3")).unwrap();
    assert!(list().contains("twice") && !list().contains("sign"), "{}", list());
    std::fs::write(folder.join("new.c"), "int fresh(int a) { return a; }\n").unwrap();
    let new = text(&crescendo_in(folder, &["list", "new.c", "--changed-since", "HEAD"]));
    assert!(new.contains("fresh"), "{new}");
    let out = crescendo_in(folder, &["gen", "two.c", "--changed-since", "nonsense"]);
    assert!(out.status.code() == Some(124) && text(&out).contains("nonsense"), "{out:?}");
}

#[test]
fn completions_and_manual() {
    let folder = scratch();
    let folder = folder.path();
    let bash = crescendo_in(folder, &["completions", "bash"]);
    assert!(bash.status.success() && text(&bash).contains("--fail-under"));
    let out = crescendo_in(folder, &["man", "-o", "man1"]);
    assert!(out.status.success(), "{out:?}");
    let page = std::fs::read_to_string(folder.join("man1/crescendo-gen.1")).unwrap();
    assert!(page.contains("fail") && page.contains("budget"), "{page}");
}

/// A reader that has seen enough does not make the tool panic.
#[test]
fn output_without_a_reader() {
    let folder = scratch();
    std::fs::write(folder.path().join("two.c"), TWO).unwrap();
    let tool = crescendo();
    let line = format!("'{}' gen two.c --no-replay | true; echo ${{PIPESTATUS[0]}}", tool.display());
    let out = Command::new("bash").args(["-c", &line]).current_dir(folder.path()).output().unwrap();
    assert!(out.stderr.is_empty() && text(&out).trim() == "0", "{out:?}");
}

/// What `./run demo` shows: the planted bug is found, and the tests hold natively.
#[test]
fn the_station() {
    let folder = scratch();
    let folder = folder.path();
    let source = root().join("examples/station");
    let out = crescendo_in(folder, &["gen", source.to_str().unwrap(), "--budget", "1000s", "--max-runs", "600"]);
    assert!(out.status.success(), "{out:?}");
    let faults = std::fs::read_to_string(folder.join("crescendo-out/tests/fault_config.c")).unwrap();
    assert!(faults.contains("line 47: index 8 is outside an array of 8 elements"), "{faults}");
    let said = text(&out);
    assert!(said.contains("tests agree (100.0%)"), "{said}");
    let make = Command::new("make").args(["-C", "crescendo-out/tests", "test"]).current_dir(folder).output().unwrap();
    assert!(make.status.success() && text(&make).contains(" 0 failed"), "{make:?}");
}
