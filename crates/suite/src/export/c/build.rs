//! Makefile and CMakeLists.txt. Paths of the project are relative where that is possible.

use super::framework::Framework;
use super::{Judge, Layout, TestProgram};
use crate::export::spell::relative;
use crate::model::Suite;
use crate::outside;
use std::fmt::Write;
use std::path::Path;

/// The files of the runtime; those behind the first are for tests that need the outside.
pub const RUNTIME: [&str; 6] =
    ["crescendo", "crescendo_outside", "crescendo_files", "crescendo_open", "crescendo_output", "crescendo_sort"];

/// What compilers no longer accept and older code has, as warnings; every compiler takes these.
pub const RELAXED: &[&str] = &[
    "-Wno-error=implicit-function-declaration",
    "-Wno-error=implicit-int",
    "-Wno-error=int-conversion",
    "-Wno-error=incompatible-pointer-types",
    "-Wno-return-mismatch",
];

/// Local variables that nobody wrote are zero, as they were when the tests were found.
pub const ZEROS: &str = "-ftrivial-auto-var-init=zero";

/// The flags of a source that matter to its tests: all but warnings. Paths are seen from the tests' folder.
pub fn flags(suite: &Suite, layout: &Layout, source: usize, folder: &Path) -> Vec<String> {
    let is_warning =
        |f: &&String| f.starts_with("-W") && !f.starts_with("-Wp,") || f.starts_with("-pedantic") || *f == "-w";
    let s = &suite.sources[source];
    let kept = without_language(&s.arguments);
    let mut all: Vec<String> = kept.filter(|f| !is_warning(f)).map(|f| with_relative_path(f, folder)).collect();
    all.push(format!("-Dmain=crescendo_main_of_{}", layout.slugs[source]));
    // What the program means by these is no matter of the compiler's.
    all.extend(s.shadows.iter().map(|n| format!("-fno-builtin-{n}")));
    // Calls that tests count must stay calls of what they are.
    if s.library.iter().any(|n| outside::is_writer(n) && layout.redirected.contains(n.as_str())) {
        all.push("-fno-builtin".into());
    }
    all
}

/// Flags but `-x cpp-output`: the file of the tests includes the source, which is a matter of the preprocessor.
fn without_language(flags: &[String]) -> impl Iterator<Item = &String> {
    let is_language = |f: &str| f == "cpp-output";
    let at = |i: usize| flags.get(i).map(String::as_str);
    let is_left_out = move |i: usize| {
        (at(i) == Some("-x") && at(i + 1).is_some_and(is_language))
            || (i > 0 && at(i - 1) == Some("-x") && at(i).is_some_and(is_language))
            || at(i).and_then(|f| f.strip_prefix("-x")).is_some_and(is_language)
    };
    flags.iter().enumerate().filter(move |(i, _)| !is_left_out(*i)).map(|(_, f)| f)
}

/// `-I/abs/x` and a path by itself.
fn with_relative_path(flag: &str, folder: &Path) -> String {
    const JOINED: [&str; 8] = ["-I", "-isystem", "-iquote", "-idirafter", "-include", "-imacros", "--sysroot=", ""];
    for prefix in JOINED {
        if let Some(path) = flag.strip_prefix(prefix).filter(|p| p.starts_with('/')) {
            return format!("{prefix}{}", relative(folder, Path::new(path)).display());
        }
    }
    flag.to_string()
}

/// One word for a shell inside a Makefile.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_=./+,:@%".contains(c);
    let text = if !word.is_empty() && word.chars().all(plain) {
        word.to_string()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    };
    text.replace('$', "$$").replace('#', "\\#")
}

/// The variable with the flags of a sanitizer.
fn variable(judge: Judge) -> String {
    match judge {
        Judge::Address => "SANITIZE".into(),
        other => format!("SANITIZE_{}", other.word().trim_end_matches("_fault").to_uppercase()),
    }
}

fn sanitized(judge: Judge) -> String {
    if judge.expects_faults() { format!(" $({})", variable(judge)) } else { String::new() }
}

fn compiler_of(judge: Judge) -> &'static str {
    if judge.needs_clang() { "$(CLANG)" } else { "$(CC)" }
}

/// The object of a file as a program of that judge has it, without `.o`.
pub fn object_of(name: &str, judge: Judge) -> String {
    let own = match name {
        _ if RUNTIME.contains(&name) => judge.has_own_runtime(),
        _ => name.starts_with("with_") && judge.expects_faults(),
    };
    if own { format!("{name}_{}", judge.word()) } else { name.to_string() }
}

