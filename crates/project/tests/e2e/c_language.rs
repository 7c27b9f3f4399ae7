//! What the flags and the language do to the bitcode: old C, targets, flavours, what is dropped and what stays.

use crate::support::*;
use crescendo_project::{FailureKind, Flavour, Note, Request};

/// What gcc accepts with a warning: each case with what clang's warning is called.
#[test]
fn old_c_compiles() {
    for (source, flags, warning) in [
        ("f(a, b) char a; short b; { return a + b; }\n", "", "-Wimplicit-int"),
        ("static x;\nmain() { return x; }\n", "", "-Wimplicit-int"),
        ("int f(void) { return g(3); }\n", "", "-Wimplicit-function-declaration"),
        ("char *f(void) { return malloc(3); }\n", "", "-Wimplicit-function-declaration"),
        ("int *p = 5;\n", "", "-Wint-conversion"),
        ("int f(char *s) { int i = s; return i; }\n", "", "-Wint-conversion"),
        ("int f(char *a); int (*p)(int *) = f;\n", "", "-Wincompatible-function-pointer-types"),
        ("long *f(int *p) { return p; }\n", "", "-Wincompatible-pointer-types"),
        ("void f(void) { return 3; }\n", "", "-Wreturn-mismatch"),
        ("int f(int x) { if (x) return; return 1; }\n", "", "-Wreturn-mismatch"),
        ("int f(a) float a; { return a; }\n", "", "-Wdeprecated-non-prototype"),
        ("int f(x) { return x; }\nint g(void) { return f(1, 2); }\n", "-Werror -pedantic-errors", "-Wimplicit-int"),
        (
            "int f(void) { return g(); }\n",
            "-std=c11 -Werror=implicit-function-declaration",
            "-Wimplicit-function-declaration",
        ),
        ("int f(void) { return g(); } int x; int x;\n", "-std=gnu89 -fcommon", ""),
        ("int f(void) { for (int i = 0; i < 3; i++) ; return 0; }\n", "-ansi", ""),
    ] {
        let sandbox = Sandbox::with(&[("a.c", source)]);
        let project = must_compile(&sandbox.inputs(&["a.c"], flags));
        assert!(project.units[0].warnings.contains(warning), "{source}: {}", project.units[0].warnings);
        assert!(!project.units[0].warnings.contains("search starts here"), "{}", project.units[0].warnings);
    }
    let sandbox = Sandbox::with(&[("a.c", "int common;\n")]);
    let common = |flags: &str| disassemble(&must_compile(&sandbox.inputs(&["a.c"], flags)).units[0].bitcode);
    assert!(common("-fcommon").contains("@common = common dso_local global"));
    assert!(common("-fno-common").contains("@common = dso_local global"));
}

#[test]
fn flags_that_change_the_meaning_stay() {
    for (source, flags, value) in [
        ("int v = (char)-1 < 0;\n", "", 1),
        ("int v = (char)-1 < 0;\n", "-funsigned-char", 0),
        ("enum e { A }; int v = sizeof(enum e);\n", "", 4),
        ("enum e { A }; int v = sizeof(enum e);\n", "-fshort-enums", 1),
        ("int v = sizeof(void *);\n", "-m32", 4),
        ("int v = __STDC_VERSION__ / 100;\n", "-std=c99", 1999),
        ("int v = _FORTIFY_SOURCE;\n", "-O2 -D_FORTIFY_SOURCE=2", 2),
        ("int v =\n#ifdef __OPTIMIZE__\n1;\n#else\n0;\n#endif\n", "-O2", 0),
        ("struct s { char c; int i; }; int v = sizeof(struct s);\n", "-fpack-struct", 5),
        ("int v = V;\n", "-Wp,-MMD,x.d -Wp,-DV=9", 9),
        ("#include <stdio.h>\n#include <string.h>\nint v = 1;\n", "-O2 -D_FORTIFY_SOURCE=3 -Werror", 1),
    ] {
        let sandbox = Sandbox::with(&[("a.c", source)]);
        let project = must_compile(&sandbox.inputs(&["a.c"], flags));
        assert_eq!(global(&project, "v"), value, "{flags}: {source}");
    }
}

