//! Pointers that a run asks the order of, though they point into different objects. C does not say which comes first: input
//! objects lie above the program's variables in the machine, and anywhere natively. The same for an object and a number, such as the
//! distance from null, or what a pointer holds that points nowhere.

use super::ending::LEAST_ADDRESS;
use crescendo_solver::expr::{ExprId, Program, VarId};
use crescendo_unit::{InputKind, Run, Unit};
use crescendo_vm::trace::{Compared, Comparison, EventKind};
use std::collections::HashSet;

/// No object lies there or above.
const MOST_ADDRESS: u64 = 1 << 47;

/// What a run asks the order of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Unrelated {
    None,
    /// Input objects among themselves, which a test can put where it wants.
    Inputs,
    /// Others.
    Outside,
}

/// Whether a condition of the run is such a question. The unit's machine must be as the run left it.
pub(super) fn order_of_unrelated(unit: &mut Unit, run: &Run) -> Unrelated {
    let is_pointer = |k: &InputKind| matches!(k, InputKind::Pointer(_));
    let pointers: HashSet<VarId> =
        unit.driver().inputs.all().iter().filter(|i| is_pointer(&i.kind)).map(|i| i.variable).collect();
    let compared = run.events.iter().filter_map(|e| match &e.kind {
        EventKind::Branch { compared, .. } | EventKind::Value { compared, .. } => *compared,
        _ => None,
    });
    compared.map(|c| order(unit, &c, &pointers)).max().unwrap_or(Unrelated::None)
}

/// Whether one side is made of a pointer that holds a number where objects could lie, and the other is at an object or near it.
fn is_number_at_object(unit: &mut Unit, c: &Compared, pointers: &HashSet<VarId>) -> bool {
    let pool = &unit.vm.sym().pool;
    let [left, right] = [c.left, c.right].map(|e| Program::new(pool, &[e]).variables().to_vec());
    [(left.clone(), right.clone(), c.right), (right, left, c.left)].into_iter().any(|(of, not_of, other)| {
        let mut own = of.into_iter().filter(|v| pointers.contains(v) && !not_of.contains(v));
        let other = unit.vm.sym().evaluate(other)[0];
        unit.vm.memory.info(other).is_some() && own.any(|v| is_number(unit, v))
    })
}

fn is_number(unit: &mut Unit, pointer: VarId) -> bool {
    let s = unit.vm.sym();
    let held = s.pool.var(pointer);
    let held = s.evaluate(held)[0];
    let object = unit.vm.memory.info(held).filter(|o| held.wrapping_sub(o.base) <= o.size);
    (LEAST_ADDRESS..MOST_ADDRESS).contains(&held) && object.is_none()
}

fn order(unit: &mut Unit, c: &Compared, pointers: &HashSet<VarId>) -> Unrelated {
    let bits = unit.program.geometry.pointer_bits;
    let pool = &unit.vm.sym().pool;
    // Numbers may look like addresses.
    let depends = |e: ExprId| Program::new(pool, &[e]).variables().iter().any(|v| pointers.contains(v));
    if c.kind == Comparison::Equal || c.signed || pool.width(c.left) != bits || !depends(c.left) && !depends(c.right) {
        return Unrelated::None;
    }
    if is_number_at_object(unit, c, pointers) {
        return Unrelated::Outside;
    }
    let pool = &unit.vm.sym().pool;
    let depends = |e: ExprId| Program::new(pool, &[e]).variables().iter().any(|v| pointers.contains(v));
    let (of_left, of_right) = (depends(c.left), depends(c.right));
    let mut address = |e: ExprId| unit.vm.sym().evaluate(e)[0];
    let (left, right) = (address(c.left), address(c.right));
    let object = |address: u64| {
        let object = unit.vm.memory.info(address)?;
        (address.wrapping_sub(object.base) <= object.size).then_some(object.base)
    };
    let is_between = |number: u64, depends: bool| !depends && (LEAST_ADDRESS..MOST_ADDRESS).contains(&number);
    let asks = match (object(left), object(right)) {
        (Some(a), Some(b)) => a != b,
        (Some(_), None) => is_between(right, of_right),
        (None, Some(_)) => is_between(left, of_left),
        (None, None) => false,
    };
    match asks {
        false => Unrelated::None,
        true if unit.is_place_of_input(left) && unit.is_place_of_input(right) => Unrelated::Inputs,
        true => Unrelated::Outside,
    }
}
