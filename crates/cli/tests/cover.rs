//! What can be covered, and what a run covers.
//!
//! `tests/cover/x.c`: `crescendo inspect --cover` says what `x.expected` says (`BLESS=1` writes it anew). The same files
//! and the good programs of `tests/run` are run natively with clang's coverage and in the machine: branches, MC/DC and
//! statements must agree with `llvm-cov`. `cover/llvm.rs` says where it is known not to measure.

#[path = "cover/llvm.rs"]
mod llvm;
mod support;

use libtest_mimic::{Arguments, Failed, Trial};
use std::path::{Path, PathBuf};
use std::process::Command;
use support::*;

/// Topics of `tests/run` whose programs end ordinarily: clang derives counts, which is wrong where calls do not return.
const TOPICS: [&str; 14] = [
    "bitfields",
    "builtins",
    "calls",
    "control",
    "floats",
    "ints",
    "oldstyle",
    "printf",
    "programs",
    "stdlib",
    "string",
    "structs",
    "tricky",
    "varargs",
];

fn main() {
    let folder = root().join("tests/cover");
    let mut trials = Vec::new();
    for program in files(&folder, is_c) {
        let n = name(&folder, &program);
        let golden = program.clone();
        trials.push(Trial::test(format!("goals of {n}"), move || goals(&golden)));
        if n != "leaving.c" {
            trials.push(Trial::test(format!("llvm-cov on cover/{n}"), move || llvm::compare(&program)));
        }
    }
    assert!(trials.len() > 8, "the corpus is missing");
    for topic in TOPICS {
        let folder = root().join("tests/run").join(topic);
        for program in files(&folder, is_c) {
            let n = name(&folder, &program);
            trials.push(Trial::test(format!("llvm-cov on {topic}/{n}"), move || llvm::compare(&program)));
        }
    }
    trials.push(Trial::test("vectors of decisions left half-way", half_way));
    let conclusion = libtest_mimic::run(&Arguments::from_args(), trials);
    if std::env::var_os("COVER_FIGURES").is_some() {
        eprintln!("{}", llvm::figures());
    }
    conclusion.exit();
}

fn goals(program: &Path) -> Result<(), Failed> {
    let folder = program.parent().unwrap_or(program);
    let ended =
        execute(Command::new(crescendo()).args(["inspect", "--cover"]).arg(name(folder, program)), &[], folder, LIMIT);
    if ended.status != 0 {
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

/// What a run in the machine covers.
pub fn covered(program: &Path, folder: &Path) -> Result<(Ended, serde_json::Value), Failed> {
    let d = directives(program);
    let out: PathBuf = folder.join("coverage.json");
    let mut command = Command::new(crescendo());
    command.arg("run").arg(program).arg("--coverage").arg(&out);
    d.args.iter().for_each(|a| {
        command.arg("--arg").arg(a);
    });
    command.arg("--").arg("-w").args(&d.cflags);
    let ended = execute(&mut command, &d.stdin, folder, LIMIT);
    let text = std::fs::read(&out).map_err(|e| format!("no coverage: {e}; {ended:?}"))?;
    Ok((ended, serde_json::from_slice(&text)?))
}

/// Recursion, longjmp and exit: no vector mixes two evaluations.
fn half_way() -> Result<(), Failed> {
    let folder = scratch();
    let (_, said) = covered(&root().join("tests/cover/leaving.c"), folder.path())?;
    let mut all = Vec::new();
    for f in said["functions"].as_array().into_iter().flatten() {
        for d in f["decisions"].as_array().into_iter().flatten() {
            if d["conditions"].as_array().is_some_and(|c| c.len() > 1) {
                all.push(format!("{} {}", f["name"].as_str().unwrap_or(""), d["vectors"]));
            }
        }
    }
    let wanted = [
        r#"recursive ["F--=F","TT-=T","TFF=F","TFT=T"]"#,
        r#"half_way ["F--=F","TTF=F","TTT=T"]"#,
        r#"jumps_out ["TF-=F","TTT=T"]"#,
        r#"ends []"#,
    ];
    let is_right = all.iter().map(String::as_str).eq(wanted);
    if is_right { Ok(()) } else { Err(format!("{all:#?}").into()) }
}
