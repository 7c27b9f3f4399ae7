//! Good programs (`tests/run`) behave in the machine as natively: the same output, errors and exit status.
//! A folder below `tests/run/multi` is one program of several files.

mod support;

use libtest_mimic::{Arguments, Failed, Trial};
use std::path::{Path, PathBuf};
use support::*;

fn main() {
    let folder = root().join("tests/run");
    let mut trials = Vec::new();
    let multi = folder.join("multi");
    for file in files(&folder, |p| is_c(p) && !p.starts_with(&multi)) {
        let n = name(&folder, &file);
        trials.push(Trial::test(n, move || compare(vec![file])));
    }
    let mut programs: Vec<PathBuf> = std::fs::read_dir(&multi)
        .map(|d| d.filter_map(Result::ok).map(|e| e.path()).filter(|p| p.is_dir()).collect())
        .unwrap_or_default();
    programs.sort();
    for program in programs {
        let n = name(&folder, &program);
        trials.push(Trial::test(n, move || compare(files(&program, is_c))));
    }
    assert!(trials.len() > 100, "the corpus is missing");
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

fn compare(sources: Vec<PathBuf>) -> Result<(), Failed> {
    let first: &Path = &sources[0];
    let main = sources.iter().find(|s| !support::directives(s).cflags.is_empty()).map_or(first, |s| s.as_path());
    let d = directives(main);
    let native = native(&sources, &d, &[])?;
    let ours = machine(&sources, &d, &[]);
    let same = native.status == ours.status
        && native.stdout == ours.stdout
        && without_program_name(&native.stderr, first) == without_program_name(&ours.stderr, first);
    if same { Ok(()) } else { Err(format!("native: {native:?}\n\nmachine: {ours:?}").into()) }
}
