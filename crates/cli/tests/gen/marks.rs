//! What a C file says about its outcomes: `/* dead: ... */`, `/* dead if HYPOTHESIS: ... */` and `/* hard: ... */` at the end of
//! lines.
//!
//! An item is `[first|second|third] [true|false|both]`, `case N`, `default` or `code`; items are separated by commas. Which
//! condition of a line is meant is counted from the left; an outcome that is not named is `true`. As in the summary, `!x` is
//! the condition `x`.

use std::collections::BTreeMap;
use std::path::Path;

/// An outcome of the n-th condition of a line, as `summary.json` names it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    pub line: u64,
    pub nth: usize,
    pub goal: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mark {
    /// No input reaches it: it must be proved, whatever happens.
    Dead,
    /// The same, if a hypothesis of that kind and perhaps others hold.
    DeadIf(String),
    /// It may be covered or unknown, never infeasible.
    Hard,
}

pub fn marks(file: &Path) -> Result<BTreeMap<Place, Mark>, String> {
    let text = std::fs::read_to_string(file).map_err(|e| e.to_string())?;
    let mut all = BTreeMap::new();
    for (i, line) in text.lines().enumerate() {
        for word in ["/* dead", "/* hard"] {
            let Some((_, rest)) = line.split_once(word) else { continue };
            let Some((hypothesis, rest)) = rest.split_once(':') else { continue };
            let mark = match (word, hypothesis.strip_prefix(" if ")) {
                ("/* hard", _) => Mark::Hard,
                (_, Some(kind)) => Mark::DeadIf(kind.to_string()),
                _ => Mark::Dead,
            };
            let (items, _) = rest.split_once("*/").ok_or_else(|| format!("line {}: no end of the mark", i + 1))?;
            for item in items.split(',') {
                for (nth, goal) in goals(item.trim()).ok_or_else(|| format!("line {}: what is `{item}`?", i + 1))? {
                    all.insert(Place { line: i as u64 + 1, nth, goal }, mark.clone());
                }
            }
        }
    }
    Ok(all)
}

fn goals(item: &str) -> Option<Vec<(usize, String)>> {
    let outcome = |b: bool| format!("condition is {b}");
    if item == "code" {
        return Some(vec![(0, "statement".into())]);
    }
    if item == "default" || item.strip_prefix("case ").is_some_and(|n| n.parse::<i64>().is_ok()) {
        return Some(vec![(0, item.into())]);
    }
    let mut words = item.split(' ');
    let mut word = words.next()?;
    let nth = ["first", "second", "third"].iter().position(|o| *o == word);
    if nth.is_some() {
        word = words.next().unwrap_or("true");
    }
    let nth = nth.unwrap_or(0);
    match word {
        "true" => Some(vec![(nth, outcome(true))]),
        "false" => Some(vec![(nth, outcome(false))]),
        "both" => Some(vec![(nth, outcome(true)), (nth, outcome(false))]),
        _ => None,
    }
}
