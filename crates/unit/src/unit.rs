//! A function under test: its machine, its driver, its runs.

use crate::bench::Workbench;
use crate::driver::{Driver, Layout};
use crate::facts::Facts;
use crate::gap::Gap;
use crate::inputs::InputKind;
use crate::observe::{Observed, Origin, Returned, in_memory};
use crate::plan::Plan;
use crate::pointer::called_path;
use crate::rests::Known;
use crate::setup::Setup;
use crescendo_program::ctype::{CType, TypeId};
use crescendo_program::source::PosId;
use crescendo_program::{FloatKind, FunctionId, GlobalId, Program, Scalar};
use crescendo_solver::expr::{Assignment, ExprId, VarId};
use crescendo_vm::cover::Coverage;
use crescendo_vm::memory::Label;
use crescendo_vm::symbolic::{Options, Symbolic};
use crescendo_vm::trace::{Event, EventKind, Settled};
use crescendo_vm::{Checkpoint, FaultKind, Limit, Limits, Outcome, ProgramFault, Stop, TraceFrame, Value, Vm};
use std::cell::{Ref, RefCell, RefMut};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::rc::Rc;

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
    pub settled: Vec<Settled>,
    pub ended: Ended,
    pub outcome: Outcome,
    /// The stack where it stopped, innermost first; empty after a normal end.
    pub stack: Vec<TraceFrame>,
    pub steps: u64,
    pub coverage: Coverage,
    /// The inputs it looked at, in order.
    pub used: Vec<VarId>,
    /// What it depends on and no run tries, each with where the unit's function was; `NONE`: it concerns everything.
    pub gaps: Vec<(Gap, PosId)>,
    /// It ended in front of an input object, where there could be more of it.
    pub front: Option<Gap>,
    /// Ranges of the whole program that its inputs were kept to, in words.
    pub ranges: Vec<String>,
    /// Memory was allocated that could not fail to be.
    pub sure_memory: bool,
    /// The library function in which it stopped.
    pub library: Option<&'static str>,
    /// What each call of the function returned, lowest word first; empty for `void`. A call that did not return has none.
    pub returned: Vec<Vec<u64>>,
    /// Constructors have looked at inputs: a test cannot give them any.
    pub before_main: bool,
    /// `main` returned, and the program was left with exit handlers or destructors after that.
    pub left_by_return: bool,
}

impl Run {
    /// Nine parts in ten of a run that was cut were spent without a look at the inputs.
    pub fn seems_endless(&self) -> bool {
        let plain = !self.ended.is_refused();
        plain && seems_endless(&self.outcome, &self.events, self.steps)
    }
}

/// The same of a run that is told in other words.
pub fn seems_endless(outcome: &Outcome, events: &[Event], steps: u64) -> bool {
    let last = events.last().map_or(0, |e| e.step);
    *outcome == Outcome::Limit(Limit::Steps) && last < steps / 10
}

/// How to read the last event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    Plain,
    /// The last event is the condition of the fault.
    FailedCheck,
    /// The last event is an assumption that these inputs break.
    FailedAssume,
    /// The inputs break an assumption, but that is no event.
    Refused,
}

impl Ended {
    /// The inputs are none that the unit is tested with.
    pub fn is_refused(self) -> bool {
        matches!(self, Ended::FailedAssume | Ended::Refused)
    }
}

pub struct Unit<'p> {
    pub program: &'p Program,
    pub function: FunctionId,
    pub vm: Vm<'p>,
    driver: Rc<RefCell<Driver<'p>>>,
    /// How often the function is called in one run.
    pub calls: u32,
    /// Static variables by which a call depends on those before; `main` is called once only.
    statics: Vec<GlobalId>,
    /// It is `main`: it ends as the program does, with exit handlers and destructors.
    is_main: bool,
    /// Others may change what it sees between its calls.
    between: bool,
    uses_errno: bool,
    start: Checkpoint,
    region: (u64, u64),
    /// Bytes that input objects lack, by path.
    pub(crate) missing: BTreeMap<String, u64>,
    /// Strings that are copied, by path: the bytes that would not fit where they go.
    pub(crate) wanted: BTreeMap<String, u64>,
    pub(crate) known_rests: Known,
    /// Further calls of the unit would start from where the present run has been.
    pub(crate) closed: bool,
}

