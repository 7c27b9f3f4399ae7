//! Conditions in the words of the source: `len > 0 is true`.
//!
//! Debug info points into a condition, mostly at its operator; what the condition is follows from the text around:
//! from there to the next `&&`, `||`, `?`, `;` or unbalanced bracket on either side.

use crate::cases::Switch;
use crate::source_text::SourceText;
use crescendo_program::Program;
use crescendo_program::cover::SiteId;
use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};
use std::ops::Range;
use std::rc::Rc;
use std::sync::Arc;

/// Longer conditions are cut.
const LONGEST: usize = 60;

/// Source files, read once.
#[derive(Default)]
pub struct Texts {
    files: RefCell<HashMap<String, Option<Arc<SourceText>>>>,
    switches: RefCell<HashMap<SiteId, Rc<Switch>>>,
    included: RefCell<HashMap<String, Rc<HashMap<String, Included>>>>,
}

/// Whether a file takes part in another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Included {
    /// Where the preprocessor is asked first.
    Perhaps,
    Always,
}

impl Texts {
    fn get(&self, file: &str) -> Option<Arc<SourceText>> {
        self.files.borrow_mut().entry(file.to_string()).or_insert_with(|| SourceText::read(file)).clone()
    }

    /// One line, from 1.
    pub fn line(&self, file: &str, line: u32) -> Option<String> {
        let text = self.get(file)?;
        let begin = *text.lines.get(line.checked_sub(1)? as usize)?;
        let end = text.lines.get(line as usize).copied().unwrap_or(text.text.len());
        Some(text.text[begin..end].to_string())
    }

    /// A switch of a program, whose sites are always those of the same one.
    pub(crate) fn switch(&self, program: &Program, site: SiteId) -> Rc<Switch> {
        if let Some(known) = self.switches.borrow().get(&site) {
            return known.clone();
        }
        let at = program.sources.get(program.cover.site(site).position);
        let read = || {
            let text = self.get(program.sources.path(at.file))?;
            let rest = text.text.get(text.place(at.line, at.column)?..)?;
            Some(Switch::read(program, site, rest, &|name| text.defined_as(name)))
        };
        let switch = Rc::new(read().unwrap_or_default());
        self.switches.borrow_mut().insert(site, switch.clone());
        switch
    }

    /// Whether two places, line and column each, are in one expression: no statement ends between them.
    pub fn is_one_expression(&self, file: &str, a: (u32, u32), b: (u32, u32)) -> bool {
        let Some(text) = self.get(file) else { return false };
        let place = |(line, column)| text.place(line, column);
        let (Some(a), Some(b)) = (place(a.min(b)), place(a.max(b))) else { return false };
        text.code().get(a..b).is_some_and(|code| !code.iter().any(|c| b";{}".contains(c)))
    }

    /// The condition around a place; `None` if the file cannot be read.
    pub fn condition(&self, file: &str, line: u32, column: u32) -> Option<String> {
        let text = self.get(file)?;
        let found = around(text.code(), text.place(line, column)?)?;
        let words: Vec<&str> = found.split_whitespace().collect();
        let mut all = words.join(" ");
        if all.chars().count() > LONGEST {
            all = all.chars().take(LONGEST - 3).collect::<String>() + "...";
        }
        (!all.is_empty()).then_some(all)
    }
}

impl Texts {
    /// The files that a file includes, directly or not, and itself. Folders to look in are those where other files of the program
    /// were found, so this may miss some.
    pub fn included(&self, program: &Program, file: &str) -> Rc<HashMap<String, Included>> {
        if let Some(known) = self.included.borrow().get(file) {
            return known.clone();
        }
        let known: Vec<&str> = program.sources.files().map(|(_, path)| path).collect();
        let mut folders: BTreeSet<String> =
            ["/usr/include/", "/usr/include/x86_64-linux-gnu/"].map(String::from).into();
        let mut all = HashMap::from([(file.to_string(), Included::Always)]);
        let mut queue = vec![(file.to_string(), Included::Always)];
        while let Some((from, by)) = queue.pop() {
            let Some(text) = self.get(&from) else { continue };
            let here = from.rfind('/').map_or("", |at| &from[..=at]).to_string();
            for (name, how) in text.includes() {
                let how = (*how).min(by);
                let folder = |path: &&str| {
                    let before = path.strip_suffix(name.as_str())?;
                    (before.is_empty() || before.ends_with('/')).then(|| before.to_string())
                };
                folders.extend(known.iter().filter_map(folder));
                for folder in std::iter::once(&here).chain(&folders) {
                    let path = format!("{folder}{name}");
                    let is_there = || known.contains(&path.as_str()) || self.get(&path).is_some();
                    if all.get(&path).is_none_or(|now| *now < how) && is_there() {
                        all.insert(path.clone(), how);
                        queue.push((path, how));
                    }
                }
            }
        }
        let all = Rc::new(all);
        self.included.borrow_mut().insert(file.to_string(), all.clone());
        all
    }

    /// Whether a word stands in a file.
    pub fn mentions(&self, file: &str, word: &str) -> bool {
        self.get(file).is_some_and(|text| text.mentions(word))
    }

