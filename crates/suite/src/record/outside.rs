//! What the program found outside of it: from the names of the machine's inputs (`vm/symbolic/outside.rs`) to files, variables,
//! numbers and failures.

use super::NotATest;
use super::setup::Setup;
use crate::model::{Output, Outside, StreamState};
use crate::outside::redirect;
use crate::text::latin1;
use crescendo_program::Program;
use crescendo_solver::expr::Assignment;
use crescendo_unit::{Input, InputKind, Observed, Run, Target};
use crescendo_vm::symbolic::Outside as Kind;
use std::collections::{BTreeMap, BTreeSet};

/// Longer output is not compared.
const MOST_OUTPUT: usize = 4000;
/// A byte of a file that nobody looked at.
const UNREAD: u8 = b'x';

#[derive(Default)]
struct File {
    length: u64,
    bytes: BTreeMap<u64, u8>,
    state: StreamState,
}

impl File {
    fn text(&self) -> String {
        latin1(&(0..self.length).map(|i| self.bytes.get(&i).copied().unwrap_or(UNREAD)).collect::<Vec<u8>>())
    }
}

/// What comes from outside, in the order the program asks for it. Streams among the inputs are left in `setup.streams`.
pub fn outside(setup: &mut Setup, run: &Run, values: &Assignment) -> Result<Vec<Outside>, NotATest> {
    let mut all = Vec::new();
    let mut files: BTreeMap<String, File> = BTreeMap::new();
    let driver = setup.unit.driver();
    let used: BTreeSet<_> = run.used.iter().copied().collect();
    let cause = |what: &str| {
        let path = format!("errno({what})");
        let input = driver.inputs.all().iter().find(|i| used.contains(&i.variable) && i.path == path);
        input.map_or(0, |i| values.get(i.variable) as u32)
    };
    for i in driver.inputs.all().iter().filter(|i| used.contains(&i.variable)) {
        let value = values.get(i.variable);
        match i.kind {
            InputKind::Outside(Kind::Length) => {
                files.entry(inside(&i.path, "len(").into()).or_default().length = value;
            }
            InputKind::Outside(Kind::Byte) => {
                let (name, index) = i.path.rsplit_once('[').unwrap_or((&i.path, "0]"));
                let index = index.trim_end_matches(']').parse().unwrap_or(0);
                files.entry(name.into()).or_default().bytes.insert(index, value as u8);
            }
            InputKind::Outside(Kind::Flag) => {
                let what = inside(&i.path, "fails(");
                if what.starts_with("read(") {
                    files.entry(inside(what, "read(").into()).or_default().state = StreamState {
                        ends_in_error: value == 1,
                        errno: if value == 1 { cause(what) } else { 0 },
                        ..StreamState::default()
                    };
                } else if what.starts_with("earlier(") {
                    files.entry(inside(what, "earlier(").into()).or_default().state.has_failed = value == 1;
                } else if let Some((function @ ("fopen" | "freopen" | "open" | "fdopen"), call)) = what.split_once('#')
                {
                    match value {
                        0 if function == "fdopen" => {}
                        1 => all.push(failure(function, call.parse().unwrap_or(1), cause(what))?),
                        _ => drop(files.entry(what.into()).or_default()),
                    }
                }
            }
            InputKind::Outside(Kind::Number) => {
                let function = i.path.split('#').next().unwrap_or(&i.path).to_string();
                known(&function)?;
                all.push(Outside::Number { function, value });
            }
            InputKind::Pointer(_) if i.path.starts_with("getenv(\"") && i.path.ends_with("\")") => {
                let choices = driver.choices.get(&i.variable);
                let null = choices.is_none_or(|c| c.get(value as usize).is_none_or(|t| *t == Target::Null));
                let name = variable_name(inside(&i.path, "getenv("));
                if !null && name.contains('=') {
                    return Err("no environment has a variable with `=` in its name".into());
                }
                let text = || latin1(&text_at(driver.inputs.all(), &i.path, values));
                all.push(Outside::Variable { name, value: (!null).then(text) });
            }
            _ => {}
        }
    }
    drop(driver);
    for f in &setup.observed.told.failures {
        all.push(failure(&f.function, f.call, f.errno)?);
    }
    for (name, file) in files {
        let is_opened = ["fopen#", "freopen#", "open#"].iter().any(|p| name.starts_with(p));
        if is_opened || ["stdin", "stdout", "stderr"].contains(&name.as_str()) {
            all.push(Outside::File { name, text: file.text(), state: file.state });
        } else {
            setup.streams.insert(name, (file.text(), file.state));
        }
    }
    Ok(all)
}

