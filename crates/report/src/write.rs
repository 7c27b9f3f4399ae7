//! The files of the report.

use crate::model::{Alarm, File, Function, Report, State};
use crate::range::last_line;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io;
use std::path::Path;

const ASSETS: [(&str, &str); 4] = [
    ("index.html", include_str!("../assets/index.html")),
    ("style.css", include_str!("../assets/style.css")),
    ("app.js", include_str!("../assets/app.js")),
    ("alarms.js", include_str!("../assets/alarms.js")),
];

/// Lines shown before a function: its comment is often there.
const BEFORE: u32 = 6;

/// Writes the report into a folder; what an earlier one left there is replaced.
pub fn write(report: &Report, folder: &Path) -> io::Result<()> {
    let data = folder.join("data");
    if data.is_dir() {
        std::fs::remove_dir_all(&data)?;
    }
    std::fs::create_dir_all(&data)?;
    for (name, text) in ASSETS {
        std::fs::write(folder.join(name), text)?;
    }
    for (i, f) in report.functions.iter().enumerate() {
        let file = report.files.get(f.file);
        script(&data, &format!("f{i}"), &function(f, file, &report.functions, i))?;
    }
    for (i, file) in report.files.iter().enumerate() {
        script(&data, &format!("s{i}"), &source(i, file, &report.functions))?;
    }
    if let Some(alarms) = &report.alarms {
        let all: Vec<Value> = alarms.iter().map(|a| alarm(a, report)).collect();
        script(&data, "alarms", &json!(all))?;
    }
    script(&data, "index", &index(report))
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

/// What the first page needs: a row for each function.
fn index(report: &Report) -> Value {
    let rows: Vec<Value> = report
        .functions
        .iter()
        .map(|f| {
            let bars: Vec<[u32; 3]> = f.tallies.iter().map(|t| [t.covered, t.infeasible, t.total]).collect();
            json!([f.name, f.file, f.line, bars, f.tests.len(), f.faults.len(), f.seconds, f.stop])
        })
        .collect();
    let files: Vec<&str> = report.files.iter().map(|f| f.path.as_str()).collect();
    let faults: Vec<Value> = report
        .functions
        .iter()
        .enumerate()
        .flat_map(|(i, f)| f.faults.iter().map(move |x| json!([i, x.kind, x.message, x.file, x.line, x.test])))
        .collect();
    let calls: Vec<&Vec<usize>> = report.functions.iter().map(|f| &f.calls).collect();
    json!({
        "report": report,
        "files": files,
        "rows": rows,
        "faults": faults,
        "alarms": report.alarms.as_deref().map(alarm_counts),
        "causes": causes(report),
        "calls": calls,
    })
}

/// Why goals are not covered, the most frequent first: reason, how many goals, in which functions.
fn causes(report: &Report) -> Vec<Value> {
    let mut all: BTreeMap<&str, (usize, Vec<usize>, &str)> = BTreeMap::new();
    for (i, f) in report.functions.iter().enumerate() {
        for g in f.goals.iter().filter(|g| g.state == State::Unknown && g.criterion == 1) {
            let e = all.entry(&g.reason).or_insert((0, Vec::new(), &g.help));
            e.0 += 1;
            if e.1.last() != Some(&i) {
                e.1.push(i);
            }
        }
    }
    let mut list: Vec<_> = all.into_iter().collect();
    list.sort_by_key(|(reason, (n, ..))| (std::cmp::Reverse(*n), *reason));
    list.into_iter().map(|(reason, (n, functions, help))| json!([reason, n, functions, help])).collect()
}

fn function(f: &Function, file: Option<&File>, all: &[Function], id: usize) -> Value {
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
    let callers: Vec<usize> = (0..all.len()).filter(|&i| i != id && all[i].calls.contains(&id)).collect();
    value["callers"] = json!(callers);
    value
}

/// A source file with the worst state of each of its lines: `c`overed, `p`artly, `u`nknown, `i`nfeasible.
fn source(id: usize, file: &File, functions: &[Function]) -> Value {
    let mut lines: BTreeMap<u32, (bool, bool, bool)> = BTreeMap::new();
    for f in functions.iter().filter(|f| f.file == id) {
        for g in f.goals.iter().filter(|g| g.criterion < 2) {
            let at = lines.entry(g.line).or_default();
            match g.state {
                State::Covered => at.0 = true,
                State::Infeasible => at.1 = true,
                State::Unknown => at.2 = true,
            }
        }
    }
    let marks: BTreeMap<u32, &str> = lines
        .into_iter()
        .map(|(line, state)| {
            let mark = match state {
                (true, _, true) => "p",
                (false, _, true) => "u",
                (true, ..) => "c",
                _ => "i",
            };
            (line, mark)
        })
        .collect();
    let mine: Vec<usize> = (0..functions.len()).filter(|&i| functions[i].file == id).collect();
    json!({"path": file.path, "lines": file.text.lines().collect::<Vec<_>>(), "marks": marks, "functions": mine})
}
