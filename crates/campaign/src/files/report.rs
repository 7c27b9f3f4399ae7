//! The report of an output folder: what `summary.json` and `suite.json` say, as pages.

use super::{alarms, summary};
use crate::error::{CampaignError, Result};
use crate::results::summary::{CONDITIONAL, FaultSummary, FunctionSummary, INFEASIBLE, OpenGoal};
use crescendo_alarms::listed::Alarms;
use crescendo_report::Pages;
use crescendo_report::model::{self, CRITERIA, Decision, Fault, File, Function, Goal, Report, State, Tally, Vector};
use crescendo_suite::export::c::{Layout, test_text};
use crescendo_suite::export::spell;
use crescendo_suite::model::{Outcome, Suite, Test, UnitTests};
use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// What the report says of the whole.
pub struct About<'a> {
    pub tool: &'a str,
    /// How it was called.
    pub command: &'a str,
    pub seconds: f64,
    pub files_failed: usize,
}

/// A report that is being written, function by function.
pub struct ReportWriter {
    folder: PathBuf,
    pages: Pages,
    /// That reproduce tests, by their names.
    commands: HashMap<String, String>,
    /// Of functions, by their names.
    numbers: HashMap<String, usize>,
    /// Of each function: the numbers of the others that call it.
    callers: Vec<Vec<usize>>,
    files: Files,
    next: usize,
}

impl ReportWriter {
    /// Into `report/` of an output folder. `outline`: the functions that will come, in that order, with whom they call. Files below
    /// `directory` are shown relative to it.
    pub fn new(
        output: &Path,
        directory: &Path,
        suite: &Suite,
        outline: &[(String, Vec<String>)],
    ) -> Result<ReportWriter> {
        let folder = output.join("report");
        let pages = Pages::new(&folder).map_err(CampaignError::writing(&folder))?;
        let commands = Layout::new(suite).commands(suite, &output.join("tests"));
        let numbers: HashMap<String, usize> = outline.iter().enumerate().map(|(i, f)| (f.0.clone(), i)).collect();
        let callers = callers(outline, &numbers);
        let files = Files { directory: directory.to_path_buf(), ..Files::default() };
        Ok(ReportWriter { folder, pages, commands, numbers, callers, files, next: 0 })
    }

    /// The next function, by what is known of it and by its tests.
    pub fn add(&mut self, f: &FunctionSummary, suite: &Suite) -> Result<()> {
        let made = self.function(f, suite);
        let callers = &self.callers[self.next];
        self.next += 1;
        let added = self.pages.add(&made, self.files.all.get(made.file), callers);
        added.map_err(CampaignError::writing(&self.folder))
    }

    /// Writes the pages that speak of all functions; gives the first page.
    pub fn finish(mut self, about: &About, suite: &Suite, alarms: Option<&Alarms>) -> Result<PathBuf> {
        let alarms = alarms.map(|a| a.alarms.iter().map(|a| alarms::shown(a, &mut self.files)).collect());
        let report = Report {
            alarms,
            title: title(&self.files),
            tool: about.tool.to_string(),
            command: about.command.to_string(),
            seconds: about.seconds,
            notes: notes(about.files_failed, suite),
            files: self.files.all,
        };
        self.pages.finish(&report).map_err(CampaignError::writing(&self.folder))?;
        Ok(self.folder.join("index.html"))
    }
}

/// Writes the report of an output folder anew, from what is there; gives its first page.
pub fn write(folder: &Path, directory: &Path, command: &str) -> Result<PathBuf> {
    let suite = crescendo_suite::files::read(folder)?;
    let path = folder.join("summary.json");
    let outline = summary::outline(&path)?;
    let mut writer = ReportWriter::new(folder, directory, &suite, &outline.calls())?;
    summary::each(&path, &mut |f| writer.add(&f, &suite))?;
    let alarms = alarms::read(folder);
    let about =
        About { tool: &outline.tool, command, seconds: outline.seconds, files_failed: outline.files_failed as usize };
    writer.finish(&about, &suite, alarms.as_ref())
}

fn callers(outline: &[(String, Vec<String>)], numbers: &HashMap<String, usize>) -> Vec<Vec<usize>> {
    let mut callers = vec![Vec::new(); outline.len()];
    for (by, (_, calls)) in outline.iter().enumerate() {
        for &called in calls.iter().filter_map(|c| numbers.get(c)) {
            if called != by && callers[called].last() != Some(&by) {
                callers[called].push(by);
            }
        }
    }
    callers
}

