//! `crescendo gen` on small functions: what is found, what is proved infeasible, what stays unknown.
//!
//! `tests/gen/*.c` show that each kind of C is solved, `tests/infeasible/*.c` that exactly the dead outcomes are proved to be,
//! `tests/units/*/*.c` that what published unit testers stumble over is no obstacle. All say in marks what is not covered (`gen/marks.rs`), and in `// expect` lines what else counts (`gen/expect.rs`).
//! The bundled subjects (`bench/explore/*.c`) and every strategy run through the same checks of the summary.

#[path = "gen/expect.rs"]
mod expect;
#[path = "gen/marks.rs"]
mod marks;
#[path = "gen/schema.rs"]
mod schema;
mod support;

use libtest_mimic::{Arguments, Failed, Trial};
use marks::{Mark, Place};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;
use support::*;

const STRATEGIES: [&str; 11] = [
    "adaptive",
    "dfs",
    "reverse-dfs",
    "random",
    "cfg",
    "cfds",
    "cgs",
    "generational",
    "flood",
    "weighted-random",
    "combined",
];

fn main() {
    let mut trials = Vec::new();
    for corpus in ["gen", "infeasible", "units"] {
        let folder = root().join("tests").join(corpus);
        for file in files(&folder, is_c) {
            trials.push(Trial::test(format!("{corpus}/{}", name(&folder, &file)), move || judge(&file)));
        }
    }
    assert!(trials.len() > 30, "the corpus is missing");
    let subjects = root().join("bench/explore");
    for file in files(&subjects, is_c) {
        trials.push(Trial::test(format!("subject {}", name(&subjects, &file)), move || subject(&file)));
    }
    for strategy in STRATEGIES {
        trials.push(Trial::test(format!("strategy {strategy}"), move || by_strategy(strategy)));
    }
    trials.push(Trial::test("links of docs/c-support.md", links));
    trials.push(Trial::test("all strategies are listed", listed));
    trials.push(Trial::test("criteria by themselves", criteria));
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

/// The lines a file opens with.
struct Wanted {
    options: Vec<String>,
    cflags: Vec<String>,
    expected: Vec<String>,
}

fn wanted(file: &Path) -> Result<Wanted, Failed> {
    let text = std::fs::read_to_string(file)?;
    let mut w = Wanted { options: Vec::new(), cflags: Vec::new(), expected: Vec::new() };
    let mut runs = "1000".to_string();
    for line in text.lines() {
        let Some(line) = line.strip_prefix("// ") else { break };
        let words = |s: &str| shlex::split(s).ok_or("not shell words");
        match line.split_once(": ") {
            Some(("runs", n)) => runs = n.to_string(),
            Some(("steps", n)) => w.options.extend(["--max-steps".into(), n.into()]),
            Some(("options", o)) => w.options.extend(words(o)?),
            Some(("cflags", o)) => w.cflags.extend(words(o)?),
            _ => match line.strip_prefix("expect ") {
                Some(e) => w.expected.push(e.to_string()),
                None => return Err(format!("what is `// {line}`?").into()),
            },
        }
    }
    w.options.extend(["--max-runs".into(), runs]);
    Ok(w)
}

/// Runs `gen` and checks what every summary must have.
fn generate(file: &Path, options: &[String], cflags: &[String]) -> Result<Value, Failed> {
    let folder = scratch();
    let mut command = Command::new(crescendo());
    // The budget in runs counts; the time is only there to end what hangs.
    command.arg("gen").arg(file).args(["--budget", "1000s", "--jobs", "1", "--no-replay", "-o", "out"]).args(options);
    command.arg("--").arg("-w").args(cflags);
    let ended = execute(&mut command, &[], folder.path(), LIMIT);
    let text = std::fs::read(folder.path().join("out/summary.json")).map_err(|e| format!("{e}; {ended:?}"))?;
    let summary: Value = serde_json::from_slice(&text)?;
    let bugs: Vec<&Value> = summary["functions"].as_array().into_iter().flatten().map(|f| &f["tool_bugs"]).collect();
    if ended.status != 0 || summary["tool_bugs"] != 0 {
        return Err(format!("{bugs:?}\n{ended:?}").into());
    }
    schema::check(&summary)?;
    for f in summary["functions"].as_array().into_iter().flatten() {
        if f["stop"] == "time budget" {
            return Err(format!("{} was cut by time: give it fewer runs", f["name"]).into());
        }
    }
    Ok(summary)
}

fn judge(file: &Path) -> Result<(), Failed> {
    let w = wanted(file)?;
    let summary = generate(file, &w.options, &w.cflags)?;
    let mut wrong = marked(file, &summary)?;
    for e in &w.expected {
        wrong.extend(expect::check(e, &summary).err());
    }
    if !wrong.is_empty() {
        return Err(wrong.join("\n").into());
    }
    same(&summary, &generate(file, &w.options, &w.cflags)?)
}

fn same(a: &Value, b: &Value) -> Result<(), Failed> {
    let (a, b) = (schema::timeless(a.clone()), schema::timeless(b.clone()));
    if a == b {
        return Ok(());
    }
    let (a, b) = (serde_json::to_string_pretty(&a)?, serde_json::to_string_pretty(&b)?);
    let differ = a.lines().zip(b.lines()).enumerate().find(|(_, (x, y))| x != y);
    Err(format!("the same seed gives something else: {differ:?}").into())
}

/// What is said of something that is not covered.
struct Open {
    verdict: String,
    reason: String,
    /// The kinds of what that rests on.
    hypotheses: BTreeSet<String>,
}

/// What is open, by place; conditions of one line are counted by their columns.
fn open(summary: &Value, columns: &BTreeMap<u64, BTreeSet<u64>>) -> BTreeMap<Place, Open> {
    let mut all = BTreeMap::new();
    for o in summary["functions"].as_array().into_iter().flatten().flat_map(|f| f["open"].as_array()).flatten() {
        let criterion = o["criterion"].as_str().unwrap_or("");
        // Here the machine is judged: what its runs reached counts, whether or not it has a native test.
        if criterion != "branch" && criterion != "statement" || o["verdict"] == "seen" {
            continue;
        }
        let (line, column) = (o["line"].as_u64().unwrap_or(0), o["column"].as_u64().unwrap_or(0));
        let nth = match criterion {
            "branch" => columns.get(&line).map_or(0, |c| c.iter().take_while(|c| **c < column).count()),
            _ => 0,
        };
        let text = |key: &str| o[key].as_str().unwrap_or("").to_string();
        // Marks count conditions, they do not repeat them.
        let goal = match text("goal").rsplit_once(" is ") {
            Some((_, truth @ ("true" | "false"))) => format!("condition is {truth}"),
            _ => text("goal"),
        };
        let named = o["hypotheses"].as_array().into_iter().flatten().filter_map(|h| h["kind"].as_str());
        let hypotheses = named.map(String::from).collect();
        all.insert(Place { line, nth, goal }, Open { verdict: text("verdict"), reason: text("reason"), hypotheses });
    }
    all
}

/// Where the conditions of each line stand.
fn columns(file: &Path, cflags: &[String]) -> Result<BTreeMap<u64, BTreeSet<u64>>, Failed> {
    let folder = scratch();
    let mut command = Command::new(crescendo());
    command.args(["inspect", "--cover"]).arg(file).arg("--").arg("-w").args(cflags);
    let ended = execute(&mut command, &[], folder.path(), LIMIT);
    let mut all: BTreeMap<u64, BTreeSet<u64>> = BTreeMap::new();
    for line in String::from_utf8_lossy(&ended.stdout).lines() {
        let mut words = line.split_whitespace();
        let Some((l, c)) = words.next().and_then(|w| w.split_once(':')) else { continue };
        if !matches!(words.next().map(|w| w.trim_end_matches(',')), Some("branch" | "value" | "switch")) {
            continue;
        }
        if let (Ok(l), Ok(c)) = (l.parse(), c.parse()) {
            all.entry(l).or_default().insert(c);
        }
    }
    if all.is_empty() { Err(format!("no conditions: {ended:?}").into()) } else { Ok(all) }
}

/// Compares what is open with the marks of the source.
fn marked(file: &Path, summary: &Value) -> Result<Vec<String>, Failed> {
    let marks = marks::marks(file)?;
    let w = wanted(file)?;
    let columns = columns(file, &w.cflags).unwrap_or_default();
    let open = open(summary, &columns);
    let show = |p: &Place| format!("line {}, condition {}: {}", p.line, p.nth + 1, p.goal);
    let mut wrong = Vec::new();
    for (place, Open { verdict, reason, hypotheses }) in &open {
        let fine = match marks.get(place) {
            Some(Mark::Dead) => verdict == "infeasible",
            Some(Mark::DeadIf(kind)) => verdict == "conditional" && hypotheses.contains(kind),
            Some(Mark::Hard) => verdict == "unknown" || verdict == "conditional",
            None => false,
        };
        if !fine {
            wrong.push(format!("{} is {verdict} ({reason}) {hypotheses:?}", show(place)));
        }
    }
    for (place, mark) in marks {
        if mark != Mark::Hard && !open.contains_key(&place) {
            wrong.push(format!("{} is marked dead, but covered or not there", show(&place)));
        }
    }
    Ok(wrong)
}

/// No bug of ours on the bundled subjects, even where every term is compared with its value.
fn subject(file: &Path) -> Result<(), Failed> {
    let options = ["--max-runs", "60", "--paranoid"].map(String::from);
    generate(file, &options, &[]).map(|_| ())
}

/// Every strategy finds everything in a small unit, the same every time.
fn by_strategy(strategy: &str) -> Result<(), Failed> {
    let file = root().join("bench/explore/tables.c");
    let options = ["--strategy", strategy, "--max-runs", "300", "--seed", "5"].map(String::from);
    let summary = generate(&file, &options, &[])?;
    let f = &summary["functions"][0];
    let reached = f["branch"]["covered"].as_u64().zip(f["branch"]["seen"].as_u64()).map(|(c, s)| c + s);
    if reached != f["branch"]["total"].as_u64() || f["stop"] != "complete" {
        return Err(format!("{}: {}", f["stop"], f["branch"]).into());
    }
    same(&summary, &generate(&file, &options, &[])?)
}

/// Every test that the feature matrix names is there.
fn links() -> Result<(), Failed> {
    let docs = root().join("docs");
    let text = std::fs::read_to_string(docs.join("c-support.md"))?;
    let targets: Vec<&str> = text.split("](").skip(1).filter_map(|t| t.split_once(')')).map(|t| t.0).collect();
    let missing: Vec<&&str> = targets.iter().filter(|t| !docs.join(t).exists()).collect();
    if targets.len() < 30 || !missing.is_empty() {
        return Err(format!("{} links, missing: {missing:?}", targets.len()).into());
    }
    Ok(())
}

fn listed() -> Result<(), Failed> {
    let folder = scratch();
    let ended = execute(Command::new(crescendo()).args(["gen", "--strategies"]), &[], folder.path(), LIMIT);
    let text = String::from_utf8_lossy(&ended.stdout).into_owned();
    let names: Vec<&str> = text.lines().filter_map(|l| l.split_whitespace().next()).collect();
    if names == STRATEGIES { Ok(()) } else { Err(format!("{ended:?}").into()) }
}

/// A criterion by itself covers what it asks for, and never more tests than all together need.
fn criteria() -> Result<(), Failed> {
    let file = root().join("bench/explore/header.c");
    for criterion in ["statement", "branch", "mcdc", "boundary"] {
        let options = ["--criterion", criterion, "--function", "examine", "--max-runs", "1000"].map(String::from);
        let summary = generate(&file, &options, &[])?;
        let tally = &summary["totals"][criterion];
        if tally["unknown"] != 0 {
            return Err(format!("{criterion}: {tally}").into());
        }
    }
    Ok(())
}
