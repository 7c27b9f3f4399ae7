//! Which compiler flags are let through: an allow-list. What is not known is left out and said.
//!
//! Flags that only name outputs, dependency files or what is linked are left out in silence: we never do any of that.

use std::path::{Path, PathBuf};

/// A word of a command line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Word {
    Text(String),
    /// A path of the project, behind what stands before it in the same word.
    Path {
        before: String,
        path: PathBuf,
    },
}

pub struct Sorted {
    pub words: Vec<Word>,
    /// Flags that are not allowed, for people.
    pub dropped: Vec<String>,
}

/// Flags whose argument is a path; it stands apart, or right behind.
const PATHS: [&str; 6] = ["-isystem", "-iquote", "-idirafter", "-include", "-imacros", "-I"];

/// Flags whose argument is text; likewise.
const TEXTS: [&str; 2] = ["-D", "-U"];

/// Folders of the system that a project may name.
const SYSTEM: [&str; 3] = ["/usr/include", "/usr/lib", "/usr/local/include"];

/// Nothing to us, without and with an argument that stands apart.
#[rustfmt::skip] // a table of words
const SILENT: &[&str] = &[
    "-c", "-S", "-E", "-M", "-MM", "-MD", "-MMD", "-MP", "-MG", "-v", "-pipe", "-shared", "-static", "-rdynamic", "-pg",
    "-pie", "-no-pie", "-s", "-r", "-save-temps", "--coverage", "-coverage",
];
const SILENT_WITH_ARGUMENT: [&str; 8] = ["-o", "-MF", "-MT", "-MQ", "-MJ", "-L", "-l", "-z"];
#[rustfmt::skip] // a table of words
const SILENT_PREFIXES: &[&str] = &[
    "-o", "-MF", "-MT", "-MQ", "-L", "-l", "-Wl,", "-Wp,-M", "-O", "-g", "-fdiagnostics-", "-fcolor-", "-fno-color-",
    "-flto", "-fno-lto", "-fsanitize", "-fno-sanitize", "-fprofile-", "-ftest-coverage", "-fdebug-prefix-map=",
    "-ffile-prefix-map=", "-fmacro-prefix-map=", "-save-temps", "-fuse-ld=", "-fmessage-length=",
];

/// Flags that stay as they are.
#[rustfmt::skip] // a table of words
const WHOLE: &[&str] = &[
    "-ansi", "-pthread", "-nostdinc", "-undef", "-w", "-pedantic", "-pedantic-errors", "-traditional-cpp", "-trigraphs",
    "-nostdlib", "-no-integrated-cpp",
];

/// `-f` and `-fno-` of these.
#[rustfmt::skip] // a table of words
const FEATURES: &[&str] = &[
    "asm", "asynchronous-unwind-tables", "blocks", "builtin", "cf-protection", "common", "data-sections",
    "delete-null-pointer-checks", "dollars-in-identifiers", "exceptions", "fast-math", "finite-math-only", "freestanding",
    "function-sections", "gnu89-inline", "gnu-keywords", "hosted", "inline", "inline-functions", "math-errno",
    "merge-all-constants", "ms-extensions", "omit-frame-pointer", "optimize-sibling-calls", "pic", "PIC", "pie", "PIE", "plt",
    "reciprocal-math", "rounding-math", "semantic-interposition", "short-enums", "short-wchar", "signed-char",
    "signed-zeros", "stack-clash-protection", "stack-protector", "stack-protector-all", "stack-protector-strong",
    "strict-aliasing", "strict-overflow", "strict-enums", "tree-vectorize", "trapping-math", "trapv", "unroll-loops",
    "unsafe-math-optimizations", "unsigned-char", "unwind-tables", "vectorize", "wrapv", "wrapv-pointer", "zero-initialized-in-bss",
];

/// `-fNAME=VALUE` of these.
const VALUED: [&str; 8] = [
    "builtin",
    "cf-protection",
    "ffp-contract",
    "fp-contract",
    "pack-struct",
    "tls-model",
    "visibility",
    "max-type-align",
];

/// What a flag that somebody typed is not.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "the compiler flag {0} is not allowed here; macros (-D), include folders of the project (-I), -std, -W, -f and -m are"
)]
pub struct FlagFault(pub String);

