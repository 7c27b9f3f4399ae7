//! The machine: frames, registers and the outside of a run. `step` executes, `models` are the C library.

use crate::cover::Recorder;
use crate::library::{Leaving, Library};
use crate::memory::{AccessKind, Label, Memory, MemoryError, MemoryFault, MemoryLimits, StackMark};
use crate::models::answers::Answers;
use crate::models::{self, Model};
use crate::recursion::{DEEP, Look};
use crate::stop::{FaultKind, Limit, Outcome, ProgramFault, RunReport, Stop, TraceFrame};
use crate::symbolic::{Materialise, Symbolic, SymbolicModel};
use crate::value::Value;
use crate::world::World;
use crescendo_program::body::Body;
use crescendo_program::op::Reg;
use crescendo_program::source::PosId;
use crescendo_program::symbol::{FunctionId, GlobalId};
use crescendo_program::{Function, Program};
use crescendo_solver::expr::ExprId;
use std::cell::RefCell;
use std::collections::HashSet;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

#[derive(Clone, Debug)]
pub struct Limits {
    pub steps: u64,
    pub memory: MemoryLimits,
    pub depth: usize,
    /// Bytes the program may write to all files together.
    pub output: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { steps: u64::MAX / 2, memory: MemoryLimits::default(), depth: 1_000_000, output: 16 << 30 }
    }
}

/// Stack bytes a call takes beside its variables: the return address, saved registers, spills.
const FRAME_BYTES: u64 = 64;
/// Each takes a piece of the host's stack: run the machine on a thread with `HOST_STACK` bytes.
const MAX_NESTING: u32 = 2000;
/// The stack a thread needs that runs a machine.
pub const HOST_STACK: usize = 256 << 20;
/// Register slots of all frames together; a backstop for deep recursion of huge functions.
const MAX_REGISTERS: usize = 1 << 26;

/// A function that is being executed.
pub(crate) struct Frame<'p> {
    pub function: FunctionId,
    pub body: &'p Body,
    /// First register in the register stack.
    pub base: usize,
    /// The next operation; saved when control leaves the frame.
    pub pc: u32,
    /// Where the caller wants the result.
    pub d: Reg,
    /// The caller's slots for the result.
    pub result_slots: u32,
    /// First entry of `locals` that belongs to this frame.
    pub locals: u32,
    pub varargs: Option<Box<VarArgs>>,
    /// Never used twice in a run.
    pub id: u64,
}

impl Frame<'_> {
    /// Source position of the operation at work, or of the call that the frame waits for.
    pub fn position(&self) -> PosId {
        let at = (self.pc as usize).saturating_sub(1).min(self.body.positions.len() - 1);
        match self.body.positions[at] {
            // What fails when a function is entered is making its locals: most likely the largest.
            PosId::NONE if self.pc == 0 => {
                self.body.locals.iter().max_by_key(|l| l.size).map_or(PosId::NONE, |l| l.position)
            }
            position => position,
        }
    }
}

/// The unnamed arguments of a variadic call.
#[derive(Clone, Debug, Default)]
pub struct VarArgs {
    pub values: Vec<Value>,
    /// The named arguments: they take registers of the calling convention.
    pub named: Vec<Value>,
    /// Where `va_start` put them, once it did.
    pub area: Option<(u64, u64)>,
}

/// A `setjmp` that is being returned to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct JumpPoint {
    /// Frames that stay, its own on top.
    pub depth: usize,
    pub pc: u32,
    /// Where the result goes.
    pub d: Option<Reg>,
    /// Stack objects that stay.
    pub locals: usize,
}

