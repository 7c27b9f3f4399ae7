//! Statements: which lines of the source do something of their own, and the mark that says they were reached.
//!
//! Debug info knows places, not statements. A statement here is a line that straight-line code comes to: operands on
//! further lines of the same statement are recognised because evaluation comes back to its first line. The rest of an
//! expression behind `&&`, `||` or `?:`, a loop's increment, the closing brace and jumps the compiler adds are none.
//! A mark stands where a statement begins that control may not reach although it reached the one before: at the start of
//! a block and after calls, as they may not return.

use super::flow::{Flow, Kind};
use crate::llvm::{Block, Value};
use crate::lower::Positions;
use crate::source::{PosId, Position, SourceMap};
use llvm_sys::LLVMOpcode::*;
use llvm_sys::LLVMValueKind::LLVMFunctionValueKind;
use std::collections::HashMap;

/// The code of a block behind its first calls.
pub type Segment = (Block, u32);

pub struct Statements {
    /// A statement's place and its mark.
    pub list: Vec<(PosId, u32)>,
    pub marks: HashMap<Segment, u32>,
}

/// Whether this is a call of the program: it may not return.
pub fn is_call(v: Value) -> bool {
    if !v.is_call() {
        return false;
    }
    let callee = v.called_value();
    callee.kind() != LLVMFunctionValueKind || !callee.name().starts_with("llvm.")
}

pub fn find(flow: &Flow, sources: &mut SourceMap) -> Statements {
    let mut finder = Finder { found: Vec::new(), run: 0, sources, positions: Positions::new() };
    let closing = finder.closing(flow);
    for (i, &block) in flow.blocks.iter().enumerate() {
        match flow.kinds[i] {
            Kind::Return | Kind::Inner | Kind::Rhs | Kind::CondTrue | Kind::CondFalse | Kind::ForInc | Kind::Made => {
                continue;
            }
            // The statement that was begun goes on.
            Kind::End | Kind::CondEnd | Kind::ForCond => {}
            Kind::Other => finder.run = finder.found.len(),
        }
        let before = finder.found.len();
        let mut calls = 0;
        for v in block.instructions() {
            if counts(v) {
                let at = finder.positions.of(v, finder.sources);
                finder.reach(at, closing, (block, calls));
            }
            calls += is_call(v) as u32;
        }
        // A jump alone is a statement (`break`, `goto`) unless control would go there anyway.
        if finder.found.len() == before
            && let Some(t) = block.terminator()
            && t.opcode() == LLVMBr
            && !t.is_conditional()
            && flow.successors[i] != [i + 1]
            && !t.is_loop_end()
            && flow.kinds[i] == Kind::Other
        {
            let at = finder.positions.of(t, finder.sources);
            finder.reach(at, closing, (block, calls));
        }
    }
    finder.finish()
}

/// Whether an instruction's place is one of the source's own.
fn counts(v: Value) -> bool {
    match v.opcode() {
        // A branch may have the place of its loop; what it depends on has its own.
        LLVMPHI | LLVMAlloca | LLVMUnreachable | LLVMBr => false,
        // A function's end has its closing brace's place, which is at the start of a line.
        LLVMRet => v.operand_count() > 0 && v.location().is_some_and(|(_, _, column)| column > 1),
        LLVMCall => is_call(v) || v.called_value().name().starts_with("llvm.mem"),
        _ => true,
    }
}

struct Finder<'a> {
    found: Vec<(Position, Segment)>,
    /// First statement of the straight-line code at hand.
    run: usize,
    sources: &'a mut SourceMap,
    positions: Positions,
}

impl Finder<'_> {
    /// The place of the function's closing brace.
    fn closing(&mut self, flow: &Flow) -> PosId {
        let returns = |v: &Value| v.opcode() == LLVMRet && (v.operand_count() == 0 || !counts(*v));
        let end = |b: &usize| flow.blocks[*b].terminator().filter(|v| returns(v) || flow.kinds[*b] == Kind::Return);
        match (0..flow.blocks.len()).find_map(|b| end(&b)) {
            Some(v) => self.positions.of(v, self.sources),
            None => PosId::NONE,
        }
    }

    fn reach(&mut self, at: PosId, closing: PosId, segment: Segment) {
        let p = self.sources.get(at);
        if p.line == 0 || at == closing {
            return;
        }
        let mut segment = segment;
        while self.found.len() > self.run {
            let (last, began) = self.found[self.found.len() - 1];
            if last.file != p.file || last.line < p.line {
                break;
            }
            if last.line == p.line {
                return;
            }
            // Back to the first line: what came between were its operands.
            segment = began;
            self.found.pop();
        }
        self.found.push((p, segment));
    }

    fn finish(self) -> Statements {
        let mut marks = HashMap::new();
        let mut list = Vec::with_capacity(self.found.len());
        for (p, segment) in self.found {
            let next = marks.len() as u32;
            let mark = *marks.entry(segment).or_insert(next);
            list.push((self.sources.position(p), mark));
        }
        Statements { list, marks }
    }
}
