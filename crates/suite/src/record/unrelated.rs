//! Pointers that a run asks the order of, though they point into different objects. C does not say which comes first: input
//! objects lie above the program's variables in the machine, and anywhere natively.

use crescendo_solver::expr::{ExprId, Program, VarId};
use crescendo_unit::{InputKind, Run, Unit};
use crescendo_vm::trace::{Compared, Comparison, EventKind};
use std::collections::HashSet;

/// Whether a condition of the run is such a question. The unit's machine must be as the run left it.
pub(super) fn orders_unrelated(unit: &mut Unit, run: &Run) -> bool {
    let is_pointer = |k: &InputKind| matches!(k, InputKind::Pointer(_));
    let pointers: HashSet<VarId> =
        unit.driver().inputs.all().iter().filter(|i| is_pointer(&i.kind)).map(|i| i.variable).collect();
    let compared = run.events.iter().filter_map(|e| match &e.kind {
        EventKind::Branch { compared, .. } | EventKind::Value { compared, .. } => *compared,
        _ => None,
    });
    compared.into_iter().any(|c| is_order(unit, &c, &pointers))
}

fn is_order(unit: &mut Unit, c: &Compared, pointers: &HashSet<VarId>) -> bool {
    let bits = unit.program.geometry.pointer_bits;
    let pool = &unit.vm.sym().pool;
    // Numbers may look like addresses.
    let depends = |e: ExprId| Program::new(pool, &[e]).variables().iter().any(|v| pointers.contains(v));
    if c.kind == Comparison::Equal || c.signed || pool.width(c.left) != bits || !depends(c.left) && !depends(c.right) {
        return false;
    }
    let mut object = |e: ExprId| {
        let address = unit.vm.sym().evaluate(e)[0];
        let object = unit.vm.memory.info(address)?;
        (address.wrapping_sub(object.base) <= object.size).then_some(object.base)
    };
    matches!((object(c.left), object(c.right)), (Some(a), Some(b)) if a != b)
}
