//! How long input objects must be able to be: a unit that always clears 256 bytes gets nowhere with fewer, and one that keeps
//! something in front of what it hands out needs pointers behind the start of their objects. Pointers that are looked at as
//! numbers must be able to be one.

use crate::gap::Gap;
use crate::inputs::InputKind;
use crate::pointer::{lead_path, number_path};
use crate::unit::Unit;
use crescendo_solver::expr::{Program as Expression, variables_of_small};
use crescendo_vm::memory::Label;
use crescendo_vm::trace::{Event, EventKind};
use crescendo_vm::{FaultKind, Outcome, ProgramFault};
use std::collections::BTreeMap;

/// Parts of a term that is a pointer, or what somebody made of one.
const PARTS: usize = 128;
/// Bytes that an object may need.
const MOST: u64 = 4096;

impl Unit<'_> {
    /// Bytes that input objects must be able to have, by the path of their pointer, as far as runs have shown; for
    /// `Setup::needs`.
    pub fn needs(&self) -> BTreeMap<String, u64> {
        let mut all = self.wanted.clone();
        for (path, bytes) in &self.missing {
            more(&mut all, path, *bytes);
        }
        all
    }

    /// Of these, the strings that are copied to where longer ones would not fit.
    pub fn copied_strings(&self) -> &BTreeMap<String, u64> {
        &self.wanted
    }

    /// A run is over: did it look behind the longest object that an input pointer may have, or in front of it, whatever the inputs
    /// are?
    /// Tells what it lacks in front.
    pub(crate) fn note_need(&mut self, outcome: &Outcome) -> Option<Gap> {
        self.note_wanted();
        self.note_numbers();
        let Outcome::ProgramFault(ProgramFault { kind: FaultKind::OutOfBounds, access: Some(e), .. }) = outcome else {
            return None;
        };
        let (object, s) = (e.object?, self.vm.symbolic.as_ref()?);
        let Label::Input(name) = object.label else { return None };
        let path = s.objects.get(name as usize)?;
        let failed = match s.events.last() {
            Some(Event { kind: EventKind::Check { passed: false, .. }, holds, .. }) => Some(*holds),
            _ => None,
        };
        let driver = self.driver();
        // Where inputs say how far it looks, that is another matter.
        let always =
            |holds| Expression::new(&s.pool, &[holds]).variables().iter().all(|v| driver.inputs.is_bounded(*v));
        let at = self.vm.memory.plain(e.address);
        let front = lead_path(path);
        let lead = if driver.addresses.get(&front) == Some(&object.base) { driver.needs[&front] } else { 0 };
        let before = object.base.wrapping_sub(at);
        let bytes = at.wrapping_sub(object.base).saturating_add(e.len).saturating_sub(lead);
        let need = if (1..=MOST).contains(&before) {
            // A header is as long as it is; what is looked at in more than one place in front may be a stack.
            let enough = if lead == 0 { before } else { (2 * (lead + before)).min(MOST) };
            failed.is_none_or(always).then_some((front, enough))
        } else {
            let short = driver.capacity.get(path).is_some_and(|most| bytes > *most);
            (short && bytes <= MOST && failed.is_some_and(always)).then(|| (path.clone(), bytes))
        };
        // The object may be the rest of a larger one, as far as anybody knows.
        let lacks = (before as i64 > 0).then(|| Gap::InFront(path.clone()));
        drop(driver);
        if let Some((path, bytes)) = need {
            more(&mut self.missing, &path, bytes);
        }
        lacks
    }

    /// Pointers that are looked at as numbers. Where they never hold one, other numbers may do more.
    fn note_numbers(&mut self) {
        let Some(s) = self.vm.symbolic.as_ref() else { return };
        let mut found = Vec::new();
        for &term in &s.measured {
            if let Some(&[v]) = variables_of_small(&s.pool, term, PARTS).as_deref()
                && let Some(input) = self.driver().inputs.of(v)
                && matches!(input.kind, InputKind::Pointer(_))
            {
                found.push(input.path.clone());
            }
        }
        found.sort();
        for path in found {
            more(&mut self.missing, &number_path(&path), 1);
            if !self.driver().needs.contains_key(&number_path(&path)) {
                self.driver_mut().note(Gap::NoNumber(path));
            }
        }
    }

    /// Strings that are copied to where longer ones would not fit.
    fn note_wanted(&mut self) {
        let Some(s) = self.vm.symbolic.as_ref() else { return };
        for (name, bytes) in &s.wanted {
            if let Some(path) = s.objects.get(*name as usize) {
                more(&mut self.wanted, path, *bytes);
            }
        }
    }
}

/// The larger need of an object counts.
fn more(needs: &mut BTreeMap<String, u64>, path: &str, bytes: u64) {
    match needs.get_mut(path) {
        Some(known) => *known = bytes.max(*known),
        None => drop(needs.insert(path.to_string(), bytes)),
    }
}
