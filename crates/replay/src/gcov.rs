//! Asks gcov, as a second judge, whether the tests cover what they claim.
//!
//! Statements by their line; outcomes of conditions by their number: a line has at least as many branches taken as outcomes are
//! claimed there. Where gcc makes no branches of conditions (`return a == b`), and in the later lines of an expression, whose
//! parts gcc books on one line or the other, claims are *unmeasured*.

use crate::coverage::{MOST, MOST_BYTES, claims, output};
use crescendo_suite::Suite;
use crescendo_suite::model::{CoverageCheck, Goal};
use serde_json::Value;
use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::process::Command;

/// What gcc adds to a program for it.
pub const FLAGS: &[&str] = &["--coverage"];

/// A program that gcc built and that was run: its object, and the source whose tests it has.
pub struct Counted {
    pub object: PathBuf,
    pub source: usize,
}

/// Lines without code that may stand in an expression.
const NEAR: usize = 8;

/// Of one line.
#[derive(Default)]
struct Line {
    executed: bool,
    branches: usize,
    taken: usize,
}

/// What is claimed for one line.
#[derive(Default)]
struct Claim {
    /// Their columns.
    statements: Vec<u32>,
    outcomes: usize,
    /// Outcomes that there are, claimed or not.
    possible: usize,
}

/// Where gcc leaves the counts of an object.
pub fn counts_of(object: &Path) -> PathBuf {
    object.with_extension("gcda")
}

pub fn check(suite: &Suite, programs: &[Counted]) -> CoverageCheck {
    let mut check = CoverageCheck::default();
    for program in programs {
        let Some(lines) = measured(&program.object) else {
            check.differences.push(format!("gcov says nothing about {}", program.object.display()));
            continue;
        };
        let mut sources: BTreeMap<PathBuf, Vec<String>> = BTreeMap::new();
        for ((file, line), claim) in by_line(suite, program.source) {
            let Claim { statements: columns, outcomes, possible } = claim;
            let statements = columns.len();
            check.claimed += statements + outcomes;
            let text = sources.entry(file.clone()).or_insert_with(|| read_lines(&file));
            let found = lines.get(&(file.clone(), line)).filter(|_| !goes_on(text, line as usize));
            let Some(found) = found else {
                check.unmeasured += statements + outcomes;
                continue;
            };
            let mut tell = |what: String| {
                if check.differences.len() < MOST {
                    check.differences.push(format!("{}:{line}: {what}", file.display()));
                }
            };
            match found.executed {
                true => check.confirmed += statements,
                // In `} else if (x)` gcov counts what follows the end of the block.
                false if columns.iter().all(|c| ends_a_block(text, line as usize, *c as usize)) => {
                    check.unmeasured += statements;
                }
                false => tell("gcov counts no execution".into()),
            }
            // Conditions that are no jumps, or several to a jump, are no matter of gcov's: which ones it counts is not known.
            if found.branches < outcomes {
                check.unmeasured += outcomes;
            } else if found.taken >= outcomes {
                check.confirmed += outcomes;
            } else if found.branches < possible {
                check.unmeasured += outcomes;
            } else {
                tell(format!("{outcomes} outcomes are claimed, gcov counts {}", found.taken));
            }
        }
    }
    check
}

fn read_lines(file: &Path) -> Vec<String> {
    let text = std::fs::read(file).unwrap_or_default();
    String::from_utf8_lossy(&text).lines().map(String::from).collect()
}

/// Whether a block ends at a place, with more in the line behind it.
fn ends_a_block(lines: &[String], line: usize, column: usize) -> bool {
    let rest = lines.get(line.wrapping_sub(1)).and_then(|l| l.get(column.saturating_sub(1)..));
    rest.and_then(|r| r.strip_prefix('}')).is_some_and(|r| !r.trim().is_empty())
}

/// Whether an expression goes on in a line, or from it to the next.
fn goes_on(lines: &[String], line: usize) -> bool {
    let text = |n: usize| lines.get(n.wrapping_sub(1)).map_or("", |l| l.split("//").next().unwrap_or("").trim());
    let code = |n: usize| text(n).split("/*").next().unwrap_or("").trim();
    // Comments and directives may stand between.
    let is_comment = |c: &str| c == "*" || ["* ", "*/"].iter().any(|start| c.starts_with(start));
    let is_code = |n: &usize| !code(*n).is_empty() && !code(*n).starts_with('#') && !is_comment(code(*n));
    let before = (1..line).rev().take(NEAR).find(is_code).map_or("", code);
    let after = (line + 1..=lines.len()).take(NEAR).find(is_code).map_or("", code);
    let open = |l: &str| l.ends_with(['&', '|', ',', '(', '=', '+', '?']) && !l.ends_with("++");
    let begun = |l: &str| l.starts_with(['&', '|', '?']);
    open(before) || begun(code(line)) || open(code(line)) || begun(after)
}

