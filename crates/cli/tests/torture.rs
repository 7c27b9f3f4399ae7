//! GCC's own C tests (`gcc.c-torture/execute`, from Debian's gcc source package): of the files that clang 19 compiles
//! and that pass natively, all pass in the machine but those listed with reasons in `tests/torture-exceptions.txt`.

mod support;

use libtest_mimic::{Arguments, Failed, Trial};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use support::*;

fn main() {
    let folder = unpack().unwrap_or_else(|e| panic!("GCC's tests: {e}"));
    let exceptions = exceptions();
    let mut trials = Vec::new();
    for file in files(&folder, is_c) {
        let n = name(&folder, &file);
        let reason = exceptions.get(&n).cloned();
        trials.push(Trial::test(n, move || run(&file, reason)));
    }
    assert!(trials.len() > 1000, "only {} files", trials.len());
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

/// `file<TAB>reason` lines.
fn exceptions() -> HashMap<String, String> {
    let text = std::fs::read_to_string(root().join("tests/torture-exceptions.txt")).expect("the list of exceptions");
    let lines = text.lines().filter(|l| !l.starts_with('#'));
    lines.filter_map(|l| l.split_once('\t')).map(|(f, r)| (f.to_string(), r.to_string())).collect()
}

/// The tests, unpacked once into `target/`.
fn unpack() -> Result<PathBuf, String> {
    let out = root().join("target/torture");
    let done = out.join("execute");
    if done.is_dir() {
        return Ok(done);
    }
    let archive = ["/usr/src/gcc-12", "/usr/src/gcc-13", "/usr/src/gcc-14"]
        .iter()
        .flat_map(|d| files(Path::new(d), |p| p.to_string_lossy().ends_with(".tar.xz")))
        .find(|p| p.file_name().is_some_and(|n| n.to_string_lossy().starts_with("gcc-")))
        .ok_or("no gcc source package; ./run setup installs it")?;
    let temporary = root().join(format!("target/torture-{}", std::process::id()));
    std::fs::create_dir_all(&temporary).map_err(|e| e.to_string())?;
    let mut tar = Command::new("tar");
    tar.arg("xf")
        .arg(&archive)
        .arg("-C")
        .arg(&temporary)
        .args(["--wildcards", "*/gcc/testsuite/gcc.c-torture/execute/*"]);
    let status = tar.status().map_err(|e| e.to_string())?;
    if !status.success() {
        return Err(format!("cannot unpack {}", archive.display()));
    }
    let inner = walkdir::WalkDir::new(&temporary)
        .into_iter()
        .filter_map(Result::ok)
        .find(|e| e.file_name() == "execute" && e.path().is_dir())
        .ok_or("the archive has no tests")?;
    std::fs::create_dir_all(&out).map_err(|e| e.to_string())?;
    // Another process may have been quicker.
    let _ = std::fs::rename(inner.path(), &done);
    let _ = std::fs::remove_dir_all(&temporary);
    Ok(done)
}

/// Flags the test asks for, less the optimisation levels.
fn flags(file: &Path) -> Vec<String> {
    let text = String::from_utf8_lossy(&std::fs::read(file).unwrap_or_default()).into_owned();
    let mut all = Vec::new();
    for line in text.lines() {
        for key in ["dg-options", "dg-additional-options"] {
            if let Some(rest) = line.split_once(key).map(|x| x.1)
                && let Some(list) = rest.split('"').nth(1)
            {
                all.extend(list.split_whitespace().filter(|f| !f.starts_with("-O")).map(str::to_string));
            }
        }
    }
    all
}

fn run(file: &Path, exception: Option<String>) -> Result<(), Failed> {
    // Old tests call library functions without declaring them, as gcc lets them.
    let lenient =
        ["-Wno-implicit-function-declaration", "-Wno-implicit-int", "-Wno-int-conversion", "-Wno-return-mismatch"];
    let d = Directives { cflags: flags(file), ..Directives::default() };
    let source = [file.to_path_buf()];
    let ours = machine(&source, &d, &[]);
    match (ours.status, exception) {
        (0, None) => return Ok(()),
        (0, Some(reason)) => return Err(format!("passes now, but is listed as an exception ({reason})").into()),
        (_, Some(_)) => return Ok(()),
        (_, None) => {}
    }
    match native(&source, &d, &lenient) {
        // Clang does not take it, or it does not pass natively: nothing to compare with.
        Err(_) => Ok(()),
        Ok(e) if e.status != 0 => Ok(()),
        Ok(_) => Err(format!("machine: {ours:?}").into()),
    }
}
