//! What llvm-cov says about the shipped tests, as their own Makefile builds them: outcomes of conditions, and MC/DC.

use super::support::*;
use libtest_mimic::Failed;
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

/// Everything that is covered in a source, as llvm-cov's lines of text; the tests are in `out/tests`.
pub fn covered(folder: &Path, source: &Path) -> Result<BTreeSet<String>, Failed> {
    let tests = folder.join("out/tests");
    let build = tests.join("build-cov");
    let counts = "-fprofile-instr-generate";
    // `execute` gives programs an environment of its own.
    let mut make = Command::new("env");
    make.arg(format!("LLVM_PROFILE_FILE={}", build.join("counts-%1m.profraw").display()));
    make.args(["make", "-s", "-C"]).arg(&tests).args(["CC=clang-19", "BUILD=build-cov", "test"]);
    make.arg(format!("CFLAGS=-g -w {counts} -fcoverage-mapping -fcoverage-mcdc")).arg(format!("LDFLAGS={counts}"));
    let run = |c: &mut Command| -> Result<Vec<u8>, Failed> {
        let ended = execute(c, &[], folder, LIMIT);
        if ended.status == 0 { Ok(ended.stdout) } else { Err(format!("{c:?}: {ended:?}").into()) }
    };
    run(&mut make)?;
    let is_raw = |p: &Path| p.extension().is_some_and(|e| e == "profraw");
    let data = build.join("all.profdata");
    run(Command::new("llvm-profdata-19").arg("merge").args(files(&build, is_raw)).arg("-o").arg(&data))?;
    let is_program = |p: &Path| p.extension().is_none() && p.is_file();
    let program = files(&build, is_program).pop().ok_or("no program was built")?;
    let mut export = Command::new("llvm-cov-19");
    export.arg("export").arg(program).arg(format!("-instr-profile={}", data.display())).arg(source);
    let json: Value = serde_json::from_slice(&run(&mut export)?)?;
    let file = &json["data"][0]["files"][0];
    let list = |key: &str| file[key].as_array().cloned().unwrap_or_default();
    let count = |v: &Value| v.as_u64().unwrap_or(0);
    let mut all = BTreeSet::new();
    for s in list("segments").iter().filter(|s| s[3] == true && count(&s[2]) > 0) {
        all.insert(format!("segment {} {}", s[0], s[1]));
    }
    for b in list("branches") {
        let place = format!("branch {} {} {} {}", b[0], b[1], b[2], b[3]);
        let outcomes = [(4, "true"), (5, "false")].into_iter().filter(|(i, _)| count(&b[*i]) > 0);
        all.extend(outcomes.map(|(_, outcome)| format!("{place} {outcome}")));
    }
    for r in list("mcdc_records") {
        let conditions = r.as_array().and_then(|r| r.last()?.as_array().cloned()).unwrap_or_default();
        let shown = (0..).zip(conditions).filter(|(_, c)| *c == true);
        all.extend(shown.map(|(i, _)| format!("mcdc {} {} condition {i}", r[0], r[1])));
    }
    Ok(all)
}