pub struct Vm<'p> {
    pub program: &'p Program,
    pub memory: Memory,
    pub world: Box<dyn World>,
    pub library: Library,
    pub limits: Limits,
    pub(crate) registers: Vec<u64>,
    /// Room for the arguments of a library call, kept from call to call.
    pub(crate) arguments: Vec<Value>,
    pub(crate) frames: Vec<Frame<'p>>,
    pub(crate) locals: Vec<(u64, StackMark)>,
    /// Where the long jump under way goes.
    pub(crate) landing: Option<JumpPoint>,
    pub(crate) models: Vec<Option<&'static Model>>,
    /// The bodies that a call can enter by copying one word per argument (`Body::plain_call`), by function.
    pub(crate) plain: Vec<Option<&'p Body>>,
    /// Steps still allowed.
    pub(crate) fuel: i64,
    /// Steps taken off for bulk work, which are no IR instructions.
    pub(crate) work_steps: i64,
    /// Callbacks of library functions that are inside one another.
    nesting: u32,
    pub(crate) next_frame: u64,
    /// Active calls beyond which a run is looked at, and what was seen last.
    pub(crate) deep: usize,
    pub(crate) look: Option<Look>,
    /// Calls of functions without a body.
    pub(crate) outside_calls: u64,
    /// The library function at work, for reports.
    pub(crate) in_library: Option<&'static str>,
    /// Its declaration in the program.
    pub(crate) library_callee: Option<FunctionId>,
    /// Its first argument and how many bytes may be written there, where that is an array inside of a larger object.
    pub(crate) room: Option<(u64, u64)>,
    /// The function that ended last of those that may end without a result, if it did.
    pub no_result: Option<FunctionId>,
    pub(crate) uninitialised: Vec<TraceFrame>,
    uninitialised_seen: HashSet<TraceFrame>,
    interrupt: Arc<AtomicBool>,
    /// Terms and trace; off for plain runs.
    pub symbolic: Option<Box<Symbolic>>,
    /// A library function was called since the last checkpoint.
    pub(crate) library_used: bool,
    /// Makes input objects when their pointers are first loaded.
    pub materialise: Option<Rc<RefCell<dyn Materialise + 'p>>>,
    /// Functions whose first call in a run the driver is told of, one bit each, and those not called yet.
    pub(crate) watched: Vec<u64>,
    pub(crate) unseen: Vec<u64>,
    /// Functions of whose every call the driver is told, one bit each.
    pub(crate) told: Vec<u64>,
    /// Functions the driver stands for: one bit each, and as a list.
    pub(crate) stubbed: Vec<u64>,
    pub(crate) stubbed_list: Vec<FunctionId>,
    pub(crate) symbolic_models: Vec<Option<&'static SymbolicModel>>,
    /// Functions whose models give one of many answers of the system's.
    pub(crate) answers: Vec<Option<Answers>>,
    /// Records coverage when set; the program must have been lowered with goals.
    pub recorder: Option<Box<Recorder>>,
}

impl std::hash::Hash for TraceFrame {
    fn hash<H: std::hash::Hasher>(&self, h: &mut H) {
        (self.function, self.position).hash(h);
    }
}

