//! Coverage as the shipped tests claim it, by file: what the coverage formats are written from.
//!
//! Counts are numbers of tests, not of executions: a test counts once however often it passes a line.

use crate::model::{Goal, Suite};
use std::collections::{BTreeMap, BTreeSet};

/// Outcomes of a decision, and how many tests see each.
pub type Outcomes = Vec<(String, usize)>;

/// What is there to cover in a file, and how many tests do.
#[derive(Default)]
pub struct Covered {
    /// Units that begin here: line, name, tests.
    pub functions: BTreeMap<(u32, String), usize>,
    /// Statements by place.
    pub statements: BTreeMap<(u32, u32), usize>,
    /// Lines with statements.
    pub lines: BTreeMap<u32, usize>,
    /// Decisions by place.
    pub decisions: BTreeMap<(u32, u32), Outcomes>,
    /// Conditions that decide by themselves (MC/DC): there are, covered.
    pub mcdc: (usize, usize),
}

/// How many of how many.
#[derive(Clone, Copy, Default)]
pub struct Share {
    pub covered: usize,
    pub count: usize,
}

impl Share {
    fn of<'a>(counts: impl Iterator<Item = &'a usize>) -> Share {
        counts.fold(Share::default(), |s, n| Share { covered: s.covered + usize::from(*n > 0), count: s.count + 1 })
    }

    pub fn add(self, other: Share) -> Share {
        Share { covered: self.covered + other.covered, count: self.count + other.count }
    }

    /// From 0 to 1; all of nothing is all.
    pub fn rate(self) -> f64 {
        if self.count == 0 { 1.0 } else { self.covered as f64 / self.count as f64 }
    }
}

impl Covered {
    pub fn line_share(&self) -> Share {
        Share::of(self.lines.values())
    }

    pub fn statement_share(&self) -> Share {
        Share::of(self.statements.values())
    }

    pub fn function_share(&self) -> Share {
        Share::of(self.functions.values())
    }

    pub fn branch_share(&self) -> Share {
        Share::of(self.decisions.values().flatten().map(|(_, n)| n))
    }

    pub fn mcdc_share(&self) -> Share {
        Share { covered: self.mcdc.1, count: self.mcdc.0 }
    }
}

/// Goals of functions that several units share are the same goals; of like goals in a macro each is one.
pub fn collect(suite: &Suite) -> BTreeMap<&str, Covered> {
    let mut met: BTreeMap<(&Goal, usize), BTreeSet<&str>> = BTreeMap::new();
    let mut order: Vec<(&Goal, usize)> = Vec::new();
    let mut files: BTreeMap<&str, Covered> = BTreeMap::new();
    for unit in &suite.units {
        let mut seen: BTreeMap<&Goal, usize> = BTreeMap::new();
        let mut keys = Vec::new();
        for goal in &unit.goals {
            let n = seen.entry(goal).or_default();
            keys.push((goal, *n));
            *n += 1;
        }
        for key in &keys {
            if !met.contains_key(key) {
                met.insert(*key, BTreeSet::new());
                order.push(*key);
            }
        }
        for test in &unit.tests {
            for key in test.goals.iter().filter_map(|g| keys.get(*g)) {
                met.entry(*key).or_default().insert(&test.name);
            }
        }
        let file = files.entry(&unit.file).or_default();
        file.functions.insert((unit.line, unit.name.clone()), unit.tests.len());
    }
    let mut lines: BTreeMap<(&str, u32), BTreeSet<&str>> = BTreeMap::new();
    for (goal, nth) in order {
        let tests = &met[&(goal, nth)];
        let (file, place) = (files.entry(&goal.file).or_default(), (goal.line, goal.column));
        match goal.criterion.as_str() {
            "statement" => {
                file.statements.insert(place, tests.len());
                lines.entry((&goal.file, goal.line)).or_default().extend(tests);
            }
            "branch" => file.decisions.entry(place).or_default().push((goal.text.clone(), tests.len())),
            "mcdc" => {
                file.mcdc.0 += 1;
                file.mcdc.1 += usize::from(!tests.is_empty());
            }
            _ => {}
        }
    }
    for ((file, line), tests) in lines {
        files.entry(file).or_default().lines.insert(line, tests.len());
    }
    files
}
