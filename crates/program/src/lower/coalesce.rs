//! Lets a value share its phi's register where that is safe, so that loop counters need no copy.
//!
//! Rule: a value `v` whose only use is the phi `p`, on an edge from a block that goes nowhere else, may be written
//! straight into p's register if p is not read between v and the end of that edge. "Between" looks along the chain of
//! blocks that follow each other without branching.

use crate::llvm::{Block, Value};
use llvm_sys::LLVMOpcode::{self, *};
use std::collections::{HashMap, HashSet};

/// Operations that lower to one step which reads its operands before it writes.
fn single_step(op: LLVMOpcode) -> bool {
    matches!(
        op,
        LLVMAdd
            | LLVMSub
            | LLVMMul
            | LLVMUDiv
            | LLVMSDiv
            | LLVMURem
            | LLVMSRem
            | LLVMAnd
            | LLVMOr
            | LLVMXor
            | LLVMShl
            | LLVMLShr
            | LLVMAShr
            | LLVMFAdd
            | LLVMFSub
            | LLVMFMul
            | LLVMFDiv
            | LLVMTrunc
            | LLVMZExt
            | LLVMSExt
            | LLVMLoad
            | LLVMGetElementPtr
    )
}

/// `value -> phi` pairs that may share a register.
pub fn find(f: Value, predecessors: &HashMap<Block, Vec<Block>>) -> HashMap<Value, Value> {
    let mut shared = HashMap::new();
    for block in f.blocks() {
        let phis: Vec<Value> = block.instructions().take_while(|i| i.opcode() == LLVMPHI).collect();
        for &phi in &phis {
            for (v, from) in phi.incoming() {
                if v.is_instruction()
                    && single_step(v.opcode())
                    && v.single_user() == Some(phi)
                    && goes_only_to(from, block)
                    && !phis.iter().any(|&q| q != phi && q.incoming().contains(&(phi, from)))
                    && phi_unread_after(v, phi, from, predecessors)
                {
                    shared.insert(v, phi);
                }
            }
        }
    }
    shared
}

fn goes_only_to(from: Block, to: Block) -> bool {
    from.terminator().is_some_and(|t| t.opcode() == LLVMBr && !t.is_conditional() && t.successors() == [to])
}

/// Walks back from the end of `last` to the definition of `v`; false if `phi` is read on the way or `v` is not there.
fn phi_unread_after(v: Value, phi: Value, last: Block, predecessors: &HashMap<Block, Vec<Block>>) -> bool {
    let readers: HashSet<Value> = phi.users().into_iter().collect();
    let mut block = last;
    for _ in 0..16 {
        let instructions: Vec<Value> = block.instructions().collect();
        for &i in instructions.iter().rev() {
            if i == v {
                return true;
            }
            if readers.contains(&i) {
                return false;
            }
        }
        // The block's own phis may be defined from v's chain, so the chain ends where paths join.
        match predecessors.get(&block).map(Vec::as_slice) {
            Some([p]) if goes_only_to(*p, block) => block = *p,
            _ => return false,
        }
    }
    false
}
