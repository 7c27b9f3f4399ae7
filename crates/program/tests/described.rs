//! What a program only declares gets its C type, its parameters' names and its position from the sources; what cannot be
//! read is said, and harms nothing else.

#[path = "common/mod.rs"]
mod common;
#[path = "common/compare.rs"]
mod compare;

use common::{Source, write};
use compare::{Side, same};
use crescendo_program::Program;
use crescendo_program::ctype::{CType, Qualifier, TypeId, Types};
use crescendo_program::declared::{DeclarationError, ReadOptions, complete, describe, missing, read_declarations};
use std::collections::BTreeSet;
use std::process::Command;
use std::time::{Duration, Instant};

/// A program of these files, described; clang's flags come first.
fn described(flags: &[&str], files: &[(&str, &str)]) -> (Program, Vec<DeclarationError>) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let written: Vec<_> = files.iter().map(|(name, text)| write(folder.path(), name, text)).collect();
    let sources: Vec<Source> =
        written.iter().filter(|f| f.extension().is_some_and(|e| e == "c")).map(|f| Source::new(f, flags)).collect();
    let mut program = common::program(&sources).expect("it compiles");
    let units: Vec<_> = sources.iter().map(Source::unit).collect();
    let errors = describe(&mut program, &units, &ReadOptions::default());
    (program, errors)
}

/// `declaration; // file:line` of everything that is only declared.
fn listing(program: &Program) -> Vec<String> {
    let place = |p| {
        let text = program.sources.show(p);
        text.rsplit('/').next().unwrap_or_default().to_string()
    };
    let mut all = Vec::new();
    for f in program.functions.iter().filter(|f| f.body.is_none() && !f.name.starts_with("llvm.")) {
        let text = match f.c_type {
            Some(t) => program.types.show_function(t, &f.name, &f.param_names),
            None => format!("{}?", f.name),
        };
        all.push(format!("{text}; // {}", place(f.position)));
    }
    for g in program.globals.iter().filter(|g| g.image.is_none()) {
        let text = g.c_type.map_or(format!("{}?", g.name), |t| program.types.show(t, &g.name));
        all.push(format!("{text}; // {}", place(g.position)));
    }
    all.sort();
    all
}

#[track_caller]
fn check(flags: &[&str], files: &[(&str, &str)], expected: &[&str]) -> Program {
    let (program, errors) = described(flags, files);
    assert_eq!(errors, [], "no errors");
    assert_eq!(listing(&program), expected);
    program
}

