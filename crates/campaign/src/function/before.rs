//! What an earlier exploration of a function found, and how a later one adds to it.

use super::record::{Covered, Explored, FaultRecord, Name, Open, Places, Record};
use crescendo_program::{FunctionId, Program};
use std::collections::HashMap;

pub struct Before {
    pub explored: Explored,
    /// The functions its record speaks of.
    pub functions: Vec<FunctionId>,
}

impl Before {
    /// `None`: it is of another program.
    pub fn new(explored: Explored, places: &Places) -> Option<Before> {
        let functions = explored.record.resolve(places)?;
        Some(Before { explored, functions })
    }

    /// Both together. The later exploration knows all that the earlier one covered; its tests are those that are new.
    pub fn add(self, after: Explored, program: &Program) -> Explored {
        let Explored { record: before, tests } = self.explored;
        let known = before.summary.inputs.len();
        let mut all = tests;
        if let Some(placed) = before.place(std::mem::take(&mut all), program) {
            all = placed;
        }
        let Explored { record: mut after, tests: new } = after;
        all.append(new, known);
        let mut numbers = Numbers::new(&mut after.functions);
        let old: Vec<u32> = before.functions.iter().map(|f| numbers.of(f)).collect();
        keep_proofs(&mut after.open, &before.open, &old);
        after.tested.extend(before.tested.iter().map(|c| Covered { function: old[c.function as usize], ..c.clone() }));
        after.faults = faults(&before, after.faults, &old, known);
        after.reached = all.accessors.iter().map(|(source, _)| program.units[*source].name.clone()).collect();
        after.longest = after.longest.max(before.longest);
        // Those that were late were tried again.
        let made = before.seeds.into_iter().enumerate().filter(|(i, _)| !before.unmade.contains(i)).map(|(_, s)| s);
        let made: Vec<_> = made.collect();
        after.unmade = after.unmade.iter().map(|i| i + made.len()).collect();
        after.seeds.splice(0..0, made);
        join_summaries(&mut after, before.summary);
        Explored { record: after, tests: all }
    }
}

/// Numbers of functions in a record, which learns those it did not know.
struct Numbers<'a> {
    functions: &'a mut Vec<Name>,
    known: HashMap<Name, u32>,
}

impl<'a> Numbers<'a> {
    fn new(functions: &'a mut Vec<Name>) -> Numbers<'a> {
        let known = functions.iter().cloned().zip(0..).collect();
        Numbers { functions, known }
    }

    fn of(&mut self, name: &Name) -> u32 {
        let functions = &mut self.functions;
        *self.known.entry(name.clone()).or_insert_with(|| {
            functions.push(name.clone());
            functions.len() as u32 - 1
        })
    }
}

/// What was proved once stays so.
fn keep_proofs(after: &mut [Open], before: &[Open], numbers: &[u32]) {
    let proved: HashMap<(u32, &str, u32), &Open> = before
        .iter()
        .filter(|o| o.infeasible)
        .map(|o| ((numbers[o.function as usize], o.criterion.as_str(), o.number), o))
        .collect();
    for open in after.iter_mut().filter(|o| !o.infeasible) {
        if let Some(known) = proved.get(&(open.function, open.criterion.as_str(), open.number)) {
            let mut reason = known.reason.clone();
            reason.lines.iter_mut().for_each(|l| l.function = l.function.map(|f| numbers[f as usize]));
            *open = Open { function: open.function, reason, ..(*known).clone() };
        }
    }
}

/// Those that are known, then those that only the later exploration found: their tests come behind `known` others.
fn faults(before: &Record, new: Vec<FaultRecord>, numbers: &[u32], known: usize) -> Vec<FaultRecord> {
    let renumbered = |f: &FaultRecord| {
        let mut f = f.clone();
        let line = |l: &mut super::record::Line| l.function = l.function.map(|n| numbers[n as usize]);
        f.function = numbers[f.function as usize];
        line(&mut f.at);
        f.frames.iter_mut().for_each(|(n, l)| {
            *n = numbers[*n as usize];
            line(l);
        });
        f.steps.iter_mut().for_each(|(l, _)| line(l));
        f
    };
    let mut all: Vec<FaultRecord> = before.faults.iter().map(renumbered).collect();
    for mut f in new {
        let same = |o: &FaultRecord| (&o.kind, o.at, o.column, &o.frames) == (&f.kind, f.at, f.column, &f.frames);
        if !all.iter().any(same) {
            f.test += known;
            all.push(f);
        }
    }
    all
}

fn join_summaries(record: &mut Record, before: crate::results::summary::FunctionSummary) {
    let after = &mut record.summary;
    after.seconds += before.seconds;
    after.cpu_seconds += before.cpu_seconds;
    after.budget_seconds += before.budget_seconds;
    after.visits += before.visits;
    for (pass, seconds) in before.pass_seconds {
        *after.pass_seconds.entry(pass).or_default() += seconds;
    }
    after.runs += before.runs;
    after.paths = after.paths.max(before.paths);
    after.solver_calls += before.solver_calls;
    after.tests += before.tests;
    after.inputs.splice(0..0, before.inputs);
    // What is told of operations is what one exploration says: that which knows more.
    if before.checks.open < after.checks.open {
        (after.checks, after.open_checks) = (before.checks, before.open_checks);
    }
    let last = before.progress.last().copied();
    for point in &mut after.progress {
        point.seconds += last.map_or(0.0, |l| l.seconds);
        point.runs += last.map_or(0, |l| l.runs);
    }
    after.progress.retain(|p| last.is_none_or(|l| p.covered > l.covered));
    after.progress.splice(0..0, before.progress);
    for (all, known) in [
        (&mut after.assumptions, before.assumptions),
        (&mut after.notes, before.notes),
        (&mut after.tool_bugs, before.tool_bugs),
    ] {
        let new: Vec<String> = all.drain(..).filter(|t| !known.contains(t)).collect();
        *all = known.into_iter().chain(new).collect();
    }
}
