//! A model subject: programs of a small language over small inputs, run concretely and symbolically, with the events, the
//! coverage and the flow graph the real machine gives. Small enough that all inputs can be tried.

pub mod programs;
mod run;
pub mod solver;

use crescendo_explore::flow::{Flow, Place};
use crescendo_program::cover::{
    Boundary, CoverMap, Decision, DecisionId, FunctionCover, GoalId, Next, Site, SiteId, SiteKind, Statement,
};
use crescendo_program::op::Pred;
use crescendo_program::source::PosId;
use crescendo_program::symbol::FunctionId;
use crescendo_solver::expr::{Pool, VarId};
pub use run::WIDTH;

/// An expression over 16-bit numbers; comparisons are 0 or 1.
#[derive(Clone, Debug)]
pub enum E {
    In(usize),
    Var(usize),
    C(u64),
    Op(&'static str, Box<E>, Box<E>),
}

pub fn op(name: &'static str, a: E, b: E) -> E {
    E::Op(name, Box::new(a), Box::new(b))
}

pub fn input(i: usize) -> E {
    E::In(i)
}

pub fn eq(a: E, b: u64) -> E {
    op("==", a, E::C(b))
}

pub fn lt(a: E, b: E) -> E {
    op("<", a, b)
}

#[derive(Clone, Debug)]
pub enum S {
    If(E, Vec<S>, Vec<S>),
    While(E, Vec<S>),
    Switch(E, Vec<(u64, Vec<S>)>, Vec<S>),
    Set(usize, E),
    /// `x = (condition)` without a jump.
    Value(usize, E),
    /// A fault where it is 0.
    Check(E),
    Concrete(usize, E),
    /// A branch inside a library model.
    Fork(E, Vec<S>, Vec<S>),
    Assume(E),
    Call(usize),
    Mark,
    Return,
    Unsupported,
}

/// Statements with their sites.
#[derive(Clone, Debug)]
enum N {
    If(SiteId, E, Vec<N>, Vec<N>),
    While(SiteId, E, Vec<N>),
    Switch(SiteId, E, Vec<(u64, Vec<N>)>, Vec<N>),
    Set(usize, E),
    Value(SiteId, usize, E),
    Check(PosId, E),
    Concrete(PosId, usize, E),
    Fork(PosId, E, Vec<N>, Vec<N>),
    Assume(PosId, E),
    Call(usize),
    Mark(GoalId),
    Return,
    Unsupported,
}

pub struct Model {
    functions: Vec<Vec<N>>,
    pub map: CoverMap,
    flow: Flow,
    unit: Vec<FunctionId>,
    pub pool: Pool,
    pub inputs: Vec<VarId>,
    pub bits: u32,
    pub max_steps: u64,
    positions: u32,
    /// Lie about the outcome of this site's first branch, to see that it is noticed.
    pub liar: Option<SiteId>,
    /// The function under test needs no model.
    pub unmodelled: Vec<String>,
    pub runs: u64,
}

impl Model {
    /// Function 0 is under test; it has `inputs` inputs of `bits` bits.
    pub fn new(inputs: usize, bits: u32, functions: Vec<Vec<S>>) -> Model {
        let mut pool = Pool::new();
        let inputs = (0..inputs).map(|i| pool.new_variable(&format!("in{i}"), bits)).collect();
        let mut model = Model {
            functions: vec![],
            map: CoverMap::default(),
            flow: Flow::new(None),
            unit: (0..functions.len() as u32).map(FunctionId).collect(),
            pool,
            inputs,
            bits,
            max_steps: 10_000,
            positions: 0,
            liar: None,
            unmodelled: vec![],
            runs: 0,
        };
        for (f, body) in functions.into_iter().enumerate() {
            let function = FunctionId(f as u32);
            let entry = model.flow.add(function);
            model.flow.entries.insert(function, entry);
            let (code, end) = model.block(function, body, entry);
            model.functions.push(code);
            if let Some(end) = end {
                model.flow.at(end).returns = true;
            }
        }
        model
    }