    /// Whether a name stands before a bracket: `name[`.
    pub fn indexes_anywhere(&self, file: &str, name: &str) -> bool {
        self.get(file).is_some_and(|text| text.indexes(name))
    }

    /// The same in some lines.
    pub fn indexes(&self, file: &str, name: &str, lines: Range<u32>) -> bool {
        let Some(text) = self.get(file) else { return false };
        let start = |line: u32| text.lines.get(line.saturating_sub(1) as usize).copied().unwrap_or(text.text.len());
        let part = &text.text[start(lines.start)..start(lines.end)];
        let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
        part.match_indices(name)
            .any(|(at, _)| part[at + name.len()..].trim_start().starts_with('[') && !part[..at].ends_with(is_word))
    }

    /// Whether the preprocessor is asked for a name: `#ifndef NAME`.
    pub fn asks_for(&self, file: &str, name: &str) -> bool {
        self.get(file).is_some_and(|text| text.asks_for(name))
    }

    /// Whether a macro that the file defines has a word in it, once.
    pub fn macro_has(&self, file: &str, name: &str, word: &str) -> bool {
        let Some(text) = self.get(file) else { return false };
        text.definitions(name).iter().any(|meaning| words_in(meaning).filter(|w| *w == word).count() == 1)
    }

    /// Whether a line is there whatever is defined.
    pub fn is_sure(&self, file: &str, line: u32) -> bool {
        self.get(file).is_none_or(|text| text.is_sure(line))
    }

    /// Whether a place lies in what stands before the `?` of a conditional expression.
    pub fn is_asked(&self, file: &str, line: u32, column: u32) -> bool {
        let asked = || {
            let text = self.get(file)?;
            let bytes = text.code();
            Some(bytes.get(span(bytes, text.place(line, column)?)?.1) == Some(&b'?'))
        };
        asked().unwrap_or(false)
    }
}

/// What a text includes, and whether it does so whatever is defined.
pub(crate) fn includes(text: &str) -> Vec<(&str, Included)> {
    let how = |sure| if sure { Included::Always } else { Included::Perhaps };
    sure_lines(text).filter_map(|(line, sure)| Some((included_name(line)?, how(sure)))).collect()
}

/// The lines of a text, and whether each is there whatever is defined. The guard of a header asks too, but is no condition.
pub(crate) fn sure_lines(text: &str) -> impl Iterator<Item = (&str, bool)> {
    let directive = |line: &str| line.trim_start().starts_with('#');
    let asks = |line: &str, word: &str| line.trim_start().trim_start_matches('#').trim_start().starts_with(word);
    let first = text.lines().find(|l| directive(l)).unwrap_or("");
    let guard = (asks(first, "ifndef") || asks(first, "if !") || asks(first, "if!")) as usize;
    let mut depth = 0usize;
    text.lines().map(move |line| {
        if directive(line) && asks(line, "if") {
            depth += 1;
        } else if directive(line) && asks(line, "endif") {
            depth = depth.saturating_sub(1);
        }
        (line, depth <= guard)
    })
}

/// What a line includes, without the folders that lead upwards.
fn included_name(line: &str) -> Option<&str> {
    let rest = line.trim_start().strip_prefix('#')?.trim_start().strip_prefix("include")?.trim_start();
    let name = rest.strip_prefix(['"', '<'])?.split(['"', '>']).next()?;
    Some(name.rsplit("../").next().unwrap_or(name).trim_start_matches("./"))
}

/// The identifiers and numbers of a text.
pub fn words_in(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').filter(|w| !w.is_empty())
}

fn is_end(text: &[u8], at: usize) -> bool {
    match text[at] {
        b';' | b'{' | b'}' | b'?' => true,
        b'&' | b'|' => {
            let doubled = |i: usize| text.get(i) == Some(&text[at]);
            doubled(at + 1) || at > 0 && doubled(at - 1)
        }
        b'#' => true,
        _ => false,
    }
}

/// The condition that a place lies in.
fn around(text: &[u8], at: usize) -> Option<String> {
    let (from, to) = span(text, at)?;
    let found = blanked(text.get(from..to.min(text.len()))?);
    let found = without_heads(String::from_utf8_lossy(&found).trim()).trim_start_matches('!').trim().to_string();
    Some(found)
}

/// Without what leads to the statement that a condition is in: `if (...) return`.
fn without_heads(text: &str) -> &str {
    let text = text.trim_start();
    let (word, rest) = text.split_at(text.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(text.len()));
    let rest = rest.trim_start();
    match word {
        "return" | "else" | "do" if !rest.is_empty() => without_heads(rest),
        "if" | "while" | "for" | "switch" if rest.starts_with('(') => {
            let mut depth = 0;
            let end = rest.find(|c| {
                depth += (c == '(') as i32 - (c == ')') as i32;
                depth == 0
            });
            end.map_or(text, |end| without_heads(&rest[end + 1..]))
        }
        _ => text,
    }
}

