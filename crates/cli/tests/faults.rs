//! Faulty programs (`tests/faults`) stop at the marked line with the marked kind; their correct twins run clean.

mod support;

use libtest_mimic::{Arguments, Failed, Trial};
use std::path::{Path, PathBuf};
use support::*;

const FAULT: i32 = 120;

fn main() {
    let folder = root().join("tests/faults");
    let mut trials = Vec::new();
    for file in files(&folder, is_c) {
        let n = name(&folder, &file);
        let twin = n.ends_with(".ok.c");
        trials.push(Trial::test(n, move || if twin { clean(file) } else { faulty(file) }));
    }
    assert!(trials.len() > 100, "the corpus is missing");
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

/// Line numbers and text behind a mark at the end of a line.
fn marks(file: &Path, mark: &str) -> Vec<(usize, String)> {
    let text = String::from_utf8_lossy(&std::fs::read(file).expect("a test file")).into_owned();
    let lines = text.lines().enumerate();
    lines.filter_map(|(i, l)| l.split_once(mark).map(|(_, m)| (i + 1, m.trim().to_string()))).collect()
}

fn faulty(file: PathBuf) -> Result<(), Failed> {
    let d = directives(&file);
    let ours = machine(std::slice::from_ref(&file), &d, &["--uninit"]);
    let report = String::from_utf8_lossy(&ours.stderr).into_owned();
    let uninit = marks(&file, "//~ UNINIT");
    if !uninit.is_empty() {
        let at = |line: usize| format!("read at {}:{line}:", file.display());
        let missing: Vec<usize> = uninit.iter().map(|u| u.0).filter(|l| !report.contains(&at(*l))).collect();
        let seen = report.lines().filter(|l| l.contains("uninitialised memory is read at")).count();
        if missing.is_empty() && seen == uninit.len() && ours.status == 0 {
            return Ok(());
        }
        return Err(format!("uninitialised reads missed at lines {missing:?}\n{ours:?}").into());
    }
    let [(line, kinds)] = &marks(&file, "//~ FAULT")[..] else { return Err("one FAULT mark expected".into()) };
    let first = report.lines().find(|l| kinds.split('|').any(|k| l.starts_with(&format!("{k}: "))));
    let place = report.lines().find_map(|l| l.trim().strip_prefix("--> ").map(str::to_string)).unwrap_or_default();
    // Variables have lines, but no columns.
    let right_line = format!("{place}:").starts_with(&format!("{}:{line}:", file.display()));
    if ours.status == FAULT && first.is_some() && right_line {
        return Ok(());
    }
    Err(format!("expected {kinds} at line {line}\n{ours:?}").into())
}

fn clean(file: PathBuf) -> Result<(), Failed> {
    let d = directives(&file);
    let ours = machine(std::slice::from_ref(&file), &d, &["--uninit"]);
    let native = native(std::slice::from_ref(&file), &d, &[])?;
    if ours.status == 0 && ours.stdout == native.stdout && ours.stderr.is_empty() {
        return Ok(());
    }
    Err(format!("native: {native:?}\nmachine: {ours:?}").into())
}
