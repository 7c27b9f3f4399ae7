//! The report in a real browser: pages, clicks, search, links, keys; no errors on the console.

use crescendo_report::Pages;
use crescendo_report::model::{
    Alarm, Call, Decision, Fault, File, Function, Goal, Progress, Report, State, Tally, Test, Vector,
};
use std::path::Path;
use std::process::Command;

const SOURCE: &str = include_str!("sample.c");

fn goal(criterion: usize, line: u32, text: &str, state: State, tests: &[usize], reason: &str) -> Goal {
    let help = if reason.is_empty() { "" } else { "--bound elements=16" };
    Goal {
        criterion,
        line,
        column: 9,
        text: text.into(),
        state,
        tests: tests.to_vec(),
        reason: reason.into(),
        help: help.into(),
    }
}

fn test(name: &str, path: &[&str], inputs: &[(&str, &str)], outcome: &str) -> Test {
    Test {
        name: name.into(),
        path: path.iter().map(|s| s.to_string()).collect(),
        inputs: inputs.iter().map(|(a, b)| (a.to_string(), b.to_string())).collect(),
        outcome: vec![outcome.into()],
        reproduce: format!("crescendo replay --test {name}"),
        ..Test::default()
    }
}

fn clamp() -> Function {
    let tally = |covered, infeasible, total| Tally { covered, infeasible, total };
    Function {
        name: "clamp".into(),
        line: 5,
        declaration: "int clamp(int a, int b, int limit)".into(),
        stop: "exhausted".into(),
        seconds: 0.0123,
        runs: 9,
        tallies: [tally(5, 0, 5), tally(8, 1, 10), tally(3, 0, 4), tally(0, 0, 0)],
        goals: vec![
            goal(0, 7, "statement", State::Covered, &[0, 1], ""),
            goal(1, 7, "a > b is true", State::Covered, &[0], ""),
            goal(1, 7, "a > b is false", State::Covered, &[1], ""),
            goal(
                1,
                8,
                "a != 0 is false",
                State::Infeasible,
                &[],
                "excluded by the conditions in lines 7, 8 </script><b>",
            ),
            goal(1, 8, "b == 99 is true", State::Unknown, &[], "bound hit: `b` has no more elements"),
            goal(2, 8, "b == 99 decides by itself", State::Unknown, &[], "not tried within the budget"),
        ],
        decisions: vec![Decision {
            line: 8,
            column: 9,
            text: "limit < 0 && a != 0 || b == 99".into(),
            conditions: vec!["limit < 0".into(), "a != 0".into(), "b == 99".into()],
            vectors: vec![
                Vector { values: "TT-".into(), outcome: true, tests: vec![0] },
                Vector { values: "F-F".into(), outcome: false, tests: vec![1] },
            ],
            pairs: vec![Some((0, 1, "masking".into())), None, None],
        }],
        tests: vec![
            test(
                "clamp_returns_minus_1",
                &["a > b is true", "limit < 0 is true"],
                &[("a", "1"), ("limit", "-1")],
                "returns -1",
            ),
            test("clamp_returns_2", &["a > b is false", "m > limit is true"], &[("b", "2")], "returns 2"),
        ],
        calls: vec![1],
        outside: vec!["printf".into()],
        progress: vec![
            Progress { seconds: 0.001, runs: 1, covered: 5 },
            Progress { seconds: 0.01, runs: 9, covered: 8 },
        ],
        ..Function::default()
    }
}

fn lookup() -> Function {
    let fault = Fault {
        kind: "out-of-bounds".into(),
        message: "index 4 is outside".into(),
        line: 18,
        function: "lookup".into(),
        test: Some(0),
        ..Fault::default()
    };
    Function {
        name: "lookup".into(),
        line: 16,
        declaration: "int lookup(unsigned i)".into(),
        stop: "complete".into(),
        tallies: [Tally { covered: 1, infeasible: 0, total: 1 }; 4],
        goals: vec![goal(0, 18, "statement", State::Covered, &[0], "")],
        tests: vec![Test { fault: Some(0), ..test("lookup_faults", &[], &[("i", "4")], "out-of-bounds") }],
        faults: vec![fault],
        ..Function::default()
    }
}

fn alarm(verdict: &str, strength: &str, line: u32) -> Alarm {
    let values = vec![("i".to_string(), "4".to_string())];
    let chain = if verdict == "confirmed" {
        vec![Call("main".into(), 0, 20, values.clone()), Call("lookup".into(), 0, line, Vec::new())]
    } else {
        Vec::new()
    };
    Alarm {
        fingerprint: format!("print{line}"),
        kind: if line == 18 { "out-of-bounds" } else { "null-dereference" }.into(),
        message: "index 4 is outside </script><b>".into(),
        line,
        function: "lookup".into(),
        unit: "lookup".into(),
        verdict: verdict.into(),
        strength: strength.into(),
        why: "the caller passes it".into(),
        chain,
        frames: vec![("lookup".into(), 0, line)],
        path: vec![(0, 17, "i > 3 is true".into())],
        inputs: values,
        assumptions: vec!["p is not null".into()],
        help: "Check the index.".into(),
        reproduce: Some("crescendo gen sample.c --function lookup".into()),
        suppressed: (line == 8).then(|| "looked at".to_string()),
        ..Alarm::default()
    }
}

