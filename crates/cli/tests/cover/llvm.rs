//! Our coverage of a run against llvm-cov's.
//!
//! Sites and regions are matched by place: a site lies in the smallest region that holds it. Known differences, which are
//! passed over:
//! - regions of macros, which clang counts at their definition and debug info places at their use (switches are compared
//!   where both count the same number of cases; statements not where a macro, in capitals, begins);
//! - programs that end without writing clang's counters (`abort`, `_Exit`);
//! - constant conditions: clang lists them with zero counts, for us they are no goals;
//! - `c ? a : b` as a condition: clang counts the whole, we count `a` and `b` (compared with both together), and an
//!   operand `(x, a && b)` likewise;
//! - decisions that clang 19 lists but never records (all conditions uncovered, as under `!` in `?:`), and decisions
//!   with constant conditions.

use crate::covered;
use crate::support::*;
use libtest_mimic::Failed;
use serde_json::Value;
use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};

static BRANCHES: AtomicU32 = AtomicU32::new(0);
static CASES: AtomicU32 = AtomicU32::new(0);
static DECISIONS: AtomicU32 = AtomicU32::new(0);
static UNMEASURED: AtomicU32 = AtomicU32::new(0);
static STATEMENTS: AtomicU32 = AtomicU32::new(0);
static PROGRAMS: AtomicU32 = AtomicU32::new(0);

pub fn figures() -> String {
    let n = |a: &AtomicU32| a.load(Ordering::Relaxed);
    format!(
        "{} programs: {} branches, {} case outcomes, {} statements, {} decisions compared; {} decisions not measured by clang",
        n(&PROGRAMS),
        n(&BRANCHES),
        n(&CASES),
        n(&STATEMENTS),
        n(&DECISIONS),
        n(&UNMEASURED)
    )
}

type Place = (u64, u64);

/// From a place up to another.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Region(Place, Place);

impl Region {
    fn of(v: &Value) -> Region {
        let n = |i: usize| v[i].as_u64().unwrap_or(0);
        Region((n(0), n(1)), (n(2), n(3)))
    }

    /// An empty region is a macro of a system header.
    fn has(self, p: Place) -> bool {
        self.0 <= p && p < self.1 || self.0 == p
    }

    fn holds(self, other: Region) -> bool {
        self != other && self.0 <= other.0 && other.1 <= self.1
    }
}

struct Site {
    at: Place,
    outcomes: Vec<bool>,
    two_way: bool,
}

pub fn compare(program: &Path) -> Result<(), Failed> {
    let folder = scratch();
    let native = native(program, folder.path())?;
    let (ended, ours) = covered(program, folder.path())?;
    if ended.status != native.0 {
        return Err(format!("natively it ends with {}, in the machine: {ended:?}", native.0).into());
    }
    let full = program.to_string_lossy();
    let here = |at: &Value| at[0].as_str() == Some(&full);
    let place = |at: &Value| (at[1].as_u64().unwrap_or(0), at[2].as_u64().unwrap_or(0));
    let list = |kind: &str| -> Vec<&Value> {
        let functions = ours["functions"].as_array().into_iter().flatten();
        functions.flat_map(|f| f[kind].as_array().into_iter().flatten()).filter(|s| here(&s["at"])).collect()
    };
    let site = |s: &&Value| {
        let outcomes = s["outcomes"].as_array().into_iter().flatten().map(|o| o == true).collect();
        Site { at: place(&s["at"]), outcomes, two_way: s["kind"].is_string() }
    };
    let sites: Vec<Site> = list("sites").iter().map(site).collect();
    let file = native.1["data"][0]["files"].as_array().into_iter().flatten();
    let Some(file) = file.into_iter().find(|f| f["filename"].as_str() == Some(&full)) else { return Ok(()) };
    let text = std::fs::read_to_string(program)?;
    let lines: Vec<&str> = text.lines().collect();
    let mut counts = file["segments"].as_array().into_iter().flatten().map(|s| s[2].as_u64().unwrap_or(0));
    if counts.all(|c| c == 0) {
        return Ok(());
    }
    let mut wrong = Vec::new();
    branches(file, &sites, &lines, &mut wrong);
    mcdc(file, &list("decisions"), &mut wrong);
    for s in list("statements") {
        let at = place(&s["at"]);
        let word: String = rest(&lines, at).chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
        let is_macro = word.len() > 1 && !word.contains(char::is_lowercase) && word.contains(char::is_alphabetic);
        let Some(count) = count_at(file, at).filter(|_| !is_macro) else { continue };
        STATEMENTS.fetch_add(1, Ordering::Relaxed);
        if (count > 0) != (s["covered"] == true) {
            wrong.push(format!("statement at {at:?}: llvm-cov counts {count}, ours: {}", s["covered"]));
        }
    }
    PROGRAMS.fetch_add(1, Ordering::Relaxed);
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n").into()) }
}

