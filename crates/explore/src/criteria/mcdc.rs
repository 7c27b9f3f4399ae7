//! Modified condition/decision coverage: every condition is shown to decide its decision by itself.
//!
//! A pair of vectors shows it: the condition is true in one and false in the other, and so are the results. *Unique
//! cause* wants all conditions that both evaluated to agree; *masking* lets others differ, if in each vector the result
//! would change with this condition alone. A condition that was not evaluated (`-`) agrees with anything. A decision of
//! one condition wants both of its outcomes.

use super::{Criterion, Met, Obligation};
use crescendo_program::FunctionId;
use crescendo_program::cover::{CoverMap, Decision, DecisionId, Next};
use crescendo_vm::cover::{Coverage, Vector};

pub struct Mcdc;

impl Criterion for Mcdc {
    fn name(&self) -> &'static str {
        "mcdc"
    }

    fn obligations(&self, map: &CoverMap, function: FunctionId) -> Vec<Obligation> {
        let decisions = map.of_function(function).decisions.map(DecisionId);
        let conditions = |decision| {
            let count = map.decision(decision).conditions.len() as u16;
            (0..count).map(move |condition| Obligation::Condition { decision, condition })
        };
        decisions.flat_map(conditions).collect()
    }

    fn met(&self, map: &CoverMap, coverage: &Coverage, obligation: Obligation) -> Option<Met> {
        match obligation {
            Obligation::Condition { decision, condition } => condition_covered(map, coverage, decision, condition),
            other => other.goal(map).filter(|g| coverage.is_hit(*g)).map(|_| Met::Reached),
        }
    }
}

/// Whether a condition's independence was shown, and how.
pub fn condition_covered(map: &CoverMap, coverage: &Coverage, decision: DecisionId, condition: u16) -> Option<Met> {
    let d = map.decision(decision);
    if let [site] = d.conditions[..] {
        let site = map.site(site);
        return (coverage.is_hit(site.goal(0)) && coverage.is_hit(site.goal(1))).then_some(Met::UniqueCause);
    }
    let bit = 1 << condition;
    let (mut yes, mut no) = (Vec::new(), Vec::new());
    for v in coverage.vectors(decision).filter(|v| v.evaluated & bit != 0 && decides(d, v, condition)) {
        if v.values & bit != 0 { yes.push(*v) } else { no.push(*v) }
    }
    let mut found = None;
    for t in &yes {
        for f in no.iter().filter(|f| f.result != t.result) {
            if (t.values ^ f.values) & t.evaluated & f.evaluated == bit {
                return Some(Met::UniqueCause);
            }
            found = Some(Met::Masking);
        }
    }
    found
}

/// Whether the result can change with this condition alone; what was not evaluated may be anything.
fn decides(d: &Decision, v: &Vector, condition: u16) -> bool {
    let mut found = Vec::new();
    let flipped = Vector { values: v.values ^ 1 << condition, ..*v };
    paths(d, &flipped, &mut found, 1, &|p| p.result != v.result);
    !found.is_empty()
}

/// Evaluations of a decision that agree with the evaluated conditions of `like`, at most `limit` that pass.
fn paths(d: &Decision, like: &Vector, found: &mut Vec<Vector>, limit: usize, pass: &dyn Fn(&Vector) -> bool) {
    let start = Vector { evaluated: 0, values: 0, ..*like };
    let mut steps = MAX_STEPS;
    walk(d, like, start, Next::Condition(0), &mut steps, found, limit, pass);
}

/// Steps of one search: decisions of many conditions have more ways than anyone looks at.
const MAX_STEPS: u32 = 20_000;

#[expect(clippy::too_many_arguments, reason = "the state of one recursive search")]
fn walk(
    d: &Decision,
    like: &Vector,
    at: Vector,
    next: Next,
    steps: &mut u32,
    found: &mut Vec<Vector>,
    limit: usize,
    pass: &dyn Fn(&Vector) -> bool,
) {
    if found.len() >= limit || *steps == 0 {
        return;
    }
    *steps -= 1;
    match next {
        Next::Done(result) => {
            let v = Vector { result, ..at };
            if pass(&v) {
                found.push(v);
            }
        }
        Next::Condition(c) => {
            let bit = 1 << c;
            for value in [false, true] {
                if like.evaluated & bit != 0 && (like.values & bit != 0) != value {
                    continue;
                }
                let at =
                    Vector { evaluated: at.evaluated | bit, values: at.values | if value { bit } else { 0 }, ..at };
                walk(d, like, at, d.next[c as usize][value as usize], steps, found, limit, pass);
            }
        }
    }
}

/// An evaluation that would show a condition's independence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wanted {
    pub condition: u16,
    /// The evaluation to aim at: these conditions evaluated, with these values and this result.
    pub vector: Vector,
    /// The vector seen that it makes a pair with; none if the condition did not decide yet: then two are needed.
    pub with: Option<Vector>,
    pub how: Met,
}

