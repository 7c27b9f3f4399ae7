//! One loop for both: the machine's search, told of every run, and native mutation in between. Time goes to who gains more.

use crate::build::{Build, BuildError};
use crate::corpus::{Corpus, Gain, Origin};
use crate::crash::{Crash, Crashes, Judge};
use crate::measure::{Measured, measure};
use crate::mutate::Mutator;
use crate::rng::Rng;
use crate::sync::Sync;
use crate::target::{End, Limits as Native, Target};
use crate::templates::Templates;
use crescendo_confined::Sandbox;
use crescendo_explore::explore::{Budget, Options, explore as search};
use crescendo_explore::flow::Calls;
use crescendo_explore::{CancelToken, Deadline, StopReason, Watchdog};
use crescendo_process::machine::Ran;
use crescendo_process::{Entry, Input, Machine, NoMachine, Shape};
use crescendo_program::Program;
use crescendo_program::source::PosId;
use crescendo_program::symbol::FunctionId;
use crescendo_solver::solve::{Layers, Limits as Solving, Stack};
use crescendo_vm::memory::MemoryLimits;
use crescendo_vm::symbolic::Options as Symbolic;
use crescendo_vm::{Limits, Outcome};
use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap, VecDeque};
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::time::{Duration, Instant};

/// What to explore, how long, from where, to where.
pub struct Plan<'a> {
    pub build: Build<'a>,
    pub shape: Shape,
    /// Inputs to start from, with what they are called.
    pub seeds: Vec<Input>,
    pub budget: Duration,
    pub seed: u64,
    /// Gets `corpus/` and `crashes/`.
    pub out: PathBuf,
    pub sandbox: Option<Sandbox>,
    /// AFL++'s folder of queues.
    pub sync: Option<PathBuf>,
    /// Who mutates, and who solves: to compare.
    pub mutation: bool,
    pub solving: bool,
    pub templates: bool,
    /// Stop as soon as this function is entered.
    pub until: Option<FunctionId>,
    pub native: Native,
    pub cancel: &'a CancelToken,
}

/// What happens, for those who watch.
#[derive(Clone, Debug)]
pub enum Event {
    Built {
        seconds: f64,
    },
    Progress(Progress),
    /// `error`: it enters the function that is looked for.
    Kept {
        name: String,
        input: Box<Input>,
        error: bool,
    },
    Crash(Box<Crash>),
}

#[derive(Clone, Copy, Debug, Default, serde::Serialize)]
pub struct Progress {
    pub seconds: f64,
    /// Goals reached natively: statements, outcomes of branches, boundaries.
    pub reached: usize,
    pub goals: usize,
    pub inputs: usize,
    pub crashes: usize,
    /// Native runs, and runs of the machine.
    pub native: u64,
    pub machine: u64,
}

impl std::fmt::Display for Progress {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        let Progress { seconds, reached, inputs, crashes, native, machine, .. } = self;
        write!(
            f,
            "{seconds:>5.0}s  {reached} goals, {inputs} inputs, {crashes} crashes, {native} native runs, {machine} symbolic"
        )
    }
}

