//! Tests for people, of the runs that were made again.

use super::{Pass, Share};
use crate::function::Work;
use crescendo_explore::Deadline;
use crescendo_explore::result::Test as Found;
use crescendo_suite::record::collect;
use crescendo_unit::NotDriven;

pub struct MakeTests;

impl Pass for MakeTests {
    fn name(&self) -> &'static str {
        "tests"
    }

    fn help(&self) -> &'static str {
        "tests of what was found, as simple as time allows"
    }

    fn share(&self, work: &Work) -> Share {
        // What was found and is no test in the end is lost, so late or slow runs get more than is left.
        Share { least: 0.25, ..Share::until_either(work, 0.85, 1.0) }
    }

    fn run(&self, work: &mut Work, deadline: Deadline) -> Result<(), NotDriven> {
        let Some(searched) = &mut work.searched else { return Ok(()) };
        let (unit, tests) = (&mut searched.unit, &searched.found.tests);
        let _guard = work.explorer.watchdog.until(deadline, vec![unit.vm.interrupt_flag()]);
        let kept: Vec<Found> = work.validated.kept.iter().map(|&i| tests[i].clone()).collect();
        work.suite = collect(
            unit,
            &kept,
            &work.validated.coverage,
            &work.functions,
            work.explorer.search.keep_all,
            Some(deadline),
        );
        Ok(())
    }
}