    /// Makes one decision of these sites: their conjunction.
    pub fn with_and(mut self, sites: &[u32]) -> Model {
        let id = DecisionId(self.map.decisions.len() as u32);
        let conditions: Vec<SiteId> = sites.iter().map(|&s| SiteId(s)).collect();
        for (i, s) in conditions.iter().enumerate() {
            self.map.sites[s.0 as usize].decision = Some((id, i as u16));
        }
        let last = conditions.len() as u16 - 1;
        let on = |i: u16| if i == last { Next::Done(true) } else { Next::Condition(i + 1) };
        let next = (0..=last).map(|i| [Next::Done(false), on(i)]).collect();
        let (function, position) = (FunctionId(0), self.position());
        self.map.decisions.push(Decision { function, position, conditions, next });
        self.map.functions.resize(1, FunctionCover::default());
        self.map.functions[0].decisions = 0..self.map.decisions.len() as u32;
        self
    }

    /// Gives every comparison its boundary goals.
    pub fn with_boundaries(mut self) -> Model {
        let mut codes = std::mem::take(&mut self.functions);
        let mut found = Vec::new();
        codes.iter_mut().for_each(|c| comparisons(c, &mut found));
        self.functions = codes;
        for (site, pred) in found {
            let differences = if pred == Pred::Ult { vec![-1, 0] } else { vec![-1, 0, 1] };
            let first_goal = GoalId(self.map.goals);
            self.map.goals += differences.len() as u32;
            // Reached where the site's outcomes are decided.
            let way = self.flow.outcomes[&self.map.sites[site.0 as usize].first_goal];
            for place in self.flow.places.iter_mut().filter(|p| p.next.contains(&way)) {
                place.goals.extend((0..differences.len() as u32).map(|i| GoalId(first_goal.0 + i)));
            }
            self.map.sites[site.0 as usize].boundary = Some(Boundary { pred, width: WIDTH, differences, first_goal });
        }
        // All in one function: what is in a function is contiguous.
        let (sites, goals) = (0..self.map.sites.len() as u32, 0..self.map.goals);
        let decisions = 0..self.map.decisions.len() as u32;
        self.map.functions = vec![FunctionCover { sites, goals, decisions, ..FunctionCover::default() }];
        self
    }

    fn position(&mut self) -> PosId {
        self.positions += 1;
        PosId(self.positions)
    }

    fn site(&mut self, function: FunctionId, kind: SiteKind) -> SiteId {
        let position = self.position();
        let site = Site {
            function,
            position,
            kind,
            first_goal: GoalId(self.map.goals),
            decision: None,
            boundary: None,
            null_outcome: None,
        };
        self.map.goals += site.outcomes();
        self.map.sites.push(site);
        SiteId(self.map.sites.len() as u32 - 1)
    }

    /// Where control goes for an outcome, from `at`.
    fn way(&mut self, f: FunctionId, site: SiteId, outcome: u32, at: Place) -> Place {
        let to = self.flow.add(f);
        let goal = self.map.sites[site.0 as usize].goal(outcome);
        let way = self.flow.add_outcome(f, goal, to);
        self.flow.at(at).next.push(way);
        to
    }

    fn step(&mut self, f: FunctionId, from: Place) -> Place {
        let to = self.flow.add(f);
        self.flow.at(from).next.push(to);
        to
    }

    fn join(&mut self, f: FunctionId, ends: &[Option<Place>]) -> Place {
        let to = self.flow.add(f);
        for &end in ends.iter().flatten() {
            self.flow.at(end).next.push(to);
        }
        to
    }

