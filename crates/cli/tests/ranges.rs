//! Value ranges. `tests/ranges/*.c` say in `// range:` lines at their top what `crescendo inspect --ranges` finds, all of it.
//! Random programs (ours, and csmith's) print what their functions get and what globals hold: none of it may lie outside of
//! its range. `CRESCENDO_RANGES=N` makes N of each; the default is few.

#[path = "ranges/random.rs"]
mod random;
mod support;

use libtest_mimic::{Arguments, Failed, Trial};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;
use support::*;

fn main() {
    let folder = root().join("tests/ranges");
    let mut trials: Vec<Trial> = Vec::new();
    let own = |f: &std::path::PathBuf| f.parent() == Some(folder.as_path());
    for file in files(&folder, is_c).into_iter().filter(own) {
        trials.push(Trial::test(name(&folder, &file), move || expected(&file)));
    }
    assert!(trials.len() > 4, "the corpus is missing");
    let count = std::env::var("CRESCENDO_RANGES").ok().and_then(|n| n.parse().ok()).unwrap_or(12);
    trials.push(Trial::test("random programs", move || all_within(1..=count, random::program)));
    trials.push(Trial::test("csmith", move || all_within(1..=count.div_ceil(2), csmith)));
    trials.push(Trial::test("units keep to ranges", units));
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

fn ranges(file: &Path, cflags: &[String]) -> Result<BTreeSet<String>, Failed> {
    let out = Command::new(crescendo()).args(["inspect", "--ranges"]).arg(file).arg("--").args(cflags).output()?;
    if !out.status.success() {
        return Err(format!("{}\n{}", out.status, String::from_utf8_lossy(&out.stderr)).into());
    }
    Ok(String::from_utf8_lossy(&out.stdout).lines().map(String::from).collect())
}

fn expected(file: &Path) -> Result<(), Failed> {
    let text = std::fs::read_to_string(file)?;
    let expected: BTreeSet<String> =
        text.lines().filter_map(|l| l.strip_prefix("// range: ")).map(String::from).collect();
    let found = ranges(file, &[])?;
    if found != expected {
        let (missed, more) = (expected.difference(&found), found.difference(&expected));
        return Err(format!("missed {:?}, found {:?}", missed.collect::<Vec<_>>(), more.collect::<Vec<_>>()).into());
    }
    Ok(())
}

/// A program that prints `NAME VALUE` lines, the flags it needs, and the arguments to run it with.
pub struct Chatty {
    pub text: String,
    pub cflags: Vec<String>,
    pub args: Vec<Vec<String>>,
}

fn all_within(seeds: impl Iterator<Item = u64>, make: impl Fn(u64) -> Option<Chatty>) -> Result<(), Failed> {
    let (mut stated, mut seen) = (0, 0);
    for seed in seeds {
        let Some(program) = make(seed) else { continue };
        let folder = scratch();
        let file = folder.path().join("chatty.c");
        std::fs::write(&file, &program.text)?;
        let mut spans: BTreeMap<String, (i128, i128)> = BTreeMap::new();
        for line in ranges(&file, &program.cflags)? {
            let (what, span) = line.split_once(" is in ").ok_or("no range in the line")?;
            let (low, high) = span.split_once("..").ok_or("no bounds in the line")?;
            spans.insert(what.to_string(), (low.parse()?, high.parse()?));
        }
        stated += spans.len();
        for args in &program.args {
            let d = Directives {
                cflags: program.cflags.clone(),
                args: args.iter().map(std::ffi::OsString::from).collect(),
                ..Directives::default()
            };
            let ended = machine(std::slice::from_ref(&file), &d, &[]);
            for line in String::from_utf8_lossy(&ended.stdout).lines() {
                let Some((what, value)) = line.rsplit_once(' ') else { continue };
                let (Some((low, high)), Ok(value)) = (spans.get(what), value.parse::<i128>()) else { continue };
                seen += 1;
                if value < *low || value > *high {
                    return Err(
                        format!("seed {seed}: {what} is {value}, not in {low}..{high}\n{}", program.text).into()
                    );
                }
            }
        }
    }
    println!("{stated} ranges, {seen} values seen");
    if stated == 0 || seen == 0 { Err("nothing was compared".into()) } else { Ok(()) }
}

/// `--ranges on`: what a range excludes is not tried and is said to be so; what rests on a range says that, too.
fn units() -> Result<(), Failed> {
    let explore = |ranges: &str| -> Result<serde_json::Value, Failed> {
        let folder = scratch();
        let source = root().join("tests/ranges/units/program.c");
        let mut command = Command::new(crescendo());
        command.args(["gen", "--budget", "1000s", "--max-runs", "300", "--no-replay", "-q", "--ranges", ranges]);
        let out = command.arg(source).arg("-o").arg(folder.path()).output()?;
        if !out.status.success() {
            return Err(format!("{}\n{}", out.status, String::from_utf8_lossy(&out.stderr)).into());
        }
        Ok(serde_json::from_slice(&std::fs::read(folder.path().join("summary.json"))?)?)
    };
    let of = |summary: &serde_json::Value, name: &str| {
        let all = summary["functions"].as_array().cloned().unwrap_or_default();
        all.into_iter().find(|f| f["name"] == name).unwrap_or_default()
    };
    let kinds = |f: &serde_json::Value| -> Vec<String> {
        let all = f["faults"].as_array().cloned().unwrap_or_default();
        all.iter().map(|f| f["kind"].as_str().unwrap_or("").to_string()).collect()
    };
    let (off, on) = (explore("off")?, explore("on")?);
    let expect = |what: &str, holds: bool, seen: &serde_json::Value| -> Result<(), Failed> {
        if holds { Ok(()) } else { Err(format!("{what}: {seen:#}").into()) }
    };
    let (before, after) = (of(&off, "at"), of(&on, "at"));
    expect("without ranges it fails", kinds(&before) == ["out-of-bounds"], &before)?;
    expect("nothing is said of ranges", !before.to_string().contains("every call"), &before)?;
    expect("with ranges it does not", kinds(&after).is_empty(), &after)?;
    let said = "i is in 0..7 in every call of this program";
    let open = after["open"].as_array().cloned().unwrap_or_default();
    let excluded =
        open.iter().find(|g| g["goal"].as_str().is_some_and(|t| t.ends_with(" is true"))).cloned().unwrap_or_default();
    expect("not infeasible", excluded["verdict"] == "unknown" && excluded["kind"] == "range", &after)?;
    expect("the reason names the range", excluded["reason"].as_str().is_some_and(|r| r.contains(said)), &excluded)?;
    expect("nothing is infeasible", open.iter().all(|g| g["verdict"] == "unknown"), &after)?;
    let half = of(&on, "half");
    let rests = "n is in 0..3 in every call of this program";
    expect("a fault within the range", kinds(&half) == ["division-by-zero"], &half)?;
    let assumes = half["faults"][0]["assumes"].to_string();
    expect("says what it rests on", assumes.contains(rests), &half)?;
    let level = of(&on, "by_level");
    expect("globals, too", kinds(&level).is_empty() && kinds(&of(&off, "by_level")) == ["out-of-bounds"], &level)
}

/// A program of csmith's whose functions say what they get, and what globals hold then.
fn csmith(seed: u64) -> Option<Chatty> {
    let options: &[&str] = match seed % 3 {
        0 => &[],
        1 => &["--no-pointers"],
        _ => &["--no-pointers", "--no-arrays", "--no-unions"],
    };
    // Small ones: they print much, and some of the usual size run for minutes.
    let small = ["--max-funcs", "5", "--max-block-size", "3", "--max-block-depth", "3", "--max-expr-complexity", "6"];
    let made = Command::new("csmith").args(["--seed", &seed.to_string()]).args(small).args(options).output();
    let made = made.expect("csmith; ./run setup installs it").stdout;
    let made = String::from_utf8_lossy(&made);
    let number = |ty: &str| {
        let ty = ty.trim();
        ["int8_t", "int16_t", "int32_t", "uint8_t", "uint16_t", "uint32_t", "int64_t"].contains(&ty)
    };
    // `static uint8_t g_4 = 0x8EL;`
    let global = |l: &str| {
        let (ty, rest) = l.strip_prefix("static ")?.split_once(" g_")?;
        let digits = rest.split_once(" = ")?.0;
        (number(ty) && digits.bytes().all(|b| b.is_ascii_digit())).then(|| format!("g_{digits}"))
    };
    let globals: Vec<String> = made.lines().filter_map(global).collect();
    let mut text = String::from("#include <stdio.h>\n");
    let mut params: Option<Vec<(String, String)>> = None;
    for line in made.lines() {
        text.push_str(line);
        text.push('\n');
        if line.starts_with("static") && line.contains(" func_") && line.ends_with(')') {
            let (head, list) = line.trim_end_matches(')').split_once('(')?;
            let function = head.rsplit([' ', '*']).next()?.to_string();
            let each = list.split(", ").filter_map(|p| p.trim().rsplit_once(' ')).filter(|(ty, _)| number(ty));
            params = Some(each.map(|(_, p)| (function.clone(), p.to_string())).collect());
        } else if line.starts_with('{')
            && let Some(params) = params.take()
        {
            let said = params.iter().map(|(f, p)| (format!("{f}: {p}"), p));
            for (what, value) in said.chain(globals.iter().map(|g| (g.clone(), g))) {
                text.push_str(&format!("    printf(\"{what} %lld\\n\", (long long){value});\n"));
            }
        }
    }
    Some(Chatty { text, cflags: vec!["-I/usr/include/csmith".into(), "-w".into()], args: vec![vec![]] })
}
