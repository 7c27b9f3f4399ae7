//! The files of the report.

use crate::model::{Alarm, File, Function, Report, State};
use crate::range::last_line;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

const ASSETS: [(&str, &str); 4] = [
    ("index.html", include_str!("../assets/index.html")),
    ("style.css", include_str!("../assets/style.css")),
    ("app.js", include_str!("../assets/app.js")),
    ("alarms.js", include_str!("../assets/alarms.js")),
];

/// A page, style or script of the report, for those who serve it themselves. Data is in files beside it.
pub fn asset(name: &str) -> Option<&'static str> {
    ASSETS.iter().find(|(n, _)| *n == name).map(|(_, text)| *text)
}

/// Lines shown before a function: its comment is often there.
const BEFORE: u32 = 6;

/// A report that is being written, function by function: those of a large program, with their tests, are too much to
/// hold at once.
pub struct Pages {
    folder: PathBuf,
    /// What the first page needs: a row for each function.
    rows: Vec<Value>,
    faults: Vec<Value>,
    calls: Vec<Vec<usize>>,
    causes: BTreeMap<String, Cause>,
    /// Per file.
    marked: BTreeMap<usize, Marked>,
}

/// A reason why goals are not covered.
#[derive(Default)]
struct Cause {
    goals: usize,
    functions: Vec<usize>,
    help: String,
}

/// What a file's page shows beside its text.
#[derive(Default)]
struct Marked {
    functions: Vec<usize>,
    /// By line: something is covered, infeasible, unknown.
    lines: BTreeMap<u32, (bool, bool, bool)>,
}

impl Pages {
    /// What an earlier report left in the folder is replaced.
    pub fn new(folder: &Path) -> io::Result<Pages> {
        let data = folder.join("data");
        if data.is_dir() {
            std::fs::remove_dir_all(&data)?;
        }
        std::fs::create_dir_all(&data)?;
        for (name, text) in ASSETS {
            std::fs::write(folder.join(name), text)?;
        }
        Ok(Pages {
            folder: data,
            rows: Vec::new(),
            faults: Vec::new(),
            calls: Vec::new(),
            causes: BTreeMap::new(),
            marked: BTreeMap::new(),
        })
    }

    /// The next function, with the file it is in and the numbers of the functions that call it.
    pub fn add(&mut self, f: &Function, file: Option<&File>, callers: &[usize]) -> io::Result<()> {
        let id = self.rows.len();
        script(&self.folder, &format!("f{id}"), &function(f, file, callers))?;
        let bars: Vec<[u32; 3]> = f.tallies.iter().map(|t| [t.covered, t.infeasible, t.total]).collect();
        self.rows.push(json!([f.name, f.file, f.line, bars, f.tests.len(), f.faults.len(), f.seconds, f.stop]));
        self.faults.extend(f.faults.iter().map(|x| json!([id, x.kind, x.message, x.file, x.line, x.test])));
        self.calls.push(f.calls.clone());
        for g in f.goals.iter().filter(|g| g.state == State::Unknown && g.criterion == 1) {
            let cause = self
                .causes
                .entry(g.reason.clone())
                .or_insert_with(|| Cause { help: g.help.clone(), ..Cause::default() });
            cause.goals += 1;
            if cause.functions.last() != Some(&id) {
                cause.functions.push(id);
            }
        }
        let marked = self.marked.entry(f.file).or_default();
        marked.functions.push(id);
        for g in f.goals.iter().filter(|g| g.criterion < 2) {
            let at = marked.lines.entry(g.line).or_default();
            match g.state {
                State::Covered => at.0 = true,
                State::Infeasible => at.1 = true,
                State::Unknown => at.2 = true,
            }
        }
        Ok(())
    }

    /// The pages that speak of all functions.
    pub fn finish(mut self, report: &Report) -> io::Result<()> {
        for (i, file) in report.files.iter().enumerate() {
            script(&self.folder, &format!("s{i}"), &source(file, &self.marked.remove(&i).unwrap_or_default()))?;
        }
        if let Some(alarms) = &report.alarms {
            let all: Vec<Value> = alarms.iter().map(|a| alarm(a, report)).collect();
            script(&self.folder, "alarms", &json!(all))?;
        }
        let files: Vec<&str> = report.files.iter().map(|f| f.path.as_str()).collect();
        let index = json!({
            "report": report,
            "files": files,
            "rows": self.rows,
            "faults": self.faults,
            "alarms": report.alarms.as_deref().map(alarm_counts),
            "causes": ranked(self.causes),
            "calls": self.calls,
        });
        script(&self.folder, "index", &index)
    }
}