/// Files of goals by their names, each asked for once.
#[derive(Default)]
struct Files(HashMap<String, PathBuf>);

impl Files {
    fn place(&mut self, goal: &Goal) -> (PathBuf, u64) {
        let line = goal.line as u64;
        if let Some(known) = self.0.get(&goal.file) {
            return (known.clone(), line);
        }
        let file = PathBuf::from(&goal.file);
        let file = file.canonicalize().unwrap_or(file);
        self.0.insert(goal.file.clone(), file.clone());
        (file, line)
    }
}

/// Whether it is one of the two of a condition.
fn is_outcome(goal: &Goal) -> bool {
    goal.criterion == "branch" && (goal.text.ends_with(" is true") || goal.text.ends_with(" is false"))
}

fn by_line(suite: &Suite, source: usize) -> BTreeMap<(PathBuf, u64), Claim> {
    let mut files = Files::default();
    let mut all: BTreeMap<_, Claim> = BTreeMap::new();
    for goal in claims(suite, source) {
        let claim = all.entry(files.place(goal)).or_default();
        match goal.criterion.as_str() {
            "statement" => claim.statements.push(goal.column),
            _ => claim.outcomes += is_outcome(goal) as usize,
        }
    }
    // Several conditions of one macro look alike, so they are counted unit by unit.
    for unit in suite.units.iter().filter(|u| u.source == source) {
        let mut possible: BTreeMap<_, usize> = BTreeMap::new();
        for goal in unit.goals.iter().filter(|g| is_outcome(g)) {
            *possible.entry(files.place(goal)).or_default() += 1;
        }
        for (line, count) in possible {
            all.entry(line).and_modify(|claim| claim.possible = claim.possible.max(count));
        }
    }
    all
}

/// What gcov counted, by file and line.
fn measured(object: &Path) -> Option<BTreeMap<(PathBuf, u64), Line>> {
    let mut gcov = Command::new("gcov");
    gcov.args(["-t", "-i", "-b"]).arg(counts_of(object));
    let json: Value = serde_json::from_slice(&output(gcov, MOST_BYTES)?).ok()?;
    let folder = Path::new(json["current_working_directory"].as_str().unwrap_or_default()).to_owned();
    let mut all: BTreeMap<_, Line> = BTreeMap::new();
    for file in json["files"].as_array()? {
        let path = folder.join(file["file"].as_str().unwrap_or_default());
        let path = path.canonicalize().unwrap_or(path);
        for line in file["lines"].as_array().into_iter().flatten() {
            let entry = all.entry((path.clone(), line["line_number"].as_u64().unwrap_or(0))).or_default();
            entry.executed |= line["count"].as_u64() > Some(0);
            let branches = line["branches"].as_array().map_or(&[][..], |b| b);
            entry.branches += branches.len();
            entry.taken += branches.iter().filter(|b| b["count"].as_u64() > Some(0)).count();
        }
    }
    Some(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_of_blocks() {
        let lines = ["    } else if (x)".to_string(), "    }".to_string()];
        assert!(ends_a_block(&lines, 1, 5));
        assert!(!ends_a_block(&lines, 1, 7) && !ends_a_block(&lines, 2, 5) && !ends_a_block(&lines, 3, 1));
    }

    #[test]
    fn expressions_of_several_lines() {
        let text = "x = 1;\nwhile (*s && a ||\n       b) {\n    i++;\n    f(s);\nif (a\n    && b)\n    return;";
        let lines: Vec<String> = text.lines().map(String::from).collect();
        let several: Vec<usize> = (1..=lines.len()).filter(|n| goes_on(&lines, *n)).collect();
        assert_eq!(several, [2, 3, 6, 7]);
        let commented = ["if (a ||", "    /* or */", "#if X", "    b)", "    f();"].map(String::from);
        assert!(goes_on(&commented, 4) && !goes_on(&commented, 5));
        let pointer = ["if (a ||", "*p)", "f();"].map(String::from);
        assert!(goes_on(&pointer, 2) && !goes_on(&pointer, 3));
    }
}
