//! Closed sequential patterns: sequences of items that many inputs contain in that order, with anything in between. Closed: no
//! longer pattern has the same support. By BIDE: patterns grow at their end, and one that could grow elsewhere without losing an
//! input is not told.

use std::collections::BTreeSet;

pub type Item = u32;

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Pattern {
    pub items: Vec<Item>,
    /// How many inputs contain it.
    pub support: usize,
}

/// What is mined at most: inputs may have thousands of patterns.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// Inputs that must contain a pattern.
    pub support: usize,
    pub length: usize,
    pub patterns: usize,
}

/// The closed patterns of these sequences, shortest first where they come from the same beginning.
pub fn mine(sequences: &[Vec<Item>], bounds: Bounds) -> Vec<Pattern> {
    let mut miner = Miner { sequences, bounds, found: Vec::new() };
    let all: Vec<(usize, usize)> = (0..sequences.len()).map(|s| (s, 0)).collect();
    miner.grow(&mut Vec::new(), &all);
    miner.found
}

struct Miner<'a> {
    sequences: &'a [Vec<Item>],
    bounds: Bounds,
    found: Vec<Pattern>,
}

impl Miner<'_> {
    /// `at`: the sequences that contain the prefix, each with where its first match ends.
    fn grow(&mut self, prefix: &mut Vec<Item>, at: &[(usize, usize)]) {
        if self.found.len() >= self.bounds.patterns || prefix.len() >= self.bounds.length {
            return;
        }
        let mut next: Vec<(Item, Vec<(usize, usize)>)> = Vec::new();
        let mut items = BTreeSet::new();
        for &(s, from) in at {
            items.extend(self.sequences[s][from..].iter().copied());
        }
        for item in items {
            let end = |&(s, from): &(usize, usize)| {
                let place = self.sequences[s][from..].iter().position(|i| *i == item)?;
                Some((s, from + place + 1))
            };
            let places: Vec<_> = at.iter().filter_map(end).collect();
            if places.len() >= self.bounds.support.max(1) {
                next.push((item, places));
            }
        }
        for (item, places) in next {
            if self.found.len() >= self.bounds.patterns {
                return;
            }
            prefix.push(item);
            let containing: Vec<usize> = places.iter().map(|(s, _)| *s).collect();
            if !self.grows_before(prefix, &containing, Period::Semi) {
                let closed = !self.grows_behind(&places) && !self.grows_before(prefix, &containing, Period::Whole);
                if closed {
                    self.found.push(Pattern { items: prefix.clone(), support: places.len() });
                }
                self.grow(prefix, &places);
            }
            prefix.pop();
        }
    }

    /// Whether an item follows in all of them.
    fn grows_behind(&self, places: &[(usize, usize)]) -> bool {
        let rest = |&(s, from): &(usize, usize)| self.sequences[s][from..].iter().copied().collect::<BTreeSet<_>>();
        common(places.iter().map(rest))
    }

    /// Whether an item fits before one of the prefix's in all of them: then the prefix is not closed; where even the first match
    /// has room for it, nothing that begins with the prefix is.
    fn grows_before(&self, prefix: &[Item], containing: &[usize], period: Period) -> bool {
        let matches: Vec<(Vec<usize>, Vec<usize>)> = containing
            .iter()
            .map(|s| {
                let sequence = &self.sequences[*s];
                let first = first_match(sequence, prefix);
                let end = match period {
                    Period::Whole => sequence.len(),
                    Period::Semi => first.last().map_or(0, |l| l + 1),
                };
                let last = last_match(&sequence[..end], prefix);
                (first, last)
            })
            .collect();
        (0..prefix.len()).any(|i| {
            let period = |(s, (first, last)): (&usize, &(Vec<usize>, Vec<usize>))| {
                let from = if i == 0 { 0 } else { first[i - 1] + 1 };
                let piece = self.sequences[*s].get(from..last[i]).unwrap_or_default();
                piece.iter().copied().collect::<BTreeSet<_>>()
            };
            common(containing.iter().zip(&matches).map(period))
        })
    }
}

#[derive(Clone, Copy)]
enum Period {
    Whole,
    Semi,
}

