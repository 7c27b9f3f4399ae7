//! Which of the user's flags stay. The tables know which flags take a following argument, so that an argument is
//! never mistaken for a source file, and which ones are about things we decide ourselves: the output, optimisation,
//! debug info, instrumentation, linking, dependency files, plugins, the look of messages.
//!
//! Invariant: whatever changes the meaning of the program (`-D`, `-I`, `-std`, `-f...`, `-m...`) stays, in order.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::{OsStrExt, OsStringExt};

/// Flags that take the next argument when they stand alone.
#[rustfmt::skip] // a table of words
const WITH_ARGUMENT: &[&str] = &[
    "--config", "--define-macro", "--include", "--include-directory", "--output", "--param", "--serialize-diagnostics",
    "--sysroot", "--undefine-macro", "-A", "-B", "-D", "-F", "-G", "-I", "-L", "-MF", "-MJ", "-MQ", "-MT", "-T", "-U",
    "-Xanalyzer", "-Xassembler", "-Xclang", "-Xlinker", "-Xpreprocessor", "-arch", "-aux-info", "-cxx-isystem",
    "-dumpbase", "-dumpbase-ext", "-dumpdir", "-e", "-framework", "-idirafter", "-iframework",
    "-imacros", "-imultilib", "-include", "-include-pch", "-index-store-path", "-iprefix", "-iquote", "-isysroot",
    "-isystem", "-isystem-after", "-ivfsoverlay", "-iwithprefix", "-iwithprefixbefore", "-iwithsysroot", "-l",
    "-mllvm", "-o", "-serialize-diagnostics", "-target", "-u", "-working-directory", "-wrapper", "-x", "-z",
];

/// Flags that go, whole.
#[rustfmt::skip] // a table of words
const DROPPED: &[&str] = &[
    "-###", "--analyze", "--assemble", "--compile", "--coverage", "--debug", "--optimize", "--pedantic-errors",
    "--preprocess", "--serialize-diagnostics", "--verbose", "--version", "-A", "-E", "-M", "-MD", "-MG", "-MM", "-MMD",
    "-MP", "-MV", "-S", "-Xanalyzer", "-Xassembler", "-Xlinker", "-aux-info", "-c", "-coverage", "-dynamiclib", "-e",
    "-emit-ast", "-emit-llvm", "-fanalyzer", "-framework", "-fsyntax-only", "-ftest-coverage", "-include-pch",
    "-index-store-path", "-integrated-as", "-no-integrated-as", "-no-pie", "-p", "-pedantic-errors", "-pg", "-pie",
    "-pipe", "-r", "-rdynamic", "-s", "-serialize-diagnostics", "-shared", "-static", "-static-libgcc", "-static-pie",
    "-u", "-v", "-wrapper", "-z",
];

/// Flags that go by how they begin.
#[rustfmt::skip] // a table of words
const DROPPED_PREFIXES: &[&str] = &[
    "--output=", "--save-temps", "--specs", "-L", "-MF", "-MJ", "-MQ", "-MT", "-O", "-Rpass", "-T", "-Wa,", "-Werror",
    "-Wl,", "-dump", "-fansi-escape-codes", "-fbranch-probabilities", "-fcallgraph-info", "-fcolor-diagnostics",
    "-fcoverage", "-fcrash-diagnostics", "-fcs-profile", "-fdebug-compilation-dir", "-fdebug-prefix-map",
    "-fdiagnostics-", "-fdiscard-value-names", "-fdump-", "-fembed-bitcode", "-ferror-limit", "-ffat-lto-objects",
    "-ffile-compilation-dir", "-finstrument-functions", "-fintegrated-", "-flto", "-fmax-errors", "-fmessage-length",
    "-fno-color-diagnostics", "-fno-coverage", "-fno-crash-diagnostics", "-fno-diagnostics-",
    "-fno-discard-value-names", "-fno-fat-lto-objects", "-fno-integrated-", "-fno-lto", "-fno-profile", "-fno-sanitize",
    "-fpass-plugin", "-fpch-", "-fplugin", "-fprofile", "-fsanitize", "-fsave-optimization-record", "-fstack-usage",
    "-ftime-report", "-ftime-trace", "-fuse-ld", "-fuse-linker-plugin", "-fwhole-program", "-fxray", "-g",
    "-l", "-print-", "-save-temps", "-specs",
];

