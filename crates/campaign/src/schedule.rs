//! All functions, as many at a time as the backend has room for. Each result is kept as soon as it is there; what is known is
//! not explored again; what ran out of time goes on when others have left some.

use crate::backend::{Job, JobBackend, JobEvent, JobQueue};
use crate::budgets::Budgets;
use crate::config::FunctionPlan;
use crate::error::Result;
use crate::event::{Teller, What};
use crate::function::Explorer;
use crate::function::key::Keys;
use crate::function::record::{Covered, Explored, Name, Record};
use crate::results::summary::Stop;
use crate::store::Results;
use crescendo_program::FunctionId;
use crescendo_suite::record::Collected;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

/// Where the result of a function is.
pub struct One {
    pub id: FunctionId,
    key: Key,
    /// The key of its tests.
    tests: String,
    /// What could not be stored: somebody has interrupted it.
    kept: Option<Box<Explored>>,
    /// It was not explored: nothing it depends on has changed.
    pub known: bool,
}

/// What a result is found by.
#[derive(Clone)]
struct Key {
    key: String,
    budget: String,
}

impl One {
    pub fn record(&self, results: &Results) -> Option<Record> {
        match &self.kept {
            Some(kept) => Some(kept.record.clone()),
            None => results.record(&self.key.key, &self.key.budget).map(|(record, _)| record),
        }
    }

    pub fn tests(&mut self, results: &Results) -> Option<Collected> {
        match &mut self.kept {
            Some(kept) => Some(std::mem::take(&mut kept.tests)),
            None => results.tests(&self.tests),
        }
    }
}

/// What must be known to explore functions.
pub struct Schedule<'a> {
    pub explorer: &'a Explorer<'a>,
    pub backend: &'a dyn JobBackend,
    pub results: Results<'a>,
    pub keys: &'a Keys<'a>,
    pub functions: &'a [FunctionId],
    /// Explore also what is known.
    pub fresh: bool,
    /// Time for everything, if somebody asked for that: results depend on it.
    pub total: Option<Duration>,
}

impl Schedule<'_> {
    /// Where the results are, in the order of the functions.
    pub fn run(&self, mut budgets: Budgets, teller: &mut Teller) -> Result<Vec<One>> {
        let mut state = State {
            schedule: self,
            budgets: &mut budgets,
            teller,
            next: 0,
            jobs: 0,
            under_way: BTreeMap::new(),
            unfinished: Vec::new(),
            done: self.functions.iter().map(|_| None).collect(),
        };
        self.backend.with_queue(self.explorer, &mut |queue| state.work(queue))?;
        Ok(state.done.into_iter().flatten().collect())
    }

    fn key(&self, id: FunctionId, plan: &FunctionPlan, others: &[FunctionId]) -> Key {
        let key = self.keys.of(id, &settings(self.explorer, plan, others));
        Key { key, budget: format!("{:?}", (plan.budget, plan.runs, self.total)) }
    }
}

/// What a key holds beside the code: settings by name, and the callees that are not explored by themselves, because they are
/// aimed at here.
fn settings(explorer: &Explorer, own: &FunctionPlan, others: &[FunctionId]) -> String {
    let name = |f: &FunctionId| explorer.program.function(*f).name.as_str();
    let names = |all: &mut dyn Iterator<Item = &FunctionId>| {
        let mut names: Vec<&str> = all.map(name).collect();
        names.sort_unstable();
        names.join(" ")
    };
    let plan = &own.plan;
    let (stubbed, havoc) = (names(&mut plan.stubbed.iter()), names(&mut plan.havoc.iter()));
    let others = names(&mut others.iter());
    format!("{:?}", (own.steps, &own.setup, name(&own.entry), stubbed, havoc, &plan.rules, others))
}

/// A function in the middle of its exploration, or between two of them.
struct Open {
    /// Its number among the functions.
    at: usize,
    name: Name,
    key: Key,
    /// What it gets now.
    time: Duration,
    /// What it got at first, and in all before.
    first: Duration,
    given: Duration,
    /// Seconds that it took of that.
    spent: f64,
    /// What an earlier exploration came to.
    before: Option<Worth>,
}

/// How good a result is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Worth {
    faults: usize,
    /// Goals that no test covers and no proof excludes.
    unknown: usize,
}

impl Worth {
    fn of(record: &Record) -> Worth {
        let unknown = record.open.iter().filter(|o| !o.infeasible).count();
        let count = |covered: &[Covered]| covered.iter().map(|c| c.goals.len()).sum::<usize>();
        let untested = count(&record.covered).saturating_sub(count(&record.tested));
        Worth { faults: record.faults.len(), unknown: unknown + untested }
    }

    fn is_better_than(self, other: Worth) -> bool {
        self.faults >= other.faults && self.unknown <= other.unknown && self != other
    }
}

