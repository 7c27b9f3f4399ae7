//! An lcov tracefile: `coverage.info`. Counts are numbers of tests.

use super::covered::{Share, collect};
use super::{ArtifactSink, ExportError, Exporter};
use crate::model::Suite;
use std::fmt::Write;

pub struct Lcov;

impl Exporter for Lcov {
    fn format(&self) -> &'static str {
        "lcov"
    }

    fn help(&self) -> &'static str {
        "coverage as an lcov tracefile, coverage.info"
    }

    fn export(&self, suite: &Suite, out: &mut dyn ArtifactSink) -> Result<(), ExportError> {
        let mut text = String::new();
        for (file, covered) in collect(suite) {
            let _ = writeln!(text, "TN:crescendo\nSF:{file}");
            for (line, name) in covered.functions.keys() {
                let _ = writeln!(text, "FN:{line},{name}");
            }
            for ((_, name), tests) in &covered.functions {
                let _ = writeln!(text, "FNDA:{tests},{name}");
            }
            found(&mut text, "FN", covered.function_share());
            let mut block = (0, 0);
            for ((line, _), outcomes) in &covered.decisions {
                block = if block.0 == *line { (*line, block.1 + 1) } else { (*line, 0) };
                // A dash says that the decision itself was never reached.
                let reached = outcomes.iter().any(|(_, n)| *n > 0);
                for (i, (_, tests)) in outcomes.iter().enumerate() {
                    let taken = if reached { tests.to_string() } else { "-".into() };
                    let _ = writeln!(text, "BRDA:{line},{},{i},{taken}", block.1);
                }
            }
            found(&mut text, "BR", covered.branch_share());
            for (line, tests) in &covered.lines {
                let _ = writeln!(text, "DA:{line},{tests}");
            }
            found(&mut text, "L", covered.line_share());
            text.push_str("end_of_record\n");
        }
        out.write("coverage.info", &text)
    }
}

fn found(text: &mut String, what: &str, share: Share) {
    let _ = writeln!(text, "{what}F:{}\n{what}H:{}", share.count, share.covered);
}
