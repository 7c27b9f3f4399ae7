//! Templates: what inputs that worked have in common is kept fixed, so that the rest can be searched deeply.
//!
//! `mine` finds patterns in inputs that reached something new, `rank` says which to try, `positions` where their items go. What
//! came of a template makes its pattern a good or a bad one, also for the next session.

pub mod mine;
pub mod positions;
pub mod rank;

use crate::corpus::{Corpus, Entry, Origin};
use crescendo_process::{Input, Shape, Slot, names};
use mine::{Bounds, Item, mine};
use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::Path;

/// Items of one source that are looked at, and of all.
const ITEMS: usize = 48;
const ALL_ITEMS: usize = 128;
/// Patterns tried before inputs are mined again.
const RANKED: usize = 20;
/// A template is good from so many new goals on, and bad up to so many.
const GOOD: usize = 3;
const BAD: usize = 1;
/// Inputs worth mining.
const FEWEST: usize = 6;

/// Words are items of their own behind the bytes.
const WORDS: Item = 256;

/// Where an item stands: the source and the byte in it.
type Place = (usize, usize);

#[derive(Clone, Debug)]
pub struct Template {
    pub pattern: Vec<Item>,
    /// Bytes by the name of their source and their place in it.
    pub fixed: BTreeMap<(String, usize), u8>,
    /// Inputs that have the pattern: the search begins there.
    pub start: Vec<Input>,
}

pub struct Templates {
    words: Vec<Vec<u8>>,
    good: Vec<Vec<Item>>,
    bad: Vec<Vec<Item>>,
    tried: BTreeSet<Vec<Item>>,
    ranked: Vec<mine::Pattern>,
    sequences: Vec<(Vec<Item>, Vec<Place>)>,
    inputs: Vec<Input>,
    mined_at: usize,
    pub count: u64,
}

impl Templates {
    pub fn new(words: &[Vec<u8>]) -> Templates {
        let words = words.iter().filter(|w| w.len() > 1).cloned().collect();
        Templates {
            words,
            good: Vec::new(),
            bad: Vec::new(),
            tried: BTreeSet::new(),
            ranked: Vec::new(),
            sequences: Vec::new(),
            inputs: Vec::new(),
            mined_at: 0,
            count: 0,
        }
    }

    /// The next template to try, if the inputs so far give one.
    pub fn next(&mut self, corpus: &Corpus, shape: &Shape) -> Option<Template> {
        loop {
            if self.ranked.is_empty() && !self.mine(&corpus.entries, shape) {
                return None;
            }
            let pattern = self.ranked.remove(0).items;
            if self.tried.insert(pattern.clone())
                && let Some(template) = self.template(pattern, shape)
            {
                self.count += 1;
                return Some(template);
            }
        }
    }

    /// What came of a template.
    pub fn learn(&mut self, template: &Template, goals: usize) {
        if goals >= GOOD {
            self.good.push(template.pattern.clone());
        } else if goals <= BAD {
            self.bad.push(template.pattern.clone());
        }
    }

    fn mine(&mut self, entries: &[Entry], shape: &Shape) -> bool {
        let grown = entries.len() >= FEWEST && entries.len() >= self.mined_at + self.mined_at / 8 + 4;
        if !grown {
            return false;
        }
        self.mined_at = entries.len();
        // What is found at once says little about what is hard to find.
        let effective: Vec<&Entry> = entries.iter().filter(|e| e.goals > 0 && e.origin != Origin::Sync).collect();
        let late = &effective[effective.len() / 5..];
        self.inputs = late.iter().rev().take(200).map(|e| e.input.clone()).collect();
        self.sequences = self.inputs.iter().map(|i| self.sequence(i, shape)).collect();
        let only: Vec<Vec<Item>> = self.sequences.iter().map(|(items, _)| items.clone()).collect();
        let support = (only.len() / 20).max(2);
        let mut found = mine(&only, Bounds { support, length: 8, patterns: 2000 });
        found.retain(|p| !self.tried.contains(&p.items));
        self.ranked = rank::rank(&found, &self.good, &self.bad, RANKED);
        !self.ranked.is_empty()
    }

