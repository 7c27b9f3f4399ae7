//! What is left to chance: a test says only what holds wherever its objects lie in memory. So each run that makes a test is
//! made with its objects at other places, too, told as a test in the same way, and what the two say differently is not said.
//!
//! Where that leaves nothing, the test's objects are put where they are in the machine (`Input::at`), as far as they are the
//! test's own. What depends on where they lie seen from each other then is the same natively; what depends on the numbers of
//! their addresses, too, where these addresses are free (`Test::exact`). The program's variables and what it allocates lie
//! elsewhere natively, and what depends on that is left to chance.

use super::simplify::is_same;
use super::unrelated::{Unrelated, order_of_unrelated};
use super::{NotATest, Recorded, record};
use crate::model::{Change, Outcome as Told, Test, Value};
use crate::words::Texts;
use crescendo_solver::expr::Assignment;
use crescendo_unit::{Gap, Input, InputKind, Layout, Observed, Run, Unit};
use crescendo_vm::{FaultKind, Outcome};

/// Runs inputs for a test.
pub(super) fn try_record(unit: &mut Unit, input: &Assignment, texts: &Texts) -> (Run, Result<Recorded, NotATest>) {
    let others = elsewhere(unit, input, texts, [Layout::Rising, Layout::Falling]);
    let (run, observed) = unit.run_observed(input);
    let order = order_of_unrelated(unit, &run);
    let by_number = run.gaps.iter().any(|(gap, _)| *gap == Gap::Layout);
    if order == Unrelated::None
        && !by_number
        && let Some(made) = hold_together(unit, (&run, &observed), input, texts, others)
    {
        return (run, made);
    }
    if order == Unrelated::Outside {
        return (run, Err(NotATest::Places));
    }
    let moved = elsewhere(unit, input, texts, [Layout::Moved, Layout::MovedFurther]);
    let (run, observed) = unit.run_observed(input);
    let made = match hold_together(unit, (&run, &observed), input, texts, moved) {
        Some(Ok(recorded)) => in_place(unit, recorded, false).ok_or(NotATest::Places),
        Some(Err(why)) => Err(why),
        None if by_number && !unit.driver().inputs.all().is_empty() => record(unit, &run, &observed, input, texts)
            .and_then(|recorded| in_place(unit, recorded, true).ok_or(NotATest::Places)),
        None => Err(NotATest::Places),
    };
    (run, made)
}

/// What a run and the same at other places have in common, as a test; `None`: they are not the same, or nothing is left.
fn hold_together(
    unit: &mut Unit,
    (run, observed): (&Run, &Observed),
    input: &Assignment,
    texts: &Texts,
    others: Vec<(Run, Result<Recorded, NotATest>)>,
) -> Option<Result<Recorded, NotATest>> {
    let holds_there = |other: &Run| is_same(run, other) && access(run) == access(other);
    if !others.iter().all(|(other, _)| holds_there(other)) {
        return None;
    }
    match record(unit, run, observed, input, texts) {
        Ok(mut recorded) => {
            let all_hold =
                others.into_iter().all(|(_, other)| other.is_ok_and(|o| keep_common(&mut recorded.test, &o.test)));
            all_hold.then_some(Ok(recorded))
        }
        Err(why) => Some(Err(why)),
    }
}

/// Behind it sanitizers keep their shadow: no object of a test lies there.
const MOST_EXACT: u64 = 0x7fff_0000;

/// The test with its objects where they are in the machine.
fn in_place(unit: &Unit, mut recorded: Recorded, exact: bool) -> Option<Recorded> {
    // Programs for other machines are not run here, and have no such room.
    if unit.program.geometry.pointer_bits != 64 {
        return None;
    }
    if exact && recorded.objects.is_empty() {
        return None;
    }
    recorded.test.exact = exact;
    for (expression, address) in &recorded.objects {
        let at = Some(*address).filter(|a| unit.is_place_of_input(*a) && (!exact || *a < MOST_EXACT))?;
        let is_it = |i: &&mut crate::model::Input| {
            i.target() == expression && matches!(i.value, Value::Object { .. } | Value::Buffer { .. })
        };
        if let Some(i) = recorded.test.inputs.iter_mut().find(is_it) {
            i.at = Some(at);
        }
    }
    Some(recorded)
}

/// What the fault of a run says that holds wherever objects lie: how many bytes it accesses, and how far from null.
fn access(run: &Run) -> Option<(u64, Option<u64>)> {
    let Outcome::ProgramFault(f) = &run.outcome else { return None };
    let e = f.access.as_ref()?;
    Some((e.len, (f.kind == FaultKind::NullDereference).then_some(e.address)))
}

/// The run with its objects at other places, if there are any.
fn elsewhere(
    unit: &mut Unit,
    input: &Assignment,
    texts: &Texts,
    layouts: [Layout; 2],
) -> Vec<(Run, Result<Recorded, NotATest>)> {
    let pointer = |i: &Input| matches!(i.kind, InputKind::Pointer(_));
    // Objects that only this run has get their places first.
    unit.run(input);
    if !unit.driver().inputs.all().iter().any(pointer) && !unit.makes_objects() {
        return Vec::new();
    }
    let seen = layouts.map(|layout| {
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
