//! A test as places and values in plain text: for formats that have no C.

use crate::export::spell;
use crate::model::{Outcome, Test, UnitTests, Value};

/// A place by its access path, with its type and a value.
pub struct Told<'a> {
    pub path: String,
    pub ty: String,
    pub value: &'a Value,
}

/// What is set before the call: inputs in order, then arguments that are plain values.
pub fn inputs<'a>(unit: &UnitTests, test: &'a Test) -> Vec<Told<'a>> {
    let mut all: Vec<Told> = Vec::new();
    for i in &test.inputs {
        all.push(Told { path: i.path.clone(), ty: i.ty.clone(), value: &i.value });
    }
    for a in &test.arguments {
        if let Some(value) = &a.value {
            let ty = unit.parameters.iter().find(|p| p.name == a.name).map_or_else(String::new, |p| p.ty.clone());
            all.push(Told { path: a.name.clone(), ty, value });
        }
    }
    all
}

/// What is expected after the call: the result as `result`, then changes.
pub fn expected<'a>(unit: &UnitTests, test: &'a Test) -> Vec<Told<'a>> {
    let Outcome::Returned { value, changes, .. } = &test.outcome else { return Vec::new() };
    let result = value.iter().map(|value| Told { path: "result".into(), ty: unit.result.ty.clone(), value });
    let changed = changes.iter().map(|c| Told { path: c.path.clone(), ty: c.ty.clone(), value: &c.after });
    result.chain(changed).filter(|t| *t.value != Value::Any).collect()
}

/// How a test ends, where it does not return.
pub fn ending(test: &Test) -> Option<String> {
    match &test.outcome {
        Outcome::Returned { .. } => None,
        Outcome::Exited { status } => Some(format!("ends the program with status {status}")),
        Outcome::Signalled { signal } => Some(format!("raises signal {signal}")),
        Outcome::Fault { message, line, .. } => Some(format!("fault in line {line}: {message}")),
    }
}

/// A number as most tools read it; `None` for what is none.
pub fn number(value: &Value) -> Option<String> {
    Some(match value {
        Value::Integer { value, .. } => value.clone(),
        Value::Char { value } | Value::Enumerator { value, .. } => value.to_string(),
        Value::Float { format, bits } => {
            let text = spell::float(*format, bits);
            match text.as_str() {
                t if t.contains("inf") => if t.starts_with('-') { "-inf" } else { "inf" }.into(),
                t if t.contains("nan") || t.contains("crescendo") => "nan".into(),
                t => t.trim_end_matches(['f', 'L']).into(),
            }
        }
        _ => return None,
    })
}

/// A value in C, or in words where C has none for it: for comments.
pub fn in_words(value: &Value) -> String {
    match value {
        Value::Object { size, count: None } => format!("a new object of {size} bytes"),
        Value::Object { count: Some(n), .. } => format!("{n} new elements"),
        Value::Buffer { text, size } => format!("{size} new bytes {}", spell::text(text)),
        Value::Text { text, .. } | Value::String { text } => spell::text(text),
        Value::Bytes { hex } => format!("bytes {hex}"),
        Value::New => "a new object".into(),
        Value::Any => "anything".into(),
        other => spell::expression(other).unwrap_or_default(),
    }
}

/// A path in which every pointer is an array: `p->a` as `p[0].a`, `*p` as `p[0]`.
pub fn by_index(path: &str) -> String {
    let stars = path.chars().take_while(|c| *c == '*').count();
    let rest = path[stars..].replace("->", "[0].");
    rest + &"[0]".repeat(stars)
}

/// The name that a path begins with, if it is a plain one.
pub fn first_name(path: &str) -> &str {
    let start = path.trim_start_matches(['*', '(', '&']);
    let end = start.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(start.len());
    &start[..end]
}

/// One line.
pub fn line(text: &str) -> String {
    text.replace(['\n', '\r'], " ")
}
