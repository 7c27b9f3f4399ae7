//! Input that wants to hang, crash or flood us. Each test would take for ever without the limits.

use std::ffi::CString;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::support::*;
use crescendo_project::{Clang, CompileFailure, FailureKind, Limits, Request};

fn make_fifo(path: &Path) {
    let path = CString::new(path.as_os_str().as_bytes()).expect("no zero in it");
    // SAFETY: a valid C string.
    assert_eq!(unsafe { libc::mkfifo(path.as_ptr(), 0o600) }, 0);
}

fn limits() -> Limits {
    Limits { idle: Duration::from_secs(1), wall: Duration::from_secs(20), ..Limits::default() }
}

/// The only failure; a good file beside the bad one must compile.
#[track_caller]
fn only_failure(sandbox: &Sandbox, limits: Limits) -> CompileFailure {
    sandbox.write("good.c", "int good;\n");
    let project = must_load(&Request { limits, ..sandbox.inputs(&["."], "") });
    assert_eq!(names(&project), ["good.c"], "{:#?}", project.failures);
    assert_eq!(project.failures.len(), 1, "{:#?}", project.failures);
    project.failures[0].clone()
}

#[test]
fn files_that_are_no_files() {
    let sandbox = Sandbox::new();
    make_fifo(&sandbox.path("fifo.c"));
    symlink("loop.c", sandbox.path("loop.c")).expect("a link");
    symlink("/dev/zero", sandbox.path("zero.c")).expect("a link");
    symlink("nowhere.c", sandbox.path("nowhere_link.c")).expect("a link");
    fs::create_dir(sandbox.path("folder.c")).expect("a folder");
    let project = must_load(&sandbox.inputs(&["."], ""));
    let kinds: Vec<(String, FailureKind)> =
        project.failures.iter().map(|failure| (name(&failure.source), failure.kind)).collect();
    let expect = [
        ("fifo.c", FailureKind::NotAFile),
        ("folder.c", FailureKind::NotAFile),
        ("loop.c", FailureKind::Unreadable),
        ("nowhere_link.c", FailureKind::Missing),
        ("zero.c", FailureKind::NotAFile),
    ];
    assert_eq!(kinds, expect.map(|(name, kind)| (name.to_owned(), kind)));
}

#[test]
fn an_included_fifo_does_not_hang() {
    let sandbox = Sandbox::with(&[("bad.c", "#include \"fifo.h\"\n")]);
    make_fifo(&sandbox.path("fifo.h"));
    let started = Instant::now();
    let failure = only_failure(&sandbox, limits());
    assert_eq!(failure.kind, FailureKind::Stuck, "{failure}");
    assert!(failure.diagnostics.contains("fifo"), "{failure}");
    assert!(started.elapsed() < Duration::from_secs(300));
}

#[test]
fn devices_have_no_end() {
    for device in ["/dev/zero", "/dev/urandom", "/dev/stdin", "/dev/null", "/dev/tty"] {
        let sandbox =
            Sandbox::with(&[("a.c", &format!("#if __has_include(<{device}>)\n#include <{device}>\n#endif\n"))]);
        let started = Instant::now();
        let project = must_load(&Request { limits: limits(), ..sandbox.inputs(&["a.c"], "") });
        assert_eq!(project.units.len() + project.failures.len(), 1);
        assert!(started.elapsed() < Duration::from_secs(300), "{device}");
    }
}

#[test]
fn time_is_bounded() {
    // Clang's own way to run for ever.
    let sandbox = Sandbox::with(&[("bad.c", "#pragma clang __debug overflow_stack\n")]);
    let wall = Limits { wall: Duration::from_millis(400), ..limits() };
    let cpu = Limits { cpu: Duration::from_secs(1), ..limits() };
    for (limits, text) in [(wall, "stopped after 0.4 s"), (cpu, "1 s of processor time")] {
        // No good file beside it: on a busy machine it might need that long as well.
        let project = must_load(&Request { limits, ..sandbox.inputs(&["bad.c"], "") });
        let failure = &project.failures[0];
        assert_eq!(failure.kind, FailureKind::TimedOut, "{failure}");
        assert!(failure.diagnostics.contains(text), "{failure}");
    }
}

