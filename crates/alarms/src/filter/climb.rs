//! From a unit up through its callers: who lets its faults through, and who does not.
//!
//! Each caller is explored as a unit of its own, with everything below it executed for real. A caller that makes the fault
//! happen is climbed past, to its own callers, until a function that nobody calls makes it happen: the alarm is confirmed. A
//! caller for which it is proved that it cannot happen is settled, with all that lies above it. What the search of a caller
//! leaves undecided is asked of a formula: the known paths of the caller to the unit, with the unit's inputs bound to what the
//! caller has at the call, and the unit's known ways to the fault (`formula`).

use super::chain::chain;
use super::explored::{Explored, How, Seen, explored, is_main, meets};
use super::formula::{Answered, ask};
use super::native::Tests;
use super::target::Target;
use super::verdict::Standing;
use super::{Context, Options};
use crate::contexts::Contexts;
use crate::model::Call;
use crate::summary::Summary;
use crescendo_explore::result::{Reason, Test};
use crescendo_program::FunctionId;
use crescendo_suite::record::collect;
use crescendo_unit::Workbench;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::time::{Duration, Instant};

/// A caller to explore.
struct Step {
    caller: FunctionId,
    /// The functions of the context below it, the unit last.
    below: Vec<FunctionId>,
    /// For which targets.
    targets: BTreeSet<usize>,
    /// The caller below does not show the fault, as far as explored: its own callers may give it what the search did not.
    optional: bool,
}

pub struct Climber<'a, 'p> {
    pub context: &'a Context<'p>,
    pub contexts: &'a Contexts<'p>,
    pub options: &'a Options,
    pub deadline: Option<Instant>,
    pub machines: Vec<Workbench<'p>>,
    pub tests: Tests,
    pub explored: usize,
    pub notes: Vec<String>,
}

/// What must be done first.
fn next_step(steps: &mut VecDeque<Step>) -> Option<Step> {
    let at = steps.iter().position(|s| !s.optional).unwrap_or(0);
    steps.remove(at)
}

