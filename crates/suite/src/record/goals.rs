//! What a test covers, in words.

use crate::cases::case;
use crate::model::Goal;
use crate::words::Texts;
use crescendo_explore::criteria::{self, Obligation};
use crescendo_program::cover::{DecisionId, SiteId, SiteKind};
use crescendo_program::{FunctionId, Program};
use crescendo_vm::cover::Coverage;

/// Everything that can be covered in a unit, numbered.
pub struct Goals {
    pub goals: Vec<Goal>,
    obligations: Vec<(usize, Obligation)>,
}

impl Goals {
    /// The obligations of these functions by every criterion.
    pub fn new(program: &Program, functions: &[FunctionId], texts: &Texts) -> Goals {
        let (mut goals, mut obligations) = (Vec::new(), Vec::new());
        for (i, criterion) in criteria::ALL.iter().enumerate() {
            for o in functions.iter().flat_map(|f| criterion.obligations(&program.cover, *f)) {
                let at = program.sources.get(o.position(&program.cover));
                let file = program.sources.path(at.file).to_string();
                let text = describe(program, o, texts);
                let criterion = criterion.name().to_string();
                goals.push(Goal { criterion, file, line: at.line, column: at.column, text });
                obligations.push((i, o));
            }
        }
        Goals { goals, obligations }
    }

    /// Those that a coverage meets, by number.
    pub fn met(&self, program: &Program, coverage: &Coverage) -> Vec<usize> {
        let met = |(i, o): &(usize, Obligation)| criteria::ALL[*i].met(&program.cover, coverage, *o).is_some();
        (0..self.obligations.len()).filter(|g| met(&self.obligations[*g])).collect()
    }
}

impl Goals {
    /// Whether some condition of a decision was not shown to decide it by itself.
    pub fn is_open(&self, program: &Program, coverage: &Coverage, id: DecisionId) -> bool {
        let conditions = self
            .obligations
            .iter()
            .filter(|(_, o)| matches!(o, Obligation::Condition { decision, .. } if *decision == id));
        conditions.into_iter().any(|(i, o)| criteria::ALL[*i].met(&program.cover, coverage, *o).is_none())
    }
}

/// Behind the first condition of `c ? a : b`, where that is a condition as a whole.
pub const WHOLE: &str = " ? ... : ... is ";

/// Whether an earlier condition stands at the same place: a conditional expression begins with its own.
fn is_whole(program: &Program, site: SiteId) -> bool {
    let sites = &program.cover.sites;
    let this = &sites[site.0 as usize];
    let before = sites[..site.0 as usize].iter().rev().take_while(|s| s.function == this.function);
    before.into_iter().any(|s| s.position == this.position)
}

/// What is to be covered, in the words of the source: `len > 0 is true`.
pub fn describe(program: &Program, o: Obligation, texts: &Texts) -> String {
    let map = &program.cover;
    let at = program.sources.get(o.position(map));
    let file = program.sources.path(at.file);
    let condition = || texts.condition(file, at.line, at.column).unwrap_or_else(|| "the condition".into());
    match o {
        Obligation::Statement(_) => "statement".into(),
        Obligation::Outcome { site, outcome } => match &map.site(site).kind {
            SiteKind::Switch { .. } => case(program, texts, site, outcome).unwrap_or_default(),
            SiteKind::Goto { .. } => format!("label {}", outcome + 1),
            _ if is_whole(program, site) && texts.is_asked(file, at.line, at.column) => {
                format!("{}{WHOLE}{}", condition(), outcome == 1)
            }
            _ => format!("{} is {}", condition(), outcome == 1),
        },
        Obligation::Condition { .. } => format!("{} decides by itself", condition()),
        Obligation::Boundary { difference, .. } => match difference {
            0 => format!("{}: both sides are equal", condition()),
            1 => format!("{}: left is one more than right", condition()),
            -1 => format!("{}: left is one less than right", condition()),
            n => format!("{}: left differs from right by {n}", condition()),
        },
    }
}
