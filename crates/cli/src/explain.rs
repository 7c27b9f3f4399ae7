//! `crescendo explain FILE:LINE`: what is known of a line, and what would help.

use crate::style;
use anyhow::{Result, bail};
use clap::Args;
use crescendo_campaign::files::summary;
use crescendo_campaign::results::summary::{FunctionSummary, Hypothesis};
use crescendo_suite::files;
use serde_json::{Value, json};
use std::collections::BTreeSet;
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
    column: u32,
    goal: String,
    verdict: String,
    reason: String,
    hypotheses: Vec<Hypothesis>,
    help: String,
    tests: Vec<String>,
}

pub fn explain(args: &ExplainArgs) -> Result<ExitCode> {
    let place = args.place.rsplit_once(':').and_then(|(f, l)| Some((f, l.parse::<u32>().ok()?)));
    let Some((file, line)) = place else { bail!("expected FILE:LINE, for example parser.c:120; got `{}`", args.place) };
    let path = args.folder.join("summary.json");
    let (mut items, mut known) = (covered(&args.folder, file, line)?, BTreeSet::new());
    summary::each(&path, &mut |f| {
        items.extend(open(&f, file, line));
        known.insert(f.file);
        Ok(())
    })?;
    if !known.iter().any(|f| is_file(f, file)) {
        let known: Vec<String> = known.into_iter().collect();
        bail!("{} says nothing of {file}; it knows {}", path.display(), known.join(", "));
    }
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

fn covered(folder: &Path, file: &str, line: u32) -> Result<Vec<Item>> {
    let suite = files::read(folder)?;
    let mut items = Vec::new();
    for unit in &suite.units {
        for (i, g) in unit.goals.iter().enumerate().filter(|(_, g)| g.line == line && is_file(&g.file, file)) {
            let with: Vec<String> =
                unit.tests.iter().filter(|t| t.goals.contains(&i)).map(|t| t.name.clone()).collect();
            if !with.is_empty() {
                items.push(Item {
                    function: unit.name.clone(),
                    criterion: g.criterion.clone(),
                    column: g.column,
                    goal: g.text.clone(),
                    verdict: "covered".into(),
                    reason: String::new(),
                    hypotheses: Vec::new(),
                    help: String::new(),
                    tests: with,
                });
            }
        }
    }
    Ok(items)
}

fn open(f: &FunctionSummary, file: &str, line: u32) -> Vec<Item> {
    if !is_file(&f.file, file) {
        return Vec::new();
    }
    let item = |o: &crescendo_campaign::results::summary::OpenGoal| Item {
        function: f.name.clone(),
        criterion: o.criterion.to_string(),
        column: o.column,
        goal: o.goal.clone(),
        verdict: o.verdict.to_string(),
        reason: o.reason.clone(),
        hypotheses: o.hypotheses.clone(),
        help: o.help.clone(),
        tests: Vec::new(),
    };
    f.open.iter().filter(|o| o.line == line).map(item).collect()
}

fn as_json(i: &Item) -> Value {
    json!({
        "function": i.function, "criterion": i.criterion, "column": i.column, "goal": i.goal,
        "verdict": i.verdict, "reason": i.reason, "hypotheses": i.hypotheses, "help": i.help, "tests": i.tests,
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
        "conditional" => {
            println!("    impossible: {}", i.reason);
            i.hypotheses.iter().for_each(|h| println!("    if {} ({})", h.text, h.kind));
        }
        _ => println!("    open: {}", i.reason),
    }
    if !i.help.is_empty() {
        println!("    try: {}", i.help);
    }
}