#[test]
fn memory_is_bounded() {
    // 2^24 elements by 24 lines.
    let mut text = String::from("#define M0 1,\n");
    for level in 1..=24 {
        text.push_str(&format!("#define M{level} M{0} M{0}\n", level - 1));
    }
    text.push_str("int a[] = { M24 };\n");
    let sandbox = Sandbox::with(&[("bad.c", &text)]);
    let failure = only_failure(&sandbox, Limits { memory: 350 << 20, ..limits() });
    assert_eq!(failure.kind, FailureKind::OutOfMemory, "{failure}");
    assert!(failure.diagnostics.contains("350 MB"), "{failure}");
}

#[test]
fn crashes_are_failures() {
    for pragma in ["parser_crash", "llvm_fatal_error", "crash"] {
        let sandbox = Sandbox::with(&[("bad.c", &format!("int x;\n#pragma clang __debug {pragma}\n"))]);
        let failure = only_failure(&sandbox, limits());
        assert_eq!(failure.kind, FailureKind::Crashed, "{failure}");
        assert!(failure.diagnostics.starts_with("clang crashed"), "{failure}");
        assert!(!failure.diagnostics.contains("#1 0x"), "{failure}");
    }
}

#[test]
fn messages_are_bounded() {
    let sandbox =
        Sandbox::with(&[("bad.c", &"#warning flood of warnings\n".repeat(20_000)), ("ugly.c", &"}\n".repeat(20_000))]);
    let project = must_load(&Request { limits: Limits { messages: 20_000, ..limits() }, ..sandbox.inputs(&["."], "") });
    assert_eq!((project.units.len(), project.failures.len()), (1, 1));
    let warnings = &project.units[0].warnings;
    assert!(warnings.len() < 21_000 && warnings.contains("more bytes of messages"), "{}", warnings.len());
    assert!(project.failures[0].diagnostics.len() < 21_000);
    assert!(must_load(&sandbox.inputs(&["."], "")).units[0].from_cache);
}

#[test]
fn garbage_is_refused() {
    let mut seed = 1_u32;
    let mut noise = |length: usize| -> Vec<u8> {
        let mut next = || {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (seed >> 24) as u8
        };
        (0..length).map(|_| next()).collect()
    };
    let cases: [(&str, Vec<u8>); 6] = [
        ("noise", noise(200_000)),
        ("zeros", [b"int x = ;".to_vec(), vec![0; 100_000]].concat()),
        ("elf", [b"\x7fELF\x02\x01\x01".to_vec(), noise(1000)].concat()),
        ("utf16", "\u{feff}int x;".encode_utf16().flat_map(u16::to_le_bytes).collect()),
        ("itself", b"#include __FILE__\n".to_vec()),
        ("deep", "(".repeat(100_000).into_bytes()),
    ];
    for (what, bytes) in cases {
        let sandbox = Sandbox::new();
        fs::write(sandbox.path("bad.c"), bytes).expect("written");
        let failure = only_failure(&sandbox, limits());
        assert!(matches!(failure.kind, FailureKind::Rejected | FailureKind::Crashed), "{what}: {failure}");
        assert!(!failure.diagnostics.contains('\x1b') && failure.diagnostics.len() < 300_000, "{what}");
    }
}

#[test]
fn latin_1_is_fine() {
    let sandbox = Sandbox::new();
    let text = b"/* caf\xe9 */ const char s[] = \"caf\xe9\"; int v = sizeof s;\n#warning caf\xe9\n";
    fs::write(sandbox.path("a.c"), text).expect("written");
    let project = must_compile(&sandbox.inputs(&["a.c"], ""));
    assert_eq!(global(&project, "v"), 5);
    assert!(project.units[0].warnings.contains("caf"), "{}", project.units[0].warnings);
    fs::write(sandbox.path("empty.c"), b"").expect("written");
    must_compile(&sandbox.inputs(&["empty.c"], ""));
}

