//! Names that say what a test does: `test_parse_returns_minus_1_when_len_is_0`.

use crate::model::{Outcome, Test, Value};
use crate::text::identifier;
use std::collections::BTreeSet;

/// Longer names are cut.
const LONGEST: usize = 72;

/// Names a function's tests; the same tests get the same names.
pub fn give_names(function: &str, tests: &mut [Test], taken: &mut BTreeSet<String>) {
    for test in tests {
        let wanted = name(function, test);
        let mut chosen = wanted.clone();
        let mut n = 1;
        while !taken.insert(chosen.clone()) {
            n += 1;
            chosen = format!("{wanted}_{n}");
        }
        test.name = chosen;
    }
}

fn name(function: &str, test: &Test) -> String {
    let mut text = format!("test_{}_{}", identifier(function), ending(&test.outcome));
    if let Some(when) = when(&test.path) {
        text.push_str(&format!("_when_{when}"));
    }
    if text.len() > LONGEST {
        text.truncate(LONGEST);
        // Not in the middle of a word.
        text.truncate(text.rfind('_').unwrap_or(LONGEST));
    }
    text
}

fn ending(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Returned { value: Some(v), .. } => match short(v) {
            Some(v) => format!("returns_{v}"),
            None => "returns".into(),
        },
        Outcome::Returned { changes, .. } => match changes.first() {
            Some(c) => format!("changes_{}", identifier(&c.path)),
            None => "changes_nothing".into(),
        },
        Outcome::Exited { status } => format!("exits_with_{}", number(&status.to_string())),
        Outcome::Signalled { signal: 6 } => "aborts".into(),
        Outcome::Signalled { signal } => format!("raises_signal_{signal}"),
        Outcome::Fault { kind, .. } => format!("fails_with_{}", identifier(kind)),
    }
}

fn number(text: &str) -> String {
    text.strip_prefix('-').map_or_else(|| text.to_string(), |n| format!("minus_{n}"))
}

fn short(value: &Value) -> Option<String> {
    Some(match value {
        Value::Integer { value, .. } if value.len() <= 12 => number(value),
        Value::Char { value } => number(&value.to_string()),
        Value::Enumerator { name, .. } => name.clone(),
        Value::Null => "null".into(),
        Value::Function { name, .. } => identifier(name),
        Value::New => "new_object".into(),
        Value::String { text } if !identifier(text).is_empty() && text.len() <= 16 => identifier(text),
        Value::Address { object, .. } => identifier(object),
        _ => return None,
    })
}

/// The last decision of the way, in words.
fn when(path: &str) -> Option<String> {
    let part = path.split("; ").filter(|p| !p.starts_with("and ")).last()?;
    let (condition, truth) = match part.rsplit_once(" is ") {
        Some((c, "true")) => (c, true),
        Some((c, "false")) => (c, false),
        _ => return Some(identifier(part)).filter(|s| !s.is_empty()),
    };
    // Longest first: `<=` is no `<`.
    const OPERATORS: [(&str, &str, &str); 6] = [
        (" == ", "is", "is_not"),
        (" != ", "is_not", "is"),
        (" <= ", "is_at_most", "is_above"),
        (" >= ", "is_at_least", "is_below"),
        (" < ", "is_below", "is_at_least"),
        (" > ", "is_above", "is_at_most"),
    ];
    for (operator, yes, no) in OPERATORS {
        if let Some((left, right)) = condition.split_once(operator) {
            let (left, right) = (identifier(left), operand(right));
            if !left.is_empty() && !right.is_empty() {
                return Some(format!("{left}_{}_{right}", if truth { yes } else { no }));
            }
        }
    }
    let name = identifier(condition);
    (!name.is_empty()).then(|| format!("{name}_is_{truth}"))
}

/// The right side of a comparison; single characters that are no letters get names.
fn operand(text: &str) -> String {
    let text = text.trim();
    let quoted = text.strip_prefix('\'').and_then(|t| t.strip_suffix('\''));
    match quoted.unwrap_or(text) {
        "[" => "open_bracket".into(),
        "]" => "close_bracket".into(),
        "{" => "open_brace".into(),
        "}" => "close_brace".into(),
        "(" => "open_parenthesis".into(),
        ")" => "close_parenthesis".into(),
        " " => "space".into(),
        "+" => "plus".into(),
        "-" => "minus".into(),
        "*" => "star".into(),
        "/" => "slash".into(),
        "." => "dot".into(),
        "," => "comma".into(),
        ":" => "colon".into(),
        ";" => "semicolon".into(),
        "\\n" => "newline".into(),
        "\\0" => "zero".into(),
        "\"" | "\\\"" => "quote".into(),
        n if n.starts_with('-') => format!("minus_{}", identifier(n)),
        other => identifier(other),
    }
}