impl<'p> Vm<'p> {
    /// A machine with the program's globals in place. Nothing has run yet.
    pub fn new(program: &'p Program, world: Box<dyn World>, limits: Limits) -> Result<Vm<'p>, Stop> {
        let mut memory =
            Memory::new(program.geometry, program.first_free_slot, program.target.big_endian, limits.memory);
        let out_of_memory = |_| Stop::Limit(Limit::Memory);
        for (i, g) in program.globals.iter().enumerate().filter(|(_, g)| g.address != 0) {
            let label = Label::Global(GlobalId(i as u32));
            let image = g.image.as_deref().unwrap_or(&[]);
            memory.add_fixed(g.address, g.size, image, g.constant, label).map_err(out_of_memory)?;
        }
        for (i, f) in program.functions.iter().enumerate().filter(|(_, f)| f.address != 0) {
            let blocks = f.body.as_ref().map_or(0, |b| b.block_starts.len() as u64);
            memory.add_function(f.address, 1 + blocks, Label::Function(FunctionId(i as u32)));
        }
        let models = program.functions.iter().map(|f| if f.body.is_none() { models::find(&f.name) } else { None });
        let models = models.collect();
        let plain = program.functions.iter().map(|f| f.body.as_ref().filter(|b| b.plain_call)).collect();
        let fuel = i64::try_from(limits.steps).unwrap_or(i64::MAX / 2);
        let mut vm = Vm {
            program,
            memory,
            world,
            library: Library::default(),
            limits,
            registers: vec![0; 4096],
            arguments: Vec::new(),
            frames: Vec::new(),
            locals: Vec::new(),
            landing: None,
            models,
            plain,
            fuel,
            work_steps: 0,
            nesting: 0,
            next_frame: 0,
            deep: DEEP,
            look: None,
            outside_calls: 0,
            in_library: None,
            room: None,
            library_callee: None,
            no_result: None,
            uninitialised: Vec::new(),
            uninitialised_seen: HashSet::new(),
            interrupt: Arc::new(AtomicBool::new(false)),
            symbolic: None,
            library_used: false,
            materialise: None,
            watched: Vec::new(),
            unseen: Vec::new(),
            told: Vec::new(),
            stubbed: Vec::new(),
            stubbed_list: Vec::new(),
            symbolic_models: Vec::new(),
            answers: Vec::new(),
            recorder: None,
        };
        models::math::fenv::clear();
        vm.set_up_library()?;
        Ok(vm)
    }

    /// As if nothing had run yet.
    pub(crate) fn reset_counters(&mut self) {
        self.fuel = i64::try_from(self.limits.steps).unwrap_or(i64::MAX / 2);
        self.work_steps = 0;
        // What was handled between two runs is no work of the next one.
        self.memory.take_work();
        self.nesting = 0;
        self.deep = DEEP.min(self.limits.depth);
        self.look = None;
        self.in_library = None;
        self.library_callee = None;
        self.uninitialised.clear();
        self.uninitialised_seen.clear();
    }

    /// Gives back room that only deep recursion needs. No function may be running.
    pub fn shrink(&mut self) {
        const USUAL: usize = 1 << 16;
        if self.registers.len() > USUAL {
            self.registers = vec![0; USUAL];
            if let Some(s) = self.symbolic.as_deref_mut() {
                s.terms = vec![ExprId::NONE; USUAL];
            }
        }
    }

    /// Setting it stops the run soon, with `Limit::Interrupted`.
    pub fn interrupt_flag(&self) -> Arc<AtomicBool> {
        self.interrupt.clone()
    }

    pub(crate) fn interrupted(&self) -> bool {
        self.interrupt.load(Ordering::Relaxed)
    }

    pub fn function(&self, id: FunctionId) -> &'p Function {
        &self.program.functions[id.0 as usize]
    }

    /// IR instructions executed so far.
    pub fn instructions(&self) -> u64 {
        let used = i64::try_from(self.limits.steps).unwrap_or(i64::MAX / 2) - self.fuel;
        (used - self.work_steps).max(0) as u64
    }

    // ---- running

    /// Runs the program: constructors, `main`, exit handlers.
    pub fn run_main(&mut self, main: FunctionId, args: &[Vec<u8>]) -> RunReport {
        self.run_program(main, |vm| vm.main_arguments(main, args))
    }

    /// The same with arguments that somebody else makes, once constructors have run.
    pub fn run_program(
        &mut self,
        main: FunctionId,
        arguments: impl FnOnce(&mut Self) -> Result<Vec<Value>, Stop>,
    ) -> RunReport {
        let result = self.start_main(main, arguments);
        let result = match result {
            Err(Stop::Exit(status)) => {
                self.library.rounding.enter();
                let result = self.leave(status);
                self.library.rounding.leave();
                result
            }
            other => other,
        };
        self.report(result)
    }

    fn start_main(
        &mut self,
        main: FunctionId,
        arguments: impl FnOnce(&mut Self) -> Result<Vec<Value>, Stop>,
    ) -> Result<i32, Stop> {
        self.run_constructors()?;
        let values = arguments(self)?;
        let result = self.call_function(main, &values)?;
        let status = if self.function(main).signature.ret.is_empty() { 0 } else { result.lo as i32 };
        Err(Stop::Exit(status))
    }

    /// What runs before `main`.
    pub fn run_constructors(&mut self) -> Result<(), Stop> {
        for &f in &self.program.constructors {
            self.call_function(f, &[])?;
        }
        Ok(())
    }

    /// `exit`: handlers, destructors, buffers.
    fn leave(&mut self, status: i32) -> Result<i32, Stop> {
        let status = self.run_exit_handlers(status)?;
        if self.library.leaving == Leaving::Normal {
            self.flush_all()?;
        }
        Ok(status)
    }

    /// Whether code of the program runs when `main` returns.
    pub fn has_exit_handlers(&self) -> bool {
        !self.library.exit_handlers.is_empty() || !self.program.destructors.is_empty()
    }

