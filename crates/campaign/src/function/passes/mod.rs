//! The stages of exploring a function: one file and one line of `PASSES` each.
//!
//! A pass looks at what is known of the function (`Work`), does its part, and leaves what it found for the passes behind it.
//! It has a share of the function's time and must be done when that is over. Each can be left out (`--without NAME`), to see
//! what it is good for.

mod failing_allocations;
mod longer_strings;
mod make_tests;
mod object_sizes;
mod revalidate;
mod search;
mod without_callees;

use super::Work;
use crescendo_explore::Deadline;
use crescendo_unit::NotDriven;

pub trait Pass: Sync {
    fn name(&self) -> &'static str;

    /// What it is for, in a line.
    fn help(&self) -> &'static str;

    fn share(&self, work: &Work) -> Share;

    fn run(&self, work: &mut Work, deadline: Deadline) -> Result<(), NotDriven>;
}

/// Parts of the function's time, from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Share {
    /// How much of it a pass may take.
    pub most: f64,
    /// When it must be done: what comes later is for others.
    pub end: f64,
    /// It gets so much even if passes before it took too long: a question to the solver cannot always be cut short.
    pub least: f64,
}

/// Every pass, in the order of their work.
pub const PASSES: &[&dyn Pass] = &[
    &object_sizes::ObjectSizes,
    &search::MainSearch,
    &longer_strings::LongerStrings,
    &revalidate::Revalidate,
    &make_tests::MakeTests,
    &without_callees::WithoutCallees,
    &without_callees::FillingLocals,
    &failing_allocations::FailingAllocations,
];

impl Share {
    /// As much as is left until that part of the time has passed.
    fn until(end: f64) -> Share {
        Share { most: 1.0, end, least: 0.0 }
    }

    /// The same for a function that may be explored without its callees afterwards, and for others.
    fn until_either(work: &Work, with_more_to_come: f64, else_: f64) -> Share {
        Share::until(if work.own.alone.is_some() { with_more_to_come } else { else_ })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_told() {
        let mut names: Vec<&str> = PASSES.iter().map(|p| p.name()).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), PASSES.len());
        assert!(PASSES.iter().all(|p| !p.help().is_empty()));
    }
}
