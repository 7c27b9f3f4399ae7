//! The cache: what is found again, what must not be, and what happens to it.

use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::time::{Duration, SystemTime};

use crate::support::*;
use crescendo_project::{CacheDir, Flavour, Project, Request};

fn project() -> Sandbox {
    Sandbox::with(&[
        ("a.c", "#include <stdio.h>\n#include \"h.h\"\n#include <deep/d.h>\nint v = V; int unused(void) {}\n"),
        ("h.h", "#define V 1\n"),
        ("two/deep/d.h", ""),
        ("one/other.h", ""),
    ])
}

const FLAGS: &str = "-Ione -Inowhere -Itwo";

#[track_caller]
fn check(sandbox: &Sandbox, flags: &str, from_cache: bool, value: i64) -> Project {
    let project = must_compile(&sandbox.inputs(&["a.c"], flags));
    assert_eq!(project.units[0].from_cache, from_cache);
    assert_eq!(global(&project, "v"), value);
    project
}

#[test]
fn nothing_changed() {
    let sandbox = project();
    let first = check(&sandbox, FLAGS, false, 1);
    let second = check(&sandbox, FLAGS, true, 1);
    assert_eq!(first.units[0].bitcode, second.units[0].bitcode);
    assert_eq!(first.units[0].warnings, second.units[0].warnings);
    assert!(first.units[0].warnings.contains("-Wreturn-type"));
    assert_eq!(first.units[0].args, second.units[0].args);
}

/// Each case changes something; the result is whether the cache still answers, and the value it must answer.
#[test]
fn something_changed() {
    type Change = fn(&Sandbox);
    let cases: &[(&str, Change, bool, i64)] = &[
        ("a header, same size", |s| drop(s.write("h.h", "#define V 2\n")), false, 2),
        ("a header, other size", |s| drop(s.write("h.h", "#define V 22\n")), false, 22),
        ("the source", |s| drop(s.write("a.c", "int v = 3;\n")), false, 3),
        ("a header's time only", |s| drop(s.write("h.h", "#define V 1\n")), true, 1),
        ("a header, its old time put back", put_time_back, false, 2),
        ("a header of the system's place", |s| drop(s.write("two/deep/d.h", "#undef V\n#define V 4\n")), false, 4),
        (
            "a header is gone, another takes its place",
            |s| {
                fs::remove_file(s.path("h.h")).expect("removed");
                s.write("one/h.h", "#define V 5\n");
            },
            false,
            5,
        ),
        (
            "a header appears in an earlier folder",
            |s| drop(s.write("one/deep/d.h", "#undef V\n#define V 6\n")),
            false,
            6,
        ),
        (
            "a folder of the search list appears",
            |s| {
                s.write("nowhere/deep/d.h", "#undef V\n#define V 7\n");
            },
            false,
            7,
        ),
        (
            "a header of the system appears",
            |s| {
                s.write("one/stdio.h", "#undef V\n#define V 8\n");
                s.write("h.h", "#ifndef V\n#define V 9\n#endif\n");
            },
            false,
            8,
        ),
        ("a file next to the source", |s| drop(s.write("a.o", "")), true, 1),
        ("an unrelated header", |s| drop(s.write("one/unrelated.h", "")), true, 1),
        ("an unrelated folder", |s| drop(s.write("one/deeper/d.h", "")), true, 1),
    ];
    for (what, change, from_cache, value) in cases {
        let sandbox = project();
        check(&sandbox, FLAGS, false, 1);
        change(&sandbox);
        let after = must_compile(&sandbox.inputs(&["a.c"], FLAGS));
        assert_eq!((after.units[0].from_cache, global(&after, "v")), (*from_cache, *value), "{what}");
        // Whatever it was, it is known now.
        assert!(must_compile(&sandbox.inputs(&["a.c"], FLAGS)).units[0].from_cache, "{what}: and again");
    }
}

fn put_time_back(sandbox: &Sandbox) {
    let path = sandbox.path("h.h");
    let time = fs::metadata(&path).and_then(|metadata| metadata.modified()).expect("a time");
    fs::write(&path, "#define V 2\n").expect("written");
    fs::File::options().write(true).open(&path).and_then(|file| file.set_modified(time)).expect("set");
}