impl ReportWriter {
    fn function(&mut self, f: &FunctionSummary, suite: &Suite) -> Function {
        let files = &mut self.files;
        let file = files.number(&f.file);
        let mut function = shell(f, file);
        let last = crescendo_report::last_line(&files.all[file], function.line);
        let lines = function.line..=last.max(function.line);
        let here = files.names[file].clone();
        let inside = |name: &str, line: u32| lines.contains(&line) && (here == name || here == absolute(name));
        // Those of the functions are in the same order, but for those that are only called.
        let is_own = |u: &&UnitTests| u.name == f.name && absolute(&u.file) == here;
        let own = suite.units.get(self.next).filter(is_own).or_else(|| suite.units.iter().find(is_own));
        let other = || suite.units.iter().find(|u| u.goals.iter().any(|g| inside(&g.file, g.line)));
        if let Some(unit) = own.or_else(other) {
            let goals = unit.goals.iter().enumerate().filter(|(_, g)| inside(&g.file, g.line));
            function.goals = goals.map(|(i, g)| goal(unit, i, g, &f.open, own.is_some())).collect();
            let decisions = unit.decisions.iter().enumerate().filter(|(_, d)| inside(&d.file, d.line));
            function.decisions = decisions.map(|(d, _)| decision(unit, d, own.is_some())).collect();
        }
        function.faults = f.faults.iter().map(|x| fault(x, files)).collect();
        if let Some(unit) = own {
            function.declaration = unit.declaration.clone();
            function.tests = unit.tests.iter().map(|t| test(unit, t, &self.commands)).collect();
            link_faults(&mut function, unit);
            let unshipped = unit.disagreements.iter();
            function.notes.extend(unshipped.map(|d| format!("not shipped: {}: {}", d.test.name, d.difference)));
        }
        for name in &f.calls {
            match self.numbers.get(name) {
                Some(number) => function.calls.push(*number),
                None => function.outside.push(name.clone()),
            }
        }
        function
    }
}

/// Source files by number, each read once.
#[derive(Default)]
pub struct Files {
    /// What is below it is shown relative to it.
    directory: PathBuf,
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
        let shown =
            Path::new(&full).strip_prefix(&self.directory).map_or_else(|_| full.clone(), |p| p.display().to_string());
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
        _ => files.directory.file_name().map_or_else(|| "the project".into(), |n| n.to_string_lossy().into_owned()),
    }
}

fn notes(files_failed: usize, suite: &Suite) -> Vec<String> {
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
fn shell(f: &FunctionSummary, file: usize) -> Function {
    let tally =
        |t: crate::results::summary::Tally| Tally { covered: t.covered, infeasible: t.impossible(), total: t.total };
    let point =
        |p: &crate::results::summary::Growth| model::Progress { seconds: p.seconds, runs: p.runs, covered: p.covered };
    Function {
        name: f.name.clone(),
        file,
        line: f.line,
        stop: f.stop.to_string(),
        seconds: f.seconds,
        runs: f.runs,
        solver_calls: f.solver_calls,
        notes: f.notes.clone(),
        tallies: [f.statement, f.branch, f.mcdc, f.boundary].map(tally),
        progress: f.progress.iter().map(point).collect(),
        ..Function::default()
    }
}

/// A goal with what is known of it. Tests of another function's page are not linked.
fn goal(unit: &UnitTests, i: usize, g: &crescendo_suite::model::Goal, open: &[OpenGoal], own: bool) -> Goal {
    let criterion = CRITERIA.iter().position(|c| *c == g.criterion).unwrap_or(0);
    let tests: Vec<usize> = (0..unit.tests.len()).filter(|t| unit.tests[*t].goals.contains(&i)).collect();
    // The summary has only what is open.
    let same =
        |o: &&OpenGoal| o.criterion == g.criterion && (o.line, o.column) == (g.line, g.column) && o.goal == g.text;
    let open = open.iter().find(same);
    let (state, reason) = match open {
        Some(o) if o.verdict == INFEASIBLE => (State::Infeasible, o.reason.clone()),
        Some(o) if o.verdict == CONDITIONAL => (State::Infeasible, o.with_hypotheses()),
        Some(o) => (State::Unknown, o.reason.clone()),
        None => (State::Covered, String::new()),
    };
    let help = open.map_or_else(String::new, |o| o.help.clone());
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

fn fault(x: &FaultSummary, files: &mut Files) -> Fault {
    Fault {
        kind: x.kind.clone(),
        message: x.message.clone(),
        file: files.number(&x.file),
        line: x.line,
        function: x.function.clone(),
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
        Outcome::Cut { calls } => vec![format!("goes on after {calls} calls of stubs, where the test stops")],
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
