//! Dependency, relevance, extended units and calling contexts, as CONBRIO and FOCAL define them.

use crate::graph::CallGraph;
use crate::profile::Profile;
use std::collections::{BTreeMap, BTreeSet};

/// How much one function depends on each other one: p(g|f), between 0 and 1.
#[derive(Clone, Debug)]
pub struct Dependencies {
    of: BTreeMap<u32, f64>,
    /// Runs in which the function occurs.
    pub runs: usize,
}

impl Dependencies {
    /// p(g|f): of the runs in which f occurs, those in which f calls g or g calls f, directly or not.
    pub fn new(profile: &Profile, f: u32) -> Dependencies {
        let mut counts: BTreeMap<u32, usize> = BTreeMap::new();
        let mut runs = 0;
        for r in profile.runs.iter().filter(|r| r.functions.contains(&f)) {
            runs += 1;
            let g = CallGraph::new(r.edges.iter().copied());
            for other in g.successors(f).union(&g.predecessors(f)) {
                *counts.entry(*other).or_default() += 1;
            }
        }
        let of = counts.into_iter().map(|(g, n)| (g, n as f64 / runs as f64)).collect();
        Dependencies { of, runs }
    }

    /// Given numbers, for estimates.
    pub fn given(of: BTreeMap<u32, f64>) -> Dependencies {
        Dependencies { of, runs: 0 }
    }

    pub fn on(&self, g: u32) -> f64 {
        self.of.get(&g).copied().unwrap_or(0.0)
    }
}

/// r(f,g): the mean of the dependencies of each on the other.
pub fn relevance(profile: &Profile, f: u32, g: u32) -> f64 {
    (Dependencies::new(profile, f).on(g) + Dependencies::new(profile, g).on(f)) / 2.0
}

/// f and every successor that is reached over functions f depends on by at least the threshold.
pub fn extended_unit(graph: &CallGraph, f: u32, p: &Dependencies, threshold: f64) -> BTreeSet<u32> {
    let mut unit = BTreeSet::from([f]);
    let mut queue = vec![f];
    while let Some(at) = queue.pop() {
        queue.extend(graph.callees(at).filter(|&g| p.on(g) >= threshold && unit.insert(g)));
    }
    unit
}

/// The maximal call paths a1 → … → f over callers that f depends on by at least the threshold, outermost first; cycles are
/// gone through once. At most `most`, the longest walks first cut.
pub fn calling_contexts(graph: &CallGraph, f: u32, p: &Dependencies, threshold: f64, most: usize) -> Vec<Vec<u32>> {
    let mut found = Vec::new();
    let mut path = vec![f];
    walk(graph, p, threshold, most, &mut path, &mut found);
    found
}

fn walk(
    graph: &CallGraph,
    p: &Dependencies,
    threshold: f64,
    most: usize,
    path: &mut Vec<u32>,
    found: &mut Vec<Vec<u32>>,
) {
    let mut ended = true;
    let at = path[path.len() - 1];
    let mut callers: Vec<u32> = graph.callers(at).filter(|a| p.on(*a) >= threshold && !path.contains(a)).collect();
    callers.sort_by(|a, b| p.on(*b).total_cmp(&p.on(*a)).then(a.cmp(b)));
    for a in callers {
        ended = false;
        if found.len() >= most {
            return;
        }
        path.push(a);
        walk(graph, p, threshold, most, path, found);
        path.pop();
    }
    if ended && path.len() > 1 && found.len() < most {
        found.push(path.iter().rev().copied().collect());
    }
}

/// FOCAL's choice: the pairs (smaller number first) whose relevance is among the given share of all pairs' with any.
pub fn top_share(profile: &Profile, share: f64) -> BTreeMap<(u32, u32), f64> {
    let n = profile.functions.len() as u32;
    let p: Vec<Dependencies> = (0..n).map(|f| Dependencies::new(profile, f)).collect();
    let mut pairs: Vec<((u32, u32), f64)> = Vec::new();
    for f in 0..n {
        for (&g, &x) in p[f as usize].of.range(f + 1..) {
            pairs.push(((f, g), (x + p[g as usize].on(f)) / 2.0));
        }
    }
    pairs.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    let keep = (pairs.len() as f64 * share).ceil() as usize;
    // Equal ones are in or out together.
    let least = pairs.get(keep.wrapping_sub(1)).map_or(f64::INFINITY, |p| p.1);
    pairs.into_iter().filter(|p| p.1 >= least).collect()
}
