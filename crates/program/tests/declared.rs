//! A declaration read by libclang and the same one read from debug info give the same type, position and names: judged
//! by functions and globals that are defined, of which both know. Over our own declarations, the C corpus, and several
//! targets.

#[path = "common/mod.rs"]
mod common;
#[path = "common/compare.rs"]
mod compare;

use common::{Source, root};
use compare::{Side, same};
use crescendo_program::ctype::TypeId;
use crescendo_program::declared::{ReadOptions, complete, read_declarations};
use crescendo_program::source::PosId;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

const TARGETS: &[&[&str]] = &[
    &[],
    &["--target=i386-unknown-linux-gnu", "-msse2"],
    &["--target=powerpc-unknown-linux-gnu"],
    &["--target=thumbv7m-none-eabi"],
    &["--target=riscv32-unknown-elf", "-march=rv32imac"],
    &["--target=aarch64-unknown-linux-gnu"],
];

/// How many functions and globals were compared, and the differences.
#[derive(Default)]
struct Tally {
    compared: usize,
    wrong: Vec<String>,
}

impl Tally {
    #[track_caller]
    fn check(&self, at_least: usize) {
        let some: Vec<&String> = self.wrong.iter().take(40).collect();
        assert!(self.wrong.is_empty(), "{} of {} differ: {some:#?}", self.wrong.len(), self.compared);
        assert!(self.compared >= at_least, "only {} compared: the corpus is missing", self.compared);
    }
}

type Known = (TypeId, PosId, Vec<String>);

fn trimmed(names: &[String]) -> &[String] {
    let end = names.iter().rposition(|n| !n.is_empty()).map_or(0, |i| i + 1);
    &names[..end]
}

/// Compares everything one source defines.
fn compare(source: &Source, tally: &mut Tally) {
    let file = source.file.display();
    let mut program = match common::program(std::slice::from_ref(source)) {
        Ok(program) => program,
        Err(why) => return tally.wrong.push(format!("{file}: {why}")),
    };
    let mut known: BTreeMap<String, Known> = BTreeMap::new();
    for f in program.functions.iter().filter(|f| f.body.is_some()) {
        if let Some(t) = f.c_type {
            known.insert(f.name.clone(), (t, f.position, f.param_names.clone()));
        }
    }
    // A static variable of a function has a dot in its name, and is none of ours.
    for g in program.globals.iter().filter(|g| g.image.is_some() && !g.name.contains('.')) {
        if let Some(t) = g.c_type {
            known.insert(g.name.clone(), (t, g.position, Vec::new()));
        }
    }
    let wanted: BTreeSet<String> = known.keys().cloned().collect();
    // Only with bodies libclang can tell a definition from a declaration.
    let options = ReadOptions { bodies: true, ..ReadOptions::default() };
    let declarations = match read_declarations(&source.unit(), &wanted, &program.target, &options) {
        Ok(declarations) => declarations,
        Err(why) => return tally.wrong.push(format!("{file}: {why}")),
    };
    if !declarations.errors.is_empty() {
        return tally.wrong.push(format!("{file}: {:?}", declarations.errors));
    }
    let ours = Side { types: &program.types, sources: &program.sources };
    let theirs = Side { types: &declarations.types, sources: &declarations.sources };
    let functions = declarations.functions.iter().map(|f| (&f.name, f.c_type, f.position, f.param_names.clone()));
    let globals = declarations.globals.iter().map(|g| (&g.name, g.c_type, g.position, Vec::new()));
    let mut found = BTreeSet::new();
    for (name, c_type, position, names) in functions.chain(globals) {
        tally.compared += 1;
        found.insert(name.clone());
        let (expected, at, expected_names) = &known[name];
        let mut differ = |why: String| tally.wrong.push(format!("{file}: {name}: {why}"));
        if let Err(why) = same(ours, *expected, theirs, c_type) {
            differ(why);
        }
        let (p, q) = (ours.sources.show(*at), theirs.sources.show(position));
        if p != q {
            differ(format!("at {p} and at {q}"));
        }
        if trimmed(expected_names) != trimmed(&names) {
            differ(format!("parameters {expected_names:?} and {names:?}"));
        }
    }
    for lost in wanted.difference(&found) {
        tally.wrong.push(format!("{file}: {lost}: not found"));
    }
    // In the program they become the very same type.
    for f in &mut program.functions {
        f.c_type = f.c_type.filter(|_| !known.contains_key(&f.name));
    }
    for g in &mut program.globals {
        g.c_type = g.c_type.filter(|_| !known.contains_key(&g.name));
    }
    complete(&mut program, vec![declarations]);
    let function = |name: &str| program.find(name).and_then(|id| program.function(id).c_type);
    let global = |name: &str| program.find_global(name).and_then(|id| program.global(id).c_type);
    for (name, (expected, ..)) in &known {
        if let Some(t) = function(name).or_else(|| global(name))
            && t != *expected
        {
            tally.wrong.push(format!("{file}: {name}: {t:?} after merging, {expected:?} before"));
        }
    }
}

fn c_files(folder: &Path) -> Vec<PathBuf> {
    let files = walkdir::WalkDir::new(folder).sort_by_file_name().into_iter().filter_map(Result::ok);
    files.map(|e| e.into_path()).filter(|p| p.extension().is_some_and(|e| e == "c")).collect()
}

/// The `// cflags:` directive of a corpus file.
fn cflags(file: &Path) -> Vec<String> {
    let text = String::from_utf8_lossy(&std::fs::read(file).unwrap_or_default()).into_owned();
    let line = text.lines().take_while(|l| l.starts_with("// ")).find_map(|l| l.strip_prefix("// cflags:"));
    line.unwrap_or("").split_whitespace().map(str::to_string).collect()
}

fn compare_folder(folder: &Path, flags: &[&str], tally: &mut Tally) {
    for file in c_files(folder) {
        let own = cflags(&file);
        let all: Vec<&str> = own.iter().map(String::as_str).chain(flags.iter().copied()).collect();
        compare(&Source::new(&file, &all), tally);
    }
}

/// All C files below a folder, on all targets.
fn compare_on_targets(folder: &Path, tally: &mut Tally) {
    for target in TARGETS {
        let flags: Vec<&str> = target.iter().copied().chain(["-ffreestanding"]).collect();
        compare_folder(folder, &flags, tally);
    }
}

#[test]
fn our_declarations() {
    let mut tally = Tally::default();
    compare_on_targets(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/declared"), &mut tally);
    tally.check(850);
}

#[test]
fn the_corpus() {
    let mut tally = Tally::default();
    compare_folder(&root().join("tests/run"), &[], &mut tally);
    tally.check(650);
}

#[test]
fn all_targets() {
    let mut tally = Tally::default();
    compare_on_targets(&root().join("tests/targets"), &mut tally);
    tally.check(900);
}

/// More C, by hand: `CORPUS=folder cargo test -p crescendo-program --test declared more -- --ignored`.
#[test]
#[ignore = "asks for a folder of C files"]
fn more() {
    let folder = std::env::var("CORPUS").expect("CORPUS names a folder");
    let flags = std::env::var("CORPUS_FLAGS").unwrap_or_default();
    let mut tally = Tally::default();
    compare_folder(Path::new(&folder), &flags.split_whitespace().collect::<Vec<_>>(), &mut tally);
    let (refused, wrong): (Vec<_>, Vec<_>) = tally.wrong.into_iter().partition(|w| w.contains("generated.\n"));
    println!("{} compared, {} files not accepted by clang", tally.compared, refused.len());
    tally.wrong = wrong;
    tally.check(1);
}
