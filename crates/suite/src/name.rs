//! Names that say what a test does: `test_parse_returns_minus_1_when_len_is_0`.

use crate::model::{Change, Format, Outcome, Test, Value};
use crate::text::identifier;
use crate::value::negative;
use std::collections::{BTreeSet, HashMap};

/// Longer names are cut.
const LONGEST: usize = 72;

/// Names a function's tests; the same tests get the same names. What is special about a test is the decision on its way that
/// the fewest others take, and of those the last.
pub fn give_names(function: &str, tests: &mut [Test], taken: &mut BTreeSet<String>) {
    let mut takers: HashMap<String, usize> = HashMap::new();
    for test in tests.iter() {
        decisions(test).for_each(|d| *takers.entry(d.to_string()).or_default() += 1);
    }
    for test in tests {
        let mut special: Vec<&str> = decisions(test).collect();
        special.reverse();
        special.sort_by_key(|d| takers[*d]);
        let said: Vec<String> = special.into_iter().take(2).filter_map(|d| when(test, d)).collect();
        let start = format!("test_{}_{}", identifier(function), ending(&test.outcome));
        let wanted = said.first().map_or_else(|| cut(&start), |when| cut(&format!("{start}_when_{when}")));
        // A second decision says more than a number, if there is room for it.
        let longer = said.get(1).map(|second| format!("{wanted}_and_{second}")).filter(|l| l.len() <= LONGEST);
        let mut chosen = wanted.clone();
        if let Some(longer) = longer.filter(|l| taken.contains(&wanted) && !taken.contains(l)) {
            chosen = longer;
        }
        let mut n = 1;
        while !taken.insert(chosen.clone()) {
            n += 1;
            chosen = format!("{wanted}_{n}");
        }
        test.name = chosen;
    }
}

/// The decisions of its way, as far as they are told.
fn decisions(test: &Test) -> impl Iterator<Item = &str> {
    test.path.split("; ").filter(|p| !p.is_empty() && !p.starts_with("and "))
}

fn cut(text: &str) -> String {
    let mut text = text.to_string();
    if text.len() > LONGEST {
        text.truncate(LONGEST);
        // Not in the middle of a word, nor before what a comparison is with.
        text.truncate(text.rfind('_').unwrap_or(LONGEST));
        const WITHOUT_END: [&str; 9] =
            ["_when", "_is", "_is_not", "_is_at", "_is_at_least", "_is_at_most", "_is_above", "_is_below", "_is_none"];
        while let Some(end) = WITHOUT_END.iter().find(|w| text.ends_with(**w)) {
            text.truncate(text.len() - end.len());
        }
    }
    text
}

/// What an assertion asserts; else the condition as it is.
fn asserted(condition: &str) -> &str {
    let inner = condition.split_once('(').filter(|(name, _)| name.to_ascii_lowercase().ends_with("assert"));
    inner.and_then(|(_, rest)| rest.trim_end().strip_suffix(')')).unwrap_or(condition)
}

/// Whether all its brackets are closed.
fn is_balanced(text: &str) -> bool {
    text.matches('(').count() == text.matches(')').count()
}

fn ending(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Returned { value: Some(v), .. } => match short(v) {
            Some(v) => format!("returns_{v}"),
            None => "returns".into(),
        },
        Outcome::Returned { changes, .. } => match changes.first() {
            Some(Change { path, after, .. }) if path.starts_with("result.") => {
                let member = identifier(&path["result.".len()..]);
                short(after).map_or_else(|| "returns".into(), |v| format!("returns_{member}_{v}"))
            }
            Some(c) => format!("changes_{}", identifier(&c.path)),
            None => "changes_nothing".into(),
        },
        Outcome::Exited { status } => format!("exits_with_{}", number(&status.to_string())),
        Outcome::Signalled { signal: 6 } => "aborts".into(),
        Outcome::Signalled { signal } => format!("raises_signal_{signal}"),
        Outcome::Cut { .. } => "goes_on".into(),
        Outcome::Fault { kind, .. } => format!("fails_with_{}", identifier(kind)),
    }
}