impl<'p> Unit<'p> {
    pub fn new(
        program: &'p Program,
        facts: &'p Facts,
        function: FunctionId,
        setup: &Setup,
        limits: Limits,
        options: Options,
    ) -> Result<Unit<'p>, NotDriven> {
        Unit::on(Workbench::new(program, limits)?, facts, function, setup, options)
    }

    /// The same on a machine that is there already.
    pub fn on(
        mut bench: Workbench<'p>,
        facts: &'p Facts,
        function: FunctionId,
        setup: &Setup,
        options: Options,
    ) -> Result<Unit<'p>, NotDriven> {
        let program = bench.vm.program;
        if program.function(function).body.is_none() {
            return Err(NotDriven::NoBody);
        }
        bench.clear();
        let Workbench { mut vm, start, region } = bench;
        let mut driver = Driver::new(program, facts, setup);
        driver.function = Some(function);
        driver.reached = facts.reached(function);
        driver.sharing = facts.sharing(function);
        driver.landmarks = facts.landmarks(function);
        driver.gaps = facts.gaps(program, function);
        driver.gaps.retain(|g| *g != Gap::NullAsValue || !options.allocation_fails);
        driver.gaps_from = facts.unsequenced(program, function);
        driver.inputs.landmarks = neighbourhoods(program, &driver.landmarks);
        driver.compares_distance = facts.compares_distance(function);
        driver.foreign = facts.foreign(program, function);
        // Nobody has changed anything when `main` begins, and nobody calls it twice.
        let is_main = program.function(function).name == "main";
        driver.driven.initial = setup.initial_globals || is_main;
        driver.home = program.function(function).unit;
        driver.next_slot = region.0;
        driver.last_slot = region.0 + region.1;
        let uses_errno = facts.uses_errno(program, function);
        vm.set_symbolic(Symbolic::new(options));
        vm.sym().follows_errno = uses_errno;
        let driver = Rc::new(RefCell::new(driver));
        vm.materialise = Some(driver.clone());
        vm.watch_entries(facts.inputs.watched());
        let statics = if is_main { Vec::new() } else { facts.remembered(function) };
        let between = driver.borrow().reached.iter().any(|f| !facts.inputs.of(*f).is_empty());
        let calls = if statics.is_empty() { 1 } else { setup.calls.max(1) };
        Ok(Unit {
            program,
            function,
            vm,
            driver,
            calls,
            statics,
            is_main,
            between,
            uses_errno,
            start,
            region,
            missing: BTreeMap::new(),
            wanted: BTreeMap::new(),
            known_rests: Known::default(),
            closed: false,
        })
    }

    /// What the user says about it. To be called before the first run.
    pub fn set_plan(&mut self, plan: Rc<Plan>) {
        let stubbed: Vec<FunctionId> = plan.stubbed.iter().copied().collect();
        self.vm.set_stubbed(&stubbed);
        self.driver.borrow_mut().plan = plan;
    }

    /// Gives the machine back, for the next unit.
    pub fn into_bench(self) -> Workbench<'p> {
        Workbench { vm: self.vm, start: self.start, region: self.region }
    }

    /// Puts input objects where another unit of the same function has them: their order there depends on its runs.
    pub fn place_like(&mut self, other: &Unit) {
        let other = other.driver.borrow();
        let mut driver = self.driver.borrow_mut();
        driver.addresses = other.addresses.clone();
        driver.slots = other.slots.clone();
        driver.next_slot = other.next_slot;
    }

    /// Puts the input objects where a layout has them, until it is called again, and what runs make elsewhere: what depends on
    /// where objects lie becomes different, and so do distances that a program cuts to a few bits.
    pub fn place_objects(&mut self, layout: Layout) {
        let mut driver = self.driver.borrow_mut();
        let geometry = self.program.geometry;
        let turned = driver.layout.is_turned() != layout.is_turned();
        if !driver.layout.is_turned() {
            driver.turned_at = driver.next_slot;
        }
        // Objects made since they were turned stay where they are.
        let end = driver.turned_at;
        driver.layout = layout;
        let near = (geometry.guard / 8).max(16);
        let mut slots = std::mem::take(&mut driver.slots);
        for (i, (path, slot, span)) in slots.iter_mut().enumerate() {
            if turned && *slot < end {
                *slot = self.region.0 + (end - *slot - *span);
            }
            let step = (i as u64 * 16) % near;
            let start = geometry.slot_start(*slot + layout.shift(geometry.pointer_bits)) + geometry.guard;
            let moved = layout.shift(geometry.pointer_bits) << geometry.shift;
            let address = match layout {
                Layout::Usual | Layout::Moved | Layout::MovedFurther => geometry.place(*slot, 16) + moved,
                Layout::Rising => start + step,
                Layout::Falling => start + near - 16 - step,
            };
            driver.addresses.insert(path.clone(), address);
        }
        driver.slots = slots;
    }

    /// Runs are cut when one stub is called more often; gives how often it was before.
    pub fn cut_after_calls(&mut self, most: u32) -> u32 {
        std::mem::replace(&mut self.driver.borrow_mut().most_calls, most)
    }

    /// Whether an address is where input objects lie.
    pub fn is_place_of_input(&self, address: u64) -> bool {
        let start = |slot| self.program.geometry.slot_start(slot);
        (start(self.region.0)..start(self.region.0 + self.region.1)).contains(&address)
    }

    /// Whether the last run made objects of its own: blocks, variables in memory.
    pub fn makes_objects(&self) -> bool {
        self.vm.has_made_since(&self.start)
    }

    pub(crate) fn is_main(&self) -> bool {
        self.is_main
    }

    pub fn driver(&self) -> Ref<'_, Driver<'p>> {
        self.driver.borrow()
    }

    /// What holds of the inputs of every run.
    pub fn assumptions(&mut self) -> Vec<ExprId> {
        self.driver.borrow().inputs.assumptions(&mut self.vm.sym().pool)
    }

    pub(crate) fn driver_mut(&self) -> RefMut<'_, Driver<'p>> {
        self.driver.borrow_mut()
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
        self.vm.tell_outside();
        let run = self.run(inputs);
        self.driver.borrow_mut().end_observation(&self.vm);
        let mut observed = self.driver.borrow_mut().observed.take().unwrap_or_default();
        observed.told = self.vm.take_told();
        (run, observed)
    }

    /// Runs the function on these inputs.
    pub fn run(&mut self, inputs: &Assignment) -> Run {
        self.vm.rewind(&self.start);
        // Objects at fixed addresses are no part of what is rewound.
        let made = self.driver.borrow().next_slot - self.region.0;
        self.vm.memory.clear_region(self.region.0, made);
        self.vm.memory.begin_ledger();
        self.vm.memory.skip_slots(self.driver.borrow().layout.distance());
        self.vm.sym().begin(inputs.clone());
        if let Some(r) = &mut self.vm.recorder {
            r.coverage.clear();
            r.restart();
        }
        self.driver.borrow_mut().begin();
        self.closed = false;
        let mut returned = Vec::new();
        let mut before_main = false;
        let result = self.drive(&mut returned, &mut before_main);
        let (result, left_by_return) = self.leave(result, &returned);
        // What the last operation left to tell, before anything is said about the end.
        let result = match self.vm.end_trace(result.is_err()) {
            Err(stop) => Err(stop),
            Ok(()) => result,
        };
        let steps = self.vm.instructions();
        let (outcome, stack) = match result {
            Ok(()) => (Outcome::Finished { status: 0 }, Vec::new()),
            Err(stop) => {
                let stack = self.vm.backtrace();
                if let (Stop::Exit(status), Some(o)) = (&stop, &mut self.driver.borrow_mut().observed) {
                    o.exited = Some(*status);
                }
                (self.vm.outcome_of(stop), stack)
            }
        };
        let front = self.note_need(&outcome).or_else(|| self.called_data());
        let (outcome, stack) = self.or_leak(outcome, stack, &returned);
        if self.follows_number(&outcome) {
            self.driver.borrow_mut().refused = true;
        }
        let outcome = match self.behind_bound(&outcome) {
            Some(hit) => {
                let mut driver = self.driver.borrow_mut();
                (driver.refused, _) = (true, driver.note(hit));
                Outcome::Limit(Limit::Inputs)
            }
            None => outcome,
        };
        if self.vm.sym().by_layout {
            self.driver.borrow_mut().note(Gap::Layout);
        }
        if self.vm.sym().beside_global && !self.driver.borrow().inputs.away.is_empty() {
            self.driver.borrow_mut().note(Gap::Globals);
        }
        if self.vm.sym().beside_function && !self.driver.borrow().inputs.away.is_empty() {
            self.driver.borrow_mut().note(Gap::Functions(String::new()));
        }
        let rests = self.rests_on();
        let others = self.other_rests();
        self.driver.borrow_mut().noted.extend(rests.iter().cloned().chain(others));
        let s = self.vm.sym();
        if let Some(path) = s.read_back.take() {
            self.driver.borrow_mut().note(Gap::FileAsWritten(path));
        }
        let sure_memory = s.allocated && !s.options.allocation_fails;
        let (refused, by_event) = (s.refused, s.refused_by_event);
        let events = std::mem::take(&mut s.events);
        let settled = std::mem::take(&mut s.settled);
        let ended = match events.last().map(|e| e.kind) {
            _ if by_event => Ended::FailedAssume,
            _ if self.driver.borrow().refused || refused => Ended::Refused,
            Some(EventKind::Check { passed: false, .. }) => Ended::FailedCheck,
            _ => Ended::Plain,
        };
        let library = if stack.is_empty() { None } else { self.vm.library_at_work() };
        let driver = self.driver.borrow();
        let coverage = self.vm.recorder.as_ref().map(|r| r.coverage.clone()).unwrap_or_default();
        Run {
            events,
            settled,
            ended,
            outcome,
            stack,
            steps,
            coverage,
            used: driver.used.clone(),
            gaps: driver.noted.clone(),
            front,
            ranges: driver.ranges.iter().cloned().collect(),
            sure_memory,
            library,
            returned,
            before_main,
            left_by_return,
        }
    }

    /// Where `main` ends, or the program from within it, handlers and destructors run. Says also whether `main` had returned.
    fn leave(&mut self, result: Result<(), Stop>, returned: &[Vec<u64>]) -> (Result<(), Stop>, bool) {
        let (status, by_return) = match result {
            Err(Stop::Exit(status)) if self.is_main => (status, false),
            Ok(()) if self.is_main && self.vm.has_exit_handlers() => {
                (returned.last().and_then(|r| r.first()).map_or(0, |r| *r as i32), true)
            }
            other => return (other, false),
        };
        (self.vm.run_exit_handlers(status).and_then(|status| Err(Stop::Exit(status))), by_return)
    }

    /// Globals that natively constructors may have changed when a test begins, while this unit starts from their initialisers.
    pub fn constructed(&self) -> BTreeSet<GlobalId> {
        match self.is_main {
            true => BTreeSet::new(),
            false => self.driver.borrow().facts.constructed(self.program),
        }
    }

    /// What has run when the function is called with globals as the program has them. `true`: it has looked at inputs.
    fn drive_constructors(&mut self) -> Result<bool, Stop> {
        let initial = self.driver.borrow().driven.initial;
        if !initial || self.program.constructors.is_empty() {
            return Ok(false);
        }
        self.vm.run_constructors()?;
        if self.driver.borrow().observed.is_some() {
            // What they write they write before a test begins.
            self.vm.take_told();
            self.vm.tell_outside();
            self.driver.borrow_mut().note_built(&self.vm);
        }
        Ok(!self.driver.borrow().used.is_empty())
    }

    /// A run that ended as it should, but for memory that nobody can free any more.
    fn or_leak(
        &mut self,
        outcome: Outcome,
        stack: Vec<TraceFrame>,
        returned: &[Vec<u64>],
    ) -> (Outcome, Vec<TraceFrame>) {
        let wanted = self.vm.sym().options.leaks && !self.vm.sym().refused && !self.driver.borrow().refused;
        if !wanted || !matches!(outcome, Outcome::Finished { .. }) {
            return (outcome, stack);
        }
        // A struct may come back in several registers.
        let slots = self.program.function(self.function).signature.ret.iter().map(|s| s.slots() as usize).sum();
        let mut words = returned.concat();
        words.extend(self.vm.result_words(slots));
        match self.vm.leak(&words) {
            Some((fault, at)) => (Outcome::ProgramFault(fault), vec![at]),
            None => (outcome, stack),
        }
    }

    /// The run ended because it called what an input pointer points to, which is data here.
    fn called_data(&mut self) -> Option<Gap> {
        let s = self.vm.sym_ref();
        let Label::Input(n) = s.called_object.get()? else { return None };
        let path = s.objects.get(n as usize)?.clone();
        if let Some(f) = s.called_as.get() {
            let need = called_path(&path, &self.program.function(f).name);
            if self.driver.borrow().needs.contains_key(&need) {
                return Some(Gap::Functions(path));
            }
            self.missing.insert(need, 1);
        }
        Some(Gap::CalledData(path))
    }

    /// An access where a number leads that the driver put into a pointer: that is a mistake of the driver's, not of the program's.
    fn follows_number(&self, outcome: &Outcome) -> bool {
        /// Members and elements that somebody looks for there.
        const NEAR: u64 = 1 << 20;
        let Outcome::ProgramFault(ProgramFault { kind, access, .. }) = outcome else { return false };
        let driver = self.driver.borrow();
        let Some(e) = access else { return *kind == FaultKind::BadFunctionPointer && !driver.numbers.is_empty() };
        e.object.is_none()
            && driver.numbers.iter().any(|(_, n)| e.address.wrapping_sub(*n).wrapping_add(NEAR) < 2 * NEAR)
    }

    /// All calls, each with arguments of its own. Globals keep what the call before left.
    fn drive(&mut self, returned: &mut Vec<Vec<u64>>, before_main: &mut bool) -> Result<(), Stop> {
        // Until it is known: a constructor may end the run.
        *before_main = true;
        *before_main = self.drive_constructors()?;
        self.drive_errno()?;
        let mut states = vec![self.remembered()];
        for call in 1..=self.calls {
            let types = self.parameter_types();
            self.driver.borrow_mut().begin_call(call, self.function, &types);
            let args = self.arguments()?;
            self.driver.borrow_mut().assume_rules(&mut self.vm)?;
            self.vm.memory.resume_ledger();
            let value = self.vm.call_function(self.function, &args);
            self.vm.note_firsts();
            self.vm.memory.pause_ledger();
            let value = value?;
            let f = self.program.function(self.function);
            self.note_returned(&args);
            returned.push(match f.signature.ret.len() {
                0 => Vec::new(),
                _ if value.scalar.slots() > 1 => vec![value.lo, value.hi],
                _ => vec![value.lo],
            });
            states.push(self.remembered());
        }
        // From where it has been before, further calls lead nowhere new.
        let last = states.pop().flatten();
        self.closed = last.is_some() && states.contains(&last) && !self.between;
        if !self.statics.is_empty() && !self.closed {
            let path = self.program.function(self.function).name.clone();
            self.driver.borrow_mut().note(Gap::FurtherCalls(path));
        }
        Ok(())
    }

    /// What the function's static variables hold; `None` if that depends on inputs.
    fn remembered(&self) -> Option<Vec<u8>> {
        let mut all = Vec::new();
        for &g in &self.statics {
            let g = self.program.global(g);
            let (bytes, _) = self.vm.memory.peek(g.address, g.size)?;
            if self.vm.memory.is_symbolic_at(g.address) {
                return None;
            }
            all.extend_from_slice(bytes);
        }
        Some(all)
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
        let memory = &self.vm.memory;
        let (bytes, written) = match args.first() {
            Some(to) if in_place => {
                let bytes = memory.peek(to.lo, size).map(|(b, _)| b.to_vec()).unwrap_or_default();
                let is_written = |i| memory.peek(to.lo + i, 1).is_some_and(|(_, written)| written);
                (bytes, (0..size).map(is_written).collect())
            }
            _ => {
                let slots = f.signature.ret.iter().map(|s| s.slots() as usize).sum();
                let written =
                    if self.vm.no_result == Some(self.function) { vec![false; size as usize] } else { Vec::new() };
                (in_memory(self.program, &f.signature.ret, self.vm.result_words(slots), size), written)
            }
        };
        observed.returned.push(Returned { ty: ret, bytes, written });
    }

    /// What earlier calls of the library left there is an input.
    fn drive_errno(&mut self) -> Result<(), Stop> {
        if self.uses_errno {
            let (_, e) = self.driver.borrow_mut().variable(&mut self.vm, "errno", InputKind::Bits, 32);
            let address = self.vm.errno_address();
            self.vm.put_input(address, e)?;
        }
        self.driver.borrow_mut().take_globals(&self.vm);
        Ok(())
    }

    /// The C types of the parameters.
    fn parameter_types(&self) -> Vec<TypeId> {
        let f = self.program.function(self.function);
        match f.c_type.map(|t| self.program.types.get(t)) {
            Some(CType::Function { params, .. }) => params.clone(),
            _ => Vec::new(),
        }
    }

    /// The arguments of a call: inputs by the C types of the parameters.
    fn arguments(&mut self) -> Result<Vec<Value>, Stop> {
        let f = self.program.function(self.function);
        let types = &self.program.types;
        let declared = self.parameter_types();
        if self.driver.borrow().takes_arguments(f, &declared) {
            return self.driver.borrow_mut().main_arguments(&mut self.vm, f, &declared);
        }
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
        for (i, ty) in declared.into_iter().enumerate() {
            if values.len() >= params.len() {
                break;
            }
            let path = self.driver.borrow().parameter(f, i);
            self.argument(ty, (i, &path), &mut values)?;
        }
        // Without a C type (K&R, assembler names): by the machine's view.
        for p in &params[values.len().min(params.len())..] {
            let width = p.scalar.bits(self.program.target.pointer_bits);
            let mut driver = self.driver.borrow_mut();
            let name = driver.in_call(format!("arg{}", values.len() + 1));
            let (v, e) = driver.variable(&mut self.vm, &name, InputKind::Bits, width);
            drop(driver);
            let words = self.vm.sym().inputs.get_words(v, width);
            values.push(value_of(&mut self.vm, p.scalar, e, &words));
        }
        if f.signature.variadic {
            self.driver.borrow_mut().variable_arguments(&mut self.vm, f, &mut values)?;
        }
        Ok(values)
    }

    fn scratch(&mut self, size: u64, what: &'static str) -> Result<u64, Stop> {
        let made = self.vm.memory.allocate(size, 16, false, Label::Machine(what));
        made.map_err(|_| Stop::Limit(Limit::Memory))
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
            driver.fill_value(&mut self.vm, at, ty, name)?;
            let origin = Origin::Argument { call: driver.call, number };
            driver.take_image(&self.vm, name, origin, ty, (at, 1, size));
        }
        let p = params[values.len()];
        if let Some((bytes, _)) = p.by_value {
            values.push(Value { by_value: Some((bytes, 0)), ..Value::word(p.scalar, at, p.number) });
            return Ok(());
        }
        let in_parts = matches!(types.resolved(ty), CType::Record(_) | CType::Complex { .. } | CType::Vector { .. });
        let parts = self.program.parts(&params[values.len()..], ty);
        if in_parts || parts.len() != 1 {
            for offset in parts {
                let v = self.vm.load_value(at + offset, params[values.len()].scalar)?;
                values.push(v);
            }
            return Ok(());
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
}

/// The address space around the globals of some places, from and to: terms may have them moved a little.
fn neighbourhoods(program: &Program, places: &BTreeSet<(GlobalId, u64)>) -> Vec<(u64, u64)> {
    let globals: BTreeSet<GlobalId> = places.iter().map(|p| p.0).collect();
    let around = |g: GlobalId| {
        let (g, geometry) = (program.global(g), &program.geometry);
        let last = geometry.slot_of(g.address + g.size);
        (geometry.slot_start(geometry.slot_of(g.address)), geometry.slot_start(last + 1))
    };
    globals.into_iter().map(around).collect()
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
