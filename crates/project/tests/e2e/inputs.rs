//! Files and folders as inputs, alone and together with a database.

use std::fs;

use crate::support::*;
use crescendo_project::{Event, FailureKind, Note, Outcome, Request, load};

#[test]
fn files_with_flags() {
    let sandbox = Sandbox::with(&[
        ("a.c", "#include \"inc.h\"\nint v = V + W;\nconst char *file = __FILE__;\n"),
        ("inc/inc.h", "#define W 20\n"),
        ("flags.rsp", "-DV=1 -Iinc"),
    ]);
    for flags in ["-DV=1 -I inc", "@flags.rsp", "-DV=1 -Iinc -O2 -o x.o -c -Werror", "-I$ROOT/inc -DV=1"] {
        let flags = flags.replace("$ROOT", sandbox.root.to_str().expect("UTF-8"));
        let project = must_compile(&sandbox.inputs(&["a.c"], &flags));
        assert_eq!(global(&project, "v"), 21, "{flags}");
        assert!(disassemble(&project.units[0].bitcode).contains("c\"a.c\\00\""), "__FILE__ is what was typed");
        assert_eq!(project.units[0].source, sandbox.path("a.c"));
        assert_eq!(project.units[0].directory, sandbox.root);
    }
}

#[test]
fn what_cannot_be_an_input() {
    let sandbox = Sandbox::with(&[("a.h", ""), ("b.cpp", ""), ("notes.txt", ""), ("a.c", "int a;"), ("empty/x", "")]);
    for (input, flags, expect) in [
        ("gone.c", "", "gone.c does not exist"),
        ("a.h", "", "a.h is a header: it is tested as part of a .c file"),
        ("b.cpp", "", "b.cpp is C++, not C"),
        ("notes.txt", "", "notes.txt is no known source file, not C"),
        ("empty", "", "no .c file below"),
        ("a.c", "@gone.rsp", "bad flags after --: the response file"),
    ] {
        let message = must_fail(&sandbox.inputs(&[input], flags));
        assert!(message.contains(expect), "{input}: {message}");
    }
    let message = must_fail(&sandbox.request());
    for help in ["nothing to test", "CMAKE_EXPORT_COMPILE_COMMANDS=ON", "bear -- make", "meson", "FILE.c ... -- CFLAGS"]
    {
        assert!(message.contains(help), "{message}");
    }
    // Whatever its name, if the user says so.
    let project = must_compile(&sandbox.inputs(&["notes.txt"], "-x c"));
    assert_eq!(names(&project), ["notes.txt"]);
}

#[test]
fn a_folder_without_a_database() {
    let sandbox = Sandbox::with(&[
        ("z.c", "#include \"deep.h\"\n#include \"api.h\"\nint z;\n"),
        ("src/b.c", "#include <api.h>\nint b;\n"),
        ("src/deep.h", ""),
        ("include/api.h", ""),
        ("src/x.c/inner.c", "int inner;\n"),
        (".hidden/h.c", "bad"),
        ("build/generated.c", "bad"),
        ("build-arm/g.c", "bad"),
        ("CMakeFiles/g.c", "bad"),
        ("a.c", "int a;\n"),
        (".swap.c", "bad"),
    ]);
    let project = must_load(&sandbox.inputs(&["."], ""));
    assert_eq!(names(&project), ["a.c", "b.c", "inner.c", "z.c"]);
    // `x.c` is a folder: said, and the rest goes on.
    assert_eq!(project.failures.len(), 1, "{:#?}", project.failures);
    assert_eq!(project.failures[0].kind, FailureKind::NotAFile);
    let includes = ["", "include", "src"].map(|name| sandbox.path(name).components().collect()).to_vec();
    assert!(
        project.notes.contains(&Note::IncludesGuessed { folder: sandbox.root.clone(), includes }),
        "{}",
        notes(&project)
    );
    assert!(notes(&project).contains("build-arm"), "{}", notes(&project));
}

