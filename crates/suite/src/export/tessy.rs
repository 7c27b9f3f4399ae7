//! Scripts of TESSY: a `.script` for each function. What the script has no words for is said in comments.

use super::spell::readable_value;
use super::told::{self, Told};
use super::{ArtifactSink, ExportError, Exporter, UNVERIFIED};
use crate::export::c::Layout;
use crate::model::{Suite, Test, UnitTests, Value};
use std::fmt::Write;

pub struct Tessy;

impl Exporter for Tessy {
    fn format(&self) -> &'static str {
        "tessy"
    }

    fn help(&self) -> &'static str {
        "TESSY .script files (from public descriptions, unverified)"
    }

    fn export(&self, suite: &Suite, out: &mut dyn ArtifactSink) -> Result<(), ExportError> {
        let slugs = Layout::new(suite).slugs;
        for unit in suite.units.iter().filter(|u| !u.tests.is_empty()) {
            let mut text = format!("// Tests of {}, made by {}\n// {UNVERIFIED}\n", unit.declaration, suite.tool);
            text.push_str("$testobject {\n");
            for (i, test) in unit.tests.iter().enumerate() {
                script(&mut text, suite, unit, test, i + 1);
            }
            text.push_str("}\n");
            out.write(&format!("{}_{}.script", slugs[unit.source], unit.name), &text)?;
        }
        Ok(())
    }
}

fn script(x: &mut String, suite: &Suite, unit: &UnitTests, test: &Test, number: usize) {
    let _ = writeln!(x, "\n\t$testcase {number} {{\n\t\t$name \"{}\"", test.name);
    let _ = writeln!(x, "\t\t$description \"{}\"\n", quoted(&test.path));
    let _ = writeln!(x, "\t\t$teststep {number}.1 {{\n\t\t\t$name \"\"");
    for text in told::unsaid(test) {
        let _ = writeln!(x, "			// left out: {text}");
    }
    stubs(x, suite, unit, test);
    x.push_str("\t\t\t$inputs {\n");
    for t in told::inputs(unit, test) {
        // A new object has a name of its own, by which its parts are set.
        if matches!(t.value, Value::Object { .. } | Value::Buffer { .. }) {
            let _ = writeln!(x, "\t\t\t\t{} = {}", place(&t.path), target(&t.path));
        }
        put(x, &t);
    }
    x.push_str("\t\t\t}\n\t\t\t$outputs {\n");
    for t in told::expected(unit, test) {
        put(x, &t);
    }
    x.push_str("\t\t\t}\n\t\t\t$calltrace {\n");
    for call in &test.calls {
        let _ = writeln!(x, "\t\t\t\t{}", told::first_name(call));
    }
    x.push_str("\t\t\t}\n\t\t}\n\t}\n");
}

/// A body for every stub that is called: one result after the other.
fn stubs(x: &mut String, suite: &Suite, unit: &UnitTests, test: &Test) {
    let mut seen: Vec<&str> = Vec::new();
    for r in &test.stub_results {
        if !seen.contains(&r.function.as_str()) {
            seen.push(&r.function);
        }
    }
    if seen.is_empty() {
        return;
    }
    x.push_str("\t\t\t$stubfunctions {\n");
    for function in seen {
        let stub = suite.sources[unit.source].stubs.iter().find(|s| s.name == function);
        let declaration = stub.map_or(function, |s| &s.declaration);
        let _ = writeln!(x, "\t\t\t\t{declaration} '''\n\t\t\t\t\tstatic int call = 0;\n\t\t\t\t\tswitch (call++) {{");
        let mut last = String::from("0");
        for (i, r) in test.stub_results.iter().filter(|r| r.function == function).enumerate() {
            let value = r.held.value.as_ref();
            if let Some(value) = value.and_then(told::number).or_else(|| value.map(readable_value)) {
                let _ = writeln!(x, "\t\t\t\t\tcase {i}: return {value};");
                last = value;
            }
        }
        let _ = writeln!(x, "\t\t\t\t\tdefault: return {last};\n\t\t\t\t\t}}\n\t\t\t\t'''");
    }
    x.push_str("\t\t\t}\n");
}

/// Parts of a new object belong to its name.
fn place(path: &str) -> String {
    match path.rsplit_once("->") {
        Some((object, member)) => format!("&{}.{member}", target(object)),
        None if told::first_name(path) == "result" => path.replacen("result", "return", 1),
        None => path.to_string(),
    }
}

/// One line of inputs or outputs.
fn put(x: &mut String, t: &Told) {
    let path = place(&t.path);
    let _ = match t.value {
        Value::Object { .. } => Ok(()),
        Value::Enumerator { name, .. } => writeln!(x, "\t\t\t\t{path} = {name}"),
        Value::Null => writeln!(x, "\t\t\t\t{path} = NULL"),
        Value::Buffer { text, size } => bytes(x, &format!("&{}", target(&t.path)), text, *size),
        Value::Text { text, size } => bytes(x, &path, text, *size),
        other => match told::number(other) {
            Some(value) => writeln!(x, "\t\t\t\t{path} = {value}"),
            None => writeln!(x, "\t\t\t\t// left out: {} = {}", t.path, told::line(&readable_value(other))),
        },
    };
}

/// One after the other; what follows is zero.
fn bytes(x: &mut String, path: &str, text: &str, size: u64) -> std::fmt::Result {
    for (i, byte) in crate::text::bytes_of(text).iter().chain([&0]).take(size as usize).enumerate() {
        writeln!(x, "\t\t\t\t{path}[{i}] = {byte}")?;
    }
    Ok(())
}

fn target(path: &str) -> String {
    format!("target_{}", crate::text::identifier(path))
}

fn quoted(text: &str) -> String {
    told::line(text).replace('\\', "\\\\").replace('"', "\\\"")
}