/// What a list of flags comes to.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Flags {
    /// The flags that stay.
    pub kept: Vec<OsString>,
    /// The arguments that are no flags: sources, objects, archives.
    pub inputs: Vec<OsString>,
    /// What `-o` said.
    pub output: Option<OsString>,
    /// What `-x` said last.
    pub language: Option<OsString>,
    /// What `--target` said last.
    pub target: Option<String>,
}

/// Sorts flags (response files already expanded) into what stays and what goes.
pub fn clean(args: &[OsString]) -> Flags {
    let mut flags = Flags::default();
    let mut pending_cc1_argument = false;
    for group in groups(args) {
        match group {
            Group::Input(input) => flags.inputs.push(input.to_owned()),
            Group::Flag(flag) if is_cc1_pair(flag) => {
                let inner = flag[1].as_bytes();
                if std::mem::take(&mut pending_cc1_argument) {
                    continue;
                }
                match CC1_DROPPED_WITH_ARGUMENT.iter().any(|name| name.as_bytes() == inner) {
                    true => pending_cc1_argument = true,
                    false => flags.kept.extend(flag.iter().cloned()),
                }
            }
            Group::Flag(flag) => sort(flag, &mut flags),
        }
    }
    flags
}

/// `-Xclang X` where X, with the `-Xclang Y` that follows, would run foreign code or read a foreign precompiled header.
#[rustfmt::skip] // a table of words
const CC1_DROPPED_WITH_ARGUMENT: &[&str] = &["-load", "-add-plugin", "-plugin", "-include-pch", "-fpass-plugin"];

fn is_cc1_pair(flag: &[OsString]) -> bool {
    flag.len() == 2 && flag[0] == "-Xclang"
}

fn sort(flag: &[OsString], flags: &mut Flags) {
    let name = flag[0].as_bytes();
    let value = flag.get(1);
    if let Some(map) = name.strip_prefix(b"-ffile-prefix-map=") {
        // Paths in debug info must stay real, `__FILE__` must be what the user gets.
        flags.kept.push(OsString::from_vec([b"-fmacro-prefix-map=", map].concat()));
    } else if let Some(list) = name.strip_prefix(b"-Wp,") {
        let inner = clean(&preprocessor_list(list));
        flags.kept.extend(inner.kept);
    } else if name == b"-Xpreprocessor" {
        flags.kept.extend(value.map(|value| clean(std::slice::from_ref(value)).kept).into_iter().flatten());
    } else if let Some(joined) = name.strip_prefix(b"-x") {
        let language = value.cloned().unwrap_or_else(|| OsStr::from_bytes(joined).to_owned());
        if language != "none" {
            flags.language = Some(language);
        }
    } else if name.starts_with(b"-o") && !name.starts_with(b"-obj") || name == b"--output" {
        flags.output = value.cloned().or_else(|| Some(OsStr::from_bytes(&name[2..]).to_owned()));
    } else if is_dropped(name) || value.is_none() && takes_next(name) {
        // A flag whose argument is missing would take one of ours.
    } else {
        if name == b"-target" {
            flags.target = value.map(|value| value.to_string_lossy().into_owned());
        } else if let Some(target) = name.strip_prefix(b"--target=") {
            flags.target = Some(String::from_utf8_lossy(target).into_owned());
        }
        flags.kept.extend(flag.iter().cloned());
    }
}

fn is_dropped(name: &[u8]) -> bool {
    let whole = DROPPED.iter().any(|dropped| dropped.as_bytes() == name);
    let prefix = DROPPED_PREFIXES.iter().any(|dropped| name.starts_with(dropped.as_bytes()));
    whole || prefix
}

/// `-Wp,-MD,x.d,-DA=1`: a dependency file may follow `-MD` and `-MMD` here.
fn preprocessor_list(list: &[u8]) -> Vec<OsString> {
    let mut after_dependency_flag = false;
    let mut out = Vec::new();
    for item in list.split(|byte| *byte == b',') {
        let is_file = std::mem::replace(&mut after_dependency_flag, item == b"-MD" || item == b"-MMD");
        if !is_file || item.starts_with(b"-") {
            out.push(OsStr::from_bytes(item).to_owned());
        }
    }
    out
}

