//! Calls: arguments and results carry their terms; library functions see plain values, and what they look at becomes
//! concrete, unless they have a symbolic model.

use super::models::{self, Call, SymbolicModel};
use super::observe::Seen;
use crate::machine::Vm;
use crate::models::Model;
use crate::stop::Stop;
use crate::trace::Concretised;
use crate::value::{Reply, Value};
use crescendo_program::body::{Arg, CallSite, Callee};
use crescendo_program::symbol::{FunctionId, Scalar};
use crescendo_program::{c_type_difference, type_difference};
use crescendo_solver::expr::ExprId;

impl<'p> Vm<'p> {
    pub(super) fn observe_call(&mut self, base: usize, site: u32) -> Result<Seen, Stop> {
        let body = self.frames.last().expect("a frame is active").body;
        let site = &body.calls[site as usize];
        match site.callee {
            Callee::Pointer(r) => self.concretise_register(base + r as usize, Concretised::Callee)?,
            // A pointer that is known becomes its function, and the call keeps the type of the pointer. Calls without a
            // prototype are mostly of functions that were not declared.
            Callee::Direct(f) if self.sym().options.exact_calls && !site.unprototyped => {
                let signature = &self.program.function(f).signature;
                let given = site.args.iter().map(|a| a.scalar);
                let has_body = self.program.function(f).body.is_some();
                let ret = site.ret.first().copied();
                let why = type_difference(signature, given, ret, false).or_else(|| c_type_difference(signature, site));
                if let Some(why) = why.filter(|_| has_body) {
                    return Err(self.wrong_type(f, &why));
                }
            }
            Callee::Direct(_) | Callee::Symbol(_) => {}
        }
        Ok(Seen::Run)
    }

    /// The terms of a new frame: those of its arguments, nothing else.
    pub(crate) fn pass_terms(&mut self, base: usize, next: usize, site: &CallSite, target: &crescendo_program::Body) {
        let Some(s) = self.symbolic.as_deref_mut() else { return };
        if s.terms.len() < self.registers.len() {
            s.terms.resize(self.registers.len(), ExprId::NONE);
        }
        s.terms[next..next + target.registers as usize].fill(ExprId::NONE);
        for (p, a) in target.params.iter().zip(&site.args) {
            for i in 0..p.scalar.slots().min(a.scalar.slots()) {
                s.terms[next + (p.at + i) as usize] = s.terms[base + (a.at + i) as usize];
            }
        }
    }

    /// The same for a call from outside the loop.
    pub(crate) fn enter_terms(&mut self, base: usize, target: &crescendo_program::Body, args: &[Value]) {
        let Some(s) = self.symbolic.as_deref_mut() else { return };
        if s.terms.len() < self.registers.len() {
            s.terms.resize(self.registers.len(), ExprId::NONE);
        }
        s.terms[base..base + target.registers as usize].fill(ExprId::NONE);
        for (p, a) in target.params.iter().zip(args) {
            s.terms[base + p.at as usize] = a.terms[0];
            if p.scalar.slots() > 1 {
                s.terms[base + p.at as usize + 1] = a.terms[1];
            }
        }
    }

    /// The terms of a result that was left where the callee's registers began.
    pub(crate) fn result_terms(&self, base: usize, scalar: Option<Scalar>) -> [ExprId; 2] {
        let (Some(s), Some(scalar)) = (self.symbolic.as_deref(), scalar) else { return [ExprId::NONE; 2] };
        [s.terms[base], if scalar.slots() > 1 { s.terms[base + 1] } else { ExprId::NONE }]
    }

    /// Carries the terms of a result from the callee's registers to the caller's.
    pub(crate) fn return_terms(&mut self, from: usize, to: usize, have: u32, want: u32) {
        let s = self.sym();
        let n = have.min(want) as usize;
        s.terms.copy_within(from..from + n, to);
        s.terms[to + n..to + want as usize].fill(ExprId::NONE);
    }

