//! Inputs of a found test made simpler, where the run stays the same: pointers that nobody follows are null, odd
//! characters are letters, objects are no longer than what is in them.

use crescendo_program::ctype::CType;
use crescendo_solver::expr::{Assignment, VarId};
use crescendo_unit::{Input, InputKind, Run, Target, Unit};
use crescendo_vm::Outcome;
use crescendo_vm::symbolic::Outside;

/// Longer runs are not made again and again.
const MOST_STEPS: u64 = 100_000;
/// Inputs tried one by one where all together change the run.
const MOST_SINGLE: usize = 12;

type Change = (VarId, u64);

pub(super) fn simplify(unit: &mut Unit, found: &Assignment) -> Assignment {
    let mut best = found.clone();
    let run = unit.run(&best);
    if run.steps > MOST_STEPS || matches!(run.outcome, Outcome::Limit(_)) {
        return best;
    }
    for changes in [unfollowed, odd_characters, long_objects] {
        let changes = changes(unit, &run, &best);
        attempt(unit, &run, &mut best, &changes);
    }
    best
}

fn attempt(unit: &mut Unit, run: &Run, best: &mut Assignment, changes: &[Change]) {
    let mut works = |changes: &[Change], best: &mut Assignment| {
        let mut other = best.clone();
        changes.iter().for_each(|(v, value)| other.set(*v, *value));
        let same = is_same(run, &unit.run(&other));
        if same {
            *best = other;
        }
        same
    };
    if changes.is_empty() || works(changes, best) {
        return;
    }
    for change in changes.iter().take(MOST_SINGLE) {
        works(&[*change], best);
    }
}

pub(super) fn is_same(a: &Run, b: &Run) -> bool {
    let end = |r: &Run| match &r.outcome {
        Outcome::ProgramFault(f) => (Some(f.kind), r.stack.first().map(|f| f.position)),
        _ => (None, None),
    };
    let kinds = std::mem::discriminant(&a.outcome) == std::mem::discriminant(&b.outcome);
    kinds && a.ended == b.ended && end(a) == end(b) && a.coverage == b.coverage
}

fn used<'a>(inputs: &'a [Input], run: &Run) -> Vec<&'a Input> {
    inputs.iter().filter(|i| run.used.contains(&i.variable)).collect()
}

/// Pointers to objects that the run did not look at, and to functions that it did not call.
fn unfollowed(unit: &Unit, run: &Run, values: &Assignment) -> Vec<Change> {
    let (driver, deciding) = (unit.driver(), unit.deciding(run));
    let used = used(driver.inputs.all(), run);
    let followed = |path: &str| {
        let behind = |p: &str| p.strip_prefix(path).is_some_and(|rest| rest.starts_with(['[', '-', '.']));
        used.iter().any(|i| behind(&i.path))
    };
    let mut changes = Vec::new();
    for i in used.iter().filter(|i| matches!(i.kind, InputKind::Pointer(_))) {
        let Some(choices) = driver.choices.get(&i.variable) else { continue };
        let now = values.get(i.variable).min(choices.len() as u64 - 1) as usize;
        let null = choices.iter().position(|t| *t == Target::Null);
        let idle = match &choices[now] {
            Target::Object => !followed(&i.path),
            Target::Function(_) => !deciding.contains(&i.variable),
            _ => false,
        };
        if let (Some(null), true) = (null, idle) {
            changes.push((i.variable, null as u64));
        }
    }
    changes
}

fn odd_characters(unit: &Unit, run: &Run, values: &Assignment) -> Vec<Change> {
    let driver = unit.driver();
    let is_odd = |i: &&Input| {
        let value = values.get(i.variable) as u8;
        let is_character = match i.kind {
            InputKind::Value(ty) => {
                matches!(unit.program.types.resolved(ty), CType::Char { bits: 8, .. }) && value != 0
            }
            InputKind::Outside(Outside::Byte) => true,
            _ => false,
        };
        is_character && !value.is_ascii_graphic() && !value.is_ascii_whitespace()
    };
    used(driver.inputs.all(), run).into_iter().filter(is_odd).map(|i| (i.variable, b'a' as u64)).collect()
}

/// Objects with nothing but zeros at their end: one of them is enough.
fn long_objects(unit: &Unit, run: &Run, values: &Assignment) -> Vec<Change> {
    let driver = unit.driver();
    let used = used(driver.inputs.all(), run);
    let mut changes = Vec::new();
    for length in used.iter().filter(|i| i.kind == InputKind::Length) {
        let Some(object) = length.path.strip_prefix("len(").and_then(|p| p.strip_suffix(')')) else { continue };
        let index = |i: &&&Input| -> Option<u64> {
            let rest = i.path.strip_prefix(object)?.strip_prefix('[')?;
            rest.split(']').next()?.parse().ok()
        };
        let filled = used.iter().filter(|i| values.get_words(i.variable, i.width).iter().any(|w| *w != 0));
        let last = filled.filter_map(|i| index(&i)).max().map_or(0, |i| i + 1);
        if values.get(length.variable) > last {
            changes.push((length.variable, last));
        }
    }
    changes
}
