//! The decisions of several conditions, and how tests evaluate them: the rows of MC/DC tables.

use crate::model::{Decision, Vector};
use crate::words::Texts;
use crescendo_program::cover::DecisionId;
use crescendo_program::{FunctionId, Program};
use crescendo_vm::cover::Coverage;

/// Decisions of these functions that have more than one condition, in order.
pub struct Decisions {
    pub decisions: Vec<Decision>,
    ids: Vec<DecisionId>,
}

impl Decisions {
    pub fn new(program: &Program, functions: &[FunctionId], texts: &Texts) -> Decisions {
        let map = &program.cover;
        let mut all = Decisions { decisions: Vec::new(), ids: Vec::new() };
        for (i, d) in map.decisions.iter().enumerate() {
            if d.conditions.len() < 2 || !functions.contains(&d.function) {
                continue;
            }
            let at = program.sources.get(d.position);
            let file = program.sources.path(at.file).to_string();
            let condition = |s: &crescendo_program::cover::SiteId| {
                let at = program.sources.get(map.site(*s).position);
                texts.condition(&file, at.line, at.column).unwrap_or_else(|| "the condition".into())
            };
            let conditions = d.conditions.iter().map(condition).collect();
            all.decisions.push(Decision { line: at.line, column: at.column, conditions, file });
            all.ids.push(DecisionId(i as u32));
        }
        all
    }

    /// How a run evaluated them.
    pub fn vectors(&self, coverage: &Coverage) -> Vec<Vector> {
        let mut all = Vec::new();
        for (i, (id, d)) in self.ids.iter().zip(&self.decisions).enumerate() {
            for v in coverage.vectors(*id) {
                let letter = |c: usize| match (v.evaluated >> c & 1, v.values >> c & 1) {
                    (0, _) => '-',
                    (_, 0) => 'F',
                    _ => 'T',
                };
                let values = (0..d.conditions.len()).map(letter).collect();
                all.push(Vector { decision: i, values, outcome: v.result });
            }
        }
        all
    }
}
