//! What `crescendo inspect` says of small C files (`tests/inspect`) is what `x.expected` says. A folder is one program of
//! several files. `BLESS=1` writes the files anew: read the difference before you commit it.

mod support;

use libtest_mimic::{Arguments, Failed, Trial};
use std::path::{Path, PathBuf};
use std::process::Command;
use support::*;

fn main() {
    let folder = root().join("tests/inspect");
    let mut trials = Vec::new();
    let mut programs: Vec<PathBuf> = std::fs::read_dir(&folder)
        .map(|d| d.filter_map(Result::ok).map(|e| e.path()).filter(|p| p.is_dir() || is_c(p)).collect())
        .unwrap_or_default();
    programs.sort();
    for program in programs {
        let n = name(&folder, &program);
        trials.push(Trial::test(n, move || compare(&program)));
    }
    assert!(trials.len() > 10, "the corpus is missing");
    trials.push(Trial::test("code", code));
    trials.push(Trial::test("no such function", no_such_function));
    trials.push(Trial::test("a file that does not compile", broken));
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

fn inspect(folder: &Path, args: &[&str]) -> Ended {
    execute(Command::new(crescendo()).arg("inspect").args(args), &[], folder, LIMIT)
}

fn compare(program: &Path) -> Result<(), Failed> {
    let folder = if program.is_dir() { program } else { program.parent().unwrap_or(program) };
    let sources = if program.is_dir() { files(program, is_c) } else { vec![program.to_owned()] };
    let cflags = directives(&sources[0]).cflags;
    let names: Vec<String> = sources.iter().map(|s| name(folder, s)).collect();
    let args = names.iter().map(String::as_str).chain(["--", "-w"]).chain(cflags.iter().map(String::as_str));
    let ended = inspect(folder, &args.collect::<Vec<_>>());
    if ended.status != 0 || !ended.stderr.is_empty() {
        return Err(format!("{ended:?}").into());
    }
    let said = String::from_utf8_lossy(&ended.stdout).into_owned();
    let expected = program.with_extension("expected");
    if std::env::var_os("BLESS").is_some() {
        return std::fs::write(&expected, said).map_err(|e| e.into());
    }
    let wanted = std::fs::read_to_string(&expected).unwrap_or_default();
    if said == wanted {
        return Ok(());
    }
    let first = said.lines().zip(wanted.lines()).position(|(a, b)| a != b).unwrap_or(0);
    Err(format!("{} differs from line {} on; now it is:\n{said}", expected.display(), first + 1).into())
}

/// Bytecode changes with the machine, so only its shape is judged.
fn code() -> Result<(), Failed> {
    let ended =
        inspect(&root().join("tests/inspect"), &["linkage.c", "--code", "hidden", "--code", "maybe", "--", "-w"]);
    let said = String::from_utf8_lossy(&ended.stdout).into_owned();
    let is_right = said.starts_with("hidden: ") && said.contains("Ret") && said.ends_with("maybe: no body\n");
    if ended.status == 0 && is_right { Ok(()) } else { Err(format!("{ended:?}").into()) }
}

fn no_such_function() -> Result<(), Failed> {
    let ended = inspect(&root().join("tests/inspect"), &["linkage.c", "--code", "absent", "--", "-w"]);
    let said = String::from_utf8_lossy(&ended.stderr).into_owned();
    let is_right = ended.status == 124 && said.contains("no function absent");
    if is_right { Ok(()) } else { Err(format!("{ended:?}").into()) }
}

/// The others are shown all the same.
fn broken() -> Result<(), Failed> {
    let folder = scratch();
    std::fs::write(folder.path().join("a.c"), "int f(int x) { return g(x; }")?;
    std::fs::write(folder.path().join("b.c"), "int h(int x); int f(int x) { return h(x); }")?;
    let ended = inspect(folder.path(), &["a.c", "b.c", "--functions"]);
    let said = String::from_utf8_lossy(&ended.stdout).into_owned();
    let is_right = ended.status == 124 && said.contains("declared int h(int x);  // b.c:1\n");
    if is_right { Ok(()) } else { Err(format!("{ended:?}").into()) }
}