#[test]
fn back_and_forth() {
    let sandbox = project();
    check(&sandbox, FLAGS, false, 1);
    sandbox.write("h.h", "#define V 2\n");
    check(&sandbox, FLAGS, false, 2);
    sandbox.write("h.h", "#define V 1\n");
    check(&sandbox, FLAGS, true, 1);
    sandbox.write("h.h", "#define V 2\n");
    check(&sandbox, FLAGS, true, 2);
}

#[test]
fn other_flags_are_another_entry() {
    let sandbox = Sandbox::with(&[("a.c", "int v = V;\n")]);
    for from_cache in [false, true] {
        check(&sandbox, "-DV=1", from_cache, 1);
        check(&sandbox, "-DV=2", from_cache, 2);
        check(&sandbox, "-D V=1", from_cache, 1);
        let covered = Request { flavour: Flavour::Coverage, ..sandbox.inputs(&["a.c"], "-DV=1") };
        assert_eq!(must_compile(&covered).units[0].from_cache, from_cache);
    }
    // What we drop does not count.
    check(&sandbox, "-DV=1 -O2 -g3 -Werror", true, 1);
}

/// A clang that changes a header behind its own back.
#[test]
fn what_changes_meanwhile_is_not_remembered() {
    let sandbox = Sandbox::with(&[("a.c", "#include \"h.h\"\nint v = V;\n"), ("h.h", "#define V 1\n")]);
    let wrapper = strange_clang(&sandbox, "clang-19 \"$@\" || exit 1\necho '#define V 2' > h.h");
    let request = Request { clang: Some(wrapper), ..sandbox.inputs(&["a.c"], "") };
    assert_eq!(global(&must_compile(&request), "v"), 1);
    let again = must_compile(&request);
    assert_eq!((again.units[0].from_cache, global(&again, "v")), (false, 2));
}

#[test]
fn damage_is_repaired() {
    type Damage = fn(&PathBuf);
    let damages: &[(&str, &str, Damage)] = &[
        ("objects", "emptied", |path| fs::write(path, b"").expect("written")),
        ("objects", "garbage", |path| fs::write(path, b"BC\xc0\xde garbage").expect("written")),
        ("objects", "gone", |path| fs::remove_file(path).expect("removed")),
        ("manifests", "emptied", |path| fs::write(path, b"").expect("written")),
        ("manifests", "not JSON", |path| fs::write(path, b"\xff\xfe{{{").expect("written")),
        ("manifests", "other JSON", |path| fs::write(path, b"{\"version\": 1, \"results\": [{}]}").expect("written")),
        ("manifests", "another version", |path| {
            fs::write(path, b"{\"version\": 99, \"results\": []}").expect("written")
        }),
        ("manifests", "gone", |path| fs::remove_file(path).expect("removed")),
    ];
    for (kind, what, damage) in damages {
        let sandbox = project();
        let first = check(&sandbox, FLAGS, false, 1);
        let bytes = fs::read(&first.units[0].bitcode).expect("bitcode");
        for file in files(&sandbox.cache(), kind) {
            damage(&file);
        }
        let second = check(&sandbox, FLAGS, false, 1);
        assert_eq!(fs::read(&second.units[0].bitcode).expect("bitcode"), bytes, "{kind} {what}");
        check(&sandbox, FLAGS, true, 1);
    }
}

fn files(cache: &CacheDir, kind: &str) -> Vec<PathBuf> {
    let walk = walkdir::WalkDir::new(cache.root().join(kind)).into_iter().flatten();
    walk.filter(|entry| entry.file_type().is_file()).map(|entry| entry.into_path()).collect()
}