/// What it wrote, as far as a native run writes the same.
pub fn output(program: &Program, observed: &Observed) -> Vec<Output> {
    let told = &observed.told;
    // A test includes its source by another path than the project does, and `__FILE__` tells.
    let names: Vec<&str> = program.units.iter().filter_map(|u| u.name.rsplit('/').next()).collect();
    let is_told = |bytes: &[u8]| names.iter().any(|n| !n.is_empty() && contains(bytes, n.as_bytes()));
    if told.shows_addresses {
        return Vec::new();
    }
    // A stream that is opened anew goes to a real file, which is gone afterwards.
    let short = told
        .output
        .iter()
        .filter(|(n, bytes)| bytes.len() <= MOST_OUTPUT && !n.starts_with("freopen#") && !is_told(bytes));
    short.map(|(name, bytes)| Output { stream: name.clone(), text: latin1(bytes) }).collect()
}

fn contains(bytes: &[u8], part: &[u8]) -> bool {
    bytes.windows(part.len()).any(|w| w == part)
}

fn failure(function: &str, call: u32, errno: u32) -> Result<Outside, NotATest> {
    known(function)?;
    Ok(Outside::Failure { function: function.to_string(), call, errno })
}

fn known(function: &str) -> Result<(), NotATest> {
    match redirect(function) {
        Some(_) => Ok(()),
        None => Err(format!("it depends on what `{function}` says, which tests do not set up yet").into()),
    }
}

/// What stands in the brackets of `f(...)`.
fn inside<'a>(path: &'a str, function: &str) -> &'a str {
    path.strip_prefix(function).and_then(|p| p.strip_suffix(')')).unwrap_or(path)
}

/// What stands in quotes, as `escape_ascii` writes it.
fn variable_name(quoted: &str) -> String {
    let text = quoted.strip_prefix('"').and_then(|t| t.strip_suffix('"')).unwrap_or(quoted);
    let mut name = String::new();
    let mut rest = text.chars();
    while let Some(c) = rest.next() {
        name.push(match (c, if c == '\\' { rest.next() } else { None }) {
            (_, Some('x')) => {
                let digits: String = rest.by_ref().take(2).collect();
                u8::from_str_radix(&digits, 16).map_or('?', char::from)
            }
            (_, Some('n')) => '\n',
            (_, Some('r')) => '\r',
            (_, Some('t')) => '\t',
            (_, Some(other)) => other,
            (c, None) => c,
        });
    }
    name
}

/// The bytes of a string from outside, up to its end.
fn text_at(inputs: &[Input], path: &str, values: &Assignment) -> Vec<u8> {
    let byte = |i: u32| {
        let input = inputs.iter().find(|x| x.path == format!("{path}[{i}]"))?;
        Some(values.get(input.variable) as u8).filter(|b| *b != 0)
    };
    (0..).map_while(byte).collect()
}

#[cfg(test)]
mod tests {
    use super::variable_name;

    #[test]
    fn names_in_quotes() {
        let quoted = |name: &[u8]| format!("\"{}\"", name.escape_ascii());
        for name in [&b"HOME"[..], b"\x01", b"a\"b\\", b"\n\xfe"] {
            assert_eq!(crate::text::bytes_of(&variable_name(&quoted(name))), name);
        }
    }
}
