//! Whether a test agrees with the machine.

use crate::Verdict;
use crate::report::{fault_in, is_report};
use crate::run::Pass;
use crescendo_suite::model::{Outcome, Test, Why};

/// A test agrees if it passes every time, and a fault is of the expected kind and place.
pub fn judge(test: &Test, passes: &[Pass]) -> Verdict {
    let results: Vec<Option<bool>> = passes.iter().map(|p| p.passed.get(&test.name).copied()).collect();
    let log = |p: &Pass| std::fs::read(p.logs.join(format!("{}.log", test.name))).unwrap_or_default();
    let failed = results.iter().position(|r| *r != Some(true));
    let Some(failed) = failed else {
        return match (&test.outcome, passes.first()) {
            (Outcome::Fault { kind, file, line, function, .. }, Some(p)) => {
                match fault_in(&String::from_utf8_lossy(&log(p)), kind, file, *line, function) {
                    Ok(()) => Verdict::Agrees,
                    Err(why) => Verdict::Disagrees(Why::Differs, why),
                }
            }
            _ => Verdict::Agrees,
        };
    };
    let pass = &passes[failed];
    let why = if results.iter().all(|r| *r == results[0]) { Why::Differs } else { Why::Flaky };
    let log = log(pass);
    let text = String::from_utf8_lossy(&log);
    let said = std::fs::read_to_string(pass.logs.join("stderr")).unwrap_or_default();
    let ended = said.lines().find_map(|l| l.strip_prefix(&test.name)?.strip_prefix(": "));
    Verdict::Disagrees(why, difference(&text, ended))
}

/// What a failed test said, in one line.
fn difference(log: &str, ended: Option<&str>) -> String {
    let is_check = |l: &&str| {
        l.contains(": expected ")
            || l.contains("unexpected call")
            || l.contains("expected the call")
            || l.contains(" bytes off")
            || l.contains("is not true")
    };
    let sanitizer = log.lines().find(|l| is_report(l));
    let place = || log.lines().find(|l| l.trim_start().starts_with("#") && !l.contains("asan") && l.contains(".c:"));
    let mut text = match (log.lines().find(is_check), sanitizer) {
        (Some(check), _) => check.to_string(),
        (None, Some(report)) => {
            let report = report.split_once("ERROR: ").map_or(report, |(_, r)| r);
            let report = report.split(" at pc ").next().unwrap_or(report);
            format!("natively: {report}{}", place().map_or_else(String::new, |p| format!(" in {}", p.trim())))
        }
        (None, None) => format!("natively: {}", ended.unwrap_or("it ended otherwise")),
    };
    if text.len() > 400 {
        text = text.chars().take(397).collect::<String>() + "...";
    }
    text
}
