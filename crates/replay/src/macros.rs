//! Names that tests use and that are macros at the end of a source: `#define head (prev + WSIZE)`, where a parameter or a member of some
//! struct is called `head`. Tests are written in names as they are behind the preprocessor, so such macros are undone before them.

use crate::Options;
use crate::build::compiler;
use crescendo_project::{End, Limits, Stream, run_process};
use crescendo_suite::Suite;
use crescendo_suite::export::c::{Layout, RUNTIME_H, flags};
use std::collections::BTreeSet;
use std::path::Path;
use std::time::Duration;

/// What a preprocessor tells at most.
const MOST_BYTES: usize = 16 << 20;

/// Notes such names in the sources of a suite that was exported to a folder.
pub fn note(suite: &mut Suite, folder: &Path, options: &Options) {
    let layout = Layout::new(suite);
    let files: Vec<(usize, Vec<String>)> =
        (0..suite.sources.len()).map(|s| (s, files_of(&layout, s))).filter(|(_, files)| !files.is_empty()).collect();
    let found = crate::in_parallel(&files, crate::workers(options), |(source, files)| {
        let Some(macros) = defined(&files[0], &flags(suite, &layout, *source, folder), folder, options) else {
            return Vec::new();
        };
        let used = identifiers(RUNTIME_H).filter(|w| macros.contains(*w) && !is_of_compiler(w));
        let mut clashing: BTreeSet<String> = used.map(String::from).collect();
        for file in files {
            let text = std::fs::read(folder.join(file)).unwrap_or_default();
            let text = String::from_utf8_lossy(&text);
            let own = text.split_once("#include \"crescendo.h\"\n").map_or("", |(_, behind)| behind);
            clashing.extend(identifiers(own).filter(|w| macros.contains(*w)).map(String::from));
        }
        clashing.into_iter().collect()
    });
    for ((source, _), macros) in files.iter().zip(found) {
        suite.sources[*source].macros = macros;
    }
}

/// Whether the compiler itself defines macros like it, which our header asks for: `__GNUC__`.
fn is_of_compiler(name: &str) -> bool {
    name.starts_with("__") && !name.contains(|c: char| c.is_ascii_lowercase()) || name == "__cplusplus"
}

/// The exported files that include a source.
fn files_of(layout: &Layout, source: usize) -> Vec<String> {
    let tests = layout.programs.iter().filter(|p| p.source == source).map(|p| format!("{}.c", p.name));
    let support = layout.supports.contains(&source).then(|| format!("with_{}.c", layout.slugs[source]));
    tests.chain(support).collect()
}

/// The macros at the end of a file, without those that tests are meant to use.
fn defined(file: &str, flags: &[String], folder: &Path, options: &Options) -> Option<BTreeSet<String>> {
    let mut command = compiler(&options.clang.path, folder);
    command.args(flags).args(["-w", "-E", "-dM", file]);
    let limits = Limits { wall: Duration::from_secs(60), ..Limits::default() };
    let run = run_process(command, Stream::Out, MOST_BYTES, &limits).ok().filter(|r| r.end == End::Exited(0))?;
    let ours: BTreeSet<&str> = RUNTIME_H.lines().filter_map(name).chain(["NULL", "main"]).collect();
    let said = String::from_utf8_lossy(&run.said).into_owned();
    Some(said.lines().filter_map(name).filter(|n| !ours.contains(n)).map(String::from).collect())
}

/// The name that a line defines.
fn name(line: &str) -> Option<&str> {
    let rest = line.strip_prefix("#define ")?;
    rest.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').next()
}

/// The identifiers of a C text, without what stands in comments and quotes.
fn identifiers(text: &str) -> impl Iterator<Item = &str> {
    let bytes = text.as_bytes();
    let mut at = 0;
    let is_word = |b: u8| b.is_ascii_alphanumeric() || b == b'_';
    std::iter::from_fn(move || {
        while at < bytes.len() {
            match bytes[at] {
                quote @ (b'"' | b'\'') => {
                    at += 1;
                    while at < bytes.len() && bytes[at] != quote && bytes[at] != b'\n' {
                        at += if bytes[at] == b'\\' { 2 } else { 1 };
                    }
                    at += 1;
                }
                b'/' if bytes.get(at + 1) == Some(&b'*') => {
                    at = text.get(at + 2..).and_then(|t| t.find("*/")).map_or(bytes.len(), |end| at + 2 + end + 2);
                }
                b if is_word(b) => {
                    let from = at;
                    while at < bytes.len() && is_word(bytes[at]) {
                        at += 1;
                    }
                    if !b.is_ascii_digit() {
                        return Some(&text[from..at]);
                    }
                }
                _ => at += 1,
            }
        }
        None
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_the_code() {
        let text = "/* near */ int x_1 = 0x1f; f(\"he\\\"ad\", 'a'); /* it's */ y";
        assert_eq!(identifiers(text).collect::<Vec<_>>(), ["int", "x_1", "f", "y"]);
        assert_eq!(name("#define MAX(a, b) a"), Some("MAX"));
    }
}
