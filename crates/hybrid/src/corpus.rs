//! Inputs that reach what no earlier one reached.

use crate::rng::Rng;
use crescendo_process::{Input, store};
use std::collections::HashSet;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Who found an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Origin {
    Seed,
    /// The machine's search.
    Solver,
    Mutation,
    /// A template of inputs that worked.
    Template,
    /// Another fuzzer, by its queue.
    Sync,
}

impl Origin {
    pub fn name(self) -> &'static str {
        match self {
            Origin::Seed => "seed",
            Origin::Solver => "solver",
            Origin::Mutation => "mutation",
            Origin::Template => "template",
            Origin::Sync => "sync",
        }
    }
}

#[derive(Clone, Debug)]
pub struct Entry {
    pub input: Input,
    pub origin: Origin,
    /// Since the start.
    pub found: Duration,
    /// What it was first to reach.
    pub goals: usize,
    /// How often it was changed.
    pub tried: u64,
    /// It is the smallest that reaches something.
    pub favoured: bool,
    pub name: String,
}

/// What all inputs reached.
#[derive(Clone, Debug)]
pub struct Reached {
    goals: Vec<bool>,
    pub count: usize,
    /// Which powers of two an edge was passed: a bit each.
    edges: Vec<u8>,
}

/// The power of two of a count, as a bit.
fn bucket(count: u8) -> u8 {
    match count {
        0 => 0,
        1 => 1,
        2 => 2,
        3 => 4,
        4..=7 => 8,
        8..=15 => 16,
        16..=31 => 32,
        32..=127 => 64,
        _ => 128,
    }
}

/// What a run added.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Gain {
    pub goals: usize,
    pub edges: usize,
}

impl Gain {
    pub fn is_any(self) -> bool {
        self.goals + self.edges > 0
    }
}

impl Reached {
    pub fn new(goals: usize) -> Reached {
        Reached { goals: vec![false; goals], count: 0, edges: Vec::new() }
    }

    pub fn goal(&self, g: usize) -> bool {
        self.goals.get(g).copied().unwrap_or(false)
    }

    pub fn add(&mut self, goals: &[u8], edges: &[u8]) -> Gain {
        let mut gain = Gain::default();
        for (i, chunk) in goals.chunks(8).enumerate() {
            if chunk.iter().all(|b| *b == 0) {
                continue;
            }
            for (j, _) in chunk.iter().enumerate().filter(|(_, b)| **b != 0) {
                if let Some(seen) = self.goals.get_mut(i * 8 + j)
                    && !std::mem::replace(seen, true)
                {
                    gain.goals += 1;
                    self.count += 1;
                }
            }
        }
        self.edges.resize(self.edges.len().max(edges.len()), 0);
        for (i, chunk) in edges.chunks_exact(8).enumerate() {
            if u64::from_ne_bytes(chunk.try_into().expect("eight bytes")) == 0 {
                continue;
            }
            for (j, count) in chunk.iter().enumerate().filter(|(_, b)| **b != 0) {
                let (bit, seen) = (bucket(*count), &mut self.edges[i * 8 + j]);
                if *seen & bit == 0 {
                    *seen |= bit;
                    gain.edges += 1;
                }
            }
        }
        gain
    }
}

pub struct Corpus {
    pub entries: Vec<Entry>,
    pub reached: Reached,
    seen: HashSet<Input>,
    folder: PathBuf,
    program: String,
    /// Numbers of names so far.
    next: usize,
}

impl Corpus {
    pub fn new(folder: &Path, program: &str, goals: usize) -> io::Result<Corpus> {
        std::fs::create_dir_all(folder)?;
        Ok(Corpus {
            entries: Vec::new(),
            reached: Reached::new(goals),
            seen: HashSet::new(),
            folder: folder.to_path_buf(),
            program: program.to_string(),
            next: 0,
        })
    }

    /// What an earlier session left.
    pub fn stored(folder: &Path, harness: bool) -> Vec<(String, Input)> {
        let mut names: Vec<_> = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|e| e.path()).collect();
        names.sort();
        let name = |p: &Path| p.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let read = |p: PathBuf| {
            // Half-written ones were in flight.
            let whole = !name(&p).starts_with('.');
            Some((name(&p), store::read(&p, harness).ok().filter(|_| whole)?))
        };
        names.into_iter().filter_map(read).collect()
    }

    /// Whether an input was run before.
    pub fn is_new(&mut self, input: &Input) -> bool {
        const MOST: usize = 1 << 18;
        if self.seen.len() > MOST {
            self.seen.clear();
        }
        self.seen.insert(input.clone())
    }

    /// Keeps an input, on disk before anything else happens.
    pub fn keep(
        &mut self,
        input: Input,
        origin: Origin,
        gain: Gain,
        found: Duration,
        stored: Option<String>,
    ) -> io::Result<usize> {
        let number = |name: &str| name.split('-').next().and_then(|n| n.parse::<usize>().ok());
        let name = match stored {
            Some(name) => {
                self.next = self.next.max(number(&name).map_or(0, |n| n + 1));
                name
            }
            None => {
                let name = format!("{:06}-{}", self.next, origin.name());
                self.next += 1;
                let (part, whole) = (self.folder.join(format!(".{name}")), self.folder.join(&name));
                match input.data.is_empty() {
                    true => store::write(&part, &input, &self.program)?,
                    false => std::fs::write(&part, &input.data)?,
                }
                std::fs::rename(part, whole)?;
                name
            }
        };
        let goals = gain.goals;
        self.entries.push(Entry { input, origin, found, goals, tried: 0, favoured: goals > 0, name });
        Ok(self.entries.len() - 1)
    }

    /// One to change: those that reached goals first come more often, and those that were changed less.
    pub fn pick(&mut self, rng: &mut Rng) -> Option<usize> {
        let n = self.entries.len();
        let mut best = None;
        for _ in 0..4.min(n) {
            let i = if rng.one_in(3) { n - 1 - rng.below(n.min(16)) } else { rng.below(n) };
            let e = &self.entries[i];
            let rank = (!e.favoured, e.tried / 64, e.input.size());
            if best.is_none_or(|(r, _)| rank < r) {
                best = Some((rank, i));
            }
        }
        let (_, i) = best?;
        self.entries[i].tried += 1;
        Some(i)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn new_goals_and_new_powers_of_two_are_gains() {
        let mut r = Reached::new(10);
        let mut edges = [0; 16];
        edges[3] = 1;
        assert_eq!(r.add(&[0, 1, 0, 0, 0, 0, 0, 0, 1, 0], &edges), Gain { goals: 2, edges: 1 });
        assert_eq!(r.add(&[0, 1, 0, 0, 0, 0, 0, 0, 1, 0], &edges), Gain::default());
        edges[3] = 5;
        assert_eq!(r.add(&[0; 10], &edges), Gain { goals: 0, edges: 1 });
        edges[3] = 6;
        assert!(!r.add(&[0; 10], &edges).is_any());
        assert!(r.goal(1) && r.goal(8) && !r.goal(0) && r.count == 2);
    }
}