    /// A library function's result: the terms of its first parts.
    pub(crate) fn set_result_terms(&mut self, at: usize, ret: &[Scalar], terms: &[ExprId]) {
        let slots: usize = ret.iter().map(|s| s.slots() as usize).sum();
        let s = self.sym();
        for i in 0..slots {
            let e = terms.get(i).copied().unwrap_or(ExprId::NONE);
            s.terms[at + i] = if e.is_some() { s.kept(e) } else { e };
        }
        // A library's `long` may be the caller's `int`.
        if let [Scalar::Int(w)] = ret
            && *w < 64
            && s.terms[at].is_some()
        {
            let e = s.fit(s.terms[at], *w);
            s.terms[at] = s.kept(e);
        }
    }

    pub(crate) fn argument_terms(&self, base: usize, a: &Arg) -> [ExprId; 2] {
        let Some(s) = self.symbolic.as_deref() else { return [ExprId::NONE; 2] };
        let at = base + a.at as usize;
        [s.terms[at], if a.scalar.slots() > 1 { s.terms[at + 1] } else { ExprId::NONE }]
    }

    /// Runs a library function's symbolic model, if it has one that wants these arguments.
    pub(crate) fn symbolic_call(
        &mut self,
        id: FunctionId,
        args: &[Value],
        fixed: u32,
    ) -> Result<Option<(Reply, [ExprId; 2])>, Stop> {
        let Some(model) = self.symbolic_models.get(id.0 as usize).copied().flatten() else { return Ok(None) };
        let pending = self.memory.has_notes();
        debug_assert!(!pending, "notes of the operation before");
        (model.call)(self, &Call { id, args, fixed })
    }

    /// A result that the program looks at; writing may have failed.
    pub(crate) fn looked_at(&mut self, id: FunctionId, args: &[Value], fixed: u32, r: Reply) -> Result<Reply, Stop> {
        self.writing_may_fail(&Call { id, args, fixed }, r)
    }

    /// What a plain model will look at becomes concrete: here its arguments. Gives what `after_model` sets back.
    pub(crate) fn before_model(&mut self, model: &Model, args: &[Value]) -> Result<bool, Stop> {
        self.sym().forget_places();
        let shown = self.only_shows(model.name, args);
        let outer = std::mem::replace(&mut self.sym().tells, !shown);
        if !args.iter().any(Value::is_symbolic) {
            return Ok(outer);
        }
        let reason = self.library_reason(model.name);
        for (i, v) in args.iter().enumerate() {
            // Which object a pointer of the driver is, is a decision.
            let decided = v.scalar == Scalar::Ptr && self.decide_value(v, false)?.is_none();
            if decided || shown && !models::is_descriptor(model.name, i) {
                continue;
            }
            for (term, value) in v.terms.into_iter().zip([v.lo, v.hi]) {
                if term.is_some() {
                    self.concretise(term, value, reason)?;
                }
            }
        }
        Ok(outer)
    }

    /// Somebody writes behind these pointers: the path decides where that is.
    /// Also what is a pointer only to the callee, which is then called through a pointer of another type.
    pub(crate) fn settle_pointers(&mut self, callee: FunctionId, args: &[Value]) -> Result<(), Stop> {
        self.sym().forget_places();
        let program = self.program;
        let takes = |i: usize| program.function(callee).signature.params.get(i).map(|p| p.scalar);
        for (i, v) in args.iter().enumerate() {
            if v.scalar != Scalar::Ptr && takes(i) != Some(Scalar::Ptr) {
                continue;
            }
            let term = self.decide_value(v, false)?;
            if term.is_some() {
                self.concretise(term, v.lo, Concretised::Address)?;
            }
        }
        Ok(())
    }

    /// What a plain model has looked at becomes concrete: here symbolic bytes of memory. Checks of sizes stand where they
    /// were made between them.
    pub(crate) fn after_model(&mut self, model: &Model, args: &[Value], failed: bool, outer: bool) -> Result<(), Stop> {
        let shown = self.only_shows(model.name, args);
        self.sym().tells = outer;
        if shown && !failed && !models::shows_by_size(model.name) {
            // How far it looked depends on what it saw, which is not told.
            self.memory.take_notes();
        }
        self.tell_notes((!shown).then_some(model.name))
    }

    /// Finds the symbolic models of the program's library functions.
    pub(crate) fn find_symbolic_models(&self) -> Vec<Option<&'static SymbolicModel>> {
        let functions = self.program.functions.iter();
        functions.map(|f| if f.body.is_none() { models::find(&f.name) } else { None }).collect()
    }
}
