//! Statement coverage: every statement is executed.

use super::{Criterion, Obligation};
use crescendo_program::FunctionId;
use crescendo_program::cover::CoverMap;

pub struct Statement;

impl Criterion for Statement {
    fn name(&self) -> &'static str {
        "statement"
    }

    fn obligations(&self, map: &CoverMap, function: FunctionId) -> Vec<Obligation> {
        map.of_function(function).statements.map(Obligation::Statement).collect()
    }
}
