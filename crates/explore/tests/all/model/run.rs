//! Running a model: a concrete value and, where it depends on an input, a term.

use super::{E, Model, N};
use crescendo_explore::flow::Flow;
use crescendo_explore::{Ending, Execution, Subject};
use crescendo_program::cover::{CoverMap, GoalId, SiteId};
use crescendo_program::source::PosId;
use crescendo_program::symbol::FunctionId;
use crescendo_solver::expr::{Assignment, ExprId, Pool};
use crescendo_vm::cover::{Coverage, Recorder};
use crescendo_vm::trace::{Compared, Comparison, Concretised, Event, EventKind};
use crescendo_vm::{FaultKind, Limit, Outcome, ProgramFault};
use std::sync::Arc;

pub const WIDTH: u32 = 16;

#[derive(Clone, Copy)]
struct V {
    value: u64,
    term: ExprId,
}

struct Machine<'a> {
    model: &'a mut Model,
    input: &'a Assignment,
    vars: Vec<V>,
    events: Vec<Event>,
    recorder: Recorder,
    steps: u64,
    function: u32,
    depth: u32,
    ending: Ending,
    fault: Option<(FunctionId, PosId)>,
}

enum Stop {
    Return,
    End(Outcome),
}

type Flowing = Result<(), Stop>;

