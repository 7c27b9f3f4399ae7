//! Why goals are unknown, over all functions: the gap list.

use super::summary::Cause;
use std::collections::HashMap;

#[derive(Default)]
pub struct Causes {
    by_text: HashMap<String, Entry>,
    function: u32,
}

#[derive(Default)]
struct Entry {
    by_criterion: [u32; 4],
    checks: u32,
    functions: u32,
    last_function: u32,
}

impl Causes {
    pub fn next_function(&mut self) {
        self.function += 1;
    }

    /// An unknown goal of the present function; `criterion` is its number in `criteria::ALL`.
    pub fn add(&mut self, cause: &str, criterion: usize) {
        self.entry(cause).by_criterion[criterion] += 1;
    }

    /// Open checks of the present function.
    pub fn add_checks(&mut self, cause: &str, count: u32) {
        self.entry(cause).checks += count;
    }

    fn entry(&mut self, cause: &str) -> &mut Entry {
        let entry = self.by_text.entry(cause.to_string()).or_default();
        if entry.last_function != self.function {
            entry.last_function = self.function;
            entry.functions += 1;
        }
        entry
    }

    /// The most frequent first.
    pub fn ranked(self) -> Vec<Cause> {
        let cause = |(cause, e): (String, Entry)| Cause {
            cause,
            goals: e.by_criterion.iter().sum(),
            by_criterion: e.by_criterion,
            checks: e.checks,
            functions: e.functions,
        };
        let mut all: Vec<Cause> = self.by_text.into_iter().map(cause).collect();
        all.sort_by(|a, b| (b.goals, b.checks).cmp(&(a.goals, a.checks)).then_with(|| a.cause.cmp(&b.cause)));
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counted_and_ranked() {
        let mut c = Causes::default();
        c.next_function();
        c.add("a", 0);
        c.add("b", 1);
        c.add("b", 1);
        c.next_function();
        c.add("b", 3);
        let ranked = c.ranked();
        assert_eq!((ranked[0].cause.as_str(), ranked[0].goals, ranked[0].functions), ("b", 3, 2));
        assert_eq!(ranked[1].by_criterion, [1, 0, 0, 0]);
    }
}