    /// The sources of an input by name, in their order.
    fn sources<'i>(input: &'i Input, shape: &Shape) -> Vec<(String, &'i [u8])> {
        let mut all: Vec<(String, &[u8])> = Vec::new();
        let groups = shape.split(&input.args).unwrap_or_default();
        let mut number = 0;
        for ((_, count, _), own) in shape.symbols().zip(groups) {
            all.extend(own.iter().enumerate().map(|(i, w)| (names::argument(number + i), *w)));
            number += count;
        }
        if shape.stdin.is_some() {
            all.push((names::STDIN.to_string(), &input.stdin));
        }
        for (name, bytes) in &input.files {
            all.push((names::file(name), bytes.as_deref().unwrap_or_default()));
        }
        all.push((names::DATA.to_string(), &input.data));
        all
    }

    /// The place of a source among all that the shape can have.
    fn number(shape: &Shape, name: &str) -> usize {
        let most: usize = shape.args.iter().map(|s| if let Slot::Symbols { count, .. } = s { *count } else { 0 }).sum();
        let argument = (0..most).find(|i| names::argument(*i) == name);
        let file = || shape.files.keys().position(|f| names::file(f) == name).map(|i| most + 2 + i);
        argument.or_else(|| (name == names::STDIN).then_some(most)).or_else(file).unwrap_or(most + 1)
    }

    fn sequence(&self, input: &Input, shape: &Shape) -> (Vec<Item>, Vec<Place>) {
        let (mut items, mut places) = (Vec::new(), Vec::new());
        for (name, bytes) in Templates::sources(input, shape) {
            let number = Templates::number(shape, &name);
            let (mut at, mut own) = (0, 0);
            while at < bytes.len() && own < ITEMS && items.len() < ALL_ITEMS {
                let word =
                    (0..).zip(&self.words).filter(|(_, w)| bytes[at..].starts_with(w)).max_by_key(|(_, w)| w.len());
                let (item, length) = match word {
                    Some((i, w)) => (WORDS + i, w.len()),
                    None => (bytes[at] as Item, 1),
                };
                // What nobody looked at is zero.
                if item != 0 {
                    items.push(item);
                    places.push((number, at));
                    own += 1;
                }
                at += length;
            }
        }
        (items, places)
    }

    fn bytes(&self, item: Item) -> Vec<u8> {
        match item.checked_sub(WORDS) {
            Some(word) => self.words.get(word as usize).cloned().unwrap_or_default(),
            None => vec![item as u8],
        }
    }

    fn template(&self, pattern: Vec<Item>, shape: &Shape) -> Option<Template> {
        let with: Vec<usize> =
            (0..self.sequences.len()).filter(|i| mine::contains(&self.sequences[*i].0, &pattern)).collect();
        let sequences: Vec<_> = with.iter().map(|i| self.sequences[*i].clone()).collect();
        let places = positions::positions(&pattern, &sequences)?;
        let start: Vec<Input> = with.iter().take(3).map(|i| self.inputs[*i].clone()).collect();
        let by_number: BTreeMap<usize, String> = self
            .inputs
            .iter()
            .flat_map(|i| Templates::sources(i, shape))
            .map(|(name, _)| (Templates::number(shape, &name), name))
            .collect();
        let mut fixed = BTreeMap::new();
        for (item, (number, at)) in pattern.iter().zip(places) {
            let name = by_number.get(&number)?;
            for (k, b) in (at..).zip(self.bytes(*item)) {
                fixed.insert((name.clone(), k), b);
            }
        }
        Some(Template { pattern, fixed, start })
    }

    /// A pattern in words, for people and for the next session.
    pub fn shown(&self, pattern: &[Item]) -> Vec<String> {
        pattern.iter().map(|i| String::from_utf8_lossy(&self.bytes(*i)).escape_debug().to_string()).collect()
    }

    /// Keeps what was learned.
    pub fn store(&self, file: &Path) -> io::Result<()> {
        let bytes = |p: &Vec<Item>| p.iter().map(|i| self.bytes(*i)).collect::<Vec<_>>();
        let all = |list: &[Vec<Item>]| list.iter().map(bytes).collect::<Vec<_>>();
        let shown: Vec<_> = self.good.iter().map(|p| self.shown(p)).collect();
        let json = serde_json::json!({ "good": all(&self.good), "bad": all(&self.bad), "shown": shown });
        std::fs::write(file, json.to_string())
    }

    /// What an earlier session learned; a file that is none is as good as nothing.
    pub fn load(&mut self, file: &Path) {
        let text = std::fs::read_to_string(file).unwrap_or_default();
        let Ok(json) = serde_json::from_str::<serde_json::Value>(&text) else { return };
        let list = |key: &str| -> Vec<Vec<Vec<u8>>> { serde_json::from_value(json[key].clone()).unwrap_or_default() };
        let item = |bytes: &Vec<u8>| match (bytes.as_slice(), self.words.iter().position(|w| w == bytes)) {
            (_, Some(i)) => Some(WORDS + i as Item),
            ([b], None) => Some(*b as Item),
            _ => None,
        };
        let known = |p: &Vec<Vec<u8>>| p.iter().map(item).collect::<Option<Vec<Item>>>();
        let (good, bad) =
            (list("good").iter().filter_map(known).collect(), list("bad").iter().filter_map(known).collect());
        (self.good, self.bad) = (good, bad);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::Gain;
    use std::time::Duration;

    /// The example of the paper: `-x` and `du` are what effective inputs have in common.
    #[test]
    fn patterns_of_two_arrays_become_templates() {
        let shape = Shape { stdin: Some(16), ..Shape::default() };
        let folder = tempfile::tempdir().unwrap();
        let mut corpus = Corpus::new(folder.path(), "./p", 100).unwrap();
        for text in ["a-x1du", "b-x2du", "c-x3du", "d-xxdu", "e-x5du", "f-x6du", "g-x7du", "h-x8du"] {
            let input = Input { stdin: text.as_bytes().to_vec(), ..Input::default() };
            corpus.keep(input, Origin::Solver, Gain { goals: 1, edges: 1 }, Duration::ZERO, None).unwrap();
        }
        let mut templates = Templates::new(&[]);
        let t = templates.next(&corpus, &shape).unwrap();
        let fixed: Vec<(usize, u8)> = t.fixed.iter().map(|((_, at), b)| (*at, *b)).collect();
        assert_eq!(fixed, [(1, b'-'), (2, b'x'), (4, b'd'), (5, b'u')]);
        assert!(t.start.len() == 3 && t.fixed.keys().all(|(of, _)| of == "stdin"));
    }

    #[test]
    fn words_of_the_program_are_items() {
        let shape = Shape { stdin: Some(16), ..Shape::default() };
        let templates = Templates::new(&[b"while".to_vec(), b"wh".to_vec()]);
        let input = Input { stdin: b"(while)".to_vec(), ..Input::default() };
        let (items, places) = templates.sequence(&input, &shape);
        assert_eq!(items, [b'(' as Item, WORDS, b')' as Item]);
        assert_eq!(places, [(0, 0), (0, 1), (0, 6)]);
        assert_eq!(templates.shown(&items), ["(", "while", ")"]);
    }
}
