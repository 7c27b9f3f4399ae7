//! The report of an output folder: what `summary.json` and `suite.json` say, as pages.

use crate::{alarm_files, suite_files, summary_file};
use anyhow::{Context, Result};
use clap::Args;
use crescendo_report::Pages;
use crescendo_report::model::{self, CRITERIA, Decision, Fault, File, Function, Goal, Report, State, Tally, Vector};
use crescendo_suite::export::c::{Layout, test_text};
use crescendo_suite::export::spell;
use crescendo_suite::model::{Outcome, Suite, Test, UnitTests};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Write the report of an output folder anew
///
/// Example: crescendo report crescendo-out, then open crescendo-out/report/index.html
#[derive(Args)]
pub struct ReportArgs {
    /// The output folder of `crescendo gen`
    #[arg(value_name = "DIR", default_value = "crescendo-out")]
    folder: PathBuf,
    /// Print where its first page is as JSON
    #[arg(long)]
    json: bool,
}

pub fn report_command(args: &ReportArgs) -> Result<ExitCode> {
    let page = write(&args.folder, &suite_files::read(&args.folder)?)?;
    match args.json {
        true => println!("{}", json!({ "report": page })),
        false => println!("{}", page.display()),
    }
    Ok(ExitCode::SUCCESS)
}

/// Writes `report/` into an output folder; gives its first page.
pub fn write(folder: &Path, suite: &Suite) -> Result<PathBuf> {
    let to = folder.join("report");
    let cannot = || format!("cannot write {}", to.display());
    let path = folder.join("summary.json");
    let outline = summary_file::outline(&path)?;
    let commands = Layout::new(suite).commands(suite, &folder.join("tests"));
    let mut maker =
        Maker { suite, units: units_at(suite), commands, numbers: outline.numbers(), files: Files::default() };
    let callers = outline.callers(&maker.numbers);
    let mut pages = Pages::new(&to).with_context(cannot)?;
    let mut number = 0;
    summary_file::each(&path, &mut |f| {
        let made = maker.function(&f);
        pages.add(&made, maker.files.all.get(made.file), &callers[number]).with_context(cannot)?;
        number += 1;
        Ok(())
    })?;
    let mut files = maker.files;
    let alarms = alarm_files::read(folder);
    let alarms = alarms.map(|a| a.alarms.iter().map(|a| alarm_files::shown(a, &mut files)).collect());
    let report = Report {
        alarms,
        title: title(&files),
        tool: outline.tool.clone(),
        command: std::env::args().collect::<Vec<_>>().join(" "),
        seconds: outline.seconds,
        notes: notes(outline.files_failed, suite),
        files: files.all,
    };
    pages.finish(&report).with_context(cannot)?;
    Ok(to.join("index.html"))
}

type UnitsAt<'s> = HashMap<(&'s str, String), &'s UnitTests>;

fn units_at(suite: &Suite) -> UnitsAt<'_> {
    suite.units.iter().map(|u| ((u.name.as_str(), absolute(&u.file)), u)).collect()
}

/// Makes the pages of functions.
struct Maker<'s> {
    suite: &'s Suite,
    units: UnitsAt<'s>,
    /// That reproduce tests, by their names.
    commands: HashMap<String, String>,
    /// Of functions, by their names.
    numbers: HashMap<String, usize>,
    files: Files,
}

impl Maker<'_> {
    /// A function, by what the summary says of it and by its tests.
    fn function(&mut self, f: &Value) -> Function {
        let files = &mut self.files;
        let list = |k: &str| f[k].as_array().map_or(&[][..], |l| l);
        let file = files.number(f["file"].as_str().unwrap_or(""));
        let mut function = shell(f, file);
        let last = crescendo_report::last_line(&files.all[file], function.line);
        let lines = function.line..=last.max(function.line);
        let here = files.names[file].clone();
        let inside = |name: &str, line: u32| lines.contains(&line) && (here == name || here == absolute(name));
        let own = self.units.get(&(function.name.as_str(), here.clone())).copied();
        let other = || self.suite.units.iter().find(|u| u.goals.iter().any(|g| inside(&g.file, g.line)));
        if let Some(unit) = own.or_else(other) {
            let goals = unit.goals.iter().enumerate().filter(|(_, g)| inside(&g.file, g.line));
            function.goals = goals.map(|(i, g)| goal(unit, i, g, f, own.is_some())).collect();
            let decisions = unit.decisions.iter().enumerate().filter(|(_, d)| inside(&d.file, d.line));
            function.decisions = decisions.map(|(d, _)| decision(unit, d, own.is_some())).collect();
        }
        function.faults = list("faults").iter().map(|x| fault(x, files)).collect();
        if let Some(unit) = own {
            function.declaration = unit.declaration.clone();
            function.tests = unit.tests.iter().map(|t| test(unit, t, &self.commands)).collect();
            link_faults(&mut function, unit);
            let unshipped = unit.disagreements.iter();
            function.notes.extend(unshipped.map(|d| format!("not shipped: {}: {}", d.test.name, d.difference)));
        }
        for name in list("calls").iter().filter_map(|c| c.as_str()) {
            match self.numbers.get(name) {
                Some(number) => function.calls.push(*number),
                None => function.outside.push(name.to_string()),
            }
        }
        function
    }
}

