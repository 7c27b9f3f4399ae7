//! Functions that may end without a `return`: what they give back is then nobody's word.
//!
//! clang keeps the result in a variable that nobody declared. Where a path to the end does not write it, mem2reg would take the result
//! of another path; here it is zero, and `NO_RESULT` is told whether it was written. `main` is written to by clang at its start: other
//! compilers do so only under that name.

use super::builder::Builder;
use super::promote::{exposed, plain_accesses};
use super::{Module, Value};
use llvm_sys::LLVMOpcode::*;
use std::collections::HashMap;

/// An intrinsic of ours: its argument is not 0 if a function ends without a result.
pub const NO_RESULT: &str = "llvm.crescendo.no.result";

impl Module {
    pub fn mark_missing_returns(&self) {
        let mut builder = Builder::new(self);
        for f in self.functions().into_iter().filter(|f| !f.is_declaration()) {
            if let Some((slot, load)) = result_of(f) {
                mark(&mut builder, f, slot, load);
            }
        }
    }
}

/// The variable with a function's result, and where it is read.
fn result_of(f: Value) -> Option<(Value, Value)> {
    let ret = f.blocks().filter_map(|b| b.terminator()).find(|t| t.opcode() == LLVMRet)?;
    let load = (ret.operand_count() == 1).then(|| ret.operand(0))?;
    let is_load = load.is_instruction() && load.opcode() == LLVMLoad;
    let slot = is_load.then(|| load.operand(0))?;
    let is_alloca = slot.is_instruction() && slot.opcode() == LLVMAlloca;
    let declared = || super::Metadata::variables(f).into_iter().any(|v| v.slot == Some(slot));
    (is_alloca && plain_accesses(slot) && !declared()).then_some((slot, load))
}

fn mark(builder: &mut Builder, f: Value, slot: Value, load: Value) {
    let entry = slot.parent();
    // What clang writes for the end of `main`.
    let is_implicit = |s: &Value| f.name() == "main" && s.parent() == entry && s.location().is_none();
    let stores: Vec<Value> = slot.users().into_iter().filter(|u| u.opcode() == LLVMStore).collect();
    let returns: Vec<Value> = stores.into_iter().filter(|s| !is_implicit(s)).collect();
    if exposed(f, &HashMap::from([(slot, 0)]), &|s| returns.contains(&s)).is_empty() {
        return;
    }
    let Some(first) = slot.following() else { return };
    builder.before(first);
    builder.store_zero(slot);
    let missing = builder.flag(true);
    for at in returns {
        builder.before(at);
        builder.set(missing, false);
    }
    builder.before(load);
    builder.tell(NO_RESULT, missing);
}