/// The linker takes the first of several definitions: several programs in one folder, headers that define functions.
const FIRST: &str = "-Wl,-z,muldefs";

/// What a program is linked from, by the names of its C files.
pub fn objects(layout: &Layout, p: &TestProgram) -> Vec<String> {
    let needed = p.needs.iter().map(|n| format!("with_{}", layout.slugs[*n]));
    let runtime = RUNTIME.iter().filter(|n| layout.outside || **n == RUNTIME[0]).map(|n| n.to_string());
    std::iter::once(p.name.clone()).chain(needed).chain(runtime).collect()
}

pub fn makefile(framework: &(impl Framework + ?Sized), suite: &Suite, layout: &Layout, folder: &Path) -> String {
    let mut out = String::from(
        "# make test: builds and runs the tests. make faults: those that show faults; they need the sanitizers.\n\
         # make CC=gcc CFLAGS='-O1 -Wall' test\n\n\
         CFLAGS ?= -g\nLDLIBS ?= -lm -lpthread\nBUILD ?= build\n",
    );
    let judges: Vec<Judge> = Judge::ALL.into_iter().filter(|j| layout.programs.iter().any(|p| p.judge == *j)).collect();
    for j in judges.iter().filter(|j| j.expects_faults()) {
        let _ = writeln!(out, "{} ?= {}", variable(*j), j.sanitize().join(" "));
    }
    if judges.iter().any(|j| j.needs_clang()) {
        out.push_str("# Some sanitizers only clang has; make clang-faults runs their tests.\n");
        out.push_str("CLANG ?= $(shell command -v clang-19 || command -v clang)\n");
    }
    let _ = writeln!(out, "# What older compilers accept is no error.\nRELAXED ?= {}", RELAXED.join(" "));
    let _ = writeln!(
        out,
        "# Local variables that nobody wrote are zero: gcc since 12, clang since 16.\n\
         ZEROS ?= $(shell echo | $(CC) {ZEROS} -x c -c -o /dev/null - 2>/dev/null && echo {ZEROS})"
    );
    if judges.iter().any(|j| j.needs_clang()) {
        let zeros =
            "CLANG_ZEROS ?= $(shell echo | $(CLANG) {ZEROS} -x c -c -o /dev/null - 2>/dev/null && echo {ZEROS})";
        let _ = writeln!(out, "{}", zeros.replace("{ZEROS}", ZEROS));
    }
    if !suite.twice.is_empty() {
        let _ = writeln!(
            out,
            "# Several files define the same function: each test has that of its own file.\nLDFLAGS += {FIRST}"
        );
    }
    let build = framework.build();
    let runner = framework.is_runner();
    if let Some(package) = build.package {
        let _ = writeln!(out, "FRAMEWORK_CFLAGS ?= $(shell pkg-config --cflags {package})");
        let _ = writeln!(out, "FRAMEWORK_LIBS ?= $(shell pkg-config --libs {package})");
    }
    if let Some((variable, place, _)) = build.along {
        let _ = writeln!(out, "{variable} ?= {place}\nFRAMEWORK_CFLAGS ?= -I$({variable})");
    }
    if build.cxx {
        out.push_str("CXXFLAGS ?= -g\n");
    }
    // What is written more for a framework, and where it stands.
    let extra = if runner { " $(FRAMEWORK_CFLAGS)" } else { "" };
    let libraries = if build.package.is_some() { " $(FRAMEWORK_LIBS)" } else { "" };
    let compiler = if build.cxx { "$(CXX) $(CXXFLAGS)" } else { "$(CC) $(CFLAGS)" };
    out.push('\n');
    let names =
        |of: &dyn Fn(Judge) -> bool| -> Vec<&TestProgram> { layout.programs.iter().filter(|p| of(p.judge)).collect() };
    let list = |all: &[&TestProgram]| all.iter().map(|p| format!("$(BUILD)/{}", p.name)).collect::<Vec<_>>().join(" ");
    let tests = names(&|j| !j.expects_faults());
    let faults = names(&|j| j.expects_faults() && !j.needs_clang());
    let by_clang = names(&|j| j.needs_clang());
    let _ = writeln!(out, "TESTS = {}\nFAULTS = {}\n", list(&tests), list(&faults));
    out.push_str("all: $(TESTS)\n\n");
    let run =
        |of: &str| format!("\t@status=0; for t in $({of}); do echo $$t; ./$$t || status=1; done; exit $$status\n\n");
    let _ = write!(out, "test: $(TESTS)\n{}faults: $(FAULTS)\n{}", run("TESTS"), run("FAULTS"));
    if !by_clang.is_empty() {
        let _ =
            write!(out, "CLANG_FAULTS = {}\n\nclang-faults: $(CLANG_FAULTS)\n{}", list(&by_clang), run("CLANG_FAULTS"));
    }
    out.push_str("clean:\n\trm -rf $(BUILD)\n\n.PHONY: all test faults clang-faults clean\n\n");
    for name in RUNTIME.iter().filter(|n| layout.outside || **n == RUNTIME[0]) {
        for j in std::iter::once(Judge::Checks).chain(judges.iter().copied().filter(|j| j.has_own_runtime())) {
            let object = object_of(name, j);
            let headers = if *name == RUNTIME[0] { "crescendo.h" } else { "crescendo.h crescendo_outside.h" };
            let _ = writeln!(out, "$(BUILD)/{object}.o: {name}.c {headers}\n\t@mkdir -p $(BUILD)");
            let _ = writeln!(out, "\t{} $(CFLAGS){} -c {name}.c -o $@\n", compiler_of(j), sanitized(j));
        }
    }
    if let Some((variable, _, file)) = build.along {
        let object = file.trim_end_matches(".c");
        let _ = writeln!(out, "$(BUILD)/{object}.o: $({variable})/{file}\n\t@mkdir -p $(BUILD)");
        let _ = writeln!(out, "\t$(CC) $(CFLAGS) -c $< -o $@\n");
    }
    let compile = |out: &mut String, name: &str, source: usize, judge: Judge, more: &str| {
        let (object, compiler) = (object_of(name, judge), compiler_of(judge));
        let header = judge.header().map_or_else(String::new, |(h, _)| format!(" -include {h}"));
        let zeros = match judge {
            Judge::Unwritten => "",
            _ if judge.needs_clang() => " $(CLANG_ZEROS)",
            _ => " $(ZEROS)",
        };
        let sanitize = format!("{zeros}{}{header}", sanitized(judge));
        let flags: Vec<String> = flags(suite, layout, source, folder).iter().map(|f| quoted(f)).collect();
        let file = relative(folder, Path::new(&suite.sources[source].file));
        let file = file.display().to_string().replace(' ', "\\ ").replace('$', "$$");
        let _ = writeln!(out, "$(BUILD)/{object}.o: {name}.c crescendo.h {file}\n\t@mkdir -p $(BUILD)");
        let _ =
            writeln!(out, "\t{compiler} {} $(RELAXED) $(CFLAGS){more}{sanitize} -c {name}.c -o $@\n", flags.join(" "));
    };
    for &s in &layout.supports {
        let name = format!("with_{}", layout.slugs[s]);
        for &j in &judges {
            if j == Judge::Checks || layout.programs.iter().any(|p| p.judge == j && p.needs.contains(&s)) {
                compile(&mut out, &name, s, j, "");
            }
        }
    }
    for p in &layout.programs {
        let sanitize = sanitized(p.judge);
        compile(&mut out, &p.name, p.source, p.judge, extra);
        let name = |o: &String| format!("$(BUILD)/{}.o", object_of(o, p.judge));
        let mut all: Vec<String> = objects(layout, p).iter().map(name).collect();
        if runner {
            let main = build.main_name(p);
            let _ = writeln!(out, "$(BUILD)/main_{}.o: {main} crescendo.h\n\t@mkdir -p $(BUILD)", p.name);
            let _ = writeln!(out, "\t{compiler}{extra} -c {main} -o $@\n");
            all.push(format!("$(BUILD)/main_{}.o", p.name));
            all.extend(build.along.map(|(_, _, file)| format!("$(BUILD)/{}.o", file.trim_end_matches(".c"))));
        }
        let _ = writeln!(out, "$(BUILD)/{}: {}", p.name, all.join(" "));
        let compiler = if p.judge.needs_clang() { "$(CLANG) $(CFLAGS)" } else { compiler };
        let _ = writeln!(out, "\t{compiler}{sanitize} -o $@ {} $(LDFLAGS){libraries} $(LDLIBS)\n", all.join(" "));
    }
    out
}

