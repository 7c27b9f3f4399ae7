//! What can be covered in a function, found before mem2reg: afterwards assignments to locals have no instruction left.
//!
//! The plan names instructions and blocks, which mem2reg leaves in place; lowering looks them up and writes the marks
//! and sites into the code.

mod boundary;
mod decide;
mod flow;
mod instrument;
mod statements;

use super::Positions;
use super::instruction::int_predicate;
use crate::cover::{CoverMap, Decision, DecisionId, GoalId, Next, Site, SiteId, SiteKind, Statement};
use crate::llvm::{Module, Value};
use crate::op::Pred;
use crate::source::{PosId, SourceMap};
use crate::symbol::FunctionId;
use decide::{Decider, Leaf, Step};
pub(super) use flow::Flow;
use flow::strip;
pub(crate) use instrument::{Numbers, instrument};
use llvm_sys::LLVMOpcode::*;
use llvm_sys::LLVMTypeKind::{LLVMIntegerTypeKind, LLVMPointerTypeKind};
pub(super) use statements::{Segment, is_call};
use std::collections::{BTreeMap, HashMap};

/// Conditions of one decision: a vector is a word of bits. Larger ones are taken apart into single conditions.
const MAX_CONDITIONS: usize = 64;

/// The plans of a module's functions; their positions are in `sources`.
pub(crate) struct Plans {
    pub sources: SourceMap,
    pub functions: HashMap<Value, Plan>,
}

#[derive(Default)]
pub(crate) struct Plan {
    /// Goals are numbered when the body is finished.
    pub map: CoverMap,
    pub marks: HashMap<Segment, u32>,
    /// Sites of terminators; whether a branch's condition is the negated site.
    pub branches: HashMap<Value, (u32, bool)>,
    /// Conditions to note at an instruction: behind it if it makes the value, else before it.
    pub outcomes: HashMap<Value, Vec<(Value, u32)>>,
}

pub(crate) fn plan(module: &Module) -> Plans {
    let mut sources = SourceMap::new();
    let mut functions = HashMap::new();
    for f in module.functions().into_iter().filter(|f| !f.is_declaration()) {
        functions.insert(f, plan_function(f, &mut sources));
    }
    Plans { sources, functions }
}

fn plan_function(f: Value, sources: &mut SourceMap) -> Plan {
    let flow = Flow::new(f);
    let statements = statements::find(&flow, sources);
    let mut plan = Plan { marks: statements.marks, ..Plan::default() };
    let statement = |(position, mark)| Statement { function: FunctionId(0), position, goal: GoalId(mark) };
    plan.map.statements = statements.list.into_iter().map(statement).collect();
    let decider = Decider::new(&flow);
    let mut finder = Finder {
        plan,
        decider,
        flow: &flow,
        sources,
        positions: Positions::new(),
        leaves: Vec::new(),
        values: HashMap::new(),
    };
    finder.sites();
    finder.decisions();
    finder.plan
}

struct Finder<'a> {
    plan: Plan,
    decider: Decider<'a>,
    flow: &'a Flow,
    sources: &'a mut SourceMap,
    positions: Positions,
    /// Each two-way site's leaf, if it has one (a `select` has none), in the order of the sites.
    leaves: Vec<(u32, Option<(Leaf, bool)>)>,
    /// Sites of values, so that two uses of one value are one site.
    values: HashMap<Value, u32>,
}