#[test]
fn inputs_choose_from_the_database() {
    let sandbox = Sandbox::with(&[
        ("lib/a.c", "int v = V;\n"),
        ("lib/new.c", "#include \"here.h\"\nint v = V;\n"),
        ("lib/here.h", ""),
        ("app/main.c", "int v = V;\n"),
        ("other/o.c", "int v = V + EXTRA;\n"),
        ("extra/extra.h", "#define EXTRA 100\n"),
    ]);
    sandbox.write(
        "compile_commands.json",
        r#"[{"directory": "app", "file": "main.c", "command": "cc -DV=1 -c main.c"},
            {"directory": "lib", "file": "a.c", "command": "cc -DV=2 -c a.c"},
            {"directory": "lib", "file": "a.c", "command": "cc -DV=3 -c a.c"},
            {"directory": "other", "file": "o.c", "command": "cc -DV=4 -c o.c"}]"#,
    );
    let request =
        |inputs: &[&str], flags: &str| Request { database: Some(".".into()), ..sandbox.inputs(inputs, flags) };
    for (inputs, flags, expect) in [
        (&["lib/a.c"][..], "", &[("a.c", 2), ("a.c", 3)][..]),
        (&["lib"], "", &[("a.c", 2), ("a.c", 3)]),
        // In the database's order, each once.
        (&["lib", "app/main.c", "lib/a.c"], "", &[("main.c", 1), ("a.c", 2), ("a.c", 3)]),
        // Flags after `--` win, and their paths start where they were typed.
        (&["other/o.c"], "-DV=40 -UV -DV=5 -Iextra -include extra.h", &[("o.c", 105)]),
        // Not in the database: the neighbour's flags.
        (&["lib/new.c"], "", &[("new.c", 2)]),
    ] {
        let project = must_compile(&request(inputs, flags));
        let found: Vec<(String, i64)> =
            project.units.iter().map(|unit| (name(&unit.source), global_of(&unit.bitcode, "v"))).collect();
        let expect: Vec<(String, i64)> = expect.iter().map(|(name, value)| ((*name).to_owned(), *value)).collect();
        assert_eq!(found, expect, "{inputs:?}");
    }
    let project = must_compile(&request(&["lib/new.c"], ""));
    let borrowed = Note::FlagsBorrowed { source: sandbox.path("lib/new.c"), from: sandbox.path("lib/a.c") };
    assert!(project.notes.contains(&borrowed), "{}", notes(&project));
    assert!(must_fail(&request(&["lib/here.h"], "")).contains("is a header"));
    assert!(must_fail(&request(&["extra"], "")).contains("no entry for a C file below"));
}

#[test]
fn the_order_does_not_depend_on_jobs() {
    let sandbox = Sandbox::new();
    for number in 0..8 {
        // The first ones take longest.
        let filler = (0..(8 - number) * 50).map(|line| format!("int g{line};\n"));
        let broken = if number % 4 == 3 { "int oops = ;\n" } else { "" };
        sandbox.write(&format!("f{number}.c"), &format!("{}{broken}", filler.collect::<String>()));
    }
    let mut all = Vec::new();
    for jobs in [1, 5, 0] {
        let own_cache = crescendo_project::CacheDir::at(sandbox.path(&format!(".cache-{jobs}")));
        let request = Request { jobs, cache: own_cache, ..sandbox.inputs(&["."], "") };
        let mut events = Vec::new();
        let project = load(&request, &mut |event| events.push(event)).expect("it loads");
        assert_eq!(events[0], Event::Planned { units: 8 });
        let finished = events.iter().filter(|event| matches!(event, Event::Finished { .. })).count();
        let failed = |event: &&Event| matches!(event, Event::Finished { outcome: Outcome::Failed, .. });
        assert_eq!((finished, events.iter().filter(failed).count()), (8, 2));
        let units: Vec<(String, Vec<u8>)> =
            project.units.iter().map(|unit| (name(&unit.source), fs::read(&unit.bitcode).expect("bitcode"))).collect();
        let failures: Vec<String> = project.failures.iter().map(ToString::to_string).collect();
        all.push((units, failures));
    }
    assert!(all.windows(2).all(|pair| pair[0] == pair[1]), "same names, same bytes, same failures");
    assert_eq!(all[0].0.len(), 6);
}
