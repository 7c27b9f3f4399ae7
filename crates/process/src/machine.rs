//! Runs a whole program on inputs, concretely and symbolically at once: what a search explores.

use crate::driver::{Fixed, LENGTH, ProcessDriver, Variables};
use crate::input::Input;
use crate::names;
use crate::shape::{Shape, Slot};
use crate::world::Folder;
use crescendo_explore::flow::{Calls, Flow};
use crescendo_explore::{Ending, Execution, Subject};
use crescendo_program::cover::CoverMap;
use crescendo_program::source::PosId;
use crescendo_program::symbol::FunctionId;
use crescendo_program::{Program, Scalar};
use crescendo_solver::expr::{Assignment, ExprId, Pool, VarId};
use crescendo_vm::cover::Recorder;
use crescendo_vm::symbolic::{Options, Symbolic};
use crescendo_vm::trace::{self, EventKind};
use crescendo_vm::{Checkpoint, Limits, Outcome, Stop, Value, Vm};
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

/// Where a program is entered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entry {
    /// `main`, with arguments.
    Main,
    /// `LLVMFuzzerTestOneInput`, with bytes and their number.
    Harness,
}

impl Entry {
    /// Where a program is entered if nobody says: a harness, where there is no `main`.
    pub fn of(program: &Program) -> Entry {
        let has = |e: &Entry| program.find(e.name()).is_some_and(|f| program.function(f).body.is_some());
        [Entry::Main, Entry::Harness].into_iter().find(has).unwrap_or(Entry::Main)
    }

    pub fn name(self) -> &'static str {
        match self {
            Entry::Main => "main",
            Entry::Harness => "LLVMFuzzerTestOneInput",
        }
    }
}

/// What a fuzz harness calls once, if it is there.
const INITIALISE: &str = "LLVMFuzzerInitialize";

/// Why there is nothing to run.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoMachine {
    #[error("the program has no `{0}`")]
    NoEntry(&'static str),
    #[error("the machine cannot hold the program: {0}")]
    Machine(String),
}

/// An input that was run, and what came of it.
#[derive(Clone, Debug)]
pub struct Ran {
    pub input: Input,
    pub outcome: Outcome,
    /// Where it faulted: the innermost function of the program.
    pub fault: Option<(FunctionId, PosId)>,
    /// The program or its user does not want such inputs.
    pub refused: bool,
}

/// Told of every run; gives inputs that were found elsewhere and shall be run as well.
pub type Between<'a> = Box<dyn FnMut(Vec<Ran>) -> Vec<Input> + 'a>;

pub struct Machine<'a, 'p> {
    pub program: &'p Program,
    vm: Vm<'p>,
    driver: Rc<RefCell<ProcessDriver<'p>>>,
    shape: Shape,
    entry: Entry,
    function: FunctionId,
    /// The functions of the program; the first is the entry.
    functions: Vec<FunctionId>,
    calls: &'a Calls<'p>,
    start: Checkpoint,
    folder: Folder,
    ran: Vec<Ran>,
    between: Option<Between<'a>>,
}

impl<'a, 'p> Machine<'a, 'p> {
    pub fn new(
        program: &'p Program,
        calls: &'a Calls<'p>,
        entry: Entry,
        shape: Shape,
        limits: Limits,
        options: Options,
    ) -> Result<Machine<'a, 'p>, NoMachine> {
        let function = program.find(entry.name()).filter(|f| program.function(*f).body.is_some());
        let function = function.ok_or(NoMachine::NoEntry(entry.name()))?;
        let folder = Folder::default();
        folder.reset(&Input::default(), &shape);
        let stopped = |s: Stop| NoMachine::Machine(format!("{s:?}"));
        let mut vm = Vm::new(program, Box::new(folder.clone()), limits).map_err(stopped)?;
        vm.recorder = Some(Box::new(Recorder::new(&program.cover)));
        let start = vm.checkpoint();
        vm.set_symbolic(Symbolic::new(Options { process: true, ..options }));
        let driver = ProcessDriver { program, variables: Variables::default(), asked: 0, fixed: Fixed::new() };
        let driver = Rc::new(RefCell::new(driver));
        vm.materialise = Some(driver.clone());
        let others = (0..program.functions.len() as u32).map(FunctionId);
        let others = others.filter(|f| *f != function && program.function(*f).body.is_some());
        let functions = std::iter::once(function).chain(others).collect();
        Ok(Machine {
            program,
            vm,
            driver,
            shape,
            entry,
            function,
            functions,
            calls,
            start,
            folder,
            ran: Vec::new(),
            between: None,
        })
    }

