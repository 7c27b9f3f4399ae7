//! The counts of every function, over all that was explored.

use super::causes::Causes;
use super::delivery::{self, Delivery, Lost};
use super::help::Help;
use super::summary::{
    CONDITIONAL, CheckTally, FaultSummary, FunctionSummary, Hypothesis, INFEASIBLE, OpenGoal, Stop, Tally,
};
use crate::config::Config;
use crate::function::key::Keys;
use crate::function::record::{FaultRecord, LINES, Line, Numbering, Open, Places, Record, Told, obligations};
use crescendo_alarms::model::{Frame, Step};
use crescendo_explore::criteria::{self, Criterion, Obligation};
use crescendo_explore::result::{Bound, Reason, Safety};
use crescendo_explore::{Exploration, Verdict};
use crescendo_program::cover::CoverMap;
use crescendo_program::source::PosId;
use crescendo_program::{FunctionId, Program};
use crescendo_suite::Texts;
use crescendo_suite::record::describe;
use crescendo_vm::cover::Coverage;
use std::collections::{BTreeMap, HashMap};

/// What a function's tests cover.
pub struct Tests<'a> {
    pub covered: &'a Coverage,
    /// The same with runs in which allocations fail, where these were tried.
    pub with_failures: Option<&'a Coverage>,
}

/// What is said about everything that a function's own tests leave open.
pub fn open(
    program: &Program,
    functions: &[FunctionId],
    tests: Tests,
    found: &Exploration,
    ranges: &[String],
    numbering: &mut Numbering,
) -> Vec<Open> {
    let mut all = Vec::new();
    for (&f, c) in functions.iter().flat_map(|f| criteria::ALL.iter().map(move |c| (f, c))) {
        for (number, o) in obligations(program, *c, f) {
            let met = |by: &Coverage| c.met(&program.cover, by, o).is_some();
            if !met(tests.covered) {
                let infeasible = matches!(found.verdict(&program.cover, o), Some(Verdict::Infeasible(_)));
                let (help, reason) = match tests.with_failures {
                    Some(more) if !infeasible && met(more) => needs_failure(),
                    _ => why(&program.cover, found, o, ranges, numbering),
                };
                let hypotheses = match found.verdict(&program.cover, o) {
                    Some(Verdict::Infeasible(proof)) => proof.rests_on.iter().map(Hypothesis::of).collect(),
                    _ => Vec::new(),
                };
                let (function, criterion) = (numbering.number(f), c.name().to_string());
                let (kind, help) = (help.kind.to_string(), help.advice);
                all.push(Open { function, criterion, number, infeasible, hypotheses, reason, kind, help });
            }
        }
    }
    all
}

impl Open {
    /// It is said to hold for all inputs, whoever calls the function: no test of a caller may show otherwise.
    fn is_contradicted_by_any_test(&self) -> bool {
        self.infeasible && self.hypotheses.is_empty()
    }
}

/// Counts the verdicts on checks, and why some are open.
pub fn checks(found: &Exploration) -> (CheckTally, Vec<(String, u32)>) {
    let mut tally = CheckTally { total: found.checks.len() as u32, ..CheckTally::default() };
    let mut open: BTreeMap<String, u32> = BTreeMap::new();
    for site in &found.checks {
        match &site.verdict {
            Safety::Alarm { .. } => tally.alarms += 1,
            Safety::Proved if site.rests_on.is_empty() => tally.proved += 1,
            Safety::Proved => tally.conditional += 1,
            Safety::Open { reason, .. } => {
                tally.open += 1;
                *open.entry(reason.general().to_string()).or_default() += 1;
            }
        }
    }
    (tally, open.into_iter().collect())
}

/// Ranges that are named where one of them excludes something.
const NAMED: usize = 4;

/// Why something is excluded by an assumption: by which, as far as ranges of the whole program are among them.
fn assumed(ranges: &[String]) -> String {
    let more = ranges.len().saturating_sub(NAMED);
    let named = ranges.iter().take(NAMED).cloned().chain((more > 0).then(|| format!("{more} more")));
    format!("{}, one of these: {}", Reason::Assumed, named.collect::<Vec<_>>().join(", "))
}

/// Why something is uncovered that a run with a failing allocation reaches.
fn needs_failure() -> (Help, Told) {
    let reason = Reason::Bound(Bound::SureMemory);
    (Help::of(&reason), Told { text: reason.to_string(), ..Told::default() })
}

