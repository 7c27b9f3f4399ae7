//! Cobertura XML: `cobertura.xml`. Counts are numbers of tests; a package is a folder, a class is a file.

use super::covered::{Covered, Outcomes, Share, collect};
use super::spell::relative;
use super::xml::escaped;
use super::{ArtifactSink, ExportError, Exporter};
use crate::model::Suite;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};

pub struct Cobertura;

impl Exporter for Cobertura {
    fn format(&self) -> &'static str {
        "cobertura"
    }

    fn help(&self) -> &'static str {
        "coverage as Cobertura XML, cobertura.xml"
    }

    fn export(&self, suite: &Suite, out: &mut dyn ArtifactSink) -> Result<(), ExportError> {
        let files = collect(suite);
        let root = shared_folder(files.keys().map(Path::new));
        let mut packages: BTreeMap<PathBuf, Vec<(PathBuf, &Covered)>> = BTreeMap::new();
        for (file, covered) in &files {
            let shown = relative(&root, Path::new(file));
            let folder = shown.parent().map(Path::to_owned).unwrap_or_default();
            packages.entry(folder).or_default().push((shown, covered));
        }
        let (lines, branches) = shares(files.values());
        let mut x = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
        x.push_str("<!DOCTYPE coverage SYSTEM \"http://cobertura.sourceforge.net/xml/coverage-04.dtd\">\n");
        let _ = writeln!(
            x,
            "<coverage{} lines-covered=\"{}\" lines-valid=\"{}\" branches-covered=\"{}\" branches-valid=\"{}\" \
             complexity=\"0\" version=\"{}\" timestamp=\"0\">",
            rates(lines, branches),
            lines.covered,
            lines.count,
            branches.covered,
            branches.count,
            escaped(&suite.tool)
        );
        let _ = writeln!(x, "  <sources>\n    <source>{}</source>\n  </sources>", escaped(&root.to_string_lossy()));
        x.push_str("  <packages>\n");
        for (folder, classes) in &packages {
            let (lines, branches) = shares(classes.iter().map(|(_, c)| *c));
            let name = folder.to_string_lossy().replace(['/', '\\'], ".");
            let rates = rates(lines, branches);
            let _ = writeln!(x, "    <package name=\"{}\"{rates} complexity=\"0\">\n      <classes>", escaped(&name));
            for (file, covered) in classes {
                class(&mut x, file, covered);
            }
            x.push_str("      </classes>\n    </package>\n");
        }
        x.push_str("  </packages>\n</coverage>\n");
        out.write("cobertura.xml", &x)
    }
}

fn shares<'a>(files: impl Iterator<Item = &'a Covered>) -> (Share, Share) {
    files.fold(Default::default(), |(l, b), c: &Covered| (l.add(c.line_share()), b.add(c.branch_share())))
}

fn rates(lines: Share, branches: Share) -> String {
    format!(" line-rate=\"{:.4}\" branch-rate=\"{:.4}\"", lines.rate(), branches.rate())
}

fn class(x: &mut String, file: &Path, covered: &Covered) {
    let name = file.file_name().map_or_else(String::new, |n| n.to_string_lossy().into_owned());
    let rates = rates(covered.line_share(), covered.branch_share());
    let file = escaped(&file.to_string_lossy());
    let name = escaped(&name);
    let _ = writeln!(x, "        <class name=\"{name}\" filename=\"{file}\"{rates} complexity=\"0\">");
    x.push_str("          <methods/>\n          <lines>\n");
    // A decision may stand on a line without a statement of its own.
    let mut all: BTreeMap<u32, (usize, Vec<&Outcomes>)> = BTreeMap::new();
    for (line, tests) in &covered.lines {
        all.entry(*line).or_default().0 = *tests;
    }
    for ((line, _), outcomes) in &covered.decisions {
        let here = all.entry(*line).or_default();
        here.0 = here.0.max(outcomes.iter().map(|(_, n)| *n).max().unwrap_or(0));
        here.1.push(outcomes);
    }
    for (line, (tests, decisions)) in all {
        if decisions.is_empty() {
            let _ = writeln!(x, "            <line number=\"{line}\" hits=\"{tests}\" branch=\"false\"/>");
            continue;
        }
        let taken = |o: &[(String, usize)]| o.iter().filter(|(_, n)| *n > 0).count();
        let count: usize = decisions.iter().map(|d| d.len()).sum();
        let covered: usize = decisions.iter().map(|d| taken(d)).sum();
        let _ = writeln!(
            x,
            "            <line number=\"{line}\" hits=\"{tests}\" branch=\"true\" condition-coverage=\"{}% ({covered}/{count})\">",
            covered * 100 / count
        );
        x.push_str("              <conditions>\n");
        for (i, d) in decisions.iter().enumerate() {
            let kind = if d.len() == 2 { "jump" } else { "switch" };
            let percent = taken(d) * 100 / d.len();
            let _ = writeln!(x, "                <condition number=\"{i}\" type=\"{kind}\" coverage=\"{percent}%\"/>");
        }
        x.push_str("              </conditions>\n            </line>\n");
    }
    x.push_str("          </lines>\n        </class>\n");
}

/// The folder that all files are below.
fn shared_folder<'a>(mut files: impl Iterator<Item = &'a Path>) -> PathBuf {
    let mut shared = files.next().and_then(Path::parent).map(Path::to_owned).unwrap_or_else(|| PathBuf::from("/"));
    for file in files {
        while !file.starts_with(&shared) {
            if !shared.pop() {
                break;
            }
        }
    }
    shared
}