/// Exit status and llvm-cov's export of the native run.
fn native(program: &Path, folder: &Path) -> Result<(i32, Value), Failed> {
    let d = directives(program);
    let exe = folder.join(program.file_stem().unwrap_or_default());
    let flags = ["-w", "-g", "-O0", "-fprofile-instr-generate", "-fcoverage-mapping", "-fcoverage-mcdc"];
    let relaxed = ["-Wno-error=implicit-function-declaration", "-Wno-error=implicit-int", "-Wno-error=int-conversion"];
    let mut clang = Command::new("clang-19");
    clang.args(flags).args(relaxed).args(&d.cflags).arg(program).arg("-o").arg(&exe).arg("-lm");
    let step = |command: &mut Command| -> Result<Ended, Failed> {
        let ended = execute(command, &[], folder, LIMIT);
        if ended.status == 0 { Ok(ended) } else { Err(format!("{command:?}: {ended:?}").into()) }
    };
    step(&mut clang)?;
    // The counts go to a file of that name where the program runs.
    let raw = folder.join("default.profraw");
    let ended = execute(Command::new(&exe).args(&d.args), &d.stdin, folder, LIMIT);
    let data = folder.join("x.profdata");
    let mut merge = Command::new("llvm-profdata-19");
    merge.arg("merge").arg("-sparse").arg(&raw).arg("-o").arg(&data);
    step(&mut merge)?;
    let profile = format!("-instr-profile={}", data.display());
    let export = step(Command::new("llvm-cov-19").arg("export").arg(&exe).arg(profile))?;
    Ok((ended.status, serde_json::from_slice(&export.stdout)?))
}

fn branches(file: &Value, sites: &[Site], lines: &[&str], wrong: &mut Vec<String>) {
    let all: Vec<&Value> = file["branches"].as_array().into_iter().flatten().collect();
    let regions: Vec<Region> = all.iter().map(|b| Region::of(b)).collect();
    let (mut cases, mut taken) = (0, 0);
    for (b, &region) in all.iter().zip(&regions) {
        let source = rest(lines, region.0);
        let (yes, no) = (b[4].as_u64() != Some(0), b[5].as_u64() != Some(0));
        if source.starts_with("case") || source.starts_with("default") {
            cases += 1;
            taken += yes as usize;
            continue;
        }
        let inner: Vec<Region> = regions.iter().copied().filter(|r| region.holds(*r)).collect();
        let own: Vec<&Site> =
            sites.iter().filter(|s| s.two_way && region.has(s.at) && !inner.iter().any(|r| r.has(s.at))).collect();
        if own.is_empty() {
            let constant = !yes && !no;
            // A switch without a default has the region of its value.
            let of_switch = sites.iter().any(|s| !s.two_way && s.at <= region.0 && s.at.0 + 1 >= region.0.0);
            if of_switch && inner.is_empty() {
                cases += 1;
                taken += yes as usize;
            } else if !constant && inner.is_empty() && !in_macro(lines, region.0.0) && !is_assignment(source) {
                wrong.push(format!("no site for the branch at {region:?}: {source}"));
            }
            continue;
        }
        let negated = source.chars().take_while(|c| "!( ".contains(*c)).filter(|c| *c == '!').count() % 2;
        let ours = |truth: usize| own.iter().any(|s| s.outcomes[truth ^ negated]);
        BRANCHES.fetch_add(1, Ordering::Relaxed);
        if (ours(1), ours(0)) != (yes, no) {
            let text = format!("true {yes} false {no}, ours: true {} false {}", ours(1), ours(0));
            wrong.push(format!("branch at {region:?} ({source}): llvm-cov {text}"));
        }
    }
    // A range of cases is one for clang, and computed gotos have no branches.
    let ours: Vec<bool> = sites.iter().filter(|s| !s.two_way).flat_map(|s| s.outcomes.iter().copied()).collect();
    if ours.len() == cases {
        CASES.fetch_add(cases as u32, Ordering::Relaxed);
        let ours = ours.into_iter().filter(|o| *o).count();
        if ours != taken {
            wrong.push(format!("llvm-cov counts {taken} of {cases} cases taken, ours: {ours}"));
        }
    }
}

