//! Test scripts of VectorCAST: a `.tst` for each source. What the script has no words for is said in comments.

use super::spell::readable_value;
use super::told::{self, Told};
use super::{ArtifactSink, ExportError, Exporter, UNVERIFIED};
use crate::export::c::Layout;
use crate::model::{Suite, Test, UnitTests, Value};
use std::collections::BTreeMap;
use std::fmt::Write;

pub struct VectorCast;

impl Exporter for VectorCast {
    fn format(&self) -> &'static str {
        "vectorcast"
    }

    fn help(&self) -> &'static str {
        "VectorCAST .tst scripts (from public descriptions, unverified)"
    }

    fn export(&self, suite: &Suite, out: &mut dyn ArtifactSink) -> Result<(), ExportError> {
        let slugs = Layout::new(suite).slugs;
        for (number, slug) in slugs.iter().enumerate() {
            let units: Vec<_> = suite.units.iter().filter(|u| u.source == number && !u.tests.is_empty()).collect();
            if units.is_empty() {
                continue;
            }
            let mut text = format!("-- Test Case Script, made by {}\n-- {UNVERIFIED}\n--\n", suite.tool);
            let _ = writeln!(text, "-- Unit(s) Under Test: {slug}\n--\n-- Script Features");
            text.push_str("TEST.SCRIPT_FEATURE:C_DIRECT_ARRAY_INDEXING\nTEST.SCRIPT_FEATURE:MIXED_CASE_NAMES\n");
            text.push_str("TEST.SCRIPT_FEATURE:STATIC_HEADER_FUNCS_IN_UUTS\n--\n\n");
            let _ = writeln!(text, "-- Unit: {slug}\n");
            for unit in units {
                let _ = writeln!(text, "-- Subprogram: {}\n", unit.name);
                for test in &unit.tests {
                    script(&mut text, slug, unit, test);
                }
            }
            out.write(&format!("{slug}.tst"), &text)?;
        }
        Ok(())
    }
}

fn script(x: &mut String, slug: &str, unit: &UnitTests, test: &Test) {
    let name = &test.name;
    let _ = writeln!(x, "-- Test Case: {name}\nTEST.UNIT:{slug}\nTEST.SUBPROGRAM:{}\nTEST.NEW", unit.called());
    let _ = writeln!(x, "TEST.NAME:{name}\nTEST.NOTES:\n{}\nTEST.END_NOTES:", told::line(&test.path));
    for text in told::unsaid(test) {
        let _ = writeln!(x, "-- left out: {text}");
    }
    for t in told::inputs(unit, test) {
        let place = place(slug, unit, &t.path);
        let mut put = |value: &str| writeln!(x, "TEST.VALUE:{place}:{value}");
        let _ = match t.value {
            Value::Object { size, count } => put(&format!("<<malloc {}>>", count.unwrap_or(*size))),
            Value::Buffer { text, size } if is_plain(text) => {
                let _ = put(&format!("<<malloc {size}>>"));
                put(&format!("\"{text}\""))
            }
            _ => match simple(&t) {
                Some(value) => put(&value),
                None => writeln!(x, "-- left out: {} = {}", t.path, told::line(&readable_value(t.value))),
            },
        };
    }
    // What a stub returns call after call is a list.
    let mut results: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for r in &test.stub_results {
        let value = r.held.value.as_ref();
        match value.and_then(told::number).or_else(|| value.filter(|v| **v == Value::Null).map(|_| "<<null>>".into())) {
            Some(value) => results.entry(&r.function).or_default().push(value),
            None => {
                let _ = writeln!(x, "-- left out: what call {} of {} returns", r.call, r.function);
            }
        }
    }
    for (function, values) in results {
        let _ = writeln!(x, "TEST.VALUE:uut_prototype_stubs.{function}.return:{}", values.join(","));
    }
    for t in told::expected(unit, test) {
        let _ = match simple(&t) {
            Some(value) => writeln!(x, "TEST.EXPECTED:{}:{value}", place(slug, unit, &t.path)),
            None => writeln!(x, "-- left out: expected {} = {}", t.path, told::line(&readable_value(t.value))),
        };
    }
    for call in &test.calls {
        let _ = writeln!(x, "-- expected call: {}", told::line(call));
    }
    x.push_str("TEST.END\n\n");
}

fn place(slug: &str, unit: &UnitTests, path: &str) -> String {
    let path = told::by_index(path);
    let first = told::first_name(&path);
    if first == "result" {
        return format!("{slug}.{}.return{}", unit.called(), &path["result".len()..]);
    }
    match unit.parameters.iter().any(|p| p.name == first) {
        true => format!("{slug}.{}.{path}", unit.called()),
        false => format!("{slug}.<<GLOBAL>>.{path}"),
    }
}

fn simple(t: &Told) -> Option<String> {
    match t.value {
        Value::Enumerator { name, .. } => Some(name.clone()),
        Value::Null => Some("<<null>>".into()),
        Value::String { text } if is_plain(text) => Some(format!("\"{text}\"")),
        Value::Text { text, .. } if is_plain(text.trim_end_matches('\0')) => {
            Some(format!("\"{}\"", text.trim_end_matches('\0')))
        }
        other => told::number(other),
    }
}

fn is_plain(text: &str) -> bool {
    text.chars().all(|c| (' '..='~').contains(&c) && c != '"' && c != '\\')
}