/// Arguments that belong together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Group<'a> {
    /// A flag, with its argument if that stands apart.
    Flag(&'a [OsString]),
    /// No flag.
    Input(&'a OsString),
}

/// Splits a command line (without the compiler) into flags with their arguments and inputs.
pub fn groups(args: &[OsString]) -> Vec<Group<'_>> {
    let mut out = Vec::new();
    let mut rest = args;
    while let Some((first, tail)) = rest.split_first() {
        if first == "--" {
            out.extend(tail.iter().map(Group::Input));
            break;
        }
        if !first.as_bytes().starts_with(b"-") || first == "-" {
            out.push(Group::Input(first));
            rest = tail;
            continue;
        }
        let name = first.as_bytes();
        let width = if takes_next(name) { 2.min(rest.len()) } else { 1 };
        out.push(Group::Flag(&rest[..width]));
        rest = &rest[width..];
    }
    out
}

/// Whether the argument after this one belongs to it.
fn takes_next(name: &[u8]) -> bool {
    WITH_ARGUMENT.iter().any(|flag| flag.as_bytes() == name) || name.starts_with(b"-Xarch_")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<OsString> {
        text.split_whitespace().map(OsString::from).collect()
    }

    /// Each line: flags, `=>`, what stays.
    #[test]
    fn what_stays() {
        let cases = "
            -c a.c -o a.o =>
            -oa.o -S -E -pipe -save-temps=obj -v =>
            -MD -MF a.d -MTa.o -MQ x -MP -MMD -MG => 
            -O2 -Os -Ofast -O -g -g3 -ggdb -gdwarf-4 -gsplit-dwarf =>
            -flto=thin -fno-lto -fprofile-arcs -ftest-coverage --coverage -fsanitize=address -fno-sanitize=vptr =>
            -Werror -Werror=format -pedantic-errors -Wall -Wextra -Wno-error=foo -w => -Wall -Wextra -Wno-error=foo -w
            -I inc -Iinc -D A -DA=1 -U A -UA -include x.h -imacros y.h => -I inc -Iinc -D A -DA=1 -U A -UA -include x.h -imacros y.h
            -isystem s -iquote q -idirafter d --sysroot=/r --sysroot /r => -isystem s -iquote q -idirafter d --sysroot=/r --sysroot /r
            -std=gnu89 -ansi -fcommon -fno-common -m32 -funsigned-char -fshort-enums => -std=gnu89 -ansi -fcommon -fno-common -m32 -funsigned-char -fshort-enums
            -fPIC -fno-omit-frame-pointer -pthread -nostdinc -undef -ffreestanding => -fPIC -fno-omit-frame-pointer -pthread -nostdinc -undef -ffreestanding
            -D_FORTIFY_SOURCE=2 -fstack-protector-strong => -D_FORTIFY_SOURCE=2 -fstack-protector-strong
            -Wp,-MMD,.a.o.d -Wp,-D_FORTIFY_SOURCE=2 -Wp,-MD,a.d,-DX,-Iq => -D_FORTIFY_SOURCE=2 -DX -Iq
            -Xpreprocessor -DX -Xpreprocessor -MD => -DX
            -L/lib -lm -l m -Wl,-z,now -Xlinker x -T l.ld -u sym -shared => 
            -x c a.c -xc => 
            -Xclang -include-pch -Xclang a.pch -Xclang -include -Xclang a.h => -Xclang -include -Xclang a.h
            -Xclang -load -Xclang evil.so -fplugin=evil.so -fplugin-arg-evil-x => 
            -ffile-prefix-map=/a=/b -fdebug-prefix-map=/a=/b -fmacro-prefix-map=/c=/d => -fmacro-prefix-map=/a=/b -fmacro-prefix-map=/c=/d
            -fdiagnostics-color=always -fcolor-diagnostics -fmessage-length=0 =>
            -target arm-none-eabi --target=avr -mllvm -x86-foo --param a=1 => -target arm-none-eabi --target=avr -mllvm -x86-foo --param a=1
            -DX -- -weird.c => -DX
            -DX -I =>  -DX
            -x c a.c -x none lib.a => 
        ";
        for case in cases.lines().map(str::trim).filter(|line| !line.is_empty()) {
            let (given, expect) = case.split_once("=>").expect("a case has an arrow");
            assert_eq!(clean(&words(given)).kept, words(expect), "{case}");
        }
    }

    #[test]
    fn the_rest_is_remembered() {
        let flags = clean(&words("-DX one.c -o out.o lib.a -x c --target=avr -- -two.c"));
        assert_eq!(flags.inputs, words("one.c lib.a -two.c"));
        assert_eq!(flags.output, Some("out.o".into()));
        assert_eq!(flags.language, Some("c".into()));
        assert_eq!(flags.target.as_deref(), Some("avr"));
    }
}
