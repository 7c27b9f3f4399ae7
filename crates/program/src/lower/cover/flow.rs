//! A function's control flow as the front end laid it out: blocks in the order of the source, and what their names say.
//!
//! Clang names a block after what it is for (`land.rhs`, `if.then12`); a C name has no dot in it, so labels of the
//! program are never mistaken for these.

use crate::llvm::{Block, Value};
use llvm_sys::LLVMOpcode::*;
use std::cell::OnceCell;
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
    Other,
}

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
    meets: OnceCell<Vec<usize>>,
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
        Flow { blocks, index, kinds, names, successors, predecessors, meets: OnceCell::new() }
    }

    /// The targets of a block that ends in a conditional branch: true, false.
    pub fn targets(&self, b: usize) -> Option<[usize; 2]> {
        let t = self.blocks[b].terminator()?;
        let [yes, no] = self.successors[b][..] else { return None };
        (t.opcode() == LLVMBr).then_some([yes, no])
    }

    /// The condition of a conditional branch.
    pub fn condition(&self, b: usize) -> Option<Value> {
        self.targets(b)?;
        Some(self.blocks[b].terminator()?.condition())
    }

    /// Where all ways from a block meet again, if they do.
    pub fn meeting(&self, b: usize) -> Option<usize> {
        let m = self.meets.get_or_init(|| self.post_dominators())[b];
        (m < self.blocks.len()).then_some(m)
    }

    /// Immediate post-dominators (Cooper, Harvey, Kennedy); the block count stands for the way out.
    fn post_dominators(&self) -> Vec<usize> {
        let n = self.blocks.len();
        let mut order = Vec::with_capacity(n + 1);
        let mut seen = vec![false; n];
        let leaves: Vec<usize> = (0..n).filter(|&b| self.successors[b].is_empty()).collect();
        for &b in &leaves {
            self.backwards(b, &mut seen, &mut order);
        }
        // What never leaves counts as leaving from its last block.
        let mut out = leaves;
        for b in (0..n).rev() {
            if !seen[b] {
                out.push(b);
                self.backwards(b, &mut seen, &mut order);
            }
        }
        order.push(n);
        let mut rank = vec![0; n + 1];
        order.iter().enumerate().for_each(|(i, &b)| rank[b] = i);
        let none = usize::MAX;
        let mut up = vec![none; n + 1];
        up[n] = n;
        let is_out: Vec<bool> = (0..n).map(|b| out.contains(&b)).collect();
        let mut changed = true;
        while changed {
            changed = false;
            for &b in order.iter().rev().skip(1) {
                let mut new = if is_out[b] { n } else { none };
                for &s in &self.successors[b] {
                    if up[s] == none {
                        continue;
                    }
                    let mut x = s;
                    let mut y = if new == none { s } else { new };
                    while x != y {
                        while rank[x] < rank[y] {
                            x = up[x];
                        }
                        while rank[y] < rank[x] {
                            y = up[y];
                        }
                    }
                    new = x;
                }
                if up[b] != new {
                    up[b] = new;
                    changed = true;
                }
            }
        }
        up
    }

    /// Appends what leads to `from`, deepest first.
    fn backwards(&self, from: usize, seen: &mut [bool], order: &mut Vec<usize>) {
        if std::mem::replace(&mut seen[from], true) {
            return;
        }
        let mut stack = vec![(from, 0)];
        while let Some((b, i)) = stack.last_mut() {
            match self.predecessors[*b].get(*i) {
                Some(&p) => {
                    *i += 1;
                    if !std::mem::replace(&mut seen[p], true) {
                        stack.push((p, 0));
                    }
                }
                None => {
                    order.push(*b);
                    stack.pop();
                }
            }
        }
    }
}

/// A truth value without its negations, and whether it stands negated.
pub fn strip(mut v: Value) -> (Value, bool) {
    let mut negated = false;
    while v.is_instruction() && v.opcode() == LLVMXor && v.operand(1).int() == Some(1) && v.ty().int_width() == 1 {
        v = v.operand(0);
        negated = !negated;
    }
    (v, negated)
}
