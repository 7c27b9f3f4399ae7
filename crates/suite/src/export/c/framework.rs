//! What a test framework has to say: how it spells a check, what its main file looks like, what it is built with.
//! Everything else is the same for all: the carved source, the set-up, the call, the stubs, a child process for each test.

use super::build::{cmake, makefile};
use super::check::Check;
use super::file::{support_file, test_file};
use super::{Layout, RUNTIME_C, RUNTIME_H, RUNTIME_OUTSIDE, TestProgram, tests_of};
use crate::export::{ArtifactSink, ExportError, Exporter};
use crate::model::{Outcome, Suite};

pub trait Framework: Sync {
    /// As the user writes it.
    fn name(&self) -> &'static str;

    /// One line about it.
    fn about(&self) -> &'static str;

    /// Lines of C that stand before the tests and behind the source: headers.
    fn includes(&self) -> &'static str {
        ""
    }

    /// A check, without its semicolon.
    fn check(&self, check: &Check) -> String {
        check.plain()
    }

    /// The file that declares the tests to the framework, with `main`.
    fn main_file(&self, program: &MainFile) -> String;

    fn build(&self) -> Build {
        Build::default()
    }

    /// It runs the tests, by a main file; otherwise our own runtime does.
    fn is_runner(&self) -> bool {
        true
    }
}

/// What the build files say.
#[derive(Clone, Copy, Default)]
pub struct Build {
    /// The main files are C++.
    pub cxx: bool,
    /// The name by which pkg-config knows the framework.
    pub package: Option<&'static str>,
    /// A file to compile along: the variable that has its folder, where that is by default, the file's name.
    pub along: Option<(&'static str, &'static str, &'static str)>,
}

impl Build {
    pub fn main_name(&self, program: &TestProgram) -> String {
        format!("main_{}.{}", program.name, if self.cxx { "cc" } else { "c" })
    }
}

/// What a main file is about.
pub struct MainFile<'a> {
    /// A C identifier for all of its tests.
    pub group: &'a str,
    /// The file with the tests.
    pub file: String,
    pub tests: Vec<Declared<'a>>,
}

/// A test that a main file runs: a C function without parameters.
pub struct Declared<'a> {
    pub name: &'a str,
    pub outcome: &'a Outcome,
}

impl MainFile<'_> {
    /// A main file from its template, which has places for the prototypes, the group, the file and a line for every test.
    pub fn from_template(&self, template: &str, run: impl Fn(&str) -> String) -> String {
        template
            .replace("@prototypes@", &self.prototypes())
            .replace("@group@", self.group)
            .replace("@file@", &self.file)
            .replace("@runs@", &self.lines(run))
    }

    /// The tests' prototypes.
    fn prototypes(&self) -> String {
        self.lines(|t| format!("void {t}(void);"))
    }

    /// A line for every test.
    pub fn lines(&self, line: impl Fn(&str) -> String) -> String {
        self.tests.iter().map(|t| line(t.name) + "\n").collect()
    }
}

impl<F: Framework> Exporter for F {
    fn format(&self) -> &'static str {
        self.name()
    }

    fn help(&self) -> &'static str {
        self.about()
    }

    fn export(&self, suite: &Suite, out: &mut dyn ArtifactSink) -> Result<(), ExportError> {
        let mut layout = Layout::new(suite);
        if self.is_runner() {
            // A framework's own code is not made by clang with its sanitizers: these tests are in plain C alone.
            layout.programs.retain(|p| !p.judge.needs_clang());
        }
        out.write("crescendo.h", RUNTIME_H)?;
        out.write("crescendo.c", RUNTIME_C)?;
        if layout.outside {
            for (name, text) in RUNTIME_OUTSIDE {
                out.write(name, text)?;
            }
        }
        for (name, text) in layout.programs.iter().filter_map(|p| p.judge.header()).take(1) {
            out.write(name, text)?;
        }
        let folder = out.folder().to_owned();
        for p in &layout.programs {
            let file = format!("{}.c", p.name);
            out.write(&file, &test_file(self, suite, &layout, p, &folder))?;
            let tests = tests_of(suite, p.source, p.judge);
            let tests = tests.map(|(_, t)| Declared { name: &t.name, outcome: &t.outcome }).collect();
            let main = MainFile { group: &p.name, file, tests };
            if self.is_runner() {
                out.write(&self.build().main_name(p), &self.main_file(&main))?;
            }
        }
        for &s in &layout.supports {
            out.write(&format!("with_{}.c", layout.slugs[s]), &support_file(suite, &layout, s, &folder))?;
        }
        out.write("Makefile", &makefile(self, suite, &layout, &folder))?;
        out.write("CMakeLists.txt", &cmake(self, suite, &layout, &folder))
    }
}