impl Finder<'_> {
    fn sites(&mut self) {
        let operands: HashMap<usize, usize> = (0..self.flow.blocks.len())
            .filter(|&b| self.decider.operand_leaf(b).is_some())
            .map(|b| (self.decider.operand_block(b), b))
            .collect();
        for b in 0..self.flow.blocks.len() {
            for v in self.flow.blocks[b].instructions() {
                match v.opcode() {
                    LLVMSelect => self.select(v),
                    LLVMBr if v.is_conditional() => self.branch(b, v),
                    LLVMBr => {
                        if let Some(&end) = operands.get(&b) {
                            self.operand(end, v);
                        }
                    }
                    LLVMSwitch => self.switch(v),
                    LLVMIndirectBr => {
                        let mut labels: Vec<_> = v.successors().iter().map(|s| self.flow.index[s]).collect();
                        labels.sort_unstable();
                        labels.dedup();
                        // All computed gotos of a function share a block that stands nowhere: the first one's place.
                        let jumps = self.flow.blocks.iter().filter_map(|b| b.terminator());
                        let first = jumps.filter(|j| *j != v).find(|j| j.successors().contains(&v.parent()));
                        let site = self.site(first.unwrap_or(v), SiteKind::Goto { labels: labels.len() as u32 });
                        self.plan.branches.insert(v, (site, false));
                    }
                    _ => {}
                }
            }
        }
    }

    fn site(&mut self, at: Value, kind: SiteKind) -> u32 {
        let position = self.positions.of(at, self.sources);
        let id = self.plan.map.sites.len() as u32;
        let site = Site {
            function: FunctionId(0),
            position,
            kind,
            first_goal: GoalId(0),
            decision: None,
            boundary: None,
            null_outcome: None,
        };
        self.plan.map.sites.push(site);
        id
    }

    /// A condition; `user` is what depends on it.
    fn condition(&mut self, v: Value, user: Value, kind: SiteKind) -> u32 {
        let site = self.site(user, kind);
        let own = if v.is_instruction() { self.positions.of(v, self.sources) } else { PosId::NONE };
        let s = &mut self.plan.map.sites[site as usize];
        // What the compiler tests against zero has the place of its user, often: the operand knows better.
        let implied = v.is_instruction() && (own == s.position || !v.name().starts_with("cmp")) && !v.is_call();
        let inner = (implied && v.operand_count() > 0).then(|| v.operand(0));
        let inner = inner.filter(|o| o.is_instruction()).map_or(PosId::NONE, |o| self.positions.of(o, self.sources));
        s.position = [inner, own, s.position].into_iter().find(|p| *p != PosId::NONE).unwrap_or(PosId::NONE);
        s.boundary = boundary::boundary(v);
        s.null_outcome = null_outcome(v);
        site
    }

    fn branch(&mut self, b: usize, v: Value) {
        let Some((leaf, condition, negated)) = self.decider.branch_leaf(b) else { return };
        let site = self.condition(condition, v, SiteKind::Branch);
        self.plan.branches.insert(v, (site, negated));
        self.leaves.push((site, Some((leaf, negated))));
    }

    fn operand(&mut self, end: usize, jump: Value) {
        let Some((leaf, v, negated)) = self.decider.operand_leaf(end) else { return };
        let site = self.condition(v, jump, SiteKind::Value);
        self.leaves.push((site, Some((leaf, negated))));
        self.note(v, jump, site);
    }

    fn select(&mut self, select: Value) {
        // Those of builtins (`ffs`) are named after them, and are no conditions of the program.
        let name = select.name();
        if !name.is_empty() && !name.starts_with("cond") {
            return;
        }
        let (v, _) = strip(select.operand(0));
        if v.ty().kind() != LLVMIntegerTypeKind || v.is_constant() || self.decider.is_join(v) {
            return;
        }
        if self.values.contains_key(&v) {
            return;
        }
        let site = self.condition(v, select, SiteKind::Value);
        self.values.insert(v, site);
        self.leaves.push((site, None));
        self.note(v, select, site);
    }

    fn note(&mut self, v: Value, user: Value, site: u32) {
        let made_here = v.is_instruction() && v.parent() == user.parent() && v.opcode() != LLVMPHI;
        self.plan.outcomes.entry(if made_here { v } else { user }).or_default().push((v, site));
    }

    fn switch(&mut self, v: Value) {
        let width = v.operand(0).ty().int_width();
        if width > 64 {
            return;
        }
        let mut cases: Vec<u64> = (1..v.successors().len() as u32).filter_map(|i| v.operand(2 * i).int()).collect();
        cases.sort_unstable();
        let site = self.site(v, SiteKind::Switch { cases, width });
        self.plan.branches.insert(v, (site, false));
    }

    // ---- decisions

    fn decisions(&mut self) {
        let by_leaf: HashMap<Leaf, u32> =
            self.leaves.iter().filter_map(|(site, leaf)| leaf.map(|(l, _)| (l, *site))).collect();
        let steps: BTreeMap<u32, [Step; 2]> = self
            .leaves
            .iter()
            .filter_map(|(site, leaf)| leaf.and_then(|(l, negated)| Some((*site, self.decider.steps(l, negated)?))))
            .collect();
        let mut groups = Groups::new(self.plan.map.sites.len());
        for (&site, both) in &steps {
            for step in both {
                if let Step::Leaf(l) = step
                    && let Some(&other) = by_leaf.get(l)
                {
                    groups.join(site, other);
                }
            }
        }
        let mut members: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
        for &(site, _) in &self.leaves {
            members.entry(groups.find(site)).or_default().push(site);
        }
        for sites in members.into_values() {
            match self.next(&sites, &steps, &by_leaf) {
                Some(next) => self.decide(&sites, next),
                None => sites.iter().for_each(|s| self.decide(&[*s], single())),
            }
        }
    }

    fn decide(&mut self, sites: &[u32], next: Vec<[Next; 2]>) {
        let map = &mut self.plan.map;
        let id = DecisionId(map.decisions.len() as u32);
        for (i, s) in sites.iter().enumerate() {
            map.sites[*s as usize].decision = Some((id, i as u16));
        }
        let position = map.sites[sites[0] as usize].position;
        let conditions = sites.iter().map(|s| SiteId(*s)).collect();
        map.decisions.push(Decision { function: FunctionId(0), position, conditions, next });
    }

    /// The walk through a decision's conditions; `None` if they do not form one.
    fn next(
        &self,
        sites: &[u32],
        steps: &BTreeMap<u32, [Step; 2]>,
        by_leaf: &HashMap<Leaf, u32>,
    ) -> Option<Vec<[Next; 2]>> {
        if sites.len() == 1 {
            return Some(single());
        }
        if sites.len() > MAX_CONDITIONS {
            return None;
        }
        let steps: Vec<[Step; 2]> = sites.iter().map(|s| steps.get(s).copied()).collect::<Option<_>>()?;
        let mut exits: Vec<usize> = Vec::new();
        for step in steps.iter().flatten() {
            if let Step::Exit(b) = step
                && !exits.contains(b)
            {
                exits.push(*b);
            }
        }
        let values = steps.iter().flatten().any(|s| matches!(s, Step::Value(_)));
        if exits.len() > 2 || values && !exits.is_empty() {
            return None;
        }
        let yes = self.true_exit(&exits, &steps);
        let mut all = Vec::with_capacity(sites.len());
        let mut reached = vec![false; sites.len()];
        reached[0] = true;
        for (i, both) in steps.iter().enumerate() {
            let mut next = [Next::Done(false); 2];
            for (n, step) in next.iter_mut().zip(both) {
                *n = match step {
                    Step::Leaf(l) => {
                        let j = sites.iter().position(|s| Some(s) == by_leaf.get(l))?;
                        reached[j] = true;
                        Next::Condition(if j > i { j as u16 } else { return None })
                    }
                    Step::Exit(b) => Next::Done(Some(*b) == yes),
                    Step::Value(v) => Next::Done(*v),
                };
            }
            all.push(next);
        }
        reached.into_iter().all(|r| r).then_some(all)
    }

    /// Which of the blocks a decision leads to is for true.
    fn true_exit(&self, exits: &[usize], steps: &[[Step; 2]]) -> Option<usize> {
        let starts = |b: &usize, names: &[&str]| names.iter().any(|n| self.flow.names[*b].starts_with(n));
        let yes = |b: &&usize| starts(b, &["if.then", "cond.true", "for.body", "while.body", "do.body"]);
        let no = |b: &&usize| starts(b, &["if.else", "if.end", "cond.false", "for.", "while.", "do."]);
        if let Some(b) = exits.iter().find(yes) {
            return Some(*b);
        }
        if let Some(f) = exits.iter().find(no) {
            return exits.iter().find(|b| *b != f).copied();
        }
        match steps.last()?[1] {
            Step::Exit(b) => Some(b),
            _ => None,
        }
    }
}

fn single() -> Vec<[Next; 2]> {
    vec![[Next::Done(false), Next::Done(true)]]
}

/// Which truth value of a comparison says that a pointer is null.
fn null_outcome(v: Value) -> Option<u32> {
    if !v.is_instruction() || v.opcode() != LLVMICmp || v.operand(0).ty().kind() != LLVMPointerTypeKind {
        return None;
    }
    let null = |v: Value| v.is_constant() && v.is_null();
    if !null(v.operand(0)) && !null(v.operand(1)) {
        return None;
    }
    match int_predicate(v) {
        Pred::Eq => Some(1),
        Pred::Ne => Some(0),
        _ => None,
    }
}

/// Sets of sites that belong together.
struct Groups(Vec<u32>);

impl Groups {
    fn new(n: usize) -> Groups {
        Groups((0..n as u32).collect())
    }

    fn find(&mut self, mut a: u32) -> u32 {
        while self.0[a as usize] != a {
            self.0[a as usize] = self.0[self.0[a as usize] as usize];
            a = self.0[a as usize];
        }
        a
    }

    fn join(&mut self, a: u32, b: u32) {
        let (a, b) = (self.find(a), self.find(b));
        self.0[a.max(b) as usize] = a.min(b);
    }
}
