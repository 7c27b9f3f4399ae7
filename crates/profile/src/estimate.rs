//! Without runs: dependency by the shape of the program. A guess, and called one wherever it is shown.

use crate::relevance::Dependencies;
use std::collections::BTreeMap;

/// One call in the program's text.
#[derive(Clone, Copy, Debug)]
pub struct Estimate {
    pub caller: u32,
    pub callee: u32,
    /// The call happens on every way through the caller.
    pub always: bool,
}

/// What a call behind a condition counts.
const SOMETIMES: f64 = 0.5;

/// p(g|f), guessed: for callees the product of how sure each call is along the best way, for callers their share among all
/// callers.
pub fn estimate(calls: &[Estimate], f: u32) -> Dependencies {
    let mut down: BTreeMap<u32, BTreeMap<u32, f64>> = BTreeMap::new();
    let mut callers: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    for c in calls {
        let p = if c.always { 1.0 } else { SOMETIMES };
        let known = down.entry(c.caller).or_default().entry(c.callee).or_insert(0.0);
        *known = known.max(p);
        let list = callers.entry(c.callee).or_default();
        if !list.contains(&c.caller) {
            list.push(c.caller);
        }
    }
    let up: BTreeMap<u32, BTreeMap<u32, f64>> = callers
        .into_iter()
        .map(|(g, list)| {
            let share = 1.0 / list.len() as f64;
            (g, list.into_iter().map(|c| (c, share)).collect())
        })
        .collect();
    let mut of = best_products(&down, f);
    for (g, p) in best_products(&up, f) {
        let known = of.entry(g).or_insert(0.0);
        *known = known.max(p);
    }
    of.remove(&f);
    Dependencies::given(of)
}

/// The largest product of weights over all ways from `f`: Dijkstra on probabilities.
fn best_products(next: &BTreeMap<u32, BTreeMap<u32, f64>>, f: u32) -> BTreeMap<u32, f64> {
    let mut best = BTreeMap::from([(f, 1.0)]);
    let mut open = vec![(1.0, f)];
    while let Some(at) = (0..open.len()).max_by(|&a, &b| f64::total_cmp(&open[a].0, &open[b].0)) {
        let (p, g) = open.swap_remove(at);
        if p < best[&g] {
            continue;
        }
        for (&h, &w) in next.get(&g).into_iter().flatten() {
            if p * w > best.get(&h).copied().unwrap_or(0.0) {
                best.insert(h, p * w);
                open.push((p * w, h));
            }
        }
    }
    best
}
