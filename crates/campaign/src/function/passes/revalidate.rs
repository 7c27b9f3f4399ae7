//! A function's tests, run again: what counts is what they do then, not what the search saw.
//!
//! Each is run on the machine that found it and, from its inputs by name alone, on a second one. Tests that bring most
//! come first, should time not be enough for all.

use super::{Pass, Share};
use crate::function::work::{FaultStory, Validated};
use crate::function::{Work, assumes, values};
use crescendo_explore::result::Test as Found;
use crescendo_explore::{Deadline, NamedInputs};
use crescendo_program::Program;
use crescendo_solver::expr::Assignment;
use crescendo_suite::Texts;
use crescendo_suite::record::way;
use crescendo_unit::{NotDriven, Run, Unit};
use crescendo_vm::cover::Coverage;
use crescendo_vm::trace::{Concretised, Event, EventKind};
use crescendo_vm::{Limit, Outcome};
use serde_json::{Map, Value};
use std::collections::HashMap;

pub struct Revalidate;

impl Pass for Revalidate {
    fn name(&self) -> &'static str {
        "revalidate"
    }

    fn help(&self) -> &'static str {
        "what was found, run again: only what then happens counts"
    }

    fn share(&self, work: &Work) -> Share {
        Share { least: 0.05, ..Share::until_either(work, 0.8, 0.97) }
    }

    fn run(&self, work: &mut Work, deadline: Deadline) -> Result<(), NotDriven> {
        if work.searched.is_none() {
            return Ok(());
        }
        let mut second = work.unit()?;
        let Some(mut searched) = work.searched.take() else { return Ok(()) };
        let flags = vec![searched.unit.vm.interrupt_flag(), second.vm.interrupt_flag()];
        let guard = work.explorer.watchdog.until(deadline, flags);
        let is_new = |t: &Found| !work.is_known(t);
        let again = run_all(&mut searched.unit, &mut second, &searched.found.tests, &is_new, deadline);
        drop(guard);
        work.searched = Some(searched);
        work.machines.put_back(second);
        work.covered.merge(&again.covered);
        work.inputs = again.inputs;
        work.named = again.named;
        work.bugs.extend(again.bugs);
        work.notes.extend(again.notes);
        work.validated = Validated { kept: again.kept, coverage: again.coverage, faults: again.faults };
        Ok(())
    }
}

/// What came of running tests again.
#[derive(Default)]
pub struct Again {
    /// The tests that were run again, ascending.
    pub kept: Vec<usize>,
    /// What each of them covers.
    pub coverage: Vec<Coverage>,
    /// The inputs of those: for people, and by name.
    pub inputs: Vec<Map<String, Value>>,
    pub named: Vec<NamedInputs>,
    pub covered: Coverage,
    /// What is to be told of tests that show faults, by their number.
    pub faults: HashMap<usize, FaultStory>,
    pub bugs: Vec<String>,
    pub notes: Vec<String>,
}

