//! Fewer tests with the same coverage.

/// Drops tests that add nothing: the costliest first, each if what the others meet together is the same without it.
/// `meets` tells how much a set of tests meets; more tests never meet less. `needed` ones stay in any case.
pub fn minimise(costs: &[usize], needed: &[bool], meets: &mut dyn FnMut(&[bool]) -> usize) -> Vec<bool> {
    let mut kept = vec![true; costs.len()];
    let all = meets(&kept);
    let mut order: Vec<usize> = (0..costs.len()).collect();
    // Later ones first among equals: the first tests are the plainest.
    order.sort_by_key(|&i| (std::cmp::Reverse(costs[i]), std::cmp::Reverse(i)));
    for i in order {
        if needed[i] {
            continue;
        }
        kept[i] = false;
        kept[i] = meets(&kept) < all;
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_what_is_needed_and_nothing_else() {
        // Each test is a set of goals.
        let tests: [&[u32]; 5] = [&[1], &[1, 2], &[3], &[2, 3], &[]];
        let mut meets = |kept: &[bool]| {
            let goals = tests.iter().zip(kept).filter(|(_, k)| **k).flat_map(|(t, _)| t.iter());
            goals.collect::<std::collections::BTreeSet<_>>().len()
        };
        let costs = [1, 1, 1, 1, 1];
        assert_eq!(minimise(&costs, &[false; 5], &mut meets), [false, true, true, false, false]);
        assert!(minimise(&costs, &[false, false, false, false, true], &mut meets)[4]);
        assert_eq!(minimise(&[1, 9, 1, 1, 1], &[false; 5], &mut meets), [true, false, false, true, false]);
    }
}
