//! Whose turn it is: the project with the fewest campaigns running; among these, the one that has used least time of late;
//! within a project, the most urgent, then the oldest.

use crate::db::campaigns::{Campaign, State};
use std::collections::HashMap;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Waiting {
    pub id: i64,
    pub priority: i64,
    /// Of the project.
    pub running: usize,
    pub used: i64,
}

pub fn waiting(all: &[Campaign], used: &[(i64, i64)]) -> Vec<Waiting> {
    let used: HashMap<i64, i64> = used.iter().copied().collect();
    let mut running: HashMap<i64, usize> = HashMap::new();
    for c in all.iter().filter(|c| c.state == State::Running) {
        *running.entry(c.project).or_default() += 1;
    }
    let one = |c: &Campaign| Waiting {
        id: c.id,
        priority: c.priority,
        running: running.get(&c.project).copied().unwrap_or(0),
        used: used.get(&c.project).copied().unwrap_or(0),
    };
    all.iter().filter(|c| c.state == State::Queued && !c.cancelled).map(one).collect()
}

pub fn choose(waiting: &[Waiting]) -> Option<i64> {
    waiting.iter().min_by_key(|w| (w.running, w.used, -w.priority, w.id)).map(|w| w.id)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(id: i64, priority: i64, running: usize, used: i64) -> Waiting {
        Waiting { id, priority, running, used }
    }

    #[test]
    fn turns() {
        assert_eq!(choose(&[]), None);
        assert_eq!(choose(&[one(1, 0, 1, 0), one(2, 0, 0, 900)]), Some(2), "who has nothing running comes first");
        assert_eq!(choose(&[one(1, 0, 0, 500), one(2, 0, 0, 100)]), Some(2), "then who has used less");
        assert_eq!(choose(&[one(1, 0, 0, 5), one(2, 3, 0, 5)]), Some(2), "then what is urgent");
        assert_eq!(choose(&[one(7, 1, 0, 5), one(8, 1, 0, 5)]), Some(7), "then what is older");
    }
}
