//! Reads what clang says. We ask for its include search list (`-Xclang -v`), so its messages come in three parts:
//! the driver's complaints, the search list, the front end's diagnostics. The user sees the first and the last.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;
use std::path::PathBuf;

use crate::flags::{Group, groups};

/// What clang said, in its parts.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Messages {
    /// Warnings and errors, as text.
    pub diagnostics: String,
    /// Where clang looks for headers.
    pub search: SearchList,
}

/// Where clang looks for headers, as it spells it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SearchList {
    /// Folders that exist, in order.
    pub folders: Vec<PathBuf>,
    /// Folders that do not exist, or not yet.
    pub missing: Vec<PathBuf>,
    /// Whether clang came to the list's end.
    pub is_complete: bool,
}

impl Messages {
    /// Takes clang's messages apart; `unsaid` bytes were cut off, and `most` bytes are enough.
    pub fn of(said: &[u8], unsaid: u64, most: usize) -> Messages {
        let mut messages = Messages::default();
        let mut in_search_list = false;
        let mut lines: Vec<String> = Vec::new();
        for line in said.split(|byte| *byte == b'\n') {
            let path = |bytes: &[u8]| PathBuf::from(OsStr::from_bytes(bytes));
            if line.starts_with(b"clang -cc1 version ") {
                in_search_list = true;
            } else if !in_search_list {
                lines.push(printable(line));
            } else if line == b"End of search list." {
                in_search_list = false;
                messages.search.is_complete = true;
            } else if let Some(missing) = quoted_after(line, b"ignoring nonexistent directory ") {
                messages.search.missing.push(path(missing));
            } else if let Some(folder) = line.strip_prefix(b" ") {
                messages.search.folders.push(path(folder));
            }
        }
        let text = lines.join("\n");
        let text = text.trim_end();
        let ends = (0..=most.min(text.len())).rev();
        let kept = ends.into_iter().find(|end| text.is_char_boundary(*end)).unwrap_or(0);
        messages.diagnostics = text[..kept].to_owned();
        let unsaid = unsaid + (text.len() - kept) as u64;
        if unsaid > 0 {
            messages.diagnostics.push_str(&format!("\n[{unsaid} more bytes of messages]"));
        }
        if !messages.diagnostics.is_empty() {
            messages.diagnostics.push('\n');
        }
        messages
    }

    /// The user's flags that clang names in an error, with the arguments that belong to them.
    pub fn rejected_flags(&self, args: &[OsString]) -> Vec<Vec<OsString>> {
        let complaints: Vec<Complaint> = self
            .diagnostics
            .lines()
            .filter_map(|line| line.strip_prefix("error: ").or_else(|| own_error(line)))
            .filter_map(Complaint::of)
            .collect();
        let is_named = |flag: &[OsString]| complaints.iter().any(|complaint| complaint.names(flag));
        let mut out: Vec<Vec<OsString>> = Vec::new();
        for group in groups(args) {
            if let Group::Flag(flag) = group {
                // What we add ourselves is never at fault.
                if flag[0] != "-x" && is_named(flag) && !out.iter().any(|known| known == flag) {
                    out.push(flag.to_vec());
                }
            }
        }
        out
    }
}

/// The arguments without some flags.
pub fn without(args: &[OsString], flags: &[Vec<OsString>]) -> Vec<OsString> {
    let mut out = Vec::new();
    for group in groups(args) {
        match group {
            Group::Flag(flag) if flags.iter().any(|rejected| rejected == flag) => {}
            Group::Flag(flag) => out.extend_from_slice(flag),
            Group::Input(input) => out.push(input.clone()),
        }
    }
    out
}

