//! JUnit XML of the replay's results: `junit.xml`. A testsuite is a function; tests that are not shipped are failures.

use super::xml::escaped;
use super::{ArtifactSink, ExportError, Exporter};
use crate::model::{Suite, Test, UnitTests, Why};
use std::fmt::Write;
use std::path::Path;

pub struct JUnit;

impl Exporter for JUnit {
    fn format(&self) -> &'static str {
        "junit"
    }

    fn help(&self) -> &'static str {
        "the replay's results as JUnit XML, junit.xml"
    }

    fn export(&self, suite: &Suite, out: &mut dyn ArtifactSink) -> Result<(), ExportError> {
        let ran = suite.replay.as_ref().is_some_and(|r| r.run > 0);
        let count = |f: &dyn Fn(&UnitTests) -> usize| -> usize { suite.units.iter().map(f).sum() };
        let mut x = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
        let _ = writeln!(
            x,
            "<testsuites name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\" time=\"{:.3}\">",
            escaped(&suite.tool),
            count(&|u| u.tests.len() + u.disagreements.len()),
            count(&failures),
            count(&errors),
            if ran { 0 } else { count(&|u| u.tests.len()) },
            suite.replay.as_ref().map_or(0.0, |r| r.seconds)
        );
        for unit in suite.units.iter().filter(|u| !u.tests.is_empty() || !u.disagreements.is_empty()) {
            testsuite(&mut x, unit, ran);
        }
        x.push_str("</testsuites>\n");
        out.write("junit.xml", &x)
    }
}

/// The ones whose code the compiler refused are errors, not failures.
fn errors(unit: &UnitTests) -> usize {
    unit.disagreements.iter().filter(|d| d.why == Why::DoesNotBuild).count()
}

fn failures(unit: &UnitTests) -> usize {
    unit.disagreements.len() - errors(unit)
}

fn testsuite(x: &mut String, unit: &UnitTests, ran: bool) {
    let _ = writeln!(
        x,
        "  <testsuite name=\"{}\" file=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\">",
        escaped(&unit.name),
        escaped(&unit.file),
        unit.tests.len() + unit.disagreements.len(),
        failures(unit),
        errors(unit),
        if ran { 0 } else { unit.tests.len() }
    );
    for test in &unit.tests {
        let inside = if ran { "" } else { "<skipped message=\"not run natively\"/>" };
        testcase(x, unit, test, inside);
    }
    for d in &unit.disagreements {
        let (element, kind) = match d.why {
            Why::DoesNotBuild => ("error", "does not build"),
            Why::Differs => ("failure", "differs"),
            Why::Flaky => ("failure", "flaky"),
            Why::Compiler => ("failure", "depends on the compiler"),
        };
        let inside = format!("<{element} type=\"{kind}\" message=\"{}\"/>", escaped(&d.difference));
        testcase(x, unit, &d.test, &inside);
    }
    x.push_str("  </testsuite>\n");
}

fn testcase(x: &mut String, unit: &UnitTests, test: &Test, inside: &str) {
    let stem = Path::new(&unit.file).file_stem().map_or_else(String::new, |s| s.to_string_lossy().into_owned());
    let class = escaped(&format!("{stem}.{}", unit.name));
    let _ = write!(x, "    <testcase name=\"{}\" classname=\"{class}\"", escaped(&test.name));
    let _ = match inside {
        "" => writeln!(x, "/>"),
        _ => writeln!(x, ">{inside}</testcase>"),
    };
}