    /// Whom to tell of runs, and who has inputs.
    pub fn set_between(&mut self, between: Between<'a>) {
        self.between = Some(between);
    }

    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// What the program asked for and was not there: it can be part of the shape.
    pub fn folder(&self) -> Folder {
        self.folder.clone()
    }

    pub fn set_limits(&mut self, limits: Limits) {
        self.vm.limits = limits;
    }

    pub fn interrupt_flag(&self) -> Arc<std::sync::atomic::AtomicBool> {
        self.vm.interrupt_flag()
    }

    /// The assignment that stands for an input.
    pub fn assignment(&mut self, input: &Input) -> Assignment {
        let pool = &mut self.vm.sym().pool;
        self.driver.borrow_mut().variables.assignment(pool, &self.shape, input)
    }

    /// The input that an assignment stands for.
    pub fn input(&self, values: &Assignment) -> Input {
        let driver = self.driver.borrow();
        driver.variables.input(&self.shape, values, &driver.fixed)
    }

    /// Keeps bytes as they are in all runs to come: a template.
    pub fn fix(&mut self, fixed: Fixed) {
        self.driver.borrow_mut().fixed = fixed;
    }

    /// What was run since somebody asked.
    pub fn take_ran(&mut self) -> Vec<Ran> {
        std::mem::take(&mut self.ran)
    }

    /// The words of the entry's arguments.
    fn arguments(vm: &mut Vm<'p>, machine: &Setting<'_, 'p>) -> Result<Vec<Value>, Stop> {
        let params = &machine.program.function(machine.function).signature.params;
        let words = match machine.entry {
            Entry::Main => {
                let name = machine.shape.program.as_bytes().to_vec();
                vm.name_program(name.clone())?;
                let strings = machine.strings(vm, &name)?;
                let array = machine.array(vm, &strings)?;
                machine.environment(vm)?;
                let env = if params.len() > 2 { vm.environment_array()? } else { 0 };
                vec![(strings.len() as u64, ExprId::NONE), (array, ExprId::NONE), (env, ExprId::NONE)]
            }
            Entry::Harness => {
                if let Some(f) = machine.program.find(INITIALISE) {
                    machine.initialise(vm, f)?;
                }
                let (address, length, term) = machine.data(vm)?;
                vec![(address, ExprId::NONE), (length, term)]
            }
        };
        let mut values = Vec::new();
        for (i, (p, (word, term))) in params.iter().zip(words).enumerate() {
            values.push(Value { terms: [term, ExprId::NONE], ..Value::word(p.scalar, word, i as u32) });
        }
        Ok(values)
    }
}

/// What the arguments of an entry are made of.
struct Setting<'s, 'p> {
    program: &'p Program,
    function: FunctionId,
    entry: Entry,
    shape: &'s Shape,
    driver: &'s RefCell<ProcessDriver<'p>>,
}