/// The evaluations that would show the independence of a condition, best first, at most `limit`: partners of vectors
/// seen by unique cause, then by masking; if none was seen in which the condition decides, evaluations where it does.
/// Empty when it is covered by unique cause, and for decisions of one condition, whose outcomes are goals.
pub fn wanted(map: &CoverMap, coverage: &Coverage, id: DecisionId, condition: u16, limit: usize) -> Vec<Wanted> {
    let d = map.decision(id);
    if d.conditions.len() == 1 || condition_covered(map, coverage, id, condition) == Some(Met::UniqueCause) {
        return Vec::new();
    }
    let bit = 1 << condition;
    let mut all: Vec<Wanted> = Vec::new();
    let mut add = |with: Option<Vector>, how: Met, found: Vec<Vector>| {
        for vector in found {
            if all.len() < limit && !all.iter().any(|w| w.vector == vector) {
                all.push(Wanted { condition, vector, with, how });
            }
        }
    };
    let seen: Vec<Vector> =
        coverage.vectors(id).filter(|v| v.evaluated & bit != 0 && decides(d, v, condition)).copied().collect();
    for v in &seen {
        let mut found = Vec::new();
        let flipped = Vector { values: v.values ^ bit, ..*v };
        paths(d, &flipped, &mut found, limit, &|p| p.evaluated & bit != 0 && p.result != v.result);
        add(Some(*v), Met::UniqueCause, found);
    }
    let any = Vector { decision: id, evaluated: 0, values: 0, result: false };
    for v in &seen {
        let mut found = Vec::new();
        let like = Vector { evaluated: bit, values: !v.values & bit, ..any };
        let pass = |p: &Vector| p.evaluated & bit != 0 && p.result != v.result && decides(d, p, condition);
        paths(d, &like, &mut found, limit, &pass);
        add(Some(*v), Met::Masking, found);
    }
    if seen.is_empty() {
        let mut found = Vec::new();
        paths(d, &any, &mut found, limit, &|p| p.evaluated & bit != 0 && decides(d, p, condition));
        add(None, Met::UniqueCause, found);
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crescendo_program::cover::{FunctionCover, SiteId};
    use crescendo_program::source::PosId;

    fn map(next: Vec<[Next; 2]>) -> CoverMap {
        let n = next.len() as u32;
        let conditions = (0..n).map(SiteId).collect();
        let d = Decision { function: FunctionId(0), position: PosId::NONE, conditions, next };
        let own = FunctionCover { decisions: 0..1, ..FunctionCover::default() };
        CoverMap { decisions: vec![d], functions: vec![own], ..CoverMap::default() }
    }

    /// `(a && b) || c`.
    fn and_or() -> CoverMap {
        use Next::*;
        map(vec![[Condition(2), Condition(1)], [Condition(2), Done(true)], [Done(false), Done(true)]])
    }

    /// `TF-=T` as a vector.
    fn vector(text: &str) -> Vector {
        let (conditions, result) = text.split_once('=').expect("a result");
        let mut v = Vector { decision: DecisionId(0), evaluated: 0, values: 0, result: result == "T" };
        for (i, c) in conditions.chars().enumerate() {
            v.evaluated |= ((c != '-') as u64) << i;
            v.values |= ((c == 'T') as u64) << i;
        }
        v
    }

    fn seen(texts: &[&str]) -> Coverage {
        let mut c = Coverage::default();
        texts.iter().for_each(|t| {
            c.add_vector(vector(t));
        });
        c
    }

    fn covered(map: &CoverMap, texts: &[&str]) -> Vec<Option<Met>> {
        let c = seen(texts);
        (0..map.decisions[0].conditions.len() as u16).map(|i| condition_covered(map, &c, DecisionId(0), i)).collect()
    }

    #[test]
    fn unique_cause() {
        let m = and_or();
        let unique = Some(Met::UniqueCause);
        assert_eq!(covered(&m, &["TT-=T", "F-F=F"]), [unique, None, None]);
        assert_eq!(covered(&m, &["TT-=T", "TFF=F"]), [None, unique, None]);
        assert_eq!(covered(&m, &["TT-=T", "F-F=F", "TFF=F", "F-T=T"]), [unique; 3]);
        // c decides in both vectors; a differs, but does not matter.
        assert_eq!(covered(&m, &["TFT=T", "F-F=F"])[2], Some(Met::Masking));
    }

    #[test]
    fn masked_conditions_do_not_count() {
        let m = and_or();
        // a differs and the results differ, but c is why.
        assert_eq!(covered(&m, &["TFT=T", "F-F=F"])[0], None);
    }

    #[test]
    fn partners() {
        let m = and_or();
        let texts = |c: &[&str], i| -> Vec<(String, Met)> {
            let show = |w: Wanted| {
                let v = w.vector;
                let mark = |i: u64| match (v.evaluated >> i & 1, v.values >> i & 1) {
                    (0, _) => '-',
                    (_, 0) => 'F',
                    _ => 'T',
                };
                let result = if v.result { 'T' } else { 'F' };
                (format!("{}={result}", (0..3).map(mark).collect::<String>()), w.how)
            };
            wanted(&m, &seen(c), DecisionId(0), i, 8).into_iter().map(show).collect()
        };
        let unique = |t: &str| (t.to_string(), Met::UniqueCause);
        assert_eq!(texts(&["TT-=T"], 0), [unique("F-F=F")]);
        assert_eq!(texts(&["F-F=F"], 1), [unique("TFF=F"), unique("TT-=T")]);
        assert_eq!(texts(&["F-F=F"], 2), [unique("F-T=T"), ("TFT=T".into(), Met::Masking)]);
        assert_eq!(texts(&["TT-=T", "F-F=F"], 0), []);
    }
}
