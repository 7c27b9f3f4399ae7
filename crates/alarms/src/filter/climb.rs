//! From units up through their callers: who lets their faults through, and who does not.
//!
//! First `main`, if there is one, for all faults at once: what it is seen to do is confirmed, and where all that happens
//! begins there, what it is proved not to do is false. For the rest each caller is explored as a unit of its own, with
//! everything below it executed for real; callees come before callers, so that each is explored once for all faults below it.
//! A caller that makes a fault happen is climbed past, until a function that nobody calls makes it happen (`confirm`). A
//! caller for which it is proved that it cannot is settled, with all that lies above it. What the search of a caller leaves
//! undecided is asked of a formula: the known paths of the caller to the unit, with the unit's inputs bound to what the
//! caller has at the call, and the unit's known ways to the fault (`formula`).

use super::chain::chain;
use super::explored::{Explored, How, Seen, explored, meets};
use super::formula::{Answered, ask};
use super::native::Tests;
use super::target::Target;
use super::verdict::{Says, Standing, proved, unseen};
use super::{Context, Options, Progress};
use crate::contexts::Contexts;
use crate::model::Call;
use crate::summary::Summary;
use crescendo_explore::result::Test;
use crescendo_program::FunctionId;
use crescendo_unit::Machines;
use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

/// Why a caller is explored for a target.
struct Want {
    /// The functions of the context below it, the unit last.
    below: Vec<FunctionId>,
    /// The caller below does not show the fault, as far as explored: its own callers may give it what the search did not.
    optional: bool,
}

/// How a function is started.
#[derive(Clone, Copy, Default)]
pub struct Start {
    /// With globals as the program has them at first.
    pub initial: bool,
    pub widely: bool,
}

/// By target.
type Wants = BTreeMap<usize, Want>;

/// A fault that a caller makes happen: the target, a test, its calls.
pub type Found = (usize, Test, Vec<Call>);

pub struct Climber<'a, 'p> {
    pub context: &'a Context<'p>,
    pub contexts: &'a Contexts<'p>,
    pub options: &'a Options,
    pub targets: &'a [Target],
    /// By target.
    pub all: Vec<Standing>,
    pub tests: Tests,
    pub explored: usize,
    pub notes: Vec<String>,
    deadline: Option<Instant>,
    /// What `main` has left of the time.
    for_callers: Duration,
    machines: Machines<'p>,
    summaries: BTreeMap<FunctionId, Summary>,
    /// Callers to explore, callees first.
    waiting: BTreeMap<(u32, FunctionId), Wants>,
    heights: &'a [u32],
}

impl<'a, 'p> Climber<'a, 'p> {
    pub fn new(
        context: &'a Context<'p>,
        contexts: &'a Contexts<'p>,
        options: &'a Options,
        targets: &'a [Target],
        heights: &'a [u32],
    ) -> Climber<'a, 'p> {
        Climber {
            context,
            contexts,
            options,
            targets,
            all: targets.iter().map(|_| Standing::default()).collect(),
            tests: Tests::new(),
            explored: 0,
            notes: Vec::new(),
            deadline: options.total.map(|t| Instant::now() + t),
            for_callers: options.total.unwrap_or_default(),
            machines: Machines::new(context.program, context.facts),
            summaries: BTreeMap::new(),
            waiting: BTreeMap::new(),
            heights,
        }
    }

    /// Asks all callers that must be asked, and others while there is time.
    pub fn climb(&mut self, progress: &mut dyn FnMut(&Progress)) {
        if let Some(main) = self.contexts.main.filter(|_| !self.targets.is_empty()) {
            progress(&self.progress(main));
            self.whole_program(main);
            self.for_callers = self.time_left(self.for_callers);
        }
        for t in 0..self.targets.len() {
            for unit in self.targets[t].starts.clone() {
                if !self.all[t].is_settled() && Some(unit) != self.contexts.main {
                    self.push_callers(unit, &[unit], [t].into(), false);
                }
            }
        }
        while let Some((function, wants)) = self.next() {
            progress(&self.progress(function));
            self.take(function, wants);
        }
    }

