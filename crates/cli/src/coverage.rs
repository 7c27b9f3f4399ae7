//! A run's coverage as JSON: what can be covered, and what was.

use crescendo_program::Program;
use crescendo_program::cover::{CoverMap, Decision, SiteKind};
use crescendo_program::source::PosId;
use crescendo_program::symbol::FunctionId;
use crescendo_vm::cover::Coverage;
use serde_json::{Value, json};

pub fn json(program: &Program, coverage: &Coverage) -> Value {
    let map = &program.cover;
    let functions: Vec<Value> = program
        .functions
        .iter()
        .enumerate()
        .filter(|(_, f)| f.body.is_some())
        .map(|(i, f)| function(program, map, coverage, FunctionId(i as u32), &f.name))
        .collect();
    json!({ "version": 1, "functions": functions })
}

fn function(program: &Program, map: &CoverMap, coverage: &Coverage, id: FunctionId, name: &str) -> Value {
    let own = map.of_function(id);
    let statements: Vec<Value> = map.statements[own.statements.start as usize..own.statements.end as usize]
        .iter()
        .map(|s| json!({ "at": place(program, s.position), "covered": coverage.is_hit(s.goal) }))
        .collect();
    let sites: Vec<Value> = map.sites[own.sites.start as usize..own.sites.end as usize]
        .iter()
        .map(|s| {
            let covered: Vec<bool> = (0..s.outcomes()).map(|o| coverage.is_hit(s.goal(o))).collect();
            let kind = match &s.kind {
                SiteKind::Branch => json!("branch"),
                SiteKind::Value => json!("value"),
                SiteKind::Switch { cases, .. } => json!({ "switch": cases }),
                SiteKind::Goto { labels } => json!({ "goto": labels }),
            };
            let boundary = s.boundary.as_ref().map(|b| {
                let goal = |i: usize| crescendo_program::cover::GoalId(b.first_goal.0 + i as u32);
                let all = b.differences.iter().enumerate();
                all.map(|(i, d)| json!({ "difference": d, "covered": coverage.is_hit(goal(i)) })).collect::<Vec<_>>()
            });
            json!({ "at": place(program, s.position), "kind": kind, "outcomes": covered, "boundary": boundary })
        })
        .collect();
    let decisions: Vec<Value> = own
        .decisions
        .map(|d| {
            let id = crescendo_program::cover::DecisionId(d);
            decision(program, map, coverage, id, map.decision(id))
        })
        .collect();
    json!({ "name": name, "statements": statements, "sites": sites, "decisions": decisions })
}

fn decision(
    program: &Program,
    map: &CoverMap,
    coverage: &Coverage,
    id: crescendo_program::cover::DecisionId,
    d: &Decision,
) -> Value {
    let conditions: Vec<Value> = d.conditions.iter().map(|c| place(program, map.site(*c).position)).collect();
    let vectors: Vec<String> = coverage
        .vectors(id)
        .map(|v| {
            let mark = |i: usize| match (v.evaluated >> i & 1, v.values >> i & 1) {
                (0, _) => '-',
                (_, 0) => 'F',
                _ => 'T',
            };
            let text: String = (0..d.conditions.len()).map(mark).collect();
            format!("{text}={}", if v.result { 'T' } else { 'F' })
        })
        .collect();
    json!({ "at": place(program, d.position), "conditions": conditions, "vectors": vectors })
}

fn place(program: &Program, p: PosId) -> Value {
    let p = program.sources.get(p);
    json!([program.sources.path(p.file), p.line, p.column])
}