#[test]
fn functions_and_globals() {
    let text = "
        typedef unsigned size; struct file; typedef struct file FILE;
        extern FILE *input, *const output;
        extern const char *names[], table[2][3];
        size read(FILE *, void *buffer, size n);
        int print(const char *restrict format, ...);
        int old();
        void nothing(void);
        int unused(int);
        int (*choose(int which))(char);
        _Noreturn void stop(int code);
        int main(void) {
            nothing(); old(1); print(\"\"); choose(1); if (!output) stop(1);
            return read(input, 0, 1) + names[0][0] + table[1][1];
        }";
    check(
        &[],
        &[("a.c", text)],
        &[
            "FILE *const output; // a.c:3",
            "FILE *input; // a.c:3",
            "const char *names[]; // a.c:4",
            "const char table[2][3]; // a.c:4",
            "int (*choose(int which))(char); // a.c:10",
            "int old(); // a.c:7",
            "int print(const char *restrict format, ...); // a.c:6",
            "size read(FILE *, void *buffer, size n); // a.c:5",
            "void nothing(void); // a.c:8",
            "void stop(int code); // a.c:11",
        ],
    );
}

#[test]
fn types_are_shared_with_debug_info() {
    let header = "struct point { int x, y; struct shape *owner; }; enum kind { A, B };
        struct shape { struct point at; enum kind kind; };
        void draw(struct point *p, enum kind k); extern struct shape all[4];";
    let main = "#include \"h.h\"\nint main(void) { struct point p = {0}; draw(&p, A); return all[0].at.x; }
        void defined(struct point *p, enum kind k) {}";
    let other = "#include \"h.h\"\nvoid too(struct point *p, enum kind k) { draw(p, k); }";
    let expected = ["struct shape all[4]; // h.h:3", "void draw(struct point *p, enum kind k); // h.h:3"];
    let program = check(&[], &[("h.h", header), ("a.c", main), ("b.c", other)], &expected);
    let ty = |name: &str| program.find(name).and_then(|f| program.function(f).c_type).expect("it has a type");
    assert_eq!(ty("draw"), ty("defined"));
    assert_eq!(ty("draw"), ty("too"));
    let shapes = program.types.iter().filter(|(_, t)| matches!(t, CType::Record(r) if r.name == "shape")).count();
    assert_eq!(shapes, 1, "one struct, one type");
}

#[test]
fn an_opaque_struct_gets_its_definition_from_another_unit() {
    let a = "struct s; void take(struct s *); void f(struct s *p) { take(p); }";
    let b = "struct s { int x; }; void give(struct s *); void g(struct s *p) { give(p); }";
    for files in [[("a.c", a), ("b.c", b)], [("b.c", b), ("a.c", a)]] {
        let (program, errors) = described(&[], &files);
        assert_eq!(errors, []);
        let records: Vec<_> = program.types.iter().filter(|(_, t)| matches!(t, CType::Record(_))).collect();
        assert!(matches!(records[..], [(_, CType::Record(r))] if !r.incomplete && r.bytes == 4), "{records:?}");
        let ty = |name: &str| program.find(name).and_then(|f| program.function(f).c_type).expect("it has a type");
        assert!(ty("take") == ty("give") && ty("take") == ty("f"));
    }
}

#[test]
fn the_better_declaration_wins() {
    let a = "int f(); extern int a[]; int g(); int main(void) { return f(1) + a[0] + g(); }";
    let b = "int f(int number); extern int a[5]; int use(void) { return f(2) + a[1]; }";
    let expected = ["int a[5]; // b.c:1", "int f(int number); // b.c:1", "int g(); // a.c:1"];
    check(&[], &[("a.c", a), ("b.c", b)], &expected);
    let one = "int f();\nint f(int);\nint f(int named);\nint f(int again);\nint main(void) { return f(1); }";
    check(&[], &[("a.c", one)], &["int f(int named); // a.c:3"]);
}

#[test]
fn declared_in_functions_or_not_at_all() {
    let text = "int main(void) {
        extern int inside; int local(char c);
        __builtin_printf(\"x\");
        return inside + local('a') + implicit(1, 2);
    }";
    let expected = [
        "int implicit(); // a.c:4",
        "int inside; // a.c:2",
        "int local(char c); // a.c:2",
        "int printf(const char *restrict, ...); // a.c:3",
    ];
    check(&["-std=gnu89"], &[("a.c", text)], &expected);
}

#[test]
fn names_the_linker_sees() {
    let text = "int visible(int x) __asm__(\"hidden_name\"); extern int data __asm__(\"hidden_data\");
        int weak(int x) __attribute__((weak));
        int main(void) { return visible(1) + data + (weak ? weak(1) : 0); }";
    let expected = ["int hidden_data; // a.c:1", "int hidden_name(int x); // a.c:1", "int weak(int x); // a.c:2"];
    check(&[], &[("a.c", text)], &expected);
}

#[test]
fn flags_and_folders_are_the_units_own() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let inner = folder.path().join("include/deep");
    std::fs::create_dir_all(&inner).expect("the folder is ours");
    write(&inner, "h.h", "TYPE f(TYPE x);");
    write(folder.path(), "a.c", "#include <deep/h.h>\nint main(void) { return f(1); }");
    let source = Source::new(&folder.path().join("a.c"), &["-DTYPE=long", "-Iinclude"]);
    let mut program = common::program(std::slice::from_ref(&source)).expect("it compiles");
    assert_eq!(missing(&program, 0), BTreeSet::from(["f".to_string()]));
    assert_eq!(describe(&mut program, &[source.unit()], &ReadOptions::default()), []);
    assert_eq!(listing(&program), ["long f(long x); // h.h:1"]);
    let f = program.find("f").expect("it is declared");
    let expected = format!("{}/include/deep/h.h:1", folder.path().display());
    assert_eq!(program.sources.show(program.function(f).position), expected);
}

/// Declarations of a text that need not compile.
fn read(text: &str, name: &str, wanted: &[&str], options: &ReadOptions) -> Result<Vec<String>, DeclarationError> {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let source = Source::new(&write(folder.path(), name, text), &[]);
    let fine = Source::new(&write(folder.path(), "fine.c", "int x;"), &[]);
    let target = common::program(&[fine]).expect("it compiles").target;
    let wanted = wanted.iter().map(|w| w.to_string()).collect();
    let d = read_declarations(&source.unit(), &wanted, &target, options)?;
    let shown = d.functions.iter().map(|f| d.types.show_function(f.c_type, &f.name, &f.param_names));
    Ok(shown.chain(d.errors.iter().map(|e| format!("! {e}"))).collect())
}

