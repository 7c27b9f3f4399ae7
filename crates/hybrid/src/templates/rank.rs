//! Which patterns to try first, from what became of those that were tried.

use super::mine::{Item, Pattern};
use std::collections::BTreeSet;

/// The pieces of a pattern by which it is compared with others: of half its length, rounded up.
pub fn pieces(items: &[Item]) -> BTreeSet<Vec<Item>> {
    let n = items.len().div_ceil(2).max(1);
    items.windows(n).map(<[Item]>::to_vec).collect()
}

fn has_piece_of(p: &[Item], others: &[Vec<Item>]) -> bool {
    let own = pieces(p);
    let contains = |q: &Vec<Item>, piece: &Vec<Item>| q.windows(piece.len()).any(|w| w == piece.as_slice());
    others.iter().any(|q| own.iter().any(|piece| contains(q, piece)))
}

/// The `most` best: first those that share a piece with a good pattern and none with a bad one, then those that share none with
/// either; among equals, rarer ones first. One whose pieces were all taken before adds nothing.
pub fn rank(candidates: &[Pattern], good: &[Vec<Item>], bad: &[Vec<Item>], most: usize) -> Vec<Pattern> {
    let mut sorted: Vec<&Pattern> = candidates.iter().collect();
    sorted.sort_by(|a, b| (a.support, &a.items).cmp(&(b.support, &b.items)));
    let (mut top, mut middle) = (Vec::new(), Vec::new());
    for p in sorted {
        match (has_piece_of(&p.items, good), has_piece_of(&p.items, bad)) {
            (true, false) => top.push(p),
            (false, false) => middle.push(p),
            _ => {}
        }
    }
    let (mut taken, mut ranked) = (BTreeSet::new(), Vec::new());
    for p in top.into_iter().chain(middle) {
        if ranked.len() >= most {
            break;
        }
        let own = pieces(&p.items);
        if !own.is_subset(&taken) {
            taken.extend(own);
            ranked.push(p.clone());
        }
    }
    ranked
}

#[cfg(test)]
mod tests {
    use super::*;

    fn items(s: &str) -> Vec<Item> {
        s.chars().map(|c| c as Item).collect()
    }

    fn pattern(s: &str, support: usize) -> Pattern {
        Pattern { items: items(s), support }
    }

    fn ranked(candidates: &[Pattern], good: &[&str], bad: &[&str], most: usize) -> Vec<String> {
        let all = |list: &[&str]| list.iter().map(|s| items(s)).collect::<Vec<_>>();
        let text = |p: Pattern| p.items.iter().filter_map(|i| char::from_u32(*i)).collect();
        rank(candidates, &all(good), &all(bad), most).into_iter().map(text).collect()
    }

    #[test]
    fn pieces_are_half_as_long_rounded_up() {
        assert_eq!(pieces(&items("abc")), BTreeSet::from([items("ab"), items("bc")]));
        assert_eq!(pieces(&items("abcd")), BTreeSet::from([items("ab"), items("bc"), items("cd")]));
        assert_eq!(pieces(&items("a")), BTreeSet::from([items("a")]));
    }

    #[test]
    fn like_good_ones_come_first_and_like_bad_ones_never() {
        let all = [pattern("xyz", 5), pattern("abc", 9), pattern("abq", 2), pattern("mno", 1), pattern("bad", 1)];
        // abc and abq share `ab` with the good pattern, abq is rarer; bad shares `ba` with the bad one.
        assert_eq!(ranked(&all, &["zabz"], &["xbax"], 9), ["abq", "abc", "mno", "xyz"]);
        // What shares with both is dropped.
        assert_eq!(ranked(&all[1..2], &["ab"], &["bc"], 9), [""; 0]);
    }

    #[test]
    fn what_brings_no_new_piece_is_left_out() {
        let all = [pattern("abcd", 1), pattern("abc", 2), pattern("bcx", 3)];
        // abc has ab and bc, both of abcd; bcx has cx.
        assert_eq!(ranked(&all, &[], &[], 9), ["abcd", "bcx"]);
        assert_eq!(ranked(&all, &[], &[], 1), ["abcd"]);
    }
}