impl<'p> Setting<'_, 'p> {
    fn pointer_bits(&self) -> u32 {
        self.program.target.pointer_bits
    }

    /// The program's name and its arguments: how many there are, the path decides.
    fn strings(&self, vm: &mut Vm<'p>, name: &[u8]) -> Result<Vec<u64>, Stop> {
        let mut strings = vec![vm.machine_string(name, WHAT)?];
        let (mut group, mut number) = (0, 0);
        for slot in &self.shape.args {
            match slot {
                Slot::Word(word) => strings.push(vm.machine_string(word, WHAT)?),
                Slot::Symbols { count, bytes } => {
                    let v = self.driver.borrow_mut().variables.count(&mut vm.sym().pool, group);
                    let have = vm.sym().inputs.get(v);
                    for k in 0..*count {
                        let p = &mut vm.sym().pool;
                        let (there, least) = (p.var(v), p.constant(k as u64, 8));
                        let more = p.ult(least, there);
                        if !vm.ask_path(more, have > k as u64)? {
                            break;
                        }
                        strings.push(self.string(vm, &names::argument(number + k), *bytes)?);
                    }
                    (group, number) = (group + 1, number + count);
                }
            }
        }
        Ok(strings)
    }

    /// A string of which any byte may be its end.
    fn string(&self, vm: &mut Vm<'p>, of: &str, bytes: usize) -> Result<u64, Stop> {
        let at = vm.machine_object(bytes as u64 + 1, WHAT)?;
        self.put(vm, of, at, bytes)?;
        Ok(at)
    }

    fn put(&self, vm: &mut Vm<'p>, of: &str, at: u64, bytes: usize) -> Result<(), Stop> {
        for i in 0..bytes {
            let term = self.driver.borrow_mut().byte(&mut vm.sym().pool, of, i);
            vm.put_input(at + i as u64, term)?;
        }
        Ok(())
    }

    fn array(&self, vm: &mut Vm<'p>, strings: &[u64]) -> Result<u64, Stop> {
        let step = self.pointer_bits() as u64 / 8;
        let array = vm.machine_object((strings.len() as u64 + 1) * step, WHAT)?;
        for (i, s) in strings.iter().enumerate() {
            vm.write_int(array + i as u64 * step, self.pointer_bits(), *s)?;
        }
        Ok(array)
    }

    /// The variables of the environment that are inputs.
    fn environment(&self, vm: &mut Vm<'p>) -> Result<(), Stop> {
        if self.shape.env.is_empty() {
            return Ok(());
        }
        let (array, step) = (vm.environment_array()?, self.pointer_bits() as u64 / 8);
        // They are there in the order of their names.
        for (i, (name, bytes)) in (0..).zip(&self.shape.env) {
            let entry = vm.plain_int(array + i * step, self.pointer_bits())?;
            self.put(vm, &names::env(name), entry + name.len() as u64 + 1, *bytes)?;
        }
        Ok(())
    }

    fn initialise(&self, vm: &mut Vm<'p>, function: FunctionId) -> Result<(), Stop> {
        let name = vm.machine_string(self.shape.program.as_bytes(), WHAT)?;
        let array = self.array(vm, &[name])?;
        let step = self.pointer_bits() as u64 / 8;
        let (argc, argv) = (vm.machine_object(4, WHAT)?, vm.machine_object(step, WHAT)?);
        vm.write_int(argc, 32, 1)?;
        vm.write_int(argv, self.pointer_bits(), array)?;
        vm.call_function(function, &[Value::word(Scalar::Ptr, argc, 0), Value::word(Scalar::Ptr, argv, 1)])?;
        Ok(())
    }

    /// The bytes of a fuzz harness: an object of exactly their number, where they are, how many, and the term of that.
    fn data(&self, vm: &mut Vm<'p>) -> Result<(u64, u64, ExprId), Stop> {
        let v = self.driver.borrow_mut().variables.length(&mut vm.sym().pool, names::DATA);
        let s = vm.sym();
        let (length, term) = ((s.inputs.get(v)).min(self.shape.data as u64), s.pool.var(v));
        let at = vm.machine_object(length, "the data of the harness")?;
        self.put(vm, names::DATA, at, length as usize)?;
        let bits = self.program.target.long_bits.max(LENGTH);
        let term = vm.sym().pool.zext(term, bits);
        Ok((at, length, term))
    }
}

const WHAT: &str = "the program's arguments";

