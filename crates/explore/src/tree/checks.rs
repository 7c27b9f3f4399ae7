//! Checks: the ways in which operations can fail. One check is a kind of fault at a place of the program, told apart by its
//! part in the operation and by the calls that lead there.

use crescendo_program::source::PosId;
use crescendo_program::symbol::FunctionId;
use crescendo_vm::FaultKind;
use crescendo_vm::trace::{Event, EventKind};
use std::collections::HashMap;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CheckId(pub u32);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Check {
    pub kind: FaultKind,
    pub function: FunctionId,
    pub position: PosId,
    pub part: u8,
    /// Stands for the calls that led there.
    pub context: u32,
}

impl Check {
    pub fn of(event: &Event) -> Option<Check> {
        match event.kind {
            EventKind::Check { fault: kind, part, context, .. } => {
                Some(Check { kind, function: event.function, position: event.position, part, context })
            }
            _ => None,
        }
    }
}

/// All checks that runs have come to.
#[derive(Default)]
pub struct Checks {
    list: Vec<(Check, bool)>,
    ids: HashMap<Check, CheckId>,
}

impl Checks {
    pub fn intern(&mut self, check: Check) -> CheckId {
        *self.ids.entry(check).or_insert_with(|| {
            self.list.push((check, false));
            CheckId(self.list.len() as u32 - 1)
        })
    }

    pub fn get(&self, id: CheckId) -> &Check {
        &self.list[id.0 as usize].0
    }

    pub fn iter(&self) -> impl Iterator<Item = &Check> {
        self.list.iter().map(|c| &c.0)
    }

    pub fn len(&self) -> usize {
        self.list.len()
    }

    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// A run has failed there: it needs no more tries.
    pub fn set_failed(&mut self, id: CheckId) {
        self.list[id.0 as usize].1 = true;
    }

    pub fn has_failed(&self, id: CheckId) -> bool {
        self.list[id.0 as usize].1
    }
}