#[test]
fn the_code_as_written_with_debug_info() {
    let sandbox = Sandbox::with(&[(
        "a.c",
        "static int dead(int x) { return x / 0; }\nint f(int *p) { *p; int unused = dead(2 && 3); return 1; }\n",
    )]);
    let text =
        disassemble(&must_compile(&sandbox.inputs(&["a.c"], "-O3 -g0 -flto -fsanitize=undefined")).units[0].bitcode);
    for expect in ["!DILocalVariable(name: \"unused\"", "sdiv", "alloca i32", "noinline nounwind", "isOptimized: false"]
    {
        assert!(text.contains(expect), "{expect} is not in\n{text}");
    }
    for unexpected in ["optnone", "ubsan", "__llvm_profile", "%unused", "ThinLTO"] {
        assert!(!text.contains(unexpected), "{unexpected} is in\n{text}");
    }
}

#[test]
fn coverage_is_another_flavour() {
    let sandbox = Sandbox::with(&[("a.c", "int f(int a, int b, int c) { return a && (b || c); }\n")]);
    let request = Request { flavour: Flavour::Coverage, ..sandbox.inputs(&["a.c"], "") };
    let plain = must_compile(&sandbox.inputs(&["a.c"], ""));
    for (target, has_mcdc) in [
        ("", true),
        ("--target=powerpc-unknown-linux-gnu", true),
        ("--target=arm-none-eabi", true),
        ("--target=avr", false),
        ("--target=msp430", false),
    ] {
        let cflags = target.split_whitespace().map(Into::into).collect();
        let covered = must_compile(&Request { cflags, ..request.clone() });
        let text = disassemble(&covered.units[0].bitcode);
        for expect in ["llvm.instrprof.increment", "__llvm_covmap"] {
            assert!(text.contains(expect), "{target}: {expect} is not in\n{text}");
        }
        assert_eq!(text.contains("llvm.instrprof.mcdc.parameters"), has_mcdc, "{target}");
        assert_eq!(notes(&covered).contains("MC/DC"), !has_mcdc, "{}", notes(&covered));
    }
    assert!(!disassemble(&plain.units[0].bitcode).contains("instrprof"));
    assert!(must_compile(&request).units[0].from_cache, "the flavours do not push each other out");
    assert!(must_compile(&sandbox.inputs(&["a.c"], "")).units[0].from_cache);
}

#[test]
fn other_targets() {
    let source = "long v = 1; int size = sizeof(long); int big = 1 - *(const char *)&(const int){1};\n\
                  int order = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__;\n";
    let source = source.replace("int big = 1 - *(const char *)&(const int){1};", "");
    for (flags, triple, size, order) in [
        ("--target=powerpc-unknown-linux-gnu -ffreestanding", "powerpc-unknown-linux-gnu", 4, 1),
        ("-target s390x-linux-gnu -ffreestanding", "s390x-unknown-linux-gnu", 8, 1),
        ("--target=arm-none-eabi -mcpu=cortex-m4 -mthumb", "thumbv7em-unknown-none-eabi", 4, 0),
        ("--target=riscv32-unknown-elf -march=rv32imac -mabi=ilp32", "riscv32-unknown-unknown-elf", 4, 0),
        ("-m32", "i386-pc-linux-gnu", 4, 0),
    ] {
        let sandbox = Sandbox::with(&[("a.c", &source)]);
        let project = must_compile(&sandbox.inputs(&["a.c"], flags));
        let text = disassemble(&project.units[0].bitcode);
        assert!(text.contains(&format!("target triple = \"{triple}\"")), "{flags}: {text}");
        assert_eq!((global(&project, "size"), global(&project, "order")), (size, order), "{flags}");
        assert_eq!(project.units[0].target.is_some(), flags.contains("target"), "{flags}");
    }
}