#[test]
fn broken_sources_give_what_they_can() {
    let options = ReadOptions::default();
    let text = "#include \"missing.h\"\nint f(int a);\nint g(unknown b);\nstruct s { int x; nothing y; };\nint h(struct s *p);";
    let found = read(text, "a.c", &["f", "g", "h"], &options).expect("it is read");
    assert_eq!(found[0], "int f(int a)");
    assert!(found.contains(&"int h(struct s *p)".to_string()), "{found:?}");
    assert!(found.iter().any(|l| l.starts_with("! ") && l.contains("'missing.h' file not found")), "{found:?}");
    for bodies in [false, true] {
        let options = ReadOptions { bodies, ..options };
        let garbage: String = (0..20000u32).map(|i| char::from((i.wrapping_mul(2654435761) >> 24) as u8)).collect();
        let cases = [
            "int f(int",
            "int f(int a) { { { ((((",
            "}}}}}} int f(int a);",
            "/* never closed",
            "\"never closed",
            "#if 1\nint f(int a);",
            "#define f(x) f(x) f(\nint f(int a);",
            "struct s { struct s inside; }; int f(struct s a);",
            "enum e; int f(enum e a); typedef f f;",
            "int f(int a[-1], int b[sizeof(struct nothing)]);",
            "int f(_BitInt(99999999) a); __attribute__((vector_size(3))) int g(void);",
            "int f(int a)[3]; int g(void)(void); void x; struct s; struct s y;",
            &garbage,
        ];
        for case in cases {
            let read = read(case, "a.c", &["f", "g", "x", "y", "s"], &options);
            assert!(read.is_ok(), "{case:.40}: {read:?}");
        }
    }
}

#[test]
fn nesting_has_an_end() {
    let stars = format!("int f(int {}p);", "*".repeat(20_000));
    let shown = read(&stars, "a.c", &["f"], &ReadOptions::default()).expect("it is read");
    assert!(shown[0].starts_with("int f(<unknown> ***"), "{:.60}", shown[0]);
    // A chain of structs is no nesting. (Clang itself gives up at 20,000.)
    let mut chain = String::from("struct s0 { int x; };");
    for i in 1..4_000 {
        chain.push_str(&format!("struct s{i} {{ struct s{} *p; }};\n", i - 1));
    }
    chain.push_str("int f(struct s3999 *p); int main(void) { return f(0); }\nint g(struct s3999 *p) { return 0; }");
    let (program, errors) = described(&[], &[("a.c", &chain)]);
    assert_eq!(errors, []);
    let ty = |name: &str| program.find(name).and_then(|f| program.function(f).c_type);
    assert!(ty("f").is_some() && ty("f") == ty("g"));
}

#[test]
fn what_cannot_be_read_is_an_error() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let target = common::program(&[Source::new(&write(folder.path(), "fine.c", "int x;"), &[])]).expect("fine").target;
    let wanted = BTreeSet::from(["f".to_string()]);
    let read = |source: &Source| read_declarations(&source.unit(), &wanted, &target, &ReadOptions::default());
    let absent = Source { file: "absent.c".into(), directory: folder.path().to_owned(), args: Vec::new() };
    match read(&absent) {
        Ok(d) => assert!(d.errors.iter().any(|e| e.contains("absent.c")), "{:?}", d.errors),
        Err(error) => assert_eq!(error, DeclarationError::Failed("absent.c".into())),
    }
    let zero = Source { file: "a\0.c".into(), ..absent.clone() };
    assert_eq!(read(&zero).map(|_| ()), Err(DeclarationError::ZeroByte("a\0.c".into())));
    // A name that looks like a flag is a name.
    write(folder.path(), "-f.c", "int f(void);");
    let flag = Source { file: "-f.c".into(), ..absent.clone() };
    assert_eq!(read(&flag).map(|d| (d.functions.len(), d.errors.len())), Ok((1, 0)));
    // Flags that clang does not know.
    write(folder.path(), "a.c", "int f(void);");
    let odd = Source { file: "a.c".into(), args: vec!["-fno-such-thing".into(), "-mbogus=3".into()], ..absent };
    let odd = read(&odd);
    assert!(matches!(odd, Ok(_) | Err(DeclarationError::Failed(_))), "{odd:?}");
}

#[test]
fn nothing_waits_for_ever() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let fifo = folder.path().join("pipe.h");
    assert!(Command::new("mkfifo").arg(&fifo).status().is_ok_and(|s| s.success()));
    let fine = Source::new(&write(folder.path(), "fine.c", "int x;"), &[]);
    let target = common::program(&[fine]).expect("it compiles").target;
    let source = Source::new(&write(folder.path(), "a.c", "#include \"pipe.h\"\nint f(void);"), &[]);
    let limit = Duration::from_millis(500);
    let start = Instant::now();
    let options = ReadOptions { limit, ..ReadOptions::default() };
    let wanted = BTreeSet::from(["f".to_string()]);
    let read = read_declarations(&source.unit(), &wanted, &target, &options);
    assert_eq!(read.map(|_| ()), Err(DeclarationError::TimedOut { source_file: "a.c".into(), limit }));
    assert!(start.elapsed() < Duration::from_secs(20));
    // Lets the thread that was left behind go.
    let _ = std::fs::write(&fifo, "");
}

