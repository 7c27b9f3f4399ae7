//! Test case files of LDRA TBrun: a `.tcf` for each source. What the file has no words for is said in comments.

use super::spell::readable_value;
use super::told::{self, Told};
use super::{ArtifactSink, ExportError, Exporter, UNVERIFIED};
use crate::export::c::Layout;
use crate::model::{Suite, Test, UnitTests, Value};
use std::fmt::Write;

pub struct Ldra;

impl Exporter for Ldra {
    fn format(&self) -> &'static str {
        "ldra"
    }

    fn help(&self) -> &'static str {
        "LDRA TBrun .tcf files (from public descriptions, unverified)"
    }

    fn export(&self, suite: &Suite, out: &mut dyn ArtifactSink) -> Result<(), ExportError> {
        let slugs = Layout::new(suite).slugs;
        for (number, slug) in slugs.iter().enumerate() {
            let units = suite.units.iter().filter(|u| u.source == number);
            let tests: Vec<_> = units.flat_map(|u| u.tests.iter().map(move |t| (u, t))).collect();
            if tests.is_empty() {
                continue;
            }
            let mut text = format!("# Test Case File, made by {}\n# {UNVERIFIED}\n\n", suite.tool);
            let _ = writeln!(text, "# Begin Attributes\n   Sequence Name = {slug}\n   Language Code = C");
            let _ = writeln!(text, "   Number of Test Cases = {}\n# End Attributes\n", tests.len());
            for (i, (unit, test)) in tests.into_iter().enumerate() {
                case(&mut text, &suite.sources[number].file, unit, test, i + 1);
            }
            out.write(&format!("{slug}.tcf"), &text)?;
        }
        Ok(())
    }
}

/// Df_type: Z a local input, G a global input, O an output parameter, H a global output, % the result.
fn case(x: &mut String, file: &str, unit: &UnitTests, test: &Test, number: usize) {
    let (inputs, outputs) = (told::inputs(unit, test), told::expected(unit, test));
    let _ = writeln!(x, "# Begin Test Case\n   Test Case Number = {number}\n   File = {file}");
    let _ = writeln!(x, "   Procedure = {}\n   Description = {}: {}", unit.called(), test.name, told::line(&test.path));
    for text in told::unsaid(test) {
        let _ = writeln!(x, "   # left out: {text}");
    }
    let is_local = |path: &str| unit.parameters.iter().any(|p| p.name == told::first_name(path));
    for t in &inputs {
        variable(x, t, if is_local(&t.path) { 'Z' } else { 'G' });
    }
    for t in &outputs {
        let usage = match told::first_name(&t.path) {
            "result" => '%',
            _ if is_local(&t.path) => 'O',
            _ => 'H',
        };
        variable(x, t, usage);
    }
    for r in &test.stub_results {
        let value = r.held.value.as_ref().map_or_else(|| "an object".into(), readable_value);
        let _ = writeln!(x, "   # stub {}: call {} returns {}", r.function, r.call, told::line(&value));
    }
    for call in &test.calls {
        let _ = writeln!(x, "   # expected call: {}", told::line(call));
    }
    x.push_str("# End Test Case\n\n");
}

fn variable(x: &mut String, t: &Told, usage: char) {
    let value = match t.value {
        Value::Enumerator { name, .. } => Some(name.clone()),
        Value::Null => Some("NULL".into()),
        Value::Address { .. } | Value::Function { .. } | Value::Number { .. } => Some(readable_value(t.value)),
        Value::Text { .. } | Value::String { .. } => Some(told::line(&readable_value(t.value))),
        other => told::number(other),
    };
    let Some(value) = value else {
        let _ = writeln!(x, "   # {}: {}", t.path, told::line(&readable_value(t.value)));
        return;
    };
    let name = if usage == '%' { "return" } else { t.path.as_str() };
    let _ = writeln!(x, "   # Begin Variable\n      Name = {name}\n      Decl_type = {}", t.ty);
    let _ = writeln!(x, "      Df_type = {usage}\n      Value = {value}\n   # End Variable");
}
