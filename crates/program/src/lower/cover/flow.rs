//! A function's control flow as the front end laid it out: blocks in the order of the source, and what their names say.
//!
//! Clang names a block after what it is for (`land.rhs`, `if.then12`); a C name has no dot in it, so labels of the
//! program are never mistaken for these.

use crate::llvm::{Block, Value};
use llvm_sys::LLVMOpcode::*;
use std::collections::HashMap;

/// What a block is for, as far as coverage cares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// The right side of `&&` or `||` where a jump depends on it.
    Inner,
    /// The right side of `&&` or `||` where its value is wanted.
    Rhs,
    /// Where that value comes together: begins with a phi.
    End,
    /// The sides of `?:`, and where they meet.
    CondTrue,
    CondFalse,
    CondEnd,
    ForCond,
    ForInc,
    Return,
    /// Inside an operation that the compiler needs branches for (`va_arg`, complex numbers); the source has none.
    Made,
    Other,
}

const MADE: [&str; 6] = ["vaarg.", "complex_", "arrayinit.", "atomic_", "cmpxchg.", "vla-init"];

fn kind(name: &str) -> Kind {
    match name.trim_end_matches(|c: char| c.is_ascii_digit()) {
        "land.lhs.true" | "lor.lhs.false" => Kind::Inner,
        "land.rhs" | "lor.rhs" => Kind::Rhs,
        "land.end" | "lor.end" => Kind::End,
        "cond.true" => Kind::CondTrue,
        "cond.false" => Kind::CondFalse,
        "cond.end" => Kind::CondEnd,
        "for.cond" => Kind::ForCond,
        "for.inc" => Kind::ForInc,
        "return" => Kind::Return,
        "vaarg.end" | "complex_mul_cont" | "arrayinit.end" | "atomic_continue" | "cmpxchg.continue" => Kind::CondEnd,
        name if MADE.iter().any(|m| name.starts_with(m)) => Kind::Made,
        _ => Kind::Other,
    }
}

/// Blocks are numbered in layout order.
pub struct Flow {
    pub blocks: Vec<Block>,
    pub index: HashMap<Block, usize>,
    pub kinds: Vec<Kind>,
    pub names: Vec<String>,
    pub successors: Vec<Vec<usize>>,
    pub predecessors: Vec<Vec<usize>>,
}

impl Flow {
    pub fn new(f: Value) -> Flow {
        let blocks: Vec<Block> = f.blocks().collect();
        let index: HashMap<Block, usize> = blocks.iter().enumerate().map(|(i, &b)| (b, i)).collect();
        let names: Vec<String> = blocks.iter().map(|b| b.name()).collect();
        let kinds = names.iter().map(|n| kind(n)).collect();
        let mut predecessors = vec![Vec::new(); blocks.len()];
        let mut successors = Vec::with_capacity(blocks.len());
        for (i, b) in blocks.iter().enumerate() {
            let to: Vec<usize> =
                b.terminator().map(Value::successors).unwrap_or_default().iter().map(|s| index[s]).collect();
            to.iter().for_each(|&s| predecessors[s].push(i));
            successors.push(to);
        }
        Flow { blocks, index, kinds, names, successors, predecessors }
    }

    /// The targets of a block that ends in a conditional branch: true, false.
    pub fn targets(&self, b: usize) -> Option<[usize; 2]> {
        let t = self.blocks[b].terminator()?;
        let [yes, no] = self.successors[b][..] else { return None };
        (t.opcode() == LLVMBr).then_some([yes, no])
    }

    /// Whether a block belongs to an operand of `&&`, `||` or `?:`, or to where they end.
    pub fn is_part_of_expression(&self, b: usize) -> bool {
        matches!(self.kinds[b], Kind::Inner | Kind::Rhs | Kind::End | Kind::CondTrue | Kind::CondFalse | Kind::CondEnd)
    }

    /// The condition of a conditional branch.
    pub fn condition(&self, b: usize) -> Option<Value> {
        self.targets(b)?;
        Some(self.blocks[b].terminator()?.condition())
    }
}

/// A truth value without its negations, and whether it stands negated. It may have been made a number on the way, for
/// `__builtin_expect`, and tested against zero.
pub fn strip(mut v: Value) -> (Value, bool) {
    let mut negated = false;
    while v.is_instruction() {
        match v.opcode() {
            LLVMXor if v.operand(1).int() == Some(1) && v.ty().int_width_or_zero() == 1 => {
                v = v.operand(0);
                negated = !negated;
            }
            LLVMICmp if v.operand(1).is_null() && v.name().starts_with("tobool") => match truth_behind(v.operand(0)) {
                Some(inner) => v = inner,
                None => break,
            },
            _ => break,
        }
    }
    (v, negated)
}

/// The truth value that a number was made of.
fn truth_behind(mut v: Value) -> Option<Value> {
    while v.is_instruction() && matches!(v.opcode(), LLVMZExt | LLVMSExt) {
        v = v.operand(0);
        if v.ty().int_width_or_zero() == 1 {
            return Some(v);
        }
    }
    None
}
