//! What the inputs of a program can be: which arguments, how long standard input and files are at most, which variables of the
//! environment are read.

use crate::input::Input;
use std::collections::{BTreeMap, BTreeSet};

/// Bytes of an argument, of standard input and of a file, where nobody says.
pub const ARGUMENT: usize = 10;
pub const STREAM: usize = 1024;
/// Arguments where nobody says.
pub const ARGUMENTS: usize = 3;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shape {
    /// `argv[0]`.
    pub program: String,
    pub args: Vec<Slot>,
    /// Bytes at most; `None`: it is empty.
    pub stdin: Option<usize>,
    /// Files that are inputs, with their bytes at most.
    pub files: BTreeMap<String, usize>,
    /// Files that are there in some runs only.
    pub optional: BTreeSet<String>,
    /// Variables of the environment that are inputs, with their bytes at most.
    pub env: BTreeMap<String, usize>,
    /// Bytes of a fuzz harness.
    pub data: usize,
}

/// A place on the command line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Slot {
    Word(Vec<u8>),
    /// Up to so many arguments, each of so many bytes at most.
    Symbols {
        count: usize,
        bytes: usize,
    },
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ShapeError {
    #[error("`{0}`: a quote is not closed")]
    Quote(String),
    #[error("`{0}`: expected sym:COUNT:BYTES, like sym:2:10, with at most 64 arguments of at most 4096 bytes")]
    Symbols(String),
    #[error("`{0}`: expected NAME:BYTES, like input.txt:200")]
    File(String),
}

impl Shape {
    /// What a command line is, as in `sym:2:10 file`: up to two arguments of up to ten bytes, then the word `file`.
    pub fn arguments(text: &str) -> Result<Vec<Slot>, ShapeError> {
        let words = shlex::split(text).ok_or_else(|| ShapeError::Quote(text.to_string()))?;
        words.iter().map(|w| slot(w)).collect()
    }

    /// `NAME:BYTES`, or a name alone.
    pub fn file(text: &str) -> Result<(String, usize), ShapeError> {
        let bad = || ShapeError::File(text.to_string());
        match text.rsplit_once(':') {
            Some((name, bytes)) if !name.is_empty() => Ok((name.to_string(), bytes.parse().map_err(|_| bad())?)),
            None if !text.is_empty() => Ok((text.to_string(), STREAM)),
            _ => Err(bad()),
        }
    }

    /// Makes room for an input that somebody has: only what the shape leaves open grows.
    pub fn include(&mut self, input: &Input) {
        let longest = input.args.iter().map(Vec::len).max().unwrap_or(0);
        let words = self.args.iter().filter(|s| matches!(s, Slot::Word(_))).count();
        for slot in &mut self.args {
            if let Slot::Symbols { count, bytes } = slot {
                *count = (*count).max(input.args.len().saturating_sub(words)).min(MOST_ARGUMENTS);
                *bytes = (*bytes).max(longest + 2).min(MOST_BYTES);
                break;
            }
        }
        if !input.stdin.is_empty() {
            let most = self.stdin.get_or_insert(0);
            *most = (*most).max(input.stdin.len() + input.stdin.len() / 4 + 16);
        }
        for (name, bytes) in &input.files {
            let len = bytes.as_ref().map_or(0, Vec::len);
            let most = self.files.entry(name.clone()).or_insert(0);
            *most = (*most).max(len + len / 4 + 16);
            if bytes.is_none() {
                self.optional.insert(name.clone());
            }
        }
        for (name, value) in &input.env {
            let most = self.env.entry(name.clone()).or_insert(0);
            *most = (*most).max(value.len() + 2);
        }
        self.data = self.data.max(input.data.len() + input.data.len() / 4);
    }

    /// The arguments that are inputs, by place: which group of the shape each belongs to, and its bytes at most.
    pub fn symbols(&self) -> impl Iterator<Item = (usize, usize, usize)> {
        let groups = self.args.iter().filter_map(|s| match s {
            Slot::Symbols { count, bytes } => Some((*count, *bytes)),
            Slot::Word(_) => None,
        });
        groups.enumerate().map(|(g, (count, bytes))| (g, count, bytes))
    }

