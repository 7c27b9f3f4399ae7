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
    pub fn add(&mut self, reason: &str, criterion: usize) {
        self.entry(reason).by_criterion[criterion] += 1;
    }

    /// Open checks of the present function.
    pub fn add_checks(&mut self, reason: &str, count: u32) {
        self.entry(reason).checks += count;
    }

    fn entry(&mut self, reason: &str) -> &mut Entry {
        let entry = self.by_text.entry(general(reason)).or_default();
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

/// The reason without what is particular to one place: its line, and the path of the input.
fn general(reason: &str) -> String {
    let reason = match reason.rfind(" (line ") {
        Some(at) if reason.ends_with(')') => &reason[..at],
        _ => reason,
    };
    // "`list->next` is null: ..." is the same cause for every path; "`read` is a stub: ..." is one per function.
    match reason.split_once('`').and_then(|(before, rest)| Some((before, rest.split_once('`')?))) {
        Some((before, (_, after))) if after.contains("element") || after.contains("is null") => {
            format!("{before}an input{after}")
        }
        _ => reason.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_do_not_matter() {
        assert_eq!(general("not tried within the budget (line 12)"), "not tried within the budget");
        let null = "bound hit: `a->b[3]` is null: pointers are not followed further";
        assert_eq!(general(null), "bound hit: an input is null: pointers are not followed further");
        assert_eq!(
            general("bound hit: `read` is a stub: it may do more"),
            "bound hit: `read` is a stub: it may do more"
        );
        assert_eq!(general("`vfork` has no model (line 3)"), "`vfork` has no model");
    }

    #[test]
    fn counted_and_ranked() {
        let mut c = Causes::default();
        c.next_function();
        c.add("a", 0);
        c.add("b (line 1)", 1);
        c.add("b (line 2)", 1);
        c.next_function();
        c.add("b", 3);
        let ranked = c.ranked();
        assert_eq!((ranked[0].cause.as_str(), ranked[0].goals, ranked[0].functions), ("b", 3, 2));
        assert_eq!(ranked[1].by_criterion, [1, 0, 0, 0]);
    }
}
