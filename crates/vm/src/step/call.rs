//! Calls: to functions of the program, to library models, through pointers.

use super::Flow;
use crate::machine::{VarArgs, Vm};
use crate::memory::{Label, ObjectState};
use crate::stop::{FaultKind, Stop};
use crate::value::{Reply, Value};
use crescendo_program::FloatKind;
use crescendo_program::body::{Arg, Body, CallSite, Callee};
use crescendo_program::symbol::{FunctionId, Scalar};
use crescendo_program::{c_type_difference, call_mismatch, type_difference};
use crescendo_solver::expr::ExprId;

impl<'p> Vm<'p> {
    /// Enters a function that takes its arguments as plain words, as most do. Says whether it did; else it was no such
    /// call, and nothing has happened. The caller goes on at `pc`.
    ///
    /// Not inlined, and its result fits two registers: the loop keeps its own variables in registers that way.
    #[inline(never)]
    pub(crate) fn call_plain(&mut self, site: u32, pc: u32) -> Result<Option<&'p Body>, Box<Stop>> {
        let frame = self.frames.last_mut().expect("a frame is active");
        frame.pc = pc;
        let (caller, base) = (frame.body, frame.base);
        let site = &caller.calls[site as usize];
        let Callee::Direct(id) = site.callee else { return Ok(None) };
        let Some(target) = self.plain[id.0 as usize] else { return Ok(None) };
        if site.args.len() != target.params.len() {
            return Ok(None);
        }
        let next = base + caller.registers as usize;
        let end = next + target.registers as usize;
        if end > self.registers.len() {
            self.grow_registers(end)?;
        }
        // Both frames lie within the registers, and `verify` has checked that what is copied lies within the frames.
        // Word by word: there are few, and a call of memcpy takes longer.
        unsafe {
            let from = self.registers.as_ptr().add(base);
            let to = self.registers.as_mut_ptr().add(next);
            for (i, a) in site.args.iter().enumerate() {
                *to.add(i) = *from.add(a.at as usize);
            }
            let to = to.add(target.constants_at as usize);
            for (i, word) in target.constants.iter().enumerate() {
                to.add(i).write_volatile(*word);
            }
        }
        if self.symbolic.is_some() {
            self.tell_entry(id)?;
            self.pass_terms(base, next, site, target);
            self.tell_call(id, next, target)?;
        }
        let copies = if target.copied.is_empty() { 0 } else { self.copy_structs(target, next)? };
        self.open_frame(id, target, next, site.d, site.ret_slots)?;
        self.own_locals(copies);
        Ok(Some(target))
    }

    /// What a returning frame leaves behind beside its registers.
    #[inline(never)]
    pub(crate) fn clear_frame(&mut self) {
        let frame = self.frames.last_mut().expect("a frame is active");
        frame.varargs = None;
        let locals = frame.locals as usize;
        self.drop_locals(locals);
    }

    #[inline(never)]
    pub(crate) fn call(&mut self, site: u32) -> Result<Flow, Stop> {
        let frame = self.frames.last().expect("a frame is active");
        let body = frame.body;
        let site = &body.calls[site as usize];
        let base = frame.base;
        let callee = match site.callee {
            Callee::Direct(f) => f,
            Callee::Pointer(r) => self.callee(self.registers[base + r as usize], site)?,
            Callee::Symbol(_) => return Err(Stop::ToolBug("a call was left unlinked".into())),
        };
        let function = self.function(callee);
        let Some(target) = function.body.as_ref().filter(|_| !self.is_stubbed(callee)) else {
            if site.args.iter().any(|a| a.by_value.is_some()) {
                self.read_structs(site, base)?;
            }
            return self.library_call(callee, site, base);
        };
        // The new frame starts behind this one's registers.
        let next = base + body.registers as usize;
        let end = next + target.registers as usize;
        if end > self.registers.len() {
            self.grow_registers(end)?;
        }
        let simple = !function.signature.variadic && site.args.len() == target.params.len();
        if simple {
            for (p, a) in target.params.iter().zip(&site.args) {
                let (from, to) = (base + a.at as usize, next + p.at as usize);
                self.registers[to] = self.registers[from];
                if p.scalar.slots() > 1 {
                    for i in 1..p.scalar.slots().min(a.scalar.slots()) as usize {
                        self.registers[to + i] = self.registers[from + i];
                    }
                }
            }
        } else {
            // Missing arguments read as zero, surplus ones are dropped or become varargs.
            for (i, p) in target.params.iter().enumerate() {
                for k in 0..p.scalar.slots() {
                    let v = match site.args.get(i) {
                        Some(a) if k < a.scalar.slots() => self.registers[base + (a.at + k) as usize],
                        _ => 0,
                    };
                    self.registers[next + (p.at + k) as usize] = v;
                }
            }
        }
        if self.symbolic.is_some() {
            self.tell_entry(callee)?;
            self.pass_terms(base, next, site, target);
            self.tell_call(callee, next, target)?;
        }
        let copies = if target.copied.is_empty() { 0 } else { self.copy_structs(target, next)? };
        self.push_frame(callee, target, next, site.d, site.ret_slots)?;
        self.own_locals(copies);
        if function.signature.variadic {
            let split = target.params.len();
            let (named, rest) = site.args.split_at(split.min(site.args.len()));
            let varargs = VarArgs {
                values: self.register_values(base, rest),
                named: self.register_values(base, named),
                area: None,
            };
            self.frames.last_mut().expect("just pushed").varargs = Some(Box::new(varargs));
        }
        Ok(Flow::Frame)
    }

    /// Structs passed by value: the caller makes copies for the callee. Says how many.
    #[inline(never)]
    fn copy_structs(&mut self, target: &'p Body, base: usize) -> Result<u32, Stop> {
        for &(at, size, align) in &target.copied {
            let at = base + at as usize;
            self.registers[at] = match self.symbolic.is_some() {
                true => self.push_symbolic_copy(size as u64, align as u64, at)?,
                false => self.push_copy(size as u64, align as u64, self.registers[at])?,
            };
        }
        Ok(target.copied.len() as u32)
    }

    /// Whoever is called, the caller reads the structs that it passes by value.
    #[inline(never)]
    fn read_structs(&mut self, site: &'p CallSite, base: usize) -> Result<(), Stop> {
        for a in &site.args {
            let Some((size, align)) = a.by_value else { continue };
            let (at, before) = (base + a.at as usize, self.locals.len());
            match self.symbolic.is_some() {
                true => {
                    let term = self.sym().terms[at];
                    self.push_symbolic_copy(size as u64, align as u64, at)?;
                    self.sym().terms[at] = term;
                }
                false => drop(self.push_copy(size as u64, align as u64, self.registers[at])?),
            }
            self.drop_locals(before);
        }
        Ok(())
    }

    /// So many of the latest locals from before the present frame end with it.
    #[inline]
    fn own_locals(&mut self, count: u32) {
        if count > 0 {
            self.frames.last_mut().expect("just entered").locals -= count;
        }
    }

    /// Arguments as they travel in registers: the lanes of a vector together.
    fn register_values(&self, base: usize, args: &[Arg]) -> Vec<Value> {
        let mut all: Vec<Value> = Vec::with_capacity(args.len());
        let mut filled = 0;
        for (i, a) in args.iter().enumerate() {
            let v = self.argument(base, a);
            if !a.lane {
                all.push(v);
                continue;
            }
            let bits = a.scalar.bits(self.program.target.pointer_bits);
            let starts = i == 0 || args[i - 1].number != a.number || filled + bits > 128;
            if starts {
                filled = 0;
                all.push(Value { scalar: Scalar::Float(FloatKind::F64), lo: 0, hi: 0, ..v });
            }
            let whole = all.last_mut().expect("just pushed");
            let word = (whole.lo as u128 | (whole.hi as u128) << 64) | (v.lo as u128) << filled;
            filled += bits;
            let kind = if filled > 64 { FloatKind::F128 } else { FloatKind::F64 };
            *whole = Value { scalar: Scalar::Float(kind), lo: word as u64, hi: (word >> 64) as u64, ..v };
        }
        all
    }

    #[inline]
    pub(crate) fn argument(&self, base: usize, a: &Arg) -> Value {
        let at = base + a.at as usize;
        let hi = if a.scalar.slots() > 1 { self.registers[at + 1] } else { 0 };
        let terms = self.argument_terms(base, a);
        Value { scalar: a.scalar, lo: self.registers[at], hi, by_value: a.by_value, number: a.number, terms }
    }

    /// The function a pointer points to, if it may be called like this.
    fn callee(&mut self, pointer: u64, site: &CallSite) -> Result<FunctionId, Stop> {
        let id = self.function_at(pointer).inspect_err(|_| self.note_called(site))?;
        let f = self.function(id);
        // Library functions are often declared in a way of their own.
        if f.body.is_none() {
            return Ok(id);
        }
        let ret = site.ret.first().copied();
        let given = || site.args.iter().map(|a| a.scalar);
        let exact = || match self.symbolic.as_ref().is_some_and(|s| s.options.exact_calls) {
            true => type_difference(&f.signature, given(), ret, site.unprototyped)
                .or_else(|| c_type_difference(&f.signature, site)),
            false => None,
        };
        let wrong = call_mismatch(&f.signature, given(), ret.filter(|_| site.used), site.unprototyped);
        match wrong.or_else(exact) {
            Some(why) => Err(self.wrong_type(id, &why)),
            None => Ok(id),
        }
    }

    /// The function behind a pointer that a library function was given to call with these arguments. A function
    /// without parameters may have been declared `()`, so it passes.
    pub fn callback(&self, pointer: u64, params: &[Scalar], ret: Option<Scalar>) -> Result<FunctionId, Stop> {
        let id = self.function_at(pointer)?;
        let f = self.function(id);
        if f.signature.params.is_empty() || f.body.is_none() {
            return Ok(id);
        }
        match call_mismatch(&f.signature, params.iter().copied(), ret, false) {
            Some(why) => Err(self.wrong_type(id, &why)),
            None => Ok(id),
        }
    }

    /// Notes what could be called where something is called that is no function.
    #[cold]
    fn note_called(&self, site: &CallSite) {
        let Some(s) = self.symbolic.as_ref().filter(|s| s.called_object.get().is_some()) else { return };
        let args: Vec<Scalar> = site.args.iter().map(|a| a.scalar).collect();
        s.called_as.set(self.program.stub_for(&args, &site.ret));
    }

    #[cold]
    pub(crate) fn wrong_type(&self, id: FunctionId, why: &str) -> Stop {
        let message = format!("call of `{}` through a pointer of another type: {why}", self.function(id).name);
        Stop::fault(FaultKind::FunctionTypeMismatch, message)
    }

    /// The function that starts at an address.
    pub(crate) fn function_at(&self, pointer: u64) -> Result<FunctionId, Stop> {
        let bad = |message: String| Err(Stop::fault(FaultKind::BadFunctionPointer, message));
        if self.memory.plain(pointer) == 0 {
            return bad("call through a null function pointer".into());
        }
        let Some(o) = self.memory.info(pointer).filter(|_| !self.memory.is_escaped(pointer)) else {
            return bad(format!("call to address {:#x}, which is no function", self.memory.plain(pointer)));
        };
        match o.label {
            Label::Function(id) if o.base == pointer => Ok(id),
            label => {
                let state = match o.state {
                    ObjectState::Live => "",
                    ObjectState::Freed => "freed ",
                    ObjectState::Returned => "dead ",
                };
                if let Some(s) = &self.symbolic {
                    s.called_object.set(Some(label));
                }
                bad(format!("call into {state}{}, which is no function", self.describe_object(label)))
            }
        }
    }

    fn library_call(&mut self, id: FunctionId, site: &'p CallSite, base: usize) -> Result<Flow, Stop> {
        self.outside_calls += 1;
        let mut args = std::mem::take(&mut self.arguments);
        args.clear();
        for a in &site.args {
            args.push(self.argument(base, a));
        }
        self.room = site.room.and_then(|bytes| Some((args.first()?.lo, bytes)));
        let mut reply = None;
        if self.symbolic.is_some() {
            self.sym().reply.clear();
            self.sym().result_used = site.used;
            self.tell_library_call(id);
            self.note_answers(id);
            self.memory.set_in_library(true);
            if let Some((r, terms)) = self.symbolic_call(id, &args, site.fixed)? {
                self.sym().reply = terms.to_vec();
                reply = Some(r);
            }
        }
        let mut reply = match reply {
            Some(r) => r,
            None => self.call_model(id, &args, site.fixed)?,
        };
        if self.symbolic.is_some() && site.used {
            reply = self.looked_at(id, &args, site.fixed, reply)?;
        }
        self.arguments = args;
        if self.symbolic.is_some() {
            self.memory.set_in_library(false);
            self.doubt_errno(id);
            let terms = std::mem::take(&mut self.sym().reply);
            self.set_result_terms(base + site.d as usize, &site.ret, &terms);
        }
        // A model may have grown the register stack; `base` is an index, so it still holds.
        let mut to = base + site.d as usize;
        let mut words = match reply {
            Reply::Void => [0; 4],
            Reply::Word(v) => [v, 0, 0, 0],
            Reply::Wide(lo, hi) => [lo, hi, 0, 0],
            Reply::Words(words) => words,
        }
        .into_iter();
        // Several scalars are the parts of a struct or a complex number.
        for part in &site.ret {
            for _ in 0..part.slots() {
                self.registers[to] = narrow(words.next().unwrap_or(0), *part);
                to += 1;
            }
        }
        Ok(Flow::Next)
    }

    /// Calls a library function by its model.
    pub(crate) fn call_model(&mut self, id: FunctionId, args: &[Value], fixed: u32) -> Result<Reply, Stop> {
        let Some(model) = self.models[id.0 as usize] else {
            if let Some(driver) = self.materialise.clone() {
                if driver.borrow().writes(id) {
                    self.settle_pointers(id, args)?;
                }
                let reply = self.drive(|driver, vm| driver.stub(vm, id, args)).expect("there is one")?;
                let words = [0, 1, 2, 3].map(|i| reply.words.get(i).copied().unwrap_or(0));
                self.sym().reply = reply.terms;
                return Ok(Reply::Words(words));
            }
            let name = &self.function(id).name;
            return Err(Stop::Unsupported(format!("call of `{name}`, which has neither a body nor a library model")));
        };
        self.library_used = true;
        let outer = (self.in_library.replace(model.name), self.library_callee.replace(id));
        // On an error the name stays: it is part of the report.
        let told = if self.symbolic.is_some() { self.before_model(model, args)? } else { false };
        let reply = (model.call)(self, crate::models::Args { values: args, fixed });
        if self.symbolic.is_some() {
            // Also when it failed: what it looked at is why.
            self.after_model(model, args, reply.is_err(), told)?;
        }
        let reply = reply?;
        (self.in_library, self.library_callee) = outer;
        if self.memory.has_uninitialised() {
            self.note_uninitialised()?;
        }
        Ok(reply)
    }

    /// Returns to a `setjmp`.
    pub(crate) fn land(&mut self, value: u64) -> Result<(), Stop> {
        let Some(p) = self.landing.take() else {
            return Err(Stop::ToolBug("a long jump without a landing".into()));
        };
        self.frames.truncate(p.depth);
        self.drop_locals(p.locals);
        self.in_library = None;
        self.library_callee = None;
        let frame = self.frames.last_mut().expect("the frame of the setjmp");
        frame.pc = p.pc;
        if let Some(d) = p.d {
            let at = frame.base + d as usize;
            self.registers[at] = value;
            if let Some(s) = self.symbolic.as_deref_mut() {
                s.terms[at] = ExprId::NONE;
            }
        }
        Ok(())
    }
}

/// A reply as a value of the type the caller expects.
pub(crate) fn value_of(reply: Reply, scalar: Option<Scalar>) -> Value {
    let scalar = scalar.unwrap_or(Scalar::Int(64));
    let (lo, hi) = match reply {
        Reply::Void => (0, 0),
        Reply::Word(v) => (v, 0),
        Reply::Wide(lo, hi) | Reply::Words([lo, hi, ..]) => (lo, hi),
    };
    Value { hi, ..Value::word(scalar, narrow(lo, scalar), 0) }
}

fn narrow(v: u64, scalar: Scalar) -> u64 {
    match scalar {
        Scalar::Int(w) if w < 64 => v & ((1 << w) - 1),
        _ => v,
    }
}