/// Flags that somebody asks for, for a project that is seen at `root`: all of them are good, or none is taken.
pub fn checked_flags(flags: &[String], root: &Path) -> Result<Vec<String>, FlagFault> {
    let inside = |path: &str| -> Option<PathBuf> {
        let path = Path::new(path);
        let plain =
            path.components().all(|c| matches!(c, std::path::Component::Normal(_) | std::path::Component::CurDir));
        plain.then(|| path.to_path_buf())
    };
    let sorted = sort(flags, &inside);
    if let Some(first) = sorted.dropped.into_iter().next() {
        return Err(FlagFault(first));
    }
    let word = |w: Word| match w {
        Word::Text(text) => text,
        Word::Path { before, path } => format!("{before}{}", root.join(path).display()),
    };
    Ok(sorted.words.into_iter().map(word).collect())
}

/// `inside`: a path as one of the project; `None`: it is not one.
pub fn sort(flags: &[String], inside: &dyn Fn(&str) -> Option<PathBuf>) -> Sorted {
    let mut out = Sorted { words: Vec::new(), dropped: Vec::new() };
    let mut rest = flags;
    while let Some((first, tail)) = rest.split_first() {
        rest = tail;
        let flag = first.as_str();
        if flag == "--" {
            break;
        }
        // Sources; the entry says which one is meant.
        if !flag.starts_with('-') && !flag.starts_with('@') || flag == "-" {
            continue;
        }
        if let Some(name) = PATHS.iter().find(|name| flag.starts_with(**name)) {
            let (value, more) = value_of(flag, name, rest);
            rest = more;
            match value.map(|v| (v, allowed_path(v, inside))) {
                Some((_, Some(word))) => out.words.extend([Word::Text(name.to_string()), word]),
                Some((value, None)) => out.dropped.push(shown(&format!("{name} {value}"))),
                None => out.dropped.push(shown(flag)),
            }
        } else if let Some(name) = TEXTS.iter().find(|name| flag.starts_with(**name)) {
            let (value, more) = value_of(flag, name, rest);
            rest = more;
            match value.filter(|v| is_macro(v)) {
                Some(value) => out.words.push(Word::Text(format!("{name}{value}"))),
                None => out.dropped.push(shown(flag)),
            }
        } else if flag == "-x" || flag == "-target" || flag == "-arch" {
            let value = rest.first().map_or("", String::as_str);
            rest = rest.get(1..).unwrap_or_default();
            match (flag, is_word(value)) {
                ("-x", _) if value == "c" => {}
                ("-target", true) => out.words.push(Word::Text(format!("--target={value}"))),
                _ => out.dropped.push(shown(&format!("{flag} {value}"))),
            }
        } else if SILENT_WITH_ARGUMENT.contains(&flag) {
            rest = rest.get(1..).unwrap_or_default();
        } else if is_allowed(flag) {
            out.words.push(Word::Text(flag.to_string()));
        } else if !SILENT.contains(&flag) && !SILENT_PREFIXES.iter().any(|p| flag.starts_with(p)) {
            out.dropped.push(shown(flag));
        }
    }
    out
}

/// The argument of a flag, and what follows.
fn value_of<'a>(flag: &'a str, name: &str, rest: &'a [String]) -> (Option<&'a str>, &'a [String]) {
    match &flag[name.len()..] {
        "" => (rest.first().map(String::as_str), rest.get(1..).unwrap_or_default()),
        value => (Some(value), rest),
    }
}

fn allowed_path(value: &str, inside: &dyn Fn(&str) -> Option<PathBuf>) -> Option<Word> {
    if value.chars().any(char::is_control) {
        return None;
    }
    if let Some(path) = inside(value) {
        return Some(Word::Path { before: String::new(), path });
    }
    let system = SYSTEM.iter().any(|s| Path::new(value).starts_with(s)) && !value.contains("..");
    system.then(|| Word::Text(value.to_string()))
}

/// `NAME`, `NAME=anything`, `NAME(a)=anything`.
fn is_macro(text: &str) -> bool {
    let starts = text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    starts && text.len() < 4096 && !text.contains('\0')
}

/// Of letters, digits and what stands in names of targets, standards and processors.
fn is_word(text: &str) -> bool {
    !text.is_empty() && text.len() < 80 && text.chars().all(|c| c.is_ascii_alphanumeric() || "._+-=,:".contains(c))
}