/// One error about a flag.
enum Complaint<'a> {
    /// The flag itself, whole or its beginning.
    Flag(&'a str),
    /// A flag and its value.
    Value(&'a str, &'a str),
    /// The value of `-march`, `-mcpu` or `-mtune`.
    Processor(&'a str),
    /// The argument of `-mllvm`.
    Inner(&'a str),
}

impl<'a> Complaint<'a> {
    fn of(error: &'a str) -> Option<Complaint<'a>> {
        let mut quoted = error.split('\'').skip(1).step_by(2);
        let first = quoted.next()?;
        Some(match error.split('\'').next()? {
            "unknown argument: "
            | "unknown argument "
            | "unsupported option "
            | "invalid argument "
            | "the clang compiler does not support "
            | "invalid arch name "
            | "invalid integral value in " => Complaint::Flag(first),
            // As in `'-I-' not supported, please use -iquote instead`.
            "" if error.contains(" not supported") => Complaint::Flag(first),
            "unsupported argument " | "invalid value " | "invalid integral value " => {
                Complaint::Value(quoted.next()?, first)
            }
            "unknown target CPU " => Complaint::Processor(first),
            "unknown FP unit " | "unknown target ABI " => Complaint::Value("-m", first),
            "Unknown command line argument " => Complaint::Inner(first),
            _ => return None,
        })
    }

    fn names(&self, flag: &[OsString]) -> bool {
        let name = flag[0].to_string_lossy();
        let value = flag.get(1).map(|value| value.to_string_lossy());
        let whole = format!("{name}{}", value.as_deref().unwrap_or_default());
        let is_wrapped = matches!(&*name, "-Xclang" | "-mllvm" | "-Xpreprocessor");
        match self {
            Complaint::Flag(named) if is_wrapped => value.as_deref() == Some(named),
            Complaint::Flag(named) => {
                // Clang names `-mabi=` for `-mabi=foo`, and `-b` for `-bar`.
                name == *named
                    || named.ends_with('=') && name.starts_with(named)
                    || named.len() == 2 && name.starts_with(named)
            }
            Complaint::Value(option, value) => {
                whole.starts_with(option.split(' ').next().unwrap_or_default()) && whole.ends_with(value)
            }
            Complaint::Processor(processor) => ["-march=", "-mcpu=", "-mtune="]
                .iter()
                .any(|option| name.strip_prefix(option).is_some_and(|value| value == *processor)),
            Complaint::Inner(named) => name == "-mllvm" && value.as_deref() == Some(named),
        }
    }
}

/// What follows `clang-19: error: `, as the driver says it, and `clang (LLVM option parsing): `. A complaint about a
/// source has the source's name and line there.
fn own_error(line: &str) -> Option<&str> {
    line.split_once(": error: ")
        .filter(|(speaker, _)| speaker.starts_with("clang") && !speaker.contains(':'))
        .map(|(_, said)| said)
        .or_else(|| line.strip_prefix("clang (LLVM option parsing): "))
}

fn quoted_after<'a>(line: &'a [u8], start: &[u8]) -> Option<&'a [u8]> {
    line.strip_prefix(start)?.strip_prefix(b"\"")?.strip_suffix(b"\"")
}

/// One line as text without control characters.
fn printable(line: &[u8]) -> String {
    String::from_utf8_lossy(line).chars().filter(|c| *c == '\t' || !c.is_control()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts() {
        let said = b"clang-19: warning: hm\nclang -cc1 version 19.1.7 based upon LLVM\n\
            ignoring nonexistent directory \"/nope\"\n#include \"...\" search starts here:\n q\n\
            #include <...> search starts here:\n .\n /usr/include\nEnd of search list.\n\
            a.c:1:2: \x1b[1mwarning: w\xff\n\n";
        let messages = Messages::of(said, 7, 1000);
        assert_eq!(
            messages.diagnostics,
            "clang-19: warning: hm\na.c:1:2: [1mwarning: w\u{fffd}\n[7 more bytes of messages]\n"
        );
        assert_eq!(messages.search.folders, ["q", ".", "/usr/include"].map(PathBuf::from));
        assert_eq!(messages.search.missing, ["/nope"].map(PathBuf::from));
        assert!(messages.search.is_complete);
        let short = Messages::of("gr\u{fc}n".as_bytes(), 0, 3).diagnostics;
        assert_eq!(short, "gr\n[3 more bytes of messages]\n");
    }

    /// Each line: a message, `|`, the user's flags, `=>`, the rejected ones.
    #[test]
    fn rejected() {
        let cases = "
            clang-19: error: unknown argument: '-fconserve-stack' | -DX -fconserve-stack -I. => -fconserve-stack
            clang-19: error: unknown argument '-fanalyzerx'; did you mean '-Xanalyzer'? | -fanalyzerx -x c => -fanalyzerx
            clang-19: error: unsupported option '-mrecord-mcount' for target 'x86_64-pc-linux-gnu' | -mrecord-mcount => -mrecord-mcount
            clang-19: error: unsupported option '-mabi=' for target 'x' | -mabi=foo -mabicalls => -mabi=foo
            clang-19: error: unsupported option '-b' for target 'x' | -bar -I b => -bar
            clang-19: error: the clang compiler does not support '-traditional' | -traditional -traditional-cpp => -traditional
            clang-19: error: unsupported argument 'foo' to option '-mcmodel=' for target 'x' | -mcmodel=foo -DF=foo => -mcmodel=foo
            error: invalid value 'foo' in '-std=foo' | -std=foo -Dfoo => -std=foo
            error: unknown target CPU 'foo' | -march=foo -mtune=foo -mcpu=bar => -march=foo -mtune=foo
            error: unknown argument: '-fcc1' | -Xclang -fcc1 -DX => -Xclang -fcc1
            clang (LLVM option parsing): Unknown command line argument '-nah'.  Try: 'clang --help' | -mllvm -nah => -mllvm -nah
            clang-19: error: '-I-' not supported, please use -iquote instead | -I- -I. => -I-
            error: invalid argument '-std=c++17' not allowed with 'C' | -std=c++17 -DC => -std=c++17
            a.c:1:1: error: unknown argument: '-DX' | -DX =>
            error: unknown target triple 'foo-bar' | -target foo-bar =>
        ";
        for case in cases.lines().map(str::trim).filter(|line| !line.is_empty()) {
            let words = |text: &str| -> Vec<OsString> { text.split_whitespace().map(OsString::from).collect() };
            let (message, rest) = case.split_once(" | ").expect("a case has a bar");
            let (given, expect) = rest.split_once("=>").expect("a case has an arrow");
            let messages = Messages { diagnostics: message.to_owned(), ..Messages::default() };
            assert_eq!(messages.rejected_flags(&words(given)).concat(), words(expect), "{case}");
        }
        let args: Vec<OsString> = ["-DX", "-I", "-b", "-b"].map(OsString::from).into();
        assert_eq!(without(&args, &[vec!["-b".into()]]), ["-DX", "-I", "-b"].map(OsString::from));
    }
}
