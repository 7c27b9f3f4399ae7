//! Branch coverage: every condition is true once and false once, every case of a switch and its default is taken.
//!
//! Each condition of `a && b` counts by itself, as llvm-cov counts, also where the value is used without a jump.

use super::{Criterion, Obligation};
use crescendo_program::FunctionId;
use crescendo_program::cover::{CoverMap, SiteId};

pub struct Branch;

impl Criterion for Branch {
    fn name(&self) -> &'static str {
        "branch"
    }

    fn obligations(&self, map: &CoverMap, function: FunctionId) -> Vec<Obligation> {
        let sites = map.of_function(function).sites.map(SiteId);
        let outcomes = |site| (0..map.site(site).outcomes()).map(move |outcome| Obligation::Outcome { site, outcome });
        sites.flat_map(outcomes).collect()
    }
}
