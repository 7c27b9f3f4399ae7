//! Test suites of Test-Comp 1.1: a folder for each function with `metadata.xml` and `testcase-N.xml`.
//!
//! Values are those that `__VERIFIER_nondet_*` gives, call after call. A function that calls none of these gets its
//! inputs in the order of the test: no Test-Comp tool can run that, but people and scripts can read it.

use super::sha256::sha256;
use super::spell::readable_value;
use super::told;
pub use super::xml::escaped;
use super::{ArtifactSink, ExportError, Exporter};
use crate::model::{Suite, Test, UnitTests};
use crate::text::identifier;
use std::collections::BTreeMap;
use std::fmt::Write;

pub struct TestComp;

const NONDET: &str = "__VERIFIER_nondet_";

impl Exporter for TestComp {
    fn format(&self) -> &'static str {
        "testcomp"
    }

    fn help(&self) -> &'static str {
        "Test-Comp 1.1 suites: a folder with XML for each function"
    }

    fn export(&self, suite: &Suite, out: &mut dyn ArtifactSink) -> Result<(), ExportError> {
        let mut taken: BTreeMap<String, usize> = BTreeMap::new();
        for unit in suite.units.iter().filter(|u| !u.tests.is_empty()) {
            // Static functions of several files may have one name.
            let n = taken.entry(identifier(&unit.name)).or_default();
            *n += 1;
            let folder = if *n == 1 { unit.name.clone() } else { format!("{}-{n}", unit.name) };
            out.write(&format!("{folder}/metadata.xml"), &metadata(suite, unit)?)?;
            for (i, test) in unit.tests.iter().enumerate() {
                out.write(&format!("{folder}/testcase-{}.xml", i + 1), &testcase(unit, test))?;
            }
        }
        Ok(())
    }
}

/// What such a file begins with.
pub fn head(root: &str, kind: &str) -> String {
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n\
         <!DOCTYPE {root} PUBLIC \"+//IDN sosy-lab.org//DTD test-format {kind} 1.1//EN\" \
         \"https://sosy-lab.org/test-format/{kind}-1.1.dtd\">\n"
    )
}

/// The time is always the same, as all that we write.
fn metadata(suite: &Suite, unit: &UnitTests) -> Result<String, ExportError> {
    let source = &suite.sources[unit.source];
    let program = std::fs::read(&source.file);
    let program = program.map_err(|reason| ExportError::Read { path: source.file.clone().into(), reason })?;
    let wide =
        ["x86_64", "aarch64", "riscv64", "powerpc64", "mips64", "s390x"].iter().any(|t| source.target.starts_with(t));
    let mut x = head("test-metadata", "test-metadata");
    x.push_str("<test-metadata>\n");
    for (name, text) in [
        ("sourcecodelang", "C"),
        ("producer", &suite.tool),
        ("specification", &format!("COVER( init({}()), FQL(COVER EDGES(@DECISIONEDGE)) )", unit.name)),
        ("programfile", &source.file),
        ("programhash", &sha256(&program)),
        ("entryfunction", &unit.name),
        ("architecture", if wide { "64bit" } else { "32bit" }),
        ("creationtime", "1970-01-01T00:00:00Z"),
    ] {
        let _ = writeln!(x, "  <{name}>{}</{name}>", escaped(text));
    }
    x.push_str("</test-metadata>\n");
    Ok(x)
}

fn testcase(unit: &UnitTests, test: &Test) -> String {
    let mut x = head("testcase", "testcase");
    let fault = test.outcome.is_fault();
    let _ = writeln!(x, "<testcase{}>", if fault { " coversError=\"true\"" } else { "" });
    let read: Vec<_> = test.stub_results.iter().filter(|r| r.function.starts_with(NONDET)).collect();
    for r in &read {
        if let Some(text) = r.held.value.as_ref().and_then(told::number) {
            let _ = writeln!(x, "  <input type=\"{}\">{}</input>", escaped(&r.result.ty), escaped(&text));
        }
    }
    if read.is_empty() {
        for t in told::inputs(unit, test) {
            let text = told::number(t.value).unwrap_or_else(|| readable_value(t.value));
            let (path, ty) = (escaped(&t.path), escaped(&t.ty));
            let _ = writeln!(x, "  <input variable=\"{path}\" type=\"{ty}\">{}</input>", escaped(&text));
        }
    }
    x.push_str("</testcase>\n");
    x
}
