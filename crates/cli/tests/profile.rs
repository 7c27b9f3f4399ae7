//! `crescendo cc` and `crescendo profile` on the papers' example, from the user's build to extended unit and context.

mod support;

use serde_json::Value;
use std::path::Path;
use std::process::{Command, Output};
use support::*;

fn crescendo_in(folder: &Path, args: &[&str]) -> Output {
    Command::new(crescendo())
        .args(args)
        .current_dir(folder)
        .env("CRESCENDO_CACHE", folder.join("cache"))
        .output()
        .unwrap()
}

fn built(folder: &Path) {
    let source = root().join("tests/alarms/contexts/figure1.c");
    // As a build does it: compiled and linked by separate calls.
    for args in [vec!["-c", source.to_str().unwrap(), "-o", "conbrio.o"], vec!["conbrio.o", "-o", "conbrio"]] {
        let mut all = vec!["cc", "gcc"];
        all.extend(args);
        let out = crescendo_in(folder, &all);
        assert!(out.status.success(), "{out:?}");
    }
}

#[test]
fn from_build_to_extended_unit() {
    let folder = scratch();
    let folder = folder.path();
    built(folder);
    for (x, y) in [("-1", "1"), ("1", "1"), ("5", "1")] {
        let out = crescendo_in(folder, &["profile", "--", "./conbrio", x, y]);
        // The program's own status is passed on.
        assert!(out.status.code().is_some_and(|c| c < 20), "{out:?}");
    }
    let out = crescendo_in(folder, &["profile", "--show", "f", "--json"]);
    let shown: Value = serde_json::from_slice(&out.stdout).unwrap_or_else(|e| panic!("{e}: {out:?}"));
    assert_eq!(shown["runs"], 3);
    assert_eq!(shown["extended_unit"].as_array().unwrap().len(), 2, "{shown}");
    assert_eq!(shown["contexts"], serde_json::json!([["b", "f"]]));
    let on = |name: &str| {
        let list = shown["on"].as_array().unwrap();
        list.iter().find(|o| o["function"] == name).map_or(0.0, |o| o["dependency"].as_f64().unwrap())
    };
    assert_eq!((on("main"), on("b"), on("g")), (1.0, 1.0, 1.0));
    assert!(
        (on("a1") - 2.0 / 3.0).abs() < 1e-9
            && (on("a2") - 1.0 / 3.0).abs() < 1e-9
            && (on("h") - 1.0 / 3.0).abs() < 1e-9
    );
    let table = crescendo_in(folder, &["profile", "--show", "f"]);
    let text = String::from_utf8(table.stdout).unwrap();
    assert!(text.contains("context: b -> f") && text.lines().all(|l| l.len() <= 80), "{text}");
    extended_unit_and_callers(folder);
}

/// With the profile in the output folder, units are extended by it, and the callers say that `f` cannot fail.
fn extended_unit_and_callers(folder: &Path) {
    let source = root().join("tests/alarms/contexts/figure1.c");
    let source = source.to_str().unwrap();
    let listed = |more: &[&str]| {
        let out = crescendo_in(folder, &[&["list", source, "--json", "--function", "f"], more].concat());
        let shown: Value = serde_json::from_slice(&out.stdout).unwrap_or_else(|e| panic!("{e}: {out:?}"));
        shown[0]["stubbed"].clone()
    };
    assert_eq!(listed(&[]), serde_json::json!(["h"]));
    assert_eq!(listed(&["--relevance", "0.3"]), serde_json::json!([]));
    assert_eq!(listed(&["--callees", "all"]), serde_json::json!([]));
    let out =
        crescendo_in(folder, &["check", source, "--json", "--budget", "1000s", "--max-runs", "500", "--ranges", "off"]);
    assert!(out.status.success(), "{out:?}");
    let shown: Value = serde_json::from_slice(&out.stdout).unwrap_or_else(|e| panic!("{e}: {out:?}"));
    let alarms = shown["alarms"].as_array().unwrap();
    let told: Vec<_> = alarms.iter().map(|a| (a["function"].as_str(), a["verdict"].as_str(), &a["strength"])).collect();
    assert_eq!(told, [(Some("f"), Some("false"), &Value::from("proved"))], "{shown}");
}

#[test]
fn variations_of_seeds() {
    let folder = scratch();
    let folder = folder.path();
    let source = "#include <stdio.h>\nstatic int digit(int c) { return c - '0'; }\nstatic int other(int c) { return c; }\n\
                  int main(void) { int c, n = 0; while ((c = getchar()) != EOF) n += c >= '0' && c <= '9' ? digit(c) : other(c);\n\
                  return n & 1; }\n";
    std::fs::write(folder.join("count.c"), source).unwrap();
    std::fs::write(folder.join("seed"), "12345678").unwrap();
    let out = crescendo_in(folder, &["cc", "clang-19", "count.c", "-o", "count"]);
    assert!(out.status.success(), "{out:?}");
    let out = crescendo_in(folder, &["profile", "--fuzz", "30", "--seeds", "seed", "--json", "--", "./count"]);
    let shown: Value = serde_json::from_slice(&out.stdout).unwrap_or_else(|e| panic!("{e}: {out:?}"));
    assert_eq!((&shown["runs"], &shown["functions"], &shown["edges"]), (&31.into(), &3.into(), &2.into()));
}

#[test]
fn clear_errors() {
    let folder = scratch();
    let folder = folder.path();
    let said = |args: &[&str]| String::from_utf8(crescendo_in(folder, args).stderr).unwrap();
    assert!(said(&["profile", "--", "true"]).contains("crescendo cc"));
    assert!(said(&["profile", "--show", "f"]).contains("no profile"));
    assert!(said(&["cc", "-c", "x.c"]).contains("name the compiler first"));
    std::fs::create_dir(folder.join("crescendo-out")).unwrap();
    std::fs::write(folder.join("crescendo-out/profile.json"), "{\"version\": 99, \"functions\": [], \"runs\": []}")
        .unwrap();
    assert!(said(&["profile", "--show", "f"]).contains("layout 99"));
}