impl<'p> Climber<'_, 'p> {
    /// Judges the alarms of one unit.
    pub fn climb(&mut self, unit: FunctionId, targets: &[Target]) -> Vec<Standing> {
        let mut all: Vec<Standing> = targets.iter().map(|_| Standing::default()).collect();
        let everyone: BTreeSet<usize> = (0..targets.len()).collect();
        let mut steps = VecDeque::new();
        let mut summaries: BTreeMap<FunctionId, Summary> = BTreeMap::new();
        if is_main(self.context.program, unit) {
            steps.push_back(Step { caller: unit, below: Vec::new(), targets: everyone.clone(), optional: false });
        } else if !self.push_callers(unit, &[unit], everyone.clone(), &mut steps, &mut all, false) {
            all.iter_mut().for_each(|s| s.no_callers(&self.name(unit)));
            return all;
        } else {
            match self.explore(unit, &[], targets, &everyone, &summaries, false) {
                Ok(e) => drop(summaries.insert(unit, self.put_back(e))),
                Err(why) => {
                    all.iter_mut().for_each(|s| s.open(why.clone()));
                    return all;
                }
            }
        }
        let mut count = 0;
        while let Some(mut step) = next_step(&mut steps) {
            if step.optional && (self.is_late() || step.below.len() >= self.options.length) {
                continue;
            }
            step.targets.retain(|t| !all[*t].is_confirmed() && all[*t].visited.insert(step.caller));
            if step.targets.is_empty() {
                continue;
            }
            count += 1;
            if count > self.options.contexts && !step.optional {
                let why = format!("more than {} callers: the others were not explored", self.options.contexts);
                step.targets.iter().for_each(|t| all[*t].open(why.clone()));
                continue;
            } else if count > self.options.contexts {
                continue;
            }
            self.take(step, targets, &mut summaries, &mut steps, &mut all);
        }
        all
    }

    fn name(&self, f: FunctionId) -> String {
        self.context.program.function(f).name.clone()
    }

    /// Queues the callers of a function. `false`: there are none.
    fn push_callers(
        &self,
        of: FunctionId,
        below: &[FunctionId],
        targets: BTreeSet<usize>,
        steps: &mut VecDeque<Step>,
        all: &mut [Standing],
        optional: bool,
    ) -> bool {
        let callers = self.contexts.callers(of);
        for t in &targets {
            all[*t].others.extend(callers.others.iter().cloned());
        }
        for &caller in &callers.functions {
            steps.push_back(Step { caller, below: below.to_vec(), targets: targets.clone(), optional });
        }
        !callers.functions.is_empty()
    }

    /// More than half of the time is gone: the rest is for what must be done.
    fn is_late(&self) -> bool {
        let total = self.options.total.unwrap_or(Duration::MAX);
        self.deadline.is_some_and(|d| d.saturating_duration_since(Instant::now()) < total / 2)
    }

    fn time_left(&self) -> Duration {
        let left = self.deadline.map(|d| d.saturating_duration_since(Instant::now()));
        left.map_or(self.options.caller, |l| l.min(self.options.caller))
    }

    /// Gives the machine back for the next one.
    fn put_back(&mut self, explored: Explored<'p>) -> Summary {
        self.machines.push(explored.unit.into_bench());
        explored.summary
    }

    fn explore(
        &mut self,
        function: FunctionId,
        below: &[FunctionId],
        targets: &[Target],
        chosen: &BTreeSet<usize>,
        summaries: &BTreeMap<FunctionId, Summary>,
        initial_globals: bool,
    ) -> Result<Explored<'p>, String> {
        // The unit's own ways to its faults are known to be there: they need less.
        let own = below.is_empty() && !is_main(self.context.program, function);
        let time = if own { self.time_left() / 2 } else { self.time_left() };
        if time.is_zero() || self.context.interrupt.load(std::sync::atomic::Ordering::Relaxed) {
            return Err("the time of the filter was used up".into());
        }
        self.explored += 1;
        let mine: Vec<Target> = chosen.iter().map(|t| targets[*t].clone()).collect();
        let mut counted: Vec<FunctionId> = below.to_vec();
        counted.extend(mine.iter().map(|t| t.function));
        counted.sort_unstable();
        counted.dedup();
        let watched = below.iter().filter_map(|f| Some((*f, summaries.get(f)?.inputs.clone()))).collect();
        let how = How {
            function,
            below: &counted,
            targets: &mine,
            watched,
            initial_globals: initial_globals || is_main(self.context.program, function),
            until_seen: !below.is_empty() || initial_globals || is_main(self.context.program, function),
            time,
        };
        let machine = self.machines.pop();
        explored(self.context, self.options, machine, how)
            .map_err(|why| format!("`{}` cannot be driven: {why}", self.name(function)))
    }

    /// Explores a caller, and settles what it can for its targets.
    fn take(
        &mut self,
        step: Step,
        targets: &[Target],
        summaries: &mut BTreeMap<FunctionId, Summary>,
        steps: &mut VecDeque<Step>,
        all: &mut [Standing],
    ) {
        let Step { caller, below, targets: chosen, optional } = step;
        let name = self.name(caller);
        let mut e = match self.explore(caller, &below, targets, &chosen, summaries, false) {
            Ok(e) => e,
            Err(_) if optional => return,
            Err(why) => {
                chosen.iter().for_each(|t| all[*t].open(why.clone()));
                return;
            }
        };
        let mut through = BTreeMap::new();
        let mut not_seen = BTreeSet::new();
        for (t, seen) in chosen.iter().zip(std::mem::take(&mut e.seen)) {
            let (target, standing) = (&targets[*t], &mut all[*t]);
            if matches!(seen, Seen::Unseen(_)) {
                not_seen.insert(*t);
            }
            let asked = match &seen {
                Seen::Fault(_) => None,
                _ if below.is_empty() => None,
                _ => Some(ask(self.context.program, &e.summary, &below, summaries, target, self.time_left())),
            };
            match (seen, asked) {
                (Seen::Fault(test), _) => drop(through.insert(*t, *test)),
                (_, Some(Answered::NoPath | Answered::Refuted(_) | Answered::Unknown(_)) | None) if optional => {}
                // Whatever is said: inputs that fault do.
                (seen, Some(Answered::Inputs(inputs, free))) => {
                    match meets(self.context.program, &mut e.unit, inputs, target) {
                        Some(test) => {
                            if matches!(seen, Seen::Proved) {
                                self.notes.push(format!("a bug of this tool: `{name}` was called safe, and is not"));
                            }
                            through.insert(*t, test);
                        }
                        None => {
                            standing.undecided(&name, seen, &format!("a model of the formula does not fault{free}"))
                        }
                    }
                }
                (Seen::Proved, Some(Answered::Refuted(core))) => standing.proved(&name, Some(core)),
                (Seen::Proved, _) => standing.proved(&name, None),
                (Seen::Unseen(reasons), Some(Answered::Refuted(core))) => standing.refuted(&name, &core, reasons),
                (seen, Some(Answered::NoPath)) => standing.undecided(&name, seen, "no run of it came to the unit"),
                (seen, Some(Answered::Unknown(why))) => standing.undecided(&name, seen, &why),
                // `main` by itself, started as the program starts: the search alone speaks.
                (Seen::Unseen(reasons), None) if reasons.contains(&Reason::NotTried.to_string()) => {
                    standing.open(format!("`{name}` was not explored far enough"));
                }
                (Seen::Unseen(reasons), None) => standing.refuted(&name, "started as the program starts", reasons),
            }
        }
        let found: Vec<(usize, Test, Vec<Call>)> = through
            .into_iter()
            .map(|(t, test)| {
                let calls = chain(self.context.program, &mut e.unit, &test, targets[t].unit, targets[t].line);
                (t, test, calls)
            })
            .collect();
        not_seen.retain(|t| !found.iter().any(|f| f.0 == *t));
        if !not_seen.is_empty() && !is_main(self.context.program, caller) {
            let next: Vec<FunctionId> = std::iter::once(caller).chain(below.iter().copied()).collect();
            self.push_callers(caller, &next, not_seen, steps, all, true);
        }
        self.let_through(caller, &below, found, e, targets, summaries, steps, all);
    }

    /// A caller makes faults happen: its own callers are next, or it is the outermost.
    #[expect(clippy::too_many_arguments, reason = "the state of one climb, passed on")]
    fn let_through(
        &mut self,
        caller: FunctionId,
        below: &[FunctionId],
        found: Vec<(usize, Test, Vec<Call>)>,
        mut e: Explored<'p>,
        targets: &[Target],
        summaries: &mut BTreeMap<FunctionId, Summary>,
        steps: &mut VecDeque<Step>,
        all: &mut [Standing],
    ) {
        let name = self.name(caller);
        let main = is_main(self.context.program, caller);
        let chosen: BTreeSet<usize> = found.iter().map(|f| f.0).collect();
        for (t, _, calls) in &found {
            all[*t].lets_through(calls.clone());
        }
        if chosen.is_empty() {
            summaries.insert(caller, self.put_back(e));
            return;
        }
        let next: Vec<FunctionId> = std::iter::once(caller).chain(below.iter().copied()).collect();
        if !main && next.len() >= self.options.length {
            let why = format!("`{name}` lets it through; callers further off were not explored");
            chosen.iter().for_each(|t| all[*t].open(why.clone()));
        } else if main {
            for (t, test, calls) in found {
                self.confirm(&mut e, caller, t, &targets[t], test, calls, all);
            }
        } else if !self.push_callers(caller, &next, chosen.clone(), steps, all, false) {
            self.outermost(caller, below, found, &mut e, targets, all);
        }
        summaries.insert(caller, self.put_back(e));
    }

    /// Nobody calls it: it counts if it can be called from outside, and faults from the program's initial state.
    fn outermost(
        &mut self,
        caller: FunctionId,
        below: &[FunctionId],
        found: Vec<(usize, Test, Vec<Call>)>,
        e: &mut Explored<'p>,
        targets: &[Target],
        all: &mut [Standing],
    ) {
        let name = self.name(caller);
        let chosen: BTreeSet<usize> = found.iter().map(|f| f.0).collect();
        if !self.contexts.is_exported(caller) {
            let why = format!("`{name}` lets it through, but nobody calls it");
            chosen.iter().for_each(|t| all[*t].open(why.clone()));
            return;
        }
        if !e.unit.driver().uses_globals() {
            for (t, test, calls) in found {
                self.confirm(e, caller, t, &targets[t], test, calls, all);
            }
            return;
        }
        // With globals as they are when the program starts.
        let again = self.explore(caller, below, targets, &chosen, &BTreeMap::new(), true);
        let mut again = match again {
            Ok(again) => again,
            Err(why) => {
                chosen.iter().for_each(|t| all[*t].open(why.clone()));
                return;
            }
        };
        for ((t, _, _), seen) in found.into_iter().zip(std::mem::take(&mut again.seen)) {
            match seen {
                Seen::Fault(test) => {
                    let target = &targets[t];
                    let calls = chain(self.context.program, &mut again.unit, &test, target.unit, target.line);
                    self.confirm(&mut again, caller, t, target, *test, calls, all);
                }
                _ => all[t].open(format!("`{name}` lets it through only with globals that nothing was seen to set")),
            }
        }
        self.put_back(again);
    }

    #[expect(clippy::too_many_arguments, reason = "what a confirmation is made of")]
    fn confirm(
        &mut self,
        e: &mut Explored<'p>,
        caller: FunctionId,
        t: usize,
        target: &Target,
        test: Test,
        calls: Vec<Call>,
        all: &mut [Standing],
    ) {
        // Once more, from its inputs alone.
        let run = e.unit.run(&test.input);
        if !target.is_met_by(self.context.program, &run) {
            all[t].open("the run that failed does not fail again".into());
            return;
        }
        // A function of the operating system may return anything; what nobody knows may not.
        let unknown = |name: &&str| crescendo_vm::models::find(name).is_none();
        let stubs = run.hits.iter().filter(|h| h.bound == "stub").map(|h| h.path.as_str());
        if let Some(made_up) = stubs.into_iter().find(unknown) {
            all[t]
                .open(format!("`{}` lets it through, if `{made_up}` does what it is made up to do", self.name(caller)));
            return;
        }
        if self.context.native.is_some() {
            let collected = collect(&mut e.unit, &[test], &[caller], true);
            self.tests.entry(caller).or_default().push((target.alarm, collected));
        }
        all[t].confirm(calls, is_main(self.context.program, caller));
    }
}
