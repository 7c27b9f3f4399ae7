//! The loop: pick, solve, run, learn, until everything is settled or the budget is used up.
//!
//! Order of business: goals of coverage first, wishes of criteria and checks (`explore/checks.rs`) in between; then the rest
//! of the checks. A run keeps its
//! path and coverage however it ended. Nothing here reads the clock except to stop.

use crate::aim::{Aims, Question, Target, Wishes};
use crate::deadline::Deadline;
use crate::flow::{From, Goals, Origin};
use crate::guide::Guide;
use crate::result::{Bound, Exploration, Fault, Reason, StopReason, Test, ToolBug};
use crate::rng::Rng;
use crate::strategy::{Feedback, Strategy, View};
use crate::subject::Subject;
use crate::tree::{Bounds, CheckId, Edge, Scope, SpotId, Tree};
use crescendo_program::cover::{CoverMap, DecisionId, GoalId};
use crescendo_program::source::PosId;
use crescendo_program::symbol::FunctionId;
use crescendo_solver::expr::{Assignment, ExprId, Program, VarId};
use crescendo_solver::solve::{Answer, Limits, Query, Solve, Why};
use crescendo_unit::Gap;
use crescendo_vm::cover::Coverage;
use crescendo_vm::{FaultKind, Outcome};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

mod checks;
mod hard;
mod loose;
mod mend;
mod small;
mod splice;
mod take_in;
mod verdict;

#[derive(Clone, Debug, Default)]
pub struct Budget {
    pub runs: Option<u64>,
    /// Steps of the machine, over all runs.
    pub steps: Option<u64>,
    pub time: Option<Deadline>,
}

pub struct Options<'a> {
    pub strategy: Box<dyn Strategy>,
    pub seed: u64,
    pub budget: Budget,
    /// The goals that count; default: all outcomes and statements of the unit.
    pub goals: Option<Vec<GoalId>>,
    /// Find every path, not only those that lead to goals.
    pub exhaust: bool,
    /// The same once nothing else is left to do: faults may need a sequence that no goal asks for.
    pub go_on: bool,
    /// Look for faults once the goals are settled.
    pub alarms: bool,
    /// Where faults are looked for, as long as there is a way to try; default: everywhere, with patience.
    pub checks: Option<&'a dyn Fn(FunctionId, PosId) -> bool>,
    /// Per query.
    pub limits: Limits,
    pub bounds: Bounds,
    /// Terms kept before the pool is swept.
    pub terms: usize,
    /// How often each test will be run once more afterwards: some time is left for that.
    pub reruns: u32,
    /// Inputs to run first.
    pub seeds: Vec<Assignment>,
    /// Any of them ends the exploration.
    pub interrupts: Vec<&'a AtomicBool>,
    /// Called after every run.
    pub progress: Option<&'a mut dyn FnMut(&Progress)>,
}

#[derive(Clone, Copy, Debug)]
pub struct Progress {
    pub runs: u64,
    pub solver_calls: u64,
    pub covered: u32,
    pub goals: u32,
    pub tests: usize,
    pub open: usize,
}

impl Default for Options<'_> {
    fn default() -> Self {
        Options {
            strategy: (crate::strategy::STRATEGIES[0].make)(),
            seed: 0,
            budget: Budget::default(),
            goals: None,
            exhaust: false,
            go_on: false,
            alarms: true,
            checks: None,
            limits: Limits::default(),
            bounds: Bounds::default(),
            terms: 1 << 20,
            reruns: 0,
            seeds: Vec::new(),
            interrupts: Vec::new(),
            progress: None,
        }
    }
}

/// Explores a subject.
pub fn explore(
    subject: &mut dyn Subject,
    solver: &mut dyn Solve,
    aims: &mut [Box<dyn Aims>],
    options: Options,
) -> Exploration {
    let mut session = Session::new(subject, solver, aims, options);
    let stop = session.explore();
    session.finish(stop)
}

/// Every how many picks a wish comes first.
const WISH_EVERY: u64 = 4;

