//! The work on one function: what passes find in it, and what they leave for the next ones.

use super::before::Before;
use super::passes::{Pass, Share};
use super::record::{Explored, FaultRecord, Numbering, Record};
use super::{Explorer, Progress};
use crate::config::FunctionPlan;
use crate::results::count;
use crate::results::summary::{FunctionSummary, Growth, Stop};
use crescendo_alarms::model::Witness;
use crescendo_explore::result::Test;
use crescendo_explore::{Deadline, Exploration, NamedInputs};
use crescendo_program::FunctionId;
use crescendo_program::source::PosId;
use crescendo_solver::solve::Stats;
use crescendo_suite::model::LeftOutKind;
use crescendo_suite::record::Collected;
use crescendo_unit::{Machines, NotDriven, Plan, Rule, Unit};
use crescendo_vm::FaultKind;
use crescendo_vm::cover::Coverage;
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

/// The way to a fault.
#[derive(Default)]
pub struct FaultStory {
    /// What it rests on.
    pub assumes: Vec<String>,
    /// Functions whose results are any values there.
    pub made_up: Vec<String>,
    /// The decisions on the way.
    pub steps: Vec<(PosId, String)>,
    pub inputs: Witness,
}

/// What one search came to, and the machine it leaves.
pub struct Searched<'p> {
    pub unit: Unit<'p>,
    pub figures: Stats,
    pub found: Exploration,
    /// How coverage grew.
    pub grown: Vec<Growth>,
}

impl Searched<'_> {
    /// How much it found.
    pub fn worth(&self) -> usize {
        self.found.faults.len() + self.found.coverage.goals().count()
    }
}

/// The tests of the search that were run again.
#[derive(Default)]
pub struct Validated {
    /// Their numbers, ascending.
    pub kept: Vec<usize>,
    /// What each of these covers.
    pub coverage: Vec<Coverage>,
    /// What is to be told of tests that show faults, by their number.
    pub faults: HashMap<usize, FaultStory>,
}

pub struct Work<'w, 'p> {
    pub explorer: &'w Explorer<'p>,
    pub machines: &'w mut Machines<'p>,
    pub id: FunctionId,
    pub own: FunctionPlan,
    pub plan: Rc<Plan>,
    /// The function, and those it calls whose goals count as its own.
    pub functions: Vec<FunctionId>,
    /// Of all passes together.
    pub deadline: Deadline,
    /// What an earlier exploration found, and what its tests' inputs are.
    pub before: Option<Before>,
    pub seeds: Vec<NamedInputs>,
    pub progress: &'w mut dyn FnMut(Progress),

    /// What the search found; the passes before it leave nothing here.
    pub searched: Option<Searched<'p>>,
    pub validated: Validated,
    /// By tests that were run again.
    pub covered: Coverage,
    /// The same with runs in which allocations fail, where these were tried.
    pub with_failures: Option<Coverage>,
    /// One for each test: its inputs for people, and by name.
    pub inputs: Vec<Map<String, Value>>,
    pub named: Vec<NamedInputs>,
    pub suite: Collected,
    pub notes: Vec<String>,
    pub bugs: Vec<String>,
    pub pass_seconds: BTreeMap<String, f64>,
    /// Of searches beside the main one.
    pub more_runs: u64,
    pub more_solver_calls: u64,
}

impl<'w, 'p> Work<'w, 'p> {
    pub fn new(
        explorer: &'w Explorer<'p>,
        machines: &'w mut Machines<'p>,
        id: FunctionId,
        own: FunctionPlan,
        others: Vec<FunctionId>,
        deadline: Deadline,
        progress: &'w mut dyn FnMut(Progress),
    ) -> Work<'w, 'p> {
        Work {
            machines,
            id,
            plan: Rc::new(own.plan.clone()),
            own,
            functions: std::iter::once(id).chain(others).collect(),
            deadline,
            before: None,
            seeds: Vec::new(),
            progress,
            searched: None,
            validated: Validated::default(),
            covered: Coverage::new(explorer.program.cover.goals),
            with_failures: None,
            inputs: Vec::new(),
            named: Vec::new(),
            suite: Collected::default(),
            notes: Vec::new(),
            bugs: Vec::new(),
            pass_seconds: BTreeMap::new(),
            more_runs: 0,
            more_solver_calls: 0,
            explorer,
        }
    }