impl Machine<'_> {
    fn eval(&mut self, e: &E) -> V {
        match e {
            E::In(i) => {
                let v = self.model.inputs[*i];
                let pool = &mut self.model.pool;
                let term = pool.var(v);
                let value = self.input.get(v) & ((1 << self.model.bits) - 1);
                V { value, term: pool.zext(term, WIDTH) }
            }
            E::Var(i) => self.vars[*i],
            E::C(value) => V { value: *value, term: ExprId::NONE },
            E::Op(name, a, b) => {
                let (a, b) = (self.eval(a), self.eval(b));
                let mask = (1 << WIDTH) - 1;
                let value = match *name {
                    "+" => a.value.wrapping_add(b.value) & mask,
                    "-" => a.value.wrapping_sub(b.value) & mask,
                    "*" => a.value.wrapping_mul(b.value) & mask,
                    "&" => a.value & b.value,
                    "==" => (a.value == b.value) as u64,
                    "<" => (a.value < b.value) as u64,
                    _ => panic!("{name}"),
                };
                if a.term.is_none() && b.term.is_none() {
                    return V { value, term: ExprId::NONE };
                }
                let pool = &mut self.model.pool;
                let mut lift = |v: V| if v.term.is_some() { v.term } else { pool.constant(v.value, WIDTH) };
                let (x, y) = (lift(a), lift(b));
                let term = match *name {
                    "+" => pool.add(x, y),
                    "-" => pool.sub(x, y),
                    "*" => pool.mul(x, y),
                    "&" => pool.and(x, y),
                    "==" => truth(pool, |p| p.eq(x, y)),
                    _ => truth(pool, |p| p.ult(x, y)),
                };
                V { value, term: if pool.is_constant(term) { ExprId::NONE } else { term } }
            }
        }
    }

    /// Whether a value is not 0, and the term for what it is; `None` if it does not depend on inputs.
    fn test(&mut self, e: &E) -> (bool, Option<ExprId>) {
        let v = self.eval(e);
        if v.term.is_none() {
            return (v.value != 0, None);
        }
        let pool = &mut self.model.pool;
        let zero = pool.constant(0, WIDTH);
        let yes = pool.ne(v.term, zero);
        if pool.is_constant(yes) {
            return (v.value != 0, None);
        }
        let holds = if v.value != 0 { yes } else { pool.not(yes) };
        (v.value != 0, Some(holds))
    }

    fn event(&mut self, kind: EventKind, holds: ExprId, position: PosId) {
        let function = FunctionId(self.function);
        self.events.push(Event { kind, holds, function, position, depth: self.depth, step: self.steps });
    }

    fn branch(&mut self, site: SiteId, e: &E) -> bool {
        let (mut outcome, holds) = self.test(e);
        let position = self.outcome(site, outcome);
        self.hit_boundary(site, e);
        if let Some(holds) = holds {
            if self.model.liar == Some(site) && self.model.runs > 1 {
                outcome = !outcome;
            }
            let compared = self.compared(e);
            self.event(EventKind::Branch { site, outcome, compared }, holds, position);
        }
        outcome
    }

    fn outcome(&mut self, site: SiteId, outcome: bool) -> PosId {
        // No function calls itself, so the depth tells frames apart well enough.
        self.recorder.outcome(&self.model.map, self.depth as usize, self.depth as u64, site, outcome);
        self.model.map.site(site).position
    }

    /// The two sides of a comparison, as terms.
    fn compared(&mut self, e: &E) -> Option<Compared> {
        let E::Op(name @ ("<" | "=="), a, b) = e else { return None };
        let (a, b) = (self.eval(a), self.eval(b));
        let pool = &mut self.model.pool;
        let mut lift = |v: V| if v.term.is_some() { v.term } else { pool.constant(v.value, WIDTH) };
        let kind = if *name == "<" { Comparison::Less } else { Comparison::Equal };
        Some(Compared { left: lift(a), right: lift(b), signed: false, kind })
    }

    fn hit_boundary(&mut self, site: SiteId, e: &E) {
        let E::Op("<" | "==", a, b) = e else { return };
        let (a, b) = (self.eval(a), self.eval(b));
        let boundary = self.model.map.sites[site.0 as usize].boundary.as_ref();
        if let Some(goal) = boundary.and_then(|x| x.goal(a.value, b.value)) {
            self.recorder.coverage.hit(goal);
        }
    }

    fn block(&mut self, code: &[N]) -> Flowing {
        code.iter().try_for_each(|n| self.step(n))
    }

    fn step(&mut self, n: &N) -> Flowing {
        self.steps += 1;
        if self.steps > self.model.max_steps {
            return Err(Stop::End(Outcome::Limit(Limit::Steps)));
        }
        match n {
            N::If(site, e, yes, no) => {
                let taken = if self.branch(*site, e) { yes } else { no };
                self.block(taken)?;
            }
            N::While(site, e, body) => {
                while self.branch(*site, e) {
                    self.steps += 1;
                    if self.steps > self.model.max_steps {
                        return Err(Stop::End(Outcome::Limit(Limit::Steps)));
                    }
                    self.block(body)?;
                }
            }
            N::Fork(position, e, yes, no) => {
                let (outcome, holds) = self.test(e);
                if let Some(holds) = holds {
                    self.event(EventKind::Fork { outcome }, holds, *position);
                }
                self.block(if outcome { yes } else { no })?;
            }
            N::Switch(site, e, cases, default) => {
                let on = self.eval(e);
                let outcome = cases.iter().position(|c| c.0 == on.value).unwrap_or(cases.len());
                let s = &self.model.map.sites[site.0 as usize];
                let (goal, position) = (s.goal(outcome as u32), s.position);
                self.recorder.coverage.hit(goal);
                if on.term.is_some() {
                    let pool = &mut self.model.pool;
                    let mut holds = pool.bool(true);
                    for (i, (v, _)) in cases.iter().enumerate() {
                        let v = pool.constant(*v, WIDTH);
                        let is = pool.eq(on.term, v);
                        if outcome == cases.len() {
                            let not = pool.not(is);
                            holds = pool.and(holds, not);
                        } else if outcome == i {
                            holds = is;
                        }
                    }
                    let kind = EventKind::Switch { site: *site, outcome: outcome as u32, on: on.term };
                    self.event(kind, holds, position);
                }
                self.block(cases.get(outcome).map_or(default, |c| &c.1))?;
            }
            N::Set(v, e) => {
                let value = self.eval(e);
                self.set(*v, value);
            }
            N::Value(site, v, e) => {
                let value = self.eval(e);
                let (outcome, holds) = self.test(e);
                let position = self.outcome(*site, outcome);
                if let Some(holds) = holds {
                    self.event(EventKind::Value { site: *site, outcome, compared: None }, holds, position);
                }
                self.set(*v, value);
            }
            N::Check(position, e) => {
                let kind = FaultKind::DivisionByZero;
                let (passes, holds) = self.test(e);
                if let Some(holds) = holds {
                    self.event(EventKind::Check { fault: kind, passed: passes, part: 0, context: 0 }, holds, *position);
                }
                if !passes {
                    self.fault = Some((FunctionId(self.function), *position));
                    let fault = ProgramFault { kind, message: String::new(), access: None };
                    return Err(Stop::End(Outcome::ProgramFault(fault)));
                }
            }
            N::Assume(position, e) => {
                let (passes, holds) = self.test(e);
                if let Some(holds) = holds {
                    self.event(EventKind::Assume, holds, *position);
                }
                if !passes {
                    self.ending = Ending::FailedAssume;
                    return Err(Stop::End(Outcome::Finished { status: 0 }));
                }
            }
            N::Concrete(position, v, e) => {
                let value = self.eval(e);
                if value.term.is_some() {
                    let pool = &mut self.model.pool;
                    let number = pool.constant(value.value, WIDTH);
                    let holds = pool.eq(value.term, number);
                    let kind = EventKind::Concrete { term: value.term, reason: Concretised::Length };
                    self.event(kind, holds, *position);
                }
                self.set(*v, V { value: value.value, term: ExprId::NONE });
            }
            N::Call(f) => {
                let code = self.model.functions[*f].clone();
                let caller = std::mem::replace(&mut self.function, *f as u32);
                self.depth += 1;
                match self.block(&code) {
                    Ok(()) | Err(Stop::Return) => {}
                    end => return end,
                }
                self.depth -= 1;
                self.function = caller;
            }
            N::Mark(goal) => {
                self.recorder.coverage.hit(*goal);
            }
            N::Return => return Err(Stop::Return),
            N::Unsupported => return Err(Stop::End(Outcome::Unsupported("a model of nothing".into()))),
        }
        Ok(())
    }

    fn set(&mut self, v: usize, value: V) {
        if self.vars.len() <= v {
            self.vars.resize(v + 1, V { value: 0, term: ExprId::NONE });
        }
        self.vars[v] = value;
    }
}

