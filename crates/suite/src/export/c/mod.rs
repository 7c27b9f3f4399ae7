//! Plain C: tests without any framework, a Makefile and a CMakeLists.txt.
//!
//! A test runs the user's real source. `test_x.c` includes `x.c` as it is, so that its static functions and variables are
//! within reach and its line numbers stay; the tests follow. Other sources that it needs are included by `with_y.c`, which
//! adds functions that give the addresses of what tests set or check there. Functions nobody defines are stubs, weak, so
//! that several files may have them. A `main` of the user's is renamed on the command line. Tests that expect a fault are
//! in `fault_x.c`, a program of its own.

mod build;
mod test;

pub use build::flags;

use super::{ArtifactSink, ExportError, Exporter, spell};
use crate::model::{Kind, Source, Stub, Suite, Test, UnitTests};
use crate::text::identifier;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::Path;

pub struct PlainC;

impl Exporter for PlainC {
    fn format(&self) -> &'static str {
        "c"
    }

    fn help(&self) -> &'static str {
        "plain C with a Makefile and a CMakeLists.txt"
    }

    fn export(&self, suite: &Suite, out: &mut dyn ArtifactSink) -> Result<(), ExportError> {
        let layout = Layout::new(suite);
        out.write("crescendo.h", RUNTIME_H)?;
        out.write("crescendo.c", RUNTIME_C)?;
        let folder = out.folder().to_owned();
        for p in &layout.programs {
            out.write(&format!("{}.c", p.name), &test_file(suite, p, &folder))?;
        }
        for &s in &layout.supports {
            out.write(&format!("with_{}.c", layout.slugs[s]), &support_file(&suite.sources[s], &folder))?;
        }
        out.write("Makefile", &build::makefile(suite, &layout, &folder))?;
        out.write("CMakeLists.txt", &build::cmake(suite, &layout, &folder))
    }
}

pub const RUNTIME_H: &str = include_str!("../../../runtime/crescendo.h");
pub const RUNTIME_C: &str = include_str!("../../../runtime/crescendo.c");

/// One test as it stands in its file.
pub fn test_text(unit: &UnitTests, test: &Test) -> String {
    let mut out = String::new();
    test::write(&mut out, unit, test);
    out.trim_end().to_string()
}

/// A program that runs tests of one source.
#[derive(Clone, Debug)]
pub struct TestProgram {
    /// Also of its file, without `.c`.
    pub name: String,
    pub source: usize,
    /// Its tests expect faults.
    pub faults: bool,
    /// Other sources it is linked with.
    pub needs: Vec<usize>,
}

/// Which files there are.
#[derive(Clone, Debug)]
pub struct Layout {
    pub programs: Vec<TestProgram>,
    /// Sources that others need, each in a file `with_SLUG.c`.
    pub supports: BTreeSet<usize>,
    /// Short names of the sources, fit for files and C.
    pub slugs: Vec<String>,
}

impl Layout {
    pub fn new(suite: &Suite) -> Layout {
        let slugs = slugs(&suite.sources);
        let mut programs = Vec::new();
        for faults in [false, true] {
            for (source, slug) in slugs.iter().enumerate() {
                if tests_of(suite, source, faults).next().is_some() {
                    let name = format!("{}_{slug}", if faults { "fault" } else { "test" });
                    programs.push(TestProgram { name, source, faults, needs: suite.sources[source].needs.clone() });
                }
            }
        }
        let supports = programs.iter().flat_map(|p| p.needs.iter().copied()).collect();
        Layout { programs, supports, slugs }
    }
}

fn slugs(sources: &[Source]) -> Vec<String> {
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    let slug = |s: &Source| {
        let stem = Path::new(&s.file).file_stem().map_or_else(String::new, |n| n.to_string_lossy().into_owned());
        let name = Some(identifier(&stem)).filter(|n| !n.is_empty()).unwrap_or_else(|| "source".into());
        let n = seen.entry(name.clone()).or_default();
        *n += 1;
        if *n == 1 { name } else { format!("{name}_{n}") }
    };
    sources.iter().map(slug).collect()
}

/// The tests of a source, with their units.
pub fn tests_of(suite: &Suite, source: usize, faults: bool) -> impl Iterator<Item = (&UnitTests, &Test)> {
    let units = suite.units.iter().filter(move |u| u.source == source);
    units.flat_map(move |u| u.tests.iter().filter(move |t| t.outcome.is_fault() == faults).map(move |t| (u, t)))
}