pub(crate) struct Session<'a, 'b> {
    subject: &'a mut dyn Subject,
    solver: &'a mut dyn Solve,
    aims: &'a mut [Box<dyn Aims>],
    options: Options<'b>,
    cover: Arc<CoverMap>,
    own: FunctionId,
    unit: Vec<FunctionId>,
    goals: BTreeSet<GoalId>,
    covered: Coverage,
    guide: Guide,
    tree: Tree,
    wishes: Wishes,
    rng: Rng,
    tests: Vec<Test>,
    /// One of them ended normally.
    ended_well: bool,
    first: BTreeMap<GoalId, usize>,
    first_conditions: BTreeMap<(DecisionId, u16), usize>,
    faults: Vec<Fault>,
    fault_ids: BTreeMap<CheckId, usize>,
    /// Where runs ended in a fault.
    crashes: BTreeMap<Origin, PosId>,
    /// By goal: where the conditions stand that excluded it last.
    cores: BTreeMap<GoalId, Vec<PosId>>,
    /// What tests for null lead to, once memory was allocated that could not fail to be. Inside, `None`: anything.
    after_null: Option<Option<Goals>>,
    /// Goals that only failing runs reach.
    mending: mend::Mending,
    /// What is tried for the sake of checks.
    pursuit: checks::Pursuit,
    /// Faults for which small values were tried, how often.
    small_tries: BTreeMap<(FaultKind, PosId), u32>,
    /// Goals for which values were set free again that a run had made concrete, how often.
    loose_tries: BTreeMap<GoalId, u32>,
    /// Questions the solver did not answer at once.
    hard: hard::Hard,
    bugs: Vec<ToolBug>,
    gaps: BTreeMap<String, BTreeSet<Origin>>,
    /// What proofs rest on, and from where on.
    hypotheses: BTreeMap<Gap, BTreeSet<Scope>>,
    runs: u64,
    steps: u64,
    solver_calls: u64,
    picks: u64,
    /// Runs since something was covered.
    dry: u32,
    sweep_at: usize,
    peak_nodes: usize,
    peak_terms: usize,
    /// Of each flip, solving and running together.
    flip_micros: Vec<u32>,
    /// Of the runs that became tests.
    tests_time: Duration,
    started: Instant,
}

impl<'a, 'b> Session<'a, 'b> {
    fn new(
        subject: &'a mut dyn Subject,
        solver: &'a mut dyn Solve,
        aims: &'a mut [Box<dyn Aims>],
        options: Options<'b>,
    ) -> Session<'a, 'b> {
        let cover = subject.cover();
        let unit = subject.unit().to_vec();
        let mut goals: BTreeSet<GoalId> = options.goals.iter().flatten().copied().collect();
        let default = options.goals.is_none();
        if default {
            for site in cover.sites.iter().filter(|s| unit.contains(&s.function)) {
                goals.extend((0..site.outcomes()).map(|o| site.goal(o)));
            }
            goals.extend(cover.statements.iter().filter(|s| unit.contains(&s.function)).map(|s| s.goal));
        }
        let mut session = Session {
            covered: Coverage::new(cover.goals),
            guide: Guide::new(subject.flow()),
            tree: Tree::new(options.bounds.clone()),
            wishes: Wishes::default(),
            rng: Rng::new(options.seed),
            tests: Vec::new(),
            ended_well: false,
            first: BTreeMap::new(),
            first_conditions: BTreeMap::new(),
            faults: Vec::new(),
            fault_ids: BTreeMap::new(),
            crashes: BTreeMap::new(),
            cores: BTreeMap::new(),
            after_null: None,
            mending: mend::Mending::default(),
            pursuit: checks::Pursuit::default(),
            small_tries: BTreeMap::new(),
            loose_tries: BTreeMap::new(),
            hard: hard::Hard::default(),
            bugs: Vec::new(),
            gaps: BTreeMap::new(),
            hypotheses: BTreeMap::new(),
            runs: 0,
            steps: 0,
            solver_calls: 0,
            picks: 0,
            dry: 0,
            sweep_at: options.terms,
            peak_nodes: 0,
            peak_terms: 0,
            flip_micros: Vec::new(),
            tests_time: Duration::ZERO,
            started: Instant::now(),
            own: unit[0],
            unit,
            goals,
            cover,
            subject,
            solver,
            aims,
            options,
        };
        session.aim();
        session
    }