    /// Handlers and destructors, as the program is left; gives the status it ends with.
    pub fn run_exit_handlers(&mut self, status: i32) -> Result<i32, Stop> {
        let mut status = status;
        // A handler may call exit again; the rest of the handlers still run, as in C libraries.
        loop {
            let step = match self.library.take_exit_handler() {
                Some(handler) => self.run_exit_handler(handler, status),
                None => match self.library.take_destructors(&self.program.destructors) {
                    Some(f) => self.call_function(f, &[]).map(drop),
                    None => break,
                },
            };
            match step {
                Ok(()) => {}
                Err(Stop::Exit(s)) => status = s,
                Err(other) => return Err(other),
            }
        }
        Ok(status)
    }

    fn report(&mut self, result: Result<i32, Stop>) -> RunReport {
        let stack = if result.is_err() { self.backtrace() } else { Vec::new() };
        if matches!(result, Err(Stop::Fault(_) | Stop::Limit(_) | Stop::Unsupported(_) | Stop::ToolBug(_))) {
            // Natively buffered output would be lost; the user shall see it. What stopped the run stays the reason.
            let _ = self.flush_all();
        }
        let outcome = match result {
            Ok(status) => Outcome::Finished { status: status & 0xff },
            Err(stop) => self.outcome_of(stop),
        };
        let library = if stack.is_empty() { None } else { self.in_library };
        RunReport {
            outcome,
            stack,
            library,
            instructions: self.instructions(),
            peak_memory: self.memory.peak_bytes(),
            uninitialised: std::mem::take(&mut self.uninitialised),
        }
    }

    /// How a run that was stopped has ended.
    pub fn outcome_of(&self, stop: Stop) -> Outcome {
        match stop {
            Stop::Exit(status) => Outcome::Finished { status: status & 0xff },
            Stop::Signal(signal) => Outcome::Signalled { signal },
            Stop::Fault(f) => Outcome::ProgramFault(*f),
            Stop::Limit(l) => Outcome::Limit(l),
            Stop::Unsupported(what) => Outcome::Unsupported(what),
            Stop::ToolBug(what) => Outcome::ToolBug(what),
            // Only exit handlers get here: the functions below them are done.
            Stop::LongJump { .. } => Outcome::ProgramFault(ProgramFault {
                kind: FaultKind::InvalidLongjmp,
                message: "longjmp to a function that has ended".into(),
                access: None,
            }),
        }
    }

    /// The stack, innermost first.
    pub fn backtrace(&self) -> Vec<TraceFrame> {
        // At its entry a function is nowhere yet: a variable may be too large for the stack, else it is just one call more.
        let large = self.limits.memory.stack / 16;
        let position = |f: &Frame| {
            let is_known = |p: &PosId| self.program.sources.get(*p).line != 0;
            if f.pc > 0 {
                // Code that the compiler has added stands nowhere: what comes before it does.
                let before = f.body.positions.iter().take(f.pc as usize).rev().copied();
                let known = std::iter::once(f.position()).chain(before).find(is_known);
                return known.unwrap_or(self.program.function(f.function).position);
            }
            let variable = f.body.locals.iter().max_by_key(|l| l.size).filter(|l| l.size >= large);
            let places = [variable.map_or(PosId::NONE, |l| l.position), f.body.positions[0]];
            let known = places.into_iter().find(|p| *p != PosId::NONE);
            known.unwrap_or(self.program.function(f.function).position)
        };
        let frame = |f: &Frame| TraceFrame { function: f.function, position: position(f) };
        self.frames.iter().rev().map(frame).collect()
    }

