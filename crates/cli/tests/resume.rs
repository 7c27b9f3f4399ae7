//! Results stay: a process that is killed again and again comes to the same end, and what has not changed is not explored
//! again.

#[path = "gen/schema.rs"]
mod schema;
mod support;

use libtest_mimic::{Arguments, Failed, Trial};
use serde_json::Value;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;
use support::*;

fn main() {
    let trials = vec![
        Trial::test("killed again and again", killed),
        Trial::test("only what changed is explored again", changed),
        Trial::test("a broken record is explored again", broken),
    ];
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

fn command(source: &Path, out: &Path) -> Command {
    let mut command = Command::new(crescendo());
    command.arg("gen").arg(source).args(["--max-runs", "60", "--budget", "1000s", "-o"]).arg(out).args(["--", "-w"]);
    command
}

fn finish(source: &Path, out: &Path) -> Result<(Value, String), Failed> {
    let folder = scratch();
    let ended = execute(&mut command(source, out), &[], folder.path(), LIMIT);
    let text = std::fs::read(out.join("summary.json")).map_err(|e| format!("{e}; {ended:?}"))?;
    let shown = String::from_utf8_lossy(&ended.stdout).into_owned();
    Ok((schema::timeless(serde_json::from_slice(&text)?), shown))
}

fn records(out: &Path) -> usize {
    files(&out.join("store"), |p| p.extension().is_some_and(|e| e == "json")).len()
}

/// A program of several functions that take a while each.
fn killed() -> Result<(), Failed> {
    let source = root().join("bench/explore/tokenizer.c");
    let (calm, torn) = (scratch(), scratch());
    let (expected, _) = finish(&source, calm.path())?;
    let mut most = 0;
    for attempt in 1u64..=30 {
        let mut child = command(&source, torn.path())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|e| e.to_string())?;
        std::thread::sleep(Duration::from_millis(40 * attempt));
        let ended = child.try_wait()?;
        child.kill()?;
        child.wait()?;
        // What was there stays there.
        let now = records(torn.path());
        if now < most {
            return Err(format!("{most} records have become {now}").into());
        }
        most = now;
        if ended.is_some() {
            break;
        }
    }
    let (seen, _) = finish(&source, torn.path())?;
    if seen == expected { Ok(()) } else { Err(format!("{expected}\n---\n{seen}").into()) }
}

const PROGRAM: &str = "static int shared(int x) { return x > 5; }
int first(int x) { return shared(x) ? 1 : 2; }
int second(int x) { return x == 9 ? 1 : 2; }
int third(const char *s) { return s[0] == 'a'; }
";

fn changed() -> Result<(), Failed> {
    let (folder, out) = (scratch(), scratch());
    let source = folder.path().join("program.c");
    std::fs::write(&source, PROGRAM)?;
    finish(&source, out.path())?;
    let known = |text: &str| -> Result<String, Failed> {
        std::fs::write(&source, text)?;
        let (_, shown) = finish(&source, out.path())?;
        Ok(shown.lines().find(|l| l.contains("earlier run")).unwrap_or("nothing known").to_string())
    };
    let expect = |what: &str, text: &str, wanted: &str| -> Result<(), Failed> {
        let line = known(text)?;
        if line.starts_with(wanted) { Ok(()) } else { Err(format!("{what}: expected {wanted}, saw {line}").into()) }
    };
    expect("nothing", PROGRAM, "4 functions")?;
    expect("lines moved", &format!("/* moved */\n\n{PROGRAM}"), "4 functions")?;
    expect("one function", &PROGRAM.replace("x == 9", "x == 8"), "3 functions")?;
    expect("a callee", &PROGRAM.replace("x > 5", "x > 6"), "2 functions")?;
    expect("a string", &PROGRAM.replace("'a'", "'b'"), "3 functions")
}

fn broken() -> Result<(), Failed> {
    let (folder, out) = (scratch(), scratch());
    let source = folder.path().join("program.c");
    std::fs::write(&source, PROGRAM)?;
    let (expected, _) = finish(&source, out.path())?;
    for file in files(&out.path().join("store"), |p| p.extension().is_some_and(|e| e == "json")) {
        let text = std::fs::read(&file)?;
        std::fs::write(&file, &text[..text.len() / 2])?;
    }
    let (seen, shown) = finish(&source, out.path())?;
    if seen != expected || shown.contains("earlier run") {
        return Err(shown.into());
    }
    Ok(())
}