/// Runs the tests that are wanted until the deadline, at which somebody interrupts both machines.
pub fn run_all(
    first: &mut Unit,
    second: &mut Unit,
    tests: &[Found],
    wanted: &dyn Fn(&Found) -> bool,
    deadline: Deadline,
) -> Again {
    let mut all = Again::default();
    let mut ran: Vec<Option<Repeated>> = vec![None; tests.len()];
    let mut unchecked = 0;
    // The last part of the time is for what counts.
    let enough = deadline.within(deadline.left() / 3);
    let texts = Texts::default();
    second.place_like(first);
    let order: Vec<usize> = by_gain(tests).into_iter().filter(|i| wanted(&tests[*i])).collect();
    for &i in &order {
        if deadline.is_over() {
            break;
        }
        let test = &tests[i];
        let run = first.run(&test.input);
        // It may have been cut for that, anywhere.
        if deadline.is_over() {
            break;
        }
        all.covered.merge(&run.coverage);
        if test.fault.is_some() {
            let steps = way(first.program, &run, &texts);
            // What is not named is zero.
            let named = by_path(first, &run, &test.input).into_iter();
            let inputs = named.filter(|(_, words)| words.iter().any(|w| *w != 0)).collect();
            let (assumes, made_up) = (assumes::of(first, &run), assumes::made_up(first, &run));
            all.faults.insert(i, FaultStory { assumes, made_up, steps, inputs });
        }
        let named = by_path(first, &run, &test.input);
        ran[i] = Some((values::inputs(first, &run, &test.input), named.clone(), run.coverage.clone()));
        // Runs that time cut end anywhere.
        if test.outcome == Outcome::Limit(Limit::Interrupted) {
            continue;
        }
        if !same_end(&run.outcome, &test.outcome) {
            let (now, was) = (&run.outcome, &test.outcome);
            all.bugs.push(format!("test {i} ends otherwise when it is run again: {now:?}, was {was:?}"));
        }
        if enough.is_over() {
            unchecked += 1;
            continue;
        }
        let repeated = second.run_named(named);
        if let Some(difference) = difference(first.program, &run, &repeated).filter(|_| !deadline.is_over()) {
            all.bugs.push(format!("test {i}, run from its inputs alone, {difference}"));
        }
    }
    for (i, (inputs, named, coverage)) in ran.into_iter().enumerate().filter_map(|(i, r)| Some((i, r?))) {
        all.kept.push(i);
        all.inputs.push(inputs);
        all.named.push(named);
        all.coverage.push(coverage);
    }
    let lost = order.len() - all.kept.len();
    if lost > 0 {
        all.notes.push(format!("no time to run {lost} tests again: they do not count"));
    }
    if unchecked > 0 {
        all.notes.push(format!("no time to run {unchecked} tests from their inputs alone"));
    }
    all
}

/// A test that was run again: its inputs for people and by name, and what it covers.
type Repeated = (Map<String, Value>, NamedInputs, Coverage);

/// Those that bring most first.
fn by_gain(tests: &[Found]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..tests.len()).collect();
    order.sort_by_key(|&i| std::cmp::Reverse((tests[i].goals.len(), tests[i].fault.is_some(), tests[i].aimed)));
    order
}

/// The inputs of a run by path. Also those behind the ends of objects that are shorter in this run: checks that fail look at them.
fn by_path(unit: &Unit, run: &Run, values: &Assignment) -> NamedInputs {
    let mut used = run.used.clone();
    used.extend(unit.deciding(run));
    unit.driver().inputs.values(&used, values).map(|(i, words)| (i.path.clone(), words)).collect()
}

/// How two runs that should be the same differ.
fn difference(program: &Program, a: &Run, b: &Run) -> Option<String> {
    let kind = |e: &Event| (std::mem::discriminant(&e.kind), e.position, e.depth);
    if a.coverage != b.coverage {
        let ends = [a, b].map(|r| (r.steps, r.events.len(), &r.outcome));
        return Some(format!("covers something else: steps, events and ends are {ends:?}"));
    }
    // How many terms a run may make counts those it finds already made.
    let full = |e: &Event| matches!(e.kind, EventKind::Concrete { reason: Concretised::TooLarge, .. });
    let cut = a.events.iter().chain(&b.events).any(full);
    let events = if cut { 0 } else { a.events.len().max(b.events.len()) };
    let of = |r: &Run, i: usize| r.events.get(i).map(kind);
    if let Some(i) = (0..events).find(|&i| of(a, i) != of(b, i)) {
        let show = |r: &Run| r.events.get(i).map(|e| format!("{:?} at {}", e.kind, program.sources.show(e.position)));
        return Some(format!("takes another path: event {i} is {:?}, was {:?}", show(b), show(a)));
    }
    if a.returned != b.returned {
        return Some("returns something else".into());
    }
    (!same_end(&a.outcome, &b.outcome)).then(|| "ends otherwise".into())
}

/// Faults carry details on objects, which have other numbers in another run.
fn same_end(a: &Outcome, b: &Outcome) -> bool {
    match (a, b) {
        (Outcome::ProgramFault(x), Outcome::ProgramFault(y)) => x.kind == y.kind && x.message == y.message,
        (x, y) => x == y,
    }
}