/// The source from a place to the end of its line.
fn rest<'a>(lines: &[&'a str], at: Place) -> &'a str {
    lines.get(at.0 as usize - 1).and_then(|l| l.get(at.1 as usize - 1..)).unwrap_or("")
}

fn in_macro(lines: &[&str], line: u64) -> bool {
    let ends = |l: u64| lines.get(l as usize - 1).is_some_and(|l| l.ends_with('\\'));
    ends(line) || line > 1 && ends(line - 1) || lines[line as usize - 1].trim_start().starts_with('#')
}

/// `(*p = 1)` as a condition is a constant that only we see through.
fn is_assignment(source: &str) -> bool {
    source.split(')').next().is_some_and(|s| s.starts_with('(') && s.contains(" = "))
}

fn mcdc(file: &Value, ours: &[&Value], wrong: &mut Vec<String>) {
    for record in file["mcdc_records"].as_array().into_iter().flatten() {
        let region = Region::of(record);
        let conditions = record.as_array().and_then(|r| r.iter().rev().find_map(Value::as_array));
        let theirs: Vec<bool> = conditions.into_iter().flatten().map(|c| *c == true).collect();
        let fits = |d: &&&Value| {
            let at = |c: &Value| (c[1].as_u64().unwrap_or(0), c[2].as_u64().unwrap_or(0));
            let all = d["conditions"].as_array().map_or(&[][..], Vec::as_slice);
            all.len() == theirs.len() && all.iter().all(|c| region.has(at(c)))
        };
        let Some(d) = ours.iter().find(fits) else {
            UNMEASURED.fetch_add(1, Ordering::Relaxed);
            continue;
        };
        let vectors: Vec<&str> = d["vectors"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        let mine: Vec<bool> = (0..theirs.len()).map(|i| has_pair(&vectors, i)).collect();
        if theirs.iter().all(|c| !c) && mine != theirs {
            UNMEASURED.fetch_add(1, Ordering::Relaxed);
            continue;
        }
        DECISIONS.fetch_add(1, Ordering::Relaxed);
        if mine != theirs {
            wrong.push(format!("MC/DC at {region:?}: llvm-cov {theirs:?}, ours {mine:?} by {vectors:?}"));
        }
    }
}

/// Two vectors that differ in condition `i` and the result, and agree in what both evaluated.
fn has_pair(vectors: &[&str], i: usize) -> bool {
    let parts: Vec<(&[u8], &str)> =
        vectors.iter().filter_map(|v| v.split_once('=')).map(|(c, r)| (c.as_bytes(), r)).collect();
    let agree = |a: u8, b: u8| a == b || a == b'-' || b == b'-';
    parts.iter().any(|(a, x)| {
        parts.iter().any(|(b, y)| x != y && !agree(a[i], b[i]) && (0..a.len()).all(|j| j == i || agree(a[j], b[j])))
    })
}

/// The count of the code at a place; `None` where there is none.
fn count_at(file: &Value, at: Place) -> Option<u64> {
    let mut count = None;
    for s in file["segments"].as_array().into_iter().flatten() {
        if (s[0].as_u64()?, s[1].as_u64()?) > at {
            break;
        }
        count = (s[3] == true && s[5] != true).then(|| s[2].as_u64().unwrap_or(0));
    }
    count
}