struct State<'s, 't> {
    schedule: &'s Schedule<'s>,
    budgets: &'s mut Budgets,
    teller: &'s mut Teller<'t>,
    /// The next function to be taken up.
    next: usize,
    /// Jobs so far.
    jobs: u64,
    under_way: BTreeMap<u64, Open>,
    /// They ran out of time.
    unfinished: Vec<Open>,
    done: Vec<Option<One>>,
}

impl State<'_, '_> {
    fn work(&mut self, queue: &mut dyn JobQueue) -> Result<()> {
        loop {
            self.fill(queue)?;
            let Some(event) = queue.next_event()? else { return Ok(()) };
            match event {
                JobEvent::Started { id } => {
                    let function = self.under_way[&id].name.clone();
                    self.teller.tell(What::FunctionStarted { function });
                }
                JobEvent::Progress { id, runs, covered, goals } => {
                    let function = self.under_way[&id].name.clone();
                    self.teller.tell(What::FunctionProgress { function, runs, covered, goals });
                }
                JobEvent::Finished { id, explored } => {
                    let open = self.under_way.remove(&id).expect("a job ends once");
                    self.finished(open, *explored)?;
                }
            }
        }
    }

    /// Gives the backend as much as it has room for.
    fn fill(&mut self, queue: &mut dyn JobQueue) -> Result<()> {
        while self.under_way.len() < self.schedule.backend.room() {
            let (open, before) = match (self.next < self.schedule.functions.len(), self.schedule.explorer.cancel) {
                (true, _) => match self.begin()? {
                    Some(open) => (open, None),
                    None => continue,
                },
                (false, cancel) if cancel.is_cancelled() => return Ok(()),
                (false, _) => match self.go_on() {
                    Some((open, before)) => (open, Some(Box::new(before))),
                    None => return Ok(()),
                },
            };
            self.jobs += 1;
            queue.submit(Job { id: self.jobs, function: open.name.clone(), time: open.time, before })?;
            self.under_way.insert(self.jobs, open);
        }
        Ok(())
    }

    /// Takes up the next function; `None`: it is known.
    fn begin(&mut self) -> Result<Option<Open>> {
        let (at, schedule) = (self.next, self.schedule);
        self.next += 1;
        let id = schedule.functions[at];
        let (plan, others) = schedule.explorer.plan(id);
        let key = schedule.key(id, &plan, &others);
        let name = schedule.explorer.places.name(id);
        let stored = if schedule.fresh { None } else { schedule.results.record(&key.key, &key.budget) };
        let stored = stored.filter(|(record, _)| record.resolve(schedule.explorer.places).is_some());
        if let Some((record, tests)) = stored {
            self.teller.tell(What::FunctionFinished { function: name, known: true, record: Arc::new(record) });
            self.done[at] = Some(One { id, key, tests, kept: None, known: true });
            return Ok(None);
        }
        let time = self.budgets.first(plan.budget);
        Ok(Some(Open { at, name, key, time, first: time, given: Duration::ZERO, spent: 0.0, before: None }))
    }

    /// A function that ran out of time, and what it goes on from: the one with most to find first.
    fn go_on(&mut self) -> Option<(Open, Explored)> {
        loop {
            let unknown = |o: &Open| o.before.map_or(0, |b| b.unknown);
            let best = (0..self.unfinished.len()).max_by_key(|&i| (unknown(&self.unfinished[i]), usize::MAX - i))?;
            let mut open = self.unfinished.swap_remove(best);
            let Some(time) = self.budgets.again(open.given, open.first) else { continue };
            let results = &self.schedule.results;
            let stored = results.record(&open.key.key, &open.key.budget);
            let Some((record, tests)) = stored.and_then(|(r, t)| Some((r, results.tests(&t)?))) else {
                self.budgets.done(time, Duration::ZERO);
                continue;
            };
            open.time = time;
            return Some((open, Explored { record, tests }));
        }
    }

    fn finished(&mut self, mut open: Open, explored: Explored) -> Result<()> {
        let schedule = self.schedule;
        let record = &explored.record;
        self.budgets.done(open.time, Duration::from_secs_f64((record.summary.seconds - open.spent).max(0.0)));
        open.given += open.time;
        open.spent = record.summary.seconds;
        let interrupted = record.summary.stop == Stop::Interrupted;
        if interrupted && open.before.is_some() {
            // What it came to before is kept.
            return Ok(());
        }
        let tests = match interrupted {
            true => String::new(),
            false => schedule.results.put(&open.key.key, &open.key.budget, &explored)?,
        };
        let worth = Worth::of(record);
        let gained = open.before.is_none_or(|before| worth.is_better_than(before));
        let more = gained && record.summary.stop == Stop::Time && worth.unknown > 0;
        let (id, function, key) = (schedule.functions[open.at], open.name.clone(), open.key.clone());
        let kept = interrupted.then(|| Box::new(explored.clone()));
        self.done[open.at] = Some(One { id, key, tests, kept, known: false });
        self.teller.tell(What::FunctionFinished { function, known: false, record: Arc::new(explored.record) });
        if more {
            open.before = Some(worth);
            self.unfinished.push(open);
        }
        Ok(())
    }
}
