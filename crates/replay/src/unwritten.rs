//! Tests that end otherwise because of local variables that nobody wrote: these are 0 in the machine, and something else natively.
//!
//! Such a test agrees if it is built with zeros there, and the same source and compiler without them gives something else. Where
//! that is only what stubs are given, or what was copied to a place that is looked at afterwards, this is no longer compared; otherwise
//! the test stays put aside, and says why.

use crate::build::Program;
use crate::judge::judge;
use crate::run::{first_log, run_with_zeros};
use crate::{Options, ReplayError, Tried, Verdict};
use crescendo_suite::Suite;
use crescendo_suite::model::{Change, Outcome, Test, Why};

/// An argument that is not compared.
const ANY: &str = "...";

/// What a test still expects.
struct Kept {
    calls: Vec<String>,
    changes: Vec<Change>,
}

/// Leaves such arguments and places out of the tests; whether there are any.
pub fn leave_out(suite: &mut Suite, tried: &mut Tried, options: &Options) -> Result<bool, ReplayError> {
    let mut changed = false;
    for p in tried.built.programs.iter().filter(|p| !p.test.judge.expects_faults()) {
        let differs =
            |t: &&String| matches!(tried.verdicts.get(*t), Some(Verdict::Disagrees(Why::Differs | Why::Flaky, _)));
        let open: Vec<String> = p.tests.iter().filter(differs).cloned().collect();
        if open.is_empty() {
            continue;
        }
        let Ok(exe) = tried.built.with_zeros(&p.test, options) else { continue };
        let names: Vec<&str> = open.iter().map(String::as_str).collect();
        let zeros = [run_with_zeros(p, exe, &names, options)?];
        let tests = suite.units.iter_mut().flat_map(|u| &mut u.tests).filter(|t| open.contains(&t.name));
        for test in tests.filter(|t| judge(t, &zeros) == Verdict::Agrees) {
            match without_unwritten(p, test, options) {
                Some(kept) => {
                    test.calls = kept.calls;
                    if let Outcome::Returned { changes, .. } = &mut test.outcome {
                        *changes = kept.changes;
                    }
                    changed = true;
                }
                None => {
                    if let Some(Verdict::Disagrees(_, text)) = tried.verdicts.get_mut(&test.name) {
                        *text = format!("it depends on memory that nobody wrote: {text}");
                    }
                }
            }
        }
    }
    Ok(changed)
}

/// What a test expects, without what differed; `None` if anything else did.
fn without_unwritten(p: &Program, test: &Test, options: &Options) -> Option<Kept> {
    let file = format!("{}.c", p.test.name);
    let source = std::fs::read_to_string(options.folder.join("src").join(&file)).ok()?;
    let lines: Vec<&str> = source.lines().collect();
    let log = first_log(p, &test.name, options);
    let Outcome::Returned { changes, .. } = &test.outcome else { return None };
    let mut kept = Kept { calls: test.calls.clone(), changes: changes.clone() };
    let mut any = false;
    for complaint in log.lines().filter_map(|l| l.strip_prefix(&file)?.strip_prefix(':')) {
        let (line, text) = complaint.split_once(": ")?;
        let line = line.parse::<usize>().ok()?.checked_sub(1)?;
        match text.split_once("expected the call ") {
            Some((_, calls)) => {
                let (expected, got) = calls.split_once(", got ")?;
                // The checks of calls stand one below the other.
                let number = lines.get(..line)?.iter().rev().take_while(|l| l.contains("CHECK_CALL(")).count();
                let call = kept.calls.get_mut(number).filter(|c| *c == expected)?;
                *call = common(expected, got)?;
            }
            None => {
                let at = kept.changes.iter().position(|c| is_check_of(lines.get(line), c.target()))?;
                kept.changes.remove(at);
            }
        }
        any = true;
    }
    any.then_some(kept)
}

/// Whether a line of a test compares that place: `CHECK_INT(place, 1);`
fn is_check_of(line: Option<&&str>, place: &str) -> bool {
    let Some((check, rest)) = line.and_then(|l| l.split_once('(')) else { return false };
    let behind = rest.strip_prefix(place).or_else(|| rest.strip_prefix('&')?.strip_prefix(place));
    check.trim_start().starts_with("CHECK_")
        && behind.is_some_and(|b| b.starts_with([',', ')']) || b.starts_with(" == "))
}

/// Two calls of one function, without the arguments in which they differ.
fn common(expected: &str, got: &str) -> Option<String> {
    let parts = |call: &'_ str| -> Option<(String, Vec<String>)> {
        let (function, rest) = call.split_once('(')?;
        Some((function.into(), rest.strip_suffix(')')?.split(", ").map(String::from).collect()))
    };
    let ((function, expected), (other, got)) = (parts(expected)?, parts(got)?);
    if function != other || expected.len() != got.len() {
        return None;
    }
    let same = expected.into_iter().zip(&got).map(|(e, g)| if e == *g { e } else { ANY.into() });
    Some(format!("{function}({})", same.collect::<Vec<_>>().join(", ")))
}

#[cfg(test)]
mod tests {
    use super::{common, is_check_of};

    #[test]
    fn lines_that_compare_a_place() {
        assert!(is_check_of(Some(&"    CHECK_INT(result.a, 0);"), "result.a"));
        assert!(is_check_of(Some(&"    CHECK_BYTES(&result.f, 16, \"\");"), "result.f"));
        assert!(is_check_of(Some(&"    CHECK_NULL(result.p);"), "result.p"));
        assert!(!is_check_of(Some(&"    CHECK_INT(result.ab, 0);"), "result.a"));
        assert!(!is_check_of(None, "result.a"));
    }

    #[test]
    fn arguments_that_differ() {
        assert_eq!(common("f(1, 0, p)", "f(1, 43690, p)").as_deref(), Some("f(1, ..., p)"));
        assert_eq!(common("f(0)", "g(0)"), None);
        assert_eq!(common("f(0)", "f(0, 1)"), None);
        assert_eq!(common("f(0)", "none"), None);
    }
}