/// Source files by number, each read once.
#[derive(Default)]
pub struct Files {
    all: Vec<File>,
    /// Absolute.
    names: Vec<String>,
}

impl Files {
    pub fn number(&mut self, name: &str) -> usize {
        let full = absolute(name);
        if let Some(i) = self.names.iter().position(|n| *n == full) {
            return i;
        }
        let here = std::env::current_dir().unwrap_or_default();
        let shown = Path::new(&full).strip_prefix(&here).map_or_else(|_| full.clone(), |p| p.display().to_string());
        let text = std::fs::read(&full).map(|b| String::from_utf8_lossy(&b).into_owned()).unwrap_or_default();
        self.all.push(File::new(shown, text));
        self.names.push(full);
        self.names.len() - 1
    }
}

fn absolute(path: &str) -> String {
    std::path::absolute(path).map_or_else(|_| path.to_string(), |p| p.to_string_lossy().into_owned())
}

fn title(files: &Files) -> String {
    match &files.all[..] {
        [one] => one.path.clone(),
        _ => {
            let here = std::env::current_dir().unwrap_or_default();
            here.file_name().map_or_else(|| "the project".into(), |n| n.to_string_lossy().into_owned())
        }
    }
}

fn notes(files_failed: u64, suite: &Suite) -> Vec<String> {
    let mut notes = Vec::new();
    if let Some(r) = &suite.replay {
        notes.push(format!("{} of {} tests agree when run natively ({:.1}%)", r.agreed, r.run, r.agreement()));
    }
    if files_failed > 0 {
        notes.push(format!("{files_failed} files did not compile and are not in this report"));
    }
    notes
}

/// What the summary alone says of a function.
fn shell(f: &Value, file: usize) -> Function {
    let text = |v: &Value| v.as_str().unwrap_or("").to_string();
    let mut function = Function {
        name: text(&f["name"]),
        file,
        line: f["line"].as_u64().unwrap_or(1) as u32,
        stop: text(&f["stop"]),
        seconds: f["seconds"].as_f64().unwrap_or(0.0),
        runs: f["runs"].as_u64().unwrap_or(0),
        solver_calls: f["solver_calls"].as_u64().unwrap_or(0),
        notes: f["notes"].as_array().into_iter().flatten().map(text).collect(),
        ..Function::default()
    };
    for (i, c) in CRITERIA.iter().enumerate() {
        let n = |k: &str| f[*c][k].as_u64().unwrap_or(0) as u32;
        function.tallies[i] = Tally { covered: n("covered"), infeasible: n("infeasible"), total: n("total") };
    }
    let point = |p: &Value| model::Progress {
        seconds: p["seconds"].as_f64().unwrap_or(0.0),
        runs: p["runs"].as_u64().unwrap_or(0),
        covered: p["covered"].as_u64().unwrap_or(0) as u32,
    };
    function.progress = f["progress"].as_array().into_iter().flatten().map(point).collect();
    function
}

/// A goal with what is known of it. Tests of another function's page are not linked.
fn goal(unit: &UnitTests, i: usize, g: &crescendo_suite::model::Goal, f: &Value, own: bool) -> Goal {
    let criterion = CRITERIA.iter().position(|c| *c == g.criterion).unwrap_or(0);
    let tests: Vec<usize> = (0..unit.tests.len()).filter(|t| unit.tests[*t].goals.contains(&i)).collect();
    // The summary has only what is open.
    let same = |o: &&Value| {
        o["criterion"] == g.criterion.as_str()
            && o["line"] == g.line
            && o["column"] == g.column
            && o["goal"] == g.text.as_str()
    };
    let open = f["open"].as_array().into_iter().flatten().find(same);
    let (state, reason) = match open {
        Some(o) if o["verdict"] == "infeasible" => (State::Infeasible, o["reason"].as_str().unwrap_or("").to_string()),
        Some(o) => (State::Unknown, o["reason"].as_str().unwrap_or("").to_string()),
        None => (State::Covered, String::new()),
    };
    let help = open.and_then(|o| o["help"].as_str()).unwrap_or("").to_string();
    let tests = if own { tests } else { Vec::new() };
    Goal { criterion, line: g.line, column: g.column, text: g.text.clone(), state, tests, reason, help }
}

