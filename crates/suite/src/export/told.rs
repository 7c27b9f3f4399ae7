//! A test as places and values in plain text: for formats that have no C.

use crate::export::spell::{self, readable_value};
use crate::model::{Outcome, Outside, StreamState, StubWrite, Test, UnitTests, Value};

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

/// Values longer than this are cut.
const LONGEST: usize = 160;

/// What a call starts with, as a person would say it: values and texts without the objects they are in, and what is outside.
pub fn started(unit: &UnitTests, test: &Test) -> Vec<String> {
    let value = |told: Told| {
        let value = match told.value {
            Value::Object { .. } => return None,
            Value::Buffer { text, size } if text.chars().count() as u64 + 1 == *size => spell::text(text),
            other => readable_value(other),
        };
        Some(format!("{} = {value}", told.path))
    };
    let short = |text: String| match text.chars().count() {
        n if n > LONGEST => text.chars().take(LONGEST - 3).collect::<String>() + "...",
        _ => text,
    };
    let given = inputs(unit, test).into_iter().filter_map(value);
    let answers = test.stub_results.iter().filter_map(|r| {
        let value = r.held.value.as_ref()?;
        Some(format!("{}#{} = {}", r.function, r.call, readable_value(value)))
    });
    given.chain(answers).chain(test.outside.iter().map(outside)).map(short).collect()
}

/// What is expected after the call: the result as `result`, then changes.
pub fn expected<'a>(unit: &UnitTests, test: &'a Test) -> Vec<Told<'a>> {
    let Outcome::Returned { value, changes, .. } = &test.outcome else { return Vec::new() };
    let result = value.iter().map(|value| Told { path: "result".into(), ty: unit.result.ty.clone(), value });
    let changed = changes.iter().map(|c| Told { path: c.path.clone(), ty: c.ty.clone(), value: &c.after });
    result.chain(changed).filter(|t| *t.value != Value::Any).collect()
}

/// What a test has besides values of places, in words: formats say it in comments.
pub fn unsaid(test: &Test) -> Vec<String> {
    let mut all = Vec::new();
    for e in &test.earlier {
        let values = e.arguments.iter().map(|a| a.value.as_ref().map_or_else(|| a.name.clone(), readable_value));
        all.push(format!("an earlier call with ({})", values.collect::<Vec<_>>().join(", ")));
    }
    all.extend(test.errno.map(|n| format!("errno is {n} before the call")));
    all.extend(test.replaced.iter().map(|f| format!("{f} is replaced by a stub")));
    all.extend(test.outside.iter().map(outside));
    let writes =
        |w: &StubWrite| format!("call {} of {} writes {} behind {}", w.call, w.function, w.held.name, w.parameter);
    all.extend(test.stub_writes.iter().map(writes));
    all.extend(test.output.iter().map(|o| format!("{} is to get {}", o.stream, spell::text(&o.text))));
    match &test.outcome {
        Outcome::Returned { .. } => {}
        Outcome::Exited { status } => all.push(format!("the program is to end with status {status}")),
        Outcome::Signalled { signal } => all.push(format!("signal {signal} is to be raised")),
        Outcome::Cut { calls } => all.push(format!("it goes on after {calls} calls of stubs, where the test stops")),
        Outcome::Fault { message, line, .. } => all.push(format!("a fault is to come in line {line}: {message}")),
    }
    all.iter().map(|text| line(text)).collect()
}

fn outside(o: &Outside) -> String {
    match o {
        Outside::File { name, text, state } => format!("{name} holds {}{}", spell::text(text), trouble(*state)),
        Outside::Variable { name, value: Some(v) } => format!("the environment has {name}={}", spell::text(v)),
        Outside::Variable { name, value: None } => format!("the environment has no {name}"),
        Outside::Number { function, value } => format!("{function} says {value}"),
        Outside::Failure { function, call, errno: 0 } => format!("call {call} of {function} fails"),
        Outside::Failure { function, call, errno } => format!("call {call} of {function} fails with errno {errno}"),
    }
}

/// What is wrong with a file.
pub fn trouble(state: StreamState) -> &'static str {
    match (state.ends_in_error, state.has_failed) {
        (false, false) => "",
        (true, false) => ", and reading it ends in an error",
        (false, true) => ", and something failed on it before",
        (true, true) => ", something failed on it before, and reading it ends in an error",
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
