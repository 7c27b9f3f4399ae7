//! JSON as `llvm-cov export` writes it, version 2.0.1: `coverage.json`. Counts are numbers of tests.
//!
//! The suite knows where statements begin, not where they end: a segment ends with its line. A condition's place is that of
//! its operator: where it begins and ends is looked up in the source, by its text.

use super::covered::{Covered, Share, collect};
use super::{ArtifactSink, ExportError, Exporter};
use crate::model::Suite;
use serde_json::{Value, json};

pub struct LlvmCov;

/// Of a branch region, as LLVM numbers them.
const BRANCH_REGION: u32 = 4;

impl Exporter for LlvmCov {
    fn format(&self) -> &'static str {
        "llvm-cov"
    }

    fn help(&self) -> &'static str {
        "coverage as llvm-cov export writes it, coverage.json"
    }

    fn export(&self, suite: &Suite, out: &mut dyn ArtifactSink) -> Result<(), ExportError> {
        let files = collect(suite);
        let mut total = [Share::default(); 5];
        let mut listed = Vec::new();
        let mut functions = Vec::new();
        for (name, covered) in &files {
            let shares = [
                covered.branch_share(),
                covered.function_share(),
                covered.line_share(),
                covered.mcdc_share(),
                covered.statement_share(),
            ];
            total.iter_mut().zip(shares).for_each(|(t, s)| *t = t.add(s));
            listed.push(json!({
                "branches": branches(name, covered),
                "expansions": [],
                "filename": name,
                "mcdc_records": [],
                "segments": segments(covered),
                "summary": summary(shares),
            }));
            for ((line, function), tests) in &covered.functions {
                let region = json!([line, 1, line, 1, tests, 0, 0, 0]);
                functions.push(json!({
                    "branches": [], "count": tests, "filenames": [name], "mcdc_records": [], "name": function, "regions": [region],
                }));
            }
        }
        let all = json!({
            "data": [{"files": listed, "functions": functions, "totals": summary(total)}],
            "type": "llvm.coverage.json.export",
            "version": "2.0.1",
        });
        out.write("coverage.json", &format!("{all}\n"))
    }
}

/// Two-way decisions; LLVM has no regions for the cases of a switch that would be like ours.
fn branches(file: &str, covered: &Covered) -> Vec<Value> {
    let source = std::fs::read(file).unwrap_or_default();
    let source = String::from_utf8_lossy(&source);
    let lines: Vec<&str> = source.lines().collect();
    let mut all = Vec::new();
    for ((line, column), outcomes) in &covered.decisions {
        let of = |end: &str| outcomes.iter().find_map(|(t, n)| Some((t.strip_suffix(end)?, *n)));
        let (Some((text, yes)), Some((_, no))) = (of(" is true"), of(" is false")) else { continue };
        let source = lines.get(*line as usize - 1).copied().unwrap_or_default();
        let (from, to) = around(source, *column, text).unwrap_or((*column, *column));
        // LLVM's condition is `!x` where ours is `x`.
        let (from, swapped) = with_negations(source, from);
        let (yes, no) = if swapped { (no, yes) } else { (yes, no) };
        all.push(json!([line, from, line, to, yes, no, 0, 0, BRANCH_REGION]));
    }
    all.sort_by_key(|b| (b[0].as_u64(), b[1].as_u64()));
    all
}

/// The columns in which a text around a column begins and ends; both count from 1.
fn around(line: &str, column: u32, text: &str) -> Option<(u32, u32)> {
    let wanted = column as usize - 1;
    let found = line.match_indices(text).find(|(at, _)| *at <= wanted && wanted < at + text.len())?;
    Some((found.0 as u32 + 1, (found.0 + text.len()) as u32 + 1))
}

/// The column where the negations before a column begin, and whether they are odd in number.
fn with_negations(line: &str, column: u32) -> (u32, bool) {
    let before = line.get(..column as usize - 1).unwrap_or_default();
    let (mut from, mut odd) = (column, false);
    for (at, c) in before.char_indices().rev() {
        match c {
            '!' => (from, odd) = (at as u32 + 1, !odd),
            ' ' | '\t' => {}
            _ => break,
        }
    }
    (from, odd)
}

/// A segment begins at every statement; the line behind has none unless it begins one itself.
fn segments(covered: &Covered) -> Vec<Value> {
    let mut all = Vec::new();
    for ((line, column), tests) in &covered.statements {
        all.push(json!([line, column, tests, true, true, false]));
        let is_last = covered.statements.range((*line, column + 1)..(line + 1, 2)).next().is_none();
        if is_last {
            all.push(json!([line + 1, 1, 0, false, false, false]));
        }
    }
    all
}

fn summary([branches, functions, lines, mcdc, statements]: [Share; 5]) -> Value {
    let percent = |s: Share| if s.count == 0 { 0.0 } else { 100.0 * s.covered as f64 / s.count as f64 };
    let long = |s: Share| {
        json!({
            "count": s.count, "covered": s.covered, "notcovered": s.count - s.covered, "percent": percent(s),
        })
    };
    let short = |s: Share| json!({"count": s.count, "covered": s.covered, "percent": percent(s)});
    json!({
        "branches": long(branches),
        "functions": short(functions),
        "instantiations": short(functions),
        "lines": short(lines),
        "mcdc": long(mcdc),
        "regions": long(statements),
    })
}
