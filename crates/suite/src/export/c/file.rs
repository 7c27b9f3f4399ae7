//! A file of tests, and the files of sources that it needs.

use super::framework::Framework;
use super::{Layout, TestProgram, test, tests_of};
use crate::export::spell;
use crate::model::{Accessor, Defined, Kind, Reserved, Source, Stub, Suite, Test, Typed};
use crate::outside;
use crate::users::STUB;
use crate::words::words_in;
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::fmt::Write;
use std::path::Path;

pub fn test_file(
    framework: &(impl Framework + ?Sized),
    suite: &Suite,
    layout: &Layout,
    program: &TestProgram,
    folder: &Path,
) -> String {
    let source = &suite.sources[program.source];
    let mut out = String::new();
    let kind = if program.judge.expects_faults() { "Tests that show faults" } else { "Tests" };
    let _ = writeln!(out, "/* {kind} of {}, made by {}. */\n", spell::comment(&shown(source, folder)), suite.tool);
    include(&mut out, layout, source, folder, framework.includes());
    redirections(&mut out, layout, source);
    // A file of a large program is large, too: growing it step by step would take its memory twice.
    let likely = |t: &Test| 512 + 96 * t.inputs.len() + 128 * t.stub_results.len();
    let room = tests_of(suite, program.source, program.judge).map(|(_, t)| likely(t)).sum();
    let (mut tests, mut names) = (String::with_capacity(room), Vec::new());
    for (unit, test) in tests_of(suite, program.source, program.judge) {
        test::write(&mut tests, framework, unit, test);
        names.push(test.name.as_str());
    }
    stubs(&mut out, layout, source, program.source, &tests);
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
    let own = source.accessors.iter().filter(|a| tests.contains(&format!("{}()", a.function)));
    own.for_each(|a| accessor(&mut out, a));
    let list: usize = names.iter().map(|n| 2 * n.len() + 16).sum();
    out.reserve_exact(tests.len() + list + 128);
    out.push_str(&tests);
    drop(tests);
    if framework.is_runner() {
        return out;
    }
    out.push_str("const struct crescendo_test crescendo_tests[] = {\n");
    for n in names {
        let _ = writeln!(out, "    {{\"{n}\", {n}}},");
    }
    out.push_str("    {0, 0}\n};\n");
    out
}

/// The file of a source that others need.
pub fn support_file(suite: &Suite, layout: &Layout, number: usize, folder: &Path) -> String {
    let source = &suite.sources[number];
    let mut out = String::new();
    include(&mut out, layout, source, folder, "");
    redirections(&mut out, layout, source);
    stubs(&mut out, layout, source, number, "");
    source.accessors.iter().for_each(|a| accessor(&mut out, a));
    out
}

/// A function that gives the address of what tests cannot name.
fn accessor(out: &mut String, a: &Accessor) {
    let _ = writeln!(out, "void *{}(void);", a.function);
    let _ = writeln!(out, "void *{}(void)\n{{\n    return (void *)&{};\n}}\n", a.function, a.name);
}

fn shown(source: &Source, folder: &Path) -> String {
    spell::relative(folder, Path::new(&source.file)).display().to_string()
}