    fn progress(&self, f: FunctionId) -> Progress<'a> {
        let judged = self.all.iter().filter(|s| s.is_settled()).count();
        Progress { unit: &self.context.program.function(f).name, judged, alarms: self.targets.len() }
    }

    pub fn name(&self, f: FunctionId) -> String {
        self.context.program.function(f).name.clone()
    }

    pub fn is_main(&self, f: FunctionId) -> bool {
        Some(f) == self.contexts.main
    }

    /// `main` as the program starts it, for everything: first straight to the faults, then widely for those that were neither seen nor
    /// proved. It gets most of the time, because nobody else can confirm anything.
    fn whole_program(&mut self, main: FunctionId) {
        let all: BTreeSet<usize> = (0..self.targets.len()).collect();
        let total = self.options.total.unwrap_or(self.options.caller * 2);
        let left = self.search_from_start(main, &all, false, total / 8);
        if !left.is_empty() {
            self.search_from_start(main, &left, true, total * 5 / 8);
        }
    }

    /// Gives those that are still open.
    fn search_from_start(
        &mut self,
        main: FunctionId,
        chosen: &BTreeSet<usize>,
        widely: bool,
        time: Duration,
    ) -> BTreeSet<usize> {
        let mut open = BTreeSet::new();
        let mut e = match self.explore(main, &[], chosen, Start { initial: true, widely }, time) {
            Ok(e) => e,
            Err(why) => {
                let unknown = chosen.iter().filter(|_| !widely);
                unknown.for_each(|t| self.all[*t].say(main, Says::Open(why.clone())));
                return open;
            }
        };
        let beyond = self.contexts.beyond_main().map(String::from);
        for (&t, seen) in chosen.iter().zip(std::mem::take(&mut e.seen)) {
            let says = match seen {
                Seen::Fault(test) => {
                    let calls = chain(self.context.program, &mut e.unit, &test, &self.targets[t]);
                    self.all[t].lets_through(main, "main", calls.clone());
                    self.confirm(&mut e, main, (t, *test, calls));
                    continue;
                }
                Seen::Proved => proved("main", None),
                Seen::Unseen(why) => unseen("main", None, &why),
            };
            if matches!(says, Says::Open(_)) {
                open.insert(t);
            }
            match (&says, &beyond) {
                (Says::Proved(_) | Says::Explored(_), None) => self.all[t].say_whole(says),
                // What went straight there knows better what stopped it.
                (Says::Open(_), _) if widely => {}
                _ => self.all[t].say(main, says),
            }
        }
        self.put_back(main, e);
        open
    }

    /// The callers that must be asked first, callees before callers.
    fn next(&mut self) -> Option<(FunctionId, Wants)> {
        let must = |w: &Wants| w.iter().any(|(t, w)| !w.optional && !self.all[*t].is_settled());
        let key = self.waiting.iter().find(|(_, w)| must(w)).map(|(k, _)| *k);
        let may = || self.waiting.keys().next().copied().filter(|_| !self.is_late());
        let key = key.or_else(may)?;
        Some((key.1, self.waiting.remove(&key)?))
    }

    /// Queues the callers of a function. `false`: there are none.
    pub fn push_callers(
        &mut self,
        of: FunctionId,
        below: &[FunctionId],
        targets: BTreeSet<usize>,
        optional: bool,
    ) -> bool {
        let callers = self.contexts.callers(of);
        for &caller in &callers.functions {
            // What runs it comes last.
            let height = if self.is_main(caller) { u32::MAX } else { self.heights[caller.0 as usize] };
            let wants = self.waiting.entry((height, caller)).or_default();
            for &t in &targets {
                let want = wants.entry(t).or_insert_with(|| Want { below: below.to_vec(), optional });
                want.optional &= optional;
            }
        }
        !callers.functions.is_empty()
    }

    /// More than half of the time for callers is gone: the rest is for what must be done.
    fn is_late(&self) -> bool {
        self.time_left(Duration::MAX) < self.for_callers / 2
    }

    fn time_left(&self, most: Duration) -> Duration {
        let left = self.deadline.map(|d| d.saturating_duration_since(Instant::now()));
        left.map_or(most, |l| l.min(most))
    }

    /// Gives the machine back for the next one, and keeps what is known.
    pub fn put_back(&mut self, function: FunctionId, explored: Explored<'p>) {
        self.machines.put_back(explored.unit);
        self.summaries.insert(function, explored.summary);
    }

    /// Explores a function for some targets.
    pub fn explore(
        &mut self,
        function: FunctionId,
        below: &[FunctionId],
        chosen: &BTreeSet<usize>,
        start: Start,
        time: Duration,
    ) -> Result<Explored<'p>, String> {
        let time = self.time_left(time);
        if time.is_zero() || self.context.cancel.is_cancelled() {
            return Err("the time of the filter was used up".into());
        }
        self.explored += 1;
        let mine: Vec<&Target> = chosen.iter().map(|t| &self.targets[*t]).collect();
        let mut counted: Vec<FunctionId> = below.to_vec();
        counted.extend(mine.iter().flat_map(|t| t.functions.iter().copied()));
        counted.sort_unstable();
        counted.dedup();
        let watched = below.iter().filter_map(|f| Some((*f, self.summaries.get(f)?.inputs.clone()))).collect();
        let Start { initial: initial_globals, widely } = start;
        let how = How { function, below: &counted, targets: &mine, watched, initial_globals, widely, time };
        explored(self.context, self.options, &mut self.machines, how)
            .map_err(|why| format!("`{}` cannot be driven: {why}", self.name(function)))
    }

    /// The units' own ways to their faults, where they are not known yet.
    fn know_units(&mut self, units: &BTreeSet<FunctionId>) {
        for &unit in units {
            let of_unit = |t: &usize| self.targets[*t].starts.contains(&unit) && !self.all[*t].is_settled();
            let chosen: BTreeSet<usize> = (0..self.targets.len()).filter(of_unit).collect();
            if !self.summaries.contains_key(&unit)
                && let Ok(e) = self.explore(unit, &[], &chosen, Start::default(), self.options.caller / 4)
            {
                self.put_back(unit, e);
            }
        }
    }

    /// Explores a caller, and settles what it can for its targets.
    fn take(&mut self, caller: FunctionId, mut wants: Wants) {
        let name = self.name(caller);
        wants.retain(|t, w| {
            let standing = &mut self.all[*t];
            let far = w.optional && w.below.len() >= self.options.length;
            let many = standing.visited.len() >= self.options.contexts;
            if many && !w.optional {
                let why = format!("more than {} callers: `{name}` was not explored", self.options.contexts);
                standing.say(caller, Says::Open(why));
            }
            !far && !many && !standing.is_settled() && standing.visited.insert(caller)
        });
        if wants.is_empty() {
            return;
        }
        self.know_units(&wants.values().filter_map(|w| w.below.last().copied()).collect());
        let chosen: BTreeSet<usize> = wants.keys().copied().collect();
        let below: BTreeSet<FunctionId> = wants.values().flat_map(|w| w.below.iter().copied()).collect();
        let below: Vec<FunctionId> = below.into_iter().collect();
        let main = self.is_main(caller);
        // `main` comes last: nobody else needs the time. Others leave some for those behind them.
        let total = self.options.total.unwrap_or(Duration::MAX);
        let time = match main {
            true => self.options.total.unwrap_or(self.options.caller),
            false => self.options.caller.min(total / 4),
        };
        let start = Start { initial: main, widely: false };
        let mut e = match self.explore(caller, &below, &chosen, start, time) {
            Ok(e) => e,
            Err(why) => {
                // What is known already may be better.
                let must = chosen.iter().filter(|t| !wants[t].optional);
                must.for_each(|t| self.all[*t].say(caller, Says::Open(why.clone())));
                return;
            }
        };
        let mut found: Vec<Found> = Vec::new();
        let mut above: BTreeMap<Vec<FunctionId>, BTreeSet<usize>> = BTreeMap::new();
        for (t, seen) in chosen.iter().zip(std::mem::take(&mut e.seen)) {
            let below = &wants[t].below;
            match self.settle(&mut e, caller, *t, below, seen) {
                Ok(test) => {
                    let calls = chain(self.context.program, &mut e.unit, &test, &self.targets[*t]);
                    found.push((*t, test, calls));
                }
                Err(says) => {
                    if !main && !matches!(says, Says::Proved(_)) {
                        let next = std::iter::once(caller).chain(below.iter().copied()).collect();
                        above.entry(next).or_default().insert(*t);
                    }
                    self.all[*t].say(caller, says);
                }
            }
        }
        for (next, targets) in above {
            self.push_callers(caller, &next, targets, true);
        }
        self.let_through(caller, &wants.iter().map(|(t, w)| (*t, w.below.clone())).collect(), found, e);
    }

    /// A test that makes the fault happen, or what its absence says.
    fn settle(
        &mut self,
        e: &mut Explored<'p>,
        caller: FunctionId,
        t: usize,
        below: &[FunctionId],
        seen: Seen,
    ) -> Result<Test, Says> {
        let (program, target, name) = (self.context.program, &self.targets[t], self.name(caller));
        if let Seen::Fault(test) = seen {
            return Ok(*test);
        }
        let time = self.time_left(self.options.caller);
        let asked = ask(program, &e.summary, below, &self.summaries, target, time);
        let core = match asked {
            // Whatever is said: inputs that fault do.
            Answered::Inputs(inputs) => {
                if let Some(test) = meets(program, &mut e.unit, inputs, target) {
                    if matches!(seen, Seen::Proved) {
                        self.notes.push(format!("a bug of this tool: `{name}` was called safe, and is not"));
                    }
                    return Ok(test);
                }
                None
            }
            Answered::Refuted(core) => Some(core),
            Answered::Nothing => None,
        };
        Err(match seen {
            Seen::Unseen(why) => unseen(&name, core, &why),
            _ => proved(&name, core),
        })
    }
}
