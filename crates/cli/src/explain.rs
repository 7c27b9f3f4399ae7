//! `crescendo explain FILE:LINE`: what is known of a line, and what would help.

use crate::style;
use crate::suite_files;
use anyhow::{Context, Result, bail};
use clap::Args;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Say why a line is covered, impossible or open, and what would help
///
/// Example: crescendo explain parser.c:120
#[derive(Args)]
pub struct ExplainArgs {
    /// The line
    #[arg(value_name = "FILE:LINE")]
    place: String,
    /// The output folder of `crescendo gen`
    #[arg(value_name = "DIR", default_value = "crescendo-out")]
    folder: PathBuf,
    /// As JSON
    #[arg(long)]
    json: bool,
}

/// One thing to cover on the line.
struct Item {
    function: String,
    criterion: String,
    column: u64,
    goal: String,
    verdict: String,
    reason: String,
    help: String,
    tests: Vec<String>,
}

pub fn explain(args: &ExplainArgs) -> Result<ExitCode> {
    let (file, line) = match args.place.rsplit_once(':').and_then(|(f, l)| Some((f, l.parse::<u64>().ok()?))) {
        Some(place) => place,
        None => bail!("{} is no place: FILE:LINE is, such as parser.c:120", args.place),
    };
    let path = args.folder.join("summary.json");
    let text =
        std::fs::read(&path).with_context(|| format!("cannot read {}; `crescendo gen` writes it", path.display()))?;
    let summary: Value = serde_json::from_slice(&text).with_context(|| format!("{} is no summary", path.display()))?;
    let functions = summary["functions"].as_array().map_or(&[][..], |f| f);
    if !functions.iter().any(|f| is_file(f["file"].as_str().unwrap_or(""), file)) {
        let mut known: Vec<&str> = functions.iter().filter_map(|f| f["file"].as_str()).collect();
        known.sort_unstable();
        known.dedup();
        bail!("{} says nothing of {file}; it knows {}", path.display(), known.join(", "));
    }
    let mut items = covered(&args.folder, file, line)?;
    items.extend(functions.iter().flat_map(|f| open(f, file, line)));
    items.sort_by(|a, b| (a.column, &a.criterion, &a.goal).cmp(&(b.column, &b.criterion, &b.goal)));
    if args.json {
        println!("{}", serde_json::to_string_pretty(&items.iter().map(as_json).collect::<Vec<_>>())?);
        return Ok(ExitCode::SUCCESS);
    }
    if items.is_empty() {
        println!("{file}:{line} has nothing to cover");
    }
    items.iter().for_each(show);
    Ok(ExitCode::SUCCESS)
}

/// Whether a path as the user types it means a file of the summary.
fn is_file(known: &str, typed: &str) -> bool {
    let full = |p: &str| std::path::absolute(p).unwrap_or_else(|_| PathBuf::from(p));
    full(known) == full(typed) || Path::new(known).ends_with(typed)
}

fn covered(folder: &Path, file: &str, line: u64) -> Result<Vec<Item>> {
    let suite = suite_files::read(folder)?;
    let mut items = Vec::new();
    for unit in &suite.units {
        for (i, g) in unit.goals.iter().enumerate().filter(|(_, g)| g.line as u64 == line && is_file(&g.file, file)) {
            let with: Vec<String> =
                unit.tests.iter().filter(|t| t.goals.contains(&i)).map(|t| t.name.clone()).collect();
            if !with.is_empty() {
                items.push(Item {
                    function: unit.name.clone(),
                    criterion: g.criterion.clone(),
                    column: g.column as u64,
                    goal: g.text.clone(),
                    verdict: "covered".into(),
                    reason: String::new(),
                    help: String::new(),
                    tests: with,
                });
            }
        }
    }
    Ok(items)
}

fn open(f: &Value, file: &str, line: u64) -> Vec<Item> {
    if !is_file(f["file"].as_str().unwrap_or(""), file) {
        return Vec::new();
    }
    let text = |v: &Value| v.as_str().unwrap_or("").to_string();
    let here = f["open"].as_array().into_iter().flatten().filter(|o| o["line"] == line);
    here.map(|o| Item {
        function: text(&f["name"]),
        criterion: text(&o["criterion"]),
        column: o["column"].as_u64().unwrap_or(0),
        goal: text(&o["goal"]),
        verdict: text(&o["verdict"]),
        reason: text(&o["reason"]),
        help: text(&o["help"]),
        tests: Vec::new(),
    })
    .collect()
}

fn as_json(i: &Item) -> Value {
    json!({
        "function": i.function, "criterion": i.criterion, "column": i.column, "goal": i.goal,
        "verdict": i.verdict, "reason": i.reason, "help": i.help, "tests": i.tests,
    })
}

fn show(i: &Item) {
    println!("{}, {}, column {}: {}", style::bold(&i.function), i.criterion, i.column, i.goal);
    match i.verdict.as_str() {
        "covered" => {
            const SHOWN: usize = 3;
            let more = i.tests.len().saturating_sub(SHOWN);
            let names: Vec<&str> = i.tests.iter().take(SHOWN).map(String::as_str).collect();
            let more = if more > 0 { format!(" and {more} more") } else { String::new() };
            println!("    covered by {}{more}", names.join(", "));
        }
        "infeasible" => println!("    impossible: {}", i.reason),
        _ => println!("    open: {}", i.reason),
    }
    if !i.help.is_empty() {
        println!("    try: {}", i.help);
    }
}