/// Why something is uncovered, and what would help.
fn why(
    map: &CoverMap,
    found: &Exploration,
    o: Obligation,
    ranges: &[String],
    numbering: &mut Numbering,
) -> (Help, Told) {
    let mut told = |text: &str, lines: &[PosId]| {
        let mut lines: Vec<_> = lines.iter().map(|p| numbering.line(*p)).collect();
        lines.dedup();
        Told { text: text.to_string(), lines, cause: String::new() }
    };
    match found.verdict(map, o) {
        Some(Verdict::Infeasible(proof)) => {
            let reason = match (&proof.core[..], proof.behind_fault) {
                (_, Some(at)) => told(&format!("every way there fails before, at line {LINES}"), &[at]),
                ([], None) => told("no way leads there", &[]),
                (core, None) => {
                    let mut reason = told(&format!("excluded by the conditions in lines {LINES}"), core);
                    if reason.lines.len() == 1 {
                        reason.text = format!("excluded by the condition in line {LINES}");
                    }
                    reason
                }
            };
            (Help::infeasible(proof), reason)
        }
        Some(Verdict::Unknown { reason: Reason::Assumed, .. }) if !ranges.is_empty() => {
            (Help::range(), told(&assumed(ranges), &[]))
        }
        Some(Verdict::Unknown { reason, position }) => {
            let reason_told = match *position {
                PosId::NONE => told(&reason.to_string(), &[]),
                at => told(&format!("{reason} (line {LINES})"), &[at]),
            };
            (Help::of(reason), Told { cause: reason.general().to_string(), ..reason_told })
        }
        Some(Verdict::Covered { .. }) => (Help::not_kept(), told("covered by a run that was not kept", &[])),
        None => (Help::none(), told("not aimed at", &[])),
    }
}

/// Counts with what all tests together cover. What is said about the rest is what the function's own exploration says, or
/// that of its first caller.
pub struct Counter<'a> {
    pub program: &'a Program,
    pub places: &'a Places<'a>,
    pub keys: &'a Keys<'a>,
    /// What their runs reached.
    pub seen: &'a Coverage,
    pub delivery: &'a Delivery,
    pub causes: Causes,
    pub texts: Texts,
    /// Which hypotheses the user has accepted.
    pub config: &'a Config,
    /// What rests on hypotheses is unknown.
    pub strict: bool,
}

