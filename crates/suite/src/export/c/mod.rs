//! Tests in C: without any framework, a Makefile and a CMakeLists.txt; and what all frameworks share (`framework`).
//!
//! A test runs the user's real source. `test_x.c` includes `x.c` as it is, so that its static functions and variables are
//! within reach and its line numbers stay; the tests follow. Other sources that it needs are included by `with_y.c`, which
//! adds functions that give the addresses of what tests set or check there. Functions nobody defines are stubs, weak in all files
//! but the first that has them, so that several may. A `main` of the user's is renamed on the command line. Tests that expect a
//! fault are in `fault_x.c`, a program of its own, or in another for the sanitizer that stops at their kind of fault (`judge`).

mod build;
pub mod check;
mod file;
pub mod framework;
mod judge;
mod test;

pub use build::{RUNTIME, ZEROS, flags, object_of, objects};
pub use judge::Judge;

use crate::model::{Source, Suite, Test, UnitTests};
use crate::outside;
use crate::text::identifier;
use framework::{Framework, MainFile};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::Path;

pub struct PlainC;

impl Framework for PlainC {
    fn name(&self) -> &'static str {
        "c"
    }

    fn about(&self) -> &'static str {
        "plain C with a Makefile and a CMakeLists.txt"
    }

    fn is_runner(&self) -> bool {
        false
    }

    fn main_file(&self, _: &MainFile) -> String {
        String::new()
    }
}

pub const RUNTIME_H: &str = include_str!("../../../runtime/crescendo.h");
pub const RUNTIME_C: &str = include_str!("../../../runtime/crescendo.c");
/// The runtime's part for the outside, by the names of its files.
pub const RUNTIME_OUTSIDE: [(&str, &str); 6] = [
    ("crescendo_outside.h", include_str!("../../../runtime/crescendo_outside.h")),
    ("crescendo_outside.c", include_str!("../../../runtime/crescendo_outside.c")),
    ("crescendo_files.c", include_str!("../../../runtime/crescendo_files.c")),
    ("crescendo_open.c", include_str!("../../../runtime/crescendo_open.c")),
    ("crescendo_output.c", include_str!("../../../runtime/crescendo_output.c")),
    ("crescendo_sort.c", include_str!("../../../runtime/crescendo_sort.c")),
];

/// Whether the runtime's header has a macro with parameters of that name.
pub(super) fn runtime_has_macro(name: &str) -> bool {
    RUNTIME_H.lines().any(|l| {
        let rest = l.strip_prefix("#define ").and_then(|l| l.strip_prefix(name));
        rest.is_some_and(|r| r.starts_with('('))
    })
}

/// One test as it stands in its file.
pub fn test_text(unit: &UnitTests, test: &Test) -> String {
    let mut out = String::new();
    test::write(&mut out, &PlainC, unit, test);
    out.trim_end().to_string()
}

/// A program that runs tests of one source.
#[derive(Clone, Debug)]
pub struct TestProgram {
    /// Also of its file, without `.c`.
    pub name: String,
    pub source: usize,
    /// Who tells how its tests ended.
    pub judge: Judge,
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
    /// Tests need the runtime's part for files and the environment.
    pub outside: bool,
    /// Library functions that tests answer for.
    pub redirected: BTreeSet<&'static str>,
    /// Functions of the program that stubs replace in some tests.
    pub replaced: BTreeSet<String>,
    /// The first source that has a stub: its definition is a plain one. Sanitizers have weak functions of some names too.
    pub first: BTreeMap<String, usize>,
    /// Stubs, and the parameters that they write behind in some tests.
    pub writes: BTreeSet<(String, String)>,
}

impl Layout {
    pub fn new(suite: &Suite) -> Layout {
        let slugs = slugs(&suite.sources);
        let mut programs = Vec::new();
        for judge in Judge::ALL {
            for (source, slug) in slugs.iter().enumerate() {
                if tests_of(suite, source, judge).next().is_some() {
                    let name = format!("{}_{slug}", judge.word());
                    programs.push(TestProgram { name, source, judge, needs: suite.sources[source].needs.clone() });
                }
            }
        }
        let supports = programs.iter().flat_map(|p| p.needs.iter().copied()).collect();
        let redirected = outside::redirected_by(&suite.units);
        let is_led_there = |s: &Source| s.library.iter().any(|n| redirected.contains(n.as_str()));
        let outside =
            suite.units.iter().flat_map(|u| &u.tests).any(outside::is_needed) || suite.sources.iter().any(is_led_there);
        let replaced = suite.units.iter().flat_map(|u| &u.tests).flat_map(|t| t.replaced.iter().cloned());
        let written = suite.sources.iter().flat_map(|s| &s.stubs).filter(|s| s.written.is_some());
        let replaced = replaced.chain(written.map(|s| s.name.clone())).collect();
        let mut first = BTreeMap::new();
        for (i, s) in suite.sources.iter().enumerate() {
            for stub in &s.stubs {
                first.entry(stub.identifier.clone()).or_insert(i);
            }
        }
        let writes = suite.units.iter().flat_map(|u| &u.tests).flat_map(|t| &t.stub_writes);
        let writes = writes.map(|w| (w.function.clone(), w.parameter.clone())).collect();
        Layout { programs, supports, slugs, outside, redirected, replaced, first, writes }
    }

    /// Commands by test: each builds the test's program in the folder of the export, and runs that test alone. Tests that show faults
    /// are built by the compiler that was asked about them: others see other faults (gcc has no room in front of string literals).
    pub fn commands(&self, suite: &Suite, folder: &Path) -> HashMap<String, String> {
        let text = folder.display().to_string();
        let plain = text.bytes().all(|b| b.is_ascii_alphanumeric() || b"/._-+".contains(&b));
        let folder = if plain { text } else { format!("'{}'", text.replace('\'', "'\\''")) };
        let of = |p: &TestProgram| -> Vec<(String, String)> {
            let (tests, program) = (tests_of(suite, p.source, p.judge), &p.name);
            let (build, by) =
                if p.judge.expects_faults() { ("judged", " CC=clang-19 BUILD=judged") } else { ("build", "") };
            let run = |t: &str| format!("make -C {folder}{by} {build}/{program} && {folder}/{build}/{program} {t}");
            tests.map(|(_, t)| (t.name.clone(), run(&t.name))).collect()
        };
        self.programs.iter().flat_map(of).collect()
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

/// The tests of a source that one judge is for, with their units.
pub fn tests_of(suite: &Suite, source: usize, judge: Judge) -> impl Iterator<Item = (&UnitTests, &Test)> {
    let units = suite.units.iter().filter(move |u| u.source == source);
    units.flat_map(move |u| u.tests.iter().filter(move |t| Judge::of(&t.outcome) == judge).map(move |t| (u, t)))
}