    /// The library function at work, or that was when a run stopped.
    pub fn library_at_work(&self) -> Option<&'static str> {
        self.in_library
    }

    /// Source position of the innermost frame.
    pub fn position(&self) -> PosId {
        self.frames.last().map_or(PosId::NONE, Frame::position)
    }

    /// A number for the innermost frame that is never used twice.
    pub fn frame_number(&self) -> u64 {
        self.frames.last().map_or(0, |f| f.id)
    }

    /// Source position of the outermost frame.
    pub fn outermost_position(&self) -> PosId {
        self.frames.first().map_or(PosId::NONE, Frame::position)
    }

    // ---- frames

    /// Enters a function: registers, constants, stack variables. Arguments are already in place.
    pub(crate) fn push_frame(
        &mut self,
        id: FunctionId,
        body: &'p Body,
        base: usize,
        d: Reg,
        result_slots: u32,
    ) -> Result<(), Stop> {
        let end = base + body.registers as usize;
        if end > self.registers.len() {
            self.grow_registers(end)?;
        }
        self.registers[base + body.constants_at as usize..end].copy_from_slice(&body.constants);
        self.open_frame(id, body, base, d, result_slots)
    }

    /// Enters a function whose arguments and constants are in place.
    #[inline(always)]
    pub(crate) fn open_frame(
        &mut self,
        function: FunctionId,
        body: &'p Body,
        base: usize,
        d: Reg,
        result_slots: u32,
    ) -> Result<(), Stop> {
        self.next_frame += 1;
        let (locals, id) = (self.locals.len() as u32, self.next_frame);
        self.frames.push(Frame { function, body, base, pc: 0, d, result_slots, locals, varargs: None, id });
        let stack = self.frames.len() as u64 * FRAME_BYTES + self.memory.stack_used();
        if stack > self.limits.memory.stack || self.frames.len() > self.deep {
            self.look_at_depth(stack)?;
        }
        if body.locals.is_empty() { Ok(()) } else { self.make_locals(function, body, base) }
    }

    fn make_locals(&mut self, function: FunctionId, body: &'p Body, base: usize) -> Result<(), Stop> {
        for (i, l) in body.locals.iter().enumerate() {
            let label = Label::Local { function, index: i as u32 };
            // In symbolic runs a look at padding is noticed.
            let padding = if self.symbolic.is_some() { &[][..] } else { &l.padding };
            let address = self.push_local(l.size, l.align as u64, padding, label)?;
            self.registers[base + l.register as usize] = address;
        }
        Ok(())
    }

    #[cold]
    pub(crate) fn grow_registers(&mut self, end: usize) -> Result<(), Stop> {
        if end > MAX_REGISTERS {
            return Err(Stop::Limit(Limit::CallDepth));
        }
        self.registers.resize((end * 2).min(MAX_REGISTERS), 0);
        Ok(())
    }

    /// A stack object that lives as long as the innermost frame.
    pub(crate) fn push_local(
        &mut self,
        size: u64,
        align: u64,
        padding: &[(u64, u64)],
        label: Label,
    ) -> Result<u64, Stop> {
        let mark = self.memory.stack_mark();
        match self.memory.push_stack(size, align, padding, label) {
            Ok(address) => {
                self.locals.push((address, mark));
                Ok(address)
            }
            Err(fault) => Err(no_stack(fault, size)),
        }
    }

    /// A stack object with a copy of what is at an address: a struct passed by value.
    #[inline]
    pub(crate) fn push_copy(&mut self, size: u64, align: u64, from: u64) -> Result<u64, Stop> {
        let label = Label::Machine("a struct passed by value");
        let mark = self.memory.stack_mark();
        match self.memory.push_copy(size, align, from, label) {
            Some(Ok(address)) => {
                self.locals.push((address, mark));
                Ok(address)
            }
            Some(Err(fault)) => Err(no_stack(fault, size)),
            None => {
                let address = self.push_local(size, align, &[], label)?;
                self.memory.copy(address, from, size).map_err(|e| self.memory_stop(e))?;
                Ok(address)
            }
        }
    }

    /// Ends the lives of stack objects down to `count`.
    #[inline]
    pub(crate) fn drop_locals(&mut self, count: usize) {
        while self.locals.len() > count {
            let (address, mark) = self.locals.pop().expect("not empty");
            self.memory.release_stack(address);
            self.memory.stack_reset(mark);
        }
    }

    /// Calls a function from outside the loop: constructors, `main`, callbacks of library functions.
    pub fn call_function(&mut self, id: FunctionId, args: &[Value]) -> Result<Value, Stop> {
        let f = self.function(id);
        let Some(body) = f.body.as_ref().filter(|_| !self.is_stubbed(id)) else {
            // A library function that calls library functions takes steps as well, or it could go on for ever.
            self.fuel -= 1;
            if self.fuel < 0 {
                return Err(Stop::Limit(Limit::Steps));
            }
            if self.interrupted() {
                return Err(Stop::Limit(Limit::Interrupted));
            }
            let reply = self.call_model(id, args, args.len() as u32)?;
            let mut value = crate::step::value_of(reply, f.signature.ret.first().copied());
            if self.symbolic.is_some() {
                // Taken: the library function at work has a result of its own.
                let terms = std::mem::take(&mut self.sym().reply);
                value.terms.iter_mut().zip(terms).for_each(|(to, term)| *to = term);
            }
            return Ok(value);
        };
        let depth = self.frames.len();
        let base = self.frames.last().map_or(0, |f| f.base + f.body.registers as usize);
        let need = base + body.registers as usize;
        if need > self.registers.len() {
            self.grow_registers(need)?;
        }
        if self.symbolic.is_some() {
            // What the library looked at so far comes before what the function does.
            self.tell_notes(self.in_library)?;
            self.tell_entry(id)?;
            self.enter_terms(base, body, args);
        }
        for (p, a) in body.params.iter().zip(args) {
            self.registers[base + p.at as usize] = a.lo;
            if p.scalar.slots() > 1 {
                self.registers[base + p.at as usize + 1] = a.hi;
            }
        }
        self.tell_call(id, base, body)?;
        if self.nesting >= MAX_NESTING {
            let message = "the stack is exhausted: library functions call back too deeply";
            return Err(Stop::fault(FaultKind::StackExhaustion, message));
        }
        let library = self.in_library.take();
        self.push_frame(id, body, base, 0, 0)?;
        if f.signature.variadic {
            let (named, values) = args.split_at(body.params.len().min(args.len()));
            let varargs = VarArgs { values: values.to_vec(), named: named.to_vec(), area: None };
            self.frames.last_mut().expect("just pushed").varargs = Some(Box::new(varargs));
        }
        self.nesting += 1;
        let result = self.execute(depth);
        self.nesting -= 1;
        result?;
        self.in_library = library;
        // The result was left where the callee's registers began.
        let scalar = f.signature.ret.first().copied();
        let (lo, hi) = (self.registers[base], self.registers.get(base + 1).copied().unwrap_or(0));
        let terms = self.result_terms(base, scalar);
        let scalar = scalar.unwrap_or(crescendo_program::Scalar::Int(64));
        Ok(Value { hi, terms, ..Value::word(scalar, lo, 0) })
    }

    /// The first words of what the outermost call left as its result.
    pub fn result_words(&self, count: usize) -> &[u64] {
        &self.registers[..count.min(self.registers.len())]
    }

    /// Where uninitialised memory was read so far; each place once, in order.
    pub fn uninitialised(&self) -> &[TraceFrame] {
        &self.uninitialised
    }

    // ---- faults

    /// A refused access as a fault of the program.
    pub fn memory_stop(&self, e: MemoryError) -> Stop {
        let kind = match e.fault {
            MemoryFault::Limit => return Stop::Limit(Limit::Memory),
            MemoryFault::Null => FaultKind::NullDereference,
            MemoryFault::OutOfBounds => FaultKind::OutOfBounds,
            MemoryFault::UseAfterFree => FaultKind::UseAfterFree,
            MemoryFault::UseAfterReturn => FaultKind::UseAfterReturn,
            MemoryFault::DoubleFree => FaultKind::DoubleFree,
            MemoryFault::InvalidFree => FaultKind::InvalidFree,
            MemoryFault::Wild | MemoryFault::Code => FaultKind::WildPointer,
            MemoryFault::WriteToConstant => FaultKind::WriteToConstant,
            MemoryFault::StackExhausted => FaultKind::StackExhaustion,
        };
        let message = self.describe_access(&e);
        Stop::Fault(Box::new(ProgramFault { kind, message, access: Some(e) }))
    }

    fn describe_access(&self, e: &MemoryError) -> String {
        let bytes = |n: u64| if n == 1 { "1 byte".to_string() } else { format!("{n} bytes") };
        let action = match e.kind {
            AccessKind::Read => format!("read of {}", bytes(e.len)),
            AccessKind::Write => format!("write of {}", bytes(e.len)),
            AccessKind::Free => "free".to_string(),
        };
        let Some(o) = e.object else {
            return match e.fault {
                MemoryFault::Null => format!("{action} at a null pointer (address {:#x})", e.address),
                _ => format!("{action} at address {:#x}, which belongs to no object", e.address),
            };
        };
        let what = self.describe_object(o.label);
        let offset = e.address.wrapping_sub(o.base) as i64;
        let place = match offset {
            0 if e.len <= o.size || e.len == 0 => "at the start of".to_string(),
            n if n < 0 => format!("{} before", bytes(n.unsigned_abs())),
            n if n as u64 >= o.size => format!("{} behind the end of", bytes(n as u64 - o.size)),
            n if (n as u64).saturating_add(e.len) > o.size => format!("at offset {n}, over the end of"),
            n => format!("at offset {n} of"),
        };
        format!("{action} {place} {what} ({})", bytes(o.size))
    }

    /// An object in words.
    pub fn describe_object(&self, label: Label) -> String {
        let at =
            |p: PosId| if p == PosId::NONE { String::new() } else { format!(" at {}", self.program.sources.show(p)) };
        match label {
            Label::Global(g) => {
                let g = self.program.global(g);
                if g.anonymous { "a string literal".into() } else { format!("global `{}`", g.name) }
            }
            Label::Function(f) => format!("function `{}`", self.function(f).name),
            Label::Local { function, index } => {
                let f = self.function(function);
                let name = f.body.as_ref().map_or("", |b| b.locals[index as usize].name.as_str());
                let name = if name.is_empty() { "temporary".into() } else { format!("variable `{name}`") };
                format!("{name} of function `{}`", f.name)
            }
            Label::Variable { function, index } => {
                let f = self.function(function);
                let name = f.body.as_ref().map_or("", |b| b.variables[index as usize].0.as_str());
                let name = if name.is_empty() { "alloca'd block".into() } else { format!("array `{name}`") };
                format!("{name} of function `{}`", f.name)
            }
            Label::Heap { made, freed } => {
                let freed = if freed == PosId::NONE { String::new() } else { format!(", freed{}", at(freed)) };
                format!("heap block allocated{}{freed}", at(made))
            }
            Label::Stream { made, freed } => {
                let freed = if freed == PosId::NONE { String::new() } else { format!(", closed{}", at(freed)) };
                format!("stream opened{}{freed}", at(made))
            }
            Label::Input(i) => match self.symbolic.as_ref().and_then(|s| s.objects.get(i as usize)) {
                Some(name) => format!("what the input `{name}` points to"),
                None => "what an input points to".into(),
            },
            Label::Machine(what) => what.to_string(),
        }
    }

    /// Records a read of uninitialised memory, once per place; who looks out for such reads wants it to be a fault.
    #[cold]
    pub(crate) fn note_uninitialised(&mut self) -> Result<(), Stop> {
        if !self.memory.take_uninitialised() {
            return Ok(());
        }
        if self.is_padding() {
            return Ok(());
        }
        let Some(f) = self.frames.last() else { return Ok(()) };
        let frame = TraceFrame { function: f.function, position: self.position() };
        let at = self.outermost_position();
        if let Some(s) = &mut self.symbolic {
            s.unwritten.get_or_insert(at);
        }
        if self.uninitialised.len() < 1000 && self.uninitialised_seen.insert(frame) {
            self.uninitialised.push(frame);
        }
        if self.symbolic.as_ref().is_some_and(|s| s.options.uninitialised) {
            let inside = self.in_library.map_or_else(String::new, |l| format!(" in {l}()"));
            let message = format!("a value that was never written is used{inside}");
            return Err(Stop::fault(FaultKind::UninitialisedUse, message));
        }
        Ok(())
    }
}

/// Why a stack object could not be made.
#[cold]
fn no_stack(fault: MemoryFault, size: u64) -> Stop {
    if fault != MemoryFault::StackExhausted {
        return Stop::Limit(Limit::Memory);
    }
    let shown = if size > 1 << 20 { format!(": a stack object of {size} bytes") } else { String::new() };
    Stop::fault(FaultKind::StackExhaustion, format!("the stack is exhausted{shown}"))
}