#[test]
fn cross_compilers_are_known_by_name() {
    for (compiler, target, size, enumeration) in [
        ("arm-none-eabi-gcc", "arm-none-eabi", 4, 1),
        ("/opt/tools/bin/arm-none-eabi-gcc-13.2", "arm-none-eabi", 4, 1),
        ("ccache powerpc-linux-gnu-gcc-12", "powerpc-linux-gnu", 4, 4),
        ("mips64-linux-gnuabi64-gcc", "mips64-linux-gnuabi64", 8, 4),
        ("arm-none-eabi-gcc -fno-short-enums", "arm-none-eabi", 4, 4),
        ("arm-none-eabi-gcc --target=avr", "avr", 4, 2),
    ] {
        let sandbox = Sandbox::with(&[("a.c", "enum e { A }; int size = sizeof(long); int e = sizeof(enum e);\n")]);
        // avr's int has 16 bits.
        let is_small = target == "avr";
        if is_small {
            sandbox.write("a.c", "enum e { A }; __INT32_TYPE__ size = sizeof(long), e = sizeof(enum e);\n");
        }
        sandbox.write(
            "compile_commands.json",
            &format!(r#"[{{"directory": ".", "file": "a.c", "command": "{compiler} -ffreestanding -c a.c"}}]"#),
        );
        let project = must_compile(&sandbox.database());
        assert_eq!(project.units[0].target.as_deref(), Some(target), "{compiler}");
        assert_eq!((global(&project, "size"), global(&project, "e")), (size, enumeration), "{compiler}");
        let is_noted = project.notes.iter().any(|note| matches!(note, Note::CrossCompiler { units: 1, .. }));
        assert_eq!(is_noted, !is_small, "{}", notes(&project));
    }
    let sandbox = Sandbox::with(&[("a.c", "int a;\n")]);
    sandbox.write("compile_commands.json", r#"[{"directory": ".", "file": "a.c", "command": "tricore-elf-gcc a.c"}]"#);
    let project = must_load(&sandbox.database());
    assert_eq!(project.failures[0].kind, FailureKind::UnknownTarget, "{:#?}", project.failures);
    assert!(project.failures[0].diagnostics.contains("tricore"), "{:#?}", project.failures);
}

/// A bare-metal gcc brings its C library along.
#[test]
fn the_headers_of_a_bare_metal_gcc() {
    let sandbox = Sandbox::with(&[
        ("tools/bin/arm-none-eabi-gcc", ""),
        ("tools/arm-none-eabi/include/newlib.h", "#define V 7\n"),
        ("a.c", "#include <newlib.h>\nint v = V;\n"),
    ]);
    sandbox.write(
        "compile_commands.json",
        r#"[{"directory": ".", "file": "a.c", "command": "$ROOT/tools/bin/arm-none-eabi-gcc a.c"}]"#,
    );
    assert_eq!(global(&must_compile(&sandbox.database()), "v"), 7);
}

#[test]
fn flags_clang_does_not_know_are_left_out() {
    let sandbox = Sandbox::with(&[("a.c", "int v = V;\n"), ("b.c", "int v = V;\n")]);
    let flags = "-fconserve-stack -DV=3 -mpreferred-stack-boundary=3 -fno-tree-foo -march=z80 -mcmodel=odd -Xclang -what \
                 -mllvm -never -std=c1066 -fabi-version=2 -mindirect-branch=thunk-extern -Wno-such-warning -fno-tree-vectorize";
    let request = sandbox.inputs(&["a.c", "b.c"], flags);
    for round in 0..2 {
        let project = must_compile(&request);
        let kept: Vec<String> = project.units[0].args.iter().map(|arg| arg.to_string_lossy().into_owned()).collect();
        assert_eq!(kept, ["-DV=3", "-Wno-such-warning", "-fno-tree-vectorize", "-x", "c"]);
        let Some(Note::FlagsRejected { flags, sources }) = project.notes.first() else { panic!("{}", notes(&project)) };
        assert_eq!(sources, &[sandbox.path("a.c"), sandbox.path("b.c")]);
        for flag in ["-fconserve-stack", "-march=z80", "-never", "-std=c1066", "-what"] {
            assert!(flags.iter().any(|rejected| rejected == flag), "{flag}: {flags:?}");
        }
        assert_eq!(global_of(&project.units[0].bitcode, "v"), 3);
        assert_eq!(project.units[0].from_cache, round == 1, "the cache knows it too");
    }
}

#[test]
fn the_same_date_every_day() {
    let sandbox = Sandbox::with(&[("a.c", "const char *d = __DATE__ __TIME__;\n")]);
    let text = disassemble(&must_compile(&sandbox.inputs(&["a.c"], "")).units[0].bitcode);
    assert!(text.contains("Jan  1 1970"), "{text}");
}