/// With verdicts.
fn checked() -> Report {
    let alarms = vec![
        alarm("confirmed", "native", 18),
        alarm("open", "unit", 7),
        alarm("open", "unit", 8),
        alarm("false", "proved", 9),
    ];
    Report { alarms: Some(alarms), ..report() }
}

/// A report with functions beside the two of the source.
fn write(report: &Report, more: usize, folder: &Path) {
    let mut functions = vec![clamp(), lookup()];
    functions.extend((0..more).map(|i| Function { name: format!("extra_{i}"), ..lookup() }));
    let mut pages = Pages::new(folder).unwrap();
    for (id, f) in functions.iter().enumerate() {
        let callers: Vec<usize> =
            (0..functions.len()).filter(|i| *i != id && functions[*i].calls.contains(&id)).collect();
        pages.add(f, report.files.get(f.file), &callers).unwrap();
    }
    pages.finish(report).unwrap();
}

fn report() -> Report {
    Report {
        title: "sample".into(),
        tool: "crescendo 0.1".into(),
        command: "crescendo gen sample.c".into(),
        seconds: 1.5,
        files: vec![File::new("src/sample.c".into(), SOURCE.into())],
        notes: vec!["all tests agree".into()],
        ..Report::default()
    }
}

/// What the checks in `check.js` say when a browser runs them.
fn judged(folder: &Path) -> String {
    judged_by(folder, include_str!("check.js"))
}

fn judged_by(folder: &Path, checks: &str) -> String {
    let page = std::fs::read_to_string(folder.join("index.html")).unwrap();
    let page = page.replace("<script src=\"app.js\">", "<script src=\"check.js\"></script><script src=\"app.js\">");
    std::fs::write(folder.join("check.html"), page).unwrap();
    std::fs::write(folder.join("check.js"), checks).unwrap();
    let profile = folder.join("profile");
    let out = Command::new("chromium")
        .args(["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run"])
        .args(["--virtual-time-budget=60000", "--dump-dom"])
        .arg(format!("--user-data-dir={}", profile.display()))
        .arg(format!("file://{}/check.html", folder.display()))
        .output()
        .expect("chromium runs");
    let dom = String::from_utf8_lossy(&out.stdout).into_owned();
    let verdict = dom.split("<pre id=\"verdict\">").nth(1).and_then(|s| s.split("</pre>").next());
    verdict.unwrap_or_else(|| panic!("no verdict: {dom}\n{}", String::from_utf8_lossy(&out.stderr))).to_string()
}

/// Chromium is a package of the tests; only a machine without apt may lack it.
fn has_browser() -> bool {
    let found = Command::new("chromium").arg("--version").output().is_ok_and(|o| o.status.success());
    if !found {
        eprintln!("no chromium here: the report is not looked at");
    }
    found
}

#[test]
fn pages_clicks_search_and_keys() {
    if !has_browser() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    write(&report(), 0, folder.path());
    // For looking at it oneself.
    if let Some(kept) = std::env::var_os("CRESCENDO_KEEP_REPORT") {
        write(&report(), 40, Path::new(&kept));
    }
    assert_eq!(judged(folder.path()), "all checks hold");
}

#[test]
fn alarms_by_verdict_kind_and_text() {
    if !has_browser() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    write(&checked(), 0, folder.path());
    // For looking at it oneself.
    if let Some(kept) = std::env::var_os("CRESCENDO_KEEP_REPORT") {
        write(&checked(), 0, &Path::new(&kept).join("alarms"));
    }
    // The frame of the other checks, with other things to look at.
    let other = include_str!("check.js");
    let (look, load) =
        (other.find("async function look()").unwrap(), other.find("window.addEventListener(\"load\"").unwrap());
    let checks = [&other[..look], include_str!("check_alarms.js"), &other[load..]].concat();
    assert_eq!(judged_by(folder.path(), &checks), "all checks hold");
}

#[test]
fn thousands_of_functions() {
    if !has_browser() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    write(&report(), 2000, folder.path());
    assert_eq!(judged(folder.path()), "all checks hold");
}

#[test]
fn text_cannot_end_a_script() {
    let folder = tempfile::tempdir().unwrap();
    write(&report(), 0, folder.path());
    let data = std::fs::read_to_string(folder.path().join("data/f0.js")).unwrap();
    assert!(data.contains("<\\/script>") && !data.contains("</script>"));
}