/// Where it begins and ends.
fn span(text: &[u8], at: usize) -> Option<(usize, usize)> {
    if at >= text.len() {
        return None;
    }
    let mut from = at;
    let mut depth = 0;
    while from > 0 {
        let c = text[from - 1];
        match c {
            b')' | b']' => depth += 1,
            b'(' | b'[' if depth == 0 => break,
            b'(' | b'[' => depth -= 1,
            b',' | b':' if depth == 0 => break,
            b'=' if depth == 0 && is_assignment(text, from - 1) => break,
            _ if depth == 0 && is_end(text, from - 1) => break,
            _ => {}
        }
        from -= 1;
    }
    let mut to = at;
    depth = 0;
    while to < text.len() {
        let c = text[to];
        match c {
            b'\'' | b'"' => to = end_of_quote(text, to),
            b'(' | b'[' => depth += 1,
            b')' | b']' if depth == 0 => break,
            b')' | b']' => depth -= 1,
            b',' if depth == 0 => break,
            _ if depth == 0 && is_end(text, to) => break,
            _ => {}
        }
        to += 1;
    }
    Some((from, to))
}

/// A single `=`.
fn is_assignment(text: &[u8], at: usize) -> bool {
    let before = at.checked_sub(1).map_or(b' ', |i| text[i]);
    text.get(at + 1) != Some(&b'=') && !b"=!<>".contains(&before)
}

fn end_of_quote(text: &[u8], at: usize) -> usize {
    let mut i = at + 1;
    while i < text.len() && text[i] != text[at] && text[i] != b'\n' {
        i += if text[i] == b'\\' { 2 } else { 1 };
    }
    i.min(text.len() - 1)
}

/// A source with its comments blanked: every place stays where it is.
pub(crate) fn blanked(text: &[u8]) -> Vec<u8> {
    let mut out = text.to_vec();
    let mut at = 0;
    while at < text.len() {
        let rest = &text[at..];
        let find = |what: &[u8]| rest.windows(what.len()).skip(2).position(|w| w == what).map(|i| i + 2);
        let end = match text[at] {
            b'\'' | b'"' => {
                at = end_of_quote(text, at) + 1;
                continue;
            }
            _ if rest.starts_with(b"/*") => find(b"*/").map_or(text.len(), |i| at + i + 2),
            _ if rest.starts_with(b"//") => find(b"\n").map_or(text.len(), |i| at + i),
            _ => {
                at += 1;
                continue;
            }
        };
        out[at..end].iter_mut().filter(|c| **c != b'\n').for_each(|c| *c = b' ');
        at = end;
    }
    out
}

pub(crate) fn without_comments(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find("/*") {
        out.push_str(&rest[..at]);
        rest = rest[at..].find("*/").map_or("", |end| &rest[at + end + 2..]);
    }
    out.push_str(rest.split("//").next().unwrap_or(""));
    out.replace("*/", "").trim().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_included() {
        let text = "/* x */\n#ifndef A_H\n#define A_H\n#include \"b.h\"\n#if X\n# include <c.h>\n#endif\n#include <d.h>\n#endif";
        let found: Vec<(&str, bool)> = includes(text).iter().map(|(n, h)| (*n, *h == Included::Always)).collect();
        assert_eq!(found, [("b.h", true), ("c.h", false), ("d.h", true)]);
        assert_eq!(includes("#if X\n#include <c.h>\n#endif"), [("c.h", Included::Perhaps)]);
    }

    #[test]
    fn conditions_around_a_place() {
        let find = |text: &str, mark: &str| around(text.as_bytes(), text.find(mark).expect("there"));
        let all = |text: &str, mark: &str| find(text, mark).expect("found");
        assert_eq!(all("if (a > 3 && f(b, c) == 'x') {", ">"), "a > 3");
        assert_eq!(all("if (a > 3 && f(b, c) == 'x') {", "=="), "f(b, c) == 'x'");
        assert_eq!(all("while (*p++ != ')' || q)", "!="), "*p++ != ')'");
        assert_eq!(all("return i > j ? 9 : 10;", ">"), "i > j");
        assert_eq!(all("if (a && f(b))\n    return i > j ? 9 : 10;", ">"), "i > j");
        assert_eq!(all("{ /* x */ if (a) return !b ? 9 : 10;", "b"), "b");
        assert_eq!(all("else return iffy(a) == b;", "=="), "iffy(a) == b");
        assert_eq!(all("x = (a & 3) == b;", "=="), "(a & 3) == b");
        assert_eq!(all("for (i = 0; i < n; i++)", "<"), "i < n");
        assert_eq!(all("if (!ok)", "ok"), "ok");
        assert_eq!(all("<% return a == 3; %>", "=="), "<% return a == 3");
        let commented = |text: &str, mark| all(&String::from_utf8_lossy(&blanked(text.as_bytes())), mark);
        assert_eq!(commented("x = 1; /* note: it's odd */ return i <= N ? i : 0;", "<="), "i <= N");
        assert_eq!(commented("// a, b\nif (s == \"/*\" && t)", "=="), "s == \"/*\"");
    }
}