/// The parameters of a function type without their own qualifiers, which only a declaration keeps.
fn plain(types: &mut Types, id: TypeId) -> TypeId {
    let CType::Function { ret, params, variadic, prototyped } = types.get(id).clone() else { return id };
    let strip = |mut p: TypeId| {
        while let CType::Qualified { qualifier: Qualifier::Const | Qualifier::Volatile | Qualifier::Restrict, to } =
            types.get(p)
        {
            p = *to;
        }
        p
    };
    let params = params.into_iter().map(strip).collect();
    types.add(CType::Function { ret, params, variadic, prototyped })
}

/// A function with `size_t` and `wchar_t` spelled out.
fn without_typedefs(types: &Types, id: TypeId) -> String {
    types.show(id, "f").replace("size_t", "unsigned long").replace("wchar_t", "int")
}

/// Every function of the C library's headers: its declaration against debug info of a pointer to it.
#[test]
fn the_c_library() {
    const HEADERS: &[&str] = &[
        "assert.h",
        "complex.h",
        "ctype.h",
        "dirent.h",
        "errno.h",
        "fcntl.h",
        "fenv.h",
        "glob.h",
        "inttypes.h",
        "locale.h",
        "math.h",
        "netdb.h",
        "poll.h",
        "pthread.h",
        "pwd.h",
        "regex.h",
        "search.h",
        "semaphore.h",
        "setjmp.h",
        "signal.h",
        "spawn.h",
        "stdarg.h",
        "stdio.h",
        "stdlib.h",
        "string.h",
        "strings.h",
        "sys/mman.h",
        "sys/select.h",
        "sys/socket.h",
        "sys/stat.h",
        "sys/time.h",
        "sys/uio.h",
        "sys/wait.h",
        "termios.h",
        "threads.h",
        "time.h",
        "unistd.h",
        "wchar.h",
        "wctype.h",
    ];
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut text = String::from("#define _GNU_SOURCE\n");
    text.extend(HEADERS.iter().map(|h| format!("#include <{h}>\n")));
    let source = Source::new(&write(folder.path(), "a.c", &text), &[]);
    let target = common::program(std::slice::from_ref(&source)).expect("the headers compile").target;
    let wanted = declared_names(&source);
    let declared = read_declarations(&source.unit(), &wanted, &target, &ReadOptions::default()).expect("it is read");
    assert_eq!(declared.errors, Vec::<String>::new());
    // `strtol` may be called `__isoc23_strtol`: take what C can name.
    for f in declared.functions.iter().filter(|f| !f.name.starts_with("__")) {
        text.push_str(&format!("__typeof__({0}) *pointer_to_{0};\n", f.name));
    }
    let pointers = Source::new(&write(folder.path(), "a.c", &text), &[]);
    let mut program = common::program(&[pointers]).expect("pointers to all of them compile");
    let mut types = declared.types.clone();
    let mut wrong = Vec::new();
    let mut compared = 0;
    for f in &declared.functions {
        let Some(g) = program.find_global(&format!("pointer_to_{}", f.name)) else { continue };
        let Some(CType::Pointer { to }) = program.global(g).c_type.map(|t| program.types.get(t).clone()) else {
            panic!("{} is a pointer", f.name)
        };
        compared += 1;
        let (x, y) = (plain(&mut program.types, to), plain(&mut types, f.c_type));
        let (a, b) = (
            Side { types: &program.types, sources: &program.sources },
            Side { types: &types, sources: &declared.sources },
        );
        // Clang knows some of them itself, with `unsigned long` where the header says `size_t`.
        let is_builtin = || without_typedefs(a.types, x) == without_typedefs(b.types, y);
        if let Err(why) = same(a, x, b, y)
            && !is_builtin()
        {
            wrong.push(format!("{}: {why}", f.name));
        }
    }
    assert!(wrong.is_empty(), "{} of {compared}: {wrong:#?}", wrong.len());
    assert!(compared > 1000, "only {compared}");
    // And a program gets them all.
    complete(&mut program, vec![declared]);
}

/// Names that a preprocessed source may declare: every word in front of a parenthesis.
fn declared_names(source: &Source) -> BTreeSet<String> {
    let mut clang = Command::new("/usr/lib/llvm-19/bin/clang");
    let out = clang.current_dir(&source.directory).args(["-E", "-P"]).arg(&source.file).output().expect("clang runs");
    let text = String::from_utf8_lossy(&out.stdout).into_owned();
    let words = text.split('(').filter_map(|before| {
        before.trim_end().rsplit(|c: char| !c.is_ascii_alphanumeric() && c != '_').next().map(str::to_string)
    });
    words.filter(|w| !w.is_empty()).collect()
}