    fn explore(&mut self) -> StopReason {
        if let Some(stop) = self.begin() {
            return stop;
        }
        let mut strategy = std::mem::replace(&mut self.options.strategy, Box::new(Idle));
        loop {
            if let Some(stop) = self.over() {
                // What was left is for checks alone.
                let done = self.pursuit.has_begun() && self.all_settled();
                return if done { StopReason::Complete } else { stop };
            }
            for input in self.subject.found() {
                self.run(input, None);
            }
            self.picks += 1;
            let wish_first = self.picks.is_multiple_of(WISH_EVERY);
            if wish_first && self.wish() {
                continue;
            }
            if self.options.alarms && self.check_first() {
                continue;
            }
            if self.splice() || self.mend(false) {
                continue;
            }
            self.guide.refresh(&self.tree);
            if let Some(edge) = self.pick(&mut *strategy) {
                let feedback = self.timed_flip(edge);
                self.guide.refresh(&self.tree);
                let view = self.view();
                strategy.learn(&view, &feedback);
                continue;
            }
            if self.wish() {
                continue;
            }
            if self.try_hard() || self.mend(true) {
                continue;
            }
            if self.options.alarms && self.pursue_checks() {
                continue;
            }
            if self.options.go_on && !std::mem::replace(&mut self.options.exhaust, true) {
                continue;
            }
            if self.all_settled() {
                return StopReason::Complete;
            }
            // The last run may have been cut for want of time.
            return self.over().unwrap_or(StopReason::Exhausted);
        }
    }

    /// The first runs: what is given, then all zero, and if that is a fault, small random values until one is not.
    fn begin(&mut self) -> Option<StopReason> {
        const TRIES: u32 = 16;
        for seed in std::mem::take(&mut self.options.seeds) {
            if let Some(stop) = self.over() {
                return Some(stop);
            }
            self.run(seed, None);
        }
        let mut input = Assignment::new();
        for _ in 0..TRIES {
            if let Some(stop) = self.over() {
                return Some(stop);
            }
            let ran = self.run(input, None);
            if !matches!(ran.run.outcome, Outcome::ProgramFault(_)) {
                break;
            }
            input = self.small_random();
        }
        None
    }

    fn over(&self) -> Option<StopReason> {
        let budget = &self.options.budget;
        if self.options.interrupts.iter().any(|i| i.load(Ordering::Relaxed)) {
            return Some(StopReason::Interrupted);
        }
        if budget.runs.is_some_and(|n| self.runs >= n) {
            return Some(StopReason::Runs);
        }
        if budget.steps.is_some_and(|n| self.steps >= n) {
            return Some(StopReason::Steps);
        }
        budget.time.is_some_and(|t| t.is_over_but_for(self.reserve(t))).then_some(StopReason::Time)
    }

    /// What running the tests once more will take; but most of the time is for finding them.
    fn reserve(&self, time: Deadline) -> Duration {
        (self.tests_time * self.options.reruns).min(time.whole() / 2)
    }