fn number(text: &str) -> String {
    text.strip_prefix('-').map_or_else(|| text.to_string(), |n| format!("minus_{n}"))
}

fn short(value: &Value) -> Option<String> {
    Some(match value {
        Value::Integer { value, bits, signed: false } if negative(value, *bits).is_some() => {
            number(&negative(value, *bits)?.to_string())
        }
        Value::Integer { value, .. } if value.len() <= 12 => number(value),
        Value::Char { value } => number(&value.to_string()),
        Value::Float { format: Format::Float, bits } => whole(f32::from_bits(bits_of(bits)? as u32) as f64)?,
        Value::Float { format: Format::Double, bits } => whole(f64::from_bits(bits_of(bits)?))?,
        Value::Enumerator { name, .. } => name.clone(),
        Value::Null => "null".into(),
        Value::Number { value } => number(value),
        Value::Function { name, .. } => identifier(name),
        Value::New => "new_object".into(),
        Value::String { text } if !identifier(text).is_empty() && text.len() <= 16 => identifier(text),
        Value::Address { object, .. } => identifier(object),
        _ => return None,
    })
}

fn bits_of(hex: &str) -> Option<u64> {
    u64::from_str_radix(hex, 16).ok()
}

/// Floating-point numbers that are short in words.
fn whole(v: f64) -> Option<String> {
    match v {
        _ if v.is_nan() => Some("nan".into()),
        _ if v.is_infinite() => Some(if v > 0.0 { "infinity" } else { "minus_infinity" }.into()),
        _ => (v.fract() == 0.0 && v.abs() < 1e6).then(|| number(&format!("{v:.0}"))),
    }
}

/// A decision, in words.
fn when(test: &Test, part: &str) -> Option<String> {
    let (condition, truth) = match part.rsplit_once(" is ") {
        Some((c, "true")) => (c, true),
        Some((c, "false")) => (c, false),
        // A case of a switch.
        Some((c, label)) if !operand(label).is_empty() && !identifier(c).is_empty() => {
            return Some(format!("{}_is_{}", identifier(c), operand(label)));
        }
        _ => return Some(identifier(part)).filter(|s| !s.is_empty()),
    };
    let condition = asserted(condition);
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
        if let Some((left, right)) = condition.split_once(operator).filter(|(left, _)| is_balanced(left)) {
            let (left, right) = (identifier(left), operand(right));
            if !left.is_empty() && !right.is_empty() {
                return Some(format!("{left}_{}_{right}", if truth { yes } else { no }));
            }
        }
    }
    let name = identifier(condition);
    let is = match (is_pointer(test, condition), truth) {
        (true, true) => "is_not_null",
        (true, false) => "is_null",
        (false, true) => "is_true",
        (false, false) => "is_false",
    };
    (!name.is_empty()).then(|| format!("{name}_{is}"))
}

/// Whether a condition is a pointer, as far as the test knows it.
fn is_pointer(test: &Test, condition: &str) -> bool {
    let argument = test.arguments.iter().any(|a| a.pointer && a.name == condition);
    argument || test.inputs.iter().any(|i| i.path == condition && i.ty.ends_with('*'))
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
        "!" => "exclamation_mark".into(),
        "#" => "hash".into(),
        "$" => "dollar".into(),
        "%" => "percent".into(),
        "&" => "ampersand".into(),
        "<" => "less".into(),
        "=" => "equals".into(),
        ">" => "greater".into(),
        "?" => "question_mark".into(),
        "@" => "at".into(),
        "^" => "caret".into(),
        "_" => "underscore".into(),
        "|" => "bar".into(),
        "~" => "tilde".into(),
        "\\'" => "apostrophe".into(),
        "\\\\" => "backslash".into(),
        "\\t" => "tab".into(),
        "\\r" => "carriage_return".into(),
        n if n.starts_with('-') => format!("minus_{}", identifier(n)),
        other => identifier(other),
    }
}