/// A truth value as a number.
fn truth(pool: &mut Pool, f: impl Fn(&mut Pool) -> ExprId) -> ExprId {
    let bit = f(pool);
    pool.zext(bit, WIDTH)
}

impl Subject for Model {
    fn run(&mut self, input: &Assignment) -> Execution {
        self.runs += 1;
        let code = self.functions[0].clone();
        let recorder = Recorder::new(&self.map);
        let unmodelled = self.unmodelled.clone();
        let mut machine = Machine {
            model: self,
            input,
            vars: vec![V { value: 0, term: ExprId::NONE }; 8],
            events: vec![],
            recorder,
            steps: 0,
            function: 0,
            depth: 0,
            ending: Ending::Plain,
            fault: None,
        };
        let outcome = match machine.block(&code) {
            Ok(()) | Err(Stop::Return) => Outcome::Finished { status: 0 },
            Err(Stop::End(outcome)) => outcome,
        };
        Execution {
            events: machine.events,
            settled: vec![],
            ending: machine.ending,
            coverage: machine.recorder.coverage,
            outcome,
            steps: machine.steps,
            fault: machine.fault,
            frames: machine.fault.into_iter().collect(),
            context: 0,
            assertion: false,
            names: vec![],
            gaps: vec![],
            front: None,
            unmodelled,
            sure_memory: false,
        }
    }

    fn pool(&mut self) -> &mut Pool {
        &mut self.pool
    }

    fn cover(&self) -> Arc<CoverMap> {
        Arc::new(self.map.clone())
    }

    fn unit(&self) -> &[FunctionId] {
        &self.unit
    }

    fn flow(&self) -> Flow {
        self.flow.clone()
    }
}

impl Model {
    /// Every input there is.
    pub fn all_inputs(&self) -> impl Iterator<Item = Assignment> + use<> {
        let (inputs, bits) = (self.inputs.clone(), self.bits);
        (0..1u64 << (inputs.len() as u32 * bits)).map(move |n| {
            let mut a = Assignment::new();
            for (i, &v) in inputs.iter().enumerate() {
                a.set(v, n >> (i as u32 * bits) & ((1 << bits) - 1));
            }
            a
        })
    }

    /// By trying all inputs: the distinct paths without a fault, and every goal that is covered by some.
    pub fn brute_force(&mut self) -> (usize, Vec<GoalId>) {
        let mut paths = std::collections::HashSet::new();
        let mut covered = Coverage::new(self.map.goals);
        for input in self.all_inputs() {
            let run = self.run(&input);
            if run.ending == Ending::FailedAssume {
                continue;
            }
            covered.merge(&run.coverage);
            if matches!(run.outcome, Outcome::ProgramFault(_)) {
                continue;
            }
            let constraining = run.events.iter().filter(|e| e.constrains());
            paths.insert(constraining.map(|e| e.holds).collect::<Vec<_>>());
        }
        let goals = (0..self.map.goals).map(GoalId).filter(|&g| covered.is_hit(g)).collect();
        (paths.len(), goals)
    }
}
