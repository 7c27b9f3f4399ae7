//! All functions, by as many threads as there are cores. Each result is stored as soon as it is there.

use super::config::Own;
use super::function::{Job, Machines, explore_function};
use super::key::Keys;
use super::progress::Board;
use super::record::{Places, Record};
use super::store::Store;
use super::watch::Watch;
use super::{ExploreArgs, Ground, catch_interrupt};
use crate::load::Loaded;
use anyhow::{Result, bail};
use crescendo_program::FunctionId;
use crescendo_vm::HOST_STACK;
use crescendo_vm::cover::Coverage;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// What was explored; the records themselves are in the store.
pub struct All {
    pub store: Store,
    /// In the order of the functions.
    pub functions: Vec<One>,
    /// By all tests together.
    pub covered: Coverage,
    /// Not explored again: nothing they depend on has changed.
    pub known: usize,
}

pub struct One {
    pub id: FunctionId,
    pub key: String,
    pub budget: String,
    /// Where a record could not be stored: one that Ctrl-C cut short.
    pub kept: Option<Box<Record>>,
    pub others: Vec<FunctionId>,
}

/// What a result depends on, beside the function and its budget.
fn options(args: &ExploreArgs) -> String {
    let ExploreArgs { strategy, criterion, seed, exhaust, keep_all, allocation_fails, paranoid, without, .. } = args;
    let search = (strategy, criterion, seed, exhaust, keep_all, allocation_fails, paranoid, without);
    format!("{:?}", (search, args.main_to_the_end, &args.checks, args.frames, args.stack))
}

/// What anything depends on that looks at the whole program: its code, how each function is driven, the options.
pub fn whole_key(args: &ExploreArgs, ground: &Ground) -> String {
    let Ground { loaded: Loaded { program, .. }, settings, facts, calls, .. } = ground;
    let keys = Keys::new(program, facts, &options(args));
    let all = (0..program.functions.len() as u32).map(FunctionId).filter(|f| program.function(*f).body.is_some());
    let each = all.map(|f| {
        let own = settings.whole(f, facts, calls);
        keys.of(f, &format!("{:?}", (own.steps, &own.setup, own.entry, &own.plan)))
    });
    each.collect()
}

pub fn explore_all(args: &ExploreArgs, ground: &Ground, places: &Places, functions: &[FunctionId]) -> Result<All> {
    let Ground { loaded: Loaded { program, .. }, settings, facts, calls, .. } = ground;
    let workers = args.workers().min(functions.len()).max(1);
    let board = Board::new(functions.len());
    let interrupt = catch_interrupt();
    let watch = Watch::default();
    let chosen = functions.iter().copied().collect();
    let keys = Keys::new(program, facts, &options(args));
    let job = Job {
        program,
        facts,
        calls,
        places,
        chosen: &chosen,
        strategy: &args.strategy,
        criterion: &args.criterion,
        settings,
        seed: args.seed,
        exhaust: args.exhaust,
        main_to_the_end: args.main_to_the_end,
        keep_all: args.keep_all,
        stack: args.stack_bytes(),
        symbolic: args.symbolic(),
        without: &args.without,
        interrupt,
        board: &board,
        watch: &watch,
    };
    let all =
        Mutex::new(Gathered { all: functions.iter().map(|_| None).collect(), covered: Coverage::new(0), known: 0 });
    let crew = Crew {
        job,
        fresh: args.fresh,
        store: Store::open(&args.output)?,
        keys,
        next: AtomicUsize::new(0),
        functions,
        gathered: all,
    };
    std::thread::scope(|scope| -> Result<()> {
        let mut threads = Vec::new();
        for _ in 0..workers {
            let thread = std::thread::Builder::new().stack_size(HOST_STACK);
            threads.push(thread.spawn_scoped(scope, || crew.work())?);
        }
        scope.spawn(|| watch.keep(interrupt));
        let ended: Vec<_> = threads.into_iter().map(|t| t.join()).collect();
        watch.end();
        for e in ended {
            match e {
                Ok(result) => result?,
                Err(_) => bail!("a thread of this tool has failed"),
            }
        }
        Ok(())
    })?;
    board.clear();
    let Gathered { all, covered, known } = crew.gathered.into_inner().expect("no worker panics with it");
    let functions = all.into_iter().flatten().collect();
    Ok(All { store: crew.store, functions, covered, known })
}

struct Gathered {
    all: Vec<Option<One>>,
    covered: Coverage,
    known: usize,
}

/// What the threads share.
struct Crew<'a> {
    job: Job<'a>,
    fresh: bool,
    store: Store,
    keys: Keys<'a>,
    next: AtomicUsize,
    functions: &'a [FunctionId],
    gathered: Mutex<Gathered>,
}

impl Crew<'_> {
    fn work(&self) -> Result<()> {
        let mut machines = Machines::new();
        while let Some(&f) = self.functions.get(self.next.fetch_add(1, Ordering::Relaxed)) {
            self.one(f, &mut machines)?;
            self.job.board.finished();
        }
        Ok(())
    }

    fn one<'s>(&'s self, f: FunctionId, machines: &mut Machines<'s>) -> Result<()> {
        let program = self.job.program;
        let own = self.job.settings.of(f, self.job.facts, self.job.calls);
        let others = super::function::callees(&self.job, &own.plan, f);
        let key = self.keys.of(f, &self.extra(&own, &others));
        let budget = format!("{:?} {:?}", own.budget, own.runs);
        let stored = if self.fresh { None } else { self.store.get(&key, &budget) };
        let stored = stored.and_then(|r| Some((r.resolve(self.job.places)?, r)));
        let known = stored.is_some();
        let (functions, record) = match stored {
            Some(s) => s,
            None => {
                let record = explore_function(&self.job, own, others, machines, f);
                if record.summary.stop != "interrupted" {
                    self.store.put(&key, &budget, &record)?;
                }
                (record.resolve(self.job.places).expect("made of this program"), record)
            }
        };
        let others = record.others.iter().map(|o| functions[*o as usize]).collect();
        let mut gathered = self.gathered.lock().expect("no worker panics with it");
        record.add_to(&functions, program, &mut gathered.covered);
        gathered.known += known as usize;
        let at = self.functions.iter().position(|g| *g == f).expect("one of them");
        let kept = (record.summary.stop == "interrupted").then(|| Box::new(record));
        gathered.all[at] = Some(One { id: f, key, budget, kept, others });
        Ok(())
    }

    /// What the key holds beside the code: settings by name, and the callees that are not explored by themselves, because
    /// they are aimed at here.
    fn extra(&self, own: &Own, others: &[FunctionId]) -> String {
        let name = |f: &FunctionId| self.job.program.function(*f).name.as_str();
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
}
