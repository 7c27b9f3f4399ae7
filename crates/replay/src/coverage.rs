//! Asks llvm-cov whether the tests cover what they claim.
//!
//! Compared are statements and outcomes of conditions. Clang counts nothing of its own in macros, and cases of a switch
//! have no place that debug info shares: such claims are *unmeasured*.

use crate::Options;
use crate::run::{Profile, beside};
use crescendo_project::{End, Limits, Stream, run_process};
use crescendo_suite::Suite;
use crescendo_suite::export::c::TestProgram;
use crescendo_suite::model::{CoverageCheck, Goal, Outcome, UnitTests};
use crescendo_suite::record::WHOLE;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// Differences that are told.
pub const MOST: usize = 50;

/// What llvm-cov and gcov print at most.
pub const MOST_BYTES: usize = 512 << 20;

type Place = (u64, u64);

/// What clang counted in one file.
#[derive(Default)]
struct Counted {
    branches: Vec<(Place, Place, bool, bool)>,
    segments: Vec<(Place, u64, bool, bool)>,
    /// Where macros with conditions of their own are used.
    expansions: Vec<Place>,
    lines: Vec<String>,
}

pub fn check(suite: &Suite, profiles: &[Profile], options: &Options) -> CoverageCheck {
    let mut check = CoverageCheck::default();
    for profile in profiles {
        let TestProgram { name, source, .. } = &profile.program.test;
        let claims = claims(suite, *source);
        let Some(counted) = export(profile, &claims, options) else {
            check.differences.push(format!("llvm-cov says nothing about {name}"));
            continue;
        };
        for goal in claims {
            let file = PathBuf::from(&goal.file);
            let file = file.canonicalize().unwrap_or(file);
            let found = match goal.criterion.as_str() {
                "statement" => counted.get(&file).and_then(|c| c.statement(goal)),
                "branch" => counted.get(&file).and_then(|c| c.outcome(goal)),
                _ => continue,
            };
            check.claimed += 1;
            match found {
                Some(true) => check.confirmed += 1,
                None => check.unmeasured += 1,
                Some(false) if check.differences.len() < MOST => {
                    let Goal { file, line, column, text, .. } = goal;
                    check.differences.push(format!("{file}:{line}:{column}: {text}: llvm-cov counts none"));
                }
                Some(false) => {}
            }
        }
    }
    check
}

/// What the tests of a source claim to cover. Those that end the program do not tell what they counted.
pub fn claims(suite: &Suite, source: usize) -> BTreeSet<&Goal> {
    let units = suite.units.iter().filter(|u| u.source == source);
    let of = |u: &'_ UnitTests| -> Vec<usize> {
        let returned = u.tests.iter().filter(|t| matches!(t.outcome, Outcome::Returned { .. }));
        returned.flat_map(|t| t.goals.iter().copied()).collect()
    };
    units.flat_map(|u| of(u).into_iter().filter_map(|g| u.goals.get(g))).collect()
}

/// The counts of a program, by file. Only files with claims are asked for: tests are full of macros, of which llvm-cov has much
/// to tell.
fn export(profile: &Profile, claims: &BTreeSet<&Goal>, options: &Options) -> Option<BTreeMap<PathBuf, Counted>> {
    let files: BTreeSet<&str> = claims.iter().map(|g| g.file.as_str()).collect();
    if files.is_empty() {
        return Some(BTreeMap::new());
    }
    let data = profile.raw.with_extension("profdata");
    let clang = &options.clang.path;
    let mut merge = Command::new(beside(clang, "llvm-profdata"));
    merge.arg("merge").arg("-sparse").arg(&profile.raw).arg("-o").arg(&data);
    output(merge, MOST_BYTES)?;
    let mut export = Command::new(beside(clang, "llvm-cov"));
    export
        .arg("export")
        .arg(&profile.program.exe)
        .arg(format!("-instr-profile={}", data.display()))
        .arg("-skip-functions");
    export.args(files);
    let json: Value = serde_json::from_slice(&output(export, MOST_BYTES)?).ok()?;
    let mut all = BTreeMap::new();
    for file in json["data"][0]["files"].as_array()? {
        let path = Path::new(file["filename"].as_str()?);
        let path = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        all.insert(path.clone(), counted(file, &path));
    }
    Some(all)
}