#[derive(Debug, serde::Serialize)]
pub struct Explored {
    pub progress: Progress,
    pub stop: &'static str,
    /// Outcomes of branches and statements that inputs reach natively, and how many there are.
    pub branches: (usize, usize),
    pub statements: (usize, usize),
    pub crashes: Vec<Crash>,
    pub refuted: u64,
    pub restarts: u64,
    pub by_origin: Vec<(&'static str, usize)>,
    pub measured: Option<Measured>,
    pub notes: Vec<String>,
}

#[derive(Debug, thiserror::Error)]
pub enum ExploreError {
    #[error(transparent)]
    Build(#[from] BuildError),
    #[error(transparent)]
    Machine(#[from] NoMachine),
    #[error("cannot write to {path}: {reason}")]
    Folder { path: PathBuf, reason: std::io::Error },
    #[error("the native program cannot be run: {0}")]
    Native(std::io::Error),
}

/// What both sides of the loop share.
struct State<'a, 'e> {
    started: Instant,
    deadline: Instant,
    target: Target,
    corpus: Corpus,
    crashes: Crashes,
    judge: Judge,
    mutator: Mutator,
    rng: Rng,
    sync: Option<Sync>,
    looked: Instant,
    entry: Entry,
    shape: Shape,
    mutation: bool,
    cancel: &'a CancelToken,
    tell: &'e mut dyn FnMut(Event),
    told: Instant,
    /// Found natively, not run by the machine: what reached more comes first.
    pending: VecDeque<Input>,
    machine_runs: u64,
    templates: Option<Templates>,
    program: &'a Program,
    calls: &'a Calls<'a>,
    /// What each side gained, and the time it took; both fade.
    gains: [(f64, f64); 3],
    back: Instant,
    /// Faults of the machine, and how many inputs showed each.
    faults: HashMap<(String, Option<(FunctionId, PosId)>), u32>,
    /// Seconds that templates have not had yet.
    owed: f64,
    /// The goal that ends everything, and whether it was reached.
    until: Option<usize>,
    done: bool,
    /// Tells the machine's search that the time is over.
    stop: Arc<AtomicBool>,
    notes: BTreeSet<String>,
}

/// What was learned of templates, in the output folder.
const TEMPLATES_FILE: &str = "templates.json";
const MEMORY: MemoryLimits = MemoryLimits { bytes: 1 << 30, stack: 8 << 20 };

const MACHINE: usize = 0;
const NATIVE: usize = 1;
const TEMPLATES: usize = 2;

impl State<'_, '_> {
    fn over(&self) -> bool {
        self.done || Instant::now() >= self.deadline || self.cancel.is_cancelled()
    }

    fn progress(&self) -> Progress {
        Progress {
            seconds: self.started.elapsed().as_secs_f64(),
            reached: self.corpus.reached.count,
            goals: 0,
            inputs: self.corpus.entries.len(),
            crashes: self.crashes.known.len(),
            native: self.target.runs,
            machine: self.machine_runs,
        }
    }

    /// Runs an input natively, and keeps it if it reaches something.
    fn judge(&mut self, input: &Input, origin: Origin, stored: Option<String>, suspect: bool) -> Gain {
        // What was looked for is found: it stays the last input.
        if self.done {
            return Gain::default();
        }
        let end = self.target.run(input);
        let (goals, edges) = self.target.reached();
        let entered: Vec<usize> = self.until.into_iter().filter(|g| goals.get(*g).is_some_and(|b| *b != 0)).collect();
        let gain = match end {
            // What is cut at any moment is no test.
            End::TimedOut | End::Failed => Gain::default(),
            _ => self.corpus.reached.add(goals, edges),
        };
        if end.is_crash() && gain.is_any() || suspect {
            self.suspect(input);
        }
        if gain.is_any() || stored.is_some() {
            let found = self.started.elapsed();
            if let Some(sync) = self.sync.as_mut().filter(|_| origin != Origin::Sync && gain.is_any()) {
                let _ = sync.give(self.entry, &self.shape, input);
            }
            match self.corpus.keep(input.clone(), origin, gain, found, stored) {
                Ok(i) => {
                    let e = &self.corpus.entries[i];
                    let error = self.until.is_some_and(|g| entered.contains(&g));
                    (self.tell)(Event::Kept { name: e.name.clone(), input: Box::new(e.input.clone()), error });
                    self.done |= error;
                }
                Err(e) => drop(self.notes.insert(format!("an input could not be kept: {e}"))),
            }
            if gain.goals > 0 && origin != Origin::Solver {
                self.pending.push_front(input.clone());
            } else if origin != Origin::Solver {
                self.pending.push_back(input.clone());
            }
            self.pending.truncate(4096);
        }
        gain
    }

    fn suspect(&mut self, input: &Input) {
        let seconds = self.started.elapsed().as_secs_f64();
        let (deadline, cancel) = (self.deadline, self.cancel);
        let over = move || Instant::now() >= deadline || cancel.is_cancelled();
        if let Some(crash) = self.crashes.judge(&mut self.judge, input, seconds, &over) {
            (self.tell)(Event::Crash(Box::new(crash)));
        }
    }

    /// The machine has run inputs: what the real program says of them.
    fn take_ran(&mut self, ran: Vec<Ran>, origin: Origin) -> usize {
        let mut gained = 0;
        for r in ran {
            self.machine_runs += 1;
            if let Outcome::Unsupported(what) = &r.outcome {
                self.notes.insert(format!("the machine: {what}"));
            }
            if r.refused || !self.corpus.is_new(&r.input) {
                continue;
            }
            let suspect = self.is_new_fault(&r);
            let gain = self.judge(&r.input, origin, None, suspect);
            gained += gain.goals * 4 + gain.edges;
        }
        gained
    }

    /// Whether the machine saw a fault that few inputs have shown so far: sanitizers take their time.
    fn is_new_fault(&mut self, r: &Ran) -> bool {
        const TRIES: u32 = 3;
        let Outcome::ProgramFault(fault) = &r.outcome else { return false };
        let tries = self.faults.entry((format!("{:?}", fault.kind), r.fault)).or_insert(0);
        *tries += 1;
        *tries <= TRIES
    }

    /// Mutates for so long.
    fn mutate(&mut self, time: Duration) -> usize {
        let (end, mut gained) = (Instant::now() + time, 0);
        while Instant::now() < end && !self.over() {
            let Some(i) = self.corpus.pick(&mut self.rng) else { break };
            let other = self.rng.below(self.corpus.entries.len());
            let (base, other) = (self.corpus.entries[i].input.clone(), self.corpus.entries[other].input.clone());
            for _ in 0..16 {
                let new = self.mutator.change(&base, Some(&other), &mut self.rng);
                if !self.corpus.is_new(&new) {
                    continue;
                }
                let gain = self.judge(&new, Origin::Mutation, None, false);
                gained += gain.goals * 4 + gain.edges;
            }
            self.report();
        }
        gained
    }

    fn report(&mut self) {
        const EVERY: Duration = Duration::from_millis(200);
        if self.told.elapsed() >= EVERY {
            self.told = Instant::now();
            let progress = self.progress();
            (self.tell)(Event::Progress(progress));
        }
    }

    fn note_gain(&mut self, who: usize, gained: usize, time: Duration) {
        const FADE: f64 = 0.97;
        let (g, t) = &mut self.gains[who];
        *g = *g * FADE + gained as f64;
        *t = *t * FADE + time.as_secs_f64();
    }

    /// The part of the time that mutation gets.
    fn share(&self) -> f64 {
        let rate = |(g, t): (f64, f64)| (g + 0.2) / (t + 0.2);
        let (m, n) = (rate(self.gains[MACHINE]), rate(self.gains[NATIVE]));
        (n / (m + n)).clamp(0.15, 0.85)
    }

    /// Between two runs of the machine: gives what it shall run next.
    fn between(&mut self, ran: Vec<Ran>) -> Vec<Input> {
        if self.over() {
            self.stop.store(true, Ordering::Relaxed);
        }
        let machine_time = self.back.elapsed();
        let gained = self.take_ran(ran, Origin::Solver);
        self.note_gain(MACHINE, gained, machine_time);
        if self.mutation {
            let share = self.share();
            let time = machine_time.mul_f64(share / (1.0 - share)).clamp(Duration::ZERO, Duration::from_secs(2));
            let start = Instant::now();
            let gained = self.mutate(time);
            self.note_gain(NATIVE, gained, start.elapsed());
        }
        self.try_template(machine_time);
        self.exchange();
        self.report();
        self.back = Instant::now();
        self.pending.pop_front().into_iter().collect()
    }

    /// Explores with a template, when it is the templates' turn: their share of the machine's time is what they gain.
    fn try_template(&mut self, machine_time: Duration) {
        const RUNS: u64 = 60;
        const LONGEST: Duration = Duration::from_secs(5);
        self.owed += machine_time.as_secs_f64() * {
            let rate = |(g, t): (f64, f64)| (g + 0.2) / (t + 0.2);
            let (m, t) = (rate(self.gains[MACHINE]), rate(self.gains[TEMPLATES]));
            (t / m).clamp(0.1, 2.0)
        };
        if self.owed < 1.0 || self.over() {
            return;
        }
        let Some(templates) = &mut self.templates else { return };
        let Some(template) = templates.next(&self.corpus, &self.shape) else { return };
        let start = Instant::now();
        let limits = Limits { steps: 5_000_000, memory: MEMORY, depth: 100_000, output: 1 << 30 };
        let machine =
            Machine::new(self.program, self.calls, self.entry, self.shape.clone(), limits, Symbolic::default());
        let Ok(mut machine) = machine else { return };
        machine.fix(template.fixed.clone());
        let seeds = template.start.iter().map(|i| machine.assignment(i)).collect();
        let left = self.deadline.saturating_duration_since(start).min(LONGEST);
        let options = Options {
            seed: self.rng.number(),
            budget: Budget { runs: Some(RUNS), steps: None, time: Some(Deadline::after(left)) },
            limits: Solving { millis: 500, ..Solving::default() },
            seeds,
            alarms: false,
            interrupts: vec![self.cancel.flag()],
            ..Options::default()
        };
        search(&mut machine, &mut Stack::new(Layers::default()), &mut [], options);
        let before = self.corpus.reached.count;
        let gained = self.take_ran(machine.take_ran(), Origin::Template);
        let goals = self.corpus.reached.count - before;
        if let Some(templates) = &mut self.templates {
            templates.learn(&template, goals);
        }
        self.owed -= start.elapsed().as_secs_f64();
        self.note_gain(TEMPLATES, gained, start.elapsed());
    }

    /// Looks at what other fuzzers have found.
    fn exchange(&mut self) {
        const EVERY: Duration = Duration::from_secs(5);
        if self.looked.elapsed() < EVERY {
            return;
        }
        self.looked = Instant::now();
        let like = self.corpus.entries.first().map(|e| e.input.clone()).unwrap_or_default();
        let Some(sync) = &mut self.sync else { return };
        for input in sync.take(self.entry, &self.shape, &like) {
            if self.over() {
                break;
            }
            self.judge(&input, Origin::Sync, None, false);
        }
    }
}

/// Explores; `tell` hears of it while it goes on.
pub fn explore(plan: Plan, tell: &mut dyn FnMut(Event)) -> Result<Explored, ExploreError> {
    let started = Instant::now();
    let deadline = started + plan.budget;
    let (program, entry) = (plan.build.program, plan.build.entry);
    let fast = plan.build.fast()?;
    let checked = plan.build.checked()?;
    let folder = |path: PathBuf| {
        let made = std::fs::create_dir_all(&path);
        made.map(|()| path.clone()).map_err(|reason| ExploreError::Folder { path, reason })
    };
    let scratch = folder(plan.build.folder.join("scratch"))?;
    let goals = program.cover.goals as usize;
    let name = plan.shape.program.clone();
    let target = Target::new(&fast, &scratch.join("target"), &name, goals, plan.native, plan.sandbox.clone());
    let unwritable = |path: PathBuf| move |reason| ExploreError::Folder { path, reason };
    let corpus_folder = plan.out.join("corpus");
    let stored = Corpus::stored(&corpus_folder, entry == Entry::Harness);
    let corpus = Corpus::new(&corpus_folder, &name, goals).map_err(unwritable(corpus_folder.clone()))?;
    let crashes_folder = plan.out.join("crashes");
    let crashes = Crashes::new(&crashes_folder).map_err(unwritable(crashes_folder.clone()))?;
    let judge = Judge::new(&checked, &scratch, &name, entry, plan.build.clang, plan.sandbox.clone());
    let sync = match &plan.sync {
        Some(path) => Some(Sync::new(path).map_err(unwritable(path.clone()))?),
        None => None,
    };
    tell(Event::Built { seconds: started.elapsed().as_secs_f64() });
    let now = Instant::now();
    let calls = Calls::new(program);
    let templates = (plan.templates && plan.solving).then(|| {
        let mut templates = Templates::new(&words(program));
        templates.load(&plan.out.join(TEMPLATES_FILE));
        templates
    });
    let state = State {
        started,
        deadline,
        target: target.map_err(ExploreError::Native)?,
        corpus,
        crashes,
        judge,
        mutator: Mutator::new(&plan.shape, words(program)),
        rng: Rng::new(plan.seed),
        sync,
        looked: now - Duration::from_secs(60),
        entry,
        shape: plan.shape.clone(),
        mutation: plan.mutation,
        cancel: plan.cancel,
        tell,
        told: now,
        pending: VecDeque::new(),
        machine_runs: 0,
        templates,
        program,
        calls: &calls,
        gains: [(0.0, 0.0); 3],
        back: now,
        faults: HashMap::new(),
        owed: 0.0,
        until: plan.until.and_then(|f| entry_goal(program, f)),
        done: false,
        stop: Arc::default(),
        notes: BTreeSet::new(),
    };
    let state = Rc::new(RefCell::new(state));
    {
        let s = &mut *state.borrow_mut();
        for input in s.crashes.stored(entry == Entry::Harness) {
            s.suspect(&input);
        }
        for (name, input) in stored {
            s.judge(&input, Origin::Seed, Some(name), false);
        }
        for input in &plan.seeds {
            if s.over() {
                break;
            }
            // Seeds are what the program is for: also those that reach nothing more are run by the machine.
            let gain = s.judge(input, Origin::Seed, None, false);
            if !gain.is_any() {
                s.pending.push_back(input.clone());
            }
        }
        // Something to change, also without any seed.
        if s.corpus.entries.is_empty() {
            s.judge(&least(&plan.shape), Origin::Seed, None, false);
        }
    }
    let stop = rounds(&plan, &calls, &state, deadline)?;
    let state = Rc::into_inner(state).expect("the machine is gone").into_inner();
    finish(&plan, state, stop)
}

/// The search of the machine, again with more room whenever it comes to an end before the time does.
fn rounds<'p>(
    plan: &Plan<'p>,
    calls: &Calls<'p>,
    state: &Rc<RefCell<State>>,
    deadline: Instant,
) -> Result<&'static str, ExploreError> {
    let program = plan.build.program;
    let watchdog = Watchdog::new(plan.cancel).map_err(ExploreError::Native)?;
    let mut steps: u64 = 5_000_000;
    // Many questions first; the hard ones have their time in later rounds.
    let mut solving = Solving { millis: 1500, ..Solving::default() };
    let left = || deadline.saturating_duration_since(Instant::now());
    for round in 0.. {
        if state.borrow().over() {
            break;
        }
        if plan.solving {
            let limits = Limits { steps, memory: MEMORY, depth: 100_000, output: 1 << 30 };
            let symbolic = Symbolic { events: 200_000 << round.min(4), ..Symbolic::default() };
            let mut machine = Machine::new(program, calls, plan.build.entry, plan.shape.clone(), limits, symbolic)?;
            let seeds: Vec<Input> = match round {
                0 => Vec::new(),
                _ => {
                    let s = state.borrow();
                    s.corpus.entries.iter().filter(|e| e.favoured).map(|e| e.input.clone()).collect()
                }
            };
            let seeds = seeds.iter().map(|i| machine.assignment(i)).collect();
            let shared = state.clone();
            state.borrow_mut().back = Instant::now();
            machine.set_between(Box::new(move |ran| shared.borrow_mut().between(ran)));
            let time = Deadline::after(left());
            let stop = state.borrow().stop.clone();
            stop.store(false, Ordering::Relaxed);
            // By the clock on the wall: other work on the machine takes nothing from a promise.
            let _alarm = Alarm::after(left(), vec![machine.interrupt_flag(), stop.clone()]);
            let _guard = watchdog.until(time, vec![machine.interrupt_flag()]);
            let options = Options {
                seed: plan.seed + round,
                budget: Budget { runs: None, steps: None, time: Some(time) },
                limits: solving,
                seeds,
                go_on: true,
                interrupts: vec![plan.cancel.flag(), &stop],
                ..Options::default()
            };
            let mut solver = Stack::new(Layers::default());
            let found = search(&mut machine, &mut solver, &mut [], options);
            // What the last runs left.
            use crescendo_explore::Subject;
            let _ = machine.found();
            match found.stop {
                StopReason::Interrupted if plan.cancel.is_cancelled() => return Ok("interrupted"),
                StopReason::Complete if state.borrow().corpus.reached.count >= reachable(program) => {
                    return Ok("complete");
                }
                _ => {}
            }
        }
        if !plan.mutation && !plan.solving {
            break;
        }
        let s = &mut *state.borrow_mut();
        if s.over() {
            break;
        }
        // Others want to be looked at in between.
        let slice = if plan.solving { left() / 8 } else { left().min(Duration::from_secs(2)) };
        if s.mutation {
            s.mutate(slice.max(Duration::from_millis(200)));
        } else if round >= 6 {
            return Ok("exhausted");
        }
        s.exchange();
        steps = steps.saturating_mul(4).min(2_000_000_000);
        solving.millis = solving.millis.saturating_mul(3);
    }
    let done = state.borrow().done;
    Ok(match plan.cancel.is_cancelled() {
        true => "interrupted",
        false if done => "found",
        false => "time",
    })
}

/// The goal of a function's first statement.
fn entry_goal(program: &Program, function: FunctionId) -> Option<usize> {
    let own = program.cover.statements.iter().filter(|s| s.function == function);
    own.map(|s| s.goal.0 as usize).min()
}

/// Sets flags when a time has come, unless it is dropped before.
struct Alarm(Option<mpsc::Sender<()>>);

impl Alarm {
    fn after(time: Duration, flags: Vec<Arc<AtomicBool>>) -> Alarm {
        let (sender, receiver) = mpsc::channel();
        std::thread::spawn(move || {
            if receiver.recv_timeout(time) == Err(mpsc::RecvTimeoutError::Timeout) {
                flags.iter().for_each(|f| f.store(true, Ordering::Relaxed));
            }
        });
        Alarm(Some(sender))
    }
}

impl Drop for Alarm {
    fn drop(&mut self) {
        self.0.take();
    }
}

/// Goals that anything can reach: all of them.
fn reachable(program: &Program) -> usize {
    program.cover.goals as usize
}

/// The smallest input: no arguments, nothing to read.
fn least(shape: &Shape) -> Input {
    let mut input = Input::default();
    for slot in &shape.args {
        if let crescendo_process::Slot::Word(word) = slot {
            input.args.push(word.clone());
        }
    }
    input.files = shape.files.keys().map(|n| (n.clone(), Some(Vec::new()))).collect();
    input.env = shape.env.keys().map(|n| (n.clone(), Vec::new())).collect();
    input
}

/// Texts of the program that inputs may have: names of options, keywords.
fn words(program: &Program) -> Vec<Vec<u8>> {
    const LONGEST: usize = 32;
    const MOST: usize = 2000;
    let texts = program.globals.iter().filter(|g| g.anonymous).filter_map(|g| g.image.as_deref());
    let plain = |t: &[u8]| {
        let text = t.strip_suffix(b"\0").unwrap_or(t);
        let good = (1..=LONGEST).contains(&text.len()) && !text.contains(&0) && !text.contains(&b'%');
        good.then(|| text.to_vec())
    };
    let all: BTreeSet<Vec<u8>> = texts.filter_map(plain).collect();
    all.into_iter().take(MOST).collect()
}

fn finish(plan: &Plan, mut state: State, stop: &'static str) -> Result<Explored, ExploreError> {
    let program = plan.build.program;
    let cover = &program.cover;
    let reached = |g: u32| state.corpus.reached.goal(g as usize);
    let mut branches = (0, 0);
    for site in &cover.sites {
        for o in 0..site.outcomes() {
            branches.1 += 1;
            branches.0 += reached(site.goal(o).0) as usize;
        }
    }
    if let Some(templates) = &state.templates
        && let Err(e) = templates.store(&plan.out.join(TEMPLATES_FILE))
    {
        state.notes.insert(format!("{TEMPLATES_FILE} is not written: {e}"));
    }
    let statements = (cover.statements.iter().filter(|s| reached(s.goal.0)).count(), cover.statements.len());
    let origins = [Origin::Seed, Origin::Solver, Origin::Mutation, Origin::Template, Origin::Sync];
    let count = |o: Origin| (o.name(), state.corpus.entries.iter().filter(|e| e.origin == o).count());
    let by_origin = origins.map(count).into_iter().filter(|(_, n)| *n > 0).collect();
    let mut progress = state.progress();
    progress.goals = cover.goals as usize;
    let measured = match plan.build.measured() {
        Ok(exe) => {
            let scratch = plan.build.folder.join("scratch");
            let clang = plan.build.clang;
            let name = &plan.shape.program;
            let mut judge = Judge::new(&exe, &scratch, name, plan.build.entry, clang, plan.sandbox.clone());
            let telling: Vec<_> = state.corpus.entries.iter().filter(|e| e.goals > 0).cloned().collect();
            measure(&mut judge, &exe, clang, &telling, &scratch)
        }
        Err(e) => {
            state.notes.insert(e.to_string());
            None
        }
    };
    Ok(Explored {
        progress,
        stop,
        branches,
        statements,
        crashes: state.crashes.known.values().cloned().collect(),
        refuted: state.crashes.refuted,
        restarts: state.target.restarts,
        by_origin,
        measured,
        notes: state.notes.into_iter().collect(),
    })
}
