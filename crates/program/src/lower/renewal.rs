//! Variables of a loop's body: every time control comes to their declaration they hold nothing, whatever they held the round
//! before. Their stack slots are made once, when the function is entered.

use crate::llvm::{Block, Metadata, Value};
use llvm_sys::LLVMOpcode::*;
use std::collections::{HashMap, HashSet};

/// The slots to be cleared, by the instruction before which their variables are declared.
pub(super) fn renewals(f: Value) -> HashMap<Value, Vec<Value>> {
    let mut all: HashMap<Value, Vec<Value>> = HashMap::new();
    let Some(entry) = f.blocks().next() else { return all };
    let mut loops = Loops::default();
    for v in Metadata::variables(f).into_iter().filter(|v| v.parameter == 0) {
        let Some(slot) = v.slot.filter(|s| s.is_instruction() && s.opcode() == LLVMAlloca && s.parent() == entry)
        else {
            continue;
        };
        let block = v.before.parent();
        if block != entry && loops.is_in_one(block) && !is_written_there(v.before, slot) {
            all.entry(v.before).or_default().push(slot);
        }
    }
    all
}

/// Whether the code from an instruction on, in its block, begins by writing all of a slot: it is initialised.
fn is_written_there(from: Value, slot: Value) -> bool {
    let mut next = Some(from);
    while let Some(v) = next {
        if v.operands().any(|o| o == slot) {
            return match v.opcode() {
                LLVMStore => v.operand(1) == slot && v.operand(0) != slot,
                LLVMCall => {
                    let name = v.called_value().name();
                    v.operand(0) == slot && (name.starts_with("llvm.memset") || name.starts_with("llvm.memcpy"))
                }
                _ => false,
            };
        }
        next = v.following();
    }
    false
}

/// Which blocks control can come back to.
#[derive(Default)]
struct Loops(HashMap<Block, bool>);

impl Loops {
    fn is_in_one(&mut self, block: Block) -> bool {
        *self.0.entry(block).or_insert_with(|| {
            let after = |b: Block| b.terminator().map(Value::successors).unwrap_or_default();
            let (mut seen, mut work) = (HashSet::new(), after(block));
            while let Some(b) = work.pop() {
                if b == block {
                    return true;
                }
                if seen.insert(b) {
                    work.extend(after(b));
                }
            }
            false
        })
    }
}
