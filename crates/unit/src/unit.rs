//! A function under test: its machine, its driver, its runs.

use crate::driver::{BoundHit, Bounds, Driver};
use crate::facts::Facts;
use crate::inputs::InputKind;
use crate::observe::{Observed, Origin, Returned, in_memory};
use crescendo_program::ctype::{CType, TypeId};
use crescendo_program::{FloatKind, FunctionId, GlobalId, Program, Scalar};
use crescendo_solver::expr::{Assignment, ExprId, VarId};
use crescendo_vm::cover::{Coverage, Recorder};
use crescendo_vm::memory::Label;
use crescendo_vm::symbolic::{Options, Symbolic};
use crescendo_vm::trace::{Event, EventKind};
use crescendo_vm::world::EmptyWorld;
use crescendo_vm::{Checkpoint, Limits, Outcome, Stop, TraceFrame, Value, Vm};
use std::cell::{Ref, RefCell};
use std::collections::HashMap;
use std::rc::Rc;

/// Slots set aside for input objects.
const REGION: u64 = 2048;

/// Why a function cannot be driven.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotDriven {
    NoBody,
    Machine(String),
}

impl std::fmt::Display for NotDriven {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        match self {
            NotDriven::NoBody => f.write_str("it has no body"),
            NotDriven::Machine(why) => write!(f, "the machine cannot hold the program: {why}"),
        }
    }
}

/// One run.
#[derive(Clone, Debug)]
pub struct Run {
    pub events: Vec<Event>,
    pub ended: Ended,
    pub outcome: Outcome,
    /// The stack where it stopped, innermost first; empty after a normal end.
    pub stack: Vec<TraceFrame>,
    pub steps: u64,
    pub coverage: Coverage,
    /// The inputs it looked at, in order.
    pub used: Vec<VarId>,
    pub hits: Vec<BoundHit>,
    /// Memory was allocated that could not fail to be.
    pub sure_memory: bool,
    /// What the function returned, lowest word first; empty for `void` or when it did not return.
    pub returned: Vec<u64>,
}

/// How to read the last event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    Plain,
    /// The last event is the condition of the fault.
    FailedCheck,
    /// The last event is an assumption that these inputs break.
    FailedAssume,
}

pub struct Unit<'p> {
    pub program: &'p Program,
    pub function: FunctionId,
    pub vm: Vm<'p>,
    driver: Rc<RefCell<Driver<'p>>>,
    /// Those that are inputs.
    globals: Vec<GlobalId>,
    uses_errno: bool,
    start: Checkpoint,
}

