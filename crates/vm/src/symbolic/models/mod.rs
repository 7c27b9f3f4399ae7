//! Library functions on symbolic data, one file per kind.
//!
//! A model here makes the terms and events; the plain model of `crate::models` makes the values: `Vm::finish` runs it. To
//! add one: a function, and a line in its file's `MODELS`. It returns the reply with the terms of its first parts, or
//! `None` to leave the call to the plain model, which makes concrete what it looks at. `None` is also right after a failed
//! check: the plain model then meets the fault.

mod arithmetic;
mod assume;
mod compare;
mod copy;
mod ctype;
mod floats;
mod heap;
mod input;
mod math;
mod numbers;
mod options;
mod outside;
mod print;
mod rendered;
mod scan;
mod search;
mod strings;
mod tokens;
pub(super) mod view;

pub(crate) use outside::{is_descriptor, shows_by_size};

use crate::machine::Vm;
use crate::models::{Args, Model};
use crate::stop::{FaultKind, Stop};
use crate::trace::EventKind;
use crate::value::{Reply, Value};
use crescendo_program::symbol::FunctionId;
use crescendo_solver::expr::ExprId;
use std::collections::HashMap;
use std::sync::OnceLock;

pub(crate) type Answer = Result<Option<(Reply, [ExprId; 2])>, Stop>;

pub(crate) struct SymbolicModel {
    pub name: &'static str,
    pub call: fn(&mut Vm, &Call) -> Answer,
}

/// A call of a library function.
#[derive(Clone, Copy)]
pub(crate) struct Call<'a> {
    pub id: FunctionId,
    pub args: &'a [Value],
    /// How many belong to named parameters.
    pub fixed: u32,
}

const ALL: &[&[SymbolicModel]] = &[
    arithmetic::MODELS,
    assume::MODELS,
    compare::MODELS,
    copy::MODELS,
    ctype::MODELS,
    floats::MODELS,
    heap::MODELS,
    input::MODELS,
    math::MODELS,
    numbers::MODELS,
    options::MODELS,
    print::MODELS,
    rendered::MODELS,
    scan::MODELS,
    search::MODELS,
    strings::MODELS,
    tokens::MODELS,
];

pub(crate) fn find(name: &str) -> Option<&'static SymbolicModel> {
    static BY_NAME: OnceLock<HashMap<&'static str, &'static SymbolicModel>> = OnceLock::new();
    let map = BY_NAME.get_or_init(|| ALL.iter().flat_map(|list| list.iter()).map(|m| (m.name, m)).collect());
    map.get(name).copied()
}

impl Call<'_> {
    pub fn word(&self, i: usize) -> u64 {
        self.args.get(i).map_or(0, |v| v.lo)
    }

    pub fn is_symbolic(&self, i: usize) -> bool {
        self.args.get(i).is_some_and(Value::is_symbolic)
    }
}

impl<'p> Vm<'p> {
    /// An argument's term in the given width.
    pub(crate) fn value_term(&mut self, v: &Value, width: u32) -> ExprId {
        let s = self.sym();
        match v.terms[0] {
            ExprId::NONE => s.pool.constant(v.lo, width),
            e => s.fit(e, width),
        }
    }

    /// The same by number; a missing one is 0.
    fn argument_term(&mut self, call: &Call, i: usize, width: u32) -> ExprId {
        match call.args.get(i) {
            Some(v) => self.value_term(v, width),
            None => self.sym().pool.constant(0, width),
        }
    }

    /// Runs the plain model on the values alone; the trace does not learn what it looks at.
    fn run_plain(&mut self, call: &Call) -> Result<Reply, Stop> {
        let Some(model) = self.models[call.id.0 as usize] else {
            return Err(Stop::ToolBug("a symbolic model without a plain one".into()));
        };
        self.run_model(model, call)
    }

    fn run_model(&mut self, model: &'static Model, call: &Call) -> Result<Reply, Stop> {
        self.library_used = true;
        self.sym().forget_places();
        let outer = (self.in_library.replace(model.name), self.library_callee.replace(call.id));
        let told = std::mem::replace(&mut self.sym().tells, false);
        let reply = (model.call)(self, Args { values: call.args, fixed: call.fixed });
        self.memory.take_notes();
        self.sym().tells = told;
        // On an error the name stays: it is part of the report.
        let reply = reply?;
        (self.in_library, self.library_callee) = outer;
        // Where inputs say how far it looks, that is a check of its own.
        if !self.sym().written.is_empty() {
            self.memory.take_uninitialised();
        } else if self.memory.has_uninitialised() {
            self.note_uninitialised()?;
        }
        Ok(reply)
    }

    /// Runs the plain model and tells the conditions under which it does not fault, in the order it meets them.
    fn finish(&mut self, call: &Call, checks: &[(FaultKind, ExprId)]) -> Result<Reply, Stop> {
        self.finish_with(checks, |vm| vm.run_plain(call))
    }

    /// The same for anything that has a plain form.
    pub(super) fn finish_with<T>(
        &mut self,
        checks: &[(FaultKind, ExprId)],
        plain: impl FnOnce(&mut Vm<'p>) -> Result<T, Stop>,
    ) -> Result<T, Stop> {
        let reply = plain(self);
        self.memory.take_notes();
        for holds in std::mem::take(&mut self.sym().written) {
            let passed = self.sym().evaluate(holds)[0] == 1;
            self.check_event(FaultKind::UninitialisedUse, passed, holds)?;
            if !passed {
                return Err(Stop::fault(FaultKind::UninitialisedUse, "a value that was never written is used"));
            }
        }
        let faulted = matches!(&reply, Err(Stop::Fault(_)));
        for &(kind, holds) in checks {
            let passed = !faulted || self.sym().evaluate(holds)[0] == 1;
            self.check_event(kind, passed, holds)?;
            if !passed {
                break;
            }
        }
        reply
    }

    /// A decision of a model: `truth` is its outcome in this run.
    pub(crate) fn fork(&mut self, condition: ExprId, truth: bool) -> Result<bool, Stop> {
        let s = self.sym();
        if s.pool.is_constant(condition) {
            return Ok(truth);
        }
        let holds = if truth { condition } else { s.pool.not(condition) };
        self.event(EventKind::Fork { outcome: truth }, holds)?;
        Ok(truth)
    }
}

/// A reply with one term.
fn with(reply: Reply, term: ExprId) -> Answer {
    Ok(Some((reply, [term, ExprId::NONE])))
}