pub fn output(command: Command, most: usize) -> Option<Vec<u8>> {
    let limits = Limits { wall: Duration::from_secs(120), ..Limits::default() };
    let run = run_process(command, Stream::Out, most, &limits).ok()?;
    (run.end == End::Exited(0)).then_some(run.said)
}

fn counted(file: &Value, path: &Path) -> Counted {
    let n = |v: &Value, i: usize| v[i].as_u64().unwrap_or(0);
    let list = |key: &str| file[key].as_array().cloned().unwrap_or_default();
    let branch = |b: &Value| ((n(b, 0), n(b, 1)), (n(b, 2), n(b, 3)), n(b, 4) != 0, n(b, 5) != 0);
    let segment = |s: &Value| ((n(s, 0), n(s, 1)), n(s, 2), s[3] == true, s[5] == true);
    let has_branches = |e: &&Value| e["branches"].as_array().is_some_and(|b| !b.is_empty());
    let begin = |r: &Value| (n(r, 0), n(r, 1));
    let text = std::fs::read(path).unwrap_or_default();
    let lines = String::from_utf8_lossy(&text).lines().map(String::from).collect();
    Counted {
        branches: list("branches").iter().map(branch).collect(),
        segments: list("segments").iter().map(segment).collect(),
        expansions: list("expansions").iter().filter(|e| has_branches(e)).map(|e| begin(&e["source_region"])).collect(),
        lines,
    }
}

impl Counted {
    /// The source from a place to the end of its line.
    fn rest(&self, at: Place) -> &str {
        let line = self.lines.get((at.0 as usize).wrapping_sub(1));
        line.and_then(|l| l.get((at.1 as usize).saturating_sub(1)..)).unwrap_or("")
    }

    /// Whether the statement was executed; `None` where nothing is counted.
    fn statement(&self, goal: &Goal) -> Option<bool> {
        let at = (goal.line as u64, goal.column as u64);
        let word: String = self.rest(at).chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
        if word.len() > 1 && !word.contains(char::is_lowercase) && word.contains(char::is_alphabetic) {
            return None; // a macro
        }
        // The jump behind a loop, which debug info places there: clang counts the loop's body.
        if self.rest(at).starts_with('}') {
            return None;
        }
        let last = self.segments.iter().take_while(|s| s.0 <= at).last()?;
        (last.2 && !last.3).then_some(last.1 > 0)
    }

    /// Whether the condition had the outcome; `None` where nothing is counted.
    fn outcome(&self, goal: &Goal) -> Option<bool> {
        let wanted = match goal.text.rsplit_once(" is ")?.1 {
            "true" => true,
            "false" => false,
            _ => return None,
        };
        // The first of its conditions has the same place.
        if goal.text.contains(WHOLE) {
            return None;
        }
        let at = (goal.line as u64, goal.column as u64);
        let has = |b: &&(Place, Place, bool, bool)| b.0 <= at && at < b.1;
        let size = |b: &&(Place, Place, bool, bool)| (b.1.0 - b.0.0, b.1.1.abs_diff(b.0.1));
        let region = self.branches.iter().filter(has).min_by_key(size)?;
        // A condition inside of a macro has the same place as the one around it.
        if self.expansions.iter().any(|e| region.0 <= *e && *e < region.1) {
            return None;
        }
        let source = self.rest(region.0);
        if source.starts_with("case") || source.starts_with("default") || !region.2 && !region.3 {
            return None;
        }
        // Clang counts the condition with its `!`, for us it is what stands behind it.
        let negated = source.chars().take_while(|c| "!( ".contains(*c)).filter(|c| *c == '!').count() % 2 == 1;
        // `c ? a : b` as a condition is counted as a whole, by us in its parts.
        if source.contains('?')
            && region.1.0 == region.0.0
            && self
                .lines
                .get(region.0.0 as usize - 1)
                .and_then(|l| l.get(region.0.1 as usize - 1..region.1.1 as usize - 1))
                .is_some_and(|s| s.contains('?'))
        {
            return None;
        }
        Some(if wanted != negated { region.2 } else { region.3 })
    }
}