impl<'p> Unit<'p> {
    pub fn new(
        program: &'p Program,
        facts: &'p Facts,
        function: FunctionId,
        bounds: Bounds,
        limits: Limits,
        options: Options,
    ) -> Result<Unit<'p>, NotDriven> {
        if program.function(function).body.is_none() {
            return Err(NotDriven::NoBody);
        }
        let stopped = |s: Stop| NotDriven::Machine(format!("{s:?}"));
        let mut vm = Vm::new(program, Box::new(EmptyWorld::default()), limits).map_err(stopped)?;
        let mut driver = Driver::new(program, facts, bounds);
        let slots = REGION.min(program.geometry.slots / 4);
        let region = vm.memory.reserve_region(slots);
        driver.next_slot = region.ok_or_else(|| NotDriven::Machine("no room for inputs".into()))?;
        driver.last_slot = driver.next_slot + slots;
        vm.set_symbolic(Symbolic::new(options));
        vm.recorder = Some(Box::new(Recorder::new(&program.cover)));
        let driver = Rc::new(RefCell::new(driver));
        vm.materialise = Some(driver.clone());
        vm.free_the_outside();
        let globals = facts.globals_of(function).into_iter().filter(|g| is_input(program, *g)).collect();
        let uses_errno = facts.uses_errno(program, function);
        let start = vm.checkpoint();
        Ok(Unit { program, function, vm, driver, globals, uses_errno, start })
    }

    pub fn driver(&self) -> Ref<'_, Driver<'p>> {
        self.driver.borrow()
    }

    /// Runs the function on inputs given by path alone; others are 0.
    pub fn run_named(&mut self, inputs: HashMap<String, Vec<u64>>) -> Run {
        self.driver.borrow_mut().named = inputs;
        let run = self.run(&Assignment::new());
        self.driver.borrow_mut().named.clear();
        run
    }

    /// Runs the function on these inputs, and tells what it had and left. The machine stays as the run left it.
    pub fn run_observed(&mut self, inputs: &Assignment) -> (Run, Observed) {
        self.driver.borrow_mut().observed = Some(Observed::default());
        let run = self.run(inputs);
        self.driver.borrow_mut().end_observation(&self.vm);
        let observed = self.driver.borrow_mut().observed.take().unwrap_or_default();
        (run, observed)
    }

    /// Runs the function on these inputs.
    pub fn run(&mut self, inputs: &Assignment) -> Run {
        self.vm.rewind(&self.start);
        self.vm.sym().begin(inputs.clone());
        if let Some(r) = &mut self.vm.recorder {
            r.coverage.clear();
            r.restart();
        }
        self.driver.borrow_mut().begin();
        let result = self.drive();
        // What the last operation left to tell, before anything is said about the end.
        let result = match self.vm.end_trace(result.is_err()) {
            Err(stop) => Err(stop),
            Ok(()) => result,
        };
        let steps = self.vm.instructions();
        let (outcome, returned, stack) = match result {
            Ok(words) => (Outcome::Finished { status: 0 }, words, Vec::new()),
            Err(stop) => {
                let stack = self.vm.backtrace();
                if let (Stop::Exit(status), Some(o)) = (&stop, &mut self.driver.borrow_mut().observed) {
                    o.exited = Some(*status);
                }
                (self.vm.outcome_of(stop), Vec::new(), stack)
            }
        };
        let s = self.vm.sym();
        let sure_memory = s.allocated && !s.options.allocation_fails;
        let events = std::mem::take(&mut s.events);
        let ended = match events.last().map(|e| e.kind) {
            Some(EventKind::Check { passed: false, .. }) => Ended::FailedCheck,
            _ if self.driver.borrow().refused => Ended::FailedAssume,
            _ => Ended::Plain,
        };
        let driver = self.driver.borrow();
        let coverage = self.vm.recorder.as_ref().map(|r| r.coverage.clone()).unwrap_or_default();
        Run {
            events,
            ended,
            outcome,
            stack,
            steps,
            coverage,
            used: driver.used.clone(),
            hits: driver.hits.clone(),
            sure_memory,
            returned,
        }
    }

    fn drive(&mut self) -> Result<Vec<u64>, Stop> {
        self.drive_globals()?;
        let args = self.arguments()?;
        let value = self.vm.call_function(self.function, &args)?;
        let f = self.program.function(self.function);
        self.note_returned(&args);
        Ok(match f.signature.ret.len() {
            0 => Vec::new(),
            _ if value.scalar.slots() > 1 => vec![value.lo, value.hi],
            _ => vec![value.lo],
        })
    }

    /// What came back, for those who want to know; also a struct in several parts.
    fn note_returned(&mut self, args: &[Value]) {
        let mut driver = self.driver.borrow_mut();
        let Some(observed) = &mut driver.observed else { return };
        let f = self.program.function(self.function);
        let types = &self.program.types;
        let Some(&CType::Function { ret, .. }) = f.c_type.map(|t| types.get(t)) else { return };
        let Some(size) = types.bytes(ret) else { return };
        let in_place = f.signature.params.first().is_some_and(|p| p.struct_return);
        let bytes = match args.first() {
            Some(to) if in_place => self.vm.memory.peek(to.lo, size).map(|(b, _)| b.to_vec()).unwrap_or_default(),
            _ => {
                let slots = f.signature.ret.iter().map(|s| s.slots() as usize).sum();
                in_memory(self.program, &f.signature.ret, self.vm.result_words(slots), size)
            }
        };
        observed.returned = Some(Returned { ty: ret, bytes });
    }

    /// What the unit reads of the program's state is an input.
    fn drive_globals(&mut self) -> Result<(), Stop> {
        if self.uses_errno {
            let (_, e) = self.driver.borrow_mut().variable(&mut self.vm, "errno", InputKind::Bits, 32);
            let address = self.vm.errno_address();
            self.vm.put_input(address, e)?;
        }
        for &g in &self.globals {
            let global = self.program.global(g);
            let Some(ty) = global.c_type else { continue };
            let mut path = global.name.clone();
            // Static variables of several files may have one name.
            if self.globals.iter().any(|&other| other < g && self.program.global(other).name == global.name) {
                path = format!("{path}@{}", g.0);
            }
            self.driver.borrow_mut().fill(&mut self.vm, global.address, ty, &path, 0)?;
        }
        self.driver.borrow_mut().take_globals(&self.vm);
        Ok(())
    }

    /// The arguments of a call: inputs by the C types of the parameters.
    fn arguments(&mut self) -> Result<Vec<Value>, Stop> {
        let f = self.program.function(self.function);
        let types = &self.program.types;
        let mut values = Vec::new();
        let params = &f.signature.params;
        if params.first().is_some_and(|p| p.struct_return) {
            let size = match f.c_type.map(|t| types.get(t)) {
                Some(CType::Function { ret, .. }) => types.bytes(*ret).unwrap_or(0),
                _ => 0,
            };
            let at = self.scratch(size, "the returned struct")?;
            values.push(Value::word(params[0].scalar, at, 0));
        }
        let declared: Vec<TypeId> = match f.c_type.map(|t| types.get(t)) {
            Some(CType::Function { params, .. }) => params.clone(),
            _ => Vec::new(),
        };
        for (i, ty) in declared.into_iter().enumerate() {
            if values.len() >= params.len() {
                break;
            }
            let name = match f.param_names.get(i) {
                Some(n) if !n.is_empty() => n.clone(),
                _ => format!("arg{}", i + 1),
            };
            self.argument(ty, (i, &name), &mut values)?;
        }
        // Without a C type (K&R, assembler names): by the machine's view.
        for p in &params[values.len().min(params.len())..] {
            let width = p.scalar.bits(self.program.target.pointer_bits);
            let name = format!("arg{}", values.len() + 1);
            let mut driver = self.driver.borrow_mut();
            let (v, e) = driver.variable(&mut self.vm, &name, InputKind::Bits, width);
            drop(driver);
            let words = self.vm.sym().inputs.get_words(v, width);
            values.push(value_of(&mut self.vm, p.scalar, e, &words));
        }
        Ok(values)
    }

    fn scratch(&mut self, size: u64, what: &'static str) -> Result<u64, Stop> {
        let made = self.vm.memory.allocate(size, 16, false, Label::Machine(what));
        made.map_err(|_| Stop::Limit(crescendo_vm::Limit::Memory))
    }

    /// One C parameter as the machine-level values it travels in.
    fn argument(&mut self, ty: TypeId, (number, name): (usize, &str), values: &mut Vec<Value>) -> Result<(), Stop> {
        let f = self.program.function(self.function);
        let types = &self.program.types;
        let params = &f.signature.params;
        // It is built in memory first: that is where its layout is known.
        let size = match types.resolved(ty) {
            CType::Array { .. } | CType::Function { .. } => self.program.target.pointer_bytes() as u64,
            _ => types.bytes(ty).unwrap_or(8),
        };
        let at = self.scratch(size.max(16), "an argument")?;
        let cleared = self.vm.memory.fill(at, 0, size.max(16));
        cleared.map_err(|e| self.vm.memory_stop(e))?;
        {
            let mut driver = self.driver.borrow_mut();
            driver.fill(&mut self.vm, at, ty, name, 0)?;
            driver.take_image(&self.vm, name, Origin::Argument(number), ty, (at, 1, size));
        }
        let p = params[values.len()];
        if let Some((bytes, _)) = p.by_value {
            values.push(Value { by_value: Some((bytes, 0)), ..Value::word(p.scalar, at, p.number) });
            return Ok(());
        }
        // An integer may be wider than a register, too.
        let in_parts = match types.resolved(ty) {
            CType::Record(_) | CType::Complex { .. } | CType::Vector { .. } => true,
            CType::Int { bits, .. } => *bits > p.scalar.bits(self.program.target.pointer_bits),
            _ => false,
        };
        if in_parts {
            return self.spread(at, size, values);
        }
        if let (CType::Float { kind: FloatKind::F32, .. }, Scalar::Float(FloatKind::F64)) =
            (types.resolved(ty), p.scalar)
        {
            let v = self.promoted(at)?;
            values.push(v);
            return Ok(());
        }
        let v = self.vm.load_value(at, p.scalar)?;
        values.push(v);
        Ok(())
    }

    /// A float of a definition without prototype (K&R): it travels as a double.
    fn promoted(&mut self, at: u64) -> Result<Value, Stop> {
        let mut v = self.vm.load_value(at, Scalar::Float(FloatKind::F32))?;
        v.lo = f64::from(f32::from_bits(v.lo as u32)).to_bits();
        v.scalar = Scalar::Float(FloatKind::F64);
        if v.terms[0].is_some() {
            v.terms[0] = self.vm.sym().pool.float_convert(FloatKind::F32, FloatKind::F64, v.terms[0]);
        }
        Ok(v)
    }

    /// A struct that travels in registers: as many scalars as cover it.
    fn spread(&mut self, at: u64, size: u64, values: &mut Vec<Value>) -> Result<(), Stop> {
        let params = &self.program.function(self.function).signature.params;
        let bits = self.program.target.pointer_bits;
        let mut covered = 0;
        while covered < size && values.len() < params.len() {
            let scalar = params[values.len()].scalar;
            let bytes = (scalar.bits(bits) as u64).div_ceil(8);
            covered = covered.next_multiple_of(bytes.next_power_of_two().min(8));
            let v = self.vm.load_value(at + covered, scalar)?;
            values.push(v);
            covered += bytes;
        }
        Ok(())
    }
}