#[test]
fn pruning() {
    let sandbox = Sandbox::new();
    for number in 0..4 {
        sandbox.write(&format!("f{number}.c"), &format!("int v = {number};\n"));
    }
    let load_one = |number: u64| must_compile(&sandbox.inputs(&[&format!("f{number}.c")], ""));
    for number in 0..4 {
        let unit = &load_one(number).units[0];
        age(std::slice::from_ref(&unit.bitcode), 1000 - number * 100);
    }
    age(&files(&sandbox.cache(), "manifests"), 2000);
    // Used again, so the first is the youngest now.
    assert!(load_one(0).units[0].from_cache);
    let largest = |kind: &str| {
        let files = files(&sandbox.cache(), kind);
        files.iter().map(size).max().unwrap_or(0)
    };
    let room = largest("objects") + largest("manifests");
    let abandoned = sandbox.cache().root().join("tmp/1-2-3.bc");
    fs::write(&abandoned, b"left by a crash").expect("written");
    age(std::slice::from_ref(&abandoned), 7200);
    let pruned = sandbox.cache().prune(room).expect("pruned");
    assert!(pruned.kept_bytes <= room && pruned.removed >= 6, "{pruned:?}");
    assert!(!abandoned.exists());
    assert!(load_one(0).units[0].from_cache);
    assert!(!load_one(1).units[0].from_cache);
    let pruned = sandbox.cache().prune(0).expect("pruned");
    assert_eq!(pruned.kept_bytes, 0);
    assert!(files(&sandbox.cache(), "objects").is_empty());
    // A load never takes away what it returns.
    let mut tiny = sandbox.inputs(&["."], "");
    tiny.cache.max_bytes = 1;
    let project = must_compile(&tiny);
    assert_eq!(project.units.iter().filter(|unit| unit.bitcode.exists()).count(), 4);
}

fn age(paths: &[PathBuf], seconds: u64) {
    for path in paths {
        let then = SystemTime::now() - Duration::from_secs(seconds);
        fs::File::options().write(true).open(path).and_then(|file| file.set_modified(then)).expect("aged");
    }
}

fn size(path: &PathBuf) -> u64 {
    fs::metadata(path).map(|metadata| metadata.len()).unwrap_or(0)
}

#[test]
fn an_unusable_cache_is_an_error() {
    let sandbox = Sandbox::with(&[("a.c", "int a;\n"), ("file", "")]);
    let request = Request { cache: CacheDir::at(sandbox.path("file/cache")), ..sandbox.inputs(&["a.c"], "") };
    let message = must_fail(&request);
    assert!(message.contains("file/cache") && message.contains("CRESCENDO_CACHE"), "{message}");
}

/// Not a test by itself: what `several_processes_at_once` runs.
#[test]
fn another_process() {
    let Some(root) = std::env::var_os("CRESCENDO_TEST_ROOT").map(PathBuf::from) else {
        return;
    };
    let request =
        Request { inputs: vec![root.join("project")], jobs: 3, ..Request::new(CacheDir::at(root.join("shared"))) };
    must_compile(&request);
    let project = must_compile(&request);
    for unit in &project.units {
        let number: i64 = name(&unit.source).trim_matches(|c: char| !c.is_ascii_digit()).parse().expect("a number");
        assert_eq!(global_of(&unit.bitcode, "v"), number);
    }
}

#[test]
fn several_processes_at_once() {
    let sandbox = Sandbox::new();
    for number in 10..14 {
        sandbox.write(&format!("f{number}.c"), &format!("int v = {number};\n"));
    }
    let program = std::env::current_exe().expect("this program");
    let start = |_| {
        Command::new(&program)
            .args(["--exact", "cache::another_process"])
            .env("CRESCENDO_TEST_ROOT", sandbox.root.parent().expect("a parent"))
            .stdout(std::process::Stdio::null())
            .spawn()
            .expect("it starts")
    };
    let processes: Vec<_> = (0..3).map(start).collect();
    for mut process in processes {
        assert!(process.wait().expect("it ends").success());
    }
}

#[test]
fn everything_is_a_hit_the_second_time() {
    let sandbox = Sandbox::new();
    for number in 0..10 {
        let text = format!("#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\nint v = {number};\n");
        sandbox.write(&format!("f{number}.c"), &text);
    }
    let request = Request { jobs: 1, ..sandbox.inputs(&["."], "") };
    let cold = must_compile(&request);
    assert!(cold.units.iter().all(|unit| !unit.from_cache));
    let warm = crescendo_project::load(&request, &mut |_| ()).expect("it loads");
    assert!(warm.units.iter().all(|unit| unit.from_cache));
}
