//! Texts of tests put one behind the other. A text of several lines or tokens, each of a kind that a test has, is many
//! decisions away from any of them, and what one line leaves for the next is no condition that could be flipped.

use super::Session;
use crate::subject::Text;
use crescendo_solver::expr::Assignment;
use std::collections::BTreeMap;

/// Runs without gain before it is tried, and then every how many picks.
const DRY: u32 = 32;
const EVERY: u64 = 6;

/// Characters of a part: longer paths cost more than they bring.
const MOST: usize = 16;

/// What stands between two parts of a string, where anything does; of a file it is the end of a line as often as not.
const BETWEEN: &[u8] = b" ,;\n";

impl Session<'_, '_> {
    /// Tries two tests' texts together, if it is time for that; `false` if not.
    pub(super) fn splice(&mut self) -> bool {
        if self.dry < DRY || !self.picks.is_multiple_of(EVERY) {
            return false;
        }
        // Each text once, with the first test that has it.
        let parts_of = |text: Text| {
            let mut parts = BTreeMap::new();
            for (i, test) in self.tests.iter().enumerate() {
                let part = content(&text, &test.input);
                if (1..=MOST).contains(&part.len()) {
                    parts.entry(part).or_insert(i);
                }
            }
            (parts.len() > 1).then_some((text, parts))
        };
        let texts: Vec<_> = self.subject.texts().into_iter().filter_map(parts_of).collect();
        let all: usize = texts.iter().map(|(_, parts)| parts.len()).sum();
        if all == 0 {
            return false;
        }
        // Those with more to choose from more often.
        let mut at = self.rng.below(all);
        let chosen = texts.iter().find(|(_, parts)| {
            let here = at < parts.len();
            at = at.saturating_sub(parts.len());
            here
        });
        let Some((text, parts)) = chosen else { return false };
        let [(first, &test), (second, _)] = [(); 2].map(|()| {
            let i = self.rng.below(parts.len());
            parts.iter().nth(i).expect("fewer than there are")
        });
        let mut joined = first.clone();
        match self.rng.below(2 * BETWEEN.len()) {
            _ if !text.ended && self.rng.below(2) == 0 => joined.push(b'\n' as u64),
            i => joined.extend(BETWEEN.get(i).map(|&c| c as u64)),
        }
        joined.extend(second);
        // No run has longer strings; files may be longer than what is known of them.
        if text.ended {
            joined.truncate(text.bytes.len() - 1);
        }
        let mut input = self.tests[test].input.clone();
        input.set(text.length, joined.len() as u64);
        for (i, &v) in text.bytes.iter().enumerate() {
            input.set(v, joined.get(i).copied().unwrap_or(0));
        }
        self.run(input, None);
        self.tidy();
        true
    }
}

/// A test's text up to its end.
fn content(text: &Text, input: &Assignment) -> Vec<u64> {
    let count = input.get(text.length).saturating_add(text.ended as u64).min(text.bytes.len() as u64);
    text.bytes[..count as usize].iter().map(|&v| input.get(v)).take_while(|&c| c != 0).collect()
}
