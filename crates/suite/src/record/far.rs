//! Faults whose native form is a matter of where the access happens to go.

use super::NotATest;
use crescendo_program::Program;
use crescendo_unit::Run;
use crescendo_vm::memory::{Label, MemoryError, MemoryFault};
use crescendo_vm::{Outcome, ProgramFault};

/// Sanitizers watch so many bytes around a block: `redzone` in `runtime/crescendo.c`.
const WATCHED: u64 = 512;

fn access(run: &Run) -> Option<&MemoryError> {
    let Outcome::ProgramFault(ProgramFault { access, .. }) = &run.outcome else { return None };
    access.as_ref()
}

/// Why a fault far away from its block is no test: natively other memory may be there. Arrays that the function at fault knows by
/// their names are not meant, of which sanitizers check the index.
pub(super) fn far_fault(run: &Run) -> Option<NotATest> {
    let e = access(run).filter(|e| e.fault == MemoryFault::OutOfBounds)?;
    let is_far = match e.object {
        // It has left its object for where nothing is.
        None => true,
        Some(o) if is_known_at_fault(run, o.label) => false,
        Some(o) => {
            let behind = e.address.saturating_sub(o.base.saturating_add(o.size));
            let before = o.base.saturating_sub(e.address.saturating_add(e.len));
            behind.max(before) >= WATCHED
        }
    };
    is_far.then_some(NotATest::FarAccess)
}

/// A function that was given a pointer to somebody else's variable does not know where that ends.
fn is_known_at_fault(run: &Run, label: Label) -> bool {
    match label {
        Label::Global(_) => true,
        Label::Local { function, .. } | Label::Variable { function, .. } => {
            run.stack.first().is_none_or(|at| at.function == function)
        }
        _ => false,
    }
}

/// Whether a fault is an access up to the end of the address space or over it: in front of a null pointer.
pub(super) fn is_over_the_end(program: &Program, run: &Run) -> bool {
    let bits = program.geometry.pointer_bits;
    // The machine has 47 bits of an address, as programs on Linux do.
    let end = 1u128 << if bits == 64 { 47 } else { bits };
    access(run).is_some_and(|e| {
        e.fault == MemoryFault::Null && {
            let address = e.address as u128 & (end - 1);
            // Single bytes are read one by one, not copied.
            e.len > 1 && address > end / 2 && address + e.len as u128 >= end
        }
    })
}
