//! Operands that C evaluates in no certain order, found before mem2reg: until then values flow only inside of one expression.
//!
//! The code at hand evaluates them in the order that clang chose. Another compiler may begin with the other one, which shows if one
//! of them is a call with effects that the other one sees. What counts as an effect is for those who ask to decide.

use super::cover::Flow;
use crate::llvm::{Block, Module, Value};
use llvm_sys::LLVMOpcode::*;
use llvm_sys::LLVMValueKind::LLVMFunctionValueKind;
use std::collections::{BTreeSet, HashMap, HashSet};

/// A call, and what may be evaluated before or after it: another call, or (`None`) a read of memory that is no local variable.
pub(super) type Pair = (Value, Option<Value>);

/// The pairs of each function.
pub(crate) type Unsequenced = HashMap<Value, Vec<Pair>>;

/// Effects in one operand that are looked at; a longer expression is told by its first ones.
const MOST: usize = 256;

pub(crate) fn find(module: &Module) -> Unsequenced {
    let bodies = module.functions().into_iter().filter(|f| !f.is_declaration());
    let pairs = bodies.map(|f| (f, Finder::new(f).pairs()));
    pairs.filter(|(_, pairs)| !pairs.is_empty()).collect()
}

/// What evaluating an operand does, by the numbers of instructions in order.
type Effects = BTreeSet<usize>;

struct Finder {
    flow: Flow,
    instructions: Vec<Value>,
    number: HashMap<Value, usize>,
    /// Calls that leave a struct in a temporary of the compiler's.
    made_by: HashMap<Value, Value>,
    /// Locals whose address goes nowhere but into loads and stores.
    plain: HashSet<Value>,
    known: HashMap<Value, Effects>,
}

impl Finder {
    fn new(f: Value) -> Finder {
        let flow = Flow::new(f);
        let instructions: Vec<Value> = flow.blocks.iter().flat_map(|b| b.instructions()).collect();
        let number = instructions.iter().enumerate().map(|(i, &v)| (v, i)).collect();
        let mut made_by = HashMap::new();
        let mut plain = HashSet::new();
        for &v in &instructions {
            if is_function_call(v) && v.arg_count() > 0 && v.param_has(0, "sret", true) {
                made_by.insert(v.operand(0), v);
            }
            let is_plain = |u: &Value| match u.opcode() {
                LLVMLoad => true,
                LLVMStore => u.operand(0) != v,
                _ => false,
            };
            if v.opcode() == LLVMAlloca && v.users().iter().all(|u| u.is_instruction() && is_plain(u)) {
                plain.insert(v);
            }
        }
        Finder { flow, instructions, number, made_by, plain, known: HashMap::new() }
    }

    fn pairs(mut self) -> Vec<Pair> {
        // Where nothing is called, nothing has effects.
        if !self.instructions.iter().any(|v| is_function_call(*v)) {
            return Vec::new();
        }
        let mut pairs = BTreeSet::new();
        for v in self.instructions.clone() {
            if matches!(v.opcode(), LLVMPHI | LLVMAlloca | LLVMBr | LLVMSwitch) || v.operand_count() < 2 {
                continue;
            }
            let operands: Vec<Effects> = v.operands().map(|o| self.effects(o)).collect();
            for (i, one) in operands.iter().enumerate() {
                for other in &operands[i + 1..] {
                    self.combine(one, other, &mut pairs);
                }
            }
        }
        let value = |n: usize| self.instructions[n];
        let pair = |(a, b): (usize, usize)| match (value(a).is_call(), value(b).is_call()) {
            (true, true) => (value(a), Some(value(b))),
            (true, false) => (value(a), None),
            _ => (value(b), None),
        };
        let mut found: Vec<Pair> = pairs.into_iter().map(pair).collect();
        found.dedup();
        found
    }

    fn combine(&self, one: &Effects, other: &Effects, pairs: &mut BTreeSet<(usize, usize)>) {
        for &a in one.difference(other) {
            for &b in other.difference(one) {
                if self.instructions[a].is_call() || self.instructions[b].is_call() {
                    pairs.insert((a.min(b), a.max(b)));
                }
            }
        }
    }

    /// The calls and reads that make a value, in its own expression.
    fn effects(&mut self, v: Value) -> Effects {
        if !v.is_instruction() {
            return Effects::new();
        }
        if let Some(known) = self.known.get(&v) {
            return known.clone();
        }
        // A loop cannot be inside of an expression, but a phi of one refers to itself.
        self.known.insert(v, Effects::new());
        let mut effects = Effects::new();
        match v.opcode() {
            LLVMAlloca => {
                if let Some(&call) = self.made_by.get(&v).filter(|_| is_temporary(v)) {
                    effects = self.of_call(call);
                }
            }
            LLVMPHI => {
                let mut seen = HashSet::new();
                for (value, from) in v.incoming() {
                    effects.extend(self.effects(value));
                    self.on_the_way(from, &mut seen, &mut effects);
                }
            }
            LLVMLoad => {
                effects = self.effects(v.operand(0));
                if !self.plain.contains(&v.operand(0)) {
                    effects.insert(self.number[&v]);
                }
            }
            _ if is_function_call(v) => effects = self.of_call(v),
            _ => v.operands().for_each(|o| effects.extend(self.effects(o))),
        }
        while effects.len() > MOST {
            effects.pop_last();
        }
        self.known.insert(v, effects.clone());
        effects
    }

    fn of_call(&mut self, call: Value) -> Effects {
        let mut effects = Effects::from([self.number[&call]]);
        let result = self.made_by.iter().find(|m| *m.1 == call).map(|m| *m.0);
        for o in call.operands().filter(|o| Some(*o) != result) {
            effects.extend(self.effects(o));
        }
        effects
    }

    /// What the parts of `&&`, `||` and `?:` do that decide whether another part is evaluated.
    fn on_the_way(&mut self, block: Block, seen: &mut HashSet<Block>, effects: &mut Effects) {
        if !seen.insert(block) {
            return;
        }
        let b = self.flow.index[&block];
        if !self.flow.is_part_of_expression(b) {
            if let Some(condition) = self.flow.condition(b) {
                effects.extend(self.effects(condition));
            }
            return;
        }
        let inside: Vec<Value> = block.instructions().filter(|v| is_function_call(*v)).collect();
        inside.into_iter().for_each(|v| effects.extend(self.of_call(v)));
        for p in self.flow.predecessors[b].clone() {
            self.on_the_way(self.flow.blocks[p], seen, effects);
        }
    }
}

/// A call of the program's, also through a pointer.
fn is_function_call(v: Value) -> bool {
    if v.opcode() != LLVMCall {
        return false;
    }
    let callee = v.called_value();
    callee.kind() != LLVMFunctionValueKind || !callee.name().starts_with("llvm.")
}

/// What clang makes room for by itself; no C name has a dot in it.
fn is_temporary(v: Value) -> bool {
    let name = v.name();
    let name = name.trim_end_matches(|c: char| c.is_ascii_digit());
    ["tmp", "agg.tmp", "ref.tmp", "coerce", "tmp.coerce", "agg.tmp.ensured", "byval-temp"].contains(&name)
}
