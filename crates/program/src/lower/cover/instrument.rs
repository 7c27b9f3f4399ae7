//! Code that counts natively what the machine counts: the goals of a plan, by their numbers in a linked program.
//!
//! It writes to a byte per goal and calls functions for what takes more than that (decisions of several conditions, cases,
//! boundary values); `replay/runtime/goals.c` has both. What the code does is not changed.

use super::flow::strip;
use super::{Plan, is_call};
use crate::cover::{Boundary, CoverMap, FunctionCover, Next, Site, SiteKind};
use crate::llvm::{Argument, Block, Builder, Value};
use crate::lower::renewal::renewals;
use crate::op::Pred;
use llvm_sys::LLVMOpcode::*;
use std::collections::HashMap;

/// The variable that holds the address of the bytes.
const MAP: &str = "crescendo_goal_map";

/// What a function's goals are called in the program.
pub struct Numbers<'a> {
    pub map: &'a CoverMap,
    pub own: FunctionCover,
}

impl Numbers<'_> {
    fn site(&self, number: u32) -> &Site {
        &self.map.sites[(self.own.sites.start + number) as usize]
    }

    /// Whether a plan is of the same code.
    pub fn fit(&self, plan: &Plan) -> bool {
        let sites = &self.map.sites[self.own.sites.start as usize..self.own.sites.end as usize];
        let same = |(a, b): (&Site, &Site)| a.kind == b.kind && a.decision.map(|d| d.1) == b.decision.map(|d| d.1);
        let statements = &self.map.statements[self.own.statements.start as usize..self.own.statements.end as usize];
        sites.len() == plan.map.sites.len()
            && sites.iter().zip(&plan.map.sites).all(same)
            && statements.len() == plan.map.statements.len()
            && statements.iter().zip(&plan.map.statements).all(|(a, b)| a.goal.0 - self.own.goals.start == b.goal.0)
    }
}

/// Something to be noted before an instruction.
enum Event {
    Mark(u32),
    /// A condition, of which this is the value.
    Outcome {
        site: u32,
        value: Value,
        negated: bool,
    },
    Case {
        site: u32,
        value: Value,
    },
    Label {
        site: u32,
        address: Value,
        blocks: Vec<Block>,
    },
}

/// Makes a function count.
pub fn instrument(builder: &mut Builder, f: Value, plan: &Plan, numbers: &Numbers) {
    let blocks: Vec<Block> = f.blocks().collect();
    // Everything is found before anything is added.
    let mut events: Vec<(Value, Event)> = Vec::new();
    for &b in &blocks {
        let mut calls = 0;
        let mut due = plan.marks.get(&(b, 0)).copied();
        for v in b.instructions() {
            if v.opcode() != LLVMPHI
                && let Some(mark) = due.take()
            {
                events.push((v, Event::Mark(mark)));
            }
            for &(value, site) in plan.outcomes.get(&v).into_iter().flatten() {
                let at = if value == v { v.following() } else { Some(v) };
                events.extend(at.map(|at| (at, Event::Outcome { site, value, negated: false })));
            }
            if let Some(&(site, negated)) = plan.branches.get(&v) {
                let event = match v.opcode() {
                    LLVMSwitch => Event::Case { site, value: v.operand(0) },
                    LLVMIndirectBr => Event::Label { site, address: v.operand(0), blocks: labels(&blocks, v) },
                    _ => Event::Outcome { site, value: v.condition(), negated },
                };
                events.push((v, event));
            }
            if is_call(v) {
                calls += 1;
                due = plan.marks.get(&(b, calls)).copied();
            }
        }
    }
    let renewals = renewals(f);
    zero_locals(builder, &blocks, &renewals);
    let Some(first) = blocks.first().and_then(|b| b.instructions().next()) else { return };
    let decisions = numbers.own.decisions.clone();
    let several = |d: u32| numbers.map.decisions[d as usize].conditions.len() > 1;
    let room = decisions.clone().any(several).then(|| {
        builder.before(first);
        builder.zeroed(WORDS * decisions.len() as u32)
    });
    for (at, event) in events {
        builder.before(at);
        match event {
            Event::Mark(mark) => builder.hit(MAP, numbers.own.goals.start + mark, None),
            Event::Case { site, value } => case(builder, numbers.site(site), value),
            Event::Label { site, address, blocks } => {
                let goal = numbers.site(site).first_goal.0;
                let table = builder.labels(f, &blocks);
                let count = blocks.len() as u32;
                let arguments = [address, table].map(Argument::Value);
                builder
                    .call("crescendo_jumped", &[&arguments[..], &[Argument::Int(count), Argument::Int(goal)]].concat());
            }
            Event::Outcome { site, value, negated } => {
                let site = numbers.site(site);
                let (inner, _) = strip(value);
                let truth = builder.truth(value, negated);
                builder.hit(MAP, site.first_goal.0, Some(truth));
                if let (Some(room), Some((d, condition))) = (room, site.decision)
                    && several(d.0)
                {
                    let own = builder.word_of(room, WORDS * (d.0 - decisions.start));
                    evaluated(builder, numbers.map, own, (d.0, condition), truth);
                }
                if let Some(boundary) =
                    site.boundary.as_ref().filter(|_| inner.is_instruction() && inner.opcode() == LLVMICmp)
                {
                    compared(builder, boundary, inner);
                }
            }
        }
    }
}

