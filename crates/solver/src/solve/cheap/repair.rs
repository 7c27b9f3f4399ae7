//! Local search: while a constraint is violated, change what makes it true, preferring changes that break few others.

use super::invert::Inversion;
use super::propagate::Domains;
use super::trial::{Change, Trial};
use smallvec::SmallVec;
use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};

const MAX_MOVES: usize = 12;
const TRIES_PER_MOVE: usize = 24;
const MAX_WORK: u64 = 40_000;

type Changes = SmallVec<[Change; 4]>;

/// True if all constraints hold now.
pub fn repair(t: &mut Trial, ds: &Domains) -> bool {
    let until = t.work_done + MAX_WORK;
    let mut visited: HashSet<u64> = HashSet::new();
    visited.insert(state(t, &[]));
    for round in 0..MAX_MOVES {
        let violated: SmallVec<[usize; 8]> = (0..t.program.roots().len()).filter(|r| !t.holds(*r)).take(8).collect();
        let Some(&root) = violated.get(round % violated.len().max(1)) else { return true };
        let Some((changes, count)) = best_move(t, ds, root, &visited, until) else { return false };
        t.commit(&changes);
        if count == 0 {
            return true;
        }
        visited.insert(state(t, &[]));
        if t.work_done > until {
            return false;
        }
    }
    false
}

/// A number for the values of all variables after some changes.
fn state(t: &Trial, changes: &[Change]) -> u64 {
    let mut h = DefaultHasher::new();
    for &v in &t.variables {
        changes.iter().find(|c| c.0 == v).map_or_else(|| t.value(v), |c| c.1).hash(&mut h);
    }
    h.finish()
}

fn best_move(t: &mut Trial, ds: &Domains, root: usize, visited: &HashSet<u64>, until: u64) -> Option<(Changes, usize)> {
    let mut best: Option<(Changes, usize)> = None;
    let mut tries = 0;
    let step = t.program.roots()[root];
    let mut consider = |t: &mut Trial, changes: &[Change]| {
        tries += 1;
        if !visited.contains(&state(t, changes)) {
            let n = t.count(changes);
            if best.as_ref().is_none_or(|b| n < b.1) {
                best = Some((changes.into(), n));
            }
            if n == 0 {
                return true;
            }
        }
        tries >= TRIES_PER_MOVE || t.work_done > until
    };
    if !(Inversion { visit: &mut consider, budget: 600 }).run(t, (step, 1)) {
        let mask = t.masks[step as usize];
        let near: SmallVec<[u32; 8]> =
            t.variables.iter().copied().filter(|v| t.masks[*v as usize] & mask != 0).take(8).collect();
        'all: for v in near {
            let Some(d) = ds.get(v) else { continue };
            let now = t.value(v) as u64;
            let around = [now.wrapping_add(1), now.wrapping_sub(1)];
            for c in [d.first(), d.last(), 0, 1].into_iter().chain(around).map(|c| c & d.mask()) {
                if c != now && d.contains(c) && consider(t, &[(v, c as u128)]) {
                    break 'all;
                }
            }
        }
    }
    best
}