fn is_allowed(flag: &str) -> bool {
    if WHOLE.contains(&flag) {
        return true;
    }
    if let Some(standard) = flag.strip_prefix("-std=") {
        return is_word(standard);
    }
    if let Some(target) = flag.strip_prefix("--target=") {
        return is_word(target);
    }
    if let Some(feature) = flag.strip_prefix("-f") {
        let name = feature.strip_prefix("no-").unwrap_or(feature);
        return match name.split_once('=') {
            Some((name, value)) => VALUED.contains(&name) && is_word(value),
            None => FEATURES.contains(&name) || name.strip_prefix("builtin-").is_some_and(is_word),
        };
    }
    if let Some(machine) = flag.strip_prefix("-m") {
        return is_word(machine) && !machine.starts_with("llvm") && !machine.starts_with("plugin");
    }
    // Of warnings, not what is handed on to other programs.
    if let Some(warning) = flag.strip_prefix("-W") {
        return is_word(warning) && !warning.contains(',') || warning.is_empty();
    }
    false
}

/// A flag for people, not too long.
fn shown(flag: &str) -> String {
    let short: String = flag.chars().take(80).collect();
    format!("`{}`", short.escape_debug())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        text.split_whitespace().map(String::from).collect()
    }

    /// What `-I` and its like name lies in the project, unless it is absolute.
    fn inside(path: &str) -> Option<PathBuf> {
        (!path.starts_with('/') && !path.contains("..")).then(|| PathBuf::from(path))
    }

    fn sorted(text: &str) -> (String, Vec<String>) {
        let s = sort(&words(text), &inside);
        let word = |w: &Word| match w {
            Word::Text(t) => t.clone(),
            Word::Path { before, path } => format!("{before}<{}>", path.display()),
        };
        (s.words.iter().map(word).collect::<Vec<_>>().join(" "), s.dropped)
    }

    #[test]
    fn what_a_build_needs_stays() {
        let cases = [
            ("-DA=1 -D B -UC", "-DA=1 -DB -UC"),
            ("-Iinc -I inc -isystem sys -include cfg.h", "-I <inc> -I <inc> -isystem <sys> -include <cfg.h>"),
            ("-I/usr/include/glib-2.0", "-I /usr/include/glib-2.0"),
            (
                "-std=gnu99 -ansi -m32 -march=armv7-a+fp -Wall -Wno-error=x",
                "-std=gnu99 -ansi -m32 -march=armv7-a+fp -Wall -Wno-error=x",
            ),
            (
                "-fno-strict-aliasing -fPIC -fpack-struct=2 -fno-builtin-memcpy",
                "-fno-strict-aliasing -fPIC -fpack-struct=2 -fno-builtin-memcpy",
            ),
            ("-target arm-none-eabi -x c", "--target=arm-none-eabi"),
            ("-O2 -g3 -c a.c -o a.o -MD -MF a.d -lm -L /lib -Wl,-z,now -flto", ""),
        ];
        for (given, expect) in cases {
            assert_eq!(sorted(given), (expect.to_string(), Vec::new()), "{given}");
        }
    }

    #[test]
    fn what_could_do_harm_is_left_out_and_said() {
        for given in [
            "-fplugin=evil.so",
            "-fpass-plugin=evil.so",
            "-Xclang -load",
            "-B .",
            "-B.",
            "-specs=evil",
            "--specs=evil",
            "-wrapper evil",
            "@file",
            "-include /etc/passwd",
            "-include ../secret.h",
            "-I/home/other",
            "-I/usr/include/../../home",
            "-working-directory /",
            "-mllvm -load=evil.so",
            "-Wp,-include,/etc/passwd",
            "-Wa,--defsym,x=1",
            "-ivfsoverlay x.yaml",
            "-fmodule-map-file=/etc/passwd",
            "--config=evil.cfg",
            "--sysroot=/home",
            "-fuse-cxa-atexit",
            "-x c++",
            "-gcc-toolchain=x",
            "--gcc-toolchain=x",
            "-D",
        ] {
            let (kept, dropped) = sorted(given);
            let harmless = given.starts_with("-g");
            assert_eq!((kept.as_str(), dropped.is_empty()), ("", harmless), "{given}: {dropped:?}");
        }
    }

    #[test]
    fn flags_of_a_form() {
        let root = Path::new("/project");
        assert_eq!(checked_flags(&words("-Iinc -DX"), root).unwrap(), ["-I", "/project/inc", "-DX"]);
        let refused = checked_flags(&words("-DX -I../other"), root).unwrap_err().to_string();
        assert!(refused.contains("`-I ../other` is not allowed"), "{refused}");
    }
}
