//! Which inputs decide the way a run takes: the others are there because the objects they are in are.

use crate::{Run, Unit};
use crescendo_solver::expr::{ExprId, Program, VarId};
use std::collections::HashSet;

impl Unit<'_> {
    /// The variables in the conditions of the last run.
    pub fn deciding(&self, run: &Run) -> HashSet<VarId> {
        let Some(symbolic) = &self.vm.symbolic else { return HashSet::new() };
        let conditions: Vec<ExprId> = run.events.iter().map(|e| e.holds).filter(|e| e.is_some()).collect();
        Program::new(&symbolic.pool, &conditions).variables().iter().copied().collect()
    }
}