    fn block(&mut self, f: FunctionId, body: Vec<S>, from: Place) -> (Vec<N>, Option<Place>) {
        let mut code = Vec::new();
        let mut at = from;
        for s in body {
            let n = match s {
                S::If(e, yes, no) => {
                    let site = self.site(f, SiteKind::Branch);
                    let (to_no, to_yes) = (self.way(f, site, 0, at), self.way(f, site, 1, at));
                    let (yes, a) = self.block(f, yes, to_yes);
                    let (no, b) = self.block(f, no, to_no);
                    at = self.join(f, &[a, b]);
                    N::If(site, e, yes, no)
                }
                S::Fork(e, yes, no) => {
                    let position = self.position();
                    let (to_no, to_yes) = (self.step(f, at), self.step(f, at));
                    let (yes, a) = self.block(f, yes, to_yes);
                    let (no, b) = self.block(f, no, to_no);
                    at = self.join(f, &[a, b]);
                    N::Fork(position, e, yes, no)
                }
                S::While(e, body) => {
                    let site = self.site(f, SiteKind::Branch);
                    let head = self.step(f, at);
                    let (to_no, to_yes) = (self.way(f, site, 0, head), self.way(f, site, 1, head));
                    let (body, end) = self.block(f, body, to_yes);
                    if let Some(end) = end {
                        self.flow.at(end).next.push(head);
                    }
                    at = to_no;
                    N::While(site, e, body)
                }
                S::Switch(e, cases, default) => {
                    let kind = SiteKind::Switch { cases: cases.iter().map(|c| c.0).collect(), width: WIDTH };
                    let site = self.site(f, kind);
                    let mut ends = Vec::new();
                    let mut arms = Vec::new();
                    for (i, (v, body)) in cases.into_iter().enumerate() {
                        let to = self.way(f, site, i as u32, at);
                        let (body, end) = self.block(f, body, to);
                        ends.push(end);
                        arms.push((v, body));
                    }
                    let to = self.way(f, site, arms.len() as u32, at);
                    let (default, end) = self.block(f, default, to);
                    ends.push(end);
                    at = self.join(f, &ends);
                    N::Switch(site, e, arms, default)
                }
                S::Value(v, e) => {
                    let site = self.site(f, SiteKind::Value);
                    let goal = self.map.sites[site.0 as usize].first_goal;
                    at = self.step(f, at);
                    self.flow.at(at).goals.extend([goal, GoalId(goal.0 + 1)]);
                    N::Value(site, v, e)
                }
                S::Mark => {
                    let goal = GoalId(self.map.goals);
                    self.map.goals += 1;
                    let position = self.position();
                    self.map.statements.push(Statement { function: f, position, goal });
                    at = self.step(f, at);
                    self.flow.at(at).goals.push(goal);
                    N::Mark(goal)
                }
                S::Call(callee) => {
                    at = self.step(f, at);
                    self.flow.at(at).calls.push(FunctionId(callee as u32));
                    at = self.step(f, at);
                    N::Call(callee)
                }
                S::Set(v, e) => N::Set(v, e),
                S::Check(e) => N::Check(self.position(), e),
                S::Concrete(v, e) => N::Concrete(self.position(), v, e),
                S::Assume(e) => N::Assume(self.position(), e),
                S::Return | S::Unsupported => {
                    self.flow.at(at).returns = true;
                    code.push(if matches!(s, S::Return) { N::Return } else { N::Unsupported });
                    return (code, None);
                }
            };
            code.push(n);
        }
        (code, Some(at))
    }
}

fn comparisons(code: &mut [N], out: &mut Vec<(SiteId, Pred)>) {
    for n in code {
        match n {
            N::If(site, e, yes, no) => {
                compares(e).into_iter().for_each(|p| out.push((*site, p)));
                comparisons(yes, out);
                comparisons(no, out);
            }
            N::While(site, e, body) => {
                compares(e).into_iter().for_each(|p| out.push((*site, p)));
                comparisons(body, out);
            }
            _ => {}
        }
    }
}

fn compares(e: &E) -> Option<Pred> {
    match e {
        E::Op("<", ..) => Some(Pred::Ult),
        E::Op("==", ..) => Some(Pred::Eq),
        _ => None,
    }
}