    /// Which words of a command line are inputs: by group, in the order of the shape. `None`: it has other words.
    pub fn split<'a>(&self, args: &'a [Vec<u8>]) -> Option<Vec<Vec<&'a [u8]>>> {
        let mut rest = args;
        let mut groups = Vec::new();
        for (i, slot) in self.args.iter().enumerate() {
            match slot {
                Slot::Word(word) => rest = rest.split_first().filter(|(w, _)| *w == word)?.1,
                Slot::Symbols { count, .. } => {
                    // As many as there are, but for the words that must follow.
                    let words = self.args[i + 1..].iter().filter(|s| matches!(s, Slot::Word(_))).count();
                    let take = rest.len().checked_sub(words)?.min(*count);
                    let (own, others) = rest.split_at(take);
                    groups.push(own.iter().map(Vec::as_slice).collect());
                    rest = others;
                }
            }
        }
        rest.is_empty().then_some(groups)
    }
}

const MOST_ARGUMENTS: usize = 64;
const MOST_BYTES: usize = 4096;

fn slot(word: &str) -> Result<Slot, ShapeError> {
    let Some(rest) = word.strip_prefix("sym:") else { return Ok(Slot::Word(word.as_bytes().to_vec())) };
    let bad = || ShapeError::Symbols(word.to_string());
    let (count, bytes) = rest.split_once(':').ok_or_else(bad)?;
    let (count, bytes) = (count.parse().map_err(|_| bad())?, bytes.parse().map_err(|_| bad())?);
    match count <= MOST_ARGUMENTS && bytes <= MOST_BYTES {
        true => Ok(Slot::Symbols { count, bytes }),
        false => Err(bad()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(list: &[&str]) -> Vec<Vec<u8>> {
        list.iter().map(|w| w.as_bytes().to_vec()).collect()
    }

    #[test]
    fn a_command_line_has_words_and_symbols() {
        let slots = Shape::arguments("-n sym:2:10 'a b' file").unwrap();
        let word = |w: &str| Slot::Word(w.as_bytes().to_vec());
        assert_eq!(slots, [word("-n"), Slot::Symbols { count: 2, bytes: 10 }, word("a b"), word("file")]);
        for wrong in ["sym:2", "sym:x:1", "sym:1:x", "sym:1:99999", "sym:65:1", "'a"] {
            assert!(Shape::arguments(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn inputs_are_split_as_the_shape_says() {
        let shape = Shape { args: Shape::arguments("-n sym:2:10 file").unwrap(), ..Shape::default() };
        let args = words(&["-n", "x", "file"]);
        assert_eq!(shape.split(&args), Some(vec![vec![&b"x"[..]]]));
        assert_eq!(shape.split(&words(&["-n", "file"])), Some(vec![vec![]]));
        assert_eq!(shape.split(&words(&["-n", "x", "y", "z", "file"])), None);
        assert_eq!(shape.split(&words(&["-m", "file"])), None);
    }

    #[test]
    fn a_seed_makes_room_for_itself() {
        let mut shape = Shape { args: Shape::arguments("sym:1:3").unwrap(), ..Shape::default() };
        let mut seed = Input { args: words(&["--long", "x"]), stdin: vec![7; 100], ..Input::default() };
        seed.files.insert("f".into(), Some(vec![1; 10]));
        shape.include(&seed);
        assert_eq!(shape.args, [Slot::Symbols { count: 2, bytes: 8 }]);
        assert!(shape.split(&seed.args).is_some());
        assert!(shape.stdin >= Some(100) && shape.files["f"] >= 10);
    }

    #[test]
    fn files_have_names_and_sizes() {
        assert_eq!(Shape::file("a.txt:12"), Ok(("a.txt".into(), 12)));
        assert_eq!(Shape::file("a.txt"), Ok(("a.txt".into(), STREAM)));
        assert!(Shape::file(":3").is_err() && Shape::file("a:b").is_err() && Shape::file("").is_err());
    }
}