/// Whether all these sets have an item in common.
fn common(mut sets: impl Iterator<Item = BTreeSet<Item>>) -> bool {
    let Some(mut all) = sets.next() else { return false };
    for set in sets {
        all.retain(|i| set.contains(i));
        if all.is_empty() {
            return false;
        }
    }
    !all.is_empty()
}

/// Where the items of a pattern are, each as early as it can be.
pub fn first_match(sequence: &[Item], pattern: &[Item]) -> Vec<usize> {
    let mut places = Vec::new();
    let mut from = 0;
    for item in pattern {
        let Some(at) = sequence[from..].iter().position(|i| i == item) else { return Vec::new() };
        places.push(from + at);
        from += at + 1;
    }
    places
}

/// The same, each as late as it can be.
fn last_match(sequence: &[Item], pattern: &[Item]) -> Vec<usize> {
    let mut places = vec![0; pattern.len()];
    let mut end = sequence.len();
    for (i, item) in pattern.iter().enumerate().rev() {
        end = sequence[..end].iter().rposition(|x| x == item).unwrap_or(0);
        places[i] = end;
    }
    places
}

pub fn contains(sequence: &[Item], pattern: &[Item]) -> bool {
    pattern.is_empty() || !first_match(sequence, pattern).is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    const ALL: Bounds = Bounds { support: 2, length: 32, patterns: 100_000 };

    fn text(s: &str) -> Vec<Item> {
        s.chars().map(|c| c as Item).collect()
    }

    fn patterns(texts: &[&str], support: usize) -> Vec<(String, usize)> {
        let sequences: Vec<_> = texts.iter().map(|t| text(t)).collect();
        let mut found: Vec<_> = mine(&sequences, Bounds { support, ..ALL })
            .into_iter()
            .map(|p| (p.items.iter().filter_map(|i| char::from_u32(*i)).collect::<String>(), p.support))
            .collect();
        found.sort();
        found
    }

    /// Every subsequence of every sequence, counted; those with a longer one of the same support are dropped.
    fn by_brute_force(sequences: &[Vec<Item>], support: usize) -> BTreeSet<Pattern> {
        let mut all: BTreeMap<Vec<Item>, usize> = BTreeMap::new();
        for s in sequences {
            for bits in 1u32..1 << s.len() {
                let items: Vec<Item> = (0..s.len()).filter(|i| bits >> i & 1 != 0).map(|i| s[i]).collect();
                all.entry(items).or_insert(0);
            }
        }
        for (p, n) in &mut all {
            *n = sequences.iter().filter(|s| contains(s, p)).count();
        }
        let closed = |(p, n): (&Vec<Item>, &usize)| {
            *n >= support && !all.iter().any(|(q, m)| m == n && q.len() > p.len() && contains(q, p))
        };
        all.iter().filter(|e| closed(*e)).map(|(p, n)| Pattern { items: p.clone(), support: *n }).collect()
    }

    #[test]
    fn the_example_of_the_bide_paper() {
        // CAABC, ABCB, CABC, ABBCA, at least two of them: six closed patterns, by hand.
        let found = patterns(&["CAABC", "ABCB", "CABC", "ABBCA"], 2);
        let expected = [("AA", 2), ("ABB", 2), ("ABC", 4), ("CA", 3), ("CABC", 2), ("CB", 3)];
        assert_eq!(found, expected.map(|(p, n)| (p.to_string(), n)));
    }

    #[test]
    fn the_miner_finds_what_brute_force_finds() {
        let mut rng = crate::rng::Rng::new(3);
        for _ in 0..400 {
            let n = 2 + rng.below(5);
            let sequences: Vec<Vec<Item>> =
                (0..n).map(|_| (0..rng.below(8)).map(|_| rng.below(3) as Item).collect()).collect();
            let support = 1 + rng.below(3);
            let found: BTreeSet<Pattern> = mine(&sequences, Bounds { support, ..ALL }).into_iter().collect();
            assert_eq!(found, by_brute_force(&sequences, support), "{sequences:?} {support}");
        }
    }

    #[test]
    fn bounds_hold() {
        let sequences = vec![text("abcdefghij"); 3];
        let few = mine(&sequences, Bounds { support: 2, length: 4, patterns: 5 });
        assert!(few.len() <= 5 && few.iter().all(|p| p.items.len() <= 4));
    }
}
