//! Hostile inputs (`tests/hostile`): whatever they are, the tool ends in bounded time and memory, says what happened,
//! and nothing else on the machine changes. The expectations are in `expect.txt`.

mod support;

use libtest_mimic::{Arguments, Failed, Trial};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
use support::*;

const TIME: Duration = Duration::from_secs(2400);
/// Address space of the tool; well above what its own limits allow the program.
const MEMORY: u64 = 16 << 30;

fn main() {
    let folder = root().join("tests/hostile");
    let generated = generate(&folder);
    let text = std::fs::read_to_string(folder.join("expect.txt")).expect("the list of expectations");
    let mut trials = Vec::new();
    for line in text.lines().filter(|l| !l.starts_with('#') && !l.is_empty()) {
        let mut columns = line.split('\t');
        let (file, outcome) =
            (columns.next().expect("a file").to_string(), columns.next().expect("an outcome").to_string());
        let path = match file.strip_prefix("generated/") {
            Some(g) => generated.join(g),
            None => folder.join(&file),
        };
        trials.push(Trial::test(file.replace(' ', "_"), move || check(&path, &outcome)));
    }
    assert!(trials.len() > 100, "the corpus is missing");
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

/// Inputs too large to keep in the repository.
fn generate(folder: &Path) -> PathBuf {
    let out = root().join("target/hostile-generated");
    let mark = out.join("complete");
    let script = folder.join("generate.py");
    let version = std::fs::read(&script).expect("generate.py");
    if std::fs::read(&mark).ok().as_ref() != Some(&version) {
        let status = Command::new("python3").arg(&script).arg(&out).status().expect("python3");
        assert!(status.success(), "generate.py failed");
        std::fs::write(&mark, version).expect("target is writable");
    }
    out
}

fn check(path: &Path, outcome: &str) -> Result<(), Failed> {
    let folder = scratch();
    let mut c = Command::new(crescendo());
    let database = path.extension().is_some_and(|e| e == "json")
        || path.is_dir() && path.parent().is_some_and(|p| p.ends_with("databases"));
    c.arg("run").args(["--max-steps", "50000000", "--sandbox"]);
    if database {
        c.arg("-p").arg(path);
    } else {
        c.arg(path);
        let d = directives(path);
        for a in &d.args {
            c.arg("--arg").arg(a);
        }
        c.arg("--").arg("-w").args(&d.cflags);
    }
    unsafe {
        c.pre_exec(|| {
            let limit = libc::rlimit { rlim_cur: MEMORY, rlim_max: MEMORY };
            libc::setrlimit(libc::RLIMIT_AS, &limit);
            Ok(())
        })
    };
    let ended = execute(&mut c, b"", folder.path(), TIME);
    if ended.timed_out {
        return Err(format!("hangs: {ended:?}").into());
    }
    let text = String::from_utf8_lossy(&ended.stderr).into_owned();
    if text.contains("panicked at") || matches!(ended.status, 139 | 101 | 123) && !outcome.contains("exit:139") {
        return Err(format!("the tool itself failed: {ended:?}").into());
    }
    if outcome.split('|').any(|o| fits(o, ended.status, &text)) {
        return Ok(());
    }
    Err(format!("expected {outcome}: {ended:?}").into())
}

fn fits(outcome: &str, status: i32, text: &str) -> bool {
    let has_line = |start: &str| text.lines().any(|l| l.starts_with(start));
    match outcome {
        "limit" => status == 121 && has_line("limit: "),
        "unsupported" => status == 122 && has_line("unsupported: "),
        "compile-error" | "database-error" => status == 124 && has_line("error: "),
        "any" | "no-crash" | "usable" => true,
        o => match o.split_once(':') {
            Some(("fault", kind)) => status == 120 && has_line(&format!("{kind}: ")),
            Some(("exit", n)) => n.parse() == Ok(status),
            _ => false,
        },
    }
}
