//! Compile databases: every way to write an entry, and every way to get it wrong.

use std::fs;
use std::os::unix::ffi::OsStrExt;

use crate::support::*;
use crescendo_project::{FailureKind, Note, Request};

/// `answer` is whatever the flags say.
const ANSWER: &str = "int answer = ANSWER;\n";

/// Each case: what else is in the project, the entry, the answer its flags lead to.
#[test]
fn one_entry() {
    let none: &[(&str, &str)] = &[];
    type Case<'a> = (&'a [(&'a str, &'a str)], &'a str, i64);
    let cases: &[Case<'_>] = &[
        (none, r#"{"directory": "$ROOT", "file": "a.c", "command": "cc -DANSWER=1 -c a.c -o a.o"}"#, 1),
        (none, r#"{"directory": "$ROOT", "file": "$ROOT/a.c", "arguments": ["cc", "-DANSWER=2", "-c", "a.c"]}"#, 2),
        (
            none,
            r#"{"directory": "$ROOT", "file": "a.c", "arguments": ["cc", "-D", "ANSWER=3", "a.c"], "output": "x.o"}"#,
            3,
        ),
        // A relative directory starts at the database.
        (none, r#"{"directory": ".", "file": "a.c", "command": "cc -DANSWER=4 -c a.c"}"#, 4),
        (&[("sub/x", "")], r#"{"directory": "sub", "file": "../a.c", "command": "cc -DANSWER=5 -c ../a.c"}"#, 5),
        (none, r#"{"file": "a.c", "command": "cc -DANSWER=6 -c a.c"}"#, 6),
        // Shell quoting.
        (none, r#"{"directory": ".", "file": "a.c", "command": "cc '-DANSWER=3 + 4' -c \"a.c\""}"#, 7),
        (
            none,
            r#"{"directory": ".", "file": "a.c", "command": "cc -DANSWER='sizeof(\"1234567\")-sizeof(\"\")+1' -c a.c"}"#,
            8,
        ),
        (none, r#"{"directory": ".", "file": "a.c", "command": "cc -DANSWER=\\(9\\) -c a.c"}"#, 9),
        // The last one wins, -U too.
        (none, r#"{"directory": ".", "file": "a.c", "command": "cc -DANSWER=1 -U ANSWER -DANSWER=10 -c a.c"}"#, 10),
        // Response files, nested, relative to the directory.
        (
            &[("r1.rsp", "-DX=1 @sub/r2.rsp"), ("sub/r2.rsp", "\"-DANSWER=5 + 6\"\n")],
            r#"{"directory": ".", "file": "a.c", "command": "cc @r1.rsp -c a.c"}"#,
            11,
        ),
        // Headers by every flag.
        (&[("h.h", "#define ANSWER 12")], r#"{"directory": ".", "file": "a.c", "command": "cc -include h.h a.c"}"#, 12),
        (&[("m.h", "#define ANSWER 13")], r#"{"directory": ".", "file": "a.c", "command": "cc -imacros m.h a.c"}"#, 13),
        (
            &[("i/answer.h", "#define ANSWER 14")],
            r#"{"directory": ".", "file": "a.c", "command": "cc -include answer.h -isystem i a.c"}"#,
            14,
        ),
        (
            &[("i/answer.h", "#define ANSWER 15")],
            r#"{"directory": ".", "file": "a.c", "command": "cc -include answer.h -iquotei a.c"}"#,
            15,
        ),
        (
            &[("i/answer.h", "#define ANSWER 16")],
            r#"{"directory": ".", "file": "a.c", "command": "cc -include answer.h -idirafter i a.c"}"#,
            16,
        ),
        // Launchers.
        (none, r#"{"directory": ".", "file": "a.c", "command": "ccache gcc -DANSWER=17 -c a.c"}"#, 17),
        (
            none,
            r#"{"directory": ".", "file": "a.c", "command": "env A=b LANG=C /opt/bin/sccache cc -DANSWER=18 a.c"}"#,
            18,
        ),
        (none, r#"{"directory": ".", "file": "a.c", "command": "distcc gcc-12 -DANSWER=19 a.c"}"#, 19),
        // Flags that fight us, flags clang does not know, linking at once.
        (
            none,
            r#"{"directory": ".", "file": "a.c", "command":
                "gcc -O3 -g3 -flto -fprofile-arcs -ftest-coverage --coverage -fsanitize=address -Werror -pipe -save-temps
                 -MD -MF a.d -MT a.o -fno-tree-vectorize -fconserve-stack -mno-fp-ret-in-387 -S -E a.c b.c lib.a -lm -o prog -DANSWER=20"}"#,
            20,
        ),
        (none, r#"{"directory": ".", "file": "a.c", "command": "cc -x c -DANSWER=21 a.c"}"#, 21),
        // An unknown field, a null output.
        (none, r#"{"directory": ".", "file": "a.c", "command": "cc -DANSWER=22 a.c", "output": null, "z": [1]}"#, 22),
    ];
    for (files, entry, answer) in cases {
        let sandbox = Sandbox::with(files);
        sandbox.write("a.c", ANSWER);
        sandbox.write("compile_commands.json", &format!("\u{feff}[\n{}\n]\n", entry.replace('\n', " ")));
        let project = must_compile(&sandbox.database());
        assert_eq!(global(&project, "answer"), *answer, "{entry}");
        assert_eq!(project.units[0].source, sandbox.path("a.c"), "{entry}");
    }
}

#[test]
fn where_the_database_may_be() {
    for place in ["compile_commands.json", "build/compile_commands.json", "_build/compile_commands.json"] {
        let sandbox = Sandbox::with(&[("a.c", "int a;")]);
        sandbox.write(place, r#"[{"directory": "$ROOT", "file": "a.c", "command": "cc a.c"}]"#);
        let by_folder = Request { database: Some(".".into()), ..sandbox.request() };
        let by_name = Request { database: Some(place.into()), ..sandbox.request() };
        let as_input = sandbox.inputs(&["."], "");
        for (request, is_noted) in [(by_folder, false), (by_name, false), (as_input, true), (sandbox.request(), true)] {
            let project = must_compile(&request);
            assert_eq!(names(&project), ["a.c"]);
            assert_eq!(notes(&project).contains(place), is_noted, "{request:?}");
        }
    }
}

#[test]
fn several_entries_for_one_file() {
    let sandbox = Sandbox::with(&[("a.c", "int v = V;\n"), ("b.c", "int b;\n")]);
    sandbox.write(
        "compile_commands.json",
        r#"[{"directory": ".", "file": "a.c", "command": "cc -DV=1 -c a.c -o one.o"},
            {"directory": ".", "file": "b.c", "command": "cc -c b.c"},
            {"directory": ".", "file": "a.c", "command": "cc -DV=2 -c a.c -o two.o"},
            {"directory": ".", "file": "$ROOT/a.c", "arguments": ["gcc", "-O2", "-DV=1", "a.c"], "output": "three.o"}]"#,
    );
    let project = must_compile(&sandbox.database());
    assert_eq!(names(&project), ["a.c", "b.c", "a.c"]);
    assert_eq!(global_of(&project.units[0].bitcode, "v"), 1);
    assert_eq!(global_of(&project.units[2].bitcode, "v"), 2);
    assert_eq!(project.units[2].output, Some(sandbox.path("two.o")));
    let sources = vec![sandbox.path("a.c")];
    let repeated = Note::DuplicatesDropped { dropped: 1, sources: sources.clone() };
    let varied = Note::SeveralVariants { units: 2, sources };
    assert_eq!(project.notes, [repeated, varied]);
}

#[test]
fn what_is_not_c_is_skipped() {
    let sandbox = Sandbox::with(&[("a.c", "int a;\n")]);
    let entries: Vec<String> = [
        ("cc", "a.c"),
        ("c++", "b.cpp"),
        ("g++", "c.c"),
        ("cc", "d.S"),
        ("cc -x c++", "e.c"),
        ("nvcc", "f.cu"),
        ("cc", "g.h"),
        ("gcc", "h.f90"),
    ]
    .iter()
    .map(|(compiler, file)| format!(r#"{{"directory": ".", "file": "{file}", "command": "{compiler} -c {file}"}}"#))
    .collect();
    sandbox.write("compile_commands.json", &format!("[{}]", entries.join(",\n")));
    let project = must_compile(&sandbox.database());
    assert_eq!(names(&project), ["a.c"]);
    let notes = notes(&project);
    for text in ["3 C++ entries", "1 assembly entry", "1 CUDA", "1 header", "1 Fortran"] {
        assert!(notes.contains(text), "{text} is not in\n{notes}");
    }
}

#[test]
fn one_bad_entry_does_not_stop_the_rest() {
    let sandbox = Sandbox::with(&[("good.c", "int good;\n"), ("loop.rsp", "@loop.rsp"), ("a.c", "int a;\n")]);
    let cases: &[(&str, FailureKind, &str)] = &[
        (
            r#"{"directory": ".", "file": "gone.c", "command": "cc gone.c"}"#,
            FailureKind::Missing,
            "gone.c does not exist",
        ),
        (
            r#"{"directory": "gone", "file": "$ROOT/a.c", "command": "cc a.c"}"#,
            FailureKind::Missing,
            "gone it is compiled in",
        ),
        (r#"{"directory": ".", "command": "cc a.c"}"#, FailureKind::BadEntry, "3:3: entry 1: `file` is missing"),
        (r#"{"directory": ".", "file": "a.c"}"#, FailureKind::BadEntry, "neither `arguments` nor `command`"),
        (r#"{"directory": ".", "file": "a.c", "arguments": []}"#, FailureKind::BadEntry, "neither `arguments`"),
        (r#"{"directory": ".", "file": "a.c", "command": ""}"#, FailureKind::BadEntry, "`command` is empty"),
        (r#"{"directory": ".", "file": "a.c", "command": "cc 'a.c"}"#, FailureKind::BadEntry, "open quote"),
        (
            r#"{"directory": ".", "file": 7, "command": "cc"}"#,
            FailureKind::BadEntry,
            "3:30: entry 1: invalid type: integer `7`",
        ),
        (r#"{"directory": ".", "file": "a.c", "arguments": "cc a.c"}"#, FailureKind::BadEntry, "expected a sequence"),
        (r#""a.c""#, FailureKind::BadEntry, "3:7: entry 1: invalid type: string \"a.c\", expected an object"),
        ("null", FailureKind::BadEntry, "entry 1: invalid type: null"),
        (r#"{"directory": ".", "file": "a.c", "command": "cc @no.rsp a.c"}"#, FailureKind::ResponseFile, "no.rsp"),
        (
            r#"{"directory": ".", "file": "a.c", "command": "cc @loop.rsp a.c"}"#,
            FailureKind::ResponseFile,
            "includes itself",
        ),
        (r#"{"directory": ".", "file": "a.c", "command": "cl.exe /c a.c"}"#, FailureKind::UnknownCompiler, "Microsoft"),
    ];
    for (entry, kind, text) in cases {
        let good = r#"{"directory": ".", "file": "good.c", "command": "cc good.c"}"#;
        sandbox.write("compile_commands.json", &format!("[\n{good},\n  {entry}\n,{good}]"));
        let project = must_load(&sandbox.database());
        assert_eq!(names(&project), ["good.c"], "{entry}");
        assert_eq!(project.failures.len(), 1, "{entry}: {:#?}", project.failures);
        let failure = &project.failures[0];
        assert_eq!(failure.kind, *kind, "{entry}: {failure}");
        assert!(failure.diagnostics.contains(text), "{entry}: {failure}");
    }
}

#[test]
fn nonsense_is_an_error_with_its_place() {
    let cases: &[(&str, &str)] = &[
        ("", ":1:1: not a compile database: EOF"),
        ("this is not JSON", ":1:2: not a compile database: expected ident"),
        ("{\"file\": \"a.c\"}", ":1:1: not a compile database: invalid type: map, expected an array of entries"),
        ("[\n {\"file\": \"a.c\"},\n {\"file\": oops}]", ":3:11: entry 1: not a compile database: expected value"),
        ("[\n {\"file\": \"a.c\"},\n]", ":3:1: entry 1: not a compile database: trailing comma"),
        ("[] []", ":1:4: not a compile database: trailing characters"),
        ("[]", "has no entry for a C file"),
        ("[{\"file\": \"a.cpp\", \"command\": \"c++ a.cpp\"}]", "(1 entries in other languages)"),
        ("\u{1}\u{2}[[[[[", ":1:1: not"),
    ];
    for (text, expect) in cases {
        let sandbox = Sandbox::with(&[("compile_commands.json", text)]);
        let message = must_fail(&sandbox.database());
        assert!(message.contains(expect), "{text:?}: {message}");
        assert!(message.contains("compile_commands.json") && message.contains("bear -- make"), "{message}");
    }
    let sandbox = Sandbox::with(&[("deep.json", &"[".repeat(100_000))]);
    let request = |name: &str| Request { database: Some(name.into()), ..sandbox.request() };
    assert!(must_fail(&request("deep.json")).contains("not a compile database"));
    assert!(must_fail(&request("no.json")).contains("no.json"));
    assert!(must_fail(&request(".")).contains("bear -- make"));
    assert!(must_fail(&request("/dev/zero")).contains("not a regular file"));
}

/// Build tools write paths as bytes.
#[test]
fn bytes_that_are_not_text() {
    let sandbox = Sandbox::new();
    let name = std::ffi::OsStr::from_bytes(b"caf\xe9.c");
    fs::create_dir(sandbox.root.join(std::ffi::OsStr::from_bytes(b"inc\xff"))).expect("a folder");
    fs::write(sandbox.root.join(std::ffi::OsStr::from_bytes(b"inc\xff/h.h")), "#define V 5\n").expect("a header");
    fs::write(sandbox.root.join(name), "#include <h.h>\nint v = V; /* \u{fffd} */\n").expect("a source");
    let text = b"[{\"directory\": \".\", \"file\": \"caf\xe9.c\", \"command\": \"cc -Iinc\xff -c caf\xe9.c\"}]";
    fs::write(sandbox.path("compile_commands.json"), text).expect("a database");
    let project = must_compile(&sandbox.database());
    assert_eq!(global(&project, "v"), 5);
    assert_eq!(project.units[0].source, sandbox.root.join(name));
    assert!(must_compile(&sandbox.database()).units[0].from_cache);
}
