//! Boundary values: every comparison of integers is tried with values on both sides of its boundary, as close as they get.
//!
//! `a < b` wants `a` one below `b` and equal to it; `a == b` wants them equal, and one apart both ways.

use super::{Criterion, Obligation};
use crescendo_program::FunctionId;
use crescendo_program::cover::{CoverMap, SiteId};

pub struct Boundary;

impl Criterion for Boundary {
    fn name(&self) -> &'static str {
        "boundary"
    }

    fn obligations(&self, map: &CoverMap, function: FunctionId) -> Vec<Obligation> {
        let mut all = Vec::new();
        for site in map.of_function(function).sites.map(SiteId) {
            let differences = map.site(site).boundary.iter().flat_map(|b| &b.differences);
            all.extend(differences.map(|&difference| Obligation::Boundary { site, difference }));
        }
        all
    }
}