impl Counter<'_> {
    /// The summary of a function from the record of its exploration.
    pub fn explored(&mut self, id: FunctionId, record: &Record, functions: &[FunctionId]) -> FunctionSummary {
        let FunctionSummary { name, file, line, .. } = FunctionSummary::blank(self.program, id, Stop::Complete);
        let faults = record.faults.iter().map(|f| self.fault(f, record, functions)).collect();
        let summary = FunctionSummary { name, file, line, faults, ..record.summary.clone() };
        self.count(id, summary, Some((record, functions)))
    }

    /// The summary of a function that was only called, from the record of the caller.
    pub fn called(&mut self, id: FunctionId, record: &Record, functions: &[FunctionId]) -> FunctionSummary {
        let stop = Stop::CalledBy(record.summary.name.clone());
        self.count(id, FunctionSummary::blank(self.program, id, stop), Some((record, functions)))
    }

    fn fault(&self, f: &FaultRecord, record: &Record, functions: &[FunctionId]) -> FaultSummary {
        let function = self.program.function(functions[f.function as usize]);
        FaultSummary {
            kind: f.kind.clone(),
            file: self.file(functions[f.function as usize]),
            line: record.line(f.at, functions, self.places) as u32,
            column: f.column,
            function: function.name.clone(),
            message: f.message.clone(),
            test: f.test,
            verdict: f.verdict.clone().into(),
            seen: f.seen,
            frames: f.frames.iter().map(|&(at, line)| self.frame(at, line, record, functions)).collect(),
            assumes: f.assumes.clone(),
            made_up: f.made_up.clone(),
            witness: f.witness.clone(),
            path: f.steps.iter().map(|(at, text)| self.step(*at, text, f.function, record, functions)).collect(),
        }
    }

    fn frame(&self, function: u32, line: Line, record: &Record, functions: &[FunctionId]) -> Frame {
        let f = functions[function as usize];
        let line = record.line(line, functions, self.places) as u32;
        Frame { function: self.program.function(f).name.clone(), file: self.file(f), line }
    }

    /// `function`: where it is if no function holds its line.
    fn step(&self, at: Line, text: &str, function: u32, record: &Record, functions: &[FunctionId]) -> Step {
        let file = self.file(functions[at.function.unwrap_or(function) as usize]);
        Step { file, line: record.line(at, functions, self.places) as u32, text: text.to_string() }
    }

    fn file(&self, f: FunctionId) -> String {
        let at = self.program.sources.get(self.program.function(f).position);
        self.program.sources.path(at.file).to_string()
    }

    fn count(
        &mut self,
        id: FunctionId,
        mut summary: FunctionSummary,
        said: Option<(&Record, &[FunctionId])>,
    ) -> FunctionSummary {
        let mut verdicts: HashMap<(&str, u32), &Open> = HashMap::new();
        if let Some((record, functions)) = said {
            let mine = record.open.iter().filter(|o| functions[o.function as usize] == id);
            verdicts.extend(mine.map(|o| ((o.criterion.as_str(), o.number), o)));
        }
        self.causes.next_function();
        let mut tallies = [Tally::default(); 4];
        let mut unaccepted = 0;
        for (tally, (at, c)) in tallies.iter_mut().zip(criteria::ALL.iter().enumerate()) {
            for (number, o) in obligations(self.program, *c, id) {
                tally.total += 1;
                let verdict = verdicts.get(&(c.name(), number)).copied();
                let [delivered, seen] =
                    [&self.delivery.covered, self.seen].map(|by| c.met(&self.program.cover, by, o).is_some());
                if (delivered || seen) && verdict.is_some_and(Open::is_contradicted_by_any_test) {
                    summary.tool_bugs.push(self.contradiction(*c, o));
                }
                if delivered {
                    tally.covered += 1;
                    continue;
                }
                if seen {
                    tally.seen += 1;
                    let goal = self.seen_goal(*c, o, self.delivery.lost(at, o));
                    self.causes.add(&delivery::cause(self.delivery.lost(at, o)), at);
                    summary.open.push(goal);
                    continue;
                }
                let reason = match (verdict, said) {
                    (Some(v), Some((record, functions))) => record.show(&v.reason, functions, self.places),
                    _ => "not explored".into(),
                };
                let goal = self.open_goal(*c, o, verdict, reason, &summary.name);
                match goal.verdict.as_ref() {
                    INFEASIBLE => tally.infeasible += 1,
                    CONDITIONAL => {
                        tally.conditional += 1;
                        let accepted = goal.hypotheses.iter().all(|h| h.accepted.is_some());
                        tally.accepted += accepted as u32;
                        unaccepted += !accepted as u32;
                    }
                    _ => {
                        tally.unknown += 1;
                        self.causes.add(verdict.map_or(&*goal.reason, |v| v.reason.cause()), at);
                    }
                }
                summary.open.push(goal);
            }
        }
        for (reason, count) in &summary.open_checks {
            self.causes.add_checks(reason, *count);
        }
        summary.stop = match summary.stop {
            Stop::Conditional if self.strict => Stop::Exhausted,
            Stop::Conditional if unaccepted == 0 => Stop::Complete,
            stop => stop,
        };
        summary.content = self.keys.content(id);
        [summary.statement, summary.branch, summary.mcdc, summary.boundary] = tallies;
        summary
    }

    /// What no input was said to cover, and a test of another function does: a proof is wrong.
    fn contradiction(&self, c: &dyn Criterion, o: Obligation) -> String {
        let at = self.program.sources.get(o.position(&self.program.cover));
        let (name, goal) = (c.name(), describe(self.program, o, &self.texts));
        format!(
            "{name}, line {}:{}: {goal}: called infeasible, but a test of another function covers it",
            at.line, at.column
        )
    }

    /// A run reached it, but no test that is shipped.
    fn seen_goal(&self, c: &'static dyn Criterion, o: Obligation, lost: Option<&Lost>) -> OpenGoal {
        let Help { kind, advice } = Help::lost(lost);
        let goal = self.open_goal(c, o, None, delivery::told(lost), "");
        OpenGoal { verdict: "seen".into(), kind: kind.into(), help: advice, ..goal }
    }

    fn open_goal(
        &self,
        c: &'static dyn Criterion,
        o: Obligation,
        said: Option<&Open>,
        reason: String,
        function: &str,
    ) -> OpenGoal {
        let at = self.program.sources.get(o.position(&self.program.cover));
        let accept = |h: &Hypothesis| {
            let reason = self.config.accepted(function, &h.kind).filter(|_| !self.strict);
            Hypothesis { accepted: reason.map(str::to_string), ..h.clone() }
        };
        let is_conditional = said.is_some_and(|s| s.infeasible && !s.hypotheses.is_empty());
        let reason = match is_conditional && self.strict {
            true => format!("proved only under hypotheses, which --strict does not count: {reason}"),
            false => reason,
        };
        OpenGoal {
            criterion: c.name().into(),
            line: at.line,
            column: at.column,
            goal: describe(self.program, o, &self.texts),
            verdict: match said {
                Some(s) if s.infeasible && s.hypotheses.is_empty() => INFEASIBLE,
                Some(_) if is_conditional && !self.strict => CONDITIONAL,
                _ => "unknown",
            }
            .into(),
            hypotheses: said.map_or_else(Vec::new, |s| s.hypotheses.iter().map(accept).collect()),
            kind: said.map_or_else(|| Help::none().kind.to_string(), |s| s.kind.clone()).into(),
            help: said.map_or_else(String::new, |s| s.help.clone()),
            reason,
        }
    }
}