/// Whether the C library looks after a variable of that name.
pub fn is_library_global(name: &str) -> bool {
    const LIBRARY: &[&str] = &[
        "stdin",
        "stdout",
        "stderr",
        "environ",
        "__environ",
        "optarg",
        "optind",
        "opterr",
        "optopt",
        "timezone",
        "tzname",
        "daylight",
        "program_invocation_name",
        "program_invocation_short_name",
        "__progname",
        "__progname_full",
        "signgam",
        "sys_errlist",
        "sys_nerr",
    ];
    LIBRARY.contains(&name)
}

/// Whether a global's value at the start is an input: it can change, and the C library does not look after it.
fn is_input(program: &Program, g: GlobalId) -> bool {
    let global = program.global(g);
    !global.constant && !global.anonymous && global.address != 0 && !is_library_global(&global.name)
}

fn value_of(vm: &mut Vm, scalar: Scalar, e: ExprId, words: &[u64]) -> Value {
    let (lo, hi) = (words[0], words.get(1).copied().unwrap_or(0));
    let width = vm.sym().pool.width(e);
    let terms = match width {
        0..=64 => [e, ExprId::NONE],
        _ => {
            let p = &mut vm.sym().pool;
            [p.extract(e, 0, 64), p.extract(e, 64, (width - 64).min(64))]
        }
    };
    Value { hi, terms, ..Value::word(scalar, lo, 0) }
}
