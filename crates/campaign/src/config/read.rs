//! From text to `Config`. Every key is checked here; what needs the program is checked by `resolve`.

use super::names::hint;
use super::{At, Complaint, Config, Input, Section, Source, range};
use crate::request::Callees;
use crescendo_unit::HYPOTHESES;
use std::ops::Range;
use toml_edit::{ImDocument, Item, TableLike, Value};

const TOP: &[&str] = &["c", "function"];
const SECTION: &[&str] =
    &["budget", "max_runs", "max_steps", "callees", "stub", "keep", "havoc", "bounds", "inputs", "accept"];
const BOUNDS: &[&str] = &["elements", "bytes", "array", "depth"];
const INPUT: &[&str] = &["range", "nonnull", "length"];

pub fn read(source: Source) -> Result<Config, Complaint> {
    let document = ImDocument::parse(source.text.clone()).map_err(|e| {
        let message = e.message().lines().collect::<Vec<_>>().join(", ");
        Complaint::new(&source, e.span().unwrap_or(0..0), message)
    })?;
    let reader = Reader { source: &source };
    let mut config = Config::default();
    for (key, item) in document.as_table().iter_with_spans(0..0) {
        match key.value.as_str() {
            "c" => {
                let folder = source.path.parent().unwrap_or(std::path::Path::new("."));
                for name in reader.names(item, &key)? {
                    let file = folder.join(&name.value);
                    if !file.is_file() {
                        return Err(reader.complain(name.span, format!("there is no file {}", file.display())));
                    }
                    config.files.push(file);
                }
            }
            "function" => {
                for (name, item) in reader.table(item, &key)?.iter_with_spans(key.span.clone()) {
                    let mut section = Section::default();
                    for (key, item) in reader.table(item, &name)?.iter_with_spans(name.span.clone()) {
                        reader.entry(&mut section, &key, item, SECTION)?;
                    }
                    config.functions.insert(name.value.clone(), At { value: section, span: name.span });
                }
            }
            _ => {
                let known: Vec<&str> = TOP.iter().chain(SECTION).copied().collect();
                reader.entry(&mut config.common, &key, item, &known)?;
            }
        }
    }
    config.source = source;
    Ok(config)
}

/// Entries with the places of their keys.
trait Entries {
    fn iter_with_spans(&self, around: Range<usize>) -> Vec<(At<String>, &Item)>;
}

impl<T: TableLike + ?Sized> Entries for T {
    fn iter_with_spans(&self, around: Range<usize>) -> Vec<(At<String>, &Item)> {
        let key = |name: &str, item: &Item| {
            let span = self.key(name).and_then(|k| k.span()).or_else(|| item.span()).unwrap_or(around.clone());
            At { value: name.to_string(), span }
        };
        self.iter().map(|(name, item)| (key(name, item), item)).collect()
    }
}

struct Reader<'a> {
    source: &'a Source,
}