/// One word of a CMake list in quotes.
fn listed(word: &str) -> String {
    word.replace('\\', "\\\\").replace('"', "\\\"").replace('$', "\\$").replace(';', "\\\\;")
}

pub fn cmake(framework: &(impl Framework + ?Sized), suite: &Suite, layout: &Layout, folder: &Path) -> String {
    let build = framework.build();
    let languages = if build.cxx { "C CXX" } else { "C" };
    let mut out = String::from("cmake_minimum_required(VERSION 3.13)\n");
    let _ = writeln!(out, "project(crescendo_tests {languages})\nenable_testing()\n");
    let _ = writeln!(out, "# Local variables that nobody wrote are zero: gcc since 12, clang since 16.");
    let _ = writeln!(out, "include(CheckCCompilerFlag)\ncheck_c_compiler_flag({ZEROS} HAS_ZEROS)\n");
    if let Some(package) = build.package {
        let _ = writeln!(out, "find_package(PkgConfig REQUIRED)");
        let _ = writeln!(out, "pkg_check_modules(FRAMEWORK REQUIRED IMPORTED_TARGET {package})\n");
    }
    if let Some((variable, place, file)) = build.along {
        let _ = writeln!(out, "set({variable} ${{CMAKE_CURRENT_SOURCE_DIR}}/{place} CACHE PATH \"has {file}\")\n");
    }
    for p in &layout.programs {
        let objects = objects(layout, p);
        let files: Vec<String> = objects.iter().map(|o| format!("{o}.c")).collect();
        let mut compiled = files.join(" ");
        if framework.is_runner() {
            let _ = write!(compiled, " {}", build.main_name(p));
        }
        if let Some((variable, _, file)) = build.along {
            let _ = write!(compiled, " ${{{variable}}}/{file}");
        }
        if p.judge.needs_clang() {
            out.push_str("if(CMAKE_C_COMPILER_ID MATCHES Clang)\n");
        }
        let _ = writeln!(out, "add_executable({} {compiled})", p.name);
        if let Some((variable, _, _)) = build.along {
            let _ = writeln!(out, "target_include_directories({} PRIVATE ${{{variable}}})", p.name);
        }
        let sources = std::iter::once(p.source).chain(p.needs.iter().copied());
        for (file, source) in files.iter().zip(sources) {
            let flags = flags(suite, layout, source, folder);
            // CMake runs the compiler elsewhere: relative paths start at this folder.
            let anchored = |f: &String| match f.find("../") {
                Some(at) if ["-I", "-isystem", "-iquote", "-include", ""].contains(&&f[..at]) => {
                    format!("{}${{CMAKE_CURRENT_SOURCE_DIR}}/{}", &f[..at], listed(&f[at..]))
                }
                _ => listed(f),
            };
            let relaxed = RELAXED.iter().map(|f| f.to_string());
            let flags: Vec<String> = flags.iter().map(anchored).chain(relaxed).collect();
            let _ =
                writeln!(out, "set_source_files_properties({file} PROPERTIES COMPILE_OPTIONS \"{}\")", flags.join(";"));
        }
        let sanitize = p.judge.sanitize().join(" ");
        let libraries = if sanitize.is_empty() { "m pthread".into() } else { format!("{sanitize} m pthread") };
        if p.judge.expects_faults() {
            let header = |(h, _)| format!(" \"SHELL:-include ${{CMAKE_CURRENT_SOURCE_DIR}}/{h}\"");
            let header = p.judge.header().map_or_else(String::new, header);
            let _ = writeln!(out, "target_compile_options({} PRIVATE {sanitize}{header})", p.name);
        }
        if p.judge != Judge::Unwritten {
            let option = format!("$<$<COMPILE_LANGUAGE:C>:{ZEROS}>");
            let _ = writeln!(out, "if(HAS_ZEROS)\n  target_compile_options({} PRIVATE {option})\nendif()", p.name);
        }
        let first = if build.package.is_some() { "PkgConfig::FRAMEWORK " } else { "" };
        if !suite.twice.is_empty() {
            let _ = writeln!(out, "target_link_options({} PRIVATE {FIRST})", p.name);
        }
        let _ = writeln!(out, "target_link_libraries({} {first}{libraries})", p.name);
        let _ = writeln!(out, "add_test(NAME {0} COMMAND {0})", p.name);
        out.push_str(if p.judge.needs_clang() { "endif()\n\n" } else { "\n" });
    }
    out
}