/// A page from disk may not fetch data, but it may run a script that brings it.
fn script(folder: &Path, name: &str, value: &Value) -> io::Result<()> {
    // `</` would end a script, U+2028 and U+2029 end lines in old JavaScript.
    let text = value.to_string().replace("</", "<\\/").replace('\u{2028}', "\\u2028").replace('\u{2029}', "\\u2029");
    std::fs::write(folder.join(format!("{name}.js")), format!("CRESCENDO.put(\"{name}\",{text});\n"))
}

/// Lines shown before and after that of an alarm.
const AROUND: u32 = 2;

/// An alarm with its place as text and the lines around it.
fn alarm(a: &Alarm, report: &Report) -> Value {
    let mut value = serde_json::to_value(a).unwrap_or_default();
    let file = report.files.get(a.file);
    value["place"] = json!(format!("{}:{}", file.map_or("?", |f| &f.path), a.line));
    let first = a.line.saturating_sub(AROUND).max(1);
    let text = file.map_or("", |f| f.from_line(first));
    let lines = (first..).zip(text.lines()).take_while(|(no, _)| *no <= a.line + AROUND);
    let lines: Vec<(u32, &str)> = lines.collect();
    value["excerpt"] = if lines.is_empty() { Value::Null } else { json!(lines) };
    value
}

/// Confirmed, open and false alarms that nobody has taken out.
fn alarm_counts(alarms: &[Alarm]) -> [usize; 3] {
    let counts = |a: &&Alarm| a.suppressed.is_none() && !a.known;
    ["confirmed", "open", "false"].map(|v| alarms.iter().filter(counts).filter(|a| a.verdict == v).count())
}

/// The most frequent first: reason, how many goals, in which functions, what would help.
fn ranked(causes: BTreeMap<String, Cause>) -> Vec<Value> {
    let mut list: Vec<_> = causes.into_iter().collect();
    list.sort_by(|(a, x), (b, y)| y.goals.cmp(&x.goals).then_with(|| a.cmp(b)));
    list.into_iter().map(|(reason, c)| json!([reason, c.goals, c.functions, c.help])).collect()
}

fn function(f: &Function, file: Option<&File>, callers: &[usize]) -> Value {
    let mut value = serde_json::to_value(f).unwrap_or_default();
    let closes = file.map_or(f.line, |file| last_line(file, f.line));
    let last = closes.max(f.goals.iter().filter(|g| g.line >= f.line).map(|g| g.line).max().unwrap_or(0));
    let first = f.line.saturating_sub(BEFORE).max(1);
    // Comments above belong to the function, the end of the one before does not.
    let text = file.map_or("", |f| f.from_line(first));
    let lines: Vec<&str> = text.lines().take((last + 1 - first) as usize).collect();
    let skipped =
        lines.iter().take((f.line - first) as usize).rposition(|l| l.trim_end() == "}" || l.trim().is_empty());
    let skipped = skipped.map_or(0, |i| i + 1);
    value["first"] = json!(first as usize + skipped);
    value["lines"] = json!(lines[skipped.min(lines.len())..]);
    value["callers"] = json!(callers);
    value
}

/// A source file with the worst state of each of its lines: `c`overed, `p`artly, `u`nknown, `i`nfeasible.
fn source(file: &File, marked: &Marked) -> Value {
    let mark = |state: &(bool, bool, bool)| match state {
        (true, _, true) => "p",
        (false, _, true) => "u",
        (true, ..) => "c",
        _ => "i",
    };
    let marks: BTreeMap<u32, &str> = marked.lines.iter().map(|(line, state)| (*line, mark(state))).collect();
    let lines: Vec<&str> = file.text.lines().collect();
    json!({"path": file.path, "lines": lines, "marks": marks, "functions": marked.functions})
}