/// The source as it is. Functions that tests replace get another name in the line of their definition: everybody else
/// calls the stub, which calls them unless the test at work replaces them.
fn include(out: &mut String, layout: &Layout, source: &Source, folder: &Path, more: &str) {
    let (renamed, replaced): (Vec<_>, Vec<_>) = replaced(layout, source).partition(|(_, d)| d.by_symbol);
    if !renamed.is_empty() {
        out.push_str("/* Tests may replace these functions in other files. */\n");
    }
    for (s, _) in &renamed {
        let _ = writeln!(out, "#pragma redefine_extname {0} crescendo_original_{0}", s.name);
    }
    let shadows = source.shadows.iter().filter(|n| !layout.replaced.contains(*n));
    let shadows: Vec<&String> = shadows.filter(|n| !source.originals.contains(n)).collect();
    if !shadows.is_empty() {
        out.push_str("/* The C library has functions of these names, too. */\n");
    }
    for name in shadows {
        let _ = writeln!(out, "#pragma redefine_extname {name} crescendo_own_{name}");
    }
    if !replaced.is_empty() {
        out.push_str(
            "/* Tests may replace these functions. */\n\
             #define CRESCENDO_SECOND(first, second, ...) second\n\
             #define CRESCENDO_PICK(...) CRESCENDO_SECOND(__VA_ARGS__)\n\
             #define CRESCENDO_JOIN_(a, b) a##b\n\
             #define CRESCENDO_JOIN(a, b) CRESCENDO_JOIN_(a, b)\n",
        );
    }
    for (s, d) in &replaced {
        let (name, scope) = (&s.name, if d.is_static { "static " } else { "" });
        // The definition begins as one of the stub, whose declaration ends there.
        let named = s.declaration.find(&format!("{name}(")).map_or("", |at| &s.declaration[at..]);
        let stub = if d.prototype.is_empty() { named } else { &d.prototype };
        let _ = writeln!(out, "#define crescendo_line_{name}_{} ~, CRESCENDO_ORIGINAL_{name}", d.line);
        let _ = writeln!(out, "#define CRESCENDO_ORIGINAL_{name}() {stub}; {scope}{}", d.original);
        let _ = writeln!(out, "#define CRESCENDO_STUB_{name}() {name}");
        let line = format!("CRESCENDO_JOIN(crescendo_line_{name}_, __LINE__)");
        let _ = writeln!(out, "#define {name} CRESCENDO_PICK({line}, CRESCENDO_STUB_{name}, ~) ()");
    }
    let _ = writeln!(out, "#include \"{}\"", shown(source, folder));
    for (s, _) in &replaced {
        let _ = writeln!(out, "#undef {}", s.name);
    }
    if !source.macros.is_empty() {
        out.push_str("/* Macros of the source whose names mean something else here. */\n");
        source.macros.iter().for_each(|m| out.push_str(&format!("#undef {m}\n")));
    }
    let _ = writeln!(out, "#include \"crescendo.h\"\n{more}");
}

/// The stubs of functions that the source defines and that some test replaces.
fn replaced<'a>(layout: &'a Layout, source: &'a Source) -> impl Iterator<Item = (&'a Stub, &'a Defined)> {
    let defined = source.stubs.iter().filter_map(|s| Some((s, s.defined.as_ref()?)));
    defined.filter(|(s, _)| layout.replaced.contains(&s.name))
}

/// Calls of the library that tests answer for are led to stubs or to the runtime: by the assembler, which renames symbols that
/// are not defined here. So macros, renamed declarations and addresses of functions do no harm.
fn redirections(out: &mut String, layout: &Layout, source: &Source) {
    let stubs = source.stubs.iter().filter(|s| s.redirected).map(|s| (s.name.as_str(), s.identifier.clone()));
    let library = source.library.iter().filter(|n| layout.redirected.contains(n.as_str()));
    let library = library.filter_map(|n| Some((n.as_str(), outside::redirect(n)?)));
    // Without a stub in between: this is its file.
    let is_original = |n: &&String| layout.replaced.contains(*n);
    let originals =
        source.originals.iter().filter(is_original).map(|n| (n.as_str(), format!("crescendo_original_{n}")));
    let missing = source.missing.iter().map(|n| (n.as_str(), "crescendo_no_stub".to_string()));
    let all: BTreeMap<&str, String> = missing.chain(library).chain(stubs).chain(originals).collect();
    if !all.is_empty() {
        out.push_str("/* What these say is part of the tests. */\n");
    }
    for (name, to) in &all {
        let _ = writeln!(out, "CRESCENDO_REDIRECT({name}, {to})");
    }
    if !all.is_empty() {
        out.push('\n');
    }
}

