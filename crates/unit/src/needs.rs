//! How long input objects must be able to be: a unit that always clears 256 bytes gets nowhere with fewer.

use crate::unit::Unit;
use crescendo_solver::expr::Program as Expression;
use crescendo_vm::memory::Label;
use crescendo_vm::trace::{Event, EventKind};
use crescendo_vm::{FaultKind, Outcome, ProgramFault};
use std::collections::BTreeMap;

/// Bytes that an object may need.
const MOST: u64 = 4096;

impl Unit<'_> {
    /// Bytes that input objects must be able to have, by the path of their pointer, as far as runs have shown; for
    /// `Setup::needs`.
    pub fn needs(&self) -> &BTreeMap<String, u64> {
        &self.missing
    }

    /// A run is over: did it look behind the longest object that an input pointer may have, whatever the inputs are?
    pub(crate) fn note_need(&mut self, outcome: &Outcome) {
        let Outcome::ProgramFault(ProgramFault { kind: FaultKind::OutOfBounds, access: Some(e), .. }) = outcome else {
            return;
        };
        let (Some(object), Some(s)) = (e.object, self.vm.symbolic.as_ref()) else { return };
        let Some(Event { kind: EventKind::Check { passed: false, .. }, holds, .. }) = s.events.last() else { return };
        let Label::Input(name) = object.label else { return };
        let Some(path) = s.objects.get(name as usize) else { return };
        let bytes = self.vm.memory.plain(e.address).wrapping_sub(object.base).saturating_add(e.len);
        let driver = self.driver();
        let short = driver.capacity.get(path).is_some_and(|most| bytes > *most);
        // Where inputs say how far it looks, that is another matter.
        let always = || Expression::new(&s.pool, &[*holds]).variables().iter().all(|v| driver.inputs.is_bounded(*v));
        let need = (short && bytes <= MOST && always()).then(|| (path.clone(), bytes));
        drop(driver);
        if let Some((path, bytes)) = need {
            let known = self.missing.entry(path).or_default();
            *known = bytes.max(*known);
        }
    }
}