impl Subject for Machine<'_, '_> {
    fn run(&mut self, values: &Assignment) -> Execution {
        let input = self.input(values);
        self.vm.rewind(&self.start);
        self.vm.sym().begin(values.clone());
        if let Some(r) = &mut self.vm.recorder {
            r.coverage.clear();
            r.restart();
        }
        self.driver.borrow_mut().asked = 0;
        self.folder.reset(&input, &self.shape);
        if self.shape.stdin.is_some() {
            self.vm.read_as_input(0, names::STDIN);
        }
        let (driver, shape) = (self.driver.clone(), std::mem::take(&mut self.shape));
        let setting = Setting {
            program: self.program,
            function: self.function,
            entry: self.entry,
            shape: &shape,
            driver: &driver,
        };
        let report = self.vm.run_program(self.function, |vm| Machine::arguments(vm, &setting));
        self.shape = shape;
        let stopped = !report.stack.is_empty();
        let outcome = match self.vm.end_trace(stopped) {
            Ok(()) => report.outcome,
            Err(stop) => self.vm.outcome_of(stop),
        };
        let steps = self.vm.instructions();
        let s = self.vm.sym();
        let sure_memory = s.allocated && !s.options.allocation_fails;
        let (refused, by_event) = (s.refused, s.refused_by_event);
        let events = std::mem::take(&mut s.events);
        let settled = std::mem::take(&mut s.settled);
        let ending = match events.last().map(|e| e.kind) {
            _ if by_event => Ending::FailedAssume,
            _ if refused => Ending::Refused,
            Some(EventKind::Check { passed: false, .. }) | Some(_) | None => Ending::Plain,
        };
        let names = s.names.clone();
        let frames = trace::alarm_frames(report.stack.iter().map(|f| (f.function, f.position)), 3).to_vec();
        let coverage = self.vm.recorder.as_ref().map(|r| r.coverage.clone()).unwrap_or_default();
        let unmodelled = match &outcome {
            Outcome::Unsupported(what) if !refused => vec![what.clone()],
            _ => Vec::new(),
        };
        let fault = report.stack.first().map(|f| (f.function, f.position));
        self.ran.push(Ran { input, outcome: outcome.clone(), fault, refused });
        Execution {
            context: trace::context(&frames),
            frames,
            assertion: report.library == Some("__assert_fail"),
            fault,
            events,
            settled,
            ending,
            coverage,
            outcome,
            steps,
            names,
            gaps: Vec::new(),
            front: None,
            sure_memory,
            unmodelled,
        }
    }

    fn pool(&mut self) -> &mut Pool {
        &mut self.vm.sym().pool
    }

    fn cover(&self) -> Arc<CoverMap> {
        self.program.cover.clone()
    }

    fn unit(&self) -> &[FunctionId] {
        &self.functions
    }

    fn flow(&self) -> Flow {
        self.calls.flow(self.function, &self.functions)
    }

    /// Nothing is longer than the shape has room for.
    fn assumptions(&mut self) -> Vec<ExprId> {
        let driver = self.driver.borrow();
        let p = &mut self.vm.sym().pool;
        let mut all = Vec::new();
        let mut most = |p: &mut Pool, v: VarId, width: u32, bound: usize| {
            let (e, bound) = (p.var(v), p.constant(bound as u64, width));
            all.push(p.ule(e, bound));
        };
        let length = |of: &str| driver.variables.sources.get(of).and_then(|s| s.length);
        let files = self.shape.files.iter().map(|(name, bytes)| (names::file(name), *bytes));
        let stdin = self.shape.stdin.map(|bytes| (names::STDIN.to_string(), bytes));
        let data = std::iter::once((names::DATA.to_string(), self.shape.data));
        for (of, bytes) in files.chain(stdin).chain(data) {
            if let Some(v) = length(&of) {
                most(p, v, LENGTH, bytes);
            }
        }
        for (group, count, _) in self.shape.symbols() {
            if let Some(v) = driver.variables.counts.get(&names::count(group)) {
                most(p, *v, 8, count);
            }
        }
        all
    }

    fn is_bounded(&self, _: VarId) -> bool {
        true
    }

    fn found(&mut self) -> Vec<Assignment> {
        let Some(mut between) = self.between.take() else { return Vec::new() };
        let inputs = between(std::mem::take(&mut self.ran));
        self.between = Some(between);
        inputs.iter().map(|i| self.assignment(i)).collect()
    }
}
