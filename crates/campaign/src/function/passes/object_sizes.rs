//! A few runs before the search, to see how long input objects must be able to be.

use super::{Pass, Share};
use crate::function::Work;
use crescendo_explore::{Deadline, Search, criteria};
use crescendo_unit::NotDriven;

/// Runs of one try, and tries: behind one access that needs more there may be another.
const RUNS: u64 = 30;
const TRIES: u32 = 5;

pub struct ObjectSizes;

impl Pass for ObjectSizes {
    fn name(&self) -> &'static str {
        "object-sizes"
    }

    fn help(&self) -> &'static str {
        "a few runs that give input objects the room which the code always uses"
    }

    fn share(&self, _: &Work) -> Share {
        Share { most: 0.1, end: 0.1, least: 0.0 }
    }

    fn run(&self, work: &mut Work, deadline: Deadline) -> Result<(), NotDriven> {
        // What was explored before has what it needs.
        let tries = if work.before.is_some() { 0 } else { TRIES };
        let explorer = work.explorer;
        for _ in 0..tries {
            let mut unit = work.unit()?;
            let search = Search {
                goals: Some(criteria::goals(&explorer.program.cover, &[work.id], &explorer.search.criteria)),
                runs: Some(RUNS),
                ..Search::until(deadline.within(deadline.whole() / TRIES))
            };
            search.run(&explorer.workplace(), &mut unit);
            let before = work.own.setup.needs.clone();
            work.own.setup.needs.extend(unit.needs());
            work.machines.put_back(unit);
            if work.own.setup.needs == before {
                break;
            }
        }
        Ok(())
    }
}