    /// Goes on from what was found before.
    pub fn begin_from(&mut self, before: Option<Before>) {
        let Some(before) = before else { return };
        let record = &before.explored.record;
        self.own.setup.needs = record.needs.clone();
        self.seeds = record.seeds.iter().map(|s| s.clone().into_iter().collect()).collect();
        record.add_to(&before.functions, self.explorer.program, &mut self.covered);
        self.before = Some(before);
    }

    /// Whether a test of the search is one that it started from, and that was made.
    pub fn is_known(&self, test: &Test) -> bool {
        let Some(before) = &self.before else { return false };
        test.run < self.seeds.len() as u64 && !before.explored.record.unmade.contains(&(test.run as usize))
    }

    /// Lets passes do their part, each within its share of the time.
    pub fn pass_through(&mut self, passes: &[&'static dyn Pass]) -> Result<(), NotDriven> {
        for pass in passes {
            let (deadline, before) = (self.share(pass.share(self)), self.deadline.spent());
            pass.run(self, deadline)?;
            let took = self.deadline.spent().saturating_sub(before).as_secs_f64();
            self.pass_seconds.insert(pass.name().to_string(), took);
        }
        Ok(())
    }

    fn share(&self, Share { most, end, least }: Share) -> Deadline {
        let whole = self.deadline.whole();
        let until = self.deadline.but_for(whole.mul_f64(1.0 - end));
        until.within(whole.mul_f64(most)).or_at_least(whole.mul_f64(least))
    }

    /// A unit of this function, driven by its plan.
    pub fn unit(&mut self) -> Result<Unit<'p>, NotDriven> {
        let plan = self.plan.clone();
        self.unit_by(&plan)
    }

    pub fn unit_by(&mut self, plan: &Rc<Plan>) -> Result<Unit<'p>, NotDriven> {
        self.machines.unit(&self.explorer.driving(&self.own, plan))
    }

    /// Whose goals count beside those of what is called: with a driver of the user's, the function itself is one of them.
    pub fn counted(&self) -> &[FunctionId] {
        if self.own.entry == self.id { &self.functions[1..] } else { &self.functions }
    }

    pub fn is_cancelled(&self) -> bool {
        self.explorer.cancel.is_cancelled()
    }

    /// Gives the machines back and writes down what was found.
    pub fn finish(mut self) -> Explored {
        let (program, places) = (self.explorer.program, self.explorer.places);
        let Some(Searched { unit, figures, found, mut grown }) = self.searched.take() else {
            return Explored::nothing(places.name(self.id), FunctionSummary::blank(program, self.id, Stop::Exhausted));
        };
        let last = grown.last().map_or(0, |g| g.covered);
        grown.push(Growth { seconds: found.seconds, runs: found.runs, covered: last });
        let longest = unit.copied_strings().values().copied().max().unwrap_or(0);
        let mut summary = FunctionSummary::blank(program, self.id, found.stop.into());
        summary.progress = grown;
        summary.pass_seconds = std::mem::take(&mut self.pass_seconds);
        summary.assumptions = assumptions(&self, &unit);
        // Tests that were not run again do not count.
        summary.tests = self.inputs.len();
        summary.inputs = std::mem::take(&mut self.inputs);
        summary.runs = found.runs + self.more_runs;
        summary.paths = found.paths;
        summary.solver_calls = found.solver_calls + self.more_solver_calls;
        (summary.checks, summary.open_checks) = count::checks(&found);
        summary.notes = std::mem::take(&mut self.notes);
        summary.notes.extend(found.gaps.iter().cloned());
        summary.tool_bugs = std::mem::take(&mut self.bugs);
        summary.solver = layers(&figures);
        summary.flips = flips(&found.flip_micros);
        self.machines.put_back(unit);
        let mut numbering = Numbering::new(places, self.id);
        let covered = numbering.covered(&self.covered);
        let tested = numbering.covered(&self.suite.covered);
        let tests = count::Tests { covered: &self.covered, with_failures: self.with_failures.as_ref() };
        let open = count::open(program, &self.functions, tests, &found, &ranges(&self.own.plan), &mut numbering);
        if summary.stop == Stop::Complete && open.iter().any(|o| !o.hypotheses.is_empty()) {
            summary.stop = Stop::Conditional;
        }
        let faults = faults(&mut self, &found, &mut numbering);
        let others = self.functions[1..].iter().map(|f| numbering.number(*f)).collect();
        let reached = self.suite.accessors.iter().map(|(source, _)| program.units[*source].name.clone()).collect();
        // Only who ran out of time is explored again.
        let seeds = if summary.stop == Stop::Time { std::mem::take(&mut self.named) } else { Vec::new() };
        let late = self.suite.left_out.iter().filter(|l| l.kind == LeftOutKind::NoTime).map(|l| l.test);
        let unmade = late.filter(|t| *t < seeds.len()).collect();
        let record = Record {
            summary,
            functions: numbering.functions,
            covered,
            tested,
            open,
            faults,
            others,
            reached,
            needs: std::mem::take(&mut self.own.setup.needs),
            longest,
            seeds: seeds.into_iter().map(|s| s.into_iter().collect()).collect(),
            unmade,
        };
        let explored = Explored { record, tests: self.suite };
        match self.before.take() {
            Some(before) => before.add(explored, program),
            None => explored,
        }
    }
}