    fn view(&mut self) -> View<'_> {
        View { tree: &self.tree, guide: &self.guide, rng: &mut self.rng, own: self.own, exhaust: self.options.exhaust }
    }

    fn pick(&mut self, strategy: &mut dyn Strategy) -> Option<Edge> {
        let mut view = self.view();
        if let Some(edge) = strategy.pick(&mut view)
            && view.candidate(edge).is_some()
        {
            return Some(edge);
        }
        // A strategy may run dry before the tree does.
        let spot = view.spots().min_by_key(|&s| view.distance(s))?;
        Some(view.tree.edge_at(spot, 0))
    }

    /// Asks the solver, for an answer that does not take long.
    fn ask(&mut self, constraints: &[ExprId], hint: &Assignment) -> Answer {
        self.ask_within(constraints, hint, self.quick_limits())
    }

    fn ask_within(&mut self, constraints: &[ExprId], hint: &Assignment, limits: Limits) -> Answer {
        self.solver_calls += 1;
        let limits = self.within_budget(limits);
        // First, because the last ones are what is new.
        let always = self.subject.assumptions();
        let all: Vec<ExprId> = always.iter().chain(constraints).copied().collect();
        let answer = self.solver.solve(self.subject.pool(), &Query { constraints: &all, hint, limits });
        match &answer {
            // Cores are not always the smallest: is it so without the assumptions, too?
            Answer::Unsat(core) if core.iter().any(|t| always.contains(t) && !constraints.contains(t)) => {
                match self.solver.solve(self.subject.pool(), &Query { constraints, hint, limits }) {
                    Answer::Unsat(core) => Answer::Unsat(core),
                    _ => answer,
                }
            }
            _ => answer,
        }
    }

    /// No question may take longer than the time that is left.
    fn within_budget(&self, limits: Limits) -> Limits {
        let Some(time) = self.options.budget.time else { return limits };
        let left = time.left().saturating_sub(self.reserve(time)).as_millis() as u64;
        Limits { millis: limits.millis.min(left.max(1)), ..limits }
    }

    fn timed_flip(&mut self, edge: Edge) -> Feedback {
        const KEPT: usize = 1 << 20;
        let start = Instant::now();
        let feedback = self.flip(edge);
        if self.flip_micros.len() < KEPT {
            self.flip_micros.push(start.elapsed().as_micros().min(u32::MAX as u128) as u32);
        }
        feedback
    }

    /// Tries an edge.
    fn flip(&mut self, edge: Edge) -> Feedback {
        let mut feedback = Feedback { edge, spot: SpotId(0), ran: false, gained: 0, cost: 1 };
        let (Some(spot), Some(hint)) = (self.tree.spot_of(edge), self.tree.node(edge).map(|n| n.input.clone())) else {
            return feedback;
        };
        feedback.spot = spot;
        let Some(conditions) = self.tree.conditions(edge, &self.cover, self.subject.pool()) else { return feedback };
        match self.ask(&conditions.terms, &hint) {
            Answer::Unsat(core) => {
                if let Some(goal) = self.tree.spot(spot).goal {
                    let mut at: Vec<PosId> = conditions.at(&core);
                    at.dedup();
                    self.cores.insert(goal, at);
                }
                let scope = self.tree.spot(spot).scope;
                match self.leans_on(&core, &conditions.assumed, scope) {
                    Some(reason) => drop(self.tree.give_up(edge, reason)),
                    None => self.tree.refute(edge),
                }
                self.loosen(spot, &core, &conditions, &hint, &mut feedback);
            }
            Answer::Unknown(why) => {
                let weak = self.tree.give_up(edge, Reason::Solver(text(&why)));
                if let Some(weak) = weak.filter(|_| why == Why::Budget) {
                    self.put_off(hard::From::Edge { edge, weak, spot }, conditions.terms, conditions.assumed, hint);
                }
            }
            Answer::Sat(input) => {
                let ran = self.run(input.clone(), Some(edge));
                feedback.ran = true;
                feedback.gained = ran.gained;
                feedback.cost += 1 + ran.run.steps / 10_000;
                if !ran.met {
                    let cut = match &ran.run.outcome {
                        Outcome::Limit(limit) => Reason::cut(*limit),
                        _ => Reason::Diverged,
                    };
                    self.tree.give_up(edge, cut);
                }
                self.retry_small(&ran.run, &input, conditions.terms);
            }
        }
        self.tidy();
        feedback
    }

    /// A proof that leans on an assumption, on a bound of the driver, or on pointers that it keeps apart, is none: says on what.
    /// What is a hypothesis of its own is noted for what is proved.
    fn leans_on(&mut self, core: &[ExprId], assumed: &[ExprId], proved: Scope) -> Option<Reason> {
        let larger = || Some(Reason::Bound(Bound::Larger));
        let always = self.subject.assumptions();
        core.iter().find_map(|&term| {
            let program = Program::new(self.subject.pool(), &[term]);
            let inputs = program.variables();
            if always.contains(&term)
                && let Some(gap) = inputs.iter().find_map(|&v| self.subject.hypothesis(v))
            {
                self.hypotheses.entry(gap).or_default().insert(proved);
                return None;
            }
            let bounded = inputs.iter().any(|&v| self.subject.is_bounded(v));
            match assumed.contains(&term) || always.contains(&term) {
                true if bounded => larger(),
                true => Some(Reason::Assumed),
                false if inputs.iter().any(|&v| self.subject.is_unknown(v)) => larger(),
                false => self.subject.are_apart(term, inputs).then_some(Reason::Bound(Bound::Apart)),
            }
        })
    }

    /// What a proof about a target concerns.
    fn scope_of(&self, target: Target) -> Scope {
        match target {
            Target::Goal(g) => Scope::Goal(g),
            Target::Own { .. } => Scope::After(Origin { from: From::Entry(self.own), nested: false }),
        }
    }

    /// Whether a target of a criterion is still to be had.
    fn wants(&self, target: Target) -> bool {
        match target {
            Target::Goal(g) => self.goals.contains(&g) && !self.covered.is_hit(g),
            Target::Own { .. } => self.aims.iter().any(|a| a.wants(target)),
        }
    }

    /// Tries the next wish; `false` if there is none.
    fn wish(&mut self) -> bool {
        let mut wishes = std::mem::take(&mut self.wishes);
        let next = wishes.next(&|t| self.wants(t));
        self.wishes = wishes;
        let Some(Question { conditions, assumed, hint, target }) = next else { return false };
        match self.ask(&conditions, &hint) {
            Answer::Unsat(core) => match self.leans_on(&core, &assumed, self.scope_of(target)) {
                Some(reason) => self.wishes.lose(target, reason),
                None => self.wishes.refuted(target),
            },
            Answer::Unknown(Why::Budget) => self.put_off(hard::From::Wish(target), conditions, assumed, hint),
            Answer::Unknown(why) => self.wishes.lose(target, Reason::Solver(text(&why))),
            Answer::Sat(input) => {
                let ran = self.run(input, None);
                if ran.run.ending.is_refused() {
                    self.wishes.lose(target, Reason::Assumed);
                } else if let Target::Goal(g) = target
                    && !self.covered.is_hit(g)
                {
                    if let Outcome::Limit(limit) = ran.run.outcome {
                        self.wishes.lose(target, Reason::cut(limit));
                        return true;
                    }
                    self.wishes.lose(target, Reason::Diverged);
                    let message = format!("a wish for {g:?} was not granted");
                    self.bugs.push(ToolBug { run: self.runs - 1, message, position: PosId::NONE });
                }
            }
        }
        self.tidy();
        true
    }

    /// Points the guide at what is uncovered, and at what criteria want to see again.
    fn aim(&mut self) {
        const AGAIN: u32 = 2;
        let mut wanted = BTreeMap::new();
        for aim in &*self.aims {
            wanted.extend(aim.wanted().into_iter().map(|g| (g, AGAIN)));
        }
        wanted.extend(self.goals.iter().filter(|g| !self.covered.is_hit(**g)).map(|&g| (g, 0)));
        self.guide.aim(wanted);
    }

    /// Keeps tree and pool within their bounds.
    fn tidy(&mut self) {
        self.peak_nodes = self.peak_nodes.max(self.tree.nodes());
        self.tree.shrink();
        let terms = self.subject.pool().len();
        self.peak_terms = self.peak_terms.max(terms);
        if terms > self.sweep_at {
            let (tree, wishes, hard) = (&mut self.tree, &mut self.wishes, &mut self.hard);
            self.subject.collect(&mut |visit| {
                tree.roots(visit);
                wishes.roots(visit);
                hard.roots(visit);
            });
            // Not at every turn when most terms are needed.
            self.sweep_at = self.options.terms.max(self.subject.pool().len() * 2);
        }
    }

    fn variables(&mut self) -> Vec<(VarId, u32)> {
        let variables = self.subject.pool().variables();
        variables.iter().enumerate().map(|(i, v)| (VarId(i as u32), v.width)).collect()
    }
}

fn text(why: &Why) -> String {
    match why {
        Why::GaveUp => "incomplete".to_string(),
        Why::Budget => "out of steps or time".to_string(),
        Why::Memory => "out of memory".to_string(),
        Why::Unsupported(what) => what.clone(),
    }
}

/// Holds the place of the strategy while it is at work.
struct Idle;

impl Strategy for Idle {
    fn name(&self) -> &'static str {
        "idle"
    }

    fn pick(&mut self, _view: &mut View) -> Option<Edge> {
        None
    }
}