impl Reader<'_> {
    fn complain(&self, span: Range<usize>, message: impl Into<String>) -> Complaint {
        Complaint::new(self.source, span, message)
    }

    fn expected<T>(&self, item: &Item, key: &At<String>, what: &str) -> Result<T, Complaint> {
        let span = item.span().unwrap_or(key.span.clone());
        Err(self.complain(span, format!("`{}` needs {what}", key.value)))
    }

    fn unknown(&self, key: &At<String>, known: &[&str]) -> Complaint {
        let hint = hint(&key.value, known.iter().copied());
        let end = if hint.is_empty() { "." } else { "" };
        let all = known.join(", ");
        self.complain(key.span.clone(), format!("there is no key `{}`{hint}{end} There are: {all}", key.value))
    }

    fn table<'t>(&self, item: &'t Item, key: &At<String>) -> Result<&'t dyn TableLike, Complaint> {
        match item.as_table_like() {
            Some(table) => Ok(table),
            None => self.expected(item, key, "a table"),
        }
    }

    fn number(&self, item: &Item, key: &At<String>) -> Result<u64, Complaint> {
        match item.as_integer().and_then(|n| u64::try_from(n).ok()) {
            Some(n) => Ok(n),
            None => self.expected(item, key, "a number that is not negative"),
        }
    }

    fn names(&self, item: &Item, key: &At<String>) -> Result<Vec<At<String>>, Complaint> {
        let name = |v: &Value| {
            let span = v.span().unwrap_or(key.span.clone());
            v.as_str().map(|s| At { value: s.to_string(), span })
        };
        let all: Option<Vec<At<String>>> = match item.as_value() {
            Some(Value::Array(list)) => list.iter().map(name).collect(),
            Some(one) => name(one).map(|n| vec![n]),
            None => None,
        };
        match all {
            Some(all) => Ok(all),
            None => self.expected(item, key, "a list of names"),
        }
    }

    fn entry(&self, s: &mut Section, key: &At<String>, item: &Item, known: &[&str]) -> Result<(), Complaint> {
        match key.value.as_str() {
            "budget" => {
                let Some(text) = item.as_str() else { return self.expected(item, key, "a time such as \"5s\"") };
                let time = crate::request::duration(text);
                s.budget = Some(time.map_err(|e| self.complain(item.span().unwrap_or(key.span.clone()), e))?);
            }
            "max_runs" => s.max_runs = Some(self.number(item, key)?),
            "max_steps" => s.max_steps = Some(self.number(item, key)?),
            "callees" => {
                let text = item.as_str().map(str::to_string).or_else(|| item.as_integer().map(|n| n.to_string()));
                match text.and_then(|t| t.parse::<Callees>().ok()) {
                    Some(c) => s.callees = Some(c),
                    None => return self.expected(item, key, "\"none\", \"all\", \"profile\" or a number"),
                }
            }
            "stub" => s.stub = self.names(item, key)?,
            "keep" => s.keep = self.names(item, key)?,
            "havoc" => s.havoc = self.names(item, key)?,
            "bounds" => {
                for (name, item) in self.table(item, key)?.iter_with_spans(key.span.clone()) {
                    let Some(bound) = BOUNDS.iter().find(|b| **b == name.value) else {
                        return Err(self.unknown(&name, BOUNDS));
                    };
                    let n = self.number(item, &name)?;
                    let span = item.span().unwrap_or(name.span.clone());
                    if matches!(*bound, "elements" | "bytes") && !n.is_power_of_two() {
                        return Err(self.complain(span, format!("`{bound}` must be a power of two, such as 8 or 64")));
                    }
                    s.bounds.insert(bound, n);
                }
            }
            "inputs" => {
                for (path, item) in self.table(item, key)?.iter_with_spans(key.span.clone()) {
                    let span = item.span().unwrap_or(path.span.clone());
                    let input = self.input(item, &path)?;
                    s.inputs.push((path, At { value: input, span }));
                }
            }
            "accept" => {
                for (kind, item) in self.table(item, key)?.iter_with_spans(key.span.clone()) {
                    let Some((known, _)) = HYPOTHESES.iter().find(|h| h.0 == kind.value) else {
                        let known: Vec<&str> = HYPOTHESES.iter().map(|h| h.0).collect();
                        return Err(self.unknown(&kind, &known));
                    };
                    match item.as_str().map(str::trim) {
                        Some(reason) if !reason.is_empty() => drop(s.accept.insert(known, reason.to_string())),
                        _ => return self.expected(item, &kind, "the reason why it holds, as text"),
                    }
                }
            }
            _ => return Err(self.unknown(key, known)),
        }
        Ok(())
    }

    fn range(&self, item: &Item, key: &At<String>) -> Result<(i128, i128), Complaint> {
        let text = item.as_str().map(str::to_string).or_else(|| item.as_integer().map(|n| n.to_string()));
        let Some(text) = text else { return self.expected(item, key, "a range such as \"0..16\"") };
        range::parse(&text).map_err(|e| self.complain(item.span().unwrap_or(key.span.clone()), e))
    }

    /// `"0..16"`, `7`, `"nonnull"`, or a table of these.
    fn input(&self, item: &Item, path: &At<String>) -> Result<Input, Complaint> {
        if item.as_str() == Some("nonnull") {
            return Ok(Input { nonnull: true, ..Input::default() });
        }
        let Some(table) = item.as_table_like() else {
            return Ok(Input { range: Some(self.range(item, path)?), ..Input::default() });
        };
        let mut input = Input::default();
        for (key, item) in table.iter_with_spans(path.span.clone()) {
            match key.value.as_str() {
                "range" => input.range = Some(self.range(item, &key)?),
                "nonnull" => match item.as_bool() {
                    Some(yes) => input.nonnull = yes,
                    None => return self.expected(item, &key, "true or false"),
                },
                "length" => match item.as_str() {
                    Some(name) => input.length = Some(name.to_string()),
                    None => return self.expected(item, &key, "the name of the input that counts the elements"),
                },
                _ => return Err(self.unknown(&key, INPUT)),
            }
        }
        Ok(input)
    }
}