/// Memory that nobody wrote is zero in the machine, also in every round of a loop.
fn zero_locals(builder: &mut Builder, blocks: &[Block], renewals: &HashMap<Value, Vec<Value>>) {
    let allocas = blocks.iter().flat_map(|b| b.instructions()).filter(|v| v.opcode() == LLVMAlloca);
    let behind = |alloca: Value| Some((alloca.following()?, alloca));
    let mut places: Vec<(Value, Value)> = allocas.filter_map(behind).collect();
    let declared = blocks.iter().flat_map(|b| b.instructions()).filter_map(|v| Some((v, renewals.get(&v)?)));
    places.extend(declared.flat_map(|(at, slots)| slots.iter().map(move |s| (at, *s))));
    for (at, alloca) in places {
        builder.before(at);
        let size = builder.size_of(alloca);
        builder.call("crescendo_zero", &[Argument::Value(alloca), Argument::Value(size)]);
    }
}

/// Per decision: which condition comes next, which were evaluated, their values.
const WORDS: u32 = 3;

/// The labels that a computed jump may go to, in the order of the code.
fn labels(blocks: &[Block], jump: Value) -> Vec<Block> {
    let successors = jump.successors();
    blocks.iter().copied().filter(|b| successors.contains(b)).collect()
}

fn case(builder: &mut Builder, site: &Site, value: Value) {
    let SiteKind::Switch { cases, .. } = &site.kind else { return };
    let table = builder.table(cases);
    let arguments = [Argument::Value(value), Argument::Value(table), Argument::Int(cases.len() as u32)];
    builder.call("crescendo_chose", &[&arguments[..], &[Argument::Int(site.first_goal.0)]].concat());
}

/// Where evaluation goes after a condition, as a number: the next one, or the result behind 0x10000.
fn following(next: Next) -> u32 {
    match next {
        Next::Condition(n) => n as u32,
        Next::Done(result) => 0x10000 + result as u32,
    }
}

fn evaluated(builder: &mut Builder, map: &CoverMap, own: Value, at: (u32, u16), truth: Value) {
    let (decision, condition) = at;
    let [no, yes] = map.decisions[decision as usize].next[condition as usize].map(following);
    let numbers = [decision, condition as u32, no, yes].map(Argument::Int);
    builder.call("crescendo_evaluated", &[&[Argument::Value(own), Argument::Value(truth)], &numbers[..]].concat());
}

/// The kinds of comparisons that the counting code tells apart.
fn order_of(boundary: &Boundary) -> u32 {
    match boundary.pred {
        Pred::Eq | Pred::Ne => 0,
        _ if boundary.is_signed() => 2,
        _ => 1,
    }
}

fn compared(builder: &mut Builder, boundary: &Boundary, comparison: Value) {
    // Where a difference has its goal, from -1 to 1: its number, from 1.
    let place = |d: i8| boundary.differences.iter().position(|o| *o == d).map_or(0, |i| i as u32 + 1);
    let places = place(-1) | place(0) << 8 | place(1) << 16;
    let sides = [comparison.operand(0), comparison.operand(1)].map(Argument::Value);
    let numbers = [boundary.width, order_of(boundary), places, boundary.first_goal.0].map(Argument::Int);
    builder.call("crescendo_compared", &[&sides[..], &numbers[..]].concat());
}
