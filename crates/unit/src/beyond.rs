//! Accesses that look like faults, but lead where the driver's knowledge ends: what lies there is not known, and the run is cut.

use crate::gap::Gap;
use crate::unit::Unit;
use crescendo_program::GlobalId;
use crescendo_program::ctype::CType;
use crescendo_vm::memory::{Label, MemoryError};
use crescendo_vm::{FaultKind, Outcome, ProgramFault};
use std::collections::BTreeSet;

/// Members and elements behind a number that is used as an address.
const NEAR: u64 = 1 << 16;
/// Smaller numbers are no addresses of devices.
const LEAST: u64 = 1 << 12;

impl Unit<'_> {
    /// What the run lacked, if it ended for that reason.
    pub(crate) fn behind_bound(&self, outcome: &Outcome) -> Option<Gap> {
        let Outcome::ProgramFault(ProgramFault { kind, access: Some(e), .. }) = outcome else { return None };
        match kind {
            FaultKind::WildPointer => self.of_other_object(e.address).or_else(|| self.of_device(e.address)),
            FaultKind::OutOfBounds => self.behind_end(e),
            _ => None,
        }
    }

    /// Behind the end of an object that would be longer but for a bound, or whose end nobody knows.
    fn behind_end(&self, e: &MemoryError) -> Option<Gap> {
        let object = e.object?;
        match object.label {
            Label::Input(name) => {
                let driver = self.driver();
                let &(_, size) = driver.ties.cut.iter().find(|c| c.0 == object.base)?;
                let path = self.vm.symbolic.as_ref()?.objects.get(name as usize)?.clone();
                Some(Gap::of_length(path, size))
            }
            Label::Global(g) => {
                let global = self.program.global(g);
                let (path, before) = (global.name.clone(), e.address < object.base);
                if global.open && !before {
                    let CType::Array { of, .. } = self.program.types.resolved(global.c_type?) else { return None };
                    let size = self.program.types.bytes(*of)?;
                    return Some(Gap::of_length(path, size));
                }
                global.may_be_linkers(self.program).then_some(Gap::Linked(path))
            }
            Label::Machine(_) => {
                let variadic = self.program.function(self.function).signature.variadic;
                let unnamed = variadic && self.vm.has_outermost_arguments(object.base);
                unnamed.then_some(Gap::UnnamedArguments)
            }
            _ => None,
        }
    }

    /// At a number that happens to be the address of an object which this run does not have.
    fn of_other_object(&self, address: u64) -> Option<Gap> {
        let driver = self.driver();
        let start = |slot| self.program.geometry.slot_start(slot);
        let mut slots = driver.slots.iter();
        let (path, ..) = slots.find(|(_, slot, span)| (start(*slot)..start(slot + span)).contains(&address))?;
        Some(Gap::NumberAsAddress(path.clone()))
    }

    /// A little behind a number that the program has in its code or its tables: memory at an address that the hardware gives.
    fn of_device(&self, address: u64) -> Option<Gap> {
        let driver = self.driver();
        let is_base = |word: &u64| *word >= LEAST && (*word..*word + NEAR).contains(&address);
        let tables: BTreeSet<GlobalId> =
            driver.reached.iter().flat_map(|f| driver.facts.referred(*f)).copied().collect();
        let bodies = driver.reached.iter().filter_map(|f| self.program.function(*f).body.as_ref());
        let mut code = bodies.flat_map(|b| b.constants.iter().copied());
        let mut words = tables.iter().flat_map(|g| self.words_of(*g));
        let base = code.find(is_base).or_else(|| words.find(is_base))?;
        Some(Gap::Registers(format!("{base:#x}")))
    }

    /// The numbers in a global at the start, as words of an address and of half an address.
    fn words_of(&self, g: GlobalId) -> impl Iterator<Item = u64> + '_ {
        let big = self.program.target.big_endian;
        let image = self.program.global(g).image.as_deref().unwrap_or(&[]);
        [4, 8].into_iter().flat_map(move |size| {
            image.chunks_exact(size).map(move |bytes| {
                let add = |word: u64, byte: &u8| word << 8 | *byte as u64;
                if big { bytes.iter().fold(0, add) } else { bytes.iter().rev().fold(0, add) }
            })
        })
    }
}
