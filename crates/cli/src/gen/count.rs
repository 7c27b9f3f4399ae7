//! The counts of every function, over all that was explored.

use super::function::{Explored, blank};
use super::summary::{FunctionSummary, OpenGoal, Tally};
use crescendo_explore::criteria::{self, Criterion, Obligation};
use crescendo_explore::{Exploration, Verdict};
use crescendo_program::cover::CoverMap;
use crescendo_program::source::PosId;
use crescendo_program::{FunctionId, Program};
use crescendo_vm::cover::Coverage;

/// One summary per explored function, and per function that was only called. A goal is covered if any test covers it;
/// what is said about the others is what the function's own exploration says, or that of its first caller.
pub fn summaries(program: &Program, explored: Vec<Explored>) -> Vec<FunctionSummary> {
    let mut covered = Coverage::new(program.cover.goals);
    for e in &explored {
        covered.merge(&e.covered);
    }
    let mut called: Vec<(FunctionId, usize)> = Vec::new();
    for (i, e) in explored.iter().enumerate() {
        for &f in &e.others {
            if !called.iter().any(|c| c.0 == f) {
                called.push((f, i));
            }
        }
    }
    called.sort();
    let mut all: Vec<(FunctionId, FunctionSummary, usize)> =
        explored.iter().enumerate().map(|(i, e)| (e.id, e.summary.clone(), i)).collect();
    for (f, by) in called {
        let stop = format!("called by {}", explored[by].summary.name);
        all.push((f, FunctionSummary { stop, ..blank(program, f) }, by));
    }
    let finish = |(f, mut s, by): (FunctionId, FunctionSummary, usize)| {
        let found = explored[by].found.as_ref();
        let mut tally = |c: &'static dyn Criterion| count(program, c, f, &covered, found, &mut s.open);
        s.statement = tally(&criteria::Statement);
        s.branch = tally(&criteria::Branch);
        s.mcdc = tally(&criteria::Mcdc);
        s.boundary = tally(&criteria::Boundary);
        s
    };
    all.into_iter().map(finish).collect()
}

/// Counts one criterion, and lists what it misses with the reasons.
fn count(
    program: &Program,
    criterion: &'static dyn Criterion,
    id: FunctionId,
    covered: &Coverage,
    found: Option<&Exploration>,
    open: &mut Vec<OpenGoal>,
) -> Tally {
    let map = &program.cover;
    let mut tally = Tally::default();
    for o in criterion.obligations(map, id) {
        tally.total += 1;
        if criterion.met(map, covered, o).is_some() {
            tally.covered += 1;
            continue;
        }
        let (verdict, reason) = match found {
            Some(found) => why(program, map, found, o),
            None => ("unknown", "not explored".into()),
        };
        match verdict {
            "infeasible" => tally.infeasible += 1,
            _ => tally.unknown += 1,
        }
        let at = program.sources.get(o.position(map));
        let goal = describe(map, o);
        open.push(OpenGoal { criterion: criterion.name(), line: at.line, column: at.column, goal, verdict, reason });
    }
    tally
}

fn describe(map: &CoverMap, o: Obligation) -> String {
    use crescendo_program::cover::SiteKind;
    match o {
        Obligation::Statement(_) => "statement".into(),
        Obligation::Outcome { site, outcome } => match &map.site(site).kind {
            SiteKind::Switch { cases, .. } => match cases.get(outcome as usize) {
                Some(v) => format!("case {}", *v as i64),
                None => "default".into(),
            },
            SiteKind::Goto { .. } => format!("label {}", outcome + 1),
            _ => format!("condition is {}", outcome == 1),
        },
        Obligation::Condition { condition, .. } => format!("condition {} decides by itself", condition + 1),
        Obligation::Boundary { difference, .. } => match difference {
            0 => "both sides are equal".into(),
            1 => "left is one more than right".into(),
            -1 => "left is one less than right".into(),
            n => format!("left differs from right by {n}"),
        },
    }
}

/// The verdict on something uncovered, and why.
fn why(program: &Program, map: &CoverMap, found: &Exploration, o: Obligation) -> (&'static str, String) {
    let verdict = found.verdict(map, o);
    let line = |p: PosId| program.sources.get(p).line;
    match verdict {
        Some(Verdict::Infeasible(proof)) => {
            let mut lines: Vec<String> = proof.core.iter().map(|p| line(*p).to_string()).collect();
            lines.dedup();
            let reason = match (&lines[..], proof.behind_fault) {
                (_, Some(at)) => format!("every way there fails before, at line {}", line(at)),
                ([], None) => "no way leads there".to_string(),
                ([one], None) => format!("excluded by the condition in line {one}"),
                (_, None) => format!("excluded by the conditions in lines {}", lines.join(", ")),
            };
            ("infeasible", reason)
        }
        Some(Verdict::Unknown { reason, position }) if *position != PosId::NONE => {
            ("unknown", format!("{reason} (line {})", line(*position)))
        }
        Some(Verdict::Unknown { reason, .. }) => ("unknown", reason.to_string()),
        Some(Verdict::Covered { .. }) => ("unknown", "covered by a run that was not kept".into()),
        None => ("unknown", "not aimed at".into()),
    }
}
