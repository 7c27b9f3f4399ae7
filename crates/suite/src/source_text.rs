//! A source file, read once, and what its preprocessor lines say.

use crate::text::is_identifier;
use crate::words::{Included, blanked, includes, sure_lines, words_in};
use std::collections::{HashMap, HashSet};
use std::sync::{Arc, LazyLock, Mutex, OnceLock, PoisonError};
use std::time::SystemTime;

pub(crate) struct SourceText {
    /// Bytes that are no UTF-8 are `?`, so that every place is where it was.
    pub text: String,
    /// Where each line begins.
    pub lines: Vec<usize>,
    macros: OnceLock<HashMap<String, Vec<String>>>,
    asked: OnceLock<HashSet<String>>,
    words: OnceLock<HashSet<String>>,
    indexed: OnceLock<HashSet<String>>,
    includes: OnceLock<Vec<(String, Included)>>,
    code: OnceLock<Vec<u8>>,
}

/// What tells one state of a file from another.
type Stamp = (u64, Option<SystemTime>);

type Read = HashMap<String, (Stamp, Arc<SourceText>)>;

static READ: LazyLock<Mutex<Read>> = LazyLock::new(Mutex::default);

impl SourceText {
    pub fn read(file: &str) -> Option<Arc<SourceText>> {
        let data = std::fs::metadata(file).ok()?;
        let stamp = (data.len(), data.modified().ok());
        let mut read = READ.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, known)) = read.get(file).filter(|(s, _)| *s == stamp) {
            return Some(known.clone());
        }
        let text = Arc::new(SourceText::of(&std::fs::read(file).ok()?));
        read.insert(file.to_string(), (stamp, text.clone()));
        Some(text)
    }

    pub fn of(bytes: &[u8]) -> SourceText {
        let ends = bytes.iter().enumerate().filter(|(_, b)| **b == b'\n').map(|(i, _)| i + 1);
        let lines = std::iter::once(0).chain(ends).collect();
        let mut text = String::with_capacity(bytes.len());
        for chunk in bytes.utf8_chunks() {
            text.push_str(chunk.valid());
            text.extend(chunk.invalid().iter().map(|_| '?'));
        }
        SourceText {
            text,
            lines,
            macros: OnceLock::new(),
            asked: OnceLock::new(),
            words: OnceLock::new(),
            indexed: OnceLock::new(),
            includes: OnceLock::new(),
            code: OnceLock::new(),
        }
    }

    /// The bytes, with spaces for comments.
    pub fn code(&self) -> &[u8] {
        self.code.get_or_init(|| blanked(self.text.as_bytes()))
    }

    /// The place of a line and a column, both from 1.
    pub fn place(&self, line: u32, column: u32) -> Option<usize> {
        Some(self.lines.get(line.checked_sub(1)? as usize)? + column.saturating_sub(1) as usize)
    }

    /// What the file defines a name as, if it does so once.
    pub fn defined_as(&self, name: &str) -> Option<&str> {
        match self.definitions(name) {
            [one] => Some(one),
            _ => None,
        }
    }

    /// All that the file defines a name as.
    pub fn definitions(&self, name: &str) -> &[String] {
        self.macros.get_or_init(|| self.all_macros()).get(name).map_or(&[], Vec::as_slice)
    }

    fn all_macros(&self) -> HashMap<String, Vec<String>> {
        let mut all: HashMap<String, Vec<String>> = HashMap::new();
        let mut lines = self.text.lines();
        while let Some(line) = lines.next() {
            let Some(rest) = directive(line).and_then(|d| d.strip_prefix("define")) else { continue };
            let mut whole = rest.to_string();
            while whole.ends_with('\\') {
                whole.pop();
                whole.push(' ');
                whole.push_str(lines.next().unwrap_or_default());
            }
            let Some((name, meaning)) = whole.trim_start().split_once(char::is_whitespace) else { continue };
            if is_identifier(name) {
                let meaning = meaning.split("/*").next().unwrap_or(meaning).trim().to_string();
                all.entry(name.to_string()).or_default().push(meaning);
            }
        }
        all
    }

    /// Whether a word stands in the file.
    pub fn mentions(&self, word: &str) -> bool {
        self.words.get_or_init(|| words_in(&self.text).map(String::from).collect()).contains(word)
    }

    /// Whether a name stands before a bracket somewhere: `name[`.
    pub fn indexes(&self, name: &str) -> bool {
        let is_part = |b: &u8| b.is_ascii_alphanumeric() || *b == b'_';
        let all = || {
            let code = self.code();
            let name = |(at, _): (usize, &u8)| {
                let before = code[..at].trim_ascii_end();
                let start = before.iter().rposition(|b| !is_part(b)).map_or(0, |i| i + 1);
                Some(String::from_utf8_lossy(&before[start..]).into_owned()).filter(|n| !n.is_empty())
            };
            code.iter().enumerate().filter(|(_, b)| **b == b'[').filter_map(name).collect()
        };
        self.indexed.get_or_init(all).contains(name)
    }

    /// Whether a line is there whatever is defined.
    pub fn is_sure(&self, line: u32) -> bool {
        let at = (line as usize).saturating_sub(1);
        sure_lines(&self.text).nth(at).is_none_or(|(_, sure)| sure)
    }

    /// What the file includes.
    pub fn includes(&self) -> &[(String, Included)] {
        let all = || includes(&self.text).into_iter().map(|(name, how)| (name.to_string(), how)).collect();
        self.includes.get_or_init(all)
    }

    /// Whether the preprocessor is asked for a name: `#ifndef NAME`.
    pub fn asks_for(&self, name: &str) -> bool {
        let is_macro = |line: &&str| line.contains("define") && !line.contains("defined");
        let all = || {
            let asking = self.text.lines().filter(|l| directive(l).is_some()).filter(|l| !is_macro(l));
            asking.flat_map(words_in).map(String::from).collect()
        };
        self.asked.get_or_init(all).contains(name)
    }
}

/// What follows the `#` of a line.
fn directive(line: &str) -> Option<&str> {
    Some(line.trim_start().strip_prefix('#')?.trim_start())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_names_are_defined_as() {
        let text =
            SourceText::of(b"#define A 3 /* x */\n# define B A\n#define C 3\n#define C 4\n#define F \\\n\tint f()\n");
        assert_eq!((text.defined_as("A"), text.defined_as("C"), text.defined_as("Z")), (Some("3"), None, None));
        assert_eq!(text.definitions("F"), ["int f()"]);
    }

    #[test]
    fn what_is_asked_for() {
        let text = SourceText::of(b"#ifndef A\n#define B C\n#if defined(D)\nint \xff;\n#endif\n");
        let asked = ["A", "B", "C", "D"].map(|n| text.asks_for(n));
        assert_eq!(asked, [true, false, false, true]);
        assert_eq!(text.place(4, 5).map(|at| &text.text[at..=at]), Some("?"));
    }
}
