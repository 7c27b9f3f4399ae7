//! Decisions: boolean expressions over conditions, read from the control flow the front end makes of them.
//!
//! Clang evaluates `&&`, `||`, `!` and `?:` in two ways. Where a jump depends on the value, each operand ends in a branch
//! to the next operand's block (`land.lhs.true`, `lor.lhs.false`; for `?:` its two sides) or straight to where the whole
//! expression sends control. Where the value is wanted, the right operand has a block of its own (`land.rhs`, `lor.rhs`)
//! and the value is a phi (`land.end`, `lor.end`). Operands may hold anything: calls, nested expressions, statements.
//!
//! The rightmost operand of an expression jumps to exactly the two places where the whole one goes. So the place where a
//! left operand goes when it decides by itself is known, and the next condition is the first branch from the right
//! operand's block on (in the order of the source) that leads there; branches before it belong to other expressions.

use super::flow::{Flow, Kind, strip};
use crate::llvm::Value;
use llvm_sys::LLVMOpcode::*;
use std::cell::RefCell;
use std::collections::HashMap;

/// Where a condition's value comes from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Leaf {
    /// The conditional branch at the end of a block.
    Branch(usize),
    /// The right operand that goes into the phi of this block.
    Operand(usize),
}

/// Where evaluation goes after a leaf.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    Leaf(Leaf),
    /// To a block outside of the expression.
    Exit(usize),
    /// The value is known and used.
    Value(bool),
}

/// The value of `&&` or `||` that comes together at a block.
struct Join {
    phi: Value,
    /// The right operand, and the block it comes from.
    rhs: Value,
    from: usize,
}

pub struct Decider<'a> {
    flow: &'a Flow,
    joins: HashMap<usize, Join>,
    phis: HashMap<Value, usize>,
    /// The join whose right operand is the value of this one.
    outer: HashMap<usize, usize>,
    /// The join a right operand's block belongs to.
    rhs_of: HashMap<usize, usize>,
    /// Sides of a `?:` that a jump depends on, and one of the places the whole expression goes.
    sides: HashMap<usize, usize>,
    leaves: RefCell<HashMap<usize, Option<usize>>>,
}

