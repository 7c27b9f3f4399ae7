//! What is left to chance: a test says only what holds wherever its objects lie in memory. So each run that makes a test is
//! made with its objects at other places, too, told as a test in the same way, and what the two say differently is not said.

use super::NotATest;
use super::simplify::is_same;
use super::unrelated::orders_unrelated;
use super::{Recorded, record};
use crate::model::{Change, Outcome as Told, Test, Value};
use crate::words::Texts;
use crescendo_solver::expr::Assignment;
use crescendo_unit::{Input, InputKind, Layout, Run, Unit};
use crescendo_vm::{FaultKind, Outcome};

/// Runs inputs for a test.
pub(super) fn try_record(unit: &mut Unit, input: &Assignment, texts: &Texts) -> (Run, Result<Recorded, NotATest>) {
    let others = elsewhere(unit, input, texts);
    let (run, observed) = unit.run_observed(input);
    let holds_there = |other: &Run| is_same(&run, other) && access(&run) == access(other);
    if orders_unrelated(unit, &run) || !others.iter().all(|(other, _)| holds_there(other)) {
        return (run, Err(NotATest::Places));
    }
    let made = record(unit, &run, &observed, input, texts).and_then(|mut recorded| {
        let all_hold =
            others.into_iter().all(|(_, other)| other.is_ok_and(|o| keep_common(&mut recorded.test, &o.test)));
        if all_hold { Ok(recorded) } else { Err(NotATest::Places) }
    });
    (run, made)
}

/// What the fault of a run says that holds wherever objects lie: how many bytes it accesses, and how far from null.
fn access(run: &Run) -> Option<(u64, Option<u64>)> {
    let Outcome::ProgramFault(f) = &run.outcome else { return None };
    let e = f.access.as_ref()?;
    Some((e.len, (f.kind == FaultKind::NullDereference).then_some(e.address)))
}

/// The run with its objects at other places, if there are any.
fn elsewhere(unit: &mut Unit, input: &Assignment, texts: &Texts) -> Vec<(Run, Result<Recorded, NotATest>)> {
    let pointer = |i: &Input| matches!(i.kind, InputKind::Pointer(_));
    // Objects that only this run has get their places first.
    unit.run(input);
    if !unit.driver().inputs.all().iter().any(pointer) && !unit.makes_objects() {
        return Vec::new();
    }
    let seen = [Layout::Rising, Layout::Falling].map(|layout| {
        unit.place_objects(layout);
        let (run, observed) = unit.run_observed(input);
        let made = record(unit, &run, &observed, input, texts);
        (run, made)
    });
    unit.place_objects(Layout::Usual);
    seen.into()
}

/// Takes out of a test what is otherwise in one of the same inputs. Says whether the rest is worth a test.
fn keep_common(test: &mut Test, other: &Test) -> bool {
    if test.calls != other.calls || test.output != other.output {
        return false;
    }
    match (&mut test.outcome, &other.outcome) {
        (
            Told::Returned { value, changes, freed },
            Told::Returned { value: other_value, changes: other_changes, freed: other_freed },
        ) => {
            for change in changes.iter_mut() {
                let is_it = |c: &&Change| c.path == change.path && c.lvalue == change.lvalue;
                if other_changes.iter().find(is_it).is_none_or(|c| c.after != change.after) {
                    change.after = Value::Any;
                }
            }
            value == other_value && freed == other_freed
        }
        // Messages tell addresses; that it is the same fault is known.
        (Told::Fault { .. }, Told::Fault { .. }) => true,
        (outcome, other) => outcome == other,
    }
}
