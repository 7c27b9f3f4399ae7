//! Strings that were seen to be copied to where longer ones than were tried would not fit: the search once more with such.

use super::{Pass, Share};
use crate::function::Work;
use crescendo_explore::{Deadline, StopReason};
use crescendo_unit::NotDriven;
use std::collections::BTreeMap;

pub struct LongerStrings;

impl Pass for LongerStrings {
    fn name(&self) -> &'static str {
        "longer-strings"
    }

    fn help(&self) -> &'static str {
        "the search once more with strings too long for where they are copied"
    }

    fn share(&self, work: &Work) -> Share {
        let most = 0.3;
        Share { most, ..Share::until_either(work, 0.75, 0.95) }
    }

    fn run(&self, work: &mut Work, deadline: Deadline) -> Result<(), NotDriven> {
        let Some(longer) = longer(work) else { return Ok(()) };
        let before = work.own.setup.needs.clone();
        work.own.setup.needs.extend(longer);
        let second = work.search(deadline, Vec::new())?;
        let better = work.searched.as_ref().is_none_or(|first| second.worth() > first.worth());
        let left = match better {
            true => work.searched.replace(second),
            false => {
                work.own.setup.needs = before;
                Some(second)
            }
        };
        if let Some(left) = left {
            work.machines.put_back(left.unit);
        }
        Ok(())
    }
}

/// How long strings would have to be, by the path of their pointers.
fn longer(work: &Work) -> Option<BTreeMap<String, u64>> {
    let searched = work.searched.as_ref().filter(|s| s.found.stop != StopReason::Interrupted)?;
    if work.before.is_some() {
        return None;
    }
    let is_new = |(path, bytes): &(&String, &u64)| work.own.setup.needs.get(*path).is_none_or(|known| known < *bytes);
    let longer: BTreeMap<String, u64> =
        searched.unit.copied_strings().iter().filter(is_new).map(|(path, bytes)| (path.clone(), *bytes)).collect();
    (!longer.is_empty()).then_some(longer)
}