impl<'a> Decider<'a> {
    pub fn new(flow: &'a Flow) -> Decider<'a> {
        let mut d = Decider {
            flow,
            joins: HashMap::new(),
            phis: HashMap::new(),
            outer: HashMap::new(),
            rhs_of: HashMap::new(),
            sides: HashMap::new(),
            leaves: RefCell::default(),
        };
        for b in 0..flow.blocks.len() {
            match flow.kinds[b] {
                Kind::End => d.add_join(b),
                Kind::CondFalse => d.add_sides(b),
                _ => {}
            }
        }
        let nested = |(&end, j): (&usize, &Join)| Some((d.join_value(j.rhs, j.from)?.0, end));
        d.outer = d.joins.iter().filter_map(nested).collect();
        d
    }

    fn add_join(&mut self, b: usize) {
        let Some(phi) = self.flow.blocks[b].instructions().next() else { return };
        if phi.opcode() != LLVMPHI || phi.ty().int_width_or_zero() != 1 {
            return;
        }
        // Clang adds the right operand last; the others are where the left one decided.
        let incoming = phi.incoming();
        let Some(&(rhs, from)) = incoming.last() else { return };
        let left = incoming[..incoming.len() - 1].iter().map(|(_, p)| self.flow.index[p]).max();
        let entry = left.and_then(|l| self.flow.targets(l)).and_then(|t| t.into_iter().find(|&t| t != b));
        let Some(entry) = entry.filter(|&e| self.flow.kinds[e] == Kind::Rhs) else { return };
        self.rhs_of.insert(entry, b);
        self.phis.insert(phi, b);
        self.joins.insert(b, Join { phi, rhs, from: self.flow.index[&from] });
    }

    /// `?:` under a jump has no meeting point of its own: its first side ends in a branch too.
    fn add_sides(&mut self, no: usize) {
        let Some(places) = no.checked_sub(1).and_then(|last| self.flow.targets(last)) else { return };
        let Some(&test) = self.flow.predecessors[no].iter().max() else { return };
        let Some(t) = self.flow.targets(test) else { return };
        let yes = if t[0] == no { t[1] } else { t[0] };
        if self.flow.kinds[yes] == Kind::CondTrue && test < yes && yes < no {
            self.sides.insert(yes, places[0]);
            self.sides.insert(no, places[0]);
        }
    }

    /// The phi of a join that is this very value, negations aside.
    fn join_value(&self, v: Value, block: usize) -> Option<(usize, bool)> {
        let (v, negated) = strip(v);
        (self.phis.get(&v) == Some(&block)).then_some((block, negated))
    }

    /// The leaf at the end of a block, if its branch is one.
    pub fn branch_leaf(&self, b: usize) -> Option<(Leaf, Value, bool)> {
        let c = self.flow.condition(b)?;
        if self.flow.targets(b)?.iter().any(|&t| self.flow.kinds[t] == Kind::Made) {
            return None;
        }
        let (v, negated) = strip(c);
        (!v.is_constant() && self.join_value(c, b).is_none()).then_some((Leaf::Branch(b), v, negated))
    }

    /// The leaf whose value goes into the phi of a block.
    pub fn operand_leaf(&self, b: usize) -> Option<(Leaf, Value, bool)> {
        let j = self.joins.get(&b)?;
        let (v, negated) = strip(j.rhs);
        (!v.is_constant() && self.join_value(j.rhs, j.from).is_none()).then_some((Leaf::Operand(b), v, negated))
    }

    /// The block that sends an operand's value to the phi of `b`.
    pub fn operand_block(&self, b: usize) -> usize {
        self.joins[&b].from
    }

    /// Whether a value is that of `&&` or `||`, so that its conditions are known elsewhere.
    pub fn is_join(&self, v: Value) -> bool {
        self.phis.contains_key(&strip(v).0)
    }

    /// Where evaluation goes after a leaf, for false and for true.
    pub fn steps(&self, leaf: Leaf, negated: bool) -> Option<[Step; 2]> {
        let step = |truth: bool| match leaf {
            Leaf::Branch(b) => {
                let [yes, no] = self.flow.targets(b)?;
                self.go(if truth != negated { yes } else { no }, b)
            }
            Leaf::Operand(b) => self.up(b, truth != negated),
        };
        Some([step(false)?, step(true)?])
    }

    fn go(&self, to: usize, from: usize) -> Option<Step> {
        if self.aim(to).is_some() {
            return self.enter_branch(to, self.aim(to)?);
        }
        if let Some(&end) = self.rhs_of.get(&to) {
            return self.enter_value(to, end);
        }
        if let Some(j) = self.joins.get(&to) {
            let block = self.flow.blocks[from];
            let value = j.phi.incoming().into_iter().find(|(_, b)| *b == block)?.0;
            return self.up(to, value.int()? != 0);
        }
        Some(Step::Exit(to))
    }

    /// The value of the phi of `b` is known: it is an operand of an outer one, is branched on, or is used.
    fn up(&self, b: usize, value: bool) -> Option<Step> {
        if let Some(&end) = self.outer.get(&b) {
            return self.up(end, value != strip(self.joins[&end].rhs).1);
        }
        match self.flow.condition(b).and_then(|c| self.join_value(c, b)) {
            Some((_, negated)) => {
                let [yes, no] = self.flow.targets(b)?;
                self.go(if value != negated { yes } else { no }, b)
            }
            None => Some(Step::Value(value)),
        }
    }

    /// One of the places an operand that starts at this block can end at; `None` if none starts here.
    fn aim(&self, b: usize) -> Option<usize> {
        if let Some(&place) = self.sides.get(&b) {
            return Some(place);
        }
        if self.flow.kinds[b] != Kind::Inner {
            return None;
        }
        let last = *self.flow.predecessors[b].iter().max()?;
        self.flow.targets(last)?.into_iter().find(|&t| t != b)
    }

    fn enter_branch(&self, at: usize, aim: usize) -> Option<Step> {
        let leaf = self.leaf_after(at, aim)?;
        let c = self.flow.condition(leaf)?;
        if let Some((end, _)) = self.join_value(c, leaf) {
            return self.enter_branch(at, end);
        }
        if let Some(constant) = strip(c).0.int() {
            let [yes, no] = self.flow.targets(leaf)?;
            return self.go(if (constant != 0) != strip(c).1 { yes } else { no }, leaf);
        }
        Some(Step::Leaf(Leaf::Branch(leaf)))
    }

    /// Evaluation of the right operand of the join at `end` starts.
    fn enter_value(&self, at: usize, end: usize) -> Option<Step> {
        let j = &self.joins[&end];
        if self.join_value(j.rhs, j.from).is_some() {
            return self.enter_branch(at, j.from);
        }
        let (v, negated) = strip(j.rhs);
        match v.int() {
            Some(constant) => self.up(end, (constant != 0) != negated),
            None => Some(Step::Leaf(Leaf::Operand(end))),
        }
    }

    /// The first block from `at` on whose branch can still lead to `aim`.
    fn leaf_after(&self, at: usize, aim: usize) -> Option<usize> {
        let known = self.leaves.borrow().get(&at).copied();
        if let Some(leaf) = known.filter(|_| self.aim(at) == Some(aim)) {
            return leaf;
        }
        let found = (at..aim).find(|&b| self.leads(b, aim, &mut Vec::new()));
        if self.aim(at) == Some(aim) {
            self.leaves.borrow_mut().insert(at, found);
        }
        found
    }

    /// Whether the branch of `b`, or one of the operands that follow it, goes to `aim`.
    fn leads(&self, b: usize, aim: usize, seen: &mut Vec<usize>) -> bool {
        if seen.contains(&b) {
            return false;
        }
        seen.push(b);
        let Some(targets) = self.flow.targets(b) else { return false };
        targets.contains(&aim)
            || targets.into_iter().any(|t| {
                let leaf = self.aim(t).filter(|_| t > b).and_then(|a| self.leaf_after(t, a));
                leaf.is_some_and(|l| self.leads(l, aim, seen))
            })
    }
}