fn test_file(suite: &Suite, program: &TestProgram, folder: &Path) -> String {
    let source = &suite.sources[program.source];
    let mut out = String::new();
    let kind = if program.faults { "Tests that show faults" } else { "Tests" };
    let _ = writeln!(out, "/* {kind} of {}, made by {}. */\n", spell::comment(&shown(source, folder)), suite.tool);
    include(&mut out, source, folder);
    stubs(&mut out, source);
    let mut accessors = BTreeSet::new();
    for need in &program.needs {
        accessors.extend(suite.sources[*need].accessors.iter().map(|a| a.function.as_str()));
    }
    for a in &accessors {
        let _ = writeln!(out, "extern void *{a}(void);");
    }
    if !accessors.is_empty() {
        out.push('\n');
    }
    let mut names = Vec::new();
    for (unit, test) in tests_of(suite, program.source, program.faults) {
        test::write(&mut out, unit, test);
        names.push(test.name.as_str());
    }
    out.push_str("const struct crescendo_test crescendo_tests[] = {\n");
    for n in names {
        let _ = writeln!(out, "    {{\"{n}\", {n}}},");
    }
    out.push_str("    {0, 0}\n};\n");
    out
}

/// The file of a source that others need.
fn support_file(source: &Source, folder: &Path) -> String {
    let mut out = String::new();
    include(&mut out, source, folder);
    stubs(&mut out, source);
    for a in &source.accessors {
        let _ = writeln!(out, "void *{}(void);", a.function);
        let _ = writeln!(out, "void *{}(void)\n{{\n    return (void *)&{};\n}}\n", a.function, a.name);
    }
    out
}

fn shown(source: &Source, folder: &Path) -> String {
    spell::relative(folder, Path::new(&source.file)).display().to_string()
}

fn include(out: &mut String, source: &Source, folder: &Path) {
    let redirected: Vec<&Stub> = source.stubs.iter().filter(|s| s.redirected).collect();
    if !redirected.is_empty() {
        out.push_str("/* What these say is part of the tests. */\n");
    }
    for s in &redirected {
        let _ = writeln!(out, "#define {} {}", s.name, s.identifier);
    }
    let _ = writeln!(out, "#include \"{}\"\n#include \"crescendo.h\"\n", shown(source, folder));
}

/// Functions and variables that nobody defines.
fn stubs(out: &mut String, source: &Source) {
    for v in &source.variables {
        let _ = writeln!(out, "CRESCENDO_WEAK {v};");
    }
    if !source.variables.is_empty() {
        out.push('\n');
    }
    for s in &source.stubs {
        stub(out, s);
    }
}

fn stub(out: &mut String, s: &Stub) {
    let scope = if s.anonymous { "static " } else { "CRESCENDO_WEAK " };
    let _ = writeln!(out, "{scope}{}\n{{", s.declaration);
    let name = spell::string(s.name.as_bytes());
    let in_variable = matches!(s.result.kind, Kind::Other | Kind::LongDouble);
    if in_variable {
        let _ = writeln!(out, "    {} crescendo_result;\n", s.result.ty);
    }
    let _ = writeln!(out, "    crescendo_call({name});");
    for p in &s.parameters {
        let text = match p.kind {
            Kind::Signed => format!("crescendo_argument_int({})", p.name),
            Kind::Unsigned => format!("crescendo_argument_uint({})", p.name),
            Kind::Float => format!("crescendo_argument_double({})", p.name),
            Kind::Pointer => format!("crescendo_argument_pointer((const volatile void *){})", p.name),
            Kind::LongDouble | Kind::Other | Kind::Void => format!("(void){};\n    crescendo_argument_other()", p.name),
        };
        let _ = writeln!(out, "    {text};");
    }
    let ty = &s.result.ty;
    match s.result.kind {
        Kind::Void => {}
        Kind::Signed | Kind::Unsigned => {
            let _ = writeln!(out, "    return ({ty})crescendo_result_int({name});");
        }
        Kind::Float => {
            let _ = writeln!(out, "    return ({ty})crescendo_result_double({name});");
        }
        Kind::Pointer => {
            let _ = writeln!(out, "    return crescendo_result_pointer({name});");
        }
        Kind::LongDouble | Kind::Other => {
            let _ = writeln!(out, "    crescendo_result_bytes({name}, &crescendo_result, sizeof(crescendo_result));");
            let _ = writeln!(out, "    return crescendo_result;");
        }
    }
    out.push_str("}\n\n");
}