#[test]
fn odd_names() {
    let names = [
        "with space.c",
        "-dash.c",
        "quote'\".c",
        "dollar$x#y.c",
        "percent%41.c",
        "new\nline.c",
        "@at.c",
        "back\\slash.c",
    ];
    let sandbox = Sandbox::with(&[("a dir/$h #1.h", "#define V 6\n")]);
    for name in names {
        sandbox.write(name, "#include \"a dir/$h #1.h\"\nint v = V;\n");
    }
    let request = sandbox.inputs(&["."], "");
    let project = must_compile(&request);
    assert_eq!(project.units.len(), names.len());
    assert!(project.units.iter().all(|unit| global_of(&unit.bitcode, "v") == 6));
    let again = must_compile(&request);
    let missed: Vec<String> =
        again.units.iter().filter(|unit| !unit.from_cache).map(|unit| name(&unit.source)).collect();
    // Clang's make rules cannot say these; they compile every time.
    assert_eq!(missed, ["back\\slash.c", "new\nline.c"]);
}

#[test]
fn another_clang_is_an_error() {
    let sandbox = Sandbox::new();
    let message = |path: PathBuf| Clang::at(&path).expect_err("it is not clang 19").to_string();
    for (text, expect) in [
        ("echo 'Ubuntu clang version 18.1.3 (1ubuntu1)'", "is not clang 19 but Ubuntu clang version 18.1.3"),
        ("echo 'gcc (Debian 12.2.0-14) 12.2.0'", "is not clang 19 but gcc"),
        ("echo 'clang version 190.0.0'", "is not clang 19"),
        ("exit 3", "ended with code 3"),
        ("kill -SEGV $$", "ended by signal 11"),
    ] {
        let message = message(script(&sandbox, text));
        assert!(message.contains(expect) && message.contains("./run setup"), "{message}");
    }
    let message = message(sandbox.path("no-clang"));
    assert!(message.contains("no-clang does not run") && message.contains("./run setup"), "{message}");
}

/// A wrapper that misbehaves once it is past its version.
#[test]
fn what_a_strange_clang_does() {
    for (behaviour, kind) in [
        ("exit 0", FailureKind::Machine),
        ("exit 3", FailureKind::Crashed),
        ("kill -KILL $$", FailureKind::OutOfMemory),
        ("kill -SEGV $$", FailureKind::Crashed),
        ("exec sleep 100", FailureKind::Stuck),
        ("sleep 100 & echo $! > $PWD/pid; wait", FailureKind::Stuck),
        // What it leaves behind keeps its standard error open.
        ("sleep 3 & exit 3", FailureKind::Crashed),
    ] {
        let sandbox = Sandbox::with(&[("a.c", "int a;\n")]);
        let clang = strange_clang(&sandbox, behaviour);
        let request = Request { clang: Some(clang), limits: limits(), ..sandbox.inputs(&["a.c"], "") };
        let started = Instant::now();
        let project = must_load(&request);
        assert_eq!(project.failures[0].kind, kind, "{behaviour}: {:#?}", project.failures);
        assert!(started.elapsed() < Duration::from_secs(300), "{behaviour}");
        if let Ok(pid) = fs::read_to_string(sandbox.path("pid")) {
            std::thread::sleep(Duration::from_millis(100));
            let state = fs::read_to_string(format!("/proc/{}/stat", pid.trim())).unwrap_or_default();
            assert!(state.is_empty() || state.contains(") Z "), "the whole group is killed: {state}");
        }
    }
}

/// A wrapper whose child works while it waits itself is not stuck.
#[test]
fn a_working_child_is_work() {
    let sandbox = Sandbox::with(&[("a.c", "int a;\n")]);
    let busy = "i=0; while [ $i -lt 400000 ]; do i=$((i+1)); done";
    let clang = strange_clang(&sandbox, &format!("sh -c '{busy}'\nclang-19 \"$@\""));
    let limits = Limits { idle: Duration::from_millis(300), ..limits() };
    must_compile(&Request { clang: Some(clang), limits, ..sandbox.inputs(&["a.c"], "") });
}
