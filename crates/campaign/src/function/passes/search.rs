//! The search itself: inputs that cover the function's goals, and what no input covers.

use super::{Pass, Share};
use crate::function::work::Searched;
use crate::function::{Progress, Work};
use crate::results::summary::Growth;
use crescendo_explore::{Deadline, Search, criteria, explore};
use crescendo_program::source::PosId;
use crescendo_unit::NotDriven;
use std::time::Instant;

/// How often a test is run until it is written: again, from its names, at other places, with simpler inputs.
pub(super) const RERUNS: u32 = 8;

pub struct MainSearch;

impl Pass for MainSearch {
    fn name(&self) -> &'static str {
        "search"
    }

    fn help(&self) -> &'static str {
        "the search for inputs that cover the function's goals"
    }

    fn share(&self, work: &Work) -> Share {
        Share::until_either(work, 0.65, 0.95)
    }

    fn run(&self, work: &mut Work, deadline: Deadline) -> Result<(), NotDriven> {
        let searched = work.search(deadline, work.seeds.clone())?;
        for b in &searched.found.bugs {
            let sources = &work.explorer.program.sources;
            let at = if b.position == PosId::NONE { String::new() } else { sources.show(b.position).to_string() };
            work.bugs.push(format!("run {}: {} {at}", b.run, b.message).trim_end().to_string());
        }
        work.searched = Some(searched);
        Ok(())
    }
}

impl<'p> Work<'_, 'p> {
    /// Searches for all goals of the function and of those that count as its own.
    pub(super) fn search(
        &mut self,
        deadline: Deadline,
        seeds: Vec<crescendo_explore::NamedInputs>,
    ) -> Result<Searched<'p>, NotDriven> {
        let explorer = self.explorer;
        let (map, settings) = (&explorer.program.cover, &explorer.search);
        let mut unit = self.unit()?;
        let begun = Instant::now();
        let mut grown: Vec<Growth> = Vec::new();
        let tell = &mut *self.progress;
        let mut progress = |p: &explore::Progress| {
            if grown.last().is_none_or(|g| g.covered < p.covered) {
                grown.push(Growth { seconds: begun.elapsed().as_secs_f64(), runs: p.runs, covered: p.covered });
            }
            tell(Progress { runs: p.runs, covered: p.covered, goals: p.goals });
        };
        let is_main = explorer.program.function(self.id).name == "main";
        let counted = if self.own.entry == self.id { &self.functions[1..] } else { &self.functions[..] };
        let search = Search {
            counted,
            goals: Some(criteria::goals(map, &self.functions, &settings.criteria)),
            aims: criteria::aims(map, &self.functions, &settings.criteria),
            runs: self.own.runs,
            reruns: RERUNS,
            seeds,
            exhaust: settings.exhaust,
            go_on: settings.main_to_the_end && is_main,
            progress: Some(&mut progress),
            ..Search::until(deadline)
        };
        let (found, solver) = search.run(&explorer.workplace(), &mut unit);
        Ok(Searched { unit, figures: solver.figures(), found, grown })
    }
}
