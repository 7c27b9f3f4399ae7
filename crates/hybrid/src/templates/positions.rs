//! Where the items of a pattern go: each to the place where it stands most often in the inputs that contain the pattern.

use super::mine::{Item, first_match};
use std::collections::BTreeMap;

/// `inputs`: sequences, each item with its place. Of places that are as frequent, the first one is taken. Gives the places of the
/// pattern's items; two items never get the same.
pub fn positions<P: Ord + Clone>(pattern: &[Item], inputs: &[(Vec<Item>, Vec<P>)]) -> Option<Vec<P>> {
    let mut counts: Vec<BTreeMap<P, usize>> = vec![BTreeMap::new(); pattern.len()];
    for (items, places) in inputs {
        for (i, at) in first_match(items, pattern).into_iter().enumerate() {
            // An item may stand at several places: all that leave room for the others.
            *counts[i].entry(places[at].clone()).or_default() += 1;
        }
    }
    let mut chosen: Vec<P> = Vec::new();
    for count in counts {
        let mut by_count: Vec<(P, usize)> = count.into_iter().collect();
        by_count.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
        // The order of the pattern is kept.
        let free = |p: &P| chosen.last().is_none_or(|l| l < p);
        chosen.push(by_count.into_iter().map(|(p, _)| p).find(free)?);
    }
    Some(chosen)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn input(s: &str) -> (Vec<Item>, Vec<usize>) {
        (s.chars().map(|c| c as Item).collect(), (0..s.len()).collect())
    }

    fn places(pattern: &str, inputs: &[&str]) -> Option<Vec<usize>> {
        let pattern: Vec<Item> = pattern.chars().map(|c| c as Item).collect();
        let inputs: Vec<_> = inputs.iter().map(|s| input(s)).collect();
        positions(&pattern, &inputs)
    }

    #[test]
    fn the_most_frequent_place_wins() {
        // x stands at 0, 0 and 1; d at 2, 3 and 3.
        assert_eq!(places("xd", &["xad", "xaad", "axad"]), Some(vec![0, 3]));
        assert_eq!(places("s", &["as", "bs", "s"]), Some(vec![1]));
        assert_eq!(places("q", &["as"]), None);
    }

    #[test]
    fn places_keep_the_order_of_the_pattern() {
        // b stands at 0 most often, but a comes first.
        assert_eq!(places("ab", &["ab", "cab"]), Some(vec![0, 1]));
    }
}
