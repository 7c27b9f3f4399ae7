//! The context formula of an alarm, asked.

use super::recheck::Rechecked;
use super::target::Target;
use crate::summary::{Composed, Level, Place, Summary, compose};
use crescendo_program::{FunctionId, Program};
use crescendo_solver::expr::Assignment;
use crescendo_solver::solve::{Answer, Limits, Query, Solve};
use crescendo_suite::Texts;
use std::collections::{BTreeMap, HashMap};
use std::time::Duration;

/// Time for one formula, in milliseconds.
const MILLIS: u64 = 1000;
/// Conditions of a core that are told.
const TOLD: usize = 4;

pub enum Answered {
    /// Inputs of the outermost function by path.
    Inputs(HashMap<String, Vec<u64>>),
    /// The known paths contradict each other; the core in words.
    Refuted(String),
    /// No known path comes to the unit, no known way to the fault, or no answer.
    Nothing,
}

/// Asks whether the known paths of a caller, through the functions `below` it, lead to the fault. Both ways are asked: the
/// unit's inputs as runs of the caller had them, and step by step over the summaries between.
pub fn ask(
    program: &Program,
    caller: &Summary,
    below: &[FunctionId],
    summaries: &BTreeMap<FunctionId, Summary>,
    target: &Target,
    time: Duration,
) -> Answered {
    let limits = Limits { millis: (time.as_millis() as u64).min(MILLIS), ..Limits::default() };
    if limits.millis == 0 {
        return Answered::Nothing;
    }
    let name = |f: &FunctionId| program.function(*f).name.as_str();
    let Some(unit) = below.last().and_then(|f| summaries.get(f)) else { return Answered::Nothing };
    let violations = unit.violations(&target.kind, target.functions.first().map_or("", name), target.line);
    if violations.is_empty() {
        return Answered::Nothing;
    }
    let direct = vec![Level { summary: caller, callee: &unit.function }];
    let mut ways = vec![direct];
    let between: Option<Vec<&Summary>> = below.iter().map(|f| summaries.get(f)).collect();
    if let Some(between) = between.filter(|b| b.len() > 1) {
        let callers = std::iter::once(caller).chain(between[..between.len() - 1].iter().copied());
        ways.push(callers.zip(&between).map(|(summary, next)| Level { summary, callee: &next.function }).collect());
    }
    let mut refuted = None;
    for way in ways {
        match compose(&way, unit, &violations) {
            Err(_) => return Answered::Nothing,
            Ok(None) => {}
            Ok(Some(composed)) => match solve(&composed, limits) {
                Answered::Refuted(core) => drop(refuted.get_or_insert(core)),
                other => return other,
            },
        }
    }
    refuted.map_or(Answered::Nothing, Answered::Refuted)
}

fn solve(composed: &Composed, limits: Limits) -> Answered {
    let hint = Assignment::new();
    let query = Query { constraints: &composed.constraints, hint: &hint, limits };
    match Rechecked::default().solve(&composed.pool, &query) {
        Answer::Sat(model) => Answered::Inputs(composed.inputs(&model)),
        Answer::Unsat(_) if composed.cut => Answered::Nothing,
        Answer::Unsat(core) if core.iter().any(|t| composed.assumed.contains(t)) => {
            // Cores are not always the smallest: is it so of larger inputs, too?
            let free: Vec<_> = composed.constraints.iter().filter(|t| !composed.assumed.contains(t)).copied().collect();
            match Rechecked::default().solve(&composed.pool, &Query { constraints: &free, ..query }) {
                Answer::Unsat(core) => Answered::Refuted(in_words(&composed.stand(&core))),
                _ => Answered::Nothing,
            }
        }
        Answer::Unsat(core) => Answered::Refuted(in_words(&composed.stand(&core))),
        Answer::Unknown(_) => Answered::Nothing,
    }
}

/// A core in the words of the source: `x > 0` at t.c:27, `table[x]` at t.c:19.
fn in_words(core: &[(Place, Option<bool>)]) -> String {
    if core.is_empty() {
        return "none of its paths has inputs that fault".into();
    }
    let texts = Texts::default();
    let one = |(p, outcome): &(Place, Option<bool>)| {
        let at = format!("{}:{}", p.file.rsplit('/').next().unwrap_or(&p.file), p.line);
        match (texts.condition(&p.file, p.line, p.column), outcome) {
            (Some(text), Some(true)) => format!("`{text}` holds at {at}"),
            (Some(text), Some(false)) => format!("`{text}` does not hold at {at}"),
            (Some(text), None) => format!("`{text}` at {at}"),
            (None, _) => at,
        }
    };
    let mut told: Vec<String> = core.iter().take(TOLD).map(one).collect();
    if core.len() > TOLD {
        told.push(format!("{} more", core.len() - TOLD));
    }
    format!("contradiction between {}", told.join(", "))
}