/// What was found to fail, as far as a test shows it.
fn faults(work: &mut Work, found: &Exploration, numbering: &mut Numbering) -> Vec<FaultRecord> {
    let sources = &work.explorer.program.sources;
    let validated = &mut work.validated;
    let fault = |f: &crescendo_explore::result::Fault| {
        let test = validated.kept.binary_search(&f.test).ok()?;
        let story = validated.faults.remove(&f.test).unwrap_or_default();
        Some(FaultRecord {
            kind: f.kind.name().to_string(),
            function: numbering.number(f.function),
            at: numbering.line(f.position),
            column: sources.get(f.position).column,
            message: f.message.clone(),
            test,
            verdict: if f.kind == FaultKind::EndlessLoop { "suspected" } else { "found" }.to_string(),
            seen: f.seen,
            frames: f.frames.iter().map(|&(f, at)| (numbering.number(f), numbering.line(at))).collect(),
            assumes: story.assumes,
            made_up: story.made_up,
            steps: story.steps.into_iter().map(|(at, text)| (numbering.line(at), text)).collect(),
            witness: story.inputs,
        })
    };
    found.faults.iter().filter_map(fault).collect()
}

/// The ranges of the whole program that its inputs are kept to, in words.
fn ranges(plan: &Plan) -> Vec<String> {
    let rules = plan.rules.iter().flat_map(|(path, rules)| rules.iter().map(move |r| (path, r)));
    rules.filter(|(_, r)| matches!(r, Rule::Known { .. })).map(|(path, r)| r.told(path)).collect()
}

/// What was assumed: by the configuration, and by the program itself.
fn assumptions(work: &Work, unit: &Unit) -> Vec<String> {
    let sources = &work.explorer.program.sources;
    let mut all: Vec<String> = unit.driver().assumptions().cloned().collect();
    for (path, rule) in work.own.plan.rules.iter().flat_map(|(p, rules)| rules.iter().map(move |r| (p, r))) {
        all.push(rule.told(path));
    }
    for &p in unit.vm.symbolic.iter().flat_map(|s| &s.assumptions) {
        let at = sources.get(p);
        all.push(format!("{}:{}: __crescendo_assume", sources.path(at.file), at.line));
    }
    all
}

fn layers(figures: &Stats) -> Map<String, Value> {
    let told = |l: &crescendo_solver::solve::LayerStats| {
        let figures = json!({"asked": l.asked, "answered": l.answered(), "micros": l.time.as_micros() as u64});
        (l.name.to_string(), figures)
    };
    figures.layers.iter().map(told).collect()
}

/// How many flips were tried, and how long they took.
fn flips(micros: &[u32]) -> Map<String, Value> {
    let mut sorted = micros.to_vec();
    sorted.sort_unstable();
    let at = |part: usize| sorted.get(sorted.len() * part / 100).copied().unwrap_or(0);
    let mut flips = Map::new();
    flips.insert("tried".into(), json!(sorted.len()));
    flips.insert("median_micros".into(), json!(at(50)));
    flips.insert("p90_micros".into(), json!(at(90)));
    flips
}
