//! What is known of a line of source after a campaign: each thing to cover there, its verdict, its tests or its reason.

use crate::error::{CampaignError, Result};
use crate::files::summary;
use crate::results::summary::{FunctionSummary, Hypothesis, OpenGoal};
use crescendo_suite::files;
use serde::Serialize;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// One thing to cover on the line.
#[derive(Debug, Serialize)]
pub struct Item {
    pub function: String,
    pub criterion: String,
    pub column: u32,
    pub goal: String,
    pub verdict: String,
    pub reason: String,
    pub hypotheses: Vec<Hypothesis>,
    pub help: String,
    pub tests: Vec<String>,
}

/// All there is to cover on a line, by the campaign whose results lie in `folder`.
pub fn of_line(folder: &Path, file: &str, line: u32) -> Result<Vec<Item>> {
    let path = folder.join("summary.json");
    let (mut items, mut known) = (covered(folder, file, line)?, BTreeSet::new());
    summary::each(&path, &mut |f| {
        items.extend(open(&f, file, line));
        known.insert(f.file);
        Ok(())
    })?;
    if !known.iter().any(|f| is_file(f, file)) {
        let known = known.into_iter().collect::<Vec<String>>().join(", ");
        return Err(CampaignError::NoSuchFile { summary: path, file: file.to_string(), known });
    }
    items.sort_by(|a, b| (a.column, &a.criterion, &a.goal).cmp(&(b.column, &b.criterion, &b.goal)));
    Ok(items)
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
    let item = |o: &OpenGoal| Item {
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