/// Functions and variables that nobody defines, and what the function pointers of these tests point to.
fn stubs(out: &mut String, layout: &Layout, source: &Source, number: usize, tests: &str) {
    for v in &source.variables {
        let _ = writeln!(out, "CRESCENDO_WEAK {v};");
    }
    for Reserved { name, bytes, align } in &source.reserved {
        let _ = writeln!(out, "CRESCENDO_RESERVE({name}, {bytes}, {align})");
    }
    if !source.variables.is_empty() || !source.reserved.is_empty() {
        out.push('\n');
    }
    let pointed: HashSet<&str> = source.stubs.iter().filter(|s| s.anonymous).map(|s| s.identifier.as_str()).collect();
    let used: BTreeSet<&str> = words_in(tests).filter(|w| pointed.contains(w)).collect();
    let is_needed = |s: &&Stub| match &s.defined {
        _ if s.anonymous => used.contains(s.identifier.as_str()),
        None => true,
        Some(_) => layout.replaced.contains(&s.name),
    };
    for s in source.stubs.iter().filter(is_needed) {
        stub(out, s, layout, layout.first.get(&s.identifier) == Some(&number));
    }
}

/// A stub that the user wrote does the work.
fn forward(out: &mut String, s: &Stub, scope: &str, by: &str) {
    let names: Vec<&str> = s.parameters.iter().map(|p| p.name.as_str()).collect();
    let gives = if s.result.kind == Kind::Void { "" } else { "return " };
    let _ = writeln!(out, "extern {by};\n{scope}{}\n{{", s.declaration);
    // A static one may have no other use.
    if s.defined.as_ref().is_some_and(|d| d.is_static) {
        let _ = writeln!(out, "    (void)crescendo_original_{};", s.name);
    }
    let _ = writeln!(out, "    {gives}{STUB}{}({});\n}}\n", s.name, names.join(", "));
}

fn stub(out: &mut String, s: &Stub, layout: &Layout, is_first: bool) {
    let scope = match &s.defined {
        _ if s.anonymous => "static ",
        None if is_first => "",
        None => "CRESCENDO_WEAK ",
        Some(d) if d.is_static => "static ",
        Some(_) => "",
    };
    if !s.anonymous && !s.redirected && s.defined.is_none() {
        // The source may have a macro of that name.
        let _ = writeln!(out, "#undef {}", s.identifier);
    }
    if let Some(by) = &s.written {
        forward(out, s, scope, by);
        return;
    }
    let by_symbol = s.defined.as_ref().is_some_and(|d| d.by_symbol);
    if by_symbol {
        let _ = writeln!(out, "{} __asm__(\"{}\");", s.declaration, s.name);
    }
    let _ = writeln!(out, "{scope}{}\n{{", s.declaration);
    let name = spell::string(s.name.as_bytes());
    let in_variable = matches!(s.result.kind, Kind::Other | Kind::LongDouble) && !s.no_return;
    if in_variable {
        let _ = writeln!(out, "    {} crescendo_result;\n", s.result.ty);
    }
    if s.defined.is_some() {
        let names: Vec<&str> = s.parameters.iter().map(|p| p.name.as_str()).collect();
        let original = if by_symbol { s.name.clone() } else { format!("crescendo_original_{}", s.name) };
        let call = format!("{original}({})", names.join(", "));
        let _ = writeln!(out, "    if (!crescendo_is_replaced({name}))");
        let _ = match s.result.kind {
            Kind::Void => writeln!(out, "    {{\n        {call};\n        return;\n    }}"),
            _ => writeln!(out, "        return {call};"),
        };
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
    let is_written = |p: &&Typed| layout.writes.contains(&(s.name.clone(), p.name.clone()));
    for p in s.parameters.iter().filter(is_written).map(|p| &p.name) {
        let queue = spell::string(format!("{}.{p}", s.name).as_bytes());
        let _ = writeln!(out, "    if ({p} && crescendo_has_result({queue}))");
        let _ = writeln!(out, "        crescendo_result_whole({queue}, (void *){p});");
    }
    let ty = &s.result.ty;
    match s.result.kind {
        _ if s.no_return => out.push_str("    crescendo_leave(0);\n"),
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