/// A decision with the rows that tests give it, and the pairs that show each condition's own effect.
fn decision(unit: &UnitTests, id: usize, own: bool) -> Decision {
    let d = &unit.decisions[id];
    let mut rows: Vec<Vector> = Vec::new();
    for (t, test) in unit.tests.iter().enumerate() {
        for v in test.vectors.iter().filter(|v| v.decision == id) {
            let at = rows.iter().position(|r| r.values == v.values).unwrap_or_else(|| {
                rows.push(Vector { values: v.values.clone(), outcome: v.outcome, tests: Vec::new() });
                rows.len() - 1
            });
            if own && !rows[at].tests.contains(&t) {
                rows[at].tests.push(t);
            }
        }
    }
    let pairs = (0..d.conditions.len()).map(|c| pair(&rows, c)).collect();
    Decision {
        line: d.line,
        column: d.column,
        text: d.conditions.join(" · "),
        conditions: d.conditions.clone(),
        vectors: rows,
        pairs,
    }
}

/// Two rows that differ in a condition and in the outcome: by nothing else (unique cause), or else only by what was not
/// evaluated in one of them (masking).
fn pair(rows: &[Vector], c: usize) -> Option<(usize, usize, String)> {
    let mut masking = None;
    for (i, a) in rows.iter().enumerate() {
        for (j, b) in rows.iter().enumerate().skip(i + 1) {
            let (x, y) = (a.values.as_bytes(), b.values.as_bytes());
            if a.outcome == b.outcome || x[c] == y[c] || x[c] == b'-' || y[c] == b'-' {
                continue;
            }
            let others: Vec<(u8, u8)> = (0..x.len()).filter(|k| *k != c).map(|k| (x[k], y[k])).collect();
            if others.iter().all(|(p, q)| p == q) {
                return Some((i, j, "unique cause".into()));
            }
            if others.iter().all(|(p, q)| p == q || *p == b'-' || *q == b'-') {
                masking.get_or_insert((i, j, "masking".to_string()));
            }
        }
    }
    masking
}

fn fault(x: &Value, files: &mut Files) -> Fault {
    let text = |k: &str| x[k].as_str().unwrap_or("").to_string();
    let file = files.number(&text("file"));
    Fault {
        kind: text("kind"),
        message: text("message"),
        file,
        line: x["line"].as_u64().unwrap_or(0) as u32,
        function: text("function"),
        test: None,
    }
}

/// Which test shows which fault.
fn link_faults(function: &mut Function, unit: &UnitTests) {
    for (t, test) in unit.tests.iter().enumerate() {
        let Outcome::Fault { kind, message, line, .. } = &test.outcome else { continue };
        let Some(i) = function.faults.iter().position(|f| f.kind == *kind && f.line == *line) else { continue };
        function.tests[t].fault = Some(i);
        let f = &mut function.faults[i];
        f.test.get_or_insert(t);
        if f.message.is_empty() {
            f.message = message.clone();
        }
    }
}

fn test(unit: &UnitTests, t: &Test, commands: &HashMap<String, String>) -> model::Test {
    let shown = |v: &crescendo_suite::model::Value| spell::readable_value(v);
    let mut inputs: Vec<(String, String)> =
        t.arguments.iter().filter_map(|a| Some((a.name.clone(), shown(a.value.as_ref()?)))).collect();
    inputs.extend(t.inputs.iter().filter(|i| !i.default).map(|i| (i.path.clone(), shown(&i.value))));
    let held = |r: &crescendo_suite::model::StubResult| r.held.value.as_ref().map_or_else(|| "an object".into(), shown);
    inputs.extend(t.stub_results.iter().map(|r| (format!("{}(), call {}", r.function, r.call), held(r))));
    let outcome = match &t.outcome {
        Outcome::Returned { value, changes, freed } => {
            let mut all =
                vec![value.as_ref().map_or_else(|| "returns".to_string(), |v| format!("returns {}", shown(v)))];
            all.extend(changes.iter().map(|c| format!("{} becomes {}", c.path, shown(&c.after))));
            all.extend(freed.iter().map(|f| format!("{f} is freed")));
            all
        }
        Outcome::Exited { status } => vec![format!("ends the program with status {status}")],
        Outcome::Signalled { signal } => vec![format!("raises signal {signal}")],
        Outcome::Fault { kind, message, .. } => vec![format!("{kind}: {message}")],
    };
    model::Test {
        name: t.name.clone(),
        path: t.path.split("; ").filter(|s| !s.is_empty()).map(String::from).collect(),
        inputs,
        outcome,
        fault: None,
        reproduce: commands.get(&t.name).cloned().unwrap_or_default(),
        code: test_text(unit, t),
    }
}
