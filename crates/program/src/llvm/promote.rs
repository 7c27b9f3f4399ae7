//! Turns locals whose address is not taken into values (LLVM's mem2reg), except where that would hide something.
//!
//! Three kinds of locals stay in memory:
//! - all locals of a function that calls `setjmp`: after `longjmp` they then hold what native -O0 code sees;
//! - a variable that may be read before it is written: in memory the machine notices such a read, as a value it would
//!   silently be "undefined";
//! - a variable whose address is taken: once the pointer is a value, LLVM would see through it, and the same would happen.

use super::{Block, Metadata, Module, Value};
use llvm_sys::LLVMOpcode::*;
use llvm_sys::core::*;
use llvm_sys::error::{LLVMDisposeErrorMessage, LLVMGetErrorMessage};
use llvm_sys::transforms::pass_builder::*;
use std::collections::HashMap;
use std::ffi::CStr;

impl Module {
    pub fn promote_locals(&self) -> Result<(), String> {
        let mut kept = Vec::new();
        for f in self.functions().into_iter().filter(|f| !f.is_declaration()) {
            if f.blocks().any(|b| b.instructions().any(|i| i.is_call() && i.call_returns_twice())) {
                self.keep_all(f);
            } else {
                kept.extend(read_before_written(f));
                kept.extend(accesses_of_taken(f));
            }
        }
        // mem2reg leaves variables with volatile accesses alone; afterwards they are ordinary again.
        for &access in &kept {
            unsafe { LLVMSetVolatile(access.0, 1) };
        }
        let result = self.run_mem2reg();
        for &access in &kept {
            unsafe { LLVMSetVolatile(access.0, 0) };
        }
        result
    }

    fn keep_all(&self, f: Value) {
        unsafe {
            for name in ["optnone", "noinline"] {
                let kind = LLVMGetEnumAttributeKindForName(name.as_ptr().cast(), name.len());
                let attribute = LLVMCreateEnumAttribute(self.context, kind, 0);
                LLVMAddAttributeAtIndex(f.0, llvm_sys::LLVMAttributeFunctionIndex, attribute);
            }
        }
    }

    fn run_mem2reg(&self) -> Result<(), String> {
        unsafe {
            let options = LLVMCreatePassBuilderOptions();
            let error = LLVMRunPasses(self.module, c"mem2reg".as_ptr(), std::ptr::null_mut(), options);
            LLVMDisposePassBuilderOptions(options);
            if error.is_null() {
                return Ok(());
            }
            let message = LLVMGetErrorMessage(error);
            let text = CStr::from_ptr(message).to_string_lossy().into_owned();
            LLVMDisposeErrorMessage(message);
            Err(text)
        }
    }
}

/// For each variable whose address goes somewhere: an access to it that is not volatile.
fn accesses_of_taken(f: Value) -> Vec<Value> {
    let slots = Metadata::variables(f).into_iter().filter(|v| v.parameter == 0).filter_map(|v| v.slot);
    let slots = slots.filter(|s| s.is_instruction() && s.opcode() == LLVMAlloca);
    let is_access = |u: &Value, slot: Value| match u.opcode() {
        LLVMLoad => true,
        LLVMStore => u.operand(1) == slot && u.operand(0) != slot,
        _ => false,
    };
    let access = |slot: Value| {
        let users: Vec<Value> = slot.users().into_iter().filter(|u| u.is_instruction()).collect();
        let is_taken = users.iter().any(|u| !is_access(u, slot));
        users.into_iter().find(|u| is_taken && is_access(u, slot) && unsafe { LLVMGetVolatile(u.0) == 0 })
    };
    slots.filter_map(access).collect()
}

/// One bit per variable.
type Bits = Vec<u64>;

/// For each variable that some path reads before writing: one load of it that is not volatile yet.
fn read_before_written(f: Value) -> Vec<Value> {
    let loads = exposed(f, &candidates(f), &|_| true);
    loads.into_iter().filter(|l| unsafe { LLVMGetVolatile(l.0) == 0 }).collect()
}

/// For each of some variables that a path reads before writing: one load of it. `counts`: the stores that write.
pub(super) fn exposed(f: Value, variables: &HashMap<Value, usize>, counts: &dyn Fn(Value) -> bool) -> Vec<Value> {
    if variables.is_empty() {
        return Vec::new();
    }
    let words = variables.len().div_ceil(64);
    let blocks: Vec<Block> = f.blocks().collect();
    let number: HashMap<Block, usize> = blocks.iter().enumerate().map(|(i, &b)| (b, i)).collect();
    let mut written: Vec<Bits> = vec![vec![0; words]; blocks.len()];
    // Loads that no store of their own block precedes.
    let mut exposed: Vec<(usize, usize, Value)> = Vec::new();
    for (b, block) in blocks.iter().enumerate() {
        for i in block.instructions() {
            let (pointer, store) = match i.opcode() {
                LLVMLoad => (i.operand(0), false),
                LLVMStore if counts(i) => (i.operand(1), true),
                _ => continue,
            };
            let Some(&v) = variables.get(&pointer) else { continue };
            let bit = 1 << (v % 64);
            if store {
                written[b][v / 64] |= bit;
            } else if written[b][v / 64] & bit == 0 {
                exposed.push((b, v, i));
            }
        }
    }
    if exposed.is_empty() {
        return Vec::new();
    }
    let before = written_before(&blocks, &number, &written, words);
    let mut found: HashMap<usize, Value> = HashMap::new();
    for (b, v, load) in exposed {
        if before[b][v / 64] >> (v % 64) & 1 == 0 {
            found.entry(v).or_insert(load);
        }
    }
    let mut loads: Vec<(usize, Value)> = found.into_iter().collect();
    loads.sort_by_key(|l| l.0);
    loads.into_iter().map(|l| l.1).collect()
}

/// The variables written on every path to each block's start.
fn written_before(blocks: &[Block], number: &HashMap<Block, usize>, written: &[Bits], words: usize) -> Vec<Bits> {
    let mut before: Vec<Bits> = vec![vec![u64::MAX; words]; blocks.len()];
    before[0] = vec![0; words];
    let mut work = vec![0];
    while let Some(b) = work.pop() {
        let after: Bits = before[b].iter().zip(&written[b]).map(|(x, y)| x | y).collect();
        for s in blocks[b].terminator().map(Value::successors).unwrap_or_default() {
            let s = number[&s];
            let mut changed = false;
            for (x, y) in before[s].iter_mut().zip(&after) {
                changed |= *x & !y != 0;
                *x &= y;
            }
            if changed && s != 0 {
                work.push(s);
            }
        }
    }
    before
}

/// Declared variables that mem2reg would promote, numbered.
fn candidates(f: Value) -> HashMap<Value, usize> {
    let declared = Metadata::variables(f).into_iter().filter(|v| v.parameter == 0).filter_map(|v| v.slot);
    let mut all = HashMap::new();
    for slot in declared {
        if slot.is_instruction() && slot.opcode() == LLVMAlloca && plain_accesses(slot) {
            let n = all.len();
            all.entry(slot).or_insert(n);
        }
    }
    all
}

/// Whether a variable is only read and written, and its address goes nowhere.
pub(super) fn plain_accesses(slot: Value) -> bool {
    let plain = |u: &Value| {
        u.is_instruction()
            && (u.opcode() == LLVMLoad || u.opcode() == LLVMStore && u.operand(1) == slot && u.operand(0) != slot)
    };
    slot.users().iter().all(plain)
}
